/* SPDX-License-Identifier: BSD-3-Clause */

/* The fast answer for any machine, and the choice between it and that for AVX2. */

#include "numeric/arithmetic.h"

#include "fast/rigid/rigid_fast.h"

#include "numeric/compiler.h"
#include "fast/rigid/rigid_fast_inline.h"

bool bms_rigid_fast_anywhere(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
  return rigid_fast(query, hint, false, begun, contact);
}

bool bms_rigid_fast_time_anywhere(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
  return rigid_fast(query, hint, true, begun, contact);
}

bool bms_rigid_fast(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_rigid_fast_avx2(query, hint, begun, contact);
#endif
  return bms_rigid_fast_anywhere(query, hint, begun, contact);
}

bool bms_rigid_fast_time(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_rigid_fast_time_avx2(query, hint, begun, contact);
#endif
  return bms_rigid_fast_time_anywhere(query, hint, begun, contact);
}
