/* What can be known before running: scales, derived coefficients, memory, warnings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/threads.h"
#include "core/mesh.h"
#include "core/pair_table.h"
#include "core/wall_shape.h"
#include "laws/collision.h"
#include "laws/time_scale.h"
#include "methods/method.h"
#include "output/output.h"
#include "repose/run.h"
#include "run/forecast.h"
#include "scene/sources.h"
#include "sim/sim.h"
#include "sim/stages.h"

#define BYTES_A_PARTICLE 1000.0 /* in a dense packing, with its pairs: discs and spheres take 500 to 1200 */

static void describe_cell(const rp_world *w, rp_buffer *b)
{
    static const char *const parts[] = {"xx", "yy", "zz", "xy"};
    int held = 0;
    rp_buffer_print(b, "                 it strains:");
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        if (k == RP_CELL_ZZ && w->dimension == 2) continue;
        held |= w->cell.held[k];
        rp_buffer_print(b, "%s %s %s %.4g %s", k ? "," : "", parts[k],
                        w->cell.held[k] ? "at the stress" : "at the rate", w->cell.target[k],
                        w->cell.held[k] ? "Pa" : "1/s");
    }
    rp_buffer_print(b, "\n");
    if (held)
        rp_buffer_print(b, "                 viscosity %.4g Pa s: rate = (stress - the one held) / viscosity\n",
                        rp_cell_viscosity(w));
}

static void describe_particles(const rp_world *w, rp_buffer *b)
{
    const rp_particles *p = &w->particles;
    double low = INFINITY, high = 0, mass = 0, volume = 0;
    for (size_t i = 0; i < p->count; i++) {
        double r = p->row[i].r;
        low = fmin(low, r);
        high = fmax(high, r);
        mass += p->mass[i];
        volume += rp_world_particle_volume(w, i);
    }
    if (p->count == 0) {
        rp_buffer_print(b, "particles        none at the start\n");
        return;
    }
    rp_buffer_print(b, "particles        %zu, radius %.4g to %.4g m, total mass %.4g kg, %s %.4g %s\n", p->count, low,
                    high, mass, w->dimension == 2 ? "area" : "volume", volume, w->dimension == 2 ? "m^2" : "m^3");
    if (w->domain.bounded) {
        rp_vec size = rp_vec_sub(w->domain.upper, w->domain.lower);
        double space = size.x * size.y * (w->dimension == 2 ? 1 : size.z);
        rp_buffer_print(b, "domain           %.4g of it is filled\n", volume / space);
        if (w->cell.moves) describe_cell(w, b);
    }
}

static void describe_bodies(const rp_world *w, rp_buffer *b)
{
    for (int n = 1; n < w->group_count; n++) {
        static const char *const modes[] = {"free", "frozen", "driven", "glued"};
        rp_buffer_print(b, "group            %s: %zu particles, %s\n", w->group[n].name, w->group[n].count,
                        modes[w->group[n].mode]);
    }
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        rp_buffer_print(b, "wall             %s: %s%s\n", wall->name,
                        wall->shape->label ? wall->shape->label(wall) : wall->shape->name,
                        wall->load_kind == RP_LOAD_NONE ? "" : ", under a load");
    }
}

static void describe_edges(const char *what, size_t count, rp_vec at, rp_buffer *b)
{
    if (count)
        rp_buffer_print(b, "                 %zu %s, the first at (%.6g, %.6g, %.6g) m\n", count, what, at.x, at.y,
                        at.z);
}

static rp_status describe_mesh(const rp_mesh *m, rp_buffer *b, rp_error *err)
{
    char text[200];
    rp_mesh_survey y;
    rp_status status = rp_mesh_survey_of(m, &y, err);
    if (status) return status;
    rp_buffer_print(
        b, "                 %zu triangles, %zu corners, from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m; %s\n",
        m->triangles, m->corners, m->lower.x, m->lower.y, m->lower.z, m->upper.x, m->upper.y, m->upper.z,
        m->one_side ? "particles meet its front" : "particles meet both sides");
    if (rp_mesh_dropped(m, text, sizeof text)) rp_buffer_print(b, "                 %s\n", text);
    describe_edges("edges have one triangle only: a hole or a border", y.open, y.open_at, b);
    describe_edges("edges have two triangles that face opposite sides", y.flipped, y.flipped_at, b);
    describe_edges("edges have more than two triangles", y.branched, y.branched_at, b);
    return RP_OK;
}

static rp_status describe_meshes(const rp_world *w, rp_buffer *b, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < w->wall_count && !status; n++) {
        if (!w->wall[n].mesh) continue;
        rp_buffer_print(b, "mesh             of the wall %s:\n", w->wall[n].name);
        status = describe_mesh(w->wall[n].mesh, b, err);
    }
    return status;
}

static void describe_interaction(const rp_world *w, const rp_interaction *x, rp_buffer *b)
{
    rp_buffer_print(b, "interaction      %s - %s:", w->material[x->a].name, w->material[x->b].name);
    for (rp_slot s = 0; s < RP_SLOT_COUNT; s++)
        if (x->law[s]) rp_buffer_print(b, " %s %s;", rp_slot_name(s), x->law[s]->name);
    rp_buffer_print(b, " friction %.4g", x->friction);
    if (x->friction_static != x->friction) rp_buffer_print(b, " (static %.4g)", x->friction_static);
    if (!isnan(x->eps_n)) rp_buffer_print(b, ", restitution %.4g", x->eps_n);
    rp_buffer_print(b, "\n");
}

static void describe_unused(const rp_sim *sim, const rp_interaction *x, rp_buffer *b)
{
    rp_buffer keys;
    rp_buffer_init(&keys);
    rp_scene_unused_rule(sim->scene, sim->world, x, &keys);
    if (keys.size) rp_buffer_print(b, "                 without effect:%.*s\n", (int)keys.size, keys.data);
    b->failed |= keys.failed;
    rp_buffer_free(&keys);
}

/* 1: a tangential law acts that impacts do not follow: springs beside a fractional law. */
static int unknown_slip(const rp_method *method, const rp_interaction *laws)
{
    const rp_law *tangential = laws->law[RP_TANGENTIAL];
    return method->force_laws && tangential && strcmp(tangential->name, "none") != 0
           && !rp_collision_tangential_by_law(laws);
}

/* The rule of a collision of a pair at a speed and 45 degrees: by the laws, or, where contacts are instants or rigid,
 * what the method takes. Where bodies strike that are not round eps_n alone, of a head-on impact. */
static void describe_restitution(const rp_world *w, const rp_method *method, const rp_interaction *x,
                                 const rp_time_scale *scale, rp_buffer *b)
{
    rp_impact_pair pair = {scale->m_eff, scale->r_eff, w->dimension == 2 && x->discs ? 1.0 / 3.0 : 2.0 / 7.0};
    rp_collision_rule rule;
    rp_interaction laws = *x;
    double v = scale->speed;
    if (!(v > 0) || !isfinite(pair.m_eff) || (method->force_laws && !x->law[RP_NORMAL])) return;
    if (method->force_laws) laws.eps_n = laws.eps_t = NAN; /* what was given is in the damping of the law */
    if (rp_collision_exact(&laws, &pair, v, v, &rule, NULL)) return;
    if (rule.sticks) {
        rp_buffer_print(b, "                 sticks at %.3g m/s\n", v);
        return;
    }
    double eps_t = fmax(rule.eps_t, 1 - rule.mu * (1 + rule.eps_n) / pair.alpha);
    rp_buffer_print(b, "                 at %.3g m/s: eps_n %.4f%s", v, rule.eps_n,
                    rp_collision_normal_by_law(&laws) ? " from the law" : "");
    if (!rp_method_round_meet(w, x) || unknown_slip(method, &laws)) rp_buffer_print(b, ", head-on\n");
    else
        rp_buffer_print(b, ", eps_t %.4f%s at 45 degrees%s\n", eps_t,
                        rp_collision_tangential_by_law(&laws) ? " from the laws" : "",
                        rp_collision_rough(&laws) ? ", without bound: no friction is given" : "");
}

static void describe_law(const rp_interaction *x, const rp_time_scale *scale, rp_buffer *b)
{
    const rp_law *normal = x->law[RP_NORMAL];
    char text[160];
    if (!normal || !normal->remark) return;
    normal->remark(x->constant[RP_NORMAL], scale->r_eff, text, sizeof text);
    rp_buffer_print(b, "                 %s\n", text);
}

static void describe_unused_run(const rp_sim *sim, rp_buffer *b)
{
    rp_buffer keys;
    rp_buffer_init(&keys);
    rp_scene_unused_run(sim->scene, sim->world, &keys);
    if (keys.size) rp_buffer_print(b, "without effect   %.*s\n", (int)keys.size, keys.data);
    b->failed |= keys.failed;
    rp_buffer_free(&keys);
}

/* Particles that sources may bring in the run. */
static double to_come(const rp_sim *sim)
{
    double count = 0;
    for (int n = 0; n < sim->world->source_count; n++)
        count += rp_sources_forecast(sim->scene, n, sim->world, rp_stages_duration(sim->scene)).count;
    return count;
}

static rp_status describe_memory(rp_sim *sim, rp_buffer *b, rp_error *err)
{
    const rp_world *w = sim->world;
    const double now = (double)w->particles.count, more = to_come(sim), most = now + more;
    size_t pairs;
    rp_status status = rp_sim_prepare(sim, err);
    if (status) return status;
    const double bytes = (double)rp_memory_bytes();
    rp_buffer_print(b, "memory           %.4g MB now", bytes / 1e6);
    if (now > 0) rp_buffer_print(b, ", %.0f bytes a particle", bytes / now);
    rp_pair_table_list(&w->contacts, &pairs);
    if (w->contacts.valid && now > 0) rp_buffer_print(b, "; %zu pairs listed, skin %.3g m", pairs, w->contacts.skin);
    rp_buffer_print(b, "\n");
    if (more > 0)
        rp_buffer_print(b,
                        "                 estimate: %.3g MB with %.6g particles, all that sources may bring if none "
                        "leaves; %g bytes for each\n",
                        (bytes + more * BYTES_A_PARTICLE) / 1e6, most, BYTES_A_PARTICLE);
    return RP_OK;
}

/* Scales follow from the particles that are there and those that sources will give. */
static rp_status describe_scales(rp_sim *sim, rp_buffer *b, rp_error *err)
{
    const rp_world *w = sim->world;
    rp_time_scale scale;
    rp_status status = rp_sim_expect(sim, err);
    if (!status) status = rp_time_scale_find(w, &scale, err);
    for (int n = 0; n < w->interaction_count && !status; n++) {
        describe_interaction(w, &w->interaction[n], b);
        describe_law(&w->interaction[n], &scale, b);
        describe_restitution(w, sim->method, &w->interaction[n], &scale, b);
        if (n == 0 || !rp_interaction_same_rule(&w->interaction[n - 1], &w->interaction[n]))
            describe_unused(sim, &w->interaction[n], b);
    }
    if (!status) sim->method->describe(w, b);
    rp_sim_expect_end(sim);
    return status;
}

static rp_status describe(rp_sim *sim, rp_buffer *b, rp_error *err)
{
    const rp_scene *scene = sim->scene;
    const rp_world *w = sim->world;
    const double duration = rp_stages_duration(scene);
    rp_buffer_print(b, "%s\nmethod           %s, %dD\n", scene->title, scene->method, w->dimension);
    describe_particles(w, b);
    describe_bodies(w, b);
    rp_sources_describe(scene, w, duration, b);
    rp_status status = describe_meshes(w, b, err);
    if (!status) status = describe_scales(sim, b, err);
    if (status) return status;
    describe_unused_run(sim, b);
    rp_buffer_print(b, "run              %.6g s at most in %d stage%s, %.4g steps\n", duration, scene->stage_count,
                    scene->stage_count == 1 ? "" : "s", duration / w->dt);
    rp_buffer_print(b, "                 %s\n", sim->step_reason);
    rp_observers_describe(&scene->output.observers, b);
    rp_forecast_outputs(sim, (double)w->particles.count + to_come(sim), b);
    status = describe_memory(sim, b, err);
    if (!status) status = rp_forecast_warn(sim, err);
    if (!status) rp_forecast_time(sim, b);
    return status;
}

static rp_status check(const rp_sim_def *def, rp_buffer *b, rp_error *err)
{
    rp_sim *sim = NULL;
    rp_status status = rp_sim_open(def, 0, &sim, err);
    if (!status) status = describe(sim, b, err);
    if (!status && b->failed) status = rp_error_set(err, RP_SYSTEM, "not enough memory to describe the scene");
    rp_sim_destroy(sim);
    return status;
}

rp_status rp_check(const rp_sim_def *def, char **text, rp_error *err)
{
    rp_buffer b;
    int before = rp_threads_swap(rp_sim_threads(def));
    rp_buffer_init(&b);
    rp_status status = check(def, &b, err);
    if (!status) *text = strndup(b.data, b.size);
    rp_buffer_free(&b);
    rp_threads_set(before);
    return status;
}

rp_status rp_hash(const char *checkpoint, char text[33], rp_error *err)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    if (!rp_file_exists(checkpoint))
        return rp_error_set(err, RP_INPUT, "there is no checkpoint '%s' (expected DIR/checkpoint.h5 of a run)",
                            checkpoint);
    def.restore = checkpoint;
    rp_status status = rp_sim_create(&def, &sim, err);
    if (!status) status = rp_sim_hash(sim, text, err);
    rp_sim_destroy(sim);
    return status;
}
