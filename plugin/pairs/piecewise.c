/* SPDX-License-Identifier: BSD-3-Clause */

/* First contacts of paths that have grown, piece by piece where they turn. */

#include "pairs/piecewise.h"

#include <math.h>

#include "pairs/all_turns.h"
#include "pairs/pair.h"

/* The first pieces turn by no more than this, in radians: their boxes are larger by a tenth of their size. */
#define LARGEST_TURN 0.5

/* Pieces get shorter by this factor where boxes that have grown meet.  The error goes with its square, so seven times
   are enough for the first 1e-9 of the box, and about as often the boxes have to be brought nearer at each length. */
#define SHORTER 0.125

/* So many pieces at most for a pair: 100 radians far apart take 200, a contact some dozens. */
#define MOST_PIECES 4096

/* After so many pieces, and before the first if that many are ahead, the cylinders are asked that hold what turns. */
#define PIECES_TO_ASK 16

/* The box does not shrink by more than this part of its shortest side, at each end. */
#define LARGEST_SHRINKING 0.25

static double reachOf(const bms_box *box) {
  double sum = 0;

  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(box->min[i]), fabs(box->max[i]));
    sum += arm * arm;
  }
  return sqrt(sum);
}

void qmboxPiece(const qmboxPath *path, double growth, double t0, double t1, qmboxPath *piece) {
  *piece = *path;
  if (!qmboxHasBody(path->shape)) return;
  if (path->shape == QMBOX_SHAPE_MESH) growth = fmax(growth, 0);
  if (path->shape == QMBOX_SHAPE_CONVEX) growth = fmax(growth, -LARGEST_SHRINKING * path->figure.thickness);
  for (int i = 0; i < 3; i++) {
    growth = fmax(growth, -LARGEST_SHRINKING * (path->body.box.max[i] - path->body.box.min[i]));
  }
  piece->growth = path->growth + growth;
  for (int i = 0; i < 3; i++) {
    piece->body.box.min[i] -= growth;
    piece->body.box.max[i] += growth;
  }
  if (!path->turns) return;
  piece->turns = false;
  if (t0 < t1) {
    qmboxFiniteRotationPiece(&path->turn, t0, t1, &piece->body.motion);
  } else {
    double quaternion[4];
    qmboxFiniteRotationAt(&path->turn, t0, quaternion);
    for (int i = 0; i < 4; i++) {
      piece->body.motion.rigid.quaternion[i][0] = quaternion[i];
      piece->body.motion.rigid.quaternion[i][1] = 0;
    }
  }
}

double qmboxGapOn(const qmboxPath *path1, const qmboxPath *path2, double t) {
  qmboxPath piece1, piece2;

  if (!path1->turns && !path2->turns) return qmboxGap(path1, path2, t);
  qmboxPiece(path1, 0, t, t, &piece1);
  qmboxPiece(path2, 0, t, t, &piece2);
  return qmboxGap(&piece1, &piece2, t);
}

/* How far a piece of this length may be off. */
static double errorOf(const qmboxPath *path, double length) {
  return path->turns ? qmboxFiniteRotationError(&path->turn, length, reachOf(&path->body.box)) : 0;
}

static bms_status unresolvedFrom(double t, qmboxContact *contact) {
  contact->status = BMS_UNRESOLVED;
  contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
  contact->time = contact->timeLower = contact->timeUpper = t;
  return contact->status;
}

/* Returns a time until which two paths, one of which turns, are apart on [t, t1] whatever it has turned by: t if that
   is not known.  The status of the contact is BMS_SEPARATED if it is all of the time. */
static double clearOfTurns(const qmboxPath *path1, double growth1, const qmboxPath *path2, double growth2, double t,
                           double t1, qmboxContact *contact) {
  qmboxPath whole1, whole2;
  qmboxAllTurns(path1, growth1, t, t1, &whole1);
  qmboxAllTurns(path2, growth2, t, t1, &whole2);
  bms_status status = qmboxSolve(&whole1, &whole2, t, t1, contact);
  return status == BMS_CONTACT || status == BMS_UNRESOLVED ? fmax(t, contact->timeLower) : t;
}

/* As qmboxSolveGrown(), for paths of which one turns. */
static bms_status solvePieces(const qmboxPath *path1, double growth1, const qmboxPath *path2, double growth2, double t0,
                              double t1, double tolerance, qmboxContact *contact) {
  double speed = (path1->turns ? path1->turn.speed : 0) + (path2->turns ? path2->turn.speed : 0);
  double longest = speed > 0 ? LARGEST_TURN / speed : HUGE_VAL, length = longest, t = t0;

  for (int count = 0; count < MOST_PIECES; count++) {
    if (count % PIECES_TO_ASK == 0 && (count > 0 || t1 - t > PIECES_TO_ASK * longest)) {
      t = clearOfTurns(path1, growth1, path2, growth2, t, t1, contact);
      if (contact->status == BMS_SEPARATED) return contact->status;
    }
    double end = fmin(t + length, t1), error1 = errorOf(path1, end - t), error2 = errorOf(path2, end - t);
    qmboxPath piece1, piece2;

    if (!(t < end)) break; /* pieces shorter than doubles can tell */
    qmboxPiece(path1, growth1 + error1, t, end, &piece1);
    qmboxPiece(path2, growth2 + error2, t, end, &piece2);
    bms_status status = qmboxSolve(&piece1, &piece2, t, end, contact);
    if (status == BMS_SEPARATED) {
      if (end >= t1) return status;
      t = end;
      length = fmin(2 * length, longest);
    } else if (status == BMS_INVALID || (t == t0 && status != BMS_CONTACT && error1 + error2 <= tolerance)) {
      return status;
    } else if (error1 + error2 <= tolerance) {
      if (status == BMS_TOUCHING || status == BMS_OVERLAPPING) contact->status = BMS_CONTACT;
      return contact->status;
    } else {
      if (status == BMS_CONTACT || status == BMS_UNRESOLVED) t = fmax(t, contact->timeLower);
      length *= SHORTER;
    }
  }
  return unresolvedFrom(t, contact);
}

bms_status qmboxSolveGrown(const qmboxPath *path1, double growth1, const qmboxPath *path2, double growth2, double t0,
                           double t1, double tolerance, qmboxContact *contact) {
  qmboxPath piece1, piece2;

  if ((path1->turns || path2->turns) && t0 < t1) {
    return solvePieces(path1, growth1, path2, growth2, t0, t1, tolerance, contact);
  }
  qmboxPiece(path1, growth1, t0, t1, &piece1);
  qmboxPiece(path2, growth2, t0, t1, &piece2);
  return qmboxSolve(&piece1, &piece2, t0, t1, contact);
}
