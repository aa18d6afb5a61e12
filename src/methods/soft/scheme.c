/* See scheme.h: the choice of an integrator, what it refuses, its memory and state. */
#include "methods/soft/scheme.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/wall_shape.h"
#include "core/walls.h"
#include "laws/interaction.h"
#include "methods/method.h"

static const char *overlaps(int n) { return (const char *[]){"energy", "area", NULL}[n]; }

const rp_param rp_soft_options[RP_SOFT_OPTIONS] = {
    [RP_SOFT_INTEGRATOR] = {"integrator", RP_PARAM_CHOICE, "1", 0, INFINITY, 0, rp_soft_integrator_name,
                            "how Newton's equations are integrated; verlet is much the fastest"},
    [RP_SOFT_OVERLAP] = {"overlap", RP_PARAM_CHOICE, "1", 0, 1, RP_SOFT_ENERGY, overlaps,
                         "force of particles that are not round; energy: the gradient of the energy that the law has "
                         "at xi = A / l_c; area: the law's force at that xi [Pena2009, Eq. 5], which has no energy"},
};

rp_soft_overlap rp_soft_scheme_overlap(const rp_world *w)
{
    const double value = w->option[RP_SOFT_OVERLAP];
    if (w->edition == 0) return RP_SOFT_AREA; /* the only rule of that time */
    return isnan(value) ? RP_SOFT_ENERGY : (rp_soft_overlap)value;
}

/* ---- what goes together ---- */

/* 1: springs by displacements, 0: by velocities, -1: the law has no spring of slip. */
static int elongation(const rp_interaction *x)
{
    const rp_law *law = x->law[RP_TANGENTIAL];
    if (!law || law->history == 0) return -1;
    for (int n = 0; n < law->param_count; n++)
        if (strcmp(law->param[n].name, "elongation") == 0)
            return !isnan(x->param[RP_TANGENTIAL][n]) && x->param[RP_TANGENTIAL][n] != 0;
    return 0;
}

int rp_soft_scheme_geometric(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++)
        if (elongation(&w->interaction[n]) == 1) return 1;
    return 0;
}

static int takes_geometric(const rp_soft_integrator *i) { return i->geometric; }
static int takes_any_law(const rp_soft_integrator *i) { return !i->trial_states; }

static rp_status no_geometric(const rp_soft_integrator *i, rp_error *err)
{
    char names[200];
    rp_status status = rp_error_set(err, RP_INPUT, "elongation: geometric does not go with the integrator %s%s%s",
                                    i->name, i->not_geometric ? ", " : "", i->not_geometric ? i->not_geometric : "");
    rp_soft_integrator_names(takes_geometric, names, sizeof names);
    rp_error_expected(err, "%s", names);
    return status;
}

static rp_status choose_elongation(rp_soft_scheme *s, const rp_world *w, rp_error *err)
{
    const rp_interaction *by_velocity = NULL, *by_way = NULL;
    rp_status status = RP_OK;
    for (int n = 0; n < w->interaction_count; n++) {
        int kind = elongation(&w->interaction[n]);
        if (kind == 1) by_way = &w->interaction[n];
        if (kind == 0) by_velocity = &w->interaction[n];
    }
    s->geometric = rp_soft_scheme_geometric(w);
    if (by_way && by_velocity) {
        status = rp_error_set(
            err, RP_INPUT,
            "one interaction's %s has elongation: geometric, another's %s follows velocities: a run has one kind",
            by_way->law[RP_TANGENTIAL]->name, by_velocity->law[RP_TANGENTIAL]->name);
        rp_error_expected(err, "the same elongation for all tangential laws with springs");
    } else if (by_way && !s->integrator->geometric) status = no_geometric(s->integrator, err);
    if (status) rp_method_error_rule(err, w, by_way, "tangential.elongation");
    return status;
}

/* Histories without a rate cannot be moved to states within a step. */
static rp_status check_hereditary(const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_law *law = w->interaction[n].law[RP_NORMAL];
        if (!law || !law->hereditary) continue;
        rp_status status = rp_error_set(
            err, RP_INPUT,
            "the history of the law %s goes from step to step: elongation: geometric, which "
            "needs states half way, cannot use it",
            law->name);
        rp_error_expected(err, "elongation: velocity, or another law");
        rp_method_error_rule(err, w, &w->interaction[n], "normal.law");
        return status;
    }
    return RP_OK;
}

static rp_status no_rate(const rp_soft_integrator *i, const rp_law *law, rp_error *err)
{
    char names[200];
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "the history of the law %s goes from step to step: the integrator %s, which tries "
                                    "states within a step, cannot use it",
                                    law->name, i->name);
    rp_soft_integrator_names(takes_any_law, names, sizeof names);
    rp_error_expected(err, "integrator: %s, or another law", names);
    return status;
}

static rp_status check_rates(const rp_soft_integrator *i, const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->interaction_count; n++)
        for (int slot = 0; slot < RP_SLOT_COUNT; slot++) {
            const rp_law *law = w->interaction[n].law[slot];
            if (!law || !law->history || law->rates || law->hereditary) continue;
            no_rate(i, law, err);
            rp_method_error_rule(err, w, &w->interaction[n], rp_slot_name((rp_slot)slot));
            return RP_INPUT;
        }
    return RP_OK;
}

/* A law that keeps rates of overlap beside overlaps needs both of one moment. */
static rp_status check_lag(const rp_soft_integrator *i, const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        const rp_law *law = x->law[RP_NORMAL];
        if (!law || !law->hereditary || !law->hereditary->needs_rate(x->constant[RP_NORMAL])) continue;
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the law %s with scheme: linear keeps overlaps and their rates at whole steps; "
                                        "the velocities of %s stand half a step before the positions",
                                        law->name, i->name);
        rp_error_expected(err, "scheme: constant for this law, or another integrator");
        return status;
    }
    return RP_OK;
}

/* Impulses of grazing contacts move loaded planes alone. */
static rp_status refuse_load(const rp_wall *wall, const char *law, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "a load on the wall '%s', a %s, does not go with the law %s",
                                    wall->name, wall->shape->name, law);
    rp_error_expected(err, "another law, or a plane");
    rp_method_error_key(err, "walls", wall->name, "load");
    return status;
}

static rp_status refuse_mesh(const rp_soft_scheme *s, const rp_wall *wall, const char *hereditary, rp_error *err)
{
    rp_status status;
    if (hereditary) {
        status = rp_error_set(err, RP_INPUT,
                              "wall '%s': by the soft method the law %s has the past of a contact with one surface, "
                              "which does not pass from triangle to triangle",
                              wall->name, hereditary);
        rp_error_expected(err, "another normal law, a wall of another shape, or %s, where impacts have no past",
                          "the methods contact-dynamics or event-driven");
    } else {
        status = rp_error_set(err, RP_INPUT, "wall '%s': a mesh does not go with the integrator %s", wall->name,
                              s->geometric ? "of elongation: geometric" : s->integrator->name);
        rp_error_expected(err, "integrator: verlet, with elongation: velocity");
    }
    rp_method_error_key(err, "walls", wall->name, "mesh");
    return status;
}

/* Histories pass from triangle to triangle where forces are evaluated once a step. */
static rp_status check_meshes(const rp_soft_scheme *s, const rp_world *w, rp_error *err)
{
    const char *hereditary = NULL;
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_law *law = w->interaction[n].law[RP_NORMAL];
        if (law && law->hereditary) hereditary = law->name;
    }
    for (int n = 0; n < w->wall_count; n++) {
        if (hereditary && rp_walls_body(&w->wall[n])) return refuse_load(&w->wall[n], hereditary, err);
        if (!w->wall[n].mesh || (rp_soft_scheme_fused(s) && !hereditary)) continue;
        return refuse_mesh(s, &w->wall[n], hereditary, err);
    }
    return RP_OK;
}

/* ---- memory ---- */

void rp_soft_scheme_destroy(rp_soft_scheme *s)
{
    void *const all[] = {s->start, s->wall_offset, s->wall_angle, s->wall, s->own};
    if (s->own && s->integrator->destroy) s->integrator->destroy(s);
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    *s = (rp_soft_scheme){0};
}

int rp_soft_scheme_alloc(void *pointer_to_array, size_t count, size_t size)
{
    void *array;
    memcpy(&array, pointer_to_array, sizeof array);
    if (array) return 1;
    array = rp_memory_alloc(count, size);
    memcpy(pointer_to_array, &array, sizeof array);
    return array != NULL;
}

static int allocate_own(rp_soft_scheme *s, const rp_world *w)
{
    return rp_soft_scheme_alloc(&s->own, 1, s->integrator->size)
           && (!s->integrator->prepare || s->integrator->prepare(s, w));
}

static rp_status allocate(rp_soft_scheme *s, const rp_world *w, rp_error *err)
{
    const size_t count = w->particles.count, walls = (size_t)w->wall_count;
    int good = rp_soft_scheme_alloc(&s->start, count, sizeof *s->start)
               && rp_soft_scheme_alloc(&s->wall_offset, walls, sizeof *s->wall_offset)
               && rp_soft_scheme_alloc(&s->wall_angle, walls, sizeof *s->wall_angle)
               && rp_soft_scheme_alloc(&s->wall, walls, sizeof *s->wall) && allocate_own(s, w);
    return good ? RP_OK : rp_memory_error(err, count * sizeof *s->start, "the integrator");
}

/* ---- the choice ---- */

const rp_soft_integrator *rp_soft_scheme_integrator(const rp_world *w)
{
    const double choice = w->option[RP_SOFT_INTEGRATOR];
    return rp_soft_integrator_list()[isnan(choice) ? 0 : (int)choice];
}

int rp_soft_scheme_fused(const rp_soft_scheme *s) { return s->integrator->fused && !s->geometric; }

double rp_soft_scheme_observe_dt(const rp_soft_scheme *s, double dt)
{
    return s->integrator->half_springs && !s->geometric ? -dt : 0;
}

rp_status rp_soft_scheme_prepare(rp_soft_scheme *s, rp_world *w, const struct rp_corners *corners, rp_error *err)
{
    s->integrator = rp_soft_scheme_integrator(w);
    s->corners = corners;
    rp_status status = choose_elongation(s, w, err);
    if (!status && s->geometric) status = check_hereditary(w, err);
    if (!status && s->integrator->trial_states) status = check_rates(s->integrator, w, err);
    if (!status && s->integrator->lags) status = check_lag(s->integrator, w, err);
    if (!status) status = check_meshes(s, w, err);
    return status || rp_soft_scheme_fused(s) ? status : allocate(s, w, err);
}

/* ---- state: the integrator's own fields ---- */

static const rp_fields *const none[] = {NULL};

static const rp_fields *const *state_of(const rp_soft_scheme *s)
{
    return s->own && s->integrator->state ? s->integrator->state : none;
}

static size_t rows(const rp_fields *list, const rp_world *w)
{
    return list->per == RP_PER_PARTICLE ? w->particles.count : 1;
}

rp_status rp_soft_scheme_save(const rp_soft_scheme *s, const rp_world *w, rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    for (const rp_fields *const *list = state_of(s); *list && !status; list++)
        status = rp_fields_save(*list, s->own, rows(*list, w), archive, err);
    return status;
}

/* A checkpoint of a run by another integrator has none of it: then this one starts again. */
rp_status rp_soft_scheme_load(rp_soft_scheme *s, const rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    s->integrator = rp_soft_scheme_integrator(w);
    if (!s->integrator->state) return RP_OK;
    if (!allocate_own(s, w)) return rp_memory_error(err, s->integrator->size, "the integrator");
    for (const rp_fields *const *list = state_of(s); *list && !status; list++)
        if (rp_fields_item(*list, (*list)->field[0].name, archive))
            status = rp_fields_load(*list, s->own, rows(*list, w), archive, err);
    return status;
}

void rp_soft_scheme_hash(const rp_soft_scheme *s, const rp_world *w, struct rp_hash *hash)
{
    for (const rp_fields *const *list = state_of(s); *list; list++)
        for (size_t n = 0; n < rows(*list, w); n++) rp_fields_hash(*list, s->own, n, hash);
}

/* ---- a step ---- */

rp_status rp_soft_scheme_step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    rp_soft_scheme_begin(s, w);
    rp_status status = s->integrator->step(s, w, answer, err);
    if (!status) rp_soft_scheme_account(s, w, answer);
    return status;
}
