/* Any lines as overrides (--set) of a scene, with laws, materials and walls: an error, or a simulation that takes two
 * steps or says why it cannot. The first byte chooses the scene. */
#include "fuzz.h"
#include "repose/sim.h"

enum { SETS = 8, LINE = 200 };

static const char *const scenes[] = {
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nthickness: 0.01\n"
    "domain: {lower: [-1, -1], upper: [1, 1]}\n"
    "materials: {glass: {density: 2500, young: 1.0e7, poisson: 0.25}}\n"
    "interactions:\n  - between: [glass, glass]\n    friction: 0.4\n    restitution: 0.6\n    normal: {law: hertz}\n"
    "    tangential: {law: mindlin}\n    rolling: {law: spring-dashpot, friction: 0.05}\n"
    "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}\n"
    "particles:\n  - {name: a, shape: sphere, material: glass, radius: 0.005, place: {list: [[0, 0.005], [0.01, "
    "0.005], [0.005, "
    "0.0136]]}}\nrun: {until: 1.0}\n",
    "repose: 1\ndimension: 3\nmethod: contact-dynamics\ngravity: [0, 0, -9.81]\n"
    "domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
    "materials: {glass: {density: 2500}}\n"
    "interactions:\n  - {between: [glass, glass], restitution: 0.5, friction: 0.4}\n"
    "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}\n"
    "particles:\n  - {name: a, material: glass, radius: 0.005, place: {list: [[0, 0, 0.005], [0.01, 0, 0.005], [0.005, "
    "0, "
    "0.01367]]}}\nrun: {until: 1.0, step: 1.0e-4}\n",
};

static int is_long(const char *set) /* work without bound, files, outputs, threads */
{
    static const char *const words[] = {"count",      "file",      "particles", "lattice", "random", "event", "laws",
                                        "start_from", "directory", "region",    "grow",    "fill",   "box"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (strstr(set, words[n])) return 1;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[SETS][LINE];
    const char *set[SETS];
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    if (size == 0) return 0;
    def.text = scenes[data[0] & 1];
    def.name = "fuzz.yaml";
    def.set = set;
    def.threads = 1;
    for (size_t at = 1; at < size && def.set_count < SETS;) {
        size_t length = 0;
        char *to = line[def.set_count];
        for (; at + length < size && data[at + length] != '\n' && length < LINE - 1; length++)
            to[length] = (char)data[at + length];
        to[length] = 0;
        at += length + 1;
        if (is_long(to)) return 0;
        set[def.set_count++] = to;
    }
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status && rp_sim_count(sim) < 100) status = rp_sim_step(sim, 2, &err);
    fuzz_said(status, &err, 1);
    rp_sim_destroy(sim);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
