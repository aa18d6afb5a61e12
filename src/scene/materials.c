/* `materials`, and which rule of `interactions` holds for a pair of them. */
#include "scene/spec.h"

#include <string.h>

int rp_materials_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec)
{
    const char *names[RP_SPEC_MATERIALS_MAX];
    const char *name = rp_read_text_at(r, node, RP_NAME);
    for (int i = 0; i < spec->material_count; i++) {
        names[i] = spec->material[i].name;
        if (!r->status && strcmp(names[i], name) == 0) return i;
    }
    if (!r->status) rp_read_unknown(r, node, "material", names, spec->material_count);
    return 0;
}

static void read_material(rp_read *r, const rp_node *node, rp_material *m)
{
    static const rp_key keys[] = {{"density", 0}, {"young", 0}, {"poisson", 0}};
    rp_node name = rp_read_key_node(node);
    rp_read_name(r, &name, m->name, sizeof m->name);
    if (!r->status && strcmp(m->name, "any") == 0)
        rp_read_fail(r, &name, "a material cannot be called 'any': interactions use it for all of them");
    RP_READ_MAP(r, node, keys);
    m->density = rp_read_number(r, node, "density", rp_bound_positive("kg/m^3"), NAN);
    m->young = rp_read_number(r, node, "young", rp_bound_positive("Pa"), NAN);
    rp_bound poisson = {-1.0, 0.5, 1, "1"};
    m->poisson = rp_read_number(r, node, "poisson", poisson, NAN);
}

void rp_materials_read(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    const rp_node *node = rp_read_key(r, root, "materials");
    if (!node) return;
    if (node->kind != RP_NODE_MAP || node->count == 0 || node->count > RP_SPEC_MATERIALS_MAX) {
        if (rp_read_fail(r, node, "materials are a mapping of 1 to %d names", RP_SPEC_MATERIALS_MAX))
            rp_error_expected(r->err, "name: {density: ..., young: ..., poisson: ...}");
        return;
    }
    spec->material = rp_read_alloc(r, (size_t)node->count, sizeof *spec->material, "materials");
    if (r->status) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        read_material(r, n, &spec->material[spec->material_count++]);
}
