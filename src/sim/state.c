/* See state.h. */
#include "sim/state.h"
#include "base/hash.h"
#include "laws/interaction_state.h"

rp_status rp_state_hash(const rp_world *world, const rp_method *method, char text[33], rp_error *err)
{
    rp_hash h;
    rp_hash_init(&h);
    rp_status status = rp_world_hash_add(world, &h, err);
    rp_interaction_state_hash(world, &h);
    if (!status && method->hash) method->hash(world, &h);
    rp_hash_text(&h, text);
    return status;
}
