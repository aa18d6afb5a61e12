/* Strain of a domain that strains, or of the space between planes. */
#ifndef RP_MEASURE_STRAINS_H
#define RP_MEASURE_STRAINS_H

#include "core/world.h"

/* By component (RP_CELL_XX, ...); extension is positive. Of a cell the integral of its rates; else, along an axis on
 * which two active planes face each other, the logarithm of their distance over that at the start; else 0. */
double rp_strains_take(const rp_world *world, int part);

#endif
