/* The page of the viewer, which the build makes from web/. Empty: it was built without Node. */
#ifndef RP_VIEW_PAGE_H
#define RP_VIEW_PAGE_H

extern const char rp_page_bytes[]; /* ends with a 0 byte */

#endif
