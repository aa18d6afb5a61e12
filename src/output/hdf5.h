/* What all users of HDF5 share: one at a time, because it has state of its own that threads must not share, and quiet,
 * because it prints its errors by default; that setting is the application's and comes back afterwards.
 *
 * HDF5 is loaded when it is first used. Its functions are those of rp_hdf5, without the H5 of their names, and so are
 * its ids of types and classes, which are variables of the library: `*rp_hdf5.T_NATIVE_DOUBLE` is H5T_NATIVE_DOUBLE.
 * A function that is not yet used is one more row.
 */
#ifndef RP_OUTPUT_HDF5_H
#define RP_OUTPUT_HDF5_H

#include <hdf5.h>
#include "repose/status.h"

/* constants of the header that would call the library: rp_hdf5_begin opens it */
#undef H5OPEN
#undef H5CHECK
#define H5OPEN
#define H5CHECK

#define RP_HDF5_FUNCTIONS(ROW)                                                                                         \
    ROW(open)                                                                                                          \
    ROW(Aclose)                                                                                                        \
    ROW(Acreate2)                                                                                                      \
    ROW(Awrite)                                                                                                        \
    ROW(Dclose)                                                                                                        \
    ROW(Dcreate2)                                                                                                      \
    ROW(Dget_create_plist)                                                                                             \
    ROW(Dget_space)                                                                                                    \
    ROW(Dget_storage_size)                                                                                             \
    ROW(Dget_type)                                                                                                     \
    ROW(Dopen2)                                                                                                        \
    ROW(Dread)                                                                                                         \
    ROW(Dwrite)                                                                                                        \
    ROW(Eget_auto2)                                                                                                    \
    ROW(Eset_auto2)                                                                                                    \
    ROW(Fclose)                                                                                                        \
    ROW(Fcreate)                                                                                                       \
    ROW(Fflush)                                                                                                        \
    ROW(Fget_file_image)                                                                                               \
    ROW(Fopen)                                                                                                         \
    ROW(Gclose)                                                                                                        \
    ROW(Gcreate2)                                                                                                      \
    ROW(Lexists)                                                                                                       \
    ROW(Ovisit2)                                                                                                       \
    ROW(Pclose)                                                                                                        \
    ROW(Pcreate)                                                                                                       \
    ROW(Pget_external_count)                                                                                           \
    ROW(Pget_layout)                                                                                                   \
    ROW(Pset_create_intermediate_group)                                                                                \
    ROW(Pset_fapl_core)                                                                                                \
    ROW(Pset_fclose_degree)                                                                                            \
    ROW(Pset_file_image)                                                                                               \
    ROW(Pset_file_image_callbacks)                                                                                     \
    ROW(Pset_fill_time)                                                                                                \
    ROW(Pset_libver_bounds)                                                                                            \
    ROW(Pset_obj_track_times)                                                                                          \
    ROW(Pset_userblock)                                                                                                \
    ROW(Sclose)                                                                                                        \
    ROW(Screate)                                                                                                       \
    ROW(Screate_simple)                                                                                                \
    ROW(Sget_simple_extent_dims)                                                                                       \
    ROW(Sget_simple_extent_ndims)                                                                                      \
    ROW(Sget_simple_extent_npoints)                                                                                    \
    ROW(Tclose)                                                                                                        \
    ROW(Tcopy)                                                                                                         \
    ROW(Tequal)                                                                                                        \
    ROW(Tget_class)                                                                                                    \
    ROW(Tget_size)                                                                                                     \
    ROW(Tis_variable_str)                                                                                              \
    ROW(Tset_size)

#define RP_HDF5_IDS(ROW)                                                                                               \
    ROW(P_CLS_DATASET_CREATE_ID)                                                                                       \
    ROW(P_CLS_FILE_ACCESS_ID)                                                                                          \
    ROW(P_CLS_FILE_CREATE_ID)                                                                                          \
    ROW(P_CLS_GROUP_CREATE_ID)                                                                                         \
    ROW(P_CLS_LINK_CREATE_ID)                                                                                          \
    ROW(T_C_S1)                                                                                                        \
    ROW(T_IEEE_F32LE)                                                                                                  \
    ROW(T_IEEE_F64LE)                                                                                                  \
    ROW(T_NATIVE_DOUBLE)                                                                                               \
    ROW(T_NATIVE_FLOAT)                                                                                                \
    ROW(T_NATIVE_INT32)                                                                                                \
    ROW(T_NATIVE_INT64)                                                                                                \
    ROW(T_NATIVE_UINT16)                                                                                               \
    ROW(T_NATIVE_UINT32)                                                                                               \
    ROW(T_NATIVE_UINT64)                                                                                               \
    ROW(T_NATIVE_UINT8)                                                                                                \
    ROW(T_STD_I32LE)                                                                                                   \
    ROW(T_STD_I64LE)                                                                                                   \
    ROW(T_STD_U16LE)                                                                                                   \
    ROW(T_STD_U32LE)                                                                                                   \
    ROW(T_STD_U64LE)                                                                                                   \
    ROW(T_STD_U8LE)

typedef struct rp_hdf5_library {
#define ROW(name) __typeof__(H5##name) *name;
    RP_HDF5_FUNCTIONS(ROW)
#undef ROW
#define ROW(name) __typeof__(H5##name##_g) *name;
    RP_HDF5_IDS(ROW)
#undef ROW
} rp_hdf5_library;

extern rp_hdf5_library rp_hdf5; /* set by rp_hdf5_begin */

typedef struct rp_hdf5_turn {
    H5E_auto2_t report;
    void *context;
} rp_hdf5_turn;

rp_status rp_hdf5_begin(rp_hdf5_turn *turn, rp_error *err); /* waits for other threads; RP_SYSTEM: there is no HDF5 */
void rp_hdf5_end(rp_hdf5_turn turn);

#endif
