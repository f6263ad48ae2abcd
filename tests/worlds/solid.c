/* SPDX-License-Identifier: BSD-3-Clause */

/* Boxes on bodies: poses, ODE's law between two of them, and the separating-axis test. */

#include "solid.h"

#include <math.h>
#include <string.h>

/* Sines of angles between edges below this give no axis: the faces' normals tell as much, to within it. */
static const double PARALLEL = 1e-8;
/* A step whose half angle has a smaller cosine has turned by so near 180 degrees that its path cannot be told. */
static const double LEAST_COSINE = 1e-3;

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void multiply(const double a[4], const double b[4], double c[4]) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  c[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

/* Writes what the rotation makes of the three unit vectors. */
static void axes_of(const double q[4], double axis[3][3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];

  axis[0][0] = 1 - 2 * (y * y + z * z);
  axis[1][0] = 2 * (x * y - w * z);
  axis[2][0] = 2 * (x * z + w * y);
  axis[0][1] = 2 * (x * y + w * z);
  axis[1][1] = 1 - 2 * (x * x + z * z);
  axis[2][1] = 2 * (y * z - w * x);
  axis[0][2] = 2 * (x * z - w * y);
  axis[1][2] = 2 * (y * z + w * x);
  axis[2][2] = 1 - 2 * (x * x + y * y);
}

/* ------------------------------------------------------------------ boxes */

placed_box solid_place(const solid *s, const pose *body) {
  placed_box box;
  double axis[3][3], q[4];

  axes_of(body->q, axis);
  for (int i = 0; i < 3; i++) {
    box.centre[i] = body->x[i];
    for (int k = 0; k < 3; k++) box.centre[i] += axis[k][i] * s->offset.x[k];
    box.half[i] = s->half[i];
  }
  multiply(body->q, s->offset.q, q);
  axes_of(q, box.axis);
  return box;
}

solid solid_shrunk(const solid *s, double allowance) {
  solid core = *s;
  for (int i = 0; i < 3; i++) core.half[i] -= allowance;
  return core;
}

double solid_shortest_half(const solid *s) {
  return fmin(s->half[0], fmin(s->half[1], s->half[2]));
}

double solid_reach(const solid *s) {
  return sqrt(dot(s->half, s->half, 3)) + sqrt(dot(s->offset.x, s->offset.x, 3));
}

/* The gap along a direction of this length, which need not be 1. */
static double gap_along(const double direction[3], double length, const double apart[3], const placed_box *a,
                        const placed_box *b) {
  double gap = fabs(dot(direction, apart, 3));

  for (int k = 0; k < 3; k++) {
    gap -= fabs(dot(direction, a->axis[k], 3)) * a->half[k] + fabs(dot(direction, b->axis[k], 3)) * b->half[k];
  }
  return gap / length;
}

static double edges_gap(const double edge1[3], const double edge2[3], const double apart[3], const placed_box *a,
                        const placed_box *b) {
  double direction[3], length;

  for (int i = 0; i < 3; i++) {
    direction[i] = edge1[(i + 1) % 3] * edge2[(i + 2) % 3] - edge1[(i + 2) % 3] * edge2[(i + 1) % 3];
  }
  length = sqrt(dot(direction, direction, 3));
  return length < PARALLEL ? -HUGE_VAL : gap_along(direction, length, apart, a, b);
}

double boxes_gap(const placed_box *a, const placed_box *b) {
  double apart[3], gap = -HUGE_VAL;

  for (int i = 0; i < 3; i++) apart[i] = b->centre[i] - a->centre[i];
  for (int i = 0; i < 3; i++) {
    gap = fmax(gap, gap_along(a->axis[i], 1, apart, a, b));
    gap = fmax(gap, gap_along(b->axis[i], 1, apart, a, b));
    for (int k = 0; k < 3; k++) gap = fmax(gap, edges_gap(a->axis[i], b->axis[k], apart, a, b));
  }
  return gap;
}

/* ------------------------------------------------------------------ paths */

/* q1 / (q0 . q1) - q0: what the quaternion changes by before it is normalised, at right angles to q0. */
static void turn_of(const pose *from, const pose *to, double turn[4]) {
  double cosine = dot(from->q, to->q, 4);

  if (fabs(cosine) < LEAST_COSINE) cosine = copysign(LEAST_COSINE, cosine);
  for (int i = 0; i < 4; i++) turn[i] = to->q[i] / cosine - from->q[i];
}

pose pose_between(const pose *from, const pose *to, double u) {
  pose at;
  double turn[4], size;

  for (int i = 0; i < 3; i++) at.x[i] = from->x[i] + u * (to->x[i] - from->x[i]);
  turn_of(from, to, turn);
  for (int i = 0; i < 4; i++) at.q[i] = from->q[i] + u * turn[i];
  size = sqrt(dot(at.q, at.q, 4));
  for (int i = 0; i < 4; i++) at.q[i] /= size;
  return at;
}

double pose_spin(const pose *from, const pose *to) {
  double turn[4];

  turn_of(from, to, turn);
  return 2 * sqrt(dot(turn, turn, 4)); /* of the angle 2 atan(u |turn|), at u = 0 */
}

double pose_distance(const pose *a, const pose *b, double reach) {
  double way[3], chord[4], sign = copysign(1, dot(a->q, b->q, 4));

  for (int i = 0; i < 3; i++) way[i] = a->x[i] - b->x[i];
  for (int i = 0; i < 4; i++) chord[i] = a->q[i] - sign * b->q[i];
  /* A turn by an angle moves a point by up to 2 reach sin(angle / 2); the chord is 2 sin(angle / 4). */
  return sqrt(dot(way, way, 3)) + 2 * reach * sqrt(dot(chord, chord, 4));
}

double pose_part(const pose *from, const pose *to, const pose *at, double reach, double tolerance) {
  double way[3], done[3], turn[4], part, along, size;
  pose there;

  for (int i = 0; i < 3; i++) way[i] = to->x[i] - from->x[i];
  for (int i = 0; i < 3; i++) done[i] = at->x[i] - from->x[i];
  turn_of(from, to, turn);
  along = sqrt(dot(way, way, 3));
  size = sqrt(dot(turn, turn, 4));
  if (along == 0 && size == 0) {
    part = 0;
  } else if (along > reach * size) {
    part = dot(done, way, 3) / (along * along);
  } else {
    part = dot(at->q, turn, 4) / (size * size) / dot(at->q, from->q, 4);
  }
  part = fmin(1, fmax(0, part));
  there = pose_between(from, to, part);
  return pose_distance(&there, at, reach) <= tolerance ? part : -1;
}

bool pose_equal(const pose *a, const pose *b) {
  for (int i = 0; i < 3; i++) {
    if (a->x[i] < b->x[i] || a->x[i] > b->x[i]) return false;
  }
  for (int i = 0; i < 4; i++) {
    if (a->q[i] < b->q[i] || a->q[i] > b->q[i]) return false;
  }
  return true;
}
