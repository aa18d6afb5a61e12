/* Frames as bytes; the format stands in pack.h. */
#include "view/pack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/json.h"
#include "base/memory.h"

enum { LEVELS = 65535 };

/* ---- ranges ---- */

static rp_pack_range *range_of(rp_pack_scale *scale, const char *name)
{
    for (int n = 0; n < scale->count; n++)
        if (strcmp(scale->range[n].name, name) == 0) return &scale->range[n];
    if (scale->count == RP_SHOWN_ARRAYS) return NULL;
    rp_pack_range *r = &scale->range[scale->count++];
    snprintf(r->name, sizeof r->name, "%s", name);
    for (int k = 0; k < RP_PACK_COLUMNS; k++) {
        r->low[k] = INFINITY;
        r->high[k] = -INFINITY;
    }
    return r;
}

void rp_pack_include(rp_pack_scale *scale, const rp_shown *s)
{
    for (int n = 0; n < s->count; n++) {
        const rp_shown_array *a = &s->array[n];
        rp_pack_range *r = a->number && a->columns <= RP_PACK_COLUMNS ? range_of(scale, a->name) : NULL;
        for (size_t i = 0; r && i < a->rows * a->columns; i++) {
            const size_t k = i % a->columns;
            r->low[k] = fminf(r->low[k], a->number[i]);
            r->high[k] = fmaxf(r->high[k], a->number[i]);
        }
    }
}

/* ---- numbers ---- */

static uint16_t level(float value, float low, float high)
{
    if (!(high > low) || isnan(value)) return 0;
    const double share = ((double)value - low) / ((double)high - low);
    return (uint16_t)lrint(LEVELS * (share < 0 ? 0 : share > 1 ? 1 : share));
}

/* Low bytes, then high bytes, of one column. */
static void put_column(rp_buffer *b, const rp_shown_array *a, const rp_shown_array *before, const rp_pack_range *r,
                       size_t k)
{
    const size_t start = b->size;
    char zero[1024] = {0};
    for (size_t left = 2 * a->rows; left;) {
        const size_t part = left < sizeof zero ? left : sizeof zero;
        rp_buffer_append(b, zero, part);
        left -= part;
    }
    if (b->failed) return;
    for (size_t i = 0; i < a->rows; i++) {
        unsigned q = level(a->number[i * a->columns + k], r->low[k], r->high[k]);
        if (before) q -= level(before->number[i * a->columns + k], r->low[k], r->high[k]);
        b->data[start + i] = (char)(q & 255);
        b->data[start + a->rows + i] = (char)(q >> 8 & 255);
    }
}

static void print_ends(rp_buffer *b, const rp_shown_array *a, const rp_pack_range *r)
{
    for (int step = 0; step < 2; step++) {
        rp_buffer_print(b, step ? ",\"step\":[" : ",\"low\":[");
        for (size_t k = 0; k < a->columns; k++) {
            const double width = r->high[k] > r->low[k] ? ((double)r->high[k] - r->low[k]) / LEVELS : 0;
            if (k) rp_buffer_print(b, ",");
            rp_json_number(b, step ? width : isfinite(r->low[k]) ? (double)r->low[k] : 0);
        }
        rp_buffer_print(b, "]");
    }
}

/* ---- whole numbers ---- */

static void put_whole(rp_buffer *b, const rp_shown_array *a, const uint32_t *base)
{
    const size_t count = a->rows * a->columns;
    for (int plane = 0; plane < 4; plane++)
        for (size_t i = 0; i < count; i++) {
            const uint32_t from = base ? base[i] : i ? a->whole[i - 1] : 0;
            const char byte = (char)((a->whole[i] - from) >> 8 * plane & 255);
            rp_buffer_append(b, &byte, 1);
        }
}

/* ---- a frame ---- */

static size_t bytes_of(const rp_shown_array *a) { return a->rows * a->columns * 4; }

static int is_same(const rp_shown_array *a, const rp_shown_array *before)
{
    const void *p = a->number ? (const void *)a->number : a->whole;
    const void *q = !before ? NULL : before->number ? (const void *)before->number : before->whole;
    return before && a->rows == before->rows && a->columns == before->columns && memcmp(p, q, bytes_of(a)) == 0;
}

/* Differences make sense where rows are the same particles; others are only larger. */
static const rp_shown_array *base_of(const rp_shown_array *a, const rp_shown_array *before)
{
    return before && before->number && a->rows == before->rows && a->columns == before->columns ? before : NULL;
}

static void pack_array(rp_buffer *head, rp_buffer *body, const rp_shown *s, const rp_shown_array *a,
                       const rp_shown_array *before, rp_pack_scale *scale)
{
    const rp_shown_array *base = base_of(a, before);
    rp_buffer_print(head, "{\"name\":\"%s\",\"type\":\"%s\",\"rows\":%zu,\"columns\":%zu", a->name,
                    a->number ? "u16" : "i32", a->rows, a->columns);
    if (is_same(a, before)) {
        rp_buffer_print(head, ",\"same\":1}");
        return;
    }
    if (a->whole) {
        const rp_shown_array *from = strcmp(a->name, "contact.b") == 0 ? rp_shown_find(s, "contact.a") : NULL;
        put_whole(body, a, from ? from->whole : NULL);
        rp_buffer_print(head, "%s}", from ? ",\"from\":\"contact.a\"" : "");
        return;
    }
    const rp_pack_range *r = range_of(scale, a->name);
    print_ends(head, a, r);
    rp_buffer_print(head, "%s}", base ? ",\"delta\":1" : "");
    for (size_t k = 0; k < a->columns; k++) put_column(body, a, base, r, k);
}

static void put_length(rp_buffer *b, size_t size)
{
    const unsigned char length[4] = {(unsigned char)size, (unsigned char)(size >> 8), (unsigned char)(size >> 16),
                                     (unsigned char)(size >> 24)};
    rp_buffer_append(b, length, sizeof length);
}

rp_status rp_pack_deflate(rp_buffer *b, const void *data, size_t size, rp_error *err)
{
    uLongf room = compressBound((uLong)size);
    unsigned char *out = rp_memory_alloc(room, 1);
    if (!out) return rp_memory_error(err, room, "compressed bytes");
    const int code = compress2(out, &room, data, (uLong)size, 9);
    if (code == Z_OK) rp_buffer_append(b, out, room);
    rp_memory_free(out);
    if (code != Z_OK || b->failed) return rp_memory_error(err, room, "compressed bytes");
    return RP_OK;
}

rp_status rp_pack_frame(rp_buffer *b, const rp_shown *s, const rp_shown *before, const rp_pack_scale *scale,
                        rp_error *err)
{
    rp_buffer head, body, all;
    rp_pack_scale ranges = *scale;
    rp_buffer_init(&head);
    rp_buffer_init(&body);
    rp_buffer_init(&all);
    rp_buffer_print(&head, "{");
    rp_buffer_append(&head, s->about.data, s->about.size);
    rp_buffer_print(&head, ",\"packed\":1,\"arrays\":[");
    for (int n = 0, listed = 0; n < s->count; n++) {
        if (s->array[n].number && s->array[n].columns > RP_PACK_COLUMNS) continue;
        if (listed++) rp_buffer_print(&head, ",");
        pack_array(&head, &body, s, &s->array[n], before ? rp_shown_find(before, s->array[n].name) : NULL, &ranges);
    }
    rp_buffer_print(&head, "]}");
    put_length(&all, head.size);
    rp_buffer_append(&all, head.data, head.size);
    rp_buffer_append(&all, body.data, body.size);
    rp_status status = head.failed || body.failed || all.failed
                           ? rp_memory_error(err, head.size + body.size, "a packed frame")
                           : rp_pack_deflate(b, all.data, all.size, err);
    rp_buffer_free(&head);
    rp_buffer_free(&body);
    rp_buffer_free(&all);
    return status;
}

void rp_pack_plain(rp_buffer *b, const rp_shown *s)
{
    rp_buffer head;
    rp_buffer_init(&head);
    rp_buffer_print(&head, "{");
    rp_buffer_append(&head, s->about.data, s->about.size);
    rp_buffer_print(&head, ",\"arrays\":[");
    for (int n = 0; n < s->count; n++) {
        const rp_shown_array *a = &s->array[n];
        rp_buffer_print(&head, "%s{\"name\":\"%s\",\"type\":\"%s\",\"rows\":%zu,\"columns\":%zu}", n ? "," : "",
                        a->name, a->number ? "f32" : "i32", a->rows, a->columns);
    }
    rp_buffer_print(&head, "]}");
    while (head.size % 4 && !head.failed) rp_buffer_print(&head, " "); /* arrays lie at multiples of their size */
    put_length(b, head.size);
    rp_buffer_append(b, head.data, head.size);
    for (int n = 0; n < s->count; n++) {
        const rp_shown_array *a = &s->array[n];
        rp_buffer_append(b, a->number ? (const void *)a->number : a->whole, bytes_of(a));
    }
    b->failed |= head.failed;
    rp_buffer_free(&head);
}
