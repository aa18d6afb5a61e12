/* The viewer's server; see serve.h. */
#include "serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef REPOSE_CIVETWEB
#include <civetweb.h>
#include <stdatomic.h>
#include <sys/random.h>
#include "live.h"

enum { TOKEN = 33, WAITING_MOST = 5 };
static const double WAIT = 5; /* s: a page asks again after that */

struct rp_server {
    struct mg_context *context;
    const rp_serve_options *o;
    char token[TOKEN];
    char host[3][128]; /* what the header Host may be */
    atomic_int waiting;
};

/* ---- who may ---- */

/* Takes the same time wherever the first difference is. */
static int same_token(const char *given, const char *token)
{
    const size_t length = strlen(given);
    unsigned difference = length != TOKEN - 1;
    char padded[TOKEN] = {0};
    memcpy(padded, given, length < TOKEN ? length : TOKEN - 1);
    for (int n = 0; n < TOKEN - 1; n++) difference |= (unsigned char)(padded[n] ^ token[n]);
    return difference == 0;
}

static int host_is_ours(const rp_server *s, const char *host)
{
    for (int n = 0; host && n < 3; n++)
        if (s->host[n][0] && strcasecmp(host, s->host[n]) == 0) return 1;
    return 0;
}

/* A page of another site may send requests here: its browser says where the page is from. */
static int origin_is_ours(const rp_server *s, struct mg_connection *c)
{
    const char *origin = mg_get_header(c, "Origin"), *site = mg_get_header(c, "Sec-Fetch-Site");
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) return 0;
    return !origin || (strncmp(origin, "http://", 7) == 0 && host_is_ours(s, origin + 7));
}

static int variable(struct mg_connection *c, const char *name, char *value, size_t room)
{
    const char *query = mg_get_request_info(c)->query_string;
    value[0] = 0;
    return query && mg_get_var(query, strlen(query), name, value, room) >= 0;
}

static int token_is_ours(const rp_server *s, struct mg_connection *c, int in_query)
{
    char given[128] = "";
    const char *header = mg_get_header(c, "X-Repose-Token");
    if (s->o->no_token) return 1;
    if (in_query) variable(c, "token", given, sizeof given);
    else if (header) snprintf(given, sizeof given, "%s", header);
    return same_token(given, s->token);
}

/* ---- answers ---- */

static int answer(struct mg_connection *c, int code, const char *words, const char *type, const char *more,
                  const void *data, size_t size)
{
    mg_printf(c,
              "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
              "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\n%s\r\n",
              code, words, type, size, more);
    if (size) mg_write(c, data, size);
    return code;
}

static int refuse(struct mg_connection *c, int code, const char *words, const char *reason)
{
    return answer(c, code, words, "text/plain; charset=utf-8", "", reason, strlen(reason));
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
    const int code = answer(c, 200, "OK", type, "", data->bytes, data->size);
    rp_view_data_free(data);
    return code;
}

/* ---- what there is ---- */

static int get_session(rp_server *s, struct mg_connection *c)
{
    rp_view_data data = {NULL, 0};
    rp_error err;
    char *text;
    if (!s->o->live)
        return answer_data(c, rp_view_session(s->o->directories, NULL, s->o->count, &data, &err), &data,
                           "application/json", &err);
    if (rp_live_session(s->o->live, &text, &err)) return answer_data(c, RP_SYSTEM, &data, "", &err);
    const int code = answer(c, 200, "OK", "application/json", "", text, strlen(text));
    free(text);
    return code;
}

/* The number in a variable of the query; -1: there is none from 0 to most - 1. */
static long number(struct mg_connection *c, const char *name, long most)
{
    char text[32], *end;
    if (!variable(c, name, text, sizeof text) || text[0] < '0' || text[0] > '9') return -1;
    const long value = strtol(text, &end, 10);
    return *end || value >= most ? -1 : value;
}

static int get_frame(rp_server *s, struct mg_connection *c)
{
    rp_view_data data = {NULL, 0};
    rp_error err;
    const long run = number(c, "run", s->o->count), n = number(c, "n", 1000000);
    if (run < 0 || n < 0) return refuse(c, 400, "Bad Request", "run and n are whole numbers");
    rp_status status = rp_view_frame(s->o->directories[run], (size_t)n, &data, &err);
    return answer_data(c, status, &data, "application/octet-stream", &err);
}

static int get_file(rp_server *s, struct mg_connection *c)
{
    rp_view_data data = {NULL, 0};
    rp_error err;
    char name[256];
    const long run = number(c, "run", s->o->count);
    if (run < 0 || !variable(c, "name", name, sizeof name))
        return refuse(c, 400, "Bad Request", "run is a whole number, name that of a file");
    rp_status status = rp_view_file(s->o->directories[run], name, &data, &err);
    return answer_data(c, status, &data, "text/plain; charset=utf-8", &err);
}

static int get_live(rp_server *s, struct mg_connection *c)
{
    size_t size;
    char state[4096], more[4200];
    const long after = number(c, "after", 1L << 40);
    if (after < 0) return refuse(c, 400, "Bad Request", "after is a whole number");
    const double wait = atomic_fetch_add(&s->waiting, 1) < WAITING_MOST ? WAIT : 0;
    void *frame = rp_live_next(s->o->live, (unsigned long)after, wait, &size, state, sizeof state);
    atomic_fetch_sub(&s->waiting, 1);
    if (!frame) return answer(c, 204, "No Content", "text/plain", "", NULL, 0);
    snprintf(more, sizeof more, "X-Repose-Session: %s\r\n", state);
    const int code = answer(c, 200, "OK", "application/octet-stream", more, frame, size);
    free(frame);
    return code;
}

static int post_control(rp_server *s, struct mg_connection *c)
{
    static const char *const keys[] = {"paused", "step", "speed"};
    char value[64], text[1600];
    rp_error err;
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        if (!variable(c, keys[n], value, sizeof value)) continue;
        if (rp_live_control(s->o->live, keys[n], value, &err) == RP_OK)
            return answer(c, 204, "No Content", "text/plain", "", NULL, 0);
        rp_error_text(&err, text, sizeof text);
        return refuse(c, 400, "Bad Request", text);
    }
    return refuse(c, 400, "Bad Request", "expected paused, step or speed");
}

/* ---- requests ---- */

static int handle(struct mg_connection *c, void *data)
{
    rp_server *s = data;
    const struct mg_request_info *r = mg_get_request_info(c);
    const char *path = r->local_uri ? r->local_uri : "";
    const int page = strcmp(path, "/") == 0, get = strcmp(r->request_method, "GET") == 0;
    const int live = s->o->live != NULL, control = live && strcmp(path, "/api/control") == 0;
    if (!host_is_ours(s, mg_get_header(c, "Host"))) return refuse(c, 403, "Forbidden", "wrong host");
    if (!origin_is_ours(s, c) && !(page && get && !mg_get_header(c, "Origin")))
        return refuse(c, 403, "Forbidden", "wrong origin");
    if (!token_is_ours(s, c, page)) return refuse(c, 403, "Forbidden", "wrong token");
    if (control && strcmp(r->request_method, "POST") == 0) return post_control(s, c);
    if (control || !get) return refuse(c, 405, "Method Not Allowed", "wrong method");
    if (page) return answer(c, 200, "OK", "text/html; charset=utf-8", "", rp_view_page(), strlen(rp_view_page()));
    if (strcmp(path, "/api/session") == 0) return get_session(s, c);
    if (!live && strcmp(path, "/api/frame") == 0) return get_frame(s, c);
    if (!live && strcmp(path, "/api/file") == 0) return get_file(s, c);
    if (live && strcmp(path, "/api/live") == 0) return get_live(s, c);
    return refuse(c, 404, "Not Found", "there is no such page");
}

/* ---- life ---- */

static rp_status make_token(rp_server *s, rp_error *err)
{
    unsigned char bits[(TOKEN - 1) / 2];
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return rp_error_set(err, RP_SYSTEM, "the system gives no random numbers for a token");
    for (size_t n = 0; n < sizeof bits; n++) snprintf(s->token + 2 * n, 3, "%02x", bits[n]);
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
                             NULL};
    struct mg_server_port bound[4];
    s->context = mg_start(&callbacks, s, options);
    if (!s->context || mg_get_server_ports(s->context, 4, bound) < 1) {
        rp_error_set(err, RP_SYSTEM, "the viewer cannot listen at %s", place);
        rp_error_expected(err, "--port with one that is free (0: any)");
        return RP_SYSTEM;
    }
    *port = bound[0].port;
    mg_set_request_handler(s->context, "/", handle, s);
    return RP_OK;
}

rp_status rp_serve_start(const rp_serve_options *o, rp_server **server, char url[512], rp_error *err)
{
    rp_server *s = calloc(1, sizeof *s);
    int port = 0;
    *server = NULL;
    if (!s) return rp_error_set(err, RP_SYSTEM, "not enough memory for the viewer's server");
    s->o = o;
    rp_status status = make_token(s, err);
    if (!status) status = listen_at(s, &port, err);
    if (status) {
        rp_serve_stop(s);
        return status;
    }
    snprintf(s->host[0], sizeof s->host[0], "%s:%d", o->host, port);
    snprintf(s->host[1], sizeof s->host[1], "localhost:%d", port);
    snprintf(s->host[2], sizeof s->host[2], "127.0.0.1:%d", port);
    if (o->no_token) snprintf(url, 512, "http://%s/", s->host[0]);
    else snprintf(url, 512, "http://%s/?token=%s", s->host[0], s->token);
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
