/* [Poschel2008, Fig. 9a]: two spheres fall on a floor. The restitution that instantaneous collisions would need to give
 * the upper sphere the speed that soft contacts give it, over the specified one, and the number of contacts between the
 * spheres, against their distance dh. R1/R2 = 10, eps = 0.9; stiffness, sizes and height of fall are not in the paper
 * (papers/fall.h has ours), so dh is in units of |v10| t_c. */
#include <math.h>
#include "fall.h"

enum { POINTS = 160 };

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double x[POINTS], ratio[POINTS], contacts[POINTS], unit = rp_fall_impact() * rp_fall_contact_time(10), most = 0,
                                                       driven, worst = 0;
    for (int n = 0; n < POINTS; n++) {
        rp_fall f = {.ratio = 10, .eps = 0.9};
        x[n] = 1e-3 * pow(5e3, (double)n / (POINTS - 1));
        f.gap = x[n] * unit;
        rp_status status = rp_fall_soft(&f, err);
        if (!status) status = rp_fall_driven(&f, &driven, err);
        if (status) return status;
        ratio[n] = f.eps_eff / 0.9;
        contacts[n] = f.contacts;
        most = fmax(most, contacts[n]);
        worst = fmax(worst, fabs(driven - rp_fall_event(&f, 0.9)));
    }
    rp_plot *plot = rp_plot_create(2, 1, 1200, 1100);
    rp_plot_axes(plot, 0, "Two spheres on a floor [Poschel2008, Fig. 9a]", "dh / (|v10| t_{c})",
                 "\xce\xb5_{eff} / \xce\xb5_{spec}");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_curve(plot, 0, x, ratio, POINTS, NULL);
    rp_plot_rule(plot, 0, 0, 1, NULL);
    rp_plot_axes(plot, 1, NULL, "dh / (|v10| t_{c})", "contacts between the spheres");
    rp_plot_curve(plot, 1, x, contacts, POINTS, &(rp_plot_style){.line = RP_LINE_SOLID});
    rp_number_add(numbers, "event-driven method against Eq. 82, m/s", worst, 0, 1e-9, "Eq. 82 (errata 22)",
                  "rounding of positions over the flight");
    rp_number_add(numbers, "eps_eff/eps_spec at dh = 5 |v10| t_c", ratio[POINTS - 1], 1, 0.01, "\"-> 1 for larger dh\"",
                  "up to g t_c/|v10| (errata 22), 0.007 here, times some");
    rp_number_add(numbers, "contacts there", contacts[POINTS - 1], 1, 0, "section 3.3", "a count");
    rp_number_add(numbers, "multiple contacts at small dh (1: yes)", most > 1, 1, 0,
                  "section 3.3: MD reveals multiple collisions", "a count");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig9a = {
    "poschel2008-fig9a", "two spheres on a floor: effective restitution and contacts against their distance", run,
    NULL};
