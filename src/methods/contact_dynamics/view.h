/* What observers read of contact dynamics: contacts, columns of the series, and what `repose check` says of a scene. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_VIEW_H
#define RP_METHODS_CONTACT_DYNAMICS_VIEW_H

#include "methods/method.h"

#define RP_CD_VIEW_COLUMNS 20

rp_status rp_cd_view_contacts(const rp_world *world, rp_contact_list *list, rp_error *err);
/* Forces that the next step starts from, three numbers for each of those contacts (start_forces.c). */
rp_status rp_cd_start_forces(rp_world *world, const double *force, size_t count, rp_error *err);
extern const rp_method_column rp_cd_view_columns[RP_CD_VIEW_COLUMNS];
/* step_problem.c */
rp_status rp_cd_view_problem(const rp_world *world, rp_step_problem *problem, rp_error *err);
void rp_cd_view_values(const rp_world *world, double *value);
void rp_cd_view_describe(const rp_world *world, rp_buffer *text);

#endif
