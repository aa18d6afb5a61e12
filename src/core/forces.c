/* See forces.h. */
#include "core/forces.h"
#include <string.h>
#include "base/memory.h"
#include "core/world.h"

rp_status rp_forces_add(rp_forces *f, rp_force *add, void *context, rp_error *err)
{
    if (!rp_memory_reserve(&f->entry, &f->capacity, f->count + 1, sizeof *f->entry))
        return rp_memory_error(err, sizeof *f->entry, "a force");
    f->entry[f->count++] = (struct rp_forces_entry){add, context};
    return RP_OK;
}

void rp_forces_free(rp_forces *f)
{
    rp_memory_free(f->entry);
    *f = (rp_forces){0};
}

static rp_force_chunk chunk_of(const rp_world *w, double time, size_t first, size_t count)
{
    const rp_particles *p = &w->particles;
    return (rp_force_chunk){.time = time,
                            .dimension = w->dimension,
                            .count = count,
                            .first = first,
                            .row_stride = sizeof *p->row / sizeof(double),
                            .spin_stride = sizeof *p->spin / sizeof(double),
                            .position = &p->row[first].x,
                            .velocity = &p->row[first].vx,
                            .radius = &p->row[first].r,
                            .spin = &p->spin[first].x,
                            .mass = p->mass + first,
                            .id = p->id + first,
                            .group = p->group + first,
                            .material = p->material + first};
}

void rp_forces_sum(const rp_world *w, double time, size_t first, size_t count, double (*force)[3], double (*torque)[3])
{
    rp_force_chunk chunk = chunk_of(w, time, first, count);
    memset(force, 0, count * sizeof *force);
    memset(torque, 0, count * sizeof *torque);
    chunk.force = force;
    chunk.torque = torque;
    for (size_t n = 0; n < w->forces.count; n++) w->forces.entry[n].add(w->forces.entry[n].context, &chunk);
    for (size_t k = 0; k < count; k++) {
        if (w->particles.row[first + k].inv_mass > 0) continue;
        memset(force[k], 0, sizeof force[k]);
        memset(torque[k], 0, sizeof torque[k]);
    }
}
