/* SPDX-License-Identifier: BSD-3-Clause */

/* Judges an answer of the solver against the oracle. */

#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "oracle.h"

enum { CHECK_TEXT_SIZE = 256 };

/* The parts of an answer that are judged; each may be judged alone. */
typedef enum check_part {
  CHECK_STATUS = 1,    /* the status, and the reason where it is invalid; UNRESOLVED is no right answer */
  CHECK_ENCLOSURE = 2, /* t0 <= t_lower <= t* <= t_upper <= t1 and t_lower <= t <= t_upper, exactly */
  CHECK_PAIR =
      4, /* its axis vanishes exactly at t* (overlapping: is the nearest), its features face each other there */
  CHECK_NORMAL = 8,  /* it has unit length, and along it no vertex of b lies before one of a, to what bms.h allows */
  CHECK_POINTS = 16, /* 1 to BMS_MAX_POINTS points, all in both boxes, likewise */
  CHECK_SPEED = 32,  /* minus the rate of the gap, or between the speeds at the points where the normal is another's */
  CHECK_ALL = 63
} check_part;

/* Returns the parts that are wrong, 0 if none is; `text` says what is wrong with the first.  Parts that depend on a
   wrong one are not judged.  May refine the oracle's time. */
unsigned check_contact(oracle *o, const bms_query *query, const bms_contact *answer, unsigned parts,
                       char text[CHECK_TEXT_SIZE]);

/* Checks the first two parts alone, as check_contact() does: all that needs no axes. Only t0 and t1 of the query are
   looked at. */
unsigned check_time(oracle *o, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]);

#endif /* ORACLE_CHECK_H */
