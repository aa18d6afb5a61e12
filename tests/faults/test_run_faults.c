/* A part of the failures of run_faults.h; test_run_faults_verify.c has them all. */
#define RUN_FAULTS_STRIDE 7
#include "faults/run_faults.h"

int main(void) { return run_faults(); }
