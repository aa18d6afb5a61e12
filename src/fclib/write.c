/* Files of FCLIB, as its own library writes them: one array a dataset of one dimension, in one piece. The image is
 * built in memory without time stamps, so that a problem has the same bytes whenever it is written, and put on the disk
 * whole or not at all. */
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/memory.h"
#include "fclib/problem.h"
#include "output/hdf5.h"

typedef struct writer {
    hid_t file, group_list, set_list;
    int good;
} writer;

static void put(writer *w, const char *name, hid_t stored, hid_t native, const void *data, size_t count)
{
    const hsize_t size = count;
    hid_t space = w->good ? rp_hdf5.Screate_simple(1, &size, NULL) : -1;
    hid_t set = space >= 0 ? rp_hdf5.Dcreate2(w->file, name, stored, space, w->group_list, w->set_list, H5P_DEFAULT)
                           : -1;
    w->good = set >= 0 && (count == 0 || rp_hdf5.Dwrite(set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    if (set >= 0) rp_hdf5.Dclose(set);
    if (space >= 0) rp_hdf5.Sclose(space);
}

static void put_ints(writer *w, const char *group, const char *name, const int32_t *data, size_t count)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", group, name);
    put(w, path, *rp_hdf5.T_STD_I32LE, *rp_hdf5.T_NATIVE_INT32, data, count);
}

static void put_numbers(writer *w, const char *group, const char *name, const double *data, size_t count)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", group, name);
    put(w, path, *rp_hdf5.T_IEEE_F64LE, *rp_hdf5.T_NATIVE_DOUBLE, data, count);
}

static void put_text(writer *w, const char *group, const char *name, const char *text)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", group, name);
    hid_t type = rp_hdf5.Tcopy(*rp_hdf5.T_C_S1), space = rp_hdf5.Screate(H5S_SCALAR), set = -1;
    if (w->good && type >= 0 && space >= 0 && rp_hdf5.Tset_size(type, strlen(text) + 1) >= 0)
        set = rp_hdf5.Dcreate2(w->file, path, type, space, w->group_list, w->set_list, H5P_DEFAULT);
    w->good = set >= 0 && rp_hdf5.Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
    if (set >= 0) rp_hdf5.Dclose(set);
    if (space >= 0) rp_hdf5.Sclose(space);
    if (type >= 0) rp_hdf5.Tclose(type);
}

/* By rows (nz -2). */
static void put_matrix(writer *w, const char *group, const char *name, const rp_sparse *a)
{
    char path[64];
    const size_t count = a->start[a->rows];
    const int32_t m = (int32_t)a->rows, n = (int32_t)a->columns, entries = (int32_t)count, by_rows = -2;
    int32_t *p = count <= INT32_MAX ? rp_memory_alloc(a->rows + 1, sizeof *p) : NULL;
    snprintf(path, sizeof path, "%s/%s", group, name);
    w->good = w->good && p;
    for (size_t i = 0; i <= a->rows && p; i++) p[i] = (int32_t)a->start[i];
    put_ints(w, path, "m", &m, 1);
    put_ints(w, path, "n", &n, 1);
    put_ints(w, path, "nz", &by_rows, 1);
    put_ints(w, path, "nzmax", &entries, 1);
    put_ints(w, path, "p", p, a->rows + 1);
    put_ints(w, path, "i", (const int32_t *)a->column, count);
    put_numbers(w, path, "x", a->value, count);
    rp_memory_free(p);
}

static void put_problem(writer *w, const rp_fclib *p)
{
    const size_t rows = p->contacts * (size_t)p->block;
    const char *group = p->global    ? (p->rolling ? "fclib_global_rolling" : "fclib_global")
                        : p->rolling ? "fclib_local_rolling"
                                     : "fclib_local";
    const int32_t dimension = p->dimension;
    put_ints(w, group, "spacedim", &dimension, 1);
    if (p->global) {
        put_matrix(w, group, "M", &p->M);
        put_matrix(w, group, "H", &p->H);
        put_numbers(w, group, "vectors/f", p->f, p->M.rows);
        put_numbers(w, group, "vectors/w", p->w, rows);
    } else {
        put_matrix(w, group, "W", &p->W);
        put_numbers(w, group, "vectors/q", p->q, rows);
    }
    put_numbers(w, group, "vectors/mu", p->mu, p->contacts);
    if (p->rolling) put_numbers(w, group, "vectors/mu_r", p->mu_r, p->contacts);
    put_text(w, group, "info/title", p->title);
    put_text(w, group, "info/description", "written by Repose");
    put_text(w, group, "info/math_info", "u = W r + q; normal first");
    put_numbers(w, "solution", "u", p->u, rows);
    put_numbers(w, "solution", "r", p->r, rows);
    if (p->global) put_numbers(w, "solution", "v", p->v, p->M.rows);
}

static int make_lists(writer *w, hid_t *access)
{
    *access = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_FILE_ACCESS_ID);
    w->group_list = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_LINK_CREATE_ID);
    w->set_list = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_DATASET_CREATE_ID);
    return *access >= 0 && w->group_list >= 0 && w->set_list >= 0 && rp_hdf5.Pset_fapl_core(*access, 1 << 16, 0) >= 0
           && rp_hdf5.Pset_create_intermediate_group(w->group_list, 1) >= 0
           && rp_hdf5.Pset_obj_track_times(w->set_list, 0) >= 0;
}

static int build(const rp_fclib *p, const char *path, rp_buffer *image)
{
    writer w = {.file = -1};
    hid_t access = -1;
    w.good = make_lists(&w, &access);
    if (w.good) w.file = rp_hdf5.Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    w.good = w.file >= 0;
    if (w.good) put_problem(&w, p);
    ssize_t size = w.good && rp_hdf5.Fflush(w.file, H5F_SCOPE_LOCAL) >= 0 ? rp_hdf5.Fget_file_image(w.file, NULL, 0)
                                                                          : -1;
    w.good = size > 0 && rp_memory_reserve(&image->data, &image->capacity, (size_t)size, 1)
             && rp_hdf5.Fget_file_image(w.file, image->data, (size_t)size) == size;
    image->size = w.good ? (size_t)size : 0;
    if (w.file >= 0) rp_hdf5.Fclose(w.file);
    if (access >= 0) rp_hdf5.Pclose(access);
    if (w.group_list >= 0) rp_hdf5.Pclose(w.group_list);
    if (w.set_list >= 0) rp_hdf5.Pclose(w.set_list);
    return w.good;
}

rp_status rp_fclib_write(const rp_fclib *p, const char *path, rp_error *err)
{
    rp_buffer image;
    rp_hdf5_turn turn;
    rp_status status = rp_hdf5_begin(&turn, err);
    if (status) return status;
    rp_buffer_init(&image);
    const int good = build(p, path, &image);
    rp_hdf5_end(turn);
    status = good
                 ? rp_file_write(path, image.data, image.size, RP_FILE_QUICK, err)
                 : rp_error_set(err, RP_SYSTEM, "HDF5 could not build '%.200s', probably because memory ran out", path);
    rp_buffer_free(&image);
    return status;
}
