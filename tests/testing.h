/* What every cmocka test includes. */
#ifndef RP_TESTING_H
#define RP_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
