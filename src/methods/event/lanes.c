/* See lanes.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/event/lanes.h"
#include "base/vector.h"

/* Where a mask says, one; elsewhere, the other. */
static inline v4 pick4(i4 mask, v4 yes, v4 no) { return (v4)((mask & (i4)yes) | (~mask & (i4)no)); }

typedef struct quad { v4 x, y, z, w; } quad; /* a row of four numbers, of four others */

/* Four rows of 4 doubles, `stride` bytes apart, by the slots of entries; they come out as columns. */
static inline __attribute__((always_inline)) void gather(quad *q, const void *row, size_t stride, const uint32_t *slot)
{
    const char *base = row;
    q->x = load4(base + slot[0] * stride), q->y = load4(base + slot[1] * stride), q->z = load4(base + slot[2] * stride), q->w = load4(base + slot[3] * stride);
    transpose4(&q->x, &q->y, &q->z, &q->w);
}

/* Slots of four entries; 1: one of them is an image. */
static inline int unpack(const uint32_t *entry, uint32_t slot[4], uint32_t image[4])
{
    const uint32_t none = (uint32_t)RP_IMAGE_NONE << RP_SLOT_BITS;
    for (int k = 0; k < 4; k++) slot[k] = entry[k] & RP_SLOT_MASK, image[k] = entry[k] >> RP_SLOT_BITS;
    return ((entry[0] ^ none) | (entry[1] ^ none) | (entry[2] ^ none) | (entry[3] ^ none)) > RP_SLOT_MASK;
}

/* Four or more: fewer are repeated. The last four of a list overlap those before. */
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

/* Each lane keeps the best that it has seen, slots as numbers. That a lane does not meet shows in its root, which is no number and so earlier than nothing. */
static inline __attribute__((always_inline)) void meet(const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count, const rp_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner)
{
    uint32_t few[4];
    entry = fill(entry, &count, few);
    const v4 t = all4(self->t), zero = all4(0);
    v4 soonest = all4(*hit), who = all4(*partner);
    for (uint32_t done = 0; done < count; done += 4) {
        uint32_t slot[4], image[4], n = done + 4 <= count ? done : count - 4;
        quad x, v, from = {all4(self->x), all4(self->y), all4(self->z), all4(self->r)};
        if (unpack(entry + n, slot, image)) {
            quad s;
            gather(&s, shift, sizeof shift[0], image);
            from.x -= s.x, from.y -= s.y, from.z -= s.z;
        }
        gather(&x, &flight->x, sizeof *flight, slot);
        gather(&v, &flight->vx, sizeof *flight, slot);
        v4 q = t - v.w;
        v4 dx = from.x - (x.x + q * v.x), dy = from.y - (x.y + q * v.y), dz = from.z - (x.z + q * v.z);
        v4 gx = self->vx - v.x, gy = self->vy - v.y, gz = self->vz - v.z;
        if (gravity) {
            v4 half = 0.5 * q * q;
            dx -= half * gravity->x, dy -= half * gravity->y, dz -= half * gravity->z;
            gx -= q * gravity->x, gy -= q * gravity->y, gz -= q * gravity->z;
        }
        v4 touch = from.w + x.w, near = dx * gx + dy * gy + dz * gz, away = dx * dx + dy * dy + dz * dz - touch * touch;
        v4 square = near * near - (gx * gx + gy * gy + gz * gz) * away;
        v4 when = t + max4(away, zero) / (sqrt4(square) - near), slots = {slot[0], slot[1], slot[2], slot[3]};
        i4 better = (near < 0) & ((when < soonest) | ((when == soonest) & (slots < who)));
        soonest = pick4(better, when, soonest), who = pick4(better, slots, who);
    }
    *hit = least(soonest);
    *partner = (uint32_t)least(pick4(soonest == *hit, who, all4(UINT32_MAX)));
}

void RP_WIDE(rp_lanes_meet)(const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count, const rp_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner)
{
    if (gravity) meet(flight, shift, entry, count, self, gravity, hit, partner);
    else meet(flight, shift, entry, count, self, NULL, hit, partner);
}

void RP_WIDE(rp_lanes_write)(rp_flight *row, double x, double y, double z, double r, double vx, double vy, double vz, double t)
{
    store4(&row->x, (v4){x, y, z, r});
    store4(&row->vx, (v4){vx, vy, vz, t});
}

uint32_t RP_WIDE(rp_lanes_reach)(const rp_anchor *anchor, rp_shifts shift, double length, uint32_t i, uint32_t *entry, uint32_t count, uint32_t *near)
{
    const rp_anchor *self = &anchor[i];
    const v4 own = all4(self->r + 2 * length), zero = all4(0);
    size_t found = 0;
    for (uint32_t k = 0; k < 3; k++) entry[count + k] = i;
    for (size_t n = 0; n < count; n += 4) {
        uint32_t slot[4], image[4];
        quad b, s = {zero, zero, zero, zero};
        if (unpack(entry + n, slot, image)) gather(&s, shift, sizeof shift[0], image);
        gather(&b, anchor, sizeof *anchor, slot);
        v4 x = self->x - b.x - s.x, y = self->y - b.y - s.y, z = self->z - b.z - s.z, reach = own + b.w;
        unsigned yes = bits4(x * x + y * y + z * z <= reach * reach * (1 + 1e-12)); /* rounding must not leave out a pair that could just touch */
        if (n + 4 > count) yes &= (1u << (count - n)) - 1;
        for (size_t k = 0; k < 4; k++) near[found] = entry[n + k], found += yes >> k & 1; /* a matter of chance: without a branch */
    }
    return (uint32_t)found;
}
