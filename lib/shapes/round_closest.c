/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Newton's iteration for the closest points of two tracks.  A track is a circle (the rim of a cylinder), a line (an
 * edge, or the axis of a cylinder whose side is met, which is one radius away) or a point.  With x and y on the
 * tracks, d = x - y, unit tangents e and f, curvature vectors k and l (of a circle the way to its centre, over the
 * square of the radius), and steps u and v along the tracks
 *
 *     | 1 + d.k    -e.f   | |u|   | -d.e |
 *     |  -e.f     1 - d.l | |v| = |  d.f |
 */

#include "numeric/arithmetic.h"

#include "shapes/round_closest.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"

enum { MOST_STEPS = 8 };

/* Steps of less than this part of the size of the two end the iteration. */
static const double SMALL_STEP = 1e-9;

/* The determinant of steps along tracks that are not parallel. */
static const double NOT_PARALLEL = 1e-6;

typedef struct track {
  bool moves; /* it is not a single point */
  bool bends; /* it is a circle */
  double point[3], along[3], bend[3];
  double centre[3], axis[3], radius; /* of a circle */
  double around;                     /* how far the surface is from it */
  double from, to, at; /* where a line begins and ends, from where it was found, and how far it has gone */
} track;

/* ------------------------------------------------------------------ tracks */

/* A shape's pose, seen from the frame of a. */
typedef struct stand {
  const bms_convex_instant *instant;
  bool is_a;
} stand;

static void turn_to_a(const stand *s, const double v[3], double out[3]) {
  if (s->is_a)
    memcpy(out, v, 3 * sizeof *v);
  else
    bms_convex_to_a(s->instant, v, out);
}

static void place_in_a(const stand *s, const double x[3], double out[3]) {
  turn_to_a(s, x, out);
  if (s->is_a) return;
  for (int i = 0; i < 3; i++) out[i] += s->instant->position[i];
}

/* Puts the point of a circle where it is after a step, with its tangent and curvature. */
static void go_round(track *t, double step) {
  double radial[3], length;
  for (int i = 0; i < 3; i++) radial[i] = t->point[i] - t->centre[i] + step * t->along[i];
  length = bms_length(radial);
  for (int i = 0; i < 3; i++) {
    radial[i] /= length;
    t->point[i] = t->centre[i] + t->radius * radial[i];
    t->bend[i] = -radial[i] / t->radius;
  }
  bms_cross(t->axis, radial, t->along);
}

static void go(track *t, double step) {
  t->at += step;
  if (t->bends) {
    go_round(t, step);
  } else {
    for (int i = 0; i < 3; i++) t->point[i] += step * t->along[i];
  }
}

bool bms_is_on_side(const bms_convex *cylinder, const double point[3]) {
  static const double BETWEEN = 1 - 1e-9;
  return fabs(point[2]) < BETWEEN * cylinder->cylinder.half_length;
}

/* Makes the track of a cylinder with the point x, in its own frame, on it.  Returns false for points on a cap. */
static bool track_of_cylinder(const stand *s, const bms_convex *shape, const double x[3], track *t) {
  static const double ON_RIM = 0.5;
  double radius = shape->cylinder.radius, end = shape->cylinder.half_length;
  double across = sqrt(x[0] * x[0] + x[1] * x[1]), axis[3] = {0, 0, 1};
  bool on_side = bms_is_on_side(shape, x);
  double middle[3] = {0, 0, x[2]}, rim[3] = {x[0], x[1], x[2]};
  if (!on_side && !(across > ON_RIM * radius)) return false;
  *t = (track){.moves = true, .bends = !on_side, .radius = radius};
  turn_to_a(s, axis, t->axis);
  if (on_side) {
    place_in_a(s, middle, t->point);
    memcpy(t->along, t->axis, sizeof t->along);
    t->around = radius;
    t->from = -end - x[2];
    t->to = end - x[2];
    return true;
  }
  place_in_a(s, middle, t->centre);
  place_in_a(s, rim, t->point);
  go_round(t, 0);
  return true;
}

/* Makes the track of a shape with flat faces: its corner, or its edge.  Returns false for faces. */
static bool track_of_corners(const stand *s, const bms_simplex *corners, const double x[3], track *t) {
  const double(*corner)[3] = (const double(*)[3])(s->is_a ? corners->corner_a : corners->corner_b);
  double edge[3] = {0, 0, 0}, back = 0;
  int other = 0;
  for (int k = 1; k < corners->count; k++) {
    if (bms_same_corner(corner[k], corner[0])) continue;
    if (other > 0 && !bms_same_corner(corner[k], corner[other])) return false;
    other = k;
  }
  *t = (track){.moves = other > 0};
  place_in_a(s, x, t->point);
  if (!t->moves) return true;
  for (int i = 0; i < 3; i++) edge[i] = corner[other][i] - corner[0][i];
  double length = bms_length(edge);
  for (int i = 0; i < 3; i++) {
    edge[i] /= length;
    back += edge[i] * (x[i] - corner[0][i]);
  }
  turn_to_a(s, edge, t->along);
  t->from = -back;
  t->to = length - back;
  return length > 0;
}

static bool track_of(const stand *s, const bms_convex_closest *closest, track *t) {
  const bms_convex *shape = s->is_a ? s->instant->pair->a : s->instant->pair->b;
  double own[3];
  bms_convex_closest_in_own_frame(s->instant, closest, s->is_a, own);
  if (shape->core == BMS_CORE_CYLINDER) return track_of_cylinder(s, shape, own, t);
  return track_of_corners(s, &closest->simplex, own, t);
}

/* ------------------------------------------------------------------ the iteration */

/* Makes one step along both tracks; returns how long it was, infinity if there is none to be made. */
static double step_along(track *x, track *y) {
  double d[3];
  for (int i = 0; i < 3; i++) d[i] = x->point[i] - y->point[i];
  double xx = x->moves ? 1 + bms_dot(d, x->bend) : 1, yy = y->moves ? 1 - bms_dot(d, y->bend) : 1;
  double xy = -bms_dot(x->along, y->along), determinant = xx * yy - xy * xy;
  double down_x = -bms_dot(d, x->along), down_y = bms_dot(d, y->along);
  if (!(determinant > NOT_PARALLEL) || !(xx > 0)) return INFINITY;
  double u = (down_x * yy - xy * down_y) / determinant, v = (xx * down_y - xy * down_x) / determinant;
  if (x->moves) go(x, u);
  if (y->moves) go(y, v);
  return fabs(u) + fabs(v);
}

static bool is_on(const track *t) {
  return t->bends || !t->moves || (t->at >= t->from && t->at <= t->to);
}

/* Takes the points of the tracks, and the surfaces around them, as the closest ones if they are closer. */
static bool take(const track *x, const track *y, bms_convex_closest *closest) {
  double d[3];
  for (int i = 0; i < 3; i++) d[i] = y->point[i] - x->point[i];
  double length = bms_length(d), distance = length - x->around - y->around;
  if (!(distance > 0 && distance <= closest->distance)) return false;
  closest->distance = distance;
  for (int i = 0; i < 3; i++) {
    double normal = d[i] / length;
    closest->direction[i] = distance * normal;
    closest->point_a[i] = x->point[i] + x->around * normal;
    closest->point_b[i] = y->point[i] - y->around * normal;
  }
  return true;
}

bool bms_round_closest(const bms_convex_instant *instant, bms_convex_closest *closest) {
  const stand of_a = {instant, true}, of_b = {instant, false};
  double small = SMALL_STEP * instant->pair->extent;
  track x, y;
  if (!(closest->distance > 0) || !track_of(&of_a, closest, &x) || !track_of(&of_b, closest, &y)) return false;
  for (int i = 0; i < MOST_STEPS; i++) {
    double step = step_along(&x, &y);
    if (!(step < HUGE_VAL)) return false;
    if (step <= small) break;
  }
  return is_on(&x) && is_on(&y) && take(&x, &y, closest);
}
