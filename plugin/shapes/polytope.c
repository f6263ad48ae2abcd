/* SPDX-License-Identifier: BSD-3-Clause */

/* Polytopes given by planes, face by face. */

#include "shapes/polytope.h"

#include <math.h>
#include <string.h>

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Writes a square in the plane that is much larger than the polytope. */
static int square(const double plane[4], double less, double half, double (*corner)[3]) {
  double u[3], v[3], length = 0;
  int axis = fabs(plane[0]) < fabs(plane[1]) ? 0 : 1;
  if (fabs(plane[2]) < fabs(plane[axis])) axis = 2;
  for (int i = 0; i < 3; i++) u[i] = (i == axis) - plane[axis] * plane[i];
  length = sqrt(dot(u, u));
  for (int i = 0; i < 3; i++) u[i] /= length;
  for (int i = 0; i < 3; i++) v[i] = plane[(i + 1) % 3] * u[(i + 2) % 3] - plane[(i + 2) % 3] * u[(i + 1) % 3];
  for (int k = 0; k < 4; k++) {
    double along = k == 0 || k == 3 ? -half : half, across = k < 2 ? -half : half;
    for (int i = 0; i < 3; i++) corner[k][i] = (plane[3] - less) * plane[i] + along * u[i] + across * v[i];
  }
  return 4;
}

/* Returns true if a corner is on the outer side of a plane: most planes cut nothing. */
static bool isAnyAbove(const double plane[4], double less, int count, double (*corner)[3]) {
  double offset = plane[3] - less;
  for (int k = 0; k < count; k++) {
    if (!(dot(plane, corner[k]) - offset <= 0)) return true;
  }
  return false;
}

/* Keeps what is on the inner side of a plane; returns the number of corners. */
static int cut(const double plane[4], double less, int count, qmboxFaceRoom *room) {
  int kept = 0;
  for (int k = 0; k < count && kept + 2 <= room->capacity; k++) {
    const double *from = room->point[k], *to = room->point[(k + 1) % count];
    double above = dot(plane, from) - (plane[3] - less), next = dot(plane, to) - (plane[3] - less);
    if (above <= 0) {
      for (int i = 0; i < 3; i++) room->other[kept][i] = from[i];
      kept++;
    }
    if ((above <= 0) == (next <= 0)) continue;
    for (int i = 0; i < 3; i++) room->other[kept][i] = from[i] + above / (above - next) * (to[i] - from[i]);
    kept++;
  }
  double(*swap)[3] = room->point;
  room->point = room->other;
  room->other = swap;
  return kept;
}

int qmboxFaceOfPolytope(const qmboxPolytope *polytope, double less, int plane, qmboxFaceRoom *room) {
  int count = square(polytope->plane[plane], less, 4 * polytope->size, room->point);
  for (int k = 0; k < polytope->count && count > 2; k++) {
    const double *other = polytope->plane[k];
    if (k != plane && isAnyAbove(other, less, count, room->point)) count = cut(other, less, count, room);
  }
  return count;
}

/* Puts the planes first that have a face when all have moved inwards by `less`; returns their number. */
static int putFacesFirst(const qmboxPolytope *polytope, double less, qmboxFaceRoom *room) {
  int count = 0;
  for (int k = 0; k < polytope->count; k++) {
    double kept[4];
    if (qmboxFaceOfPolytope(polytope, less, k, room) < 3) continue;
    memcpy(kept, polytope->plane[k], sizeof kept);
    memcpy(polytope->plane[k], polytope->plane[count], sizeof kept);
    memcpy(polytope->plane[count++], kept, sizeof kept);
  }
  return count;
}

/* Halves.  A plane that has no face any more gets none again, and is left out. */
double qmboxInradius(qmboxPolytope polytope, double most, qmboxFaceRoom *room) {
  enum { HALVINGS = 40 };
  double low = 0, high = most;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2;
    int faces = putFacesFirst(&polytope, middle, room);
    if (faces == 0) {
      high = middle;
    } else {
      low = middle;
      if (faces > 3) polytope.count = faces;
    }
  }
  return low;
}
