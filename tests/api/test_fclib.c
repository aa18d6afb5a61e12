/* Frictional contact problems through the public header alone: read, solved, changed, written, read again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <hdf5.h>

#include "repose/fclib.h"

static const char path[] = "test_api_fclib.hdf5", copy[] = "test_api_fclib_copy.hdf5";

static void put(hid_t file, const char *name, hid_t type, hsize_t count, const void *data)
{
    hid_t list = H5Pcreate(H5P_LINK_CREATE), space = H5Screate_simple(1, &count, NULL);
    H5Pset_create_intermediate_group(list, 1);
    hid_t set = H5Dcreate2(file, name, type, space, list, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(list);
}

/* A body of mass 2 that meets a plane with velocity (-1, 3, 4), mu = 0.5: r_n = 2, r_t = -(0.6, 0.8). */
static void write_problem(void)
{
    const int three[] = {3}, by_rows[] = {-2}, p[] = {0, 1, 2, 3}, i[] = {0, 1, 2};
    const double x[] = {0.5, 0.5, 0.5}, q[] = {-1, 3, 4}, mu[] = {0.5};
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put(file, "fclib_local/spacedim", H5T_NATIVE_INT, 1, three);
    put(file, "fclib_local/W/m", H5T_NATIVE_INT, 1, three);
    put(file, "fclib_local/W/n", H5T_NATIVE_INT, 1, three);
    put(file, "fclib_local/W/nz", H5T_NATIVE_INT, 1, by_rows);
    put(file, "fclib_local/W/p", H5T_NATIVE_INT, 4, p);
    put(file, "fclib_local/W/i", H5T_NATIVE_INT, 3, i);
    put(file, "fclib_local/W/x", H5T_NATIVE_DOUBLE, 3, x);
    put(file, "fclib_local/vectors/q", H5T_NATIVE_DOUBLE, 3, q);
    put(file, "fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, 1, mu);
    H5Fclose(file);
}

static void test_solved_by_every_solver(void **state)
{
    (void)state;
    static const double r[3] = {2, -0.6, -0.8}, u[3] = {0, 2.7, 3.6};
    rp_fclib *problem;
    rp_fclib_result result;
    rp_fclib_def def = rp_fclib_def_default();
    rp_error err;
    write_problem();
    assert_int_equal(rp_fclib_read(path, &problem, &err), RP_OK);
    const rp_fclib_facts facts = rp_fclib_facts_of(problem);
    assert_string_equal(facts.form, "local");
    assert_true(facts.contacts == 1 && facts.rows == 3 && facts.dimension == 3 && facts.asymmetry == 0);
    int count = 0;
    for (const char *const *name = rp_fclib_solvers(); *name; name++, count++) {
        def.solver = *name;
        def.tolerance = 1e-9;
        assert_int_equal(rp_fclib_solve(problem, &def, &result, &err), RP_OK);
        assert_true(result.converged && result.islands == 1 && result.active == 1 && result.sliding == 1);
        for (int k = 0; k < 3; k++) {
            /* the residual is 1e-9 of |q| = 5, and W is of order one */
            assert_true(rp_fclib_impulses(problem)[k] - r[k] < 1e-7 && r[k] - rp_fclib_impulses(problem)[k] < 1e-7);
            assert_true(rp_fclib_velocities_of(problem)[k] - u[k] < 1e-7);
        }
    }
    assert_int_equal(count, RP_FCLIB_SOLVERS);
    assert_int_equal(rp_fclib_write(problem, copy, &err), RP_OK);
    rp_fclib_destroy(problem);
}

static void test_residual_of_other_impulses(void **state)
{
    (void)state;
    static const double solution[3] = {2, -0.6, -0.8}, none[3] = {0};
    double residual, relative;
    rp_fclib *problem;
    rp_error err;
    assert_int_equal(rp_fclib_read(copy, &problem, &err), RP_OK);
    assert_int_equal(rp_fclib_impulses_set(problem, solution, &residual, &relative, &err), RP_OK);
    assert_true(residual < 1e-15 && relative < 1e-15);
    /* r = 0, u = q = (-1, 3, 4): P(-û), û_n = -1 + 0.5 x 5 = 1.5, so mu |u_t| = 2.5 > 1.5: x_n = (-1.5 + 2.5)/1.25,
     * |x| = x_n sqrt(1.25); over |q| = sqrt(26) */
    assert_int_equal(rp_fclib_impulses_set(problem, none, &residual, &relative, &err), RP_OK);
    const double square = 0.8 * 0.8 * 1.25 / 26;
    assert_true(residual * residual < square * (1 + 1e-12) && residual * residual > square * (1 - 1e-12));
    rp_fclib_destroy(problem);
    assert_int_equal(rp_fclib_read("nowhere.hdf5", &problem, &err), RP_INPUT);
    assert_null(problem);
    unlink(path);
    unlink(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved_by_every_solver),
        cmocka_unit_test(test_residual_of_other_impulses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
