/* Hot kernels are compiled once per instruction set and chosen at run time; all give the same bits.
 *
 * A wide source (the list is in CMakeLists.txt) is compiled with RP_ISA = 0, 1 and 2, and names everything it exports
 * with RP_WIDE, which makes name_base, name_avx2 and name_avx512. A caller declares the three with RP_WIDE_DECLARE and
 * picks by index:
 *
 *     RP_WIDE_DECLARE(void, rp_kernel_forces, (rp_world *world));
 *     static rp_kernel *const forces[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_kernel_forces);
 *     forces[rp_isa_best()](world);
 *
 * RP_ISA_BUILT says how many were built: 3 on x86-64, else 1, where the table repeats the baseline.
 */
#ifndef RP_BASE_WIDE_H
#define RP_BASE_WIDE_H

enum rp_isa { RP_ISA_BASE, RP_ISA_AVX2, RP_ISA_AVX512, RP_ISA_COUNT };

#ifndef RP_ISA_BUILT
#define RP_ISA_BUILT 1
#endif

#ifdef RP_ISA
#if RP_ISA == 0
#define RP_WIDE(name) name##_base
#elif RP_ISA == 1
#define RP_WIDE(name) name##_avx2
#else
#define RP_WIDE(name) name##_avx512
#endif
#endif

#if RP_ISA_BUILT == 3
#define RP_WIDE_DECLARE(type, name, arguments)                                                                         \
    type name##_base arguments;                                                                                        \
    type name##_avx2 arguments;                                                                                        \
    type name##_avx512 arguments
#define RP_WIDE_TABLE(name)                                                                                            \
    {                                                                                                                  \
        name##_base, name##_avx2, name##_avx512                                                                        \
    }
#else
#define RP_WIDE_DECLARE(type, name, arguments) type name##_base arguments
#define RP_WIDE_TABLE(name)                                                                                            \
    {                                                                                                                  \
        name##_base, name##_base, name##_base                                                                          \
    }
#endif

/* The widest set that was built and that this processor has, or the one that the environment variable REPOSE_ISA (base,
 * avx2, avx512) names if the processor has it. */
int rp_isa_best(void);
const char *rp_isa_refused(void); /* REPOSE_ISA, if it names a set that is not available here; else NULL */
const char *rp_isa_name(int isa);

#endif
