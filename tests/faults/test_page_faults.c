/* Some of the failures of page_faults.h. */
#define PAGE_FAULTS_STRIDE 31
#include "faults/page_faults.h"

int main(void) { return page_faults(); }
