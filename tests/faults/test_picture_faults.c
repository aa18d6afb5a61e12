/* Some of the failures of picture_faults.h. */
#define PICTURE_FAULTS_STRIDE 29
#include "faults/picture_faults.h"

int main(void) { return picture_faults(); }
