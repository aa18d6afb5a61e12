/* Pages by cairo; see canvas.h. */
#include "output/canvas.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

#ifdef __SANITIZE_ADDRESS__ /* fontconfig keeps a few hundred bytes for good, which is no leak of ours */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }
#endif

static const double CAPITAL = 0.73; /* height of a capital of DejaVu Sans, in font sizes */

static cairo_status_t collect(void *context, const unsigned char *data, unsigned length)
{
    rp_buffer *b = context;
    rp_buffer_append(b, data, length);
    return b->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static int ends_with(const char *text, const char *end)
{
    size_t a = strlen(text), b = strlen(end);
    return a > b && strcmp(text + a - b, end) == 0;
}

rp_status rp_canvas_open(rp_canvas *c, const char *path, int width, int height, rp_error *err)
{
    *c = (rp_canvas){.width = width, .height = height, .vector = ends_with(path, ".svg")};
    rp_buffer_init(&c->bytes);
    rp_status status = rp_cairo_load(err);
    if (status) return status;
    if (!c->vector && !ends_with(path, ".png")) {
        status = rp_error_set(err, RP_INPUT, "unknown kind of picture '%s'", path);
        rp_error_expected(err, "a name that ends in .png or .svg");
        return status;
    }
    c->surface = c->vector ? rp_cairo.svg_surface_create_for_stream(collect, &c->bytes, width, height)
                           : rp_cairo.image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    c->cr = rp_cairo.create(c->surface);
    if (rp_cairo.status(c->cr) != CAIRO_STATUS_SUCCESS) {
        rp_canvas_close(c);
        return rp_memory_error(err, (size_t)width * (size_t)height * 4, "the picture");
    }
    rp_cairo.set_source_rgb(c->cr, 1, 1, 1);
    rp_cairo.paint(c->cr);
    rp_cairo.select_font_face(c->cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    rp_cairo.set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    rp_cairo.set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    rp_canvas_color(c, RP_COLOR_INK, 1.0);
    return RP_OK;
}

rp_status rp_canvas_save(rp_canvas *c, const char *path, rp_error *err)
{
    cairo_status_t drawn = rp_cairo.status(c->cr);
    if (drawn == CAIRO_STATUS_SUCCESS) {
        rp_cairo.surface_flush(c->surface);
        if (c->vector) rp_cairo.surface_finish(c->surface);
        else drawn = rp_cairo.surface_write_to_png_stream(c->surface, collect, &c->bytes);
    }
    if (c->bytes.failed) return rp_memory_error(err, c->bytes.size, "the picture");
    if (drawn != CAIRO_STATUS_SUCCESS)
        return rp_error_set(err, RP_SYSTEM, "cannot draw '%s': %s", path, rp_cairo.status_to_string(drawn));
    return rp_file_write_buffer(path, &c->bytes, RP_FILE_QUICK, err);
}

void rp_canvas_close(rp_canvas *c)
{
    if (c->cr) rp_cairo.destroy(c->cr);
    if (c->surface) rp_cairo.surface_destroy(c->surface);
    c->cr = NULL;
    c->surface = NULL;
    rp_buffer_free(&c->bytes);
}

void rp_canvas_color(rp_canvas *c, rp_color color, double opacity)
{
    rp_cairo.set_source_rgba(c->cr, color.r, color.g, color.b, opacity);
}

void rp_canvas_segment(rp_canvas *c, double x0, double y0, double x1, double y1)
{
    rp_cairo.move_to(c->cr, x0, y0);
    rp_cairo.line_to(c->cr, x1, y1);
    rp_cairo.stroke(c->cr);
}

/* Bytes of the UTF-8 character at `at`, without 0; 0: there is none. */
static int character_bytes(const unsigned char *at)
{
    const int bytes = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    for (int n = 1; n < bytes; n++)
        if ((at[n] & 0xc0) != 0x80) return 0;
    const unsigned second = bytes > 2 ? at[1] : 0;
    const int wrong = (at[0] == 0xe0 && second < 0xa0) || (at[0] == 0xed && second > 0x9f) /* overlong, surrogates */
                      || (at[0] == 0xf0 && second < 0x90) || (at[0] == 0xf4 && second > 0x8f);
    return wrong ? 0 : bytes;
}

enum { TEXT_BYTES = 2000 };

/* Names may come from a file. cairo draws nothing more after a text that is not UTF-8: other bytes become '?'. */
static const char *as_utf8(const char *text, char room[TEXT_BYTES])
{
    size_t size = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && size + 4 < TEXT_BYTES;) {
        const int bytes = character_bytes(at);
        if (bytes) memcpy(room + size, at, (size_t)bytes);
        else room[size] = '?';
        size += bytes ? (size_t)bytes : 1;
        at += bytes ? bytes : 1;
    }
    room[size] = '\0';
    return room;
}

/* A piece of a text: on the line, or lowered or raised and smaller. */
typedef struct piece {
    const char *from, *next; /* next: where the following one begins */
    size_t bytes;
    int shift; /* -1: below the line, 1: above it */
} piece;

/* The piece at `at`: _{...} or ^{...}, or what stands before the next of them. */
static piece piece_at(const char *at)
{
    const char *close = (at[0] == '_' || at[0] == '^') && at[1] == '{' ? strchr(at, '}') : NULL;
    if (close) return (piece){at + 2, close + 1, (size_t)(close - at - 2), at[0] == '^' ? 1 : -1};
    const char *end = at + 1;
    while (*end && !((end[0] == '_' || end[0] == '^') && end[1] == '{')) end++;
    return (piece){at, end, (size_t)(end - at), 0};
}

/* Runs over the pieces from the pen's place; draws them if it is said so. Returns the width. */
static double write_pieces(rp_canvas *c, double x, double y, double size, const char *text, int draws)
{
    char room[TEXT_BYTES], part[TEXT_BYTES];
    const double start = x;
    as_utf8(text, room);
    for (const char *at = room; *at;) {
        const piece p = piece_at(at);
        cairo_text_extents_t box;
        memcpy(part, p.from, p.bytes);
        part[p.bytes] = '\0';
        rp_cairo.set_font_size(c->cr, p.shift ? 0.72 * size : size);
        rp_cairo.text_extents(c->cr, part, &box);
        if (draws) {
            rp_cairo.move_to(c->cr, x, y - size * (p.shift > 0 ? 0.38 : p.shift < 0 ? -0.18 : 0));
            rp_cairo.show_text(c->cr, part);
        }
        x += box.x_advance;
        at = p.next;
    }
    rp_cairo.set_font_size(c->cr, size);
    rp_cairo.new_path(c->cr);
    return x - start;
}

double rp_canvas_text_width(rp_canvas *c, double size, const char *text)
{
    return write_pieces(c, 0, 0, size, text, 0);
}

void rp_canvas_text(rp_canvas *c, double x, double y, double across, double up, double size, const char *text)
{
    const double width = rp_canvas_text_width(c, size, text);
    write_pieces(c, x - across * width, y + up * CAPITAL * size, size, text, 1);
}

void rp_canvas_text_upwards(rp_canvas *c, double x, double y, double across, double up, double size, const char *text)
{
    rp_cairo.save(c->cr);
    rp_cairo.translate(c->cr, x, y);
    rp_cairo.rotate(c->cr, -M_PI / 2);
    rp_canvas_text(c, 0, 0, across, up, size, text);
    rp_cairo.restore(c->cr);
}
