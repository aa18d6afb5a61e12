/* Runge and Kutta's fourth-order scheme for x'' = f(t, x, x'), springs included. See scheme.h.
 *
 * With a_1 .. a_4 the accelerations of the stages at x, x + v dt/2, x + v dt/2 + a_1 dt^2/4, x + v dt + a_2 dt^2/2
 * (velocities v, v + a_1 dt/2, v + a_2 dt/2, v + a_3 dt):
 *   x += v dt + (a_1 + a_2 + a_3) dt^2/6
 *   v += (a_1 + 2 a_2 + 2 a_3 + a_4) dt/6
 * A force and a slip pass in each of the four states; springs advance by the weighted rates, carried to the tangent
 * plane of the step's start; what passes in trial states do to histories is taken back; one force pass at the new state
 * commits. */
#include <string.h>
#include "base/memory.h"
#include "core/walls.h"
#include "methods/soft/runge_kutta.h"

static const double part[4] = {0, 0.5, 0.5, 1}; /* of the step, where stage n is */
static const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

static void add_accel(rp_accel *to, double scale, const rp_accel *a)
{
    to->x += scale * a->x;
    to->y += scale * a->y;
    to->z += scale * a->z;
    to->sx += scale * a->sx;
    to->sy += scale * a->sy;
    to->sz += scale * a->sz;
}

/* Adds stage n's accelerations to the sums. */
static void add_stage(rp_soft_runge_kutta *k, const rp_world *w, int n)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        if (n == 0) k->sum[i] = k->path[i] = (rp_accel){0};
        add_accel(&k->sum[i], weight[n], &p->accel[i]);
        if (n < 3) add_accel(&k->path[i], 1.0 / 6, &p->accel[i]);
    }
}

/* Free particles at x + v c dt + b c^2 dt^2, v + a c dt, and turned likewise. */
static void place(rp_soft_scheme *s, rp_world *w, double c, double way, const rp_accel *b, const rp_accel *a)
{
    rp_particles *p = &w->particles;
    const double dt = c * w->dt, square = way * w->dt * w->dt;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        rp_row *row = &p->row[i];
        if (rp_soft_scheme_prescribed(w, i)) continue;
        row->x = from->x.x + dt * from->v.x + square * b[i].x;
        row->y = from->x.y + dt * from->v.y + square * b[i].y;
        row->z = from->x.z + dt * from->v.z + square * b[i].z;
        row->vx = from->v.x + dt * a[i].x;
        row->vy = from->v.y + dt * a[i].y;
        row->vz = from->v.z + dt * a[i].z;
        rp_soft_scheme_face(s, w, i, (dt * from->s.z + square * b[i].sz) / row->r);
        p->spin[i].x = from->s.x + dt * a[i].sx;
        p->spin[i].y = from->s.y + dt * a[i].sy;
        p->spin[i].z = from->s.z + dt * a[i].sz;
    }
}

static void turn(const rp_soft_runge_kutta *k, const rp_soft_scheme *s, rp_world *w)
{
    rp_particles *p = &w->particles;
    const double dt = w->dt;
    for (size_t i = 0; i < p->count && p->orientation; i++) {
        const rp_soft_start *from = &s->start[i];
        const rp_accel *b = &k->path[i];
        const rp_spin *now = &p->spin[i];
        rp_vec after = {now->x, now->y, now->z};
        rp_vec way = rp_soft_scheme_prescribed(w, i)
                         ? rp_vec_scale(0.5 * dt, rp_vec_add(from->s, after))
                         : rp_vec_add(rp_vec_scale(dt, from->s),
                                      rp_vec_scale(dt * dt, rp_vec_make(b->sx, b->sy, b->sz)));
        rp_soft_scheme_rotate(s, w, i, rp_vec_scale(1 / p->row[i].r, way), from->s, after);
    }
}

static rp_soft_pass stage_of(const rp_world *w, int n, rp_law_stage stage)
{
    return (rp_soft_pass){.stage = stage, .since = part[n] * w->dt, .runge_kutta = 1};
}

/* The rate of the springs in this stage, and what is lost in it; the table is left as the force pass made it, or is of
 * no more use. */
static rp_status slip(rp_soft_runge_kutta *k, rp_world *w, int n, rp_totals *lost, rp_error *err)
{
    rp_soft_answer answer;
    rp_status status = rp_soft_histories_copy(&k->in, w, err);
    if (status) return status;
    rp_soft_pass pass = stage_of(w, n, RP_LAW_TRIAL);
    pass.law_dt = w->dt;
    rp_soft_evaluate(w, &pass, &answer);
    answer.work.walls = answer.work.loads = answer.work.drives = 0; /* those of the force pass count */
    rp_soft_scheme_add(lost, weight[n], &answer.work);
    w->power.normal = answer.work.normal / w->dt;
    w->power.tangential = answer.work.tangential / w->dt;
    w->power.rolling = answer.work.rolling / w->dt;
    rp_soft_histories_rate(&k->rate, &k->before, &k->in, w);
    rp_soft_histories_sum(&k->sum_rate, weight[n], &k->rate, w, n == 0);
    return RP_OK;
}

/* Force pass of a trial stage. */
static void force(const rp_soft_runge_kutta *k, rp_world *w, int n, rp_totals *work)
{
    rp_soft_answer answer;
    rp_soft_histories_set(&k->before, &k->rate, part[n], w);
    rp_soft_pass pass = stage_of(w, n, RP_LAW_TRIAL);
    pass.touch_dt = part[n] * w->dt;
    rp_soft_evaluate(w, &pass, &answer);
    answer.work.normal = answer.work.tangential = answer.work.rolling = 0; /* what a trial clips is not lost */
    rp_soft_scheme_add(work, weight[n], &answer.work);
}

static rp_status stages(rp_soft_runge_kutta *k, rp_soft_scheme *s, rp_world *w, rp_totals *work, rp_error *err)
{
    const size_t bytes = w->particles.count * sizeof(rp_accel);
    rp_status status = rp_soft_histories_copy(&k->before, w, err);
    if (!status) status = rp_soft_histories_copy(&k->rate, w, err);
    if (!status) status = rp_soft_histories_copy(&k->sum_rate, w, err);
    if (status) return status;
    rp_soft_histories_normals(&k->before, w);
    rp_soft_scheme_add(work, weight[0] * w->dt,
                       &(rp_totals){.walls = w->power.walls, .loads = w->power.loads, .drives = w->power.drives});
    add_stage(k, w, 0);
    memcpy(k->last, w->particles.accel, bytes);
    status = slip(k, w, 0, work, err);
    for (int n = 1; n < 4 && !status; n++) {
        /* the way of a stage has the acceleration of the one before the last: none, a_1, a_2 */
        place(s, w, part[n], n == 1 ? 0 : n == 2 ? 0.25 : 0.5, k->before_last, k->last);
        rp_soft_scheme_bounds(s, w, part[n]);
        force(k, w, n, work);
        add_stage(k, w, n);
        memcpy(k->before_last, k->last, bytes);
        memcpy(k->last, w->particles.accel, bytes);
        status = slip(k, w, n, work, err);
    }
    return status;
}

rp_status rp_soft_runge_kutta_step(rp_soft_runge_kutta *k, rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer,
                                   rp_error *err)
{
    rp_totals work = {0};
    rp_status status = stages(k, s, w, &work, err);
    if (status) return status;
    place(s, w, 1, 1, k->path, k->sum);
    rp_soft_scheme_bounds(s, w, 1);
    turn(k, s, w);
    rp_walls_remove_expired(w, w->time);
    rp_soft_histories_set(&k->before, &k->sum_rate, 1, w);
    rp_soft_pass pass = stage_of(w, 3, RP_LAW_COMMIT);
    pass.touch_dt = w->dt;
    pass.last = 1;
    rp_soft_evaluate(w, &pass, answer);
    rp_soft_scheme_finish_walls(s, w);
    rp_soft_scheme_add(&w->totals, 1, &work);
    rp_soft_scheme_add(&w->totals, 1,
                       &(rp_totals){.normal = answer->work.normal,
                                    .tangential = answer->work.tangential,
                                    .rolling = answer->work.rolling});
    w->power.walls = answer->work.walls / w->dt;
    w->power.loads = answer->work.loads / w->dt;
    w->power.drives = answer->work.drives / w->dt;
    return RP_OK;
}

/* ---- memory, and the table ---- */

int rp_soft_runge_kutta_prepare(rp_soft_runge_kutta *k, const rp_soft_scheme *s, const rp_world *w)
{
    const size_t count = w->particles.count;
    k->before.corners = k->in.corners = k->rate.corners = k->sum_rate.corners = s->corners;
    return rp_soft_scheme_alloc(&k->sum, count, sizeof *k->sum)
           && rp_soft_scheme_alloc(&k->path, count, sizeof *k->path)
           && rp_soft_scheme_alloc(&k->last, count, sizeof *k->last)
           && rp_soft_scheme_alloc(&k->before_last, count, sizeof *k->before_last);
}

void rp_soft_runge_kutta_destroy(rp_soft_runge_kutta *k)
{
    rp_accel *const scratch[] = {k->sum, k->path, k->last, k->before_last};
    for (size_t n = 0; n < sizeof scratch / sizeof *scratch; n++) rp_memory_free(scratch[n]);
    rp_soft_histories *const copies[] = {&k->before, &k->in, &k->rate, &k->sum_rate};
    for (size_t n = 0; n < sizeof copies / sizeof *copies; n++) rp_soft_histories_free(copies[n]);
}

static int prepare(rp_soft_scheme *s, const rp_world *w) { return rp_soft_runge_kutta_prepare(s->own, s, w); }

static void destroy(rp_soft_scheme *s) { rp_soft_runge_kutta_destroy(s->own); }

static rp_status step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    return rp_soft_runge_kutta_step(s->own, s, w, answer, err);
}

extern const rp_soft_integrator rp_runge_kutta_4;
const rp_soft_integrator rp_runge_kutta_4 = {
    .name = "runge-kutta-4",
    .summary = "Runge and Kutta's scheme of fourth order, springs included; eight evaluations a step.",
    .order = 4,
    .spring_order = 4,
    .trial_states = 1,
    .first_share = 1.0 / 6,
    .not_geometric = "whose springs are integrated to fourth order anyway",
    .size = sizeof(rp_soft_runge_kutta),
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
};
