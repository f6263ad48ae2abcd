/* SPDX-License-Identifier: BSD-3-Clause */

/* Boxes on bodies: poses, ODE's law between two of them, and the separating-axis test. */

#include "solid.h"

#include <math.h>
#include <stddef.h>

#include "geometry.h"

/* Sines of angles between edges below this give no axis: the faces' normals show as much, to within it. */
static const double PARALLEL = 1e-8;
/* A step whose half angle has a smaller cosine has turned by so near 180 degrees that its path is not determined. */
static const double LEAST_COSINE = 1e-9;

/* ------------------------------------------------------------------ boxes */

placed_box solid_place(const solid *s, const pose *body) {
  placed_box box;
  double axis[3][3], q[4];

  quaternion_axes(body->q, axis);
  for (int i = 0; i < 3; i++) {
    box.centre[i] = body->x[i];
    for (int k = 0; k < 3; k++) box.centre[i] += axis[k][i] * s->offset.x[k];
    box.half[i] = s->half[i];
  }
  quaternion_product(body->q, s->offset.q, q);
  quaternion_axes(q, box.axis);
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
  return sqrt(dot(s->half, s->half)) + sqrt(dot(s->offset.x, s->offset.x));
}

/* Returns the gap along a direction of length 1. */
static double gap_along(const double direction[3], const double apart[3], const placed_box *a, const placed_box *b) {
  double gap = fabs(dot(direction, apart));

  for (int k = 0; k < 3; k++) {
    gap -= fabs(dot(direction, a->axis[k])) * a->half[k] + fabs(dot(direction, b->axis[k])) * b->half[k];
  }
  return gap;
}

/* Keeps a direction, which need not be of length 1, if its gap is the widest so far. */
static void try_axis(const double direction[3], const double apart[3], const placed_box *a, const placed_box *b,
                     double *widest, double axis[3]) {
  double length = sqrt(dot(direction, direction)), unit[3], gap;

  if (length < PARALLEL) return;
  for (int i = 0; i < 3; i++) unit[i] = direction[i] / length;
  gap = gap_along(unit, apart, a, b);
  if (gap <= *widest) return;
  *widest = gap;
  for (int i = 0; i < 3; i++) axis[i] = copysign(1, dot(unit, apart)) * unit[i];
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
    farthest = fmax(farthest, dot(off, off));
  }
  return sqrt(farthest);
}

double turning_speed(const placed_box *box, const double origin[3], const double angular[3],
                     const double direction[3]) {
  double spin = sqrt(dot(angular, angular)), line[3], across[3];

  if (!(spin > 0)) return 0;
  /* (w x r) . n = r . (n x w), and r keeps its distance from the line along w. */
  for (int i = 0; i < 3; i++) line[i] = angular[i] / spin;
  cross(direction, line, across);
  return spin * sqrt(dot(across, across)) * distance_from_line(box, origin, line);
}

/* ------------------------------------------------------------------ paths */

/* Computes q1 / (q0 . q1) - q0: the change of the quaternion before it is normalised, at right angles to q0. */
static void turn_of(const pose *from, const pose *to, double turn[4]) {
  double cosine = quaternion_dot(from->q, to->q);

  if (fabs(cosine) < LEAST_COSINE) cosine = copysign(LEAST_COSINE, cosine);
  for (int i = 0; i < 4; i++) turn[i] = to->q[i] / cosine - from->q[i];
}

pose pose_between(const pose *from, const pose *to, double u) {
  pose at;
  double turn[4], size;

  for (int i = 0; i < 3; i++) at.x[i] = from->x[i] + u * (to->x[i] - from->x[i]);
  turn_of(from, to, turn);
  for (int i = 0; i < 4; i++) at.q[i] = from->q[i] + u * turn[i];
  size = sqrt(quaternion_dot(at.q, at.q));
  for (int i = 0; i < 4; i++) at.q[i] /= size;
  return at;
}

pose pose_turned(const pose *from, const pose *to, const double turn[3], double u) {
  pose at;
  double angle = sqrt(dot(turn, turn)), spin[4] = {cos(u * angle / 2), 0, 0, 0}, size;

  for (int i = 0; i < 3; i++) at.x[i] = from->x[i] + u * (to->x[i] - from->x[i]);
  for (int i = 0; i < 3 && angle > 0; i++) spin[i + 1] = sin(u * angle / 2) * turn[i] / angle;
  quaternion_product(spin, from->q, at.q);
  size = sqrt(quaternion_dot(at.q, at.q));
  for (int i = 0; i < 4; i++) at.q[i] /= size;
  return at;
}

void pose_spin(const pose *from, const pose *to, double angular[3]) {
  double turn[4], back[4] = {from->q[0], -from->q[1], -from->q[2], -from->q[3]}, spin[4];

  turn_of(from, to, turn);
  quaternion_product(turn, back, spin); /* half the angular velocity, as q' = w q / 2 */
  for (int i = 0; i < 3; i++) angular[i] = 2 * spin[i + 1];
}

double pose_slowing(const double angular[3], double u) {
  return 1 / (1 + u * u * dot(angular, angular) / 4); /* the angle is 2 atan(u |w| / 2) */
}

double pose_distance(const pose *a, const pose *b, double reach) {
  double way[3], chord[4], sign = copysign(1, quaternion_dot(a->q, b->q));

  for (int i = 0; i < 3; i++) way[i] = a->x[i] - b->x[i];
  for (int i = 0; i < 4; i++) chord[i] = a->q[i] - sign * b->q[i];
  /* A turn by an angle moves a point by up to 2 reach sin(angle / 2); the chord is 2 sin(angle / 4). */
  return sqrt(dot(way, way)) + 2 * reach * sqrt(quaternion_dot(chord, chord));
}

double pose_part(const pose *from, const pose *to, const pose *at, double reach, double tolerance) {
  double way[3], done[3], turn[4], part, along, size;
  pose there;

  for (int i = 0; i < 3; i++) way[i] = to->x[i] - from->x[i];
  for (int i = 0; i < 3; i++) done[i] = at->x[i] - from->x[i];
  turn_of(from, to, turn);
  along = sqrt(dot(way, way));
  size = sqrt(quaternion_dot(turn, turn));
  if (along == 0 && size == 0) {
    part = 0;
  } else if (along > reach * size) {
    part = dot(done, way) / (along * along);
  } else {
    part = quaternion_dot(at->q, turn) / (size * size) / quaternion_dot(at->q, from->q);
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
