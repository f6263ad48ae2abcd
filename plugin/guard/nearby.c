/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/nearby.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/bounds.h"
#include "util/real.h"

/* Boxes are larger by this part of the largest coordinate: positions and AABBs are rounded. */
#define WAY_ERROR (32 * QMBOX_EPSILON)

/* ------------------------------------------------------------------ balls */

/* Returns the distance of the farthest corner of a body's AABBs from its position, infinite if it is not a number. */
static double reachOf(const qmboxBodies *bodies, int number) {
  const qmboxGuardedBody *body = &bodies->body[number];
  double reach = 0;
  for (int g = body->firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    const qmboxBox *box = &bodies->geom[g].start;
    double square = 0;
    for (int i = 0; i < 3; i++) {
      double x = (double)body->start.position[i], arm = fmax(x - box->min[i], box->max[i] - x);
      square += arm * arm;
    }
    reach = square < HUGE_VAL ? fmax(reach, sqrt(square)) : HUGE_VAL;
  }
  return reach;
}

/* Finds the box around the sweep of a body's ball. One that is not a number meets everything. */
static void boundWay(const qmboxTrack *track, double reach, double time, double length, qmboxBox *way) {
  dVector3 from, to;
  double until = track->stop > time ? time + length : track->stop;
  qmboxPositionOnTrack(track, fmin(time, track->stop), from);
  if (until > time) {
    qmboxPositionOnTrack(track, until, to);
  } else {
    memcpy(to, from, sizeof to);
  }
  for (int i = 0; i < 3; i++) {
    double low = fmin((double)from[i], (double)to[i]), high = fmax((double)from[i], (double)to[i]);
    double error = WAY_ERROR * (fmax(fabs(low), fabs(high)) + reach);
    way->min[i] = low - reach - error;
    way->max[i] = high + reach + error;
    if (way->min[i] <= way->max[i]) continue;
    way->min[i] = -HUGE_VAL;
    way->max[i] = HUGE_VAL;
  }
}

/* ------------------------------------------------------------------ search */

bool qmboxBeginNearby(qmboxNearby *nearby, const qmboxBodies *bodies) {
  size_t count = (size_t)bodies->bodyCount, geoms = (size_t)bodies->geomCount + 1;
  *nearby = (qmboxNearby){.body = calloc(count, sizeof *nearby->body),
                          .geom = calloc(geoms, sizeof *nearby->geom),
                          .inner = calloc(count, sizeof *nearby->inner),
                          .outerBody = calloc(count, sizeof *nearby->outerBody),
                          .outerGeom = calloc(geoms, sizeof *nearby->outerGeom),
                          .reach = calloc(count, sizeof *nearby->reach),
                          .way = calloc(count, sizeof *nearby->way)};
  if (!nearby->body || !nearby->geom || !nearby->inner || !nearby->outerBody || !nearby->outerGeom || !nearby->reach ||
      !nearby->way)
    return false;
  for (int i = 1; i < bodies->bodyCount; i++) nearby->reach[i] = reachOf(bodies, i);
  return true;
}

void qmboxEndNearby(qmboxNearby *nearby) {
  free(nearby->body);
  free(nearby->geom);
  free(nearby->inner);
  free(nearby->outerBody);
  free(nearby->outerGeom);
  free(nearby->reach);
  free(nearby->way);
}

void qmboxClearNearby(qmboxNearby *nearby, const qmboxBodies *bodies) {
  memset(nearby->body, 0, (size_t)bodies->bodyCount * sizeof *nearby->body);
  memset(nearby->geom, 0, (size_t)bodies->geomCount * sizeof *nearby->geom);
}

void qmboxBoundPlaces(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time) {
  for (int i = 1; i < bodies->bodyCount; i++) boundWay(&track[i], nearby->reach[i], time, 0, &nearby->way[i]);
}

static bool overlap(const qmboxBox *one, const qmboxBox *other) {
  return qmboxOverlap3(one->min, one->max, other->min, other->max);
}

/* Adds a body, its linkage and their geoms. */
static void add(qmboxNearby *nearby, const qmboxBodies *bodies, int number) {
  int at = number;
  if (nearby->body[number]) return;
  do {
    nearby->body[at] = true;
    for (int g = bodies->body[at].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) nearby->geom[g] = true;
    at = bodies->body[at].next;
  } while (at != number);
}

/* Returns false if a body stays out of a box up to this time by where its piece begins and ends: in between it is there
   for certain, after it not. */
static bool mayComeInto(const qmboxTrack *track, double reach, double until, const qmboxBox *box) {
  if (!(until <= track->from + track->length)) return true;
  for (int i = 0; i < 3; i++) {
    double from = (double)track->start.position[i], to = (double)track->end.position[i];
    double low = qmboxMin(from, to), high = qmboxMax(from, to);
    double around = reach + 2 * WAY_ERROR * (qmboxMax(fabs(low), fabs(high)) + reach);
    if (low - around > box->max[i] || high + around < box->min[i]) return false;
  }
  return true;
}

/* Returns true if a box overlaps the way of any chosen body; all of these are in `all`. */
static bool isNearChosen(const qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track,
                         const qmboxBox *all, const qmboxBox *box) {
  if (!overlap(all, box)) return false;
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (track[i].chosen && overlap(&nearby->way[i], box)) return true;
  }
  return false;
}

void qmboxFindNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time,
                     double length) {
  qmboxBox all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (!track[i].chosen) continue;
    boundWay(&track[i], nearby->reach[i], time, length, &nearby->way[i]);
    qmboxExtendBox(&all, &nearby->way[i]);
  }
  for (int i = 1; i < bodies->bodyCount; i++) {
    bool chosen = track[i].chosen;
    if (!chosen && !mayComeInto(&track[i], nearby->reach[i], time + length, &all)) continue;
    if (!chosen) boundWay(&track[i], nearby->reach[i], time, length, &nearby->way[i]);
    if (chosen || isNearChosen(nearby, bodies, track, &all, &nearby->way[i])) add(nearby, bodies, i);
  }
  for (int g = bodies->body[0].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    const qmboxGuardedGeom *geom = &bodies->geom[g];
    nearby->geom[g] = nearby->geom[g] || isNearChosen(nearby, bodies, track, &all, &geom->start);
  }
}

/* ------------------------------------------------------------------ copies */

/* Copies a body; its numbers of others are still the whole's. */
static void copyBody(qmboxNearby *nearby, const qmboxBodies *from, int number, qmboxBodies *to) {
  qmboxGuardedBody *body = &to->body[to->bodyCount];
  *body = from->body[number];
  body->firstGeom = -1;
  nearby->inner[number] = to->bodyCount;
  nearby->outerBody[to->bodyCount++] = number;
}

static void copyGeom(qmboxNearby *nearby, const qmboxBodies *from, int number, qmboxBodies *to) {
  qmboxGuardedGeom *geom = &to->geom[to->geomCount];
  *geom = from->geom[number];
  geom->body = nearby->inner[geom->body];
  geom->nextOfBody = to->body[geom->body].firstGeom;
  to->body[geom->body].firstGeom = to->geomCount;
  geom->firstPair = geom->firstCandidate = geom->solid = geom->fast = -1;
  geom->tree = (qmboxTree){.forest = 0};
  geom->treeSought = geom->disabled = false;
  if (geom->body != 0) qmboxBoundGeom(geom);
  nearby->outerGeom[to->geomCount++] = number;
}

/* Makes room for all bodies, geoms and nested spaces, once. */
static bool reserve(const qmboxBodies *from, qmboxBodies *to) {
  int spaces = from->subspaceCount;
  if (spaces > 0 && !to->subspace)
    to->subspace = malloc((size_t)(to->subspaceCapacity = spaces) * sizeof *to->subspace);
  if (!to->body) to->body = malloc((size_t)(to->bodyCapacity = from->bodyCount) * sizeof *to->body);
  if (!to->geom) to->geom = malloc((size_t)(to->geomCapacity = from->geomCount + 1) * sizeof *to->geom);
  return to->body && to->geom && (spaces == 0 || to->subspace);
}

bool qmboxCopyNearby(qmboxNearby *nearby, const qmboxBodies *from, qmboxBodies *to) {
  to->world = from->world;
  to->root = from->root;
  to->rootCount = from->rootCount;
  to->qmboxClass = from->qmboxClass;
  to->sensors = from->sensors;
  to->bodyCount = to->geomCount = to->solidCount = to->unguarded = 0;
  to->failed = !reserve(from, to);
  if (to->failed) return false;
  to->subspaceCount = from->subspaceCount;
  for (int i = 0; i < from->subspaceCount; i++) to->subspace[i] = from->subspace[i];
  copyBody(nearby, from, 0, to);
  for (int i = 1; i < from->bodyCount; i++) {
    if (nearby->body[i]) copyBody(nearby, from, i, to);
  }
  for (int i = 0; i < to->bodyCount; i++) {
    to->body[i].next = nearby->inner[to->body[i].next];
    to->body[i].root = nearby->inner[to->body[i].root];
  }
  for (int g = 0; g < from->geomCount; g++) {
    if (nearby->geom[g]) copyGeom(nearby, from, g, to);
  }
  return true;
}
