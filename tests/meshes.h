/* Meshes for tests, written as files. */
#ifndef RP_TESTS_MESHES_H
#define RP_TESTS_MESHES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct mesh_file {
    char path[64];
    FILE *file;
    long vertices;
} mesh_file;

static inline mesh_file mesh_file_begin(void)
{
    mesh_file m = {.path = "/tmp/repose-mesh-XXXXXX.obj"};
    int fd = mkstemps(m.path, 4);
    m.file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!m.file) abort();
    return m;
}

static inline void mesh_file_end(mesh_file *m) { fclose(m->file); }

static inline long mesh_file_vertex(mesh_file *m, double x, double y, double z)
{
    fprintf(m->file, "v %.17g %.17g %.17g\n", x, y, z);
    return ++m->vertices;
}

static inline void mesh_file_face(mesh_file *m, long a, long b, long c)
{
    fprintf(m->file, "f %ld %ld %ld\n", a, b, c);
}

static inline double mesh_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* The rectangle of a corner and two sides, cut into n x k rectangles of two triangles each; inner corners are shifted
 * along the surface by up to `jitter` of a rectangle, and diagonals go either way. */
static inline void mesh_file_sheet(mesh_file *m, const double corner[3], const double u[3], const double v[3], int n,
                                   int k, double jitter)
{
    uint64_t state = 7;
    long first = m->vertices + 1;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= k; j++) {
            double a = (i + (i > 0 && i < n ? jitter * (mesh_random(&state) - 0.5) : 0)) / n,
                   b = (j + (j > 0 && j < k ? jitter * (mesh_random(&state) - 0.5) : 0)) / k;
            mesh_file_vertex(m, corner[0] + a * u[0] + b * v[0], corner[1] + a * u[1] + b * v[1],
                             corner[2] + a * u[2] + b * v[2]);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            long p = first + i * (k + 1) + j, q = p + k + 1;
            if (mesh_random(&state) < 0.5) {
                mesh_file_face(m, p, q, q + 1);
                mesh_file_face(m, p, q + 1, p + 1);
            } else {
                mesh_file_face(m, p, q, p + 1);
                mesh_file_face(m, p + 1, q, q + 1);
            }
        }
}

#endif
