/* `output.regions`: parts of space whose fields are columns of the series. */
#ifndef RP_OBSERVE_REGIONS_H
#define RP_OBSERVE_REGIONS_H

#include "observe/observers.h"

/* *region is owned by the caller, also after an error. Names differ from those of walls and groups. */
void rp_regions_read(rp_read *r, const rp_node *list, const rp_observe_scene *scene, rp_region **region, int *count);

#endif
