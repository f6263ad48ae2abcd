/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The signs of the terms are those at the end of the piece on their side of the event: between the two no term has a
 * root once the piece is short enough.  A polynomial that vanishes at the event is divided by the event's, as often as
 * it is a multiple; what remains has no root on the piece.
 */

#include "numeric/arithmetic.h"

#include "certificate/crossing_piece.h"

#include "exact/exact_divisor.h"

/* A polynomial over and over divided by the event's, with constants left out. */
static bms_exact_polynomial without_root(bms_exact_scene *scene, const bms_exact_polynomial *f,
                                         const bms_exact_root *event) {
  bms_exact_polynomial rest = *f, divisor, cofactor;
  while (rest.degree >= event->p.degree && !bms_exact_scene_exhausted(scene)) {
    int degree = bms_exact_common_divisor(&scene->scratch, &rest, &event->p, &divisor, &cofactor);
    if (degree < event->p.degree) break;
    rest = cofactor;
  }
  return rest;
}

/* Makes the polynomial of the event a divisor of f, as often as f vanishes there. */
static void divide_out(bms_exact_scene *scene, const bms_exact_polynomial *f, bms_exact_root *event) {
  bms_exact_polynomial rest = *f, common, cofactor;
  while (rest.degree > 0 && bms_exact_sign_at_root(&scene->scratch, &rest, event) == 0) {
    if (bms_exact_scene_exhausted(scene)) return;
    int degree = bms_exact_common_divisor(&scene->scratch, &event->p, &rest, &common, &cofactor);
    if (degree > 0 && degree < event->p.degree) event->p = common;
    rest = without_root(scene, &rest, event);
  }
}

/* Refines the event until f, or what is left of it, has no root on the piece. */
static void narrow(bms_exact_scene *scene, const bms_exact_polynomial *f, bms_exact_root *event) {
  bms_exact_arena *arena = &scene->scratch;
  bms_exact_polynomial rest = without_root(scene, f, event);
  size_t mark = arena->used;
  while (!bms_exact_scene_exhausted(scene)) {
    bms_exact_polynomial shifted = bms_exact_polynomial_shift(arena, &rest, event->low);
    bms_exact_signs signs =
        bms_exact_polynomial_signs(arena, &shifted, bms_exact_subtract(arena, event->high, event->low));
    if (signs.variations == 0 && signs.low != 0 && signs.high != 0) return;
    bms_exact_root_refine(arena, event);
    bms_exact_root_keep_ends(arena, mark, event);
  }
}

/* The signs of the terms at one end of the piece. */
static void signs_at(bms_exact_scene *scene, const bms_exact_gap *gap, bms_exact t, int sign[BMS_EXACT_TERMS]) {
  for (int i = 0; i < BMS_EXACT_TERMS; i++)
    sign[i] = i < gap->terms ? bms_exact_polynomial_sign(&scene->scratch, &gap->term[i], t) : 0;
  if (sign[0] == 0) sign[0] = 1;
}

/* Isolates the event from the other roots of a term, or of the plane that the gap is next to it. */
static void isolate_from(bms_exact_scene *scene, const bms_exact_polynomial *f, bms_exact_root *event) {
  if (f->degree >= 0) divide_out(scene, f, event);
  if (f->degree >= 0) narrow(scene, f, event);
}

/* Isolates the event from the terms along an axis and from the plane of one side, or of both. */
static void isolate_half(bms_exact_scene *scene, int axis, bool before, bool both, bms_exact_root *event) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  int sign[BMS_EXACT_TERMS];
  for (int i = 0; i < gap->terms; i++) {
    isolate_from(scene, &gap->term[i], event);
    bms_exact_root_keep(&scene->scratch, 0, event);
  }
  signs_at(scene, gap, before ? event->low : event->high, sign);
  for (int side = 0; side <= both; side++) {
    if (side > 0) sign[0] = -sign[0];
    bms_exact_polynomial plane = bms_exact_plane(&scene->scratch, gap, sign);
    isolate_from(scene, &plane, event);
    bms_exact_root_keep(&scene->scratch, 0, event);
  }
}

/* A second time, as the polynomial may have lost factors in the first. */
bool bms_crossing_isolate(bms_exact_scene *scene, bms_exact_root *event, int before, int after) {
  bms_exact_root_keep(&scene->scratch, 0, event);
  for (int turn = 0; turn < 2 && !bms_exact_scene_exhausted(scene); turn++) {
    isolate_half(scene, before, true, false, event);
    isolate_half(scene, after, false, false, event);
  }
  return !bms_exact_scene_exhausted(scene);
}

bool bms_crossing_isolate_all(bms_exact_scene *scene, bms_exact_root *event) {
  bms_exact_root_keep(&scene->scratch, 0, event);
  for (int turn = 0; turn < 2; turn++)
    for (int axis = 0; axis < scene->axes && !bms_exact_scene_exhausted(scene); axis++)
      for (int side = 0; side < 2; side++) isolate_half(scene, axis, side == 0, true, event);
  return !bms_exact_scene_exhausted(scene);
}

static void write_half(bms_exact_scene *scene, const char *key, int axis, bms_exact t, const bms_proof_text *out) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  int sign[BMS_EXACT_TERMS];
  char signs[] = "000000";
  signs_at(scene, gap, t, sign);
  for (int i = 1; i < gap->terms; i++) signs[gap->half_edge[i]] = "-0+"[sign[i] + 1];
  bms_proof_add(out, key);
  bms_proof_add_axis(out, axis);
  bms_proof_add(out, sign[0] > 0 ? ", \"side\": \"+\", \"signs\": \"" : ", \"side\": \"-\", \"signs\": \"");
  bms_proof_add(out, signs);
  bms_proof_add(out, "\"}");
}

void bms_crossing_write(bms_exact_scene *scene, const bms_exact_root *event, int before, int after,
                        const bms_proof_text *out, bool first) {
  for (int k = 0; k <= event->p.degree; k++) {
    bms_proof_add(out, k > 0 ? ", " : first ? "{\"root\": [" : ", {\"root\": [");
    bms_proof_add_number(out, event->p.c[k]);
  }
  write_half(scene, "], \"before\": {\"axis\": ", before, event->low, out);
  write_half(scene, ", \"after\": {\"axis\": ", after, event->high, out);
  bms_proof_add(out, ", \"to\": ");
  bms_proof_add_number(out, event->high);
  bms_proof_add(out, "}");
}
