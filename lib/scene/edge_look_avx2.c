/* SPDX-License-Identifier: BSD-3-Clause */

/* A look on x86-64 processors with AVX2 and FMA.  All that knows of lanes is included as compiled for these. */

#include "numeric/arithmetic.h"

#include "bms_scene.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "scene/edge_look_inline.h"

bool edge_look_avx2(const edge_question *question, edge_level *level, const edge_level *above, int part) {
  return edge_look_in_lanes(question, level, above, part);
}

#include "numeric/avx2_end.h"

#endif
