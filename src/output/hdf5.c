/* See hdf5.h. */
#include "output/hdf5.h"
#include <pthread.h>

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;

rp_hdf5_turn rp_hdf5_begin(void)
{
    rp_hdf5_turn turn;
    pthread_mutex_lock(&turns);
    H5Eget_auto2(H5E_DEFAULT, &turn.report, &turn.context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return turn;
}

void rp_hdf5_end(rp_hdf5_turn turn)
{
    H5Eset_auto2(H5E_DEFAULT, turn.report, turn.context);
    pthread_mutex_unlock(&turns);
}
