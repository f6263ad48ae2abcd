/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact answer to a query, by another way than the solver's.
 *
 * The boxes are apart on the union of 15 open sets, one for each axis (apart.h).  The first contact is the leftmost
 * time of [t0, t1] that none of them covers; all contacts are what the union leaves.  Rational arithmetic throughout:
 * nothing is rounded, and equal times are known to be equal.  Only the plain types of bms.h are shared with the code
 * under test.
 */

#ifndef ORACLE_H
#define ORACLE_H

#include "apart.h"
#include "bms.h"
#include "scene.h"

/* A closed interval of contact in s; enter == exit where the boxes touch for a moment only. */
typedef struct oracle_interval {
  algebraic enter, exit;
} oracle_interval;

/*
 * graze: the boxes are apart just after the first contact (at t1 nothing follows, and it is no graze).
 * axes: bit k set if axis k (numbers as in scene.h) is not null and has gap zero at the first contact, if status is
 * CONTACT or TOUCHING.
 */
typedef struct oracle {
  bms_status status; /* SEPARATED, CONTACT, TOUCHING, OVERLAPPING or INVALID */
  bms_reason reason; /* the first found, in the order of bms_reason, interval, a, b */
  bms_part where;
  int graze;
  unsigned axes;
  algebraic time; /* the time of the first contact, in s: t = t0 + (t1 - t0) s */

  scene scene;
  apart_set apart[SCENE_AXES];
} oracle;

enum { ORACLE_BITS = 240 };

/* Decides the query; the time is refined to 2^-ORACLE_BITS of the interval's length. */
void oracle_init(oracle *o, const bms_query *query);
void oracle_clear(oracle *o);

/* Returns the sign of t* - t, exactly.  There is a contact. */
int oracle_compare(const oracle *o, double t);

/* Writes t* cut after this many digits behind the point; text has room for them, the sign and the integral part
   (310). */
void oracle_decimal(const oracle *o, int digits, char *text);

/* Finds all contact intervals, in order. Returns their number and an array to be cleared with
   oracle_intervals_clear(). */
int oracle_intervals(oracle *o, oracle_interval **interval);
void oracle_intervals_clear(oracle_interval *interval, int count);
/* Returns the sign of t(s) - t for a time of an interval. */
int oracle_compare_time(const oracle *o, const algebraic *s, double t);

/* Returns the double nearest to t(s), ties to even. */
double oracle_nearest(const oracle *o, const algebraic *s);

/* Returns the name of an axis: "A.X", "B.Y", "A.XxB.Z". */
const char *oracle_axis_name(int axis);

#endif /* ORACLE_H */
