/* SPDX-License-Identifier: BSD-3-Clause */

/* Views of contacts and speeds on x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "bms.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "answer/contact_view_avx2.h"
#include "answer/contact_view_inline.h"
#include "answer/precise_speed_inline.h"

/* For the instruction at the end of each see planes/gap_value_avx2.c. */
bool bms_contact_view_of_avx2(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
  bool certain = contact_view_of(a, b, t, view);
  __builtin_ia32_vzeroupper();
  return certain;
}

double bms_approach_of_features_avx2(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                     const bms_contact *contact) {
  double speed = approach_of_features(view, a, b, contact);
  __builtin_ia32_vzeroupper();
  return speed;
}

double bms_approach_at_points_avx2(const bms_contact_view *view, const bms_contact *contact) {
  double speed = approach_at_points(view, contact);
  __builtin_ia32_vzeroupper();
  return speed;
}

#include "numeric/avx2_end.h"

#endif
