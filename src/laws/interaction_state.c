/* See interaction_state.h. */
#include "laws/interaction_state.h"
#include <string.h>
#include "core/names.h"
#include "laws/interaction.h"

static const char ITEM[] = "materials/laws";

static const char *law_name(const rp_world *w, int one, int other, int slot)
{
    const rp_interaction *x = rp_interaction_between(w, one, other);
    return x && x->law[slot] ? x->law[slot]->name : "";
}

rp_status rp_interaction_state_save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const int count = w->material_count;
    size_t rows = (size_t)count * (size_t)count * RP_SLOT_COUNT;
    char *name = rp_memory_alloc(rows, RP_NAME), *at = name;
    if (!name) return rp_memory_error(err, rows * RP_NAME, "the checkpoint");
    for (int one = 0; one < count; one++)
        for (int other = 0; other < count; other++)
            for (int slot = 0; slot < RP_SLOT_COUNT; slot++, at += RP_NAME)
                strncpy(at, law_name(w, one, other, slot), RP_NAME - 1);
    return rp_archive_put(archive, ITEM, RP_U8, rows, RP_NAME, name, 1, err);
}

static int same_pair(const rp_world *w, rp_names laws, size_t first, int one, int other)
{
    for (int slot = 0; slot < RP_SLOT_COUNT; slot++)
        if (strcmp(rp_names_at(laws, first + (size_t)slot), law_name(w, one, other, slot)) != 0) return 0;
    return 1;
}

int rp_interaction_state_same(const rp_world *w, const rp_archive *archive)
{
    rp_names materials = rp_names_of(archive, "materials/name"), laws = rp_names_of(archive, ITEM);
    if (laws.count != materials.count * materials.count * RP_SLOT_COUNT) return 0;
    for (size_t a = 0; a < materials.count; a++)
        for (size_t b = 0; b < materials.count; b++) {
            int one = rp_world_material_find(w, rp_names_at(materials, a)),
                other = rp_world_material_find(w, rp_names_at(materials, b));
            size_t first = (a * materials.count + b) * RP_SLOT_COUNT;
            if (one >= 0 && other >= 0 && !same_pair(w, laws, first, one, other)) return 0;
        }
    return 1;
}
