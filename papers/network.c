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
                                         .stepping = "midpoint",
                                         .rest = 1e-4},
                        err);
}

rp_status rp_network_forces(rp_cell *cell, int sweeps, rp_network *network, rp_error *err)
{
    rp_status status = rp_cell_again(cell, rp_cell_sweeps(sweeps), 1, err);
    if (!status) status = rp_sim_set_start_forces(cell->sim, NULL, 0, err);
    if (!status) status = rp_sim_step(cell->sim, 1, err);
    return status ? status : rp_sim_contacts(cell->sim, &network->contact, &network->count, err);
}

double rp_network_mean(const rp_network *network)
{
    double sum = 0, count = 0;
    for (size_t n = 0; n < network->count; n++)
        if (network->contact[n].normal_force > 0) {
            sum += network->contact[n].normal_force;
            count++;
        }

    return count > 0 ? sum / count : 0;
}
