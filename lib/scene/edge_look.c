/* SPDX-License-Identifier: BSD-3-Clause */

/* A look on any machine, and the choice between it and that for AVX2. */

#include "numeric/arithmetic.h"

#include "scene/edge_look.h"

#include "numeric/compiler.h"
#include "scene/edge_look_inline.h"

bool edge_look_anywhere(const edge_question *question, edge_level *level, const edge_level *above, int part) {
  return edge_look_in_lanes(question, level, above, part);
}

bool edge_look(const edge_question *question, edge_level *level, const edge_level *above, int part) {
  bool is_short = level->parts == EDGE_FEW_PARTS;
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return (is_short ? edge_look_short_avx2 : edge_look_avx2)(question, level, above, part);
#endif
  return (is_short ? edge_look_short_anywhere : edge_look_anywhere)(question, level, above, part);
}
