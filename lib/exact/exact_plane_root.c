/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The enclosure is narrow, so the chord of the plane's values at both ends meets zero within a few doubles of the root:
 * the signs at those doubles leave next to nothing to halve.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_plane_root.h"

#include <math.h>
#include <stddef.h>

/* Returns a value of the plane, to the digits of a double. */
static double value_at(bms_exact_arena *arena, const bms_exact_polynomial *plane, double t) {
  size_t mark = arena->used;
  bms_exact value = bms_exact_polynomial_value(arena, plane, bms_exact_from_double(arena, t));
  arena->used = mark;
  return bms_exact_round_down(value);
}

/* Returns the plane of a gap with these signs. */
static bms_exact_polynomial plane_of(bms_exact_scene *scene, const bms_axis_signs *signs) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, scene->half_space != NULL ? 0 : signs->axis);
  int sign[BMS_EXACT_TERMS] = {signs->distance};
  for (int i = 1; i < gap->terms; i++) sign[i] = signs->half_edge[gap->half_edge[i]];
  return bms_exact_plane(&scene->scratch, gap, sign);
}

/* Moves the ends of the enclosure, at which the plane has the values v_low > 0 > v_high, to doubles next to the zero of
   the chord, if the root is between those. */
static void close_in(bms_exact_arena *arena, const bms_exact_polynomial *plane, double v_low, double v_high,
                     double *low, double *high) {
  double guess = *low + (*high - *low) * (v_low / (v_low - v_high));
  double before = nextafter(guess, -INFINITY), behind = nextafter(guess, INFINITY);
  if (before > *low && value_at(arena, plane, before) > 0) *low = before;
  if (behind < *high && behind > *low && value_at(arena, plane, behind) < 0) *high = behind;
}

bool bms_exact_plane_root(const bms_query *query, const bms_half_space *half_space, const bms_axis_signs *signs,
                          double low, double high, bms_exact_plane_time *root) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  if (half_space != NULL)
    bms_exact_scene_of_half_space(&scene, &arenas, half_space, &query->b);
  else
    bms_exact_scene_of_boxes(&scene, &arenas, &query->a, &query->b);
  bms_exact_arena *arena = &scene.scratch;
  bms_exact_polynomial plane = plane_of(&scene, signs);
  double v_low = value_at(arena, &plane, low), v_high = value_at(arena, &plane, high);
  if (!(v_low > 0 && v_high < 0)) return false;
  close_in(arena, &plane, v_low, v_high, &low, &high);
  bms_exact_root exact = {false, bms_exact_from_double(arena, low), bms_exact_from_double(arena, high), plane};
  bms_exact_root_enclose(arena, &exact, &root->t_lower, &root->t_upper);
  root->t = bms_exact_root_nearest(arena, &exact, root->t_lower, root->t_upper);
  return !bms_exact_scene_exhausted(&scene);
}

bool bms_exact_compare_planes(bms_exact_planes *planes, const bms_axis_signs *first, const bms_axis_signs *second,
                              double low, double high, int *later) {
  bms_exact_scene *scene = &planes->scene;
  bms_exact_arena *arena = &scene->scratch;
  bms_exact_memory memory = {planes->kept, planes->scratch, BMS_EXACT_PLANES_KEPT, BMS_EXACT_PLANES_SCRATCH};
  if (!planes->made) bms_exact_scene_in(scene, &memory, planes->a, planes->b);
  planes->made = true;
  size_t mark = arena->used;
  bms_exact_polynomial plane = plane_of(scene, first), other = plane_of(scene, second);
  bms_exact_root root = {false, bms_exact_from_double(arena, low), bms_exact_from_double(arena, high), plane};
  *later = bms_exact_sign_at_root(arena, &other, &root);
  arena->used = mark;
  return !bms_exact_scene_exhausted(scene);
}
