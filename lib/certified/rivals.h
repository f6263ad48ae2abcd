/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes that pass through the origin within the same few ulps, distinguished in double-double arithmetic.
 *
 * Two bodies of one heading show each other planes that are the same but for the roundings of their headings: the faces
 * that meet, and the products of their edges.  Which one the boxes meet last is decided beyond the digits of doubles,
 * but long before the digits of double-double numbers end.
 */

#ifndef BMS_RIVALS_H
#define BMS_RIVALS_H

#include "planes/gap_value.h"
#include "planes/separation.h"

typedef enum bms_rivalry {
  BMS_RIVALS_MEET,  /* the boxes meet between both times, first on the plane `last` */
  BMS_RIVALS_APART, /* they are apart up to `before`, and there by the plane `last` */
  BMS_RIVALS_OPEN   /* nothing is known */
} bms_rivalry;

/* Two times of a query that are at most a few ulps apart, and one that the boxes meet at. */
typedef struct bms_rivals {
  double before, behind; /* MEET: closer to each other now, it may be; APART: before may be later */
  bms_axis_side last;
  double least; /* APART: the gap along it at `before` is at least this, more than 0, times the factor of plane.h */
  bms_axis_signs signs;          /* MEET: along the plane */
  bms_axis_signs tied[BMS_AXES]; /* MEET: along other planes that the boxes pass at the very same time */
  int ties;
  double root;   /* the double nearest to the time at which `last` goes through zero; NAN if it is not known */
  unsigned open; /* OPEN: the doubtful axes that are not known to be negative from the one time to the other */
} bms_rivals;

/* Between the two times the plane `last` goes through zero and all axes but it and those in `doubtful` are certainly
   negative.  Decides about the doubtful ones; by the plane of `face` if that is one that covers (bms_covering_face()),
   not -1: planes with a higher axis number and the same root are not reported then, as by rule 1 of ties (bms.h) they
   do not name the contact. */
bms_rivalry bms_settle_rivals(bms_precise_instants *at, unsigned doubtful, int face, bms_rivals *rivals);

/* Decides about the doubtful axes at one time, `before`: MEET where all are certainly negative, APART where one is
   certainly positive; of several, `last` is one whose gap is the greatest.  One axis of a face that covers stands for
   all. */
bms_rivalry bms_settle_instant(bms_precise_instants *at, unsigned doubtful, bms_rivals *rivals);

#endif /* BMS_RIVALS_H */
