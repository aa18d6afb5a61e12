/* Loops over batches of ordinary contacts, compiled once per instruction set (base/wide.h).
 *
 * The one-contact update is [UngerKertesz2003, Eq. 34] written for impulses, with the bias c in place of g_pos/dt and
 * shifted by the pull of an adhesion (errata 48): normal part clamped at -pull, tangential part at the disc of radius
 * mu (p_n + pull).
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_SWEEP_H
#define RP_METHODS_CONTACT_DYNAMICS_SWEEP_H

#include "base/wide.h"
#include "methods/contact_dynamics/problem.h"

/* batches  batches [first, last) once, each contact from p + beta (p - last); with momentum the p before is left in
 *          `last`. Contacts of one call share no body. single: b is never written.
 * apply    adds the impulses of the batches to their bodies
 * measure  how far the state is from Signorini and Coulomb; nothing is changed */
RP_WIDE_DECLARE(void, rp_cd_sweep_batches,
                (rp_cd_problem * q, size_t first, size_t last, int single, int momentum, double beta,
                 rp_cd_sums *sums));
RP_WIDE_DECLARE(void, rp_cd_sweep_apply, (rp_cd_problem * q, size_t first, size_t last, int single));
RP_WIDE_DECLARE(void, rp_cd_sweep_measure, (const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums));
/* The same in two dimensions, to the same numbers. */
RP_WIDE_DECLARE(void, rp_cd_plane_batches,
                (rp_cd_problem * q, size_t first, size_t last, int single, int momentum, double beta,
                 rp_cd_sums *sums));
RP_WIDE_DECLARE(void, rp_cd_plane_apply, (rp_cd_problem * q, size_t first, size_t last, int single));
RP_WIDE_DECLARE(void, rp_cd_plane_measure, (const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums));

/* Bodies [first, last) follow the momentum of the impulses, v + beta (v - old), and v is left in `old`. Inverse masses,
 * the same a sweep ago, stay. */
RP_WIDE_DECLARE(void, rp_cd_sweep_follow, (rp_cd_problem * q, size_t first, size_t last, double beta));

#endif
