/* Checkpoints with a valid checksum and wrong contents. The first byte chooses the run; the rest are changes of its
 * checkpoint's arrays. What is accepted takes two steps, or says why it cannot. Arrays go through a file, as those of a
 * user do, where the first byte has 64; else they are loaded as they are, which is many times faster. */
#include "mutate.h"
#include "output/output.h"
#include "sim/sim.h"

enum { BY_FILE = 64 };

static char text[MUTATE_SCENES][2400];
static rp_archive whole[MUTATE_SCENES];

static void make_checkpoint(int n)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    char name[32];
    mutate_scene(n, text[n], sizeof text[n]);
    def.text = text[n];
    def.threads = 1;
    snprintf(name, sizeof name, "base-%d.h5", n);
    fuzz_check(rp_sim_create(&def, &sim, NULL) == RP_OK && rp_sim_advance(sim, 0.02, NULL) == RP_OK);
    fuzz_check(rp_sim_save(sim, fuzz_path(name), NULL) == RP_OK);
    fuzz_check(rp_checkpoint_read(fuzz_path(name), &whole[n], NULL) == RP_OK);
    rp_sim_destroy(sim);
}

static rp_archive copy_of(const rp_archive *a)
{
    rp_archive copy;
    rp_archive_init(&copy);
    for (const rp_item *item = a->item; item < a->item + a->count; item++)
        fuzz_check(rp_archive_put_copy(&copy, item->name, item->type, item->rows, item->columns, item->data, NULL)
                   == RP_OK);
    return copy;
}

static rp_status restore(const rp_sim_def *def, const rp_archive *arrays, rp_sim **sim, rp_error *err)
{
    if (def->restore) return rp_sim_create(def, sim, err);
    rp_status status = rp_sim_open(def, 1, sim, err);
    if (!status) status = rp_sim_load(*sim, arrays, err);
    return status ? status : rp_sim_prepare(*sim, err);
}

static void go_on(int n, const rp_archive *arrays, const char *checkpoint)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim = NULL;
    rp_error err;
    def.text = text[n];
    def.threads = 1;
    def.restore = checkpoint;
    rp_status status = restore(&def, arrays, &sim, &err);
    if (!status) status = rp_sim_step(sim, 2, &err);
    fuzz_said(status, &err, 1);
    rp_sim_destroy(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const int n = data[0] % MUTATE_SCENES;
    char path[PATH_MAX];
    if (!text[n][0]) make_checkpoint(n);
    const int64_t before = rp_memory_bytes();
    rp_archive archive = copy_of(&whole[n]);
    mutate_archive(&archive, data + 1, size - 1);
    strcpy(path, fuzz_path("changed.h5"));
    if (data[0] & BY_FILE) fuzz_check(rp_checkpoint_write(path, &archive, NULL) == RP_OK);
    go_on(n, &archive, data[0] & BY_FILE ? path : NULL);
    rp_archive_free(&archive);
    fuzz_check(rp_memory_bytes() == before);
    return 0;
}
