/* All failures of run_faults.h. */
#define RUN_FAULTS_STRIDE 1
#include "faults/run_faults.h"

int main(void) { return run_faults(); }
