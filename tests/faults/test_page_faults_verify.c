/* All failures of page_faults.h. */
#define PAGE_FAULTS_STRIDE 1
#include "faults/page_faults.h"

int main(void) { return page_faults(); }
