/* Contact dynamics (NSCD): the method's table. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_H
#define RP_METHODS_CONTACT_DYNAMICS_H

#include "methods/method.h"

extern const rp_method rp_contact_dynamics;

#endif
