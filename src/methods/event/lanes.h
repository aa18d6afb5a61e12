/* The inner loops of the method, four others at a time, compiled once per instruction set (base/wide.h).
 *
 * Others are given as entries: a slot with the number of the periodic image that is meant (core/contacts.h). Nothing
 * depends on the order of entries, and entries may repeat.
 */
#ifndef RP_METHODS_EVENT_LANES_H
#define RP_METHODS_EVENT_LANES_H

#include <stdint.h>
#include "base/vec.h"
#include "base/wide.h"
#include "core/contacts.h"

typedef struct rp_flight { /* 64 bytes, one cache line */
    double x, y, z, r;     /* m; position and radius at time t */
    double vx, vy, vz;     /* m/s, at time t */
    double t;              /* s on the wheel: the particle's own clock */
} rp_flight;

typedef struct rp_anchor {
    double x, y, z, r;
} rp_anchor; /* m; r: the particle's radius */

enum { RP_LANES_MOST = 256 };          /* entries of a call */
typedef const double rp_shifts[27][4]; /* m, by image */

/* Two flights meet when |r_ij + v_ij s| = R_i + R_j, only if they approach, r_ij . v_ij < 0 [Poschel2008, section 3.1
 * step 2]. `self` is the flight at the time from which it is seen. Where a meeting with one of the entries is earlier
 * than *hit, or as early and the slot is lower than *partner, both are set. gravity: NULL, or what acts on those at
 * rest in `self`'s frame: all fall alike, so it only moves others to self's time. */
typedef void rp_lanes_meeting(const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count,
                              const rp_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner);
RP_WIDE_DECLARE(void, rp_lanes_meet,
                (const rp_flight *flight, rp_shifts shift, const uint32_t *entry, uint32_t count, const rp_flight *self,
                 const rp_vec *gravity, double *hit, uint32_t *partner));

/* Writes a row as widely as it is read: a flight that has just changed is read again at once, and waits if it was
 * written number by number. */
typedef void rp_lanes_writing(rp_flight *row, double x, double y, double z, double r, double vx, double vy, double vz,
                              double t);
RP_WIDE_DECLARE(void, rp_lanes_write,
                (rp_flight * row, double x, double y, double z, double r, double vx, double vy, double vz, double t));

/* Those of the entries that could touch particle i while both stay in balls of radius `length` about their anchors go
 * to `near`. Both have room for three more. Returns how many. */
typedef uint32_t rp_lanes_reaching(const rp_anchor *anchor, rp_shifts shift, double length, uint32_t i, uint32_t *entry,
                                   uint32_t count, uint32_t *near);
RP_WIDE_DECLARE(uint32_t, rp_lanes_reach,
                (const rp_anchor *anchor, rp_shifts shift, double length, uint32_t i, uint32_t *entry, uint32_t count,
                 uint32_t *near));

#endif
