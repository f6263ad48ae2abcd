/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The pairs of a step whose cores may meet.
 *
 * The gap of two cores at the start is measured along a normal that is then held fixed: it cannot shrink by more than
 * the two go and turn towards each other along it.  That settles most pairs, and where it does not it gives a time
 * before which they do not meet.
 */

#include "guard/pairs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "util/array.h"
#include "guard/bounds.h"
#include "guard/consent.h"
#include "ode/mesh_triangles.h"

/* The level at which a pair stops that was apart at the start: deep enough for ODE's colliders to see a contact. */
#define FIRST_AIM (1.0 / 64)

/* A pair as near as this part of the allowances may be called meeting. */
#define NEARNESS 1e-3

/* A pair that starts at this part of the way to its cores, or nearer, is pressed together faster than contact joints
 * can push it apart. */
#define PRESSED 0.25

/* The level of the cores of a pair that is within rounding of them at the start. */
#define LIMIT (1 + 1.0 / 128)

/* How often the level at which a pair starts is halved between 0 and its cores: to within a 256th. */
enum { HALVINGS = 8 };

/* Roundings of what a solid goes. */
#define ADVANCE_ROUNDING (1 + 1e-13)

/* ------------------------------------------------------------------ solids */

const qmboxSolid *qmboxSolidOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return &guard->solid[pair->solid[k]];
}

/* Returns the number of a new solid, to be filled in; -1 for want of memory. */
static int newSolid(qmboxGuard *guard) {
  qmboxSolid *room = qmboxRoomForOne(guard->solid, sizeof *room, guard->solidCount, &guard->solidCapacity);
  if (!room) {
    guard->failed = true;
    return -1;
  }
  guard->solid = room;
  return guard->solidCount++;
}

/* Returns the number of a geom's solid, which is made if it is new; -1 for want of memory. */
static int solidOfGeom(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->solid >= 0) return geom->solid;
  int solid = newSolid(guard);
  if (solid < 0) return -1;
  const qmboxGuardedBody *body = guard->body[geom->body].moves ? &guard->body[geom->body] : 0;
  qmboxMakeSolid(&guard->solid[solid], geom->geom, guard->qmboxClass, body ? &body->start : 0, body ? &body->end : 0,
                 guard->length);
  return geom->solid = solid;
}

static const qmboxGuardedBody *bodyOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return &guard->body[guard->geom[pair->geom[k]].body];
}

/* ------------------------------------------------------------------ how far the two can come */

/* Notes how fast and far each of the two can shrink the gap along its normal; in any direction if that is not known. */
static void measureAdvance(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  const double *normal = pair->normal;
  bool known = normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = bodyOf(guard, pair, k);
    const qmboxSolid *solid = qmboxSolidOf(guard, pair, k);
    double along = 0, square = 0;
    pair->ahead[k] = pair->across[k] = pair->turned[k] = 0;
    if (!solid->moves) continue;
    for (int i = 0; i < 3; i++) {
      along += (k == 0 ? normal[i] : -normal[i]) * body->shift[i];
      square += body->shift[i] * body->shift[i];
    }
    pair->ahead[k] = ADVANCE_ROUNDING * (known ? fmax(0, along) : sqrt(square)) / guard->length;
    pair->across[k] = ADVANCE_ROUNDING * solid->radius * body->spin;
    pair->turned[k] = ADVANCE_ROUNDING * solid->radius * body->chord;
  }
}

qmboxPairStops qmboxStopsOfPair(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  const qmboxGuardedBody *body1 = bodyOf(guard, pair, 0), *body2 = bodyOf(guard, pair, 1);
  double stop1 = body1->moves ? body1->stop : body2->stop, stop2 = body2->moves ? body2->stop : body1->stop;
  return (qmboxPairStops){fmin(stop1, stop2), fmax(stop1, stop2)};
}

bool qmboxStaysApart(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  double advance = 0;
  for (int k = 0; k < 2; k++) {
    double stop = bodyOf(guard, pair, k)->stop;
    advance += stop * pair->ahead[k] + fmin(pair->turned[k], stop * pair->across[k]);
  }
  return pair->gap > advance;
}

double qmboxEarliestMeeting(const qmboxGuardedPair *pair) {
  return pair->gap / (pair->ahead[0] + pair->ahead[1] + pair->across[0] + pair->across[1] + DBL_MIN);
}

/* ------------------------------------------------------------------ the solver */

void qmboxAimPair(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  qmboxTwo two = qmboxTwoSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
  double low = 0, start = pair->core, normal[3];
  if (pair->aimed) return;
  pair->aimed = true;
  if (qmboxGapAtStart(&two, 0, normal) > 0) start = 0;
  for (int i = 0; i < HALVINGS && start > 0; i++) {
    double middle = (low + start) / 2;
    if (qmboxGapAtStart(&two, middle, normal) > 0) {
      start = middle;
    } else {
      low = middle;
    }
  }
  pair->touches = start > 0;
  pair->pressed = start >= PRESSED * pair->core;
  pair->aim = fmin(2 * start + FIRST_AIM, (start + pair->core) / 2);
  /* the gap grows by the sum of the allowances per level, or faster */
  pair->aimNearness = fmin(NEARNESS, (pair->aim - start) / 2) * pair->allowances;
}

bool qmboxPairPlace(const qmboxGuard *guard, const qmboxGuardedPair *pair, double t0, double t1,
                    qmboxMeetingPlace *place) {
  qmboxTwo two = qmboxTwoSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
  double stop[2] = {bodyOf(guard, pair, 0)->stop, bodyOf(guard, pair, 1)->stop};
  return qmboxFindPlace(&two, stop, pair->core, pair->nearness, t0, t1, place);
}

double qmboxPairMeets(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1) {
  qmboxTwo two = qmboxTwoSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
  double stop[2] = {bodyOf(guard, pair, 0)->stop, bodyOf(guard, pair, 1)->stop};
  bool sure = true;
  double time = qmboxMeetingTime(&two, stop, aim ? pair->aim : pair->core, aim ? pair->aimNearness : pair->nearness, t0,
                                 t1, &sure);
  guard->tally->looks++;
  if (!sure) guard->tally->unguarded++;
  return time;
}

/* ------------------------------------------------------------------ pairs */

/* Looks for a level above that of the cores at which a pair is apart at the start; returns 0 if there is none. */
static double deeperCore(const qmboxTwo *two, double *gap, double normal[3]) {
  *gap = qmboxGapAtStart(two, LIMIT, normal);
  if (*gap > 0) return LIMIT;
  for (double level = 1.25; level < QMBOX_HIGHEST_LEVEL + 0.05; level += 0.25) {
    double tried = fmin(level, QMBOX_HIGHEST_LEVEL);
    *gap = qmboxGapAtStart(two, tried, normal);
    if (*gap > 0) return tried;
  }
  return 0;
}

static void addPair(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  int number = guard->pairCount;
  qmboxGuardedPair *room = qmboxRoomForOne(guard->pair, sizeof *room, number, &guard->pairCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->pair = room;
  guard->pairCount++;
  room[number] = *pair;
  for (int k = 0; k < 2; k++) {
    qmboxGuardedGeom *geom = &guard->geom[pair->geom[k]];
    room[number].next[k] = geom->firstPair;
    geom->firstPair = 2 * number + k;
  }
}

/* Returns true if the near callback wants contacts of a pair that is in each other from the start.  The triangles of a
   mesh are asked for once. */
static bool areMeantToCollide(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  if (guard->deepPair[0] != pair->geom[0] || guard->deepPair[1] != pair->geom[1]) {
    memcpy(guard->deepPair, pair->geom, sizeof guard->deepPair);
    guard->deepConsent = qmboxAskConsent(guard, pair, 0);
  }
  return guard->deepConsent == QMBOX_CONSENT_GIVEN;
}

/* Takes up a pair of convex solids.  Returns false if its cores certainly stay apart, or are not to be kept apart. */
static bool takeUpSolids(qmboxGuard *guard, const int geom[2], const int solid[2]) {
  qmboxGuardedPair pair = {.geom = {geom[0], geom[1]},
                           .solid = {solid[0], solid[1]},
                           .core = 1,
                           .both = HUGE_VAL,
                           .place = -1,
                           .sensor = guard->geom[geom[0]].sensor || guard->geom[geom[1]].sensor};
  qmboxTwo two = qmboxTwoSolids(&guard->solid[solid[0]], &guard->solid[solid[1]]);
  if (!qmboxCanMeet(two.solid[0], two.solid[1])) {
    guard->tally->unguarded++;
    return false;
  }
  if (pair.sensor) pair.core = 0;
  pair.gap = qmboxGapAtStart(&two, pair.core, pair.normal);
  if (!(pair.gap > 0)) {
    if (pair.sensor) return false; /* it has been reported when they met */
    if (!areMeantToCollide(guard, &pair)) return false;
    pair.core = deeperCore(&two, &pair.gap, pair.normal);
    if (pair.core != LIMIT) guard->tally->deep++;
    if (pair.core == 0) return false;
  }
  measureAdvance(guard, &pair);
  if (qmboxStaysApart(guard, &pair)) return false;
  pair.allowances = two.allowance[0] + two.allowance[1];
  /* what is apart at the start, however little, is not called meeting there */
  pair.nearness = fmin(NEARNESS * pair.allowances, pair.gap / 2);
  addPair(guard, &pair);
  return true;
}

/* ------------------------------------------------------------------ meshes */

/* A visit to the triangles of the meshes among two geoms. */
typedef struct qmboxTriangleSearch {
  qmboxGuard *guard;
  int geom[2], solid[2];
  int mesh;                /* which of the two is being visited */
  const double *min, *max; /* the bounds of the other, or of its triangle, in the step */
} qmboxTriangleSearch;

static void visitTriangles(const qmboxTriangleSearch *search, const double min[3], const double max[3]);

static bool overlap(const double min1[3], const double max1[3], const double min2[3], const double max2[3]) {
  for (int i = 0; i < 3; i++) {
    if (max1[i] < min2[i] || max2[i] < min1[i]) return false;
  }
  return true;
}

/* Takes up a triangle in the place of its mesh, unless it stays away from the other. */
static void visitTriangle(void *data, const double vertex[9]) {
  qmboxTriangleSearch search = *(const qmboxTriangleSearch *)data;
  qmboxGuard *guard = search.guard;
  int before = guard->solidCount, triangle = newSolid(guard);
  if (triangle < 0) return;
  qmboxMakeTriangle(&guard->solid[triangle], &guard->solid[search.solid[search.mesh]], vertex);
  search.solid[search.mesh] = triangle;
  double min[3], max[3];
  qmboxBoundTriangle(guard, search.geom[search.mesh], &guard->solid[triangle], min, max);
  if (!overlap(min, max, search.min, search.max)) {
    guard->solidCount = before;
  } else if (guard->solid[search.solid[1 - search.mesh]].kind == QMBOX_SOLID_MESH) {
    search.mesh = 1 - search.mesh;
    visitTriangles(&search, min, max);
  } else if (!takeUpSolids(guard, search.geom, search.solid)) {
    guard->solidCount = before;
  }
}

static bool isFinite(const double min[3], const double max[3]) {
  for (int i = 0; i < 3; i++) {
    if (!isfinite(min[i]) || !isfinite(max[i])) return false;
  }
  return true;
}

/* Visits the triangles of one of the two that may come near these bounds, which hold the other. */
static void visitTriangles(const qmboxTriangleSearch *search, const double min[3], const double max[3]) {
  const qmboxSolid *mesh = &search->guard->solid[search->solid[search->mesh]];
  qmboxTriangleSearch copy = *search;
  copy.min = min;
  copy.max = max;
  if (mesh->moves) {
    double low[3], high[3];
    qmboxBoundInMesh(search->guard, search->geom[search->mesh], mesh, min, max, low, high);
    if (isFinite(low, high)) {
      qmboxTrianglesWithin(mesh->geom, low, high, visitTriangle, &copy);
    } else {
      qmboxAllTriangles(mesh->geom, visitTriangle, &copy);
    }
  } else {
    qmboxTrianglesNear(mesh->geom, min, max, visitTriangle, &copy);
  }
}

void qmboxTakeUpPair(qmboxGuard *guard, int first, int second) {
  qmboxTriangleSearch search = {
      .guard = guard, .geom = {first, second}, .solid = {solidOfGeom(guard, first), solidOfGeom(guard, second)}};
  if (search.solid[0] < 0 || search.solid[1] < 0) return;
  for (int k = 0; k < 2; k++) {
    if (guard->solid[search.solid[k]].kind != QMBOX_SOLID_MESH) continue;
    /* of two meshes, the one that moves first: the other is then asked near each of its triangles only */
    search.mesh = guard->solid[search.solid[1 - k]].kind == QMBOX_SOLID_MESH && guard->solid[search.solid[1 - k]].moves
                      ? 1 - k
                      : k;
    const qmboxGuardedGeom *other = &guard->geom[search.geom[1 - search.mesh]];
    visitTriangles(&search, other->min, other->max);
    return;
  }
  (void)takeUpSolids(guard, search.geom, search.solid);
}
