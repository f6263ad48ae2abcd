/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/pairs.h"

#include <math.h>
#include <string.h>

#include "pairs/approach.h"
#include "broad/bounds.h"
#include "callbacks/consent.h"
#include "callbacks/contact_log.h"
#include "guard/jams.h"
#include "guard/resume.h"
#include "broad/windows.h"
#include "util/array.h"
#include "util/real.h"

/* The level at which a pair stops that was apart at the start: deep enough for ODE's colliders to see a contact. */
#define FIRST_AIM (1.0 / 64)

/* A pair as near as this part of the allowances may be called meeting. */
#define NEARNESS 1e-3

/* A pair that starts at this part of the way to its cores, or nearer, is pressed together faster than contact joints
 * can push it apart. */
#define PRESSED 0.9

/* The gap between the cores of such a pair is at most about this many times what their allowances are less: a corner
   comes nearer by more than these. */
#define NEARLY 2

/* Levels of a pair whose allowances are set, and may be much less than usual, grow by this factor. */
#define LARGER 1.25

/* The level at which a pair starts is found to within a 256th of the level of its cores. */
enum { LEVEL_PARTS = 256 };

/* ------------------------------------------------------------------ solids */

const qmboxMoving *qmboxSolidOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return &guard->bodies.solid[pair->solid[k]];
}

static const qmboxGuardedBody *bodyOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
}

qmboxPairStops qmboxStopsOfPair(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  const qmboxGuardedBody *body1 = bodyOf(guard, pair, 0), *body2 = bodyOf(guard, pair, 1);
  double stop1 = body1->moves ? body1->stop : body2->stop, stop2 = body2->moves ? body2->stop : body1->stop;
  return (qmboxPairStops){qmboxMin(stop1, stop2), qmboxMax(stop1, stop2)};
}

/* ------------------------------------------------------------------ levels */

/* The least level at which a pair is apart at the start along one of its axes. */
static double startAlongAxes(const qmboxShrunkPair *two) {
  qmboxAxis axis;
  const double unmoved[3] = {0, 0, 0};
  double least = HUGE_VAL;
  qmboxAxes axes;
  qmboxBeginAxes(&two->solid[0]->startPose, &two->solid[1]->startPose, two->allowance, unmoved, unmoved, &axes);
  while (least > 0 && qmboxNextAxis(&axes, &axis)) {
    if (axis.gap > 0) return 0;
    if (axis.slope > 0) least = qmboxMin(least, -axis.gap / axis.slope);
  }
  return least;
}

double qmboxNearnessAtStart(const qmboxShrunkPair *two, double level) {
  qmboxAxis axis;
  const double unmoved[3] = {0, 0, 0};
  double greatest = 0, nearness = NEARNESS * (two->allowance[0] + two->allowance[1]);
  qmboxAxes axes;
  qmboxBeginAxes(&two->solid[0]->startPose, &two->solid[1]->startPose, two->allowance, unmoved, unmoved, &axes);
  while (greatest < 2 * nearness && qmboxNextAxis(&axes, &axis)) {
    greatest = qmboxMax(greatest, axis.gap + level * axis.slope);
  }
  return qmboxMin(nearness, greatest / 2);
}

/* ------------------------------------------------------------------ the solver */

/*
 * Finds that level, to within a part of `core`, by trying some up to it.  The gap grows by the sum of the allowances
 * per level, or faster: two that are apart by a gap at a level touch no lower than where that speed alone closes it.
 * Faces touch right there, so that the level just above it is tried first.
 */
static double startByHalving(const qmboxShrunkPair *two, double core) {
  const double fine = core / LEVEL_PARTS, allowances = two->allowance[0] + two->allowance[1];
  double normal[3], start = core, low = core - qmboxGapAtStart(two, core, normal) / allowances;
  if (low <= 0 && qmboxGapAtStart(two, 0, normal) > 0) return 0;
  low = qmboxMax(0, low);
  for (double level = low + fine; start - low > fine; level = (low + start) / 2) {
    double gap = qmboxGapAtStart(two, level, normal);
    if (gap > 0) {
      start = level;
      low = qmboxMax(low, level - gap / allowances);
    } else {
      low = level;
    }
  }
  return start;
}

/* Finds the level at which a pair starts whose cores are at level 0, within its skin; -1 if it is farther apart. */
static double startInSkin(const qmboxShrunkPair *two) {
  double normal[3], skin = two->allowance[0] + two->allowance[1];
  double gap = qmboxGapAtStart(two, 0, normal);
  return gap < skin ? qmboxMin(0, -gap / skin) : -1;
}

void qmboxAimPair(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  qmboxShrunkPair two = qmboxShrinkSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
  if (pair->aimed) return;
  pair->aimed = true;
  bool direct = qmboxAxesSuffice(&two.solid[0]->startPose, &two.solid[1]->startPose);
  double least = two.core - 1, core = pair->core - least; /* the level at which they touch, and those above it */
  double start = qmboxMin(core, least < 0 ? startInSkin(&two) - least
                                : direct  ? startAlongAxes(&two)
                                          : startByHalving(&two, pair->core));
  pair->touches = start > 0;
  pair->pressed = start >= PRESSED * core;
  pair->aim = least + qmboxMin(2 * start + FIRST_AIM, (start + core) / 2);
  /* the gap grows by the sum of the allowances per level, or faster */
  pair->aimNearness = qmboxMin(NEARNESS, (pair->aim - least - start) / 2) * pair->allowances;
}

/* Returns true if a joint other than a contact connects one of the two with any body. */
static bool areInLinkages(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  for (int k = 0; k < 2; k++) {
    int number = guard->bodies.geom[pair->geom[k]].body;
    if (guard->bodies.body[number].next != number) return true;
  }
  return false;
}

bool qmboxStopsAtOnce(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  if (!pair->known || !(pair->meeting < HUGE_VAL) || areInLinkages(guard, pair)) return false;
  if (pair->gap > NEARLY * (1 - PRESSED) * pair->allowances) return false;
  qmboxAimPair(guard, pair);
  return pair->pressed;
}

qmboxCoreMeeting qmboxPairMeets(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1) {
  qmboxShrunkPair two = qmboxShrinkSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
  double stop[2] = {bodyOf(guard, pair, 0)->stop, bodyOf(guard, pair, 1)->stop};
  qmboxCoreMeeting meeting =
      qmboxFirstMeeting(&two, stop, aim ? pair->aim : pair->core, aim ? pair->aimNearness : pair->nearness, t0, t1);
  guard->tally->looks++;
  if (!meeting.sure) guard->tally->unguarded++;
  return meeting;
}

/* ------------------------------------------------------------------ pairs */

/* Returns true if a pair is apart at a level at the start, and notes the gap. */
static bool isApartAt(const qmboxShrunkPair *two, double level, double *gap, double normal[3]) {
  *gap = qmboxGapAtStart(two, level, normal);
  return *gap > 0;
}

/* Searches for a level above the cores' at which a pair is apart at the start; returns 0 if there is none. */
static double deeperCore(const qmboxShrunkPair *two, double *gap, double normal[3]) {
  double least = 0;
  if (!(two->allowance[0] > 0 || two->allowance[1] > 0) || !(two->core > 0)) return 0;
  if (qmboxAxesSuffice(&two->solid[0]->startPose, &two->solid[1]->startPose)) least = startAlongAxes(two);
  if (least < QMBOX_LIMIT_LEVEL && isApartAt(two, QMBOX_LIMIT_LEVEL, gap, normal)) return QMBOX_LIMIT_LEVEL;
  double highest = qmboxHighestLevel(two);
  if (!(least < highest) || !isApartAt(two, highest, gap, normal)) return 0;
  for (double level = 1.25; level<highest; level = highest> QMBOX_HIGHEST_LEVEL ? LARGER * level : level + 0.25) {
    if (least < level && isApartAt(two, level, gap, normal)) return level;
  }
  return isApartAt(two, highest, gap, normal) ? highest : 0;
}

/* Returns true if a pair that is deeper than its allowances at the start is deeper than the usual ones, too. */
static bool isDeeperThanUsual(const qmboxShrunkPair *two, double core) {
  if (core > 0 && core <= QMBOX_LIMIT_LEVEL) return false;
  return !(core > 0) || core * QMBOX_HIGHEST_LEVEL > qmboxHighestLevel(two);
}

static void addPair(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  int number = guard->pairs.pairCount;
  qmboxGuardedPair *added = QMBOX_ADD(guard->pairs.pair, guard->pairs.pairCount, guard->pairs.pairCapacity);
  if (!added) {
    guard->bodies.failed = true;
    return;
  }
  *added = *pair;
  for (int k = 0; k < 2; k++) {
    qmboxGuardedGeom *geom = &guard->bodies.geom[pair->geom[k]];
    added->next[k] = geom->firstPair;
    geom->firstPair = 2 * number + k;
  }
}

/* Returns true if the near callback wants contacts of a pair that overlaps from the start.  The triangles of a mesh are
   asked for once. */
static bool areMeantToCollide(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  if (guard->consents.deepPair[0] != pair->geom[0] || guard->consents.deepPair[1] != pair->geom[1]) {
    memcpy(guard->consents.deepPair, pair->geom, sizeof guard->consents.deepPair);
    guard->consents.deepConsent = qmboxAskConsent(guard, pair, 0);
  }
  return guard->consents.deepConsent == QMBOX_CONSENT_GIVEN;
}

void qmboxDropPairs(qmboxGuard *guard, int from) {
  while (guard->pairs.pairCount > from) {
    const qmboxGuardedPair *last = &guard->pairs.pair[--guard->pairs.pairCount];
    for (int k = 0; k < 2; k++) guard->bodies.geom[last->geom[k]].firstPair = last->next[k];
  }
}

static bool areDynamic(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  return qmboxIsDynamic(bodyOf(guard, pair, 0)) && qmboxIsDynamic(bodyOf(guard, pair, 1));
}

/* Returns true for a pair whose cores overlap since a jam: one of the two is kinematic, and moves. */
static bool isJammed(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  return qmboxResumes(guard->calls) && (qmboxIsDriven(bodyOf(guard, pair, 0)) || qmboxIsDriven(bodyOf(guard, pair, 1)));
}

static qmboxAdded takenUnless(bool stays) {
  return stays ? QMBOX_NOT_ADDED : QMBOX_ADDED;
}

/* Finds the gap of a pair's cores at the start. */
static qmboxAdded findGap(qmboxGuard *guard, qmboxGuardedPair *pair, const qmboxShrunkPair *two) {
  const qmboxStartPose *posed[2] = {&two->solid[0]->startPose, &two->solid[1]->startPose};
  double gap = 0, normal[3];
  double until = qmboxWindowEnd(&guard->bodies, &guard->windows, guard->windows.now);
  bool stays = false;
  if (qmboxHaveAxes(posed[0], posed[1]) && qmboxNoteAxis(&guard->bodies, pair, two, until, &stays))
    return takenUnless(stays);
  if (qmboxAxesSuffice(posed[0], posed[1]) || !isApartAt(two, pair->core, &gap, normal)) {
    if (pair->sensor) qmboxLogOverlap(guard, pair->geom[0], pair->geom[1]);
    if (pair->sensor) return QMBOX_NOT_ADDED; /* it has been reported when they met */
    if (!areMeantToCollide(guard, pair) || guard->integrity.broken) return QMBOX_NOT_ADDED;
    pair->core = deeperCore(two, &gap, normal);
    bool deep = isDeeperThanUsual(two, pair->core);
    if (deep && isJammed(guard, pair)) {
      qmboxNoteJam(guard, pair->geom[0], pair->geom[1], 0);
      return QMBOX_ADDED_DEEP;
    }
    if (pair->core != QMBOX_LIMIT_LEVEL) guard->tally->deep++;
    if (deep && areDynamic(guard, pair)) return QMBOX_ADDED_DEEP;
    if (pair->core == 0) return QMBOX_NOT_ADDED;
  }
  qmboxNoteGap(&guard->bodies, pair, gap, normal);
  return takenUnless(qmboxStaysApart(&guard->bodies, pair));
}

static qmboxGuardedPair newPair(const qmboxGuard *guard, const int geom[2], const int solid[2],
                                const qmboxShrunkPair *two) {
  qmboxGuardedPair pair = {.geom = {geom[0], geom[1]},
                           .solid = {solid[0], solid[1]},
                           .meshes = -1,
                           .core = two->core,
                           .span = {0, guard->bodies.length},
                           .both = HUGE_VAL,
                           .place = -1,
                           .sensor = guard->bodies.geom[geom[0]].sensor || guard->bodies.geom[geom[1]].sensor};
  if (pair.sensor) pair.core = 0;
  pair.allowances = two->allowance[0] + two->allowance[1];
  pair.nearness = NEARNESS * pair.allowances;
  return pair;
}

qmboxAdded qmboxAddSolidPair(qmboxGuard *guard, const int geom[2], const int solid[2], bool apart) {
  qmboxShrunkPair two = qmboxShrinkSolids(&guard->bodies.solid[solid[0]], &guard->bodies.solid[solid[1]]);
  qmboxGuardedPair pair = newPair(guard, geom, solid, &two);
  if (!qmboxCanMeet(two.solid[0], two.solid[1])) {
    guard->tally->unguarded++;
    return QMBOX_NOT_ADDED;
  }
  if (!apart) {
    qmboxAdded taken = findGap(guard, &pair, &two);
    if (taken != QMBOX_ADDED) return taken;
    /* what is apart at the start, however little, is not called meeting there */
    pair.nearness = qmboxMin(pair.nearness, pair.gap / 2);
  } else if (qmboxHaveAxes(&two.solid[0]->startPose, &two.solid[1]->startPose)) {
    double nearness = qmboxNearnessAtStart(&two, pair.core); /* the cores may be apart by as little here */
    if (nearness > 0) pair.nearness = nearness;
  }
  addPair(guard, &pair);
  return QMBOX_ADDED;
}

void qmboxAddMeshPair(qmboxGuard *guard, const int geom[2], const int solid[2], int meshes) {
  qmboxShrunkPair two = qmboxShrinkSolids(&guard->bodies.solid[solid[0]], &guard->bodies.solid[solid[1]]);
  qmboxGuardedPair pair = newPair(guard, geom, solid, &two);
  pair.meshes = meshes;
  addPair(guard, &pair);
}
