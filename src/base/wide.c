/* Which instruction set the wide kernels use. */
#include "base/wide.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

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

int rp_isa_best(void)
{
    int best = widest_supported();
    const char *wish = getenv("REPOSE_ISA");
    if (!wish || !wish[0]) return best;
    for (int isa = 0; isa <= best; isa++)
        if (strcmp(wish, rp_isa_name(isa)) == 0) return isa;
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&warned))
        rp_log(RP_LOG_WARN, "REPOSE_ISA=%s is not available here; using %s", wish, rp_isa_name(best));
    return best;
}
