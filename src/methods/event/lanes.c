/* See lanes.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/event/lanes.h"
#include <math.h>

typedef double v4 __attribute__((vector_size(32)));
typedef double v4u __attribute__((vector_size(32), aligned(8)));
typedef long long i4 __attribute__((vector_size(32)));

/* macros, not functions: a vector as argument of a function depends on the instruction set */
#define LOAD(address) ((v4)*(const v4u *)(address))
#define ALL(number) ((v4){(number), (number), (number), (number)})
#define SELECT(mask, yes, no) ((v4)(((mask) & (i4)(yes)) | (~(mask) & (i4)(no))))
#define POSITIVE(a) SELECT((a) > 0, a, ALL(0.0))

#define TRANSPOSE(a, b, c, d)                                                                                                            \
    do {                                                                                                                                 \
        v4 ab_low = __builtin_shuffle(a, b, (i4){0, 4, 2, 6}), ab_high = __builtin_shuffle(a, b, (i4){1, 5, 3, 7});                      \
        v4 cd_low = __builtin_shuffle(c, d, (i4){0, 4, 2, 6}), cd_high = __builtin_shuffle(c, d, (i4){1, 5, 3, 7});                      \
        a = __builtin_shuffle(ab_low, cd_low, (i4){0, 1, 4, 5}), b = __builtin_shuffle(ab_high, cd_high, (i4){0, 1, 4, 5});              \
        c = __builtin_shuffle(ab_low, cd_low, (i4){2, 3, 6, 7}), d = __builtin_shuffle(ab_high, cd_high, (i4){2, 3, 6, 7});              \
    } while (0)

typedef struct quad { v4 x, y, z, w; } quad; /* a row of four numbers, of four others */

/* Four rows of 4 doubles, `stride` bytes apart, by the slots of entries; they come out as columns. */
static inline __attribute__((always_inline)) void gather(quad *q, const void *row, size_t stride, const uint32_t *slot)
{
    const char *base = row;
    q->x = LOAD(base + slot[0] * stride), q->y = LOAD(base + slot[1] * stride), q->z = LOAD(base + slot[2] * stride), q->w = LOAD(base + slot[3] * stride);
    TRANSPOSE(q->x, q->y, q->z, q->w);
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

static inline __attribute__((always_inline)) void meet(const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count, const rp_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner)
{
    double time[RP_LANES_MOST];
    uint32_t few[4];
    entry = fill(entry, &count, few);
    const v4 t = ALL(self->t), never = ALL((double)INFINITY);
    v4 soonest = never;
    for (uint32_t done = 0; done < count; done += 4) {
        uint32_t slot[4], image[4], n = done + 4 <= count ? done : count - 4;
        quad x, v, from = {ALL(self->x), ALL(self->y), ALL(self->z), ALL(self->r)};
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
        v4 square = near * near - (gx * gx + gy * gy + gz * gz) * away, root;
        for (int k = 0; k < 4; k++) root[k] = sqrt(square[k]);
        v4 when = SELECT(away > 0, t + away / (root - near), t);
        when = SELECT((near < 0) & ((square >= 0) | (away <= 0)), when, never);
        soonest = SELECT(when < soonest, when, soonest);
        *(v4u *)(time + n) = (v4u)when;
    }
    double a = soonest[0] < soonest[1] ? soonest[0] : soonest[1], b = soonest[2] < soonest[3] ? soonest[2] : soonest[3], first = a < b ? a : b;
    if (first > *hit || first == (double)INFINITY) return;
    if (first < *hit) *hit = first, *partner = UINT32_MAX;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t j = entry[n] & RP_SLOT_MASK;
        if (time[n] == first && j < *partner) *partner = j;
    }
}

void RP_WIDE(rp_lanes_meet)(const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count, const rp_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner)
{
    if (gravity) meet(flight, shift, entry, count, self, gravity, hit, partner);
    else meet(flight, shift, entry, count, self, NULL, hit, partner);
}

uint32_t RP_WIDE(rp_lanes_reach)(const rp_anchor *anchor, rp_shifts shift, double length, uint32_t i, const uint32_t *entry, uint32_t count, uint32_t *near)
{
    const rp_anchor *self = &anchor[i];
    const v4 slack = ALL(2 * length), sign = ALL(-0.0);
    uint32_t found = 0;
    for (uint32_t n = 0; n < count; n += 4) {
        uint32_t slot[4], image[4], four[4];
        quad b, s = {ALL(0.0), ALL(0.0), ALL(0.0), ALL(0.0)};
        for (uint32_t k = 0; k < 4; k++) four[k] = entry[n + k < count ? n + k : n];
        if (unpack(four, slot, image)) gather(&s, shift, sizeof shift[0], image);
        gather(&b, anchor, sizeof *anchor, slot);
        v4 x = self->x - b.x - s.x, y = self->y - b.y - s.y, z = self->z - b.z - s.z, touch = self->r + b.w;
        x = (v4)((i4)x & ~(i4)sign) - slack, y = (v4)((i4)y & ~(i4)sign) - slack, z = (v4)((i4)z & ~(i4)sign) - slack;
        x = POSITIVE(x), y = POSITIVE(y), z = POSITIVE(z);
        i4 yes = x * x + y * y + z * z <= touch * touch * (1 + 1e-12); /* rounding must not leave out a pair that could just touch */
        for (uint32_t k = 0; k < 4; k++) near[found] = four[k], found += (uint32_t)(yes[k] & 1) & (uint32_t)(n + k < count); /* a matter of chance: without a branch */
    }
    return found;
}
