/* See rough_ball.h. */
#include "rough_ball.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "repose/random.h"
#include "trial.h"

static const double young = 2.1e11, poisson = 0.3, density = 7850;
static const double stiffness_ratio = 30; /* tangential over normal: so stiff that a tip that does not slide rests */
enum { STEPS = 400 }; /* of a contact without damping: some seventy of a period of the tangential spring */
enum { ROWS = 4 };    /* of the history of that spring */

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static int by_height(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (x[2] > y[2]) - (x[2] < y[2]);
}

/* A direction, all alike. */
static void direction(uint64_t seed, uint64_t n, double out[3])
{
    const double z = 2 * rp_random_number(seed, 2 * n) - 1, phi = 2 * M_PI * rp_random_number(seed, 2 * n + 1);
    out[0] = sqrt(1 - z * z) * cos(phi);
    out[1] = sqrt(1 - z * z) * sin(phi);
    out[2] = z;
}

static rp_status prepare(rp_rough *r, double eps, double speed, rp_error *err)
{
    const rp_material steel = {.name = "steel", .density = density, .young = young, .poisson = poisson};
    double unset[RP_PARAM_MAX];
    rp_law_input in = {.a = &steel, .b = &steel, .dimension = 3, .eps_n = eps, .eps_t = NAN, .eps_speed = speed};
    in.friction = r->friction;
    in.param = unset;
    rp_status status = rp_laws_choose(NULL, RP_NORMAL, "viscoelastic", &r->normal, err);
    if (!status) status = rp_laws_choose(NULL, RP_TANGENTIAL, "cundall-strack", &r->tangential, err);
    if (status) return status;
    for (int n = 0; n < r->normal->param_count; n++) unset[n] = r->normal->param[n].preset;
    status = r->normal->prepare(&in, r->constant[0], err);
    if (status) return status;
    for (int n = 0; n < r->tangential->param_count; n++) {
        unset[n] = r->tangential->param[n].preset;
        if (!strcmp(r->tangential->param[n].name, "stiffness_ratio")) unset[n] = stiffness_ratio;
    }
    in.normal = r->normal;
    in.normal_constant = r->constant[0];
    return r->tangential->prepare(&in, r->constant[1], err);
}

rp_status rp_rough_create(rp_rough *r, int asperities, double friction, double eps, double speed, rp_error *err)
{
    const double radius = 0.003, mass = 4.0 / 3 * M_PI * radius * radius * radius * density;
    *r = (rp_rough){.radius = radius, .mass = mass, .inertia = 0.4 * mass * radius * radius, .tip = 1e-6};
    r->friction = friction;
    r->count = asperities;
    r->asperity = malloc((size_t)(asperities + 1) * sizeof *r->asperity);
    if (!r->asperity) return rp_trial_memory("the asperities", err);
    for (int n = 0; n < asperities; n++) direction(20080302, (uint64_t)n, r->asperity[n]);
    qsort(r->asperity, (size_t)asperities, sizeof *r->asperity, by_height);
    rp_status status = prepare(r, eps, speed, err);
    if (status) rp_rough_destroy(r);
    return status;
}

void rp_rough_destroy(rp_rough *r) { free(r->asperity); }

rp_rough_ball rp_rough_drop(double speed, uint64_t seed, uint64_t drop)
{
    rp_rough_ball b = {.v = {0, 0, -speed}};
    double z[3], x[3], y[3], other[3];
    direction(seed, 2 * drop, z);
    direction(seed, 2 * drop + 1, other);
    cross(other, z, x);
    const double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < 3; k++) x[k] /= length;
    cross(z, x, y);
    memcpy(b.turn[0], x, sizeof x);
    memcpy(b.turn[1], y, sizeof y);
    memcpy(b.turn[2], z, sizeof z);
    return b;
}

/* From the centre to the tip of the lowest asperity: the one nearest to the direction down, seen from the ball. */
static void lowest(const rp_rough *r, rp_rough_ball *b)
{
    const double down[3] = {-b->turn[2][0], -b->turn[2][1], -b->turn[2][2]};
    double best = 4; /* squared distance on the unit sphere */
    int from = 0, to = r->count, at = -1;
    while (from < to) {
        const int middle = (from + to) / 2;
        if (r->asperity[middle][2] < down[2]) from = middle + 1;
        else to = middle;
    }
    for (int side = -1; side <= 1; side += 2)
        for (int n = side < 0 ? from - 1 : from; n >= 0 && n < r->count; n += side) {
            const double *a = r->asperity[n], d[3] = {a[0] - down[0], a[1] - down[1], a[2] - down[2]};
            const double distance = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            if (d[2] * d[2] > best) break;
            if (distance < best) {
                best = distance;
                at = n;
            }
        }
    for (int k = 0; k < 3; k++) {
        b->c[k] = k == 2 && at < 0 ? -r->radius : 0;
        for (int m = 0; m < 3 && at >= 0; m++) b->c[k] += r->radius * b->turn[k][m] * r->asperity[at][m];
    }
    b->c[2] -= r->tip;
}

static void tip_velocity(const rp_rough_ball *b, double u[3])
{
    cross(b->w, b->c, u);
    for (int k = 0; k < 3; k++) u[k] += b->v[k];
}

/* Changes velocities by an impulse at the tip. */
static void push(const rp_rough *r, rp_rough_ball *b, const double impulse[3])
{
    double moment[3];
    cross(b->c, impulse, moment);
    for (int k = 0; k < 3; k++) {
        b->v[k] += impulse[k] / r->mass;
        b->w[k] += moment[k] / r->inertia;
    }
}

/* Forces at overlaps and velocities of now into the block. */
static void forces(const rp_rough *r, const rp_rough_ball *ball, int count, rp_block *b, double (*history)[RP_BLOCK],
                   double dt)
{
    for (int c = 0; c < count; c++) {
        double u[3];
        const int on = ball[c].touches;
        tip_velocity(&ball[c], u);
        b->xi[c] = on ? ball[c].overlap : 0;
        b->gn[c] = on ? u[2] : 0;
        b->tx[c] = on ? u[0] : 0;
        b->ty[c] = on ? u[1] : 0;
    }
    r->normal->eval(b, r->constant[0], NULL, dt);
    if (r->friction > 0) r->tangential->eval(b, r->constant[1], history, dt);
}

static void begin(const rp_rough *r, rp_rough_ball *ball, int count, rp_block *b)
{
    memset(b, 0, sizeof *b);
    b->count = RP_BLOCK;
    for (int c = 0; c < RP_BLOCK; c++) {
        b->ez[c] = 1;
        b->m_eff[c] = r->mass;
        b->r_eff[c] = r->radius;
        b->mu[c] = b->mu_static[c] = r->friction;
    }
    for (int c = 0; c < count; c++) {
        lowest(r, &ball[c]);
        ball[c].overlap = 0;
        ball[c].touches = 1;
    }
}

/* One step of velocity Verlet of all balls that touch; how many still do. The damping force has the velocity that the
 * last force leads to. */
static int step(const rp_rough *r, rp_rough_ball *ball, int count, rp_block *b, double (*history)[RP_BLOCK], double dt)
{
    rp_rough_ball half[RP_BLOCK];
    int left = 0;
    for (int c = 0; c < count; c++) {
        const double impulse[3] = {b->fx[c] * dt / 2, b->fy[c] * dt / 2, b->fn[c] * dt / 2};
        double u[3];
        if (!ball[c].touches) continue;
        push(r, &ball[c], impulse);
        half[c] = ball[c];
        tip_velocity(&ball[c], u);
        ball[c].overlap -= u[2] * dt;
        half[c].overlap = ball[c].overlap;
        half[c].touches = ball[c].touches = ball[c].overlap > 0;
        push(r, &ball[c], impulse);
    }
    forces(r, ball, count, b, history, dt);
    for (int c = 0; c < count; c++) {
        const double impulse[3] = {b->fx[c] * dt / 2, b->fy[c] * dt / 2, b->fn[c] * dt / 2};
        if (!ball[c].touches) continue;
        ball[c] = half[c];
        push(r, &ball[c], impulse);
        left++;
    }
    return left;
}

void rp_rough_impact(const rp_rough *r, rp_rough_ball *ball, int count)
{
    rp_block b;
    double history[ROWS][RP_BLOCK] = {{0}}, fastest = 0;
    begin(r, ball, count, &b);
    for (int c = 0; c < count; c++) fastest = fmax(fastest, -ball[c].v[2]);
    const double dt = r->normal->contact_time(r->constant[0], r->mass, r->radius, fastest) / STEPS;
    forces(r, ball, count, &b, history, dt);
    while (step(r, ball, count, &b, history, dt) > 0) continue;
    for (int c = 0; c < count && r->no_spin; c++) memset(ball[c].w, 0, sizeof ball[c].w);
}

double rp_rough_fly(rp_rough_ball *b, double gravity)
{
    const double time = 2 * b->v[2] / gravity, rate = sqrt(b->w[0] * b->w[0] + b->w[1] * b->w[1] + b->w[2] * b->w[2]);
    const double angle = rate * time, s = sin(angle), k = 1 - cos(angle);
    b->v[2] = -b->v[2];
    if (rate == 0) return time;
    const double n[3] = {b->w[0] / rate, b->w[1] / rate, b->w[2] / rate};
    for (int m = 0; m < 3; m++) { /* column m of the turn, by Rodrigues' formula */
        double x[3] = {b->turn[0][m], b->turn[1][m], b->turn[2][m]}, y[3], z[3];
        cross(n, x, y);
        cross(n, y, z);
        for (int j = 0; j < 3; j++) b->turn[j][m] = x[j] + s * y[j] + k * z[j];
    }
    return time;
}

double rp_rough_energy(const rp_rough *r, const rp_rough_ball *b)
{
    double e = 0;
    for (int k = 0; k < 3; k++) e += (r->mass * b->v[k] * b->v[k] + r->inertia * b->w[k] * b->w[k]) / 2;
    return e;
}
