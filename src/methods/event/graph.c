/* See graph.h. */
#include "methods/event/graph.h"
#include "base/memory.h"

rp_status rp_event_graph_create(rp_event_graph *g, size_t count, rp_error *err)
{
    *g = (rp_event_graph){0};
    g->node = rp_memory_alloc(count + 1, sizeof *g->node);
    if (!g->node) return rp_memory_error(err, (count + 1) * sizeof *g->node, "the graph of potential colliders");
    for (size_t i = 0; i < count; i++)
        g->node[i] = (rp_event_graph_node){RP_EVENT_GRAPH_NONE, RP_EVENT_GRAPH_NONE, RP_EVENT_GRAPH_NONE,
                                           RP_EVENT_GRAPH_NONE};
    return RP_OK;
}

void rp_event_graph_destroy(rp_event_graph *g)
{
    rp_memory_free(g->node);
    rp_memory_free(g->listed);
    *g = (rp_event_graph){0};
}

static void leave(rp_event_graph *g, uint32_t i)
{
    const rp_event_graph_node n = g->node[i];
    if (n.partner == RP_EVENT_GRAPH_NONE) return;
    if (n.before == RP_EVENT_GRAPH_NONE) g->node[n.partner].first = n.after;
    else g->node[n.before].after = n.after;
    if (n.after != RP_EVENT_GRAPH_NONE) g->node[n.after].before = n.before;
}

void rp_event_graph_point(rp_event_graph *g, uint32_t i, uint32_t partner)
{
    rp_event_graph_node *n = &g->node[i];
    if (n->partner == partner) return;
    leave(g, i);
    n->partner = partner;
    if (partner == RP_EVENT_GRAPH_NONE) return;
    n->before = RP_EVENT_GRAPH_NONE;
    n->after = g->node[partner].first;
    if (n->after != RP_EVENT_GRAPH_NONE) g->node[n->after].before = i;
    g->node[partner].first = i;
}

size_t rp_event_graph_list(rp_event_graph *g, uint32_t i)
{
    size_t count = 0;
    for (uint32_t k = g->node[i].first; k != RP_EVENT_GRAPH_NONE; k = g->node[k].after) {
        if (!rp_memory_reserve(&g->listed, &g->capacity, count + 1, sizeof *g->listed)) return SIZE_MAX;
        size_t at = count++;
        for (; at > 0 && g->listed[at - 1] > k; at--) g->listed[at] = g->listed[at - 1];
        g->listed[at] = k;
    }
    return count;
}
