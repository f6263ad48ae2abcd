/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/known_hull.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/remembered.h"

/* Number of parts of each side of the cube along either axis. */
enum { PARTS = 4, CELLS = 6 * PARTS * PARTS };

struct qmboxFarthestTable {
  int first[CELLS + 1]; /* the points of a cell are point[first[cell]] to point[first[cell + 1] - 1] */
  int point[];          /* numbers, increasing within a cell */
};

static qmboxConvexData hullOf(const qmboxContents *contents) {
  return (qmboxConvexData){.plane = contents->part[0],
                           .point = contents->part[1],
                           .planeCount = (int)(contents->size[0] / (4 * sizeof(dReal))),
                           .pointCount = (int)(contents->size[1] / (3 * sizeof(dReal)))};
}

static void *makeKnown(const qmboxContents *contents, size_t *bytes) {
  const qmboxConvexData hull = hullOf(contents);
  qmboxKnownHull *known = malloc(sizeof *known);
  if (!known) return 0;
  if (!qmboxMakeHullCore(&hull, &known->core)) {
    free(known);
    return 0;
  }
  known->point = hull.point;
  atomic_init(&known->farthest, 0);
  atomic_init(&known->seenAgain, false);
  *bytes = sizeof *known + 3 * (size_t)known->core.count * sizeof *known->core.point;
  return known;
}

/* Makes the table of farthest points, once. */
static size_t seeAgain(void *thing, const qmboxContents *contents) {
  qmboxKnownHull *known = thing;
  if (atomic_load(&known->seenAgain) || atomic_exchange(&known->seenAgain, true)) return 0;
  const qmboxConvexData hull = hullOf(contents);
  qmboxFarthestTable *table = qmboxMakeFarthestTable(hull.point, hull.pointCount);
  atomic_store(&known->farthest, table);
  return table ? sizeof *table + (size_t)table->first[CELLS] * sizeof table->point[0] : 0;
}

static void freeKnown(void *thing) {
  qmboxKnownHull *known = thing;
  free(atomic_load(&known->farthest));
  free(known->core.point);
  free(known);
}

static const qmboxRememberedKind kind = {makeKnown, seeAgain, freeKnown};

const qmboxKnownHull *qmboxKnowHull(const qmboxConvexData *hull) {
  const qmboxContents contents = {
      .part = {hull->plane, hull->point},
      .size = {4 * (size_t)hull->planeCount * sizeof(dReal), 3 * (size_t)hull->pointCount * sizeof(dReal)}};
  return qmboxRemember(&kind, qmboxMarkOfNumbers(&contents), &contents);
}

/* ------------------------------------------------------------------ the farthest point */

/* With fewer points a pass over all of them is as fast; with more the tables get long. */
enum { LEAST_POINTS = 16, MOST_POINTS = 4096 };

/* Cells overlap by so much: the place of a direction on the cube is rounded. */
#define OVERLAP (4 * DBL_EPSILON)

/* A point is left out if another one is farther by this part of the greatest coordinate: how far it is is rounded. */
#define MARGIN (32 * DBL_EPSILON)

/* Points and directions with a greatest coordinate beyond these are not looked up: products may overflow or vanish. */
#define SMALLEST 1e-100
#define LARGEST 1e100

/* ------------------------------------------------------------------ cells */

static double along(const dReal *point, int number, const double direction[3]) {
  const dReal *x = point + 3 * number;
  return direction[0] * (double)x[0] + direction[1] * (double)x[1] + direction[2] * (double)x[2];
}

static int partOf(double place) {
  int part = (int)((place + 1) * (PARTS / 2.0));
  return part < PARTS ? part : PARTS - 1;
}

/* Returns the number of the cell that a direction passes through, -1 if it is too short or too long. */
static int cellOf(const double direction[3]) {
  int axis = 0;
  for (int i = 1; i < 3; i++) axis = fabs(direction[i]) > fabs(direction[axis]) ? i : axis;
  double size = fabs(direction[axis]), u = direction[(axis + 1) % 3] / size, v = direction[(axis + 2) % 3] / size;
  if (!(size > SMALLEST && size < LARGEST && fabs(u) <= 1 && fabs(v) <= 1)) return -1;
  return ((2 * axis + (direction[axis] < 0)) * PARTS + partOf(u)) * PARTS + partOf(v);
}

/* Writes the directions through the corners of a cell, and last that through its middle. */
static void directionsThrough(int cell, double direction[5][3]) {
  int axis = cell / (2 * PARTS * PARTS), u = cell / PARTS % PARTS, v = cell % PARTS;
  double sign = cell / (PARTS * PARTS) % 2 ? -1 : 1, half = 1.0 / PARTS;
  for (int k = 0; k < 5; k++) {
    double aside = k == 4 ? 0 : half + OVERLAP;
    direction[k][axis] = sign;
    direction[k][(axis + 1) % 3] = (2 * u + 1) * half - 1 + (k & 1 ? aside : -aside);
    direction[k][(axis + 2) % 3] = (2 * v + 1) * half - 1 + (k & 2 ? aside : -aside);
  }
}

/* ------------------------------------------------------------------ making */

/* How far each of the points is along the directions through the corners of a cell, and through its middle. */
typedef struct qmboxDistances {
  double along[5];
} qmboxDistances;

/* Returns true if one of two points is farther than the other along the directions through all corners. */
static bool isFarther(const qmboxDistances *far, int one, int other, double margin) {
  for (int k = 0; k < 4; k++) {
    if (!(far[one].along[k] > far[other].along[k] + margin)) return false;
  }
  return true;
}

/* Writes the distances, and the number of the farthest point along each of the directions. */
static void measure(const dReal *point, int count, int cell, qmboxDistances *far, int rival[5]) {
  double direction[5][3];
  directionsThrough(cell, direction);
  for (int k = 0; k < 5; k++) {
    rival[k] = 0;
    for (int i = 0; i < count; i++) {
      far[i].along[k] = along(point, i, direction[k]);
      if (far[i].along[k] > far[rival[k]].along[k]) rival[k] = i;
    }
  }
}

/* Writes the points that may be farthest along a direction through a cell. Returns their number. */
static int listPoints(const dReal *point, int count, int cell, double margin, qmboxDistances *far, int *list) {
  int rival[5], listed = 0;
  measure(point, count, cell, far, rival);
  for (int i = 0; i < count; i++) {
    bool beaten = false;
    for (int k = 4; k >= 0 && !beaten; k--) beaten = isFarther(far, rival[k], i, margin);
    if (!beaten) list[listed++] = i;
  }
  return listed;
}

/* Returns the greatest coordinate of the points; infinite if one is not finite. */
static double sizeOf(const dReal *point, int count) {
  double size = 0;
  for (int k = 0; k < 3 * count; k++) {
    double x = fabs((double)point[k]);
    if (!(x <= size)) size = x < HUGE_VAL ? x : HUGE_VAL;
  }
  return size;
}

qmboxFarthestTable *qmboxMakeFarthestTable(const dReal *point, int count) {
  double size = sizeOf(point, count);
  if (count < LEAST_POINTS || count > MOST_POINTS || !(size > SMALLEST && size < LARGEST)) return 0;
  qmboxFarthestTable *table = malloc(sizeof *table + CELLS * (size_t)count * sizeof table->point[0]);
  qmboxDistances *far = malloc((size_t)count * sizeof *far);
  if (!table || !far) {
    free(table);
    free(far);
    return 0;
  }
  table->first[0] = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    int from = table->first[cell];
    table->first[cell + 1] = from + listPoints(point, count, cell, MARGIN * size, far, table->point + from);
  }
  free(far);
  qmboxFarthestTable *less = realloc(table, sizeof *table + (size_t)table->first[CELLS] * sizeof table->point[0]);
  return less ? less : table;
}

/* ------------------------------------------------------------------ looking */

static int lookAtAll(const dReal *point, int count, const double direction[3]) {
  double most = -HUGE_VAL;
  int farthest = 0;
  for (int k = 0; k < count; k++) {
    double far = along(point, k, direction);
    if (!(far > most)) continue;
    most = far;
    farthest = k;
  }
  return farthest;
}

int qmboxFarthestPoint(const qmboxFarthestTable *table, const dReal *point, int count, const double direction[3]) {
  int cell = table ? cellOf(direction) : -1;
  if (cell < 0) return lookAtAll(point, count, direction);
  double most = -HUGE_VAL;
  int farthest = 0;
  for (int k = table->first[cell]; k < table->first[cell + 1]; k++) {
    double far = along(point, table->point[k], direction);
    if (!(far > most)) continue;
    most = far;
    farthest = table->point[k];
  }
  return farthest;
}
