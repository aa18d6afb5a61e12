/* Sliders: numbers that the scene marks, read and set while the simulation goes on. */
#include <stdio.h>
#include "laws/interaction.h"
#include "sim/sim.h"
#include "sim/stages.h"

int rp_sim_slider_count(const rp_sim *sim) { return sim->scene->slider_count; }

static const char *material_name(const rp_sim *sim, int n) { return n < 0 ? "any" : sim->world->material[n].name; }

static void print_name(const rp_sim *sim, const rp_slider *s, char *name, size_t size)
{
    static const char *const of_wall[] = {
        [RP_SLIDER_SPEED] = "speed", [RP_SLIDER_SPIN] = "spin", [RP_SLIDER_LOAD] = "load"};
    if (s->kind == RP_SLIDER_GRAVITY) snprintf(name, size, "gravity");
    else if (s->kind == RP_SLIDER_FRICTION)
        snprintf(name, size, "friction of %s and %s", material_name(sim, s->a), material_name(sim, s->b));
    else snprintf(name, size, "%s of %s", of_wall[s->kind], sim->world->wall[s->wall].name);
}

/* Of the first pair that the slider is about. */
static double friction_of(const rp_sim *sim, const rp_slider *s)
{
    const rp_world *w = sim->world;
    const rp_friction_change about = {s->a, s->b, 0};
    for (int n = 0; n < w->interaction_count; n++)
        if (rp_stages_friction_between(&about, w->interaction[n].a, w->interaction[n].b))
            return w->interaction[n].friction;
    return 0;
}

static double value_of(const rp_sim *sim, const rp_slider *s)
{
    const rp_wall *wall = &sim->world->wall[s->wall];
    switch (s->kind) {
    case RP_SLIDER_GRAVITY: return rp_vec_dot(sim->world->gravity, s->along);
    case RP_SLIDER_SPEED: return rp_vec_dot(wall->velocity, s->along);
    case RP_SLIDER_SPIN: return wall->spin;
    case RP_SLIDER_LOAD: return wall->load;
    case RP_SLIDER_FRICTION: return friction_of(sim, s);
    }
    return 0;
}

rp_status rp_sim_slider_get(const rp_sim *sim, int n, rp_slider_info *info, rp_error *err)
{
    static const char *const units[] = {[RP_SLIDER_GRAVITY] = "m/s^2",
                                        [RP_SLIDER_SPEED] = "m/s",
                                        [RP_SLIDER_SPIN] = "rad/s",
                                        [RP_SLIDER_LOAD] = "N",
                                        [RP_SLIDER_FRICTION] = "1"};
    *info = (rp_slider_info){.unit = ""};
    rp_status status = rp_sim_check_number("slider", n, sim->scene->slider_count, err);
    if (status) return status;
    const rp_slider *s = &sim->scene->slider[n];
    const int pressed = s->kind == RP_SLIDER_LOAD && sim->world->wall[s->wall].load_kind == RP_LOAD_PRESSURE;
    *info = (rp_slider_info){
        .unit = pressed ? "Pa" : units[s->kind], .least = s->least, .most = s->most, .value = value_of(sim, s)};
    print_name(sim, s, info->name, sizeof info->name);
    return RP_OK;
}

/* The vector with this component along the slider's direction. */
static void turn(rp_vec now, const rp_slider *s, double value, double out[3])
{
    const rp_vec v = rp_vec_add(now, rp_vec_scale(value - rp_vec_dot(now, s->along), s->along));
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static rp_status set(rp_sim *sim, const rp_slider *s, double value, rp_error *err)
{
    double v[3];
    switch (s->kind) {
    case RP_SLIDER_GRAVITY: turn(sim->world->gravity, s, value, v); return rp_sim_set_gravity(sim, v, err);
    case RP_SLIDER_SPEED:
        turn(sim->world->wall[s->wall].velocity, s, value, v);
        return rp_sim_wall_set_velocity(sim, s->wall, v, err);
    case RP_SLIDER_SPIN: return rp_sim_wall_set_spin(sim, s->wall, value, err);
    case RP_SLIDER_LOAD: return rp_sim_wall_set_load(sim, s->wall, value, err);
    case RP_SLIDER_FRICTION: return rp_sim_set_friction(sim, s->a, s->b, value, err);
    }
    return RP_OK;
}

rp_status rp_sim_slider_set(rp_sim *sim, int n, double value, rp_error *err)
{
    rp_status status = rp_sim_check_number("slider", n, sim->scene->slider_count, err);
    if (status) return status;
    const rp_slider *s = &sim->scene->slider[n];
    if (value >= s->least && value <= s->most) return set(sim, s, value, err);
    rp_error_set(err, RP_INPUT, "the slider cannot have this value");
    rp_error_value(err, "%g", value);
    rp_error_expected(err, "a number from %g to %g", s->least, s->most);
    return RP_INPUT;
}
