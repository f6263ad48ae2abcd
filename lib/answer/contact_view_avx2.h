/* SPDX-License-Identifier: BSD-3-Clause */

/* Views of contacts and speeds, as contact_view.h and approach_speed.h have them, on x86-64 processors with AVX2 and
   FMA. */

#ifndef BMS_CONTACT_VIEW_AVX2_H
#define BMS_CONTACT_VIEW_AVX2_H

#include "answer/approach_speed.h"

bool bms_contact_view_of_avx2(const bms_body *a, const bms_body *b, double t, bms_contact_view *view);
double bms_approach_of_features_avx2(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                     const bms_contact *contact);
double bms_approach_at_points_avx2(const bms_contact_view *view, const bms_contact *contact);

#endif /* BMS_CONTACT_VIEW_AVX2_H */
