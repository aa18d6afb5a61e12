/* The list of integrators. A new one is one file with its table, and two lines here. */
#include "methods/soft/integrator.h"
#include <stdio.h>
#include <string.h>

extern const rp_soft_integrator rp_verlet, rp_symplectic_euler, rp_runge_kutta_4, rp_gear_5, rp_gear_3;

static const rp_soft_integrator *const integrators[] = {&rp_verlet, &rp_symplectic_euler, &rp_runge_kutta_4,
                                                        &rp_gear_5, &rp_gear_3,           NULL};

const rp_soft_integrator *const *rp_soft_integrator_list(void) { return integrators; }

const char *rp_soft_integrator_name(int n) { return integrators[n] ? integrators[n]->name : NULL; }

static int count_of(int (*which)(const rp_soft_integrator *))
{
    int count = 0;
    for (const rp_soft_integrator *const *i = integrators; *i; i++) count += which(*i);
    return count;
}

void rp_soft_integrator_names(int (*which)(const rp_soft_integrator *), char *text, size_t size)
{
    const int count = count_of(which);
    int n = 0;
    text[0] = '\0';
    for (const rp_soft_integrator *const *i = integrators; *i; i++) {
        const size_t used = strlen(text);
        if (!which(*i)) continue;
        snprintf(text + used, size - used, "%s%s", n == 0 ? "" : n == count - 1 ? " or " : ", ", (*i)->name);
        n++;
    }
}
