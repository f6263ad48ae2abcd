/* SPDX-License-Identifier: BSD-3-Clause */

/* Two triangles at two times. */

#include "meshes/triangle_chords.h"

#include <float.h>
#include <math.h>

#include "meshes/triangle_axes.h"

/* A point leaves its chord by an eighth of the greatest acceleration at most, times the square of the time.  The rest
 * is room for roundings. */
#define BULGE 0.126

double qmboxBulgeOfChord(double acceleration, double length) {
  return BULGE * acceleration * length * length;
}

static double bulgeOf(const qmboxChordTriangle *triangle, double length) {
  return qmboxBulgeOfChord(triangle->acceleration, length) * triangle->reach;
}

/* Returns the gap of the triangles along an axis at one of the times, negative if they overlap along it.  *second shows
   if the second is in front. */
static double gapAlong(qmboxChordTriangle two[2], int end, const double axis[3], bool *second) {
  double least[2], most[2];
  for (int k = 0; k < 2; k++) qmboxSpanOfTriangle(two[k].corner[end], axis, &least[k], &most[k]);
  *second = least[1] - most[0] > least[0] - most[1];
  return *second ? least[1] - most[0] : least[0] - most[1];
}

/* Returns true if the triangles are apart along an axis by more than this at both times, on the same side. */
static bool apartAlong(qmboxChordTriangle two[2], const double axis[3], double distance) {
  bool second[2];
  double square = qmboxDot(axis, axis);
  if (!(square > DBL_MIN)) return false;
  double needed = distance * sqrt(square);
  return gapAlong(two, 0, axis, &second[0]) > needed && gapAlong(two, 1, axis, &second[1]) > needed &&
         second[0] == second[1];
}

bool qmboxChordsStayApart(qmboxChordTriangle two[2], double length, double rounding) {
  double distance = rounding + bulgeOf(&two[0], length) + bulgeOf(&two[1], length), edge[2][3][3], axis[3];
  for (int k = 0; k < 2; k++) qmboxEdgesOfTriangle(two[k].corner[0], edge[k]);
  for (int n = 0; n < QMBOX_TRIANGLE_AXES; n++) {
    qmboxTriangleAxis(edge, n, axis);
    if (apartAlong(two, axis, distance)) return true;
  }
  return false;
}
