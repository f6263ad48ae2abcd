/* SPDX-License-Identifier: BSD-3-Clause */

/* The chords of vertices that turn: how far a point leaves its chord. */

#include "meshes/mesh_relation.c"

#include "bounds.h"

/* The turn of a body: the linear quaternion 1 + t d, and about another axis after it by a finite rotation, at a steady
   rate. */
typedef struct turn {
  double linear[3], finite[3];
} turn;

/* Rotates a point about a vector through the origin by an angle. */
static void rotate(const double vector[3], double angle, double x[3]) {
  double length = qmboxLength(vector), axis[3], across[3];
  if (!(length > 0)) return;
  for (int i = 0; i < 3; i++) axis[i] = vector[i] / length;
  double along = qmboxDot(axis, x);
  qmboxCross(axis, x, across);
  for (int i = 0; i < 3; i++) x[i] = along * axis[i] + cos(angle) * (x[i] - along * axis[i]) + sin(angle) * across[i];
}

static void turned_at(const turn *how, double t, const double point[3], double x[3]) {
  memcpy(x, point, 3 * sizeof x[0]);
  rotate(how->linear, 2 * atan(t * qmboxLength(how->linear)), x);
  rotate(how->finite, t * qmboxLength(how->finite), x);
}

/* The inputs are when an interval begins and how long it is, both turns (6), and a point (3).  The bound is far above
   the roundings of sines, so doubles will do; turns that are too small for that are left out. */
static double share_of_a_bulge(const double *x, const void *context) {
  (void)context;
  enum { PLACES = 16 };
  static const double LEAST_TURN = 1e-3;
  turn how = {{x[2], x[3], x[4]}, {x[5], x[6], x[7]}};
  const double *point = x + 8;
  double speed = 2 * qmboxLength(how.linear) + qmboxLength(how.finite);
  qmboxChordTriangle triangle = {.reach = qmboxLength(point), .acceleration = speed * speed};
  double length = fabs(x[1]), from[3], to[3], at[3], most = 0;
  if (!(speed * length > LEAST_TURN) || !(triangle.reach > LEAST_TURN)) return 0;
  turned_at(&how, x[0], point, from);
  turned_at(&how, x[0] + length, point, to);
  for (int k = 1; k < PLACES; k++) {
    double part = (double)k / PLACES, off[3];
    turned_at(&how, x[0] + part * length, point, at);
    for (int i = 0; i < 3; i++) off[i] = at[i] - (from[i] + part * (to[i] - from[i]));
    most = fmax(most, qmboxLength(off) / bulgeOf(&triangle, length));
  }
  return most;
}

static void points_stay_near_their_chords(void **state) {
  (void)state;
  (void)qmboxChordsStayApart; /* the rest of the unit is not wanted here */
  bounds_measure("BULGE", share_of_a_bulge, NULL, 11, 20);
}

BOUNDS_MAIN(cmocka_unit_test(points_stay_near_their_chords))
