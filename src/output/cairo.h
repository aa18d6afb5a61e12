/* cairo, loaded when the first picture is drawn. Its functions are those of rp_cairo, without the cairo_ of their
 * names; one that is not yet used is one more row. */
#ifndef RP_OUTPUT_CAIRO_H
#define RP_OUTPUT_CAIRO_H

#include <cairo-svg.h>
#include <cairo.h>
#include "repose/status.h"

#define RP_CAIRO_FUNCTIONS(ROW)                                                                                        \
    ROW(arc)                                                                                                           \
    ROW(clip)                                                                                                          \
    ROW(clip_preserve)                                                                                                 \
    ROW(close_path)                                                                                                    \
    ROW(create)                                                                                                        \
    ROW(destroy)                                                                                                       \
    ROW(fill)                                                                                                          \
    ROW(fill_preserve)                                                                                                 \
    ROW(image_surface_create)                                                                                          \
    ROW(image_surface_get_data)                                                                                        \
    ROW(image_surface_get_stride)                                                                                      \
    ROW(line_to)                                                                                                       \
    ROW(move_to)                                                                                                       \
    ROW(new_path)                                                                                                      \
    ROW(paint)                                                                                                         \
    ROW(pattern_add_color_stop_rgb)                                                                                    \
    ROW(pattern_create_linear)                                                                                         \
    ROW(pattern_destroy)                                                                                               \
    ROW(rectangle)                                                                                                     \
    ROW(restore)                                                                                                       \
    ROW(rotate)                                                                                                        \
    ROW(save)                                                                                                          \
    ROW(scale)                                                                                                         \
    ROW(select_font_face)                                                                                              \
    ROW(set_antialias)                                                                                                 \
    ROW(set_dash)                                                                                                      \
    ROW(set_font_size)                                                                                                 \
    ROW(set_line_cap)                                                                                                  \
    ROW(set_line_join)                                                                                                 \
    ROW(set_line_width)                                                                                                \
    ROW(set_source)                                                                                                    \
    ROW(set_source_rgb)                                                                                                \
    ROW(set_source_rgba)                                                                                               \
    ROW(set_source_surface)                                                                                            \
    ROW(show_text)                                                                                                     \
    ROW(status)                                                                                                        \
    ROW(status_to_string)                                                                                              \
    ROW(stroke)                                                                                                        \
    ROW(surface_destroy)                                                                                               \
    ROW(surface_finish)                                                                                                \
    ROW(surface_flush)                                                                                                 \
    ROW(surface_mark_dirty)                                                                                            \
    ROW(surface_status)                                                                                                \
    ROW(surface_write_to_png_stream)                                                                                   \
    ROW(svg_surface_create_for_stream)                                                                                 \
    ROW(text_extents)                                                                                                  \
    ROW(translate)

typedef struct rp_cairo_library {
#define ROW(name) __typeof__(cairo_##name) *name;
    RP_CAIRO_FUNCTIONS(ROW)
#undef ROW
} rp_cairo_library;

extern rp_cairo_library rp_cairo; /* set by rp_cairo_load */

rp_status rp_cairo_load(rp_error *err); /* RP_SYSTEM: there is no cairo */

#endif
