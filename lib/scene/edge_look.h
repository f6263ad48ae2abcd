/* SPDX-License-Identifier: BSD-3-Clause */

/* One check of an interval of a move: pairs that are free between its knots, and pairs that overlap at one. */

#ifndef BMS_EDGE_LOOK_H
#define BMS_EDGE_LOOK_H

#include "scene/scene.h"

/* How a question is asked. */
typedef struct edge_question {
  const bms_scene *scene;
  bms_scene_workspace *workspace;
  const bms_move *move;
  double tolerance;
  bool ends_at_overlap; /* one that is found settles the question */
} edge_question;

/* Sets the knots of a level of this number of parts, whose ends are exactly these. */
void edge_level_set(edge_level *level, int parts, double t0, double t1);

/*
 * Checks an interval whose level has its times: the pairs that are open over a part of the level above, and around the
 * movers that ask the tree of obstacles there; all there are if there is no level above.
 *
 * Fills in the level's pairs with the parts that are open, and what has to ask the tree again on each part.  Parts
 * behind one that ends at an overlap may be left out, as the first contact is before them.  Returns true if two shapes
 * overlap at a knot for certain and the question ends there.
 */
bool edge_look(const edge_question *question, edge_level *level, const edge_level *above, int part);

/* For any machine, and for x86-64 processors with AVX2 and FMA. */
bool edge_look_anywhere(const edge_question *question, edge_level *level, const edge_level *above, int part);
bool edge_look_avx2(const edge_question *question, edge_level *level, const edge_level *above, int part);

/* At levels of few parts. */
bool edge_look_short_anywhere(const edge_question *question, edge_level *level, const edge_level *above, int part);
bool edge_look_short_avx2(const edge_question *question, edge_level *level, const edge_level *above, int part);

#endif /* BMS_EDGE_LOOK_H */
