/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/hull_core.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shapes/allowance.h"
#include "util/real.h"

/* Faces move inwards by this part of the inradius: nearly all that they can, so that cores are there at all levels. */
#define DEEPEST (2 * QMBOX_INNER_CORE)

/* Planes whose unit normals differ by less are one: for example triangles of one face. */
#define SAME_NORMAL 1e-5

/* Corners that are nearer to each other than this part of the size are one. */
#define SAME_CORNER 1e-9

/* Hulls with more planes have no core: making it takes the square of their number, and more. */
enum { MOST_PLANES = 1000 };

/* ------------------------------------------------------------------ polytopes */

/*
 * Polytopes given by planes: the points x with n . x <= d for each of them.
 *
 * A face is what is left of a large square in its plane when all other planes have cut it (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974); the corners of all faces are the polytope's.  That takes the square of the
 * number of planes, and no decision that would have to agree with another.
 */

/* Planes as a unit normal and an offset each.  All points are within `size` of the origin. */
typedef struct qmboxPolytope {
  double (*plane)[4];
  int count;
  double size;
} qmboxPolytope;

/* Room for one face, twice: for as many corners as there are planes, and some. */
typedef struct qmboxFaceRoom {
  double (*point)[3], (*other)[3];
  int capacity; /* of either, at least 4; corners beyond it are left out */
} qmboxFaceRoom;

/* Writes a square in the plane that is much larger than the polytope. */
static int square(const double plane[4], double less, double half, double (*corner)[3]) {
  double u[3], v[3], length = 0;
  int axis = fabs(plane[0]) < fabs(plane[1]) ? 0 : 1;
  if (fabs(plane[2]) < fabs(plane[axis])) axis = 2;
  for (int i = 0; i < 3; i++) u[i] = (i == axis) - plane[axis] * plane[i];
  length = qmboxLength(u);
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
    if (!(qmboxDot(plane, corner[k]) - offset <= 0)) return true;
  }
  return false;
}

/* Keeps what is on the inner side of a plane; returns the number of corners. */
static int cut(const double plane[4], double less, int count, qmboxFaceRoom *room) {
  int kept = 0;
  for (int k = 0; k < count && kept + 2 <= room->capacity; k++) {
    const double *from = room->point[k], *to = room->point[(k + 1) % count];
    double above = qmboxDot(plane, from) - (plane[3] - less), next = qmboxDot(plane, to) - (plane[3] - less);
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

/* Cuts the face in one plane out of the polytope whose planes have all moved inwards by `less`.  Its corners are in
   room->point; returns their number, less than 3 if there is no such face. */
static int faceOfPolytope(const qmboxPolytope *polytope, double less, int plane, qmboxFaceRoom *room) {
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
    if (faceOfPolytope(polytope, less, k, room) < 3) continue;
    memcpy(kept, polytope->plane[k], sizeof kept);
    memcpy(polytope->plane[k], polytope->plane[count], sizeof kept);
    memcpy(polytope->plane[count++], kept, sizeof kept);
  }
  return count;
}

/* Returns the largest length, up to `most`, by which all planes can move inwards and leave something: exactly to some
   1e-12 of `most`, by halving.  A plane that has no face any more gets none again, and is left out. */
static double inradiusOf(qmboxPolytope polytope, double most, qmboxFaceRoom *room) {
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

/* ------------------------------------------------------------------ making */

/* A core in the making. */
typedef struct qmboxHullWork {
  const qmboxConvexData *hull;
  qmboxPolytope polytope;
  double (*plane)[4];
  qmboxFaceRoom room;
  double (*corner)[3]; /* found so far, each once */
  int cornerCount, cornerCapacity;
} qmboxHullWork;

static void pointOf(const qmboxConvexData *hull, int k, double point[3]) {
  for (int i = 0; i < 3; i++) point[i] = (double)hull->point[3 * k + i];
}

static double extentOf(const qmboxConvexData *hull, const double direction[3]) {
  double most = -HUGE_VAL, point[3];
  for (int k = 0; k < hull->pointCount; k++) {
    pointOf(hull, k, point);
    most = fmax(most, qmboxDot(direction, point));
  }
  return most;
}

static double sizeOf(const qmboxConvexData *hull) {
  double size = 0, point[3];
  for (int k = 0; k < hull->pointCount; k++) {
    pointOf(hull, k, point);
    size = fmax(size, qmboxLength(point));
  }
  return size;
}

/* Takes up the planes, each once and as far out as the points reach.  Returns the least width of the hull across
 one. */
static double readPlanes(qmboxHullWork *work) {
  double least = HUGE_VAL;
  for (int k = 0; k < work->hull->planeCount; k++) {
    double *plane = work->plane[work->polytope.count], length, back[3];
    bool known = false;
    for (int i = 0; i < 3; i++) plane[i] = (double)work->hull->plane[4 * k + i];
    length = qmboxLength(plane);
    if (!(length > 0) || !isfinite(length)) continue;
    for (int i = 0; i < 3; i++) plane[i] /= length;
    for (int j = 0; j < work->polytope.count && !known; j++) {
      const double *other = work->plane[j];
      double off[3] = {plane[0] - other[0], plane[1] - other[1], plane[2] - other[2]};
      known = qmboxDot(off, off) < SAME_NORMAL * SAME_NORMAL;
    }
    if (known) continue;
    for (int i = 0; i < 3; i++) back[i] = -plane[i];
    plane[3] = extentOf(work->hull, plane);
    least = fmin(least, plane[3] + extentOf(work->hull, back));
    work->polytope.count++;
  }
  return least;
}

static void addCorner(qmboxHullWork *work, const double point[3]) {
  double same = SAME_CORNER * work->polytope.size;
  for (int k = 0; k < work->cornerCount; k++) {
    const double *other = work->corner[k];
    double off[3] = {point[0] - other[0], point[1] - other[1], point[2] - other[2]};
    if (qmboxDot(off, off) <= same * same) return;
  }
  if (work->cornerCount < work->cornerCapacity) memcpy(work->corner[work->cornerCount++], point, 3 * sizeof *point);
}

static void addFace(qmboxHullWork *work, double less, int plane) {
  int count = faceOfPolytope(&work->polytope, less, plane, &work->room);
  for (int i = 0; i < count; i++) addCorner(work, work->room.point[i]);
}

static void findCorners(qmboxHullWork *work, double less) {
  work->cornerCount = 0;
  for (int k = 0; k < work->polytope.count; k++) addFace(work, less, k);
}

static double distanceFromPoints(const qmboxConvexData *hull, const double place[3]) {
  double least = HUGE_VAL;
  for (int k = 0; k < hull->pointCount; k++) {
    double point[3];
    pointOf(hull, k, point);
    for (int i = 0; i < 3; i++) point[i] -= place[i];
    least = fmin(least, qmboxDot(point, point));
  }
  return sqrt(least);
}

/* Returns how far the polytope of the planes reaches beyond the points of the hull, at most; as soon as that is not
   less than `enough`, nothing more is checked. */
static double excess(qmboxHullWork *work, double enough) {
  double most = 0;
  work->cornerCount = 0;
  for (int k = 0; k < work->polytope.count && most < enough; k++) {
    int before = work->cornerCount;
    addFace(work, 0, k);
    for (int c = before; c < work->cornerCount; c++) most = fmax(most, distanceFromPoints(work->hull, work->corner[c]));
  }
  return work->cornerCount >= 4 ? most : HUGE_VAL;
}

static double depthOfCorners(const qmboxHullWork *work) {
  double least = work->cornerCount > 0 ? HUGE_VAL : 0;
  for (int k = 0; k < work->polytope.count; k++) {
    for (int c = 0; c < work->cornerCount; c++) {
      least = fmin(least, work->plane[k][3] - qmboxDot(work->plane[k], work->corner[c]));
    }
  }
  return least;
}

/* Finds the corners of the core.  Returns how far inside of the hull they are; not positive if there is no core. */
static double findCore(qmboxHullWork *work) {
  work->polytope.size = sizeOf(work->hull);
  work->polytope.plane = work->plane;
  double width = readPlanes(work);
  if (work->polytope.count < 4 || !(work->polytope.size > 0 && work->polytope.size < 1e30)) return 0;
  double beyond = excess(work, width / 8);
  if (!(beyond < width / 8)) return 0;
  findCorners(work, DEEPEST * inradiusOf(work->polytope, width / 2, &work->room));
  /* the polytope may be larger than the hull by so much, and sums be off by some roundings */
  return depthOfCorners(work) - beyond - 64 * DBL_EPSILON * work->polytope.size;
}

static bool makeRoom(qmboxHullWork *work) {
  size_t planes = (size_t)work->hull->planeCount;
  work->room.capacity = work->hull->planeCount + 8;
  work->cornerCapacity = 4 * work->hull->planeCount; /* a polytope has less than twice as many */
  work->plane = malloc(planes * sizeof *work->plane);
  work->room.point = malloc((planes + 8) * sizeof *work->room.point);
  work->room.other = malloc((planes + 8) * sizeof *work->room.other);
  work->corner = malloc(4 * planes * sizeof *work->corner);
  return work->plane && work->room.point && work->room.other && work->corner;
}

static void freeRoom(qmboxHullWork *work) {
  free(work->plane);
  free(work->room.point);
  free(work->room.other);
  free(work->corner);
}

bool qmboxMakeHullCore(const qmboxConvexData *hull, qmboxHullCore *core) {
  qmboxHullWork work = {.hull = hull};
  *core = (qmboxHullCore){0};
  if (hull->planeCount < 4 || hull->planeCount > MOST_PLANES) return true;
  bool good = makeRoom(&work);
  double inner = good ? findCore(&work) : 0;
  if (inner > 0) {
    core->inner = inner;
    core->count = work.cornerCount;
    core->point = malloc((size_t)work.cornerCount * sizeof *work.corner);
    good = core->point != 0;
    if (good) memcpy(core->point, work.corner, (size_t)work.cornerCount * sizeof *work.corner);
  }
  freeRoom(&work);
  return good;
}
