/* What a page asks of the viewer's server, read and checked without a socket: requests of HTTP, and the messages of a
 * page that watches a live simulation. serve.h has the list of both. */
#ifndef RP_REQUEST_H
#define RP_REQUEST_H

#include <stddef.h>

enum { RP_REQUEST_TOKEN = 33, RP_REQUEST_HOSTS = 3, RP_REQUEST_NAME = 256 };

/* Who may, and what there is. */
typedef struct rp_request_rules {
    char token[RP_REQUEST_TOKEN];     /* hexadecimal digits; empty: none is wanted */
    char host[RP_REQUEST_HOSTS][128]; /* what the header Host may be */
    long runs;                        /* number of directories; 0: the simulation is live */
} rp_request_rules;

/* As it came; what is not there is NULL. */
typedef struct rp_request {
    const char *method, *path, *query;
    const char *host, *origin, *site, *token; /* headers; site: Sec-Fetch-Site, token: X-Repose-Token */
} rp_request;

typedef enum rp_request_kind {
    RP_REQUEST_REFUSED,
    RP_REQUEST_PAGE,
    RP_REQUEST_SESSION,
    RP_REQUEST_FRAME,
    RP_REQUEST_FILE,
    RP_REQUEST_LIVE
} rp_request_kind;

typedef struct rp_requested {
    rp_request_kind kind;
    long run, n; /* of a frame or a file */
    char name[RP_REQUEST_NAME];
    int code; /* of what is refused: 403, ... */
    const char *words, *reason;
} rp_requested;

void rp_request_read(const rp_request_rules *rules, const rp_request *request, rp_requested *out);

/* A message of a page that watches: "next SEQ", or KEY and a number, "slider N VALUE". 0: it is none of these. */
typedef struct rp_message {
    char key[16];
    long number;  /* of "next" and "slider" */
    double value; /* of the others, and of "slider" */
} rp_message;

int rp_request_message(const char *text, size_t size, rp_message *message);

#endif
