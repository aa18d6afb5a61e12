/* repose restitution: contact laws as physicists meet them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "repose/plot.h"
#include "pair.h"
#include "range.h"

typedef struct question {
    rp_pair_options pair;
    const char *speed, *slip, *plot, *output, *find;
    int json, sticking;
    double rolling; /* m; NaN: not given */
} question;

static void print_number(FILE *f, const char *name, double value)
{
    if (isfinite(value)) fprintf(f, "\"%s\": %.12g, ", name, value);
    else fprintf(f, "\"%s\": null, ", name);
}

static void print_json(FILE *f, const rp_impact *impact, int count)
{
    if (count > 1) fprintf(f, "[\n");
    for (int n = 0; n < count; n++) {
        fprintf(f, "{");
        print_number(f, "speed", impact[n].speed);
        print_number(f, "slip", impact[n].slip);
        print_number(f, "eps_n", impact[n].eps_n);
        print_number(f, "eps_t", impact[n].eps_t);
        print_number(f, "contact_time", impact[n].contact_time);
        print_number(f, "max_overlap", impact[n].max_overlap);
        print_number(f, "max_force", impact[n].max_force);
        fprintf(f, "\"sticks\": %s, \"switches\": %d}%s\n", impact[n].sticks ? "true" : "false", impact[n].switches,
                n + 1 < count ? "," : "");
    }
    if (count > 1) fprintf(f, "]\n");
}

static void print_csv(FILE *f, const rp_impact *impact, int count)
{
    fprintf(f, "speed,slip,eps_n,eps_t,contact_time,max_overlap,max_force,sticks,switches\n");
    for (int n = 0; n < count; n++)
        fprintf(f, "%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%d,%d\n", impact[n].speed, impact[n].slip,
                impact[n].eps_n, impact[n].eps_t, impact[n].contact_time, impact[n].max_overlap, impact[n].max_force,
                impact[n].sticks, impact[n].switches);
}

/* Curves over the speed, or over the slip if there is one speed; a map if there are several of both. */
static rp_status draw(const question *q, const rp_impact *impact, const rp_range *speed, const rp_range *slip,
                      rp_error *err)
{
    int map = speed->count > 1 && slip->count > 1, count = speed->count * slip->count, by_slip = speed->count == 1;
    const rp_range *axis = by_slip ? slip : speed;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 800);
    double *eps_n = malloc(sizeof(double) * (size_t)count), *eps_t = malloc(sizeof(double) * (size_t)count);
    for (int n = 0; eps_n && eps_t && n < count; n++) {
        eps_n[n] = impact[n].eps_n;
        eps_t[n] = impact[n].eps_t;
    }

    if (eps_n && eps_t && map) {
        rp_plot_axes(plot, 0, "tangential restitution", "normal speed (m/s)", "slip (m/s)");
        rp_plot_heat(plot, 0, eps_t, speed->count, slip->count, speed->value[0], speed->value[speed->count - 1],
                     slip->value[0], slip->value[slip->count - 1], -1, 1, RP_MAP_TIDE, "eps_t");
    } else if (eps_n && eps_t) {
        rp_plot_axes(plot, 0, "coefficient of restitution", by_slip ? "slip (m/s)" : "speed (m/s)", "eps");
        rp_plot_log(plot, 0, axis->logarithmic, 0);
        rp_plot_curve(plot, 0, axis->value, eps_n, (size_t)count, &(rp_plot_style){.label = "normal"});
        if (slip->value[0] > 0 || slip->count > 1)
            rp_plot_curve(plot, 0, axis->value, eps_t, (size_t)count, &(rp_plot_style){.label = "tangential"});
    }
    rp_status status = eps_n && eps_t ? rp_plot_save(plot, q->plot, err)
                                      : rp_error_set(err, RP_SYSTEM, "not enough memory");
    free(eps_n);
    free(eps_t);
    rp_plot_destroy(plot);
    return status;
}

static rp_status write_out(const question *q, const rp_impact *impact, int count, rp_error *err)
{
    FILE *f = q->output ? fopen(q->output, "w") : stdout;
    if (!f) return rp_error_set(err, RP_SYSTEM, "cannot write '%.200s': %s", q->output, strerror(errno));
    if (q->json) print_json(f, impact, count);
    else print_csv(f, impact, count);
    int failed = ferror(f);
    if (q->output) failed |= fclose(f) != 0;
    return failed ? rp_error_set(err, RP_SYSTEM, "writing the table failed: %s", strerror(errno)) : RP_OK;
}

static rp_status table(const question *q, const rp_interaction *laws, const rp_impact_pair *pair, const rp_range *speed,
                       const rp_range *slip, rp_error *err)
{
    int count = speed->count * slip->count;
    rp_impact *impact = calloc((size_t)count, sizeof *impact);
    rp_status status = impact ? RP_OK : rp_error_set(err, RP_SYSTEM, "not enough memory");
    if (!status)
        status = rp_restitution_table(laws, pair, speed->value, speed->count, slip->value, slip->count, impact, err);
    if (!status) status = write_out(q, impact, count, err);
    if (!status && q->plot) status = draw(q, impact, speed, slip, err);
    free(impact);
    return status;
}

/* Eq. 55, either way: restitution from rolling friction, or the length mu_roll from a restitution. */
static rp_status rolling(const question *q, const char *scene, rp_error *err)
{
    const rp_pair_options *o = &q->pair;
    rp_range speed = {0};
    if (scene || !(o->young[0] > 0 && o->poisson[0] >= 0 && o->radius[0] > 0 && o->density[0] > 0)) {
        rp_error_set(err, RP_INPUT, "rolling friction and restitution are related for spheres of one material");
        rp_error_expected(err, "--young, --poisson, --radius, --density and --speed, without a scene");
        return RP_INPUT;
    }
    if (!q->find == isnan(q->rolling) || (q->find && !(o->restitution >= 0 && o->restitution <= 1))) {
        rp_error_set(err, RP_INPUT, "either restitution or rolling friction is given");
        rp_error_expected(err, "--find rolling --restitution 0.9, or --from-rolling 1e-7 (m)");
        return RP_INPUT;
    }
    rp_status status = rp_range_read(&speed, "--speed", q->speed, err);
    if (!status && !q->json) printf("speed,eps_n,rolling\n");
    for (int n = 0; n < speed.count && !status; n++) {
        const double V = speed.value[n];
        double eps = o->restitution, length = q->rolling;
        if (q->find)
            length = rp_restitution_to_rolling(eps, V, o->young[0], o->poisson[0], o->radius[0], o->density[0]);
        else eps = rp_restitution_from_rolling(length, V, o->young[0], o->poisson[0], o->radius[0], o->density[0]);
        printf(q->json ? "{\"speed\": %.12g, \"eps_n\": %.12g, \"rolling\": %.12g}\n" : "%.12g,%.12g,%.12g\n", V, eps,
               length);
    }
    rp_range_free(&speed);
    return status;
}

static rp_status answer(const question *q, const char *scene, rp_error *err)
{
    if (!isnan(q->rolling) || (q->find && strcmp(q->find, "rolling") == 0)) return rolling(q, scene, err);
    rp_interaction *laws = NULL;
    rp_impact_pair pair;
    rp_range speed = {0}, slip = {0};
    rp_pair_options given = q->pair;
    if (q->find) given.restitution = NAN; /* it is the target of the search, not an input of the law */
    rp_status status = rp_pair_make(&given, scene, &laws, &pair, err);
    if (!status) status = rp_range_read(&speed, "--speed", q->speed, err);
    if (!status) status = rp_range_read(&slip, "--slip", q->slip, err);
    double value;
    if (!status && q->sticking) {
        status = rp_restitution_sticking_speed(laws, &pair, &value, err);
        if (!status) printf(q->json ? "{\"sticking_speed\": %.12g}\n" : "sticking speed %.12g m/s\n", value);
    } else if (!status && q->find) {
        status = rp_restitution_inverse(laws, &pair, q->find, q->pair.restitution, speed.value[0], &value, err);
        if (!status) printf(q->json ? "{\"%s\": %.15g}\n" : "%s %.15g\n", q->find, value);
    } else if (!status) {
        status = table(q, laws, &pair, &speed, &slip, err);
    }
    rp_range_free(&speed);
    rp_range_free(&slip);
    rp_interaction_destroy(laws);
    return status;
}

static int restitution(int argc, char **argv)
{
    question q = {.speed = "1", .slip = "0", .rolling = NAN};
    rp_option options[RP_PAIR_OPTIONS + 40] = {
        {"--speed", RP_OPTION_TEXT, &q.speed},       {"--slip", RP_OPTION_TEXT, &q.slip},
        {"--plot", RP_OPTION_TEXT, &q.plot},         {"-o", RP_OPTION_TEXT, &q.output},
        {"--find", RP_OPTION_TEXT, &q.find},         {"--json", RP_OPTION_FLAG, &q.json},
        {"--sticking", RP_OPTION_FLAG, &q.sticking}, {"--from-rolling", RP_OPTION_NUMBER, &q.rolling},
    };
    rp_text_list rest;
    rp_error err;
    int count = rp_pair_options_add(&q.pair, options, 8);
    if (rp_cli_read(argc, argv, options, count, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (answer(&q, rest.count ? rest.item[0] : NULL, &err)) return rp_cli_fail(&err);
    return RP_OK;
}

const rp_command rp_command_restitution = {
    "restitution", "[SCENE --pair A,B] --normal LAW ... --speed V",
    "coefficients of restitution that contact laws give",
    "  repose restitution --normal linear --stiffness 1e5 --damping 10 --effective-mass 0.01 --speed 1\n"
    "  repose restitution --normal viscoelastic --young 7e10 --poisson 0.24 --dissipation 1e-5 --density 2500 --radius "
    "1e-3 --wall\n"
    "      --speed 0.01:10:log50 --plot eps.png\n"
    "  repose restitution scene.yaml --pair glass,steel --speed 1 --slip 0.5 --json\n\n"
    "Speeds and slips (tangential speeds) are numbers, lists (1,2,5) or ranges (0.01:10:log50, 0:1:11); several of "
    "both make a map.\n"
    "The second body is like the first unless --radius2, --density2, --young2, --poisson2 or --wall say otherwise.\n"
    "Parameters of the normal law are options by their own name, those of the others have the slot in front: "
    "--tangential LAW\n"
    "--tangential-stiffness K --friction MU; `repose laws` lists them. The result is a table (CSV; --json), on the "
    "terminal or in -o FILE.\n"
    "--find damping --restitution 0.8 --speed 1 finds the parameter that gives 0.8; --sticking finds the speed below "
    "which they stick.\n"
    "--find rolling --restitution 0.9 --speed 1 gives the rolling friction (a length, m) of viscoelastic spheres with "
    "this restitution,\n"
    "--from-rolling L the restitution that a measured rolling friction at --speed stands for [Poschel2008, Eq. 55].",
    restitution};
