/* [Leszczynski2003, Fig. 2]: four equal spheres in a row fall onto a plate without gravity: r = 1.4 mm, m = 1.35e-5 kg,
 * 0.21 m/s, gaps 0.4 mm, 29 mm above the plate; k and c from a contact time of 1e-4 s and a restitution of 0.9. At low
 * alpha they rebound, at alpha = 0.89 they stay on the plate in one cluster.
 *
 * The paper says that the first particle touches the plate twice at low alpha. The equations give four contacts (errata
 * 55): equal particles exchange their velocities, so that each of the four momenta reaches the plate through the first.
 * alpha = 0.012 and 0.1 were tried. */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "memory.h"
#include "trial.h"

static const char head[] = "dimension: 3\nmaterials: {m: {density: 1174.5}}\n";
static const char rest[] = "particles: [{material: m, radius: 1.4e-3, place: {list: [[0, 0, 30.4e-3], [0, 0, 33.6e-3], "
                           "[0, 0, 36.8e-3], [0, 0, 40.0e-3]]}, velocity: [0, 0, -0.21]}]\n"
                           "walls: [{name: plate, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                           "{until: 1, step: 1.0e-6}\n";
enum { CASES = 3 };
static const double alphas[CASES] = {0.012, 0.1, 0.89};
static const char *const titles[CASES] = {"\xce\xb1 = 0.012: rebound", "\xce\xb1 = 0.1: rebound",
                                          "\xce\xb1 = 0.89: clustering"};

static void draw(rp_plot *plot, int panel, const rp_memory_record *r)
{
    static const char *const names[4] = {"first", "second", "third", "fourth"};
    static double t[RP_MEMORY_ROWS], y[RP_MEMORY_ROWS];
    rp_plot_axes(plot, panel, titles[panel], "time (ms)", panel ? NULL : "height of centre (mm)");
    rp_plot_limits(plot, panel, 100, 260, 0, 30);
    for (int i = 0; i < 4; i++) {
        for (size_t n = 0; n < r->rows; n++) {
            t[n] = 1e3 * r->t[n];
            y[n] = 1e3 * r->y[i][n];
        }

        rp_plot_curve(plot, panel, t, y, r->rows, &(rp_plot_style){.label = names[i]});
    }
}

static rp_status add_numbers(rp_numbers *numbers, const rp_memory_record *r, rp_error *err)
{
    static const char *const plate[2] = {"contacts of the first particle with the plate, alpha = 0.012",
                                         "contacts of the first particle with the plate, alpha = 0.1"};
    double eps = NAN;
    rp_status status = rp_memory_restitution(0.1, &eps, err);
    for (int k = 0; k < 2; k++) {
        rp_number_add(numbers, plate[k], r[k].plate, 4, 0, "equal particles exchange velocities: four momenta",
                      "a number of events");
        rp_number_differs(numbers, plate[k], r[k].plate, 2, 0, "[Leszczynski2003, Fig. 2]: touches it twice", 55);
    }
    double slowest = INFINITY, fastest = 0;
    for (int i = 0; i < 4; i++) {
        slowest = fmin(slowest, r[0].v[i]);
        fastest = fmax(fastest, fabs(r[2].v[i]));
    }

    rp_number_add(numbers, "particles that fly away, alpha = 0.012", slowest > 0 ? 4 : 0, 4, 0,
                  "[Leszczynski2003, Fig. 2, upper chart]", "a number of particles");
    rp_number_add(numbers, "cluster on the plate at the end, alpha = 0.89", r[2].largest[r[2].rows - 1], 4, 0,
                  "[Leszczynski2003, Fig. 2, lower chart]", "a number of particles");
    rp_number_add(numbers, "fastest particle at the end over the first speed, alpha = 0.89", fastest / 0.21, 0, 0.02,
                  "[Leszczynski2003, Fig. 2, lower chart]", "they come to rest as t^-alpha");
    rp_number_add(numbers, "eps of two particles, alpha = 0.1, exact", eps, 0.8036110584, 1e-9,
                  "first zero of E_{1.9,2}", "series");
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_memory_record *r = calloc(CASES, sizeof *r);
    if (!r) return rp_trial_memory("the paths", err);
    rp_status status = RP_OK;
    for (int k = 0; k < CASES && !status; k++) status = rp_memory_run(alphas[k], head, rest, 260000, &r[k], err);
    rp_plot *plot = status ? NULL : rp_plot_create(1, CASES, 1800, 700);
    if (!status) {
        rp_plot_title(plot, "Four spheres on a plate [Leszczynski2003, Fig. 2]");
        for (int k = 0; k < CASES; k++) draw(plot, k, &r[k]);
        status = add_numbers(numbers, r, err);
        rp_figure_remark(plot, numbers);
        if (!status) status = rp_figure_finish(plot, path, err);
        else rp_plot_destroy(plot);
    }
    free(r);
    return status;
}

const rp_figure rp_figure_leszczynski2003_fig2 = {
    "leszczynski2003-fig2", "four spheres on a plate, low and high alpha: rebound and clustering", run, NULL};
