/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * In each window a geom that goes far is in a swept box (swept.h), and two are near each other if neither the bounds of
 * these nor a check along some axes show that their cores are apart.
 */

#include "broad/windows.h"

#include <math.h>
#include <string.h>

#include "broad/overlaps.h"
#include "broad/bounds.h"
#include "pairs/meeting.h"
#include "util/array.h"
#include "util/real.h"

/* The first window is so short that none goes more in it than this part of the way from the body's position to its
   farthest point, if there are enough windows. */
#define FIRST_WAY 1.0

/* Each window ends this many times as late as the one before. */
#define LONGER 4

/* ------------------------------------------------------------------ times */

double qmboxWindowEnd(const qmboxBodies *bodies, const qmboxWindows *windows, int window) {
  double end = bodies->length;
  for (int k = window + 1; k < windows->count; k++) end /= LONGER;
  return end;
}

double qmboxWindowStart(const qmboxBodies *bodies, const qmboxWindows *windows, int window) {
  return window > 0 ? qmboxWindowEnd(bodies, windows, window - 1) : 0;
}

static int windowOf(const qmboxBodies *bodies, const qmboxWindows *windows, double time) {
  int window = 0;
  while (window + 1 < windows->count && qmboxWindowEnd(bodies, windows, window) < time) window++;
  return window;
}

/* ------------------------------------------------------------------ fast geoms */

/* Writes the box that holds a solid, in the frame of its motion.  Returns false for planes, and for what is known by a
   support function only: the bounds of that come from its AABB. */
static bool boxAround(const qmboxMoving *solid, double middle[3], double half[3]) {
  bms_core core = solid->figure.shape.core;
  if (solid->shape == QMBOX_SHAPE_OTHER || (solid->shape == QMBOX_SHAPE_MESH && !solid->moves)) return false;
  if (solid->shape != QMBOX_SHAPE_MESH && (core == BMS_CORE_SUPPORT || core == BMS_CORE_HALF_SPACE)) return false;
  bms_box box = qmboxBoxOfMoving(solid);
  for (int i = 0; i < 3; i++) {
    middle[i] = 0.5 * (box.min[i] + box.max[i]);
    half[i] = 0.5 * (box.max[i] - box.min[i]);
    if (!(half[i] >= 0 && half[i] < HUGE_VAL)) return false;
  }
  return true;
}

void qmboxAddFastGeom(qmboxBodies *bodies, qmboxWindows *windows, int number) {
  qmboxGuardedGeom *geom = &bodies->geom[number];
  const qmboxMoving *solid = &bodies->solid[geom->solid];
  qmboxFastGeom fast = {.last = geom->far ? QMBOX_WINDOWS - 1 : 0};
  if (geom->fast >= 0 || solid->turns || !boxAround(solid, fast.middle, fast.half)) return;
  qmboxFastGeom *added = QMBOX_ADD(windows->fast, windows->fastCount, windows->fastCapacity);
  if (!added) {
    bodies->failed = true;
    return;
  }
  *added = fast;
  geom->fast = windows->fastCount - 1;
}

void qmboxCutWindows(qmboxWindows *windows) {
  double first = windows->farthest;
  windows->count = 1;
  for (; windows->count < QMBOX_WINDOWS && first > FIRST_WAY; windows->count++) first /= LONGER;
}

/* ------------------------------------------------------------------ places */

/* The time at which a geom begins and ends to move in a window, or the whole step if it does not go far. */
static qmboxSpan moveIn(const qmboxBodies *bodies, const qmboxWindows *windows, const qmboxGuardedGeom *geom,
                        int window) {
  double stop = bodies->body[geom->body].stop;
  if (!geom->far) return (qmboxSpan){0, bodies->length};
  return (qmboxSpan){qmboxMin(stop, qmboxWindowStart(bodies, windows, window)),
                     qmboxMin(stop, qmboxWindowEnd(bodies, windows, window))};
}

/* Returns the bounds of a geom in a window that are known without its solid. */
static qmboxBox boundsOnWay(const qmboxBodies *bodies, const qmboxWindows *windows, int number, int window) {
  const qmboxGuardedGeom *geom = &bodies->geom[number];
  if (!geom->far) return geom->bounds;
  qmboxSpan span = moveIn(bodies, windows, geom, window);
  return qmboxBoundWay(bodies, number, span.first, span.last);
}

/* Makes the place of a fast geom in a window. */
static void makePlace(const qmboxBodies *bodies, const qmboxWindows *windows, int number, int window,
                      qmboxPlaceInWindow *place) {
  const qmboxGuardedGeom *geom = &bodies->geom[number];
  const qmboxFastGeom *fast = &windows->fast[geom->fast];
  qmboxSpan span = moveIn(bodies, windows, geom, window);
  place->held = qmboxSweepBox(&bodies->body[geom->body], &bodies->solid[geom->solid], fast->middle, fast->half,
                              span.first, span.last, bodies->length, &place->swept);
  bool bounded = geom->far && place->held && qmboxBoundSwept(&place->swept, &place->bounds);
  if (!bounded) place->bounds = boundsOnWay(bodies, windows, number, window);
}

/* Adds a place to those that are known of a fast geom. */
static void addPlace(qmboxBodies *bodies, qmboxWindows *windows, int number) {
  qmboxFastGeom *fast = &windows->fast[bodies->geom[number].fast];
  qmboxPlaceInWindow *added = QMBOX_ADD(windows->place, windows->places, windows->placeCapacity);
  if (!added) {
    bodies->failed = true;
    return;
  }
  makePlace(bodies, windows, number, fast->known, added);
  fast->place[fast->known++] = windows->places - 1;
}

/* Finds the place of a geom in a window; -1 if it is no fast geom, or if no memory is left. */
static int placeIn(qmboxBodies *bodies, qmboxWindows *windows, int number, int window) {
  const qmboxGuardedGeom *geom = &bodies->geom[number];
  if (geom->fast < 0) return -1;
  const qmboxFastGeom *fast = &windows->fast[geom->fast];
  int at = window < fast->last ? window : fast->last;
  while (fast->known <= at && !bodies->failed) addPlace(bodies, windows, number);
  return bodies->failed ? -1 : fast->place[at];
}

/* Writes what may be taken off each of two geoms where only their cores count. */
static void coresOf(const qmboxBodies *bodies, const int geom[2], double less[2]) {
  const qmboxMoving *solid[2];
  bool sensor = false;
  for (int k = 0; k < 2; k++) {
    solid[k] = &bodies->solid[bodies->geom[geom[k]].solid];
    sensor = sensor || bodies->geom[geom[k]].sensor;
  }
  qmboxShrunkPair two = qmboxShrinkSolids(solid[0], solid[1]);
  for (int k = 0; k < 2; k++) {
    bool box = qmboxIsConvex(solid[k]) && solid[k]->figure.shape.core == BMS_CORE_BOX;
    const qmboxMoving *other = solid[1 - k]; /* the core of a mesh that moves is not known yet, nor is the allowance */
    bool known = other->shape != QMBOX_SHAPE_MESH || !other->dynamic;
    less[k] = box && known && !sensor ? two.allowance[k] : 0;
  }
}

/* Returns the bounds of a geom in a window in which it has this place, or none if that is negative. */
static qmboxBox boundsAt(const qmboxBodies *bodies, const qmboxWindows *windows, int geom, int place, int window) {
  return place < 0 ? boundsOnWay(bodies, windows, geom, window) : windows->place[place].bounds;
}

qmboxBox qmboxBoundsInWindow(qmboxBodies *bodies, qmboxWindows *windows, int geom, int window) {
  return boundsAt(bodies, windows, geom, placeIn(bodies, windows, geom, window), window);
}

bool qmboxNearInWindow(qmboxBodies *bodies, qmboxWindows *windows, int geom1, int geom2, int window) {
  int at[2] = {placeIn(bodies, windows, geom1, window), placeIn(bodies, windows, geom2, window)};
  qmboxBox box1 = boundsAt(bodies, windows, geom1, at[0], window),
           box2 = boundsAt(bodies, windows, geom2, at[1], window);
  double less[2];
  if (!qmboxOverlap3(box1.min, box1.max, box2.min, box2.max)) return false;
  if (at[0] < 0 || at[1] < 0) return true;
  const qmboxPlaceInWindow *one = &windows->place[at[0]], *other = &windows->place[at[1]];
  if (!one->held || !other->held) return true;
  coresOf(bodies, (const int[2]){geom1, geom2}, less);
  return !qmboxSweptApart(&one->swept, &other->swept, less);
}

/* The arguments that the search for overlaps hands to addNear(). */
typedef struct qmboxNearSearch {
  qmboxBodies *bodies;
  qmboxWindows *windows;
  int window;
  double start; /* of the window */
} qmboxNearSearch;

static void addNear(void *data, int first, int second) {
  const qmboxNearSearch *search = data;
  qmboxWindows *windows = search->windows;
  const qmboxGuardedGeom *one = &search->bodies->geom[first], *other = &search->bodies->geom[second];
  bool news = one->far || other->far || search->window == 0;
  if (!news || one->body == other->body) return;
  if (!qmboxGoesOn(search->bodies, first, search->start) && !qmboxGoesOn(search->bodies, second, search->start)) return;
  qmboxNearPair *added = QMBOX_ADD(windows->nearPair, windows->nearPairs, windows->nearPairCapacity);
  if (added) *added = (qmboxNearPair){first, second};
  search->bodies->failed = search->bodies->failed || !added;
}

bool qmboxGoesOn(const qmboxBodies *bodies, int geom, double time) {
  const qmboxGuardedBody *body = &bodies->body[bodies->geom[geom].body];
  return body->moves && body->stop > time;
}

/* Returns true if a body moves whose pairs with others that have not changed are known. */
static bool anyUnchangedMoves(const qmboxBodies *bodies) {
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (bodies->body[i].moves && !bodies->body[i].changed) return true;
  }
  return false;
}

void qmboxFindNear(qmboxBodies *bodies, qmboxWindows *windows, int window) {
  qmboxNearSearch search = {bodies, windows, window, qmboxWindowStart(bodies, windows, window)};
  size_t size = (size_t)bodies->geomCount * sizeof(qmboxBounds);
  bool any = window == 0 ? bodies->geomCount > 0 : windows->farthest > 0;
  qmboxBounds *bounds = any ? dAlloc(size) : 0;
  int sought = 0, others = bodies->geomCount;
  bool waitingToo = anyUnchangedMoves(bodies);
  windows->nearPairs = 0;
  if (!bounds) {
    bodies->failed = bodies->failed || any;
    return;
  }
  /* Geoms of changed bodies fill the array from its beginning, others from its end; of what waits only where others may
     run into it. */
  for (int i = 0; i < bodies->geomCount; i++) {
    if (window == 0 ? bodies->geom[i].forgotten : !bodies->geom[i].sought) continue;
    qmboxBox box = qmboxBoundsInWindow(bodies, windows, i, window);
    bool isChanged = bodies->body[bodies->geom[i].body].changed;
    bool first = isChanged && (waitingToo || qmboxGoesOn(bodies, i, search.start));
    qmboxBounds *place = first ? &bounds[sought++] : &bounds[--others];
    memcpy(place->min, box.min, sizeof place->min);
    memcpy(place->max, box.max, sizeof place->max);
    place->owner = i;
  }
  bool found = qmboxFindOverlaps(bounds, sought, bounds + others, bodies->geomCount - others, addNear, &search);
  bodies->failed = bodies->failed || !found;
  dFree(bounds, size);
}

int qmboxStopFastGeom(qmboxBodies *bodies, qmboxWindows *windows, int number) {
  const qmboxGuardedGeom *geom = &bodies->geom[number];
  if (!geom->far) return windows->count;
  int window = windowOf(bodies, windows, bodies->body[geom->body].stop);
  if (geom->fast < 0) return window;
  qmboxFastGeom *fast = &windows->fast[geom->fast];
  if (fast->known > window + 1) fast->known = window + 1;
  fast->last = window + 1 < QMBOX_WINDOWS ? window + 1 : window;
  return window;
}
