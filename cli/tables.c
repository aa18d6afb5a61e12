/* repose laws, methods: printed from the tables that the program itself reads. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "laws/law.h"
#include "methods/method.h"

static void print_param(const rp_param *p)
{
    printf("      %-18s %-6s ", p->name, strcmp(p->unit, "1") ? p->unit : "");
    if (p->kind == RP_PARAM_FLAG) printf("[true or false%s]", isnan(p->preset) ? "" : p->preset != 0 ? ", default true" : ", default false");
    else if (p->kind == RP_PARAM_CHOICE)
        for (int n = 0; p->choices[n]; n++) printf("%s%s%s", n ? " | " : "[", p->choices[n], p->choices[n + 1] ? "" : "]");
    else if (!isnan(p->preset)) printf("[default %g]", p->preset);
    printf(" %s\n", p->meaning);
}

static int laws(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    if (rp_cli_read(argc, argv, NULL, 0, &rest, 0, 0, &err)) return rp_cli_fail(&err);
    for (int slot = 0; slot < RP_SLOT_COUNT; slot++) {
        int shown = 0;
        for (const rp_law *const *l = rp_law_list(RP_ISA_BASE); *l; l++) {
            if ((*l)->slot != (rp_slot)slot) continue;
            if (!shown++) printf("%s:\n", rp_slot_name(slot));
            printf("  %s\n      %s\n      %s\n", (*l)->name, (*l)->summary, (*l)->equation);
            for (int n = 0; n < (*l)->param_count; n++) print_param(&(*l)->param[n]);
        }
    }
    return RP_OK;
}

const rp_command rp_command_laws = {"laws", "", "the contact laws, with parameters", NULL, laws};

static int methods(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    if (rp_cli_read(argc, argv, NULL, 0, &rest, 0, 0, &err)) return rp_cli_fail(&err);
    for (const rp_method *const *m = rp_method_list(); *m; m++) printf("%-18s %s\n", (*m)->name, (*m)->summary);
    return RP_OK;
}

const rp_command rp_command_methods = {"methods", "", "the methods of this build", NULL, methods};
