/* A calibration in the making: the runs of a search. Room-internal. docs/studies.md describes and defends the method.
 *
 * search.c says where the runs go; here they are made and read back. What is drawn depends on earlier runs alone, so
 * that a search that was interrupted goes the same way.
 */
#ifndef RP_STUDY_CALIBRATE_H
#define RP_STUDY_CALIBRATE_H

#include "study/search.h"
#include "study/study.h"

typedef struct rp_calibrate_work {
    rp_study_plan plan; /* its measures are the targets */
    const rp_study_options *options;
    rp_calibration *result;
    size_t runs; /* at most */
    rp_search search;
    rp_error *err;
} rp_calibrate_work;

/* answer.c */
void rp_answer_find(rp_calibrate_work *w);
rp_status rp_answer_write(const rp_calibrate_work *w);

#endif
