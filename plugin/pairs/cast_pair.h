/* SPDX-License-Identifier: BSD-3-Clause */

/* The hits of a cast on one geom: first contacts, approaches, to a distance, triangle by triangle; and overlaps. */

#ifndef QMBOX_CAST_PAIR_H
#define QMBOX_CAST_PAIR_H

#include <bms_shapes.h>

#include "moving/moving.h"

/* The contacts that are hits, and the function that gets them. */
typedef struct qmboxCastRule {
  bool approaching, everyTriangle;
  double distance, slack; /* lengths, as in qmboxCast; the slack is not 0 */
  double depth;           /* of contacts that are passed over, where `approaching` */
  void (*hit)(void *data, const qmboxContact *contact);
  void *data;
} qmboxCastRule;

/* Finds the hits of two solvable paths on the part of [t0, t1] where both are known, path1 being the caster's and g1.
   Hands over each contact that is none or invalid as well, once at least. */
void qmboxCastPair(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, const qmboxCastRule *rule);

/* Answers a query, whose nearness is 0, by the rule: approach or first contact, at its distance.  `plane` is a guess of
   one that bounds the depth, or null. */
void qmboxCastQuery(const bms_convex_query *query, const qmboxCastRule *rule, const bms_convex_hint *plane,
                    bms_convex_contact *answer);

/* Finds how deep two solvable paths overlap at t, path1 being a, and by which triangles, -1 for what is no mesh.
   Returns false if they do not, or if the solver cannot take the numbers. */
bool qmboxOverlapOf(const qmboxMoving *path1, const qmboxMoving *path2, double t, bms_convex_overlap *overlap,
                    int side[2]);

#endif /* QMBOX_CAST_PAIR_H */
