/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two passes over the 15 axes.  The first takes the exact signs of all radii at the root, and makes the polynomial of
 * the root a divisor of all planes that vanish there: if several do, their common divisor.  The second narrows the
 * interval until the planes that do not vanish are negative on all of it.
 */

#include "numeric/arithmetic.h"

#include "certificate/meeting.h"

#include "exact/exact_divisor.h"

/* The signs along all axes. */
typedef struct meeting {
  bms_axis_signs signs[BMS_AXES];
  bool vanishes[BMS_AXES][2]; /* by side: - and + */
} meeting;

/* The upper bound of the gap along an axis that the signs and a side give. */
static bms_exact_polynomial bound_of(bms_exact_scene *scene, const bms_axis_signs *signs, int side) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, signs->axis);
  int sign[BMS_EXACT_TERMS] = {side};
  for (int i = 1; i < gap->terms; i++) sign[i] = signs->half_edge[gap->half_edge[i]];
  return bms_exact_plane(&scene->scratch, gap, sign);
}

/* Makes the polynomial of a root a divisor of f, which vanishes at it. */
static void divide_out(bms_exact_scene *scene, const bms_exact_polynomial *f, bms_exact_root *root) {
  bms_exact_polynomial common, rest;
  if (f->degree < 0) return;
  int degree = bms_exact_common_divisor(&scene->scratch, &root->p, f, &common, &rest);
  if (degree > 0 && degree < root->p.degree) root->p = common;
}

static void look_along(bms_exact_scene *scene, int axis, bms_exact_root *root, meeting *found) {
  found->signs[axis] = bms_exact_scene_look(scene, axis, root).signs;
  bms_exact_root_keep(&scene->scratch, 0, root);
  for (int side = -1; side <= 1 && !bms_exact_scene_exhausted(scene); side += 2) {
    bms_exact_polynomial bound = bound_of(scene, &found->signs[axis], side);
    found->vanishes[axis][side > 0] = bms_exact_sign_at_root(&scene->scratch, &bound, root) == 0;
    if (found->vanishes[axis][side > 0] && !root->exact) divide_out(scene, &bound, root);
    bms_exact_root_keep(&scene->scratch, 0, root);
  }
}

/* Narrows the interval of the root until a polynomial that is negative at it is so on all of it. */
static void narrow(bms_exact_scene *scene, const bms_exact_polynomial *f, bms_exact_root *root) {
  bms_exact_arena *arena = &scene->scratch;
  size_t mark = arena->used;
  while (!root->exact && !bms_exact_scene_exhausted(scene)) {
    bms_exact_polynomial shifted = bms_exact_polynomial_shift(arena, f, root->low);
    bms_exact width = bms_exact_subtract(arena, root->high, root->low);
    if (bms_exact_polynomial_signs(arena, &shifted, width).variations == 0) return;
    bms_exact_root_refine(arena, root);
    bms_exact_root_keep_ends(arena, mark, root);
  }
}

static void narrow_all(bms_exact_scene *scene, const meeting *found, bms_exact_root *root) {
  for (int axis = 0; axis < scene->axes; axis++)
    for (int side = -1; side <= 1; side += 2) {
      if (found->vanishes[axis][side > 0]) continue;
      bms_exact_polynomial bound = bound_of(scene, &found->signs[axis], side);
      narrow(scene, &bound, root);
      bms_exact_root_keep(&scene->scratch, 0, root);
    }
}

static void write_signs(const bms_proof_text *out, const meeting *found, int axes) {
  for (int axis = 0; axis < axes; axis++) {
    char signs[7] = "000000";
    for (int k = 0; k < 6; k++) signs[k] = "-0+"[found->signs[axis].half_edge[k] + 1];
    bms_proof_add(out, axis == 0 ? "{" : ", ");
    bms_proof_add_axis(out, axis);
    bms_proof_add(out, ": \"");
    bms_proof_add(out, signs);
    bms_proof_add(out, "\"");
  }
  bms_proof_add(out, "}");
}

static void write_root(const bms_proof_text *out, const bms_exact_root *root, const meeting *found, int axes) {
  for (int k = 0; k <= root->p.degree; k++) {
    bms_proof_add(out, k == 0 ? "{\"polynomial\": [" : ", ");
    bms_proof_add_number(out, root->p.c[k]);
  }
  bms_proof_add(out, "], \"between\": [");
  bms_proof_add_number(out, root->low);
  bms_proof_add(out, ", ");
  bms_proof_add_number(out, root->high);
  bms_proof_add(out, "], \"signs\": ");
  write_signs(out, found, axes);
  bms_proof_add(out, "}");
}

bool bms_meeting_write(bms_exact_scene *scene, bms_exact_root *event, const bms_proof_text *out) {
  meeting found;
  bms_exact_root_keep(&scene->scratch, 0, event);
  for (int axis = 0; axis < scene->axes && !event->exact && !bms_exact_scene_exhausted(scene); axis++)
    look_along(scene, axis, event, &found);
  if (!event->exact && !bms_exact_scene_exhausted(scene)) narrow_all(scene, &found, event);
  if (bms_exact_scene_exhausted(scene)) return false;
  if (event->exact) {
    bms_proof_add(out, "{\"at\": ");
    bms_proof_add_number(out, event->low);
    bms_proof_add(out, "}");
  } else {
    write_root(out, event, &found, scene->axes);
  }
  return true;
}
