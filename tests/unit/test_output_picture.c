/* Pictures and plots: marks of axes, pixels where a grain is, both kinds of file, and words for what is wrong.
 *
 * With REPOSE_TEST_KEEP=DIR the pictures stay in DIR, for the eye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include <png.h>

#include "base/file.h"
#include "output/canvas.h"
#include "output/color.h"
#include "output/output.h"
#include "repose/plot.h"
#include "output/ticks.h"
#include "unit/test_output_world.h"

static char directory[1024];

static void path_in(char *path, size_t room, const char *name) { snprintf(path, room, "%s/%s", directory, name); }

/* ---- marks ---- */

static void test_ticks_linear(void **state)
{
    (void)state;
    rp_ticks t;
    rp_ticks_linear(&t, 0, 1, 5);
    assert_int_equal(t.count, 6);
    assert_string_equal(t.label[0], "0.0");
    assert_string_equal(t.label[5], "1.0");
    rp_ticks_linear(&t, -0.003, 0.0052, 4);
    assert_int_equal(t.exponent, -3);
    assert_string_equal(t.label[0], "\xE2\x88\x92"
                                    "2");
    rp_ticks_linear(&t, 0, 123456, 5);
    assert_int_equal(t.exponent, 3);
    for (double span = 1e-12; span < 1e12; span *= 7.3) { /* always some, inside, apart by one step */
        rp_ticks_linear(&t, 0.3 * span, 1.3 * span, 6);
        assert_true(t.count >= 3 && t.count <= 12);
        for (int n = 0; n < t.count; n++)
            assert_true(t.at[n] >= 0.3 * span * (1 - 1e-9) && t.at[n] <= 1.3 * span * (1 + 1e-9));
    }
    rp_ticks_linear(&t, 1, 1, 5);
    assert_int_equal(t.count, 0);
}

/* What stands in braces is smaller; braces that do not close are letters. */
static void test_lowered_and_raised(void **state)
{
    (void)state;
    rp_canvas c;
    assert_int_equal(rp_canvas_open(&c, "a.png", 10, 10, NULL), RP_OK);
    const double t = rp_canvas_text_width(&c, 20, "t"), n = rp_canvas_text_width(&c, 20, "n");
    const double lowered = rp_canvas_text_width(&c, 20, "t_{n}"), raised = rp_canvas_text_width(&c, 20, "t^{n}");
    assert_true(lowered > t && lowered < t + 0.9 * n && fabs(raised - lowered) < 1e-12);
    assert_true(rp_canvas_text_width(&c, 20, "t_{n") > 2 * lowered && rp_canvas_text_width(&c, 20, "_{}") == 0);
    assert_true(rp_canvas_text_width(&c, 20, "t_n") > t + n);
    rp_canvas_close(&c);
}

static void test_ticks_log(void **state)
{
    (void)state;
    rp_ticks t;
    rp_ticks_log(&t, 1e-6, 1, 8);
    assert_int_equal(t.count, 7);
    assert_string_equal(t.label[0], "10⁻⁶");
    assert_string_equal(t.label[6], "10⁰");
    rp_ticks_log(&t, 1, 30, 8);
    assert_string_equal(t.label[0], "1");
    assert_string_equal(t.label[1], "2");
    rp_ticks_log(&t, 2e-5, 3e-4, 8);
    assert_string_equal(t.label[0], "2·10⁻⁵");
    assert_string_equal(t.label[2], "10⁻⁴");
    rp_ticks_log(&t, 1e-30, 1e30, 6);
    assert_true(t.count >= 4 && t.count <= 8);
    assert_true(fabs(rp_ticks_round_down(0.0049) - 0.002) < 1e-18);
    assert_true(fabs(rp_ticks_round_down(0.005) - 0.005) < 1e-18);
}

/* ---- colour maps ---- */

enum { SHADES = 128 };

typedef struct shade {
    double L, a, b; /* Oklab */
} shade;

static double linear(double v) { return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4); }

/* Ottosson's matrices, from linear sRGB. */
static shade oklab(const double c[3])
{
    double l = cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    double m = cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    double s = cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return (shade){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

/* As seen by eyes that lack one kind of cones (1: red, 2: green, 3: blue; 0: none), by Machado, Oliveira and Fernandes
 * 2009. */
static shade seen(rp_color_map map, double s, int lack)
{
    static const double eye[4][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    rp_color color = rp_color_map_at(map, s);
    double from[3] = {linear(color.r), linear(color.g), linear(color.b)}, to[3];
    for (int k = 0; k < 3; k++) {
        const double *row = eye[lack][k];
        to[k] = fmin(1, fmax(0, row[0] * from[0] + row[1] * from[1] + row[2] * from[2]));
    }
    return oklab(to);
}

static double apart(shade p, shade q) { return hypot(hypot(p.L - q.L, p.a - q.a), p.b - q.b); }

/* Equal steps of the number are equal differences of colour, so that a map has no ridge or seam that the data do not
 * have. 8 per cent: the chroma of maps of amounts changes on the way. A signed map whose hue turned on the way from
 * blue to red was off by 100 per cent in its middle. */
static void test_maps_are_even(void **state)
{
    (void)state;
    for (rp_color_map map = RP_MAP_LAGOON; map <= RP_MAP_SAND; map++) {
        double step[SHADES], mean = 0;
        for (int n = 0; n < SHADES; n++) {
            step[n] = apart(seen(map, n / (double)SHADES, 0), seen(map, (n + 1) / (double)SHADES, 0));
            mean += step[n] / SHADES;
        }
        assert_true(mean * SHADES > 0.45); /* enough for some twenty shades that an eye can tell apart */
        for (int n = 0; n < SHADES; n++) assert_true(fabs(step[n] / mean - 1) < 0.08);
    }
}

/* Counts 0..3 as four steps: the colour of a step is that of its middle, also at the upper end. */
static void test_levels(void **state)
{
    (void)state;
    assert_true(rp_color_level(0.3, 0) == 0.3);
    assert_true(rp_color_level(0, 4) == 0.125 && rp_color_level(0.24, 4) == 0.125 && rp_color_level(0.26, 4) == 0.375);
    assert_true(rp_color_level(1, 4) == 0.875);
}

/* Lightness is what a reader goes by, also with eyes that lack one kind of cones: it changes one way only, on each side
 * of the middle where values have signs. 1e-4: rounding of the matrices, which have ten digits and six. */
static void test_maps_change_lightness_one_way(void **state)
{
    (void)state;
    for (rp_color_map map = RP_MAP_LAGOON; map <= RP_MAP_SAND; map++)
        for (int lack = 0; lack < 4; lack++)
            for (int n = 0; n < SHADES; n++) {
                double change = seen(map, (n + 1) / (double)SHADES, lack).L - seen(map, n / (double)SHADES, lack).L;
                int falls = map == RP_MAP_SAND || (map == RP_MAP_TIDE && n >= SHADES / 2);
                assert_true(falls ? change < 1e-4 : change > -1e-4);
            }
}

/* Both signs have the same lightness, zero is grey, and every eye tells the signs apart, the better the larger
 * the number: at a quarter of the range by a difference of 0.05 (0.02 is just noticeable). */
static void test_signs_are_told_apart(void **state)
{
    (void)state;
    shade zero = seen(RP_MAP_TIDE, 0.5, 0);
    assert_true(hypot(zero.a, zero.b) < 1e-3); /* digits of the matrices */
    for (int lack = 0; lack < 4; lack++) {
        double before = 0;
        for (int n = 1; n <= SHADES / 2; n++) {
            shade low = seen(RP_MAP_TIDE, 0.5 - n / (double)SHADES, lack),
                  high = seen(RP_MAP_TIDE, 0.5 + n / (double)SHADES, lack);
            double far = apart(low, high);
            if (!lack) assert_true(fabs(low.L - high.L) < 1e-4);
            if (n >= SHADES / 8) assert_true(far > 0.05);
            if (n <= SHADES / 4) assert_true(far > before); /* beyond that chroma ends at the border of sRGB */
            before = far;
        }
    }
}

/* ---- frames ---- */

/* A world of two big grains side by side, the right one moving. */
static void write_two_grains(int dimension, const char *name, double speed)
{
    char path[1200];
    rp_world *world = made_up_world(dimension, 2);
    rp_contact_list contacts = made_up_contacts(world, 4);
    rp_frames frames;
    world->wall_count = 0;
    world->domain.bounded = 0;
    for (int i = 0; i < 2; i++) {
        rp_row *row = &world->particles.row[i];
        *row = (rp_row){.x = i ? 0.55 : -0.55, .r = 0.5, .vx = i ? speed : 0, .inv_mass = 1};
        world->particles.orientation[i][0] = 0;
    }
    path_in(path, sizeof path, name);
    assert_int_equal(rp_frames_init(&frames, path, 1, 1, NULL), RP_OK);
    assert_int_equal(rp_frames_write(&frames, world, &contacts, NULL), RP_OK);
    rp_frames_free(&frames);
    rp_memory_free(contacts.view);
    rp_world_destroy(world);
}

/* Pixels as red, green, blue; owned by the caller (free). */
static unsigned char *read_png(const char *path, int width, int height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    image.format = PNG_FORMAT_RGB;
    unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    return pixels;
}

static int near(rp_color a, rp_color b) { return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) < 0.03; }

/* The slow grain has the lowest colour, the fast one the highest, where they are and not elsewhere. */
static void test_grains_are_where_they_are(void **state)
{
    (void)state;
    char path[1200], run[1200];
    rp_picture_options o;
    rp_picture_options_default(&o);
    o.width = 1200;
    o.height = 700;
    write_two_grains(2, "flat", 1.0);
    path_in(run, sizeof run, "flat");
    path_in(path, sizeof path, "flat.png");
    assert_int_equal(rp_picture_frame(run, NAN, &o, path, NULL), RP_OK);
    unsigned char *pixels = read_png(path, 1200, 700);
    double left = 0, right = 0, white = 0;
    for (int row = 100; row < 600; row += 2) {
        for (int column = 30; column < 1000; column += 2) {
            const unsigned char *at = pixels + 3 * (1200 * row + column);
            rp_color p = {at[0] / 255.0, at[1] / 255.0, at[2] / 255.0};
            left += near(p, rp_color_map_at(RP_MAP_LAGOON, 0)) && column < 500;
            right += near(p, rp_color_map_at(RP_MAP_LAGOON, 1)) && column > 500;
            white += near(p, (rp_color){1, 1, 1});
        }
    }
    free(pixels);
    assert_true(left > 8000 && right > 8000 && white > 8000); /* of 121 250; a grain has a quarter */
}

static void test_same_bytes(void **state)
{
    (void)state;
    char one_path[1200], two_path[1200], run[1200], *one, *two;
    size_t one_size, two_size;
    rp_picture_options o;
    rp_picture_options_default(&o);
    o.width = 500;
    path_in(run, sizeof run, "solid");
    path_in(one_path, sizeof one_path, "one.png");
    path_in(two_path, sizeof two_path, "two.png");
    write_two_grains(3, "solid", 1.0);
    assert_int_equal(rp_picture_frame(run, NAN, &o, one_path, NULL), RP_OK);
    assert_int_equal(rp_picture_frame(run, NAN, &o, two_path, NULL), RP_OK);
    assert_int_equal(rp_file_read(one_path, 0, &one, &one_size, NULL), RP_OK);
    assert_int_equal(rp_file_read(two_path, 0, &two, &two_size, NULL), RP_OK);
    assert_int_equal(one_size, two_size);
    assert_memory_equal(one, two, one_size);
    rp_memory_free(one);
    rp_memory_free(two);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Every wall, colour and option draws, in both dimensions and kinds of file. */
static void test_all_options(void **state)
{
    (void)state;
    static const char *const colors[] = {"speed",    "radius",       "spin",     "mass",  "id", "group",
                                         "material", "coordination", "pressure", "image", NULL};
    char path[1200], run[1200];
    for (int dimension = 2; dimension <= 3; dimension++) {
        rp_world *world = made_up_world(dimension, 400);
        rp_contact_list contacts = made_up_contacts(world, 300);
        rp_frames frames;
        path_in(run, sizeof run, dimension == 2 ? "all2" : "all3");
        assert_int_equal(rp_frames_init(&frames, run, 1, 1, NULL), RP_OK);
        assert_int_equal(rp_frames_write(&frames, world, &contacts, NULL), RP_OK);
        for (size_t n = 0; n < sizeof colors / sizeof *colors; n++) {
            char name[64];
            rp_picture_options o = {
                .color = colors[n], .forces = n % 2, .title = "Title", .azimuth = 40, .elevation = 25, .width = 500};
            snprintf(name, sizeof name, "all%d_%s.%s", dimension, colors[n] ? colors[n] : "plain",
                     n % 3 ? "png" : "svg");
            path_in(path, sizeof path, name);
            assert_int_equal(rp_picture_frame(run, 0.0, &o, path, NULL), RP_OK);
            assert_true(rp_file_exists(path));
        }
        rp_frames_free(&frames);
        rp_memory_free(contacts.view);
        rp_world_destroy(world);
        assert_int_equal(rp_memory_bytes(), 0);
    }
}

static void test_nothing_to_see(void **state)
{
    (void)state;
    char path[1200], run[1200];
    rp_world *world = made_up_world(3, 0);
    rp_frames frames;
    world->wall_count = 0;
    world->domain.bounded = 0;
    path_in(run, sizeof run, "empty");
    path_in(path, sizeof path, "empty.png");
    assert_int_equal(rp_frames_init(&frames, run, 0, 0, NULL), RP_OK);
    assert_int_equal(rp_frames_write(&frames, world, NULL, NULL), RP_OK);
    assert_int_equal(rp_picture_frame(run, NAN, NULL, path, NULL), RP_OK);
    rp_frames_free(&frames);
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Colours mean the same in all pictures of a run: a grain of speed 1 is as bright in the frame where it is the fastest
 * as in the one where another has speed 4. */
static void test_one_range_a_run(void **state)
{
    (void)state;
    char path[3][1200], run[1200];
    size_t size[3];
    char *data[3];
    rp_world *world = made_up_world(2, 12);
    rp_frames frames;
    path_in(run, sizeof run, "range");
    assert_int_equal(rp_frames_init(&frames, run, 0, 0, NULL), RP_OK);
    for (int n = 0; n < 2; n++) {
        for (size_t i = 0; i < 12; i++) {
            world->particles.row[i].vx = i == 3 ? 1 + 3 * n : 1;
            world->particles.row[i].vy = world->particles.row[i].vz = 0;
        }

        world->time = n;
        assert_int_equal(rp_frames_write(&frames, world, NULL, NULL), RP_OK);
    }
    for (int n = 0; n < 3; n++) { /* over the run, the same range by hand, of the frame alone */
        rp_picture_options o;
        rp_picture_options_default(&o);
        if (n == 1) {
            o.range[0] = 0;
            o.range[1] = 4;
        }
        /* a range that begins near 0 begins at 0 */
        o.own_range = n == 2;
        snprintf(path[n], sizeof path[n], "%s/range%d.png", directory, n);
        assert_int_equal(rp_picture_frame(run, 0, &o, path[n], NULL), RP_OK);
        assert_int_equal(rp_file_read(path[n], 0, &data[n], &size[n], NULL), RP_OK);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(data[0], data[1], size[0]);
    assert_true(size[0] != size[2] || memcmp(data[0], data[2], size[0]) != 0);
    char movie[1200];
    int count;
    rp_picture_options o;
    rp_picture_options_default(&o);
    path_in(movie, sizeof movie, "movie");
    assert_int_equal(rp_picture_movie(run, &o, movie, &count, NULL), RP_OK);
    assert_int_equal(count, 2);
    for (int n = 0; n < 3; n++) rp_memory_free(data[n]);
    rp_frames_free(&frames);
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void test_words_for_mistakes(void **state)
{
    (void)state;
    rp_error err;
    char path[1200], run[1200];
    rp_picture_options o;
    rp_picture_options_default(&o);
    write_two_grains(2, "flat", 1.0);
    path_in(run, sizeof run, "flat");
    path_in(path, sizeof path, "never.png");
    o.color = "sped";
    assert_int_equal(rp_picture_frame(run, NAN, &o, path, &err), RP_INPUT);
    assert_string_equal(err.nearest, "speed");
    o.color = "speed";
    o.width = 20;
    assert_int_equal(rp_picture_frame(run, NAN, &o, path, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "pixels"));
    o.width = 0;
    assert_int_equal(rp_picture_frame("/nonexistent", NAN, &o, path, &err), RP_INPUT);
    assert_false(rp_file_exists(path));
    path_in(path, sizeof path, "never.pdf");
    assert_int_equal(rp_picture_frame(run, NAN, &o, path, &err), RP_INPUT);
    assert_non_null(strstr(err.expected, ".svg"));
    assert_int_equal(rp_memory_bytes(), 0);
}

/* ---- plots ---- */

static void write_series(const char *text)
{
    char path[1200];
    path_in(path, sizeof path, "series.csv");
    assert_int_equal(rp_file_write(path, text, strlen(text), 0, NULL), RP_OK);
}

static void test_series(void **state)
{
    (void)state;
    rp_error err;
    char path[1200];
    static const char *const columns[] = {"kinetic", "speed"}, *const wrong[] = {"kinetik"};
    path_in(path, sizeof path, "series.png");
    write_series(
        "time,kinetic,stored,speed\n# s,J,J,m/s\n0,1,0,1\n1,0.5,0.2,0.7\n2,0.25,nan,0.5\n3,0.1"); /* the last line is
                                                                                                     not whole */
    assert_int_equal(rp_picture_series(directory, NULL, NULL, 0, 0, 0, path, &err), RP_OK);
    assert_int_equal(rp_picture_series(directory, "kinetic", columns + 1, 1, 1, 1, path, &err), RP_OK);
    path_in(path, sizeof path, "series.svg");
    assert_int_equal(rp_picture_series(directory, "time", columns, 2, 0, 1, path, &err), RP_OK);
    assert_int_equal(rp_picture_series(directory, NULL, wrong, 1, 0, 0, path, &err), RP_INPUT);
    assert_string_equal(err.nearest, "kinetic");
    write_series("time,kinetic\n# s,J\n0,1");
    assert_int_equal(rp_picture_series(directory, NULL, NULL, 0, 0, 0, path, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "no rows"));
    assert_int_equal(rp_memory_bytes(), 0);
}

static rp_status draw_figure(const char *path, rp_error *err)
{
    enum { N = 30, C = 6 };
    double x[N], y[N], e[N], heat[C * C];
    for (int n = 0; n < N; n++) {
        x[n] = n + 1;
        y[n] = n == 7 ? NAN : 1.0 / x[n];
        e[n] = 0.2 * y[n];
    }

    for (int n = 0; n < C * C; n++) heat[n] = n == 4 ? NAN : (float)n;
    rp_plot *plot = rp_plot_create(2, 2, 800, 600);
    rp_plot_title(plot, "All of it");
    rp_plot_remark(plot, "A remark.");
    rp_plot_axes(plot, 0, "panel", "x (m)", "y (m)");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(plot, 0, x, y, N,
                  &(rp_plot_style){.label = "points", .marker = RP_MARKER_CIRCLE, .error_y = e, .error_x = e});
    rp_plot_band(plot, 1, x, y, e, N, &(rp_plot_style){.label = "band"});
    rp_plot_curve(plot, 1, x, y, N, NULL);
    rp_plot_rule(plot, 1, 1, 10, "here");
    rp_plot_note(plot, 1, 5, 0.5, "note");
    rp_plot_heat(plot, 2, heat, C, C, 0, 1, 0, 1, NAN, NAN, RP_MAP_EMBER, "heat (K)");
    rp_plot_limits(plot, 3, 0, 1, NAN, NAN); /* an empty panel */
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

/* Cells of a heat map meet on whole pixels: a map of one value has no line of another colour inside. */
static void test_heat_has_no_seams(void **state)
{
    (void)state;
    enum { W = 640, H = 480, MOST = 60 };
    double heat[MOST * 2];
    char path[1200];
    rp_error err;
    path_in(path, sizeof path, "heat.png");
    for (int n = 0; n < MOST * 2; n++) heat[n] = 0.5;
    for (int columns = 20; columns <= MOST; columns++) {
        rp_plot *plot = rp_plot_create(1, 1, W, H);
        rp_plot_heat(plot, 0, heat, columns, 2, 0, 1, 0, 1, 0, 1, RP_MAP_EMBER, "");
        assert_int_equal(rp_plot_save(plot, path, &err), RP_OK);
        rp_plot_destroy(plot);
        unsigned char *pixels = read_png(path, W, H), *middle = pixels + 3 * W * (H / 2);
        for (int column = 100; column < W - 150; column++)
            assert_memory_equal(middle + 3 * column, middle + 3 * (W / 2), 3);
        free(pixels);
    }
}

static void test_figure_and_failures(void **state)
{
    (void)state;
    rp_error err;
    char path[1200];
    path_in(path, sizeof path, "figure.png");
    for (long n = 1;; n++) { /* the n-th allocation fails, until none does */
        assert_true(n < 500);
        rp_memory_fail_at(n);
        rp_status status = draw_figure(path, &err);
        rp_memory_fail_at(0);
        assert_int_equal(rp_memory_bytes(), 0);
        if (status == RP_OK) break;
        assert_int_equal(status, RP_SYSTEM);
        assert_false(rp_file_exists(path));
    }
    assert_true(rp_file_exists(path));
    path_in(path, sizeof path, "figure.svg");
    assert_int_equal(draw_figure(path, &err), RP_OK);
}

static int set_up(void **state)
{
    (void)state;
    const char *keep = getenv("REPOSE_TEST_KEEP");
    snprintf(directory, sizeof directory, "%s", keep ? keep : "/tmp/repose-picture-XXXXXX");
    return keep || mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[1100];
    if (getenv("REPOSE_TEST_KEEP")) return 0;
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks_linear),
        cmocka_unit_test(test_ticks_log),
        cmocka_unit_test(test_lowered_and_raised),
        cmocka_unit_test(test_maps_are_even),
        cmocka_unit_test(test_maps_change_lightness_one_way),
        cmocka_unit_test(test_signs_are_told_apart),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_grains_are_where_they_are),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_all_options),
        cmocka_unit_test(test_nothing_to_see),
        cmocka_unit_test(test_one_range_a_run),
        cmocka_unit_test(test_words_for_mistakes),
        cmocka_unit_test(test_series),
        cmocka_unit_test(test_heat_has_no_seams),
        cmocka_unit_test(test_figure_and_failures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
