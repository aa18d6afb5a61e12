/* Pages of text, pictures and tables in one HTML file, without any outside reference. */
#ifndef RP_OUTPUT_HTML_H
#define RP_OUTPUT_HTML_H

#include "base/file.h"

void rp_html_begin(rp_buffer *b, const char *title); /* up to the heading */
void rp_html_end(rp_buffer *b);
void rp_html_text(rp_buffer *b, const char *text);
/* A picture, .png or .svg, inside of the page. */
rp_status rp_html_picture(rp_buffer *b, const char *path, rp_error *err);
/* A row of a table; cell(context, k) is its text. head: of names. */
void rp_html_row(rp_buffer *b, int columns, const char *(*cell)(const void *context, int k), const void *context,
                 int head);

#endif
