/* See locale.h. */
#include "base/locale.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t c_locale;

static void make(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

locale_t rp_locale_c(void)
{
    pthread_once(&once, make);
    return c_locale;
}

double rp_locale_number(const char *text, char **end)
{
    locale_t host = uselocale(rp_locale_c());
    double value = strtod(text, end);
    uselocale(host);
    return value;
}
