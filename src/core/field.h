/* State with names: every array and every number that is saved is described once, by a field.
 *
 * A list of fields describes one kind of object (the world, its particles, a wall, a group, ...). Whatever treats all
 * state alike follows from these lists: checkpoints and restarts, the state hash, sorting of particles, views of
 * arrays.
 *
 *     rp_fields          path "walls/", per wall
 *       rp_field           name "offset", m, 3 doubles, at offsetof(rp_wall, offset), hashed
 *
 * Where the values stand. A row is what one particle, one wall ... has; rows follow each other at `stride` bytes, and
 * the field's values begin `offset` bytes into its row. The first row is the object itself (RP_FIELD_INSIDE: walls,
 * groups, the world), or the object has a pointer to it at `array` bytes (particles); such an array may be absent
 * (NULL), and so may then be its fields. Several fields may lie in one array, as position, radius and velocity do; the
 * first of them has offset 0.
 *
 * In a checkpoint a field is a dataset "path + name" of rows x columns values of its type. A field that an older
 * checkpoint lacks gets the value `missing`, unless that is NaN: then it must be there, or RP_FIELD_STAYS: then it
 * stays as the scene has it. Numbers that another list names and saves may stand in a list for the hash alone.
 *
 * The state hash takes fields in the order of the list, so that this order is part of the hash.
 */
#ifndef RP_CORE_FIELD_H
#define RP_CORE_FIELD_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "core/archive.h"

struct rp_hash; /* base/hash.h */

typedef enum rp_per {
    RP_PER_WORLD,
    RP_PER_PARTICLE,
    RP_PER_WALL,
    RP_PER_GROUP,
    RP_PER_CONTACT,
    RP_PER_BODY,
    RP_PER_SOURCE,
    RP_PER_SINK,
    RP_PER_METHOD,
    RP_PER_RUN
} rp_per;

typedef enum rp_hashing {
    RP_HASH_NOT,
    RP_HASH_VALUE,  /* a double as a double, an integer as a 64-bit integer */
    RP_HASH_NUMBER, /* whatever its type, as a double */
    RP_HASH_SET,    /* newer than the hash: with its name, and only where it differs from `missing` */
    RP_HASH_ONLY    /* as RP_HASH_VALUE; another list names and saves it */
} rp_hashing;

typedef struct rp_field {
    const char *name;
    const char *unit; /* "1": a pure number */
    const char *meaning;
    rp_type type;
    size_t columns; /* values a row */
    size_t array;   /* bytes into the object: the pointer to its first row; RP_FIELD_INSIDE: the object is that row */
    size_t offset;  /* bytes into the row */
    size_t stride;  /* bytes a row */
    rp_hashing hashed;
    double missing; /* value of a field that an older checkpoint lacks; NaN: it must be there; or RP_FIELD_STAYS */
} rp_field;

#define RP_FIELD_INSIDE SIZE_MAX
#define RP_FIELD_STAYS INFINITY

/* Where: a member of the object itself; an array that the object points to; a member of that array's rows. */
#define RP_FIELD_AT(object, member) RP_FIELD_INSIDE, offsetof(object, member), sizeof(object)
#define RP_FIELD_ARRAY(object, array) offsetof(object, array), 0, sizeof(*((object *)0)->array)
#define RP_FIELD_PART(object, array, member)                                                                           \
    offsetof(object, array), offsetof(__typeof__(*((object *)0)->array), member), sizeof(*((object *)0)->array)

typedef struct rp_fields {
    const char *path; /* before the names of its datasets: "walls/" */
    rp_per per;
    const rp_field *field;
    int count;
} rp_fields;

#define RP_FIELDS(path, per, fields)                                                                                   \
    {                                                                                                                  \
        path, per, fields, sizeof(fields) / sizeof *(fields)                                                           \
    }

/* The field's values of the first row; NULL: the object has no such array. */
static inline void *rp_field_data(const rp_field *f, const void *object)
{
    if (f->array == RP_FIELD_INSIDE) return (char *)object + f->offset;
    char *first = *(char **)((char *)object + f->array);
    return first ? first + f->offset : NULL;
}

const rp_field *rp_fields_find(const rp_fields *list, const char *name); /* NULL: none */

/* The object's fields out to an archive, and in again for so many rows. Arrays that are packed are borrowed. Loading
 * skips arrays that the object does not have. */
rp_status rp_fields_save(const rp_fields *list, const void *object, size_t rows, rp_archive *archive, rp_error *err);
rp_status rp_fields_load(const rp_fields *list, void *object, size_t rows, const rp_archive *archive, rp_error *err);
/* The same for rows that are found by name (core/names.h): row n of the object is row from[n] of the `saved` ones of
 * the archive; -1: it stays as it is. */
rp_status rp_fields_load_rows(const rp_fields *list, void *object, size_t rows, const int *from, size_t saved,
                              const rp_archive *archive, rp_error *err);
/* The item of a field in an archive; NULL: none. */
const rp_item *rp_fields_item(const rp_fields *list, const char *name, const rp_archive *archive);

/* One row into the state hash. */
void rp_fields_hash(const rp_fields *list, const void *object, size_t row, struct rp_hash *hash);

#endif
