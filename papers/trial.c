/* See trial.h. */
#include "trial.h"

rp_status rp_trial_open(const char *text, rp_sim **sim, rp_error *err)
{
    rp_sim_def def = rp_sim_def_default();
    def.text = text;
    def.name = "figure.yaml";
    def.threads = 1; /* figures have few particles */
    return rp_sim_create(&def, sim, err);
}

const double *rp_trial_row(const rp_sim *sim, const char *array, uint32_t id)
{
    rp_array a = rp_sim_array(sim, array);
    return rp_array_row(&a, rp_sim_slot(sim, id));
}

rp_status rp_trial_memory(const char *what, rp_error *err)
{
    return rp_error_set(err, RP_SYSTEM, "not enough memory for %s", what);
}
