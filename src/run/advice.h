/* What `check` says about the step of a soft run beyond the contact time. */
#ifndef RP_RUN_ADVICE_H
#define RP_RUN_ADVICE_H

#include "base/file.h"
#include "methods/soft/soft.h"

/* Pena's t_s and t_c, and the step that springs by velocity need under Gear's schemes for relaxation to be right within
 * 1 %. */
void rp_advice_step(const rp_world *world, const rp_soft_scale *scale, double dt, rp_buffer *b);

#endif
