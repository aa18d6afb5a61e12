/* See html.h. */
#include "output/html.h"
#include <string.h>
#include "base/memory.h"

void rp_html_begin(rp_buffer *b, const char *title)
{
    rp_buffer_print(b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    rp_html_text(b, title);
    rp_buffer_print(b, "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>\n"
                       "body { font-family: sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }\n"
                       "img { width: 36em; max-width: 100%%; background: #fff; }\n"
                       "table { border-collapse: collapse; font-size: 85%%; }\n"
                       "td, th { border: 1px solid #8888; padding: 0.2em 0.6em; text-align: left; }\n"
                       "@media (prefers-color-scheme: dark) { body { background: #111419; color: #e8eaed; } }\n"
                       "</style></head><body>\n<h1>");
    rp_html_text(b, title);
    rp_buffer_print(b, "</h1>\n");
}

void rp_html_end(rp_buffer *b) { rp_buffer_print(b, "</body></html>\n"); }

void rp_html_text(rp_buffer *b, const char *at)
{
    for (; *at; at++) {
        if (*at == '<') rp_buffer_print(b, "&lt;");
        else if (*at == '&') rp_buffer_print(b, "&amp;");
        else if (*at == '>') rp_buffer_print(b, "&gt;");
        else rp_buffer_append(b, at, 1);
    }
}

rp_status rp_html_picture(rp_buffer *b, const char *path, rp_error *err)
{
    char *data;
    size_t size;
    const char *ending = strrchr(path, '.');
    rp_status status = rp_file_read(path, 0, &data, &size, err);
    if (status) return status;
    rp_buffer_print(b, "<img alt=\"\" src=\"data:image/%s;base64,",
                    ending && strcmp(ending, ".svg") == 0 ? "svg+xml" : "png");
    rp_buffer_base64(b, data, size);
    rp_buffer_print(b, "\">\n");
    rp_memory_free(data);
    return RP_OK;
}

void rp_html_row(rp_buffer *b, int columns, const char *(*cell)(const void *context, int k), const void *context,
                 int head)
{
    rp_buffer_print(b, "<tr>");
    for (int k = 0; k < columns; k++) {
        rp_buffer_print(b, head ? "<th>" : "<td>");
        rp_html_text(b, cell(context, k));
        rp_buffer_print(b, head ? "</th>" : "</td>");
    }
    rp_buffer_print(b, "</tr>\n");
}
