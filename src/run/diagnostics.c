/* See diagnostics.h. */
#include "run/diagnostics.h"
#include <math.h>
#include <stdio.h>
#include "base/json.h"
#include "core/wall_parts.h"
#include "laws/interaction.h"

/* The speed of an impact that would reach this overlap: exact where the greatest overlap is a power of the speed. */
static double speed_of(const rp_law *law, const double *constant, double m, double r, double overlap)
{
    double one = law->max_overlap(constant, m, r, 1), two = law->max_overlap(constant, m, r, 2);
    return overlap > 0 && one > 0 && two > one ? pow(overlap / one, M_LN2 / log(two / one)) : 0;
}

static double contact_time(const rp_world *w, const rp_contact_view *v)
{
    const rp_particles *p = &w->particles;
    const size_t i = rp_particles_slot(p, v->a), j = v->b < 0 ? i : rp_particles_slot(p, (uint32_t)v->b);
    const int other = v->b < 0 ? rp_wall_parts_material(&w->wall[-1 - v->b], (uint32_t)v->feature) : p->material[j];
    const rp_interaction *x = rp_interaction_between(w, p->material[i], other);
    const rp_law *law = x->law[RP_NORMAL];
    double inverse = p->row[i].inv_mass + (v->b < 0 ? 0 : p->row[j].inv_mass), r = p->row[i].r;
    if (!law || inverse == 0) return INFINITY;
    if (v->b >= 0) r = r * p->row[j].r / (r + p->row[j].r);
    double speed = law->varies && law->max_overlap ? speed_of(law, x->constant[RP_NORMAL], 1 / inverse, r, v->overlap)
                                                   : 0;
    return law->varies && speed == 0 ? INFINITY : law->contact_time(x->constant[RP_NORMAL], 1 / inverse, r, speed);
}

static void compare(rp_worst *worst, double value, double other, const rp_contact_view *v, double time)
{
    if (value > worst->value) *worst = (rp_worst){value, v->a, v->b, time, other};
}

void rp_diagnostics_take(rp_diagnostics *d, const rp_world *w, const rp_contact_list *list, int laws)
{
    const rp_particles *p = &w->particles;
    for (size_t n = 0; n < list->count; n++) {
        const rp_contact_view *v = &list->view[n];
        double r = p->row[rp_particles_slot(p, v->a)].r, t_c = laws ? contact_time(w, v) : INFINITY;
        if (v->b >= 0) r = fmin(r, p->row[rp_particles_slot(p, (uint32_t)v->b)].r);
        compare(&d->overlap, v->overlap / r, v->overlap, v, w->time);
        compare(&d->step, w->dt / t_c, t_c, v, w->time);
    }
}

static void name_contact(const rp_worst *worst, const rp_world *w, char *text, int size)
{
    if (worst->b < 0)
        snprintf(text, (size_t)size, "particle %u and wall '%.40s'", worst->a, w->wall[-1 - worst->b].name);
    else snprintf(text, (size_t)size, "particles %u and %lld", worst->a, (long long)worst->b);
}

const char *rp_diagnostics_warning(rp_diagnostics *d, const rp_world *w, double most, char *text, int size)
{
    char contact[96];
    if (d->overlap.value > most && !d->warned_overlap) {
        d->warned_overlap = 1;
        name_contact(&d->overlap, w, contact, sizeof contact);
        snprintf(text, (size_t)size,
                 "%s overlap by %.3g m, %.0f %% of the smaller radius, at t = %g s: the contact is too soft, or "
                 "something pushes too hard",
                 contact, d->overlap.other, 100 * d->overlap.value, d->overlap.time);
        return text;
    }
    if (d->step.value > RP_DIAGNOSTICS_STEP && !d->warned_step) {
        d->warned_step = 1;
        name_contact(&d->step, w, contact, sizeof contact);
        snprintf(
            text, (size_t)size,
            "the step is %.2g of the contact time %.3g s of %s at t = %g s: take a shorter one, or a larger safety",
            d->step.value, d->step.other, contact, d->step.time);
        return text;
    }
    return NULL;
}

static void summary_of(rp_buffer *b, const char *name, const char *second, const rp_worst *worst, const rp_world *w)
{
    char contact[96];
    if (worst->value == 0) return;
    name_contact(worst, w, contact, sizeof contact);
    rp_buffer_print(b, "  \"%s\": {\"value\": %.6g, \"%s\": %.6g, \"time\": %.9g, \"contact\": ", name, worst->value,
                    second, worst->other, worst->time);
    rp_json_string(b, contact);
    rp_buffer_print(b, "},\n");
}

void rp_diagnostics_summary(const rp_diagnostics *d, const rp_world *w, rp_buffer *b)
{
    summary_of(b, "worst_overlap_over_radius", "overlap", &d->overlap, w);
    summary_of(b, "worst_step_over_contact_time", "contact_time", &d->step, w);
}
