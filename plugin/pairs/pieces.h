/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The pieces of time that a search for a first contact takes one by one where a body turns in finite rotation mode.
 *
 * In a piece the body moves by a motion of the solver, and is larger by the error of that (finite_rotation.h).  Bodies
 * that are apart in a piece are certainly apart; bodies that meet in it may do so only because they are larger, so the
 * next piece begins where they meet and is shorter.
 */

#ifndef QMBOX_PIECES_H
#define QMBOX_PIECES_H

#include <bms.h>
#include <stdbool.h>

/* The number of pieces of a search, at most: 100 radians far apart take 200, a contact some dozens. */
enum { QMBOX_MOST_PIECES = 4096 };

typedef struct qmboxPieces {
  double from, to;        /* the piece */
  double last;            /* the end of the search */
  double length, longest; /* of the next piece, and of any */
  int count;              /* of pieces so far */
} qmboxPieces;

/* Begins a search of [t0, t1].  `speed`: the angular speeds of the bodies that turn, added up. */
qmboxPieces qmboxBeginPieces(double speed, double t0, double t1);

/* Sets the next piece.  Returns false if it would be shorter than doubles can represent. */
bool qmboxNextPiece(qmboxPieces *pieces);

/* Returns true if the answer for the piece is the search's: the bodies are separated to its end, the query is invalid,
   or they meet and `close`: the error of the piece does not matter.  Else advances `from`, to the end of the piece or
   to `time`, before which they are apart. */
bool qmboxPieceSettles(qmboxPieces *pieces, bms_status status, double time, bool close);

#endif /* QMBOX_PIECES_H */
