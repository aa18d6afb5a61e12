/* Any bytes as requests of pages to the viewer's server (cli/serve.c), of finished runs and of a live simulation. The
 * functions of civetweb that it calls stand here: what a request is comes from the bytes, and what is answered is
 * checked.
 *
 * The first byte: 1 live, 2 the right token, 4 the right host, 8 POST, 16 our origin, 32 a page that watches. Then
 * lines: path, query, headers as "Name: value"; others are messages of a page that watches. With 64 a page watches that
 * has the token, and every line is a message of it: one that begins with ~ is binary, one with ! says good-bye. */
#include <civetweb.h>
#include <stdarg.h>

#include "fuzz.h"
#include "live.h"
#include "repose/run.h"
#include "serve.h"

enum { HEADERS = 16, HEAD = 6000, MESSAGES = 16, WATCHES = 32, TALKS = 64 };

struct mg_connection {
    struct mg_request_info request;
    struct mg_header header[HEADERS];
    int headers;
    char head[HEAD]; /* of the answer */
    size_t head_size, body;
    char *message[MESSAGES];
    int messages;
    void *watcher;
};

/* ---- civetweb ---- */

static mg_request_handler handler;
static void *handler_data;
static struct {
    mg_websocket_connect_handler connect;
    mg_websocket_ready_handler ready;
    mg_websocket_data_handler message;
    mg_websocket_close_handler close;
} socket_of;

struct mg_context *mg_start(const struct mg_callbacks *callbacks, void *user_data, const char **options)
{
    (void)callbacks;
    (void)options;
    return user_data;
}

void mg_stop(struct mg_context *context) { (void)context; }

int mg_get_server_ports(const struct mg_context *context, int size, struct mg_server_port *ports)
{
    (void)context;
    fuzz_check(size > 0);
    ports[0].port = 4321;
    return 1;
}

void mg_set_request_handler(struct mg_context *context, const char *uri, mg_request_handler f, void *data)
{
    (void)context;
    (void)uri;
    handler = f;
    handler_data = data;
}

void mg_set_websocket_handler(struct mg_context *context, const char *uri, mg_websocket_connect_handler connect,
                              mg_websocket_ready_handler ready, mg_websocket_data_handler message,
                              mg_websocket_close_handler close, void *data)
{
    (void)context;
    (void)uri;
    (void)data;
    socket_of.connect = connect;
    socket_of.ready = ready;
    socket_of.message = message;
    socket_of.close = close;
}

void mg_set_user_connection_data(const struct mg_connection *c, void *data)
{
    ((struct mg_connection *)c)->watcher = data;
}

void *mg_get_user_connection_data(const struct mg_connection *c) { return c->watcher; }

int mg_websocket_write(struct mg_connection *c, int kind, const char *data, size_t size)
{
    (void)kind;
    return mg_write(c, data, size);
}

const struct mg_request_info *mg_get_request_info(const struct mg_connection *c) { return &c->request; }

const char *mg_get_header(const struct mg_connection *c, const char *name)
{
    for (int n = 0; n < c->headers; n++)
        if (strcmp(c->header[n].name, name) == 0) return c->header[n].value;
    return NULL;
}

static int digit(char c)
{
    const char *all = "0123456789abcdef", *at = c ? strchr(all, c | 32) : NULL;
    return at ? (int)(at - all) : c >= '0' && c <= '9' ? c - '0' : -1;
}

int mg_get_var(const char *data, size_t size, const char *name, char *to, size_t room)
{
    const size_t length = strlen(name);
    for (const char *at = data, *end = data + size; at < end; at++) {
        const char *stop = memchr(at, '&', (size_t)(end - at));
        if (!stop) stop = end;
        if ((size_t)(stop - at) > length && memcmp(at, name, length) == 0 && at[length] == '=') {
            size_t n = 0;
            for (at += length + 1; at < stop; at++) {
                if (n + 1 >= room) return -2;
                const int coded = *at == '%' && stop - at > 2 && digit(at[1]) >= 0 && digit(at[2]) >= 0;
                to[n++] = (char)(coded ? 16 * digit(at[1]) + digit(at[2]) : *at == '+' ? ' ' : *at);
                at += coded ? 2 : 0;
            }
            to[n] = 0;
            return (int)n;
        }
        at = stop;
    }
    return -1;
}

int mg_printf(struct mg_connection *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(c->head, HEAD, format, args);
    va_end(args);
    fuzz_check(size > 0 && size < HEAD && c->head_size == 0);
    c->head_size = (size_t)size;
    return size;
}

int mg_write(struct mg_connection *c, const void *data, size_t size)
{
    static volatile char last;
    if (size) last = ((const char *)data)[size - 1]; /* all of it is there */
    (void)last;
    c->body += size;
    return (int)size;
}

/* ---- the server ---- */

static char run[PATH_MAX], token[2][33];
static const char *const runs[] = {run};
static rp_server *server[2];
static rp_live *live;
static struct {
    mg_request_handler handle;
    void *data;
} own[2];

static const char scene[] =
    "repose: 1\ntitle: \"a \\x1b[2J\"\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {m: {density: "
    "1000}}\ninteractions: [{between: [m, m], friction: 0.3, restitution: 0.5, normal: {law: linear, stiffness: "
    "1000}}]\n"
    "particles: [{name: g, material: m, radius: 0.005, place: {list: [[0, 0.0049], [0.0099, 0.0049]]}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
    "run: {until: 0.004, step: 2.0e-4}\noutput: {series: {every: 0.001}, frames: {every: 0.002}}\n"
    "view: {sliders: [{friction: [0, 1], between: [m, any]}, {wall: floor, speed: [-1, 1], along: [1, 0]}]}\n";

static void start(int n, rp_serve_options *o)
{
    rp_error err;
    char url[512];
    fuzz_check(rp_serve_start(o, &server[n], url, &err) == RP_OK);
    own[n].handle = handler;
    own[n].data = handler_data;
    snprintf(token[n], sizeof token[n], "%s", strstr(url, "token=") + 6);
}

static void prepare(void)
{
    static rp_serve_options finished = {.host = "127.0.0.1", .directories = runs, .count = 1},
                            going = {.host = "127.0.0.1"};
    static const int never = 0;
    rp_run_options o;
    rp_run_result result;
    rp_sim_def def = rp_sim_def_default();
    rp_error err;
    if (server[0]) return;
    fuzz_write("scene.yaml", scene, sizeof scene - 1);
    strcpy(run, fuzz_path("run"));
    rp_run_options_default(&o);
    o.scene = fuzz_path("scene.yaml");
    o.directory = run;
    o.threads = 1;
    fuzz_check(rp_run(&o, &result, &err) == RP_OK);
    def.scene = fuzz_path("scene.yaml");
    def.threads = 1;
    fuzz_check(rp_live_create(&def, 0, &live, &err) == RP_OK && rp_live_run(live, &never, 1, &err) == RP_OK);
    start(0, &finished);
    going.live = live;
    start(1, &going);
}

/* ---- a request and its answer ---- */

static void add_header(struct mg_connection *c, const char *name, const char *value)
{
    if (c->headers < HEADERS) c->header[c->headers++] = (struct mg_header){name, value};
}

static void read_request(struct mg_connection *c, int flags, char *text)
{
    char *save = NULL, *path = strtok_r(text, "\n", &save), *query = strtok_r(NULL, "\n", &save), *colon;
    c->request.request_method = flags & 8 ? "POST" : "GET";
    c->request.local_uri = path;
    c->request.query_string = query;
    if (flags & 2) add_header(c, "X-Repose-Token", token[flags & 1]);
    if (flags & 4) add_header(c, "Host", "127.0.0.1:4321");
    if (flags & 16) add_header(c, "Origin", "http://127.0.0.1:4321");
    for (char *line; (line = strtok_r(NULL, "\n", &save));) {
        if (!(colon = strstr(line, ": "))) {
            if (c->messages < MESSAGES) c->message[c->messages++] = line;
            continue;
        }
        *colon = 0;
        add_header(c, line, colon + 2);
    }
}

/* A frame newer than the last one would be waited for. */
static int waits(const struct mg_connection *c)
{
    char after[32];
    const char *query = c->request.query_string;
    return query && mg_get_var(query, strlen(query), "after", after, sizeof after) > 0 && atol(after) > 0;
}

/* One head, its length that of the body, and no line that the request has brought in. */
static void check_answer(const struct mg_connection *c, int code, int flags)
{
    int lines = 0;
    char status[32], length[64];
    snprintf(status, sizeof status, "HTTP/1.1 %d ", code);
    snprintf(length, sizeof length, "Content-Length: %zu\r\n", c->body);
    fuzz_check(strncmp(c->head, status, strlen(status)) == 0 && strstr(c->head, length) != NULL);
    for (const char *at = c->head; (at = strstr(at, "\r\n")); at += 2) lines++;
    fuzz_check(strcmp(c->head + c->head_size - 4, "\r\n\r\n") == 0);
    fuzz_check(lines == 9 || (lines == 10 && flags & 1 && strstr(c->head, "X-Repose-Session: {")));
    fuzz_check(code == 200 || code == 204 || code == 400 || code == 403 || code == 404 || code == 405);
}

/* All lines are messages of a page that may watch: with our origin, and the token in its address. */
static void read_messages(struct mg_connection *c, char *text)
{
    static char query[64];
    char *save = NULL;
    snprintf(query, sizeof query, "token=%s", token[1]);
    c->request.query_string = query;
    c->request.request_method = "GET";
    c->request.local_uri = "/api/live";
    add_header(c, "Host", "127.0.0.1:4321");
    add_header(c, "Origin", "http://127.0.0.1:4321");
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        if (c->messages < MESSAGES) c->message[c->messages++] = line;
}

/* A frame newer than the last one would be waited for. */
static int asks_for_more(const char *message)
{
    return strncmp(message, "next", 4) == 0 && strcmp(message, "next 0") != 0;
}

static int kind_of(const char *message)
{
    return *message == '~'   ? MG_WEBSOCKET_OPCODE_BINARY
           : *message == '!' ? MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE
                             : MG_WEBSOCKET_OPCODE_TEXT;
}

/* A page that watches says what it says, and goes. It may watch with the right token alone. Only a good-bye ends the
 * connection from its side. */
static void watch(struct mg_connection *c, int may)
{
    void *data = own[1].data;
    if (socket_of.connect(c, data)) {
        fuzz_check(may != TALKS);
        return;
    }
    fuzz_check(may || (c->request.query_string && strstr(c->request.query_string, "token=")));
    socket_of.ready(c, data);
    for (int n = 0; n < c->messages; n++) {
        const int kind = kind_of(c->message[n]);
        if (asks_for_more(c->message[n])) continue;
        const int goes_on = socket_of.message(c, kind, c->message[n], strlen(c->message[n]), data);
        fuzz_check(goes_on == (kind != MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE));
    }
    socket_of.close(c, data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mg_connection c;
    char text[2000];
    if (size == 0 || size > sizeof text - 1) return 0;
    const int flags = data[0], n = flags & 1;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    prepare();
    memset(&c, 0, sizeof c);
    const int64_t before = rp_memory_bytes();
    if (flags & TALKS) read_messages(&c, text);
    else read_request(&c, flags, text);
    if (n && waits(&c)) return 0;
    if (flags & (WATCHES | TALKS)) {
        watch(&c, flags & TALKS ? TALKS : flags & 2);
        fuzz_check(rp_memory_bytes() == before);
        return 0;
    }
    const int code = own[n].handle(&c, own[n].data);
    check_answer(&c, code, flags);
    fuzz_check(rp_memory_bytes() == before);
    if (!(flags & 2) && code != 403) { /* a token that was guessed: it stands in the request */
        const char *header = mg_get_header(&c, "X-Repose-Token"), *query = c.request.query_string;
        fuzz_check((header && strcmp(header, token[n]) == 0) || (query && strstr(query, "token=") != NULL));
    }
    return 0;
}
