/* SPDX-License-Identifier: BSD-3-Clause */

/* A check of few parts on any machine. */

#include "numeric/arithmetic.h"

#include "scene/edge_look.h"

#define EDGE_LOOK_SHORT
#include "scene/edge_look_inline.h"

bool edge_look_short_anywhere(const edge_question *question, edge_level *level, const edge_level *above, int part) {
  return edge_look_in_lanes(question, level, above, part);
}
