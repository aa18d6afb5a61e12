/* Errors in words, the nearest valid name, and messages to a hook. */
#include "repose/status.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

enum { NAME_MAX_LENGTH = 63, LOG_LENGTH = 1024 };

/* Control characters of the input must not reach a terminal, and a cut must not leave half a UTF-8 character. */
static void tidy(char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < 0x20 && text[i] != '\n') || text[i] == 0x7f) text[i] = ' ';
    size_t start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) start--;
    if (start == 0 || (unsigned char)text[start - 1] < 0xc0) return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t want = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (length - start < want) text[start - 1] = '\0';
}

static void print_field(char *field, size_t size, const char *format, va_list arguments)
{
    vsnprintf(field, size, format, arguments);
    tidy(field);
}

static void copy_field(char *field, size_t size, const char *text)
{
    snprintf(field, size, "%s", text ? text : "");
    tidy(field);
}

void rp_error_clear(rp_error *err)
{
    if (!err) return;
    *err = (rp_error){.status = RP_OK, .particle = -1, .time = NAN};
}

rp_status rp_error_set(rp_error *err, rp_status status, const char *format, ...)
{
    if (!err) return status;
    rp_error_clear(err);
    err->status = status;
    va_list arguments;
    va_start(arguments, format);
    print_field(err->what, sizeof err->what, format, arguments);
    va_end(arguments);
    return status;
}

void rp_error_at(rp_error *err, const char *file, int line, int column)
{
    if (!err) return;
    copy_field(err->file, sizeof err->file, file);
    err->line = line;
    err->column = column;
}

void rp_error_key(rp_error *err, const char *key)
{
    if (err) copy_field(err->key, sizeof err->key, key);
}

void rp_error_value(rp_error *err, const char *format, ...)
{
    if (!err) return;
    va_list arguments;
    va_start(arguments, format);
    print_field(err->value, sizeof err->value, format, arguments);
    va_end(arguments);
}

void rp_error_expected(rp_error *err, const char *format, ...)
{
    if (!err) return;
    va_list arguments;
    va_start(arguments, format);
    print_field(err->expected, sizeof err->expected, format, arguments);
    va_end(arguments);
}

/* Letters that people confuse without misspelling count as equal: case, and '-' for '_'. */
static int folded(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    return c == '_' ? '-' : (unsigned char)c;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Edit distance with insertions, deletions, substitutions and transpositions of neighbours (optimal string alignment).
 */
static int edit_distance(const char *a, int length_a, const char *b, int length_b)
{
    int rows[3][NAME_MAX_LENGTH + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (int j = 0; j <= length_b; j++) last[j] = j;
    for (int i = 1; i <= length_a; i++) {
        now[0] = i;
        for (int j = 1; j <= length_b; j++) {
            int same = folded(a[i - 1]) == folded(b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + !same);
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        int *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[length_b];
}

void rp_error_nearest(rp_error *err, const char *name, const char *const *candidates, int count)
{
    if (!err) return;
    err->nearest[0] = '\0';
    size_t length = strlen(name);
    if (length == 0 || length > NAME_MAX_LENGTH) return;
    int best = (int)length + 1;
    for (int i = 0; i < count; i++) {
        size_t other = strlen(candidates[i]);
        if (other == 0 || other > NAME_MAX_LENGTH) continue;
        int distance = edit_distance(name, (int)length, candidates[i], (int)other);
        size_t longer = length > other ? length : other;
        int plausible = (longer + 1) / 3 < 1 ? 1 : (int)(longer + 1) / 3; /* one slip in three letters */
        if (distance > plausible || distance >= (int)longer || distance >= best) continue;
        best = distance;
        copy_field(err->nearest, sizeof err->nearest, candidates[i]);
    }
}

/* Text under construction: `length` is what was wanted, even beyond `size`. */
typedef struct line {
    char *text;
    int size, length;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int room = l->size > l->length ? l->size - l->length : 0;
    int length = vsnprintf(room ? l->text + l->length : NULL, (size_t)room, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    l->length += length;
}

static void add_place(line *l, const rp_error *err)
{
    if (err->file[0]) {
        add(l, "%s:", err->file);
        if (err->line > 0) add(l, "%d:", err->line);
        if (err->line > 0 && err->column > 0) add(l, "%d:", err->column);
        add(l, " ");
    }
    if (err->key[0]) add(l, "%s: ", err->key);
}

static void add_values(line *l, const rp_error *err)
{
    if (err->value[0] && err->expected[0]) add(l, " (got %s, expected %s)", err->value, err->expected);
    else if (err->value[0]) add(l, " (got %s)", err->value);
    else if (err->expected[0]) add(l, " (expected %s)", err->expected);
    if (err->nearest[0]) add(l, "; did you mean '%s'?", err->nearest);
}

static void add_moment(line *l, const rp_error *err)
{
    int timed = !isnan(err->time);
    if (err->particle >= 0 && timed) add(l, " [particle %lld, t = %.9g s]", (long long)err->particle, err->time);
    else if (err->particle >= 0) add(l, " [particle %lld]", (long long)err->particle);
    else if (timed) add(l, " [t = %.9g s]", err->time);
}

int rp_error_text(const rp_error *err, char *text, int size)
{
    line l = {text, size, 0};
    if (size > 0) text[0] = '\0';
    if (!err || err->status == RP_OK) return 0;
    add_place(&l, err);
    add(&l, "%s", err->what);
    add_values(&l, err);
    add_moment(&l, err);
    return l.length;
}

void rp_log(const rp_logger *logger, rp_log_level level, const char *format, ...)
{
    if (!logger->hook) return;
    char message[LOG_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    print_field(message, sizeof message, format, arguments);
    va_end(arguments);
    logger->hook(logger->context, level, message);
}
