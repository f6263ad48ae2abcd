/* SPDX-License-Identifier: BSD-3-Clause */

/* The whole route, section by section, and the first contact on it, all in doubles. */

#ifndef BMS_ROUTE_WALK_H
#define BMS_ROUTE_WALK_H

#include "bms_sections.h"

/* Walks the route of a query that bms_first_contact() accepts.  Fills in all of the answer but `certified` and
   `agreement`, reports each section (report may be NULL), and returns answer->status; BMS_UNRESOLVED, with no sections,
   if the magnitudes are outside of what bms_relative_prepare() takes. */
bms_status bms_route_walk(const bms_query *query, bms_section_report *report, void *context,
                          bms_sections_answer *answer);

#endif /* BMS_ROUTE_WALK_H */
