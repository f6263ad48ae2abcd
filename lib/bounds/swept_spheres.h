/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rigid boxes as moving spheres: which of four pairs stay apart, known from these alone, at half the price of a query.
 *
 * The sphere is about the origin of the body's frame, so that it moves as the position does, whatever the rotation.
 */

#ifndef BMS_SWEPT_SPHERES_H
#define BMS_SWEPT_SPHERES_H

#include "bms.h"

/* Two bodies over [t0, t1], times that count from an origin.  The pair is passed over if a is null, or if a motion has
   another origin. */
typedef struct bms_swept_pair {
  const bms_body *a, *b;
  double t0, t1, origin;
} bms_swept_pair;

static inline bms_swept_pair bms_swept_pair_of(const bms_query *query) {
  return (bms_swept_pair){&query->a, &query->b, query->t0, query->t1, query->origin};
}

/* The pairs that are checked side by side. */
enum { BMS_SWEPT_PAIRS = 4 };

/* Returns bit k if the spheres of pair k certainly share no point on its interval, and bms_validate() has certainly no
   objection to it: both bodies are rigid, and their numbers are of tame sizes. */
unsigned bms_swept_spheres_apart(const bms_swept_pair pair[BMS_SWEPT_PAIRS]);

/* The two that it chooses from; the second exists where BMS_FAST_AVX2 is 1, for processors that have it. */
unsigned bms_swept_spheres_apart_anywhere(const bms_swept_pair pair[BMS_SWEPT_PAIRS]);
unsigned bms_swept_spheres_apart_avx2(const bms_swept_pair pair[BMS_SWEPT_PAIRS]);

/* About when the spheres of two rigid boxes meet, for putting pairs in order: nothing is proved.  INFINITY if they seem
   not to on the interval, t0 of other pairs. */
double bms_swept_spheres_meet(const bms_swept_pair *pair);

#endif /* BMS_SWEPT_SPHERES_H */
