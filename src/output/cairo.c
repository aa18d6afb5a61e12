/* See cairo.h. */
#include "output/cairo.h"
#include "base/lazy.h"

rp_cairo_library rp_cairo;

rp_status rp_cairo_load(rp_error *err)
{
    static const rp_lazy_symbol symbols[] = {
#define ROW(name) {"cairo_" #name, &rp_cairo.name},
        RP_CAIRO_FUNCTIONS(ROW)
#undef ROW
    };
    static rp_lazy library = {RP_CAIRO_PATH, symbols, sizeof symbols / sizeof *symbols, 0};
    return rp_lazy_load(&library, err);
}
