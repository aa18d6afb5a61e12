/* See hdf5.h. */
#include "output/hdf5.h"
#include <pthread.h>
#include "base/lazy.h"

rp_hdf5_library rp_hdf5;

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;

static rp_status load(rp_error *err)
{
    static const rp_lazy_symbol symbols[] = {
#define ROW(name) {"H5" #name, &rp_hdf5.name},
        RP_HDF5_FUNCTIONS(ROW)
#undef ROW
#define ROW(name) {"H5" #name "_g", &rp_hdf5.name},
            RP_HDF5_IDS(ROW)
#undef ROW
    };
    static rp_lazy library = {RP_HDF5_PATH, symbols, sizeof symbols / sizeof *symbols, 0};
    rp_status status = rp_lazy_load(&library, err);
    if (!status && rp_hdf5.open() < 0) status = rp_error_set(err, RP_SYSTEM, "HDF5 does not start");
    return status;
}

rp_status rp_hdf5_begin(rp_hdf5_turn *turn, rp_error *err)
{
    pthread_mutex_lock(&turns);
    rp_status status = load(err);
    if (status) {
        pthread_mutex_unlock(&turns);
        return status;
    }
    rp_hdf5.Eget_auto2(H5E_DEFAULT, &turn->report, &turn->context);
    rp_hdf5.Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return RP_OK;
}

void rp_hdf5_end(rp_hdf5_turn turn)
{
    rp_hdf5.Eset_auto2(H5E_DEFAULT, turn.report, turn.context);
    pthread_mutex_unlock(&turns);
}
