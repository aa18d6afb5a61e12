/* repose scale: the dynamically equivalent laboratory system. */
#include <math.h>
#include <stdio.h>
#include "cli.h"
#include "repose/scale.h"

typedef struct request {
    double young, poisson, density, dissipation, factor;
    double with_young, with_poisson, with_density;
} request;

static rp_status complete(const request *s, rp_error *err)
{
    if (!isnan(s->young) && !isnan(s->poisson) && !isnan(s->density) && s->factor > 0) return RP_OK;
    rp_error_set(err, RP_INPUT, "a material and a factor are needed");
    rp_error_expected(err, "--young Y --poisson NU --density RHO --factor ALPHA [--dissipation A]");
    return RP_INPUT;
}

static void print_text(const request *s, const rp_scaled *q)
{
    printf("lengths            x %.6g\ntimes              x %.6g\nspeeds             x %.6g\n", q->length, q->time,
           q->speed);
    printf("Y/(rho (1-nu^2))   %.6g m^2/s^2 instead of %.6g\n", q->stiffness, q->stiffness / q->length);
    printf("Young              %.6g Pa at the same density and Poisson ratio\n", q->young);
    if (!isnan(s->dissipation)) printf("dissipation A      %.6g s\n", q->dissipation);
    if (!isnan(s->with_young)) {
        double own = rp_scale_stiffness(s->with_young, s->with_poisson, s->with_density);
        printf("proposed material  %.6g m^2/s^2: %+.1f %% off\n", own, 100 * (own / q->stiffness - 1));
    }
}

static int scale(int argc, char **argv)
{
    request s = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    int json = 0;
    const rp_option options[] = {
        {"--young", RP_OPTION_NUMBER, &s.young},
        {"--poisson", RP_OPTION_NUMBER, &s.poisson},
        {"--density", RP_OPTION_NUMBER, &s.density},
        {"--dissipation", RP_OPTION_NUMBER, &s.dissipation},
        {"--factor", RP_OPTION_NUMBER, &s.factor},
        {"--with-young", RP_OPTION_NUMBER, &s.with_young},
        {"--with-poisson", RP_OPTION_NUMBER, &s.with_poisson},
        {"--with-density", RP_OPTION_NUMBER, &s.with_density},
        {"--json", RP_OPTION_FLAG, &json},
    };
    rp_text_list rest;
    rp_error err;
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 0, &err) || complete(&s, &err))
        return rp_cli_fail(&err);
    rp_scaled q = rp_scale_viscoelastic(s.young, s.poisson, s.density, isnan(s.dissipation) ? 0 : s.dissipation,
                                        s.factor);
    if (json)
        printf("{\"length\": %.12g, \"time\": %.12g, \"speed\": %.12g, \"stiffness\": %.12g, \"young\": %.12g, "
               "\"dissipation\": %.12g}\n",
               q.length, q.time, q.speed, q.stiffness, q.young, q.dissipation);
    else print_text(&s, &q);
    return RP_OK;
}

const rp_command rp_command_scale = {
    "scale", "--young Y --poisson NU --density RHO --factor F",
    "the equivalent laboratory system of viscoelastic particles",
    "All lengths times F under the same gravity: what times, stiffness and dissipation become [Poschel2008, section "
    "2.3.6]. With --with-young,\n"
    "--with-poisson and --with-density a material is tried for the laboratory, as Plexiglas for steel:\n"
    "  repose scale --young 20.6e10 --poisson 0.29 --density 7700 --factor 0.1 --with-young 0.32e10 --with-poisson "
    "0.35 --with-density 1200",
    scale};
