/* A run, or several, as one HTML file.
 *
 * The page of the viewer with a script of data in it: base64 of
 *
 *     length of the manifest (u32, little-endian), manifest (JSON), blobs
 *
 * The manifest is that of rp_view_session, but "files" has for each name, and "frames" for each frame, the place and
 * size of its blob; "frames_of" is the number of frames of the run. Blobs are compressed by zlib; frames are those of
 * pack.h, in order, each as differences to the one before.
 *
 * Frames are taken at equal distances. If they need more room than there is, they are taken again at larger ones; if
 * two have no room, without contacts. */
#include "repose/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "view/files.h"
#include "view/pack.h"

enum { COOKIE = 0x5e9047, ROWS = 500, PROFILE_ROWS = 5000, LOG_BYTES = 60000, CANDIDATES = 240, FEWEST = 2 };

static const char mark[] = "<!--data-->"; /* where the page has its data */

typedef struct one_run {
    const char *directory, *label;
    rp_files files;
    double *time; /* owned; of all frames */
    size_t frames;
    size_t *chosen; /* owned; numbers of the frames in the report */
    size_t chosen_count;
    size_t least; /* bytes of two frames where they have no room; 0: they have */
    int contacts;
    rp_buffer blobs, manifest;
} one_run;

/* ---- files ---- */

static void print_blob(rp_buffer *manifest, const rp_buffer *blobs, size_t start, int first)
{
    rp_buffer_print(manifest, "%s[%zu,%zu]", first ? "" : ",", start, blobs->size - start);
}

static rp_status add_files(one_run *r, rp_error *err)
{
    rp_status status = RP_OK;
    rp_buffer_print(&r->manifest, ",\"files\":{");
    for (int n = 0; n < r->files.count && !status; n++) {
        rp_buffer text;
        const size_t start = r->blobs.size;
        rp_buffer_init(&text);
        const size_t rows = strcmp(r->files.name[n], "series.csv") == 0 ? ROWS : PROFILE_ROWS;
        status = rp_files_shorten(r->directory, r->files.name[n], rows, LOG_BYTES, &text, err);
        if (!status) status = rp_pack_deflate(&r->blobs, text.data, text.size, err);
        rp_buffer_free(&text);
        rp_buffer_print(&r->manifest, "%s\"%s\":", n ? "," : "", r->files.name[n]);
        print_blob(&r->manifest, &r->blobs, start, 1);
    }
    rp_buffer_print(&r->manifest, "}");
    return status;
}

/* ---- frames ---- */

/* `count` frames at equal distances, the first and the last of the run among them. */
static void choose(one_run *r, size_t count)
{
    r->chosen_count = count < r->frames ? count : r->frames;
    for (size_t n = 0; n < r->chosen_count; n++)
        r->chosen[n] = r->chosen_count == 1 ? r->frames - 1
                                            : (n * (r->frames - 1) + (r->chosen_count - 1) / 2) / (r->chosen_count - 1);
}

static rp_status find_scale(const one_run *r, rp_pack_scale *scale, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t n = 0; n < r->chosen_count && !status; n++) {
        rp_shown s;
        status = rp_shown_load(&s, r->directory, r->chosen[n], 1, err);
        if (status) break;
        rp_pack_include(scale, &s);
        rp_shown_free(&s);
    }
    return status;
}

/* Packs the chosen frames; stops when there are more than `most` bytes of them. */
static rp_status pack_frames(one_run *r, const rp_pack_scale *scale, size_t most, rp_buffer *frames, rp_buffer *places,
                             rp_error *err)
{
    rp_shown before = {0};
    rp_status status = RP_OK;
    for (size_t n = 0; n < r->chosen_count && !status && frames->size <= most; n++) {
        rp_shown s;
        const size_t start = frames->size;
        status = rp_shown_load(&s, r->directory, r->chosen[n], r->contacts, err);
        if (status) break;
        status = rp_pack_frame(frames, &s, n ? &before : NULL, scale, err);
        rp_buffer_print(places, "%s[%zu,%zu]", n ? "," : "", r->blobs.size + start, frames->size - start);
        rp_shown_free(&before);
        before = s;
    }
    rp_shown_free(&before);
    return status;
}

/* Fewer frames next time, or no contacts; 0: nothing is left to try. */
static int shrink(one_run *r, size_t tried, size_t used, size_t most)
{
    if (tried > FEWEST) {
        const double share = 0.97 * (double)most / (double)used;
        const size_t next = (size_t)((double)tried * fmin(share, 0.9));
        choose(r, next < FEWEST ? FEWEST : next);
        return 1;
    }
    if (!r->contacts) return 0;
    r->contacts = 0;
    choose(r, CANDIDATES);
    return 1;
}

/* Frames in `most` bytes. What was packed when the room ended tells how many fit; `least` is set where two do not. */
static rp_status add_frames(one_run *r, size_t most, rp_error *err)
{
    rp_pack_scale scale = {0};
    rp_buffer frames, places;
    rp_buffer_init(&frames);
    rp_buffer_init(&places);
    choose(r, CANDIDATES);
    rp_status status = find_scale(r, &scale, err);
    while (!status) {
        rp_buffer_free(&frames);
        rp_buffer_free(&places);
        status = pack_frames(r, &scale, r->chosen_count > FEWEST ? 8 * most : SIZE_MAX, &frames, &places, err);
        if (status || frames.size <= most) break;
        if (shrink(r, r->chosen_count, frames.size, most)) continue;
        r->least = frames.size;
        break;
    }
    rp_buffer_print(&r->manifest, ",\"frames_of\":%zu,\"frames\":[", r->frames);
    rp_buffer_append(&r->manifest, places.data, places.size);
    rp_buffer_print(&r->manifest, "]");
    rp_buffer_append(&r->blobs, frames.data, frames.size);
    rp_buffer_free(&frames);
    rp_buffer_free(&places);
    return status;
}

/* ---- a run ---- */

static rp_status open_run(one_run *r, const char *directory, const char *label, rp_error *err)
{
    *r = (one_run){.directory = directory, .label = label, .contacts = 1};
    rp_buffer_init(&r->blobs);
    rp_buffer_init(&r->manifest);
    rp_status status = rp_files_list(directory, &r->files, err);
    if (!status) status = rp_files_times(directory, &r->time, &r->frames, err);
    r->chosen = status ? NULL : rp_memory_alloc(CANDIDATES, sizeof *r->chosen);
    if (!status && !r->chosen) status = rp_memory_error(err, CANDIDATES * sizeof *r->chosen, "the choice of frames");
    if (!status) status = add_files(r, err);
    return status;
}

static void close_run(one_run *r)
{
    rp_memory_free(r->time);
    rp_memory_free(r->chosen);
    rp_buffer_free(&r->blobs);
    rp_buffer_free(&r->manifest);
}

static void print_run(rp_buffer *b, const one_run *r)
{
    double time[CANDIDATES];
    for (size_t n = 0; n < r->chosen_count; n++) time[n] = r->time[r->chosen[n]];
    rp_buffer_print(b, "{");
    rp_files_print(b, r->directory, r->label, time, r->chosen_count);
    rp_buffer_append(b, r->manifest.data, r->manifest.size);
    rp_buffer_print(b, "}");
}

/* ---- the file ---- */

/* Blobs of all runs stand one after the other: "base" is where those of a run begin. */
static void put_manifest(rp_buffer *all, const one_run *runs, int count, const rp_report_options *o)
{
    rp_buffer b;
    size_t base = 0;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "{\"report\":1,\"title\":");
    rp_json_string(&b, o->title ? o->title : "");
    rp_buffer_print(&b, ",");
    rp_files_print_maps(&b);
    rp_buffer_print(&b, ",\"base\":[");
    for (int n = 0; n < count; base += runs[n++].blobs.size) rp_buffer_print(&b, "%s%zu", n ? "," : "", base);
    rp_buffer_print(&b, "],\"runs\":[");
    for (int n = 0; n < count; n++) {
        if (n) rp_buffer_print(&b, ",");
        print_run(&b, &runs[n]);
    }
    rp_buffer_print(&b, "]}");
    const unsigned char length[4] = {(unsigned char)b.size, (unsigned char)(b.size >> 8), (unsigned char)(b.size >> 16),
                                     (unsigned char)(b.size >> 24)};
    rp_buffer_append(all, length, sizeof length);
    rp_buffer_append(all, b.data, b.size);
    all->failed |= b.failed;
    rp_buffer_free(&b);
}

static rp_status write_page(const one_run *runs, int count, const rp_report_options *o, const char *path, size_t *bytes,
                            rp_error *err)
{
    const char *page = rp_view_page(), *place = strstr(page, mark);
    rp_buffer all, html;
    rp_buffer_init(&all);
    rp_buffer_init(&html);
    put_manifest(&all, runs, count, o);
    for (int n = 0; n < count; n++) rp_buffer_append(&all, runs[n].blobs.data, runs[n].blobs.size);
    rp_buffer_append(&html, page, (size_t)(place - page));
    rp_buffer_print(&html, "<script id=\"data\" type=\"text/plain\">");
    if (!all.failed) rp_buffer_base64(&html, all.data, all.size);
    rp_buffer_print(&html, "</script>");
    rp_buffer_append(&html, place + strlen(mark), strlen(place + strlen(mark)));
    html.failed |= all.failed;
    *bytes = html.size;
    rp_status status = html.failed ? rp_memory_error(err, html.size, "the report")
                                   : rp_file_write_buffer(path, &html, RP_FILE_DURABLE, err);
    rp_buffer_free(&all);
    rp_buffer_free(&html);
    return status;
}

/* ---- the report ---- */

rp_report_options rp_report_options_default(void) { return (rp_report_options){.megabytes = 1.5, .cookie = COOKIE}; }

static const double BASE64 = 4.0 / 3; /* bytes of text a byte */

/* Bytes of the file without frames: page, files and manifests. */
static double bytes_without_frames(const one_run *runs, int count)
{
    double bytes = (double)strlen(rp_view_page());
    for (int n = 0; n < count; n++) bytes += BASE64 * ((double)runs[n].blobs.size + 1.2e4); /* maps, places of frames */
    return bytes;
}

/* The size that it needs is rounded up. */
static rp_status no_room(const one_run *r, int count, double others, rp_error *err)
{
    const double need = others + BASE64 * (double)r->least * count;
    rp_error_set(err, RP_INPUT, "the report has no room for two frames of '%s': it needs %.2f MB", r->directory,
                 1e-6 * need + 0.01);
    rp_error_expected(err, "a larger --size, in MB");
    return RP_INPUT;
}

static rp_status check(const rp_report_options *o, int count, rp_error *err)
{
    if (o->cookie != COOKIE)
        return rp_error_set(err, RP_INPUT, "rp_report_options must begin as rp_report_options_default()");
    if (!rp_view_page())
        return rp_error_set(err, RP_INPUT, "this library was built without the viewer, which needs Node: no reports");
    if (count < 1) return rp_error_set(err, RP_INPUT, "a report needs a run");
    if (o->megabytes > 0) return RP_OK;
    return rp_error_set(err, RP_INPUT, "a report of %g MB has no room", o->megabytes);
}

static rp_status make(one_run *runs, const char *const *directories, const char *const *labels, int count,
                      const rp_report_options *o, rp_report_result *result, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < count && !status; n++)
        status = open_run(&runs[n], directories[n], labels ? labels[n] : NULL, err);
    const double others = status ? 0 : bytes_without_frames(runs, count);
    const double room = fmax(0, (1e6 * o->megabytes - others) / BASE64);
    result->contacts = 1;
    for (int n = 0; n < count && !status; n++) {
        status = add_frames(&runs[n], (size_t)(room / count), err);
        if (!status && runs[n].least) status = no_room(&runs[n], count, others, err);
        result->frames += runs[n].chosen_count;
        result->frames_of += runs[n].frames;
        result->contacts &= runs[n].contacts;
    }
    return status;
}

rp_status rp_report(const char *const *directories, const char *const *labels, int count,
                    const rp_report_options *options, const char *path, rp_report_result *result, rp_error *err)
{
    const rp_report_options usual = rp_report_options_default();
    rp_report_result own;
    if (!options) options = &usual;
    if (!result) result = &own;
    *result = (rp_report_result){0};
    rp_status status = check(options, count, err);
    if (status) return status;
    one_run *runs = rp_memory_alloc((size_t)count, sizeof *runs);
    if (!runs) return rp_memory_error(err, (size_t)count * sizeof *runs, "the runs of a report");
    status = make(runs, directories, labels, count, options, result, err);
    if (!status) status = write_page(runs, count, options, path, &result->bytes, err);
    for (int n = 0; n < count; n++) close_run(&runs[n]);
    rp_memory_free(runs);
    return status;
}
