/* See fall.h. Heights count from the floor; the upper sphere starts dh above the lower one. Both have fallen almost all
 * the way when the runs begin, two contact times before the first impact. */
#include "fall.h"
#include <math.h>
#include <stdio.h>
#include "trial.h"

static double mass(double r) { return 4.0 / 3.0 * M_PI * r * r * r * RP_FALL_DENSITY; }

double rp_fall_contact_time(double ratio) { return M_PI * sqrt(mass(RP_FALL_R2 * ratio) / RP_FALL_STIFFNESS); }

double rp_fall_impact(void) { return sqrt(2 * RP_FALL_GRAVITY * RP_FALL_HEIGHT); }

/* After t10 the lower sphere rises with eps |v10|, the upper one falls with |v10|; both feel gravity, so they meet
 * after dt = dh/((1 + eps)|v10|), at v12 = eps |v10| - g dt and v21 = -|v10| - g dt. */
double rp_fall_event(const rp_fall *f, double eps)
{
    double v = rp_fall_impact(), dt = f->gap / ((1 + eps) * v), m1 = mass(RP_FALL_R2 * f->ratio), m2 = mass(RP_FALL_R2);
    double v12 = eps * v - RP_FALL_GRAVITY * dt, v21 = -v - RP_FALL_GRAVITY * dt;
    return (m2 * v21 + m1 * (v12 + eps * (v12 - v21))) / (m1 + m2);
}

/* The speed rises with eps. */
static double effective(const rp_fall *f)
{
    double low = 0, high = 2;
    if (f->speed < rp_fall_event(f, low) || f->speed > rp_fall_event(f, high)) return NAN;
    for (int n = 0; n < 60; n++) {
        double middle = 0.5 * (low + high);
        if (rp_fall_event(f, middle) < f->speed) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

/* Of the lower sphere's fall that is left when a run begins. */
static double height_left(double ratio) { return 2 * rp_fall_impact() * rp_fall_contact_time(ratio); }
static double speed_then(double ratio)
{
    return sqrt(rp_fall_impact() * rp_fall_impact() - 2 * RP_FALL_GRAVITY * height_left(ratio));
}
static double first_impact(double ratio) { return (rp_fall_impact() - speed_then(ratio)) / RP_FALL_GRAVITY; }

/* Of a run, s. */
static double length(const rp_fall *f)
{
    return first_impact(f->ratio) + 2 * f->gap / rp_fall_impact() + 8 * rp_fall_contact_time(f->ratio);
}

static rp_status make(rp_sim **sim, const char *method, const rp_fall *f, double dt, rp_error *err)
{
    char text[1024];
    double r1 = RP_FALL_R2 * f->ratio, v = -speed_then(f->ratio), z1 = r1 + height_left(f->ratio),
           z2 = z1 + r1 + RP_FALL_R2 + f->gap;
    snprintf(text, sizeof text,
             "{repose: 1, dimension: 3, method: %s, gravity: [0, 0, %.17g], materials: {m: {density: %.17g}}, "
             "interactions: [{between: [m, m], restitution: %.17g, normal: {law: linear, stiffness: %.17g}}],\n"
             "particles: [{name: lower, material: m, radius: %.17g, velocity: [0, 0, %.17g], place: {list: [[0, 0, "
             "%.17g]]}}, {name: upper, material: m, radius: %.17g, velocity: [0, 0, %.17g], place: {list: [[0, 0, "
             "%.17g]]}}],\n"
             "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}], run: {until: 1, step: "
             "%.17g}}\n",
             method, -RP_FALL_GRAVITY, RP_FALL_DENSITY, f->eps, RP_FALL_STIFFNESS, r1, v, z1, RP_FALL_R2, v, z2, dt);
    return rp_trial_open(text, sim, err);
}

static double height(const rp_sim *sim, uint32_t id) { return rp_trial_row(sim, "position", id)[2]; }
static double radius(const rp_sim *sim, uint32_t id) { return *rp_trial_row(sim, "radius", id); }
static double speed(const rp_sim *sim, uint32_t id) { return rp_trial_row(sim, "velocity", id)[2]; }

rp_status rp_fall_soft(rp_fall *f, rp_error *err)
{
    rp_sim *sim;
    double dt = M_PI * sqrt(mass(RP_FALL_R2) / 2 / RP_FALL_STIFFNESS) / 150, end = length(f);
    int touching = 0;
    rp_status status = make(&sim, "soft", f, dt, err);
    f->contacts = 0;
    while (!status && rp_sim_time(sim) < end) {
        status = rp_sim_step(sim, 1, err);
        int touch = !status && height(sim, 1) - height(sim, 0) < radius(sim, 0) + radius(sim, 1);
        f->contacts += touch && !touching;
        if (!status && touching && !touch) f->speed = speed(sim, 1);
        touching = touch;
    }
    if (!status) f->eps_eff = effective(f);
    rp_sim_destroy(sim);
    return status;
}

/* beta / omega_0 of the dashpot that gives eps, where the force never pulls [Poschel2008, Eq. 13, errata 3]. */
static double damping_ratio(double eps)
{
    double low = 0, high = 1 - 1e-12;
    for (int n = 0; n < 60; n++) {
        double zeta = 0.5 * (low + high), omega = sqrt(1 - zeta * zeta);
        if (exp(-zeta / omega * atan2(2 * zeta * omega, zeta * zeta - omega * omega)) > eps) low = zeta;
        else high = zeta;
    }
    return 0.5 * (low + high);
}

typedef struct pair {
    double r1, r2, m1, m2, dashpot_floor, dashpot; /* kg/s */
} pair;

static double push(double overlap, double rate, double dashpot)
{
    return overlap > 0 ? fmax(0, RP_FALL_STIFFNESS * overlap + dashpot * rate) : 0;
}

/* y: z1, v1, z2, v2. */
static void rates(const pair *p, const double *y, double *out)
{
    double floor = push(p->r1 - y[0], -y[1], p->dashpot_floor),
           between = push(p->r1 + p->r2 - (y[2] - y[0]), y[1] - y[3], p->dashpot);
    out[0] = y[1];
    out[1] = -RP_FALL_GRAVITY + (floor - between) / p->m1;
    out[2] = y[3];
    out[3] = -RP_FALL_GRAVITY + between / p->m2;
}

static void runge_kutta(const pair *p, double *y, double dt)
{
    double k[4][4], at[4];
    rates(p, y, k[0]);
    for (int n = 1; n < 4; n++) {
        for (int i = 0; i < 4; i++) at[i] = y[i] + (n < 3 ? 0.5 : 1) * dt * k[n - 1][i];
        rates(p, at, k[n]);
    }
    for (int i = 0; i < 4; i++) y[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

void rp_fall_integrate(rp_fall *f, int steps)
{
    const double zeta = damping_ratio(f->eps), r1 = RP_FALL_R2 * f->ratio, m1 = mass(r1), m2 = mass(RP_FALL_R2),
                 m_eff = m1 * m2 / (m1 + m2), k = RP_FALL_STIFFNESS, dt = M_PI * sqrt(m2 / 2 / k) / steps;
    const pair p = {r1, RP_FALL_R2, m1, m2, 2 * zeta * sqrt(k * m1), 2 * zeta * sqrt(k * m_eff)};
    double v = -speed_then(f->ratio), z = r1 + height_left(f->ratio);
    double y[4] = {z, v, z + r1 + RP_FALL_R2 + f->gap, v};
    int touching = 0;
    f->contacts = 0;
    for (double t = 0, end = length(f); t < end; t += dt) {
        runge_kutta(&p, y, dt);
        int touch = y[2] - y[0] < r1 + RP_FALL_R2;
        f->contacts += touch && !touching;
        touching = touch;
    }
}

rp_status rp_fall_driven(const rp_fall *f, double *found, rp_error *err)
{
    rp_sim *sim;
    double v = rp_fall_impact(), dt = 1e-6, first = first_impact(f->ratio);
    rp_status status = make(&sim, "event-driven", f, dt, err);
    /* to just after they have met, then back to that moment along the known flight */
    double meet = first + f->gap / ((1 + f->eps) * v);
    if (!status) status = rp_sim_advance(sim, meet + 2 * dt, err);
    if (!status) *found = speed(sim, 1) + RP_FALL_GRAVITY * (rp_sim_time(sim) - meet);
    rp_sim_destroy(sim);
    return status;
}
