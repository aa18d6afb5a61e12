/* Numbers of the moment by name. */
#include <string.h>
#include "base/memory.h"
#include "base/threads.h"
#include "measure/measures.h"
#include "sim/sim.h"

typedef struct measure {
    const char *name, *unit, *meaning;
    size_t offset; /* into rp_measures */
    int count;     /* 1: a size_t, 0: a double */
} measure;

#define NUMBER(name, unit, meaning)                                                                                    \
    {                                                                                                                  \
#name, unit, meaning, offsetof(rp_measures, name), 0                                                           \
    }
#define COUNT(name, meaning)                                                                                           \
    {                                                                                                                  \
#name, "1", meaning, offsetof(rp_measures, name), 1                                                            \
    }

static const measure measures[] = {
    NUMBER(kinetic, "J", "energy of translation of the particles that forces move"),
    NUMBER(rotational, "J", "energy of rotation of the particles that torques turn"),
    NUMBER(walls, "J", "kinetic energy of walls under a load"),
    NUMBER(stored, "J", "energy stored in contacts"),
    NUMBER(budget_error, "J", "energy there minus energy that should be there"),
    NUMBER(turnover, "J", "sum of the absolute terms of the budget: what its error is compared with"),
    COUNT(contacts, "contacts between particles"),
    COUNT(wall_contacts, "contacts with walls"),
    COUNT(sliding, "contacts at Coulomb's bound"),
    NUMBER(coordination, "1", "contacts with other particles per particle"),
    NUMBER(mean_overlap, "m", "mean overlap of all contacts"),
    NUMBER(max_overlap, "m", "largest overlap"),
    NUMBER(max_speed, "m/s", "speed of the fastest particle"),
    NUMBER(unbalanced, "1", "mean net force on free particles over mean contact force; 0 without contacts"),
};
enum { MEASURES = sizeof measures / sizeof *measures };

int rp_sim_measure_info(const rp_sim *sim, int n, const char **name, const char **unit, const char **meaning)
{
    (void)sim;
    if (n < 0 || n >= MEASURES) return 0;
    if (name) *name = measures[n].name;
    if (unit) *unit = measures[n].unit;
    if (meaning) *meaning = measures[n].meaning;
    return 1;
}

static rp_status take(rp_sim *sim, const measure *which, double *value, rp_error *err)
{
    rp_measures m;
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    if (status) return status;
    rp_measures_take(sim->world, &sim->list, &m);
    const char *at = (const char *)&m + which->offset;
    *value = which->count ? (double)*(const size_t *)at : *(const double *)at;
    return RP_OK;
}

static rp_status unknown(const char *name, rp_error *err)
{
    const char *names[MEASURES];
    for (int n = 0; n < MEASURES; n++) names[n] = measures[n].name;
    rp_status status = rp_error_set(err, RP_INPUT, "there is no measure '%s'", name ? name : "(null)");
    if (name) rp_error_nearest(err, name, names, MEASURES);
    return status;
}

rp_status rp_sim_measure(rp_sim *sim, const char *name, double *value, rp_error *err)
{
    const measure *which = NULL;
    for (int n = 0; name && n < MEASURES; n++)
        if (strcmp(measures[n].name, name) == 0) which = &measures[n];
    if (!which) return unknown(name, err);
    int before = rp_threads_swap(sim->threads);
    rp_status status = take(sim, which, value, err);
    rp_threads_set(before);
    return status;
}
