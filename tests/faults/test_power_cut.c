/* A power cut at any moment of a run. The system calls of the run are kept in a journal; every prefix of it becomes a
 * disk on which what was not synced is lost: names, contents, both or neither. From the first checkpoint on, each such
 * disk holds a run that is resumed to the same hash, series and frames.
 *
 * What the disk keeps: the contents of a file as of its last fsync (none: it is empty), the names of a directory as of
 * the directory's last fsync. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "repose/run.h"

enum { NODES = 4000, NAMES = 1000, BLOCKS = 8000, ENTRIES = 20000, DESCRIPTORS = 1024, PATH = 256, DISKS = 8000 };

typedef struct contents {
    char *data; /* one of `blocks` */
    size_t size;
} contents;

typedef struct node {
    int directory;
    contents now, synced;
} node;

typedef struct name {
    char path[PATH];
    int now, synced; /* node; -1: none */
} name;

static char place[64], out[128], cut[128], scene[128];
static rp_system_entry entries[ENTRIES];
static int entry_count;

/* ---- the journal ---- */

static void keep(void *context, const rp_system_entry *e)
{
    (void)context;
    assert_true(entry_count < ENTRIES);
    rp_system_entry *copy = &entries[entry_count++];
    *copy = *e;
    if (e->path) copy->path = strdup(e->path);
    if (e->other) copy->other = strdup(e->other);
    if (e->data) copy->data = memcpy(malloc(e->size), e->data, e->size);
}

/* ---- the disk ---- */

static node nodes[NODES];
static name names[NAMES];
static int node_count, name_count, open_node[DESCRIPTORS];

static int node_make(int directory)
{
    assert_true(node_count < NODES);
    nodes[node_count] = (node){.directory = directory};
    return node_count++;
}

static name *name_of(const char *path)
{
    for (int n = 0; n < name_count; n++)
        if (strcmp(names[n].path, path) == 0) return &names[n];
    assert_true(name_count < NAMES && strlen(path) < PATH);
    name *x = &names[name_count++];
    *x = (name){.now = -1, .synced = -1};
    strcpy(x->path, path);
    return x;
}

static int stands_in(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
}

static void sync_node(int n)
{
    if (!nodes[n].directory) {
        nodes[n].synced = nodes[n].now;
        return;
    }
    for (int d = 0; d < name_count; d++) {
        if (names[d].now != n) continue;
        for (int k = 0; k < name_count; k++)
            if (stands_in(names[k].path, names[d].path)) names[k].synced = names[k].now;
    }
}

/* What a file held is kept until the end: it may be what was synced. */
static char *blocks[BLOCKS];
static int block_count;

static void resize(contents *c, size_t size, const void *more, size_t bytes)
{
    assert_true(block_count < BLOCKS);
    char *data = blocks[block_count++] = calloc(size + bytes + 1, 1);
    if (c->size) memcpy(data, c->data, c->size < size ? c->size : size);
    if (bytes) memcpy(data + size, more, bytes);
    *c = (contents){data, size + bytes};
}

static void replay(const rp_system_entry *e)
{
    const int n = e->fd >= 0 && e->fd < DESCRIPTORS ? open_node[e->fd] : -1;
    switch (e->call) {
    case RP_SYSTEM_OPEN:
        if (e->size) name_of(e->path)->now = node_make(0);
        open_node[e->fd] = name_of(e->path)->now;
        break;
    case RP_SYSTEM_CLOSE: open_node[e->fd] = -1; break;
    case RP_SYSTEM_WRITE:
        if (n >= 0) resize(&nodes[n].now, nodes[n].now.size, e->data, e->size);
        break;
    case RP_SYSTEM_TRUNCATE:
        if (n >= 0) resize(&nodes[n].now, e->size, NULL, 0);
        break;
    case RP_SYSTEM_FSYNC:
        if (n >= 0) sync_node(n);
        break;
    case RP_SYSTEM_LINK: name_of(e->other)->now = name_of(e->path)->now; break;
    case RP_SYSTEM_RENAME:
        name_of(e->other)->now = name_of(e->path)->now;
        name_of(e->path)->now = -1;
        break;
    case RP_SYSTEM_MKDIR: name_of(e->path)->now = node_make(1); break;
    case RP_SYSTEM_UNLINK: name_of(e->path)->now = -1; break;
    }
}

static void begin_disk(void)
{
    node_count = name_count = 0;
    for (int n = 0; n < DESCRIPTORS; n++) open_node[n] = -1;
    name *root = name_of(place);
    root->now = root->synced = node_make(1);
}

/* The node that a name stands for after the cut; -1: none. */
static int found_node(const name *x, int all_names)
{
    const int n = all_names ? x->now : x->synced;
    return strncmp(x->path, out, strlen(out)) == 0 ? n : -1;
}

static const contents *found_contents(int n, int all_contents)
{
    return all_contents ? &nodes[n].now : &nodes[n].synced;
}

/* FNV-1a */
static void add_bytes(uint64_t *key, const void *data, size_t size)
{
    for (const unsigned char *at = data; size > 0; size--) *key = (*key ^ *at++) * 0x100000001b3u;
}

/* One number for what is found after the cut. Contents are blocks of their own: the same block is the same bytes. */
static uint64_t disk_key(int all_names, int all_contents)
{
    uint64_t key = 0xcbf29ce484222325u;
    for (int k = 0; k < name_count; k++) {
        const int n = found_node(&names[k], all_names);
        if (n < 0) continue;
        const contents *c = found_contents(n, all_contents);
        add_bytes(&key, names[k].path, strlen(names[k].path) + 1);
        add_bytes(&key, &nodes[n].directory, sizeof nodes[n].directory);
        add_bytes(&key, c, sizeof *c);
    }
    return key;
}

/* What is found after the cut; 1: it has a checkpoint. */
static int write_disk(int all_names, int all_contents)
{
    int checkpoint = 0;
    for (int k = 0; k < name_count; k++) {
        char path[2 * PATH];
        const int n = found_node(&names[k], all_names);
        if (n < 0) continue;
        snprintf(path, sizeof path, "%s%s", cut, names[k].path + strlen(out));
        const contents *c = found_contents(n, all_contents);
        FILE *f = nodes[n].directory ? NULL : fopen(path, "w");
        if (nodes[n].directory) mkdir(path, 0777);
        if (!f) continue;
        if (c->size) fwrite(c->data, 1, c->size, f);
        fclose(f);
        checkpoint |= strstr(path, "checkpoint.h5") && !strstr(path, "repose-tmp");
    }
    return checkpoint;
}

/* ---- runs ---- */

enum { WRITTEN_MOST = 16 };

typedef struct experiment {
    const char *text;
    const char *written[WRITTEN_MOST]; /* files that must have the same bytes */
} experiment;

static const experiment soft = {
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
    "domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}\n"
    "particles: [{name: grains, material: m, count: 6, radius: 0.005, place: {random: {lower: [0, 0.006], upper: [0.1, "
    "0.04]}}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
    "run: {until: 2.4e-3, step: 2.0e-4}\n"
    "output: {series: {every: 4.0e-4}, frames: {every: 1.2e-3}, dump: {every: 1.0e-3}, profiles: [{name: up, along: y, "
    "bins: 3, every: 4.0e-4, window: 8.0e-4}], forces: {every: 4.0e-4, window: 8.0e-4}, checkpoint: {every: 1.0e-3}}\n",
    {"series.csv", "dump.lammpstrj", "profile-up.csv", "forces.csv", "frames.pvd", "frames/particles_000000.vtp",
     "frames/particles_000001.vtp", "frames/particles_000002.vtp", "frames/walls_000002.vtp"}};

/* Some fifty collisions, before, between and after the checkpoints. */
static const experiment events = {
    "repose: 1\ndimension: 2\nmethod: event-driven\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.9}]\n"
    "domain: {lower: [0, 0], upper: [0.05, 0.05], periodic: [x, y]}\n"
    "particles: [{name: grains, material: m, count: 12, radius: 0.005, velocity: {thermal: 1}, place: {random: {lower: "
    "[0, 0], upper: [0.05, 0.05]}}}]\n"
    "run: {until: 0.048, step: 4.0e-3}\n"
    "output: {series: {every: 8.0e-3}, frames: {every: 0.024}, events: {}, checkpoint: {every: 0.02}}\n",
    {"series.csv", "events.csv", "frames.pvd", "frames/particles_000001.vtp"}};

static const experiment *now;
static contents expected[WRITTEN_MOST];
static char hash[33];

static rp_status run(const char *directory, int resume, rp_run_result *result, rp_error *err)
{
    rp_run_options o;
    rp_run_options_default(&o);
    o.scene = resume ? NULL : scene;
    o.directory = directory;
    o.resume = resume;
    o.threads = 1;
    return rp_run(&o, result, err);
}

static void read_one(const char *directory, const char *file, contents *c)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/%s", directory, file);
    if (rp_file_read(path, 0, &c->data, &c->size, NULL)) fail_msg("there is no %s", path);
}

static void check_files(int at, int names_, int contents_)
{
    for (int n = 0; now->written[n]; n++) {
        contents c;
        read_one(cut, now->written[n], &c);
        if (c.size != expected[n].size || memcmp(c.data, expected[n].data, c.size) != 0)
            fail_msg("cut after call %d (names %d, contents %d): %s has other bytes", at, names_, contents_,
                     now->written[n]);
        rp_memory_free(c.data);
    }
}

static void clear_disk(void)
{
    char frames[PATH];
    snprintf(frames, sizeof frames, "%s/frames", cut);
    rp_file_directory_clear(cut, "frames/*");
    rmdir(frames);
    rp_file_directory_clear(cut, "*");
    rmdir(cut);
}

static int finished_refusal(const rp_error *err) { return strstr(err->what, "finished") != NULL; }

/* safe: a checkpoint was on the disk before. Returns 1 if this disk could be resumed. */
static int resume_disk(int at, int all_names, int all_contents, int safe)
{
    char said[1600];
    rp_run_result result;
    rp_error err;
    clear_disk();
    int checkpoint = write_disk(all_names, all_contents);
    if (!checkpoint && !safe) return 0;
    rp_status status = run(cut, 1, &result, &err);
    if (status && !safe) return 0; /* the very first checkpoint is not yet whole */
    if (status && !finished_refusal(&err)) {
        rp_error_text(&err, said, sizeof said);
        fail_msg("cut after call %d (names %d, contents %d): %s", at, all_names, all_contents, said);
    }
    if (!status) assert_string_equal(result.state_hash, hash);
    check_files(at, all_names, all_contents);
    return 1;
}

/* Disks that were resumed: calls and kinds of loss that leave the same disk are tried once. */
static uint64_t good_disks[DISKS];
static int good_count;

static int is_known(uint64_t key)
{
    for (int n = 0; n < good_count; n++)
        if (good_disks[n] == key) return 1;
    return 0;
}

static int try_disk(int at, int all_names, int all_contents, int safe)
{
    const uint64_t key = disk_key(all_names, all_contents);
    if (is_known(key)) return 1;
    const int good = resume_disk(at, all_names, all_contents, safe);
    assert_true(good_count < DISKS);
    if (good) good_disks[good_count++] = key;
    return good;
}

/* A call after which the disk is another one. */
static int changes(const rp_system_entry *e) { return e->call != RP_SYSTEM_OPEN && e->call != RP_SYSTEM_CLOSE; }

static void every_power_cut(void **state)
{
    rp_run_result result;
    rp_error err;
    int resumed = 0, safe = 0;
    now = *state;
    snprintf(out, sizeof out, "%s/%s", place, now == &soft ? "soft" : "events");
    entry_count = 0;
    assert_int_equal(rp_file_write(scene, now->text, strlen(now->text), RP_FILE_QUICK, &err), RP_OK);
    rp_system_journal_set(keep, NULL);
    assert_int_equal(run(out, 0, &result, &err), RP_OK);
    rp_system_journal_set(NULL, NULL);
    memcpy(hash, result.state_hash, sizeof hash);
    for (int n = 0; now->written[n]; n++) read_one(out, now->written[n], &expected[n]);
    begin_disk();
    good_count = 0;
    for (int at = 0; at < entry_count; at++) {
        replay(&entries[at]);
        if (!changes(&entries[at])) continue;
        int good = try_disk(at, 0, 0, safe);
        resumed += good;
        safe |= good;
        for (int kind = 1; kind < 4; kind++) resumed += try_disk(at, kind & 1, kind >> 1, safe);
    }
    print_message("%d system calls, %d cuts resumed, %d different disks\n", entry_count, resumed, good_count);
    assert_true(safe && resumed > 200 && good_count > 50);
    for (int n = 0; now->written[n]; n++) rp_memory_free(expected[n].data);
}

static int prepare(void **state)
{
    (void)state;
    snprintf(place, sizeof place, "%s/repose-cut-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(place)) return -1;
    snprintf(cut, sizeof cut, "%s/cut", place);
    snprintf(scene, sizeof scene, "%s/scene.yaml", place);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(every_power_cut, (void *)&soft),
                                       cmocka_unit_test_prestate(every_power_cut, (void *)&events)};
    return cmocka_run_group_tests(tests, prepare, clean);
}
