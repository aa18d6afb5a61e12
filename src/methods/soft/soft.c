/* The soft method: contacts are force laws of overlap, velocity and history; Newton's equations step by step.
 * kernel.h says how a step goes; this file owns its memory, walls, totals and the decision when to rebuild the list. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "base/threads.h"
#include "core/neighbours.h"
#include "core/pair_table.h"
#include "core/walls.h"
#include "laws/interaction.h"
#include "methods/soft/graze.h"
#include "methods/soft/kernel.h"
#include "methods/soft/polygons.h"
#include "methods/soft/remember.h"
#include "methods/soft/scheme.h"
#include "methods/soft/servo.h"
#include "methods/soft/soft.h"

typedef struct soft {
    int isa;
    int lane_count;
    rp_lane *lane;                 /* owned */
    size_t force_rows;             /* capacity of each lane's force rows */
    size_t group_capacity, halo_capacity, pending_capacity, chunk_capacity;
    rp_sums *sums;                 /* owned; per group of chunks */
    rp_wall_sum *wall_sum;         /* owned; groups x walls */
    rp_group_sum *group_sum;       /* owned; groups x particle groups */
    rp_force_row *halo, *pending;  /* owned */
    size_t *pending_at;            /* owned */
    rp_vec *wall_offset;           /* owned */
    double *wall_angle;            /* owned */
    double *wall_stiffness;        /* owned; of one contact, for walls whose damping is automatic, N/m */
    double diameter;               /* m: mean, for the same */
    rp_corners corners;
    rp_remember remember;
    rp_graze graze;
    rp_step step;
    rp_scheme scheme;
} soft;

typedef void drift_function(const rp_step *, uint32_t, rp_sums *);
typedef void group_function(const rp_step *, rp_lane *, size_t);
typedef int observe_function(const rp_step *, rp_lane *);
static drift_function *const kernel_drift[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_kernel_drift);
static group_function *const kernel_group[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_kernel_group);
static group_function *const kernel_deferred[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_kernel_deferred);
static observe_function *const kernel_observe[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_kernel_observe);

/* ---- step length ---- */

typedef struct smallest { double mass, r; } smallest; /* lightest particle of a material */

rp_status rp_soft_time_scale(const rp_world *w, rp_soft_scale *scale, rp_error *err)
{
    smallest *light = rp_memory_alloc((size_t)w->material_count, sizeof *light);
    if (!light) return rp_memory_error(err, sizeof *light, "the time step");
    for (int m = 0; m < w->material_count; m++) light[m] = (smallest){INFINITY, NAN};
    for (size_t i = 0; i < w->particles.count; i++) {
        smallest *s = &light[w->particles.material[i]];
        if (w->particles.row[i].inv_mass > 0 && w->particles.mass[i] < s->mass) *s = (smallest){w->particles.mass[i], w->particles.row[i].r};
    }
    *scale = (rp_soft_scale){.contact_time = INFINITY, .speed = rp_world_speed_scale(w)};
    for (int a = 0; a < w->material_count; a++)
        for (int b = 0; b < w->material_count; b++) {
            const rp_interaction *x = &w->interaction[w->interaction_of[a * w->material_count + b]];
            if (!isfinite(light[a].mass) || w->interaction_of[a * w->material_count + b] == UINT16_MAX) continue;
            int wall = !isfinite(light[b].mass); /* only walls (or held particles) are of material b */
            double m = wall ? light[a].mass : light[a].mass * light[b].mass / (light[a].mass + light[b].mass);
            double r = wall ? light[a].r : light[a].r * light[b].r / (light[a].r + light[b].r);
            double t = rp_interaction_contact_time(x, m, r, scale->speed);
            if (t < scale->contact_time) *scale = (rp_soft_scale){t, scale->speed, a, b, m, r};
        }
    rp_memory_free(light);
    return RP_OK;
}

static rp_status step_auto(const rp_world *w, double safety, double *dt, char *reason, int size, rp_error *err)
{
    rp_soft_scale scale;
    rp_status status = rp_soft_time_scale(w, &scale, err);
    if (status) return status;
    if (!isfinite(scale.contact_time)) return rp_error_set(err, RP_INPUT, "step: auto needs particles that a contact law can act on");
    *dt = scale.contact_time / safety;
    snprintf(reason, (size_t)size, "dt = %.4g s: shortest contact time %.4g s (%s on %s) / safety %g", *dt, scale.contact_time, w->material[scale.a].name, w->material[scale.b].name, safety);
    return RP_OK;
}

/* ---- memory ---- */

static void destroy(rp_world *w)
{
    soft *m = w->method_state;
    if (!m) return;
    for (int n = 0; m->lane && n < m->lane_count; n++) {
        rp_memory_free(m->lane[n].pairs);
        rp_memory_free(m->lane[n].walls);
        rp_memory_free(m->lane[n].force);
        rp_memory_free(m->lane[n].polygon);
    }
    rp_corners_free(&m->corners);
    rp_remember_free(&m->remember);
    rp_graze_free(&m->graze);
    void *all[] = {m->lane, m->sums, m->wall_sum, m->group_sum, m->halo, m->pending, m->pending_at, m->wall_offset, m->wall_angle, m->wall_stiffness};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    rp_scheme_destroy(&m->scheme);
    rp_memory_free(m);
    w->method_state = NULL;
}

static rp_status no_memory(rp_error *err) { return rp_memory_error(err, 0, "the soft method's buffers"); }

/* 0: out of memory; what there is then is freed as usual. */
static int make_blocks(const rp_world *w, rp_lane *lane)
{
    lane->pairs = rp_memory_alloc((size_t)w->interaction_count, sizeof *lane->pairs);
    lane->walls = rp_memory_alloc((size_t)w->interaction_count, sizeof *lane->walls);
    if (w->particles.shape) lane->polygon = rp_polygons_blocks(w->interaction_count);
    if (!lane->pairs || !lane->walls || (w->particles.shape && !lane->polygon)) return 0;
    for (int n = 0; n < w->interaction_count; n++) {
        rp_interaction_friction(&w->interaction[n], &lane->pairs[n]);
        rp_interaction_friction(&w->interaction[n], &lane->walls[n].block);
    }
    return 1;
}

static rp_status make_lanes(rp_world *w, soft *m, rp_error *err)
{
    m->lane_count = rp_threads_count();
    m->lane = rp_memory_alloc((size_t)m->lane_count, sizeof *m->lane);
    m->wall_offset = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_offset);
    m->wall_angle = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_angle);
    m->wall_stiffness = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_stiffness);
    if (!m->lane || !m->wall_offset || !m->wall_angle || !m->wall_stiffness) return no_memory(err);
    for (int n = 0; n < m->lane_count; n++)
        if (!make_blocks(w, &m->lane[n])) return no_memory(err);
    return RP_OK;
}

static rp_status make_force_rows(const rp_contacts *c, soft *m, rp_error *err)
{
    size_t most = 0, had = m->force_rows;
    for (size_t n = 0; n < c->group_count; n++) {
        size_t rows = c->group[n].reach - c->group[n].first + c->group[n].wrap;
        most = rows > most ? rows : most;
    }
    for (int n = 0; n < m->lane_count; n++) {
        size_t capacity = had;
        if (!rp_memory_fit(&m->lane[n].force, &capacity, most, sizeof(rp_force_row))) return no_memory(err);
        m->force_rows = capacity;
    }
    return RP_OK;
}

/* Buffers that follow the list. */
static rp_status fit_buffers(rp_world *w, rp_error *err)
{
    soft *m = w->method_state;
    const rp_contacts *c = &w->contacts;
    size_t pending = 0, groups = c->group_count, had = m->group_capacity, wall_capacity = had * (size_t)w->wall_count, group_capacity = had * (size_t)w->group_count;
    for (size_t n = 0; n < c->chunk_count; n++) pending += c->chunk[n].deferred ? c->chunk[n].last - c->chunk[n].first : 0;
    if (!rp_memory_reserve(&m->pending_at, &m->chunk_capacity, c->chunk_count, sizeof *m->pending_at)
        || !rp_memory_fit(&m->halo, &m->halo_capacity, c->halo_rows, sizeof *m->halo)
        || !rp_memory_fit(&m->pending, &m->pending_capacity, pending, sizeof *m->pending)
        || !rp_memory_reserve(&m->wall_sum, &wall_capacity, groups * (size_t)w->wall_count, sizeof *m->wall_sum)
        || !rp_memory_reserve(&m->group_sum, &group_capacity, groups * (size_t)w->group_count, sizeof *m->group_sum)
        || !rp_memory_reserve(&m->sums, &had, groups, sizeof *m->sums))
        return no_memory(err);
    m->group_capacity = groups > m->group_capacity ? groups : m->group_capacity;
    for (size_t n = 0, at = 0; n < c->chunk_count; n++) {
        m->pending_at[n] = at;
        at += c->chunk[n].deferred ? c->chunk[n].last - c->chunk[n].first : 0;
    }
    rp_status status = w->particles.shape ? rp_corners_fit(&m->corners, w, err) : RP_OK;
    return status ? status : make_force_rows(c, m, err);
}

/* ---- walls ---- */

static void drift_walls(rp_world *w, soft *m)
{
    double dt = w->dt;
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        m->wall_offset[n] = wall->offset, m->wall_angle[n] = wall->angle;
        if (!wall->active) continue;
        if (rp_walls_loaded(wall)) {
            wall->offset = rp_vec_add(wall->offset, rp_vec_scale(dt, rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, wall->acceleration))));
            wall->speed = rp_vec_add(wall->speed, rp_vec_scale(dt, wall->acceleration));
        } else {
            rp_walls_drift(wall, w->time, dt);
        }
        rp_walls_turn(wall, w->time, dt);
    }
}

/* correct: loaded walls' speeds too; last: the step's result, counted wall by wall. work: gets what the walls did at the rate of now, over a step, J */
static void finish_walls(rp_world *w, soft *m, double time, int correct, int last, rp_totals *work)
{
    double dt = w->dt;
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        rp_wall_sum sum = {0};
        if (!wall->active) continue;
        for (size_t g = 0; g < w->contacts.group_count; g++) {
            const rp_wall_sum *part = &m->sums[g].wall[n];
            sum.force = rp_vec_add(sum.force, part->force);
            sum.torque = rp_vec_add(sum.torque, part->torque);
            sum.work += part->work;
        }
        wall->force = sum.force, wall->torque = sum.torque;
        if (rp_walls_loaded(wall)) {
            rp_vec normal = rp_wall_face_normal(wall);
            double load = rp_walls_load(w, n, time);
            double push = rp_vec_dot(sum.force, normal);
            double drag = rp_servo_drag(w, n, m->wall_stiffness[n], m->diameter, load, push, rp_vec_dot(normal, wall->speed));
            rp_vec a = rp_vec_scale((push + load - drag) / wall->mass, normal);
            if (correct) wall->speed = rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, rp_vec_sub(a, wall->acceleration)));
            wall->acceleration = a;
            work->loads += (load - drag) * rp_vec_dot(normal, wall->speed) * dt;
        } else {
            if (last) wall->work += sum.work;
            work->walls += sum.work;
        }
        if (last) wall->impulse = rp_vec_add(wall->impulse, rp_vec_scale(dt, sum.force));
    }
}

/* ---- trouble ---- */

/* The deepest contact of particle i, in words. */
static void worst_contact(const rp_world *w, size_t i, char *text, int size)
{
    const int64_t id = w->particles.id[i];
    rp_contact_list list = {0};
    const rp_contact_view *deepest = NULL;
    if (rp_soft.contacts(w, &list, NULL) == RP_OK)
        for (size_t n = 0; n < list.count; n++)
            if ((list.view[n].a == id || list.view[n].b == id) && (!deepest || list.view[n].overlap > deepest->overlap)) deepest = &list.view[n];
    if (!deepest) snprintf(text, (size_t)size, "it touches nothing");
    else if (deepest->b < 0) snprintf(text, (size_t)size, "worst contact: wall '%.40s', overlap %.3g m", w->wall[-1 - deepest->b].name, deepest->overlap);
    else snprintf(text, (size_t)size, "worst contact: particle %lld, overlap %.3g m", (long long)(deepest->b == id ? deepest->a : deepest->b), deepest->overlap);
    rp_memory_free(list.view);
}

static void likely_cause(const rp_world *w, int left, char *text, int size)
{
    rp_soft_scale scale = {.contact_time = NAN};
    rp_soft_time_scale(w, &scale, NULL);
    double ratio = w->dt / scale.contact_time;
    if (ratio > 0.1) snprintf(text, (size_t)size, "the step is %.2g of the contact time %.3g s: take at most 1/20 (step: auto)", ratio, scale.contact_time);
    else snprintf(text, (size_t)size, "dt / contact time is %.2g, which is fine: look for %s", ratio,
                  left ? "a wall that is missing" : "particles that start deep in each other or a drive that is too fast");
}

/* What happened to particle i, with all that helps to see why. */
static rp_status trouble(rp_world *w, size_t i, int left, rp_error *err)
{
    char partner[96], cause[160];
    rp_vec x = rp_particle_position(&w->particles, i), v = rp_particle_velocity(&w->particles, i);
    const char *what = !isfinite(x.x + x.y + x.z) ? "is nowhere (NaN)" : left ? "left the domain" : "runs away";
    worst_contact(w, i, partner, sizeof partner);
    likely_cause(w, left, cause, sizeof cause);
    rp_status status = rp_error_set(err, RP_FAILED, "particle %u %s: position (%.4g, %.4g, %.4g) m, speed %.4g m/s, step %llu; %s; %s", w->particles.id[i], what,
                                    x.x, x.y, x.z, rp_vec_norm(v), (unsigned long long)w->step, partner, cause);
    if (err) err->particle = w->particles.id[i], err->time = w->time;
    return status;
}

static rp_status diverged(rp_world *w, rp_error *err)
{
    const rp_particles *p = &w->particles;
    size_t worst = 0;
    double fastest = -1;
    rp_status status = rp_remember_spent(w, err);
    if (status) return status;
    for (size_t i = 0; i < p->count; i++) {
        double speed = rp_vec_norm(rp_particle_velocity(p, i));
        if (!isfinite(speed)) {
            worst = i;
            break;
        }
        if (speed > fastest) fastest = speed, worst = i;
    }
    return trouble(w, worst, 0, err);
}

/* ---- the list ---- */

static rp_status refresh_list(rp_world *w, rp_error *err)
{
    int rebuilt;
    rp_status status = rp_neighbours_refresh(w, &rebuilt, err);
    if (status == RP_FAILED && err && w->primed && err->particle >= 0) return trouble(w, w->particles.slot_of[err->particle], 1, err);
    return status || !rebuilt ? status : fit_buffers(w, err);
}

/* ---- a step ---- */

static void clear_sums(rp_world *w, soft *m)
{
    size_t groups = w->contacts.group_count;
    memset(m->sums, 0, groups * sizeof *m->sums);
    memset(m->wall_sum, 0, groups * (size_t)w->wall_count * sizeof *m->wall_sum);
    memset(m->group_sum, 0, groups * (size_t)w->group_count * sizeof *m->group_sum);
    for (size_t g = 0; g < groups; g++) m->sums[g].wall = m->wall_sum + g * (size_t)w->wall_count, m->sums[g].group = m->group_sum + g * (size_t)w->group_count;
}

static void forces_and_moves(rp_world *w, soft *m)
{
    const rp_step *s = &m->step;
    const rp_contacts *c = &w->contacts;
    const int isa = m->isa;
#pragma omp parallel num_threads(m->lane_count) if (c->group_count > 1)
    {
        rp_lane *lane = &m->lane[rp_threads_index()];
#pragma omp for schedule(static)
        for (size_t g = 0; g < c->group_count; g++)
            for (uint32_t n = c->group[g].chunk; !s->prime && n < c->group[g].chunk_end; n++)
                if (c->chunk[n].deferred) kernel_drift[isa](s, n, &s->sums[g]);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < c->group_count; g++) kernel_group[isa](s, lane, g);
#pragma omp for schedule(static)
        for (size_t g = 0; g < c->group_count; g++) kernel_deferred[isa](s, lane, g);
    }
}

static double lane_sum(const double *lane)
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* One power over the step: the mean of what it was and what it is. */
static void integrate(double *total, double *power, double work, double dt)
{
    double now = work / dt;
    *total += 0.5 * dt * (*power + now);
    *power = now;
}

/* ahead: what of the tangential loss lies after now; it counted already, and did so a step ago */
static void integrate_all(rp_world *w, const rp_totals *work, double ahead)
{
    rp_totals *t = &w->totals, *p = &w->power;
    integrate(&t->walls, &p->walls, work->walls, w->dt);
    integrate(&t->loads, &p->loads, work->loads, w->dt);
    integrate(&t->drives, &p->drives, work->drives, w->dt);
    integrate(&t->normal, &p->normal, work->normal, w->dt);
    t->tangential += work->tangential + w->dt * (p->tangential - ahead / w->dt);
    p->tangential = ahead / w->dt; /* lost in half a step, over dt */
    integrate(&t->rolling, &p->rolling, work->rolling, w->dt);
}

/* What two particles, or one and a wall at rest, come closer in the next step is at most the range of all ways. */
static void bound_ways(rp_contacts *c, const soft *m)
{
    double move = 0, least[3] = {0, 0, 0}, most[3] = {0, 0, 0};
    for (size_t g = 0; g < c->group_count; g++) {
        const rp_sums *s = &m->sums[g];
        move = fmax(move, s->move);
        for (int axis = 0; axis < 3; axis++) least[axis] = fmin(least[axis], s->least[axis]), most[axis] = fmax(most[axis], s->most[axis]);
    }
    c->next_move = sqrt(move);
    c->next_shared = fmax(0, c->next_move - 0.5 * rp_vec_norm(rp_vec_make(most[0] - least[0], most[1] - least[1], most[2] - least[2])));
}

static rp_status add_up(rp_world *w, soft *m, rp_vec gravity, rp_totals work, rp_error *err)
{
    double ahead = 0;
    long bad = 0;
    rp_vec moved = {0, 0, 0};
    for (int n = 0; n < w->group_count; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        const rp_sums *s = &m->sums[g];
        work.normal += lane_sum(s->normal);
        work.tangential += lane_sum(s->tangential);
        ahead += lane_sum(s->ahead);
        work.rolling += lane_sum(s->rolling);
        w->timers.contact_updates += s->polygons;
        w->totals.drives += s->drives;
        w->totals.tangential += s->freed, w->totals.rolling += s->freed_rolling;
        moved = rp_vec_add(moved, s->mass_moved);
        bad += s->bad;
        for (int n = 0; n < w->group_count; n++) {
            w->group[n].reaction = rp_vec_add(w->group[n].reaction, s->group[n].reaction);
            w->group[n].work += s->group[n].work;
            work.drives += s->group[n].work;
        }
    }
    integrate_all(w, &work, ahead);
    w->totals.gravity += rp_vec_dot(gravity, moved);
    bound_ways(&w->contacts, m);
    return bad ? diverged(w, err) : RP_OK;
}

static void set_step(rp_world *w, soft *m, int prime)
{
    rp_step *s = &m->step;
    double smallest_r = INFINITY;
    for (size_t i = 0; i < w->particles.count && s->move_limit == 0; i++) smallest_r = fmin(smallest_r, w->particles.row[i].r);
    if (s->move_limit == 0) s->move_limit = smallest_r * smallest_r;
    s->world = w, s->dt = w->dt, s->law_dt = s->work_dt = s->touch_dt = prime ? 0 : w->dt, s->touch_back = 0.5 * s->touch_dt, s->prime = prime;
    s->laws = rp_law_list(m->isa);
    s->halo = m->halo, s->pending = m->pending, s->pending_at = m->pending_at, s->sums = m->sums;
    s->wall_offset = m->wall_offset, s->wall_angle = m->wall_angle;
    s->corners = w->particles.shape ? &m->corners : NULL;
}

/* The mean of gravity before and after: the trapezoid of its work. */
static rp_vec mean_gravity(const rp_world *w)
{
    return rp_vec_scale(0.5, rp_vec_add(rp_world_gravity(w, w->time), rp_world_gravity(w, w->time + w->dt)));
}

static rp_status one_step(rp_world *w, rp_error *err)
{
    soft *m = w->method_state;
    rp_status status = refresh_list(w, err);
    if (status) return status;
    rp_remember_clusters(&m->remember, w);
    status = rp_graze_step(&m->graze, w, err);
    if (status) return status;
    set_step(w, m, 0);
    m->step.gravity = rp_world_gravity(w, w->time + w->dt);
    rp_vec gravity = mean_gravity(w);
    clear_sums(w, m);
    drift_walls(w, m);
    rp_walls_remove_expired(w, w->time + w->dt);
    forces_and_moves(w, m);
    w->step++;
    w->time = w->time_base + (double)(w->step - w->step_base) * w->dt;
    rp_totals work = {0};
    finish_walls(w, m, w->time, 1, 1, &work);
    return add_up(w, m, gravity, work, err);
}

/* ---- a step by another scheme (scheme.h) ---- */

void rp_soft_evaluate(rp_world *w, const rp_pass *pass, rp_answer *answer)
{
    soft *m = w->method_state;
    *answer = (rp_answer){0};
    set_step(w, m, 1);
    m->step.law_dt = pass->law_dt, m->step.touch_dt = pass->touch_dt, m->step.touch_back = pass->touch_back, m->step.work_dt = w->dt;
    m->step.gravity = rp_world_gravity(w, w->time);
    clear_sums(w, m);
    if (m->step.corners) rp_corners_turn(m->step.corners, w, 0, (uint32_t)w->particles.count, 0);
    forces_and_moves(w, m);
    finish_walls(w, m, w->time, 0, pass->last, &answer->work);
    for (int n = 0; n < w->group_count && pass->last; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        const rp_sums *s = &m->sums[g];
        rp_totals *work = &answer->work;
        work->normal += lane_sum(s->normal), work->tangential += lane_sum(s->tangential), work->rolling += lane_sum(s->rolling);
        answer->freed += s->freed, answer->freed_rolling += s->freed_rolling;
        answer->move = fmax(answer->move, sqrt(s->move)), answer->bad += s->bad;
        for (int n = 0; n < w->group_count; n++) {
            work->drives += s->group[n].work;
            if (pass->last) w->group[n].work += s->group[n].work, w->group[n].reaction = rp_vec_add(w->group[n].reaction, s->group[n].reaction);
        }
    }
}

static rp_status other_step(rp_world *w, rp_error *err)
{
    soft *m = w->method_state;
    rp_answer answer;
    rp_status status = refresh_list(w, err);
    if (!status && w->particles.shape) rp_corners_turn(&m->corners, w, 0, (uint32_t)w->particles.count, 0);
    if (!status) rp_remember_clusters(&m->remember, w);
    if (!status) status = rp_scheme_step(&m->scheme, w, &answer, err);
    return status || !answer.bad ? status : diverged(w, err);
}

static rp_status advance(rp_world *w, double t_end, rp_error *err) 
{
    const soft *m = w->method_state;
    return rp_method_steps(w, t_end, rp_scheme_fused(&m->scheme) ? one_step : other_step, err);
}

/* ---- making ready ---- */

static rp_status plan_history(rp_world *w, soft *m, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    double mean = 0, largest = 0;
    for (size_t i = 0; i < w->particles.count; i++) mean += w->particles.row[i].r, largest = fmax(largest, w->particles.row[i].r);
    mean /= (double)(w->particles.count ? w->particles.count : 1);
    if (c->skin == 0) c->skin = 0.2 * mean;
    rp_memory_free(c->odd);
    c->odd = rp_memory_alloc((size_t)w->interaction_count, sizeof *c->odd);
    if (!c->odd) return no_memory(err);
    c->reach = 0;
    int width = 0;
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        c->odd[n] = x->odd;
        if (x->history_width > width) width = x->history_width;
        c->reach = fmax(c->reach, rp_interaction_reach(x, largest));
        m->step.rolling |= x->law[RP_ROLLING] >= 0;
        for (int slot = 0; slot < RP_SLOT_COUNT; slot++) m->step.curvature |= x->law[slot] >= 0 && rp_law_list(m->isa)[x->law[slot]]->curvature;
    }
    m->step.reach = c->reach;
    rp_pair_table_shape(c, width, RP_PAIR_BLOCK, rp_pair_table_kinds(w));
    return RP_OK;
}

/* Forces and powers of the start. What the laws lose at once, and springs half a step ahead where they live at half steps, are seen in a pass over half a
 * step; forces are those of the springs as given. */
static rp_status first_forces(rp_world *w, const soft *m, rp_error *err)
{
    rp_histories as_given = {0}, ahead = {0};
    rp_answer lost, now = {0};
    const double rate = 1 / w->dt;
    rp_status status = rp_histories_copy(&as_given, w, err);
    if (!status) rp_soft_evaluate(w, &(rp_pass){.law_dt = 0.5 * w->dt}, &lost);
    if (!status) status = rp_histories_copy(&ahead, w, err);
    if (!status) {
        rp_histories_restore(&as_given, w);
        rp_soft_evaluate(w, &(rp_pass){0}, &now);
        if (rp_scheme_observe_dt(&m->scheme, w->dt) != 0) rp_histories_restore(&ahead, w);
        w->power = (rp_totals){.walls = rate * now.work.walls, .loads = rate * now.work.loads, .drives = rate * now.work.drives,
                               .normal = 2 * rate * lost.work.normal, .tangential = (rp_scheme_fused(&m->scheme) ? 1 : 2) * rate * lost.work.tangential, .rolling = 2 * rate * lost.work.rolling};
        w->contacts.next_move = now.move, w->contacts.next_shared = 0;
    }
    rp_histories_free(&as_given);
    rp_histories_free(&ahead);
    return status || !now.bad ? status : diverged(w, err);
}

static rp_status prime(rp_world *w, soft *m, rp_error *err)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        if (!wall->active) continue;
        if (!rp_walls_loaded(wall)) wall->speed = rp_wall_prescribed_velocity(wall, w->time);
        wall->turning = rp_wall_prescribed_spin(wall, w->time);
        m->wall_offset[n] = wall->offset, m->wall_angle[n] = wall->angle;
    }
    w->primed = 1;
    rp_remember_clusters(&m->remember, w);
    return first_forces(w, m, err);
}

static rp_status make_ready(rp_world *w, soft *m, rp_error *err)
{
    m->isa = rp_isa_best();
    rp_status status = rp_scheme_prepare(&m->scheme, w, w->particles.shape ? &m->corners : NULL, err);
    if (!status) status = plan_history(w, m, err);
    if (!status) status = make_lanes(w, m, err);
    if (!status) status = rp_remember_prepare(&m->remember, w, err);
    rp_graze_prepare(&m->graze, w);
    if (!status) status = rp_servo_prepare(w, m->wall_stiffness, &m->diameter, err);
    if (!status && !w->contacts.valid) status = rp_neighbours_build(w, err);
    if (!status) status = fit_buffers(w, err);
    if (status) return status;
    rp_walls_remove_expired(w, w->time);
    if (!w->primed) return prime(w, m, err);
    set_step(w, m, 0); /* observers may look before the first step */
    return RP_OK;
}

static rp_status prepare(rp_world *w, rp_error *err)
{
    soft *m = w->method_state, before = {0};
    if (m) before.scheme = m->scheme, m->scheme = (rp_scheme){0}; /* what load brought */
    destroy(w);
    m = w->method_state = rp_memory_alloc(1, sizeof *m);
    if (!m) rp_scheme_destroy(&before.scheme);
    if (!m) return no_memory(err);
    m->scheme = before.scheme;
    if (!w->particles.accel && !(w->particles.accel = rp_memory_alloc(w->particles.count, sizeof(rp_accel)))) return no_memory(err);
    return make_ready(w, m, err);
}

static rp_status contacts(const rp_world *w, rp_contact_list *list, rp_error *err)
{
    const soft *m = w->method_state;
    rp_step s = m->step;
    rp_lane lane = {0};
    if (s.corners) rp_corners_turn(s.corners, w, 0, (uint32_t)w->particles.count, 0);
    s.views = list, s.law_dt = rp_scheme_observe_dt(&m->scheme, w->dt), s.touch_dt = 0, s.prime = 0;
    list->count = 0;
    int good = make_blocks(w, &lane) && kernel_observe[m->isa](&s, &lane);
    rp_memory_free(lane.polygon);
    rp_memory_free(lane.pairs);
    rp_memory_free(lane.walls);
    return good ? RP_OK : rp_memory_error(err, list->count * sizeof *list->view, "the list of contacts");
}

static rp_status save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const soft *m = w->method_state;
    return rp_scheme_save(&m->scheme, w, archive, err);
}

static rp_status load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    soft *m = w->method_state ? w->method_state : rp_memory_alloc(1, sizeof *m);
    if (!m) return no_memory(err);
    w->method_state = m;
    return rp_scheme_load(&m->scheme, w, archive, err);
}

static void hash(const rp_world *w, struct rp_hash *h)
{
    const soft *m = w->method_state;
    rp_scheme_hash(&m->scheme, w, h);
}

const rp_method rp_soft = {
    .name = "soft",
    .summary = "Soft particles (DEM, MD): forces from contact laws; velocity Verlet with synchronised velocities, or another integrator.",
    .step_auto = step_auto,
    .prepare = prepare,
    .advance = advance,
    .contacts = contacts,
    .destroy = destroy,
    .option = rp_soft_options,
    .option_count = RP_SOFT_OPTIONS,
    .save = save,
    .load = load,
    .hash = hash,
};
