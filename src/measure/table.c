/* See table.h. */
#include "measure/table.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "core/flow_kinds.h"
#include "measure/heap.h"
#include "measure/mixing.h"
#include "measure/strains.h"
#include "measure/surface.h"

/* ---- how rows read their values ---- */

static double at(const void *base, size_t offset) { return *(const double *)((const char *)base + offset); }
static double count_at(const void *base, size_t offset)
{
    return (double)*(const size_t *)((const char *)base + offset);
}

static double of_measures(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return at(m->measures, row->offset);
}

static double count_of_measures(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return count_at(m->measures, row->offset);
}

static double of_totals(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return at(&m->world->totals, row->offset);
}

static double of_exchange(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return at(&m->world->exchange, row->offset);
}

static double count_of_exchange(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return (double)*(const uint64_t *)((const char *)&m->world->exchange + row->offset);
}

static double of_packing(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return at(m->packing, row->offset);
}

static double count_of_packing(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return count_at(m->packing, row->offset);
}

static double wall_force(const rp_measure *row, const rp_moment *m, int n)
{
    return at(m->wall_force ? &m->wall_force[n] : &m->world->wall[n].force, row->offset);
}

static double of_wall(const rp_measure *row, const rp_moment *m, int n) { return at(&m->world->wall[n], row->offset); }
static double of_group(const rp_measure *row, const rp_moment *m, int n)
{
    return at(&m->world->group[n], row->offset);
}
static double of_source(const rp_measure *row, const rp_moment *m, int n)
{
    return at(&m->world->source[n].exchange, row->offset);
}
static double of_sink(const rp_measure *row, const rp_moment *m, int n)
{
    return at(&m->world->sink[n].exchange, row->offset);
}
static double of_kind(const rp_measure *row, const rp_moment *m, int n)
{
    return at(&m->world->group[n].exchange, row->offset);
}
static double flow_rate(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return m->flow_rate[n];
}
static double added_by(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)m->world->source[n].exchange.added;
}
static double left_out(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)(m->world->source[n].drawn - m->world->source[n].exchange.added);
}
static double removed_by(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)(int64_t)m->world->sink[n].exchange.removed; /* net, where it only counts */
}
static double source_kind_count(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)m->world->source[n / RP_FLOW_KINDS].kinds.count[n % RP_FLOW_KINDS];
}
static double source_kind_mass(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return m->world->source[n / RP_FLOW_KINDS].kinds.mass[n % RP_FLOW_KINDS];
}
static double sink_kind_count(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)(int64_t)m->world->sink[n / RP_FLOW_KINDS].kinds.count[n % RP_FLOW_KINDS];
}
static double sink_kind_mass(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return m->world->sink[n / RP_FLOW_KINDS].kinds.mass[n % RP_FLOW_KINDS];
}
static double kind_added(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)m->world->group[n].exchange.added;
}
static double kind_removed(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    return (double)m->world->group[n].exchange.removed;
}
static double of_region(const rp_measure *row, const rp_moment *m, int n) { return at(&m->bulk[n], row->offset); }

/* offset 0: their number, 1: their mass. */
static double region_kind(const rp_measure *row, const rp_moment *m, int n)
{
    const rp_world *w = m->world;
    const rp_particles *p = &w->particles;
    const int group = n % w->group_count;
    double sum = 0;
    for (size_t k = 0; k < rp_pieces_count(w); k++) {
        const rp_piece piece = rp_pieces_at(w, k);
        double part = 0;
        for (size_t i = piece.first; i < piece.last; i++)
            if (p->group[i] == group)
                part += (row->offset ? p->mass[i] : 1)
                        * rp_region_share(&m->region[n / w->group_count], w, rp_particle_position(p, i), p->row[i].r);
        sum += part;
    }
    return sum;
}

/* Fabric without its mean: F' = F - tr(F)/D. For contacts all along one line sqrt(D/(D - 1) F':F') is 1. */
static double fabric_anisotropy(const rp_measure *row, const rp_moment *m, int n)
{
    const rp_tensor *f = &m->packing->all.fabric;
    const int solid = m->world->dimension == 3;
    const double d = m->world->dimension, mean = (f->xx + f->yy + f->zz) / d;
    const double x = f->xx - mean, y = f->yy - mean, z = solid ? f->zz - mean : 0;
    (void)row;
    (void)n;
    return sqrt(d / (d - 1) * (x * x + y * y + z * z + 2 * (f->xy * f->xy + f->xz * f->xz + f->yz * f->yz)));
}

static double mixing(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    (void)n;
    return rp_mixing_lacey(m->world);
}

static double angle_of_repose(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    (void)n;
    return rp_heap_angle(m->world);
}

static double surface_angle(const rp_measure *row, const rp_moment *m, int n)
{
    (void)row;
    (void)n;
    return rp_surface_angle(m->world);
}

static double strain(const rp_measure *row, const rp_moment *m, int n)
{
    (void)n;
    return rp_strains_take(m->world, (int)row->offset);
}

/* ---- rows ---- */

#define ROW(name, unit, of, value, structure, field, flags, meaning)                                                   \
    {                                                                                                                  \
        name, unit, meaning, of, value, offsetof(structure, field), flags                                              \
    }
#define M(name, unit, field, flags, meaning)                                                                           \
    ROW(name, unit, RP_OF_WORLD, of_measures, rp_measures, field, flags, meaning)
#define N(name, field, meaning) ROW(name, "1", RP_OF_WORLD, count_of_measures, rp_measures, field, 0, meaning)
#define T(name, field, meaning) ROW(name, "J", RP_OF_WORLD, of_totals, rp_totals, field, 0, meaning)
#define X(name, unit, value, field, meaning) ROW(name, unit, RP_OF_WORLD, value, rp_exchange, field, 0, meaning)
#define P(name, unit, field, flags, meaning)                                                                           \
    ROW(name, unit, RP_OF_WORLD, of_packing, rp_packing, all.field, RP_MEASURE_PACKING | (flags), meaning)
#define C(name, field, meaning)                                                                                        \
    ROW(name, "1", RP_OF_WORLD, count_of_packing, rp_packing, field, RP_MEASURE_PACKING, meaning)
#define W(name, unit, value, structure, field, flags, meaning)                                                         \
    ROW(name, unit, RP_OF_WALL, value, structure, field, flags, meaning)
#define G(name, unit, field, meaning) ROW(name, unit, RP_OF_GROUP, of_group, rp_group, field, 0, meaning)
#define B(name, unit, field, flags, meaning)                                                                           \
    ROW(name, unit, RP_OF_REGION, of_region, rp_bulk, field, RP_MEASURE_PACKING | (flags), meaning)

/* xx, xy, ... of a symmetric tensor */
#define SYMMETRIC(R, name, unit, field, flags, meaning)                                                                \
    R(name "_xx", unit, field.xx, flags, meaning), R(name "_xy", unit, field.xy, flags, meaning),                      \
        R(name "_xz", unit, field.xz, flags, meaning), R(name "_yy", unit, field.yy, flags, meaning),                  \
        R(name "_yz", unit, field.yz, flags, meaning), R(name "_zz", unit, field.zz, flags, meaning)

enum { SUMMARY = RP_MEASURE_SUMMARY, MEAN = RP_MEASURE_MEAN };
#define STRESS "stress of contacts, sum of f (x) l over the volume; compression is positive"
#define KINETIC "kinetic stress, sum of m v' (x) v' over the volume"
#define STRAIN                                                                                                         \
    "logarithm of length over length at the start, of a domain that strains, else of the distance between two planes " \
    "that face each other along the axis; 0 without either"
#define S(name, part, meaning)                                                                                         \
    {                                                                                                                  \
        name, "1", meaning, RP_OF_WORLD, strain, part, 0                                                               \
    }
#define Q(name, field) ROW(name, "1", RP_OF_WORLD, of_packing, rp_packing, field, RP_MEASURE_PACKING, PERCOLATION)
#define PERCOLATION                                                                                                    \
    "1 if contacts connect a particle to its own periodic image along the axis, or walls that face each other along "  \
    "it"
#define FABRIC "fabric, mean of n (x) n over contacts between particles; its trace is 1"

static const rp_measure world_rows[] = {
    M("kinetic", "J", kinetic, SUMMARY, "kinetic energy of translation, of particles that forces move"),
    M("rotational", "J", rotational, SUMMARY, "kinetic energy of rotation, of particles that torques turn"),
    M("wall_kinetic", "J", walls, 0, "kinetic energy of loaded walls"),
    M("stored", "J", stored, SUMMARY, "elastic energy of contacts"),
    T("gravity_work", gravity, "work of gravity since the start"),
    T("wall_work", walls, "work of moving walls on the particles since the start"),
    T("load_work", loads, "work of loads on their walls since the start"),
    T("drive_work", drives, "work of driven groups and of given forces and torques since the start"),
    T("dissipated_normal", normal,
      "dissipated by normal forces since the start; soft polygons by overlap: area: all work of that force between "
      "bodies"),
    T("dissipated_tangential", tangential, "dissipated by tangential forces since the start"),
    T("dissipated_rolling", rolling, "dissipated by rolling resistance since the start"),
    T("scheme_loss", scheme, "energy lost by the time-stepping itself since the start"),
    M("budget_error", "J", budget_error, SUMMARY, "energy that is there minus energy that should be there"),
    N("contacts", contacts, "contacts between particles"),
    N("wall_contacts", wall_contacts, "contacts with walls"),
    N("sliding", sliding, "contacts whose tangential force is at the Coulomb bound"),
    M("coordination", "1", coordination, SUMMARY, "contacts with other particles for each particle"),
    M("mean_overlap", "m", mean_overlap, SUMMARY, "mean overlap of all contacts"),
    M("max_overlap", "m", max_overlap, SUMMARY, "largest overlap of all contacts"),
    M("max_speed", "m/s", max_speed, 0, "speed of the fastest particle"),
    M("unbalanced", "1", unbalanced, 0,
      "mean net force on free particles over mean contact force; 0 without contacts; soft method"),
    P("pressure", "Pa", pressure, MEAN, "trace of contact and kinetic stress over the dimension"),
    P("solid_fraction", "1", solid_fraction, 0, "volume of particles over volume of the domain"),
    P("granular_temperature", "m^2/s^2", temperature, 0, "sum of m v'^2 over dimension times mass"),
    P("stress_xx", "Pa", contact_stress.xx, MEAN, STRESS),
    P("stress_xy", "Pa", contact_stress.xy, MEAN, STRESS),
    P("stress_xz", "Pa", contact_stress.xz, MEAN, STRESS),
    P("stress_yx", "Pa", contact_stress.yx, MEAN, STRESS),
    P("stress_yy", "Pa", contact_stress.yy, MEAN, STRESS),
    P("stress_yz", "Pa", contact_stress.yz, MEAN, STRESS),
    P("stress_zx", "Pa", contact_stress.zx, MEAN, STRESS),
    P("stress_zy", "Pa", contact_stress.zy, MEAN, STRESS),
    P("stress_zz", "Pa", contact_stress.zz, MEAN, STRESS),
    SYMMETRIC(P, "kinetic", "Pa", kinetic_stress, 0, KINETIC),
    SYMMETRIC(P, "fabric", "1", fabric, 0, FABRIC),
    C("rattlers", rattlers, "particles that carry no load"),
    P("coordination_carrying", "1", carrying, 0, "coordination without rattlers"),
    C("clusters", clusters, "sets of particles that contacts connect, single particles included"),
    C("largest_cluster", largest_cluster, "particles of the largest of them"),
    P("shear_rate", "1/s", shear_rate, 0,
      "of the best linear field through the velocities; nan where it is not defined"),
    P("inertial_number", "1", inertial_number, MEAN, "shear rate times d sqrt(density / pressure)"),
    M("budget_turnover", "J", turnover, SUMMARY,
      "sum of the budget's absolute terms: what budget_error is compared with"),
    {"fabric_anisotropy", "1", "of the fabric: 0 without a preferred direction, 1 if all contacts lie along one line",
     RP_OF_WORLD, fabric_anisotropy, 0, RP_MEASURE_PACKING},
    N("particles", particles, "particles that are there"),
    X("added", "1", count_of_exchange, added, "particles that were added since the start"),
    X("removed", "1", count_of_exchange, removed, "particles that were removed since the start"),
    X("added_mass", "kg", of_exchange, added_mass, "mass of particles that were added since the start"),
    X("removed_mass", "kg", of_exchange, removed_mass, "mass of particles that were removed since the start"),
    X("added_energy", "J", of_exchange, added_energy,
      "energy that came with added particles since the start: of their motion and their contacts"),
    X("removed_energy", "J", of_exchange, removed_energy,
      "energy that went with removed particles since the start: of their motion and their contacts"),
    {"mixing", "1",
     "Lacey's index of the groups of free particles, in cells of six mean radii: 0 apart, 1 on average at random, and "
     "1 with fewer than two groups or cells",
     RP_OF_WORLD, mixing, 0, 0},
    {"angle_of_repose", "degree",
     "mean slope of the flanks of a heap, from its surface between 15 % and 85 % of its height; nan without flanks",
     RP_OF_WORLD, angle_of_repose, 0, 0},
    T("cell_work", cell, "work of a domain that strains on the particles since the start"),
    S("strain_xx", RP_CELL_XX, STRAIN),
    S("strain_yy", RP_CELL_YY, STRAIN),
    S("strain_zz", RP_CELL_ZZ, STRAIN),
    S("strain_xy", RP_CELL_XY, "integral of the shear rate dv_x/dy of a domain that strains"),
    Q("percolation_x", percolates[0]),
    Q("percolation_y", percolates[1]),
    Q("percolation_z", percolates[2]),
    {"surface_angle", "degree",
     "angle of the free surface to the horizontal: of a line, in space a plane, through the highest grains of columns; "
     "nan without gravity or with fewer than three columns",
     RP_OF_WORLD, surface_angle, 0, 0},
};

static const rp_measure wall_rows[] = {
    W("fx", "N", wall_force, rp_vec, x, MEAN, "force of the particles on the wall, x"),
    W("fy", "N", wall_force, rp_vec, y, MEAN, "force of the particles on the wall, y"),
    W("fz", "N", wall_force, rp_vec, z, MEAN, "force of the particles on the wall, z"),
    W("tx", "N m", of_wall, rp_wall, torque.x, 0, "torque on the wall about its point of rotation, else its point, x"),
    W("ty", "N m", of_wall, rp_wall, torque.y, 0, "torque on the wall, y"),
    W("tz", "N m", of_wall, rp_wall, torque.z, 0, "torque on the wall, z"),
    W("x", "m", of_wall, rp_wall, offset.x, 0, "displacement of the wall since the start, x"),
    W("y", "m", of_wall, rp_wall, offset.y, 0, "displacement of the wall since the start, y"),
    W("z", "m", of_wall, rp_wall, offset.z, 0, "displacement of the wall since the start, z"),
};

static const rp_measure group_rows[] = {
    G("fx", "N", reaction.x, "contact force on a frozen, driven or glued group, x"),
    G("fy", "N", reaction.y, "contact force on a frozen, driven or glued group, y"),
    G("fz", "N", reaction.z, "contact force on a frozen, driven or glued group, z"),
};

static const rp_measure region_rows[] = {
    B("solid_fraction", "1", solid_fraction, 0, "volume of particles over volume of the region"),
    B("density", "kg/m^3", density, 0, "mass of particles over volume of the region"),
    B("vx", "m/s", velocity.x, 0, "mean velocity by mass, x"),
    B("vy", "m/s", velocity.y, 0, "mean velocity by mass, y"),
    B("vz", "m/s", velocity.z, 0, "mean velocity by mass, z"),
    B("wx", "rad/s", omega.x, 0, "mean angular velocity by mass, x"),
    B("wy", "rad/s", omega.y, 0, "mean angular velocity by mass, y"),
    B("wz", "rad/s", omega.z, 0, "mean angular velocity by mass, z"),
    B("granular_temperature", "m^2/s^2", temperature, 0, "sum of m v'^2 over dimension times mass"),
    B("pressure", "Pa", pressure, MEAN, "trace of contact and kinetic stress over the dimension"),
    SYMMETRIC(B, "stress", "Pa", contact_stress, MEAN, STRESS),
    B("stress_yx", "Pa", contact_stress.yx, MEAN, STRESS),
    B("stress_zx", "Pa", contact_stress.zx, MEAN, STRESS),
    B("stress_zy", "Pa", contact_stress.zy, MEAN, STRESS),
    SYMMETRIC(B, "kinetic", "Pa", kinetic_stress, 0, KINETIC),
    SYMMETRIC(B, "fabric", "1", fabric, 0, FABRIC),
    B("shear_rate", "1/s", shear_rate, 0,
      "of the best linear field through the velocities; nan where it is not defined"),
    B("inertial_number", "1", inertial_number, MEAN, "shear rate times d sqrt(density / pressure)"),
    B("coordination", "1", coordination, 0, "contacts with other particles for each particle"),
    B("coordination_carrying", "1", carrying, 0, "coordination without rattlers; not in profiles"),
    B("count", "1", number, 0, "particles, each with the share of it that lies in the region"),
    B("mass", "kg", mass, 0, "their mass, shares alike"),
};

static const rp_measure source_rows[] = {
    {"added", "1", "particles that came from the source since the start", RP_OF_SOURCE, added_by, 0, 0},
    ROW("added_mass", "kg", RP_OF_SOURCE, of_source, rp_exchange, added_mass, 0, "their mass"),
    ROW("added_energy", "J", RP_OF_SOURCE, of_source, rp_exchange, added_energy, 0, "the energy of their motion"),
    {"left_out", "1", "particles that found no room and do not come later (catch_up: false)", RP_OF_SOURCE, left_out, 0,
     0},
};

static const rp_measure sink_rows[] = {
    {"removed", "1", "particles that went by the sink since the start, or passed it, those back taken off", RP_OF_SINK,
     removed_by, 0, 0},
    ROW("removed_mass", "kg", RP_OF_SINK, of_sink, rp_exchange, removed_mass, 0, "their mass"),
    ROW("removed_energy", "J", RP_OF_SINK, of_sink, rp_exchange, removed_energy, 0,
        "the energy of their motion and their contacts"),
    {"flow_rate", "kg/s", "mass that went by the sink over time", RP_OF_SINK, flow_rate, 0, RP_MEASURE_RATE},
};

static const rp_measure kind_rows[] = {
    {"added", "1", "its particles that came since the start", RP_OF_KIND, kind_added, 0, 0},
    ROW("added_mass", "kg", RP_OF_KIND, of_kind, rp_exchange, added_mass, 0, "their mass"),
    {"removed", "1", "its particles that went since the start", RP_OF_KIND, kind_removed, 0, 0},
    ROW("removed_mass", "kg", RP_OF_KIND, of_kind, rp_exchange, removed_mass, 0, "their mass"),
};

static const rp_measure source_kind_rows[] = {
    {"added", "1", "its particles of this kind that came", RP_OF_SOURCE_KIND, source_kind_count, 0, 0},
    {"added_mass", "kg", "their mass", RP_OF_SOURCE_KIND, source_kind_mass, 0, 0},
};

static const rp_measure sink_kind_rows[] = {
    {"removed", "1", "particles of this kind that went by the sink", RP_OF_SINK_KIND, sink_kind_count, 0, 0},
    {"removed_mass", "kg", "their mass", RP_OF_SINK_KIND, sink_kind_mass, 0, 0},
};

static const rp_measure region_kind_rows[] = {
    {"count", "1", "particles of the group, each with the share of it that lies in the region", RP_OF_REGION_KIND,
     region_kind, 0, 0},
    {"mass", "kg", "their mass, shares alike", RP_OF_REGION_KIND, region_kind, 1, 0},
};

#define TABLE(rows)                                                                                                    \
    {                                                                                                                  \
        rows, sizeof rows / sizeof *rows                                                                               \
    }
static const struct {
    const rp_measure *row;
    int count;
} tables[RP_OF_COUNT] = {[RP_OF_WORLD] = TABLE(world_rows),         [RP_OF_WALL] = TABLE(wall_rows),
                         [RP_OF_GROUP] = TABLE(group_rows),         [RP_OF_REGION] = TABLE(region_rows),
                         [RP_OF_SOURCE] = TABLE(source_rows),       [RP_OF_SINK] = TABLE(sink_rows),
                         [RP_OF_KIND] = TABLE(kind_rows),           [RP_OF_SOURCE_KIND] = TABLE(source_kind_rows),
                         [RP_OF_SINK_KIND] = TABLE(sink_kind_rows), [RP_OF_REGION_KIND] = TABLE(region_kind_rows)};

/* ---- reading the table ---- */

const char *rp_measure_of_name(rp_measure_of of)
{
    static const char *const names[RP_OF_COUNT] = {
        "world", "wall", "group",           "region",        "source",
        "sink",  "kind", "source and kind", "sink and kind", "region and group"};
    return names[of];
}

const rp_measure *rp_measure_list(rp_measure_of of, int *count)
{
    *count = tables[of].count;
    return tables[of].row;
}

const rp_measure *rp_measure_find(rp_measure_of of, const char *name)
{
    for (int n = 0; n < tables[of].count; n++)
        if (strcmp(tables[of].row[n].name, name) == 0) return &tables[of].row[n];
    return NULL;
}

double rp_measure_bulk(const rp_measure *row, const rp_bulk *bulk) { return at(bulk, row->offset); }

/* ---- columns ---- */

/* n is one of the next `count` columns; else it counts from behind them. */
static int among(int *n, int count)
{
    if (*n < count) return 1;
    *n -= count;
    return 0;
}

static int column_of(rp_measure_of of, const char *owner, int n, int k, rp_measure_column *c)
{
    const rp_measure *row = &tables[of].row[k];
    *c = (rp_measure_column){owner, NULL, row->name, row->unit, row->meaning, row, n};
    return 1;
}

static int column_of_method(const rp_method_column *m, int k, rp_measure_column *c)
{
    *c = (rp_measure_column){NULL, NULL, m[k].name, m[k].unit, m[k].meaning, NULL, k};
    return 1;
}

/* Of a source or sink and a kind: where there are several kinds. */
static int column_of_pair(const rp_world *w, rp_measure_of of, int *n, rp_measure_column *c)
{
    const int kinds = rp_flow_kinds_count(w), rows = tables[of].count, source = of == RP_OF_SOURCE_KIND,
              owners = source ? w->source_count : w->sink_count;
    if (kinds < 2 || !among(n, owners * kinds * rows)) return 0;
    const int owner = *n / (kinds * rows), k = *n / rows % kinds;
    column_of(of, source ? w->source[owner].name : w->sink[owner].name, owner * RP_FLOW_KINDS + k, *n % rows, c);
    c->kind = w->group[rp_flow_kinds_group(w, k)].name;
    return 1;
}

/* Of sources, sinks and kinds; *n counts from behind them where it is none of theirs. */
static int column_of_flow(const rp_world *w, int *n, rp_measure_column *c)
{
    const int source = tables[RP_OF_SOURCE].count, sink = tables[RP_OF_SINK].count, kind = tables[RP_OF_KIND].count;
    if (among(n, source * w->source_count))
        return column_of(RP_OF_SOURCE, w->source[*n / source].name, *n / source, *n % source, c);
    if (among(n, sink * w->sink_count)) return column_of(RP_OF_SINK, w->sink[*n / sink].name, *n / sink, *n % sink, c);
    for (int g = 0; g < w->group_count; g++)
        if (w->group[g].flows && among(n, kind)) return column_of(RP_OF_KIND, w->group[g].name, g, *n, c);
    return column_of_pair(w, RP_OF_SOURCE_KIND, n, c) || column_of_pair(w, RP_OF_SINK_KIND, n, c);
}

/* Of a region and a group: where there are two groups or more beside `free`, which has who is in no other. */
static int column_of_region_kind(const rp_moment *m, int n, rp_measure_column *c)
{
    const int groups = m->world->group_count, rows = tables[RP_OF_REGION_KIND].count, kinds = groups - 1;
    if (kinds < 2 || n >= m->region_count * kinds * rows) return 0;
    const int region = n / (kinds * rows), group = 1 + n / rows % kinds;
    column_of(RP_OF_REGION_KIND, m->region[region].name, region * groups + group, n % rows, c);
    c->kind = m->world->group[group].name;
    return 1;
}

int rp_measure_at(const rp_moment *m, int n, rp_measure_column *c)
{
    const rp_world *w = m->world;
    const int wall = tables[RP_OF_WALL].count, group = tables[RP_OF_GROUP].count, region = tables[RP_OF_REGION].count;
    if (n < 0) return 0;
    if (among(&n, tables[RP_OF_WORLD].count)) return column_of(RP_OF_WORLD, NULL, 0, n, c);
    if (among(&n, m->method->column_count)) return column_of_method(m->method->column, n, c);
    if (among(&n, wall * w->wall_count)) return column_of(RP_OF_WALL, w->wall[n / wall].name, n / wall, n % wall, c);
    for (int g = 0; g < w->group_count; g++)
        if (w->group[g].reported && among(&n, group)) return column_of(RP_OF_GROUP, w->group[g].name, g, n, c);
    if (column_of_flow(w, &n, c)) return 1;
    if (among(&n, region * m->region_count))
        return column_of(RP_OF_REGION, m->region[n / region].name, n / region, n % region, c);
    return column_of_region_kind(m, n, c);
}

int rp_measure_count(const rp_moment *m)
{
    rp_measure_column c;
    int count = 0;
    while (rp_measure_at(m, count, &c)) count++;
    return count;
}

void rp_measure_name(const rp_measure_column *c, char name[RP_MEASURE_NAME])
{
    snprintf(name, RP_MEASURE_NAME, "%s%s%s%s%s", c->owner ? c->owner : "", c->owner ? "." : "", c->kind ? c->kind : "",
             c->kind ? "." : "", c->name);
}

double rp_measure_value(const rp_measure_column *c, const rp_moment *m)
{
    return c->row ? c->row->value(c->row, m, c->n) : m->method_value[c->n];
}

int rp_measure_momentary(const rp_measure_column *c, const rp_method *method)
{
    const unsigned flags = c->row ? c->row->flags : 0;
    return !(flags & RP_MEASURE_RATE) && !(method->impulsive && (flags & RP_MEASURE_MEAN));
}

/* ---- by name ---- */

static rp_status unknown(const rp_moment *m, const char *name, rp_error *err)
{
    int count = rp_measure_count(m);
    rp_measure_column c;
    char(*text)[RP_MEASURE_NAME] = rp_memory_alloc((size_t)count, sizeof *text);
    const char **candidate = rp_memory_alloc((size_t)count, sizeof *candidate);
    rp_status status = rp_error_set(err, RP_INPUT, "there is no measure '%s' in this scene", name);
    rp_error_expected(err, "a column of series.csv; `repose measures` lists them");
    for (int n = 0; n < count && text && candidate; n++) {
        rp_measure_at(m, n, &c);
        rp_measure_name(&c, text[n]);
        candidate[n] = text[n];
    }
    if (text && candidate) rp_error_nearest(err, name, candidate, count);
    rp_memory_free(text);
    rp_memory_free(candidate);
    return status;
}

rp_status rp_measure_named(const rp_moment *m, const char *name, rp_measure_column *c, rp_error *err)
{
    char text[RP_MEASURE_NAME];
    for (int n = 0; rp_measure_at(m, n, c); n++) {
        rp_measure_name(c, text);
        if (strcmp(text, name) == 0) return RP_OK;
    }
    return unknown(m, name, err);
}

/* ---- values now ---- */

/* What columns of a moment are read from. */
typedef struct source {
    rp_contact_list list;
    rp_measures measures;
    rp_packing packing;
    double method_value[RP_COLUMN_MAX];
} source;

static int any_row(const rp_measure_column *c, int count, unsigned flags)
{
    for (int n = 0; n < count; n++)
        if (c[n].row && (c[n].row->flags & flags) == flags) return 1;
    return 0;
}

static rp_status take(const rp_measure_column *c, int count, rp_moment *m, double *value, rp_error *err)
{
    source s = {0};
    const int rows = any_row(c, count, 0);
    rp_status status = rows ? m->method->contacts(m->world, &s.list, err) : RP_OK;
    if (!status && rows) rp_measures_take(m->world, &s.list, &s.measures);
    if (!status && any_row(c, count, RP_MEASURE_PACKING))
        status = rp_packing_take(m->world, &s.list, &(rp_packing_view){0}, &s.packing, NULL, err);
    if (m->method->column_count) m->method->column_values(m->world, s.method_value);
    m->measures = &s.measures;
    m->packing = &s.packing;
    m->method_value = s.method_value;
    for (int n = 0; n < count && !status; n++) value[n] = c[n].name ? rp_measure_value(&c[n], m) : NAN;
    rp_memory_free(s.list.view);
    return status;
}

rp_status rp_measure_now(const rp_world *world, const rp_method *method, const char *name, double *value,
                         const char **unit, rp_error *err)
{
    rp_moment m = {.world = world, .method = method};
    rp_measure_column c;
    rp_status status = rp_measure_named(&m, name, &c, err);
    if (status) return status;
    if (unit) *unit = c.unit;
    if (!rp_measure_momentary(&c, method)) {
        rp_error_set(err, RP_INPUT, "'%s' is a mean over time in the method '%s': a moment has none", name,
                     method->name);
        rp_error_expected(err, "a column of series.csv, or a method whose contacts last");
        return RP_INPUT;
    }
    return take(&c, 1, &m, value, err);
}

rp_status rp_measure_many(const rp_world *world, const rp_method *method, const char *const *names, int count,
                          double *values, rp_error *err)
{
    rp_moment m = {.world = world, .method = method};
    const size_t bytes = (size_t)count * sizeof(rp_measure_column);
    rp_measure_column *c = rp_memory_alloc((size_t)count, sizeof *c);
    if (!c) return rp_memory_error(err, bytes, "measures");
    for (int n = 0; n < count; n++)
        if (rp_measure_named(&m, names[n], &c[n], NULL) || !rp_measure_momentary(&c[n], method))
            c[n] = (rp_measure_column){0};
    rp_status status = take(c, count, &m, values, err);
    rp_memory_free(c);
    return status;
}

/* ---- for programs ---- */

int rp_measure_row_count(rp_measure_of of)
{
    int count;
    rp_measure_list(of, &count);
    return count;
}

rp_measure_row rp_measure_row_get(rp_measure_of of, int n)
{
    int count;
    const rp_measure *row = rp_measure_list(of, &count) + n;
    return (rp_measure_row){row->name, row->unit, row->meaning, (row->flags & RP_MEASURE_MEAN) != 0,
                            (row->flags & RP_MEASURE_RATE) != 0};
}
