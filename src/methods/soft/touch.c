/* The two ends of a contact.
 *
 * Beginning. A pair first seen at overlap xi has touched xi / |g_n| ago, not a whole step: its springs start with the
 * slip of that time. Started with the step, an impact that sticks would be of first order in dt only.
 *
 * End. A spring that is still stretched when the contact parts (a dashpot that may pull, or adhesion, keeps Coulomb's
 * bound above 0 until then) loses its energy with it: it counts as dissipated by the law of that spring. */
#include <math.h>
#include "methods/soft/kernel.h"

static void stretch(double (*spring)[RP_BLOCK], int c, double time, double x, double y, double z)
{
    spring[0][c] = time * x;
    spring[1][c] = time * y;
    spring[2][c] = time * z;
}

static int has_spring(const rp_interaction *x, int slot) { return x->law[slot] && x->law[slot]->spring; }

static double left(const rp_interaction *x, int slot, const double *history)
{
    const rp_law *law = x->law[slot];
    return law && law->left ? law->left(x->constant[slot], history + x->history[slot], x->stiffness) : 0;
}

static void row_of(const rp_interaction *x, double (*history)[RP_BLOCK], int c, double *row)
{
    for (int h = 0; h < x->history_width; h++) row[h] = history[h][c];
}

void rp_soft_touch_begin(const rp_soft_step *s, const rp_interaction *x, const uint8_t *active,
                         double (*history)[RP_BLOCK], const rp_block *b, const double *depth, rp_soft_sums *sums)
{
    double row[RP_HISTORY_MAX];
    const int slides = has_spring(x, RP_TANGENTIAL), rolls = has_spring(x, RP_ROLLING);
    for (int c = 0; c < b->count; c++) {
        if (active[c] || depth[c] <= 0) continue;
        double since = b->gn[c] < 0 ? fmin(depth[c] / -b->gn[c], s->touch_dt) : s->touch_dt,
               time = since - s->touch_back;
        double twist = rolls ? b->wx[c] * b->ex[c] + b->wy[c] * b->ey[c] + b->wz[c] * b->ez[c] : 0;
        if (slides) stretch(history + x->history[RP_TANGENTIAL], c, time, b->tx[c], b->ty[c], b->tz[c]);
        if (slides) {
            row_of(x, history, c, row);
            sums->given += left(x, RP_TANGENTIAL, row);
        }

        if (rolls)
            stretch(history + x->history[RP_ROLLING], c, time, b->wx[c] - twist * b->ex[c], b->wy[c] - twist * b->ey[c],
                    b->wz[c] - twist * b->ez[c]);
    }
}

static void end(const rp_interaction *x, const double *row, rp_soft_sums *sums)
{
    sums->freed += left(x, RP_TANGENTIAL, row);
    sums->freed_rolling += left(x, RP_ROLLING, row);
}

void rp_soft_touch_end(const rp_interaction *x, const rp_history *h, int width, size_t n, rp_soft_sums *sums)
{
    double row[RP_HISTORY_MAX];
    rp_history_read(h, width, n, row);
    end(x, row, sums);
}

void rp_soft_touch_end_block(const rp_interaction *x, double (*history)[RP_BLOCK], int c, rp_soft_sums *sums)
{
    double row[RP_HISTORY_MAX];
    row_of(x, history, c, row);
    end(x, row, sums);
}
