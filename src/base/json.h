/* Writing JSON: strings need escaping, numbers must not be NaN. */
#ifndef RP_BASE_JSON_H
#define RP_BASE_JSON_H

#include "base/file.h"

void rp_json_string(rp_buffer *b, const char *text); /* quoted and escaped */
void rp_json_number(rp_buffer *b, double value);     /* null if not finite */

#endif
