/* Any bytes as a mesh: STL or OBJ by the first byte. What is read is cleaned, surveyed, and asked for distances. */
#include <math.h>

#include "core/mesh.h"
#include "fuzz.h"

static void ask(const rp_mesh *mesh)
{
    rp_mesh_list near = {0};
    rp_mesh_survey survey;
    rp_vec normal;
    const rp_vec x = {0.1, -0.2, 0.3};
    const double nearest = rp_mesh_nearest(mesh, x, &normal, NULL);
    double least = INFINITY;
    fuzz_check(nearest >= 0);
    for (size_t t = 0; t < mesh->triangles; t++) least = fmin(least, rp_mesh_distance(mesh, t, x, &normal));
    fuzz_check(nearest == least);
    fuzz_check(rp_mesh_near(mesh, x, 2 * nearest + 1, &near) && near.count > 0 && near.count <= mesh->triangles);
    rp_memory_free(near.triangle);
    fuzz_check(rp_mesh_survey_of(mesh, &survey, NULL) == RP_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rp_mesh_soup soup;
    rp_mesh *mesh = NULL;
    rp_error err;
    char part[RP_NAME];
    if (size == 0) return 0;
    rp_status status = rp_mesh_file_parse((const char *)data + 1, size - 1, data[0] & 1 ? "a.obj" : "a.stl", &soup,
                                          &err);
    fuzz_said(status, &err, 0);
    if (!status && data[0] & 2 && soup.parts) {
        memcpy(part, soup.name[soup.parts - 1], sizeof part);
        fuzz_check(rp_mesh_file_take(&soup, part) && soup.triangles > 0);
    }
    if (!status) status = rp_mesh_create(&soup, &mesh, &err);
    fuzz_said(status, &err, 0);
    if (!status) ask(mesh);
    rp_mesh_release(mesh);
    rp_mesh_file_free(&soup);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
