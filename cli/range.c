/* See range.h. */
#include "range.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000 };

static rp_status wrong(const char *option, const char *text, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "option %s has the value '%s'", option, text);
    rp_error_expected(err, "a number, a list 1,2,5, or a range from:to:count or from:to:logCOUNT with 0 < from");
    return RP_INPUT;
}

static int room(rp_range *range, int count)
{
    range->value = calloc((size_t)count, sizeof *range->value);
    range->count = range->value ? count : 0;
    return range->value != NULL;
}

static int read_list(rp_range *range, const char *text)
{
    int count = 1;
    char *end;
    for (const char *c = text; *c; c++) count += *c == ',';
    if (count > MOST || !room(range, count)) return 0;
    for (int n = 0; n < count; n++, text = end + 1) {
        range->value[n] = strtod(text, &end);
        if (end == text || !isfinite(range->value[n]) || *end != (n + 1 < count ? ',' : 0)) return 0;
    }
    return 1;
}

static int read_steps(rp_range *range, const char *text)
{
    char *end;
    double from = strtod(text, &end);
    if (end == text || *end != ':') return 0;
    double to = strtod(text = end + 1, &end);
    if (end == text || *end != ':') return 0;
    range->logarithmic = strncmp(end + 1, "log", 3) == 0;
    text = end + 1 + (range->logarithmic ? 3 : 0);
    long count = strtol(text, &end, 10);
    if (end == text || *end || count < 2 || count > MOST || !isfinite(from) || !isfinite(to)) return 0;
    if ((range->logarithmic && !(from > 0 && to > 0)) || !room(range, (int)count)) return 0;
    for (long n = 0; n < count; n++) {
        double q = (double)n / (double)(count - 1);
        range->value[n] = n == count - 1 ? to : range->logarithmic ? from * pow(to / from, q) : from + q * (to - from);
    }
    return 1;
}

rp_status rp_range_read(rp_range *range, const char *option, const char *text, rp_error *err)
{
    *range = (rp_range){0};
    int fine = strchr(text, ':') ? read_steps(range, text) : read_list(range, text);
    if (fine) return RP_OK;
    rp_range_free(range);
    return wrong(option, text, err);
}

void rp_range_free(rp_range *range)
{
    free(range->value);
    *range = (rp_range){0};
}
