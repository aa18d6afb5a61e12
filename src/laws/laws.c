/* The registry of repose/law.h: lists that begin with another one's laws, shared objects, and the checks of a table. */
#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "laws/law.h"

enum { LAWS_MAX = 64, OBJECTS_MAX = 16 };

struct rp_laws {
    atomic_int holders;
    rp_laws *base;               /* its laws come first; retained; NULL: the built-in ones */
    const rp_law *law[LAWS_MAX]; /* those that were added */
    int count;
    void *object[OBJECTS_MAX]; /* of dlopen */
    int object_count;
};

/* ---- life ---- */

rp_laws *rp_laws_hold(rp_laws *laws)
{
    if (laws) atomic_fetch_add(&laws->holders, 1);
    return laws;
}

void rp_laws_destroy(rp_laws *laws)
{
    if (!laws || atomic_fetch_sub(&laws->holders, 1) > 1) return;
    for (int n = 0; n < laws->object_count; n++) dlclose(laws->object[n]);
    rp_laws_destroy(laws->base);
    rp_memory_free(laws);
}

rp_status rp_laws_extend(rp_laws *base, rp_laws **laws, rp_error *err)
{
    *laws = rp_memory_alloc(1, sizeof **laws);
    if (!*laws) return rp_memory_error(err, sizeof **laws, "the registry of laws");
    atomic_init(&(*laws)->holders, 1);
    (*laws)->base = rp_laws_hold(base);
    return RP_OK;
}

rp_status rp_laws_create(rp_laws **laws, rp_error *err)
{
    rp_error_clear(err);
    return rp_laws_extend(NULL, laws, err);
}

/* ---- finding ---- */

static int built_in(void)
{
    int count = 0;
    while (rp_law_list(RP_ISA_BASE)[count]) count++;
    return count;
}

int rp_laws_count(const rp_laws *laws) { return laws ? rp_laws_count(laws->base) + laws->count : built_in(); }

const rp_law *rp_laws_get(const rp_laws *laws, int n)
{
    if (!laws) return rp_law_list(RP_ISA_BASE)[n];
    int before = rp_laws_count(laws->base);
    return n < before ? rp_laws_get(laws->base, n) : laws->law[n - before];
}

const rp_law *rp_laws_find(const rp_laws *laws, rp_slot slot, const char *name)
{
    for (int n = 0; n < rp_laws_count(laws); n++) {
        const rp_law *law = rp_laws_get(laws, n);
        if (law->slot == slot && strcmp(law->name, name) == 0) return law;
    }
    return NULL;
}

rp_status rp_laws_choose(const rp_laws *laws, rp_slot slot, const char *name, const rp_law **law, rp_error *err)
{
    const char *names[2 * LAWS_MAX];
    int count = 0;
    *law = rp_laws_find(laws, slot, name);
    if (*law) return RP_OK;
    for (int n = 0; n < rp_laws_count(laws) && count < 2 * LAWS_MAX; n++)
        if (rp_laws_get(laws, n)->slot == slot) names[count++] = rp_laws_get(laws, n)->name;
    rp_error_set(err, RP_INPUT, "unknown %s law '%s'", rp_slot_name(slot), name);
    rp_error_nearest(err, name, names, count);
    return RP_INPUT;
}

/* ---- checks ---- */

/* What is wrong with a parameter; NULL: nothing. */
static const char *param_fault(const rp_param *p)
{
    if (!p->name || !p->name[0] || strlen(p->name) >= RP_NAME) return "has no name, or one that is too long";
    if (strcmp(p->name, "law") == 0) return "is called 'law', which is the key of the law's own name";
    if (!p->unit || !p->meaning) return "has no unit or no meaning";
    if ((unsigned)p->kind > RP_PARAM_CHOICE) return "is of no known kind";
    if (p->kind == RP_PARAM_CHOICE && (!p->choice || !p->choice(0))) return "has no choices";
    if (p->kind == RP_PARAM_NUMBER && !(p->least <= p->most)) return "has an empty range";
    if (p->kind == RP_PARAM_NUMBER && (p->preset < p->least || p->preset > p->most))
        return "has a default outside of its range";
    return NULL;
}

static rp_status check_params(const rp_law *law, rp_error *err)
{
    if (law->param_count < 0 || law->param_count > RP_PARAM_MAX || (law->param_count && !law->param))
        return rp_error_set(err, RP_INPUT, "the law '%s' has %d parameters; a law has a table of at most %d", law->name,
                            law->param_count, RP_PARAM_MAX);
    for (int n = 0; n < law->param_count; n++) {
        const char *fault = param_fault(&law->param[n]);
        for (int k = 0; k < n && !fault; k++)
            if (strcmp(law->param[k].name, law->param[n].name) == 0) fault = "has the name of another one";
        if (fault)
            return rp_error_set(err, RP_INPUT, "parameter %d of the law '%s' (%.63s) %s", n + 1, law->name,
                                law->param[n].name ? law->param[n].name : "?", fault);
    }
    return RP_OK;
}

/* What the table lacks, or has too much; NULL: nothing. */
static const char *fault_of(const rp_law *law)
{
    if (!law->summary || !law->equation) return "has no summary or no equation";
    if (!law->prepare || !law->eval) return "has no function prepare or eval";
    if (law->slot == RP_NORMAL && (!law->contact_time || !law->max_overlap))
        return "is a normal law without contact_time or max_overlap";
    if (law->history < 0 || law->history > RP_HISTORY_MAX) return "has a history beyond RP_HISTORY_MAX numbers";
    if (law->history > 0 && (!law->history_name || !law->history_name[0])) return "has a history without names";
    if (law->spring && (law->history < 3 || law->slot < RP_TANGENTIAL))
        return "has a spring that is not in three numbers of a tangential or rolling history";
    if (law->hereditary || law->hysteretic) return "has members that only built-in laws have: hereditary, hysteretic";
    return NULL;
}

static rp_status check_abi(const rp_law *law, rp_error *err)
{
    if (law->abi == RP_LAW_ABI) return RP_OK;
    rp_error_set(err, RP_INPUT, "a law was made for version %d of repose/law.h; this program has version %d", law->abi,
                 RP_LAW_ABI);
    rp_error_expected(err, "a law compiled with this version's header and .abi = RP_LAW_ABI");
    return RP_INPUT;
}

static rp_status check(const rp_laws *laws, const rp_law *law, rp_error *err)
{
    rp_status status = check_abi(law, err);
    if (status) return status;
    if ((unsigned)law->slot >= RP_SLOT_COUNT)
        return rp_error_set(err, RP_INPUT, "a law is of slot %d; there are %d", (int)law->slot, RP_SLOT_COUNT);
    if (!law->name || !law->name[0] || strlen(law->name) >= RP_NAME)
        return rp_error_set(err, RP_INPUT, "a %s law has no name, or one of %d letters or more",
                            rp_slot_name(law->slot), RP_NAME);
    if (rp_laws_find(laws, law->slot, law->name))
        return rp_error_set(err, RP_INPUT, "there is a %s law '%s' already", rp_slot_name(law->slot), law->name);
    const char *fault = fault_of(law);
    if (fault) return rp_error_set(err, RP_INPUT, "the law '%s' %s", law->name, fault);
    return check_params(law, err);
}

rp_status rp_laws_add(rp_laws *laws, const rp_law *law, rp_error *err)
{
    rp_error_clear(err);
    rp_status status = check(laws, law, err);
    if (status) return status;
    if (laws->count == LAWS_MAX) return rp_error_set(err, RP_INPUT, "a registry takes at most %d added laws", LAWS_MAX);
    laws->law[laws->count++] = law;
    return RP_OK;
}

/* ---- shared objects ---- */

static rp_status add_all(rp_laws *laws, const rp_law *const *list, const char *path, rp_error *err)
{
    const int before = laws->count;
    rp_status status = list && *list ? RP_OK : rp_error_set(err, RP_INPUT, "'%.160s' exports no laws", path);
    for (int n = 0; !status && list[n]; n++) status = rp_laws_add(laws, list[n], err);
    if (status) laws->count = before;
    return status;
}

static rp_status read_object(rp_laws *laws, void *object, const char *path, rp_error *err)
{
    const rp_law *const *(*list)(void);
    void *symbol = dlsym(object, "rp_laws_export");
    if (!symbol) {
        rp_error_set(err, RP_INPUT, "'%.160s' is no object with laws: it has no function rp_laws_export", path);
        rp_error_expected(err, "const rp_law *const *rp_laws_export(void), as in examples/c/power_law.c");
        return RP_INPUT;
    }
    memcpy(&list, &symbol, sizeof list); /* ISO C has no conversion from object to function pointers */
    return add_all(laws, list(), path, err);
}

rp_status rp_laws_load(rp_laws *laws, const char *path, rp_error *err)
{
    char plain[1024];
    rp_error_clear(err);
    if (!path) return rp_error_set(err, RP_INPUT, "there is no shared object to load");
    if (laws->object_count == OBJECTS_MAX)
        return rp_error_set(err, RP_INPUT, "a registry takes at most %d shared objects", OBJECTS_MAX);
    /* without a slash dlopen would search the system's directories */
    snprintf(plain, sizeof plain, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *object = dlopen(plain, RTLD_NOW | RTLD_LOCAL);
    if (!object) return rp_error_set(err, RP_INPUT, "the shared object cannot be loaded: %.300s", dlerror());
    rp_status status = read_object(laws, object, path, err);
    if (status) dlclose(object);
    else laws->object[laws->object_count++] = object;
    return status;
}
