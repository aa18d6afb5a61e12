/* Which instruction set the wide kernels use. */
#include "base/wide.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int widest_supported(void)
{
#if RP_ISA_BUILT == 3
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
        return RP_ISA_BASE;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512bw"))
        return RP_ISA_AVX512;
    return RP_ISA_AVX2;
#else
    return RP_ISA_BASE;
#endif
}

const char *rp_isa_name(int isa)
{
    static const char *const names[RP_ISA_COUNT] = {"base", "avx2", "avx512"};
    assert(isa >= 0 && isa < RP_ISA_COUNT);
    return names[isa];
}

/* What REPOSE_ISA wishes for; NULL: nothing. */
static const char *wish_of_environment(void)
{
    const char *wish = getenv("REPOSE_ISA");
    return wish && wish[0] ? wish : NULL;
}

static int isa_named(const char *name, int widest)
{
    for (int isa = 0; isa <= widest; isa++)
        if (strcmp(name, rp_isa_name(isa)) == 0) return isa;
    return -1;
}

int rp_isa_best(void)
{
    const char *wish = wish_of_environment();
    int widest = widest_supported(), wished = wish ? isa_named(wish, widest) : -1;
    return wished < 0 ? widest : wished;
}

const char *rp_isa_refused(void)
{
    const char *wish = wish_of_environment();
    return wish && isa_named(wish, widest_supported()) < 0 ? wish : NULL;
}
