/* series.csv: one row a moment, names in the first line, units in the second.
 *
 * Numbers are those of the moment. Where contacts are instants (event-driven), forces on walls and contact stresses are
 * means over the time since the last row, 0 in the first. What has been collected since then is kept in checkpoints, so
 * that a resumed run writes the same rows. */
#ifndef RP_RUN_SERIES_H
#define RP_RUN_SERIES_H

#include "base/file.h"
#include "core/archive.h"
#include "measure/measures.h"
#include "measure/packing.h"

typedef struct rp_series {
    rp_appender file;
    int open;
    int region_count;
    const rp_region *region; /* not owned */
    rp_bulk *bulk;           /* owned, one a region */
    /* since the last row; impulsive methods only */
    size_t number_count;
    double
        *number; /* owned: time of the last row, walls' impulses then, transfer of the whole and of the regions since */
} rp_series;

/* Makes ready, without a file. */
rp_status rp_series_init(rp_series *s, const rp_world *world, const rp_method *method, const rp_region *region,
                         int region_count, rp_error *err);
rp_status rp_series_open(rp_series *s, const char *path, const rp_world *world, const rp_method *method,
                         int64_t keep_bytes, rp_error *err);
rp_status rp_series_row(rp_series *s, const rp_world *world, const rp_method *method, const rp_contact_list *contacts,
                        const rp_measures *m, rp_error *err);
void rp_series_collision(rp_series *s, const rp_world *world, rp_vec x, rp_vec branch, rp_vec impulse);
rp_status rp_series_save(const rp_series *s, rp_archive *archive, rp_error *err);
rp_status rp_series_load(rp_series *s, const rp_archive *archive, rp_error *err);
void rp_series_close(rp_series *s);

#endif
