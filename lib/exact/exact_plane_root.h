/* SPDX-License-Identifier: BSD-3-Clause */

/* Roots of single planes, without a walk: the doubles next to a contact, the later one of two. */

#ifndef BMS_EXACT_PLANE_ROOT_H
#define BMS_EXACT_PLANE_ROOT_H

#include <stdbool.h>

#include "exact/exact_scene.h"
#include "motion/axis.h"

/* A root, as exact_answer.h has a contact: the largest double <= it, the nearest, the smallest >= it. */
typedef struct bms_exact_plane_time {
  double t_lower, t, t_upper;
} bms_exact_plane_time;

/*
 * Finds the root of the plane with these signs in [low, high], low < high, in which it has one, a simple one, and no
 * term changes its sign.  The query is valid; half_space is NULL, or stands in the place of a.  Returns false if the
 * plane does not fall through zero there, or the arithmetic's capacity does not do.
 */
bool bms_exact_plane_root(const bms_query *query, const bms_half_space *half_space, const bms_axis_signs *signs,
                          double low, double high, bms_exact_plane_time *root);

/* Room for the planes of two boxes with doubles of ordinary magnitudes. */
enum { BMS_EXACT_PLANES_KEPT = 3 * 1024, BMS_EXACT_PLANES_SCRATCH = 4 * 1024 };

/* Two boxes whose planes are compared, made when that is first asked for.  It must stay where it is. */
typedef struct bms_exact_planes {
  const bms_body *a, *b;
  bool made;
  bms_exact_scene scene;
  uint64_t kept[BMS_EXACT_PLANES_KEPT], scratch[BMS_EXACT_PLANES_SCRATCH];
} bms_exact_planes;

/*
 * Compares the times at which two planes with these signs fall through zero, each at its only root in [low, high], a
 * simple one; no term of either changes its sign there.
 *
 * Sets *later to -1 if the first is passed later, to 1 if the second is, to 0 if both are passed at once.  Returns
 * false if the arithmetic's capacity does not do.
 */
bool bms_exact_compare_planes(bms_exact_planes *planes, const bms_axis_signs *first, const bms_axis_signs *second,
                              double low, double high, int *later);

#endif /* BMS_EXACT_PLANE_ROOT_H */
