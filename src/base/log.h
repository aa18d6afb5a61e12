/* Messages to the hook of repose/status.h. */
#ifndef RP_BASE_LOG_H
#define RP_BASE_LOG_H

#include "repose/status.h"

void rp_log(rp_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
