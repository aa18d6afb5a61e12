/* The limits of the method [Poschel2008, sections 3.3 and 3.4.4]: collisions that are not pairwise, and inelastic
 * collapse.
 *
 * Short gaps. The collision rule holds for isolated pairs. A collision within the contact time t_c of the material
 * after the last one of either particle is counted; the share of these is (f_3 + f_4 + ...)/f_2.
 *
 * Collapse. Inelastic particles can collide infinitely often in finite time. A burst is a sequence of collisions of one
 * particle, each closer than `gap` to the one before (by default a millionth of the time in which a particle flies its
 * radius). A burst of `burst_most` collisions is a collapse. It is reported and counted, and the scene's policy says
 * how the run goes on:
 *
 *     stop           the run fails, and names the particles, the time, the count of collisions and their time span
 *     tc             collisions within t_c of the one before are softened, also where nothing collapses
 *                    [Luding and McNamara 1998]
 *     elastic-below  collisions below a normal speed are softened
 *     sleep          the same, and particles slower than that speed come to rest on what they hit (sleep.c)
 *
 * A softened collision is a piece of a contact that lasts. Along the normal it is elastic: eps_n = 1. Along the surface
 * it is what a lasting contact is to contact dynamics: it sticks (eps_t = 0) where Coulomb's bound allows, and slides
 * where not. A series of such hops has the mean forces of the contact, whatever their height: each hop of duration h
 * needs the normal impulse m g h, friction of a sliding contact is mu times that, and a sticking one takes away the
 * slip that gravity gives in h, so that a sphere rolls with a slip of the order of one hop. Without friction eps_t is
 * the scene's.
 *
 * A rolling contact under gravity is a collapse without end, elastic or not, once its normal speed is as small as
 * rounding. So after a softened collision the normal speed has a least value: half of the still speed, or of the speed
 * of a flight of t_c. Smaller hops cost events and change no mean force; with `sleep` they would be too short for a
 * slope to be felt. The energy that this adds is in the budget.
 */
#include <math.h>
#include <stdio.h>
#include "base/log.h"
#include "laws/interaction.h"
#include "methods/event/event.h"
#include "methods/event/options.h"

static const double LEAST = 0.5;

/* ---- scales ---- */

double rp_event_collapse_contact_time(const rp_world *w, const rp_interaction *x)
{
    double given = w->option[RP_EVENT_CONTACT_TIME];
    if (!isnan(given)) return given;
    double mass = INFINITY, r = 0, speed = 0;
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++) {
        if (p->row[i].inv_mass > 0 && p->mass[i] < mass) {
            mass = p->mass[i];
            r = p->row[i].r;
        }

        speed = fmax(speed, rp_vec_norm(rp_particle_velocity(p, i)));
    }
    double t = rp_interaction_contact_time(x, mass / 2, r / 2, fmax(speed, sqrt(2 * r * rp_vec_norm(w->gravity))));
    return isfinite(t) ? t : 0;
}

void rp_event_collapse_longest(rp_event *m)
{
    m->contact_time = 0;
    for (int n = 0; n < m->world->interaction_count; n++) m->contact_time = fmax(m->contact_time, m->contact_times[n]);
}

rp_status rp_event_collapse_gravity(const rp_world *w, rp_error *err)
{
    if (w->option[RP_EVENT_COLLAPSE] != RP_EVENT_COLLAPSE_SLEEP || rp_vec_norm(w->gravity) > 0) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "the collapse policy 'sleep' needs gravity: nothing rests without it");
    rp_error_key(err, "run.event-driven.collapse");
    return status;
}

/* Without particles no contact time is known or needed. */
rp_status rp_event_collapse_prepare(rp_event *m, rp_error *err)
{
    const double *o = m->world->option;
    double scale = rp_event_scale(m->world);
    m->policy = (rp_event_collapse_policy)o[RP_EVENT_COLLAPSE];
    m->burst_most = (uint32_t)o[RP_EVENT_BURST];
    m->gap = isnan(o[RP_EVENT_GAP]) ? 1e-6 * (isfinite(scale) ? scale : 1) : o[RP_EVENT_GAP];
    m->still_speed = isnan(o[RP_EVENT_STILL]) ? 0 : o[RP_EVENT_STILL];
    for (int n = 0; n < m->world->interaction_count; n++)
        m->contact_times[n] = rp_event_collapse_contact_time(m->world, &m->world->interaction[n]);
    rp_event_collapse_longest(m);
    int speed = m->policy == RP_EVENT_COLLAPSE_ELASTIC || m->policy == RP_EVENT_COLLAPSE_SLEEP;
    const char *missing = m->policy == RP_EVENT_COLLAPSE_TC && m->contact_time == 0 && m->count > 0 ? "contact_time"
                          : speed && m->still_speed == 0                                            ? "still_speed"
                                                                                                    : NULL;
    if (!missing) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "the collapse policy needs a %s", missing);
    char key[64];
    snprintf(key, sizeof key, "run.event-driven.%s", missing);
    rp_error_key(err, key);
    rp_error_expected(err, "%s",
                      speed ? "a number > 0 (unit m/s)"
                            : "a number > 0 (unit s), or a normal law that has a contact time");
    return status;
}

/* ---- checking collisions ---- */

static void name_partner(const rp_event *m, uint32_t partner, char text[96])
{
    if (partner & RP_EVENT_PARTNER_WALL)
        snprintf(text, 96, "wall '%s'", m->world->wall[(partner & ~RP_EVENT_PARTNER_WALL) >> 4].name);
    else snprintf(text, 96, "particle %u", m->world->particles.id[partner]);
}

static rp_status collapse(rp_event *m, uint32_t i, uint32_t partner, double t, rp_error *err)
{
    char other[96], text[256];
    double time = m->origin + t;
    uint32_t id = m->world->particles.id[i];
    m->totals.collapses++;
    name_partner(m, partner, other);
    snprintf(text, sizeof text,
             "inelastic collapse: particle %u and %s at t = %.9g s, %u collisions in less than %.3g s", id, other, time,
             m->cold[i].burst, m->cold[i].burst * m->gap);
    m->cold[i].burst = 0;
    if (m->policy == RP_EVENT_COLLAPSE_STOP) {
        rp_status status = rp_error_set(err, RP_FAILED, "%s", text);
        rp_error_expected(err, "run.event-driven.collapse: tc, elastic-below or sleep, to go on");
        if (err) {
            err->particle = id;
            err->time = time;
        }

        return status;
    }
    if (!m->warned_collapse)
        rp_log(&m->world->log, RP_LOG_WARN, "%s; the run goes on by the collapse policy of the scene", text);
    m->warned_collapse = 1;
    return RP_OK;
}

static void count_burst(const rp_event *m, rp_event_cold *c, double t)
{
    c->burst = t - c->last < m->gap ? c->burst + 1 : 0;
}

static double least_speed(const rp_event *m)
{
    if (!m->falls) return 0;
    return LEAST * (m->still_speed > 0 ? m->still_speed : 0.5 * m->contact_time * rp_vec_norm(m->gravity));
}

static void report_softening(const rp_event *m, double t)
{
    const char *which = m->policy == RP_EVENT_COLLAPSE_TC ? "that follow another within the contact time"
                                                          : "below the still speed";
    rp_log(&m->world->log, RP_LOG_INFO,
           "from t = %.4g s on the collapse policy '%s' acts: collisions %s lose nothing along the normal (eps_n = 1); "
           "along the surface they stick or slide by friction, as in a contact that lasts%s",
           m->origin + t, rp_event_options[RP_EVENT_COLLAPSE].choice((int)m->policy), which,
           m->policy == RP_EVENT_COLLAPSE_SLEEP ? "; particles that stay slow come to rest" : "");
}

static void soften(rp_event *m, const rp_interaction *x, double t, double g_t_square, rp_event_rule *rule)
{
    double mu = x->friction_curve.kind ? rp_curve_value(&x->friction_curve, sqrt(fmax(g_t_square, 0))) : x->friction;
    rule->eps_n = 1;
    rule->least = least_speed(m);
    if (mu > 0 && rule->eps_t != 1) {
        rule->eps_t = 0;
        rule->friction = mu;
    }
    if (m->totals.softened++ == 0) report_softening(m, t);
}

static int softened(const rp_event *m, int close, double g_n)
{
    return m->policy == RP_EVENT_COLLAPSE_TC ? close : m->policy >= RP_EVENT_COLLAPSE_ELASTIC && g_n < m->still_speed;
}

rp_status rp_event_collapse_check(rp_event *m, uint32_t i, uint32_t partner, int interaction, double t, double g_n,
                                  double g_t_square, rp_event_rule *rule, rp_error *err)
{
    rp_event_cold *a = &m->cold[i], *b = partner & RP_EVENT_PARTNER_WALL ? NULL : &m->cold[partner];
    double last = b && b->last > a->last ? b->last : a->last;
    int close = t - last < m->contact_times[interaction];
    m->totals.short_gaps += (uint64_t)close;
    if (softened(m, close, g_n)) soften(m, &m->world->interaction[interaction], t, g_t_square, rule);
    if (m->policy == RP_EVENT_COLLAPSE_SLEEP) return RP_OK; /* sleep.c uses `burst` to count slow collisions */
    count_burst(m, a, t);
    if (b) count_burst(m, b, t);
    if (a->burst >= m->burst_most) return collapse(m, i, partner, t, err);
    if (b && b->burst >= m->burst_most) return collapse(m, partner, i, t, err);
    return RP_OK;
}
