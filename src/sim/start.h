/* `start: {from: DIR}`. The state of another run's last checkpoint becomes the start of this one: particles with their
 * motion, contacts with their history where the laws are the same, walls of the same name where they stood. Time and
 * totals begin at 0. Materials, groups and walls are matched by name. */
#ifndef RP_SIM_START_H
#define RP_SIM_START_H

#include "core/world.h"
#include "scene/scene.h"

rp_status rp_start_from(rp_world *world, const char *directory, rp_error *err);

#endif
