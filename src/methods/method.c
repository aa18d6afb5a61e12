/* The list of methods. A new method is one table and one line here. */
#include "methods/method.h"
#include <string.h>
#include "methods/contact_dynamics/contact_dynamics.h"
#include "methods/event/event.h"
#include "methods/soft/soft.h"

static const rp_method *const methods[] = {&rp_contact_dynamics, &rp_soft, &rp_event_driven, NULL};

const rp_method *const *rp_method_list(void) { return methods; }

const rp_method *rp_method_find(const char *name)
{
    for (const rp_method *const *m = methods; *m; m++)
        if (strcmp((*m)->name, name) == 0) return *m;
    return NULL;
}
