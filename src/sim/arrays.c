/* Views of the particles' arrays, from the list of their fields. */
#include <string.h>
#include "base/memory.h"
#include "core/field.h"
#include "sim/sim.h"

enum { NAMES_MAX = 64 };

static int writable(const char *name)
{
    static const char *const names[] = {"position", "velocity", "spin", "orientation"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (strcmp(name, names[n]) == 0) return 1;
    return 0;
}

const char *rp_sim_array_name(int n)
{
    const rp_fields *list = rp_particles_fields();
    return n >= 0 && n < list->count ? list->field[n].name : NULL;
}

/* Sorting moves particles to other slots; restoring makes the arrays anew. */
uint64_t rp_sim_generation(const rp_sim *sim) { return sim->generation + sim->world->contacts.rebuilds; }

size_t rp_sim_slot(const rp_sim *sim, uint32_t id)
{
    size_t slot = rp_particles_slot(&sim->world->particles, id);
    return slot < sim->world->particles.count ? slot : SIZE_MAX;
}

rp_array rp_sim_array(const rp_sim *sim, const char *name)
{
    const rp_field *f = name ? rp_fields_find(rp_particles_fields(), name) : NULL;
    const void *data = f ? rp_field_data(f, &sim->world->particles) : NULL;
    if (!data) return (rp_array){0};
    return (rp_array){.data = data,
                      .type = f->type,
                      .rows = sim->world->particles.count,
                      .columns = f->columns,
                      .stride = f->stride,
                      .name = f->name,
                      .unit = f->unit,
                      .meaning = f->meaning,
                      .writable = writable(f->name),
                      .generation = rp_sim_generation(sim),
                      .block = (const char *)data - f->offset};
}

void rp_array_hold(const rp_array *array)
{
    if (array->block) rp_memory_hold((void *)array->block);
}

void rp_array_release(const rp_array *array) { rp_memory_free((void *)array->block); }

static rp_status unknown(const char *name, rp_error *err)
{
    const char *names[NAMES_MAX];
    int count = 0;
    for (const char *other; count < NAMES_MAX && (other = rp_sim_array_name(count)); count++) names[count] = other;
    rp_status status = rp_error_set(err, RP_INPUT, "there is no array '%s'", name ? name : "(null)");
    if (name) rp_error_nearest(err, name, names, count);
    return status;
}

rp_status rp_sim_array_get(const rp_sim *sim, const char *name, rp_array *array, rp_error *err)
{
    *array = rp_sim_array(sim, name);
    if (array->data) return RP_OK;
    if (!name || !rp_fields_find(rp_particles_fields(), name)) return unknown(name, err);
    return rp_error_set(err, RP_INPUT, "this simulation keeps no array '%s'", name);
}
