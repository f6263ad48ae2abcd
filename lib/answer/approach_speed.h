/* SPDX-License-Identifier: BSD-3-Clause */

/* How fast two bodies approach each other where they touch. */

#ifndef BMS_APPROACH_SPEED_H
#define BMS_APPROACH_SPEED_H

#include "answer/contact_view.h"

/* A body at the time of contact: its pose, and the derivative of it. */
typedef struct bms_contact_state {
  const bms_body *body;
  double pose[3][4], rate[3][4];
} bms_contact_state;

/* The speed along the contact's normal of two rigid bodies where the features of its pair meet, in doubles.  Edges are
   far from parallel. */
double bms_approach_plainly(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact);

/* The speed along the contact's normal of the material points where the features of its pair meet.  Edges are far from
   parallel. */
double bms_approach_of_features(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                const bms_contact *contact);

/* The greatest of the speeds along the contact's normal at its points. */
double bms_approach_at_points(const bms_contact_view *view, const bms_contact *contact);

/* The speed at which a corner (its octant) of a body moves against the normal. */
double bms_approach_of_corner(const bms_contact_state *body, bms_octant octant, const double normal[3]);

#endif /* BMS_APPROACH_SPEED_H */
