/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Windows of time.
 *
 * In each window a geom that goes far is in a swept box (swept.h), and two are near each other if neither the bounds
 * of these nor a look along some axes show that their cores are apart.
 */

#include "broad/windows.h"

#include <math.h>
#include <string.h>

#include "broad/overlaps.h"
#include "broad/bounds.h"
#include "pairs/meeting.h"
#include "broad/swept.h"
#include "util/array.h"
#include "util/real.h"

/* The first window is so short that none goes more in it than this part of the way from the body's position to its
   farthest point, if there are enough windows. */
#define FIRST_WAY 1.0

/* Each window ends so many times as late as the one before. */
#define LONGER 4

/* ------------------------------------------------------------------ times */

double qmboxWindowEnd(const qmboxGuard *guard, int window) {
  double end = guard->bodies.length;
  for (int k = window + 1; k < guard->windows.count; k++) end /= LONGER;
  return end;
}

double qmboxWindowStart(const qmboxGuard *guard, int window) {
  return window > 0 ? qmboxWindowEnd(guard, window - 1) : 0;
}

static int windowOf(const qmboxGuard *guard, double time) {
  int window = 0;
  while (window + 1 < guard->windows.count && qmboxWindowEnd(guard, window) < time) window++;
  return window;
}

/* ------------------------------------------------------------------ travellers */

/* Writes the box that holds a solid, in the frame of its motion.  Returns false for planes, and for what is known by a
   support function only: the bounds of that come from its AABB. */
static bool boxAround(const qmboxSolid *solid, double middle[3], double half[3]) {
  bms_core core = solid->figure.shape.core;
  if (solid->kind == QMBOX_SOLID_NONE || (solid->kind == QMBOX_SOLID_MESH && !solid->moves)) return false;
  if (solid->kind != QMBOX_SOLID_MESH && (core == BMS_CORE_SUPPORT || core == BMS_CORE_HALF_SPACE)) return false;
  bms_box box = qmboxSolidBox(solid);
  for (int i = 0; i < 3; i++) {
    middle[i] = 0.5 * (box.min[i] + box.max[i]);
    half[i] = 0.5 * (box.max[i] - box.min[i]);
    if (!(half[i] >= 0 && half[i] < HUGE_VAL)) return false;
  }
  return true;
}

void qmboxMakeTraveller(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  const qmboxSolid *solid = &guard->bodies.solid[geom->solid];
  if (geom->traveller >= 0) return;
  qmboxTraveller *room = qmboxRoomForOne(guard->windows.traveller, sizeof *room, guard->windows.travellers,
                                         &guard->windows.travellerCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return;
  }
  guard->windows.traveller = room;
  qmboxTraveller *traveller = &room[guard->windows.travellers];
  if (solid->taken.turns || !boxAround(solid, traveller->middle, traveller->half)) return;
  traveller->known = 0;
  traveller->last = geom->far ? QMBOX_WINDOWS - 1 : 0;
  geom->traveller = guard->windows.travellers++;
}

void qmboxCutWindows(qmboxGuard *guard) {
  double first = guard->windows.farthest;
  guard->windows.count = 1;
  for (; guard->windows.count < QMBOX_WINDOWS && first > FIRST_WAY; guard->windows.count++) first /= LONGER;
}

/* ------------------------------------------------------------------ places */

/* The time at which a geom begins and ends to move in a window, or the whole step if it does not go far. */
static qmboxSpan moveIn(const qmboxGuard *guard, const qmboxGuardedGeom *geom, int window) {
  double stop = guard->bodies.body[geom->body].stop;
  if (!geom->far) return (qmboxSpan){0, guard->bodies.length};
  return (qmboxSpan){qmboxMin(stop, qmboxWindowStart(guard, window)), qmboxMin(stop, qmboxWindowEnd(guard, window))};
}

/* Returns the bounds of a geom in a window that are known without its solid. */
static qmboxBox boundsOnWay(const qmboxGuard *guard, int number, int window) {
  const qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  if (!geom->far) return geom->bounds;
  qmboxSpan span = moveIn(guard, geom, window);
  return qmboxBoundWay(guard, number, span.first, span.last);
}

/* Makes the place of a traveller in a window. */
static void makePlace(const qmboxGuard *guard, int number, int window, qmboxPlaceInWindow *place) {
  const qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  const qmboxTraveller *traveller = &guard->windows.traveller[geom->traveller];
  qmboxSpan span = moveIn(guard, geom, window);
  place->held = qmboxSweepBox(&guard->bodies.body[geom->body], &guard->bodies.solid[geom->solid], traveller->middle,
                              traveller->half, span.first, span.last, guard->bodies.length, &place->swept);
  bool bounded = geom->far && place->held && qmboxBoundSwept(&place->swept, &place->bounds);
  if (!bounded) place->bounds = boundsOnWay(guard, number, window);
}

/* Adds a place to those that are known of a traveller. */
static void addPlace(qmboxGuard *guard, int number) {
  qmboxTraveller *traveller = &guard->windows.traveller[guard->bodies.geom[number].traveller];
  qmboxPlaceInWindow *room =
      qmboxRoomForOne(guard->windows.place, sizeof *room, guard->windows.places, &guard->windows.placeCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return;
  }
  guard->windows.place = room;
  makePlace(guard, number, traveller->known, &room[guard->windows.places]);
  traveller->place[traveller->known++] = guard->windows.places++;
}

/* Finds the place of a geom in a window; -1 if it is no traveller, or for want of memory. */
static int placeIn(qmboxGuard *guard, int number, int window) {
  const qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  if (geom->traveller < 0) return -1;
  const qmboxTraveller *traveller = &guard->windows.traveller[geom->traveller];
  int at = window < traveller->last ? window : traveller->last;
  while (traveller->known <= at && !guard->bodies.failed) addPlace(guard, number);
  return guard->bodies.failed ? -1 : traveller->place[at];
}

/* Writes what may be taken off each of two geoms where only their cores count. */
static void coresOf(const qmboxGuard *guard, const int geom[2], double less[2]) {
  const qmboxSolid *solid[2];
  bool sensor = false;
  for (int k = 0; k < 2; k++) {
    solid[k] = &guard->bodies.solid[guard->bodies.geom[geom[k]].solid];
    sensor = sensor || guard->bodies.geom[geom[k]].sensor;
  }
  qmboxTwo two = qmboxTwoSolids(solid[0], solid[1]);
  for (int k = 0; k < 2; k++) {
    bool box = solid[k]->kind == QMBOX_SOLID_CONVEX && solid[k]->figure.shape.core == BMS_CORE_BOX;
    const qmboxSolid *other = solid[1 - k]; /* the core of a mesh that moves is not known yet, nor is the allowance */
    bool known = other->kind != QMBOX_SOLID_MESH || !other->dynamic;
    less[k] = box && known && !sensor ? two.allowance[k] : 0;
  }
}

/* Returns the bounds of a geom in a window in which it has this place, or none if that is negative. */
static qmboxBox boundsAt(const qmboxGuard *guard, int geom, int place, int window) {
  return place < 0 ? boundsOnWay(guard, geom, window) : guard->windows.place[place].bounds;
}

qmboxBox qmboxBoundsInWindow(qmboxGuard *guard, int geom, int window) {
  return boundsAt(guard, geom, placeIn(guard, geom, window), window);
}

bool qmboxNearInWindow(qmboxGuard *guard, int geom1, int geom2, int window) {
  int at[2] = {placeIn(guard, geom1, window), placeIn(guard, geom2, window)};
  qmboxBox box1 = boundsAt(guard, geom1, at[0], window), box2 = boundsAt(guard, geom2, at[1], window);
  double less[2];
  if (!qmboxOverlap3(box1.min, box1.max, box2.min, box2.max)) return false;
  if (at[0] < 0 || at[1] < 0) return true;
  const qmboxPlaceInWindow *one = &guard->windows.place[at[0]], *other = &guard->windows.place[at[1]];
  if (!one->held || !other->held) return true;
  coresOf(guard, (const int[2]){geom1, geom2}, less);
  return !qmboxSweptApart(&one->swept, &other->swept, less);
}

/* The arguments that the search for overlaps hands to its visitor. */
typedef struct qmboxNearSearch {
  qmboxGuard *guard;
  int window;
  qmboxNearVisit *near;
} qmboxNearSearch;

static void foundNear(void *data, int first, int second) {
  const qmboxNearSearch *search = data;
  const qmboxGuardedGeom *one = &search->guard->bodies.geom[first], *other = &search->guard->bodies.geom[second];
  bool news = one->far || other->far || search->window == 0;
  if (news && one->body != other->body) search->near(search->guard, first, second, search->window);
}

bool qmboxGoesOn(const qmboxGuard *guard, int geom, double time) {
  const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[geom].body];
  return body->moves && body->stop > time;
}

void qmboxVisitNear(qmboxGuard *guard, int window, qmboxNearVisit *near) {
  qmboxNearSearch search = {guard, window, near};
  size_t size = (size_t)guard->bodies.geomCount * sizeof(qmboxBounds);
  bool any = window == 0 ? guard->bodies.geomCount > 0 : guard->windows.farthest > 0;
  qmboxBounds *bounds = any ? dAlloc(size) : 0;
  double start = qmboxWindowStart(guard, window);
  int moving = 0, still = guard->bodies.geomCount;
  if (!bounds) {
    guard->bodies.failed = guard->bodies.failed || any;
    return;
  }
  /* Geoms that move in the window fill the array from its beginning, others from its end. */
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    if (window == 0 ? guard->bodies.geom[i].forgotten : !guard->bodies.geom[i].sought) continue;
    qmboxBox box = qmboxBoundsInWindow(guard, i, window);
    qmboxBounds *place = qmboxGoesOn(guard, i, start) ? &bounds[moving++] : &bounds[--still];
    memcpy(place->min, box.min, sizeof place->min);
    memcpy(place->max, box.max, sizeof place->max);
    place->owner = i;
  }
  qmboxFindOverlaps(bounds, moving, bounds + still, guard->bodies.geomCount - still, foundNear, &search);
  dFree(bounds, size);
}

int qmboxStopTraveller(qmboxGuard *guard, int number) {
  const qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  if (!geom->far) return guard->windows.count;
  int window = windowOf(guard, guard->bodies.body[geom->body].stop);
  if (geom->traveller < 0) return window;
  qmboxTraveller *traveller = &guard->windows.traveller[geom->traveller];
  if (traveller->known > window + 1) traveller->known = window + 1;
  traveller->last = window + 1 < QMBOX_WINDOWS ? window + 1 : window;
  return window;
}
