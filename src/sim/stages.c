/* See stages.h. */
#include "sim/stages.h"
#include <math.h>
#include "base/log.h"
#include "core/prescribed.h"
#include "laws/interaction_state.h"
#include "measure/table.h"

/* The phase of a stage is that of its beginning, the wall's that of time 0. */
static void change_vibration(rp_wall *wall, const rp_wall_change *change, double time)
{
    wall->vibration = change->vibration;
    wall->frequency = change->frequency;
    wall->phase = change->phase - 2 * M_PI * fmod(change->frequency * time, 1);
}

static void change_wall(rp_wall *wall, const rp_wall_change *change, double time)
{
    if (change->has_vibration) change_vibration(wall, change, time);
    if (change->has_velocity) wall->velocity = change->velocity;
    if (change->has_spin) wall->spin = change->spin;
    if (change->has_load) wall->load = change->load;
    if (change->has_push) wall->push = change->push;
    if (change->has_twist) wall->twist = change->twist;
}

/* A particle with prescribed motion from now on stops obeying forces; one that is released has its mass back. */
static void change_group(rp_world *w, const rp_group_change *change)
{
    rp_group *g = &w->group[change->group];
    rp_particles *p = &w->particles;
    g->mode = change->mode;
    g->velocity = change->velocity;
    for (size_t i = 0; i < p->count; i++)
        if (p->group[i] == change->group) rp_prescribed_mobility(w, i);
    w->contacts.valid = 0; /* constrained particles stand last in their chunk */
}

void rp_stages_begin(const rp_stage *stage, rp_world *w)
{
    for (int n = 0; n < stage->remove_count; n++) {
        rp_wall *wall = &w->wall[stage->remove[n]];
        wall->active = 0;
        wall->force = wall->torque = wall->speed = rp_vec_make(0, 0, 0);
    }
    for (int n = 0; n < stage->wall_change_count; n++)
        change_wall(&w->wall[stage->wall_change[n].wall], &stage->wall_change[n], w->time);
    for (int n = 0; n < stage->group_change_count; n++) change_group(w, &stage->group_change[n]);
    rp_cell_set(&w->cell, &stage->cell);
    if (stage->has_gravity) w->gravity = stage->gravity;
    if (stage->step > 0) {
        rp_world_step_set(w, stage->step);
        w->step_least = 0;
    }
    rp_log(&w->log, RP_LOG_INFO, "stage '%s' begins at t = %.6g s and lasts %.6g s at most", stage->name, w->time,
           stage->duration);
}

static int between(const rp_friction_change *c, int a, int b)
{
    return (c->a < 0 || c->a == a) && (c->b < 0 || c->b == b);
}

int rp_stages_friction_between(const rp_friction_change *c, int a, int b)
{
    return between(c, a, b) || between(c, b, a);
}

rp_status rp_stages_friction(const rp_friction_change *change, int count, int by_program, rp_world *w, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < count; n++)
        for (int k = 0; k < w->interaction_count && !status; k++) {
            rp_interaction *x = &w->interaction[k];
            const rp_friction_change *c = &change[n];
            if (!rp_stages_friction_between(c, x->a, x->b)) continue;
            status = rp_interaction_state_friction(x, w, c->friction, err);
            x->friction_set = by_program ? c->friction : -1;
        }
    return status;
}

static rp_status measure(const rp_world *w, const rp_method *method, rp_measures *m, rp_error *err)
{
    rp_contact_list list = {0};
    rp_status status = method->contacts(w, &list, err);
    if (!status) rp_measures_take(w, &list, m);
    rp_memory_free(list.view);
    return status;
}

static int wall_arrived(const rp_wall *wall, double value)
{
    double along = rp_vec_dot(wall->offset, wall->normal);
    return value >= 0 ? along >= value : along <= value;
}

static rp_status measure_passed(const rp_condition *c, const rp_world *w, const rp_method *method, int *over,
                                rp_error *err)
{
    double value;
    rp_status status = rp_measure_now(w, method, c->measure, &value, NULL, err);
    if (!status) *over = c->above ? value > c->value : value < c->value;
    return status;
}

static int all_came(const rp_world *w, int first)
{
    int all = 1;
    for (int n = first; n < w->source_count; n++) all &= w->source[n].done;
    return all;
}

/* Sum of m g r: what lifts each particle by its radius, J. */
static double lift(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    const double g = rp_vec_norm(rp_world_gravity(w, w->time));
    double sum = 0;
    for (size_t n = 0; n < p->count; n++) sum += p->mass[p->by_id[n]] * g * p->row[p->by_id[n]].r;
    return sum;
}

rp_status rp_stages_over(const rp_stage *stage, const rp_world *w, const rp_method *method, double stage_time,
                         int *over, rp_error *err)
{
    const rp_condition *c = &stage->condition;
    *over = 0;
    if (c->kind == RP_UNTIL_TIME || stage_time < c->after) return RP_OK;
    if (c->kind == RP_UNTIL_WALL_POSITION) {
        *over = wall_arrived(&w->wall[c->wall], c->value);
        return RP_OK;
    }
    if (c->kind == RP_UNTIL_SETTLED && !all_came(w, c->source)) return RP_OK;
    if (c->kind == RP_UNTIL_MEASURE) return measure_passed(c, w, method, over, err);
    rp_measures m;
    rp_status status = measure(w, method, &m, err);
    if (status) return status;
    if (c->kind == RP_UNTIL_KINETIC_ENERGY) *over = m.kinetic + m.rotational < c->value;
    else if (c->kind == RP_UNTIL_SETTLED) *over = m.kinetic + m.rotational < c->value * lift(w);
    else *over = m.contacts + m.wall_contacts > 0 && m.unbalanced < c->value;
    return RP_OK;
}

double rp_stages_duration(const rp_scene *scene)
{
    double all = 0;
    for (int n = 0; n < scene->stage_count; n++) all += scene->stage[n].duration;
    return all;
}
