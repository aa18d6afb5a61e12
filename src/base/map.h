/* From a 64-bit key to a number: open addressing, grows by doubling, keeps no order. */
#ifndef RP_BASE_MAP_H
#define RP_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

#define RP_MAP_NONE UINT32_MAX

typedef struct rp_map {
    uint64_t *key;   /* owned */
    uint32_t *value; /* owned; RP_MAP_NONE: free */
    size_t count, capacity;
} rp_map; /* all zeros: empty */

uint32_t rp_map_find(const rp_map *map, uint64_t key);     /* RP_MAP_NONE: not there */
int rp_map_put(rp_map *map, uint64_t key, uint32_t value); /* a key that is not there; 0: not enough memory */
void rp_map_free(rp_map *map);

#endif
