/* See ranks.h: what is exchanged is counted here, whatever the transport. */
#include "base/ranks.h"
#include <string.h>
#include "base/hash.h"

const char *rp_ranks_exchanged(rp_exchanged kind)
{
    static const char *const name[RP_EXCHANGED_COUNT] = {"rows", "halo", "sums", "whole", "agreed"};
    return name[kind];
}

void rp_ranks_gather(rp_ranks *r, rp_exchanged kind, void *data, const size_t *at)
{
    const size_t own = at[r->index + 1] - at[r->index];
    rp_traffic *t = &r->traffic[kind];
    t->calls++;
    t->sent += own;
    t->received += at[r->count] - at[0] - own;
    r->transport->gather(r, data, at);
}

static size_t size_of(const rp_ranks_piece *piece, size_t count)
{
    size_t sum = 0;
    for (size_t n = 0; n < count; n++) sum += piece[n].size;
    return sum;
}

void rp_ranks_trade(rp_ranks *r, rp_exchanged kind, const rp_ranks_piece *send, size_t sends,
                    const rp_ranks_piece *receive, size_t receives)
{
    rp_traffic *t = &r->traffic[kind];
    t->calls++;
    t->messages += sends;
    t->sent += size_of(send, sends);
    t->received += size_of(receive, receives);
    r->transport->trade(r, send, sends, receive, receives);
}

int rp_ranks_index(const rp_ranks *ranks) { return ranks ? ranks->index : 0; }

/* Rank `from` gives all of data, the others get it. */
static void give(rp_ranks *r, int from, void *data, size_t size)
{
    size_t at[r->count + 1];
    for (int n = 0; n <= r->count; n++) at[n] = n > from ? size : 0;
    rp_ranks_gather(r, RP_EXCHANGED_AGREED, data, at);
}

void rp_ranks_follow(rp_ranks *r, void *data, size_t size) { give(r, 0, data, size); }

int rp_ranks_first(rp_ranks *r, int flag)
{
    int flags[r->count];
    size_t at[r->count + 1];
    for (int n = 0; n <= r->count; n++) at[n] = (size_t)n * sizeof *flags;
    flags[r->index] = flag;
    rp_ranks_gather(r, RP_EXCHANGED_AGREED, flags, at);
    for (int n = 0; n < r->count; n++)
        if (flags[n]) return n;
    return -1;
}

int rp_ranks_any(rp_ranks *r, int flag) { return rp_ranks_first(r, flag) >= 0; }

int rp_ranks_same(rp_ranks *r, const void *data, size_t size)
{
    char own[33], first[33];
    struct rp_hash h;
    rp_hash_init(&h);
    rp_hash_bytes(&h, data, size);
    rp_hash_text(&h, own);
    memcpy(first, own, sizeof first);
    rp_ranks_follow(r, first, sizeof first);
    return !rp_ranks_any(r, memcmp(first, own, sizeof first) != 0);
}

rp_status rp_ranks_agree(rp_ranks *r, rp_status status, rp_error *err)
{
    rp_error common = {.status = status};
    if (r->failed) return status;
    const int first = rp_ranks_first(r, status != RP_OK);
    if (first < 0) return RP_OK;
    r->failed = 1;
    if (status && err) common = *err;
    give(r, first, &common, sizeof common);
    if (err) *err = common;
    return common.status;
}
