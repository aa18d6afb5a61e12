/* See pair.h. */
#include "pair.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "scene/scene.h"

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
    const rp_law *law = x->law[slot];
    for (int k = 0; law && k < law->param_count; k++)
        if (strcmp(law->param[k].name, o->param[n]) == 0)
            return read_value(&law->param[k], o->name[n], o->text[n], &x->param[slot][k], err);
    if (law)
        return rp_error_set(err, RP_INPUT, "the %s law '%s' has no parameter for option %s", rp_slot_name(slot),
                            law->name, o->name[n]);
    return rp_error_set(err, RP_INPUT, "option %s needs a %s law", o->name[n], rp_slot_name(slot));
}

static rp_status choose_laws(const rp_pair_options *o, rp_interaction *x, rp_error *err)
{
    rp_status status = RP_OK;
    for (int s = 0; s < RP_SLOT_COUNT && !status; s++)
        if (o->law[s]) status = rp_laws_choose(NULL, s, o->law[s], &x->law[s], err);
    for (int n = 0; n < o->count && !status; n++)
        if (o->text[n]) status = set_param(o, n, x, err);
    if (!status && !x->law[RP_NORMAL]) {
        status = rp_error_set(err, RP_INPUT, "no normal law");
        rp_error_expected(err, "--normal LAW, or a scene; `repose laws` lists them");
    }
    if (!isnan(o->friction)) {
        x->friction = o->friction;
        x->friction_static = NAN;
        x->friction_curve.kind = RP_CURVE_NONE;
    }

    if (!isnan(o->friction_static)) x->friction_static = o->friction_static;
    if (!isnan(o->restitution)) x->eps_n = o->restitution;
    if (!isnan(o->restitution_speed)) x->eps_speed = o->restitution_speed;
    return status;
}

/* ---- bodies ---- */

static rp_status bodies(const rp_pair_options *o, const rp_interaction *x, rp_impact_pair *pair, rp_error *err)
{
    double r1 = o->radius[0], r2 = o->wall ? INFINITY : isnan(o->radius[1]) ? r1 : o->radius[1];
    *pair = rp_restitution_spheres(r1, x->material[0].density, r2, x->material[1].density);
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
    const rp_law *normal = x->law[RP_NORMAL];
    if (!(pair->r_eff > 0) && normal->gives_radius) {
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

/* ---- scenes ---- */

static rp_status material_find(const rp_world *w, const char *name, size_t length, int *index, rp_error *err)
{
    const char *names[64];
    int count = 0;
    for (*index = 0; *index < w->material_count; ++*index) {
        const char *here = w->material[*index].name;
        if (strlen(here) == length && strncmp(here, name, length) == 0) return RP_OK;
        if (count < 64) names[count++] = here;
    }
    rp_error_set(err, RP_INPUT, "the scene has no material '%.*s'", (int)length, name);
    rp_error_nearest(err, name, names, count);
    return RP_INPUT;
}

static long first_particle(const rp_world *w, int index)
{
    for (size_t i = 0; i < w->particles.count; i++)
        if (w->particles.material[i] == index) return (long)i;
    return -1;
}

/* The scene's own particles, discs or spheres, where no radius was given. */
static void take_bodies(const rp_world *w, int a, int b, rp_pair_options *own)
{
    const rp_particles *p = &w->particles;
    long i = first_particle(w, a), j = own->wall ? -1 : first_particle(w, b);
    if (!isnan(own->radius[0]) || !isnan(own->radius[1]) || i < 0) return;
    double r = p->row[i].r, inverse = 1 / p->mass[i], turn = r * r / p->inertia[i];
    own->radius[0] = r;
    own->wall |= j < 0; /* only walls are made of it */
    if (j >= 0) {
        own->radius[1] = p->row[j].r;
        inverse += 1 / p->mass[j];
        turn += p->row[j].r * p->row[j].r / p->inertia[j];
    }
    if (isnan(own->mass)) own->mass = 1 / inverse;
    if (isnan(own->alpha)) own->alpha = 1 / (1 + turn / inverse);
}

static rp_status no_interaction(const rp_world *w, int a, int b, rp_error *err)
{
    const char *one = w->material[a].name, *other = w->material[b].name;
    rp_status status = rp_error_set(err, RP_INPUT, "the scene has no interaction between '%s' and '%s'", one, other);
    rp_error_key(err, "interactions");
    rp_error_expected(err, "an entry with between: [%s, %s], and particles of one of the two", one, other);
    return status;
}

static rp_status from_world(const rp_pair_options *o, const rp_world *w, rp_pair_options *own, rp_interaction *laws,
                            rp_error *err)
{
    int a = 0, b = 0;
    const char *comma = o->pair ? strchr(o->pair, ',') : NULL;
    if (o->pair) {
        rp_status status = material_find(w, o->pair, comma ? (size_t)(comma - o->pair) : strlen(o->pair), &a, err);
        b = a;
        if (!status && comma) status = material_find(w, comma + 1, strlen(comma + 1), &b, err);
        if (status) return status;
    }
    const rp_interaction *x = rp_interaction_between(w, a, b);
    if (!x) return no_interaction(w, a, b, err);
    *laws = *x;
    laws->material[0] = w->material[a];
    laws->material[1] = w->material[b];
    take_bodies(w, a, b, own);
    return RP_OK;
}

static rp_status from_scene(const rp_pair_options *o, const char *path, rp_pair_options *own, rp_interaction *laws,
                            rp_error *err)
{
    rp_scene *scene = NULL;
    rp_world *world = NULL;
    rp_scene_options options = {0};
    rp_status status = rp_scene_load(path, &options, &scene, err);
    if (!status) status = rp_scene_build(scene, &options, &world, err);
    if (!status) status = from_world(o, world, own, laws, err);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    return status;
}

rp_status rp_pair_make(const rp_pair_options *o, const char *scene, rp_interaction *laws, rp_impact_pair *pair,
                       rp_error *err)
{
    rp_pair_options own = *o;
    rp_status status = RP_OK;
    rp_interaction_init(laws);
    if (scene) status = from_scene(o, scene, &own, laws, err);
    else {
        laws->material[0] = material(o, 0);
        laws->material[1] = material(o, 1);
    }

    if (!status) status = choose_laws(&own, laws, err);
    if (!status) status = rp_interaction_prepare_pair(laws, &laws->material[0], &laws->material[1], 3, 0, err);
    if (!status) status = bodies(&own, laws, pair, err);
    return status;
}
