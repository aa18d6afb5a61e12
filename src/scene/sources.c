/* `sources` and `sinks`: where particles come from and where they go. */
#include "scene/spec.h"
#include "core/mesh.h"
#include "scene/radius.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

/* ---- names ---- */

/* Columns of the series begin with the names of walls, groups, sources and sinks. */
static void check_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const char *name, int sources,
                       int sinks)
{
    const char *taken = NULL;
    for (int n = 0; n < spec->wall_count; n++)
        if (strcmp(spec->wall[n].name, name) == 0) taken = "wall";
    for (int n = 0; n < spec->group_count; n++)
        if (strcmp(spec->group[n].name, name) == 0) taken = "group";
    for (int n = 0; n < sources; n++)
        if (strcmp(spec->source[n].name, name) == 0) taken = "source";
    for (int n = 0; n < sinks; n++)
        if (strcmp(spec->sink[n].name, name) == 0) taken = "sink";
    if (taken && rp_read_fail(r, node, "there is a %s of this name already", taken))
        rp_error_expected(r->err, "a name of its own: it stands before columns of series.csv");
}

int rp_sources_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, int sink)
{
    const char *names[RP_SPEC_ITEMS_MAX + 1];
    const int count = sink ? spec->sink_count : spec->source_count;
    const char *name = rp_read_text_at(r, node, RP_NAME);
    for (int n = 0; n < count; n++) {
        names[n] = sink ? spec->sink[n].name : spec->source[n].name;
        if (!r->status && strcmp(names[n], name) == 0) return n;
    }
    if (!r->status) rp_read_unknown(r, node, sink ? "sink" : "source", names, count);
    return 0;
}

/* ---- kinds ---- */

int rp_sources_count_kinds(const rp_node *root)
{
    const rp_node *list = rp_yaml_find(root, "sources");
    int count = 0;
    for (const rp_node *n = list ? list->child : NULL; n; n = n->next) {
        const rp_node *kinds = n->kind == RP_NODE_MAP ? rp_yaml_find(n, "particles") : NULL;
        count += kinds && kinds->kind == RP_NODE_LIST ? kinds->count : 1;
    }
    return count;
}

static void check_kind(rp_read *r, const rp_node *node, const rp_kind_spec *k)
{
    if (r->status) return;
    const rp_node *radius = k->own ? rp_yaml_find(node, "radius") : NULL;
    if (!rp_radius_drawn(&k->entry.radius)
        && rp_read_fail(r, radius ? radius : node, "a source draws its radii: they cannot stand in a list or a file"))
        rp_error_expected(r->err, "radius: a number, uniform, normal, lognormal or sieve");
}

/* A kind of its own, or the name of an entry of `particles`. */
static void read_kind(rp_read *r, const rp_node *node, rp_scene_spec *spec, const char *preset, rp_kind_spec *k)
{
    k->share = 1;
    if (node->kind == RP_NODE_SCALAR) {
        k->group = rp_entries_read_group(r, node, spec);
        if (r->status) return;
        if (k->group > spec->entry_count) {
            rp_read_fail(r, node, "a source gives particles of a kind, and '%s' is none", node->text);
            return;
        }
        k->entry = spec->entry[k->group - 1];
    } else {
        k->own = 1;
        rp_group *g = &spec->group[spec->group_count++];
        k->group = spec->group_count;
        rp_entries_read_kind(r, node, spec, preset, &k->entry, g);
        k->share = rp_read_number(r, node, "share", rp_bound_positive("1"), 1);
    }
    check_kind(r, node, k);
}

static void read_kinds(rp_read *r, const rp_node *map, rp_scene_spec *spec, const char *name, rp_source_spec *s)
{
    static const char *const measures[] = {"number", "mass"};
    const rp_node *node = rp_read_key(r, map, "particles");
    if (!node) return;
    const int list = node->kind == RP_NODE_LIST,
              count = list ? rp_read_list(r, node, 1, RP_SOURCE_KINDS, "kinds of particles") : 1;
    double all = 0;
    s->kind = rp_read_alloc(r, (size_t)count, sizeof *s->kind, "a source");
    s->by_mass = rp_read_choice(r, map, "shares", measures, 2, 0);
    for (const rp_node *n = list ? node->child : node; n && !r->status; n = list ? n->next : NULL) {
        char preset[2 * RP_NAME];
        snprintf(preset, sizeof preset, count > 1 ? "%.40s-particles-%d" : "%.40s-particles", name, s->kind_count);
        preset[RP_NAME - 1] = 0;
        read_kind(r, n, spec, preset, &s->kind[s->kind_count++]);
    }
    for (int k = 0; k < s->kind_count; k++) all += s->kind[k].share;
    for (int k = 0; k < s->kind_count; k++) s->kind[k].share /= all;
}

/* ---- sources ---- */

static void read_amount(rp_read *r, const rp_node *map, const char *key, rp_amount_kind *kind, double *value)
{
    static const rp_key keys[] = {{"count", 0}, {"mass", 0}, {"solid_fraction", 0}};
    static const char *const names[] = {"count", "mass", "solid_fraction"};
    const int rate = strcmp(key, "rate") == 0, most = rate ? 2 : 3;
    const rp_node *node = rp_read_key(r, map, key);
    if (!node || !rp_read_map(r, node, keys, most)) return;
    const int chosen = rp_read_one_of(r, node, names, most, 1);
    if (chosen < 0) return;
    *kind = (rp_amount_kind)(RP_AMOUNT_COUNT + chosen);
    if (chosen == 2) *value = rp_read_number(r, node, names[2], (rp_bound){0, 0.74, 1, "1"}, 0);
    else if (chosen == 0 && !rate) *value = (double)rp_read_whole(r, node, names[0], 1, RP_SPEC_PARTICLES_MAX, 1);
    else *value = rp_read_number(r, node, names[chosen], rp_bound_positive(rate ? chosen ? "kg/s" : "1/s" : "kg"), 0);
}

static void read_velocity(rp_read *r, const rp_node *map, rp_source_spec *s)
{
    static const rp_key keys[] = {{"mean", 0}, {"spread", 0}};
    const rp_node *node = rp_read_key(r, map, "velocity"), *omega = rp_read_key(r, map, "omega");
    if (omega) s->omega = rp_read_axial_at(r, omega, rp_bound_any("rad/s"));
    if (!node) return;
    if (node->kind != RP_NODE_MAP) {
        s->velocity = rp_read_vec_at(r, node, rp_bound_any("m/s"));
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    s->velocity = rp_read_vec(r, node, "mean", rp_bound_any("m/s"), (rp_vec){0});
    s->spread = rp_read_number(r, node, "spread", rp_bound_not_negative("m/s"), 0);
}

static void check_zone(rp_read *r, const rp_node *node, const rp_source_spec *s)
{
    if (!r->status && s->amount_kind == RP_AMOUNT_SOLID && s->zone.shape->dimension
        && rp_read_fail(r, rp_yaml_find(node, "amount"), "a %s has no volume to fill", s->zone.shape->name))
        rp_error_expected(r->err, "box or cylinder, or an amount by count or mass");
}

static void read_times(rp_read *r, const rp_node *node, rp_source_spec *s)
{
    s->start = rp_read_number(r, node, "start", rp_bound_not_negative("s"), 0);
    s->end = rp_read_number(r, node, "end", rp_bound_positive("s"), INFINITY);
    if (!r->status && s->end <= s->start
        && rp_read_fail(r, rp_yaml_find(node, "end"), "the source ends before it starts"))
        rp_error_expected(r->err, "a time after %g s", s->start);
    s->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
}

static void read_source(rp_read *r, const rp_node *node, rp_scene_spec *spec, rp_source_spec *s, rp_source *state)
{
    static const rp_key own[] = {{"name", RP_REQUIRED},
                                 {"particles", RP_REQUIRED},
                                 {"shares", 0},
                                 {"amount", 0},
                                 {"rate", 0},
                                 {"velocity", 0},
                                 {"omega", 0},
                                 {"start", 0},
                                 {"end", 0},
                                 {"every", 0},
                                 {"catch_up", 0},
                                 {"attempts", 0},
                                 {"active", 0}};
    enum { OWN = sizeof own / sizeof *own };
    rp_key keys[OWN + RP_ZONE_SHAPES];
    memcpy(keys, own, sizeof own);
    const int count = OWN + rp_zone_keys(0, keys + OWN);
    s->node = node;
    if (!rp_read_map(r, node, keys, count)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), state->name, sizeof state->name);
    check_name(r, rp_yaml_find(node, "name"), spec, state->name, spec->source_count, 0);
    rp_zone_read(r, node, 0, &s->zone);
    read_kinds(r, node, spec, state->name, s);
    read_amount(r, node, "amount", &s->amount_kind, &s->amount);
    read_amount(r, node, "rate", &s->rate_kind, &s->rate);
    if (!r->status && !s->amount_kind && !s->rate_kind
        && rp_read_fail(r, node, "the source has neither amount nor rate"))
        rp_error_expected(r->err, "amount: {count: ...}, rate: {mass: ...}, or both");
    read_velocity(r, node, s);
    read_times(r, node, s);
    s->catch_up = rp_read_flag(r, node, "catch_up", 1);
    s->attempts = rp_read_whole(r, node, "attempts", 1, 1000000, 200);
    state->active = rp_read_flag(r, node, "active", 1);
    state->since = s->start;
    state->next = state->active ? s->start : INFINITY;
    check_zone(r, node, s);
}

/* An entry that is poured can be drawn one by one, falls, and is free. */
static void check_poured(rp_read *r, const rp_scene_spec *spec, int e, const rp_kind_spec *k)
{
    const rp_entry_spec *entry = &spec->entry[e];
    check_kind(r, entry->node, k);
    if (!r->status && spec->group[e].mode != RP_GROUP_FREE)
        rp_read_fail(r, entry->place.node, "particles that do not move by forces cannot be poured");
    if (!r->status && entry->thermal > 0)
        rp_read_fail(r, rp_yaml_find(entry->node, "velocity"), "particles that are poured have one velocity at first");
    if (!r->status && rp_vec_norm(spec->gravity) == 0 && !spec->gravity_table.count
        && rp_read_fail(r, entry->place.node, "without gravity nothing settles"))
        rp_error_expected(r->err, "gravity, or place: random");
}

/* The source of an entry that is poured: as fast as there is room, until all have come. */
static void make_poured(rp_read *r, rp_scene_spec *spec, int e)
{
    const rp_entry_spec *entry = &spec->entry[e];
    rp_source_spec *s = &spec->source_spec[spec->source_count];
    rp_source *state = &spec->source[spec->source_count];
    *s = (rp_source_spec){.node = entry->node, .amount_kind = RP_AMOUNT_COUNT, .amount = (double)entry->count};
    snprintf(state->name, sizeof state->name, "%.50s-poured", spec->group[e].name);
    check_name(r, entry->node, spec, state->name, spec->source_count, 0);
    s->kind = rp_read_alloc(r, 1, sizeof *s->kind, "a source");
    spec->source_count++;
    spec->poured++;
    if (r->status) return;
    s->kind_count = 1;
    s->kind[0] = (rp_kind_spec){.entry = *entry, .share = 1, .group = e + 1};
    s->velocity = entry->velocity;
    s->omega = entry->omega;
    s->end = INFINITY;
    s->catch_up = 1;
    s->attempts = 200;
    state->active = 1;
    rp_zone_set_box(&s->zone, r->dimension, entry->place.lower, entry->place.upper);
    check_poured(r, spec, e, &s->kind[0]);
}

void rp_sources_read(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    const rp_node *node = rp_read_key(r, root, "sources");
    int count = node ? rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "sources") : 0;
    for (int e = 0; e < spec->entry_count; e++) count += spec->entry[e].place.kind == RP_PLACE_POURED;
    if (r->status || !count) return;
    spec->source_spec = rp_read_alloc(r, (size_t)count, sizeof *spec->source_spec, "sources");
    spec->source = rp_read_alloc(r, (size_t)count, sizeof *spec->source, "sources");
    for (const rp_node *n = node ? node->child : NULL; n && !r->status; n = n->next) {
        read_source(r, n, spec, &spec->source_spec[spec->source_count], &spec->source[spec->source_count]);
        spec->source_count++;
    }
    for (int e = 0; e < spec->entry_count && !r->status; e++)
        if (spec->entry[e].place.kind == RP_PLACE_POURED) make_poured(r, spec, e);
}

/* ---- sinks ---- */

static void find_part(rp_read *r, const rp_node *node, const rp_wall *w, rp_zone *zone)
{
    const rp_node *part = rp_yaml_find(node, "part");
    const char *names[RP_SPEC_ITEMS_MAX];
    if (!w->mesh) {
        rp_read_fail(r, part, "the wall '%s' has no parts: it is no mesh", w->name);
        return;
    }
    if (rp_mesh_part(w->mesh, zone->part, &zone->mesh, r->err)) r->status = RP_SYSTEM;
    if (r->status || zone->mesh) return;
    const int count = w->mesh->parts < RP_SPEC_ITEMS_MAX ? (int)w->mesh->parts : RP_SPEC_ITEMS_MAX;
    for (int n = 0; n < count; n++) names[n] = w->mesh->part_name[n];
    rp_read_unknown(r, part, "part of the mesh", names, count);
}

/* The wall that a sink takes particles at. */
static void find_wall(rp_read *r, const rp_node *map, const rp_scene_spec *spec, rp_zone *zone)
{
    const rp_node *node = rp_read_key(r, map, "wall");
    if (!node) return;
    zone->number = rp_walls_read_name(r, node->kind == RP_NODE_MAP ? rp_yaml_find(node, "name") : node, spec);
    if (!r->status && zone->part[0]) find_part(r, node, &spec->wall[zone->number], zone);
}

static void read_sink(rp_read *r, const rp_node *node, rp_scene_spec *spec, rp_sink_spec *s, rp_sink *state)
{
    static const rp_key own[] = {{"name", RP_REQUIRED}, {"every", 0}, {"active", 0}, {"pass", 0}};
    enum { OWN = sizeof own / sizeof *own };
    rp_key keys[OWN + RP_ZONE_SHAPES];
    memcpy(keys, own, sizeof own);
    if (!rp_read_map(r, node, keys, OWN + rp_zone_keys(1, keys + OWN))) return;
    rp_read_name(r, rp_yaml_find(node, "name"), state->name, sizeof state->name);
    check_name(r, rp_yaml_find(node, "name"), spec, state->name, spec->source_count, spec->sink_count);
    rp_zone_read(r, node, 1, &s->zone);
    find_wall(r, node, spec, &s->zone);
    s->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    state->active = rp_read_flag(r, node, "active", 1);
    s->pass = rp_read_flag(r, node, "pass", 0);
    if (s->pass && !r->status && !s->zone.shape->passages
        && rp_read_fail(r, rp_yaml_find(node, "pass"), "nothing passes through a %s: it is no open surface",
                        s->zone.shape->name))
        rp_error_expected(r->err, r->dimension == 2 ? "plane or segment" : "plane, disc or mesh");
}

/* The last one is the outside of the domain, if particles may leave. */
void rp_sources_read_sinks(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    const rp_node *node = rp_read_key(r, root, "sinks");
    const int count = node ? rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "sinks") : 0;
    if (r->status || (!node && !spec->domain.open)) return;
    spec->sink_spec = rp_read_alloc(r, (size_t)count + 1, sizeof *spec->sink_spec, "sinks");
    spec->sink = rp_read_alloc(r, (size_t)count + 1, sizeof *spec->sink, "sinks");
    for (const rp_node *n = node ? node->child : NULL; n && !r->status; n = n->next) {
        read_sink(r, n, spec, &spec->sink_spec[spec->sink_count], &spec->sink[spec->sink_count]);
        spec->sink_count++;
    }
    if (r->status || !spec->domain.open) return;
    check_name(r, rp_yaml_find(root, "domain"), spec, "domain", spec->source_count, spec->sink_count);
    spec->sink_spec[spec->sink_count] = (rp_sink_spec){.zone = {.shape = &rp_zone_outside}};
    spec->sink[spec->sink_count++] = (rp_sink){.name = "domain", .active = 1};
}

void rp_sources_free(rp_scene_spec *spec)
{
    for (int s = 0; s < spec->source_count; s++) {
        for (int k = 0; k < spec->source_spec[s].kind_count; k++)
            if (spec->source_spec[s].kind[k].own) rp_memory_free(spec->source_spec[s].kind[k].entry.radius.value);
        rp_memory_free(spec->source_spec[s].kind);
        rp_zone_free(&spec->source_spec[s].zone);
    }
    for (int s = 0; s < spec->sink_count; s++) rp_zone_free(&spec->sink_spec[s].zone);
    void *const blocks[] = {spec->source_spec, spec->source, spec->sink_spec, spec->sink};
    for (int n = 0; n < 4; n++) rp_memory_free(blocks[n]);
}
