/* The built-in laws, in the order in which they are listed and indexed. A new law is one file and one line here. */
#ifndef RP_LAWS_REGISTRY_H
#define RP_LAWS_REGISTRY_H

#include "laws/law.h"

#define RP_REGISTRY(X)                                                                                                 \
    X(rp_normal_linear)                                                                                                \
    X(rp_normal_hertz)                                                                                                 \
    X(rp_normal_viscoelastic)                                                                                          \
    X(rp_normal_jkr)                                                                                                   \
    X(rp_normal_fractional)                                                                                            \
    X(rp_adhesion_dmt)                                                                                                 \
    X(rp_adhesion_constant)                                                                                            \
    X(rp_tangential_none)                                                                                              \
    X(rp_tangential_coulomb)                                                                                           \
    X(rp_tangential_haff_werner)                                                                                       \
    X(rp_tangential_cundall_strack)                                                                                    \
    X(rp_tangential_mindlin)                                                                                           \
    X(rp_tangential_walton_braun)                                                                                      \
    X(rp_rolling_constant_torque)                                                                                      \
    X(rp_rolling_spring_dashpot)                                                                                       \
    X(rp_rolling_viscoelastic)

/* Ended by NULL; one list per instruction set, made by registry_wide.c. */
extern const rp_law *const rp_registry_base[];
#if RP_ISA_BUILT == 3
extern const rp_law *const rp_registry_avx2[];
extern const rp_law *const rp_registry_avx512[];
#endif

#endif
