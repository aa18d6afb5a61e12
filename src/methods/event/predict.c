/* The next event of a particle: its earliest collision with others or with walls, or leaving its cell.
 *
 * Two flights meet when |r_ij + v_ij s| = R_i + R_j, only if they approach, r_ij . v_ij < 0 [Poschel2008, section 3.1
 * step 2; times are absolute there and "> 0" means "> t"]. All that fall do so alike, so gravity cancels between them.
 *
 * One event per particle. The particle that changed last has predicted its collisions with all others near. So if the
 * partner of a predicted collision collides earlier with another, nothing needs repair at that moment. It shows when
 * the time of the prediction has come: then the partner's count of changes differs, and all is predicted again (with
 * `stale: graph` those that waited for a particle are predicted again as soon as it changes: graph.h). A
 * collision later than the next crossing is kept through the crossing, and only the cells that have come near are
 * searched. */
#include <math.h>
#include <string.h>
#include "methods/event/event.h"
#include "core/first.h"

typedef struct seeker {
    uint32_t i;
    const rp_event_flight *self; /* at the time of the prediction: its own row, or `moved` */
    rp_event_flight moved;
    double hit; /* earliest so far */
    uint32_t partner;
    double end;     /* when it leaves its cell */
    uint32_t count; /* of entries not checked yet */
    uint32_t entry[RP_EVENT_LANES_MOST + 1];
} seeker;

static inline rp_vec place_of(const seeker *s) { return rp_vec_make(s->self->x, s->self->y, s->self->z); }
static inline rp_vec velocity_of(const seeker *s) { return rp_vec_make(s->self->vx, s->self->vy, s->self->vz); }

/* ---- others ---- */

static inline void propose(seeker *s, double t, uint32_t j)
{
    if (t > s->hit || (t == s->hit && j >= s->partner)) return;
    s->hit = t;
    s->partner = j;
}

/* The earliest meeting with others that fall as i does. */
static inline void meet_all(const rp_event *m, seeker *s, const uint32_t *entry, uint32_t count)
{
    m->meet(m->flight, m->cells.shift, entry, count, s->self, rp_event_floats(m, s->i) ? NULL : &m->gravity, &s->hit,
            &s->partner);
}

static rp_vec apart(const rp_event *m, const seeker *s, uint32_t j, const double *shift)
{
    return rp_vec_sub(rp_vec_sub(place_of(s), rp_vec_make(shift[0], shift[1], shift[2])),
                      rp_event_position(m, j, s->self->t));
}

/* Radii grow: |r_ij + v_ij s| = R_ij + a_ij s. Even particles that move apart may meet. */
static void meet_growing(const rp_event *m, seeker *s, uint32_t j, const double *shift)
{
    double t = s->self->t;
    rp_vec d = apart(m, s, j, shift), g = rp_vec_sub(velocity_of(s), rp_event_velocity(m, j, t));
    double touch = s->self->r + rp_event_radius(m, j, t), rate = rp_event_rate(m, s->i) + rp_event_rate(m, j);
    double near = rp_vec_dot(d, g) - touch * rate, away = rp_vec_dot(d, d) - touch * touch,
           square = rp_vec_dot(g, g) - rate * rate;
    double root = near * near - square * away;
    if (near < 0 && away <= 0) propose(s, t, j);
    else if (near < 0 && root >= 0) propose(s, t + away / (sqrt(root) - near), j);
    else if (near >= 0 && square < 0) propose(s, t + (near + sqrt(root > 0 ? root : 0)) / -square, j);
}

/* One of the two does not fall: it is fixed, prescribed or asleep. */
static void meet_fixed(const rp_event *m, seeker *s, uint32_t j, const double *shift)
{
    double t = s->self->t;
    rp_vec d = apart(m, s, j, shift), g = rp_vec_sub(velocity_of(s), rp_event_velocity(m, j, t));
    rp_vec a = rp_event_floats(m, j) ? m->gravity : rp_vec_scale(-1, m->gravity);
    double end = fmin(s->end, m->plan[j].next); /* then one of the two is predicted again */
    double hit = t + rp_first_distance(d, g, a, s->self->r + m->flight[j].r, 1, end - t);
    if (isfinite(hit)) propose(s, hit, j);
}

/* Where radii grow, or some particles are fixed (two of these never meet). Pairs that fall alike are left for meet_all:
 * their entries move to the front; returns how many. */
static uint32_t meet_one_by_one(const rp_event *m, seeker *s, uint32_t *entry, uint32_t count)
{
    uint32_t left = 0;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t j = entry[n] & RP_SLOT_MASK;
        const double *shift = m->cells.shift[entry[n] >> RP_SLOT_BITS];
        if (m->cold[s->i].inv_mass == 0 && m->cold[j].inv_mass == 0) continue;
        if (m->growth > 0) meet_growing(m, s, j, shift);
        else if (rp_event_floats(m, s->i) == rp_event_floats(m, j)) entry[left++] = entry[n];
        else meet_fixed(m, s, j, shift);
    }
    return left;
}

static inline void meet(const rp_event *m, seeker *s, uint32_t count)
{
    uint32_t left = m->fixed || m->growth > 0 ? meet_one_by_one(m, s, s->entry, count) : count;
    if (left) meet_all(m, s, s->entry, left);
}

static inline void meet_entries(const rp_event *m, seeker *s)
{
    meet(m, s, s->count);
    s->count = 0;
}

static inline void add_entry(const rp_event *m, seeker *s, uint32_t entry)
{
    if (s->count == RP_EVENT_LANES_MOST) meet_entries(m, s);
    s->entry[s->count++] = entry;
}

/* Meets the first `kept` entries and moves those from n on to the front; returns how many these are. */
static __attribute__((noinline)) uint32_t make_room(const rp_event *m, seeker *s, uint32_t kept, uint32_t n,
                                                    uint32_t count)
{
    meet(m, s, kept);
    memmove(s->entry, s->entry + n, (count - n) * sizeof *s->entry);
    return count - n;
}

/* Entries that are the first of their cells: appends those that follow them, and meets all but i itself, whose images
 * move with it. Lengths of lists are unpredictable: without a branch. */
static inline void meet_lists(const rp_event *m, seeker *s)
{
    const uint32_t *after = m->cells.next, i = s->i;
    uint32_t *entry = s->entry, count = s->count, kept = 0;
    for (uint32_t n = 0; n < count; n++) {
        if (count == RP_EVENT_LANES_MOST) {
            count = make_room(m, s, kept, n, count);
            kept = n = 0;
        }
        const uint32_t e = entry[n], j = e & RP_SLOT_MASK, next = after[j];
        entry[count] = next | (e & ~RP_SLOT_MASK);
        count += next != RP_EVENT_CELLS_NONE;
        entry[kept] = e;
        kept += j != i;
    }
    meet(m, s, kept);
    s->count = 0;
}

typedef struct span {
    int32_t low, high;
} span; /* cells of a level along an axis, unwrapped */

_Static_assert(RP_EVENT_ROW_IMAGE == 32 + RP_SLOT_BITS, "the upper half of a cell is the image of an entry");

/* Rows along x around a particle: at most nine, of at most three cells each. */
typedef struct block {
    rp_event_row row[9];
    uint32_t occupied; /* three bits for each row */
} block;

static inline __attribute__((always_inline)) void find_rows(const rp_event_cells *g, int level, const span range[3],
                                                            int32_t wide_y, int32_t wide_z, block *b)
{
    const rp_event_row *y = g->row[level][1] + range[1].low, *z = g->row[level][2] + range[2].low;
    const uint32_t from = (uint32_t)range[0].low + 1, cells = (2u << (range[0].high - range[0].low)) - 1;
    const uint8_t *occupied = g->occupied + from / 8;
    uint32_t all = 0;
    for (int32_t n = wide_z * wide_y - 1; n >= 0; n--) {
        b->row[n] = z[n / wide_y] + y[n % wide_y];
        const uint8_t *at = occupied + (uint32_t)b->row[n] / 8;
        all = all << 3 | ((at[0] | (uint32_t)at[1] << 8) >> from % 8 & cells);
    }
    b->occupied = all;
}

static inline void find_occupied(const rp_event_cells *g, int level, const span range[3], block *b)
{
    const int32_t wide_y = range[1].high - range[1].low + 1, wide_z = range[2].high - range[2].low + 1;
    if (wide_y == 3 && wide_z == 3) find_rows(g, level, range, 3, 3, b);
    else if (wide_y == 3 && wide_z == 1) find_rows(g, level, range, 3, 1, b);
    else if (wide_y == 1 && wide_z == 3) find_rows(g, level, range, 1, 3, b);
    else find_rows(g, level, range, wide_y, wide_z, b);
}

/* Meets the particles of a direct table's cells, at most three along each axis. */
static inline void meet_near_cells(const rp_event *m, seeker *s, int level, const span range[3])
{
    static const uint8_t row[27] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8},
                         along[27] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    const rp_event_row *x = m->cells.row[level][0] + range[0].low;
    const uint32_t *head = m->cells.head, *next = m->cells.next, i = s->i;
    uint32_t *entry = s->entry, count = 0;
    block b;
    find_occupied(&m->cells, level, range, &b);
    for (uint32_t left = b.occupied; left; left &= left - 1) {
        const unsigned n = (unsigned)__builtin_ctz(left);
        const rp_event_row cell = b.row[row[n]] + x[along[n]];
        uint32_t j = head[(uint32_t)cell];
        do {
            if (count == RP_EVENT_LANES_MOST) count = make_room(m, s, count, count, count);
            entry[count] = j | (uint32_t)(cell >> 32);
            count += j != i;
            j = next[j];
        } while (j != RP_EVENT_CELLS_NONE);
    }
    meet(m, s, count);
}

static inline void add_cell(const rp_event *m, seeker *s, uint32_t spot, uint32_t image)
{
    if (s->count == RP_EVENT_LANES_MOST / 2) meet_lists(m, s);
    if (m->cells.head[spot] != RP_EVENT_CELLS_NONE) s->entry[s->count++] = m->cells.head[spot] | image << RP_SLOT_BITS;
}

static void add_cells(const rp_event *m, seeker *s, int level, const span range[3])
{
    const rp_event_cells *g = &m->cells;
    int kx, ky, kz;
    for (int32_t cz = range[2].low; cz <= range[2].high; cz++) {
        int32_t z = rp_event_cells_wrap(g, 2, level, cz, &kz);
        for (int32_t cy = range[1].low; cy <= range[1].high; cy++) {
            int32_t y = rp_event_cells_wrap(g, 1, level, cy, &ky);
            for (int32_t cx = range[0].low; cx <= range[0].high; cx++) {
                int32_t x = rp_event_cells_wrap(g, 0, level, cx, &kx);
                add_cell(m, s, rp_event_cells_spot(g, level, x, y, z), rp_event_cells_image(kx, ky, kz));
            }
        }
    }
}

/* At most three cells along each axis: at most 27, and none more than one beyond the period. */
static inline int few(const span range[3])
{
    return range[0].high - range[0].low <= 2 && range[1].high - range[1].low <= 2 && range[2].high - range[2].low <= 2;
}

static void search_cells(const rp_event *m, seeker *s, int level, const span range[3])
{
    if (m->cells.direct && few(range)) {
        meet_near_cells(m, s, level, range);
        return;
    }
    add_cells(m, s, level, range);
    meet_lists(m, s);
}

/* Occupied cells of a direct table, `count` of them along x from `place` on. */
static void add_row(const rp_event *m, seeker *s, uint32_t place, int32_t count, uint32_t image)
{
    enum { AT_ONCE = 56 }; /* eight bytes have at least so many bits from any place on */
    for (; count > 0; count -= AT_ONCE, place += AT_ONCE) {
        uint64_t bits;
        memcpy(&bits, m->cells.occupied + place / 8, sizeof bits);
        bits = bits >> place % 8 & (((uint64_t)1 << (count < AT_ONCE ? count : AT_ONCE)) - 1);
        for (; bits; bits &= bits - 1) add_cell(m, s, place + (uint32_t)__builtin_ctzll(bits), image);
    }
}

/* A row along x of a direct table, part by part between the ends of periods. */
static void add_periods(const rp_event *m, seeker *s, int level, span x, int32_t cy, int32_t cz)
{
    const rp_event_cells *g = &m->cells;
    const int32_t count = rp_event_cells_count(g, 0, level);
    int kx, ky, kz;
    const rp_event_row y = g->row[level][1][rp_event_cells_wrap(g, 1, level, cy, &ky)],
                       z = g->row[level][2][rp_event_cells_wrap(g, 2, level, cz, &kz)];
    for (int32_t from = x.low; from <= x.high;) {
        const int32_t at = rp_event_cells_wrap(g, 0, level, from, &kx), left = x.high - from + 1,
                      cells = left < count - at ? left : count - at;
        add_row(m, s, (uint32_t)(y + z + g->row[level][0][at]), cells, rp_event_cells_image(kx, ky, kz));
        from += cells;
    }
}

/* Square of the distance along an axis between i's finest cell and a cell of a level. */
static double square_between(const rp_event *m, uint32_t i, int level, int axis, int32_t cell)
{
    const int32_t c = m->cells.place[i].c[axis], wide = (int32_t)1 << level, first = cell * wide;
    const int32_t between = c < first ? first - c - 1 : c >= first + wide ? c - first - wide : 0;
    const double d = between * m->cells.size[axis];
    return d * d;
}

/* Cells of a level finer than that of i: many, but not those in the corners of the range. */
static void search_finer(const rp_event *m, seeker *s, int level, const span range[3])
{
    const rp_event_place *p = &m->cells.place[s->i];
    const double reach = (m->cells.largest[p->level] + m->cells.largest[level]) * (1 + 1e-8); /* as in cells.c */
    for (int32_t cz = range[2].low; cz <= range[2].high; cz++)
        for (int32_t cy = range[1].low; cy <= range[1].high; cy++) {
            const double left = reach * reach - square_between(m, s->i, level, 1, cy)
                                - square_between(m, s->i, level, 2, cz);
            if (left < 0) continue;
            const int32_t cells = (int32_t)(sqrt(left) / m->cells.size[0]) + 1;
            const span x = {(p->c[0] - cells) >> level, (p->c[0] + cells) >> level};
            if (m->cells.direct) add_periods(m, s, level, x, cy, cz);
            else add_cells(m, s, level, (span[3]){x, {cy, cy}, {cz, cz}});
        }
    meet_lists(m, s);
}

/* Cells of a level that contain all partners of i until one of the two leaves its finest cell. */
static span cells_around(const rp_event *m, uint32_t i, int level, int axis)
{
    const rp_event_place *p = &m->cells.place[i];
    if (axis >= m->cells.dimension) return (span){0, 0};
    if (level == (int)p->level) return (span){(p->c[axis] >> level) - 1, (p->c[axis] >> level) + 1};
    const int32_t reach = m->cells.reach[p->level][level][axis];
    return (span){(p->c[axis] - reach) >> level, (p->c[axis] + reach) >> level};
}

/* In coarser cells the reach is at most one cell: their width is twice the larger radius. */
static void search_level(const rp_event *m, seeker *s, int level, const span range[3])
{
    if (level < (int)m->cells.place[s->i].level) search_finer(m, s, level, range);
    else search_cells(m, s, level, range);
}

static void search_list(const rp_event *m, seeker *s)
{
    const uint32_t *list = rp_event_ball_list(&m->ball, s->i);
    if (!m->fixed && m->growth == 0 && list[0] <= RP_EVENT_LANES_MOST) {
        meet_all(m, s, list + 1, list[0]);
        return;
    }
    for (uint32_t n = 1; n <= list[0]; n++) add_entry(m, s, list[n]);
    meet_entries(m, s);
}

static void search_all(const rp_event *m, seeker *s)
{
    if (m->ball.radius > 0) {
        search_list(m, s);
        return;
    }
    for (int level = 0; level < m->cells.levels; level++) {
        if (!(m->cells.present >> level & 1)) continue;
        span range[3];
        for (int axis = 0; axis < 3; axis++) range[axis] = cells_around(m, s->i, level, axis);
        search_level(m, s, level, range);
    }
}

/* Whether a step to finest cell c was one into the next cell of its level, too. */
static int entered(int32_t c, int level, int up)
{
    const int32_t last = ((int32_t)1 << level) - 1;
    return (c & last) == (up ? 0 : last);
}

/* Of i's own level the layer that has come near by the last crossing: all others of this level that are near have been
 * near before, and whichever of the two changed last has predicted the pair. Of other levels all that is near. A pair
 * of different levels is near in another sense for the small one than for the large one, so what has been predicted by
 * the large one is not known. */
static __attribute__((noinline)) void search_levels(const rp_event *m, seeker *s, uint32_t way)
{
    const rp_event_place *p = &m->cells.place[s->i];
    for (int level = 0; level < m->cells.levels; level++) {
        span range[3], *along = &range[way / 2];
        if (!(m->cells.present >> level & 1)) continue;
        if (level == (int)p->level && !entered(p->c[way / 2], level, way & 1)) continue;
        for (int axis = 0; axis < 3; axis++) range[axis] = cells_around(m, s->i, level, axis);
        if (level == (int)p->level)
            *along = way & 1 ? (span){along->high, along->high} : (span){along->low, along->low};
        search_level(m, s, level, range);
    }
}

/* Only the layer of cells that has come near by the last crossing. */
static void search_layer(const rp_event *m, seeker *s, uint32_t way)
{
    const rp_event_place *p = &m->cells.place[s->i];
    const int level = (int)p->level, deep = m->cells.dimension == 3;
    const int32_t x = p->c[0] >> level, y = p->c[1] >> level, z = p->c[2] >> level;
    span range[3] = {{x - 1, x + 1}, {y - 1, y + 1}, {z - deep, z + deep}}, *along = &range[way / 2];
    const int32_t layer = way & 1 ? along->high : along->low;
    *along = (span){layer, layer};
    search_cells(m, s, level, range);
}

/* ---- walls ---- */

static void search_walls(const rp_event *m, seeker *s)
{
    rp_vec a = rp_event_floats(m, s->i) ? rp_vec_make(0, 0, 0) : m->gravity;
    if (m->cold[s->i].inv_mass == 0) return;
    for (int n = 0; n < m->world->wall_count; n++) {
        if (!m->world->wall[n].active) continue;
        for (int face = 0; face < rp_wall_faces(&m->world->wall[n]); face++) {
            double t = rp_event_walls_hit(&m->walls, n, face, place_of(s), velocity_of(s), a, s->self->r,
                                          rp_event_rate(m, s->i), s->self->t, fmin(s->end, s->hit));
            if (isfinite(t)) propose(s, t, RP_EVENT_PARTNER_WALL | (uint32_t)n << 4 | (uint32_t)face);
        }
    }
}

/* ---- leaving the cell or the neighbour ball ---- */

/* When p + v s + a s^2/2 goes up through `edge`. */
static double time_through(double p, double v, double a, double edge) { return rp_first_parabola(edge - p, -v, -a); }

/* After how long a straight flight leaves a ball: |d + v s| = radius, by the form of the root without cancellation. The
 * sign of d . v is unpredictable: without a branch. */
static inline double leave_ball(rp_vec d, rp_vec v, double radius)
{
    double b = rp_vec_dot(d, v), square = rp_vec_dot(v, v), rest = radius * radius - rp_vec_dot(d, d);
    double c = rest > 0 ? rest : 0, root = sqrt(b * b + square * c) + fabs(b);
    const double over[2] = {root, c}, under[2] = {square, root};
    double after = over[b > 0] / under[b > 0];
    return after < INFINITY ? after : INFINITY; /* NaN: it does not move */
}

/* The same for a particle that falls. The time may be too early: where it falls little, it is the time at which the
 * straight flight leaves a smaller ball. `end`: by then gravity alone has moved it out. */
static double leave_ball_falling(rp_vec d, rp_vec v, rp_vec a, double radius)
{
    double straight = leave_ball(d, v, radius), g = rp_vec_norm(a), left = radius - 0.5 * g * straight * straight;
    if (left > 0.8 * radius && rp_vec_dot(d, d) < left * left) return leave_ball(d, v, left);
    double speed = rp_vec_norm(v), end = (speed + sqrt(speed * speed + 4 * g * radius)) / g;
    return fmin(rp_first_distance(d, v, a, radius, -1, end), end);
}

static inline double leave_own_ball(const rp_event *m, const seeker *s)
{
    const rp_event_anchor *a = &m->ball.anchor[s->i];
    rp_vec d = rp_vec_sub(place_of(s), rp_vec_make(a->x, a->y, a->z));
    return rp_event_floats(m, s->i) ? leave_ball(d, velocity_of(s), m->ball.radius)
                                    : leave_ball_falling(d, velocity_of(s), m->gravity, m->ball.radius);
}

/* The earliest of the times through three sides; which one is unpredictable: without a branch. */
static inline int earliest(const double after[3])
{
    int first = after[1] < after[0];
    return after[2] < after[first] ? 2 : first;
}

/* After how long a straight flight leaves its cell along an axis: by the side that its velocity points to. */
static inline __attribute__((always_inline)) double leave_along(const rp_event_cells *g, int axis, int32_t c, double x,
                                                                double v)
{
    const double after = (rp_event_cells_edge(g, axis, c + (v > 0)) - x) / v;
    return v != 0 ? after : INFINITY;
}

static inline __attribute__((always_inline)) double leave_box_straight(const rp_event *m, const seeker *s,
                                                                       uint32_t *way)
{
    const rp_event_flight *f = s->self;
    const rp_event_cells *g = &m->cells;
    const int32_t *c = g->place[s->i].c;
    const double after[3] = {leave_along(g, 0, c[0], f->x, f->vx), leave_along(g, 1, c[1], f->y, f->vy),
                             g->dimension == 2 ? INFINITY : leave_along(g, 2, c[2], f->z, f->vz)};
    int axis = earliest(after);
    *way = 2u * (uint32_t)axis + ((&f->vx)[axis] > 0);
    return after[axis];
}

static double leave_box_falling(const rp_event *m, const seeker *s, uint32_t *way)
{
    double soonest = INFINITY;
    for (int axis = 0; axis < m->cells.dimension; axis++) {
        int32_t c = m->cells.place[s->i].c[axis];
        double x = (&s->self->x)[axis], v = (&s->self->vx)[axis], a = (&m->gravity.x)[axis],
               up = time_through(x, v, a, rp_event_cells_edge(&m->cells, axis, c + 1)),
               down = time_through(-x, -v, -a, -rp_event_cells_edge(&m->cells, axis, c));
        if (up < soonest) {
            soonest = up;
            *way = 2u * (uint32_t)axis + 1;
        }

        if (down < soonest) {
            soonest = down;
            *way = 2u * (uint32_t)axis;
        }
    }
    return soonest;
}

static inline double leave_box(const rp_event *m, const seeker *s, uint32_t *way)
{
    return rp_event_floats(m, s->i) ? leave_box_straight(m, s, way) : leave_box_falling(m, s, way);
}

static inline __attribute__((always_inline)) void find_crossing(const rp_event *m, seeker *s, uint32_t *way)
{
    double after = m->ball.radius > 0 ? leave_own_ball(m, s) : leave_box(m, s, way);
    s->end = after > 0 ? s->self->t + after : s->self->t;
}

/* ---- the plan ---- */

static inline __attribute__((always_inline)) void begin(const rp_event *m, seeker *s, uint32_t i, double t)
{
    s->i = i;
    s->self = &m->flight[i];
    if (s->self->t != t) {
        s->moved = rp_event_flight_at(m, i, t);
        s->self = &s->moved;
    }
    /* after a collision its row is at time t already */
    s->hit = INFINITY;
    s->partner = UINT32_MAX;
    s->count = 0;
}

/* Apart from settle, which is inlined: most runs have no graph. */
static __attribute__((noinline, cold)) void follow(rp_event *m, uint32_t i, uint32_t partner)
{
    rp_event_graph_point(&m->graph, i, partner < RP_EVENT_PARTNER_WALL ? partner : RP_EVENT_GRAPH_NONE);
}

static inline __attribute__((always_inline)) void settle(rp_event *m, const seeker *s, uint32_t way)
{
    rp_event_plan *p = &m->plan[s->i];
    if (s->partner != p->partner || s->hit != p->hit) {
        p->hit = s->hit;
        p->partner = s->partner;
        p->partner_changes = s->partner < RP_EVENT_PARTNER_WALL ? m->changes[s->partner] : 0;
    }
    if (m->graph.node) follow(m, s->i, s->partner);
    p->way = way;
    p->next = s->hit < s->end ? s->hit : s->end;
    rp_event_queue_push(&m->queue, p->next, s->i);
}

/* Fixed, at rest: it has no events of its own, others hit it. */
static int stands(const rp_event *m, uint32_t i)
{
    const rp_event_flight *f = &m->flight[i];
    return m->cold[i].inv_mass == 0 && !m->cold[i].asleep && f->vx == 0 && f->vy == 0 && f->vz == 0;
}

void rp_event_predict_all(rp_event *m, uint32_t i, double t)
{
    seeker s;
    uint32_t way = 0;
    begin(m, &s, i, t);
    m->plan[i].hit = INFINITY;
    m->plan[i].partner = UINT32_MAX;
    if (stands(m, i)) {
        m->plan[i].next = INFINITY;
        if (m->graph.node) follow(m, i, UINT32_MAX);
        return;
    }
    find_crossing(m, &s, &way);
    search_all(m, &s);
    if (m->world->wall_count) search_walls(m, &s);
    settle(m, &s, way);
}

/* Particle i leaves its neighbour ball. */
static void renew(rp_event *m, uint32_t i, double t)
{
    rp_vec x = rp_event_position(m, i, t);
    double *at = &x.x;
    for (int axis = 0; axis < m->cells.dimension; axis++) {
        double period = m->cells.period[axis];
        if (period == 0) continue;
        int wrapped = at[axis] < m->cells.low[axis] ? -1 : at[axis] >= m->cells.low[axis] + period;
        at[axis] -= wrapped * period;
        (&m->flight[i].x)[axis] -= wrapped * period;
        m->world->particles.image[i][axis] += wrapped;
    }
    if (!rp_event_ball_renew(&m->ball, &m->cells, i, x)) m->queue.failed = 1;
    m->totals.crossings++;
    rp_event_predict_all(m, i, t);
}

void rp_event_predict_crossing(rp_event *m, uint32_t i, double t)
{
    if (m->ball.radius > 0) {
        renew(m, i, t);
        return;
    }
    uint32_t way = m->plan[i].way, axis = way / 2;
    int wrapped = rp_event_cells_step(&m->cells, i, way);
    (&m->flight[i].x)[axis] -= wrapped * m->cells.period[axis];
    m->world->particles.image[i][axis] += wrapped;
    m->totals.crossings++;
    if (m->full_search) {
        rp_event_predict_all(m, i, t);
        return;
    }
    seeker s;
    begin(m, &s, i, t);
    s.hit = m->plan[i].hit;
    s.partner = m->plan[i].partner;
    find_crossing(m, &s, &m->plan[i].way);
    if (m->cells.levels > 1) search_levels(m, &s, way);
    else search_layer(m, &s, way);
    if (m->world->wall_count) search_walls(m, &s);
    settle(m, &s, m->plan[i].way);
}

/* Those of particle i's list. */
static void predict_list(rp_event *m, uint32_t i, uint32_t other, double t)
{
    const size_t count = rp_event_graph_list(&m->graph, i);
    if (count == SIZE_MAX) {
        m->queue.failed = 1;
        return;
    }
    for (size_t n = 0; n < count; n++) {
        const uint32_t k = m->graph.listed[n];
        if (k != other && m->plan[k].partner_changes != m->changes[i]) rp_event_predict_all(m, k, t);
    }
}

void rp_event_predict_colliders(rp_event *m, uint32_t i, uint32_t other, double t)
{
    predict_list(m, i, other, t);
    if (other < RP_EVENT_PARTNER_WALL) predict_list(m, other, i, t);
}
