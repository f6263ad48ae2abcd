/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The closest points of two cores.  The point of the Minkowski difference that is nearest to the origin is sought among
 * hulls of up to four of its points (simplex.h).  A point and a box are answered at once, a half-space by a support
 * point.
 *
 * Four points of the difference that surround the origin at a distance of more than the error of a point still surround
 * it when each is moved by its error: the cores then certainly share a point.
 */

#include "numeric/arithmetic.h"

#include "shapes/convex_closest.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex.h"
#include "shapes/round_closest.h"

/* The search ends where the distance can shrink no more by this part of it, or is this part of the size. */
static const double PROGRESS = 0x1p-46, NOTHING = 0x1p-50;

/* Curved cores come close in ever smaller steps: they end where the distance is known to this part. */
static const double CURVED_PROGRESS = 0x1p-36;

/* If a nearness is given, the distance has to be known to this part of it. */
static const double NEAR_ENOUGH = 0.25;

enum { MAX_ROUNDS = 100 };

/* ------------------------------------------------------------------ the search */

/* Writes a point of b, given in its own frame, in the frame of a. */
static void place(const bms_convex_instant *instant, const double y[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = instant->position[i] + bms_dot(instant->rotation[i], y);
}

/* Appends a corner, but for the point of the difference that it is. */
static void note_corner(const double x[3], int number_a, const double y[3], int number_b, bms_simplex *s) {
  int k = s->count++;
  for (int i = 0; i < 3; i++) {
    s->corner_a[k][i] = x[i];
    s->corner_b[k][i] = y[i];
  }
  s->number_a[k] = number_a;
  s->number_b[k] = number_b;
  s->weight[k] = 1;
}

/* Appends a corner; returns false if it is there already. */
static bool append(const bms_convex_instant *instant, const double x[3], int number_a, const double y[3], int number_b,
                   bms_simplex *s) {
  int k = s->count;
  double placed[3];
  for (int i = 0; i < k; i++)
    if (bms_same_corner(s->corner_a[i], x) && bms_same_corner(s->corner_b[i], y)) return false;
  note_corner(x, number_a, y, number_b, s);
  place(instant, y, placed);
  for (int i = 0; i < 3; i++) s->point[k][i] = placed[i] - x[i];
  return true;
}

/* Appends the point of the difference that lies least far along a direction; returns false if it is there already. */
static bool append_support(const bms_convex_instant *instant, const double direction[3], bms_simplex *s) {
  const double back[3] = {-direction[0], -direction[1], -direction[2]};
  double in_b[3], x[3], y[3];
  bms_convex_to_b(instant, back, in_b);
  int number_a = bms_convex_support(instant->pair->a, direction, x);
  int number_b = bms_convex_support(instant->pair->b, in_b, y);
  return append(instant, x, number_a, y, number_b, s);
}

static void conclude(const double nearest[3], bms_convex_closest *closest) {
  const bms_simplex *s = &closest->simplex;
  closest->distance = bms_length(nearest);
  closest->depth = bms_simplex_depth(s);
  for (int r = 0; r < 3; r++) {
    double a = 0;
    for (int i = 0; i < s->count; i++) a += s->weight[i] * s->corner_a[i][r];
    closest->direction[r] = nearest[r];
    closest->point_a[r] = a;
    closest->point_b[r] = a + nearest[r];
  }
}

static bool is_curved(const bms_convex *shape) {
  return shape->core == BMS_CORE_CYLINDER || shape->core == BMS_CORE_SUPPORT;
}

/* Begins with the corners of the last time, at their present places. */
static void place_corners(const bms_convex_instant *instant, bms_simplex *s) {
  for (int k = 0; k < s->count; k++) {
    place(instant, s->corner_b[k], s->point[k]);
    for (int i = 0; i < 3; i++) s->point[k][i] -= s->corner_a[k][i];
  }
}

/* The search: its goal, and its findings. */
typedef struct progress {
  const bms_convex_instant *instant;
  bool round;     /* one of the two is a cylinder */
  double enough;  /* a distance that need not get smaller by this ... */
  double part;    /* ... or by this part of what it is above the radius ... */
  double least;   /* ... or by this part of it */
  double nothing; /* a distance that is none */
  double nearest[3], square;
} progress;

/* Returns true if a distance is known well enough: `left` bounds how much less it may be, times itself. */
static bool is_known(const progress *p, double distance, double left) {
  double gap = distance - p->instant->pair->radius;
  return left <= bms_max(bms_max(p->enough, p->part * gap), p->least * distance) * distance;
}

/* Returns true if the closest points are known well enough. */
static bool is_closest(const progress *p, const bms_convex_closest *closest) {
  bms_simplex beyond = {.count = 0};
  (void)append_support(p->instant, closest->direction, &beyond);
  double square = closest->distance * closest->distance;
  return is_known(p, closest->distance, square - bms_dot(closest->direction, beyond.point[0]));
}

/* Returns true if the closest points are found if the simplex's lie on a cylinder. */
static bool found_on_round(const progress *p, bms_convex_closest *closest) {
  conclude(p->nearest, closest);
  return bms_round_closest(p->instant, closest) && is_closest(p, closest);
}

/* Moves the closest points to where they are on a rim or side, unless they were known and are not any more: if the
   nearest point is in the middle of a cap, one on the rim may be nearer than what was found, in a direction that does
   not part the two. */
static void move_on_round(const progress *p, bms_convex_closest *closest) {
  const bms_convex_closest found = *closest;
  if (bms_round_closest(p->instant, closest) && !is_closest(p, closest) && is_closest(p, &found)) *closest = found;
}

/* Goes one step towards the closest points; returns false if there is none. */
static bool come_closer(progress *p, bms_simplex *s) {
  double next[3];
  bms_simplex tried = *s;
  if (!append_support(p->instant, p->nearest, &tried)) return false;
  if (is_known(p, sqrt(p->square), p->square - bms_dot(p->nearest, tried.point[tried.count - 1]))) return false;
  double less = bms_simplex_reduce(&tried, next);
  if (!(less < p->square)) return false;
  *s = tried;
  p->square = less;
  memcpy(p->nearest, next, sizeof next);
  return true;
}

static bool is_cylinder(const bms_convex *shape) {
  return shape->core == BMS_CORE_CYLINDER;
}

static void search(const bms_convex_instant *instant, const double guess[3], bms_convex_closest *closest) {
  enum { MEANWHILE = 4 }; /* steps between checks of the features */
  static const double ANY[3] = {1, 0, 0};
  bool is_zero = guess[0] == 0 && guess[1] == 0 && guess[2] == 0; /* as of frames with one origin */
  const bms_convex *a = instant->pair->a, *b = instant->pair->b;
  bms_simplex *s = &closest->simplex;
  progress p = {.instant = instant,
                .round = is_cylinder(a) || is_cylinder(b),
                .enough = NEAR_ENOUGH * instant->pair->nearness,
                .part = is_curved(a) || is_curved(b) ? instant->pair->roughly : PROGRESS,
                .least = is_curved(a) || is_curved(b) ? CURVED_PROGRESS : PROGRESS,
                .nothing = NOTHING * instant->pair->scale.size};
  bool is_new = s->count == 0 || s->count > 3;
  if (is_new) s->count = 0;
  place_corners(instant, s);
  if (is_new) (void)append_support(instant, is_zero ? ANY : guess, s);
  p.square = bms_simplex_reduce(s, p.nearest);
  for (int i = is_new; i < MAX_ROUNDS && s->count < 4 && p.square > p.nothing * p.nothing; i++) {
    if (p.round && i % MEANWHILE == 0 && found_on_round(&p, closest)) return;
    if (!come_closer(&p, s)) break;
  }
  conclude(p.nearest, closest);
  if (p.round) move_on_round(&p, closest);
}

/* ------------------------------------------------------------------ a point and a box */

/* Writes the point of a box that is nearest to x, how deep that is inside, negative outside, and the corners between
   which it lies; returns how many there are: up to three, and a fourth if x is inside of the box. */
static int nearest_of_box(const bms_box *box, const double x[3], double point[3], double *depth, int octant[4]) {
  int lowest = 0, count = 1;
  *depth = INFINITY;
  for (int i = 0; i < 3; i++) {
    point[i] = bms_min(bms_max(x[i], box->min[i]), box->max[i]);
    *depth = bms_min(*depth, bms_min(x[i] - box->min[i], box->max[i] - x[i]));
    lowest |= (x[i] >= box->max[i]) << i;
  }
  octant[0] = lowest;
  for (int i = 0; i < 3; i++)
    if (x[i] > box->min[i] && x[i] < box->max[i]) octant[count++] = lowest | 1 << i;
  return count;
}

static void corner_of(const bms_box *box, int octant, double corner[3]) {
  for (int i = 0; i < 3; i++) corner[i] = octant >> i & 1 ? box->max[i] : box->min[i];
}

/* Answers for a box and a point of the other shape, whichever is which. */
static void point_and_box(const bms_convex_instant *instant, bool box_is_a, const double point[3],
                          bms_convex_closest *closest) {
  const bms_box *box = box_is_a ? &instant->pair->a->box : &instant->pair->b->box;
  double x[3], from[3], corner[3], nearest[3];
  int octant[4];
  if (box_is_a) {
    place(instant, point, x);
  } else {
    for (int i = 0; i < 3; i++) from[i] = point[i] - instant->position[i];
    bms_convex_to_b(instant, from, x);
  }
  int count = nearest_of_box(box, x, corner, &closest->depth, octant);
  for (int i = 0; i < 3; i++) from[i] = box_is_a ? x[i] - corner[i] : corner[i] - x[i];
  if (box_is_a)
    memcpy(nearest, from, sizeof from);
  else
    bms_convex_to_a(instant, from, nearest);
  closest->simplex.count = 0;
  closest->distance = bms_length(nearest);
  for (int i = 0; i < 3; i++) {
    closest->direction[i] = nearest[i];
    closest->point_a[i] = box_is_a ? corner[i] : point[i];
    closest->point_b[i] = closest->point_a[i] + nearest[i];
  }
  for (int k = 0; k < count; k++) {
    corner_of(box, octant[k], corner);
    if (box_is_a)
      note_corner(corner, octant[k], point, 0, &closest->simplex);
    else
      note_corner(point, 0, corner, octant[k], &closest->simplex);
  }
}

/* ------------------------------------------------------------------ a half-space */

static void with_half_space(const bms_convex_instant *instant, bool half_space_is_a, bms_convex_closest *closest) {
  const bms_convex *half_space = half_space_is_a ? instant->pair->a : instant->pair->b;
  const bms_convex *other = half_space_is_a ? instant->pair->b : instant->pair->a;
  bms_simplex *s = &closest->simplex;
  double normal[3], back[3], own[3] = {0, 0, 0}, placed[3];
  *s = (bms_simplex){.count = 1, .weight = {1}};
  bms_half_space_normal(&half_space->half_space, normal);
  for (int i = 0; i < 3; i++) back[i] = -normal[i];
  if (half_space_is_a) {
    bms_convex_to_b(instant, back, own);
    s->number_b[0] = bms_convex_support(other, own, s->corner_b[0]);
    place(instant, s->corner_b[0], placed);
  } else {
    bms_convex_to_a(instant, back, own);
    s->number_a[0] = bms_convex_support(other, own, s->corner_a[0]);
    for (int i = 0; i < 3; i++) back[i] = s->corner_a[0][i] - instant->position[i];
    bms_convex_to_b(instant, back, placed);
  }
  closest->distance = bms_dot(normal, placed) - bms_convex_extent(half_space, normal);
  closest->depth = -closest->distance;
  for (int i = 0; i < 3; i++) {
    closest->direction[i] = half_space_is_a ? normal[i] : own[i];
    closest->point_a[i] = half_space_is_a ? placed[i] - closest->distance * normal[i] : s->corner_a[0][i];
    closest->point_b[i] = half_space_is_a ? placed[i] : s->corner_a[0][i] + closest->distance * own[i];
  }
}

/* ------------------------------------------------------------------ any two */

void bms_convex_closest_points(const bms_convex_instant *instant, const double guess[3], bms_convex_closest *closest) {
  const bms_convex *a = instant->pair->a, *b = instant->pair->b;
  double point[3];
  if (a->core == BMS_CORE_HALF_SPACE || b->core == BMS_CORE_HALF_SPACE)
    with_half_space(instant, a->core == BMS_CORE_HALF_SPACE, closest);
  else if (a->core == BMS_CORE_BOX && bms_convex_is_point(b, point))
    point_and_box(instant, true, point, closest);
  else if (b->core == BMS_CORE_BOX && bms_convex_is_point(a, point))
    point_and_box(instant, false, point, closest);
  else
    search(instant, guess, closest);
}
