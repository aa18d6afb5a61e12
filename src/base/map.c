/* See map.h. */
#include "base/map.h"
#include "base/memory.h"

static size_t place(uint64_t key, size_t capacity)
{
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15u;
    return (size_t)(key >> 20) & (capacity - 1);
}

uint32_t rp_map_find(const rp_map *map, uint64_t key)
{
    if (map->count == 0) return RP_MAP_NONE;
    for (size_t n = place(key, map->capacity); map->value[n] != RP_MAP_NONE; n = (n + 1) & (map->capacity - 1))
        if (map->key[n] == key) return map->value[n];
    return RP_MAP_NONE;
}

static void insert(rp_map *map, uint64_t key, uint32_t value)
{
    size_t n = place(key, map->capacity);
    while (map->value[n] != RP_MAP_NONE) n = (n + 1) & (map->capacity - 1);
    map->key[n] = key;
    map->value[n] = value;
    map->count++;
}

static int grow(rp_map *map)
{
    size_t capacity = map->capacity ? 2 * map->capacity : 64;
    rp_map next = {.key = rp_memory_alloc(capacity, sizeof *next.key),
                   .value = rp_memory_alloc(capacity, sizeof *next.value),
                   .capacity = capacity};
    if (!next.key || !next.value) {
        rp_map_free(&next);
        return 0;
    }
    for (size_t n = 0; n < capacity; n++) next.value[n] = RP_MAP_NONE;
    for (size_t n = 0; n < map->capacity; n++)
        if (map->value[n] != RP_MAP_NONE) insert(&next, map->key[n], map->value[n]);
    rp_map_free(map);
    *map = next;
    return 1;
}

int rp_map_put(rp_map *map, uint64_t key, uint32_t value)
{
    if (2 * (map->count + 1) > map->capacity && !grow(map)) return 0;
    insert(map, key, value);
    return 1;
}

void rp_map_free(rp_map *map)
{
    rp_memory_free(map->key);
    rp_memory_free(map->value);
    *map = (rp_map){0};
}
