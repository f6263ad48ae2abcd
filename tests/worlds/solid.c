/* SPDX-License-Identifier: BSD-3-Clause */

/* Boxes on bodies: poses, ODE's law between two of them, and the separating-axis test. */

#include "solid.h"

#include <math.h>
#include <string.h>

/* Sines of angles between edges below this give no axis: the faces' normals tell as much, to within it. */
static const double PARALLEL = 1e-8;
/* A step whose half angle has a smaller cosine has turned by so near 180 degrees that its path cannot be told. */
static const double LEAST_COSINE = 1e-9;

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

/* Returns the gap along a direction of length 1. */
static double gap_along(const double direction[3], const double apart[3], const placed_box *a, const placed_box *b) {
  double gap = fabs(dot(direction, apart, 3));

  for (int k = 0; k < 3; k++) {
    gap -= fabs(dot(direction, a->axis[k], 3)) * a->half[k] + fabs(dot(direction, b->axis[k], 3)) * b->half[k];
  }
  return gap;
}

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Keeps a direction, which need not be of length 1, if its gap is the widest so far. */
static void try_axis(const double direction[3], const double apart[3], const placed_box *a, const placed_box *b,
                     double *widest, double axis[3]) {
  double length = sqrt(dot(direction, direction, 3)), unit[3], gap;

  if (length < PARALLEL) return;
  for (int i = 0; i < 3; i++) unit[i] = direction[i] / length;
  gap = gap_along(unit, apart, a, b);
  if (gap <= *widest) return;
  *widest = gap;
  for (int i = 0; i < 3; i++) axis[i] = copysign(1, dot(unit, apart, 3)) * unit[i];
}

double boxes_gap(const placed_box *a, const placed_box *b, double axis[3]) {
  double apart[3], widest = -HUGE_VAL, direction[3], unused[3];

  if (axis == NULL) axis = unused;
  for (int i = 0; i < 3; i++) apart[i] = b->centre[i] - a->centre[i];
  for (int i = 0; i < 3; i++) {
    try_axis(a->axis[i], apart, a, b, &widest, axis);
    try_axis(b->axis[i], apart, a, b, &widest, axis);
    for (int k = 0; k < 3; k++) {
      cross(a->axis[i], b->axis[k], direction);
      try_axis(direction, apart, a, b, &widest, axis);
    }
  }
  return widest;
}

/* Returns the distance of the box's farthest corner from the line through the origin along a direction of length 1. */
static double distance_from_line(const placed_box *box, const double origin[3], const double line[3]) {
  double farthest = 0;

  for (int corner = 0; corner < 8; corner++) {
    double r[3], off[3];
    for (int i = 0; i < 3; i++) {
      r[i] = box->centre[i] - origin[i];
      for (int k = 0; k < 3; k++) r[i] += (corner >> k & 1 ? 1 : -1) * box->half[k] * box->axis[k][i];
    }
    cross(r, line, off);
    farthest = fmax(farthest, dot(off, off, 3));
  }
  return sqrt(farthest);
}

double turning_speed(const placed_box *box, const double origin[3], const double angular[3],
                     const double direction[3]) {
  double spin = sqrt(dot(angular, angular, 3)), line[3], across[3];

  if (!(spin > 0)) return 0;
  /* (w x r) . n = r . (n x w), and r keeps its distance from the line along w. */
  for (int i = 0; i < 3; i++) line[i] = angular[i] / spin;
  cross(direction, line, across);
  return spin * sqrt(dot(across, across, 3)) * distance_from_line(box, origin, line);
}

/* ------------------------------------------------------------------ paths */

/* Computes q1 / (q0 . q1) - q0: the change of the quaternion before it is normalised, at right angles to q0. */
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

void pose_spin(const pose *from, const pose *to, double angular[3]) {
  double turn[4], back[4] = {from->q[0], -from->q[1], -from->q[2], -from->q[3]}, spin[4];

  turn_of(from, to, turn);
  multiply(turn, back, spin); /* half the angular velocity, as q' = w q / 2 */
  for (int i = 0; i < 3; i++) angular[i] = 2 * spin[i + 1];
}

double pose_slowing(const double angular[3], double u) {
  return 1 / (1 + u * u * dot(angular, angular, 3) / 4); /* the angle is 2 atan(u |w| / 2) */
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
