/* The event-driven method: its table, its loop, and the synchronised copy that observers read. See event.h. */
#include "methods/event/event.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"
#include "laws/collision.h"
#include "methods/compress.h"
#include "methods/event/options.h"

enum { WATCH_EVERY = 1024, COARSER_MOST = 1024 };
enum { PREFETCH_FROM = 20000 }; /* particles from which prefetching is faster; measured, bench/ */
enum { BUCKET_ENTRIES = 16 };   /* events of a bucket when it becomes current */

/* ---- what is possible ---- */

static rp_status refuse(const rp_group *g, const char *key, const char *what, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "event-driven dynamics cannot have %s (group '%s')", what, g->name);
    rp_method_error_key(err, "groups", g->name, key);
    return status;
}

static rp_status check_group(const rp_world *w, const rp_group *g, rp_error *err)
{
    unsigned spin = w->dimension == 2 ? RP_LOCK_SPIN_Z : RP_LOCK_SPIN;
    if (g->lock & ~spin && g->lock != RP_LOCK_SPIN) return refuse(g, "lock", "locked axes", err);
    if (rp_vec_dot(g->force, g->force) > 0 || g->force_table.count)
        return refuse(g, "force", "forces or torques on particles", err);
    if (rp_vec_dot(g->torque, g->torque) > 0 || g->torque_table.count)
        return refuse(g, "torque", "forces or torques on particles", err);
    if (g->mode == RP_GROUP_DRIVEN && g->velocity_table.count)
        return refuse(g, "driven", "a drive that varies in time", err);
    if (g->mode != RP_GROUP_GLUED) return RP_OK;
    const rp_wall *wall = &w->wall[g->wall];
    if (rp_vec_norm(wall->velocity) > 0 || wall->velocity_table.count || rp_vec_norm(wall->vibration) > 0
        || wall->spin != 0)
        return refuse(g, "glued", "particles glued to a wall that moves", err);
    return RP_OK;
}

static rp_status check_scene(const rp_world *w, rp_error *err)
{
    rp_status status = RP_OK;
    if (w->particles.shape)
        status = rp_error_set(err, RP_INPUT, "event-driven dynamics cannot have polygons, only discs and spheres");
    if (w->gravity_table.count) {
        status = rp_error_set(err, RP_INPUT, "event-driven dynamics cannot have gravity that varies in time");
        rp_error_key(err, "gravity");
    }
    for (int n = 0; n < w->group_count && !status; n++)
        if (w->group[n].count > 0 || w->group[n].flows) status = check_group(w, &w->group[n], err);
    return status ? status : rp_event_collapse_gravity(w, err);
}

static rp_status admits(const rp_world *w, const rp_particle_def *def, size_t count, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t n = 0; n < count && !status; n++) {
        status = check_group(w, &w->group[def[n].group], err);
        if (!status) status = rp_event_cells_check_periods(w, def[n].r, err);
    }
    return status;
}

/* ---- memory ---- */

static void destroy(rp_world *w)
{
    rp_event *m = w->method_state;
    if (!m) return;
    rp_event_cells_destroy(&m->cells);
    rp_event_ball_destroy(&m->ball);
    rp_event_coefficients_destroy(&m->coefficients);
    rp_event_graph_destroy(&m->graph);
    rp_event_queue_destroy(&m->queue);
    rp_event_walls_destroy(&m->walls);
    void *all[] = {m->flight, m->cold, m->plan, m->changes, m->orientation, m->contact_times, m->waking, m};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    w->method_state = NULL;
}

/* All that follows from definitions; on failure the caller destroys what is in w->method_state. */
rp_status rp_event_create(rp_world *w, double fine, double ball, rp_impact_maps **kept, rp_event **out, rp_error *err)
{
    static rp_event_lanes_meeting *const meet[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_event_lanes_meet);
    static rp_event_lanes_writing *const write[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_event_lanes_write);
    size_t count = w->particles.count;
    destroy(w);
    rp_status status = check_scene(w, err);
    if (status) return status;
    rp_event *m = w->method_state = rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_memory_error(err, sizeof *m, "the event-driven method");
    m->world = w;
    m->count = count;
    m->prefetch = count >= PREFETCH_FROM;
    m->scale = 1;
    m->cluster_gap = w->option[RP_EVENT_CLUSTER_GAP];
    m->meet = meet[rp_isa_best()];
    m->write = write[rp_isa_best()];
    m->flight = rp_memory_alloc(count, sizeof *m->flight);
    m->cold = rp_memory_alloc(count, sizeof *m->cold);
    m->plan = rp_memory_alloc(count, sizeof *m->plan);
    m->changes = rp_memory_alloc(count, sizeof *m->changes);
    m->orientation = w->particles.orientation ? rp_memory_alloc(count, sizeof *m->orientation) : NULL;
    m->contact_times = rp_memory_alloc((size_t)w->interaction_count, sizeof *m->contact_times);
    if (!m->flight || !m->cold || !m->plan || !m->changes || (w->particles.orientation && !m->orientation)
        || !m->contact_times)
        return rp_memory_error(err, count * (sizeof *m->flight + sizeof *m->cold), "the event-driven method");
    status = rp_event_coefficients_create(&m->coefficients, w, kept, err);
    if (!status) status = rp_event_walls_create(&m->walls, w, err);
    if (!status) status = rp_event_cells_create(&m->cells, w, fine, err);
    if (!status) status = rp_event_ball_create(&m->ball, &m->cells, count, ball, err);
    if (!status && w->option[RP_EVENT_STALE] == RP_EVENT_STALE_GRAPH)
        status = rp_event_graph_create(&m->graph, count, err);
    if (!status) status = rp_event_collapse_prepare(m, err);
    *out = m;
    return status;
}

/* ---- the calendar ---- */

/* Fills the queue from the plans. */
rp_status rp_event_refill(rp_event *m, double width, uint32_t buckets, rp_error *err)
{
    rp_status status = rp_event_queue_reset(&m->queue, width, buckets, err);
    for (size_t i = 0; i < m->count && !status; i++)
        if (m->plan[i].next < m->queue.length) rp_event_queue_push(&m->queue, m->plan[i].next, (uint32_t)i);
    return status;
}

static uint32_t bucket_count(size_t particles)
{
    uint32_t n = RP_EVENT_BUCKETS_LEAST;
    while (4 * (size_t)n < particles) n *= 2;
    return n;
}

/* The width of buckets that gives BUCKET_ENTRIES at this rate of events, 1/s; a power of two. */
static double bucket_width(double rate) { return exp2(floor(log2(BUCKET_ENTRIES / rate))); }

static void shift_times(rp_event *m, uint32_t i, double length)
{
    m->flight[i].t -= length;
    m->cold[i].last -= length;
    m->cold[i].oriented -= length;
    m->plan[i].hit -= length;
    m->plan[i].next -= length;
    if (m->flight[i].t >= -length) return;
    m->totals.path += rp_event_flown(m, i, 0);
    rp_event_move(m, i, 0); /* a long flight begins again here, so that its time stays short and precise */
}

/* The next calendar begins `length` after this one did, with buckets for this rate of events, 1/s. */
static rp_status next_calendar(rp_event *m, double length, double rate, rp_error *err)
{
    double width = m->queue.width;
    double next = m->events == 0 ? COARSER_MOST * width
                                 : fmin(fmax(bucket_width(rate), width / COARSER_MOST), COARSER_MOST * width);
    if (next > width / 4 && next < 4 * width) next = width;
    m->origin += length;
    m->now -= length;
    m->events = 0;
    for (size_t i = 0; i < m->count; i++) shift_times(m, (uint32_t)i, length);
    rp_event_walls_origin(&m->walls, m->origin);
    return rp_event_refill(m, next, m->queue.buckets, err);
}

static void warn_of_gaps(rp_event *m)
{
    double share = rp_event_short_share(&m->totals);
    if (m->warned_gaps || m->totals.collisions + m->totals.wall_collisions < 1000 || share < 0.01) return;
    m->warned_gaps = 1;
    rp_log(&m->world->log, RP_LOG_WARN,
           "%.2g %% of the collisions follow another within the contact time %.3g s (t = %g s): they are not pairwise, "
           "and the collision rule does not describe them",
           100 * share, m->contact_time, m->origin + m->now);
}

/* After each event and each new calendar. With far more events than the calendar was made for, the next one begins at
 * once. What is checked here, warnings that are state included, is checked by the count of events, so that it depends
 * on nothing else: not on where an advance ends. */
static rp_status watch(rp_event *m, rp_error *err)
{
    double width = m->queue.width;
    if (m->events % WATCH_EVERY) return RP_OK;
    warn_of_gaps(m);
    if (m->events == 0 || !((double)m->events * width > 8.0 * BUCKET_ENTRIES * m->now)) return RP_OK;
    return next_calendar(m, floor(m->now / width) * width, (double)m->events / fmax(m->now, width / COARSER_MOST), err);
}

/* ---- beginning ---- */

static void begin_particle(rp_event *m, uint32_t i, double t)
{
    const rp_particles *p = &m->world->particles;
    const rp_row *row = &p->row[i];
    const rp_spin *spin = &p->spin[i];
    double r = row->r * (m->scale + m->growth * (m->origin + t));
    m->totals.path += rp_event_flown(m, i, t);
    m->flight[i] = (rp_event_flight){row->x, row->y, row->z, r, row->vx, row->vy, row->vz, t};
    rp_event_cold *c = &m->cold[i];
    c->sx = spin->x;
    c->sy = spin->y;
    c->sz = spin->z;
    if (c->asleep) {
        m->totals.asleep--;
        m->totals.woken++;
    }

    c->inv_inertia = spin->inv_inertia;
    c->inv_mass = row->inv_mass;
    c->asleep = 0;
    c->oriented = t;
    c->material = p->material[i];
    m->fixed |= row->inv_mass == 0;
    if (m->orientation) memcpy(m->orientation[i], p->orientation[i], sizeof m->orientation[i]);
}

void rp_event_definitions(rp_event *m)
{
    m->gravity = m->world->gravity;
    m->falls = rp_vec_dot(m->gravity, m->gravity) > 0;
    m->fixed |= m->policy == RP_EVENT_COLLAPSE_SLEEP;
    m->full_search = m->falls && m->fixed;
}

/* All flights begin again from the synchronised copy, at world->time. */
rp_status rp_event_begin(rp_event *m, double time, rp_error *err)
{
    double t = time - m->origin;
    m->fixed = 0;
    for (size_t i = 0; i < m->count; i++) begin_particle(m, (uint32_t)i, t);
    rp_event_definitions(m);
    m->pull = rp_event_weight_moment(m) - m->world->totals.gravity;
    rp_event_walls_change(&m->walls, time);
    rp_event_walls_origin(&m->walls, m->origin);
    for (size_t i = 0; i < m->count; i++) {
        m->changes[i]++;
        m->plan[i].next = INFINITY;
    }

    for (size_t i = 0; i < m->count; i++) rp_event_predict_all(m, (uint32_t)i, t);
    return m->queue.failed ? rp_memory_error(err, 0, "the event queue")
                           : rp_event_refill(m, m->queue.width, m->queue.buckets, err);
}

static double largest_radius(const rp_world *w)
{
    double r = 0;
    for (size_t i = 0; i < w->particles.count; i++) r = fmax(r, w->particles.row[i].r);
    return r;
}

/* The radius of neighbour balls; 0: no lists. Lists need wider cells, and so wider periods. */
static double choose_ball(const rp_world *w)
{
    double ball = w->option[RP_EVENT_SEARCH] == RP_EVENT_SEARCH_CELLS
                      ? 0
                      : rp_event_ball_choose(w, w->option[RP_EVENT_SEARCH] == RP_EVENT_SEARCH_LISTS);
    for (int axis = 0; axis < w->dimension; axis++)
        if (w->domain.periodic[axis]
            && rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis)
                   < 6 * (largest_radius(w) + ball))
            return 0;
    return ball;
}

static rp_status set_up(rp_world *w, rp_impact_maps **kept, rp_error *err)
{
    rp_event *m;
    double ball = choose_ball(w), fine = ball > 0 ? 2 * (largest_radius(w) + ball) : rp_event_cells_width(w);
    rp_status status = rp_event_create(w, fine, ball, kept, &m, err);
    if (status) return status;
    m->origin = w->time;
    m->now = 0;
    double scale = rp_event_scale(w);
    if (!isfinite(scale)) scale = 1;
    status = rp_event_queue_reset(&m->queue, bucket_width((double)(w->particles.count + 1) / scale),
                                  bucket_count(w->particles.count), err);
    if (status) return status;
    for (size_t i = 0; i < m->count; i++) {
        rp_event_cells_insert(&m->cells, (uint32_t)i, rp_particle_position(&w->particles, i), w->particles.row[i].r);
        m->cold[i].last = -INFINITY;
        if (m->ball.radius > 0)
            m->ball.anchor[i] = (rp_event_anchor){w->particles.row[i].x, w->particles.row[i].y, w->particles.row[i].z,
                                                  w->particles.row[i].r};
    }
    if (m->ball.radius > 0 && !rp_event_ball_list_all(&m->ball, &m->cells))
        return rp_memory_error(err, 0, "the neighbour lists");
    return rp_event_begin(m, w->time, err);
}

/* A method that is only half made is none: nothing reads it. */
static rp_status prepare(rp_world *w, rp_error *err)
{
    if (w->method_state) return RP_OK; /* loaded from a checkpoint */
    rp_status status = set_up(w, NULL, err);
    if (status) destroy(w);
    return status;
}

/* A stage has changed definitions. */
static rp_status changed(rp_world *w, rp_error *err)
{
    rp_event *m = w->method_state;
    rp_status status = check_scene(w, err);
    return status ? status : rp_event_begin(m, w->time, err);
}

/* Cells, lists and plans are made again; totals, and maps of coefficients that still hold, stay. */
static rp_status begin_again(rp_world *w, rp_error *err)
{
    rp_event *m = w->method_state;
    rp_event_totals totals = m->totals;
    const int warned_gaps = m->warned_gaps, warned_collapse = m->warned_collapse;
    for (size_t i = 0; i < m->count; i++) totals.path += rp_event_flown(m, (uint32_t)i, w->time - m->origin);
    totals.woken += totals.asleep;
    totals.asleep = 0;
    rp_impact_maps *maps = m->coefficients.maps;
    m->coefficients.maps = NULL;
    destroy(w);
    rp_status status = set_up(w, &maps, err);
    rp_impact_maps_destroy(maps); /* NULL if they are used again */
    if (status) {
        destroy(w);
        return status;
    }
    m = w->method_state;
    m->totals = totals;
    m->warned_gaps = warned_gaps;
    m->warned_collapse = warned_collapse;
    return RP_OK;
}

static rp_status written(rp_world *w, int moved, rp_error *err)
{
    rp_status status = check_scene(w, err);
    if (status) return status;
    return moved ? begin_again(w, err) : rp_event_begin(w->method_state, w->time, err);
}

/* ---- the loop ---- */

/* Checked when a particle leaves its cell; as in all methods, its centre may be beyond the domain by its radius. */
static rp_status check_inside(const rp_event *m, uint32_t i, double t, rp_error *err)
{
    const rp_domain *d = &m->world->domain;
    if (!d->bounded || d->open) return RP_OK;
    rp_vec x = rp_event_position(m, i, t);
    double r = m->flight[i].r;
    int left = 0;
    for (int axis = 0; axis < m->world->dimension; axis++) {
        double at = rp_vec_component(x, axis);
        left |= !d->periodic[axis]
                && (at < rp_vec_component(d->lower, axis) - r || at > rp_vec_component(d->upper, axis) + r);
    }
    if (!left) return RP_OK;
    uint32_t id = m->world->particles.id[i];
    rp_status status = rp_error_set(
        err, RP_FAILED, "particle %u left the domain: position (%.4g, %.4g, %.4g) m, speed %.4g m/s, t = %.9g s", id,
        x.x, x.y, x.z, rp_vec_norm(rp_event_velocity(m, i, t)), m->origin + t);
    rp_error_expected(err, "walls that hold it, or no domain");
    if (err) {
        err->particle = id;
        err->time = m->origin + t;
    }

    return status;
}

static rp_status one_event(rp_event *m, uint32_t i, double t, rp_error *err)
{
    rp_event_plan *p = &m->plan[i];
    rp_status status = RP_OK;
    m->now = t;
    m->events++;
    if (p->next < p->hit) {
        rp_event_predict_crossing(m, i, t);
        return check_inside(m, i, t, err);
    }
    uint32_t partner = p->partner;
    if (partner & RP_EVENT_PARTNER_WALL) {
        status = rp_event_collide_wall(m, i, partner, t, err);
    } else if (m->changes[partner] != p->partner_changes) {
        m->totals.repeated++;
    } else {
        if (m->ball.radius > 0) {
            rp_event_ball_prefetch(&m->ball, partner);
            rp_event_ball_prefetch(&m->ball, i);
        }
        /* the lists arrive while the collision is computed */
        status = rp_event_collide_pair(m, i, partner, t, err);
        rp_event_prefetch_neighbours(m);
        if (!status) rp_event_predict_all(m, partner, t);
    }
    rp_event_prefetch_partners_neighbours(m);
    if (!status) rp_event_predict_all(m, i, t);
    if (!status && m->graph.node) rp_event_predict_colliders(m, i, partner, t);
    return status;
}

static double tick(const rp_world *w, uint64_t step) { return w->time_base + (double)(step - w->step_base) * w->dt; }

/* The first step that ends at or after `time`. */
static uint64_t step_at(const rp_world *w, double time)
{
    double n = ceil((time - w->time_base) / w->dt);
    uint64_t step = w->step_base + (uint64_t)fmax(n, 0);
    while (tick(w, step) < time) step++;
    while (step > w->step && tick(w, step - 1) >= time) step--;
    return step > w->step ? step : w->step;
}

enum {
    STOP_EVERY = 4096,    /* events between two checks of the stop flag */
    STOP_WITHIN = 1 << 22 /* events after which a step that does not end is given up: some seconds */
};

static rp_status give_up(const rp_event *m, rp_error *err)
{
    return rp_error_set(err, RP_FAILED,
                        "stopped within a step of %g s that does not end: at t = %.9g s there are %d more collisions",
                        m->world->dt, m->origin + m->now, (int)STOP_WITHIN);
}

static rp_status run_to(rp_event *m, uint64_t *step, rp_error *err)
{
    rp_world *w = m->world;
    rp_status status = RP_OK;
    double end = tick(w, *step);
    uint64_t stopping = 0; /* count of events when the flag was seen */
    for (uint64_t n = 1; !status; n++) {
        double limit = end - m->origin;
        const rp_event_queue_entry *e = rp_event_queue_first(&m->queue, m->plan);
        if (m->queue.failed) return rp_memory_error(err, 0, "the event queue");
        rp_event_prefetch_particles(m);
        if (e && e->t <= limit) status = one_event(m, (uint32_t)e->i, e->t, err);
        else if (m->queue.length <= limit)
            status = next_calendar(m, m->queue.length, (double)m->events / m->queue.length, err);
        else break;
        if (!status) status = watch(m, err);
        if (m->collisions_most && m->totals.collisions > m->collisions_most)
            return rp_error_set(err, RP_FAILED, "more collisions than the bound of the compression");
        if (n % STOP_EVERY || !w->stop || !*w->stop) continue;
        if (stopping && n - stopping > STOP_WITHIN) return give_up(m, err);
        if (stopping) continue;
        stopping = n;
        *step = step_at(w, m->origin + m->now);
        end = tick(w, *step);
    }
    return status;
}

/* ---- advancing ---- */

static rp_status advance(rp_world *w, double t_end, rp_error *err)
{
    rp_event *m = w->method_state;
    double start = rp_timer_clock();
    uint64_t step = step_at(w, t_end);
    if (step == w->step) return RP_OK;
    rp_status status = run_to(m, &step, err);
    if (status) return status;
    w->timers.calls[RP_PHASE_STEP] += (long)(step - w->step);
    w->step = step;
    w->time = tick(w, step);
    w->timers.seconds[RP_PHASE_STEP] += rp_timer_clock() - start;
    rp_event_synchronise(m, w->time);
    return RP_OK;
}

/* ---- the table ---- */

static rp_status step_auto(const rp_world *w, double safety, double *dt, char *reason, int size, rp_error *err)
{
    double scale = rp_event_scale(w);
    if (!isfinite(scale)) {
        rp_status status = rp_error_set(err, RP_INPUT, "step: auto needs something that moves");
        rp_error_expected(err, "velocities, gravity or a moving wall; or a step, which is the grid of output times");
        return status;
    }
    *dt = scale / safety;
    snprintf(reason, (size_t)size,
             "dt = %.4g s: outputs fall on multiples of it; events have their own times (a particle flies its radius "
             "in %.4g s)",
             *dt, scale);
    return RP_OK;
}

static rp_status contacts(const rp_world *w, rp_contact_list *list, rp_error *err)
{
    (void)w;
    (void)err;
    list->count = 0; /* a collision is an instant */
    return RP_OK;
}

/* Collisions take no time: the step is that of observers, and the contact time says where the method's limit is. */
static void describe(const rp_world *w, rp_buffer *b)
{
    double t = 0;
    for (int n = 0; n < w->interaction_count; n++) t = fmax(t, rp_event_collapse_contact_time(w, &w->interaction[n]));
    static const char *const lasting[] = {"stops the run (collapse: stop; run.event-driven.collapse has others)",
                                          "goes on without loss along the normal (collapse: tc)",
                                          "goes on without loss below the still speed (collapse: elastic-below)",
                                          "comes to rest below the still speed (collapse: sleep)"};
    rp_buffer_print(b,
                    "contacts         instants, two particles at a time, with the coefficients above, each for its own "
                    "masses, speed and angle.\n"
                    "                 A contact that lasts is a series of collisions, which in the end %s\n",
                    lasting[(int)w->option[RP_EVENT_COLLAPSE]]);
    if (rp_impact_maps_direct(w))
        rp_buffer_print(
            b,
            "                 More than %d kinds of particles, and laws whose impacts differ by size: every "
            "impact is integrated,\n"
            "                 which takes 1 ms, with jkr 8 ms; constants (restitution: {normal: ..., "
            "tangential: ...}) or fewer sizes are faster\n",
            RP_IMPACT_MAP_KINDS);
    if (t > 0) rp_buffer_print(b, "contact time     %.4g s; collisions that follow each other faster are counted\n", t);
    else rp_buffer_print(b, "contact time     not known: there is no normal law\n");
    rp_buffer_print(b, "time step        %.4g s: outputs fall on multiples of it, events have their own times\n",
                    w->dt);
}

/* Of a normal law beside a given restitution only the contact time counts. */
static void unused_normal(const rp_world *w, const rp_interaction *x, rp_buffer *keys)
{
    const rp_law *law = x->law[RP_NORMAL];
    if (!isnan(w->option[RP_EVENT_CONTACT_TIME])) rp_buffer_print(keys, " normal");
    else
        for (int n = 0; n < law->param_count; n++) {
            rp_interaction other = *x;
            if (isnan(x->param[RP_NORMAL][n])) continue;
            other.param[RP_NORMAL][n] = law->param[n].kind == RP_PARAM_NUMBER ? 2 * x->param[RP_NORMAL][n]
                                                                              : x->param[RP_NORMAL][n] == 0;
            if (!rp_interaction_prepare(&other, NULL)
                && rp_interaction_contact_time(x, 1, 1, 1) == rp_interaction_contact_time(&other, 1, 1, 1))
                rp_buffer_print(keys, " normal.%s", law->param[n].name);
        }
}

static void unused(const rp_world *w, const rp_interaction *x, rp_buffer *keys)
{
    if (rp_method_unused_given(x, keys) && x->law[RP_NORMAL] && !rp_collision_tangential_by_law(x))
        unused_normal(w, x, keys);
    if (x->friction_static != x->friction) rp_buffer_print(keys, " friction.static");
    rp_method_unused_params(x, isnan(w->option[RP_EVENT_CONTACT_TIME]), keys);
}

static const char *idle(const rp_world *w, int option)
{
    const double policy = w->option[RP_EVENT_COLLAPSE];
    int laws = 0;
    for (int n = 0; n < w->interaction_count; n++)
        laws |= rp_collision_normal_by_law(&w->interaction[n]) || rp_collision_tangential_by_law(&w->interaction[n]);
    if (option == RP_EVENT_STILL && policy != RP_EVENT_COLLAPSE_ELASTIC && policy != RP_EVENT_COLLAPSE_SLEEP)
        return "for collapse: elastic-below and sleep";
    if (option == RP_EVENT_ERROR && !laws) return "no coefficients follow from laws";
    return NULL;
}

const rp_method rp_event_driven = {
    .name = "event-driven",
    .summary = "Event-driven dynamics (EDMD): free flights and instantaneous collisions, one at a time.",
    .heated_walls = 1,
    .start_overlap = RP_EVENT_OVERLAP,
    .impulsive = 1,
    .ranks_not = "collisions are one sequence in time, and each may change the next",
    .compress = rp_compress_run,
    .option = rp_event_options,
    .option_count = RP_EVENT_OPTIONS,
    .step_auto = step_auto,
    .prepare = prepare,
    .advance = advance,
    .contacts = contacts,
    .describe = describe,
    .unused = unused,
    .idle = idle,
    .destroy = destroy,
    .changed = changed,
    .written = written,
    .admits = admits,
    .populated = begin_again,
    .save = rp_event_state_save,
    .load = rp_event_state_load,
    .hash = rp_event_state_hash,
    .column = rp_event_columns,
    .column_count = RP_EVENT_COLUMNS,
    .column_values = rp_event_column_values,
};
