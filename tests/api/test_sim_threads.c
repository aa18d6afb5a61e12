/* Two simulations with different numbers of threads, stepped at the same time in two threads of one process: each has
 * the bits that it has alone, and its messages come to its own hook. */
#include <pthread.h>
#include "sims.h"

typedef struct job {
    int method, threads;
    int messages;
    char hash[33];
    rp_status status;
    rp_error err;
} job;

static void hear(void *context, rp_log_level level, const char *message)
{
    job *j = context;
    j->messages += level == RP_LOG_INFO && strstr(message, "begins") != NULL;
}

static void *work(void *context)
{
    job *j = context;
    char text[2400];
    /* grains enough for several pieces of work */
    const char *const set[] = {"particles.grains.count=1000", "particles.grains.radius=0.0008",
                               j->method == 0 ? "run.step=8e-6" : "run.step=1e-4"};
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    snprintf(text, sizeof text, SIM_BOX, sim_methods[j->method], sim_steps[j->method]);
    def.text = text;
    def.set = set;
    def.set_count = 3;
    def.threads = j->threads;
    def.log = hear;
    def.log_context = j;
    j->status = rp_sim_create(&def, &sim, &j->err);
    if (!j->status) j->status = rp_sim_advance(sim, 0.022, &j->err);
    if (!j->status) j->status = rp_sim_hash(sim, j->hash, &j->err);
    rp_sim_destroy(sim);
    return NULL;
}

static void together(job *a, job *b)
{
    pthread_t first, second;
    assert_int_equal(pthread_create(&first, NULL, work, a), 0);
    assert_int_equal(pthread_create(&second, NULL, work, b), 0);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    sim_ok(a->status, &a->err);
    sim_ok(b->status, &b->err);
}

static void two_at_the_same_time(void **state)
{
    (void)state;
    for (int a = 0; a < SIM_METHODS; a++)
        for (int b = a; b < SIM_METHODS; b++) {
            job alone[2] = {{.method = a, .threads = 1}, {.method = b, .threads = 1}};
            job both[2] = {{.method = a, .threads = 1}, {.method = b, .threads = 3}};
            for (int n = 0; n < 2; n++) {
                work(&alone[n]);
                sim_ok(alone[n].status, &alone[n].err);
            }
            together(&both[0], &both[1]);
            for (int n = 0; n < 2; n++) {
                assert_string_equal(both[n].hash, alone[n].hash);
                assert_int_equal(both[n].messages, 2); /* two stages */
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_at_the_same_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
