/* The example scenes inside the program, for `repose new`, and the files that they need: mixer.obj, hopper.stl, ... */
#ifndef RP_CLI_STARTERS_H
#define RP_CLI_STARTERS_H

typedef struct rp_starter {
    const char *name, *text;
} rp_starter;
extern const rp_starter rp_starters[]; /* ended by a NULL name */

#endif
