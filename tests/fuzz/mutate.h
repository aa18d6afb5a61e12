/* Small runs, and bytes as changes of their arrays: files stay well-formed, and what stands in them does not.
 *
 * A change has 13 bytes: which array (2), which of its cells (2), what is done (1), and a number of eight.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <math.h>

#include "core/archive.h"
#include "fuzz.h"

enum { MUTATE_BYTES = 13, MUTATE_SCENES = 4 };

/* Discs by three methods, polygons, each beside a fixed particle, with four walls. */
static inline void mutate_scene(int n, char *text, size_t room)
{
    static const char *const methods[MUTATE_SCENES] = {"soft", "contact-dynamics", "event-driven", "soft"};
    static const char *const steps[MUTATE_SCENES] = {"1.0e-5", "2.0e-4", "1.0e-4", "1.0e-5"};
    snprintf(text, room,
             "repose: 1\ntitle: box\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nthickness: 0.01\n"
             "materials: {glass: {density: 2500}}\n"
             "interactions: [{between: [glass, glass], friction: 0.3, restitution: 0.6%s}]\n"
             "domain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}\n"
             "particles:\n"
             "  - {name: post, material: glass, radius: 0.005, place: {list: [[0.05, 0.005]]}, frozen: true}\n"
             "  - {name: grains, material: glass, count: 12%s, radius: {uniform: [0.004, 0.005]}, place: {random: "
             "{lower: [0, 0.012], upper: [0.04, 0.06]}}, velocity: [0.2, -0.3]}\n"
             "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}\n"
             "  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}\n"
             "  - {name: right, plane: {point: [0.06, 0], normal: [-1, 0]}, material: glass}\n"
             "run: {until: 0.02, step: %s, event-driven: {collapse: tc, contact_time: 1.0e-5}}\n"
             "output: {frames: {every: 0.02, contacts: true}, checkpoint: {every: 0.02}}\n",
             methods[n], strcmp(methods[n], "soft") ? "" : ", normal: {law: linear, stiffness: 20000}",
             n == 3 ? ", shape: {polygon: {sides: 5}}" : "", steps[n]);
}

static inline void mutate_cell(rp_item *item, size_t cell, int kind, const uint8_t *number)
{
    static const double odd[] = {0,          -1,           1,      NAN,   INFINITY, -INFINITY, 1e300,
                                 2147483647, 4294967295.0, 0x1p63, 65535, -1e-300};
    const size_t size = rp_type_size(item->type);
    char *at = (char *)item->data + cell * size;
    if (kind & 1) {
        memcpy(at, number, size);
    } else {
        double value = odd[number[0] % (sizeof odd / sizeof *odd)];
        if (item->type == RP_F64) memcpy(at, &value, sizeof value);
        else memset(at, number[1] ? 0xff : 0, size);
        if (item->type != RP_F64 && number[0] & 1) *at = (char)number[2];
    }
}

/* Arrays of an archive that was read: it owns them. */
static inline void mutate_archive(rp_archive *a, const uint8_t *data, size_t size)
{
    for (; size >= MUTATE_BYTES && a->count; data += MUTATE_BYTES, size -= MUTATE_BYTES) {
        const size_t n = (size_t)(data[0] | data[1] << 8) % a->count, cell = (size_t)(data[2] | data[3] << 8);
        rp_item *item = &a->item[n];
        const size_t cells = item->rows * item->columns;
        if (data[4] < 16 && item->rows) { /* fewer rows */
            item->rows = cell % item->rows;
        } else if (data[4] < 20) { /* one array less */
            rp_memory_free((void *)item->data);
            *item = a->item[--a->count];
        } else if (cells) {
            mutate_cell(item, cell % cells, data[4], data + 5);
        }
    }
}

#endif
