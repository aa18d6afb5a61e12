/* The list of observers, and loops over it. A new observer is one table and one line here. See observers.h. */
#include "observe/observers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"

extern const rp_observer rp_observer_series, rp_observer_frames, rp_observer_profiles, rp_observer_forces,
    rp_observer_events, rp_observer_dump, rp_observer_fclib, rp_observer_pairs, rp_observer_displacement;

static const rp_observer *const observers[] = {
    &rp_observer_series, &rp_observer_profiles, &rp_observer_forces, &rp_observer_frames,       &rp_observer_events,
    &rp_observer_dump,   &rp_observer_fclib,    &rp_observer_pairs,  &rp_observer_displacement, NULL};
enum { COUNT = sizeof observers / sizeof *observers - 1, OWN_MAX = 8 };

const rp_observer *const *rp_observers_list(void) { return observers; }

const rp_observer *rp_observers_find(const char *name)
{
    for (const rp_observer *const *o = observers; *o; o++)
        if (strcmp((*o)->name, name) == 0) return *o;
    return NULL;
}

/* ---- what a scene names ---- */

static int read_keys(rp_read *r, const rp_node *output, const char *const *own)
{
    rp_key keys[2 * COUNT + OWN_MAX];
    int count = 0;
    for (const rp_observer *const *o = observers; *o; o++) {
        keys[count++] = (rp_key){(*o)->name, 0};
        if ((*o)->companion) keys[count++] = (rp_key){(*o)->companion, 0};
    }
    for (int n = 0; own[n]; n++) keys[count++] = (rp_key){own[n], 0};
    return rp_read_map(r, output, keys, count);
}

static int named(const rp_read *r, const rp_node *output, const rp_observer *o)
{
    return rp_read_key(r, output, o->name) || (o->companion && rp_read_key(r, output, o->companion));
}

void rp_observers_read(rp_read *r, const rp_node *output, const char *const *own, const rp_observe_scene *scene,
                       rp_observer_choices *choices)
{
    if (!read_keys(r, output, own)) return;
    choices->item = rp_read_alloc(r, COUNT, sizeof *choices->item, "the output");
    for (const rp_observer *const *o = observers; *o && !r->status; o++) {
        if (!named(r, output, *o)) continue;
        void *options = rp_read_alloc(r, 1, (*o)->options_size, "the output");
        if (!options) return;
        choices->item[choices->count++] = (rp_observer_choice){*o, options};
        (*o)->read(r, output, scene, options);
    }
}

void rp_observers_check(rp_read *r, const rp_node *output, const rp_moment *moment, const rp_observer_choices *choices)
{
    for (int n = 0; n < choices->count && !r->status; n++) {
        const rp_observer_choice *c = &choices->item[n];
        if (c->observer->check) c->observer->check(r, output, moment, c->options);
    }
}

const void *rp_observers_options(const rp_observer_choices *choices, const char *name)
{
    for (int n = 0; n < choices->count; n++)
        if (strcmp(choices->item[n].observer->name, name) == 0) return choices->item[n].options;
    return NULL;
}

void rp_observers_describe(const rp_observer_choices *choices, rp_buffer *text)
{
    for (int n = 0; n < choices->count; n++) {
        rp_buffer_print(text, "output           %s: ", choices->item[n].observer->name);
        choices->item[n].observer->describe(choices->item[n].options, text);
        rp_buffer_print(text, "\n");
    }
}

void rp_observers_release(rp_observer_choices *choices)
{
    for (int n = 0; n < choices->count; n++) {
        const rp_observer_choice *c = &choices->item[n];
        if (c->observer->release) c->observer->release(c->options);
        rp_memory_free(c->options);
    }
    rp_memory_free(choices->item);
    *choices = (rp_observer_choices){0};
}

/* ---- those of a run ---- */

void rp_observers_clear(const char *directory)
{
    for (const rp_observer *const *o = observers; *o; o++)
        for (const char *const *pattern = (*o)->files; *pattern; pattern++)
            rp_file_directory_clear(directory, *pattern);
}

/* 1: the checkpoint knows this observer. */
static int kept(const rp_archive *a, const char *name)
{
    char item[64];
    const int length = snprintf(item, sizeof item, "observe/%s", name);
    for (size_t n = 0; n < a->count; n++)
        if (strncmp(a->item[n].name, item, (size_t)length) == 0
            && (a->item[n].name[length] == '/' || !a->item[n].name[length]))
            return 1;
    return 0;
}

rp_status rp_observers_open(rp_observers *o, const rp_observer_choices *choices, const rp_observe_site *site,
                            rp_error *err)
{
    rp_status status = RP_OK;
    *o = (rp_observers){.item = rp_memory_alloc((size_t)choices->count, sizeof *o->item)};
    if (!o->item) return rp_memory_error(err, (size_t)choices->count * sizeof *o->item, "the output");
    for (int n = 0; n < choices->count && !status; n++) {
        const rp_observer_choice *c = &choices->item[n];
        void *state = rp_memory_alloc(1, c->observer->state_size);
        if (!state) return rp_memory_error(err, c->observer->state_size, "the output");
        /* what was due at a checkpoint was taken before it */
        const uint64_t first = site->world->step + (site->archive ? 1 : 0);
        o->item[o->count++] = (struct rp_open_observer){c->observer, state, first};
        rp_observe_site own = *site;
        if (site->archive && site->changed && !kept(site->archive, c->observer->name)) own.archive = NULL;
        status = c->observer->open(state, c->options, &own, err);
    }
    return status;
}

double rp_observers_next(const rp_observers *o)
{
    double time = INFINITY;
    for (int n = 0; n < o->count; n++)
        if (o->item[n].observer->next) time = fmin(time, o->item[n].observer->next(o->item[n].state));
    return time;
}

static int due(const struct rp_open_observer *x, const rp_world *w, int last)
{
    const rp_observer *o = x->observer;
    return (o->next && w->step >= x->next && rp_observers_reached(w, o->next(x->state)))
           || (last && o->unfinished && o->unfinished(x->state, w));
}

unsigned rp_observers_due(const rp_observers *o, const rp_world *w, int last)
{
    unsigned needs = 0;
    for (int n = 0; n < o->count; n++)
        if (due(&o->item[n], w, last)) needs |= RP_OBSERVE_DUE | o->item[n].observer->needs;
    return needs;
}

rp_status rp_observers_take(rp_observers *o, const rp_moment *m, int last, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < o->count && !status; n++) {
        if (!due(&o->item[n], m->world, last)) continue;
        status = o->item[n].observer->take(o->item[n].state, m, last, err);
        o->item[n].next = m->world->step + 1;
    }
    return status;
}

int rp_observers_hear(const rp_observers *o)
{
    int hear = 0;
    for (int n = 0; n < o->count; n++) hear |= o->item[n].observer->collision != NULL;
    return hear;
}

void rp_observers_collision(rp_observers *o, const rp_world *w, const rp_collision *c)
{
    for (int n = 0; n < o->count; n++)
        if (o->item[n].observer->collision) o->item[n].observer->collision(o->item[n].state, w, c);
}

rp_status rp_observers_flush(rp_observers *o, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < o->count && !status; n++)
        if (o->item[n].observer->flush) status = o->item[n].observer->flush(o->item[n].state, err);
    return status;
}

rp_status rp_observers_sync(rp_observers *o, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < o->count && !status; n++) status = o->item[n].observer->sync(o->item[n].state, err);
    return status;
}

rp_status rp_observers_save(const rp_observers *o, rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < o->count && !status; n++) status = o->item[n].observer->save(o->item[n].state, archive, err);
    return status;
}

void rp_observers_close(rp_observers *o)
{
    for (int n = 0; n < o->count; n++) {
        o->item[n].observer->close(o->item[n].state);
        rp_memory_free(o->item[n].state);
    }
    rp_memory_free(o->item);
    *o = (rp_observers){0};
}
