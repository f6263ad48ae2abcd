/* SPDX-License-Identifier: BSD-3-Clause */

/* The fast answer for x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "fast/rigid/rigid_fast.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "fast/rigid/rigid_fast_inline.h"

bool bms_rigid_fast_avx2(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
  bool answered = rigid_fast(query, hint, false, begun, contact);
  /* gcc 12 does not see that a part of it leaves upper halves of registers dirty, which makes all that follows twice as
     slow. */
  __builtin_ia32_vzeroupper();
  return answered;
}

bool bms_rigid_fast_time_avx2(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
  bool answered = rigid_fast(query, hint, true, begun, contact);
  __builtin_ia32_vzeroupper();
  return answered;
}

#include "numeric/avx2_end.h"

#endif
