/* See names.h. */
#include "core/names.h"
#include <string.h>
#include "base/memory.h"

rp_status rp_names_save(rp_archive *archive, const char *item, const char *first, size_t stride, size_t count,
                        rp_error *err)
{
    char *names = rp_memory_alloc(count, RP_NAME);
    if (!names) return rp_memory_error(err, count * RP_NAME, "the checkpoint");
    for (size_t n = 0; n < count; n++) strncpy(names + n * RP_NAME, first + n * stride, RP_NAME - 1);
    return rp_archive_put(archive, item, RP_U8, count, RP_NAME, names, 1, err);
}

rp_names rp_names_of(const rp_archive *archive, const char *item)
{
    const rp_item *i = rp_archive_find(archive, item);
    if (!i || i->type != RP_U8 || i->columns != RP_NAME) return (rp_names){NULL, 0};
    rp_names names = {i->data, i->rows};
    for (size_t n = 0; n < names.count; n++)
        if (!memchr(rp_names_at(names, n), 0, RP_NAME)) return (rp_names){NULL, 0};
    return names;
}

int rp_names_find(rp_names names, const char *name)
{
    for (size_t n = 0; n < names.count; n++)
        if (strcmp(rp_names_at(names, n), name) == 0) return (int)n;
    return -1;
}
