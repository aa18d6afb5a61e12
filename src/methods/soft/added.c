/* Forces that a program adds: they join the rows of contact forces before a chunk is finished. Their power is taken
 * with the velocities that enter the forces, as that of walls and drives is. */
#include "core/forces.h"
#include "methods/soft/kernel.h"

static double add_to_row(const rp_particles *p, uint32_t i, const double force[3], const double torque[3],
                         rp_soft_force_row *row)
{
    const rp_row *at = &p->row[i];
    const rp_spin *spin = &p->spin[i];
    const double q = 1 / at->r;
    row->fx += force[0];
    row->fy += force[1];
    row->fz += force[2];
    row->qx += q * torque[0];
    row->qy += q * torque[1];
    row->qz += q * torque[2];
    return force[0] * at->vx + force[1] * at->vy + force[2] * at->vz
           + q * (torque[0] * spin->x + torque[1] * spin->y + torque[2] * spin->z);
}

void rp_soft_added_forces(const rp_soft_step *s, uint32_t first, uint32_t last, rp_soft_force_row *rows, double *work)
{
    const rp_world *w = s->world;
    const double time = w->time + (s->prime ? 0 : s->dt);
    double force[RP_FORCES_MOST][3], torque[RP_FORCES_MOST][3], power = 0;
    for (uint32_t i = first; i < last; i += RP_FORCES_MOST) {
        const uint32_t count = last - i < RP_FORCES_MOST ? last - i : RP_FORCES_MOST;
        rp_forces_sum(w, time, i, count, force, torque);
        for (uint32_t k = 0; k < count; k++)
            power += add_to_row(&w->particles, i + k, force[k], torque[k], &rows[i + k - first]);
    }
    *work += power * s->work_dt;
}
