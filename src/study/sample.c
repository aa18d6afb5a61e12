/* The values of each job. Keys vary slowest first, seeds fastest. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/random.h"
#include "study/study.h"

const char *rp_study_number_text(rp_study_plan *plan, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return rp_yaml_text(&plan->yaml, text, strlen(text));
}

double rp_study_key_at(const rp_study_key *key, double share)
{
    if (key->logarithmic) return key->from * pow(key->to / key->from, share);
    return key->from + share * (key->to - key->from);
}

rp_study_point *rp_study_add(rp_study_plan *plan, rp_error *err)
{
    if (!rp_memory_reserve(&plan->job, &plan->job_room, plan->job_count + 1, sizeof *plan->job)) {
        rp_memory_error(err, (plan->job_count + 1) * sizeof *plan->job, "the jobs of a study");
        return NULL;
    }
    return &plan->job[plan->job_count++];
}

/* Which value of each key the n-th point of a grid has. */
static double grid_index(const rp_study_plan *plan, uint64_t point, int key)
{
    for (int k = plan->key_count - 1; k > key; k--) point /= (uint64_t)plan->key[k].count;
    return (double)(point % (uint64_t)plan->key[key].count);
}

/* Where in its span key k of a point lies. Latin hypercube: the span is cut into as many strata as there are points,
 * each of which has one point, at random in it; a random permutation for each key says which. */
static double share_of(const rp_study_plan *plan, const uint32_t *order, uint64_t point, int key)
{
    rp_random at = rp_random_stream(plan->draw, RP_RANDOM_TEST, point, (uint64_t)key);
    const double u = rp_random_uniform(&at);
    if (plan->sample == RP_SAMPLE_RANDOM) return u;
    return (order[(uint64_t)key * plan->count + point] + u) / (double)plan->count;
}

/* Fisher and Yates, for each key. */
static void permute(const rp_study_plan *plan, uint32_t *order)
{
    for (int k = 0; k < plan->key_count; k++) {
        uint32_t *own = order + (uint64_t)k * plan->count;
        rp_random at = rp_random_stream(plan->draw, RP_RANDOM_ORDER, (uint64_t)k, 0);
        for (uint64_t n = 0; n < plan->count; n++) own[n] = (uint32_t)n;
        for (uint64_t n = plan->count - 1; n > 0; n--) {
            const uint64_t other = rp_random_below(&at, n + 1);
            const uint32_t kept = own[n];
            own[n] = own[other];
            own[other] = kept;
        }
    }
}

static const char *value_of(rp_study_plan *plan, const uint32_t *order, uint64_t point, int k)
{
    const rp_study_key *key = &plan->key[k];
    if (plan->sample == RP_SAMPLE_LIST) return key->value[point];
    if (plan->sample != RP_SAMPLE_GRID)
        return rp_study_number_text(plan, rp_study_key_at(key, share_of(plan, order, point, k)));
    const double index = grid_index(plan, point, k);
    if (key->value) return key->value[(int)index];
    return rp_study_number_text(plan, rp_study_key_at(key, index / (key->count - 1)));
}

static uint64_t point_count(const rp_study_plan *plan)
{
    double count = 1;
    if (plan->sample == RP_SAMPLE_LIST) return (uint64_t)plan->key[0].count;
    if (plan->sample != RP_SAMPLE_GRID) return plan->count;
    for (int k = 0; k < plan->key_count; k++) count *= plan->key[k].count;
    return count > RP_STUDY_JOBS_MAX ? RP_STUDY_JOBS_MAX + 1 : (uint64_t)count;
}

static rp_status add_point(rp_study_plan *plan, const uint32_t *order, uint64_t point, rp_error *err)
{
    const char *value[RP_STUDY_KEYS] = {NULL};
    for (int k = 0; k < plan->key_count; k++) {
        value[k] = value_of(plan, order, point, k);
        if (!value[k]) return rp_memory_error(err, RP_STUDY_KEY, "the jobs of a study");
    }
    for (int s = 0; s < plan->seed_count; s++) {
        rp_study_point *job = rp_study_add(plan, err);
        if (!job) return RP_SYSTEM;
        memcpy(job->value, value, sizeof value);
        job->seed = plan->seed[s];
    }
    return RP_OK;
}

rp_status rp_study_sample_take(rp_study_plan *plan, rp_error *err)
{
    const uint64_t count = point_count(plan);
    uint32_t *order = NULL;
    if ((double)count * plan->seed_count > RP_STUDY_JOBS_MAX) {
        rp_error_set(err, RP_INPUT, "too many jobs");
        rp_error_expected(err, "values and seeds that make at most %d", RP_STUDY_JOBS_MAX);
        return RP_INPUT;
    }
    if (plan->sample == RP_SAMPLE_HYPERCUBE) {
        order = rp_memory_alloc(count * (uint64_t)plan->key_count, sizeof *order);
        if (!order) return rp_memory_error(err, count * sizeof *order, "a Latin hypercube");
        permute(plan, order);
    }
    rp_status status = RP_OK;
    for (uint64_t n = 0; n < count && !status; n++) status = add_point(plan, order, n, err);
    rp_memory_free(order);
    return status;
}
