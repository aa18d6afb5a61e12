/* See figure.h. */
#include "figure.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern const rp_figure rp_figure_dosta2024_drum, rp_figure_dosta2024_penetration, rp_figure_dosta2024_silo,
    rp_figure_leszczynski2003_fig2, rp_figure_leszczynski2003_fig3, rp_figure_leszczynski2003_fig4,
    rp_figure_pena2009_fig2, rp_figure_pena2009_fig3, rp_figure_pena2009_fig5, rp_figure_pena2009_fig6,
    rp_figure_pena2009_fig7, rp_figure_pena2009_fig8, rp_figure_pena2009_fig9, rp_figure_pena2009_fig10,
    rp_figure_poschel2008_fig1, rp_figure_poschel2008_fig2, rp_figure_poschel2008_fig3, rp_figure_poschel2008_fig4,
    rp_figure_poschel2008_fig5, rp_figure_poschel2008_fig6, rp_figure_poschel2008_fig7, rp_figure_poschel2008_fig9a,
    rp_figure_poschel2008_fig9b, rp_figure_poschel2008_fig10, rp_figure_poschel2008_asperities,
    rp_figure_radjairichefeu2009_fig8, rp_figure_radjairichefeu2009_fig9, rp_figure_radjairichefeu2009_fig10,
    rp_figure_radjairichefeu2009_compression, rp_figure_ungerkertesz2003_effort, rp_figure_ungerkertesz2003_fig5,
    rp_figure_ungerkertesz2003_transversal, rp_figure_radjairichefeu2009_fig11, rp_figure_radjairichefeu2009_sec7,
    rp_figure_radjairichefeu2009_sec52, rp_figure_ungerkertesz2003_criteria, rp_figure_ungerkertesz2003_eq48,
    rp_figure_ungerkertesz2003_eq65, rp_figure_ungerkertesz2003_fig7, rp_figure_ungerkertesz2003_fig8;

const rp_figure *const *rp_figure_list(void)
{
    static const rp_figure *const list[] = {
        &rp_figure_dosta2024_drum,
        &rp_figure_dosta2024_penetration,
        &rp_figure_dosta2024_silo,
        &rp_figure_leszczynski2003_fig2,
        &rp_figure_leszczynski2003_fig3,
        &rp_figure_leszczynski2003_fig4,
        &rp_figure_pena2009_fig2,
        &rp_figure_pena2009_fig3,
        &rp_figure_pena2009_fig5,
        &rp_figure_pena2009_fig6,
        &rp_figure_pena2009_fig7,
        &rp_figure_pena2009_fig8,
        &rp_figure_pena2009_fig9,
        &rp_figure_pena2009_fig10,
        &rp_figure_poschel2008_fig1,
        &rp_figure_poschel2008_fig2,
        &rp_figure_poschel2008_fig3,
        &rp_figure_poschel2008_asperities,
        &rp_figure_poschel2008_fig4,
        &rp_figure_poschel2008_fig5,
        &rp_figure_poschel2008_fig6,
        &rp_figure_poschel2008_fig7,
        &rp_figure_poschel2008_fig9a,
        &rp_figure_poschel2008_fig9b,
        &rp_figure_poschel2008_fig10,
        &rp_figure_radjairichefeu2009_fig8,
        &rp_figure_radjairichefeu2009_fig9,
        &rp_figure_radjairichefeu2009_fig10,
        &rp_figure_radjairichefeu2009_fig11,
        &rp_figure_radjairichefeu2009_sec7,
        &rp_figure_radjairichefeu2009_compression,
        &rp_figure_radjairichefeu2009_sec52,
        &rp_figure_ungerkertesz2003_criteria,
        &rp_figure_ungerkertesz2003_effort,
        &rp_figure_ungerkertesz2003_eq48,
        &rp_figure_ungerkertesz2003_eq65,
        &rp_figure_ungerkertesz2003_fig5,
        &rp_figure_ungerkertesz2003_fig7,
        &rp_figure_ungerkertesz2003_fig8,
        &rp_figure_ungerkertesz2003_transversal,
        NULL,
    };
    return list;
}

void rp_number_add(rp_numbers *n, const char *quantity, double value, double expected, double tolerance,
                   const char *source, const char *reason)
{
    assert(n->count < RP_NUMBERS_MAX);
    n->list[n->count++] = (rp_number){quantity, source, reason, value, expected, tolerance, 0};
}

void rp_number_differs(rp_numbers *n, const char *quantity, double value, double printed, double tolerance,
                       const char *source, int errata)
{
    rp_number_add(n, quantity, value, printed, tolerance, source,
                  "the paper's statement does not come out: see errata");
    n->list[n->count - 1].errata = errata;
}

rp_verdict rp_number_verdict(const rp_number *n)
{
    const int agrees = fabs(n->value - n->expected) <= n->tolerance;
    if (n->errata) return agrees || isnan(n->value) ? RP_VERDICT_FAIL : RP_VERDICT_DIFFERS;
    return agrees ? RP_VERDICT_PASS : RP_VERDICT_FAIL;
}

void rp_figure_remark(rp_plot *plot, const rp_numbers *n)
{
    for (int k = 0; k < n->count; k++) {
        const rp_number *m = &n->list[k];
        char text[300];
        if (rp_number_verdict(m) != RP_VERDICT_DIFFERS) continue;
        snprintf(text, sizeof text, "Differs from the paper (errata %d): %s: here %.3g, the paper %.3g", m->errata,
                 m->quantity, m->value, m->expected);
        rp_plot_remark(plot, text);
    }
}

rp_status rp_figure_prepare(const rp_figure_laws *laws, rp_interaction **x, rp_error *err)
{
    rp_material m = {.name = "grain", .density = NAN, .young = laws->young, .poisson = laws->poisson};
    rp_status status = rp_interaction_create(NULL, x, err);
    if (status) return status;
    rp_interaction_materials_set(*x, &m, &m);
    rp_interaction_friction_set(*x, laws->friction, NAN);
    status = rp_interaction_law_set(*x, RP_NORMAL, laws->normal, err);
    if (!status && laws->tangential) status = rp_interaction_law_set(*x, RP_TANGENTIAL, laws->tangential, err);
    for (int n = 0; n < 6 && laws->set[n].name && !status; n++)
        status = rp_interaction_param_set(*x, laws->set[n].slot, laws->set[n].name, laws->set[n].value, err);
    if (!status) status = rp_interaction_prepare(*x, err);
    if (!status) return RP_OK;
    rp_interaction_destroy(*x);
    *x = NULL;
    return status;
}

rp_status rp_figure_finish(rp_plot *plot, const char *path, rp_error *err)
{
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}
