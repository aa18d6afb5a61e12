/* Reading a scene: text, overrides, checks. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "core/mesh.h"
#include "methods/method.h"
#include "scene/spec.h"

enum { METHODS_MAX = 16 };

static const rp_key top_keys[] = {
    {"repose", RP_REQUIRED},
    {"title", 0},
    {"dimension", RP_REQUIRED},
    {"method", RP_REQUIRED},
    {"seed", 0},
    {"gravity", 0},
    {"thickness", 0},
    {"domain", 0},
    {"materials", RP_REQUIRED},
    {"laws", 0},
    {"interactions", 0},
    {"particles", 0},
    {"groups", 0},
    {"walls", 0},
    {"sources", 0},
    {"sinks", 0},
    {"run", 0},
    {"stages", 0},
    {"output", 0},
    {"view", 0},
    {"start", 0},
};

/* ---- parts without a file of their own ---- */

static void read_version(rp_read *r, const rp_node *root)
{
    const rp_node *node = rp_read_key(r, root, "repose");
    if (!node && r->status && r->err && strcmp(r->err->key, "repose") == 0)
        rp_error_expected(r->err, "the line `repose: 1`, the version of the format, which every scene has");
    if (!node) return;
    if ((node->kind != RP_NODE_SCALAR || strcmp(node->text, "1") != 0)
        && rp_read_fail(r, node, "unknown version of the scene format"))
        rp_error_expected(r->err, "1");
}

static void read_method(rp_read *r, const rp_node *root, rp_scene *scene)
{
    const char *names[METHODS_MAX];
    int count = 0;
    const rp_node *node = rp_read_key(r, root, "method");
    if (!node) return;
    const char *name = rp_read_text_at(r, node, sizeof scene->method);
    snprintf(scene->method, sizeof scene->method, "%s", name);
    if (r->status || rp_method_find(name)) return;
    for (const rp_method *const *m = rp_method_list(); *m && count < METHODS_MAX; m++) names[count++] = (*m)->name;
    rp_read_unknown(r, node, "method", names, count);
}

static void read_periods(rp_read *r, const rp_node *node, rp_domain *domain)
{
    static const char *const axes[] = {"x", "y", "z"};
    const rp_node *periodic = rp_read_key(r, node, "periodic");
    if (!periodic || !rp_read_list(r, periodic, 0, r->dimension, "names of axes")) return;
    for (const rp_node *n = periodic->child; n && !r->status; n = n->next)
        domain->periodic[rp_read_choice_at(r, n, axes, r->dimension)] = 1;
}

static void read_domain(rp_read *r, const rp_node *root, const rp_scene *scene, rp_scene_spec *spec)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"periodic", 0},
                                  {"leave", 0},           {"stress", 0},          {"rate", 0},
                                  {"viscosity", 0}};
    rp_domain *domain = &spec->domain;
    static const char *const leaving[] = {"stop", "remove"};
    const rp_node *node = rp_read_key(r, root, "domain");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    domain->bounded = 1;
    rp_read_box(r, node, &domain->lower, &domain->upper);
    domain->open = rp_read_choice(r, node, "leave", leaving, 2, 0);
    read_periods(r, node, domain);
    rp_strain_read_domain(r, node, rp_method_find(scene->method), spec);
}

static void read_dimension(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    static const char *const names[] = {"2", "3"};
    r->dimension = spec->dimension = 2 + rp_read_choice(r, root, "dimension", names, 2, 0);
    spec->thickness = rp_read_number(r, root, "thickness", rp_bound_positive("m"), 1.0);
    const rp_node *thickness = rp_read_key(r, root, "thickness");
    if (thickness && spec->dimension == 3) rp_read_fail(r, thickness, "a thickness belongs to two dimensions only");
}

static void read_start(rp_read *r, const rp_node *root, rp_scene *scene)
{
    static const rp_key keys[] = {{"from", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, root, "start");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    rp_read_file(r, rp_yaml_find(node, "from"), scene->start_from, sizeof scene->start_from, r->need_files, 1);
}

static void read_title(rp_read *r, const rp_node *root, rp_scene *scene)
{
    const rp_node *node = rp_read_key(r, root, "title");
    snprintf(scene->title, sizeof scene->title, "%s",
             node ? rp_read_text_at(r, node, sizeof scene->title) : "untitled");
}

/* Pairs of materials that are known to meet; those in files are checked when the files are read. */
static void check_pairs(rp_read *r, const rp_scene_spec *spec)
{
    char used[RP_SPEC_MATERIALS_MAX] = {0};
    if (r->status) return;
    for (int e = 0; e < spec->entry_count; e++)
        if (spec->entry[e].material >= 0) used[spec->entry[e].material] = 1;
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count; k++) used[spec->source_spec[s].kind[k].entry.material] = 1;
    r->status = rp_rules_cover(spec, used, r->err);
}

/* What the method cannot do, found as soon as it is read. */
static void check_heat(rp_read *r, const rp_method *method, const rp_scene_spec *spec)
{
    char names[160];
    rp_method_names(offsetof(rp_method, heated_walls), names, sizeof names);
    for (int w = 0; w < spec->wall_count && !method->heated_walls; w++)
        if (spec->wall[w].heat > 0
            && rp_read_fail(r, rp_yaml_find(spec->wall_node[w], "heated"), "the method '%s' has no heated walls",
                            method->name))
            rp_error_expected(r->err, "method: %s", names);
}

static void check_slots(rp_read *r, const rp_method *method, const rp_scene *scene)
{
    const rp_scene_spec *spec = scene->spec;
    for (int n = 0; n < spec->rule_count && !r->status; n++) {
        const unsigned lacked = rp_unused_slots(method, &spec->rule[n].x) & ~scene->without;
        const rp_slot slot = lacked & 1u << RP_ROLLING ? RP_ROLLING : RP_ADHESION;
        char names[160];
        rp_method_names(slot == RP_ROLLING ? offsetof(rp_method, rolling) : offsetof(rp_method, adhesion), names,
                        sizeof names);
        if (lacked
            && rp_read_fail(r, rp_yaml_find(spec->rule[n].node, rp_slot_name(slot)), "the method '%s' has no %s",
                            method->name, slot == RP_ROLLING ? "rolling friction" : "adhesion beside a restitution"))
            rp_error_expected(r->err, "method: %s; or run: {without: [%s]}, to leave it out", names,
                              rp_slot_name(slot));
    }
}

static void read_scene(rp_read *r, rp_scene *scene, rp_laws *laws)
{
    rp_scene_spec *spec = scene->spec;
    const rp_node *root = r->yaml->root;
    RP_READ_MAP(r, root, top_keys);
    read_version(r, root);
    read_title(r, root, scene);
    read_dimension(r, root, spec);
    read_method(r, root, scene);
    spec->seed = rp_read_whole(r, root, "seed", 0, UINT64_MAX, 1);
    const rp_node *gravity = rp_read_key(r, root, "gravity");
    if (gravity) rp_read_varying(r, gravity, RP_READ_VEC, rp_bound_any("m/s^2"), &spec->gravity, &spec->gravity_table);
    read_domain(r, root, scene, spec);
    read_start(r, root, scene);
    rp_materials_read(r, root, spec);
    rp_rules_read_laws(r, root, spec, laws);
    rp_walls_read(r, root, spec);
    const rp_method *method = rp_method_find(scene->method);
    if (method) check_heat(r, method, spec);
    rp_entries_read(r, root, spec, scene->start_from[0] != '\0');
    rp_entries_read_groups(r, root, spec);
    spec->started = scene->start_from[0] != '\0';
    rp_sources_read(r, root, spec);
    rp_sources_read_sinks(r, root, spec);
    rp_rules_read(r, root, spec, method && method->force_laws);
    rp_stages_read(r, root, spec, scene);
    rp_sliders_read(r, root, spec, scene);
    if (method) check_slots(r, method, scene);
    check_pairs(r, spec);
}

/* ---- loading ---- */

/* The absolute directory of a file that need not exist. */
static rp_status directory_of(const char *path, char *directory, size_t size, rp_error *err)
{
    char here[PATH_MAX] = "";
    const char *slash = strrchr(path, '/');
    if (path[0] != '/' && !getcwd(here, sizeof here))
        return rp_error_set(err, RP_SYSTEM, "the current directory has no name");
    int own = slash ? (int)(slash - path) : 0;
    int length = snprintf(directory, size, "%s%s%.*s", here, here[0] && own ? "/" : "", own, path);
    if (length >= 0 && (size_t)length < size) return RP_OK;
    return rp_error_set(err, RP_INPUT, "the path of the scene is too long");
}

static rp_status keep_text(rp_scene *scene, rp_error *err)
{
    rp_buffer out;
    rp_buffer_init(&out);
    rp_yaml_emit(&scene->spec->yaml, &out);
    rp_buffer_append(&out, "", 1);
    if (out.failed) {
        rp_buffer_free(&out);
        return rp_memory_error(err, out.size, "the scene's text");
    }
    scene->text = out.data; /* rp_buffer's memory is rp_memory's */
    return RP_OK;
}

static rp_status load(rp_scene *scene, const char *name, const char *text, size_t size, const rp_scene_options *options,
                      rp_error *err)
{
    rp_read r = {.yaml = &scene->spec->yaml, .need_files = !(options && options->no_particles), .err = err};
    snprintf(scene->path, sizeof scene->path, "%s", name);
    rp_status status = directory_of(name, r.directory, sizeof r.directory, err);
    if (!status) status = rp_yaml_parse(r.yaml, name, text, size, err);
    for (int i = 0; options && i < options->set_count && !status; i++)
        status = rp_yaml_set(r.yaml, options->set[i], err);
    if (status) return status;
    read_scene(&r, scene, options ? options->laws : NULL);
    return r.status ? r.status : keep_text(scene, err);
}

rp_status rp_scene_load_text(const char *name, const char *text, size_t size, const rp_scene_options *options,
                             rp_scene **scene, rp_error *err)
{
    rp_error_clear(err);
    *scene = NULL;
    rp_scene *s = rp_memory_alloc(1, sizeof *s);
    if (s) s->spec = rp_memory_alloc(1, sizeof *s->spec);
    rp_status status = s && s->spec ? load(s, name, text, size, options, err)
                                    : rp_memory_error(err, sizeof *s + sizeof *s->spec, "the scene");
    if (status) rp_scene_destroy(s);
    else *scene = s;
    return status;
}

/* A directory in place of a scene: that of a run has its scene inside. */
static rp_status refuse_directory(const char *path, rp_status status, rp_error *err)
{
    char own[1200];
    if (!rp_file_directory_exists(path)) return status;
    const int length = snprintf(own, sizeof own, "%s/scene.yaml", path);
    const int run = length < (int)sizeof own && rp_file_exists(own);
    rp_error_set(err, RP_INPUT,
                 run ? "'%s' is the directory of a run, not a scene" : "'%s' is a directory, not a scene", path);
    if (run) rp_error_expected(err, "its scene, '%s', or 'repose run --resume -o %s' to go on with the run", own, path);
    else rp_error_expected(err, "a file, as of 'repose new heap -o heap.yaml'");
    return RP_INPUT;
}

rp_status rp_scene_load(const char *path, const rp_scene_options *options, rp_scene **scene, rp_error *err)
{
    char *text;
    size_t size;
    *scene = NULL;
    rp_error_clear(err);
    rp_status status = rp_file_read(path, RP_YAML_BYTES_MAX, &text, &size, err);
    if (status) return refuse_directory(path, status, err);
    status = rp_scene_load_text(path, text, size, options, scene, err);
    rp_memory_free(text);
    return status;
}

/* ---- the end ---- */

static void destroy_spec(rp_scene_spec *spec)
{
    for (int e = 0; e < spec->entry_count; e++) {
        rp_memory_free(spec->entry[e].radius.value);
        rp_memory_free(spec->entry[e].place.value);
    }
    for (int g = 0; g < spec->group_count; g++) {
        rp_table_free(&spec->group[g].velocity_table);
        rp_table_free(&spec->group[g].force_table);
        rp_table_free(&spec->group[g].torque_table);
    }
    for (int w = 0; w < spec->wall_count; w++) {
        rp_table_free(&spec->wall[w].velocity_table);
        rp_table_free(&spec->wall[w].spin_table);
        rp_table_free(&spec->wall[w].load_table);
        rp_table_free(&spec->wall[w].twist_table);
        rp_mesh_release(spec->wall[w].mesh);
    }
    rp_sources_free(spec);
    void *const blocks[] = {spec->material, spec->rule, spec->entry,    spec->group,
                            spec->select,   spec->wall, spec->wall_node};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) rp_memory_free(blocks[i]);
    rp_table_free(&spec->gravity_table);
    rp_laws_destroy(spec->laws);
    rp_yaml_free(&spec->yaml);
    rp_memory_free(spec);
}

void rp_scene_destroy(rp_scene *scene)
{
    if (!scene) return;
    for (int s = 0; s < scene->stage_count; s++) {
        rp_memory_free(scene->stage[s].remove);
        rp_memory_free(scene->stage[s].wall_change);
        rp_memory_free(scene->stage[s].group_change);
        rp_memory_free(scene->stage[s].flow_change);
        rp_memory_free(scene->stage[s].friction_change);
    }
    rp_memory_free(scene->stage);
    rp_memory_free(scene->slider);
    rp_observers_release(&scene->output.observers);
    rp_memory_free(scene->text);
    if (scene->spec) destroy_spec(scene->spec);
    rp_memory_free(scene);
}
