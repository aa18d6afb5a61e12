/* Typed reading of a tree: every key, type, range and name checked, the first error kept.
 *
 * All functions are quiet after the first error: they return their preset, so that a reader is written without a branch
 * after every line, and checks once at the end. Values read after an error must not be used for more than reading on.
 */
#ifndef RP_INPUT_READ_H
#define RP_INPUT_READ_H

#include <stdint.h>
#include "base/vec.h"
#include "base/table.h"
#include "input/yaml.h"

typedef struct rp_read {
    rp_yaml *yaml;
    int dimension;        /* of the scene, once known */
    char directory[1024]; /* absolute: what relative file names start from */
    int need_files;       /* 0: files of particles need not exist */
    rp_status status;     /* of the first error */
    rp_error *err;
} rp_read;

typedef struct rp_key {
    const char *name;
    int required;
} rp_key;
#define RP_REQUIRED 1

typedef struct rp_bound {
    double least, most;
    int open;
    const char *unit;
} rp_bound; /* open: least itself is out of range */
rp_bound rp_bound_any(const char *unit);
rp_bound rp_bound_positive(const char *unit);
rp_bound rp_bound_not_negative(const char *unit);
rp_bound rp_bound_between(double least, double most, const char *unit);

/* Keeps the first error, at the node. 1: it was the first, and the caller may add `expected` and `nearest`. */
int rp_read_fail(rp_read *r, const rp_node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
void rp_read_no_memory(rp_read *r, size_t bytes, const char *what);
void *rp_read_alloc(rp_read *r, size_t count, size_t size, const char *what); /* NULL after an error */

/* The node is a mapping with these keys and no others. 1: it is. */
int rp_read_map(rp_read *r, const rp_node *node, const rp_key *keys, int count);
#define RP_READ_MAP(r, node, keys) rp_read_map(r, node, keys, (int)(sizeof keys / sizeof *keys))
/* The mapping has exactly one of these keys: its index; -1 after an error, or if none is there and none is needed. */
int rp_read_one_of(rp_read *r, const rp_node *map, const char *const *names, int count, int needed);
/* The node is a list of least..most items: their number, 0 after an error. */
int rp_read_list(rp_read *r, const rp_node *node, int least, int most, const char *of);

/* The key of a node as a scalar of its own, so that a bad name is reported where it stands. */
rp_node rp_read_key_node(const rp_node *node);

/* By key; a key that is missing gives the preset. */
const rp_node *rp_read_key(const rp_read *r, const rp_node *map,
                           const char *key); /* NULL: missing, or after an error */
double rp_read_number(rp_read *r, const rp_node *map, const char *key, rp_bound bound, double preset);
/* A number > 0, or the word auto, which is kept as 0. */
double rp_read_auto(rp_read *r, const rp_node *map, const char *key, const char *unit);
uint64_t rp_read_whole(rp_read *r, const rp_node *map, const char *key, uint64_t least, uint64_t most, uint64_t preset);
int rp_read_flag(rp_read *r, const rp_node *map, const char *key, int preset);
int rp_read_choice(rp_read *r, const rp_node *map, const char *key, const char *const *names, int count, int preset);
rp_vec rp_read_vec(rp_read *r, const rp_node *map, const char *key, rp_bound bound, rp_vec preset);
rp_vec rp_read_direction(rp_read *r, const rp_node *map, const char *key); /* a unit vector; any length but 0 is read */
/* Two numbers, the second above the first; presets are what stands in low and high. */
void rp_read_range(rp_read *r, const rp_node *map, const char *low_key, const char *high_key, const char *unit,
                   double *low, double *high);
/* `lower` and `upper`, each component of upper above that of lower. */
void rp_read_box(rp_read *r, const rp_node *map, rp_vec *lower, rp_vec *upper);

/* By node. */
double rp_read_number_at(rp_read *r, const rp_node *node, rp_bound bound);
rp_vec rp_read_vec_at(rp_read *r, const rp_node *node,
                      rp_bound bound); /* as many components as the scene has dimensions */
rp_vec rp_read_axial_at(rp_read *r, const rp_node *node,
                        rp_bound bound); /* about z, one number, in 2D; a vector in 3D */
int rp_read_choice_at(rp_read *r, const rp_node *node, const char *const *names, int count);
const char *rp_read_text_at(rp_read *r, const rp_node *node,
                            size_t size); /* of at most size - 1 bytes; "" after an error */
void rp_read_name(rp_read *r, const rp_node *node, char *name,
                  size_t size); /* letters, digits, - and _; not only digits */
/* A file of the user: its absolute name, which also replaces the text of the node. */
void rp_read_file(rp_read *r, const rp_node *node, char *path, size_t size, int must_exist, int directory);

/* A constant, or {table: [[t, ...], ...]}; what is not given is 0. The width says how many numbers belong to a time:
 * one, as many as there are dimensions, or as rp_read_axial_at. */
typedef enum rp_read_width { RP_READ_NUMBER, RP_READ_VEC, RP_READ_AXIAL } rp_read_width;
void rp_read_varying(rp_read *r, const rp_node *node, rp_read_width width, rp_bound bound, rp_vec *constant,
                     rp_table *table);
void rp_read_table(rp_read *r, const rp_node *list, rp_read_width width, rp_bound bound, rp_table *table);

void rp_read_missing(rp_read *r, const rp_node *map, const char *key);

/* An unknown name: what kind of thing, and which there are. */
void rp_read_unknown(rp_read *r, const rp_node *node, const char *kind, const char *const *names, int count);

#endif
