/* A part of the failures of run_faults.h: test_sites.c has one of each kind, test_run_faults_verify.c has them all. */
#define RUN_FAULTS_STRIDE 43
#include "faults/run_faults.h"

int main(void) { return run_faults(); }
