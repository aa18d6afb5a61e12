/* Friction without history: a force against the slip, ft = -min(c |gt|, mu |fn|) gt / |gt|. For wide files. */
#ifndef RP_LAWS_SLIP_H
#define RP_LAWS_SLIP_H

#include <math.h>
#include "repose/law.h"

static inline __attribute__((always_inline)) void rp_slip_contact(rp_block *b, int c, double coefficient, double dt)
{
    double tx = b->tx[c], ty = b->ty[c], tz = b->tz[c];
    double size = sqrt(tx * tx + ty * ty + tz * tz);
    double limit = b->mu[c] * b->bound[c];
    int slip = coefficient * size > limit;
    double scale = (slip ? limit : coefficient) / (slip ? size : 1.0);
    b->fx[c] = -scale * tx;
    b->fy[c] = -scale * ty;
    b->fz[c] = -scale * tz;
    b->tangential_work[c] = scale * size * size * fabs(dt);
    b->ahead[c] = 0.5 * b->tangential_work[c];
    b->sliding[c] = slip ? 1.0 : 0.0;
}

#endif
