/* A simulation that pages watch; see live.h. */
#include "live.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATE = 4096, SLIDERS = 16 };
static const double WISHES = 0.02;   /* s: wishes are read so often */
static const double SOONEST = 0.033; /* s between frames */
static const double SHARE = 60;      /* frames take one part in so many of the time */

struct rp_live {
    rp_sim *sim; /* owned; of the thread of rp_live_run */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    rp_view_data frame; /* owned; the newest */
    unsigned long seq;  /* its number; 0: none yet */
    char state[STATE];
    int wanted; /* a page waits for a frame */
    int paused;
    int told; /* 1: a wish came, pages must see what became of it */
    long steps;
    double speed;           /* simulated s a second; 0: as fast as it can */
    double slider[SLIDERS]; /* values that are wished for; NaN: none */
    /* of all threads, since they never change */
    rp_slider_info slides[SLIDERS];
    int slider_count;
    /* of the thread of rp_live_run */
    uint64_t chunk; /* steps that take about WISHES */
    double next_frame;
    double pace_clock, pace_time; /* where the pace was set */
    char error[512];              /* that ended the simulation */
    char refused[256];            /* why the last slider was refused */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Until the condition is signalled, or so many seconds have gone by. */
static void wait_for(rp_live *live, double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const double until = (double)t.tv_nsec + 1e9 * seconds;
    t.tv_sec += (time_t)floor(until / 1e9);
    t.tv_nsec = (long)fmod(until, 1e9);
    pthread_cond_timedwait(&live->changed, &live->lock, &t);
}

/* ---- life ---- */

rp_status rp_live_create(const rp_sim_def *def, int paused, rp_live **live, rp_error *err)
{
    rp_live *l = calloc(1, sizeof *l);
    pthread_condattr_t clock;
    *live = NULL;
    if (!l) return rp_error_set(err, RP_SYSTEM, "not enough memory for a live simulation");
    rp_status status = rp_sim_create(def, &l->sim, err);
    if (status) {
        free(l);
        return status;
    }
    l->chunk = 1;
    l->paused = paused;
    for (int n = 0; n < rp_sim_slider_count(l->sim) && n < SLIDERS; n++) {
        rp_sim_slider_get(l->sim, n, &l->slides[n], NULL);
        l->slider[l->slider_count++] = NAN;
    }
    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&l->changed, &clock);
    pthread_condattr_destroy(&clock);
    *live = l;
    return RP_OK;
}

void rp_live_destroy(rp_live *live)
{
    if (!live) return;
    rp_view_data_free(&live->frame);
    rp_sim_destroy(live->sim);
    pthread_cond_destroy(&live->changed);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

rp_sim *rp_live_sim(rp_live *live) { return live->sim; }

/* ---- frames ---- */

typedef struct state_text {
    char *text;
    size_t room, size;
} state_text;

static void add(state_text *t, const char *text)
{
    const size_t length = strlen(text);
    if (t->size + length + 1 > t->room) return;
    memcpy(t->text + t->size, text, length + 1);
    t->size += length;
}

/* Titles of scenes may have any sign. */
static void add_words(state_text *t, const char *words)
{
    add(t, "\"");
    for (const char *c = words; *c; c++) {
        const char one[2] = {*c >= 32 && *c < 127 && *c != '"' && *c != '\\' ? *c : '?', 0};
        add(t, one);
    }
    add(t, "\"");
}

static void add_measures(state_text *t, rp_sim *sim)
{
    static const char *const names[] = {"kinetic",
                                        "rotational",
                                        "wall_kinetic",
                                        "stored",
                                        "gravity_work",
                                        "wall_work",
                                        "load_work",
                                        "drive_work",
                                        "dissipated_normal",
                                        "dissipated_tangential",
                                        "dissipated_rolling",
                                        "budget_error",
                                        "coordination",
                                        "max_overlap",
                                        "residual",
                                        "iterations"};
    enum { COUNT = sizeof names / sizeof *names };
    double value[COUNT];
    char text[64];
    if (rp_sim_measures(sim, names, COUNT, value, NULL)) {
        add(t, "{}");
        return;
    }
    add(t, "{");
    for (int n = 0; n < COUNT; n++) {
        const char *form = isfinite(value[n]) ? "%s\"%s\":%.9g" : "%s\"%s\":null";
        snprintf(text, sizeof text, form, n ? "," : "", names[n], value[n]);
        add(t, text);
    }
    add(t, "}");
}

static void print_state(rp_live *l, char *text, unsigned long seq, int paused)
{
    char head[160];
    state_text t = {text, STATE, 0};
    snprintf(head, sizeof head, "{\"seq\":%lu,\"paused\":%s,\"finished\":%s,\"error\":", seq, paused ? "true" : "false",
             rp_sim_finished(l->sim) ? "true" : "false");
    add(&t, head);
    add_words(&t, l->error);
    add(&t, ",\"stage\":");
    add_words(&t, rp_sim_stage(l->sim));
    add(&t, ",\"refused\":");
    add_words(&t, l->refused);
    add(&t, ",\"sliders\":[");
    for (int n = 0; n < l->slider_count; n++) {
        rp_slider_info info;
        rp_sim_slider_get(l->sim, n, &info, NULL);
        snprintf(head, sizeof head, "%s%.9g", n ? "," : "", info.value);
        add(&t, head);
    }
    add(&t, "],\"measures\":");
    if (l->error[0]) add(&t, "{}"); /* the state is of no use */
    else add_measures(&t, l->sim);
    add(&t, "}");
}

static rp_status publish(rp_live *l, rp_error *err)
{
    const double begin = now();
    rp_view_data frame = {NULL, 0};
    char state[STATE];
    rp_status status = l->error[0] ? RP_OK : rp_view_sim(l->sim, &frame, err);
    if (status) return status;
    pthread_mutex_lock(&l->lock);
    const unsigned long seq = l->seq + 1;
    const int paused = l->paused;
    pthread_mutex_unlock(&l->lock);
    print_state(l, state, seq, paused);
    pthread_mutex_lock(&l->lock);
    if (frame.bytes) {
        rp_view_data_free(&l->frame);
        l->frame = frame;
    }
    l->seq = seq;
    l->wanted = 0;
    memcpy(l->state, state, STATE);
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    l->next_frame = now() + fmax(SOONEST, SHARE * (now() - begin));
    return RP_OK;
}

void *rp_live_next(rp_live *l, unsigned long after, double seconds, size_t *size, char *state, size_t room)
{
    const double until = now() + seconds;
    void *copy = NULL; /* so that a page may take its time with it */
    pthread_mutex_lock(&l->lock);
    while (l->seq <= after && now() < until) {
        l->wanted = 1;
        pthread_cond_broadcast(&l->changed);
        wait_for(l, until - now());
    }
    if (l->seq > after && l->frame.bytes) copy = malloc(l->frame.size);
    if (copy) {
        memcpy(copy, l->frame.bytes, l->frame.size);
        *size = l->frame.size;
        snprintf(state, room, "%s", l->state);
    }
    pthread_mutex_unlock(&l->lock);
    return copy;
}

/* ---- wishes ---- */

static rp_status wrong(const rp_message *m, const char *expected, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "%s cannot be %g", m->key, m->value);
    rp_error_expected(err, "%s", expected);
    return RP_INPUT;
}

static rp_status check(const rp_live *l, const rp_message *m, rp_error *err)
{
    static const char *const keys[] = {"paused", "step", "speed", "slider"};
    int known = 0;
    for (int n = 0; n < 4; n++) known |= strcmp(m->key, keys[n]) == 0;
    if (!known) {
        rp_error_set(err, RP_INPUT, "'%s' is none of the wishes", m->key);
        rp_error_nearest(err, m->key, keys, 4);
        return RP_INPUT;
    }
    if (strcmp(m->key, "paused") == 0 && m->value != 0 && m->value != 1) return wrong(m, "0 or 1", err);
    if (strcmp(m->key, "step") == 0 && !(m->value >= 1 && m->value <= 1e6)) return wrong(m, "1 to 1000000", err);
    if (strcmp(m->key, "speed") == 0 && !(m->value >= 0)) return wrong(m, "a number >= 0", err);
    if (strcmp(m->key, "slider") != 0) return RP_OK;
    if (m->number >= l->slider_count) return rp_error_set(err, RP_INPUT, "there is no slider %ld", m->number);
    const rp_slider_info *s = &l->slides[m->number];
    return m->value >= s->least && m->value <= s->most ? RP_OK : wrong(m, "a value within its range", err);
}

rp_status rp_live_wish(rp_live *l, const rp_message *m, rp_error *err)
{
    rp_status status = check(l, m, err);
    if (status) return status;
    pthread_mutex_lock(&l->lock);
    if (strcmp(m->key, "paused") == 0) l->paused = (int)m->value;
    if (strcmp(m->key, "speed") == 0) l->speed = m->value;
    if (strcmp(m->key, "slider") == 0) l->slider[m->number] = m->value;
    if (strcmp(m->key, "step") == 0) {
        l->paused = 1;
        l->steps += (long)m->value;
    }
    l->told = 1;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    return RP_OK;
}

/* ---- the session ---- */

static void add_sliders(state_text *t, const rp_live *l)
{
    char text[128];
    add(t, "[");
    for (int n = 0; n < l->slider_count; n++) {
        const rp_slider_info *s = &l->slides[n];
        add(t, n ? ",{\"name\":" : "{\"name\":");
        add_words(t, s->name);
        snprintf(text, sizeof text, ",\"unit\":\"%s\",\"least\":%.9g,\"most\":%.9g}", s->unit, s->least, s->most);
        add(t, text);
    }
    add(t, "]");
}

/* That of runs, without a run, and the simulation in its place. */
rp_status rp_live_session(rp_live *l, char **text, rp_error *err)
{
    rp_view_data all;
    rp_status status = rp_view_session(NULL, NULL, 0, &all, err);
    if (status) return status;
    const char *tail = strstr(all.bytes, "\"runs\":[]");
    state_text t = {NULL, all.size + STATE + 600, 0};
    *text = t.text = malloc(t.room);
    if (t.text) {
        t.size = (size_t)(tail - (const char *)all.bytes);
        memcpy(t.text, all.bytes, t.size);
        add(&t, "\"live\":1,\"sliders\":");
        add_sliders(&t, l);
        add(&t, ",\"runs\":[{\"label\":");
        add_words(&t, rp_sim_title(l->sim));
        add(&t, ",\"directory\":\"\",\"times\":[],\"files\":[]}]}");
    }
    rp_view_data_free(&all);
    return *text ? RP_OK : rp_error_set(err, RP_SYSTEM, "not enough memory for the viewer");
}

/* ---- stepping ---- */

/* What is wished for now. */
typedef struct wishes {
    int wanted, told, paused;
    long steps;
    double speed;
    double slider[SLIDERS];
} wishes;

static wishes take_wishes(rp_live *l, int idle)
{
    pthread_mutex_lock(&l->lock);
    if (idle && !l->told && !(l->wanted && l->seq == 0)) wait_for(l, 0.25);
    wishes w = {l->wanted, l->told, l->paused, l->steps, l->speed, {0}};
    memcpy(w.slider, l->slider, sizeof w.slider);
    for (int n = 0; n < l->slider_count; n++) l->slider[n] = NAN;
    l->told = 0;
    l->steps = 0;
    pthread_mutex_unlock(&l->lock);
    return w;
}

/* Steps for WISHES seconds, or as many as the pace allows; the number of steps changes no bit. */
static rp_status step(rp_live *l, const wishes *w, rp_error *err)
{
    const double begin = now(), dt = rp_sim_dt(l->sim);
    uint64_t n = w->paused ? (uint64_t)w->steps : l->chunk;
    if (!w->paused && w->speed > 0) {
        const double due = (l->pace_time + w->speed * (begin - l->pace_clock) - rp_sim_time(l->sim)) / dt;
        if (due < 1) {
            pthread_mutex_lock(&l->lock);
            if (!l->told) wait_for(l, fmin(WISHES, (1 - due) * dt / w->speed));
            pthread_mutex_unlock(&l->lock);
            return RP_OK;
        }
        if (due < (double)n) n = (uint64_t)due;
    }
    rp_status status = rp_sim_step(l->sim, n, err);
    const double took = now() - begin;
    if (n < l->chunk || w->paused) return status;
    if (took < 0.5 * WISHES) l->chunk *= 2;
    else if (took > 2 * WISHES && l->chunk > 1) l->chunk /= 2;
    return status;
}

static void set_sliders(rp_live *l, const wishes *w)
{
    rp_error err;
    for (int n = 0; n < l->slider_count; n++) {
        if (isnan(w->slider[n])) continue;
        l->refused[0] = 0;
        if (rp_sim_slider_set(l->sim, n, w->slider[n], &err)) rp_error_text(&err, l->refused, sizeof l->refused);
    }
}

static void set_pace(rp_live *l)
{
    l->pace_clock = now();
    l->pace_time = rp_sim_time(l->sim);
}

rp_status rp_live_run(rp_live *l, const volatile int *stop, int until_end, rp_error *err)
{
    int idle = 0;
    rp_status status = RP_OK;
    set_pace(l);
    while (!*stop) {
        const wishes w = take_wishes(l, idle);
        const int over = rp_sim_finished(l->sim) || l->error[0];
        if (w.told) set_pace(l);
        if (!over) set_sliders(l, &w);
        if (!over && (!w.paused || w.steps) && step(l, &w, err) != RP_OK) rp_error_text(err, l->error, sizeof l->error);
        const int ended = !over && (rp_sim_finished(l->sim) || l->error[0]);
        if (w.told || w.steps || ended || (w.wanted && (!idle || !l->seq) && now() >= l->next_frame))
            status = publish(l, err);
        if (status) return status;
        if (until_end && (rp_sim_finished(l->sim) || l->error[0])) break;
        idle = rp_sim_finished(l->sim) || l->error[0] || w.paused;
    }
    return l->error[0] ? err->status : RP_OK;
}
