/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/piecewise.h"

#include <math.h>

#include "moving/moving_bounds.h"
#include "pairs/all_turns.h"
#include "pairs/pair.h"
#include "util/real.h"

/* After this number of pieces, and before the first if that many are ahead, the cylinders are asked that hold what
   turns. */
#define PIECES_TO_ASK 16

/* The box does not shrink by more than this part of its shortest side, at each end. */
#define LARGEST_SHRINKING 0.25

void qmboxPiece(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *piece) {
  *piece = *path;
  if (!qmboxHasBody(path->shape)) return;
  if (path->shape == QMBOX_SHAPE_MESH) growth = fmax(growth, 0);
  if (path->shape == QMBOX_SHAPE_CONVEX) growth = fmax(growth, -LARGEST_SHRINKING * path->figure.thickness);
  for (int i = 0; i < 3; i++) {
    growth = fmax(growth, -LARGEST_SHRINKING * (path->body.box.max[i] - path->body.box.min[i]));
  }
  piece->growth = path->growth + growth;
  qmboxWiden(piece->body.box.min, piece->body.box.max, growth);
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

double qmboxGapOn(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  qmboxMoving piece1, piece2;
  if (!path1->turns && !path2->turns) return qmboxGap(path1, path2, t);
  qmboxPiece(path1, 0, t, t, &piece1);
  qmboxPiece(path2, 0, t, t, &piece2);
  return qmboxGap(&piece1, &piece2, t);
}

/* How far a piece of this length may be off. */
static double errorOf(const qmboxMoving *path, double length) {
  return path->turns ? qmboxFiniteRotationError(&path->turn, length, qmboxRadiusOfBox(&path->body.box)) : 0;
}

static bms_status unresolvedFrom(double t, qmboxContact *contact) {
  contact->status = BMS_UNRESOLVED;
  contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
  contact->time = contact->timeLower = contact->timeUpper = t;
  return contact->status;
}

/* Returns a time until which two paths, one of which turns, are apart on [t, t1] whatever it has turned by: t if that
   is not known.  The status of the contact is BMS_SEPARATED if it is all of the time. */
static double clearOfTurns(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2, double t,
                           double t1, qmboxContact *contact) {
  qmboxMoving whole1, whole2;
  qmboxAllTurns(path1, growth1, t, t1, &whole1);
  qmboxAllTurns(path2, growth2, t, t1, &whole2);
  bms_status status = qmboxSolve(&whole1, &whole2, t, t1, contact);
  return status == BMS_CONTACT || status == BMS_UNRESOLVED ? fmax(t, contact->timeLower) : t;
}

/* As qmboxSolveGrown(), for paths of which one turns. */
static bms_status solvePieces(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2,
                              double t0, double t1, double tolerance, qmboxContact *contact) {
  double speed = (path1->turns ? path1->turn.speed : 0) + (path2->turns ? path2->turn.speed : 0);
  qmboxPieces pieces = qmboxBeginPieces(speed, t0, t1);
  while (pieces.count < QMBOX_MOST_PIECES) {
    bool many = pieces.count > 0 || t1 - pieces.from > PIECES_TO_ASK * pieces.longest;
    if (pieces.count % PIECES_TO_ASK == 0 && many) {
      pieces.from = clearOfTurns(path1, growth1, path2, growth2, pieces.from, t1, contact);
      if (contact->status == BMS_SEPARATED) return contact->status;
    }
    if (!qmboxNextPiece(&pieces)) break;
    double length = pieces.to - pieces.from, error1 = errorOf(path1, length), error2 = errorOf(path2, length);
    qmboxMoving piece1, piece2;
    qmboxPiece(path1, growth1 + error1, pieces.from, pieces.to, &piece1);
    qmboxPiece(path2, growth2 + error2, pieces.from, pieces.to, &piece2);
    bms_status status = qmboxSolve(&piece1, &piece2, pieces.from, pieces.to, contact);
    if (qmboxPieceSettles(&pieces, status, contact->timeLower, error1 + error2 <= tolerance)) {
      bool overlap = status == BMS_TOUCHING || status == BMS_OVERLAPPING;
      if (overlap && pieces.from > t0) contact->status = BMS_CONTACT;
      return contact->status;
    }
  }
  return unresolvedFrom(pieces.from, contact);
}

bms_status qmboxSolveGrown(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2,
                           double t0, double t1, double tolerance, qmboxContact *contact) {
  qmboxMoving piece1, piece2;
  if ((path1->turns || path2->turns) && t0 < t1) {
    return solvePieces(path1, growth1, path2, growth2, t0, t1, tolerance, contact);
  }
  qmboxPiece(path1, growth1, t0, t1, &piece1);
  qmboxPiece(path2, growth2, t0, t1, &piece2);
  return qmboxSolve(&piece1, &piece2, t0, t1, contact);
}

/* ------------------------------------------------------------------ pieces of time */

/* The longest pieces turn by this, in radians: a body is larger by a tenth of its size. */
#define LARGEST_TURN 0.5

/* Pieces get shorter by this factor where bodies that are larger meet.  The error goes with its square, so seven times
   are enough for the first 1e-9 of a body, and about as often they have to be brought nearer at each length. */
#define SHORTER 0.125

qmboxPieces qmboxBeginPieces(double speed, double t0, double t1) {
  double longest = speed > 0 ? LARGEST_TURN / speed : HUGE_VAL;
  return (qmboxPieces){.from = t0, .to = t0, .last = t1, .length = longest, .longest = longest};
}

bool qmboxNextPiece(qmboxPieces *pieces) {
  pieces->to = fmin(pieces->from + pieces->length, pieces->last);
  pieces->count++;
  return pieces->from < pieces->to;
}

bool qmboxPieceSettles(qmboxPieces *pieces, bms_status status, double time, bool close) {
  if (status == BMS_SEPARATED) {
    if (pieces->to >= pieces->last) return true;
    pieces->from = pieces->to;
    pieces->length = fmin(2 * pieces->length, pieces->longest);
    return false;
  }
  if (status == BMS_INVALID || close) return true;
  if (status == BMS_CONTACT || status == BMS_UNRESOLVED) pieces->from = fmax(pieces->from, time);
  pieces->length *= SHORTER;
  return false;
}
