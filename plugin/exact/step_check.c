/* SPDX-License-Identifier: BSD-3-Clause */

#include "exact/step_check.h"

#include <math.h>
#include <string.h>

#include "moving/moving_bounds.h"
#include "pairs/pair.h"
#include "pairs/piecewise.h"
#include "util/real.h"

/* The unit of the levels, in parts of a box's longest side.  Boxes whose sides are each moved by one unit differ by at
   most sqrt(3) units along any normal, both by 3.5e-10 of the larger: below the 1e-9 that is promised. */
#define UNIT 1e-10

/* But not less than what rounding does: this times the largest coordinate, several times what a step loses. */
#define UNIT_ERROR (256 * QMBOX_EPSILON)

/* The slop where none is given, in parts of a box's shortest side: visible in no picture, and far above what contact
   joints leave standing.  And the most that it may be. */
#define USUAL_SLOP 0.003
#define LARGEST_SLOP 0.1

/* Pairs that overlap by this part of the shorter of their shortest sides have no backstop any more: boxes that shrink
   by their depth leave too little. */
#define TOO_DEEP 0.15

/* A box is smaller at its sides by its depth in what it rests on times these, for aim and limit: more than once,
   because the depth is that at some times only.  Along any normal that is at most 1.5 sqrt(3) < 3 times the depth. */
#define REST_AIM 1.25
#define REST_LIMIT 1.5

/* But by no more than this part of its shortest side. */
#define LARGEST_REST 0.05

/* How far paths may come closer than they are because of pieces, in units. */
#define PIECE_TOLERANCE 0.05

/* A pair stands in contact after the step if its gap is at most this part of the aim's. */
#define LANDED (2.0 / 3)

/* A pair whose boxes cannot move so far that it comes to this part of what stops the world is not asked at all. */
#define STEADY (1 - 1e-6)

/* Between aim and limit, if both are overlaps. */
#define LIMIT_FACTOR (4.0 / 3)

static double side(const qmboxMoving *path, int shortest) {
  double length = path->body.box.max[0] - path->body.box.min[0];
  for (int i = 1; i < 3; i++) {
    double other = path->body.box.max[i] - path->body.box.min[i];
    length = shortest ? fmin(length, other) : fmax(length, other);
  }
  if (shortest && path->shape == QMBOX_SHAPE_CONVEX) length = fmin(length, path->figure.thickness);
  return length;
}

/* The level's unit for a path; nothing can be added to a plane.  If contact joints take over, a box has to be so deep
   in another shape that the solver's early side of the contact lies in it, and ODE sees it. */
static double unitOf(const qmboxCheck *check, const qmboxMoving *path, const qmboxMoving *other, double reach) {
  double unit = fmax(UNIT * side(path, 0), UNIT_ERROR * reach);
  if (!qmboxCanGrow(path->shape)) return 0;
  if (!check->rest || qmboxAreExact(path, other)) return unit;
  return fmax(unit, fmin(qmboxResolution(path, other, reach), LARGEST_REST * side(path, 1)));
}

qmboxStopRecord *qmboxStopRecordOf(qmboxStopRecord *meeting, int count, dGeomID o1, dGeomID o2) {
  for (int i = 0; i < count; i++) {
    qmboxStopRecord *m = &meeting[i];
    if ((m->o1 == o1 && m->o2 == o2) || (m->o1 == o2 && m->o2 == o1)) return m;
  }
  return 0;
}

static double slopOf(const qmboxCheck *check, const qmboxMoving *path) {
  double shortest = side(path, 1);
  return check->slop > 0 ? fmin(check->slop, LARGEST_SLOP * shortest) : USUAL_SLOP * shortest;
}

/* The slop of a pair: the smaller box's. */
static double slopOfPair(const qmboxCheck *check, const qmboxMoving *path1, const qmboxMoving *path2) {
  double slop = HUGE_VAL;
  if (qmboxCanGrow(path1->shape)) slop = fmin(slop, slopOf(check, path1));
  if (qmboxCanGrow(path2->shape)) slop = fmin(slop, slopOf(check, path2));
  return slop;
}

/* The gap of a pair at the start, which may have been measured already. */
static double gapAtStart(const qmboxCheck *check, const qmboxMoving *path1, const qmboxMoving *path2) {
  double depth = check->rest ? qmboxInitialDepthOfPair(check->rest, path1->geom, path2->geom) : 0;
  return depth > 0 ? -depth : qmboxGapOn(path1, path2, 0);
}

/* A question about one pair. */
typedef struct qmboxQuestion {
  const qmboxMoving *path[2];
  double aim[2], limit[2]; /* growths of the two boxes */
  double start, tolerance, landedGap;
  double asked[2];      /* growths that have been asked for already, from the start on */
  qmboxContact contact; /* and what came */
} qmboxQuestion;

/* So often per step is looked how deep a pair is. */
enum { PRESSED_LOOKS = 4 };

typedef struct qmboxPressed {
  const qmboxCheck *check;
  double depth;
} qmboxPressed;

/* Notes how deep a pair gets that contact joints hold; a qmboxVisit whose data is a qmboxPressed. */
static void notePressed(void *data, const qmboxMoving *path1, const qmboxMoving *path2) {
  qmboxPressed *pressed = data;
  if (!qmboxStoppable(path1, path2) || qmboxJointLinkOf(path1->geom, path2->geom) != QMBOX_LINK_CONTACT) return;
  if (gapAtStart(pressed->check, path1, path2) > 0) return;
  for (int i = 1; i <= PRESSED_LOOKS; i++) {
    double t = pressed->check->length * i / PRESSED_LOOKS;
    pressed->depth = fmax(pressed->depth, -qmboxGapOn(path1, path2, t));
  }
}

/* How deep a box with a body is pressed into anything at the start, or gets in what contact joints hold it to. */
static double depthOf(const qmboxCheck *check, const qmboxMoving *path) {
  qmboxPressed pressed = {check, 0};
  if (!check->rest || !qmboxCanGrow(path->shape) || !dGeomGetBody(path->geom)) return 0;
  pressed.depth = qmboxInitialDepthOf(check->rest, path->geom);
  if (!check->sweep) return pressed.depth;
  double *known = qmboxNoteOf(check->sweep, path);
  if (*known < 0) {
    qmboxVisitPairsOf(check->sweep, path, notePressed, &pressed);
    *known = pressed.depth;
  }
  return *known;
}

static void askApart(const qmboxCheck *check, const double unit[2], qmboxQuestion *question) {
  for (int k = 0; k < 2; k++) {
    double rest = depthOf(check, question->path[k]);
    if (rest > 0) rest = fmin(rest, LARGEST_REST * side(question->path[k], 1));
    question->aim[k] = check->levels->aim * unit[k] - REST_AIM * rest;
    question->limit[k] = check->levels->limit * unit[k] - REST_LIMIT * rest;
  }
  question->landedGap =
      check->rest ? LANDED * (question->aim[0] + question->aim[1]) : check->levels->touch * (unit[0] + unit[1]);
}

/*
 * The growths for a pair in contact that contact joints hold: it may get deeper, by turning about what it rests on, but
 * only to twice its depth or the slop before the contacts are made again.  The depth doubles each time, so this is
 * called only a few times, however deep it goes.  Returns 0 if it is too deep already.
 */
static int askHeld(const qmboxCheck *check, double depth, qmboxQuestion *question) {
  double shortest = HUGE_VAL, deep;
  int boxes = 0, k;
  for (k = 0; k < 2; k++) {
    if (!qmboxCanGrow(question->path[k]->shape)) continue;
    boxes++;
    shortest = fmin(shortest, side(question->path[k], 1));
  }
  deep = fmax(2 * depth, slopOfPair(check, question->path[0], question->path[1]));
  for (k = 0; k < 2; k++) {
    question->aim[k] = qmboxCanGrow(question->path[k]->shape) ? -deep / boxes : 0;
    question->limit[k] = LIMIT_FACTOR * question->aim[k];
  }
  question->landedGap = -LANDED * deep;
  return deep <= TOO_DEEP * shortest;
}

/* A pair in contact that leaves and comes back before `until` is one that is apart from half-way on. */
static int comesBack(const qmboxCheck *check, double touch, qmboxQuestion *question) {
  qmboxContact contact;
  bms_status status =
      qmboxSolveGrown(question->path[0], 0, question->path[1], 0, 0, check->until, question->tolerance, &contact);
  question->start = contact.timeLower / 2;
  return (status == BMS_CONTACT || status == BMS_UNRESOLVED) &&
         qmboxGapOn(question->path[0], question->path[1], question->start) > touch;
}

static int isAhead(const qmboxContact *contact, double start) {
  return (contact->status == BMS_CONTACT || contact->status == BMS_UNRESOLVED) && contact->timeLower > start &&
         qmboxRoundedDown(contact->timeLower) > 0; /* what is zero as a dReal cannot be stepped to */
}

/*
 * 1 if a pair surely does not reach its aim, in any question.  Depths make the boxes smaller, so they are
 * largest with none: if these stay apart all others do.  If a pair is held and its depth is known, its motion is
 * measured first.  This answers for most pairs, and spares them the gap, which costs more, and the depths of
 * all that the two rest on.
 */
static int staysClear(const qmboxCheck *check, qmboxQuestion *question, const double unit[2], qmboxJointLink bond,
                      int bouncing) {
  const qmboxMoving *path1 = question->path[0], *path2 = question->path[1];
  double depth = check->rest ? qmboxInitialDepthOfPair(check->rest, path1->geom, path2->geom) : 0, move;
  if (bouncing || (bond == QMBOX_LINK_CONTACT && depth > 0)) {
    askHeld(check, depth, question);
    move = qmboxFarthestMove(path1, check->until) + qmboxFarthestMove(path2, check->until);
    if (depth > 0 && depth + move < -STEADY * (question->aim[0] + question->aim[1])) return 1;
  } else { /* perhaps a bond of two that are apart */
    for (int k = 0; k < 2; k++) question->aim[k] = check->levels->aim * unit[k];
  }
  memcpy(question->asked, question->aim, sizeof question->asked);
  return qmboxSolveGrown(path1, question->asked[0], path2, question->asked[1], 0, check->until, question->tolerance,
                         &question->contact) == BMS_SEPARATED;
}

static void answer(qmboxCheck *check, const qmboxQuestion *question) {
  const qmboxMoving *path1 = question->path[0], *path2 = question->path[1];
  qmboxContact contact = question->contact, limit;
  if (question->start > 0 || question->aim[0] != question->asked[0] || question->aim[1] != question->asked[1]) {
    qmboxSolveGrown(path1, question->aim[0], path2, question->aim[1], question->start, check->until,
                    question->tolerance, &contact);
  }
  check->inexact |= contact.inexact & (QMBOX_INEXACT_NUMBERS | QMBOX_INEXACT_UNRESOLVED);
  if (!isAhead(&contact, question->start)) return;
  if (contact.timeLower < check->length && !check->violated) {
    qmboxSolveGrown(path1, question->limit[0], path2, question->limit[1], question->start, check->length,
                    question->tolerance, &limit);
    check->violated = isAhead(&limit, question->start);
  }
  if (check->found && contact.timeLower >= check->time) return;
  check->found = 1;
  check->contact = contact;
  check->time = contact.timeLower;
  memcpy(check->growth, question->aim, sizeof check->growth);
  check->size = fmax(path1->sweptReach, path2->sweptReach);
  check->pairSlop = slopOfPair(check, path1, path2);
  check->landed = qmboxGapOn(path1, path2, check->length) <= question->landedGap;
  check->until = fmax(check->time, check->length);
}

/*
 * A pair that has stopped the frame so often, slowly, bounces to rest: it leaves by a hair, comes back, and may do so
 * for ever in ever shorter times.  For the rest of the frame it has the backstop alone.  Slowly: in a whole frame it
 * would not get deeper than that.
 */
static int isBouncing(const qmboxCheck *check, const qmboxStopRecord *meeting) {
  return meeting && meeting->stops >= check->slowStops;
}

void qmboxCheckPair(void *data, const qmboxMoving *path1, const qmboxMoving *path2) {
  qmboxCheck *check = data;
  double reach = fmax(path1->sweptReach, path2->sweptReach), unit[2], touch, gap;
  qmboxJointLink bond = check->rest ? qmboxJointLinkOf(path1->geom, path2->geom) : QMBOX_LINK_NONE;
  qmboxQuestion question = {.path = {path1, path2}};
  if (check->stopsFor && !check->stopsFor(check->stopsForData, path1->geom, path2->geom)) return;
  if (!qmboxStoppable(path1, path2)) {
    check->inexact |= QMBOX_INEXACT_SHAPE;
    return;
  }
  const qmboxStopRecord *meeting = qmboxStopRecordOf(check->meeting, check->meetingCount, path1->geom, path2->geom);
  if (bond == QMBOX_LINK_JOINT || (meeting && meeting->refused)) return;
  unit[0] = unitOf(check, path1, path2, reach);
  unit[1] = unitOf(check, path2, path1, reach);
  question.tolerance = PIECE_TOLERANCE * (unit[0] + unit[1]);
  touch = check->levels->touch * (unit[0] + unit[1]);
  if (bond == QMBOX_LINK_CONTACT) touch = 0; /* the near callback knows of the pair: however little it overlaps */
  int bouncing = isBouncing(check, meeting);
  if (staysClear(check, &question, unit, bond, bouncing)) return;
  gap = gapAtStart(check, path1, path2);
  if (bouncing) {
    if (!askHeld(check, fmax(0, -gap), &question)) return;
  } else if (!(gap <= touch)) {
    askApart(check, unit, &question);
  } else if (!check->rest) {
    if (!comesBack(check, touch, &question)) return;
    askApart(check, unit, &question);
  } else {
    if (bond != QMBOX_LINK_CONTACT) return;
    if (!askHeld(check, fmax(0, -gap), &question)) return;
  }
  answer(check, &question);
}
