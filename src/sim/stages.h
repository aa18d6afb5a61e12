/* A protocol: what changes when a stage begins, and when it is over. */
#ifndef RP_SIM_STAGES_H
#define RP_SIM_STAGES_H

#include "scene/scene.h"
#include "methods/method.h"

/* Conditions are checked every so many steps, counted from the start of the stage: outputs change nothing. */
#define RP_STAGE_CHECK 100

void rp_stages_begin(const rp_stage *stage, rp_world *world);
/* Friction of pairs of materials from now on: of a stage, which a restart has from the stages that have begun, or by a
 * program, which is state. */
rp_status rp_stages_friction(const rp_friction_change *change, int count, int by_program, rp_world *world,
                             rp_error *err);
/* 1: the change is about this pair of materials. */
int rp_stages_friction_between(const rp_friction_change *change, int a, int b);
/* 1: the condition holds now. */
rp_status rp_stages_over(const rp_stage *stage, const rp_world *world, const rp_method *method, double stage_time,
                         int *over, rp_error *err);
double rp_stages_duration(const rp_scene *scene); /* of all, at most, s */

#endif
