/* A figure of a paper, drawn again: one folder each under papers/, with a figure.c that makes a table rp_figure_... and
 * is listed in figure.c here.
 *
 * run() draws to path and checks numbers: what was found, what the paper (or its errata, or a closed form) says, how
 * near it must be, and why so near. A statement of the paper that does not come out here is a number that differs: it
 * names the entry of docs/errata.md that shows why, and the figure says it below its panels. */
#ifndef RP_PAPERS_FIGURE_H
#define RP_PAPERS_FIGURE_H

#include "repose/interaction.h"
#include "repose/plot.h"
#include "repose/restitution.h"

typedef struct rp_number {
    const char *quantity, *source, *reason; /* static texts */
    double value, expected, tolerance;      /* absolute */
    int errata;                             /* entry by which the paper's number does not come out; 0: it must */
} rp_number;

typedef enum rp_verdict { RP_VERDICT_FAIL, RP_VERDICT_PASS, RP_VERDICT_DIFFERS } rp_verdict;

#define RP_NUMBERS_MAX 32
typedef struct rp_numbers {
    rp_number list[RP_NUMBERS_MAX];
    int count;
} rp_numbers;

/* Of benchmarks, which take long and have data of their own. */
typedef struct rp_figure_options {
    const char *data; /* directory with the authors' files; NULL: what they have is made here */
    int full;         /* 1: as in the paper; 0: softer grains and shorter */
    int scene_only;   /* 1: scenes and their files are written, nothing is run or drawn */
} rp_figure_options;

typedef struct rp_figure {
    const char *name; /* ungerkertesz2003-fig7 */
    const char *title;
    rp_status (*run)(const char *path, rp_numbers *numbers, rp_error *err);
    rp_status (*bench)(const rp_figure_options *options, const char *path, rp_numbers *numbers,
                       rp_error *err); /* of a benchmark, in place of run */
} rp_figure;

const rp_figure *const *rp_figure_list(void); /* ended by NULL */

void rp_number_add(rp_numbers *n, const char *quantity, double value, double expected, double tolerance,
                   const char *source, const char *reason);
/* What the paper says and errata contradict. It fails if the value agrees after all. */
void rp_number_differs(rp_numbers *n, const char *quantity, double value, double printed, double tolerance,
                       const char *source, int errata);
rp_verdict rp_number_verdict(const rp_number *n);
/* Writes the numbers that differ below the panels of the plot. */
void rp_figure_remark(rp_plot *plot, const rp_numbers *n);

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
