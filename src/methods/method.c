/* The list of methods. A new method is one table and one line here. */
#include "methods/method.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "core/mesh_touch.h"
#include "core/pieces.h"
#include "core/wall_parts.h"
#include "core/walls.h"
#include "laws/collision.h"
#include "methods/contact_dynamics/contact_dynamics.h"
#include "methods/event/event.h"
#include "methods/soft/soft.h"
#include "repose/method.h"

static const rp_method *const methods[] = {&rp_contact_dynamics, &rp_soft, &rp_event_driven, NULL};

size_t rp_contact_list_run(const rp_contact_list *list, const rp_world *w, size_t first)
{
    rp_piece piece = rp_pieces_of(w, rp_particles_slot(&w->particles, list->view[first].a));
    size_t end = first;
    for (; end < list->count; end++) {
        size_t slot = rp_particles_slot(&w->particles, list->view[end].a);
        if (slot < piece.first || slot >= piece.last) break;
    }
    return end;
}

const rp_method *const *rp_method_list(void) { return methods; }

int rp_method_count(void) { return (int)(sizeof methods / sizeof *methods) - 1; }

rp_method_info rp_method_get(int n)
{
    const rp_method *m = methods[n];
    return (rp_method_info){m->name, m->summary, m->option, m->option_count, m->column, m->column_count};
}

const rp_method *rp_method_find(const char *name)
{
    for (const rp_method *const *m = methods; *m; m++)
        if (strcmp((*m)->name, name) == 0) return *m;
    return NULL;
}

double rp_method_start_overlap(const rp_method *method, double allowed)
{
    return method->start_overlap > 0 ? fmin(allowed, method->start_overlap) : allowed;
}

/* 1: the laws have other constants. */
static int differs(const rp_interaction *x, rp_interaction *other)
{
    return rp_interaction_prepare(other, NULL) || memcmp(other->constant, x->constant, sizeof x->constant) != 0;
}

int rp_method_speed_matters(const rp_interaction *x)
{
    rp_interaction other = *x;
    other.eps_speed = 2 * x->eps_speed;
    return differs(x, &other);
}

int rp_method_restitution_matters(const rp_interaction *x)
{
    rp_interaction other = *x;
    other.eps_n = 0.5 * x->eps_n;
    return differs(x, &other);
}

/* 1: two interactions have the same outcome of impacts, at speeds and slips far apart. */
static int alike(const rp_interaction *x, const rp_interaction *y)
{
    static const rp_impact_pair pair = {1e-4, 5e-3, 2.0 / 7};
    static const double speed[] = {0.05, 2}, ratio[] = {0.2, 1.5};
    for (int n = 0; n < 4; n++) {
        rp_collision_rule a, b;
        const double v = speed[n / 2], u = v * ratio[n % 2];
        if (rp_collision_exact(x, &pair, v, u, &a, NULL) || rp_collision_exact(y, &pair, v, u, &b, NULL)) return 0;
        if (a.sticks != b.sticks || fabs(a.eps_n - b.eps_n) > 1e-9 || fabs(a.eps_t - b.eps_t) > 1e-9) return 0;
    }
    return 1;
}

/* 1: neither impacts nor, where they count, contact times differ. */
static int idle(const rp_interaction *x, rp_interaction *other, int timed)
{
    if (rp_interaction_prepare(other, NULL)) return 0;
    if (timed && rp_interaction_contact_time(x, 1, 1, 1) != rp_interaction_contact_time(other, 1, 1, 1)) return 0;
    return alike(x, other);
}

/* 1: no impact depends on a parameter of a law, as far as other values of it show. */
static int idle_param(const rp_interaction *x, int slot, int n, int timed)
{
    const rp_param *p = &x->law[slot]->param[n];
    const double value = x->param[slot][n];
    rp_interaction other = *x;
    if (isnan(value) || (p->kind == RP_PARAM_NUMBER && value == 0)) return 0;
    other.param[slot][n] = p->kind == RP_PARAM_NUMBER ? 0.5 * value : value == 0;
    return idle(x, &other, timed);
}

/* 1: a restitution is given, the normal law implies another one, and this does not depend on the one given. */
static int idle_restitution(const rp_interaction *x, int timed)
{
    rp_interaction other = *x;
    if (isnan(x->eps_n) || !rp_collision_normal_by_law(x)) return 0;
    other.eps_n = 0.5 * x->eps_n;
    return idle(x, &other, timed);
}

void rp_method_unused_params(const rp_interaction *x, int timed, rp_buffer *keys)
{
    static const rp_slot slots[] = {RP_NORMAL, RP_TANGENTIAL};
    const int by_law[] = {rp_collision_normal_by_law(x) || rp_collision_tangential_by_law(x),
                          rp_collision_tangential_by_law(x)};
    if (idle_restitution(x, timed)) rp_buffer_print(keys, " restitution.normal");
    for (int k = 0; k < 2; k++)
        for (int n = 0; by_law[k] && x->law[slots[k]] && n < x->law[slots[k]]->param_count; n++)
            if (idle_param(x, slots[k], n, timed))
                rp_buffer_print(keys, " %s.%s", rp_slot_name(slots[k]), x->law[slots[k]]->param[n].name);
}

void rp_method_error_key(rp_error *err, const char *list, const char *name, const char *key)
{
    char path[160];
    snprintf(path, sizeof path, "%s.%s.%s", list, name, key);
    rp_error_key(err, path);
}

void rp_method_error_rule(rp_error *err, const rp_world *w, const rp_interaction *x, const char *key)
{
    char names[2 * RP_NAME];
    snprintf(names, sizeof names, "%s.%s", w->material[x->a].name, w->material[x->b].name);
    rp_method_error_key(err, "interactions", names, key);
}

int rp_method_unused_given(const rp_interaction *x, rp_buffer *keys)
{
    int given = !rp_collision_normal_by_law(x);
    if (!isnan(x->eps_speed) && (given || !rp_method_speed_matters(x))) rp_buffer_print(keys, " restitution.speed");
    if (x->law[RP_TANGENTIAL] && !rp_collision_tangential_by_law(x)) rp_buffer_print(keys, " tangential");
    if (rp_collision_smooth(x)) rp_buffer_print(keys, " restitution.tangential (while friction is 0)");
    return given;
}

void rp_method_names(size_t capability, char *text, size_t size)
{
    text[0] = '\0';
    for (const rp_method *const *m = methods; *m; m++) {
        size_t used = strlen(text);
        if (!*(const int *)((const char *)*m + capability)) continue;
        snprintf(text + used, size - used, "%s%s", used ? " or " : "", (*m)->name);
    }
}

const rp_method *rp_method_compressing(void)
{
    const rp_method *const *m = methods;
    while (*m && !(*m)->compress) m++;
    return *m;
}

static void say_crowded(rp_world *w)
{
    if (w->contacts.crowded != 1) return;
    w->contacts.crowded = 2;
    rp_log(
        &w->log, RP_LOG_WARN,
        "t = %.6g s: a particle touches more than %d triangles of a mesh at once; the nearest count. A coarser mesh, "
        "or a larger angle `smooth`, has fewer contacts",
        w->time, RP_MESH_TOUCH_MOST);
}

rp_status rp_method_steps(rp_world *w, double t_end, rp_method_step *one_step, rp_error *err)
{
    double start = rp_timer_clock(), lists = w->timers.seconds[RP_PHASE_LIST];
    rp_status status = RP_OK;
    int last = rp_world_stop(w);
    while (!status && w->time < t_end && !last) {
        last = rp_world_stop(w) || w->time_base + (double)(w->step + 1 - w->step_base) * w->dt >= t_end;
        status = one_step(w, last, err);
        w->timers.calls[RP_PHASE_STEP]++;
    }
    w->timers.seconds[RP_PHASE_STEP] += rp_timer_clock() - start - (w->timers.seconds[RP_PHASE_LIST] - lists);
    say_crowded(w);
    return status;
}

static rp_status check_group(const rp_group *g, rp_error *err)
{
    const char *key = g->mode == RP_GROUP_DRIVEN  ? "driven"
                      : g->mode == RP_GROUP_GLUED ? "glued"
                      : g->lock                   ? "lock"
                                                  : NULL;
    if (!key) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "the group '%s' has clumps or polyhedra, which cannot be %s",
                                    g->name, g->lock ? "locked" : key);
    rp_error_expected(err, "clumps that are free or frozen; a force or a torque may act on them");
    rp_method_error_key(err, "groups", g->name, key);
    return status;
}

/* A round particle of the material that is no part of a clump. moves: one that impulses move; else any, or a wall. */
static int has_round(const rp_world *w, int material, int moves)
{
    const rp_particles *p = &w->particles;
    int found = w->source_count > 0; /* sources may bring round particles */
    for (size_t i = 0; i < p->count && !found; i++) {
        const rp_group *g = &w->group[p->group[i]];
        const int shaped = (p->shape && p->shape[i]) || (p->member && p->member[i].body),
                  carried = g->mode == RP_GROUP_GLUED && rp_walls_loaded(&w->wall[g->wall]);
        found = p->material[i] == material && !shaped && (!moves || g->mode == RP_GROUP_FREE || carried);
    }
    for (int n = 0; n < w->wall_count && !moves; n++) {
        const rp_wall *wall = &w->wall[n];
        found |= wall->material == material;
        for (size_t k = 0; rp_wall_parts(wall) && k < wall->mesh->parts; k++)
            found |= wall->mesh->material[k] == material;
    }
    return found;
}

int rp_method_has_clumps(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    int any = 0;
    for (size_t i = 0; p->member && i < p->count && !any; i++) any = p->member[i].body && !(p->shape && p->shape[i]);
    for (int n = 0; n < w->group_count; n++) any |= w->group[n].clumps; /* polyhedra come from no source */
    return any;
}

int rp_method_round_meet(const rp_world *w, const rp_interaction *x)
{
    return (has_round(w, x->a, 1) && has_round(w, x->b, 0)) || (has_round(w, x->b, 1) && has_round(w, x->a, 0));
}

int rp_method_has_bodies(const rp_world *w)
{
    int any = w->bodies.count > 0;
    for (int n = 0; n < w->group_count; n++) any |= w->group[n].clumps;
    return any;
}

rp_status rp_method_check_bodies(const rp_world *w, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t n = 0; n < w->bodies.count && !status; n++)
        status = check_group(&w->group[w->particles.group[rp_bodies_slots(&w->bodies, n)[0]]], err);
    for (int n = 0; n < w->group_count && !status; n++)
        if (w->group[n].clumps) status = check_group(&w->group[n], err);
    return status;
}
