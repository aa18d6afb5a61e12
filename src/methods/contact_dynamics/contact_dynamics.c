/* Contact dynamics: rigid particles, contacts as unilateral constraints with Coulomb friction, all solved together once
 * a step [UngerKertesz2003; RadjaiRichefeu2009]. This file owns the memory and the order of a step:
 *
 *   list -> walls and free velocities (stepping.c) -> contacts (contacts.c) -> colours (colours.c) -> friction,
 *   adhesion, bias (terms.c) -> allowed errors (motion.c) -> solution (solve.c) -> histories, walls, totals (finish.c)
 * -> positions (stepping.c)
 */
#include "methods/contact_dynamics/contact_dynamics.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include "base/log.h"
#include "base/threads.h"
#include "core/neighbours.h"
#include "core/pair_table.h"
#include "core/pieces.h"
#include "core/wall_solid.h"
#include "core/walls.h"
#include "laws/collision.h"
#include "laws/impact_table.h"
#include "laws/rolling.h"
#include "methods/contact_dynamics/bodies.h"
#include "methods/contact_dynamics/cell.h"
#include "methods/contact_dynamics/restitution.h"
#include "methods/contact_dynamics/terms.h"
#include "methods/contact_dynamics/view.h"

#define HISTORY 3      /* force on a; with rolling friction the torque on a behind it */
#define SKIN 0.15      /* of the mean radius */
#define STEP_PART 5.0  /* step: auto moves the fastest by STEP_PART / safety of the smallest radius */
#define JAM_SPEED 0.02 /* of the imposed speed */
#define WARNINGS 3     /* steps without convergence that are reported one by one */

/* ---- step length ---- */

#define STRAINS 50.0 /* step: auto: a cell that strains counts as this much faster than it moves two neighbours */

/* Of particles that impulses move, m. */
static double smallest_radius(const rp_world *w)
{
    double r = INFINITY;
    for (size_t i = 0; i < w->particles.count; i++)
        if (w->particles.row[i].inv_mass > 0) r = fmin(r, w->particles.row[i].r);
    return r;
}

/* The largest acceleration by gravity, loads and a stress that is held, m/s^2. */
static double pushed(const rp_world *w)
{
    double g = rp_vec_norm(rp_world_gravity(w, w->time));
    for (int n = 0; n < w->wall_count; n++)
        if (rp_walls_loaded(&w->wall[n])) g = fmax(g, rp_walls_pushed(w, n, w->time, rp_walls_span(w)));
    return fmax(g, rp_cd_cell_push(w));
}

/* By the rates that are imposed on a cell, m/s. */
static double strained(const rp_world *w, double r)
{
    double speed = 0;
    for (int k = 0; k < RP_CELL_PARTS && w->cell.moves; k++)
        if (!w->cell.held[k]) speed = fmax(speed, STRAINS * 2 * r * fabs(w->cell.target[k]));
    return speed;
}

static rp_status step_auto(const rp_world *w, double safety, double *dt, char *reason, int size, rp_error *err)
{
    double r = smallest_radius(w), speed = fmax(rp_world_speed_scale(w), strained(w, r)), g = pushed(w);
    double by_speed = speed > 0 ? r / speed : INFINITY, by_fall = g > 0 ? sqrt(2 * r / g) : INFINITY;
    *dt = STEP_PART / safety * fmin(by_speed, by_fall);
    if (!isfinite(*dt)) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "step: auto needs particles that move or fall; give the step in seconds");
        rp_error_key(err, "run.step");
        return status;
    }
    snprintf(reason, (size_t)size, "dt = %.4g s: %s the smallest radius %.3g m takes %.3g s, times %g / %g", *dt,
             by_speed < by_fall ? "at the speed that a fall through the scene gives,"
                                : "to fall by, or to be moved by under a load,",
             r, fmin(by_speed, by_fall), STEP_PART, safety);
    return RP_OK;
}

/* The fastest particle now, m/s; in a cell that strains, beside its flow. */
static double fastest_particle(const rp_world *w)
{
    double square = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_vec v = w->cell.moves ? rp_cell_peculiar(w, i) : rp_particle_velocity(&w->particles, i);
        square = fmax(square, rp_vec_dot(v, v));
    }
    return sqrt(square);
}

/* The fastest wall from now on for a time, at most, m/s; tables are read at both ends and in the middle. */
static double fastest_wall(const rp_world *w, double time)
{
    double speed = 0;
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        if (!wall->active) continue;
        double way = rp_walls_loaded(wall) ? rp_vec_norm(wall->speed) : 0, spin = fabs(wall->angular_speed);
        for (int k = 0; k < 3 && !rp_walls_loaded(wall); k++) {
            way = fmax(way, rp_vec_norm(rp_wall_prescribed_velocity(wall, w->time + 0.5 * k * time)));
            spin = fmax(spin, fabs(rp_wall_prescribed_spin(wall, w->time + 0.5 * k * time)));
        }
        speed = fmax(speed, way + 2 * M_PI * wall->frequency * rp_vec_norm(wall->vibration) + spin * rp_walls_span(w));
    }
    return speed;
}

/* The fastest of all, by what it has and what external forces add until the step is chosen again, moves by the same
 * part of the smallest radius as in step_auto: dt (v + g steps dt) = way. Steps are step_least times a power of
 * 2^(1/4), so that they change seldom. */
static double step_follow(const rp_world *w, double safety, int steps)
{
    const double root = 1.189207115002721, least = w->step_least, most = RP_METHOD_STEP_MOST * least;
    const double way = STEP_PART / safety * smallest_radius(w), g = steps * pushed(w);
    const double strain = w->cell.moves ? STRAINS * rp_cd_cell_speed(w) : 0;
    const double v = fmax(fmax(fastest_particle(w), strain), fastest_wall(w, steps * most));
    const double wanted = 2 * way / (v + sqrt(v * v + 4 * g * way));
    double dt = least;
    while (root * dt <= fmin(wanted, (1 + 1e-9) * most)) dt *= root;
    return dt;
}

/* ---- memory ---- */

static void destroy(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    if (!m) return;
    rp_cd_problem *q = &m->problem;
    void *all[] = {q->body,      q->free,        q->old,        q->batch,     q->allowed,     q->last,  q->tile,
                   q->unit,      q->run,         q->part,       q->general,   q->roll,        q->order, m->kind,
                   m->candidate, m->scratch,     m->tile_of,    m->plan,      m->impact_list, m->pull,  m->works,
                   m->wall,      m->wall_offset, m->wall_angle, m->wall_push, m->push,        m->start, m->added,
                   m->mesh,      m->turned,      m->met,        m->meeting};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    rp_corners_free(&m->corners);
    rp_cd_cell_free(q->cell);
    rp_impact_tables_destroy(m->tables);
    rp_memory_free(m);
    w->method_state = NULL;
}

static rp_status no_memory(rp_error *err) { return rp_memory_error(err, 0, "contact dynamics"); }

static rp_status make_memory(rp_world *w, rp_cd_work *m, rp_error *err)
{
    rp_cd_problem *q = &m->problem;
    size_t count = w->particles.count, walls = (size_t)w->wall_count;
    q->dimension = w->dimension;
    size_t units = 2 * (count / RP_CD_TILE + 2); /* at most: tiles, borders, periodic, serial */
    q->nothing = (uint32_t)(count + walls);
    q->body_count = count + walls + 1 + units;
    q->body = rp_memory_alloc(q->body_count, sizeof *q->body);
    q->free = rp_memory_alloc(q->body_count, sizeof *q->free);
    q->old = rp_memory_alloc(m->setup.options.solver == RP_CD_ACCELERATED ? q->body_count : 0, sizeof *q->old);
    m->scratch = rp_memory_alloc(q->body_count, sizeof *m->scratch);
    m->tile_of = rp_memory_alloc(count, sizeof *m->tile_of);
    m->start = rp_memory_alloc(count, sizeof *m->start);
    m->pull = rp_memory_alloc((size_t)w->interaction_count, sizeof *m->pull);
    m->wall = rp_memory_alloc(walls, sizeof *m->wall);
    m->wall_offset = rp_memory_alloc(walls, sizeof *m->wall_offset);
    m->wall_angle = rp_memory_alloc(walls, sizeof *m->wall_angle);
    m->wall_push = rp_memory_alloc(walls, sizeof *m->wall_push);
    m->push = rp_memory_alloc((size_t)w->group_count, sizeof *m->push);
    int good = q->body && q->free && q->old && m->scratch && m->tile_of && m->start && m->pull && m->wall
               && m->wall_offset && m->wall_angle && m->wall_push && m->push;
    return good ? rp_particles_accelerations(&w->particles, err) : no_memory(err);
}

/* ---- making ready ---- */

/* Points of a pair with a wall: several where polyhedra meet walls that stand out. */
static int points_at_walls(const rp_world *w, int points)
{
    int solid = 0, out = 0;
    for (size_t n = 0; n < w->bodies.shapes.count && !solid; n++) solid = w->bodies.shapes.item[n].hull != NULL;
    for (int n = 0; n < w->wall_count && !out; n++) out = rp_wall_solid_out(&w->wall[n]);
    return solid && out ? points : 1;
}

static rp_status plan_history(rp_world *w, rp_cd_work *m, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    if (c->skin == 0) c->skin = SKIN * rp_pieces_mean_radius(w);
    rp_memory_free(c->antisymmetric);
    c->antisymmetric = rp_memory_alloc((size_t)w->interaction_count, sizeof *c->antisymmetric);
    if (!c->antisymmetric) return no_memory(err);
    for (int n = 0; n < w->interaction_count; n++) m->rolling |= w->interaction[n].law[RP_ROLLING] != NULL;
    m->point_width = m->rolling ? 2 * HISTORY : HISTORY;
    c->cutoff = 0;
    const int points = rp_narrow_points(&w->shapes, w->dimension),
              solid = rp_narrow_points(&w->bodies.shapes, w->dimension);
    m->points = points > solid ? points : solid;
    m->wall_points = points_at_walls(w, m->points);
    rp_pair_table_shape(c, m->points * m->point_width, 1, 0);
    for (int n = 0; n < w->interaction_count; n++) c->antisymmetric[n] = (1u << c->width) - 1u;
    return RP_OK;
}

static rp_status no_random(const rp_world *w, const rp_interaction *x, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "contact dynamics has no random restitution (fluctuation, measured)");
    rp_method_error_rule(err, w, x, x->measured.bins ? "restitution.measured" : "restitution.fluctuation");
    rp_error_expected(err, "restitution: {normal: 0.9} or {table: ...}, or method: event-driven");
    return status;
}

static rp_status check_cutoff(const rp_world *w, rp_error *err)
{
    const rp_cd_options o = rp_cd_options_of(w);
    if (isnan(o.cutoff) || o.criterion == RP_CD_LOCAL_FORCE) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "cutoff belongs to criterion: local-force");
    rp_error_key(err, "run.contact-dynamics.cutoff");
    rp_error_expected(err, "criterion: local-force, or no cutoff");
    return status;
}

/* Accuracy is a criterion by itself. */
static rp_status check_accuracy(const rp_world *w, rp_error *err)
{
    if (!rp_cd_options_of(w).accuracy || !rp_cd_options_criterion(w)) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "accuracy says when a step is solved, and so do criterion and "
                                    "tolerance");
    rp_error_key(err, "run.contact-dynamics.accuracy");
    rp_error_expected(err, "accuracy without criterion and tolerance, or no accuracy");
    return status;
}

/* Torques of rolling are unknowns here, within a bound. */
static rp_status check_laws(const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        const rp_law *law = x->law[RP_ROLLING];
        if (x->measured.bins || !isnan(x->below)) return no_random(w, x, err);
        if (!law || rp_rolling_bounded(law)) continue;
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "contact dynamics takes the bound of rolling friction (friction, length); the "
                                        "torque of the law %s has none",
                                        law->name);
        rp_method_error_rule(err, w, x, "rolling.law");
        rp_error_expected(err, "rolling: {law: constant-torque, ...}, or method: soft");
        return status;
    }
    return RP_OK;
}

/* What adhesion adds to the normal force in Coulomb's bound, N, for two lanes of R_eff 1 m and 2 m that just touch: the
 * pull of an adhesion law, and what the neck of a normal law holds (3/2 pi gamma R_eff of jkr). */
static void hold(const rp_interaction *x, double *force)
{
    const rp_law *normal = x->law[RP_NORMAL];
    rp_block block = {.count = 2};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    for (int c = 0; c < RP_BLOCK; c++) {
        block.xi[c] = DBL_MIN;
        block.r_eff[c] = c ? 2 : 1;
        block.m_eff[c] = 1;
    }
    if (x->law[RP_ADHESION]) x->eval[RP_ADHESION](&block, x->constant[RP_ADHESION], history, 0);
    for (int c = 0; c < 2; c++) force[c] = -block.fn[c];
    if (!normal || !normal->adhesive) return;
    x->eval[RP_NORMAL](&block, x->constant[RP_NORMAL], &history[x->history[RP_NORMAL]], 0);
    for (int c = 0; c < 2; c++) force[c] += fmax(0, block.bound[c] - block.fn[c]);
}

/* Pulls are a constant and a part proportional to R_eff. */
static void plan_pulls(const rp_world *w, rp_cd_work *m)
{
    for (int n = 0; n < w->interaction_count; n++) {
        double force[2];
        hold(&w->interaction[n], force);
        m->pull[n] = (rp_cd_pull){2 * force[0] - force[1], force[1] - force[0]};
    }
}

static void say_restitution(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        int normal = rp_collision_normal_by_law(x), tangential = rp_collision_tangential_by_law(x);
        if (!normal && !tangential) continue;
        rp_log(&w->log, RP_LOG_INFO, "impacts of '%s' and '%s': %s from the laws, for each impact by itself",
               w->material[x->a].name, w->material[x->b].name,
               !tangential ? "eps_n follows"
               : normal    ? "eps_n and eps_t follow"
                           : "eps_t follows");
    }
}

/* A bound on the next displacement from the present speeds; impulses may change its direction, rarely raise it. */
static void plan_move(rp_world *w)
{
    double fall = rp_vec_norm(rp_world_gravity(w, w->time)) * w->dt;
    if (w->cell.moves) fall += 0.5 * rp_cd_cell_speed(w);
    w->contacts.next_move = w->dt * (fastest_particle(w) + fall);
    w->contacts.next_shared = 0;
}

static rp_status refuse_glue(const rp_group *g, rp_error *err)
{
    rp_status status = rp_error_set(
        err, RP_INPUT, "group '%s': contact dynamics glues no particles to a wall that turns by a load", g->name);
    rp_error_expected(err, "the soft method, or a mesh of another shape");
    rp_method_error_key(err, "groups", g->name, "glued");
    return status;
}

static rp_status check_walls(const rp_world *w, rp_error *err)
{
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].mode == RP_GROUP_GLUED && rp_walls_turned(&w->wall[w->group[n].wall]))
            return refuse_glue(&w->group[n], err);
    for (int n = 0; n < w->wall_count; n++) {
        if (w->wall[n].damping == 0 && !w->wall[n].damping_auto) continue;
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "wall '%s': load.damping is for the soft method; rigid contacts do not ring",
                                        w->wall[n].name);
        rp_error_expected(err, "a load without damping");
        rp_method_error_key(err, "walls", w->wall[n].name, "load.damping");
        return status;
    }
    return RP_OK;
}

/* quiet: what follows from the laws is in the log already. */
static rp_status make_ready(rp_world *w, int quiet, rp_error *err)
{
    destroy(w);
    if (check_walls(w, err)) return RP_INPUT;
    rp_cd_work *m = w->method_state = rp_memory_alloc(1, sizeof *m);
    if (!m) return no_memory(err);
    m->setup = (rp_cd_solve_setup){
        .options = rp_cd_options_of(w), .isa = rp_isa_best(), .threads = rp_threads_count(), .seed = w->seed};
    for (size_t i = 0; i < w->particles.count; i++) m->largest_radius = fmax(m->largest_radius, w->particles.row[i].r);
    rp_status status = make_memory(w, m, err);
    if (!status) status = rp_cd_added_prepare(w, err);
    if (!status) status = check_laws(w, err);
    if (!status) status = rp_cd_bodies_prepare(w, err);
    if (!status) status = check_cutoff(w, err);
    if (!status) status = check_accuracy(w, err);
    if (!status) status = rp_cd_cell_prepare(w, err);
    if (!status) status = plan_history(w, m, err);
    if (!status) plan_pulls(w, m);
    if (!status && !quiet) say_restitution(w);
    if (!status && !w->primed) plan_move(w);
    if (!status && !w->contacts.valid) status = rp_neighbours_build(w, err);
    if (!status && w->particles.shape) status = rp_corners_fit(&m->corners, w, err);
    if (status) return status;
    rp_walls_remove_expired(w, w->time);
    w->primed = 1;
    return RP_OK;
}

static rp_status prepare(rp_world *w, rp_error *err)
{
    if (w->edition == 0 && w->particles.shape)
        rp_log(&w->log, RP_LOG_INFO, "begun before 0.2: the run goes on with restitution: newton");
    rp_cd_restitution_announce(w);
    return make_ready(w, 0, err);
}

/* ---- a step ---- */

/* Pairs that could meet within the step must be in the list: the skin grows with the speed. */
static void fit_skin(rp_world *w, const rp_cd_work *m)
{
    double move = fmax(w->contacts.next_move, rp_walls_move(w));
    if (3 * move <= w->contacts.skin || w->contacts.skin >= 2 * m->largest_radius) return;
    w->contacts.skin = fmin(6 * move, 2 * m->largest_radius);
    w->contacts.valid = 0;
}

/* The fastest prescribed motion of a wall or a group, m/s. */
static double imposed_speed(const rp_world *w)
{
    double speed = 0;
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active && !rp_walls_loaded(&w->wall[n]))
            speed = fmax(speed, rp_vec_norm(rp_wall_prescribed_velocity(&w->wall[n], w->time)));
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].mode == RP_GROUP_DRIVEN && w->group[n].count > 0)
            speed = fmax(speed, rp_vec_norm(rp_group_velocity(&w->group[n], w->time)));
    for (int k = 0; k < RP_CELL_PARTS && w->cell.moves; k++)
        if (!w->cell.held[k]) speed = fmax(speed, fabs(w->cell.target[k]) * w->cell.diameter);
    return speed;
}

/* Particles on top of each other: along gravity, or along the longest edge of their box without it. Only those that
 * move count. */
static double layers(const rp_world *w, rp_cd_work *m)
{
    double low[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    double high[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    double radius = 0, count = 0, extent = 0;
    rp_vec gravity = rp_world_gravity(w, w->time + 0.5 * w->dt);
    double g = rp_vec_norm(gravity);
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_row *row = &w->particles.row[i];
        double at[4] = {row->x, row->y, row->z,
                        g > 0 ? rp_vec_dot(rp_particle_position(&w->particles, i), gravity) / g : 0};
        if (row->inv_mass == 0) continue;
        for (int d = 0; d < 4; d++) {
            low[d] = fmin(low[d], at[d]);
            high[d] = fmax(high[d], at[d]);
        }

        radius += row->r;
        count++;
    }
    m->diameter = count > 0 ? 2 * radius / count : 0;
    if (count == 0) return 1;
    for (int d = 0; d < 3; d++) extent = fmax(extent, high[d] - low[d]);
    return fmax(1, (g > 0 ? high[3] - low[3] : extent) / m->diameter);
}

/* What external forces do in a step, m/s: by gravity, else by imposed velocities and loads. It is the unit of residual
 * velocities. Forces alone are no measure: in a jam they grow without bound, and their relative change becomes small.
 */
static double velocity_scale(const rp_world *w)
{
    double g = rp_vec_norm(rp_world_gravity(w, w->time + 0.5 * w->dt)), scale = imposed_speed(w);
    if (g > 0) return g * w->dt;
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active && rp_walls_loaded(&w->wall[n]))
            scale = fmax(scale, w->dt * rp_walls_pushed(w, n, w->time, w->contacts.span));
    return fmax(scale, w->dt * rp_cd_cell_push(w));
}

static void set_up(rp_world *w, rp_cd_work *m)
{
    double scale = m->scale = velocity_scale(w);
    m->problem.dt = w->dt;
    m->setup.step = w->step;
    m->setup.carried = scale > 0 ? RP_CD_CARRIED * scale / layers(w, m) : INFINITY;
    if (w->cell.moves) m->setup.carried = fmin(m->setup.carried, rp_cd_cell_hold(w));
    rp_cd_options_allow(&m->setup.options, m->setup.carried, &m->problem.rest, &m->problem.share);
    m->impact = rp_vec_norm(rp_world_gravity(w, w->time + 0.5 * w->dt)) * w->dt + 1e-6 * w->contacts.next_move / w->dt;
}

/* Forces that grow with every sweep and particles that go on into each other at a speed like the imposed one: there is
 * no solution [RadjaiRichefeu2009, Sec. 7]. */
static void count_jam(rp_world *w, const rp_cd_work *m)
{
    double imposed = imposed_speed(w);
    if (!m->report.growing || !(imposed > 0) || m->report.penetration < JAM_SPEED * imposed) return;
    if (w->method_total[RP_CD_JAMMED]++ == 0)
        rp_log(&w->log, RP_LOG_WARN,
               "step %llu, t = %.6g s: jammed: walls or groups that move at an imposed velocity press a packing that "
               "cannot give way; forces grow with the sweeps and particles "
               "interpenetrate at %.2g m/s. A load instead of a velocity has a solution",
               (unsigned long long)w->step, w->time, m->report.penetration);
}

/* What a step misses that has not converged. */
static void describe_miss(const rp_cd_work *m, char *text, size_t size)
{
    const rp_cd_solve_report *r = &m->report;
    const rp_cd_options *o = &m->setup.options;
    if (o->accuracy && r->excess > 1)
        snprintf(text, size, "residual velocity %.2g times what accuracy: %s allows", r->excess,
                 rp_cd_option_table[RP_CD_OPTION_ACCURACY].choice((int)o->accuracy));
    else if (r->residual > o->tolerance) snprintf(text, size, "residual %.2g (wanted %.2g)", r->residual, o->tolerance);
    else snprintf(text, size, "residual velocity in m/s %.2g (wanted %.2g)", r->speed, r->speed_most);
}

/* A step whose iteration ran out is counted; the first ones are reported one by one. */
static void count_step(rp_world *w, const rp_cd_work *m)
{
    const rp_cd_solve_report *r = &m->report;
    double *total = w->method_total;
    total[RP_CD_SWEEPS] += r->iterations;
    total[RP_CD_UPDATES] += (double)r->iterations * (double)m->problem.contact_count;
    w->timers.contact_updates += (double)r->iterations * (double)m->problem.contact_count;
    total[RP_CD_WORST] = fmax(total[RP_CD_WORST], r->residual);
    if (r->converged) return;
    total[RP_CD_UNCONVERGED]++;
    count_jam(w, m);
    if (total[RP_CD_UNCONVERGED] > WARNINGS) return;
    char missed[128];
    describe_miss(m, missed, sizeof missed);
    rp_log(&w->log, RP_LOG_WARN,
           "step %llu, t = %.6g s: not converged after %d iterations, %s, penetration speed %.2g m/s%s",
           (unsigned long long)w->step, w->time, r->iterations, missed, r->penetration,
           total[RP_CD_UNCONVERGED] == WARNINGS ? "; further ones are counted only" : "");
}

static rp_status left_scene(const rp_world *w, rp_error *err)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++) {
        rp_vec v = rp_particle_velocity(p, i);
        if (isfinite(v.x + v.y + v.z)) continue;
        rp_status status = rp_error_set(err, RP_FAILED, "particle %u has no finite velocity after step %llu", p->id[i],
                                        (unsigned long long)w->step);
        if (err) {
            err->particle = p->id[i];
            err->time = w->time;
        }

        return status;
    }
    return RP_OK;
}

static rp_status give_up(const rp_world *w, const rp_cd_work *m, rp_error *err)
{
    return rp_error_set(err, RP_FAILED,
                        "stopped within a step that does not end: at t = %.9g s the iteration has not converged after "
                        "%d sweeps",
                        w->time, m->report.iterations);
}

static rp_status one_step(rp_world *w, int last, rp_error *err)
{
    (void)last;
    rp_cd_work *m = w->method_state;
    int rebuilt;
    fit_skin(w, m);
    rp_status status = rp_neighbours_refresh(w, 0, &rebuilt, err);
    if (!status && rebuilt && w->particles.shape) status = rp_corners_fit(&m->corners, w, err);
    if (status) return status;
    rp_walls_remove_expired(w, w->time + w->dt);
    set_up(w, m);
    rp_cd_stepping_begin(w);
    status = rp_cd_contacts_collect(w, err);
    if (!status) status = rp_cd_colours_assign(w, err);
    if (!status) status = rp_cd_contacts_fill(w, err);
    if (!status && m->problem.cell) status = rp_cd_cell_fill(w, err);
    if (status) return status;
    rp_cd_motion_allow(w);
    m->setup.stop = w->stop;
    rp_cd_restitution_solve(&m->problem, &m->setup, &m->report);
    if (m->report.given_up) return give_up(w, m, err);
    rp_cd_finish(w);
    rp_cd_restitution_warn(w);
    rp_cd_stepping_end(w);
    count_step(w, m);
    w->step++;
    w->time = w->time_base + (double)(w->step - w->step_base) * w->dt;
    plan_move(w);
    return isfinite(w->contacts.next_move) ? RP_OK : left_scene(w, err);
}

static rp_status written(rp_world *w, int moved, rp_error *err)
{
    if (moved) w->contacts.valid = 0;
    plan_move(w);
    return rp_cd_added_prepare(w, err);
}

/* Forces of contacts that stay are in their histories. */
static rp_status populated(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    const int gain = m->said_gain, negative = m->said_negative;
    rp_impact_tables *tables = m->tables;
    m->tables = NULL;
    w->primed = 0;
    rp_status status = make_ready(w, 1, err);
    if (status) {
        rp_impact_tables_destroy(tables);
        return status;
    }
    rp_cd_work *now = w->method_state;
    now->tables = tables;
    now->said_gain = gain;
    now->said_negative = negative;
    return RP_OK;
}

static rp_status advance(rp_world *w, double t_end, rp_error *err) { return rp_method_steps(w, t_end, one_step, err); }

/* 1: in all contacts of the interaction a body strikes that is not round, with Coulomb's friction alone. */
static int only_coulomb(const rp_world *w, const rp_interaction *x)
{
    if (!w->particles.shape && !rp_method_has_bodies(w)) return 0;
    return rp_cd_restitution_coulomb(w, x) && !rp_method_round_meet(w, x);
}

/* Rolling friction is rigid: its laws count by what bounds the torque. */
static void unused(const rp_world *w, const rp_interaction *x, rp_buffer *keys)
{
    const rp_law *rolling = x->law[RP_ROLLING];
    if (only_coulomb(w, x) && x->law[RP_TANGENTIAL] && rp_collision_tangential_by_law(x))
        rp_buffer_print(keys, " tangential");
    if (only_coulomb(w, x) && !isnan(x->eps_t) && !rp_collision_smooth(x))
        rp_buffer_print(keys, " restitution.tangential");
    if (rp_method_unused_given(x, keys) && x->law[RP_NORMAL] && !rp_collision_tangential_by_law(x))
        rp_buffer_print(keys, " normal");
    for (int n = RP_ROLLING_SHARED; rolling && n < rolling->param_count; n++)
        if (!isnan(x->param[RP_ROLLING][n])) rp_buffer_print(keys, " rolling.%s", rolling->param[n].name);
    rp_method_unused_params(x, 0, keys);
}

static const char *idle(const rp_world *w, int option)
{
    int locked = 0;
    for (int n = 0; n < w->group_count; n++) locked |= w->group[n].lock != 0;
    if (option == RP_CD_OPTION_RESTITUTION && !w->particles.shape && !rp_method_has_bodies(w) && !locked)
        return "round particles without locked axes have one answer by both rules";
    if (option == RP_CD_OPTION_TOLERANCE && rp_cd_options_of(w).criterion == RP_CD_ITERATIONS)
        return "criterion: iterations has none";
    return NULL;
}

const rp_method rp_contact_dynamics = {
    .name = "contact-dynamics",
    .summary = "Contact dynamics (NSCD): rigid particles, contacts as constraints with Coulomb friction, solved "
               "together in every step.",
    .forces = 1,
    .shaped = 1,
    .clumps = 1,
    .solids = 1,
    .cells = 1,
    .rolling = 1,
    .adhesion = 1,
    .lists = 1,
    .ranks_not = "its tiles take turns between threads, and not yet between processes",
    .step_auto = step_auto,
    .step_follow = step_follow,
    .stepped = plan_move,
    .prepare = prepare,
    .advance = advance,
    .contacts = rp_cd_view_contacts,
    .problem = rp_cd_view_problem,
    .destroy = destroy,
    .option = rp_cd_option_table,
    .option_count = RP_CD_OPTIONS,
    .totals = &rp_cd_option_totals,
    .written = written,
    .populated = populated,
    .start_forces = rp_cd_start_forces,
    .describe = rp_cd_view_describe,
    .unused = unused,
    .idle = idle,
    .column = rp_cd_view_columns,
    .column_count = RP_CD_VIEW_COLUMNS,
    .column_values = rp_cd_view_values,
};
