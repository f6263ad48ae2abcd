/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact walk to the first contact.
 *
 * At a dyadic time s, known to be no later than the first contact, one axis has a positive gap.  The signs of its
 * terms at s make its gap one polynomial, the plane, up to the next event: the first root right of s of the plane or
 * of a term.  No event up to t1: apart for good.  At the event, an algebraic number e, the boxes are apart if that gap
 * is still positive (a term has changed sign) or if another axis has a positive gap; otherwise every gap is <= 0 and
 * e is the first contact.  Where they are apart the walk leaves e: the interval of e is refined until none of the
 * terms of the axis that is positive there, nor its plane, has a root right of e in it.  Its right end, again dyadic,
 * is the next s, and the gap is positive on all of [e, s].
 *
 * It ends.  Each turn passes a root of one of finitely many polynomials: of each of 15 axes the terms, at most 7 of
 * degree <= 10, and the planes, one for each of at most 2^7 choices of signs, of degree <= 10.  So there are at most
 * 15 (7 + 128) 10 = 20250 turns.  (Seen on random queries: 13 at most.)
 *
 * 15 axes are enough, also for flat boxes, segments and points and for parallelepipeds, as long as the columns of
 * each body are linearly independent. The boxes are apart iff d lies outside the zonotope Z spanned by the half-edges
 * that are not zero.
 *   - Z of dimension 3: d is outside iff it is beyond a facet.  A facet holds two half-edges that are not parallel;
 *     its normal, their cross product, is a face normal of a or of b or an edge axis.
 *   - Z of dimension 2, in a plane E: if d is not in E the normal of E, again a cross product of two half-edges,
 *     shows it.  If d is in E it is beyond an edge of Z, along the half-edge g, say g || A_1.  Any axis perpendicular
 *     to g but not to E has the same gap there up to a factor.  The two face normals A_1 x A_2 and A_3 x A_1 are
 *     perpendicular to g and not parallel, so one of them is no normal of E.
 *   - Z of dimension 1, along g || A_1: if d is not along g one of those two face normals, which span what is
 *     perpendicular to g, has a non-zero product with d and no radius.  If d is along g and too long the face normal
 *     A_2 x A_3, not perpendicular to g, shows it.
 *   - Z = {0}: the three face normals of a are a basis; d != 0 has a non-zero product with one of them.
 */

#include "exact_contact.h"

#include "exact_axis.h"
#include "exact_root.h"

/* Limbs in the two arenas; together 176 KiB.  Where the doubles of a query have ordinary magnitudes, a pair with all
   its gaps takes up to about 11 000 limbs of `kept` if one body is rigid and the other is not, half of that for a rigid
   pair; a turn of the walk takes up to 4 000 of `scratch`, 10 000 where the interval lies around t = 10^6. */
enum { KEPT_LIMBS = 28 * 1024, SCRATCH_LIMBS = 16 * 1024 };

/* What the walk is about: 15 axes, or the one of a half-space. */
typedef struct scene {
  bms_exact_arena kept;    /* polynomials that stay */
  bms_exact_arena scratch; /* whatever a turn of the walk makes */
  const bms_half_space *half_space; /* NULL for two boxes */
  bms_exact_pair pair;              /* only b for a half-space */
  int axes;
  bool made[BMS_AXES];
  bms_exact_gap gap[BMS_AXES];
} scene;

static bool exhausted(const scene *s) {
  return s->kept.exhausted || s->scratch.exhausted;
}

static void gap_of(bms_exact_arena *arena, const scene *s, const bms_exact_pair *pair, int axis, bms_exact_gap *gap) {
  if (s->half_space)
    bms_exact_gap_above(arena, s->half_space, &pair->b, gap);
  else
    bms_exact_gap_along(arena, pair, axis, gap);
}

/* The gap along an axis over all times, made when it is first asked for. */
static const bms_exact_gap *gap_along(scene *s, int axis) {
  bms_exact_gap *gap = &s->gap[axis];
  if (!s->made[axis]) {
    size_t mark = s->scratch.used;
    gap_of(&s->scratch, s, &s->pair, axis, gap);
    for (int i = 0; i < gap->terms; i++)
      gap->term[i] = bms_exact_polynomial_copy(&s->kept, &gap->term[i]);
    s->scratch.used = mark;
    s->made[axis] = true;
  }
  return gap;
}

/* The gap where the terms have these signs: one polynomial. */
static bms_exact_polynomial plane_of(bms_exact_arena *arena, const bms_exact_gap *gap,
                                     const int sign[BMS_EXACT_TERMS]) {
  size_t mark = arena->used;
  bms_exact_polynomial plane = gap->term[0];
  if (!gap->directed && sign[0] < 0)
    plane = bms_exact_polynomial_negate(&plane);
  for (int i = 1; i < gap->terms; i++) {
    if (sign[i] > 0)
      plane = bms_exact_polynomial_subtract(arena, &plane, &gap->term[i]);
    else if (sign[i] < 0)
      plane = bms_exact_polynomial_add(arena, &plane, &gap->term[i]);
  }
  bms_exact_keep(arena, mark, plane.c, plane.degree + 1);
  return plane;
}

/* Whether an axis is the zero vector at a time.  Only asked where all terms vanish: n . u = 0 for all columns u of
   both, or those are short of length; so this is rare. */
static bool is_null(scene *s, const bms_exact_pair *pair, int axis, bms_exact_root *time) {
  bms_exact_polynomial n[3];
  if (s->half_space || axis < BMS_AXIS_EDGES)
    return false;
  bms_exact_axis_vector(&s->scratch, pair, axis, n);
  for (int k = 0; k < 3; k++)
    if (bms_exact_sign_at_root(&s->scratch, &n[k], time) != 0)
      return false;
  return true;
}

/* ------------------------------------------------------------------ contact at a time */

static bms_axis_signs signs_along(int axis, const bms_exact_gap *gap, const int sign[BMS_EXACT_TERMS]) {
  bms_axis_signs signs = {axis, gap->directed ? 1 : sign[0], {0, 0, 0, 0, 0, 0}};
  for (int i = 1; i < gap->terms; i++)
    signs.half_edge[gap->half_edge[i]] = sign[i];
  return signs;
}

/* Looks at one axis at a time.  Returns the sign of its gap, -1 for the zero vector, and the gap with the signs of
   that time as *plane. Enters the axis in the answer if the gap is 0. */
static int look_along(scene *s, const bms_exact_pair *pair, const bms_exact_gap *gap, int axis, bms_exact_root *time,
                      bms_exact_polynomial *plane, bms_exact_answer *answer) {
  int sign[BMS_EXACT_TERMS] = {0};
  bool vanish = true;
  for (int i = 0; i < gap->terms; i++) {
    sign[i] = bms_exact_sign_at_root(&s->scratch, &gap->term[i], time);
    vanish = vanish && sign[i] == 0;
  }
  *plane = plane_of(&s->scratch, gap, sign);
  int sign_of_gap = bms_exact_sign_at_root(&s->scratch, plane, time);
  if (sign_of_gap != 0)
    return sign_of_gap;
  if (vanish && is_null(s, pair, axis, time))
    return -1;
  answer->axes |= 1u << axis;
  answer->signs[axis] = signs_along(axis, gap, sign);
  return 0;
}

/* An axis with a positive gap at the dyadic time t; -1, and the axes whose gap is 0 in the answer, if there is none.
   The greatest gap is taken in the units of its polynomial, which for a rigid pair are the same for all faces and
   too small by a sine for edges. */
static int start_axis(scene *s, bms_exact_root *start, bms_exact_answer *answer) {
  size_t mark = s->scratch.used;
  int best = -1;
  bms_exact greatest = bms_exact_zero();
  bms_exact_body a = s->pair.a, b = bms_exact_body_at(&s->scratch, &s->pair.b, start->low);
  bms_exact_pair now = s->pair;
  if (!s->half_space) {
    a = bms_exact_body_at(&s->scratch, &s->pair.a, start->low);
    now = bms_exact_pair_of(&s->scratch, &a, &b);
  }
  now.b = b;
  answer->axes = 0;
  size_t inner = s->scratch.used;
  for (int axis = 0; axis < s->axes && !exhausted(s); axis++) {
    bms_exact_gap gap;
    bms_exact_polynomial plane;
    gap_of(&s->scratch, s, &now, axis, &gap);
    if (look_along(s, &now, &gap, axis, start, &plane, answer) > 0 && bms_exact_compare(plane.c[0], greatest) > 0) {
      greatest = plane.c[0];
      best = axis;
    }
    bms_exact_keep(&s->scratch, inner, &greatest, 1);
  }
  s->scratch.used = mark;
  return best;
}

/* The first axis with a positive gap at an event; -1, and the axes whose gap is 0 in the answer, if there is none. */
static int positive_axis(scene *s, bms_exact_root *event, bms_exact_answer *answer) {
  size_t mark = s->scratch.used;
  answer->axes = 0;
  for (int axis = 0; axis < s->axes && !exhausted(s); axis++) {
    bms_exact_polynomial plane;
    if (look_along(s, &s->pair, gap_along(s, axis), axis, event, &plane, answer) > 0)
      return axis;
    bms_exact ends[2] = {event->low, event->high};
    bms_exact_keep(&s->scratch, mark, ends, 2);
    event->low = ends[0];
    event->high = ends[1];
  }
  return -1;
}

/* ------------------------------------------------------------------ from contact to contact */

/* The signs of the terms at a dyadic time. */
static void signs_at(scene *s, const bms_exact_gap *gap, bms_exact t, int sign[BMS_EXACT_TERMS]) {
  for (int i = 0; i < gap->terms; i++)
    sign[i] = bms_exact_polynomial_sign(&s->scratch, &gap->term[i], t);
}

/* A dyadic time right of an event at which the gap along an axis is positive, such that it is positive all the way
   and no term is 0. */
static bms_exact leave(scene *s, int axis, bms_exact_root *event) {
  const bms_exact_gap *gap = gap_along(s, axis);
  int sign[BMS_EXACT_TERMS] = {0};
  for (int i = 0; i < gap->terms; i++)
    if (gap->term[i].degree >= 0)
      bms_exact_clear_right(&s->scratch, &gap->term[i], event);
  signs_at(s, gap, event->high, sign);
  bms_exact_polynomial plane = plane_of(&s->scratch, gap, sign);
  bms_exact_clear_right(&s->scratch, &plane, event);
  return event->high;
}

/* The first root in (from, end] of the plane that the gap is at `from`, or of one of its terms.  Returns whether
   there is one. */
static bool next_event(scene *s, const bms_exact_gap *gap, bms_exact from, bms_exact end, bms_exact_root *event,
                       bms_exact_polynomial *plane) {
  int sign[BMS_EXACT_TERMS] = {0};
  bool found = false;
  signs_at(s, gap, from, sign);
  *plane = plane_of(&s->scratch, gap, sign);
  for (int i = gap->directed ? 0 : -1; i < gap->terms; i++) {
    /* the plane comes first: it ends most stretches, and after it only what lies to its left is looked for */
    bool is_plane = i < 0 || (gap->directed && i == 0);
    const bms_exact_polynomial *p = is_plane ? plane : &gap->term[i];
    bms_exact_root root;
    if (p->degree < 1 || !bms_exact_first_root(&s->scratch, p, from, end, &root))
      continue;
    if (!found || bms_exact_root_compare(&s->scratch, &root, event) < 0)
      *event = root;
    found = true;
    end = event->exact ? event->low : event->high;
  }
  return found;
}

static bms_status finish(bms_exact_answer *answer, bms_status status, double t_lower, double t_upper) {
  answer->status = status;
  answer->t_lower = t_lower;
  answer->t_upper = t_upper;
  if (status != BMS_CONTACT && status != BMS_TOUCHING)
    answer->axes = 0;
  return status;
}

/* The walk over [t_from, t1]; at_start tells whether t_from is the start of the query. */
static bms_status walk(scene *s, double t_from, double t1, bool at_start, bms_exact_answer *answer) {
  bms_exact end = bms_exact_from_double(&s->kept, t1);
  bms_exact_root event = bms_exact_root_at(bms_exact_from_double(&s->kept, t_from), end);
  bms_exact_polynomial plane;
  double proved = t_from;
  int axis = start_axis(s, &event, answer);
  if (exhausted(s))
    return finish(answer, BMS_UNRESOLVED, proved, t1);
  if (axis < 0) {
    bms_status status = !at_start ? BMS_CONTACT : answer->axes ? BMS_TOUCHING : BMS_OVERLAPPING;
    return finish(answer, status, t_from, t_from);
  }
  while (t_from < t1) {
    bms_exact from = leave(s, axis, &event);
    bms_exact_keep(&s->scratch, 0, &from, 1);
    if (exhausted(s))
      break;
    proved = bms_exact_round_down(from);
    if (!next_event(s, gap_along(s, axis), from, end, &event, &plane))
      break;
    if (bms_exact_sign_at_root(&s->scratch, &plane, &event) <= 0)
      axis = positive_axis(s, &event, answer);
    if (axis < 0) {
      double lower, upper;
      bms_exact_root_enclose(&s->scratch, &event, &lower, &upper);
      if (exhausted(s))
        break;
      return finish(answer, BMS_CONTACT, lower, upper);
    }
  }
  return exhausted(s) ? finish(answer, BMS_UNRESOLVED, proved, t1) : finish(answer, BMS_SEPARATED, t1, t1);
}

bms_status bms_exact_first_contact(const bms_query *query, double t_from, bms_exact_answer *answer) {
  uint32_t kept[KEPT_LIMBS], scratch[SCRATCH_LIMBS];
  scene s;
  s.kept = bms_exact_arena_of(kept, KEPT_LIMBS);
  s.scratch = bms_exact_arena_of(scratch, SCRATCH_LIMBS);
  s.half_space = NULL;
  s.axes = BMS_AXES;
  for (int axis = 0; axis < BMS_AXES; axis++)
    s.made[axis] = false;
  bms_exact_body a = bms_exact_body_of(&s.kept, &query->a), b = bms_exact_body_of(&s.kept, &query->b);
  s.pair = bms_exact_pair_of(&s.kept, &a, &b);
  return walk(&s, t_from, query->t1, t_from <= query->t0, answer);
}

bms_status bms_exact_first_contact_half_space(const bms_half_space *half_space, const bms_body *b, double t0, double t1,
                                              double t_from, bms_exact_answer *answer) {
  uint32_t kept[KEPT_LIMBS], scratch[SCRATCH_LIMBS];
  scene s;
  s.kept = bms_exact_arena_of(kept, KEPT_LIMBS);
  s.scratch = bms_exact_arena_of(scratch, SCRATCH_LIMBS);
  s.half_space = half_space;
  s.axes = 1;
  s.made[0] = false;
  s.pair.b = bms_exact_body_of(&s.kept, b);
  s.pair.a = s.pair.b; /* not looked at */
  return walk(&s, t_from, t1, t_from <= t0, answer);
}

/* ------------------------------------------------------------------ validity */

/* Whether p is 0 for some t of [t0, t1]. */
static bms_exact_verdict vanishes(bms_exact_arena *arena, const bms_exact_polynomial *p, double t0, double t1) {
  bms_exact low = bms_exact_from_double(arena, t0), high = bms_exact_from_double(arena, t1);
  bms_exact_root root;
  bool yes = p->degree < 0 || bms_exact_polynomial_sign(arena, p, low) == 0
             || bms_exact_first_root(arena, p, low, high, &root);
  return arena->exhausted ? BMS_EXACT_UNKNOWN : yes ? BMS_EXACT_YES : BMS_EXACT_NO;
}

bms_exact_verdict bms_exact_quadratic_positive(const double c[3], double t0, double t1) {
  uint32_t block[SCRATCH_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, SCRATCH_LIMBS);
  bms_exact_polynomial p = bms_exact_polynomial_from_doubles(&arena, c, 3);
  bms_exact_verdict verdict = vanishes(&arena, &p, t0, t1);
  if (verdict != BMS_EXACT_NO)
    return verdict == BMS_EXACT_YES ? BMS_EXACT_NO : verdict;
  return bms_exact_polynomial_sign(&arena, &p, bms_exact_from_double(&arena, t0)) > 0 ? BMS_EXACT_YES : BMS_EXACT_NO;
}

bms_exact_verdict bms_exact_determinant_vanishes(const bms_motion *motion, double t0, double t1) {
  uint32_t block[SCRATCH_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, SCRATCH_LIMBS);
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, *motion};
  bms_exact_body exact = bms_exact_body_of(&arena, &body);
  bms_exact_polynomial determinant = bms_exact_body_determinant(&arena, &exact);
  return vanishes(&arena, &determinant, t0, t1);
}

bms_exact_verdict bms_exact_quaternion_vanishes(const bms_motion *motion, double t0, double t1) {
  uint32_t block[SCRATCH_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, SCRATCH_LIMBS);
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, *motion};
  bms_exact_body exact = bms_exact_body_of(&arena, &body);
  return vanishes(&arena, &exact.scale, t0, t1); /* the squared norm */
}
