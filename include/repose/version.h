/* The version of the library: the one that a program was compiled with, and the one that it runs with. */
#ifndef REPOSE_VERSION_H
#define REPOSE_VERSION_H

#include "repose/export.h"

#define RP_VERSION_MAJOR 0
#define RP_VERSION_MINOR 2
#define RP_VERSION_PATCH 0
#define RP_VERSION "0.2.0"

RP_BEGIN_DECLARATIONS

/* The version of the library in use, as "0.2.0". */
RP_API const char *rp_version(void);

RP_END_DECLARATIONS

#endif
