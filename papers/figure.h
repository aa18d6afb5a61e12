/* A figure of a paper, drawn again: one folder each under papers/, with a figure.c that makes a table rp_figure_... and
 * is listed in figure.c here.
 *
 * run() draws to path and checks numbers: what was found, what the paper (or its errata, or a closed form) says, how
 * near it must be, and why so near. */
#ifndef RP_PAPERS_FIGURE_H
#define RP_PAPERS_FIGURE_H

#include "repose/interaction.h"
#include "repose/plot.h"
#include "repose/restitution.h"

typedef struct rp_number {
    const char *quantity, *source, *reason; /* static texts */
    double value, expected, tolerance;      /* absolute */
} rp_number;

#define RP_NUMBERS_MAX 32
typedef struct rp_numbers {
    rp_number list[RP_NUMBERS_MAX];
    int count;
} rp_numbers;

typedef struct rp_figure {
    const char *name; /* ungerkertesz2003-fig7 */
    const char *title;
    rp_status (*run)(const char *path, rp_numbers *numbers, rp_error *err);
} rp_figure;

const rp_figure *const *rp_figure_list(void); /* ended by NULL */

void rp_number_add(rp_numbers *n, const char *quantity, double value, double expected, double tolerance,
                   const char *source, const char *reason);
int rp_number_passes(const rp_number *n);

/* Laws by names, for figures about laws: two equal materials. Parameters as "name", value, ... ended by NULL; RP_INPUT
 * if a name is wrong. */
typedef struct rp_figure_laws {
    const char *normal, *tangential;
    double young, poisson, friction;
    struct {
        rp_slot slot;
        const char *name;
        double value;
    } set[6]; /* ended by a NULL name */
} rp_figure_laws;
rp_status rp_figure_prepare(const rp_figure_laws *laws, rp_interaction **x, rp_error *err);

rp_status rp_figure_finish(rp_plot *plot, const char *path, rp_error *err); /* saves and destroys */

#endif
