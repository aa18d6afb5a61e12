/* Frictional contact problems. The first byte chooses: the rest are bytes of a file, or changes of the arrays of a
 * small problem, local, global or rolling. What is accepted is solved by every solver, and ends. */
#include "fclib/problem.h"
#include "mutate.h"

static void put(rp_archive *a, const char *group, const char *name, rp_type type, size_t rows, const void *data)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", group, name);
    fuzz_check(rp_archive_put_copy(a, path, type, rows, 1, data, NULL) == RP_OK);
}

/* Rows x columns by triplets: ones on the diagonal (that of H wraps), and something beside it. */
static void put_matrix(rp_archive *a, const char *group, const char *name, int32_t rows, int32_t columns, double beside)
{
    char part[16];
    int32_t i[64], p[64], count = 0;
    double x[64];
    for (int32_t n = 0; n < columns; n++)
        for (int k = 0; k < 2; k++) {
            i[count] = (n + k) % rows;
            p[count] = n;
            x[count++] = k ? beside : 1;
        }
    const struct {
        const char *name;
        const int32_t *data;
        int32_t rows;
    } ints[] = {{"m", &rows, 1}, {"n", &columns, 1}, {"nz", &count, 1}, {"i", i, count}, {"p", p, count}};
    for (size_t n = 0; n < sizeof ints / sizeof *ints; n++) {
        snprintf(part, sizeof part, "%s/%s", name, ints[n].name);
        put(a, group, part, RP_I32, (size_t)ints[n].rows, ints[n].data);
    }
    snprintf(part, sizeof part, "%s/x", name);
    put(a, group, part, RP_F64, (size_t)count, x);
}

static void base(int form, rp_archive *a)
{
    static const char *const groups[] = {"fclib_local", "fclib_global", "fclib_global_rolling", "fclib_local_rolling"};
    static const double given[10] = {-1, 0.2, 0.1, -0.5, 1, -0.7, 0.3, 0.1, -1, 0.4}, mu[3] = {0.5, 0.2, 0.9};
    const char *group = groups[form];
    const int32_t dimension = 3, contacts = form > 1 ? 2 : 3, rows = contacts * (form > 1 ? 5 : 3);
    put(a, group, "spacedim", RP_I32, 1, &dimension);
    put(a, group, "vectors/mu", RP_F64, (size_t)contacts, mu);
    if (form > 1) put(a, group, "vectors/mu_r", RP_F64, (size_t)contacts, mu);
    if (form == 0 || form == 3) {
        put(a, group, "vectors/q", RP_F64, (size_t)rows, given);
        put_matrix(a, group, "W", rows, rows, 0);
        return;
    }
    put(a, group, "vectors/f", RP_F64, 6, given);
    put(a, group, "vectors/w", RP_F64, (size_t)rows, given);
    put_matrix(a, group, "M", 6, 6, 0.1);
    put_matrix(a, group, "H", 6, rows, -0.5);
}

static void solve(rp_fclib *problem)
{
    rp_fclib_def def = rp_fclib_def_default();
    rp_fclib_result result;
    rp_error err;
    def.max_iterations = 60;
    for (const char *const *name = rp_fclib_solvers(); *name; name++) {
        def.solver = *name;
        fuzz_said(rp_fclib_solve(problem, &def, &result, &err), &err, 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rp_archive file;
    rp_fclib *problem = NULL;
    rp_error err;
    if (size == 0) return 0;
    rp_status status;
    if (data[0] & 4) {
        fuzz_write("problem.hdf5", data + 1, size - 1);
        status = rp_fclib_read(fuzz_path("problem.hdf5"), &problem, &err);
    } else {
        rp_archive_init(&file);
        base(data[0] & 3, &file);
        mutate_archive(&file, data + 1, size - 1);
        status = rp_fclib_make(&file, &problem, &err);
        rp_archive_free(&file);
    }
    fuzz_said(status, &err, 0);
    if (!status) solve(problem);
    rp_fclib_destroy(problem);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
