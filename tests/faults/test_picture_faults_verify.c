/* All failures of picture_faults.h. */
#define PICTURE_FAULTS_STRIDE 1
#include "faults/picture_faults.h"

int main(void) { return picture_faults(); }
