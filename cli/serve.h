/* The viewer's server: HTTP and WebSocket on one address, by civetweb, for pages that know its token.
 *
 *     GET  /?token=...               the page
 *     GET  /api/session              what there is to see (rp_view_session)
 *     GET  /api/frame?run=0&n=3      a frame (rp_view_frame)
 *     GET  /api/file?run=0&name=...  a file of a run (rp_view_file)
 *     WS   /api/live?token=...       a live simulation
 *
 * All but those with a token in the address want it in the header X-Repose-Token.
 *
 * A page that watches sends "next SEQ" when it is ready for a frame that is newer than number SEQ, and gets one binary
 * message: length of the state (u32), the state (JSON), the frame. Wishes are "paused 1", "step 3", "speed 0.1",
 * "slider 0 9.81" (live.h); what is wrong is answered in words. The server sends no frame that no page waits for. So a
 * slow page, or one that has vanished, holds two threads of the server at most, and never the simulation: of a live one
 * the newest frame is kept, and a page that comes late gets that one. */
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
