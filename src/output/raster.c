/* Balls into an image: light on each, then darkness where the surroundings stand higher.
 *
 * The second pass compares the depth of a pixel with the mean depth around it and darkens what lies lower (depth
 * darkening, Luft, Colditz & Deussen 2006): pores become dark, and layers are distinct.
 * Bands of rows go to threads; every pixel sees the balls in the same order. */
#include "output/raster.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BAND = 32 }; /* rows or columns that a thread takes at a time */

static const float EMPTY = -1e30f; /* depth where nothing is */

typedef struct raster {
    int width, height, stride;          /* stride: pixels a row of `pixel` */
    float *depth, *fill, *mean, *spare; /* width x height each, one block */
    uint32_t *pixel;                    /* the surface's */
} raster;

static uint32_t byte_of(float v) { return v <= 0 ? 0 : v >= 255 ? 255 : (uint32_t)(v + 0.5f); }

static uint32_t lit(const rp_raster_ball *b, float nx, float ny, float nz)
{
    const float lx = -0.43f, ly = 0.62f, lz = 0.656f; /* light over the reader's left shoulder; unit length */
    float face = nx * lx + ny * ly + nz * lz;
    float light = 0.58f + 0.12f * ny + 0.50f * fmaxf(0, face);
    float glint = 2 * face * nz - lz; /* mirrored light towards the reader */
    float white = glint > 0 ? 46 * powf(glint, 24) : 0;
    float edge = nz < 0.35f ? 0.72f + 0.8f * nz : 1; /* a thin dark rim */
    light *= edge;
    return 0xFF000000u | byte_of(light * b->red + white) << 16 | byte_of(light * b->green + white) << 8
           | byte_of(light * b->blue + white);
}

static void draw_ball(const raster *im, const rp_raster_ball *b, int row0, int row1)
{
    int top = (int)fmaxf((float)row0, ceilf(b->y - b->r)), bottom = (int)fminf((float)row1 - 1, floorf(b->y + b->r));
    for (int row = top; row <= bottom; row++) {
        float dy = (float)row - b->y, half = sqrtf(fmaxf(0, b->r * b->r - dy * dy));
        int left = (int)fmaxf(0, ceilf(b->x - half)), right = (int)fminf((float)im->width - 1, floorf(b->x + half));
        float *depth = im->depth + (size_t)row * (size_t)im->width;
        uint32_t *pixel = im->pixel + (size_t)row * (size_t)im->stride;
        for (int column = left; column <= right; column++) {
            float dx = (float)column - b->x, dz = sqrtf(fmaxf(0, half * half - dx * dx));
            if (b->z + dz <= depth[column]) continue;
            depth[column] = b->z + dz;
            pixel[column] = lit(b, dx / b->r, -dy / b->r, dz / b->r);
        }
    }
}

static void draw_balls(const raster *im, const rp_raster_ball *ball, size_t count)
{
    int bands = (im->height + BAND - 1) / BAND;
#pragma omp parallel for schedule(dynamic)
    for (int n = 0; n < bands; n++) {
        int row0 = n * BAND, row1 = row0 + BAND < im->height ? row0 + BAND : im->height;
        for (size_t i = 0; i < count; i++)
            if (ball[i].y + ball[i].r >= (float)row0 && ball[i].y - ball[i].r < (float)row1)
                draw_ball(im, &ball[i], row0, row1);
    }
}

/* Running mean over 2 range + 1 lines (rows, or pixels of a row) of `width` values each; beyond the ends there is 0.
 * Line by line, so that memory is read in order. sum has room for width values. */
static void mean_lines(const float *from, float *to, int lines, size_t step, int width, int range, float *sum)
{
    float share = 1.0f / (float)(2 * range + 1);
    for (int k = 0; k < width; k++) sum[k] = 0;
    for (int n = -range; n < lines; n++) {
        const float *enter = n + range < lines ? from + (size_t)(n + range) * step : NULL;
        const float *leave = n - range - 1 >= 0 ? from + (size_t)(n - range - 1) * step : NULL;
        for (int k = 0; enter && k < width; k++) sum[k] += enter[k];
        for (int k = 0; leave && k < width; k++) sum[k] -= leave[k];
        for (int k = 0; n >= 0 && k < width; k++) to[(size_t)n * step + (size_t)k] = share * sum[k];
    }
}

/* Each pixel becomes the mean of its surroundings: two boxes, nearly a bell. */
static void blur(const raster *im, float *values, int range)
{
    size_t row_step = (size_t)im->width;
    for (int pass = 0; pass < 2; pass++) {
#pragma omp parallel for schedule(static)
        for (int row = 0; row < im->height; row++) {
            float sum;
            mean_lines(values + (size_t)row * row_step, im->spare + (size_t)row * row_step, im->width, 1, 1, range,
                       &sum);
        }
#pragma omp parallel for schedule(static)
        for (int column = 0; column < im->width; column += BAND) {
            float sum[BAND];
            int width = im->width - column < BAND ? im->width - column : BAND;
            mean_lines(im->spare + column, values + column, im->height, row_step, width, range, sum);
        }
    }
}

static uint32_t dimmed(uint32_t pixel, float factor)
{
    return 0xFF000000u | byte_of(factor * (float)(pixel >> 16 & 255)) << 16
           | byte_of(factor * (float)(pixel >> 8 & 255)) << 8 | byte_of(factor * (float)(pixel & 255));
}

/* mean / fill is the mean depth of what is there, fill how much of the surroundings that is: lone balls stay bright. */
static void darken(const raster *im, double range, float strength)
{
    size_t pixels = (size_t)im->width * (size_t)im->height;
    for (size_t n = 0; n < pixels; n++) {
        im->fill[n] = im->depth[n] > EMPTY;
        im->mean[n] = im->depth[n] > EMPTY ? im->depth[n] : 0;
    }
    blur(im, im->fill, (int)fmax(1, range));
    blur(im, im->mean, (int)fmax(1, range));
#pragma omp parallel for schedule(static)
    for (int row = 0; row < im->height; row++) {
        for (int column = 0; column < im->width; column++) {
            size_t at = (size_t)row * (size_t)im->width + (size_t)column;
            uint32_t *pixel = im->pixel + (size_t)row * (size_t)im->stride + column;
            float below = (im->mean[at] - im->fill[at] * im->depth[at]) / (float)range;
            if (*pixel && below > 0) *pixel = dimmed(*pixel, 1 - strength * fminf(1, 0.7f * below));
        }
    }
}

/* ---- triangles ---- */

static const float GLASS = 0.30f, SURFACE = 0.62f; /* how much is seen of it: before a ball, before nothing */

static int nearer(const void *a, const void *b)
{
    const rp_raster_triangle *p = a, *q = b;
    float dp = p->z[0] + p->z[1] + p->z[2], dq = q->z[0] + q->z[1] + q->z[2];
    return dp < dq ? -1 : dp > dq;
}

static void blend(uint32_t *pixel, float grey, float share)
{
    float alpha = share + (1 - share) * (float)(*pixel >> 24) / 255;
    float red = share * grey * 0.97f + (1 - share) * (float)(*pixel >> 16 & 255),
          green = share * grey * 0.99f + (1 - share) * (float)(*pixel >> 8 & 255),
          blue = share * grey * 1.02f + (1 - share) * (float)(*pixel & 255);
    *pixel = byte_of(255 * alpha) << 24 | byte_of(red) << 16 | byte_of(green) << 8 | byte_of(blue);
}

/* Where side k crosses a row; the same for both triangles of an edge. */
static int crosses(const rp_raster_triangle *t, int k, float row, float *x)
{
    int a = k, b = (k + 1) % 3;
    if (t->y[a] > t->y[b] || (t->y[a] == t->y[b] && t->x[a] > t->x[b])) {
        a = b;
        b = k;
    }
    if (!(t->y[a] <= row && row < t->y[b])) return 0;
    *x = t->x[a] + (t->x[b] - t->x[a]) * ((row - t->y[a]) / (t->y[b] - t->y[a]));
    return 1;
}

typedef struct glass { /* depth = z + ax x + ay y */
    float z, ax, ay, grey;
} glass;

static int glass_of(const rp_raster_triangle *t, glass *g)
{
    float ux = t->x[1] - t->x[0], uy = t->y[1] - t->y[0], uz = t->z[1] - t->z[0], vx = t->x[2] - t->x[0],
          vy = t->y[2] - t->y[0], vz = t->z[2] - t->z[0];
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
          length = sqrtf(nx * nx + ny * ny + nz * nz);
    if (!(fabsf(nz) > 1e-4f * length)) return 0; /* seen from its edge */
    g->ax = -nx / nz;
    g->ay = -ny / nz;
    g->z = t->z[0] - g->ax * t->x[0] - g->ay * t->y[0];
    float side = nz > 0 ? 1 / length : -1 / length; /* towards the reader; y goes down the page */
    g->grey = 235 * (0.42f + 0.30f * nz * side + 0.32f * fmaxf(0, (-0.43f * nx - 0.62f * ny + 0.656f * nz) * side));
    return 1;
}

/* A point of a triangle that is nearer than what is there: glass leaves the depth as it is. */
static void put_pixel(const raster *im, const rp_raster_triangle *t, float grey, float depth, int row, int c)
{
    float *known = &im->depth[(size_t)row * (size_t)im->width + (size_t)c];
    uint32_t *pixel = im->pixel + (size_t)row * (size_t)im->stride + c;
    if (depth <= *known) return;
    if (!t->solid) {
        blend(pixel, grey, *known > EMPTY ? GLASS : SURFACE);
        return;
    }
    const float light = grey / 215;
    *known = depth;
    *pixel = 0xFF000000u | byte_of(light * t->red) << 16 | byte_of(light * t->green) << 8 | byte_of(light * t->blue);
}

static void draw_triangle(const raster *im, const rp_raster_triangle *t)
{
    glass g;
    float low = fminf(t->y[0], fminf(t->y[1], t->y[2])), high = fmaxf(t->y[0], fmaxf(t->y[1], t->y[2]));
    if (!glass_of(t, &g)) return;
    for (int row = (int)fmaxf(0, ceilf(low)); row < im->height && (float)row < high; row++) {
        float x[3], at;
        int sides = 0;
        for (int k = 0; k < 3; k++)
            if (crosses(t, k, (float)row, &at)) x[sides++] = at;
        if (sides < 2) continue;
        int left = (int)fmaxf(0, ceilf(fminf(x[0], x[1])));
        for (int c = left; c < im->width && (float)c < fmaxf(x[0], x[1]); c++)
            put_pixel(im, t, g.grey, g.z + g.ax * (float)c + g.ay * (float)row, row, c);
    }
}

static void draw_surfaces(const raster *im, rp_raster_triangle *triangle, size_t count)
{
    if (count) qsort(triangle, count, sizeof *triangle, nearer);
    for (size_t n = 0; n < count; n++)
        if (!triangle[n].solid) draw_triangle(im, &triangle[n]);
}

static void draw_solids(const raster *im, const rp_raster_triangle *triangle, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (triangle[n].solid) draw_triangle(im, &triangle[n]);
}

rp_status rp_raster_balls(const rp_raster_ball *ball, size_t count, rp_raster_triangle *triangle, size_t triangles,
                          int width, int height, double range, cairo_surface_t **image, rp_error *err)
{
    size_t pixels = (size_t)width * (size_t)height;
    raster im = {.width = width, .height = height};
    rp_status status = rp_cairo_load(err);
    if (status) return status;
    cairo_surface_t *surface = rp_cairo.image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    im.depth = rp_memory_alloc(4 * pixels, sizeof *im.depth);
    if (!im.depth || rp_cairo.surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        rp_memory_free(im.depth);
        rp_cairo.surface_destroy(surface);
        return rp_memory_error(err, pixels * 20, "the picture");
    }
    im.fill = im.depth + pixels;
    im.mean = im.fill + pixels;
    im.spare = im.mean + pixels;
    im.pixel = (uint32_t *)(void *)rp_cairo.image_surface_get_data(surface);
    im.stride = rp_cairo.image_surface_get_stride(surface) / 4;
    for (size_t n = 0; n < pixels; n++) im.depth[n] = EMPTY;
    rp_cairo.surface_flush(surface);
    draw_balls(&im, ball, count);
    draw_solids(&im, triangle, triangles);
    darken(&im, 1.2 * range, 0.55f);
    darken(&im, 5.0 * range, 0.35f);
    draw_surfaces(&im, triangle, triangles);
    rp_cairo.surface_mark_dirty(surface);
    rp_memory_free(im.depth);
    *image = surface;
    return RP_OK;
}
