/* Builds the list of neighbours and the table of contacts.
 *
 *   wrap and check positions -> save active contacts -> set fast ones apart -> sort into chunks -> pairs by grid
 *   -> wall pairs -> table of contacts -> put histories back -> groups
 *
 * Order and grid depend on positions, radii and, for fast ones, velocities, never on threads.
 */
#include "core/neighbours.h"
#include <math.h>
#include <string.h>
#include "core/fast.h"
#include "core/pair_table.h"
#include "core/pieces.h"
#include "core/rebuild.h"
#include "core/wall_touch.h"
#include "core/walls.h"

#define CHUNK_LEAST 512 /* particles a chunk */
#define GROUP_CHUNKS 5  /* a group is at least this many largest chunks */
#define GROUP_MOST 256  /* groups */

/* ---- positions ---- */

static rp_status left_domain(rp_rebuild *b, size_t i)
{
    const rp_particles *p = &b->world->particles;
    rp_vec x = rp_particle_position(p, i), v = rp_particle_velocity(p, i);
    rp_status status = rp_error_set(b->err, RP_FAILED, "particle %u %s at (%g, %g, %g) m, speed %g m/s, step %llu",
                                    p->id[i], isfinite(x.x + x.y + x.z) ? "left the domain" : "is nowhere (NaN)", x.x,
                                    x.y, x.z, rp_vec_norm(v), (unsigned long long)b->world->step);
    if (b->err) {
        b->err->particle = p->id[i];
        b->err->time = b->world->time;
    }

    return status;
}

/* All are where they may be, or nothing is touched: who reports the one that is not still finds the old list valid. */
static rp_status check_positions(rp_rebuild *b)
{
    const rp_domain *d = &b->world->domain;
    for (size_t i = 0; i < b->count; i++) {
        rp_row *row = &b->world->particles.row[i];
        for (int axis = 0; axis < 3; axis++) {
            double x = *rp_rebuild_axis(row, axis), lower = rp_vec_component(d->lower, axis),
                   upper = rp_vec_component(d->upper, axis);
            if (!isfinite(x)) return left_domain(b, i);
            if (!d->bounded || axis >= b->world->dimension || (d->open && !d->periodic[axis])) continue;
            double beyond = d->periodic[axis] ? upper - lower
                                              : row->r; /* a whole period since the last rebuild is too much, too */
            if (x < lower - beyond || x > upper + beyond) return left_domain(b, i);
        }
    }
    return RP_OK;
}

/* Through a side of a cell that strains a particle comes with the velocity of its image, and by the upper and lower
 * side of y along x. */
static void wrap_into_cell(rp_rebuild *b)
{
    rp_world *w = b->world;
    static const int order[3] = {1, 0, 2};
    for (size_t i = 0; i < w->particles.count; i++)
        for (int n = 0; n < 3; n++) {
            const int axis = order[n];
            rp_row *row = &w->particles.row[i];
            const double at = *rp_rebuild_axis(row, axis);
            const int shift = axis >= w->dimension                            ? 0
                              : at >= rp_vec_component(w->domain.upper, axis) ? 1
                              : at < rp_vec_component(w->domain.lower, axis)  ? -1
                                                                              : 0;
            if (!shift) continue;
            const int image = RP_IMAGE_NONE - shift * (axis == 0 ? 1 : axis == 1 ? 3 : 9);
            for (int k = 0; k < 3; k++) {
                *rp_rebuild_axis(row, k) += w->contacts.shift[image][k];
                (&row->vx)[k] += w->contacts.shift_speed[image][k];
            }
            w->particles.image[i][axis] += shift;
            b->moved[i][axis] = (int8_t)shift;
        }
}

/* The offset may be counted from any image along x: from the nearest one. */
static void wrap_offset(rp_rebuild *b)
{
    rp_world *w = b->world;
    const double period = w->domain.upper.x - w->domain.lower.x;
    const int turns = w->cell.moves ? (int)rint(w->cell.offset / period) : 0;
    if (!turns) return;
    w->cell.offset -= turns * period;
    w->domain.offset = w->cell.offset;
    b->turns = turns;
    for (size_t i = 0; i < w->particles.count; i++) w->particles.image[i][0] += turns * w->particles.image[i][1];
    rp_neighbours_shifts(w);
}

static void wrap_positions(rp_rebuild *b)
{
    const rp_domain *d = &b->world->domain;
    rp_particles *p = &b->world->particles;
    if (b->world->cell.moves) {
        wrap_into_cell(b);
        return;
    }
    for (size_t i = 0; i < p->count && d->bounded; i++)
        for (int axis = 0; axis < b->world->dimension; axis++) {
            double *x = rp_rebuild_axis(&p->row[i], axis), lower = rp_vec_component(d->lower, axis),
                   upper = rp_vec_component(d->upper, axis);
            int shift = !d->periodic[axis] ? 0 : *x >= upper ? 1 : *x < lower ? -1 : 0;
            if (!shift) continue;
            *x -= shift * (upper - lower);
            p->image[i][axis] += shift;
            b->moved[i][axis] = (int8_t)shift;
        }
}

static void grid_box(rp_rebuild *b)
{
    rp_world *w = b->world;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < b->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double x = *rp_rebuild_axis(&w->particles.row[i], axis);
            low[axis] = fmin(low[axis], x);
            high[axis] = fmax(high[axis], x);
        }
    for (int axis = 0; axis < 3; axis++)
        if (w->domain.bounded && axis < w->dimension && w->domain.periodic[axis]) {
            low[axis] = rp_vec_component(w->domain.lower, axis);
            high[axis] = rp_vec_component(w->domain.upper, axis);
        }

    b->low = rp_vec_make(low[0], low[1], low[2]);
    b->extent = rp_vec_make(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/* Of a cell that strains. */
static void move_shifts(rp_world *w)
{
    const double *g = w->cell.gradient;
    for (int image = 0; image < RP_IMAGE_COUNT; image++) {
        double *shift = w->contacts.shift[image], *speed = w->contacts.shift_speed[image];
        shift[0] += (image / 3 % 3 - 1) * w->domain.offset;
        speed[0] = g[RP_CELL_XX] * shift[0] + g[RP_CELL_XY] * shift[1];
        speed[1] = g[RP_CELL_YY] * shift[1];
        speed[2] = g[RP_CELL_ZZ] * shift[2];
    }
}

void rp_neighbours_shifts(rp_world *w)
{
    for (int image = 0; image < 27; image++)
        for (int axis = 0, n = image; axis < 3; axis++, n /= 3) {
            double period = w->domain.bounded && w->domain.periodic[axis]
                                ? rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis)
                                : 0;
            w->contacts.shift[image][axis] = (n % 3 - 1) * period;
        }
    if (w->cell.moves) move_shifts(w);
}

/* ---- order and chunks ---- */

/* In a cell with an offset images across y stand anywhere along x: particles are not sorted along it. */
static int longest_axis(const rp_world *w, rp_vec e)
{
    const int sheared = w->cell.moves;
    return e.x >= e.y && e.x >= e.z && !sheared ? 0 : e.y >= e.z ? 1 : 2;
}

static rp_status chunks_reserve(rp_rebuild *b, size_t need)
{
    rp_contacts *c = &b->world->contacts;
    return rp_memory_reserve(&c->chunk, &c->chunk_capacity, need, sizeof *c->chunk) ? RP_OK : rp_rebuild_no_memory(b);
}

/* Merges slabs of the sort axis into chunks of at least CHUNK_LEAST; chunk_of[slab]. */
static rp_status plan_chunks(rp_rebuild *b, const uint32_t *slab, int slabs, uint32_t *chunk_of)
{
    rp_contacts *c = &b->world->contacts;
    uint32_t *population = rp_rebuild_take(b, (size_t)slabs, sizeof *population);
    if (!population) return rp_rebuild_no_memory(b);
    for (size_t i = 0; i < b->count; i++) population[slab[i]]++;
    c->chunk_count = 0;
    uint32_t in_chunk = 0;
    for (int s = 0; s < slabs; s++) {
        chunk_of[s] = (uint32_t)c->chunk_count;
        in_chunk += population[s];
        if (in_chunk >= CHUNK_LEAST || s == slabs - 1) {
            rp_status status = chunks_reserve(b, c->chunk_count + 1);
            if (status) return status;
            c->chunk[c->chunk_count++] = (rp_chunk){.last = in_chunk};
            in_chunk = 0;
        }
    }
    uint32_t first = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        c->chunk[n].first = c->chunk[n].fast = c->chunk[n].middle = first;
        first = c->chunk[n].last = first + c->chunk[n].last;
    }
    return RP_OK;
}

static int particle_constrained(const rp_world *w, size_t i)
{
    return rp_bodies_of(&w->particles, i) || rp_group_constrained(&w->group[w->particles.group[i]]);
}

/* Places within a chunk: ordinary particles, fast ones of them, constrained ones. */
enum { ORDINARY, FAST, CONSTRAINED, KINDS };

static int kind_of(const rp_world *w, size_t i)
{
    if (particle_constrained(w, i)) return CONSTRAINED;
    return rp_fast_is(w, i) ? FAST : ORDINARY;
}

/* Sorts indices 0..count-1 by key, stable: counting sort, 11 bits a pass. */
static rp_status sort_by_key(rp_rebuild *b, uint64_t *key, uint64_t most, uint32_t *order)
{
    uint32_t *other = rp_rebuild_take(b, b->count, sizeof *other);
    if (!other) return rp_rebuild_no_memory(b);
    for (size_t i = 0; i < b->count; i++) order[i] = (uint32_t)i;
    for (int shift = 0; shift == 0 || most >> shift; shift += 11) {
        size_t start[2049] = {0};
        for (size_t i = 0; i < b->count; i++) start[(key[i] >> shift & 2047) + 1]++;
        for (int n = 0; n < 2048; n++) start[n + 1] += start[n];
        for (size_t i = 0; i < b->count; i++) other[start[key[order[i]] >> shift & 2047]++] = order[i];
        memcpy(order, other, b->count * sizeof *order);
    }
    return RP_OK;
}

static rp_status plan_order(rp_rebuild *b, uint32_t *order)
{
    rp_world *w = b->world;
    double size = 2 * rp_pieces_mean_radius(w) + b->margin;
    int axis = w->contacts.axis = longest_axis(w, b->extent), second = axis == 0 ? 1 : 0, third = 3 - axis - second;
    int n[3];
    double inv[3], low[3];
    for (int d = 0; d < 3; d++) {
        double extent = rp_vec_component(b->extent, d);
        low[d] = rp_vec_component(b->low, d);
        n[d] = rp_cell_count(extent, size);
        inv[d] = extent > 0 ? n[d] / extent : 0;
    }
    uint32_t *slab = rp_rebuild_take(b, b->count, sizeof *slab),
             *chunk_of = rp_rebuild_take(b, (size_t)n[axis], sizeof *chunk_of);
    uint64_t *key = rp_rebuild_take(b, b->count, sizeof *key);
    if (!slab || !chunk_of || !key) return rp_rebuild_no_memory(b);
    for (size_t i = 0; i < b->count; i++)
        slab[i] = (uint32_t)rp_cell_of(*rp_rebuild_axis(&w->particles.row[i], axis), low[axis], inv[axis], n[axis]);
    rp_status status = plan_chunks(b, slab, n[axis], chunk_of);
    if (status) return status;
    uint64_t most = 0;
    for (size_t i = 0; i < b->count; i++) {
        rp_row *row = &w->particles.row[i];
        int kind = kind_of(w, i);
        int k2 = rp_cell_of(*rp_rebuild_axis(row, second), low[second], inv[second], n[second]),
            k3 = rp_cell_of(*rp_rebuild_axis(row, third), low[third], inv[third], n[third]);
        uint32_t chunk = chunk_of[slab[i]];
        uint64_t k1 = ((uint64_t)chunk * KINDS + (uint64_t)kind) * (uint64_t)n[axis] + slab[i];
        key[i] = (k1 * (uint64_t)n[second] + (uint64_t)k2) * (uint64_t)n[third] + (uint64_t)k3;
        if (key[i] > most) most = key[i];
        w->contacts.chunk[chunk].fast += kind == ORDINARY;
        w->contacts.chunk[chunk].middle += kind != CONSTRAINED;
    }
    return sort_by_key(b, key, most, order);
}

/* One pair, or one a feature of a polygon. */
static int add_wall_pair(rp_world *w, size_t i, int wall, int face)
{
    rp_contacts *c = &w->contacts;
    double size;
    uint32_t shape = w->particles.shape ? w->particles.shape[i] : 0;
    int features = shape ? rp_wall_touch_features(&w->wall[wall], rp_world_shape(w, i, &size).corners) : 1;
    if (!rp_memory_reserve(&c->wall_pair, &c->wall_pair_capacity, c->wall_pairs.count + (size_t)features,
                           sizeof *c->wall_pair))
        return 0;
    for (int k = 0; k < features; k++)
        c->wall_pair[c->wall_pairs.count++] = (rp_wall_pair){(uint32_t)i, (uint16_t)wall,
                                                             (uint16_t)(face | k << RP_FACE_BITS), 0};
    return 1;
}

/* Pairs with all triangles of a mesh that are near. */
static int add_triangles(rp_rebuild *b, size_t i, int wall)
{
    rp_contacts *c = &b->world->contacts;
    const rp_particles *p = &b->world->particles;
    const rp_wall_pose pose = rp_wall_pose_of(&b->world->wall[wall]);
    const rp_vec x = rp_wall_pose_in(&pose, rp_particle_position(p, i));
    rp_mesh_list *near = &b->triangles;
    if (!rp_mesh_near(b->world->wall[wall].mesh, x, p->row[i].r + rp_rebuild_further(b, i) + b->margin, near)
        || !rp_memory_reserve(&c->wall_pair, &c->wall_pair_capacity, c->wall_pairs.count + near->count,
                              sizeof *c->wall_pair))
        return 0;
    for (size_t k = 0; k < near->count; k++)
        c->wall_pair[c->wall_pairs.count++] = (rp_wall_pair){(uint32_t)i, (uint16_t)wall, 0, near->triangle[k] + 1};
    return 1;
}

static int add_wall_pairs(rp_rebuild *b, size_t i, int wall)
{
    rp_world *w = b->world;
    if (w->wall[wall].mesh) return add_triangles(b, i, wall);
    for (int face = 0; face < rp_wall_faces(&w->wall[wall]); face++) {
        rp_vec normal;
        if (rp_wall_distance(&w->wall[wall], face, rp_particle_position(&w->particles, i), &normal)
            >= w->particles.row[i].r + rp_rebuild_further(b, i) + b->margin)
            continue;
        if (!add_wall_pair(w, i, wall, face)) return 0;
    }
    return 1;
}

static rp_status find_wall_pairs(rp_rebuild *b)
{
    rp_world *w = b->world;
    int good = 1;
    w->contacts.wall_pairs.count = 0;
    for (size_t i = 0; i < b->count && good; i++)
        for (int n = 0; n < w->wall_count && good; n++)
            if (w->wall[n].active) good = add_wall_pairs(b, i, n);
    rp_memory_free(b->triangles.triangle);
    b->triangles = (rp_mesh_list){0};
    return good ? RP_OK : rp_rebuild_no_memory(b);
}

/* ---- groups ---- */

static void chunk_ranges(rp_contacts *c, const rp_pair *list, size_t count)
{
    size_t pair = 0, wall_pair = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        rp_chunk *k = &c->chunk[n];
        k->halo_end = k->last;
        k->deferred = 0;
        k->listed = pair;
        k->wall_pair = wall_pair;
        for (; pair < count && rp_pair_a(list[pair]) < k->last; pair++)
            if (rp_pair_b(list[pair]) >= k->halo_end) k->halo_end = rp_pair_b(list[pair]) + 1;
        while (wall_pair < c->wall_pairs.count && c->wall_pair[wall_pair].a < k->last) wall_pair++;
        k->listed_end = pair;
        k->wall_pair_end = wall_pair;
    }
}

static rp_status make_groups(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    size_t largest = 0;
    for (size_t n = 0; n < c->chunk_count; n++)
        largest = c->chunk[n].last - c->chunk[n].first > largest ? c->chunk[n].last - c->chunk[n].first : largest;
    size_t target = GROUP_CHUNKS * largest > b->count / GROUP_MOST ? GROUP_CHUNKS * largest : b->count / GROUP_MOST;
    c->group_count = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        int fresh = c->group_count == 0 || c->chunk[n].first - c->group[c->group_count - 1].first >= target;
        if (fresh) {
            if (!rp_memory_reserve(&c->group, &c->group_capacity, c->group_count + 1, sizeof *c->group))
                return rp_rebuild_no_memory(b);
            c->group[c->group_count++] = (rp_slots){.first = c->chunk[n].first, .chunk = (uint32_t)n};
        }
        rp_slots *g = &c->group[c->group_count - 1];
        g->last = c->chunk[n].last;
        g->chunk_end = (uint32_t)n + 1;
        g->halo_end = g->halo_end > c->chunk[n].halo_end ? g->halo_end : c->chunk[n].halo_end;
    }
    return RP_OK;
}

/* Which chunks have particles in pairs of other groups, and where halo rows start. */
static void defer_chunks(rp_contacts *c, const rp_pair *list)
{
    uint32_t wrapped = 0; /* slots below this are reached by wrapping pairs */
    c->halo_rows = 0;
    for (size_t n = 0; n < c->group_count; n++) {
        rp_slots *g = &c->group[n];
        for (size_t k = c->chunk[g->chunk].listed; k < c->chunk[g->chunk_end - 1].listed_end; k++) {
            if (rp_image_along(rp_pair_image(list[k]), c->axis) == 0) continue;
            uint32_t slot = rp_pair_b(list[k]);
            if (slot >= wrapped) wrapped = slot + 1;
            if (slot < g->first && slot >= g->wrap) g->wrap = slot + 1;
        }
        g->halo = c->halo_rows;
        c->halo_rows += g->halo_end - g->last + g->wrap;
    }
    uint32_t reached = 0, others_reach = wrapped; /* by the group before; by wrapping pairs and earlier groups */
    for (size_t n = 0; n < c->group_count; n++) {
        for (uint32_t k = c->group[n].chunk; k < c->group[n].chunk_end; k++) {
            rp_chunk *chunk = &c->chunk[k];
            const int others = chunk->first < others_reach, one = chunk->first < reached,
                      constrained = chunk->middle < chunk->last;
            chunk->deferred = others || (one && constrained) ? RP_AFTER_ALL : one ? RP_AFTER_ONE : 0;
        }
        others_reach = others_reach > reached ? others_reach : reached;
        reached = c->group[n].halo_end;
    }
}

static rp_status group_chunks(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    size_t count;
    rp_status status = make_groups(b);
    if (!status) defer_chunks(c, rp_pair_table_list(c, &count));
    return status ? status : rp_share_deal(b->world, b->err);
}

static rp_status sort_particles(rp_rebuild *b)
{
    b->rank = rp_rebuild_take(b, b->count, sizeof *b->rank);
    size_t mark = rp_arena_mark(&b->world->scratch);
    uint32_t *order = rp_rebuild_take(b, b->count, sizeof *order);
    if (!order || !b->rank) return rp_rebuild_no_memory(b);
    rp_status status = plan_order(b, order);
    if (!status) status = rp_particles_permute(&b->world->particles, order, b->err);
    for (size_t s = 0; s < b->count && !status; s++) b->rank[order[s]] = (uint32_t)s;
    rp_arena_release(&b->world->scratch, mark);
    return status;
}

static rp_status find_all(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    size_t mark = rp_arena_mark(&b->world->scratch);
    rp_status status = rp_fast_slots(b->world, &b->fast, b->err);
    if (!status) status = rp_pair_search(b);
    if (!status) status = find_wall_pairs(b);
    rp_arena_release(&b->world->scratch, mark);
    if (status) return status;
    chunk_ranges(c, c->list, c->list_count);
    return rp_pair_table_make(b->world, b->err);
}

static rp_status build(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    b->moved = rp_rebuild_take(b, b->count, sizeof *b->moved);
    if (!b->moved) return rp_rebuild_no_memory(b);
    rp_neighbours_shifts(b->world);
    rp_status status = check_positions(b);
    if (status) return status;
    wrap_offset(b);
    wrap_positions(b);
    rp_bodies_wrap(b->world);
    status = rp_active_contacts_save(b);
    if (status) return status;
    grid_box(b);
    rp_fast_choose(b->world, b->extent, b->margin);
    status = sort_particles(b);
    if (!status) status = rp_bodies_index(b->world, b->err);
    if (!status) status = find_all(b);
    if (!status) status = rp_active_contacts_restore(b);
    if (!status) status = group_chunks(b);
    if (!status) {
        c->valid = 1;
        c->travelled = c->fast.travelled = 0;
        c->rebuilds++;
        c->span = rp_walls_span(b->world);
    }

    return status;
}

rp_status rp_neighbours_regroup(rp_world *world, rp_error *err)
{
    rp_rebuild b = {.world = world, .err = err, .count = world->particles.count};
    size_t count;
    const rp_pair *list = rp_pair_table_list(&world->contacts, &count);
    chunk_ranges(&world->contacts, list, count);
    return group_chunks(&b);
}

/* Without particles there is nothing to list, and no list that holds. */
static rp_status build_empty(rp_world *w, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    c->list_count = c->chunk_count = c->group_count = c->halo_rows = 0;
    c->pairs.count = c->wall_pairs.count = 0;
    return rp_share_deal(w, err);
}

rp_status rp_neighbours_build(rp_world *world, rp_error *err)
{
    if (world->particles.count > RP_SLOT_MASK)
        return rp_error_set(err, RP_INPUT, "more than %u particles", RP_SLOT_MASK);
    rp_rebuild b = {.world = world,
                    .err = err,
                    .count = world->particles.count,
                    .margin = world->contacts.skin + world->contacts.cutoff};
    double start = rp_timer_clock();
    rp_arena_reset(&world->scratch);
    rp_status status = b.count ? build(&b) : build_empty(world, err);
    rp_arena_reset(&world->scratch);
    world->timers.seconds[RP_PHASE_LIST] += rp_timer_clock() - start;
    world->timers.calls[RP_PHASE_LIST]++;
    return status;
}

/* How far a step carries anything, and how much of it counts before and after it. */
typedef struct ways {
    double done, ahead;
} ways;

static ways ways_of(double move, double shared, double walls, int moved)
{
    const double way = walls > 0 ? fmax(move, walls) : move - shared;
    return moved ? (ways){way, 0} : (ways){0, way};
}

/* The table lasts as long as every rank's part of it does. */
static rp_status renew_table(rp_world *w, int *full, rp_error *err)
{
    rp_status status = rp_pair_table_renew(w, full, err);
    if (!w->ranks) return status;
    status = rp_ranks_agree(w->ranks, status, err);
    *full = !status && rp_ranks_any(w->ranks, *full);
    return status;
}

rp_status rp_neighbours_refresh(rp_world *w, int moved, int *rebuilt, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    rp_fast *f = &c->fast;
    const double walls = rp_walls_move(w);
    const ways way = ways_of(c->next_move, c->next_shared, walls, moved),
               all = f->gap > 0 ? ways_of(f->next_move, f->next_shared, walls, moved) : (ways){0, 0};
    rp_status status = RP_OK;
    c->travelled += way.done;
    c->near_travelled += way.done;
    f->travelled += all.done;
    f->near_travelled += all.done;
    *rebuilt = !c->valid || 2 * (c->travelled + way.ahead) > c->skin
               || 2 * (f->travelled + all.ahead) > c->skin + f->gap;
    if (!*rebuilt && (2 * (c->near_travelled + way.ahead) > c->near || 2 * (f->near_travelled + all.ahead) > f->near))
        status = renew_table(w, rebuilt, err);
    if (!status && *rebuilt) rp_share_whole(w);
    if (!status && *rebuilt) status = rp_neighbours_build(w, err);
    c->travelled += way.ahead;
    c->near_travelled += way.ahead;
    f->travelled += all.ahead;
    f->near_travelled += all.ahead;
    return status;
}
