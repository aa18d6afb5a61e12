/* The problem that the last step has left (problem.h), row by row; see methods/step_problem.h. A step whose impacts
 * have two phases (restitution.h) leaves that of compression. */
#include <string.h>
#include "base/memory.h"
#include "methods/contact_dynamics/general.h"
#include "methods/contact_dynamics/view.h"
#include "methods/contact_dynamics/work.h"

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static void put(double *to, rp_vec v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* Rows of sliding: the two bodies' velocities at the contact, along the axes of the frame. */
static void slide_rows(rp_step_contact *to, double frame[3][3], double arm[2][3])
{
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < 2; side++) {
            const rp_vec d = rp_vec_scale(side ? -1 : 1, vec(frame[i]));
            put(to->J[side][i], d);
            put(to->J[side][i] + 3, rp_vec_cross(vec(arm[side]), d));
        }
}

static void in_frame(double frame[3][3], rp_vec v, double to[3])
{
    for (int i = 0; i < 3; i++) to[i] = rp_vec_dot(vec(frame[i]), v);
}

static void add_lane(const rp_cd_problem *q, size_t n, rp_step_contact *to)
{
    const rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
    const size_t lane = n % RP_CD_LANES;
    const double e[3] = {k->e[0][lane], k->e[1][lane], k->e[2][lane]};
    double frame[3][3] = {{e[0], e[1], e[2]}}, arm[2][3] = {{-e[0], -e[1], -e[2]}, {e[0], e[1], e[2]}};
    rp_cd_general_frame(frame);
    slide_rows(to, frame, arm);
    to->body[0] = k->a[lane];
    to->body[1] = k->b[lane] < q->nothing ? k->b[lane] : RP_STEP_FIXED;
    to->mu = k->mu[lane];
    to->pull = k->pull[lane];
    in_frame(frame, rp_vec_make(k->c[0][lane], k->c[1][lane], k->c[2][lane]), to->bias);
    in_frame(frame, rp_vec_make(k->p[0][lane], k->p[1][lane], k->p[2][lane]), to->p);
}

static void add_general(const rp_cd_problem *q, const rp_cd_general *k, rp_step_problem *out, rp_step_contact *to)
{
    double frame[3][3], arm[2][3];
    memcpy(frame, k->frame, sizeof frame);
    memcpy(arm, k->arm, sizeof arm);
    slide_rows(to, frame, arm);
    to->body[0] = k->a;
    to->body[1] = k->b < q->nothing ? k->b : RP_STEP_FIXED;
    to->mu = k->mu;
    to->pull = k->pull;
    in_frame(frame, vec(k->e_n > 0 ? k->compression : k->c), to->bias);
    in_frame(frame, vec(k->p), to->p);
    out->solved = out->solved && !(k->e_n > 0);
    for (int side = 0; side < 2 && to->body[side] != RP_STEP_FIXED; side++) {
        rp_step_body *body = &out->body[to->body[side]];
        memcpy(body->k, side ? k->kb : k->ka, sizeof body->k);
        memcpy(body->r, side ? k->rb : k->ra, sizeof body->r);
    }
}

static void add_bodies(const rp_cd_problem *q, rp_step_problem *out)
{
    for (size_t i = 0; i < out->body_count; i++) {
        const rp_cd_body *from = &q->free[i];
        rp_step_body *to = &out->body[i];
        memcpy(to->free, from->v, sizeof from->v);
        memcpy(to->free + 3, from->s, sizeof from->s);
        for (int n = 0; n < 3; n++) {
            to->k[n][n] = from->inv_mass;
            to->r[n][n] = from->inv_inertia;
        }
    }
}

/* Two rows of rolling, across the normal. */
static void add_roll(const rp_cd_roll *k, rp_step_contact *to)
{
    for (int i = 0; i < 2; i++) {
        const rp_vec d = vec(to->J[0][1 + i]);
        put(to->J[0][3 + i] + 3, rp_vec_scale(k->ia, d));
        put(to->J[1][3 + i] + 3, rp_vec_scale(-k->ib, d));
        to->bias[3 + i] = rp_vec_dot(d, vec(k->c));
        to->p[3 + i] = rp_vec_dot(d, vec(k->m));
    }
    to->mu_r = k->length;
}

static rp_status add_rolls(const rp_cd_problem *q, const uint32_t *number, rp_step_problem *out, rp_error *err)
{
    const size_t lanes = q->batch_count * RP_CD_LANES;
    for (size_t n = 0; n < q->roll_count; n++) {
        const rp_cd_roll *k = &q->roll[n];
        if (q->dimension == 2 || k->twisting > 0)
            return rp_error_set(err, RP_INPUT, "FCLIB has no form for %s",
                                q->dimension == 2 ? "rolling friction in two dimensions" : "torsional friction");
        add_roll(k, &out->contact[number[k->general ? lanes + k->place : k->place]]);
    }
    if (q->roll_count > 0) out->rows = 5;
    return RP_OK;
}

static rp_status fill(const rp_cd_problem *q, uint32_t *number, rp_step_problem *out, rp_error *err)
{
    const size_t lanes = q->batch_count * RP_CD_LANES;
    size_t count = 0;
    add_bodies(q, out);
    for (size_t n = 0; n < lanes; n++) {
        if (!(q->batch[n / RP_CD_LANES].wn[n % RP_CD_LANES] > 0)) continue;
        number[n] = (uint32_t)count;
        add_lane(q, n, &out->contact[count++]);
    }
    for (size_t n = 0; n < q->general_count; n++) {
        number[lanes + n] = (uint32_t)count;
        add_general(q, &q->general[n], out, &out->contact[count++]);
    }
    out->contact_count = count;
    return add_rolls(q, number, out, err);
}

rp_status rp_cd_view_problem(const rp_world *w, rp_step_problem *out, rp_error *err)
{
    const rp_cd_work *m = w->method_state;
    const rp_cd_problem *q = &m->problem;
    const size_t most = q->batch_count * RP_CD_LANES + q->general_count;
    *out = (rp_step_problem){.dimension = w->dimension, .rows = w->dimension, .solved = 1};
    if (q->contact_count == 0) return RP_OK;
    out->body_count = q->nothing;
    out->body = rp_memory_alloc(out->body_count, sizeof *out->body);
    out->contact = rp_memory_alloc(most, sizeof *out->contact);
    uint32_t *number = rp_memory_alloc(most, sizeof *number);
    rp_status status = out->body && out->contact && number
                           ? fill(q, number, out, err)
                           : rp_memory_error(err, most * sizeof *out->contact, "the problem of a step");
    rp_memory_free(number);
    return status;
}
