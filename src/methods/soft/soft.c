/* The soft method: contacts are force laws of overlap, velocity and history; Newton's equations step by step.
 * kernel.h says how a step goes; this file has the order of a step, totals and the decision when to rebuild the list.
 */
#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "core/neighbours.h"
#include "core/pair_table.h"
#include "core/pieces.h"
#include "core/walls.h"
#include "laws/interaction.h"
#include "methods/soft/shaped.h"
#include "methods/soft/soft.h"
#include "methods/soft/state.h"
#include "methods/soft/diagnostics.h"

typedef void group_function(const rp_soft_step *, rp_soft_worker *, size_t);
typedef int observe_function(const rp_soft_step *, rp_soft_worker *);
static group_function *const kernel_drift[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_soft_kernel_drift);
static group_function *const kernel_group[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_soft_kernel_group);
static group_function *const kernel_deferred[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_soft_kernel_deferred);
static observe_function *const kernel_observe[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_soft_kernel_observe);

/* ---- the list ---- */

/* moved: particles stand where the step brings them. */
static rp_status refresh_list(rp_world *w, int moved, rp_error *err)
{
    int rebuilt;
    rp_status status = rp_neighbours_refresh(w, moved, &rebuilt, err);
    if (status == RP_FAILED && err && w->primed && err->particle >= 0)
        return rp_soft_diagnostics_particle(w, rp_particles_slot(&w->particles, (uint32_t)err->particle), 1, err);
    if (!rebuilt) return status;
    if (!status) status = rp_soft_fit(w, err);
    return w->ranks ? rp_ranks_agree(w->ranks, status, err) : status;
}

static rp_status build_list(rp_world *w, rp_error *err)
{
    rp_status status = w->contacts.valid ? RP_OK : rp_neighbours_build(w, err);
    return status ? status : rp_soft_fit(w, err);
}

/* ---- a step ---- */

static void clear_sums(rp_world *w, rp_soft_state *m)
{
    size_t groups = w->contacts.group_count;
    memset(m->sums, 0, groups * sizeof *m->sums);
    memset(m->wall_sum, 0, groups * (size_t)w->wall_count * sizeof *m->wall_sum);
    memset(m->group_sum, 0, groups * (size_t)w->group_count * sizeof *m->group_sum);
    for (size_t g = 0; g < groups; g++) {
        m->sums[g].wall = m->wall_sum + g * (size_t)w->wall_count;
        m->sums[g].group = m->group_sum + g * (size_t)w->group_count;
    }
}

static void drift(const rp_world *w, const rp_soft_state *m)
{
#pragma omp parallel for num_threads(m->worker_count) schedule(static) if (w->contacts.group_count > 1)
    for (size_t g = 0; g < w->contacts.group_count; g++) kernel_drift[m->isa](&m->step, NULL, g);
}

static int any_constrained(const rp_world *w)
{
    int any = w->bodies.count > 0;
    for (int n = 0; n < w->group_count; n++) any |= rp_group_constrained(&w->group[n]);
    return any;
}

/* Constrained particles move after the walls, which some follow. */
static void drift_constrained(rp_world *w, rp_soft_state *m)
{
    const rp_contacts *c = &w->contacts;
    size_t first = 0, end = c->group_count;
    if (w->share.apart) rp_soft_ranks_groups(w, &first, &end);
#pragma omp parallel for num_threads(m->worker_count) schedule(static) if (c->group_count > 1)
    for (size_t g = first; g < end; g++)
        for (uint32_t n = c->group[g].chunk; n < c->group[g].chunk_end; n++)
            if (c->chunk[n].last > c->chunk[n].middle)
                rp_soft_constrained_drift(&m->step, c->chunk[n].middle, c->chunk[n].last, &m->sums[g]);
    if (w->bodies.count) rp_soft_bodies_drift(&m->bodies, &m->step, m->worker_count);
    rp_soft_ranks_sums(w, m);
}

static void turn_corners(const rp_world *w, const rp_soft_state *m)
{
    const rp_contacts *c = &w->contacts;
#pragma omp parallel for num_threads(m->worker_count) schedule(static) if (c->group_count > 1)
    for (size_t g = 0; g < c->group_count; g++)
        rp_corners_turn(m->step.corners, w, c->group[g].first, c->group[g].last, 0);
}

/* Takes the next groups that no thread has yet, up to *end: many at first, because a group after its predecessor on the
 * same thread costs less (kernel.h), single ones in the end, which evens out the work. */
static size_t take_groups(size_t *taken, size_t groups, size_t *end)
{
    size_t first;
#pragma omp critical(soft_groups)
    {
        const size_t share = (groups - *taken) / (2 * (size_t)rp_threads_team());
        first = *taken;
        *taken = *end = first + (share > 0 ? share : first < groups);
    }
    return first;
}

/* A scene of one group needs no team, whose barriers cost more than a few particles do. */
static void forces_and_finish_alone(rp_soft_state *m)
{
    m->worker[0].next = 0;
    kernel_group[m->isa](&m->step, &m->worker[0], 0);
    kernel_deferred[m->isa](&m->step, &m->worker[0], 0);
}

static void forces_and_finish_shared(rp_soft_state *m, size_t groups)
{
    const rp_soft_step *s = &m->step;
    const int isa = m->isa;
    size_t taken = 0;
#pragma omp parallel num_threads(m->worker_count)
    {
        rp_soft_worker *worker = &m->worker[rp_threads_index()];
        worker->next = 0;
        for (size_t end, g = take_groups(&taken, groups, &end); g < end; g = take_groups(&taken, groups, &end))
            for (; g < end; g++) kernel_group[isa](s, worker, g);
#pragma omp barrier
#pragma omp for schedule(static)
        for (size_t g = 0; g < groups; g++) kernel_deferred[isa](s, worker, g);
    }
}

/* The groups of this rank. Deferred chunks need the halo rows of others, too. */
static void forces_and_finish_own(rp_world *w, rp_soft_state *m)
{
    const rp_soft_step *s = &m->step;
    const int isa = m->isa;
    size_t first, end;
    rp_soft_ranks_groups(w, &first, &end);
    size_t taken = first;
#pragma omp parallel num_threads(m->worker_count)
    {
        rp_soft_worker *worker = &m->worker[rp_threads_index()];
        worker->next = 0;
        for (size_t last, g = take_groups(&taken, end, &last); g < last; g = take_groups(&taken, end, &last))
            for (; g < last; g++) kernel_group[isa](s, worker, g);
    }
    rp_soft_ranks_halo(w, m);
#pragma omp parallel for num_threads(m->worker_count) schedule(static)
    for (size_t g = first; g < end; g++) kernel_deferred[isa](s, NULL, g);
    w->share.apart = 1;
    rp_soft_ranks_sums(w, m);
}

static void forces_and_finish(const rp_world *w, rp_soft_state *m)
{
    if (w->contacts.group_count == 1) forces_and_finish_alone(m);
    else forces_and_finish_shared(m, w->contacts.group_count);
    if (w->bodies.count) rp_soft_bodies_finish(&m->bodies, &m->step, m->worker_count);
}

static double lane_sum(const double *lane)
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* One power over the step: the mean of what it was and what it is. */
static void integrate(double *total, double *power, double work, double dt)
{
    double now = work / dt;
    *total += 0.5 * dt * (*power + now);
    *power = now;
}

static void integrate_all(rp_world *w, const rp_totals *work)
{
    rp_totals *t = &w->totals, *p = &w->power;
    integrate(&t->walls, &p->walls, work->walls, w->dt);
    integrate(&t->loads, &p->loads, work->loads, w->dt);
    integrate(&t->drives, &p->drives, work->drives, w->dt);
    integrate(&t->normal, &p->normal, work->normal, w->dt);
    integrate(&t->rolling, &p->rolling, work->rolling, w->dt);
}

static void add_ways(rp_soft_ways *to, const rp_soft_ways *from)
{
    to->move = fmax(to->move, from->move);
    for (int axis = 0; axis < 3; axis++) {
        to->least[axis] = fmin(to->least[axis], from->least[axis]);
        to->most[axis] = fmax(to->most[axis], from->most[axis]);
    }
}

/* What two particles, or one and a wall at rest, come closer in the next step is at most the range of all ways. */
static void bound(const rp_soft_ways *w, double *move, double *shared)
{
    const rp_vec range = {w->most[0] - w->least[0], w->most[1] - w->least[1], w->most[2] - w->least[2]};
    *move = sqrt(w->move);
    *shared = fmax(0, *move - 0.5 * rp_vec_norm(range));
}

static void bound_ways(rp_contacts *c, const rp_soft_state *m)
{
    rp_soft_ways all = {0};
    for (size_t g = 0; g < c->group_count; g++) add_ways(&all, &m->sums[g].ways);
    bound(&all, &c->next_move, &c->next_shared);
    if (c->fast.gap == 0) return;
    for (size_t g = 0; g < c->group_count; g++) add_ways(&all, &m->sums[g].fast);
    bound(&all, &c->fast.next_move, &c->fast.next_shared);
}

/* Lost is the work against tangential forces, less what springs hold of it half a step from now and what will be lost
 * until then. Work is summed in every step; what springs hold is computed only in the last step of an advance, after
 * which observers may read it. */
static void add_tangential(rp_world *w, const rp_soft_state *m)
{
    double *work = &w->method_total[RP_SOFT_AGAINST], later = 0;
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        const rp_soft_sums *s = &m->sums[g];
        *work += lane_sum(s->tangential) + s->given;
        later += lane_sum(s->held) + lane_sum(s->ahead);
    }
    if (m->step.account) w->totals.tangential = *work - later;
}

/* Back to the end of the step, up to rounding, for the report of what went wrong. */
static void drift_back(rp_world *w, rp_soft_state *m)
{
    const rp_particles *p = &w->particles;
    m->drifted = 0;
    for (size_t n = 0; n < w->contacts.chunk_count; n++)
        for (uint32_t i = w->contacts.chunk[n].first; i < w->contacts.chunk[n].middle; i++) {
            rp_row *row = &p->row[i];
            rp_vec a = {p->accel[i].x, p->accel[i].y, p->accel[i].z},
                   v = rp_vec_sub(rp_particle_velocity(p, i), rp_vec_scale(w->dt, a));
            rp_vec x = rp_vec_sub(rp_particle_position(p, i),
                                  rp_vec_scale(w->dt, rp_vec_add(v, rp_vec_scale(0.5 * w->dt, a))));
            row->x = x.x;
            row->y = x.y;
            row->z = x.z;
            row->vx = v.x;
            row->vy = v.y;
            row->vz = v.z;
        }
}

static rp_status add_up(rp_world *w, rp_soft_state *m, rp_totals work, rp_error *err)
{
    long bad = 0;
    for (int n = 0; n < w->group_count; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        const rp_soft_sums *s = &m->sums[g];
        work.normal += lane_sum(s->normal);
        work.rolling += lane_sum(s->rolling);
        w->timers.contact_updates += s->shaped;
        w->totals.rolling += s->freed_rolling;
        bad += s->bad;
        work.drives += s->added[0] + s->added[1];
        for (int n = 0; n < w->group_count; n++) {
            w->group[n].reaction = rp_vec_add(w->group[n].reaction, s->group[n].reaction);
            w->group[n].work += s->group[n].work;
            work.drives += s->group[n].work;
        }
    }
    integrate_all(w, &work);
    add_tangential(w, m);
    bound_ways(&w->contacts, m);
    if (!bad) return RP_OK;
    rp_share_whole(w);
    if (m->drifted) drift_back(w, m);
    return rp_soft_diagnostics_diverged(w, err);
}

static void set_step(rp_world *w, rp_soft_state *m, int prime)
{
    rp_soft_step *s = &m->step;
    s->world = w;
    s->dt = w->dt;
    s->law_dt = s->work_dt = s->touch_dt = prime ? 0 : w->dt;
    s->touch_back = 0.5 * s->touch_dt;
    s->prime = prime;
    s->on = 0;
    s->moment = (rp_law_moment){.step = w->dt,
                                .first = prime ? m->scheme.integrator->first_share : 1,
                                .runge_kutta = m->scheme.integrator->trial_states}; /* all of them begin by it */
    s->halo = m->halo;
    s->pending = m->pending;
    s->pending_at = m->pending_at;
    s->sums = m->sums;
    s->wall_offset = m->wall_offset;
    s->wall_angle = m->wall_angle;
    s->corners = w->particles.shape ? &m->corners : NULL;
    s->member_force = m->bodies.force;
}

/* The work of gravity, whose mean before and after is the trapezoid's, and of given forces over the ways of a drift
 * from now on. */
static void count_drift(rp_world *w, const rp_soft_state *m)
{
    rp_vec moved = {0, 0, 0},
           gravity = rp_vec_scale(0.5, rp_vec_add(rp_world_gravity(w, w->time), rp_world_gravity(w, w->time + w->dt)));
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        w->totals.drives += m->sums[g].drives;
        moved = rp_vec_add(moved, rp_vec_add(m->sums[g].mass_moved, m->sums[g].mass_moved_late));
    }

    w->totals.gravity += rp_vec_dot(gravity, moved);
}

/* Some laws need the path of a step, or the list for it, before anything has moved. */
static int acts_before(const rp_soft_state *m) { return m->graze.wanted || m->hereditary.clusters; }

static rp_status act_before(rp_world *w, rp_soft_state *m, rp_error *err)
{
    rp_status status = refresh_list(w, 0, err);
    if (status) return status;
    rp_soft_hereditary_clusters(&m->hereditary, w);
    return rp_soft_graze_step(&m->graze, w, err);
}

/* ---- a cell that strains (core/cell.h) ---- */

static void add_stress(const rp_world *w, const rp_soft_state *m, double sums[RP_CELL_PARTS])
{
    for (int k = 0; k < RP_CELL_PARTS; k++) sums[k] = 0;
    for (size_t g = 0; g < w->contacts.group_count; g++)
        for (int k = 0; k < RP_CELL_PARTS; k++) sums[k] += m->sums[g].stress[k];
}

/* Two particles come closer by their peculiar velocities. */
static void follow(rp_world *w, const rp_soft_state *m)
{
    double sums[RP_CELL_PARTS];
    add_stress(w, m, sums);
    rp_cell_follow(w, sums);
    rp_contacts_expect(&w->contacts, rp_cell_next_move(w));
}

static void measure_cell(rp_world *w, const rp_soft_state *m)
{
    double sums[RP_CELL_PARTS];
    add_stress(w, m, sums);
    rp_cell_measure(w, sums);
    rp_contacts_expect(&w->contacts, rp_cell_next_move(w));
}

static rp_status check_cell(const rp_world *w, const rp_soft_state *m, rp_error *err)
{
    rp_status status = rp_cell_check(w, err);
    if (status || !w->cell.moves || (rp_soft_scheme_fused(&m->scheme) && !acts_before(m))) return status;
    status = rp_error_set(err, RP_INPUT,
                          "a domain that strains goes with the integrator verlet, springs that follow velocities, and "
                          "laws that do not depend on the past of a contact");
    rp_error_key(err, "domain");
    rp_error_expected(err, "integrator: verlet, elongation: velocity");
    return status;
}

/* Brings everything to the end of the step that has not drifted there when the step before was finished, and refreshes
 * the list. */
static rp_status move(rp_world *w, rp_soft_state *m, rp_error *err)
{
    rp_status status = acts_before(m) ? act_before(w, m, err) : w->contacts.valid ? RP_OK : build_list(w, err);
    if (status) return status;
    set_step(w, m, 0);
    if (!m->drifted) {
        clear_sums(w, m);
        drift(w, m);
        count_drift(w, m);
    }
    if (w->cell.moves) rp_cell_move(w);
    clear_sums(w, m);
    rp_soft_drift_walls(w, m);
    rp_walls_remove_expired(w, w->time + w->dt);
    if (any_constrained(w)) {
        drift_constrained(w, m);
        count_drift(w, m);
    }
    rp_soft_ranks_rows(w, m);
    if (!acts_before(m)) status = refresh_list(w, 1, err);
    if (status) return status;
    set_step(w, m, 0); /* buffers follow the list */
    if (m->step.corners) turn_corners(w, m);
    return RP_OK;
}

/* But for the last one a step ends with the drift of the next, while particles are in cache. */
static rp_status one_step(rp_world *w, int last, rp_error *err)
{
    rp_soft_state *m = w->method_state;
    rp_status status = move(w, m, err);
    if (status) return status;
    clear_sums(w, m);
    m->step.account = last;
    m->step.gravity = rp_world_gravity(w, w->time + w->dt);
    m->step.on = m->drifted = !last && !acts_before(m) && !w->cell.moves;
    if (w->ranks) forces_and_finish_own(w, m);
    else forces_and_finish(w, m);
    w->step++;
    w->time = w->time_base + (double)(w->step - w->step_base) * w->dt;
    rp_totals work = {0};
    rp_soft_finish_walls(w, m, w->time, 1, 1, &work);
    if (m->drifted) count_drift(w, m);
    status = add_up(w, m, work, err);
    if (w->cell.moves) follow(w, m);
    if (last) rp_share_whole(w);
    return status;
}

/* ---- a step by another scheme (scheme.h) ---- */

void rp_soft_evaluate(rp_world *w, const rp_soft_pass *pass, rp_soft_answer *answer)
{
    rp_soft_state *m = w->method_state;
    *answer = (rp_soft_answer){0};
    set_step(w, m, 1);
    m->step.law_dt = pass->law_dt;
    m->step.touch_dt = pass->touch_dt;
    m->step.touch_back = pass->touch_back;
    m->step.work_dt = w->dt;
    if (pass->stage != RP_LAW_STEP) {
        m->step.moment.stage = pass->stage;
        m->step.moment.since = pass->since;
        m->step.moment.runge_kutta = pass->runge_kutta;
    }
    m->step.account = 1;
    m->step.gravity = rp_world_gravity(w, w->time);
    clear_sums(w, m);
    if (m->step.corners) rp_corners_turn(m->step.corners, w, 0, (uint32_t)w->particles.count, 0);
    forces_and_finish(w, m);
    rp_soft_finish_walls(w, m, w->time, 0, pass->last, &answer->work);
    for (int n = 0; n < w->group_count && pass->last; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (size_t g = 0; g < w->contacts.group_count; g++) {
        const rp_soft_sums *s = &m->sums[g];
        rp_totals *work = &answer->work;
        work->normal += lane_sum(s->normal);
        work->tangential += lane_sum(s->tangential) + lane_sum(s->released);
        work->rolling += lane_sum(s->rolling);
        answer->held += lane_sum(s->held);
        answer->freed += s->freed;
        answer->freed_rolling += s->freed_rolling;
        answer->move = fmax(answer->move, sqrt(fmax(s->ways.move, s->fast.move)));
        answer->bad += s->bad;
        work->drives += s->added[0] + s->added[1];
        for (int n = 0; n < w->group_count; n++) {
            work->drives += s->group[n].work;
            if (pass->last) {
                w->group[n].work += s->group[n].work;
                w->group[n].reaction = rp_vec_add(w->group[n].reaction, s->group[n].reaction);
            }
        }
    }
}

static rp_status other_step(rp_world *w, int last, rp_error *err)
{
    (void)last;
    rp_soft_state *m = w->method_state;
    rp_soft_answer answer;
    rp_status status = act_before(w, m, err);
    if (!status && w->particles.shape) rp_corners_turn(&m->corners, w, 0, (uint32_t)w->particles.count, 0);
    if (!status) status = rp_soft_scheme_step(&m->scheme, w, &answer, err);
    return status || !answer.bad ? status : rp_soft_diagnostics_diverged(w, err);
}

static rp_status advance(rp_world *w, double t_end, rp_error *err)
{
    const rp_soft_state *m = w->method_state;
    return rp_method_steps(w, t_end, rp_soft_scheme_fused(&m->scheme) ? one_step : other_step, err);
}

/* ---- making ready ---- */

static rp_status plan_history(rp_world *w, rp_soft_state *m, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    double largest = 0, smallest = INFINITY;
    for (size_t i = 0; i < w->particles.count; i++) {
        largest = fmax(largest, w->particles.row[i].r);
        smallest = fmin(smallest, w->particles.row[i].r);
    }
    if (c->skin == 0) c->skin = 0.2 * rp_pieces_mean_radius(w);
    rp_memory_free(c->antisymmetric);
    c->antisymmetric = rp_memory_alloc((size_t)w->interaction_count, sizeof *c->antisymmetric);
    if (!c->antisymmetric) return rp_soft_no_memory(err);
    c->cutoff = 0;
    int width = 0;
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        c->antisymmetric[n] = x->antisymmetric;
        if (x->history_width > width) width = x->history_width;
        c->cutoff = fmax(c->cutoff, rp_interaction_cutoff(x, largest));
        m->step.rolling |= x->law[RP_ROLLING] != NULL;
        for (int slot = 0; slot < RP_SLOT_COUNT; slot++) m->step.curvature |= x->law[slot] && x->law[slot]->curvature;
    }
    m->step.cutoff = c->cutoff;
    c->sets_apart = rp_soft_scheme_fused(&m->scheme);
    m->step.move_limit = smallest * smallest;
    rp_pair_table_shape(c, width, RP_PAIR_BLOCK, rp_pair_table_kinds(w));
    return RP_OK;
}

/* Powers at this moment; lost: in half a step. */
static void set_powers(rp_world *w, const rp_totals *now, const rp_totals *lost)
{
    const double rate = 1 / w->dt;
    w->power = (rp_totals){.walls = rate * now->walls,
                           .loads = rate * now->loads,
                           .drives = rate * now->drives,
                           .normal = 2 * rate * lost->normal,
                           .tangential = 2 * rate * lost->tangential,
                           .rolling = 2 * rate * lost->rolling};
}

/* Forces and powers of the start. A pass over half a step gives what the laws lose at once, and springs half a step
 * ahead where they stand at half steps; forces are those of the springs as given. */
static rp_status first_forces(rp_world *w, const rp_soft_state *m, rp_error *err)
{
    rp_soft_histories as_given = {0}, ahead = {0};
    rp_soft_answer lost, now = {0};
    rp_status status = rp_soft_histories_copy(&as_given, w, err);
    if (!status) rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = 0.5 * w->dt}, &lost);
    if (!status) status = rp_soft_histories_copy(&ahead, w, err);
    if (!status) {
        rp_soft_histories_restore(&as_given, w);
        rp_soft_evaluate(w, &(rp_soft_pass){0}, &now);
        if (rp_soft_scheme_observe_dt(&m->scheme, w->dt) != 0) rp_soft_histories_restore(&ahead, w);
        set_powers(w, &now.work, &lost.work);
        w->method_total[RP_SOFT_AGAINST] = w->totals.tangential + lost.held + lost.work.tangential;
        rp_contacts_expect(&w->contacts, now.move);
    }
    rp_soft_histories_free(&as_given);
    rp_soft_histories_free(&ahead);
    return status || !now.bad ? status : rp_soft_diagnostics_diverged(w, err);
}

static rp_status prime(rp_world *w, rp_soft_state *m, rp_error *err)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        if (!wall->active) continue;
        if (!rp_walls_loaded(wall)) {
            wall->speed = rp_wall_prescribed_velocity(wall, w->time);
            wall->angular_speed = rp_wall_prescribed_spin(wall, w->time);
        }
        m->wall_offset[n] = wall->offset;
        m->wall_angle[n] = wall->angle;
    }
    w->primed = 1;
    rp_soft_hereditary_clusters(&m->hereditary, w);
    rp_status status = first_forces(w, m, err);
    if (!status && w->cell.moves) measure_cell(w, m);
    return status;
}

/* What the scheme for clumps lacks is refused by name. */
static rp_status check_bodies(const rp_world *w, const rp_soft_state *m, rp_error *err)
{
    rp_status status = rp_method_check_bodies(w, err);
    if (status || !rp_method_has_bodies(w)) return status;
    if (!rp_soft_scheme_fused(&m->scheme)) {
        status = rp_error_set(err, RP_INPUT,
                              "clumps and polyhedra go with the integrator verlet and springs that follow velocities");
        rp_error_expected(err, "integrator: verlet, elongation: velocity");
    } else if (acts_before(m)) {
        status = rp_error_set(err, RP_INPUT,
                              "clumps and polyhedra do not go with laws that depend on the past of a contact");
        rp_error_expected(err, "another normal law");
    }
    return status ? status : rp_soft_shaped_solid_check(w, err);
}

static rp_status make_ready(rp_world *w, rp_soft_state *m, rp_error *err)
{
    m->isa = rp_isa_best();
    rp_status status = rp_soft_scheme_prepare(&m->scheme, w, w->particles.shape ? &m->corners : NULL, err);
    if (!status) status = plan_history(w, m, err);
    if (!status) status = rp_soft_make_workers(w, m, err);
    if (!status) status = rp_soft_hereditary_prepare(&m->hereditary, w, err);
    if (!status) rp_soft_graze_prepare(&m->graze, w, m->scheme.integrator->lags);
    if (!status) status = check_bodies(w, m, err);
    if (!status) status = rp_soft_ranks_check(w, m, err);
    if (!status) status = check_cell(w, m, err);
    if (!status) rp_cell_begin(w);
    if (!status) status = rp_soft_servo_prepare(w, m->wall_stiffness, &m->diameter, err);
    if (!status) status = build_list(w, err);
    if (status) return status;
    rp_walls_remove_expired(w, w->time);
    if (!w->primed) return prime(w, m, err);
    set_step(w, m, 0); /* observers may read before the first step */
    return RP_OK;
}

static rp_status prepare(rp_world *w, rp_error *err)
{
    rp_soft_state *m = w->method_state, before = {0};
    if (w->edition == 0 && w->particles.shape)
        rp_log(&w->log, RP_LOG_INFO, "begun before 0.2: the run goes on with overlap: area");
    if (m) {
        before.scheme = m->scheme;
        m->scheme = (rp_soft_scheme){0};
    }
    /* what load brought */
    rp_soft_destroy(w);
    m = w->method_state = rp_memory_alloc(1, sizeof *m);
    if (!m) rp_soft_scheme_destroy(&before.scheme);
    if (!m) return rp_soft_no_memory(err);
    m->scheme = before.scheme;
    rp_status status = rp_particles_accelerations(&w->particles, err);
    return status ? status : make_ready(w, m, err);
}

/* ---- a program writes ---- */

/* Springs that stand half a step ahead come back: the first forces afterwards move them forward again. */
static rp_status settle(rp_world *w, rp_error *err)
{
    const rp_soft_state *m = w->method_state;
    rp_soft_answer unused;
    (void)err;
    if (rp_soft_scheme_observe_dt(&m->scheme, w->dt) != 0 && !m->graze.wanted)
        rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = -0.5 * w->dt}, &unused);
    return RP_OK;
}

/* Present forces; histories stay as they are. */
static rp_status forces_now(rp_world *w, const rp_soft_state *m, rp_soft_answer *now, rp_error *err)
{
    rp_soft_histories kept = {0};
    rp_status status = rp_soft_histories_copy(&kept, w, err);
    if (!status) {
        rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = rp_soft_scheme_observe_dt(&m->scheme, w->dt)}, now);
        rp_soft_histories_restore(&kept, w);
        rp_contacts_expect(&w->contacts, now->move);
    }
    rp_soft_histories_free(&kept);
    return status;
}

static rp_status written(rp_world *w, int moved, rp_error *err)
{
    rp_soft_state *m = w->method_state;
    rp_soft_answer now;
    if (moved) w->contacts.valid = 0;
    rp_status status = build_list(w, err);
    if (status) return status;
    if (m->scheme.integrator->restart) m->scheme.integrator->restart(&m->scheme);
    /* histories of hereditary laws stay as they are */
    return m->graze.wanted ? forces_now(w, m, &now, err) : prime(w, m, err);
}

/* ---- particles come and go ---- */

/* What is lost in the next half step, and what tangential springs hold after it; histories stay as they are. */
static rp_status half_a_step(rp_world *w, const rp_soft_state *m, rp_soft_answer *lost, rp_error *err)
{
    rp_soft_histories kept = {0};
    rp_status status = rp_soft_histories_copy(&kept, w, err);
    if (!status && rp_soft_scheme_observe_dt(&m->scheme, w->dt) != 0)
        rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = -0.5 * w->dt}, lost);
    if (!status) {
        rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = 0.5 * w->dt}, lost);
        rp_soft_histories_restore(&kept, w);
    }
    rp_soft_histories_free(&kept);
    return status;
}

static rp_status populating(rp_world *w, rp_error *err)
{
    rp_soft_state *m = w->method_state;
    rp_soft_answer lost = {0};
    rp_status status = half_a_step(w, m, &lost, err);
    m->held = lost.held + lost.work.tangential;
    return status;
}

/* Contacts of new particles that overlap others begin with springs at rest. */
static rp_status begin_contacts(rp_world *w, rp_error *err)
{
    rp_soft_histories kept = {0};
    rp_soft_answer unused;
    rp_status status = rp_soft_histories_copy(&kept, w, err);
    if (!status) {
        rp_soft_evaluate(w, &(rp_soft_pass){0}, &unused);
        rp_soft_histories_restore_active(&kept, w);
    }
    rp_soft_histories_free(&kept);
    return status;
}

/* Histories of contacts that stay are not touched. What springs of removed contacts held has gone with them, and is not
 * lost. Losses of the next half step are found before new contacts begin, as at the start of a run: a memory that
 * begins with its overlap then loses by its first force, which is the one that acts, and not by the force half a step
 * on. */
static rp_status populated(rp_world *w, rp_error *err)
{
    const double held = ((const rp_soft_state *)w->method_state)->held;
    rp_soft_answer lost, now = {0};
    rp_soft_destroy(w);
    rp_status status = prepare(w, err);
    rp_soft_state *m = w->method_state;
    if (!status) rp_soft_hereditary_clusters(&m->hereditary, w);
    if (!status) status = half_a_step(w, m, &lost, err);
    if (!status) status = begin_contacts(w, err);
    if (!status) status = forces_now(w, m, &now, err);
    if (status) return status;
    set_powers(w, &now.work, &lost.work);
    w->method_total[RP_SOFT_AGAINST] += lost.held + lost.work.tangential - held;
    return now.bad ? rp_soft_diagnostics_diverged(w, err) : RP_OK;
}

static rp_status contacts(const rp_world *w, rp_contact_list *list, rp_error *err)
{
    const rp_soft_state *m = w->method_state;
    rp_soft_step s = m->step;
    if (s.corners) rp_corners_turn(s.corners, w, 0, (uint32_t)w->particles.count, 0);
    s.views = list;
    s.law_dt = rp_soft_scheme_observe_dt(&m->scheme, w->dt);
    s.touch_dt = 0;
    s.account = 0;
    s.prime = 0;
    list->count = 0;
    int good = kernel_observe[m->isa](&s, &m->worker[0]); /* its blocks are scratch between steps */
    return good ? RP_OK : rp_memory_error(err, list->count * sizeof *list->view, "the list of contacts");
}

static rp_status save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const rp_soft_state *m = w->method_state;
    return rp_soft_scheme_save(&m->scheme, w, archive, err);
}

static rp_status load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_soft_state *m = w->method_state ? w->method_state : rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_soft_no_memory(err);
    w->method_state = m;
    return rp_soft_scheme_load(&m->scheme, w, archive, err);
}

static void hash(const rp_world *w, struct rp_hash *h)
{
    const rp_soft_state *m = w->method_state;
    rp_soft_scheme_hash(&m->scheme, w, h);
}

static const rp_field total_fields[] = {
    {"grazes", "1", "contacts that began and ended within a step", RP_F64, 1,
     RP_FIELD_AT(rp_world, method_total[RP_SOFT_GRAZES]), RP_HASH_NOT, 0},
    {"against", "J", "work against tangential forces, with what springs hold of it", RP_F64, 1,
     RP_FIELD_AT(rp_world, method_total[RP_SOFT_AGAINST]), RP_HASH_NOT, 0},
};
static const rp_fields totals = RP_FIELDS("soft/totals/", RP_PER_METHOD, total_fields);

/* Only springs have static friction, but for that of Walton and Braun. */
static void unused(const rp_world *w, const rp_interaction *x, rp_buffer *keys)
{
    const rp_law *rub = x->law[RP_TANGENTIAL];
    (void)w;
    if (!isnan(x->eps_n) && !rp_method_restitution_matters(x)) rp_buffer_print(keys, " restitution.normal");
    if (!isnan(x->eps_t)) rp_buffer_print(keys, " restitution.tangential");
    if (!isnan(x->eps_speed) && !rp_method_speed_matters(x)) rp_buffer_print(keys, " restitution.speed");
    if (x->friction_static != x->friction && !(rub && rub->spring && !rub->hysteretic))
        rp_buffer_print(keys, " friction.static");
}

static const char *idle(const rp_world *w, int option)
{
    if (option != RP_SOFT_OVERLAP) return NULL;
    if (!w->particles.shape) return "all particles are round";
    return w->dimension == 3 ? "polyhedra overlap by the energy of their volume" : NULL;
}

const rp_method rp_soft = {
    .name = "soft",
    .summary = "Soft particles (DEM, MD): forces from contact laws; velocity Verlet with synchronised velocities, or "
               "another integrator.",
    .force_laws = 1,
    .forces = 1,
    .accelerations = 1,
    .shaped = 1,
    .clumps = 1,
    .solids = 1,
    .cells = 1,
    .rolling = 1,
    .adhesion = 1,
    .lists = 1,
    .ranks = 1,
    .step_auto = rp_soft_step_auto,
    .prepare = prepare,
    .advance = advance,
    .contacts = contacts,
    .destroy = rp_soft_destroy,
    .describe = rp_soft_describe,
    .unused = unused,
    .idle = idle,
    .option = rp_soft_options,
    .option_count = RP_SOFT_OPTIONS,
    .totals = &totals,
    .settle = settle,
    .written = written,
    .populating = populating,
    .populated = populated,
    .save = save,
    .load = load,
    .hash = hash,
};
