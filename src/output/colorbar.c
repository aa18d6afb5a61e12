/* Colour scales; see colorbar.h. */
#include "output/colorbar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/ticks.h"

enum { STEPS = 128 };

static double strip_width(double size) { return 0.95 * size; }

static double labels_width(rp_canvas *c, const rp_ticks *t, double size)
{
    double widest = 0;
    for (int n = 0; n < t->count; n++) widest = fmax(widest, rp_canvas_text_width(c, 0.88 * size, t->label[n]));
    return widest;
}

static void marks(rp_ticks *t, const rp_colorbar *bar, double height, double size)
{
    rp_ticks_linear(t, bar->low, bar->high, (int)fmax(2, fmin(7, height / (3.2 * size))));
}

double rp_colorbar_width(rp_canvas *c, const rp_colorbar *bar, double height, double size)
{
    rp_ticks t;
    marks(&t, bar, height, size);
    return strip_width(size) + 0.5 * size + labels_width(c, &t, size) + (bar->label[0] ? 1.7 * size : 0);
}

/* The outline, with a point at an end beyond which there are values. */
static void outline(rp_canvas *c, const rp_colorbar *bar, double x, double y, double height, double size)
{
    double w = strip_width(size), point = 0.75 * w;
    rp_cairo.new_path(c->cr);
    rp_cairo.move_to(c->cr, x, y);
    if (bar->above) rp_cairo.line_to(c->cr, x + 0.5 * w, y - point);
    rp_cairo.line_to(c->cr, x + w, y);
    rp_cairo.line_to(c->cr, x + w, y + height);
    if (bar->below) rp_cairo.line_to(c->cr, x + 0.5 * w, y + height + point);
    rp_cairo.line_to(c->cr, x, y + height);
    rp_cairo.close_path(c->cr);
}

static void strip(rp_canvas *c, const rp_colorbar *bar, double x, double y, double height, double size)
{
    cairo_pattern_t *ramp = rp_cairo.pattern_create_linear(0, y + height, 0, y);
    const int stops = bar->levels ? bar->levels : STEPS;
    for (int n = 0; n <= 2 * stops; n++) { /* two stops at each place: colours of the two sides */
        double at = ((n + 1) / 2) / (double)stops, side = at + (n % 2 ? -0.5 : 0.5) / stops;
        double s = rp_color_level(bar->levels ? side : at, bar->levels);
        rp_color color = rp_color_mix(rp_color_map_at(bar->map, s), (rp_color){1, 1, 1}, bar->pale);
        rp_cairo.pattern_add_color_stop_rgb(ramp, at, color.r, color.g, color.b);
    }
    outline(c, bar, x, y, height, size);
    rp_cairo.set_source(c->cr, ramp);
    rp_cairo.fill_preserve(c->cr);
    rp_cairo.pattern_destroy(ramp);
    rp_canvas_color(c, RP_COLOR_INK, 1);
    rp_cairo.set_line_width(c->cr, 0.05 * size);
    rp_cairo.stroke(c->cr);
}

void rp_colorbar_draw(rp_canvas *c, const rp_colorbar *bar, double x, double y, double height, double size)
{
    rp_ticks t;
    char label[256], power[32];
    marks(&t, bar, height, size);
    strip(c, bar, x, y, height, size);
    double right = x + strip_width(size), widest = labels_width(c, &t, size);
    for (int n = 0; n < t.count; n++) {
        double at = y + height * (1 - (t.at[n] - bar->low) / (bar->high - bar->low));
        rp_canvas_segment(c, right, at, right + 0.22 * size, at);
        rp_canvas_text(c, right + 0.45 * size, at, 0, 0.5, 0.88 * size, t.label[n]);
    }
    if (t.exponent) rp_ticks_power(power, sizeof power, t.exponent);
    snprintf(label, sizeof label, "%s%s%s", bar->label, t.exponent ? "  × " : "", t.exponent ? power : "");
    double fitting = fmin(1, (height + 2 * size) / fmax(1, rp_canvas_text_width(c, size, label)));
    if (label[0])
        rp_canvas_text_upwards(c, right + 0.95 * size + widest, y + 0.5 * height, 0.5, 1, fitting * size, label);
}
