/* The viewer's server; see serve.h. */
#include "serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef REPOSE_CIVETWEB
#include <civetweb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/random.h>
#include "live.h"

enum { SOCKETS = 6 };
static const double WAIT = 0.5; /* s: so often a sender sees whether its page is gone */

struct rp_server {
    struct mg_context *context;
    const rp_serve_options *o;
    rp_request_rules rules;
    atomic_int sockets;
};

/* ---- answers ---- */

static int answer(struct mg_connection *c, int code, const char *words, const char *type, const void *data, size_t size)
{
    mg_printf(c,
              "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
              "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\n\r\n",
              code, words, type, size);
    if (size) mg_write(c, data, size);
    return code;
}

static int refuse(struct mg_connection *c, int code, const char *words, const char *reason)
{
    return answer(c, code, words, "text/plain; charset=utf-8", reason, strlen(reason));
}

/* Data of a function that may have failed. */
static int answer_data(struct mg_connection *c, rp_status status, rp_view_data *data, const char *type,
                       const rp_error *err)
{
    char text[1600];
    if (status) {
        rp_error_text(err, text, sizeof text);
        return refuse(c, status == RP_INPUT ? 404 : 500, status == RP_INPUT ? "Not Found" : "Internal Server Error",
                      text);
    }
    const int code = answer(c, 200, "OK", type, data->bytes, data->size);
    rp_view_data_free(data);
    return code;
}

static int get_session(rp_server *s, struct mg_connection *c)
{
    rp_view_data data = {NULL, 0};
    rp_error err;
    char *text;
    if (!s->o->live)
        return answer_data(c, rp_view_session(s->o->directories, NULL, s->o->count, &data, &err), &data,
                           "application/json", &err);
    if (rp_live_session(s->o->live, &text, &err)) return answer_data(c, RP_SYSTEM, &data, "", &err);
    const int code = answer(c, 200, "OK", "application/json", text, strlen(text));
    free(text);
    return code;
}

/* ---- requests ---- */

static void read_request(const rp_server *s, const struct mg_connection *c, rp_requested *out)
{
    const struct mg_request_info *r = mg_get_request_info(c);
    const rp_request q = {.method = r->request_method,
                          .path = r->local_uri,
                          .query = r->query_string,
                          .host = mg_get_header(c, "Host"),
                          .origin = mg_get_header(c, "Origin"),
                          .site = mg_get_header(c, "Sec-Fetch-Site"),
                          .token = mg_get_header(c, "X-Repose-Token")};
    rp_request_read(&s->rules, &q, out);
}

static int handle(struct mg_connection *c, void *context)
{
    rp_server *s = context;
    rp_requested q;
    rp_view_data data = {NULL, 0};
    rp_error err;
    rp_status status;
    read_request(s, c, &q);
    switch (q.kind) {
    case RP_REQUEST_PAGE:
        return answer(c, 200, "OK", "text/html; charset=utf-8", rp_view_page(), strlen(rp_view_page()));
    case RP_REQUEST_SESSION: return get_session(s, c);
    case RP_REQUEST_FRAME:
        status = rp_view_frame(s->o->directories[q.run], (size_t)q.n, &data, &err);
        return answer_data(c, status, &data, "application/octet-stream", &err);
    case RP_REQUEST_FILE:
        status = rp_view_file(s->o->directories[q.run], q.name, &data, &err);
        return answer_data(c, status, &data, "text/plain; charset=utf-8", &err);
    case RP_REQUEST_LIVE: return refuse(c, 426, "Upgrade Required", "a live simulation is seen by WebSocket");
    case RP_REQUEST_REFUSED: break;
    }
    return refuse(c, q.code, q.words, q.reason);
}

/* ---- a page that watches ---- */

/* Frames go out by a thread of the page's own, when the page has said that it is ready for one: so a page that reads
 * slowly holds that thread alone. The connection's own thread reads messages. */
typedef struct watcher {
    rp_server *server;
    struct mg_connection *connection;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long after; /* a frame newer than this one is wanted; -1: none is */
    int closed;
} watcher;

/* Length of the state (u32, little-endian), the state, the frame: the state ends at a multiple of four bytes. */
static int send_frame(watcher *w, const void *frame, size_t size, const char *state)
{
    const size_t length = (strlen(state) + 3) / 4 * 4;
    char *all = malloc(4 + length + size);
    if (!all) return -1;
    for (int n = 0; n < 4; n++) all[n] = (char)(length >> 8 * n & 255);
    memset(all + 4, ' ', length);
    memcpy(all + 4, state, strlen(state));
    memcpy(all + 4 + length, frame, size);
    const int sent = mg_websocket_write(w->connection, MG_WEBSOCKET_OPCODE_BINARY, all, 4 + length + size);
    free(all);
    return sent;
}

/* What the page waits for; -1: it is gone. */
static long wait_for_wish(watcher *w)
{
    pthread_mutex_lock(&w->lock);
    while (w->after < 0 && !w->closed) pthread_cond_wait(&w->changed, &w->lock);
    const long after = w->closed ? -1 : w->after;
    pthread_mutex_unlock(&w->lock);
    return after;
}

static void *send_frames(void *context)
{
    watcher *w = context;
    char state[4096];
    size_t size;
    for (long after; (after = wait_for_wish(w)) >= 0;) {
        void *frame = rp_live_next(w->server->o->live, (unsigned long)after, WAIT, &size, state, sizeof state);
        if (!frame) continue;
        pthread_mutex_lock(&w->lock);
        w->after = -1;
        pthread_mutex_unlock(&w->lock);
        const int sent = send_frame(w, frame, size, state);
        free(frame);
        if (sent <= 0) break;
    }
    return NULL;
}

static int watcher_connect(const struct mg_connection *c, void *context)
{
    rp_server *s = context;
    rp_requested q;
    read_request(s, c, &q);
    if (q.kind != RP_REQUEST_LIVE) return 1;
    if (atomic_fetch_add(&s->sockets, 1) < SOCKETS) return 0;
    atomic_fetch_sub(&s->sockets, 1);
    return 1;
}

static void watcher_ready(struct mg_connection *c, void *context)
{
    watcher *w = calloc(1, sizeof *w);
    mg_set_user_connection_data(c, w);
    if (!w) return;
    *w = (watcher){.server = context, .connection = c, .after = -1};
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->closed = pthread_create(&w->thread, NULL, send_frames, w) ? 2 : 0;
}

static void want(watcher *w, long after)
{
    pthread_mutex_lock(&w->lock);
    w->after = after;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static void complain(struct mg_connection *c, const char *text)
{
    mg_websocket_write(c, MG_WEBSOCKET_OPCODE_TEXT, text, strlen(text));
}

/* 0 ends the connection. */
static int watcher_message(struct mg_connection *c, int bits, char *data, size_t size, void *context)
{
    rp_server *s = context;
    watcher *w = mg_get_user_connection_data(c);
    rp_message m;
    rp_error err;
    char text[1600];
    if (!w || w->closed || (bits & 15) == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
    if ((bits & 15) != MG_WEBSOCKET_OPCODE_TEXT) return 1;
    if (!rp_request_message(data, size, &m)) {
        complain(c, "expected next SEQ, paused 0|1, step N, speed S or slider N VALUE");
    } else if (strcmp(m.key, "next") == 0) {
        want(w, m.number);
    } else if (rp_live_wish(s->o->live, &m, &err)) {
        rp_error_text(&err, text, sizeof text);
        complain(c, text);
    }
    return 1;
}

static void watcher_close(const struct mg_connection *c, void *context)
{
    rp_server *s = context;
    watcher *w = mg_get_user_connection_data(c);
    atomic_fetch_sub(&s->sockets, 1);
    if (!w) return;
    const int running = w->closed != 2;
    pthread_mutex_lock(&w->lock);
    w->closed = 1;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (running) pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* ---- life ---- */

static rp_status make_token(rp_server *s, rp_error *err)
{
    unsigned char bits[(RP_REQUEST_TOKEN - 1) / 2];
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return rp_error_set(err, RP_SYSTEM, "the system gives no random numbers for a token");
    for (size_t n = 0; n < sizeof bits; n++) snprintf(s->rules.token + 2 * n, 3, "%02x", bits[n]);
    return RP_OK;
}

static int silent(const struct mg_connection *c, const char *message)
{
    (void)c;
    (void)message;
    return 1;
}

static rp_status listen_at(rp_server *s, int *port, rp_error *err)
{
    static const struct mg_callbacks callbacks = {.log_message = silent};
    char place[160];
    snprintf(place, sizeof place, "%s:%d", s->o->host, s->o->port);
    const char *options[] = {"listening_ports",
                             place,
                             "num_threads",
                             "12",
                             "request_timeout_ms",
                             "10000",
                             "keep_alive_timeout_ms",
                             "1000",
                             "enable_keep_alive",
                             "yes",
                             "max_request_size",
                             "8192",
                             "connection_queue",
                             "16",
                             "tcp_nodelay",
                             "1",
                             "websocket_timeout_ms",
                             "10000",
                             "enable_websocket_ping_pong",
                             "yes",
                             NULL};
    struct mg_server_port bound[4];
    s->context = mg_start(&callbacks, s, options);
    if (!s->context || mg_get_server_ports(s->context, 4, bound) < 1) {
        rp_error_set(err, RP_SYSTEM, "the viewer cannot listen at %s", place);
        rp_error_expected(err, s->o->port ? "--port with one that is free (0: any)"
                                          : "--host with an address of this machine");
        return RP_SYSTEM;
    }
    *port = bound[0].port;
    mg_set_request_handler(s->context, "/", handle, s);
    if (s->o->live)
        mg_set_websocket_handler(s->context, "/api/live", watcher_connect, watcher_ready, watcher_message,
                                 watcher_close, s);
    return RP_OK;
}

rp_status rp_serve_start(const rp_serve_options *o, rp_server **server, char url[512], rp_error *err)
{
    rp_server *s = calloc(1, sizeof *s);
    int port = 0;
    *server = NULL;
    if (!s) return rp_error_set(err, RP_SYSTEM, "not enough memory for the viewer's server");
    s->o = o;
    s->rules.runs = o->live ? 0 : o->count;
    rp_status status = o->no_token ? RP_OK : make_token(s, err);
    if (!status) status = listen_at(s, &port, err);
    if (status) {
        rp_serve_stop(s);
        return status;
    }
    snprintf(s->rules.host[0], sizeof s->rules.host[0], "%s:%d", o->host, port);
    snprintf(s->rules.host[1], sizeof s->rules.host[1], "localhost:%d", port);
    snprintf(s->rules.host[2], sizeof s->rules.host[2], "127.0.0.1:%d", port);
    if (o->no_token) snprintf(url, 512, "http://%s/", s->rules.host[0]);
    else snprintf(url, 512, "http://%s/?token=%s", s->rules.host[0], s->rules.token);
    *server = s;
    return RP_OK;
}

void rp_serve_stop(rp_server *s)
{
    if (s && s->context) mg_stop(s->context);
    free(s);
}

#else

rp_status rp_serve_start(const rp_serve_options *o, rp_server **server, char url[512], rp_error *err)
{
    (void)o;
    (void)url;
    *server = NULL;
    return rp_error_set(err, RP_INPUT,
                        "this program was built without civetweb (Debian: libcivetweb-dev), which "
                        "serves the viewer; repose report writes a page without it");
}

void rp_serve_stop(rp_server *s) { (void)s; }

#endif
