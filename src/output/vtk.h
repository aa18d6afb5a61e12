/* VTK's XML PolyData files (.vtp), written and read back.
 *
 * A data set is an archive whose item names say where an array belongs:
 *
 *     points                                  n x 3, f64
 *     verts/connectivity, verts/offsets       i64; likewise lines/ and polys/
 *     point/NAME, cell/NAME                   one row a point or cell; cells count verts, then lines, then polys
 *     field/NAME                              anything of the whole set
 *     text/NAME                               u8: strings one after the other, each ended by 0
 *
 * The file is version 1.0: appended raw data, header type UInt64, zlib in blocks. The reader reads what this writer
 * writes, no other dialect of the format, and distrusts every number in it.
 */
#ifndef RP_OUTPUT_VTK_H
#define RP_OUTPUT_VTK_H

#include "core/archive.h"

rp_status rp_vtk_write(const char *path, const rp_archive *set, rp_error *err);
rp_status rp_vtk_read(const char *path, rp_archive *set, rp_error *err);

#endif
