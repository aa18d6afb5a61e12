/* The ranks of a run: whether they begin alike, and what they have done, for the summary. See runner.h. */
#include <string.h>
#include "run/runner.h"
#include "sim/state.h"

rp_status rp_runner_compare(rp_runner *r)
{
    rp_ranks *ranks = r->options->ranks;
    char state[33];
    if (!ranks) return RP_OK;
    rp_status status = rp_runner_agree(r, rp_state_hash(r->world, r->method, state, r->err));
    if (status) return status;
    if (!rp_ranks_same(ranks, r->scene->text, strlen(r->scene->text))
        || !rp_ranks_same(ranks, r->directory, strlen(r->directory)))
        return rp_error_set(r->err, RP_INPUT, "the ranks do not run the same scene into the same directory");
    if (rp_ranks_same(ranks, state, sizeof state)) return RP_OK;
    rp_error_set(r->err, RP_INPUT, "the ranks do not begin with the same state");
    rp_error_expected(r->err, "one program, one kind of processor, and files that all ranks see");
    return RP_INPUT;
}

rp_status rp_runner_collect(rp_runner *r)
{
    rp_ranks *ranks = r->options->ranks;
    if (!ranks) return RP_OK;
    size_t at[ranks->count + 1];
    r->rank = rp_memory_alloc((size_t)ranks->count, sizeof *r->rank);
    rp_status status = r->rank ? RP_OK : rp_memory_error(r->err, (size_t)ranks->count * sizeof *r->rank, "the ranks");
    status = rp_runner_agree(r, status);
    if (status) return status;
    rp_runner_rank *own = &r->rank[ranks->index];
    const rp_share *s = &r->world->share;
    own->particles = s->slot ? s->slot[ranks->index + 1] - s->slot[ranks->index] : 0;
    own->peak_bytes = rp_memory_peak();
    own->step_seconds = r->world->timers.seconds[RP_PHASE_STEP];
    memcpy(own->traffic, ranks->traffic, sizeof own->traffic);
    for (int n = 0; n <= ranks->count; n++) at[n] = (size_t)n * sizeof *r->rank;
    rp_ranks_gather(ranks, RP_EXCHANGED_AGREED, r->rank, at);
    return RP_OK;
}

static void print_traffic(const rp_runner_rank *rank, rp_buffer *b)
{
    for (rp_exchanged kind = 0; kind < RP_EXCHANGED_COUNT; kind++) {
        const rp_traffic *t = &rank->traffic[kind];
        rp_buffer_print(b, ",\n     \"%s\": {\"calls\": %llu, \"messages\": %llu, \"sent\": %llu, \"received\": %llu}",
                        rp_ranks_exchanged(kind), (unsigned long long)t->calls, (unsigned long long)t->messages,
                        (unsigned long long)t->sent, (unsigned long long)t->received);
    }
}

void rp_runner_summary_ranks(const rp_runner *r, rp_buffer *b)
{
    if (!r->rank) return;
    rp_buffer_print(b, "  \"ranks\": [");
    for (int n = 0; n < r->options->ranks->count; n++) {
        rp_buffer_print(b, "%s\n    {\"particles\": %zu, \"peak_bytes\": %lld, \"step_seconds\": %.6g", n ? "," : "",
                        r->rank[n].particles, (long long)r->rank[n].peak_bytes, r->rank[n].step_seconds);
        print_traffic(&r->rank[n], b);
        rp_buffer_print(b, "}");
    }
    rp_buffer_print(b, "],\n");
}
