/* See scheme.h: the choice of a scheme, its memory and state, and the two short ones. */
#include "methods/soft/scheme.h"
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "core/walls.h"
#include "laws/interaction.h"

static const char *const integrators[] = {"verlet", "symplectic-euler", "runge-kutta-4", "gear-5", "gear-3", NULL};

const rp_param rp_soft_options[RP_SOFT_OPTIONS] = {
    [RP_SOFT_INTEGRATOR] = {"integrator", RP_PARAM_CHOICE, "1", 0, 4, 0, integrators,
                            "how Newton's equations are integrated; verlet is much the fastest"},
};

/* ---- what goes together ---- */

static const rp_law *law_of(const rp_interaction *x, int slot)
{
    return x->law[slot] < 0 ? NULL : rp_law_list(RP_ISA_BASE)[x->law[slot]];
}

/* 1: springs by displacements, 0: by velocities, -1: the law has no spring of slip. */
static int elongation(const rp_interaction *x)
{
    const rp_law *law = law_of(x, RP_TANGENTIAL);
    if (!law || law->history == 0) return -1;
    for (int n = 0; n < law->param_count; n++)
        if (strcmp(law->param[n].name, "elongation") == 0)
            return !isnan(x->param[RP_TANGENTIAL][n]) && x->param[RP_TANGENTIAL][n] != 0;
    return 0;
}

int rp_scheme_geometric(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++)
        if (elongation(&w->interaction[n]) == 1) return 1;
    return 0;
}

static rp_status choose_elongation(rp_scheme *s, const rp_world *w, rp_error *err)
{
    const char *by_velocity = NULL, *by_way = NULL;
    for (int n = 0; n < w->interaction_count; n++) {
        int kind = elongation(&w->interaction[n]);
        if (kind == 1) by_way = law_of(&w->interaction[n], RP_TANGENTIAL)->name;
        if (kind == 0) by_velocity = law_of(&w->interaction[n], RP_TANGENTIAL)->name;
    }
    s->geometric = rp_scheme_geometric(w);
    if (by_way && by_velocity) {
        rp_status status = rp_error_set(
            err, RP_INPUT,
            "one interaction's %s has elongation: geometric, another's %s follows velocities: a run has one kind",
            by_way, by_velocity);
        rp_error_expected(err, "the same elongation for all tangential laws with memory");
        return status;
    }
    if (by_way && s->integrator != RP_VERLET && s->integrator != RP_GEAR_5 && s->integrator != RP_GEAR_3) {
        rp_status status = rp_error_set(
            err, RP_INPUT, "elongation: geometric does not go with the integrator %s%s", integrators[s->integrator],
            s->integrator == RP_RUNGE_KUTTA_4 ? ", whose springs are integrated to fourth order anyway" : "");
        rp_error_expected(err, "verlet, gear-5 or gear-3");
        return status;
    }
    return RP_OK;
}

/* Histories that have no rate cannot be taken to trial states. */
static rp_status check_laws(const rp_scheme *s, const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_law *law = law_of(&w->interaction[n], RP_NORMAL);
        if (!s->geometric || !law || !law->memory) continue;
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the memory of the law %s goes from step to step: elongation: geometric, which "
                                        "looks at states half way, cannot use it",
                                        law->name);
        rp_error_expected(err, "elongation: velocity, or another law");
        return status;
    }
    if (s->integrator < RP_RUNGE_KUTTA_4) return RP_OK;
    for (int n = 0; n < w->interaction_count; n++)
        for (int slot = 0; slot < RP_SLOT_COUNT; slot++) {
            const rp_law *law = law_of(&w->interaction[n], slot);
            if (!law || law->history == 0 || law->rates) continue;
            rp_status status = rp_error_set(err, RP_INPUT,
                                            "the memory of the law %s goes from step to step: the integrator %s, which "
                                            "tries states within a step, cannot use it",
                                            law->name, integrators[s->integrator]);
            rp_error_expected(err, "integrator: verlet or symplectic-euler, or another law");
            return status;
        }
    return RP_OK;
}

/* ---- memory ---- */

void rp_scheme_destroy(rp_scheme *s)
{
    void *all[] = {s->start, s->sum, s->path, s->last, s->before_last, s->wall_offset, s->wall_angle, s->wall, s->gear};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    rp_histories *copies[] = {&s->before, &s->in, &s->rate, &s->sum_rate};
    for (size_t n = 0; n < sizeof copies / sizeof *copies; n++) rp_histories_free(copies[n]);
    *s = (rp_scheme){0};
}

static int gear(const rp_scheme *s) { return s->integrator == RP_GEAR_5 || s->integrator == RP_GEAR_3; }

static int allocate(rp_scheme *s, const rp_world *w)
{
    const size_t count = w->particles.count, walls = (size_t)w->wall_count;
    int good = (s->start = rp_memory_alloc(count, sizeof *s->start)) != NULL;
    good &= (s->wall_offset = rp_memory_alloc(walls, sizeof *s->wall_offset)) != NULL
            && (s->wall_angle = rp_memory_alloc(walls, sizeof *s->wall_angle)) != NULL
            && (s->wall = rp_memory_alloc(walls, sizeof *s->wall)) != NULL;
    if (s->integrator >= RP_RUNGE_KUTTA_4)
        good &= (s->sum = rp_memory_alloc(count, sizeof *s->sum)) != NULL
                && (s->path = rp_memory_alloc(count, sizeof *s->path)) != NULL
                && (s->last = rp_memory_alloc(count, sizeof *s->last)) != NULL
                && (s->before_last = rp_memory_alloc(count, sizeof *s->before_last)) != NULL;
    if (gear(s) && !s->gear) good &= (s->gear = rp_memory_alloc(count, sizeof *s->gear)) != NULL;
    return good;
}

int rp_scheme_fused(const rp_scheme *s) { return s->integrator == RP_VERLET && !s->geometric; }

double rp_scheme_observe_dt(const rp_scheme *s, double dt)
{
    return rp_scheme_fused(s) || s->integrator == RP_SYMPLECTIC_EULER ? -dt : 0;
}

rp_status rp_scheme_prepare(rp_scheme *s, rp_world *w, const struct rp_corners *corners, rp_error *err)
{
    s->before.corners = s->in.corners = s->rate.corners = s->sum_rate.corners = corners;
    s->integrator = isnan(w->option[RP_SOFT_INTEGRATOR]) ? RP_VERLET : (rp_integrator)w->option[RP_SOFT_INTEGRATOR];
    rp_status status = choose_elongation(s, w, err);
    if (!status) status = check_laws(s, w, err);
    if (status || rp_scheme_fused(s)) return status;
    return allocate(s, w) ? RP_OK : rp_memory_error(err, w->particles.count * sizeof(rp_start), "the integrator");
}

/* ---- state: Gear's derivatives ---- */

enum { GEAR_NUMBERS = 24 };

rp_status rp_scheme_save(const rp_scheme *s, const rp_world *w, rp_archive *archive, rp_error *err)
{
    if (!gear(s)) return RP_OK;
    rp_status status = rp_archive_put_copy(archive, "soft/gear_steps", RP_U64, 1, 1, &s->gear_steps, err);
    return status ? status
                  : rp_archive_put_copy(archive, "soft/gear", RP_F64, w->particles.count, GEAR_NUMBERS, s->gear, err);
}

rp_status rp_scheme_load(rp_scheme *s, const rp_world *w, const rp_archive *archive, rp_error *err)
{
    if (!rp_archive_find(archive, "soft/gear")) return RP_OK;
    s->gear = rp_memory_alloc(w->particles.count, sizeof *s->gear);
    if (!s->gear) return rp_memory_error(err, w->particles.count * sizeof *s->gear, "the integrator");
    rp_status status = rp_archive_get(archive, "soft/gear_steps", RP_U64, 1, 1, &s->gear_steps, err);
    return status ? status
                  : rp_archive_get(archive, "soft/gear", RP_F64, w->particles.count, GEAR_NUMBERS, s->gear, err);
}

void rp_scheme_hash(const rp_scheme *s, const rp_world *w, struct rp_hash *hash)
{
    if (!gear(s)) return;
    rp_hash_u64(hash, s->gear_steps);
    for (size_t n = 0; n < w->particles.count; n++)
        for (int k = 0; k < GEAR_NUMBERS; k++) rp_hash_double(hash, (&s->gear[n].d[0][0])[k]);
}

/* ---- velocity Verlet with geometric springs ---- */

typedef struct way {
    rp_vec d, angle;
} way; /* of a particle and of r theta over the step, m */

static way verlet_way(const rp_scheme *s, const rp_world *w, size_t i)
{
    const rp_start *from = &s->start[i];
    const rp_accel *a = &from->a;
    const double dt = w->dt, half = 0.5 * dt;
    return (way){rp_vec_scale(dt, rp_vec_add(from->v, rp_vec_scale(half, rp_vec_make(a->x, a->y, a->z)))),
                 rp_vec_scale(dt, rp_vec_add(from->s, rp_vec_scale(half, rp_vec_make(a->sx, a->sy, a->sz))))};
}

static void place(rp_world *w, size_t i, rp_vec x, rp_vec v, rp_vec spin)
{
    rp_row *row = &w->particles.row[i];
    row->x = x.x;
    row->y = x.y;
    row->z = x.z;
    row->vx = v.x;
    row->vy = v.y;
    row->vz = v.z;
    w->particles.spin[i].x = spin.x;
    w->particles.spin[i].y = spin.y;
    w->particles.spin[i].z = spin.z;
}

/* v + a c dt and spin likewise, at x + the way. */
static void verlet_predict(rp_scheme *s, rp_world *w)
{
#pragma omp parallel for schedule(static) if (w->particles.count > RP_SCHEME_SHARE)
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_start *from = &s->start[i];
        if (rp_scheme_held(w, i)) continue;
        rp_vec a = {from->a.x, from->a.y, from->a.z}, turn = {from->a.sx, from->a.sy, from->a.sz};
        place(w, i, rp_vec_add(from->x, verlet_way(s, w, i).d), rp_vec_add(from->v, rp_vec_scale(w->dt, a)),
              rp_vec_add(from->s, rp_vec_scale(w->dt, turn)));
        rp_scheme_face(s, w, i, verlet_way(s, w, i).angle.z / w->particles.row[i].r);
    }
}

static void verlet_middle(rp_scheme *s, rp_world *w)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_start *from = &s->start[i];
        rp_vec d = rp_vec_sub(rp_particle_position(p, i), from->x),
               spin = rp_vec_scale(1 / w->dt, verlet_way(s, w, i).angle);
        if (rp_scheme_held(w, i)) spin = rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z);
        place(w, i, rp_vec_add(from->x, rp_vec_scale(0.5, d)), rp_vec_scale(1 / w->dt, d), spin);
        rp_scheme_face(s, w, i, 0.5 * w->dt * spin.z / p->row[i].r);
    }
}

static void verlet_finish(rp_scheme *s, rp_world *w)
{
    rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_start *from = &s->start[i];
        const rp_accel *a = &p->accel[i], *b = &from->a;
        const double half = 0.5 * w->dt;
        if (!rp_scheme_held(w, i)) {
            rp_vec mean = {a->x + b->x, a->y + b->y, a->z + b->z}, turn = {a->sx + b->sx, a->sy + b->sy, a->sz + b->sz};
            place(w, i, rp_particle_position(p, i), rp_vec_add(from->v, rp_vec_scale(half, mean)),
                  rp_vec_add(from->s, rp_vec_scale(half, turn)));
        }
        rp_scheme_turn(s, w, i, rp_vec_scale(1 / p->row[i].r, verlet_way(s, w, i).angle), from->s,
                       rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z));
    }
}

static void verlet(rp_scheme *s, rp_world *w, rp_answer *answer)
{
    const double dt = w->dt;
    rp_answer slid;
    verlet_predict(s, w);
    rp_scheme_bounds(s, w, 1);
    rp_walls_remove_expired(w, w->time);
    verlet_middle(s, w);
    rp_scheme_walls_middle(s, w);
    rp_soft_evaluate(w, &(rp_pass){.law_dt = dt, .touch_dt = 0.5 * dt, .touch_back = 0.5 * dt}, &slid);
    verlet_predict(s, w);
    rp_scheme_bounds(s, w, 1);
    rp_soft_evaluate(w, &(rp_pass){.touch_dt = dt, .last = 1}, answer);
    verlet_finish(s, w);
    rp_scheme_finish_walls(s, w);
    rp_scheme_count(s, w, &slid, answer);
}

/* ---- symplectic Euler: v += a dt, x += v dt ---- */

static void euler(rp_scheme *s, rp_world *w, rp_answer *answer)
{
    rp_particles *p = &w->particles;
    const double dt = w->dt;
#pragma omp parallel for schedule(static) if (p->count > RP_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_start *from = &s->start[i];
        const rp_accel *a = &from->a;
        if (rp_scheme_held(w, i)) continue;
        rp_vec v = rp_vec_add(from->v, rp_vec_scale(dt, rp_vec_make(a->x, a->y, a->z))),
               spin = rp_vec_add(from->s, rp_vec_scale(dt, rp_vec_make(a->sx, a->sy, a->sz)));
        place(w, i, rp_vec_add(from->x, rp_vec_scale(dt, v)), v, spin);
        rp_scheme_turn(s, w, i, rp_vec_scale(dt / p->row[i].r, spin), from->s, spin);
    }
    rp_scheme_bounds(s, w, 1);
    rp_walls_remove_expired(w, w->time);
    rp_soft_evaluate(w, &(rp_pass){.law_dt = dt, .touch_dt = dt, .touch_back = 0.5 * dt, .last = 1}, answer);
    rp_scheme_finish_walls(s, w);
    rp_answer none = {.work = answer->work};
    answer->work.normal = answer->work.tangential = answer->work.rolling = 0;
    rp_scheme_count(s, w, &none, answer);
}

/* ---- a step ---- */

rp_status rp_scheme_step(rp_scheme *s, rp_world *w, rp_answer *answer, rp_error *err)
{
    rp_status status = RP_OK;
    rp_scheme_begin(s, w);
    switch (s->integrator) {
    case RP_VERLET: verlet(s, w, answer); break;
    case RP_SYMPLECTIC_EULER: euler(s, w, answer); break;
    case RP_RUNGE_KUTTA_4: status = rp_scheme_runge_kutta(s, w, answer, err); break;
    case RP_GEAR_5:
    case RP_GEAR_3: status = rp_scheme_gear(s, w, answer, err); break;
    }
    if (!status) rp_scheme_account(s, w, answer);
    return status;
}
