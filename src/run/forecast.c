/* See forecast.h. */
#include "run/forecast.h"

#include <math.h>

#include "base/log.h"
#include "base/threads.h"
#include "base/timer.h"
#include "core/wall_shape.h"
#include "laws/time_scale.h"
#include "observe/observers.h"
#include "sim/stages.h"

#define MEASURED 0.05  /* s of wall clock that the rate of steps is taken from, */
#define MOST (1 << 30) /* steps of one leg */
#define FEWEST 15      /* and steps at least, */
#define LONGEST 2.0    /* but no more than one step beyond so many s */

/* No solid is outside of these: from expanded foam to osmium, kg/m^3; from gel to diamond, Pa, with a factor of 10. */
enum { LIGHTEST = 10, HEAVIEST = 23000 };
static const double softest = 1e2, stiffest = 1e13;

/* ---- outputs ---- */

static rp_output_forecast forecast(const rp_sim *sim, const rp_observer_choice *c, double particles)
{
    const rp_moment m = {.world = sim->world, .method = sim->method};
    rp_output_forecast f = {.particles = particles};
    if (c->observer->forecast) c->observer->forecast(c->options, &m, &f);
    const double duration = rp_stages_duration(sim->scene), steps = ceil(duration / sim->world->dt - 1e-6);
    const double whole = floor(duration / f.every + 1e-6), rest = duration - whole * f.every;
    f.count = f.every > 0 ? fmin(steps, whole + (rest > 1e-6 * f.every ? 1 : 0)) + 1 : 0; /* the first and the last */
    return f;
}

void rp_forecast_outputs(const rp_sim *sim, double particles, rp_buffer *b)
{
    const rp_observer_choices *choices = &sim->scene->output.observers;
    double bytes = 0;
    int contacts = 0;
    for (int n = 0; n < choices->count; n++) {
        const rp_output_forecast f = forecast(sim, &choices->item[n], particles);
        if (!(f.every > 0)) continue;
        rp_buffer_print(b, "                 %s: %.0f %s at most, about %.3g MB\n", choices->item[n].observer->name,
                        f.count, f.what, f.count * f.bytes / 1e6);
        bytes += f.count * f.bytes;
        contacts |= f.contacts;
    }
    rp_buffer_print(b, "bytes on disk    about %.3g MB in all%s\n", bytes / 1e6,
                    contacts ? ", contacts of frames not counted" : "");
}

/* ---- time ---- */

static void print_duration(rp_buffer *b, double seconds)
{
    if (seconds < 120) rp_buffer_print(b, "%.2g s", seconds);
    else if (seconds < 7200) rp_buffer_print(b, "%.2g minutes", seconds / 60);
    else rp_buffer_print(b, "%.3g hours", seconds / 3600);
}

void rp_forecast_time(rp_sim *sim, rp_buffer *b)
{
    const double all = rp_stages_duration(sim->scene) / sim->world->dt, start = rp_timer_clock();
    const uint64_t first = sim->world->step;
    double elapsed = 0;
    rp_error err;
    rp_status status = RP_OK;
    sim->world->log.hook = NULL; /* these steps are no run */
    for (uint64_t n = 1; !status && !rp_sim_finished(sim) && elapsed < (n > FEWEST ? MEASURED : LONGEST);
         n = n < MOST ? 2 * n : n) {
        status = rp_sim_leg(sim, rp_sim_step_time(sim, sim->world->step + n), &err);
        elapsed = rp_timer_clock() - start;
    }
    const double steps = (double)(sim->world->step - first);
    if (status || steps == 0 || elapsed <= 0) return; /* what fails says so in the run */
    rp_buffer_print(b, "time             %.4g steps, about ", all);
    print_duration(b, all * elapsed / steps);
    rp_buffer_print(b, " by the rate of the first %.0f on %d thread%s; longer once more particles touch\n", steps,
                    rp_threads_count(), rp_threads_count() == 1 ? "" : "s");
}

/* ---- warnings ---- */

static void warn_outputs(const rp_sim *sim)
{
    const rp_observer_choices *choices = &sim->scene->output.observers;
    const double duration = rp_stages_duration(sim->scene), dt = sim->world->dt;
    for (int n = 0; n < choices->count; n++) {
        const rp_output_forecast f = forecast(sim, &choices->item[n], 0);
        const char *name = choices->item[n].observer->name;
        if (f.every > duration * (1 + 1e-9))
            rp_log(
                &sim->world->log, RP_LOG_WARN,
                "output.%s.every of %g s lies beyond the end of the run, %g s: only the first and the last state are "
                "written",
                name, f.every, duration);
        else if (f.every > 0 && f.every <= dt)
            rp_log(&sim->world->log, RP_LOG_WARN,
                   "output.%s.every of %g s is no longer than a step of %g s: %.0f %s, one a step", name, f.every, dt,
                   f.count, f.what);
    }
}

static void warn_materials(const rp_world *w)
{
    for (int n = 0; n < w->material_count; n++) {
        const rp_material *m = &w->material[n];
        if (m->density < LIGHTEST || m->density > HEAVIEST)
            rp_log(&w->log, RP_LOG_WARN,
                   "materials.%s.density of %g kg/m^3 is that of no solid (glass has 2500; 2.5 g/cm^3 are 2500 kg/m^3)",
                   m->name, m->density);
        if (m->young < softest || m->young > stiffest)
            rp_log(&w->log, RP_LOG_WARN, "materials.%s.young of %g Pa is that of no solid (glass has 7e10)", m->name,
                   m->young);
    }
}

/* A spring k between particles of radius r is a solid of modulus k / r. */
static rp_status warn_stiffness(const rp_sim *sim, rp_error *err)
{
    const rp_world *w = sim->world;
    rp_time_scale s;
    rp_status status = rp_time_scale_find(w, &s, err);
    if (status || !sim->method->force_laws || !isfinite(s.contact_time) || !(s.contact_time > 0)) return status;
    const double pi = acos(-1.0), k = s.m_eff * pi * pi / (s.contact_time * s.contact_time), modulus = k / s.r_eff;
    if (modulus < softest || modulus > stiffest)
        rp_log(&w->log, RP_LOG_WARN,
               "contacts of %s on %s have a stiffness of about %.2g N/m, as a solid of %.2g Pa: there is none such "
               "(glass has 7e10 Pa; softer contacts down to 1e5 Pa or so allow longer steps)",
               w->material[s.a].name, w->material[s.b].name, k, modulus);
    return RP_OK;
}

static void warn_planes(const rp_world *w)
{
    for (int n = 0; n < w->wall_count; n++)
        for (int k = 0; k < w->dimension && w->wall[n].shape->plane; k++) {
            const double along[3] = {w->wall[n].normal.x, w->wall[n].normal.y, w->wall[n].normal.z};
            if (w->domain.periodic[k] && fabs(along[k]) > 1e-9)
                rp_log(&w->log, RP_LOG_WARN,
                       "the plane of the wall '%s' cuts the direction %c, which is periodic: particles that leave "
                       "through one side come in behind it",
                       w->wall[n].name, "xyz"[k]);
        }
}

rp_status rp_forecast_warn(const rp_sim *sim, rp_error *err)
{
    warn_outputs(sim);
    warn_materials(sim->world);
    warn_planes(sim->world);
    return warn_stiffness(sim, err);
}
