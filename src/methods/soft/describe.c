/* What `check` says of a soft run: scales, and how long a step may be [Pena2009, Eqs. 9, 10, 13]; errata 33, 38.
 *
 * Eq. 7 with the velocity at t + dt puts the spring dt/2 ahead of itself: a dashpot of k_t dt/2 that the model does not
 * have. Where the dashpots nu_n and nu_t damp an oscillation at 45 degrees to the normal, it relaxes faster by the part
 * k_t dt / (2 (nu_n + nu_t)); that is errata 38's 49.04 dt/t_c for the paper's constants. */
#include <math.h>
#include "laws/interaction.h"
#include "laws/time_scale.h"
#include "methods/soft/scheme.h"
#include "methods/soft/soft.h"

#define ACCURACY 0.01

typedef struct linear {
    double kn, cn, kt, ct;
} linear; /* of small motion about the touch: N/m, kg/s */

static double pull(const rp_interaction *x, const rp_time_scale *scale, double spring, double slip, linear *l)
{
    rp_block b = {.count = RP_BLOCK};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    for (int c = 0; c < RP_BLOCK; c++) {
        b.ex[c] = 1;
        b.xi[c] = 1e-6 * scale->r_eff;
        b.ty[c] = slip;
        b.m_eff[c] = scale->m_eff;
        b.r_eff[c] = scale->r_eff;
        b.mu[c] = b.mu_static[c] = 1e300;
        if (x->law[RP_TANGENTIAL]) history[x->history[RP_TANGENTIAL] + 1][c] = spring;
    }
    for (int slot = 0; slot <= RP_TANGENTIAL; slot++)
        if (x->eval[slot]) x->eval[slot](&b, x->constant[slot], history + x->history[slot], 0);
    l->kn = b.kn[0];
    l->cn = b.cn[0];
    return -b.fy[0];
}

static linear small_motion(const rp_interaction *x, const rp_time_scale *scale)
{
    linear l = {0};
    const double way = 1e-9 * scale->r_eff;
    l.kt = pull(x, scale, way, 0, &l) / way;
    l.ct = pull(x, scale, 0, 1, &l);
    return l;
}

static double lightest(const rp_world *w)
{
    double m = INFINITY;
    for (size_t i = 0; i < w->particles.count; i++)
        if (w->particles.row[i].inv_mass > 0) m = fmin(m, w->particles.mass[i]);
    return m;
}

static void springs(const rp_world *w, const rp_interaction *x, const linear *l, double dt, rp_buffer *b)
{
    const rp_soft_integrator *i = rp_soft_scheme_integrator(w);
    const rp_law *law = x->law[RP_TANGENTIAL];
    if (!law || !law->spring || i->spring_lead == 0 || rp_soft_scheme_geometric(w)) return;
    double bound = ACCURACY * (l->cn + l->ct) / (i->spring_lead * l->kt),
           error = i->spring_lead * l->kt * dt / (l->cn + l->ct);
    if (l->cn + l->ct == 0)
        rp_buffer_print(b,
                        "springs          by velocity under %s: nothing damps but the integrator itself   <- "
                        "warning: take elongation: geometric, or verlet\n",
                        i->name);
    else
        rp_buffer_print(b,
                        "springs          by velocity under %s: oscillations relax %.2g times as long as "
                        "they should; within %.0f %% for a step up to %.3g s%s\n",
                        i->name, 1 / (1 + error), 100 * ACCURACY, bound,
                        dt > bound ? "   <- warning: take that step, elongation: geometric, or verlet" : "");
}

/* Pena's t_s and t_c, and the step with which springs by velocity relax right within 1 % where the integrator has them
 * ahead of the motion. */
static void describe_springs(const rp_world *w, const rp_time_scale *scale, double dt, rp_buffer *b)
{
    const rp_interaction *x = rp_interaction_between(w, scale->a, scale->b);
    if (!(x->stiffness > 0)) return; /* Eqs. 9 and 10 are those of a linear spring */
    linear l = small_motion(x, scale);
    double eta = l.cn / (2 * scale->m_eff), square = l.kn / scale->m_eff - eta * eta;
    rp_buffer_print(b, "oscillation      t_s = %.4g s (lightest particle on the spring)",
                    2 * M_PI * sqrt(lightest(w) / l.kn));
    if (square > 0)
        rp_buffer_print(b, ", t_c = %.4g s (damped), dt / t_c = %.3g\n", M_PI / sqrt(square), dt * sqrt(square) / M_PI);
    else rp_buffer_print(b, ", overdamped\n");
    springs(w, x, &l, dt, b);
}

static void describe_scales(const rp_world *w, double dt, const rp_time_scale *scale, rp_buffer *b)
{
    const rp_interaction *x = rp_interaction_between(w, scale->a, scale->b);
    const rp_law *normal = x->law[RP_NORMAL];
    const int clumps = rp_method_has_clumps(w);
    rp_buffer_print(
        b, "contacts         soft: they overlap and last. A single impact has the coefficients above; one that "
           "meets another contact within the\n"
           "                 contact time shares its impulse with it as springs do\n");
    if (clumps || (w->particles.shape && w->dimension == 2))
        rp_buffer_print(b,
                        "                 %s that touch off their line of centres come back with less than eps_n: "
                        "their mass there is smaller, the damping is not\n",
                        !clumps                                   ? "Polygons"
                        : w->particles.shape && w->dimension == 2 ? "Polygons and clumps"
                                                                  : "Clumps");
    if (w->particles.shape && w->dimension == 3)
        rp_buffer_print(b, "                 Polyhedra have eps_n face on face, and about that elsewhere; edges and "
                           "corners are softer than faces and come deeper\n");
    rp_buffer_print(b, "contact time     %.4g s, shortest: %s on %s, effective mass %.4g kg\n", scale->contact_time,
                    w->material[scale->a].name, w->material[scale->b].name, scale->m_eff);
    rp_buffer_print(b, "impact speed     %.4g m/s estimated (fastest start plus the fall through the scene)\n",
                    scale->speed);
    if (normal && normal->max_overlap) {
        double overlap = normal->max_overlap(x->constant[RP_NORMAL], scale->m_eff, scale->r_eff, scale->speed);
        double ratio = overlap / (2 * scale->r_eff); /* equal spheres: r = 2 r_eff */
        rp_buffer_print(b, "overlap          %.3g m in a head-on impact at that speed, about %.2g of the radius%s\n",
                        overlap, ratio, ratio > 0.2 ? "   <- warning: soft, if such impacts happen" : "");
    }
    rp_buffer_print(b, "time step        %.4g s, dt / contact time = %.3g%s\n", dt, dt / scale->contact_time,
                    dt / scale->contact_time > 0.05 ? "   <- warning: take at most 1/20" : "");
    describe_springs(w, scale, dt, b);
    const rp_material *m = &w->material[scale->a];
    if (m->young > 0 && m->density > 0) {
        double nu = isnan(m->poisson) ? 0.25 : m->poisson, shear = m->young / (2 * (1 + nu)), r = 2 * scale->r_eff;
        rp_buffer_print(b, "Rayleigh time    %.4g s (from Young's modulus)\n",
                        M_PI * r * sqrt(m->density / shear) / (0.1631 * nu + 0.8766));
    }
}

static void describe_overlap(const rp_world *w, rp_buffer *b)
{
    if (!w->particles.shape) return;
    if (w->dimension == 3) {
        rp_buffer_print(b, "overlap of shapes by the energy of their volume: contacts without dissipation keep their "
                           "energy, to the order of the integrator\n");
        return;
    }
    rp_buffer_print(b, "overlap of shapes %s\n",
                    rp_soft_scheme_overlap(w) == RP_SOFT_AREA
                        ? "by area [Pena2009, Eq. 5]: the force is no gradient of an energy; an impact without "
                          "dissipation may gain or lose about a tenth of its energy   <- warning: overlap: energy does "
                          "not"
                        : "by energy: contacts without dissipation keep their energy, to the order of the integrator");
}

void rp_soft_describe(const rp_world *w, rp_buffer *b)
{
    rp_time_scale scale;
    if (rp_time_scale_find(w, &scale, NULL) || !isfinite(scale.contact_time)) return;
    describe_scales(w, w->dt, &scale, b);
    describe_overlap(w, b);
}
