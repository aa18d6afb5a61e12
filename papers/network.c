/* See network.h. */
#include "network.h"

const int rp_network_sweeps[RP_NETWORK_CASES] = {130, 365, 1000, 2000};

rp_status rp_network_pack(rp_cell *cell, int discs, unsigned seed, rp_error *err)
{
    return rp_cell_pack(cell,
                        &(rp_cell_setup){.discs = discs,
                                         .friction = RP_NETWORK_FRICTION,
                                         .biaxial = 1,
                                         .seed = seed,
                                         .stepping = RP_CD_MIDPOINT,
                                         .rest = 1e-4},
                        err);
}

rp_status rp_network_forces(rp_cell *cell, int sweeps, rp_contact_list *list, rp_error *err)
{
    rp_cd_options options = rp_cell_sweeps(sweeps);
    rp_status status = rp_cell_again(cell, &options, 1, err);
    if (status) return status;
    rp_trial_forget(&cell->trial);
    status = rp_trial_step(&cell->trial, err);
    return status ? status : cell->trial.method->contacts(cell->trial.world, list, err);
}

double rp_network_mean(const rp_contact_list *list)
{
    double sum = 0, count = 0;
    for (size_t n = 0; n < list->count; n++)
        if (list->view[n].fn > 0) {
            sum += list->view[n].fn;
            count++;
        }

    return count > 0 ? sum / count : 0;
}
