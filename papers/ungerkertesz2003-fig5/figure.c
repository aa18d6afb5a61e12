/* [UngerKertesz2003, Fig. 5]: the packing of 1000 discs under its piston, with the forces between them. It is the one
 * that rings in Fig. 8. That it is in balance is shown by closed forms: what the piston presses comes out at the base
 * and, by friction, at the sides; and the virial, the sum of f_y times the vertical part of the branch over all
 * contacts, is that of the forces at the walls alone. */
#include <math.h>
#include "cell.h"
#include "figure.h"
#include "network.h"
#include "repose/picture.h"

typedef struct balance {
    double carried, virial; /* by base and sides over the load; of all contacts over that of the walls */
    rp_network_state state;
    double smallest, largest; /* radii */
} balance;

static rp_status weigh(rp_cell *cell, balance *b, rp_error *err)
{
    rp_wall_info top;
    rp_network list = {0};
    double inside = 0, outside = 0;
    *b = (balance){.smallest = INFINITY};
    rp_status status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    if (!status) status = rp_sim_contacts(cell->sim, &list.contact, &list.count, err);
    if (status) return status;
    for (size_t n = 0; n < list.count; n++) {
        const rp_contact *c = &list.contact[n];
        inside += c->force[1] * c->branch[1];
        if (c->wall < 0) continue;
        outside -= c->force[1] * c->point[1];
        if (c->wall != RP_CELL_TOP) b->carried += c->force[1] / (top.load * cell->edge);
    }
    b->virial = inside / outside;
    for (uint32_t id = 0; id < rp_sim_count(cell->sim); id++) {
        b->smallest = fmin(b->smallest, *rp_trial_row(cell->sim, "radius", id));
        b->largest = fmax(b->largest, *rp_trial_row(cell->sim, "radius", id));
    }
    return rp_network_count(cell, RP_CELL_PISTON_DISCS, &b->state, err);
}

static void add_numbers(rp_numbers *numbers, const balance *b)
{
    rp_number_add(numbers, "vertical force on base and sides over the load of the piston", b->carried, 1, 5e-3,
                  "balance of forces", "the packing rests to 1e-5 of a kinetic energy, the root of that in forces");
    rp_number_add(numbers, "virial of all contacts over that of the walls", b->virial, 1, 5e-3,
                  "closed form for discs at rest", "as above");
    rp_number_add(numbers, "largest radius over smallest", b->largest / b->smallest, 2, 0.02,
                  "[UngerKertesz2003, text of Fig. 8]: r_max = 2 r_min", "1000 uniform numbers end 1/1000 before");
    rp_number_add(numbers, "contacts of a disc that is not loose", b->state.coordination, 3.5, 0.5,
                  "isostatic: 3 with friction, 4 without", "any packing at rest lies between");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_cell cell;
    balance b;
    rp_picture_options o;
    rp_status status = rp_cell_piston(&cell, 1, err);
    if (status) return status;
    status = weigh(&cell, &b, err);
    rp_picture_options_default(&o);
    o.forces = 1;
    o.width = 1400;
    o.title = "1000 discs under a piston [UngerKertesz2003, Fig. 5]";
    if (!status) status = rp_sim_picture(cell.sim, path, &o, err);
    rp_cell_close(&cell);
    if (!status) add_numbers(numbers, &b);
    return status;
}

const rp_figure rp_figure_ungerkertesz2003_fig5 = {"ungerkertesz2003-fig5",
                                                   "1000 discs under a piston, and the forces between them", run, NULL};
