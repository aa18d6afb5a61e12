/* [Leszczynski2003, Fig. 4]: particles in a box at alpha = 0.1 and 0.7 after 6 s, from the same beginning. Number, box
 * and speeds are not in the paper and are chosen here: 48 spheres of Fig. 2 in a box of 40 mm in the plane, thermal
 * speeds of 0.1 m/s, no gravity. At 0.1 contacts are binary and short; at 0.7 particles stay together: with tension
 * there is no rebound above 0.4009. The paper's alpha ~ np^0.47 cannot hold for alpha in [0, 1] (errata 56) and is not
 * used. */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "memory.h"
#include "trial.h"

static const char head[] = "dimension: 2\nseed: 4\nmaterials: {m: {density: 1174.5}}\n";
static const char rest[] =
    "particles: [{material: m, shape: sphere, count: 48, radius: 1.4e-3, place: {random: {lower: [0, 0], upper: [0.04, "
    "0.04]}}, velocity: {thermal: 0.1}}]\n"
    "walls: [{name: box, box: {lower: [0, 0], upper: [0.04, 0.04]}, material: m}]\nrun: {until: 10, step: 1.0e-5}\n";
static const long steps = 600000;

static void outline(rp_plot *plot, int panel, const rp_memory_record *r)
{
    size_t last = r->rows - 1;
    for (int i = 0; i < r->particles; i++)
        rp_memory_grain(plot, panel, 1e3 * r->x[i][last], 1e3 * r->y[i][last], 1.4,
                        &(rp_plot_style){.color = r->joined[i][last] > 1 ? 2 : 1, .width = 1.6});
}

static double touching(const rp_memory_record *r)
{
    double count = 0;
    for (int i = 0; i < r->particles; i++) count += r->joined[i][r->rows - 1] > 1;
    return count;
}

static double mean_contacts(const rp_memory_record *r)
{
    double sum = 0;
    for (size_t n = 0; n < r->rows; n++) sum += r->contacts[n];
    return sum / (double)r->rows;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const char *const titles[2] = {"\xce\xb1 = 0.1, t = 6 s", "\xce\xb1 = 0.7, t = 6 s (touching: orange)"};
    static const double alphas[2] = {0.1, 0.7};
    rp_memory_record *r = calloc(2, sizeof *r);
    if (!r) return rp_trial_memory("the paths", err);
    rp_status status = RP_OK;
    for (int k = 0; k < 2 && !status; k++) status = rp_memory_run(alphas[k], head, rest, steps, &r[k], err);
    rp_plot *plot = status ? NULL : rp_plot_create(1, 3, 2100, 760);
    if (!status) {
        rp_plot_title(plot, "Particles in a box [Leszczynski2003, Fig. 4]");
        for (int k = 0; k < 2; k++) {
            rp_plot_axes(plot, k, titles[k], "x (mm)", "y (mm)");
            rp_plot_limits(plot, k, 0, 40, 0, 40);
            outline(plot, k, &r[k]);
            rp_plot_curve(plot, 2, r[k].t, r[k].largest, r[k].rows,
                          &(rp_plot_style){.label = k ? "\xce\xb1 = 0.7" : "\xce\xb1 = 0.1", .color = k + 1});
        }
        rp_plot_axes(plot, 2, "Largest cluster", "time (s)", "particles");
        rp_number_add(numbers, "contacts at 6 s, alpha = 0.1", r[0].contacts[r[0].rows - 1], 0, 1,
                      "[Leszczynski2003, Fig. 4]: none", "a contact of 1e-4 s may be caught by chance");
        rp_number_add(numbers, "contacts on average, alpha = 0.1", mean_contacts(&r[0]), 0, 0.2,
                      "[Leszczynski2003, Fig. 4]: binary and short", "collisions a second times 1e-4 s");
        rp_number_add(numbers, "particles of 48 in clusters at 6 s, alpha = 0.7", touching(&r[1]), 48, 8,
                      "[Leszczynski2003, Fig. 4]: clusters", "a few may still fly");
        status = rp_figure_finish(plot, path, err);
    }
    free(r);
    return status;
}

const rp_figure rp_figure_leszczynski2003_fig4 = {"leszczynski2003-fig4",
                                                  "particles in a box at alpha = 0.1 and 0.7 after 6 s", run, NULL};
