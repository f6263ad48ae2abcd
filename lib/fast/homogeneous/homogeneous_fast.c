/* SPDX-License-Identifier: BSD-3-Clause */

/* The fast answer for any machine, and the choice between it and that for AVX2. */

#include "numeric/arithmetic.h"

#include "fast/homogeneous/homogeneous_fast.h"

#include "numeric/compiler.h"
#include "fast/homogeneous/homogeneous_fast_inline.h"

bool bms_homogeneous_fast_anywhere(const bms_query *query, bool time_only, bms_walk_begun *begun,
                                   bms_contact *contact) {
  return homogeneous_fast(query, time_only, begun, contact);
}

bool bms_homogeneous_fast(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_homogeneous_fast_avx2(query, time_only, begun, contact);
#endif
  return bms_homogeneous_fast_anywhere(query, time_only, begun, contact);
}
