/* See world_fields.h. */
#include "core/world_fields.h"
#include "core/world.h"

static const rp_field world_fields[] = {
    {"time", "s", "time", RP_F64, 1, RP_FIELD_AT(rp_world, time), RP_HASH_VALUE, NAN},
    {"time_base", "s", "time of the last change of the step length", RP_F64, 1, RP_FIELD_AT(rp_world, time_base),
     RP_HASH_VALUE, NAN},
    {"dt", "s", "step length", RP_F64, 1, RP_FIELD_AT(rp_world, dt), RP_HASH_VALUE, NAN},
    {"gravity", "m/s^2", "constant part of gravity", RP_F64, 3, RP_FIELD_AT(rp_world, gravity), RP_HASH_VALUE, NAN},
    {"totals/start_energy", "J", "kinetic, rotational and stored energy at the start", RP_F64, 1,
     RP_FIELD_AT(rp_world, totals.start_energy), RP_HASH_VALUE, NAN},
    {"totals/gravity", "J", "work of gravity", RP_F64, 1, RP_FIELD_AT(rp_world, totals.gravity), RP_HASH_VALUE, NAN},
    {"totals/walls", "J", "work of prescribed wall motion", RP_F64, 1, RP_FIELD_AT(rp_world, totals.walls),
     RP_HASH_VALUE, NAN},
    {"totals/loads", "J", "work of loads on their walls", RP_F64, 1, RP_FIELD_AT(rp_world, totals.loads), RP_HASH_VALUE,
     NAN},
    {"totals/drives", "J", "work of driven groups, external forces and torques", RP_F64, 1,
     RP_FIELD_AT(rp_world, totals.drives), RP_HASH_VALUE, NAN},
    {"totals/normal", "J", "dissipated by normal forces", RP_F64, 1, RP_FIELD_AT(rp_world, totals.normal),
     RP_HASH_VALUE, NAN},
    {"totals/tangential", "J", "dissipated by tangential forces", RP_F64, 1, RP_FIELD_AT(rp_world, totals.tangential),
     RP_HASH_VALUE, NAN},
    {"totals/rolling", "J", "dissipated by rolling resistance", RP_F64, 1, RP_FIELD_AT(rp_world, totals.rolling),
     RP_HASH_VALUE, NAN},
    {"totals/scheme", "J", "lost by the time-stepping itself", RP_F64, 1, RP_FIELD_AT(rp_world, totals.scheme),
     RP_HASH_VALUE, NAN},
    {"power/walls", "W", "rate of totals/walls at the last evaluation", RP_F64, 1, RP_FIELD_AT(rp_world, power.walls),
     RP_HASH_VALUE, NAN},
    {"power/loads", "W", "rate of totals/loads at the last evaluation", RP_F64, 1, RP_FIELD_AT(rp_world, power.loads),
     RP_HASH_VALUE, NAN},
    {"power/drives", "W", "rate of totals/drives at the last evaluation", RP_F64, 1,
     RP_FIELD_AT(rp_world, power.drives), RP_HASH_VALUE, NAN},
    {"power/normal", "W", "rate of totals/normal at the last evaluation", RP_F64, 1,
     RP_FIELD_AT(rp_world, power.normal), RP_HASH_VALUE, NAN},
    {"power/tangential", "W", "rate of totals/tangential at the last evaluation", RP_F64, 1,
     RP_FIELD_AT(rp_world, power.tangential), RP_HASH_VALUE, NAN},
    {"power/rolling", "W", "rate of totals/rolling at the last evaluation", RP_F64, 1,
     RP_FIELD_AT(rp_world, power.rolling), RP_HASH_VALUE, NAN},
    {"list/skin", "m", "gap up to which pairs are listed", RP_F64, 1, RP_FIELD_AT(rp_world, contacts.skin),
     RP_HASH_VALUE, NAN},
    {"list/travelled", "m", "bound on the way of any body since the list was made", RP_F64, 1,
     RP_FIELD_AT(rp_world, contacts.travelled), RP_HASH_VALUE, NAN},
    {"list/near", "m", "gap up to which listed pairs are in the table", RP_F64, 1, RP_FIELD_AT(rp_world, contacts.near),
     RP_HASH_VALUE, NAN},
    {"list/near_travelled", "m", "bound on the way of any body since the table was made", RP_F64, 1,
     RP_FIELD_AT(rp_world, contacts.near_travelled), RP_HASH_VALUE, NAN},
    {"list/next_move", "m", "bound on the way of any particle in the next step", RP_F64, 1,
     RP_FIELD_AT(rp_world, contacts.next_move), RP_HASH_VALUE, NAN},
    {"list/next_shared", "m", "part of next_move that all particles share", RP_F64, 1,
     RP_FIELD_AT(rp_world, contacts.next_shared), RP_HASH_VALUE, NAN},
    {"list/span", "m", "largest distance of a particle from the axis of a rotating wall", RP_F64, 1,
     RP_FIELD_AT(rp_world, contacts.span), RP_HASH_VALUE, NAN},
    {"method_totals", "1", "running totals of the method, which names them", RP_F64, RP_METHOD_TOTALS,
     RP_FIELD_AT(rp_world, method_total), RP_HASH_ONLY, NAN},
    {"step", "1", "steps so far", RP_U64, 1, RP_FIELD_AT(rp_world, step), RP_HASH_VALUE, NAN},
    {"step_base", "1", "step of the last change of the step length", RP_U64, 1, RP_FIELD_AT(rp_world, step_base),
     RP_HASH_VALUE, NAN},
    {"primed", "1", "1: accelerations belong to the positions", RP_I32, 1, RP_FIELD_AT(rp_world, primed), RP_HASH_VALUE,
     NAN},
    {"next_id", "1", "ids from here on were never used", RP_U32, 1, RP_FIELD_AT(rp_world, particles.next_id),
     RP_HASH_NOT, NAN},
    {"edition", "1", "of the rules that hold where a scene names none; 0: before 0.2", RP_I32, 1,
     RP_FIELD_AT(rp_world, edition), RP_HASH_NOT, 0},
    {"list/axis", "1", "axis along which particles are sorted", RP_I32, 1, RP_FIELD_AT(rp_world, contacts.axis),
     RP_HASH_VALUE, NAN},
    {"list/rebuilds", "1", "lists made so far", RP_U64, 1, RP_FIELD_AT(rp_world, contacts.rebuilds), RP_HASH_VALUE,
     NAN},
    {"totals/added_mass", "kg", "mass of particles that were added", RP_F64, 1,
     RP_FIELD_AT(rp_world, exchange.added_mass), RP_HASH_SET, 0},
    {"totals/removed_mass", "kg", "mass of particles that were removed", RP_F64, 1,
     RP_FIELD_AT(rp_world, exchange.removed_mass), RP_HASH_SET, 0},
    {"totals/added_energy", "J", "energy that came with added particles", RP_F64, 1,
     RP_FIELD_AT(rp_world, exchange.added_energy), RP_HASH_SET, 0},
    {"totals/removed_energy", "J", "energy that went with removed particles", RP_F64, 1,
     RP_FIELD_AT(rp_world, exchange.removed_energy), RP_HASH_SET, 0},
    {"totals/added", "1", "particles that were added", RP_U64, 1, RP_FIELD_AT(rp_world, exchange.added), RP_HASH_SET,
     0},
    {"totals/removed", "1", "particles that were removed", RP_U64, 1, RP_FIELD_AT(rp_world, exchange.removed),
     RP_HASH_SET, 0},
};

static const rp_field wall_fields[] = {
    {"velocity", "m/s", "prescribed translation", RP_F64, 3, RP_FIELD_AT(rp_wall, velocity), RP_HASH_NUMBER, NAN},
    {"spin", "rad/s", "prescribed rotation", RP_F64, 1, RP_FIELD_AT(rp_wall, spin), RP_HASH_NUMBER, NAN},
    {"load", "N or Pa", "force or pressure along its normal", RP_F64, 1, RP_FIELD_AT(rp_wall, load), RP_HASH_NUMBER,
     NAN},
    {"active", "1", "0: removed", RP_I32, 1, RP_FIELD_AT(rp_wall, active), RP_HASH_NUMBER, NAN},
    {"offset", "m", "translation so far", RP_F64, 3, RP_FIELD_AT(rp_wall, offset), RP_HASH_NUMBER, NAN},
    {"speed", "m/s", "velocity now", RP_F64, 3, RP_FIELD_AT(rp_wall, speed), RP_HASH_NUMBER, NAN},
    {"angle", "rad", "rotation so far", RP_F64, 1, RP_FIELD_AT(rp_wall, angle), RP_HASH_NUMBER, NAN},
    {"turning", "rad/s", "angular velocity now", RP_F64, 1, RP_FIELD_AT(rp_wall, angular_speed), RP_HASH_NUMBER, NAN},
    {"acceleration", "m/s^2", "of a loaded wall", RP_F64, 3, RP_FIELD_AT(rp_wall, acceleration), RP_HASH_NUMBER, NAN},
    {"force", "N", "of the particles on it at the last evaluation", RP_F64, 3, RP_FIELD_AT(rp_wall, force),
     RP_HASH_NUMBER, NAN},
    {"torque", "N m", "of the particles on it at the last evaluation", RP_F64, 3, RP_FIELD_AT(rp_wall, torque),
     RP_HASH_NUMBER, NAN},
    {"work", "J", "done by its motion on the particles so far", RP_F64, 1, RP_FIELD_AT(rp_wall, work), RP_HASH_NUMBER,
     NAN},
    {"impulse", "N s", "integral of force so far", RP_F64, 3, RP_FIELD_AT(rp_wall, impulse), RP_HASH_NUMBER, NAN},
    {"hits", "1", "collisions with it so far, event-driven", RP_U64, 1, RP_FIELD_AT(rp_wall, hits), RP_HASH_NUMBER,
     NAN},
};

static const rp_field group_fields[] = {
    {"mode", "1", "0 free, 1 frozen, 2 driven, 3 glued", RP_U32, 1, RP_FIELD_AT(rp_group, mode), RP_HASH_NUMBER, NAN},
    {"velocity", "m/s", "prescribed, of a driven group", RP_F64, 3, RP_FIELD_AT(rp_group, velocity), RP_HASH_NUMBER,
     NAN},
    {"reaction", "N", "contact force on its particles at the last evaluation", RP_F64, 3,
     RP_FIELD_AT(rp_group, reaction), RP_HASH_NUMBER, NAN},
    {"work", "J", "done on the particles by the drive so far", RP_F64, 1, RP_FIELD_AT(rp_group, work), RP_HASH_NUMBER,
     NAN},
    {"count", "1", "its particles", RP_U64, 1, RP_FIELD_AT(rp_group, count), RP_HASH_NUMBER, NAN},
};

_Static_assert(sizeof(rp_group_mode) == sizeof(uint32_t) && sizeof(int) == sizeof(int32_t)
                   && sizeof(size_t) == sizeof(uint64_t),
               "types of fields");

static const rp_fields world_list = RP_FIELDS("world/", RP_PER_WORLD, world_fields);
static const rp_fields wall_list = RP_FIELDS("walls/", RP_PER_WALL, wall_fields);
static const rp_fields group_list = RP_FIELDS("groups/", RP_PER_GROUP, group_fields);

const rp_fields *rp_world_fields(void) { return &world_list; }

const rp_fields *rp_world_fields_wall(void) { return &wall_list; }

const rp_fields *rp_world_fields_group(void) { return &group_list; }
