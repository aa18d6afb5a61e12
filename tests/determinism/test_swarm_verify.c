/* The swarm of test_swarm.c, with thousands of scenes. */
#define SWARM_SCENES 5000
#include "determinism/test_swarm.c"
