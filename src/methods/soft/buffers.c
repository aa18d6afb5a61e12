/* The soft method's memory: buffers of workers (threads), and those that follow the list. */
#include "base/threads.h"
#include "laws/interaction.h"
#include "methods/soft/state.h"

void rp_soft_destroy(rp_world *w)
{
    rp_soft_state *m = w->method_state;
    if (!m) return;
    for (int n = 0; m->worker && n < m->worker_count; n++) {
        rp_memory_free(m->worker[n].pairs);
        rp_memory_free(m->worker[n].walls);
        rp_memory_free(m->worker[n].history);
        rp_memory_free(m->worker[n].force);
        rp_memory_free(m->worker[n].shaped);
    }
    rp_corners_free(&m->corners);
    rp_soft_bodies_free(&m->bodies);
    rp_soft_hereditary_free(&m->hereditary);
    rp_soft_graze_free(&m->graze);
    rp_soft_ranks_free(&m->ranks);
    void *all[] = {m->worker,  m->sums,       m->wall_sum,    m->group_sum,  m->halo,
                   m->pending, m->pending_at, m->wall_offset, m->wall_angle, m->wall_stiffness};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    rp_soft_scheme_destroy(&m->scheme);
    rp_memory_free(m);
    w->method_state = NULL;
}

rp_status rp_soft_no_memory(rp_error *err) { return rp_memory_error(err, 0, "the soft method's buffers"); }

/* 0: out of memory; rp_soft_destroy frees what has been allocated. */
static int make_blocks(const rp_world *w, rp_soft_worker *worker)
{
    const size_t count = (size_t)w->interaction_count;
    worker->pairs = rp_memory_alloc(count, sizeof *worker->pairs);
    worker->walls = rp_memory_alloc(count, sizeof *worker->walls);
    worker->history = rp_memory_alloc((size_t)w->contacts.width, sizeof *worker->history);
    worker->shaped = rp_memory_alloc(w->particles.shape ? 2 * count : 0, sizeof *worker->shaped);
    if (!worker->pairs || !worker->walls || !worker->history || !worker->shaped) return 0;
    for (size_t n = 0; n < count; n++) {
        rp_interaction_friction(&w->interaction[n], &worker->pairs[n]);
        rp_interaction_friction(&w->interaction[n], &worker->walls[n].block);
    }
    for (size_t n = 0; w->particles.shape && n < 2 * count; n++)
        rp_interaction_friction(&w->interaction[n % count], &worker->shaped[n].block);
    return 1;
}

rp_status rp_soft_make_workers(rp_world *w, rp_soft_state *m, rp_error *err)
{
    m->worker_count = rp_threads_count();
    m->worker = rp_memory_alloc((size_t)m->worker_count, sizeof *m->worker);
    m->wall_offset = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_offset);
    m->wall_angle = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_angle);
    m->wall_stiffness = rp_memory_alloc((size_t)w->wall_count, sizeof *m->wall_stiffness);
    if (!m->worker || !m->wall_offset || !m->wall_angle || !m->wall_stiffness) return rp_soft_no_memory(err);
    for (int n = 0; n < m->worker_count; n++)
        if (!make_blocks(w, &m->worker[n])) return rp_soft_no_memory(err);
    return RP_OK;
}

static rp_status make_force_rows(const rp_contacts *c, rp_soft_state *m, rp_error *err)
{
    size_t most = 0, had = m->force_rows;
    for (size_t n = 0; n < c->group_count; n++) {
        size_t rows = c->group[n].halo_end - c->group[n].first + c->group[n].wrap;
        most = rows > most ? rows : most;
    }
    for (int n = 0; n < m->worker_count; n++) {
        size_t capacity = had;
        if (!rp_memory_fit(&m->worker[n].force, &capacity, most, sizeof(rp_soft_force_row)))
            return rp_soft_no_memory(err);
        m->force_rows = capacity;
    }
    return RP_OK;
}

static int all_equal(const rp_particles *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->row[i].r != p->row[0].r || p->row[i].inv_mass != p->row[0].inv_mass) return 0;
    return p->count > 0 && p->row[0].inv_mass > 0;
}

/* Where all particles are alike every pair has the same effective mass and radius: blocks get them here, once. */
static void find_equal(const rp_world *w, rp_soft_state *m)
{
    const rp_row *row = w->particles.row;
    const int equal = all_equal(&w->particles);
    m->step.equal_sum = equal ? 2 * row[0].r : 0;
    for (int n = 0; n < m->worker_count * w->interaction_count; n++) {
        rp_block *b = &m->worker[n / w->interaction_count].pairs[n % w->interaction_count];
        b->one_mass = equal;
        b->mass_known = 0;
        for (int c = 0; equal && c < RP_BLOCK; c++) {
            b->m_eff[c] = 0.5 / row[0].inv_mass;
            b->r_eff[c] = 0.5 * row[0].r;
        }
    }
}

/* Rows that must wait for other groups: on a single thread of a single process a group always follows the one before
 * it. */
static size_t pending_rows(const rp_world *w, const rp_soft_state *m, const rp_chunk *k)
{
    const int shared = m->worker_count > 1 || w->ranks;
    return k->deferred == RP_AFTER_ALL || (k->deferred && shared) ? k->last - k->first : 0;
}

rp_status rp_soft_fit(rp_world *w, rp_error *err)
{
    rp_soft_state *m = w->method_state;
    const rp_contacts *c = &w->contacts;
    size_t pending = 0, groups = c->group_count, had = m->group_capacity, wall_capacity = had * (size_t)w->wall_count,
           group_capacity = had * (size_t)w->group_count;
    for (size_t n = 0; n < c->chunk_count; n++) pending += pending_rows(w, m, &c->chunk[n]);
    if (!rp_memory_reserve(&m->pending_at, &m->chunk_capacity, c->chunk_count, sizeof *m->pending_at)
        || !rp_memory_fit(&m->halo, &m->halo_capacity, c->halo_rows, sizeof *m->halo)
        || !rp_memory_fit(&m->pending, &m->pending_capacity, pending, sizeof *m->pending)
        || !rp_memory_reserve(&m->wall_sum, &wall_capacity, groups * (size_t)w->wall_count, sizeof *m->wall_sum)
        || !rp_memory_reserve(&m->group_sum, &group_capacity, groups * (size_t)w->group_count, sizeof *m->group_sum)
        || !rp_memory_reserve(&m->sums, &had, groups, sizeof *m->sums))
        return rp_soft_no_memory(err);
    find_equal(w, m);
    m->group_capacity = groups > m->group_capacity ? groups : m->group_capacity;
    for (size_t n = 0, at = 0; n < c->chunk_count; n++) {
        m->pending_at[n] = at;
        at += pending_rows(w, m, &c->chunk[n]);
    }
    rp_status status = w->particles.shape ? rp_corners_fit(&m->corners, w, err) : RP_OK;
    if (!status) status = rp_soft_bodies_fit(&m->bodies, w, err);
    if (!status) status = make_force_rows(c, m, err);
    return status ? status : rp_soft_ranks_plan(w, m, err);
}
