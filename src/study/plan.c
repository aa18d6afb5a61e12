/* Reading a study. See study.h and docs/studies.md. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "input/number.h"
#include "study/study.h"

enum { VALUES_MAX = 100000, THREADS_MAX = 256 };

static const char *const samples[] = {"grid", "list", "latin-hypercube", "random"};

/* ---- keys ---- */

/* A value as text that --set reads as the same value: a text in quotes keeps them. */
static const char *value_text(rp_read *r, const rp_node *node)
{
    if (r->status) return "";
    if (node->kind != RP_NODE_SCALAR || (!node->quoted && !node->text[0])) {
        if (rp_read_fail(r, node, "not a single value")) rp_error_expected(r->err, "a number or a word");
        return "";
    }
    if (!node->quoted) return node->text;
    if (strpbrk(node->text, "\"\\\n")) {
        rp_read_fail(r, node, "a text with quotes, backslashes or line ends cannot be a value of a study");
        return "";
    }
    char text[1024];
    int length = snprintf(text, sizeof text, "\"%s\"", node->text);
    const char *kept = rp_yaml_text(r->yaml, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
    if (!kept) rp_read_no_memory(r, (size_t)length, "a value");
    return kept ? kept : "";
}

void rp_study_read_span(rp_read *r, const rp_node *node, int stepped, rp_study_key *key)
{
    static const rp_key with[] = {{"from", RP_REQUIRED}, {"to", RP_REQUIRED}, {"count", RP_REQUIRED}, {"scale", 0}};
    static const rp_key without[] = {{"from", RP_REQUIRED}, {"to", RP_REQUIRED}, {"scale", 0}};
    static const char *const scales[] = {"linear", "logarithmic"};
    if (!(stepped ? RP_READ_MAP(r, node, with) : RP_READ_MAP(r, node, without))) return;
    rp_read_range(r, node, "from", "to", "the key's own", &key->from, &key->to);
    if (stepped) key->count = (int)rp_read_whole(r, node, "count", 2, VALUES_MAX, 2);
    key->logarithmic = rp_read_choice(r, node, "scale", scales, 2, 0);
    if (key->logarithmic && !(key->from > 0)
        && rp_read_fail(r, rp_yaml_find(node, "from"), "a logarithmic scale begins above 0"))
        rp_error_expected(r->err, "a number > 0");
}

static void read_values(rp_read *r, const rp_node *node, rp_study_key *key)
{
    key->count = rp_read_list(r, node, 1, VALUES_MAX, "values");
    key->value = rp_read_alloc(r, (size_t)key->count, sizeof *key->value, "values");
    int n = 0;
    for (const rp_node *v = node->child; v && !r->status; v = v->next) key->value[n++] = value_text(r, v);
}

void rp_study_key_name(rp_read *r, const rp_node *node, rp_study_key *key)
{
    key->node = node;
    if (strcmp(node->key, "seed") == 0 && rp_read_fail(r, node, "seeds have a key of their own"))
        rp_error_expected(r->err, "study.seeds: 3, or a list");
    if (strpbrk(node->key, "=, \"\n") || strlen(node->key) >= sizeof key->name) {
        if (rp_read_fail(r, node, "not a key of a scene"))
            rp_error_expected(r->err, "a path as in --set: interactions.0.friction");
    }
    snprintf(key->name, sizeof key->name, "%s", node->key);
}

static void read_key(rp_read *r, const rp_node *node, rp_study_plan *plan)
{
    rp_study_key *key = &plan->key[plan->key_count++];
    const int drawn = plan->sample == RP_SAMPLE_HYPERCUBE || plan->sample == RP_SAMPLE_RANDOM;
    rp_study_key_name(r, node, key);
    if (drawn || (node->kind == RP_NODE_MAP && plan->sample == RP_SAMPLE_GRID))
        rp_study_read_span(r, node, !drawn, key);
    else read_values(r, node, key);
    const rp_study_key *first = &plan->key[0];
    if (plan->sample == RP_SAMPLE_LIST && !r->status && key->count != first->count
        && rp_read_fail(r, node, "%d values, but %s has %d", key->count, first->name, first->count))
        rp_error_expected(r->err, "lists of one length: a row of the list is the n-th value of every key");
}

static void read_keys(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    const rp_node *keys = rp_read_key(r, map, "keys");
    if (!keys) return;
    if (keys->kind != RP_NODE_MAP || keys->count < 1 || keys->count > RP_STUDY_KEYS) {
        if (rp_read_fail(r, keys, "keys that vary"))
            rp_error_expected(r->err, "a mapping of 1 to %d keys", RP_STUDY_KEYS);
        return;
    }
    for (const rp_node *n = keys->child; n && !r->status; n = n->next) read_key(r, n, plan);
}

/* ---- what is measured ---- */

void rp_study_read_measure(rp_read *r, const rp_node *node, const char *name_key, rp_study_measure *m)
{
    static const char *const ways[] = {"end", "mean"};
    const rp_node *name = node->kind == RP_NODE_MAP ? rp_yaml_find(node, name_key) : node;
    *m = (rp_study_measure){.node = name, .to = INFINITY};
    if (!name || r->status) return;
    snprintf(m->name, sizeof m->name, "%s", rp_read_text_at(r, name, sizeof m->name));
    if (node->kind != RP_NODE_MAP) return;
    const rp_node *from = rp_yaml_find(node, "from"), *to = rp_yaml_find(node, "to");
    m->mean = rp_read_choice(r, node, "at", ways, 2, from || to);
    if (!m->mean && (from || to) && rp_read_fail(r, from ? from : to, "the end has no window"))
        rp_error_expected(r->err, "at: mean");
    m->from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0);
    m->to = rp_read_number(r, node, "to", rp_bound_positive("s"), INFINITY);
    if (!r->status && !(m->to > m->from) && rp_read_fail(r, to ? to : from, "the window ends before it begins"))
        rp_error_expected(r->err, "a number > %g (unit s)", m->from);
}

static void read_measures(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"at", 0}, {"from", 0}, {"to", 0}};
    const rp_node *list = rp_read_key(r, map, "measures");
    if (!list) return;
    rp_read_list(r, list, 1, RP_STUDY_MEASURES, "measures");
    for (const rp_node *n = list->child; n && !r->status; n = n->next) {
        rp_study_measure *m = &plan->measure[plan->measure_count++];
        if (n->kind != RP_NODE_MAP || RP_READ_MAP(r, n, keys)) rp_study_read_measure(r, n, "name", m);
        for (int k = 0; k < plan->measure_count - 1; k++)
            if (strcmp(plan->measure[k].name, m->name) == 0 && plan->measure[k].mean == m->mean)
                rp_read_fail(r, n, "the measure '%s' is named twice", m->name);
    }
}

/* ---- the rest ---- */

static void read_set(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    const rp_node *set = rp_read_key(r, map, "set");
    if (!set) return;
    if ((set->kind != RP_NODE_MAP || set->count > RP_STUDY_SETS) && rp_read_fail(r, set, "keys with other values"))
        rp_error_expected(r->err, "a mapping of at most %d keys, each with a number or a word", RP_STUDY_SETS);
    for (const rp_node *n = set->child; n && !r->status; n = n->next) {
        char text[1200];
        int length = snprintf(text, sizeof text, "%s=%s", n->key, value_text(r, n));
        if (length >= (int)sizeof text) rp_read_fail(r, n, "the value is too long");
        const char *kept = rp_yaml_text(r->yaml, text, strlen(text));
        if (!kept) rp_read_no_memory(r, strlen(text), "a value");
        plan->set[plan->set_count++] = kept;
    }
}

static void read_seeds(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    const rp_node *node = rp_read_key(r, map, "seeds");
    if (!node) return;
    const int list = node->kind == RP_NODE_LIST;
    plan->seed_count = list ? rp_read_list(r, node, 1, VALUES_MAX, "seeds")
                            : (int)rp_read_whole(r, map, "seeds", 1, VALUES_MAX, 1);
    plan->seed = rp_read_alloc(r, (size_t)plan->seed_count, sizeof *plan->seed, "seeds");
    const rp_node *n = node->child;
    for (int k = 0; k < plan->seed_count && !r->status; k++, n = list ? n->next : NULL) {
        plan->seed[k] = (uint64_t)k + 1;
        if (list && (n->kind != RP_NODE_SCALAR || n->quoted || !rp_number_whole(n->text, &plan->seed[k]))
            && rp_read_fail(r, n, "not a whole number"))
            rp_error_expected(r->err, "a whole number, 0 or more");
    }
}

void rp_study_read_common(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    const rp_node *scene = rp_read_key(r, map, "scene");
    if (scene) rp_read_file(r, scene, plan->scene, sizeof plan->scene, 1, 0);
    read_set(r, map, plan);
    plan->at_once = (int)rp_read_whole(r, map, "jobs", 1, THREADS_MAX, 0);
    plan->threads = (int)rp_read_whole(r, map, "threads", 1, THREADS_MAX, 1);
}

static void read_study(rp_read *r, const rp_node *map, rp_study_plan *plan)
{
    static const rp_key keys[] = {
        {"scene", RP_REQUIRED}, {"sample", 0}, {"keys", RP_REQUIRED},     {"count", 0}, {"draw", 0},
        {"seeds", 0},           {"set", 0},    {"measures", RP_REQUIRED}, {"jobs", 0},  {"threads", 0}};
    if (!map || !RP_READ_MAP(r, map, keys)) return;
    plan->sample = (rp_study_sample)rp_read_choice(r, map, "sample", samples, 4, RP_SAMPLE_GRID);
    const int drawn = plan->sample == RP_SAMPLE_HYPERCUBE || plan->sample == RP_SAMPLE_RANDOM;
    const char *const only[] = {"count", "draw"};
    for (int n = 0; n < 2; n++)
        if (!drawn && rp_read_key(r, map, only[n]))
            rp_read_fail(r, rp_yaml_find(map, only[n]), "'%s' belongs to sample: latin-hypercube or random", only[n]);
    if (drawn && !r->status && !rp_yaml_find(map, "count")) rp_read_missing(r, map, "count");
    plan->count = rp_read_whole(r, map, "count", 1, VALUES_MAX, 1);
    plan->draw = rp_read_whole(r, map, "draw", 0, UINT64_MAX, 1);
    read_keys(r, map, plan);
    read_seeds(r, map, plan);
    read_measures(r, map, plan);
    rp_study_read_common(r, map, plan);
}

/* ---- files ---- */

static rp_status directory_of(const char *path, char *directory, size_t size, rp_error *err)
{
    char whole[PATH_MAX];
    if (!realpath(path, whole)) return rp_error_set(err, RP_INPUT, "there is no file '%s'", path);
    *strrchr(whole, '/') = 0;
    if (strlen(whole) >= size) return rp_error_set(err, RP_INPUT, "the path of the study is too long");
    memcpy(directory, whole, strlen(whole) + 1);
    return RP_OK;
}

rp_status rp_study_open(rp_study_plan *plan, const char *path, rp_read *r, rp_error *err)
{
    *plan = (rp_study_plan){0};
    *r = (rp_read){.yaml = &plan->yaml, .need_files = 1, .err = err};
    rp_error_clear(err);
    rp_status status = rp_file_read(path, RP_YAML_BYTES_MAX, &plan->text, &plan->size, err);
    if (!status) status = directory_of(path, r->directory, sizeof r->directory, err);
    if (!status) status = rp_yaml_parse(&plan->yaml, path, plan->text, plan->size, err);
    return status;
}

rp_status rp_study_read(rp_study_plan *plan, const char *path, rp_error *err)
{
    static const rp_key top[] = {{"repose", RP_REQUIRED}, {"study", RP_REQUIRED}};
    rp_read r;
    rp_status status = rp_study_open(plan, path, &r, err);
    if (status) return status;
    const rp_node *root = plan->yaml.root;
    if (RP_READ_MAP(&r, root, top)) rp_read_whole(&r, root, "repose", 1, 1, 1);
    read_study(&r, rp_read_key(&r, root, "study"), plan);
    return r.status;
}

void rp_study_free(rp_study_plan *plan)
{
    for (int k = 0; k < RP_STUDY_KEYS; k++) rp_memory_free(plan->key[k].value);
    rp_memory_free(plan->seed);
    rp_memory_free(plan->job);
    rp_memory_free(plan->text);
    rp_yaml_free(&plan->yaml);
}
