/* Messages to the hook of the simulation that they belong to. */
#ifndef RP_BASE_LOG_H
#define RP_BASE_LOG_H

#include "repose/status.h"

typedef struct rp_logger {
    rp_log_hook *hook; /* NULL: messages are dropped */
    void *context;
} rp_logger;

void rp_log(const rp_logger *logger, rp_log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
