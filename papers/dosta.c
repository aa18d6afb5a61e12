/* See dosta.h. */
#include "dosta.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "trial.h"

rp_dosta rp_dosta_begin(const rp_figure_options *options, const char *path, const char *name, double soft)
{
    rp_dosta d = {.options = options, .soft = options->full ? 1 : soft};
    const char *slash = strrchr(path, '/');
    snprintf(d.directory, sizeof d.directory, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    snprintf(d.name, sizeof d.name, "%s", name);
    return d;
}

/* Contact times of Hertz' law go with the modulus to the power of -2/5. */
double rp_dosta_step(const rp_dosta *d, double paper) { return paper * pow(d->soft, 0.4); }

static FILE *make(const rp_dosta *d, const char *ending, rp_error *err)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s.%s", d->directory, d->name, ending);
    FILE *f = fopen(path, "w");
    if (!f) rp_error_set(err, RP_SYSTEM, "cannot write %s: %s", path, strerror(errno));
    return f;
}

static rp_status finish(FILE *f, const rp_dosta *d, rp_error *err)
{
    const int failed = ferror(f);
    if (fclose(f) || failed) return rp_error_set(err, RP_SYSTEM, "cannot write to %s", d->directory);
    return RP_OK;
}

/* ---- the authors' files ---- */

enum { COLUMNS = 9 };

/* Calls row for every line after the first; count: how many numbers it has. */
typedef void row_hook(void *context, const double *number, int count);

static int read_numbers(const char *line, double *number)
{
    int count = 0;
    for (char *end; count < COLUMNS; line = end) {
        number[count] = strtod(line, &end);
        if (end == line) break;
        count++;
    }
    return count;
}

/* Plain or packed. */
static rp_status read_file(const rp_dosta *d, const char *file, int wanted, int other, row_hook *row, void *context,
                           rp_error *err)
{
    char path[1200], line[512];
    double number[COLUMNS];
    rp_status status = RP_OK;
    snprintf(path, sizeof path, "%s/%s", d->options->data, file);
    gzFile f = gzopen(path, "rb");
    if (!f) return rp_error_set(err, RP_INPUT, "--data: cannot read %s: %s", path, strerror(errno));
    for (int n = 1; !status && gzgets(f, line, sizeof line); n++) {
        const int count = read_numbers(line, number);
        if (n == 1 || line[strspn(line, " \t\r\n")] == 0) continue; /* names of columns; empty */
        if (count == wanted || (other && count == other)) row(context, number, count);
        else status = rp_error_set(err, RP_INPUT, "%s:%d: %d numbers (expected %d)", path, n, count, wanted);
    }
    gzclose(f);
    return status;
}

typedef struct grains {
    FILE *file;
    double coarse, *ball;
} grains;

static void add_grain(void *context, const double *x, int count)
{
    grains *g = context;
    if (count == 4)
        fprintf(g->file, "%s,%.17g,%.17g,%.17g,%.17g\n", x[0] > g->coarse ? "m2" : "m1", x[0], x[1], x[2], x[3]);
    else if (g->ball) memcpy(g->ball, x + 3, 3 * sizeof *x);
}

rp_status rp_dosta_grains(const rp_dosta *d, const char *file, double coarse, double ball[3], rp_error *err)
{
    grains g = {make(d, "csv", err), coarse, ball};
    if (!g.file) return RP_SYSTEM;
    fprintf(g.file, "material,radius,x,y,z\n");
    rp_status status = read_file(d, file, 4, ball ? 6 : 0, add_grain, &g, err), closed = finish(g.file, d, err);
    return status ? status : closed;
}

/* ---- triangles ---- */

static void facet(FILE *f, const double *a, const double *b, const double *c)
{
    const double *corner[] = {a, b, c};
    fprintf(f, " facet normal 0 0 0\n  outer loop\n");
    for (int k = 0; k < 3; k++) fprintf(f, "   vertex %.17g %.17g %.17g\n", corner[k][0], corner[k][1], corner[k][2]);
    fprintf(f, "  endloop\n endfacet\n");
}

static void add_wall(void *context, const double *x, int count)
{
    (void)count;
    facet(context, x, x + 3, x + 6);
}

static FILE *make_mesh(const rp_dosta *d, rp_error *err)
{
    FILE *f = make(d, "stl", err);
    if (f) fprintf(f, "solid %s\n", d->name);
    return f;
}

static rp_status finish_mesh(FILE *f, const rp_dosta *d, rp_error *err)
{
    fprintf(f, "endsolid %s\n", d->name);
    return finish(f, d, err);
}

rp_status rp_dosta_walls(const rp_dosta *d, const char *file, rp_error *err)
{
    FILE *f = make_mesh(d, err);
    if (!f) return RP_SYSTEM;
    rp_status status = read_file(d, file, 9, 0, add_wall, f, err), closed = finish_mesh(f, d, err);
    return status ? status : closed;
}

static void on_circle(int axis, const double point[2], int n, int segments, double x[3])
{
    const double angle = 2 * M_PI * (n % segments) / segments;
    x[axis] = point[1];
    x[(axis + 1) % 3] = point[0] * cos(angle);
    x[(axis + 2) % 3] = point[0] * sin(angle);
}

rp_status rp_dosta_turned(const rp_dosta *d, int axis, const double (*profile)[2], int points, int segments,
                          rp_error *err)
{
    FILE *f = make_mesh(d, err);
    if (!f) return RP_SYSTEM;
    for (int k = 0; k + 1 < points; k++)
        for (int n = 0; n < segments; n++) {
            double x[4][3];
            for (int m = 0; m < 4; m++) on_circle(axis, profile[k + m / 2], n + m % 2, segments, x[m]);
            if (profile[k][0] > 0) facet(f, x[0], x[1], x[2]);
            if (profile[k + 1][0] > 0) facet(f, x[1], x[3], x[2]);
        }
    return finish_mesh(f, d, err);
}

rp_status rp_dosta_box(const rp_dosta *d, const double lower[3], const double upper[3], rp_error *err)
{
    static const int face[5][4] = {{0, 1, 2, 3}, {0, 4, 1, 5}, {2, 3, 6, 7}, {0, 2, 4, 6}, {1, 5, 3, 7}};
    double x[8][3];
    FILE *f = make_mesh(d, err);
    if (!f) return RP_SYSTEM;
    for (int n = 0; n < 8; n++)
        for (int k = 0; k < 3; k++) x[n][k] = n >> k & 1 ? upper[k] : lower[k];
    for (int n = 0; n < 5; n++) {
        facet(f, x[face[n][0]], x[face[n][1]], x[face[n][2]]);
        facet(f, x[face[n][1]], x[face[n][3]], x[face[n][2]]);
    }
    return finish_mesh(f, d, err);
}

/* ---- the scene ---- */

static void laws(FILE *f, const char *a, const char *b, double restitution, double friction)
{
    fprintf(f,
            "  - {between: [%s, %s], restitution: %g, friction: %g, normal: {law: hertz, tension: true}, tangential: "
            "{law: mindlin}}\n",
            a, b, restitution, friction);
}

static rp_status write_scene(const rp_dosta *d, const char *rest, rp_error *err)
{
    FILE *f = make(d, "yaml", err);
    if (!f) return RP_SYSTEM;
    fprintf(f, "repose: 1\ntitle: \"%s\"\ndimension: 3\nmethod: soft\nseed: 5\ngravity: [0, 0, -9.81]\nmaterials:\n",
            d->name);
    fprintf(f, "  m1: {density: 2500, young: %.17g, poisson: 0.2}\n", 1e9 / d->soft);
    fprintf(f, "  m2: {density: 2000, young: %.17g, poisson: 0.2}\n", 0.5e9 / d->soft);
    fprintf(f, "  steel: {density: 7200, young: %.17g, poisson: 0.2}\ninteractions:\n", 210e9 / d->soft);
    laws(f, "m1", "m1", 0.5, 0.3);
    laws(f, "m1", "m2", 0.45, 0.2);
    laws(f, "m2", "m2", 0.4, 0.4);
    laws(f, "m1", "steel", 0.4, 0.2);
    laws(f, "m2", "steel", 0.4, 0.2);
    laws(f, "steel", "steel", 0.6, 0.5);
    fprintf(f, "%s", rest);
    return finish(f, d, err);
}

rp_status rp_dosta_open(rp_dosta *d, const char *rest, rp_error *err)
{
    char path[1200];
    rp_sim_def def = rp_sim_def_default();
    rp_status status = write_scene(d, rest, err);
    if (status || d->options->scene_only) return status;
    snprintf(path, sizeof path, "%s/%s.yaml", d->directory, d->name);
    def.scene = path;
    def.threads = d->options->full ? 0 : 1;
    return rp_sim_create(&def, &d->sim, err);
}

void rp_dosta_close(rp_dosta *d)
{
    rp_sim_destroy(d->sim);
    d->sim = NULL;
}
