/* What `check` says of sources and sinks. */
#include <math.h>

#include "scene/radius.h"
#include "scene/spec.h"
#include "scene/sources.h"

static void describe_amount(const rp_source_spec *s, rp_buffer *b)
{
    if (s->amount_kind == RP_AMOUNT_COUNT) rp_buffer_print(b, "; %.6g particles", s->amount);
    if (s->amount_kind == RP_AMOUNT_MASS) rp_buffer_print(b, "; %.4g kg", s->amount);
    if (s->amount_kind == RP_AMOUNT_SOLID) rp_buffer_print(b, "; until %.4g of it is filled", s->amount);
    if (s->rate_kind == RP_AMOUNT_COUNT) rp_buffer_print(b, "; %.4g particles a second", s->rate);
    if (s->rate_kind == RP_AMOUNT_MASS) rp_buffer_print(b, "; %.4g kg/s", s->rate);
    if (s->start > 0) rp_buffer_print(b, "; from t = %.4g s on", s->start);
    if (isfinite(s->end)) rp_buffer_print(b, "; until t = %.4g s", s->end);
}

static void describe_kind(const rp_world *w, const rp_source_spec *s, const rp_kind_spec *k, rp_buffer *b)
{
    rp_buffer_print(b, "                 %s: %s of %s, ", w->group[k->group].name, k->entry.shape->plural,
                    w->material[k->entry.material].name);
    rp_radius_describe(&k->entry.radius, b);
    if (s->kind_count > 1) rp_buffer_print(b, "; %.4g of the %s", k->share, s->by_mass ? "mass" : "particles");
    rp_buffer_print(b, "\n");
}

static void describe_source(const rp_scene *scene, int n, const rp_world *w, double until, rp_buffer *b)
{
    const rp_source_spec *s = &scene->spec->source_spec[n];
    const rp_forecast f = rp_sources_forecast(scene, n, w, until);
    rp_buffer_print(b, "source           %s: ", w->source[n].name);
    rp_zone_describe(&s->zone, w->dimension, b);
    describe_amount(s, b);
    rp_buffer_print(b, "%s\n", w->source[n].active ? "" : "; switched off at the start");
    for (int k = 0; k < s->kind_count; k++) describe_kind(w, s, &s->kind[k], b);
    rp_buffer_print(b, "                 estimate for the whole run: %.6g particles, %.4g kg, if it finds room\n",
                    f.count, f.mass);
}

void rp_sources_describe(const rp_scene *scene, const rp_world *w, double until, rp_buffer *b)
{
    for (int n = 0; n < w->source_count; n++) describe_source(scene, n, w, until, b);
    for (int n = 0; n < w->sink_count; n++) {
        rp_buffer_print(b, "sink             %s: ", w->sink[n].name);
        rp_zone_describe(&scene->spec->sink_spec[n].zone, w->dimension, b);
        rp_buffer_print(b, "%s%s\n", rp_sources_counts(scene, n) ? "; counts what passes" : "",
                        w->sink[n].active ? "" : "; switched off at the start");
    }
}
