/* The viewer's server: HTTP on one address, by civetweb, for pages that know its token.
 *
 * Pages get everything by requests of their own; the server sends nothing unasked. So a slow page, or one that has
 * vanished, holds one thread of the server at most, and never the simulation: of a live one the newest frame is kept,
 * and a page that comes late gets that one.
 *
 *     GET  /?token=...               the page
 *     GET  /api/session              what there is to see (rp_view_session)
 *     GET  /api/frame?run=0&n=3      a frame (rp_view_frame)
 *     GET  /api/file?run=0&name=...  a file of a run (rp_view_file)
 *     GET  /api/live?after=SEQ       the newest frame of the live simulation, when it is newer than SEQ; 204 after some
 *                                    seconds without one. Its state is the header X-Repose-Session (JSON)
 *     POST /api/control?KEY=VALUE    what the live simulation is to do: live.h
 *
 * All but the page want the token in the header X-Repose-Token. */
#ifndef RP_SERVE_H
#define RP_SERVE_H

#include "repose/view.h"

struct rp_live;

typedef struct rp_serve_options {
    const char *host; /* address to listen at */
    int port;         /* 0: any that is free */
    int no_token;
    const char *const *directories; /* of runs; or */
    int count;
    struct rp_live *live; /* a simulation; NULL: none */
} rp_serve_options;

typedef struct rp_server rp_server;

/* Begins to listen; url gets the address of the page. The options must live as long as the server. */
rp_status rp_serve_start(const rp_serve_options *o, rp_server **server, char url[512], rp_error *err);
void rp_serve_stop(rp_server *server);

#endif
