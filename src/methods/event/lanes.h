/* The inner loops of the method: four other particles at a time, one in each SIMD lane, compiled once for each
 * instruction set (base/wide.h).
 *
 * The others are given as entries: a slot with the number of the periodic image that is meant (core/contacts.h).
 * Nothing depends on the order of entries, and entries may repeat.
 */
#ifndef RP_METHODS_EVENT_LANES_H
#define RP_METHODS_EVENT_LANES_H

#include <stdint.h>
#include "base/vec.h"
#include "base/wide.h"
#include "core/contacts.h"

typedef struct rp_event_flight { /* 64 bytes, one cache line */
    double x, y, z, r;           /* m; position and radius at time t */
    double vx, vy, vz;           /* m/s, at time t */
    double t;                    /* s, calendar time: the particle's own clock */
} rp_event_flight;

typedef struct rp_event_anchor {
    double x, y, z, r;
} rp_event_anchor; /* m; r: the particle's radius */

enum { RP_EVENT_LANES_MOST = 256 };          /* entries of a call, at most */
typedef const double rp_event_shifts[27][4]; /* m, by image */

/* Two flights meet when |r_ij + v_ij s| = R_i + R_j, only if they approach, r_ij . v_ij < 0 [Poschel2008, section 3.1
 * step 2]. `self` is at the time from which meetings count. If a meeting with one of the entries is earlier than
 * *hit, or at the same time with a slot lower than *partner, *hit and *partner are set. gravity: NULL, or the
 * acceleration of all: all fall alike, so it is needed only to move others to self's time. */
typedef void rp_event_lanes_meeting(const rp_event_flight *flight, rp_event_shifts shift, const uint32_t *entry,
                                    uint32_t count, const rp_event_flight *self, const rp_vec *gravity, double *hit,
                                    uint32_t *partner);
RP_WIDE_DECLARE(void, rp_event_lanes_meet,
                (const rp_event_flight *flight, rp_event_shifts shift, const uint32_t *entry, uint32_t count,
                 const rp_event_flight *self, const rp_vec *gravity, double *hit, uint32_t *partner));

/* Writes a row with wide stores, as it is read with wide loads: a flight that has just changed is read again at once,
 * and a wide load waits for stores of single numbers. */
typedef void rp_event_lanes_writing(rp_event_flight *row, double x, double y, double z, double r, double vx, double vy,
                                    double vz, double t);
RP_WIDE_DECLARE(void, rp_event_lanes_write,
                (rp_event_flight * row, double x, double y, double z, double r, double vx, double vy, double vz,
                 double t));

/* Copies to `near` the entries that could touch particle i while both stay in balls of radius `radius` about their
 * anchors. `entry` and `near` have room for three more. Returns how many were copied. */
typedef uint32_t rp_event_lanes_selecting(const rp_event_anchor *anchor, rp_event_shifts shift, double radius,
                                          uint32_t i, uint32_t *entry, uint32_t count, uint32_t *near);
RP_WIDE_DECLARE(uint32_t, rp_event_lanes_select,
                (const rp_event_anchor *anchor, rp_event_shifts shift, double radius, uint32_t i, uint32_t *entry,
                 uint32_t count, uint32_t *near));

#endif
