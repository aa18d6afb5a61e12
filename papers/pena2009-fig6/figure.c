/* [Pena2009, Fig. 6]: relaxation time against dt/t_c for stiffnesses from 1 to 4e8 N/m (errata 32), rotation and
 * translation, Gear with springs by velocity. All collapse, on t_R0 / (1 + 49.04 dt/t_c) (errata 38): there is no
 * plateau that ends at T_t = 1e-3, the error is proportional to dt, 4.7 % at 1e-3. */
#include <math.h>
#include "figure.h"
#include "relax_steps.h"

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_plot *plot = rp_plot_create(1, 1, 1300, 900);
    rp_relax r = rp_relax_default();
    rp_plot_axes(plot, 0, "Translation and rotation, springs by velocity [Pena2009, Fig. 6]", "\xce\x94t / t_{c}",
                 "t_{R} / t_{c}");
    rp_status status = rp_relax_stiffnesses(plot, 0, &r, 238.497, 381.6, numbers, err);
    rp_figure_remark(plot, numbers);
    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_pena2009_fig6 = {
    "pena2009-fig6", "relaxation time of two discs against the step, for stiffnesses 1 to 4e8 N/m", run, NULL};
