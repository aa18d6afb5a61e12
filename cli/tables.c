/* repose laws, methods: printed from the tables that the program itself reads. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "repose/law.h"
#include "repose/method.h"

static void print_param(const rp_param *p)
{
    printf("      %-18s %-6s ", p->name, strcmp(p->unit, "1") ? p->unit : "");
    if (p->kind == RP_PARAM_FLAG)
        printf("[true or false%s]", isnan(p->preset) ? "" : p->preset != 0 ? ", default true" : ", default false");
    else if (p->kind == RP_PARAM_CHOICE)
        for (int n = 0; p->choice(n); n++) printf("%s%s%s", n ? " | " : "[", p->choice(n), p->choice(n + 1) ? "" : "]");
    else if (!isnan(p->preset)) printf("[default %g]", p->preset);
    printf(" %s\n", p->meaning);
}

static void print_law(const rp_law *l)
{
    printf("  %s\n      %s\n      %s\n", l->name, l->summary, l->equation);
    for (int n = 0; n < l->param_count; n++) print_param(&l->param[n]);
}

/* docs/laws.md is this. */
static void print_law_page(const rp_law *l)
{
    printf("### `%s`\n\n%s\n\n    %s\n\n", l->name, l->summary, l->equation);
    if (l->param_count == 0) printf("No parameters.\n\n");
    else printf("| parameter | unit | range | default | meaning |\n|---|---|---|---|---|\n");
    for (int n = 0; n < l->param_count; n++) {
        const rp_param *p = &l->param[n];
        printf("| `%s` | %s | ", p->name, strcmp(p->unit, "1") ? p->unit : "");
        if (p->kind == RP_PARAM_FLAG)
            printf("true, false | %s", isnan(p->preset) ? "" : p->preset != 0 ? "true" : "false");
        else if (p->kind == RP_PARAM_CHOICE) {
            for (int k = 0; p->choice(k); k++) printf("%s%s", k ? ", " : "", p->choice(k));
            printf(" | %s", isnan(p->preset) ? "" : p->choice((int)p->preset));
        } else {
            printf(p->least > 0 && p->least < 1e-300 ? "> %g" : "at least %g", p->least > 1e-300 ? p->least : 0.0);
            if (isfinite(p->most)) printf(", at most %g", p->most);
            if (isnan(p->preset)) printf(" |");
            else printf(" | %g", p->preset);
        }
        printf(" | %s |\n", p->meaning);
    }
    if (l->history) {
        printf("\nKept with the contact:");
        for (int n = 0; n < l->history && l->history_name[n]; n++) printf("%s %s", n ? "," : "", l->history_name[n]);
        printf(".\n");
    }
    printf("\n");
}

static void print_slot_head(rp_slot slot, int page)
{
    if (page) printf("## %s\n\n", rp_slot_name(slot));
    else printf("%s:\n", rp_slot_name(slot));
}

/* Those of a slot, from number `first` of the registry on. */
static void print_slot(const rp_laws *registry, int first, rp_slot slot, int page)
{
    int shown = 0;
    for (int n = first; n < rp_laws_count(registry); n++) {
        const rp_law *law = rp_laws_get(registry, n);
        if (law->slot != slot) continue;
        if (!shown++) print_slot_head(slot, page);
        if (page) print_law_page(law);
        else print_law(law);
    }
}

static rp_status print_laws(const char *from, int page, rp_error *err)
{
    rp_laws *registry = NULL;
    rp_status status = from ? rp_laws_create(&registry, err) : RP_OK;
    if (!status && from) status = rp_laws_load(registry, from, err);
    for (int slot = 0; slot < RP_SLOT_COUNT && !status; slot++)
        print_slot(registry, from ? rp_laws_count(NULL) : 0, (rp_slot)slot, page);
    rp_laws_destroy(registry);
    return status;
}

static int laws(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    int page = 0;
    const char *from = NULL;
    const rp_option options[] = {{"--markdown", RP_OPTION_FLAG, &page}, {"--from", RP_OPTION_TEXT, &from}};
    if (rp_cli_read(argc, argv, options, 2, &rest, 0, 0, &err)) return rp_cli_fail(&err);
    if (page && !from)
        printf("# Contact laws\n\nPrinted by `repose laws --markdown` from the tables that the program itself reads. A "
               "contact model is a choice for each slot. Elastic constants come from the\n"
               "materials (`young`, `poisson`), friction and restitution from the interaction. Symbols: "
               "docs/notation.md.\n\n");
    return print_laws(from, page, &err) ? rp_cli_fail(&err) : RP_OK;
}

const rp_command rp_command_laws = {"laws", "[--markdown] [--from OBJECT.so]",
                                    "the contact laws, with parameters; --from: those of a shared object", NULL, laws};

static int methods(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    if (rp_cli_read(argc, argv, NULL, 0, &rest, 0, 0, &err)) return rp_cli_fail(&err);
    for (int k = 0; k < rp_method_count(); k++) {
        rp_method_info m = rp_method_get(k);
        printf("%-18s %s\n", m.name, m.summary);
        if (m.option_count) printf("    run: {%s: {...}}\n", m.name);
        for (int n = 0; n < m.option_count; n++) print_param(&m.option[n]);
    }
    return RP_OK;
}

const rp_command rp_command_methods = {"methods", "", "the methods of this build, with their options", NULL, methods};
