/* Decimal numbers: [-+] digits [. digits] [e [-+] digits], nothing else.
 *
 * strtod alone would take hexadecimal numbers, and a decimal comma where the host program has set such a locale: the
 * syntax is therefore checked here. */
#include "input/number.h"
#include "base/locale.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 256 }; /* characters of a number; more digits than any double needs */

static const char *digits(const char *p)
{
    while (*p >= '0' && *p <= '9') p++;
    return p;
}

/* Where the number that starts at text ends; NULL: none starts there. */
static const char *number_end(const char *text)
{
    const char *p = text + (*text == '-' || *text == '+');
    const char *whole = digits(p), *end = whole;
    if (*whole == '.') end = digits(whole + 1);
    if (end - p - (*whole == '.') <= 0) return NULL;
    if (*end == 'e' || *end == 'E') {
        const char *power = end + 1 + (end[1] == '-' || end[1] == '+');
        if (digits(power) > power) end = digits(power);
    }
    return end;
}

static int names_non_finite(const char *text)
{
    static const char *const names[] = {"nan", ".nan", "inf", ".inf", "infinity"};
    if (*text == '-' || *text == '+') text++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(text, names[i]) == 0) return 1;
    return 0;
}

rp_number_kind rp_number_parse(const char *text, double *value)
{
    *value = NAN;
    if (names_non_finite(text)) return RP_NUMBER_NOT_FINITE;
    const char *end = number_end(text);
    if (!end || strlen(text) > LONGEST) return RP_NUMBER_NONE;
    if (*end) {
        while (*end == ' ') end++;
        return isalpha((unsigned char)*end) || (unsigned char)*end >= 0x80 || *end == '%' ? RP_NUMBER_UNIT
                                                                                          : RP_NUMBER_NONE;
    }
    double number = rp_locale_number(text, NULL);
    if (!isfinite(number)) return RP_NUMBER_NOT_FINITE;
    *value = number;
    return RP_NUMBER_FINITE;
}

int rp_number_whole(const char *text, uint64_t *value)
{
    uint64_t number = 0;
    if (!*text || *digits(text)) return 0;
    for (; *text; text++)
        if (__builtin_mul_overflow(number, 10u, &number)
            || __builtin_add_overflow(number, (uint64_t)(*text - '0'), &number))
            return 0;
    *value = number;
    return 1;
}
