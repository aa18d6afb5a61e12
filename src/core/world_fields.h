/* The state of a world beside its particles and contacts, as lists of fields. */
#ifndef RP_CORE_WORLD_FIELDS_H
#define RP_CORE_WORLD_FIELDS_H

#include "core/field.h"

const rp_fields *rp_world_fields(void);       /* of an rp_world */
const rp_fields *rp_world_fields_wall(void);  /* of a row of rp_wall: what a stage may change, and state */
const rp_fields *rp_world_fields_group(void); /* of a row of rp_group: the same */

#endif
