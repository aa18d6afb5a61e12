/* What all users of HDF5 share: one at a time, because it has state of its own that threads must not share, and quiet,
 * because it prints its errors by default; that setting is the application's and comes back afterwards. */
#ifndef RP_OUTPUT_HDF5_H
#define RP_OUTPUT_HDF5_H

#include <hdf5.h>

typedef struct rp_hdf5_turn {
    H5E_auto2_t report;
    void *context;
} rp_hdf5_turn;

rp_hdf5_turn rp_hdf5_begin(void); /* waits for other threads */
void rp_hdf5_end(rp_hdf5_turn turn);

#endif
