/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/heightfield.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "ode/geom_transform.h"

/* How ODE 0.16 keeps a heightfield's data.  Members that are not read here have no name of their own. */
typedef struct heights {
  dReal width, depth;             /* of the whole, along x and z */
  dReal sampleWidth, sampleDepth; /* of a cell */
  dReal aspect, inverse[2], half[2];
  dReal minHeight, maxHeight, thickness, scale, offset;
  int widthSamples, depthSamples;
  int copied, wraps, mode;
  const void *samples;
  void *user;
  dContactGeom contacts[10];
  dHeightfieldGetHeight *callback;
} heights;

enum { MODE_CALLBACK, MODE_BYTE, MODE_SHORT, MODE_FLOAT, MODE_DOUBLE };

/* The cells of one that repeats are no farther out than this, their numbers would not fit; and this number is visited
   at most: there would be no end of them for what flies across it fast enough. */
#define LARGEST_CELL 1e9
#define MOST_CELLS 1e6

/* ------------------------------------------------------------------ is it what it seems? */

static dReal knownHeight(void *user, int x, int z) {
  (void)user;
  return (dReal)(x + 10 * z);
}

static bool shows(const heights *h, int mode, int wraps, const void *samples, void *user) {
  return h->width == 6 && h->depth == 12 && h->sampleWidth == 3 && h->sampleDepth == 4 && h->scale == 2 &&
         h->offset == 5 && h->thickness == 7 && h->widthSamples == 3 && h->depthSamples == 4 && h->wraps == wraps &&
         h->mode == mode &&
         (mode == MODE_CALLBACK ? h->callback == knownHeight && h->user == user : h->samples == samples);
}

static int tryAll(void) {
  static const float singles[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static const double doubles[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static const short shorts[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static const unsigned char bytes[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  const heights *h = (const heights *)(const void *)data;
  int user;
  dGeomHeightfieldDataBuildByte(data, bytes, 0, 6, 12, 3, 4, 2, 5, 7, 0);
  int good = shows(h, MODE_BYTE, 0, bytes, 0) && h->minHeight == 0 && h->maxHeight == 29;
  dGeomHeightfieldDataBuildShort(data, shorts, 0, 6, 12, 3, 4, 2, 5, 7, 1);
  good = good && shows(h, MODE_SHORT, 1, shorts, 0);
  dGeomHeightfieldDataBuildSingle(data, singles, 0, 6, 12, 3, 4, 2, 5, 7, 0);
  good = good && shows(h, MODE_FLOAT, 0, singles, 0);
  dGeomHeightfieldDataBuildDouble(data, doubles, 0, 6, 12, 3, 4, 2, 5, 7, 1);
  good = good && shows(h, MODE_DOUBLE, 1, doubles, 0);
  dGeomHeightfieldDataBuildCallback(data, &user, knownHeight, 6, 12, 3, 4, 2, 5, 7, 0);
  good = good && shows(h, MODE_CALLBACK, 0, 0, &user);
  dGeomHeightfieldDataDestroy(data);
  return good;
}

bool qmboxHeightfieldsAreReadable(void) {
  static atomic_int known; /* 0: not tried yet, 1: readable, 2: not; every thread that tries finds the same */
  int answer = atomic_load(&known);
  if (answer == 0) {
    answer = tryAll() ? 1 : 2;
    atomic_store(&known, answer);
  }
  return answer == 1;
}

/* ------------------------------------------------------------------ heights */

static const heights *heightsOf(dGeomID geom) {
  return (const heights *)(const void *)dGeomHeightfieldGetHeightfieldData(qmboxHeldGeom(geom));
}

/* A number from 0 to count - 1: the same modulo count. */
static int wrapped(int i, int count) {
  i %= count;
  return i < 0 ? i + count : i;
}

/* The height at a point of the grid, as ODE computes it. */
static dReal heightAt(const heights *h, int x, int z) {
  dReal height = 0;
  if (h->wraps) {
    x = wrapped(x, h->widthSamples - 1);
    z = wrapped(z, h->depthSamples - 1);
  }
  int at = x + z * h->widthSamples;
  switch (h->mode) {
    case MODE_CALLBACK:
      height = h->callback(h->user, x, z);
      break;
    case MODE_BYTE:
      height = ((const unsigned char *)h->samples)[at];
      break;
    case MODE_SHORT:
      height = ((const short *)h->samples)[at];
      break;
    case MODE_FLOAT:
      height = (dReal)((const float *)h->samples)[at];
      break;
    case MODE_DOUBLE:
      height = (dReal)((const double *)h->samples)[at];
      break;
    default:
      break;
  }
  return height * h->scale + h->offset;
}

void qmboxHeightfieldBounds(dGeomID geom, double min[3], double max[3]) {
  const heights *h = heightsOf(geom);
  min[0] = h->wraps ? -HUGE_VAL : -(double)h->width / 2;
  min[1] = (double)h->minHeight;
  min[2] = h->wraps ? -HUGE_VAL : -(double)h->depth / 2;
  max[0] = -min[0];
  max[1] = (double)h->maxHeight;
  max[2] = -min[2];
}

double qmboxHeightfieldCell(dGeomID geom) {
  const heights *h = heightsOf(geom);
  double height = (double)(h->maxHeight - h->minHeight), cell = fmax((double)h->sampleWidth, (double)h->sampleDepth);
  return height < HUGE_VAL ? fmax(height, cell) : cell; /* heights by callback have no bounds until these are set */
}

/* ------------------------------------------------------------------ cells */

static double placeOf(int i, dReal cell, dReal whole) {
  return (double)((dReal)i * cell - whole / 2);
}

static void point(const heights *h, int x, int z, double vertex[3]) {
  vertex[0] = placeOf(x, h->sampleWidth, h->width);
  vertex[1] = (double)heightAt(h, x, z);
  vertex[2] = placeOf(z, h->sampleDepth, h->depth);
}

/* Writes the two points of a cell that are farther along x, at this x and z and at the next z. */
static void pointPair(const heights *h, int x, int z, double corner[12]) {
  point(h, x, z, corner + 3);
  point(h, x, z + 1, corner + 9);
}

/* Finds the range of cells along one axis that meets [min, max]; *last < *first if there is none.  It begins with one
   to spare on either side, which goes if it is not met. */
static void cells(double min, double max, dReal whole, dReal cell, int samples, int wraps, int *first, int *last) {
  double low = floor((min + (double)whole / 2) / (double)cell) - 1;
  double high = floor((max + (double)whole / 2) / (double)cell) + 1;
  double least = wraps ? -LARGEST_CELL : 0, most = wraps ? LARGEST_CELL : samples - 2;
  *first = (int)fmin(fmax(low, least), most + 1);
  *last = (int)fmax(fmin(high, most), least - 1);
  if (*first < *last && placeOf(*first + 1, cell, whole) < min) ++*first;
  if (*first < *last && placeOf(*last, cell, whole) > max) --*last;
}

static int meets(const double vertex[9], const double min[3], const double max[3]) {
  for (int i = 0; i < 3; i++) {
    if (fmin(vertex[i], fmin(vertex[3 + i], vertex[6 + i])) > max[i]) return 0;
    if (fmax(vertex[i], fmax(vertex[3 + i], vertex[6 + i])) < min[i]) return 0;
  }
  return 1;
}

/* Returns true if these cells of a heightfield that repeats are too many, or some of them too far out. */
static bool areTooMany(int x0, int x1, int z0, int z1) {
  if (x0 <= -LARGEST_CELL || x1 >= LARGEST_CELL || z0 <= -LARGEST_CELL || z1 >= LARGEST_CELL) return true;
  return ((double)x1 - x0 + 1) * ((double)z1 - z0 + 1) > MOST_CELLS;
}

/* Visits a triangle that is nowhere, which means that not all are known. */
static void visitNowhere(qmboxTriangleVisit *visit, void *data) {
  double vertex[9];
  for (int i = 0; i < 9; i++) vertex[i] = NAN;
  visit(data, vertex, -1);
}

/* Returns the number of a cell's first triangle; cells that repeat one have its number. */
static int numberOf(const heights *h, int x, int z) {
  int cellsX = h->widthSamples - 1, cellsZ = h->depthSamples - 1;
  return 2 * (wrapped(x, cellsX) + cellsX * wrapped(z, cellsZ));
}

void qmboxHeightfieldTriangles(dGeomID geom, const double min[3], const double max[3], qmboxTriangleVisit *visit,
                               void *data) {
  const heights *h = heightsOf(geom);
  int x0, x1, z0, z1;
  cells(min[0], max[0], h->width, h->sampleWidth, h->widthSamples, h->wraps, &x0, &x1);
  cells(min[2], max[2], h->depth, h->sampleDepth, h->depthSamples, h->wraps, &z0, &z1);
  if (h->wraps && areTooMany(x0, x1, z0, z1)) {
    visitNowhere(visit, data);
    return;
  }
  for (int z = z0; z <= z1; z++) {
    double corner[12], other[9];
    if (x0 <= x1) pointPair(h, x0, z, corner);
    for (int x = x0; x <= x1; x++) {
      memcpy(corner, corner + 3, 3 * sizeof *corner); /* as the cell before has them on its other side */
      memcpy(corner + 6, corner + 9, 3 * sizeof *corner);
      pointPair(h, x + 1, z, corner);
      memcpy(other, corner + 3, sizeof other);
      if (meets(corner, min, max)) visit(data, corner, numberOf(h, x, z));
      if (meets(other, min, max)) visit(data, other, numberOf(h, x, z) + 1);
    }
  }
}
