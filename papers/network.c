/* See network.h. */
#include "network.h"
#include <stdlib.h>
#include <string.h>

const int rp_network_sweeps[RP_NETWORK_CASES] = {130, 365, 1000, 2000};

rp_status rp_network_pack(rp_cell *cell, int discs, int shakes, unsigned seed, rp_error *err)
{
    return rp_cell_pack(cell,
                        &(rp_cell_setup){.discs = discs,
                                         .ratio = 1.4,
                                         .packing_friction = 0,
                                         .friction = RP_NETWORK_FRICTION,
                                         .biaxial = 1,
                                         .shakes = shakes,
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

void rp_network_carry(rp_contact *list, size_t *count, int *contacts, int discs)
{
    for (size_t before = *count + 1; before > *count;) {
        before = *count;
        for (int i = 0; i < discs; i++) contacts[i] = 0;
        for (size_t n = 0; n < *count; n++) {
            contacts[list[n].a]++;
            if (list[n].wall < 0) contacts[list[n].b]++;
        }

        size_t kept = 0;
        for (size_t n = 0; n < *count; n++) {
            rp_contact c = list[n];
            if (c.normal_force > 0 && contacts[c.a] > 1 && (c.wall >= 0 || contacts[c.b] > 1)) list[kept++] = c;
        }
        *count = kept;
    }
}

rp_status rp_network_count(rp_cell *cell, int discs, rp_network_state *state, rp_error *err)
{
    const rp_contact *all;
    size_t count;
    rp_status status = rp_sim_contacts(cell->sim, &all, &count, err);
    if (status) return status;
    rp_contact *list = calloc(count + 1, sizeof *list);
    int *contacts = calloc((size_t)discs, sizeof *contacts);
    *state = (rp_network_state){0};
    if (list && contacts) {
        memcpy(list, all, count * sizeof *list);
        rp_network_carry(list, &count, contacts, discs);
        state->contacts = count;
        for (int i = 0; i < discs; i++) {
            state->loose += contacts[i] == 0;
            state->coordination += contacts[i];
        }
        state->coordination /= discs - state->loose;
        state->isostatic = (double)count / (2 * (discs - state->loose) + 2);
    } else status = rp_trial_memory("the contacts", err);
    free(list);
    free(contacts);
    return status;
}
