/* When an iteration may stop, by the change of forces in the last sweep. The true residual is measured by
 * rp_cd_sweep_measure. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_CRITERIA_H
#define RP_METHODS_CONTACT_DYNAMICS_CRITERIA_H

#include "methods/contact_dynamics/options.h"
#include "methods/contact_dynamics/problem.h"

/* 1 for criteria that compare p with the p before (problem.h: last). */
int rp_cd_criteria_change(rp_cd_criterion criterion);
int rp_cd_criteria_met(const rp_cd_problem *q, const rp_cd_options *options);

#endif
