/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Windows of time.
 *
 * The bounds of a window are those of the box that holds the solid, in the middle of the window, larger by half of what
 * the body goes in it, and by what the turn from the middle to either end moves the farthest point.  The turn is
 * about one axis (path_taken.c): all poses of a half window are no farther from the middle than the one at its end.
 */

#include "guard/windows.h"

#include <float.h>
#include <math.h>

#include "guard/bounds.h"
#include "util/array.h"
#include "util/real.h"

/* A geom has bounds for each window if its farthest point goes this part of the way to it from the body's position, or
   more ... */
#define FAR 0.5

/* ... and the first window is so short that none goes more than this part of it in it, if there are enough. */
#define FIRST_WAY 1.0

/* Each window ends so many times as late as the one before. */
#define LONGER 4

/* Bounds are larger by this part of the largest coordinate. */
#define WINDOW_ERROR (1024 * QMBOX_EPSILON)

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

/* Writes the box that holds a solid, in the frame of its motion.  Returns false for what is known by a support function
   only: the bounds of that come from its AABB. */
static bool boxAround(const qmboxSolid *solid, double middle[3], double half[3]) {
  if (solid->kind != QMBOX_SOLID_MESH && solid->figure.shape.core == BMS_CORE_SUPPORT) return false;
  bms_box box = qmboxSolidBox(solid);
  for (int i = 0; i < 3; i++) {
    middle[i] = 0.5 * (box.min[i] + box.max[i]);
    half[i] = 0.5 * (box.max[i] - box.min[i]);
    if (!(half[i] >= 0 && half[i] < HUGE_VAL)) return false;
  }
  return true;
}

void qmboxMakeTraveller(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  const qmboxGuardedBody *body = &guard->body[geom->body];
  const qmboxSolid *solid = &guard->solid[geom->solid];
  double way = body->way + body->chord * solid->radius;
  if (solid->kind == QMBOX_SOLID_NONE || !solid->moves || solid->taken.turns || !(way > FAR * solid->radius)) return;
  qmboxTraveller *room = qmboxRoomForOne(guard->traveller, sizeof *room, guard->travellers, &guard->travellerCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->traveller = room;
  qmboxTraveller *traveller = &room[guard->travellers];
  if (!boxAround(solid, traveller->middle, traveller->half)) return;
  traveller->known = 0;
  geom->traveller = guard->travellers++;
  guard->farthest = qmboxMax(guard->farthest, way / solid->radius);
}

void qmboxCutWindows(qmboxGuard *guard) {
  double first = guard->farthest;
  guard->windows = 1;
  for (; guard->windows < QMBOX_WINDOWS && first > FIRST_WAY; guard->windows++) first /= LONGER;
}

/* ------------------------------------------------------------------ bounds */

/* How far two rotations are apart: the farthest that a point at distance 1 is from where the other puts it. */
static double chordBetween(const double q1[4], const double q2[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += (q1[i] - q2[i]) * (q1[i] - q2[i]);
  return 2 * sqrt(square); /* |q1 - q2| = 2 sin(angle / 4), and 2 sin(angle / 2) <= 2 |q1 - q2| */
}

/* Writes the bounds of all places that a traveller comes to in [from, to].  Returns false if doubles cannot tell. */
static bool boundBetween(const qmboxGuard *guard, const qmboxGuardedGeom *geom, double from, double to,
                         qmboxBox *bounds) {
  const qmboxGuardedBody *body = &guard->body[geom->body];
  const qmboxSolid *solid = &guard->solid[geom->solid];
  const qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  double start[4], middle[4], end[4], r[3][3], time = 0.5 * (from + to);
  if (!qmboxQuaternionOfSolid(solid, from, start) || !qmboxQuaternionOfSolid(solid, time, middle) ||
      !qmboxQuaternionOfSolid(solid, to, end)) {
    return false;
  }
  double turned = solid->radius * qmboxMax(chordBetween(middle, start), chordBetween(middle, end));
  qmboxRotationBy(middle, r);
  for (int i = 0; i < 3; i++) {
    double x = (double)body->start.position[i], size = fabs(body->shift[i]);
    double at = x + body->shift[i] * (time / guard->length),
           reach = turned + 0.5 * size * ((to - from) / guard->length);
    for (int j = 0; j < 3; j++) {
      at += r[i][j] * traveller->middle[j];
      reach += fabs(r[i][j]) * traveller->half[j];
    }
    reach += WINDOW_ERROR * (fabs(x) + size + solid->radius);
    bounds->min[i] = at - reach;
    bounds->max[i] = at + reach;
    if (!(at - reach <= at + reach)) return false;
  }
  return true;
}

/* Makes the bounds of a traveller up to those of a window. */
static void boundUntil(qmboxGuard *guard, const qmboxGuardedGeom *geom, int window) {
  qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  double stop = guard->body[geom->body].stop;
  for (; traveller->known <= window; traveller->known++) {
    double from = qmboxMin(stop, qmboxWindowStart(guard, traveller->known));
    double to = qmboxMin(stop, qmboxWindowEnd(guard, traveller->known));
    qmboxBox *bounds = &traveller->in[traveller->known];
    if (!boundBetween(guard, geom, from, to, bounds)) *bounds = geom->bounds;
  }
}

/* Returns the bounds of a geom in a window. */
static const qmboxBox *boundsIn(qmboxGuard *guard, int number, int window) {
  const qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->traveller < 0) return &geom->bounds;
  const qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  if (traveller->known <= window) boundUntil(guard, geom, window);
  return &traveller->in[window];
}

bool qmboxNearInWindow(qmboxGuard *guard, int geom1, int geom2, int window) {
  const qmboxBox *one = boundsIn(guard, geom1, window), *other = boundsIn(guard, geom2, window);
  return qmboxOverlap3(one->min, one->max, other->min, other->max);
}

int qmboxStopTraveller(qmboxGuard *guard, int number) {
  const qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->traveller < 0) return guard->windows;
  int window = windowOf(guard, guard->body[geom->body].stop);
  qmboxTraveller *traveller = &guard->traveller[geom->traveller];
  if (traveller->known > window + 1) traveller->known = window + 1;
  return window;
}
