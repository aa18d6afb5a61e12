/* repose fclib: solves a problem of the field's public collection. */
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "repose/fclib.h"

/* "auto" says what it chose. */
static void print_solvers(const rp_fclib_result *r, const char *before, const char *form, const char *between)
{
    const char *const *name = rp_fclib_solvers();
    for (int n = 0; name[n]; n++) {
        if (r->islands_by[n] == 0) continue;
        printf("%s", before);
        printf(form, name[n], r->islands_by[n]);
        before = between;
    }
}

static void print_json(const rp_fclib_facts *f, const rp_fclib_result *r, const rp_fclib_def *def)
{
    printf("{\"form\": \"%s\", \"dimension\": %d, \"contacts\": %zu, \"freedoms\": %zu, \"asymmetry\": %.6g,\n",
           f->form, f->dimension, f->contacts, f->freedoms, f->asymmetry);
    printf(" \"solver\": \"%s\", \"tolerance\": %.6g, \"converged\": %s, \"unsolvable_islands\": %d,\n", def->solver,
           def->tolerance, r->converged ? "true" : "false", r->unsolvable);
    printf(" \"iterations\": %ld, \"seconds\": %.6g, \"residual\": %.9g, \"relative_residual\": %.9g,\n", r->iterations,
           r->seconds, r->residual, r->relative);
    printf(" \"active\": %zu, \"sliding\": %zu, \"islands\": %zu, \"islands_by\": {", r->active, r->sliding,
           r->islands);
    print_solvers(r, "", "\"%s\": %zu", ", ");
    printf("}}\n");
}

static void print_text(const rp_fclib_facts *f, const rp_fclib_result *r, const rp_fclib_def *def)
{
    printf("problem      ");
    rp_cli_print(stdout, f->title[0] ? f->title : "without title");
    printf("; %s form, %d dimensions", f->form, f->dimension);
    if (f->freedoms) printf(", %zu degrees of freedom", f->freedoms);
    printf("\ncontacts     %zu, of which %zu push and %zu of them slide\n", f->contacts, r->active, r->sliding);
    printf("islands      %zu;", r->islands);
    print_solvers(r, " ", "%s solved %zu", ", ");
    printf("\niterations   %ld at most of an island\nseconds      %.3g\n", r->iterations, r->seconds);
    printf("residual     %.3g as Siconos counts, %.3g without units\n", r->residual, r->relative);
    if (f->asymmetry > 1e-12)
        printf("symmetry     %s is not symmetric: entries differ by %.2g of the diagonal; solved as it is\n",
               f->freedoms ? "M" : "W", f->asymmetry);
    if (r->unsolvable)
        printf("no solution  %d islands; in that of contact %zu normal impulses cancel that the given velocities drive "
               "together\n",
               r->unsolvable, r->first_unsolvable);
    else if (!r->converged) printf("not solved   the tolerance of %.3g was not reached\n", def->tolerance);
}

static int fclib(int argc, char **argv)
{
    rp_fclib_def def = rp_fclib_def_default();
    int most = (int)def.max_iterations, json = 0;
    const char *write = NULL;
    const rp_option options[] = {
        {"--solver", RP_OPTION_TEXT, &def.solver},  {"--tolerance", RP_OPTION_NUMBER, &def.tolerance},
        {"--max-iterations", RP_OPTION_INT, &most}, {"--threads", RP_OPTION_INT, &def.threads},
        {"--json", RP_OPTION_FLAG, &json},          {"--write", RP_OPTION_TEXT, &write},
    };
    rp_text_list rest;
    rp_error err;
    rp_fclib *p = NULL;
    rp_fclib_result result = {0};
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 1, &err)) return rp_cli_fail(&err);
    def.max_iterations = most;
    rp_status status = rp_fclib_read(rest.item[0], &p, &err);
    if (!status) status = rp_fclib_solve(p, &def, &result, &err);
    if (!status) {
        const rp_fclib_facts facts = rp_fclib_facts_of(p);
        if (json) print_json(&facts, &result, &def);
        else print_text(&facts, &result, &def);
    }
    if (!status && write) status = rp_fclib_write(p, write, &err);
    rp_fclib_destroy(p);
    if (status) return rp_cli_fail(&err);
    return result.converged ? RP_OK : RP_FAILED;
}

const rp_command rp_command_fclib = {
    "fclib", "FILE.hdf5 [--solver S] [--tolerance T] [--write OUT.hdf5]",
    "solves a frictional contact problem of FCLIB",
    "Reads a problem in the local, global or rolling form of FCLIB, the public collection of frictional contact "
    "problems, and solves it from zero\n"
    "impulses to exact Coulomb friction. Prints contacts, iterations, seconds and two residuals: the one of Siconos, "
    "|r - P(r - u - mu |u_t| n)| /\n"
    "max(|q|, |r|, |u|), which depends on units, and the same of the problem scaled to unit diagonal, which does not. "
    "Both reach --tolerance (1e-6).\n"
    "--solver auto (default) tries accelerated Gauss-Seidel, Newton's method and ADMM on each island of contacts, and "
    "says which solved how many;\n"
    "accelerated, gauss-seidel, admm and newton use one. --max-iterations N (200000) for each island, --threads N "
    "islands at a time, --json.\n"
    "--write OUT.hdf5 writes the problem with u and r under /solution. Exit code 1: not solved, or no solution.",
    fclib};
