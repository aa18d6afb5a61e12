/* See pair.h. */
#include "pair.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static int known(const rp_pair_options *o, rp_slot slot, const char *param)
{
    for (int n = 0; n < o->count; n++)
        if (o->slot[n] == slot && strcmp(o->param[n], param) == 0) return 1;
    return 0;
}

static void add_param(rp_pair_options *o, rp_slot slot, const char *param)
{
    if (o->count == RP_PAIR_OPTIONS || known(o, slot, param)) return;
    char *name = o->name[o->count];
    if (slot == RP_NORMAL) snprintf(name, sizeof o->name[0], "--%s", param);
    else snprintf(name, sizeof o->name[0], "--%s-%s", rp_slot_name(slot), param);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = '-';
    o->slot[o->count] = slot;
    o->param[o->count] = param;
    o->count++;
}

int rp_pair_options_add(rp_pair_options *o, rp_option *options, int count)
{
    static const char *const laws[RP_SLOT_COUNT] = {"--normal", "--adhesion-law", "--tangential", "--rolling"};
    memset(o, 0, sizeof *o);
    double *numbers[] = {&o->young[0],   &o->young[1],  &o->poisson[0],      &o->poisson[1],  &o->density[0],
                         &o->density[1], &o->radius[0], &o->radius[1],       &o->mass,        &o->curvature,
                         &o->alpha,      &o->friction,  &o->friction_static, &o->restitution, &o->restitution_speed};
    static const char *const names[] = {
        "--young",    "--young2",   "--poisson",         "--poisson2",       "--density",
        "--density2", "--radius",   "--radius2",         "--effective-mass", "--effective-radius",
        "--alpha",    "--friction", "--static-friction", "--restitution",    "--restitution-speed"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        *numbers[n] = NAN;
        options[count++] = (rp_option){names[n], RP_OPTION_NUMBER, numbers[n]};
    }
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        if (s != RP_ROLLING) options[count++] = (rp_option){laws[s], RP_OPTION_TEXT, &o->law[s]};
    for (int l = 0; l < rp_laws_count(NULL); l++) {
        const rp_law *law = rp_laws_get(NULL, l);
        for (int n = 0; law->slot != RP_ROLLING && n < law->param_count; n++)
            add_param(o, law->slot, law->param[n].name);
    }
    for (int n = 0; n < o->count; n++) options[count++] = (rp_option){o->name[n], RP_OPTION_TEXT, &o->text[n]};
    options[count++] = (rp_option){"--wall", RP_OPTION_FLAG, &o->wall};
    options[count++] = (rp_option){"--pair", RP_OPTION_TEXT, &o->pair};
    return count;
}

/* ---- laws ---- */

static rp_status read_value(const rp_param *p, const char *option, const char *text, double *value, rp_error *err)
{
    char *end;
    *value = strtod(text, &end);
    int fine = *text && !*end && *value >= p->least && *value <= p->most;
    if (p->kind == RP_PARAM_FLAG && strcmp(text, "true") == 0) {
        *value = 1;
        fine = 1;
    }

    if (p->kind == RP_PARAM_FLAG && strcmp(text, "false") == 0) {
        *value = 0;
        fine = 1;
    }

    for (int n = 0; p->kind == RP_PARAM_CHOICE && p->choice(n); n++)
        if (strcmp(text, p->choice(n)) == 0) {
            *value = n;
            fine = 1;
        }

    if (fine) return RP_OK;
    rp_error_set(err, RP_INPUT, "option %s has the value '%s'", option, text);
    if (p->kind == RP_PARAM_NUMBER)
        rp_error_expected(err, "a number from %g to %g (%s)", p->least < 1e-300 ? 0 : p->least, p->most, p->unit);
    else
        rp_error_expected(err, "%s",
                          p->kind == RP_PARAM_FLAG ? "true or false" : "one of the choices that `repose laws` lists");
    return RP_INPUT;
}

static rp_status set_param(const rp_pair_options *o, int n, rp_interaction *x, rp_error *err)
{
    rp_slot slot = o->slot[n];
    const rp_law *law = rp_interaction_law(x, slot);
    for (int k = 0; law && k < law->param_count; k++) {
        double value;
        if (strcmp(law->param[k].name, o->param[n]) != 0) continue;
        rp_status status = read_value(&law->param[k], o->name[n], o->text[n], &value, err);
        return status ? status : rp_interaction_param_set(x, slot, o->param[n], value, err);
    }
    if (law)
        return rp_error_set(err, RP_INPUT, "the %s law '%s' has no parameter for option %s", rp_slot_name(slot),
                            law->name, o->name[n]);
    return rp_error_set(err, RP_INPUT, "option %s needs a %s law", o->name[n], rp_slot_name(slot));
}

static rp_status choose_laws(const rp_pair_options *o, rp_interaction *x, rp_error *err)
{
    rp_status status = RP_OK;
    for (rp_slot s = 0; s < RP_SLOT_COUNT && !status; s++)
        if (o->law[s]) status = rp_interaction_law_set(x, s, o->law[s], err);
    for (int n = 0; n < o->count && !status; n++)
        if (o->text[n]) status = set_param(o, n, x, err);
    if (!status && !rp_interaction_law(x, RP_NORMAL)) {
        status = rp_error_set(err, RP_INPUT, "no normal law");
        rp_error_expected(err, "--normal LAW, or a scene; `repose laws` lists them");
    }
    rp_interaction_friction_set(x, o->friction, o->friction_static);
    rp_interaction_restitution_set(x, o->restitution, NAN, o->restitution_speed);
    return status;
}

/* ---- bodies ---- */

/* Spheres by options, or the scene's own particles, discs or spheres, where no radius was given. */
static rp_impact_pair sizes(const rp_pair_options *o, const rp_interaction *x, const rp_impact_body *body)
{
    double r1 = o->radius[0], r2 = o->wall ? INFINITY : isnan(o->radius[1]) ? r1 : o->radius[1];
    rp_impact_body other = body[1];
    if (o->wall || isnan(other.radius)) other.radius = INFINITY; /* only walls are made of it */
    if (isnan(r1) && isnan(o->radius[1]) && !isnan(body[0].radius)) return rp_restitution_bodies(&body[0], &other);
    return rp_restitution_spheres(r1, rp_interaction_material(x, 0)->density, r2,
                                  rp_interaction_material(x, 1)->density);
}

static rp_status bodies(const rp_pair_options *o, const rp_interaction *x, const rp_impact_body *body,
                        rp_impact_pair *pair, rp_error *err)
{
    *pair = sizes(o, x, body);
    if (!isnan(o->mass)) pair->m_eff = o->mass;
    if (!isnan(o->curvature)) pair->r_eff = o->curvature;
    if (!isnan(o->alpha)) pair->alpha = o->alpha;
    if (!(pair->m_eff > 0)) {
        rp_error_set(err, RP_INPUT, "the effective mass is not known");
        rp_error_expected(
            err,
            "--effective-mass M, or --radius R with --density RHO (a second body: --radius2, --density2, or --wall)");
        return RP_INPUT;
    }
    const rp_law *normal = rp_interaction_law(x, RP_NORMAL);
    if (!(pair->r_eff > 0) && normal->curvature) {
        rp_error_set(err, RP_INPUT, "the %s law needs the size of the bodies", normal->name);
        rp_error_expected(err, "--radius R, or --effective-radius R");
        return RP_INPUT;
    }
    if (!(pair->r_eff > 0)) pair->r_eff = 1;
    return RP_OK;
}

static rp_material material(const rp_pair_options *o, int n)
{
    rp_material m = {.density = o->density[n], .young = o->young[n], .poisson = o->poisson[n]};
    snprintf(m.name, sizeof m.name, "%s", n ? "second body" : "body");
    if (n && isnan(m.density)) m.density = o->density[0];
    if (n && isnan(m.young)) m.young = o->young[0];
    if (n && isnan(m.poisson)) m.poisson = o->poisson[0];
    return m;
}

/* ---- both together ---- */

static rp_status from_scene(const rp_pair_options *o, const char *path, rp_interaction **laws, rp_impact_body *body,
                            rp_error *err)
{
    char one[RP_NAME];
    const char *comma = o->pair ? strchr(o->pair, ',') : NULL;
    if (!comma) return rp_scene_interaction(path, o->pair, NULL, laws, body, err);
    snprintf(one, sizeof one, "%.*s", (int)(comma - o->pair), o->pair);
    return rp_scene_interaction(path, one, comma + 1, laws, body, err);
}

static rp_status from_options(const rp_pair_options *o, rp_interaction **laws, rp_error *err)
{
    rp_material a = material(o, 0), b = material(o, 1);
    rp_status status = rp_interaction_create(NULL, laws, err);
    if (!status) rp_interaction_materials_set(*laws, &a, &b);
    return status;
}

rp_status rp_pair_make(const rp_pair_options *o, const char *scene, rp_interaction **laws, rp_impact_pair *pair,
                       rp_error *err)
{
    rp_impact_body body[2] = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    rp_status status = scene ? from_scene(o, scene, laws, body, err) : from_options(o, laws, err);
    if (!status) status = choose_laws(o, *laws, err);
    if (!status) status = rp_interaction_prepare(*laws, err);
    if (!status) status = bodies(o, *laws, body, pair, err);
    if (!status) return RP_OK;
    rp_interaction_destroy(*laws);
    *laws = NULL;
    return status;
}
