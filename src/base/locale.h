/* Numbers are written and read with a decimal point, whatever locale the host program has set. */
#ifndef RP_BASE_LOCALE_H
#define RP_BASE_LOCALE_H

#include <locale.h>

locale_t rp_locale_c(void);                            /* the C locale; lives as long as the process */
double rp_locale_number(const char *text, char **end); /* strtod with a decimal point; end may be NULL */

#endif
