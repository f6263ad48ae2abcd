/* SPDX-License-Identifier: BSD-3-Clause */

/* Pieces of time, which get shorter where bodies meet and longer where they do not. */

#include "pairs/pieces.h"

#include <math.h>

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
