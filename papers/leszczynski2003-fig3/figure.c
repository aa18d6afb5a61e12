/* [Leszczynski2003, Fig. 3]: in the plane, a particle with 0.6 m/s meets three that rest, at alpha = 0.012 and 0.91;
 * common trajectories (thick) where particles move as one. The positions are not in the paper and are chosen here:
 * spheres of Fig. 2 at (0.5, 6), (-1.1, 10.5) and (1.3, 11.5) mm. */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "memory.h"
#include "trial.h"

static const char head[] = "dimension: 2\nmaterials: {m: {density: 1174.5}}\n";
static const char rest[] =
    "particles:\n  - {material: m, shape: sphere, radius: 1.4e-3, place: {list: [[0, 0]]}, velocity: [0, 0.6]}\n"
    "  - {material: m, shape: sphere, radius: 1.4e-3, place: {list: [[0.5e-3, 6.0e-3], [-1.1e-3, 10.5e-3], [1.3e-3, "
    "11.5e-3]]}}\nrun: {until: 1, step: 1.0e-6}\n";
static const char *const titles[2] = {"\xce\xb1 = 0.012: binary contacts", "\xce\xb1 = 0.91: common trajectories"};

static void draw(rp_plot *plot, int panel, const rp_memory_record *r)
{
    static const char *const names[4] = {"moving first", "second", "third", "fourth"};
    static double x[RP_MEMORY_ROWS], y[RP_MEMORY_ROWS];
    rp_plot_axes(plot, panel, titles[panel], "x (mm)", "y (mm)");
    rp_plot_limits(plot, panel, -12, 12, 0, 24);
    for (int i = 0; i < 4; i++) {
        for (size_t n = 0; n < r->rows; n++) {
            x[n] = 1e3 * r->x[i][n];
            y[n] = 1e3 * r->y[i][n];
        }

        rp_plot_curve(plot, panel, x, y, r->rows, &(rp_plot_style){.label = names[i], .color = i + 1});
        rp_plot_curve(plot, panel, x, y, 1, &(rp_plot_style){.color = i + 1, .marker = RP_MARKER_CIRCLE, .size = 2});
        for (size_t n = 0; n < r->rows; n++)
            if (r->joined[i][n] < 2) x[n] = NAN;
        rp_plot_curve(plot, panel, x, y, r->rows, &(rp_plot_style){.color = i + 1, .width = 4});
    }
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const double alphas[2] = {0.012, 0.91};
    rp_memory_record *r = calloc(2, sizeof *r);
    if (!r) return rp_trial_memory("the paths", err);
    rp_status status = RP_OK;
    for (int k = 0; k < 2 && !status; k++) status = rp_memory_run(alphas[k], head, rest, 60000, &r[k], err);
    rp_plot *plot = status ? NULL : rp_plot_create(1, 2, 1600, 850);
    if (!status) {
        rp_plot_title(plot, "A particle meets three that rest [Leszczynski2003, Fig. 3]");
        for (int k = 0; k < 2; k++) draw(plot, k, &r[k]);
        rp_number_add(numbers, "longest contact at alpha = 0.012, in contact times", r[0].longest / 1e-4, 1, 0.25,
                      "[Leszczynski2003, Fig. 3]: binary contacts", "two of them may touch a third at once");
        rp_number_add(numbers, "largest cluster at the end, alpha = 0.012", r[0].largest[r[0].rows - 1], 1, 0,
                      "[Leszczynski2003, Fig. 3]", "a number of particles");
        rp_number_add(numbers, "largest cluster at the end, alpha = 0.91", r[1].largest[r[1].rows - 1], 3, 1,
                      "[Leszczynski2003, Fig. 3]: two or more", "depends on the positions");
        double p[2] = {0, 0};
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 4; i++) p[k] += r[k].v[i] / 0.6;
        rp_number_add(numbers, "momentum along y over the first, alpha = 0.012", p[0], 1, 1e-12, "conservation",
                      "rounding");
        rp_number_add(numbers, "momentum along y over the first, alpha = 0.91", p[1], 1, 1e-12, "conservation",
                      "rounding");
        status = rp_figure_finish(plot, path, err);
    }
    free(r);
    return status;
}

const rp_figure rp_figure_leszczynski2003_fig3 = {"leszczynski2003-fig3",
                                                  "impact on three resting particles, common trajectories", run};
