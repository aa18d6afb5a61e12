/* Colour maps as paths through Oklab (Ottosson 2020), whose L is perceived lightness. Each goes straight from station
 * to station; lightness falls or rises evenly (in the signed map, from the middle to both ends). */
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

typedef struct station {
    double lightness, chroma, hue;
} station;

/* Stations stand at even distances, and so does their lightness. */
static rp_color along(const station path[5], double s)
{
    int k = s >= 1 ? 3 : (int)(4 * s);
    double t = 4 * s - k;
    const station *p = &path[k], *q = &path[k + 1];
    return from_lightness(p->lightness + t * (q->lightness - p->lightness), p->chroma + t * (q->chroma - p->chroma),
                          p->hue + t * (q->hue - p->hue));
}

rp_color rp_color_map_at(rp_color_map map, double s)
{
    static const station paths[][5] = {
        [RP_MAP_LAGOON] =
            {{0.30, 0.120, 300}, {0.455, 0.110, 262}, {0.61, 0.100, 208}, {0.765, 0.150, 152}, {0.92, 0.180, 106}},
        [RP_MAP_EMBER] =
            {{0.14, 0.050, 285}, {0.34, 0.150, 320}, {0.54, 0.190, 375}, {0.74, 0.170, 415}, {0.95, 0.130, 460}},
        [RP_MAP_TIDE] =
            {{0.40, 0.130, 260}, {0.65, 0.100, 250}, {0.93, 0.004, 250}, {0.65, 0.140, 35}, {0.42, 0.150, 25}},
        [RP_MAP_SAND] = {{0.97, 0.010, 90}, {0.90, 0.035, 85}, {0.80, 0.060, 80}, {0.66, 0.070, 70}, {0.48, 0.065, 60}},
    };
    if (isnan(s)) return RP_COLOR_GREY;
    return along(paths[map], s < 0 ? 0 : s > 1 ? 1 : s);
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
