/* See json.h. */
#include "base/json.h"
#include <math.h>

void rp_json_string(rp_buffer *b, const char *text)
{
    rp_buffer_print(b, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') rp_buffer_print(b, "\\%c", *c);
        else if (*c < 32) rp_buffer_print(b, "\\u%04x", *c);
        else rp_buffer_append(b, c, 1);
    }
    rp_buffer_print(b, "\"");
}

void rp_json_number(rp_buffer *b, double value)
{
    if (isfinite(value)) rp_buffer_print(b, "%.17g", value);
    else rp_buffer_print(b, "null");
}
