/* A picture and a table as one page. */
#include "output/html.h"
#include "repose/view.h"

static const char *cell(const void *cells, int k) { return ((const char *const *)cells)[k]; }

rp_status rp_report_table(const char *title, const char *picture, const char *const *cells, int columns, int rows,
                          const char *path, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_html_begin(&b, title);
    rp_status status = picture ? rp_html_picture(&b, picture, err) : RP_OK;
    rp_buffer_print(&b, "<table>\n");
    for (int n = 0; n < rows; n++) rp_html_row(&b, columns, cell, cells + n * columns, n == 0);
    rp_buffer_print(&b, "</table>\n");
    rp_html_end(&b);
    if (!status) status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, err);
    rp_buffer_free(&b);
    return status;
}
