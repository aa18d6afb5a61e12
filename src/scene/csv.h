/* Particles from a CSV file or a LAMMPS text dump (its last snapshot), both plain or compressed by gzip, or from a file
 * that a run left (stored.h). */
#ifndef RP_SCENE_CSV_H
#define RP_SCENE_CSV_H

#include "core/world.h"

typedef enum rp_csv_column {
    RP_CSV_RADIUS,
    RP_CSV_X,
    RP_CSV_Y,
    RP_CSV_Z,
    RP_CSV_VX,
    RP_CSV_VY,
    RP_CSV_VZ,
    RP_CSV_WX,
    RP_CSV_WY,
    RP_CSV_WZ,
    RP_CSV_MASS,
    RP_CSV_NUMBERS, /* the columns above hold numbers */
    RP_CSV_ID = RP_CSV_NUMBERS,
    RP_CSV_MATERIAL,
    RP_CSV_COLUMNS
} rp_csv_column;

typedef struct rp_csv_row {
    double number[RP_CSV_NUMBERS]; /* SI; 0 where the file has no such column */
    uint64_t id;                   /* in the file */
    int material;
    int line;
} rp_csv_row;

typedef struct rp_csv {
    unsigned has; /* bit c: the file has column c */
    size_t count;
    rp_csv_row *row;  /* owned; by ascending id if there is an id, else as in the file */
    int stored;       /* 1: a dump, a frame or a checkpoint, which have more than is needed: the scene's word counts */
    char unknown[64]; /* the first material that the scene does not have: rows of it have -1; else empty */
} rp_csv;

/* CSV: the first line names the columns; # starts a comment line. Errors carry the line and column. Positions must be
 * there if `places`. */
rp_status rp_csv_read(const char *path, int dimension, const rp_material *material, int material_count, int places,
                      rp_csv *csv, rp_error *err);
void rp_csv_free(rp_csv *csv);

#endif
