/* See walls.h. */
#include "methods/event/walls.h"
#include <math.h>
#include "base/memory.h"
#include "core/first.h"
#include "core/wall_parts.h"
#include "core/wall_shape.h"
#include "methods/method.h"

/* ---- what is possible ---- */

static rp_status refuse(const rp_wall *wall, const char *key, const char *what, const char *expected, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "event-driven dynamics cannot have %s (wall '%s')", what,
                                    wall->name);
    rp_error_expected(err, "%s", expected);
    rp_method_error_key(err, "walls", wall->name, key);
    return status;
}

static rp_status check_wall(const rp_wall *wall, rp_error *err)
{
    if (wall->load_kind != RP_LOAD_NONE)
        return refuse(wall, "load", "a wall that moves freely under a load",
                      "a fixed or driven wall, or another method", err);
    if (wall->spin_table.count) return refuse(wall, "rotation", "a spin that varies in time", "a constant speed", err);
    if (rp_vec_dot(wall->spin_axis, wall->spin_axis) > 0 && !rp_wall_turns_in_place(wall))
        return refuse(wall, "rotation", "a wall that turns out of its own surface",
                      "a cylinder about its axis or a plane about its normal", err);
    return RP_OK;
}

/* ---- motion ---- */

/* Integral of a piecewise linear table from 0 to t. */
static rp_vec table_way(const rp_table *table, double t)
{
    rp_vec way = {0};
    if (!table->count) return way;
    double from = 0;
    for (int n = 0; n <= table->count && from < t; n++) {
        double to = n < table->count ? fmin(table->time[n], t) : t;
        if (to <= from) continue;
        rp_vec mean = rp_vec_scale(0.5, rp_vec_add(rp_table_vec(table, from), rp_table_vec(table, to)));
        way = rp_vec_add(way, rp_vec_scale(to - from, mean));
        from = to;
    }
    return way;
}

rp_vec rp_event_walls_offset(const rp_event_walls *walls, int n, double time)
{
    const rp_wall *wall = &walls->world->wall[n];
    const rp_event_wall_path *path = &walls->path[n];
    rp_vec x = rp_vec_add(path->offset, rp_vec_scale(time - path->changed, wall->velocity));
    if (walls->uniform[n]) return x;
    double rate = 2 * M_PI * wall->frequency;
    x = rp_vec_add(
        x, rp_vec_scale(sin(rate * time + wall->phase) - sin(rate * path->changed + wall->phase), wall->vibration));
    return rp_vec_add(
        x, rp_vec_sub(table_way(&wall->velocity_table, time), table_way(&wall->velocity_table, path->changed)));
}

rp_vec rp_event_walls_speed(const rp_event_walls *walls, int n, double time)
{
    return rp_wall_prescribed_velocity(&walls->world->wall[n], time);
}

/* Largest acceleration of a wall that does not move uniformly. */
static double largest_bend(const rp_wall *wall)
{
    double rate = 2 * M_PI * wall->frequency, steepest = 0;
    const rp_table *t = &wall->velocity_table;
    for (int n = 1; n < t->count; n++)
        steepest = fmax(steepest, rp_vec_norm(rp_vec_sub(rp_table_vec(t, t->time[n]), rp_table_vec(t, t->time[n - 1])))
                                      / (t->time[n] - t->time[n - 1]));
    return rate * rate * rp_vec_norm(wall->vibration) + steepest;
}

void rp_event_walls_origin(rp_event_walls *walls, double origin)
{
    walls->origin = origin;
    for (int n = 0; n < walls->world->wall_count; n++) {
        const rp_wall *wall = &walls->world->wall[n]; /* as a stage has left it */
        walls->uniform[n] = !wall->velocity_table.count && !(rp_vec_dot(wall->vibration, wall->vibration) > 0);
        walls->bend[n] = largest_bend(wall);
        walls->offset[n] = rp_event_walls_offset(walls, n, origin);
        walls->speed[n] = rp_event_walls_speed(walls, n, origin);
    }
}

void rp_event_walls_change(rp_event_walls *walls, double time)
{
    for (int n = 0; n < walls->world->wall_count; n++)
        walls->path[n] = (rp_event_wall_path){time, walls->world->wall[n].offset};
}

rp_status rp_event_walls_create(rp_event_walls *walls, const rp_world *world, rp_error *err)
{
    size_t count = (size_t)world->wall_count;
    *walls = (rp_event_walls){.world = world};
    for (int n = 0; n < world->wall_count; n++) {
        rp_status status = check_wall(&world->wall[n], err);
        if (status) return status;
    }
    walls->path = rp_memory_alloc(count, sizeof *walls->path);
    walls->offset = rp_memory_alloc(count, sizeof *walls->offset);
    walls->speed = rp_memory_alloc(count, sizeof *walls->speed);
    walls->uniform = rp_memory_alloc(count, 1);
    walls->bend = rp_memory_alloc(count, sizeof *walls->bend);
    if (!walls->path || !walls->offset || !walls->speed || !walls->uniform || !walls->bend)
        return rp_memory_error(err, count * sizeof(rp_event_wall_path), "the walls' paths");
    return RP_OK;
}

void rp_event_walls_destroy(rp_event_walls *walls)
{
    void *all[] = {walls->path, walls->offset, walls->speed, walls->uniform, walls->bend};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
    *walls = (rp_event_walls){0};
}

/* ---- meeting ---- */

static rp_vec offset_at(const rp_event_walls *walls, int n, double t)
{
    if (walls->uniform[n]) return rp_vec_add(walls->offset[n], rp_vec_scale(t, walls->speed[n]));
    return rp_event_walls_offset(walls, n, walls->origin + t);
}

typedef struct approach {
    const rp_event_walls *walls;
    int wall;
    rp_vec normal;
    double h, u, a, t;
} approach; /* of a particle to a wall at offset 0 */

static double flat_gap(const void *context, double s, double *slope)
{
    const approach *q = context;
    double time = q->walls->origin + q->t + s;
    *slope = q->u + q->a * s - rp_vec_dot(q->normal, rp_event_walls_speed(q->walls, q->wall, time));
    return q->h + s * (q->u + 0.5 * q->a * s) - rp_vec_dot(q->normal, rp_event_walls_offset(q->walls, q->wall, time));
}

static double hit_flat(const rp_event_walls *walls, int n, int face, rp_vec x, rp_vec v, rp_vec a, double r,
                       double rate, double t, double end)
{
    const rp_wall *w = &walls->world->wall[n];
    const rp_plane plane = w->shape->flat(w, face);
    rp_vec normal = plane.normal;
    double h = rp_plane_distance(&plane, x) - r, along = rp_vec_dot(a, normal);
    if (walls->uniform[n]) {
        h -= rp_vec_dot(normal, offset_at(walls, n, t));
        return rp_first_parabola(h, rp_vec_dot(normal, rp_vec_sub(v, walls->speed[n])) - rate, along);
    }
    approach q = {walls, n, normal, h, rp_vec_dot(v, normal), along, t};
    return rp_first_bounded(flat_gap, &q, walls->bend[n] + fabs(along), r, end - t);
}

/* In closed form, in the frame of a wall that moves uniformly. */
static double hit_exactly(const rp_event_walls *walls, int n, rp_vec x, rp_vec v, rp_vec a, double r, double t,
                          double end)
{
    const rp_wall *w = &walls->world->wall[n];
    rp_first_flight f = {rp_vec_sub(x, offset_at(walls, n, t)), rp_vec_sub(v, walls->speed[n]), a};
    return w->shape->meet(w, &f, r, end - t);
}

/* From the distance alone, for any shape and motion. */
typedef struct flight {
    const rp_event_walls *walls;
    int wall, face;
    rp_vec x, v, a;
    double r, t;
} flight;

static rp_first_state motion(const void *context, double s)
{
    const flight *q = context;
    rp_vec normal, at = rp_vec_add(q->x, rp_vec_scale(s, rp_vec_add(q->v, rp_vec_scale(0.5 * s, q->a))));
    rp_vec speed = q->walls->uniform[q->wall] ? q->walls->speed[q->wall]
                                              : rp_event_walls_speed(q->walls, q->wall, q->walls->origin + q->t + s);
    rp_first_state state = {.v = rp_vec_sub(rp_vec_add(q->v, rp_vec_scale(s, q->a)), speed)};
    state.x = rp_vec_sub(at, offset_at(q->walls, q->wall, q->t + s));
    const rp_wall *w = &q->walls->world->wall[q->wall];
    state.gap = w->shape->distance(w, q->face, state.x, &normal) - q->r;
    state.slope = rp_vec_dot(normal, state.v);
    return state;
}

static double gap(const void *context, double s, double *slope)
{
    rp_first_state state = motion(context, s);
    *slope = state.slope;
    return state.gap;
}

/* The distance from a convex set grows at least as fast as along a straight line, so its second derivative along a
 * flight stays above -|a|. */
static double hit_any(const flight *q, double end)
{
    double bend = q->walls->bend[q->wall] + rp_vec_norm(q->a);
    if (q->walls->world->wall[q->wall].shape->convex) return rp_first_bounded(gap, q, bend, q->r, end - q->t);
    return rp_first_ball(motion, q, q->r, bend, end - q->t);
}

double rp_event_walls_hit(const rp_event_walls *walls, int n, int face, rp_vec x, rp_vec v, rp_vec a, double r,
                          double rate, double t, double end)
{
    const rp_wall *w = &walls->world->wall[n];
    double gone = w->until - walls->origin;
    end = fmin(end, gone);
    double s = w->shape->flat                        ? hit_flat(walls, n, face, x, v, a, r, rate, t, end)
               : w->shape->meet && walls->uniform[n] ? hit_exactly(walls, n, x, v, a, r, t, end)
                                                     : hit_any(&(flight){walls, n, face, x, v, a, r, t}, end);
    return t + s < end ? t + s : INFINITY;
}

double rp_event_walls_distance(const rp_event_walls *walls, int n, int face, rp_vec x, double t, rp_vec *normal)
{
    const rp_wall *w = &walls->world->wall[n];
    rp_vec here = rp_vec_sub(x, offset_at(walls, n, t));
    if (!w->shape->flat) return w->shape->distance(w, face, here, normal);
    const rp_plane plane = w->shape->flat(w, face);
    *normal = plane.normal;
    return rp_plane_distance(&plane, here);
}

int rp_event_walls_material(const rp_event_walls *walls, int n, rp_vec x, double t)
{
    const rp_wall *w = &walls->world->wall[n];
    uint32_t triangle;
    rp_vec normal;
    if (!rp_wall_parts(w)) return w->material;
    rp_mesh_nearest(w->mesh, rp_vec_sub(x, offset_at(walls, n, t)), &normal, &triangle);
    return rp_wall_parts_material(w, triangle + 1);
}

rp_vec rp_event_walls_velocity_at(const rp_event_walls *walls, int n, rp_vec x, double t)
{
    const rp_wall *w = &walls->world->wall[n];
    rp_vec speed = walls->uniform[n] ? walls->speed[n] : rp_event_walls_speed(walls, n, walls->origin + t);
    if (w->spin == 0) return speed;
    rp_vec arm = rp_vec_sub(rp_vec_sub(x, w->spin_point), offset_at(walls, n, t));
    return rp_vec_add(speed, rp_vec_cross(rp_vec_scale(w->spin, w->spin_axis), arm));
}
