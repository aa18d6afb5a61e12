/* See lanes.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/event/lanes.h"
#include "base/vector.h"

typedef struct quad {
    v4 x, y, z, w;
} quad; /* four numbers of a row, for four others */

/* Loads four rows of 4 doubles by slot, rows `stride` bytes apart, and transposes them to columns. */
static inline __attribute__((always_inline)) void gather(quad *q, const void *row, size_t stride, const uint32_t *slot)
{
    const char *base = row;
    q->x = load4(base + slot[0] * stride);
    q->y = load4(base + slot[1] * stride);
    q->z = load4(base + slot[2] * stride);
    q->w = load4(base + slot[3] * stride);
    transpose4(&q->x, &q->y, &q->z, &q->w);
}

/* Slots of four entries; returns 1 if one of them is an image. */
static inline int unpack(const uint32_t *entry, uint32_t slot[4], uint32_t image[4])
{
    const uint32_t none = (uint32_t)RP_IMAGE_NONE << RP_SLOT_BITS;
    for (int k = 0; k < 4; k++) {
        slot[k] = entry[k] & RP_SLOT_MASK;
        image[k] = entry[k] >> RP_SLOT_BITS;
    }

    return ((entry[0] ^ none) | (entry[1] ^ none) | (entry[2] ^ none) | (entry[3] ^ none)) > RP_SLOT_MASK;
}

/* Makes a list of at least four: a shorter one is filled with copies of its first. The last four of a list overlap
 * those before. */
static inline const uint32_t *fill(const uint32_t *entry, uint32_t *count, uint32_t few[4])
{
    if (*count >= 4 || *count == 0) return entry;
    for (uint32_t k = 0; k < 4; k++) few[k] = entry[k < *count ? k : 0];
    *count = 4;
    return few;
}

/* The least of four. */
static inline double least(v4 a)
{
    double b = a[0] < a[1] ? a[0] : a[1], c = a[2] < a[3] ? a[2] : a[3];
    return b < c ? b : c;
}

typedef struct approach {
    v4 near, away, square;
} approach; /* for four others: r.v, r^2 - R^2, (r.v)^2 - v^2 (r^2 - R^2) */

static inline __attribute__((always_inline)) void approach4(const rp_event_flight *flight, rp_event_shifts shift,
                                                            const uint32_t *entry, const rp_event_flight *self,
                                                            const rp_vec *gravity, approach *a)
{
    uint32_t slot[4], image[4];
    quad x, v, from = {all4(self->x), all4(self->y), all4(self->z), all4(self->r)};
    if (unpack(entry, slot, image)) {
        quad s;
        gather(&s, shift, sizeof shift[0], image);
        from.x -= s.x;
        from.y -= s.y;
        from.z -= s.z;
    }
    gather(&x, &flight->x, sizeof *flight, slot);
    gather(&v, &flight->vx, sizeof *flight, slot);
    v4 q = self->t - v.w;
    v4 dx = from.x - (x.x + q * v.x), dy = from.y - (x.y + q * v.y), dz = from.z - (x.z + q * v.z);
    v4 gx = self->vx - v.x, gy = self->vy - v.y, gz = self->vz - v.z;
    if (gravity) {
        v4 half = 0.5 * q * q;
        dx -= half * gravity->x;
        dy -= half * gravity->y;
        dz -= half * gravity->z;
        gx -= q * gravity->x;
        gy -= q * gravity->y;
        gz -= q * gravity->z;
    }
    v4 touch = from.w + x.w, near = dx * gx + dy * gy + dz * gz, away = dx * dx + dy * dy + dz * dz - touch * touch;
    *a = (approach){near, away, near * near - (gx * gx + gy * gy + gz * gz) * away};
}

enum { AT_ONCE = RP_EVENT_LANES_MOST / 4 };

/* Where the n-th four entries begin: the last ones overlap those before. */
static inline uint32_t at_four(uint32_t n, uint32_t count) { return 4 * n + 4 <= count ? 4 * n : count - 4; }

/* The lowest slot of those entries that have this time. */
static inline double lowest_at(double time, const v4 *when, const uint32_t *entry, uint32_t count, uint32_t fours)
{
    v4 lowest = all4(UINT32_MAX);
    for (uint32_t n = 0; n < fours; n++) {
        const uint32_t *e = entry + at_four(n, count);
        v4 slots = {e[0] & RP_SLOT_MASK, e[1] & RP_SLOT_MASK, e[2] & RP_SLOT_MASK, e[3] & RP_SLOT_MASK};
        lowest = min4(select4(when[n] == time, slots, lowest), lowest);
    }
    return least(lowest);
}

/* Whether one of four comes near enough. */
static inline int may_meet(const approach *a) { return (bits4(a->near < 0) & bits4(a->square >= 0)) != 0; }

/* When they meet. In a lane that does not meet, the root is NaN, which compares as earlier than nothing. */
static inline v4 meeting_time(const approach *a, double t)
{
    return select4(a->near < 0, t + max4(a->away, all4(0)) / (sqrt4(a->square) - a->near), all4(INFINITY));
}

/* The earliest of these times, if it is earlier than *hit, or at the same time with a lower slot. */
static inline void take_first(const v4 *when, double first, const uint32_t *entry, uint32_t count, uint32_t fours,
                              double *hit, uint32_t *partner)
{
    if (!(first <= *hit) || first == INFINITY) return;
    uint32_t who = (uint32_t)lowest_at(first, when, entry, count, fours);
    if (first < *hit || who < *partner) {
        *hit = first;
        *partner = who;
    }
}

/* Up to four: mostly none of them comes near, and then there is nothing to divide. */
static inline __attribute__((always_inline)) void meet_few(const rp_event_flight *flight, rp_event_shifts shift,
                                                           const uint32_t *entry, uint32_t count,
                                                           const rp_event_flight *self, const rp_vec *gravity,
                                                           double *hit, uint32_t *partner)
{
    uint32_t few[4];
    approach a;
    entry = fill(entry, &count, few);
    approach4(flight, shift, entry, self, gravity, &a);
    if (!may_meet(&a)) return;
    v4 when = meeting_time(&a, self->t);
    take_first(&when, least(min4(when, all4(INFINITY))), entry, 4, 1, hit, partner);
}

/* First all loads, then all roots and divisions, which are slow but do not depend on each other. */
static inline __attribute__((always_inline)) void meet_many(const rp_event_flight *flight, rp_event_shifts shift,
                                                            const uint32_t *entry, uint32_t count,
                                                            const rp_event_flight *self, const rp_vec *gravity,
                                                            double *hit, uint32_t *partner)
{
    const uint32_t fours = (count + 3) / 4;
    approach a[AT_ONCE];
    v4 when[AT_ONCE], soonest = all4(INFINITY);
    for (uint32_t n = 0; n < fours; n++) approach4(flight, shift, entry + at_four(n, count), self, gravity, &a[n]);
    for (uint32_t n = 0; n < fours; n++) {
        when[n] = meeting_time(&a[n], self->t);
        soonest = min4(when[n], soonest);
    }
    take_first(when, least(soonest), entry, count, fours, hit, partner);
}

static inline __attribute__((always_inline)) void meet(const rp_event_flight *flight, rp_event_shifts shift,
                                                       const uint32_t *entry, uint32_t count,
                                                       const rp_event_flight *self, const rp_vec *gravity, double *hit,
                                                       uint32_t *partner)
{
    if (count == 0) return;
    if (count <= 4) meet_few(flight, shift, entry, count, self, gravity, hit, partner);
    else meet_many(flight, shift, entry, count, self, gravity, hit, partner);
}

void RP_WIDE(rp_event_lanes_meet)(const rp_event_flight *flight, rp_event_shifts shift, const uint32_t *entry,
                                  uint32_t count, const rp_event_flight *self, const rp_vec *gravity, double *hit,
                                  uint32_t *partner)
{
    if (gravity) meet(flight, shift, entry, count, self, gravity, hit, partner);
    else meet(flight, shift, entry, count, self, NULL, hit, partner);
}

void RP_WIDE(rp_event_lanes_write)(rp_event_flight *row, double x, double y, double z, double r, double vx, double vy,
                                   double vz, double t)
{
    store4(&row->x, (v4){x, y, z, r});
    store4(&row->vx, (v4){vx, vy, vz, t});
}

uint32_t RP_WIDE(rp_event_lanes_select)(const rp_event_anchor *anchor, rp_event_shifts shift, double radius, uint32_t i,
                                        uint32_t *entry, uint32_t count, uint32_t *near)
{
    const rp_event_anchor *self = &anchor[i];
    const v4 own = all4(self->r + 2 * radius), zero = all4(0);
    size_t found = 0;
    for (uint32_t k = 0; k < 3; k++) entry[count + k] = i;
    for (size_t n = 0; n < count; n += 4) {
        uint32_t slot[4], image[4];
        quad b, s = {zero, zero, zero, zero};
        if (unpack(entry + n, slot, image)) gather(&s, shift, sizeof shift[0], image);
        gather(&b, anchor, sizeof *anchor, slot);
        v4 x = self->x - b.x - s.x, y = self->y - b.y - s.y, z = self->z - b.z - s.z, range = own + b.w;
        unsigned yes = bits4(x * x + y * y + z * z
                             <= range * range
                                    * (1 + 1e-12)); /* rounding must not leave out a pair that could just touch */
        if (n + 4 > count) yes &= (1u << (count - n)) - 1;
        for (size_t k = 0; k < 4; k++) {
            near[found] = entry[n + k];
            found += yes >> k & 1;
        }
        /* unpredictable: without a branch */
    }
    return (uint32_t)found;
}
