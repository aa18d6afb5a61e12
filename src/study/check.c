/* The scene of a study and the names of its measures, before anything runs. See study.h. */
#include <stdio.h>
#include <string.h>
#include "measure/table.h"
#include "observe/observers.h"
#include "scene/spec.h"
#include "sim/sim.h"
#include "sim/stages.h"
#include "study/study.h"

enum { NAMES = 2048, ROWS = 200 };

int rp_study_overrides(const rp_study_plan *plan, size_t job, const char *set[RP_STUDY_SETS + RP_STUDY_KEYS + 4],
                       char text[RP_STUDY_KEYS + 1][RP_STUDY_KEY + 200])
{
    const rp_study_point *p = &plan->job[job];
    int count = 0;
    for (int n = 0; n < plan->set_count; n++) set[count++] = plan->set[n];
    for (int k = 0; k < plan->key_count; k++) {
        snprintf(text[k], sizeof text[k], "%s=%s", plan->key[k].name, p->value[k]);
        set[count++] = text[k];
    }
    snprintf(text[RP_STUDY_KEYS], sizeof text[0], "seed=%llu", (unsigned long long)p->seed);
    set[count++] = text[RP_STUDY_KEYS];
    return count;
}

void rp_study_describe(const rp_study_plan *plan, size_t job, rp_buffer *b)
{
    for (int k = 0; k < plan->key_count; k++) rp_buffer_print(b, "%s=%s ", plan->key[k].name, plan->job[job].value[k]);
    rp_buffer_print(b, "seed=%llu", (unsigned long long)plan->job[job].seed);
}

/* An error in an override stands, for the user, where the file of the study has the key. */
static void locate(const rp_study_plan *plan, rp_error *err)
{
    for (int k = 0; k < plan->key_count; k++) {
        char label[RP_STUDY_KEY + 16];
        snprintf(label, sizeof label, "--set %s=", plan->key[k].name);
        const rp_node *node = plan->key[k].node;
        if (strncmp(err->file, label, strlen(label)) == 0)
            rp_error_at(err, plan->yaml.name, node->key_line, node->key_column);
    }
}

static rp_status try_job(const rp_study_plan *plan, size_t job, rp_sim **sim, rp_error *err)
{
    const char *set[RP_STUDY_SETS + RP_STUDY_KEYS + 4];
    char text[RP_STUDY_KEYS + 1][RP_STUDY_KEY + 200];
    rp_sim_def def = rp_sim_def_default();
    def.scene = plan->scene;
    def.set = set;
    def.set_count = rp_study_overrides(plan, job, set, text);
    def.threads = 1; /* no team of threads may exist when jobs are forked */
    rp_status status = rp_sim_create(&def, sim, err);
    if (status) locate(plan, err);
    return status;
}

/* Names of regions are known to the series alone: OWNER.NAME with an owner of output.regions. */
static const rp_measure *of_region(const rp_scene *scene, const char *name)
{
    const rp_node *regions = rp_yaml_find(rp_yaml_find(scene->spec->yaml.root, "output"), "regions");
    const char *dot = strrchr(name, '.');
    for (const rp_node *n = regions && dot ? regions->child : NULL; n; n = n->next) {
        const rp_node *own = rp_yaml_find(n, "name");
        const char *owner = n->key ? n->key : own && own->kind == RP_NODE_SCALAR ? own->text : "";
        if (strlen(owner) == (size_t)(dot - name) && strncmp(owner, name, strlen(owner)) == 0)
            return rp_measure_find(RP_OF_REGION, dot + 1);
    }
    return NULL;
}

static rp_status check_measure(const rp_sim *sim, rp_study_measure *m, rp_error *err)
{
    static rp_measure_info info[NAMES];
    const char *names[NAMES + 2] = {"time", "step"}, *units[NAMES + 2] = {"s", "1"};
    int count = 2;
    for (int n = 0; n < NAMES && rp_sim_measure_info(sim, n, &info[n]); n++) {
        names[count] = info[n].name;
        units[count++] = info[n].unit;
    }
    const rp_measure *row = of_region(sim->scene, m->name);
    const char *unit = row ? row->unit : NULL;
    for (int n = 0; n < count && !unit; n++)
        if (strcmp(names[n], m->name) == 0) unit = units[n];
    if (unit) {
        snprintf(m->unit, sizeof m->unit, "%s", unit);
        return RP_OK;
    }
    rp_error_set(err, RP_INPUT, "the scene has no measure '%.64s'", m->name);
    rp_yaml_error_at(err, m->node);
    rp_error_expected(err, "a column of series.csv: repose measures lists them");
    rp_error_nearest(err, m->name, names, count);
    return RP_INPUT;
}

static rp_status add_series(rp_study_plan *plan, const rp_scene *scene, rp_error *err)
{
    char text[80];
    if (rp_observers_options(&scene->output.observers, "series")) return RP_OK;
    snprintf(text, sizeof text, "output.series.every=%.9g", rp_stages_duration(scene) / ROWS);
    const char *kept = rp_yaml_text(&plan->yaml, text, strlen(text));
    if (!kept) return rp_memory_error(err, strlen(text), "the series");
    if (plan->set_count == RP_STUDY_SETS) return rp_error_set(err, RP_INPUT, "the scene needs output.series.every");
    plan->set[plan->set_count++] = kept;
    return RP_OK;
}

/* A key that is wrong in every job is wrong in the study. */
rp_status rp_study_check(rp_study_plan *plan, rp_error *err)
{
    rp_sim *sim = NULL;
    rp_status first = try_job(plan, 0, &sim, err), status = first;
    rp_error ignored;
    for (size_t n = 1; n < plan->job_count && status; n++) status = try_job(plan, n, &sim, &ignored);
    if (status) return first;
    rp_error_clear(err);
    for (int n = 0; n < plan->measure_count && !status; n++) status = check_measure(sim, &plan->measure[n], err);
    if (!status) status = add_series(plan, sim->scene, err);
    rp_sim_destroy(sim);
    return status;
}
