/* See lazy.h. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "base/lazy.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static const char *name_of(const rp_lazy *library)
{
    const char *slash = strrchr(library->path, '/');
    return slash ? slash + 1 : library->path;
}

static rp_status refuse(const rp_lazy *library, const char *reason, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_SYSTEM, "cannot load the library %s: %.300s", name_of(library), reason);
    rp_error_expected(err, "an installed %s of the version that Repose was built with", name_of(library));
    return status;
}

/* As by linking: what the program itself or a library of it has under this name comes first, also for the library that
 * has been loaded. A program that uses HDF5 has its variables, for instance. */
static void *find_symbol(void *object, const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    return found ? found : dlsym(object, name);
}

static rp_status find_symbols(rp_lazy *library, void *object, rp_error *err)
{
    for (size_t n = 0; n < library->count; n++) {
        void *found = find_symbol(object, library->symbol[n].name);
        if (!found) return refuse(library, dlerror(), err);
        memcpy(library->symbol[n].pointer, &found, sizeof found);
    }
    return RP_OK;
}

static rp_status load(rp_lazy *library, rp_error *err)
{
    void *object = dlopen(library->path, RTLD_LAZY | RTLD_LOCAL);
    if (!object) object = dlopen(name_of(library), RTLD_LAZY | RTLD_LOCAL);
    if (!object) return refuse(library, dlerror(), err);
    rp_status status = find_symbols(library, object, err);
    if (status) dlclose(object);
    library->loaded = !status;
    return status;
}

rp_status rp_lazy_load(rp_lazy *library, rp_error *err)
{
    pthread_mutex_lock(&loading);
    rp_status status = library->loaded ? RP_OK : load(library, err);
    pthread_mutex_unlock(&loading);
    return status;
}
