/* See bodies.h. */
#include "core/bodies.h"
#include <math.h>
#include <string.h>
#include "base/angle.h"
#include "base/memory.h"
#include "core/field.h"
#include "core/prescribed.h"
#include "core/world.h"

static const rp_field fields[] = {
    {"position", "m", "centre of mass, within the domain at each rebuild of the list", RP_F64, 3,
     RP_FIELD_PART(rp_bodies, body, x), RP_HASH_VALUE, NAN},
    {"velocity", "m/s", "velocity of the centre of mass", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, v), RP_HASH_VALUE,
     NAN},
    {"angular_momentum", "kg m^2/s", "about the centre of mass", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, momentum),
     RP_HASH_VALUE, NAN},
    {"angular_velocity", "rad/s", "angular velocity", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, omega), RP_HASH_VALUE,
     NAN},
    {"acceleration", "m/s^2", "of the centre of mass", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, a), RP_HASH_VALUE,
     NAN},
    {"torque", "N m", "about the centre of mass", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, torque), RP_HASH_VALUE,
     NAN},
    {"orientation", "1", "3D: quaternion of the principal axes, w, x, y, z; 2D: angle in rad, 0 0 0", RP_F64, 4,
     RP_FIELD_PART(rp_bodies, body, orientation), RP_HASH_VALUE, NAN},
    {"mass", "kg", "mass", RP_F64, 1, RP_FIELD_PART(rp_bodies, body, mass), RP_HASH_VALUE, NAN},
    {"moment", "kg m^2", "principal moments of inertia", RP_F64, 3, RP_FIELD_PART(rp_bodies, body, moment),
     RP_HASH_VALUE, NAN},
    {"size", "1", "its length over that of its shape", RP_F64, 1, RP_FIELD_PART(rp_bodies, body, size), RP_HASH_VALUE,
     NAN},
    {"shape", "1", "1 + index of its shape", RP_U32, 1, RP_FIELD_PART(rp_bodies, body, shape), RP_HASH_VALUE, NAN},
    {"image", "1", "periods travelled: through the upper minus the lower side", RP_I32, 3,
     RP_FIELD_PART(rp_bodies, body, image), RP_HASH_VALUE, NAN},
};

static const rp_fields list = RP_FIELDS("bodies/", RP_PER_BODY, fields);

const rp_fields *rp_bodies_fields(void) { return &list; }

/* ---- one body ---- */

void rp_rigid_axes(const rp_rigid *b, int dimension, rp_vec axis[3])
{
    if (dimension == 3) {
        rp_quaternion_axes(b->orientation, axis);
        return;
    }
    double s, c;
    rp_angle_sincos(b->orientation[0], &s, &c);
    axis[0] = rp_vec_make(c, s, 0);
    axis[1] = rp_vec_make(-s, c, 0);
    axis[2] = rp_vec_make(0, 0, 1);
}

rp_vec rp_rigid_omega(const rp_rigid *b, int dimension, const rp_vec axis[3], rp_vec momentum)
{
    if (dimension == 2) return rp_vec_make(0, 0, momentum.z / b->moment[2]);
    rp_vec sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = rp_vec_add(sum, rp_vec_scale(rp_vec_dot(momentum, axis[k]) / b->moment[k], axis[k]));
    return sum;
}

rp_vec rp_rigid_momentum(const rp_rigid *b, int dimension, const rp_vec axis[3], rp_vec omega)
{
    if (dimension == 2) return rp_vec_make(0, 0, omega.z * b->moment[2]);
    rp_vec sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) sum = rp_vec_add(sum, rp_vec_scale(rp_vec_dot(omega, axis[k]) * b->moment[k], axis[k]));
    return sum;
}

double rp_rigid_rotational_energy(const rp_rigid *b) { return 0.5 * rp_vec_dot(b->momentum, b->omega); }

double rp_rigid_energy(const rp_rigid *b)
{
    return 0.5 * b->mass * rp_vec_dot(b->v, b->v) + rp_rigid_rotational_energy(b);
}

/* About one's own axis k; t: half the angle. The quaternion's length is left to the end. */
static void turn_about(double q[4], double m[3], int k, double t)
{
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double inv = 1 / (1 + t * t), c = (1 - t * t) * inv, s = 2 * t * inv, a = m[i], b = m[j];
    double turn[4] = {1, 0, 0, 0};
    turn[1 + k] = t;
    rp_quaternion_product(q, turn, q);
    m[i] = c * a + s * b; /* the momentum stays in the world: in the body's frame it turns back */
    m[j] = c * b - s * a;
}

void rp_rigid_turn(rp_rigid *b, int dimension, double dt, rp_vec momentum)
{
    static const int order[5] = {0, 1, 2, 1, 0};
    rp_vec axis[3];
    if (dimension == 2) {
        b->orientation[0] += dt * momentum.z / b->moment[2];
        return;
    }
    rp_quaternion_axes(b->orientation, axis);
    double m[3] = {rp_vec_dot(momentum, axis[0]), rp_vec_dot(momentum, axis[1]), rp_vec_dot(momentum, axis[2])};
    for (int n = 0; n < 5; n++) {
        const int k = order[n];
        turn_about(b->orientation, m, k, 0.5 * (k == 2 ? dt : 0.5 * dt) * m[k] / b->moment[k]);
    }
    rp_quaternion_unit(b->orientation);
}

static rp_vec period_of(const rp_world *w, const int8_t period[4])
{
    const rp_domain *d = &w->domain;
    if (!(period[0] | period[1] | period[2])) return rp_vec_make(0, 0, 0);
    return rp_vec_make(period[0] * (d->upper.x - d->lower.x), period[1] * (d->upper.y - d->lower.y),
                       period[2] * (d->upper.z - d->lower.z));
}

rp_vec rp_bodies_branch(const rp_world *w, size_t n, int k)
{
    const rp_rigid *b = &w->bodies.body[n];
    const uint32_t at = b->first + (uint32_t)k;
    return rp_vec_sub(rp_vec_sub(rp_particle_position(&w->particles, w->bodies.slot[at]), b->x),
                      period_of(w, w->bodies.period[at]));
}

void rp_rigid_set_rows(rp_world *w, size_t n, const rp_vec axis[3], int moved)
{
    const rp_bodies *bodies = &w->bodies;
    const rp_rigid *b = &bodies->body[n];
    rp_particles *p = &w->particles;
    for (int k = 0; k < rp_bodies_members(bodies, n); k++) {
        const uint32_t i = bodies->slot[b->first + (uint32_t)k];
        const rp_vec arm = rp_rigid_arm(bodies, n, k, axis), v = rp_vec_add(b->v, rp_vec_cross(b->omega, arm));
        rp_row *row = &p->row[i];
        row->vx = v.x;
        row->vy = v.y;
        row->vz = v.z;
        p->spin[i].x = row->r * b->omega.x;
        p->spin[i].y = row->r * b->omega.y;
        p->spin[i].z = row->r * b->omega.z;
        if (!moved) continue;
        const rp_vec x = rp_vec_add(rp_vec_add(b->x, arm), period_of(w, bodies->period[b->first + (uint32_t)k]));
        row->x = x.x;
        row->y = x.y;
        row->z = x.z;
        if (p->orientation) memcpy(p->orientation[i], b->orientation, sizeof b->orientation);
    }
}

/* ---- the list ---- */

void rp_bodies_free(rp_bodies *b)
{
    rp_memory_free(b->body);
    rp_memory_free(b->slot);
    rp_memory_free(b->period);
    rp_shapes_free(&b->shapes);
    *b = (rp_bodies){0};
}

/* Room for the members of all bodies, and where those of each body from `first` on begin. */
static int number_members(rp_bodies *b, size_t first)
{
    size_t count = first ? b->body[first - 1].first + (size_t)rp_bodies_members(b, first - 1) : 0,
           capacity = b->member_capacity;
    for (size_t n = first; n < b->count; n++) {
        b->body[n].first = (uint32_t)count;
        count += (size_t)rp_bodies_members(b, n);
    }
    if (!rp_memory_reserve(&b->slot, &capacity, count, sizeof *b->slot)
        || !rp_memory_reserve(&b->period, &b->member_capacity, count, sizeof *b->period))
        return 0;
    for (size_t k = b->members; k < count; k++) memset(b->period[k], 0, sizeof *b->period);
    b->members = count;
    return 1;
}

static rp_status no_memory(const rp_bodies *b, rp_error *err)
{
    return rp_memory_error(err, (b->count + 1) * sizeof *b->body, "clumps");
}

rp_status rp_bodies_add(rp_world *w, const rp_shape_def *shape, const rp_rigid *given, double density, rp_error *err)
{
    rp_bodies *b = &w->bodies;
    rp_rigid body = *given;
    body.shape = rp_shapes_find(&b->shapes, shape);
    rp_status status = body.shape ? RP_OK : rp_shapes_add(&b->shapes, shape, &body.shape, err);
    if (status) return status;
    const rp_shapes_item *item = &b->shapes.item[body.shape - 1];
    const double s = body.size;
    if (isnan(body.mass)) body.mass = density * item->volume * (w->dimension == 2 ? s * s * w->thickness : s * s * s);
    for (int k = 0; k < 3; k++) body.moment[k] = body.mass * s * s * item->moment[k];
    if (!rp_memory_reserve(&b->body, &b->capacity, b->count + 1, sizeof *b->body)) return no_memory(b, err);
    rp_vec axis[3];
    rp_rigid_axes(&body, w->dimension, axis);
    body.momentum = rp_rigid_momentum(&body, w->dimension, axis, body.omega);
    b->body[b->count++] = body;
    return number_members(b, b->count - 1) ? RP_OK : no_memory(b, err);
}

static double share_of(const rp_bodies *b, size_t n, int k, int dimension)
{
    double all = 0;
    for (int j = 0; j < rp_bodies_members(b, n); j++) all += pow(rp_bodies_member(b, n, j)[3], dimension);
    return pow(rp_bodies_member(b, n, k)[3], dimension) / all;
}

void rp_bodies_add_member(rp_world *w, size_t i, int k)
{
    rp_bodies *b = &w->bodies;
    rp_particles *p = &w->particles;
    const size_t n = b->count - 1;
    const rp_rigid *body = &b->body[n];
    const double r = body->size * rp_bodies_member(b, n, k)[3];
    rp_shape_def round = {.shape = rp_shape_round(w->dimension), .radius = r};
    p->member[i] = (rp_member){(uint32_t)n + 1, (uint32_t)k};
    if (p->shape) p->shape[i] = b->shapes.item[body->shape - 1].hull ? RP_SHAPE_OF_BODY : 0;
    p->row[i].r = r;
    p->mass[i] = body->mass * share_of(b, n, k, w->dimension);
    rp_shape_weigh(&round, w->thickness, 0, &p->mass[i], &p->inertia[i]);
    for (int axis = 0; axis < 3; axis++) p->image[i][axis] = body->image[axis];
    b->slot[body->first + (uint32_t)k] = (uint32_t)i;
    rp_prescribed_mobility(w, i);
    if (k + 1 < rp_bodies_members(b, n)) return;
    rp_vec axes[3];
    rp_rigid_axes(body, w->dimension, axes);
    rp_rigid_set_rows(w, n, axes, 1);
}

void rp_bodies_remove(rp_world *w, const uint8_t *mark)
{
    rp_bodies *b = &w->bodies;
    rp_particles *p = &w->particles;
    uint32_t *to = b->slot; /* members are found again afterwards; a body has at least one */
    size_t left = 0;
    for (size_t n = 0; n < b->count; n++) to[n] = mark[n] ? 0 : (uint32_t)++left;
    for (size_t i = 0; i < p->count; i++)
        if (p->member[i].body) p->member[i].body = to[p->member[i].body - 1];
    for (size_t n = 0; n < b->count; n++)
        if (to[n]) b->body[to[n] - 1] = b->body[n];
    b->count = left;
    if (!left) rp_shapes_free(&b->shapes); /* a checkpoint without bodies has none either */
}

void rp_bodies_cut(rp_bodies *b, size_t count)
{
    if (count < b->count) b->members = b->body[count].first;
    b->count = count;
    if (!count) rp_shapes_free(&b->shapes);
}

/* ---- following the particles ---- */

static int8_t periods_between(double from, double to, double lower, double upper)
{
    return (int8_t)lround((to - from) / (upper - lower));
}

static void find_periods(rp_world *w, size_t n)
{
    rp_bodies *bodies = &w->bodies;
    const rp_rigid *b = &bodies->body[n];
    const rp_domain *d = &w->domain;
    rp_vec axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    for (int k = 0; k < rp_bodies_members(bodies, n); k++) {
        const rp_vec x = rp_vec_add(b->x, rp_rigid_arm(bodies, n, k, axis));
        const rp_row *row = &w->particles.row[bodies->slot[b->first + (uint32_t)k]];
        int8_t *period = bodies->period[b->first + (uint32_t)k];
        period[0] = d->periodic[0] ? periods_between(x.x, row->x, d->lower.x, d->upper.x) : 0;
        period[1] = d->periodic[1] ? periods_between(x.y, row->y, d->lower.y, d->upper.y) : 0;
        period[2] = d->periodic[2] ? periods_between(x.z, row->z, d->lower.z, d->upper.z) : 0;
        period[3] = 0;
    }
}

rp_status rp_bodies_index(rp_world *w, rp_error *err)
{
    rp_bodies *b = &w->bodies;
    const rp_particles *p = &w->particles;
    if (!b->count) {
        b->members = 0;
        return RP_OK;
    }
    if (!number_members(b, 0)) return no_memory(b, err);
    for (size_t i = 0; i < p->count; i++)
        if (p->member[i].body) b->slot[b->body[p->member[i].body - 1].first + p->member[i].place] = (uint32_t)i;
    for (size_t n = 0; n < b->count && w->domain.bounded; n++) find_periods(w, n);
    return RP_OK;
}

void rp_bodies_wrap(rp_world *w)
{
    const rp_domain *d = &w->domain;
    for (size_t n = 0; n < w->bodies.count && d->bounded; n++)
        for (int axis = 0; axis < w->dimension; axis++) {
            rp_rigid *b = &w->bodies.body[n];
            double *x = &b->x.x + axis, lower = rp_vec_component(d->lower, axis),
                   upper = rp_vec_component(d->upper, axis);
            int shift = !d->periodic[axis] ? 0 : *x >= upper ? 1 : *x < lower ? -1 : 0;
            *x -= shift * (upper - lower);
            b->image[axis] += shift;
        }
}

double rp_bodies_volume(const rp_world *w, size_t n)
{
    const rp_rigid *b = &w->bodies.body[n];
    return w->bodies.shapes.item[b->shape - 1].volume * b->size * b->size * (w->dimension == 2 ? 1 : b->size);
}

double rp_bodies_radius(const rp_bodies *b, size_t n)
{
    return b->body[n].size * b->shapes.item[b->body[n].shape - 1].radius;
}

/* 1/m = 1/M + n . (d x I^-1 (d x ...)) for the direction n; the trace is above all of them. */
/* Of the largest face over the square of the edge of the cube of equal volume; 1 at least. */
static double largest_face(const rp_shapes *s, uint32_t shape)
{
    const rp_shape_def def = rp_shapes_def(s, shape);
    const double side = cbrt(rp_shapes_volume(s, shape));
    double most = side * side;
    for (int k = 0; k < def.hull->faces; k++) {
        const uint8_t *loop = def.hull->corner + def.hull->start[k];
        const rp_vec o = rp_hull_at(def.corner, loop[0]);
        rp_vec sum = {0, 0, 0};
        for (int n = 1; n + 1 < rp_hull_sides(def.hull, k); n++)
            sum = rp_vec_add(sum, rp_vec_cross(rp_vec_sub(rp_hull_at(def.corner, loop[n]), o),
                                               rp_vec_sub(rp_hull_at(def.corner, loop[n + 1]), o)));
        most = fmax(most, 0.5 * rp_vec_norm(sum));
    }
    return most / (side * side);
}

double rp_bodies_felt_mass(const rp_world *w, size_t i)
{
    const rp_member of = w->particles.member[i];
    const rp_rigid *b = &w->bodies.body[of.body - 1];
    const double *d = rp_bodies_member(&w->bodies, of.body - 1, (int)of.place), s2 = b->size * b->size;
    const double xx = s2 * d[0] * d[0], yy = s2 * d[1] * d[1], zz = s2 * d[2] * d[2];
    if (w->bodies.shapes.item[b->shape - 1].hull) {
        const double face = largest_face(&w->bodies.shapes, b->shape);
        return b->mass / (face * face);
    }
    if (w->dimension == 2) return 1 / (1 / b->mass + (xx + yy) / b->moment[2]);
    return 1 / (1 / b->mass + (yy + zz) / b->moment[0] + (xx + zz) / b->moment[1] + (xx + yy) / b->moment[2]);
}

double rp_bodies_largest(const rp_bodies *b)
{
    double most = 0;
    for (size_t n = 0; n < b->count; n++) most = fmax(most, rp_bodies_radius(b, n));
    return most;
}

/* ---- checkpoints ---- */

/* Rows of four numbers: members of clumps, and corners of polyhedra with 0 as their radius. */
static const char START[] = "bodies/start", MEMBER[] = "bodies/member";

static void put_rows(const rp_shapes *s, double *row)
{
    for (uint32_t n = 1; n <= s->count; n++) {
        const rp_shape_def def = rp_shapes_def(s, n);
        for (int k = 0; k < def.corners; k++, row += 4)
            memcpy(row, def.corner + (size_t)(k * def.shape->width), (size_t)def.shape->width * sizeof *row);
    }
}

static rp_status save_shapes(const rp_shapes *s, rp_archive *archive, rp_error *err)
{
    uint32_t *start = rp_memory_alloc(s->count + 1, sizeof *start);
    if (!start) return rp_memory_error(err, (s->count + 1) * sizeof *start, "bodies");
    for (size_t k = 0; k < s->count; k++) start[k + 1] = start[k] + (uint32_t)s->item[k].corners;
    const size_t rows = start[s->count];
    double *row = rp_memory_alloc(4 * rows, sizeof *row);
    rp_status status = rp_archive_put(archive, START, RP_U32, s->count + 1, 1, start, 1, err);
    if (!row && !status) status = rp_memory_error(err, 4 * rows * sizeof *row, "bodies");
    if (status) {
        rp_memory_free(row);
        return status;
    }
    put_rows(s, row);
    return rp_archive_put(archive, MEMBER, RP_F64, rows, 4, row, 1, err);
}

rp_status rp_bodies_save(const rp_bodies *b, rp_archive *archive, rp_error *err)
{
    if (!b->count) return RP_OK;
    rp_status status = save_shapes(&b->shapes, archive, err);
    return status ? status : rp_fields_save(&list, b, b->count, archive, err);
}

static rp_status unfit(rp_error *err) { return rp_error_set(err, RP_INPUT, "the checkpoint's clumps are damaged"); }

/* Rows of one definition; the first says whether they are members or corners. */
static rp_status load_shape(rp_world *w, const double *row, int count, uint32_t expected, rp_error *err)
{
    const rp_shape *clump = w->dimension == 2 ? &rp_shape_flat_clump : &rp_shape_clump;
    double corner[RP_SHAPE_NUMBERS];
    const rp_shape_def def = {.shape = row[3] == 0 ? &rp_shape_polyhedron : clump, .corners = count, .corner = corner};
    const int width = def.shape->width;
    uint32_t number = 0;
    int good = def.shape->dimension == w->dimension;
    for (int k = 0; k < count; k++) memcpy(corner + width * k, row + 4 * k, (size_t)width * sizeof *corner);
    for (int n = 0; n < width * count && good; n++) good = isfinite(corner[n]);
    good = good && def.shape->valid(corner, count);
    rp_status status = good ? rp_shapes_add(&w->bodies.shapes, &def, &number, err) : unfit(err);
    return !status && number != expected ? unfit(err) : status;
}

static rp_status load_shapes(rp_world *w, const rp_item *start, const rp_item *member, rp_error *err)
{
    const uint32_t *at = start->data;
    const double *row = member->data;
    rp_status status = RP_OK;
    for (size_t k = 0; k + 1 < start->rows && !status; k++) {
        if (at[0] != 0 || at[k + 1] <= at[k] || at[k + 1] > member->rows || at[k + 1] - at[k] > RP_CORNERS_MAX)
            return unfit(err);
        status = load_shape(w, row + 4 * (size_t)at[k], (int)(at[k + 1] - at[k]), (uint32_t)k + 1, err);
    }
    return status;
}

/* Every member is there once, and no particle is a member of what is not there. */
static rp_status check_members(const rp_world *w, rp_error *err)
{
    const rp_bodies *b = &w->bodies;
    const rp_particles *p = &w->particles;
    uint8_t *seen = rp_memory_alloc(b->members, 1);
    size_t found = 0;
    int good = 1;
    if (!seen) return no_memory(b, err);
    for (size_t i = 0; i < p->count && good; i++) {
        const rp_member m = p->member[i];
        if (!m.body) continue;
        good = m.body <= b->count && m.place < (uint32_t)rp_bodies_members(b, m.body - 1)
               && !seen[b->body[m.body - 1].first + m.place]++
               && !b->shapes.item[b->body[m.body - 1].shape - 1].hull == !(p->shape && p->shape[i]);
        found++;
    }
    rp_memory_free(seen);
    return good && found == b->members ? RP_OK : unfit(err);
}

/* All clumps have gone, or none has come yet. */
static rp_status check_none(const rp_particles *p, rp_error *err)
{
    int any = 0;
    for (size_t i = 0; i < p->count && p->member; i++) any |= p->member[i].body != 0;
    return any ? unfit(err) : RP_OK;
}

rp_status rp_bodies_load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_bodies *b = &w->bodies;
    const rp_item *start = rp_archive_find(archive, START), *member = rp_archive_find(archive, MEMBER),
                  *mass = rp_fields_item(&list, "mass", archive);
    rp_bodies_free(b);
    if (!start) return check_none(&w->particles, err);
    if (!member || !mass || !w->particles.member || start->type != RP_U32 || start->columns != 1 || start->rows < 2
        || member->type != RP_F64 || member->columns != 4 || !mass->rows)
        return unfit(err);
    rp_status status = load_shapes(w, start, member, err);
    if (!status && !rp_memory_reserve(&b->body, &b->capacity, mass->rows, sizeof *b->body)) status = no_memory(b, err);
    if (status) return status;
    b->count = mass->rows;
    memset(b->body, 0, b->count * sizeof *b->body);
    status = rp_fields_load(&list, b, b->count, archive, err);
    for (size_t n = 0; n < b->count && !status; n++)
        if (b->body[n].shape < 1 || b->body[n].shape > b->shapes.count || !(b->body[n].mass > 0)) status = unfit(err);
    if (!status && !number_members(b, 0)) status = no_memory(b, err);
    if (!status) status = check_members(w, err);
    return status ? status : rp_bodies_index(w, err);
}
