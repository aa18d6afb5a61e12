/* A frame of the viewer as bytes.
 *
 * Either way: the length of a JSON header (u32, little-endian), the header, the arrays. The header has the members of
 * `about` and "arrays": a list of {"name", "type", "rows", "columns"}.
 *
 * Plain, for a browser that gets a frame at a time from the server: arrays as they are (f32, i32), one after the other.
 *
 * Packed, for a report: numbers become 16 bits between the lowest and the highest value of the run ("low", "step" by
 * column; value = low + step * q), columns stand one after the other, first all low bytes, then all high bytes, and an
 * array of the same length as in the frame before ("delta": 1) has the differences to it, modulo 65536. Whole numbers
 * are differences to the row before, modulo 2^32, in four planes of bytes; contact.b is a difference to contact.a of
 * its row. "same": 1: the array is that of the frame before and takes no bytes. All of it is compressed by zlib. */
#ifndef RP_VIEW_PACK_H
#define RP_VIEW_PACK_H

#include "view/shown.h"

enum { RP_PACK_COLUMNS = 4 };

/* The range of an array over a run. */
typedef struct rp_pack_range {
    char name[40];
    float low[RP_PACK_COLUMNS], high[RP_PACK_COLUMNS];
} rp_pack_range;

typedef struct rp_pack_scale {
    int count;
    rp_pack_range range[RP_SHOWN_ARRAYS];
} rp_pack_scale;

void rp_pack_include(rp_pack_scale *scale, const rp_shown *s); /* widens the ranges; begin with all 0 */

/* before: the frame before, NULL: none; the scale has ranges of all arrays. Appends to b. */
rp_status rp_pack_frame(rp_buffer *b, const rp_shown *s, const rp_shown *before, const rp_pack_scale *scale,
                        rp_error *err);
void rp_pack_plain(rp_buffer *b, const rp_shown *s);
/* Compressed bytes, appended to b. */
rp_status rp_pack_deflate(rp_buffer *b, const void *data, size_t size, rp_error *err);

#endif
