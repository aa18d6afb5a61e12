/* See servo.h. */
#include "methods/soft/servo.h"
#include <math.h>
#include "laws/interaction.h"
#include "methods/method.h"

#define RATIO 0.2 /* of the critical damping */
#define MOST 0.1  /* of the load */

static double contact_stiffness(const rp_interaction *x, double r)
{
    rp_block b = {.count = RP_BLOCK};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    if (!x->law[RP_NORMAL]) return 0;
    for (int c = 0; c < RP_BLOCK; c++) {
        b.ex[c] = b.m_eff[c] = 1;
        b.r_eff[c] = r;
        b.xi[c] = 1e-3 * r;
    }

    x->eval[RP_NORMAL](&b, x->constant[RP_NORMAL], history + x->history[RP_NORMAL], 0);
    return b.kn[0];
}

/* Of any material with the wall's: the stiffest. */
static double stiffest(const rp_world *w, int material, double r)
{
    double k = 0;
    for (int a = 0; a < w->material_count; a++) {
        const rp_interaction *x = rp_interaction_between(w, a, material);
        if (x) k = fmax(k, contact_stiffness(x, r));
    }
    return k;
}

static rp_status unbounded(const rp_wall *wall, rp_error *err)
{
    rp_status status = rp_error_set(
        err, RP_INPUT, "wall '%s': damping: auto needs the width of the wall, and nothing bounds it", wall->name);
    rp_error_expected(err, "planes that face each other or a domain across it, or damping: a number (unit kg/s)");
    rp_method_error_key(err, "walls", wall->name, "load.damping");
    return status;
}

rp_status rp_soft_servo_prepare(const rp_world *w, double *stiffness, double *diameter, rp_error *err)
{
    const rp_particles *p = &w->particles;
    double sum = 0;
    for (size_t n = 0; n < p->count; n++) sum += p->row[p->by_id[n]].r; /* by id: the same bits after sorting */
    *diameter = p->count ? 2 * sum / (double)p->count : 1;
    for (int n = 0; n < w->wall_count; n++) {
        stiffness[n] = 0;
        if (!w->wall[n].damping_auto) continue;
        if (isnan(rp_world_wall_area(w, n))) return unbounded(&w->wall[n], err);
        stiffness[n] = stiffest(w, w->wall[n].material, 0.5 * *diameter);
    }
    return RP_OK;
}

double rp_soft_servo_drag(const rp_world *w, int n, double stiffness, double diameter, double load, double force,
                          double speed)
{
    const rp_wall *wall = &w->wall[n];
    if (!wall->damping_auto) return wall->damping * speed;
    if (load == 0) return 0;
    double area = rp_world_wall_area(w, n),
           contacts = w->dimension == 2 ? area / (w->thickness * diameter) : area / (diameter * diameter);
    double layers = fmax(1, (double)w->particles.count / contacts), share = fmin(1, fabs(force / load)),
           most = MOST * fabs(load);
    double drag = 2 * RATIO * sqrt(stiffness * contacts / layers * wall->mass) * share * speed;
    return fmax(-most, fmin(most, drag));
}
