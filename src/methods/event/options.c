/* See options.h. */
#include "methods/event/options.h"
#include <float.h>
#include <math.h>

static const char *policies(int n) { return (const char *[]){"stop", "tc", "elastic-below", "sleep", NULL}[n]; }
static const char *searches(int n) { return (const char *[]){"auto", "cells", "lists", NULL}[n]; }
static const char *stales(int n) { return (const char *[]){"counters", "graph", NULL}[n]; }

const rp_param rp_event_options[RP_EVENT_OPTIONS] = {
    [RP_EVENT_COLLAPSE] = {"collapse", RP_PARAM_CHOICE, "1", 0, 3, 0, policies,
                           "how a run goes on after inelastic collapse"},
    [RP_EVENT_CONTACT_TIME] = {"contact_time", RP_PARAM_NUMBER, "s", DBL_MIN, INFINITY, NAN, NULL,
                               "duration of a collision; by default that of the normal law, if there is one"},
    [RP_EVENT_STILL] = {"still_speed", RP_PARAM_NUMBER, "m/s", DBL_MIN, INFINITY, NAN, NULL,
                        "normal speed below which elastic-below and sleep act"},
    [RP_EVENT_GAP] =
        {"collapse_gap", RP_PARAM_NUMBER, "s", DBL_MIN, INFINITY, NAN, NULL,
         "collisions of a collapse follow each other within this time; by default 1e-6 of the time to fly a radius"},
    [RP_EVENT_BURST] = {"collapse_count", RP_PARAM_NUMBER, "1", 10, 1e9, 200, NULL,
                        "so many of them in a row are a collapse"},
    [RP_EVENT_SEARCH] = {"search", RP_PARAM_CHOICE, "1", 0, 2, 0, searches,
                         "how partners are found: by cells, or by neighbour lists, which are faster where it is dense"},
    [RP_EVENT_BELOW] = {"fluctuation_below", RP_PARAM_NUMBER, "1", 0, 1, 0, NULL,
                        "eps_n fluctuates: scale of the exponential below its value"},
    [RP_EVENT_ABOVE] = {"fluctuation_above", RP_PARAM_NUMBER, "1", 0, 1, 0, NULL,
                        "eps_n fluctuates: scale of the exponential above its value"},
    [RP_EVENT_ERROR] = {"coefficient_error", RP_PARAM_NUMBER, "1", 1e-8, 0.1, 1e-4, NULL,
                        "largest error of coefficients that follow from laws, where they are read from maps"},
    [RP_EVENT_CLUSTER_GAP] = {"cluster_gap", RP_PARAM_NUMBER, "1", 0, 10, 0.2, NULL,
                              "particles closer than this, in mean radii, count as one cluster"},
    [RP_EVENT_STALE] = {"stale", RP_PARAM_CHOICE, "1", 0, 1, RP_EVENT_STALE_COUNTERS, stales,
                        "how planned collisions that will not happen are found: by counters when their time has come, "
                        "or at once by the graph of potential colliders"},
};

double rp_event_scale(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    double square = 0, r = 0;
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        rp_vec v = rp_particle_velocity(p, i);
        if (p->row[i].inv_mass == 0) continue;
        square += rp_vec_dot(v, v);
        r += p->row[i].r;
        count++;
    }
    if (!count) return INFINITY;
    double wall = 0;
    for (int n = 0; n < w->wall_count; n++)
        wall = fmax(wall, rp_vec_norm(w->wall[n].velocity)
                              + 2 * M_PI * w->wall[n].frequency * rp_vec_norm(w->wall[n].vibration));
    r /= (double)count;
    double speed = sqrt(square / (double)count) + sqrt(2 * r * rp_vec_norm(w->gravity)) + wall;
    return speed > 0 ? r / speed : INFINITY;
}
