/* Two bodies and their laws from options of the command line, or from a scene: the input of `repose restitution`.
 *
 * Every parameter of every law is an option, read from the laws' own tables: normal laws' by their name (--stiffness),
 * the other slots' with the slot in front (--tangential-stiffness). */
#ifndef RP_CLI_PAIR_H
#define RP_CLI_PAIR_H

#include "cli.h"
#include "repose/interaction.h"
#include "repose/restitution.h"

#define RP_PAIR_OPTIONS 80

typedef struct rp_pair_options {
    const char *law[RP_SLOT_COUNT];
    const char *text[RP_PAIR_OPTIONS]; /* values of parameters, as given; NULL: not given */
    char name[RP_PAIR_OPTIONS][48];    /* their options */
    rp_slot slot[RP_PAIR_OPTIONS];
    const char *param[RP_PAIR_OPTIONS];
    int count; /* of parameters */
    double young[2], poisson[2], density[2], radius[2];
    double mass, curvature, alpha; /* effective mass and radius, kg and m */
    double friction, friction_static, restitution, restitution_speed;
    int wall;
    const char *pair; /* "glass,steel": materials of the scene */
} rp_pair_options;

/* Appends the options to a table with room for RP_PAIR_OPTIONS more; returns the new count. o must stay where it is. */
int rp_pair_options_add(rp_pair_options *o, rp_option *options, int count);

/* scene: path, or NULL: all from options. *laws is the caller's to destroy; NULL on failure. */
rp_status rp_pair_make(const rp_pair_options *o, const char *scene, rp_interaction **laws, rp_impact_pair *pair,
                       rp_error *err);

#endif
