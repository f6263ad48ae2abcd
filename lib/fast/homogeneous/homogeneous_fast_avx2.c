/* SPDX-License-Identifier: BSD-3-Clause */

/* The fast answer for x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "fast/homogeneous/homogeneous_fast.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "fast/homogeneous/homogeneous_fast_inline.h"

bool bms_homogeneous_fast_avx2(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact) {
  return homogeneous_fast(query, time_only, begun, contact);
}

#include "numeric/avx2_end.h"

#endif
