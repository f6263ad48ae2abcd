/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/nearby.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/bounds.h"
#include "moving/moves.h"
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

/* Makes a box hold everything if one of its numbers is none. */
static void keepNumbers(qmboxBox *box) {
  for (int i = 0; i < 3; i++) {
    if (box->min[i] <= box->max[i]) continue;
    box->min[i] = -HUGE_VAL;
    box->max[i] = HUGE_VAL;
  }
}

/* Finds the box around a body's ball on the whole of its piece, and how far its points are turned away in it. */
static void boundPiece(qmboxNearby *nearby, const qmboxTrack *track, int number) {
  double reach = nearby->reach[number];
  qmboxBox *piece = &nearby->piece[number];
  for (int i = 0; i < 3; i++) {
    double from = (double)track->start.position[i], to = (double)track->end.position[i];
    double low = qmboxMin(from, to), high = qmboxMax(from, to);
    double around = reach + WAY_ERROR * (qmboxMax(fabs(low), fabs(high)) + reach);
    piece->min[i] = low - around;
    piece->max[i] = high + around;
  }
  keepNumbers(piece);
  nearby->turned[number] = reach * qmboxChordOf(track->start.quaternion, track->end.quaternion);
}

/* Notes where a new piece of a body begins, with the AABBs of its geoms there; null: they are not known. */
static void beginPiece(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, int number,
                       dReal (*aabb)[6]) {
  boundPiece(nearby, track, number);
  for (int g = bodies->body[number].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    qmboxBox *start = &nearby->start[g];
    *start = (qmboxBox){{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    if (aabb) qmboxBoundsOfAabb(aabb[g], start->min, start->max);
  }
}

/* Returns the box around the places of a geom from one time of its body's piece to another: that at the beginning of
   the piece, carried along, and larger by how far its points are turned; or, if that is less, the ball. */
static qmboxBox boundGeom(const qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *tracks, int g,
                          double from, double to) {
  int number = bodies->geom[g].body;
  const qmboxTrack *track = &tracks[number];
  const qmboxBox *start = &nearby->start[g];
  double first = qmboxPartOfPiece(track, from), last = qmboxPartOfPiece(track, to);
  double reach = nearby->reach[number], turned = nearby->turned[number];
  qmboxBox box;
  for (int i = 0; i < 3; i++) {
    double x = (double)track->start.position[i], way = (double)track->end.position[i] - x;
    double error = 2 * WAY_ERROR * (fabs(x) + fabs(way) + reach);
    box.min[i] = qmboxMax(start->min[i] - turned, x - reach) + qmboxMin(first * way, last * way) - error;
    box.max[i] = qmboxMin(start->max[i] + turned, x + reach) + qmboxMax(first * way, last * way) + error;
  }
  keepNumbers(&box);
  return box;
}

/* ------------------------------------------------------------------ search */

bool qmboxBeginNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track) {
  size_t count = (size_t)bodies->bodyCount, geoms = (size_t)bodies->geomCount + 1;
  *nearby = (qmboxNearby){.body = calloc(count, sizeof *nearby->body),
                          .geom = calloc(geoms, sizeof *nearby->geom),
                          .inner = calloc(count, sizeof *nearby->inner),
                          .outerBody = calloc(count, sizeof *nearby->outerBody),
                          .outerGeom = calloc(geoms, sizeof *nearby->outerGeom),
                          .reach = calloc(count, sizeof *nearby->reach),
                          .turned = calloc(count, sizeof *nearby->turned),
                          .piece = calloc(count, sizeof *nearby->piece),
                          .start = calloc(geoms, sizeof *nearby->start),
                          .way = calloc(geoms, sizeof *nearby->way)};
  if (!nearby->body || !nearby->geom || !nearby->inner || !nearby->outerBody || !nearby->outerGeom || !nearby->reach ||
      !nearby->turned || !nearby->piece || !nearby->start || !nearby->way)
    return false;
  for (int g = 0; g < bodies->geomCount; g++) nearby->start[g] = bodies->geom[g].start;
  for (int i = 1; i < bodies->bodyCount; i++) {
    nearby->reach[i] = reachOf(bodies, i);
    boundPiece(nearby, &track[i], i);
    if (bodies->body[i].finite) nearby->turned[i] = HUGE_VAL;
  }
  return true;
}

void qmboxEndNearby(qmboxNearby *nearby) {
  free(nearby->body);
  free(nearby->geom);
  free(nearby->inner);
  free(nearby->outerBody);
  free(nearby->outerGeom);
  free(nearby->reach);
  free(nearby->turned);
  free(nearby->piece);
  free(nearby->start);
  free(nearby->way);
}

void qmboxClearNearby(qmboxNearby *nearby, const qmboxBodies *bodies) {
  memset(nearby->body, 0, (size_t)bodies->bodyCount * sizeof *nearby->body);
  memset(nearby->geom, 0, (size_t)bodies->geomCount * sizeof *nearby->geom);
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

/* Returns true if a box overlaps the way of any geom of a chosen body; all of these are in `all`. */
static bool isNearChosen(const qmboxNearby *nearby, const qmboxBox *all, const qmboxBox *box) {
  if (!overlap(all, box)) return false;
  for (int i = 0; i < nearby->ways; i++) {
    if (overlap(&nearby->way[i], box)) return true;
  }
  return false;
}

/* Finds the boxes around the ways of the geoms of the chosen bodies.  Returns one around all of them. */
static qmboxBox boundChosen(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time,
                            double length) {
  qmboxBox all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  nearby->ways = 0;
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (!track[i].chosen) continue;
    for (int g = bodies->body[i].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
      qmboxBox *way = &nearby->way[nearby->ways++];
      *way = boundGeom(nearby, bodies, track, g, time, time + length);
      qmboxExtendBox(&all, way);
    }
  }
  return all;
}

/* Returns true if a geom of a body comes near a geom of a chosen one. */
static bool comesNear(const qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track,
                      const qmboxBox *all, int number, double time, double length) {
  if (!overlap(all, &nearby->piece[number])) return false;
  for (int g = bodies->body[number].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    qmboxBox box = boundGeom(nearby, bodies, track, g, time, time + length);
    if (isNearChosen(nearby, all, &box)) return true;
  }
  return false;
}

void qmboxNewPieces(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, const bool *shown,
                    dReal (*aabb)[6]) {
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (track[i].stepped) beginPiece(nearby, bodies, &track[i], i, shown[i] ? aabb : 0);
  }
}

void qmboxFindNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time,
                     double length) {
  qmboxBox all = boundChosen(nearby, bodies, track, time, length);
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (nearby->body[i]) continue;
    if (track[i].chosen || comesNear(nearby, bodies, track, &all, i, time, length)) add(nearby, bodies, i);
  }
  for (int g = bodies->body[0].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    nearby->geom[g] = nearby->geom[g] || isNearChosen(nearby, &all, &bodies->geom[g].start);
  }
}

bool qmboxMayBeIn(const qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, int g, double time,
                  const qmboxBox *box) {
  int number = bodies->geom[g].body;
  if (number == 0) return true;
  qmboxBox there = boundGeom(nearby, bodies, track, g, time, time);
  return overlap(box, &there);
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
  geom->outer = number;
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
