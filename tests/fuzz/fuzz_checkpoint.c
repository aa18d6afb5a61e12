/* Checkpoints with a valid checksum and wrong contents. The first byte chooses the run; the rest are changes of its
 * checkpoint's arrays. What is accepted takes two steps, or says why it cannot. */
#include "mutate.h"
#include "output/output.h"
#include "repose/sim.h"

static char text[MUTATE_SCENES][2400];

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
    rp_sim_destroy(sim);
}

static void go_on(int n, const char *checkpoint)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    def.text = text[n];
    def.threads = 1;
    def.restore = checkpoint;
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status) status = rp_sim_step(sim, 2, &err);
    fuzz_said(status, &err, 1);
    rp_sim_destroy(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const int n = data[0] % MUTATE_SCENES;
    rp_archive archive;
    char name[32], path[PATH_MAX];
    if (!text[n][0]) make_checkpoint(n);
    snprintf(name, sizeof name, "base-%d.h5", n);
    fuzz_check(rp_checkpoint_read(fuzz_path(name), &archive, NULL) == RP_OK);
    mutate_archive(&archive, data + 1, size - 1);
    strcpy(path, fuzz_path("changed.h5"));
    fuzz_check(rp_checkpoint_write(path, &archive, NULL) == RP_OK);
    rp_archive_free(&archive);
    go_on(n, path);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
