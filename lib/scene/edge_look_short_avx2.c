/* SPDX-License-Identifier: BSD-3-Clause */

/* A check of few parts on x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "bms_scene.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#define EDGE_LOOK_SHORT
#include "scene/edge_look_inline.h"

bool edge_look_short_avx2(const edge_question *question, edge_level *level, const edge_level *above, int part) {
  return edge_look_in_lanes(question, level, above, part);
}

#include "numeric/avx2_end.h"

#endif
