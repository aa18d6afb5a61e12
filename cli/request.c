/* Requests and messages of pages; see request.h. */
#include "request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- who may ---- */

/* Takes the same time wherever the first difference is. */
static int same_token(const char *given, const char *token)
{
    const size_t length = strlen(given);
    unsigned difference = length != RP_REQUEST_TOKEN - 1;
    char padded[RP_REQUEST_TOKEN] = {0};
    memcpy(padded, given, length < RP_REQUEST_TOKEN ? length : RP_REQUEST_TOKEN - 1);
    for (int n = 0; n < RP_REQUEST_TOKEN - 1; n++) difference |= (unsigned char)(padded[n] ^ token[n]);
    return difference == 0;
}

static int host_is_ours(const rp_request_rules *r, const char *host)
{
    for (int n = 0; host && n < RP_REQUEST_HOSTS; n++)
        if (r->host[n][0] && strcasecmp(host, r->host[n]) == 0) return 1;
    return 0;
}

/* A page of another site may send requests here: its browser says where the page is from. */
static int origin_is_ours(const rp_request_rules *r, const rp_request *q)
{
    if (q->site && strcmp(q->site, "same-origin") != 0 && strcmp(q->site, "none") != 0) return 0;
    return !q->origin || (strncmp(q->origin, "http://", 7) == 0 && host_is_ours(r, q->origin + 7));
}

/* ---- variables of the query ---- */

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* name=value between & signs, with %xx decoded. 0: it is not there, has no room, or has a 0 byte. */
static int variable(const char *query, const char *name, char *value, size_t room)
{
    const size_t length = strlen(name);
    size_t size = 0;
    value[0] = 0;
    for (const char *at = query; at; at = strchr(at, '&') ? strchr(at, '&') + 1 : NULL) {
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        for (const char *c = at + length + 1; *c && *c != '&'; c++) {
            const int coded = *c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0;
            const char byte = coded ? (char)(16 * hex(c[1]) + hex(c[2])) : *c;
            if (!byte || size + 1 >= room) return 0;
            value[size++] = byte;
            c += coded ? 2 : 0;
        }
        value[size] = 0;
        return 1;
    }
    return 0;
}

/* From 0 to most - 1; -1: there is none. */
static long whole(const char *text, long most)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return -1;
    const long value = strtol(text, &end, 10);
    return *end || value >= most ? -1 : value;
}

static long number(const char *query, const char *name, long most)
{
    char text[32];
    return variable(query, name, text, sizeof text) ? whole(text, most) : -1;
}

static int token_is_ours(const rp_request_rules *r, const rp_request *q, int in_query)
{
    char given[128] = "";
    if (!r->token[0]) return 1;
    if (in_query) variable(q->query, "token", given, sizeof given);
    else snprintf(given, sizeof given, "%s", q->token ? q->token : "");
    return same_token(given, r->token);
}

/* ---- requests ---- */

static void refuse(rp_requested *out, int code, const char *words, const char *reason)
{
    *out = (rp_requested){.code = code, .words = words, .reason = reason};
}

/* A script cannot give a WebSocket a header: its token stands in the address, as that of the page. */
static rp_request_kind find_kind(const rp_request_rules *r, const char *path)
{
    if (strcmp(path, "/") == 0) return RP_REQUEST_PAGE;
    if (strcmp(path, "/api/session") == 0) return RP_REQUEST_SESSION;
    if (r->runs && strcmp(path, "/api/frame") == 0) return RP_REQUEST_FRAME;
    if (r->runs && strcmp(path, "/api/file") == 0) return RP_REQUEST_FILE;
    return !r->runs && strcmp(path, "/api/live") == 0 ? RP_REQUEST_LIVE : RP_REQUEST_REFUSED;
}

static void read_variables(const rp_request_rules *r, const rp_request *q, rp_requested *out)
{
    out->run = number(q->query, "run", r->runs);
    out->n = number(q->query, "n", 1000000);
    const int named = variable(q->query, "name", out->name, sizeof out->name);
    if (out->kind == RP_REQUEST_FRAME && (out->run < 0 || out->n < 0))
        refuse(out, 400, "Bad Request", "run and n are whole numbers");
    if (out->kind == RP_REQUEST_FILE && (out->run < 0 || !named))
        refuse(out, 400, "Bad Request", "run is a whole number, name that of a file");
}

void rp_request_read(const rp_request_rules *r, const rp_request *q, rp_requested *out)
{
    const int get = q->method && strcmp(q->method, "GET") == 0;
    *out = (rp_requested){.kind = find_kind(r, q->path ? q->path : "")};
    const int page = out->kind == RP_REQUEST_PAGE, live = out->kind == RP_REQUEST_LIVE;
    if (!host_is_ours(r, q->host)) refuse(out, 403, "Forbidden", "wrong host");
    else if ((!origin_is_ours(r, q) && !(page && get && !q->origin)) || (live && !q->origin))
        refuse(out, 403, "Forbidden", "wrong origin");
    else if (!token_is_ours(r, q, page || live)) refuse(out, 403, "Forbidden", "wrong token");
    else if (!get) refuse(out, 405, "Method Not Allowed", "wrong method");
    else if (out->kind == RP_REQUEST_REFUSED) refuse(out, 404, "Not Found", "there is no such page");
    else read_variables(r, q, out);
}

/* ---- messages ---- */

static int read_value(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value);
}

int rp_request_message(const char *text, size_t size, rp_message *m)
{
    char copy[64];
    *m = (rp_message){.number = -1};
    if (size >= sizeof copy || memchr(text, 0, size)) return 0;
    snprintf(copy, sizeof copy, "%.*s", (int)size, text);
    char *first = strchr(copy, ' '), *second = first ? strchr(first + 1, ' ') : NULL;
    if (!first || first - copy >= (long)sizeof m->key) return 0;
    memcpy(m->key, copy, (size_t)(first - copy));
    *first++ = 0;
    if (second) *second++ = 0;
    const int next = strcmp(m->key, "next") == 0, slider = strcmp(m->key, "slider") == 0;
    if (next || slider) m->number = whole(first, 1L << 40);
    if ((next || slider) && m->number < 0) return 0;
    if (slider != (second != NULL)) return 0;
    return next || read_value(slider ? second : first, &m->value);
}
