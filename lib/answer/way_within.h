/* SPDX-License-Identifier: BSD-3-Clause */

/* How far bodies go while t_lower of a contact turns into t_upper. */

#ifndef BMS_WAY_WITHIN_H
#define BMS_WAY_WITHIN_H

#include "answer/approach_speed.h"
#include "bms.h"

/* How fast the gap along a normal may change by the motion of a body: the speeds of its centre (returned apart, they
   may cancel) and of its corners about it. */
double bms_spread_along(const bms_contact_state *body, const double normal[3], double *centre_speed);

/* How far bodies may move along a normal towards each other while t_lower turns into t_upper; a may be NULL, which
   stands still. */
double bms_way_within(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact,
                      const double normal[3]);

/* How far vertices of one body may move along the contact's normal meanwhile, as seen from the other. */
double bms_way_seen_within(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact);

#endif /* BMS_WAY_WITHIN_H */
