/* Colour maps as paths through Oklab (Ottosson 2020), in which distances are perceived differences and L is perceived
 * lightness. Equal steps of the number are equal distances, and no path has a corner but the signed one in its middle.
 */
#include "output/color.h"

#include <math.h>

static double gamma_encode(double v)
{
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

/* Hue in degrees. Colours outside of sRGB are clipped. */
static rp_color from_lightness(double lightness, double chroma, double hue)
{
    double a = chroma * cos(hue * M_PI / 180), b = chroma * sin(hue * M_PI / 180);
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (rp_color){gamma_encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                      gamma_encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                      gamma_encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/* A map of amounts: lightness goes evenly from end to end while the hue turns. One over the chroma is a quadratic
 * function of s (given at 0, 1/2, 1) and the hue its integral, so that chroma times turn is constant: all steps have
 * the same length but for the slow change of the chroma. */
typedef struct spiral {
    double lightness[2], chroma[3], hue[2];
} spiral;

static rp_color spiral_at(const spiral *m, double s)
{
    double q0 = 1 / m->chroma[0], q1 = 1 / m->chroma[1], q2 = 1 / m->chroma[2];
    double a = 2 * (q0 - 2 * q1 + q2), b = 4 * q1 - 3 * q0 - q2;
    double turned = s * (q0 + s * (b / 2 + s * a / 3)) / (q0 + b / 2 + a / 3);
    return from_lightness(m->lightness[0] + s * (m->lightness[1] - m->lightness[0]), 1 / (q0 + s * (b + s * a)),
                          m->hue[0] + turned * (m->hue[1] - m->hue[0]));
}

/* The map of signed values: two hues that no common kind of colour blindness confuses, with a light grey between them.
 * In the plane of chroma and lightness each arm is the same arc of a circle, from (0, MIDDLE) to (CHROMA, END), which
 * turns by BEND: equal steps, lightness falls on both sides alike. */
static rp_color signed_at(double s)
{
    const double MIDDLE = 0.95, END = 0.42, CHROMA = 0.15, BEND = 0.7, BLUE = 260, RED = 30;
    double t = fabs(2 * s - 1), drop = MIDDLE - END, radius = 0.5 * hypot(CHROMA, drop) / sin(BEND / 2),
           first = atan2(drop, CHROMA) - BEND / 2;
    double lightness = MIDDLE - radius * (cos(first) - cos(first + BEND * t)),
           chroma = radius * (sin(first + BEND * t) - sin(first));
    return from_lightness(lightness, chroma, s < 0.5 ? BLUE : RED);
}

rp_color rp_color_map_at(rp_color_map map, double s)
{
    static const spiral amounts[] = {
        [RP_MAP_LAGOON] = {{0.28, 0.93}, {0.12, 0.098, 0.15}, {300, 106}},
        [RP_MAP_EMBER] = {{0.16, 0.94}, {0.075, 0.15, 0.12}, {290, 460}},
        [RP_MAP_SAND] = {{0.97, 0.48}, {0.015, 0.045, 0.065}, {90, 60}},
    };
    if (isnan(s)) return RP_COLOR_GREY;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    return map == RP_MAP_TIDE ? signed_at(s) : spiral_at(&amounts[map], s);
}

double rp_color_level(double s, int levels)
{
    return levels > 0 ? (fmin(floor(s * levels), levels - 1) + 0.5) / levels : s;
}

rp_color rp_color_palette(int index)
{
    static const rp_color palette[RP_PALETTE] = {
        {0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65},
        {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}, {0.35, 0.35, 0.38}, {0.88, 0.82, 0.16},
    };
    return palette[((index % RP_PALETTE) + RP_PALETTE) % RP_PALETTE];
}

rp_color rp_color_mix(rp_color a, rp_color b, double share)
{
    return (rp_color){a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}
