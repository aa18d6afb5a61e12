/* See criteria.h. [UngerKertesz2003, Eqs. 35, 36] and [RadjaiRichefeu2009, Eq. 41, errata 47]. */
#include "methods/contact_dynamics/criteria.h"
#include <math.h>

#define SMALL_FORCE                                                                                                    \
    0.01 /* delta of Eq. 35 where none is given, as a part of tolerance times the mean force (errata 29) */

typedef struct change {
    double now, before, moved;
} change; /* |p|, |last|, |p - last| */

static change change_of(rp_vec p, rp_vec last)
{
    return (change){rp_vec_norm(p), rp_vec_norm(last), rp_vec_norm(rp_vec_sub(p, last))};
}

static change lane_change(const rp_cd_problem *q, size_t n)
{
    const rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
    const rp_cd_last *l = &q->last[n / RP_CD_LANES];
    int lane = (int)(n % RP_CD_LANES);
    return change_of(rp_vec_make(k->p[0][lane], k->p[1][lane], k->p[2][lane]),
                     rp_vec_make(l->p[0][lane], l->p[1][lane], l->p[2][lane]));
}

static change general_change(const rp_cd_general *k)
{
    return change_of(rp_vec_make(k->p[0], k->p[1], k->p[2]), rp_vec_make(k->last[0], k->last[1], k->last[2]));
}

int rp_cd_criteria_change(rp_cd_criterion criterion)
{
    return criterion == RP_CD_LOCAL_FORCE || criterion == RP_CD_MEAN_FORCE || criterion == RP_CD_RELATIVE_FORCE;
}

/* given: the cutoff as an impulse; NaN: none. */
static int small_enough(change c, const rp_cd_options *o, double given, double mean)
{
    const double tolerance = o->tolerance;
    if (o->criterion == RP_CD_LOCAL_FORCE && !isnan(given)) return c.moved <= tolerance * c.now + given;
    if (o->criterion == RP_CD_LOCAL_FORCE) return c.moved <= tolerance * (c.now + SMALL_FORCE * mean);
    /* forces below tolerance times the mean are not resolved at this precision [RadjaiRichefeu2009, Sec. 5.2] */
    return c.moved <= tolerance * c.now || fmax(c.now, c.moved) <= tolerance * mean;
}

int rp_cd_criteria_met(const rp_cd_problem *q, const rp_cd_options *o)
{
    double now = 0, before = 0;
    size_t lanes = q->batch_count * RP_CD_LANES;
    for (size_t n = 0; n < lanes + q->general_count; n++) {
        change c = n < lanes ? lane_change(q, n) : general_change(&q->general[n - lanes]);
        now += c.now;
        before += c.before;
    }
    if (o->criterion == RP_CD_MEAN_FORCE) return fabs(now - before) <= o->tolerance * now;
    double mean = q->contact_count ? now / (double)q->contact_count : 0;
    for (size_t n = 0; n < lanes + q->general_count; n++) {
        change c = n < lanes ? lane_change(q, n) : general_change(&q->general[n - lanes]);
        if (!small_enough(c, o, o->cutoff * q->dt, mean)) return 0;
    }
    return 1;
}
