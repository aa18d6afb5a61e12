/* See interaction_state.h. */
#include "laws/interaction_state.h"
#include <string.h>
#include "base/hash.h"
#include "core/field.h"
#include "core/names.h"
#include "laws/interaction.h"

static const char ITEM[] = "materials/laws", BETWEEN[] = "interactions/between";

static const rp_field friction_fields[] = {
    {"friction", "1", "friction that a program has set; -1: that of the scene and its stages", RP_F64, 1,
     RP_FIELD_AT(rp_interaction, friction_set), RP_HASH_SET, -1},
};
static const rp_fields friction_list = RP_FIELDS("interactions/", RP_PER_WORLD, friction_fields);

/* ---- friction ---- */

void rp_interaction_state_keep(rp_interaction *x)
{
    x->given = (rp_friction_given){x->friction, x->friction_static, x->friction_curve.kind, x->unbounded};
}

rp_status rp_interaction_state_reset(rp_world *w, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < w->interaction_count && !status; n++) {
        rp_interaction *x = &w->interaction[n];
        const int changed = x->friction != x->given.sliding || x->friction_static != x->given.at_rest
                            || x->friction_curve.kind != x->given.curve || x->unbounded != x->given.unbounded;
        x->friction_set = -1;
        if (!changed) continue;
        x->friction = x->given.sliding;
        x->friction_static = x->given.at_rest;
        x->friction_curve.kind = x->given.curve;
        x->unbounded = x->given.unbounded;
        status = rp_interaction_prepare_world(x, w, x->discs, err);
    }
    return status;
}

rp_status rp_interaction_state_friction(rp_interaction *x, const rp_world *w, double friction, rp_error *err)
{
    x->friction = x->friction_static = friction;
    x->friction_curve.kind = RP_CURVE_NONE;
    x->unbounded = 0;
    return rp_interaction_prepare_world(x, w, x->discs, err);
}

static int friction_is_set(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++)
        if (w->interaction[n].friction_set >= 0) return 1;
    return 0;
}

void rp_interaction_state_hash(const rp_world *w, rp_hash *hash)
{
    for (int n = 0; n < w->interaction_count; n++) rp_fields_hash(&friction_list, w->interaction, (size_t)n, hash);
}

static rp_status save_friction(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const size_t rows = (size_t)w->interaction_count;
    if (!friction_is_set(w)) return RP_OK;
    int32_t *between = rp_memory_alloc(2 * rows, sizeof *between);
    if (!between) return rp_memory_error(err, 2 * rows * sizeof *between, "the checkpoint");
    for (size_t n = 0; n < rows; n++) {
        between[2 * n] = w->interaction[n].a;
        between[2 * n + 1] = w->interaction[n].b;
    }
    rp_status status = rp_archive_put(archive, BETWEEN, RP_I32, rows, 2, between, 1, err);
    return status ? status : rp_fields_save(&friction_list, w->interaction, rows, archive, err);
}

/* The interaction of the two materials of a row of the checkpoint; NULL: none of this world. */
static rp_interaction *find_row(rp_world *w, rp_names materials, const int32_t *between)
{
    int here[2];
    for (int k = 0; k < 2; k++) {
        if (between[k] < 0 || (size_t)between[k] >= materials.count) return NULL;
        here[k] = rp_world_material_find(w, rp_names_at(materials, (size_t)between[k]));
        if (here[k] < 0) return NULL;
    }
    const int n = rp_world_interaction_index(w, here[0], here[1]);
    return n < 0 ? NULL : &w->interaction[n];
}

rp_status rp_interaction_state_load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    const rp_item *between = rp_archive_find(archive, BETWEEN),
                  *friction = rp_fields_item(&friction_list, "friction", archive);
    rp_names materials = rp_names_of(archive, "materials/name");
    rp_status status = RP_OK;
    if (!between || !friction) return RP_OK;
    if (between->type != RP_I32 || between->columns != 2 || friction->type != RP_F64 || friction->columns != 1
        || friction->rows != between->rows)
        return rp_error_set(err, RP_INPUT, "the checkpoint has no friction for its pairs of materials");
    for (size_t n = 0; n < between->rows && !status; n++) {
        const double value = ((const double *)friction->data)[n];
        rp_interaction *x = find_row(w, materials, (const int32_t *)between->data + 2 * n);
        if (!x || !(value >= 0)) continue;
        status = rp_interaction_state_friction(x, w, value, err);
        x->friction_set = value;
    }
    return status;
}

/* ---- names of laws ---- */

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
    rp_status status = rp_archive_put(archive, ITEM, RP_U8, rows, RP_NAME, name, 1, err);
    return status ? status : save_friction(w, archive, err);
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
