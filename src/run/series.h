/* series.csv: one row a moment, names in the first line, units in the second. */
#ifndef RP_RUN_SERIES_H
#define RP_RUN_SERIES_H

#include "base/file.h"
#include "core/world.h"
#include "measure/measures.h"
#include "measure/packing.h"

typedef struct rp_series { rp_appender file; } rp_series;

rp_status rp_series_open(rp_series *s, const char *path, const rp_world *world, const rp_method *method, int64_t keep_bytes, rp_error *err);
rp_status rp_series_row(rp_series *s, const rp_world *world, const rp_method *method, const rp_measures *m, const rp_packing *p, rp_error *err);

#endif
