/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Windows of time.
 *
 * In each window a geom that goes far is in a swept box (swept.h), and two are near each other if neither the bounds
 * of these nor a look along some axes show that their cores are apart.
 */

#include "guard/windows.h"

#include <math.h>

#include "guard/bounds.h"
#include "guard/meeting.h"
#include "guard/swept.h"
#include "util/array.h"
#include "util/real.h"

/* A geom has bounds for each window if its farthest point goes this part of the way to it from the body's position, or
   more ... */
#define FAR 0.5

/* ... and the first window is so short that none goes more than this part of it in it, if there are enough. */
#define FIRST_WAY 1.0

/* Each window ends so many times as late as the one before. */
#define LONGER 4

/* ------------------------------------------------------------------ times */

double qmboxWindowEnd(const qmboxGuard *guard, int window) {
  double end = guard->length;
  for (int k = window + 1; k < guard->windows; k++) end /= LONGER;
  return end;
}

double qmboxWindowStart(const qmboxGuard *guard, int window) {
  return window > 0 ? qmboxWindowEnd(guard, window - 1) : 0;
}

static int windowOf(const qmboxGuard *guard, double time) {
  int window = 0;
  while (window + 1 < guard->windows && qmboxWindowEnd(guard, window) < time) window++;
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

/* One that goes far waits in the window after that in which it stops at the earliest. */
static bool isFar(const qmboxTraveller *traveller) {
  return traveller->last > 0;
}

/* Makes a geom a traveller.  Returns its record, null if it cannot be one. */
static qmboxTraveller *addTraveller(qmboxGuard *guard, qmboxGuardedGeom *geom, bool far) {
  const qmboxSolid *solid = &guard->solid[geom->solid];
  qmboxTraveller *room = qmboxRoomForOne(guard->traveller, sizeof *room, guard->travellers, &guard->travellerCapacity);
  if (!room) {
    guard->failed = true;
    return 0;
  }
  guard->traveller = room;
  qmboxTraveller *traveller = &room[guard->travellers];
  if (solid->taken.turns || !boxAround(solid, traveller->middle, traveller->half)) return 0;
  traveller->known = 0;
  traveller->last = far ? QMBOX_WINDOWS - 1 : 0;
  geom->traveller = guard->travellers++;
  return traveller;
}

void qmboxMakeTraveller(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  const qmboxGuardedBody *body = &guard->body[geom->body];
  const qmboxSolid *solid = &guard->solid[geom->solid];
  double way = body->way + body->chord * solid->radius;
  if (!solid->moves || !(way > FAR * solid->radius)) return;
  if (addTraveller(guard, geom, true)) guard->farthest = qmboxMax(guard->farthest, way / solid->radius);
}

void qmboxMeetTraveller(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->traveller < 0) (void)addTraveller(guard, geom, false);
}

bool qmboxIsFar(const qmboxGuard *guard, int number) {
  int traveller = guard->geom[number].traveller;
  return traveller >= 0 && isFar(&guard->traveller[traveller]);
}

void qmboxCutWindows(qmboxGuard *guard) {
  double first = guard->farthest;
  guard->windows = 1;
  for (; guard->windows < QMBOX_WINDOWS && first > FIRST_WAY; guard->windows++) first /= LONGER;
}

/* ------------------------------------------------------------------ places */

/* Makes the place of a traveller in a window. */
static void makePlace(const qmboxGuard *guard, const qmboxGuardedGeom *geom, int window, qmboxPlaceInWindow *place) {
  const qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  const qmboxGuardedBody *body = &guard->body[geom->body];
  double from = 0, to = guard->length;
  if (isFar(traveller)) {
    from = qmboxMin(body->stop, qmboxWindowStart(guard, window));
    to = qmboxMin(body->stop, qmboxWindowEnd(guard, window));
  }
  place->held = qmboxSweepBox(body, &guard->solid[geom->solid], traveller->middle, traveller->half, from, to,
                              guard->length, &place->swept);
  bool bounded = isFar(traveller) && place->held && qmboxBoundSwept(&place->swept, &place->bounds);
  if (!bounded) place->bounds = geom->bounds;
}

/* Adds a place to those that are known of a traveller. */
static void addPlace(qmboxGuard *guard, const qmboxGuardedGeom *geom) {
  qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  qmboxPlaceInWindow *room = qmboxRoomForOne(guard->place, sizeof *room, guard->places, &guard->placeCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->place = room;
  makePlace(guard, geom, traveller->known, &room[guard->places]);
  traveller->place[traveller->known++] = guard->places++;
}

/* Finds the place of a geom in a window; -1 if it is no traveller, or for want of memory. */
static int placeIn(qmboxGuard *guard, int number, int window) {
  const qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->traveller < 0) return -1;
  const qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  int at = window < traveller->last ? window : traveller->last;
  while (traveller->known <= at && !guard->failed) addPlace(guard, geom);
  return guard->failed ? -1 : traveller->place[at];
}

/* Writes what may be taken off each of two geoms where only their cores count. */
static void coresOf(const qmboxGuard *guard, const int geom[2], double less[2]) {
  const qmboxSolid *solid[2];
  bool sensor = false;
  for (int k = 0; k < 2; k++) {
    solid[k] = &guard->solid[guard->geom[geom[k]].solid];
    sensor = sensor || guard->geom[geom[k]].sensor;
  }
  qmboxTwo two = qmboxTwoSolids(solid[0], solid[1]);
  for (int k = 0; k < 2; k++) {
    bool box = solid[k]->kind == QMBOX_SOLID_CONVEX && solid[k]->figure.shape.core == BMS_CORE_BOX;
    less[k] = box && !sensor ? two.allowance[k] : 0;
  }
}

qmboxBox qmboxBoundsInWindow(qmboxGuard *guard, int geom, int window) {
  int place = placeIn(guard, geom, window);
  return place < 0 ? guard->geom[geom].bounds : guard->place[place].bounds;
}

bool qmboxNearInWindow(qmboxGuard *guard, int geom1, int geom2, int window) {
  int at[2] = {placeIn(guard, geom1, window), placeIn(guard, geom2, window)};
  const qmboxPlaceInWindow *one = at[0] < 0 ? 0 : &guard->place[at[0]], *other = at[1] < 0 ? 0 : &guard->place[at[1]];
  const qmboxBox *box1 = one ? &one->bounds : &guard->geom[geom1].bounds;
  const qmboxBox *box2 = other ? &other->bounds : &guard->geom[geom2].bounds;
  double less[2];
  if (!qmboxOverlap3(box1->min, box1->max, box2->min, box2->max)) return false;
  if (!one || !other || !one->held || !other->held) return true;
  coresOf(guard, (const int[2]){geom1, geom2}, less);
  return !qmboxSweptApart(&one->swept, &other->swept, less);
}

int qmboxStopTraveller(qmboxGuard *guard, int number) {
  const qmboxGuardedGeom *geom = &guard->geom[number];
  if (!qmboxIsFar(guard, number)) return guard->windows;
  int window = windowOf(guard, guard->body[geom->body].stop);
  qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  if (traveller->known > window + 1) traveller->known = window + 1;
  traveller->last = window + 1 < QMBOX_WINDOWS ? window + 1 : window;
  return window;
}
