/* Triangles from the bytes of a file: STL, binary or text, OBJ and OFF. A pure function: no file is opened here, and no
 * input makes it do anything but give triangles or an error that names the line or the byte.
 *
 * A file may have several parts: the solids of an STL text, the groups and objects of an OBJ file. Faces of an OBJ or
 * OFF file with more than three corners are cut into a fan. Normals of the file are not used: the order of corners says
 * it.
 */
#ifndef RP_CORE_MESH_FILE_H
#define RP_CORE_MESH_FILE_H

#include <stddef.h>
#include <stdint.h>
#include "base/vec.h"
#include "repose/status.h"

typedef struct rp_mesh_soup {
    size_t triangles, capacity;
    rp_vec (*corner)[3]; /* owned; in the units of the file */
    uint32_t *part;      /* owned; by triangle, from 0; NULL: without parts */
    size_t part_capacity;
    char (*name)[RP_NAME]; /* owned; of parts: words as they stand in the file, cut to fit */
    size_t parts, name_capacity;
} rp_mesh_soup;

/* file: its name, whose end says the format (.stl, .obj, .off), and for errors. */
rp_status rp_mesh_file_parse(const char *data, size_t size, const char *file, rp_mesh_soup *soup, rp_error *err);
void rp_mesh_file_free(rp_mesh_soup *soup);
/* Leaves the triangles of one part alone. 0: there is no such part. */
int rp_mesh_file_take(rp_mesh_soup *soup, const char *part);

#endif
