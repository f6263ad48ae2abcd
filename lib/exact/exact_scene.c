/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two bodies and their gaps.
 *
 * 15 axes are enough, also for flat boxes, segments and points and for parallelepipeds, as long as the columns of
 * each body are linearly independent. The boxes are apart iff d lies outside the zonotope Z spanned by the half-edges
 * that are not zero.
 *   - Z of dimension 3: d is outside iff it is beyond a facet.  A facet holds two half-edges that are not parallel;
 *     its normal, their cross product, is a face normal of a or of b or an edge axis.
 *   - Z of dimension 2, in a plane E: if d is not in E the normal of E, again a cross product of two half-edges,
 *     shows it.  If d is in E it is beyond an edge of Z, along the half-edge g, e.g. g || A_1.  Any axis perpendicular
 *     to g but not to E has the same gap there up to a factor.  The two face normals A_1 x A_2 and A_3 x A_1 are
 *     perpendicular to g and not parallel, so one of them is no normal of E.
 *   - Z of dimension 1, along g || A_1: if d is not along g one of those two face normals, which span what is
 *     perpendicular to g, has a non-zero product with d and no radius.  If d is along g and too long the face normal
 *     A_2 x A_3, not perpendicular to g, shows it.
 *   - Z = {0}: the three face normals of a are a basis; d != 0 has a non-zero product with one of them.
 *
 * They also show when d is inside of Z, that is, when the gaps along all axes except zero vectors are negative.
 *   - Z of dimension 3: d is in the interior iff it is strictly within all facets.
 *   - otherwise Z has no interior, and some axis that is no zero vector has no radius, so no negative gap: the normal
 *     of E in dimension 2, the two face normals in dimension 1, all of them in dimension 0.
 * Z moves continuously, so that the times at which d is inside are an open set of the interval.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_scene.h"

#include <stdlib.h>

#include "motion/instant.h"
#include "planes/separation.h"

/* ------------------------------------------------------------------ scenes */

static bms_exact_memory memory_of(bms_exact_arenas *arenas) {
  return (bms_exact_memory){arenas->kept, arenas->scratch, BMS_EXACT_KEPT_LIMBS, BMS_EXACT_SCRATCH_LIMBS};
}

static void start_scene(bms_exact_scene *scene, const bms_exact_memory *memory, const bms_half_space *half_space,
                        int axes) {
  scene->kept = bms_exact_arena_of(memory->kept, memory->kept_limbs);
  scene->scratch = bms_exact_arena_of(memory->scratch, memory->scratch_limbs);
  scene->half_space = half_space;
  scene->axes = axes;
  scene->known = (bms_exact_known){.apart = -1};
  for (int axis = 0; axis < axes; axis++) scene->made[axis] = false;
}

void bms_exact_scene_in(bms_exact_scene *scene, const bms_exact_memory *memory, const bms_body *a, const bms_body *b) {
  start_scene(scene, memory, NULL, BMS_AXES);
  scene->pair.a = bms_exact_body_of(&scene->kept, a);
  scene->pair.b = bms_exact_body_of(&scene->kept, b);
  bms_exact_pair_join(&scene->kept, &scene->pair);
}

void bms_exact_scene_of_boxes(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_body *a, const bms_body *b) {
  bms_exact_memory memory = memory_of(arenas);
  bms_exact_scene_in(scene, &memory, a, b);
}

void bms_exact_scene_at(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_body *a, const bms_body *b,
                        double t) {
  bms_exact_memory memory = memory_of(arenas);
  start_scene(scene, &memory, NULL, BMS_AXES);
  bms_exact time = bms_exact_from_double(&scene->kept, t);
  scene->pair.a = bms_exact_body_at_time(&scene->kept, a, time);
  scene->pair.b = bms_exact_body_at_time(&scene->kept, b, time);
  bms_exact_pair_join(&scene->kept, &scene->pair);
}

void bms_exact_scene_of_half_space(bms_exact_scene *scene, bms_exact_arenas *arenas, const bms_half_space *half_space,
                                   const bms_body *b) {
  bms_exact_memory memory = memory_of(arenas);
  start_scene(scene, &memory, half_space, 1);
  scene->pair.b = bms_exact_body_of(&scene->kept, b);
  scene->pair.a = scene->pair.b; /* not checked */
}

bool bms_exact_scene_exhausted(const bms_exact_scene *scene) {
  return scene->kept.exhausted || scene->scratch.exhausted;
}

/* ------------------------------------------------------------------ gaps */

static void gap_of(bms_exact_arena *arena, const bms_exact_scene *scene, const bms_exact_pair *pair, int axis,
                   bms_exact_gap *gap) {
  if (scene->half_space)
    bms_exact_gap_above(arena, scene->half_space, &pair->b, gap);
  else
    bms_exact_gap_along(arena, pair, axis, gap);
}

static size_t limbs_of(const bms_exact_gap *gap) {
  size_t limbs = 0;
  for (int i = 0; i < gap->terms; i++)
    for (int k = 0; k <= gap->term[i].degree; k++) limbs += (size_t)abs(gap->term[i].c[k].size);
  return limbs;
}

/* Drops all gaps if there is no room for one more: doubles of 1e-300 with others of 1 make long ones. */
static void make_room(bms_exact_scene *scene, const bms_exact_gap *gap) {
  bool first = true;
  for (int axis = 0; axis < scene->axes; axis++) first = first && !scene->made[axis];
  if (first) scene->below_gaps = scene->kept.used;
  if (scene->kept.used + limbs_of(gap) <= scene->kept.capacity) return;
  scene->kept.used = scene->below_gaps;
  for (int axis = 0; axis < scene->axes; axis++) scene->made[axis] = false;
}

const bms_exact_gap *bms_exact_scene_gap(bms_exact_scene *scene, int axis) {
  bms_exact_gap *gap = &scene->gap[axis];
  if (!scene->made[axis]) {
    size_t mark = scene->scratch.used;
    gap_of(&scene->scratch, scene, &scene->pair, axis, gap);
    make_room(scene, gap);
    for (int i = 0; i < gap->terms; i++) gap->term[i] = bms_exact_polynomial_copy(&scene->kept, &gap->term[i]);
    scene->scratch.used = mark;
    scene->made[axis] = true;
  }
  return gap;
}

bms_exact_polynomial bms_exact_plane(bms_exact_arena *arena, const bms_exact_gap *gap,
                                     const int sign[BMS_EXACT_TERMS]) {
  size_t mark = arena->used;
  bms_exact_polynomial plane = gap->term[0];
  if (!gap->directed && sign[0] < 0) plane = bms_exact_polynomial_negate(&plane);
  for (int i = 1; i < gap->terms; i++) {
    if (sign[i] > 0)
      plane = bms_exact_polynomial_subtract(arena, &plane, &gap->term[i]);
    else if (sign[i] < 0)
      plane = bms_exact_polynomial_add(arena, &plane, &gap->term[i]);
  }
  bms_exact_keep(arena, mark, plane.c, plane.degree + 1);
  return plane;
}

bool bms_exact_scene_axis_vanishes(bms_exact_scene *scene, int axis) {
  size_t mark = scene->scratch.used;
  bms_exact_polynomial n[3];
  if (scene->half_space || axis < BMS_AXIS_EDGES) return false;
  bms_exact_axis_vector(&scene->scratch, &scene->pair, axis, n);
  scene->scratch.used = mark;
  return n[0].degree < 0 && n[1].degree < 0 && n[2].degree < 0;
}

/* ------------------------------------------------------------------ at one time */

/* Returns true if an axis is the zero vector at a time.  This is only asked where all terms vanish: n . u = 0 for all
   columns u of both, or those are short of length; so this is rare. */
static bool is_null(bms_exact_scene *scene, const bms_exact_pair *pair, int axis, bms_exact_root *time) {
  bms_exact_polynomial n[3];
  if (scene->half_space || axis < BMS_AXIS_EDGES) return false;
  bms_exact_axis_vector(&scene->scratch, pair, axis, n);
  for (int k = 0; k < 3; k++)
    if (bms_exact_sign_at_root(&scene->scratch, &n[k], time) != 0) return false;
  return true;
}

static bms_axis_signs signs_along(int axis, const bms_exact_gap *gap, const int sign[BMS_EXACT_TERMS]) {
  bms_axis_signs signs = {axis, gap->directed ? 1 : sign[0], {0, 0, 0, 0, 0, 0}};
  for (int i = 1; i < gap->terms; i++) signs.half_edge[gap->half_edge[i]] = sign[i];
  return signs;
}

/* Computes the signs of the terms of a gap, and all of the view but the gap. */
static bms_exact_look look_at_terms(bms_exact_scene *scene, const bms_exact_pair *pair, const bms_exact_gap *gap,
                                    int axis, bms_exact_root *time, int sign[BMS_EXACT_TERMS]) {
  bms_exact_look look = {.gap = 0};
  bool vanish = true;
  size_t mark = scene->scratch.used;
  for (int i = 0; i < gap->terms; i++) {
    sign[i] = bms_exact_sign_at_root(&scene->scratch, &gap->term[i], time);
    vanish = vanish && sign[i] == 0;
    bms_exact_root_keep_ends(&scene->scratch, mark, time);
  }
  look.signs = signs_along(axis, gap, sign);
  look.null = vanish && is_null(scene, pair, axis, time);
  return look;
}

static bms_exact_look look_along(bms_exact_scene *scene, const bms_exact_pair *pair, const bms_exact_gap *gap, int axis,
                                 bms_exact_root *time) {
  int sign[BMS_EXACT_TERMS] = {0};
  bms_exact_look look = look_at_terms(scene, pair, gap, axis, time, sign);
  look.plane = bms_exact_plane(&scene->scratch, gap, sign);
  look.gap = bms_exact_sign_at_root(&scene->scratch, &look.plane, time);
  return look;
}

bms_exact_look bms_exact_scene_look(bms_exact_scene *scene, int axis, bms_exact_root *time) {
  return look_along(scene, &scene->pair, bms_exact_scene_gap(scene, axis), axis, time);
}

bms_exact_look bms_exact_scene_look_at_zero(bms_exact_scene *scene, int axis, bms_exact_root *time) {
  int sign[BMS_EXACT_TERMS] = {0};
  return look_at_terms(scene, &scene->pair, bms_exact_scene_gap(scene, axis), axis, time, sign);
}

unsigned bms_exact_scene_doubtful(bms_exact_scene *scene, bms_exact_root *time, int *apart) {
  unsigned all = (1u << scene->axes) - 1, doubtful = 0;
  double lower, upper;
  *apart = -1;
  if (scene->known.relative == NULL || scene->half_space != NULL) return all;
  bms_exact_root_enclose(&scene->scratch, time, &lower, &upper);
  bms_instant instant;
  bms_axis_side greatest;
  bms_relative_instant(scene->known.relative, lower, &instant);
  bms_instant_extend(scene->known.relative, &instant);
  if (bms_separation_verdict(scene->known.relative, &instant, all, &greatest, &doubtful) == BMS_VERDICT_APART)
    *apart = greatest.axis;
  return doubtful;
}

/* The greatest gap is taken in the units of its polynomial, which for a rigid pair are the same for all faces and
   too small by a sine for edges. */
int bms_exact_scene_greatest(bms_exact_scene *scene, const bms_exact_root *time, unsigned axes, unsigned *touching,
                             bms_axis_signs *signs) {
  size_t mark = scene->scratch.used;
  int best = -1;
  bms_exact greatest = bms_exact_zero();
  bms_exact_pair now = scene->pair;
  now.b = bms_exact_body_at(&scene->scratch, &scene->pair.b, time->low);
  if (!scene->half_space) {
    now.a = bms_exact_body_at(&scene->scratch, &scene->pair.a, time->low);
    bms_exact_pair_join(&scene->scratch, &now);
  }
  *touching = 0;
  size_t inner = scene->scratch.used;
  for (int axis = 0; axis < scene->axes && !bms_exact_scene_exhausted(scene); axis++) {
    bms_exact_gap gap;
    bms_exact_root copy = *time; /* whose ends are moved */
    if (!(axes >> axis & 1)) continue;
    gap_of(&scene->scratch, scene, &now, axis, &gap);
    bms_exact_look look = look_along(scene, &now, &gap, axis, &copy);
    if (look.gap > 0 && bms_exact_compare(look.plane.c[0], greatest) > 0) {
      greatest = look.plane.c[0];
      best = axis;
    }
    if (look.gap == 0 && !look.null) {
      *touching |= 1u << axis;
      signs[axis] = look.signs;
    }
    bms_exact_keep(&scene->scratch, inner, &greatest, 1);
  }
  scene->scratch.used = mark;
  return best;
}
