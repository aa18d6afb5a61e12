/* [Pena2009, Fig. 3]: kinetic energy of the shear cell (papers/stones.h) for two steps, 13/2500 and 13/500 of t_c
 * (errata 32), without and with friction, and the cumulative difference between the two; then the same with springs by
 * displacements (Eqs. 14, 15 as errata 35 and 36 correct them).
 *
 * The paper says that with friction the energy strongly depends on the step. When does it? The step acts as a dashpot
 * of k_t dt/2 (errata 38), which damps a wave in proportion to the square of its frequency. Slow shear makes long
 * waves, through all 16 layers: in three samples of ours the steps differ by some per cent at most over 10 s. The lower
 * row has short waves: the cell is pressed by one per cent, so that contacts stick, and each polygon gets a velocity of
 * its own. There the two steps differ by a factor within 3 s, with springs by velocity alone. */
#include <math.h>
#include "figure.h"
#include "stones.h"

enum { FINE = 5, EVERY = 8, SLOW = 500, SHAKEN = 150, SEEDS = 3, RUNS = RP_STONES_KINDS + SEEDS - 1 };
#define ROW (EVERY * RP_STONES_COARSE) /* s between two rows */

typedef struct record {
    double kinetic[2][SLOW], stored[2][SLOW]; /* J; coarse, fine */
} record;

static const rp_stones_kind kinds[RUNS] = {RP_STONES_SMOOTH, RP_STONES_ROUGH, RP_STONES_GEOMETRIC, RP_STONES_ROUGH,
                                           RP_STONES_ROUGH};
static const unsigned seeds[RUNS] = {1, 1, 1, 2, 3};
static const char *const names[RUNS] = {"no friction", "\xce\xbc = 0.5", "\xce\xbc = 0.5, geometric springs",
                                        "\xce\xbc = 0.5, second sample", "\xce\xbc = 0.5, third sample"};

/* From the same beginning with both steps. */
static rp_status follow(rp_sim *sim, int rows, record *out, rp_error *err)
{
    rp_snapshot *begin = NULL;
    rp_status status = rp_sim_snapshot(sim, &begin, err);
    for (int fine = 0; fine < 2 && !status; fine++) {
        if (fine) status = rp_sim_rewind(sim, begin, err);
        if (!status) status = rp_sim_set_dt(sim, fine ? RP_STONES_COARSE / FINE : RP_STONES_COARSE, err);
        for (int n = 0; n < rows && !status; n++) {
            status = rp_sim_step(sim, EVERY * (fine ? FINE : 1), err);
            if (!status) status = rp_stones_energy(sim, &out->kinetic[fine][n], &out->stored[fine][n], err);
        }
    }
    rp_snapshot_destroy(begin);
    return status;
}

static rp_status slow(int run, record *out, rp_error *err)
{
    rp_sim *sim;
    rp_status status = rp_stones_open(kinds[run], seeds[run], RP_STONES_COARSE, &sim, err);
    if (!status) status = rp_stones_shear(sim, RP_STONES_SPEED, err);
    if (!status) status = follow(sim, SLOW, out, err);
    rp_sim_destroy(sim);
    return status;
}

static rp_status shaken(rp_stones_kind kind, record *out, rp_error *err)
{
    rp_sim *sim;
    rp_status status = rp_stones_open(kind, 1, RP_STONES_COARSE, &sim, err);
    if (!status) status = rp_stones_press(sim, 0.01, err);
    if (!status) status = rp_stones_shake(sim, 1e-3, 3, err);
    if (!status) status = follow(sim, SHAKEN, out, err);
    rp_sim_destroy(sim);
    return status;
}

/* Of |E_k(coarse) - E_k(fine)| over time as a part of that of E_k; the last one is returned. */
static double cumulate(const record *r, double *part)
{
    double off = 0, all = 0;
    for (int n = 0; n < SLOW; n++) {
        off += fabs(r->kinetic[0][n] - r->kinetic[1][n]);
        all += r->kinetic[1][n];
        part[n] = fmax(off / all, 1e-12);
    }
    return part[SLOW - 1];
}

/* Mean of the coarse step's energy over that of the fine one, over the last third. */
static double ratio(const record *r)
{
    double sum[2] = {0};
    for (int fine = 0; fine < 2; fine++)
        for (int n = 2 * SHAKEN / 3; n < SHAKEN; n++) sum[fine] += r->kinetic[fine][n];
    return sum[0] / sum[1];
}

static void pair_of_curves(rp_plot *plot, int panel, const double *t, const record *r, int rows, const char *fine,
                           const char *coarse, int color)
{
    rp_plot_curve(plot, panel, t, r->kinetic[1], (size_t)rows, &(rp_plot_style){.label = fine, .color = color});
    rp_plot_curve(plot, panel, t, r->kinetic[0], (size_t)rows,
                  &(rp_plot_style){.label = coarse, .color = RP_PLOT_INK, .line = RP_LINE_DASHED});
}

static void draw(rp_plot *plot, const double *t, const record *r, const record *s, double (*part)[SLOW])
{
    static const char *const above[2] = {"a, c  no friction, slow shear", "b, d  \xce\xbc = 0.5, slow shear"};
    static const char *const below[RP_STONES_KINDS] = {"no friction, pressed and shaken",
                                                       "\xce\xbc = 0.5, pressed and shaken",
                                                       "\xce\xbc = 0.5, geometric springs, pressed and shaken"};
    for (int k = 0; k < 2; k++) {
        pair_of_curves(plot, k, t, &r[k], SLOW, k ? "b  \xce\x94t = 13/2500 t_{c}" : "a  \xce\x94t = 13/2500 t_{c}",
                       k ? "d  \xce\x94t = 13/500 t_{c}" : "c  \xce\x94t = 13/500 t_{c}", k + 1);
        rp_plot_axes(plot, k, above[k], "t (s)", "E_{k} (J)");
    }
    for (int k = 0; k < RUNS; k++)
        rp_plot_curve(plot, 2, t, part[k], SLOW,
                      &(rp_plot_style){.label = names[k], .color = (int)kinds[k] + 1, .width = k < 3 ? 1.5 : 0.7});
    rp_plot_axes(plot, 2, "e  cumulative difference over that of E_{k}", "t (s)", NULL);
    rp_plot_log(plot, 2, 0, 1);
    for (int k = 0; k < RP_STONES_KINDS; k++) {
        pair_of_curves(plot, 3 + k, t, &s[k], SHAKEN, "\xce\x94t = 13/2500 t_{c}", "\xce\x94t = 13/500 t_{c}", k + 1);
        rp_plot_axes(plot, 3 + k, below[k], "t (s)", "E_{k} (J)");
        rp_plot_log(plot, 3 + k, 0, 1);
    }
}

static void compare(rp_numbers *numbers, const record *r, const record *s, const double *off)
{
    const int last = SLOW - 1;
    rp_number_add(numbers, "slow shear, no friction: cumulative difference over that of E_k", off[0], 0, 0.01,
                  "[Pena2009, Fig. 3a, c]: does not change for different steps", "a line's width in the figure");
    rp_number_differs(
        numbers, "slow shear, friction: difference between the steps over E_k", (off[1] + off[3] + off[4]) / 3, 1, 0.9,
        "[Pena2009, Fig. 3b, d]: strongly depends on the step; mean of three samples; strongly: at least a tenth", 68);
    rp_number_add(numbers, "slow shear: that with geometric over that with velocity springs", off[2] / off[1], 0, 0.1,
                  "[Pena2009, Sec. 4; errata 38]: the error of first order is gone",
                  "what is left is of second order in a step of 1/38 t_c, and where contacts begin and end");
    rp_number_differs(numbers, "slow shear, friction: energy of the tangential springs over E_k at the end",
                      r[1].stored[1][last] / r[1].kinetic[1][last], 1, 2.2,
                      "section 3: E_k is of the order of the elastic energy; a factor 3.2 is half an order", 70);
    rp_number_add(numbers, "shaken, no friction: E_k of the long step over that of the short one", ratio(&s[0]), 1,
                  0.01, "does not change for different steps", "a line's width");
    rp_number_add(numbers, "shaken, friction: the same", ratio(&s[1]), 0, 2.0 / 3,
                  "strongly depends on the step; errata 38: the step is a dashpot", "a factor 1.5 or more is strong");
    rp_number_add(numbers, "shaken, geometric springs: the same", ratio(&s[2]), 1, 0.05,
                  "[Pena2009, Sec. 4]: no dependence on the step", "second order in a step of 1/38 t_c");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static record r[RUNS], s[RP_STONES_KINDS];
    static double part[RUNS][SLOW];
    double t[SLOW], off[RUNS];
    rp_status status = RP_OK;
    for (int n = 0; n < SLOW; n++) t[n] = (n + 1) * ROW;
    for (int k = 0; k < RP_STONES_KINDS && !status; k++) status = shaken((rp_stones_kind)k, &s[k], err);
    for (int k = 0; k < RUNS && !status; k++) status = slow(k, &r[k], err);
    if (status) return status;
    for (int k = 0; k < RUNS; k++) off[k] = cumulate(&r[k], part[k]);
    rp_plot *plot = rp_plot_create(2, 3, 1900, 1100);
    rp_plot_title(plot, "256 polygons: when does the kinetic energy depend on the step? [Pena2009, Fig. 3]");
    draw(plot, t, r, s, part);
    compare(numbers, r, s, off);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_pena2009_fig3 = {
    "pena2009-fig3", "kinetic energy of polygons for two steps, without and with friction, sheared and shaken", run,
    NULL};
