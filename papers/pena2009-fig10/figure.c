/* [Pena2009, Fig. 10]: the stress-controlled test with two polygons, rotation neglected, with springs by velocity and
 * geometric ones. The paper does not give its polygons: here a square is held and a pentagon with one long side lies on
 * it, side on side, the normal at 45 degrees to the force. The force of the overlap area is linear in this: k_n A / l_c
 * = (k_n L / l_c) xi, L the common length of the two sides. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "relax.h"

enum { CORNERS = 5, STEPS = 6 };
static const double house[CORNERS][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.6, 0.2}, {0, 0.8}, {-0.6, 0.2}}; /* m */
static const double k_n = 4e8, ratio = 1.0 / 3, aside = 0.1; /* aside: centroids along the contact, m */

typedef struct shape {
    double area, x, y;
} shape; /* m^2, centroid */

static shape measure(void)
{
    shape s = {0};
    for (int n = 0; n < CORNERS; n++) {
        const double *a = house[n], *b = house[(n + 1) % CORNERS], cross = a[0] * b[1] - a[1] * b[0];
        s.area += 0.5 * cross;
        s.x += (a[0] + b[0]) * cross / 6;
        s.y += (a[1] + b[1]) * cross / 6;
    }
    s.x /= s.area;
    s.y /= s.area;
    return s;
}

typedef struct constants {
    double mass, t_c, nu, force;
} constants; /* thickness 1 m, density 1 */

static constants of(const shape *s)
{
    double l_c = sqrt(1 / M_PI) + sqrt(s->area / M_PI), common = 1 - fabs(aside), k = k_n * common / l_c,
           q = -log(RP_RELAX_EPS_N) / M_PI;
    return (constants){s->area, M_PI * sqrt(1 + q * q) * sqrt(s->area / 2 / k),
                       rp_relax_dashpot(k, s->area, RP_RELAX_EPS_N), 1e-6 * k};
}

static rp_status relaxation(const shape *s, const constants *c, const char *elongation, double step, double *t_R,
                            rp_error *err)
{
    const double h = 0.5 + (s->y + 0.5), r = M_SQRT1_2;
    char text[2400];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1}}\n"
             "interactions: [{between: [m, m], friction: 500, normal: {law: linear, stiffness: %.17g, damping: %.17g, "
             "tension: true},\n"
             "  tangential: {law: cundall-strack, stiffness: %.17g, damping: %.17g, elongation: %s}}]\n"
             "particles:\n  - {name: i, material: m, shape: {polygon: {vertices: [[-0.5, -0.5], [0.5, -0.5], [0.5, "
             "0.5], [-0.5, 0.5]]}}, angle: %.17g, place: {list: [[0, 0]]}, frozen: true}\n"
             "  - {name: j, material: m, shape: {polygon: {vertices: [[-0.5, -0.5], [0.5, -0.5], [0.6, 0.2], [0, 0.8], "
             "[-0.6, 0.2]]}}, angle: %.17g, place: {list: [[%.17g, %.17g]]},\n"
             "     lock: [y, rotation], force: [%.17g, 0]}\nrun: {until: 1.0e9, step: %.17g, soft: {integrator: "
             "gear-5, overlap: area}}\n",
             k_n, c->nu, k_n * ratio, c->nu * ratio, elongation, M_PI / 4, -M_PI / 4, r * (h + aside), r * (h - aside),
             -c->force, step * c->t_c);
    return rp_relax_scene_time(text, step, 20, 120, t_R, err);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const double steps[STEPS] = {1e-3, 3e-3, 1e-2, 2e-2, 5e-2, 1e-1};
    const shape s = measure();
    const constants c = of(&s);
    const double exact = 2 * c.mass / (c.nu * (1 + ratio)) / c.t_c,
                 slope = k_n * ratio * c.t_c / (2 * c.nu * (1 + ratio));
    double t_R[2][STEPS], expected[STEPS], change = 0, worst = 0;
    for (int g = 0; g < 2; g++)
        for (int n = 0; n < STEPS; n++) {
            rp_status status = relaxation(&s, &c, g ? "geometric" : "velocity", steps[n], &t_R[g][n], err);
            if (status) return status;
            expected[n] = exact / (1 + slope * steps[n]);
            if (g) change = fmax(change, fabs(t_R[1][n] / t_R[1][0] - 1));
            else worst = fmax(worst, fabs(t_R[0][n] / expected[n] - 1));
        }
    rp_plot *plot = rp_plot_create(1, 1, 1300, 900);
    rp_plot_axes(plot, 0, "Two polygons, no rotation [Pena2009, Fig. 10]", "\xce\x94t / t_{c}", "t_{R} / t_{c}");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_limits(plot, 0, 6e-4, 0.16, 0, 1.25 * exact);
    rp_plot_curve(plot, 0, steps, t_R[0], STEPS,
                  &(rp_plot_style){.label = "springs by velocity", .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 0, steps, expected, STEPS,
                  &(rp_plot_style){.label = "with a dashpot of k_{t} \xce\x94t/2 more",
                                   .line = RP_LINE_DASHED,
                                   .color = RP_PLOT_GREY});
    rp_plot_curve(plot, 0, steps, t_R[1], STEPS,
                  &(rp_plot_style){.label = "geometric springs", .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_number_add(numbers, "t_R/t_c, geometric, at dt/t_c = 1e-3", t_R[1][0], exact, 1e-3 * exact,
                  "2 m / (nu_n + nu_t) at 45 degrees", "damping to first order; the common side changes by 1e-6");
    rp_number_add(numbers, "largest change of t_R up to dt/t_c = 0.1, geometric, relative", change, 0, 4e-3,
                  "Fig. 10: no dependence on dt",
                  "(omega dt)^2 / 12 at 0.1 t_c: what a scheme of second order would do");
    rp_number_add(numbers,
                  "springs by velocity: greatest distance from t_R0 / (1 + k_t dt / (2 (nu_n + nu_t))), relative",
                  worst, 0, 5e-3, "the linear model; errata 38 for discs", "the next order in dt at 0.1 t_c");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_pena2009_fig10 = {
    "pena2009-fig10", "relaxation time of two polygons, springs by velocity and geometric", run, NULL};
