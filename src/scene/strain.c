/* `stress`, `rate` and `viscosity` of a domain that strains, and of stages that change them (core/cell.h). */
#include <stddef.h>

#include "scene/spec.h"

/* xx, yy, zz, xy; in the plane zz is not there. */
static const char *const parts[] = {"xx", "yy", "zz", "xy"};

static void read_part(rp_read *r, const rp_node *map, int k, int held, rp_cell_control *c)
{
    const rp_node *node = rp_read_key(r, map, parts[k]);
    if (!node) return;
    if (c->given[k] && rp_read_fail(r, node, "'%s' has a stress already: its rate follows from that", parts[k])) {
        rp_error_expected(r->err, "either a stress or a rate of each component");
        return;
    }
    c->given[k] = 1;
    c->held[k] = held;
    c->target[k] = rp_read_number_at(r, node, rp_bound_any(held ? "Pa" : "1/s"));
}

/* One number is the pressure on all sides. */
static void read_pressure(rp_read *r, const rp_node *node, rp_cell_control *c)
{
    const double pressure = rp_read_number_at(r, node, rp_bound_positive("Pa"));
    for (int k = RP_CELL_XX; k <= (r->dimension == 3 ? RP_CELL_ZZ : RP_CELL_YY); k++) {
        c->given[k] = c->held[k] = 1;
        c->target[k] = pressure;
    }
}

static void read_parts(rp_read *r, const rp_node *map, int held, rp_cell_control *c)
{
    static const rp_key solid[] = {{"xx", 0}, {"yy", 0}, {"xy", 0}, {"zz", 0}};
    const rp_node *node = rp_read_key(r, map, held ? "stress" : "rate");
    if (!node) return;
    if (held && node->kind == RP_NODE_SCALAR) read_pressure(r, node, c);
    else if (rp_read_map(r, node, solid, r->dimension == 3 ? 4 : 3))
        for (int k = 0; k < RP_CELL_PARTS; k++) read_part(r, node, k, held, c);
}

int rp_strain_read(rp_read *r, const rp_node *map, rp_cell_control *c)
{
    *c = (rp_cell_control){0};
    read_parts(r, map, 1, c);
    read_parts(r, map, 0, c);
    int any = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++) any |= c->given[k];
    return any;
}

/* ---- a domain ---- */

static void check_method(rp_read *r, const rp_node *node, const rp_method *method)
{
    char names[80];
    if (!method || method->cells) return;
    rp_method_names(offsetof(rp_method, cells), names, sizeof names);
    if (rp_read_fail(r, node, "the method '%s' has no domain that strains", method->name))
        rp_error_expected(r->err, "method: %s", names);
}

static void check_held(rp_read *r, const rp_node *node, const rp_cell *cell)
{
    double most = 0;
    int held = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        held |= cell->held[k];
        if (cell->held[k] && (cell->target[k] > most || -cell->target[k] > most)) most = 1;
    }
    if (held && most == 0 && cell->viscosity == 0
        && rp_read_fail(r, node, "a stress of 0 alone does not say how fast the domain may strain"))
        rp_error_expected(r->err, "viscosity: a number > 0 (unit Pa s)");
}

void rp_strain_read_domain(rp_read *r, const rp_node *node, const rp_method *method, rp_scene_spec *spec)
{
    const rp_domain *d = &spec->domain;
    const rp_node *viscosity = rp_read_key(r, node, "viscosity"), *stress = rp_read_key(r, node, "stress"),
                  *key = stress ? stress : rp_read_key(r, node, "rate");
    rp_cell_control control;
    const int any = rp_strain_read(r, node, &control);
    if (viscosity && !stress && rp_read_fail(r, viscosity, "a viscosity goes with a stress that is held"))
        rp_error_expected(r->err, "stress: {xx: ..., ...}");
    if (r->status || !any) return;
    spec->cell = (rp_cell){.moves = 1, .centre = rp_vec_scale(0.5, rp_vec_add(d->lower, d->upper))};
    spec->cell.viscosity = rp_read_auto(r, node, "viscosity", "Pa s");
    rp_cell_set(&spec->cell, &control);
    check_method(r, key, method);
    check_held(r, key, &spec->cell);
    if (!(d->periodic[0] && d->periodic[1] && (d->periodic[2] || r->dimension == 2))
        && rp_read_fail(r, key, "a domain that strains is periodic along all axes"))
        rp_error_expected(r->err, r->dimension == 3 ? "periodic: [x, y, z]" : "periodic: [x, y]");
}

/* `domain` of a stage. */
void rp_strain_read_stage(rp_read *r, const rp_node *stage, const rp_scene_spec *spec, rp_cell_control *control)
{
    static const rp_key keys[] = {{"stress", 0}, {"rate", 0}};
    const rp_node *node = rp_read_key(r, stage, "domain");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    if (!spec->cell.moves && rp_read_fail(r, node, "the domain does not strain"))
        rp_error_expected(r->err, "stress or rate in the scene's domain, {rate: {xx: 0}} if it rests at first");
    rp_strain_read(r, node, control);
    rp_cell cell = spec->cell;
    rp_cell_set(&cell, control);
    check_held(r, node, &cell);
}
