/* SPDX-License-Identifier: BSD-3-Clause */

/* The answer to a query from the end of its walk. */

#ifndef BMS_CONVEX_ANSWER_H
#define BMS_CONVEX_ANSWER_H

#include "shapes/convex_walk.h"

/* Writes the contact of the two at w->t, the time of the last closest points: features, normal, point and speed. */
void bms_convex_describe(const bms_convex_query *query, const bms_convex_walk *w, bms_convex_contact *contact);

/* Returns when after w->t to look first for a certain contact of two that approach at this speed. */
double bms_convex_ahead(const bms_convex_walk *w, double speed);

/* Writes the answer for two that are apart up to w->t, and no farther as far as doubles decide. */
void bms_convex_conclude(const bms_convex_query *query, bms_convex_walk *w, bms_convex_contact *contact);

#endif /* BMS_CONVEX_ANSWER_H */
