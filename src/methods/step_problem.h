/* The contact problem of a step, whatever the method's own layout of it: for observers that write it.
 *
 * Velocities of bodies are v and s, six numbers together. A contact has rows of directions, normal first, then tangents
 * (one in two dimensions), then, where the scene has rolling friction, two of rolling:
 *
 *   u = sum over both bodies of J (v, s) + bias,    (v, s) = free + K J^T p summed over contacts
 *
 * and Signorini's and Coulomb's laws hold between u and p + pull n.
 */
#ifndef RP_METHODS_STEP_PROBLEM_H
#define RP_METHODS_STEP_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#define RP_STEP_FIXED UINT32_MAX /* in place of a body: no impulse moves it */
enum { RP_STEP_ROWS = 5 };

typedef struct rp_step_body {
    double free[6]; /* velocities without contacts, m/s */
    double k[3][3]; /* inverse mass, 1/kg */
    double r[3][3]; /* inverse inertia, as v and s have it, 1/kg */
} rp_step_body;

typedef struct rp_step_contact {
    uint32_t body[2];
    double J[2][RP_STEP_ROWS][6];
    double bias[RP_STEP_ROWS]; /* m/s; rolling: rad/s */
    double p[RP_STEP_ROWS];    /* impulse, N s; rolling: N m s */
    double pull;               /* adhesion, N s */
    double mu, mu_r;           /* mu_r: m */
} rp_step_contact;

typedef struct rp_step_problem {
    int dimension, rows; /* of a contact: 2, 3 or 5 */
    size_t body_count, contact_count;
    rp_step_body *body;       /* owned, as the contacts */
    rp_step_contact *contact; /* none: contact_count is 0 */
    int solved; /* 0: p is not the solution of what stands here, but of a step with impacts in two phases */
} rp_step_problem;

#endif
