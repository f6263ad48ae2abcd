/* SPDX-License-Identifier: BSD-3-Clause */

/* The polynomial of one variable between two points. */

#ifndef BMS_ROBOT_SEGMENT_H
#define BMS_ROBOT_SEGMENT_H

#include "bms_chain.h"

/* A variable at one end of a segment. */
typedef struct segment_end {
  double time;
  const double *value, *rate, *acceleration; /* rate and acceleration are NULL if they are not known */
} segment_end;

/* Writes the polynomial from an end to the next: the quintic if both have rates and accelerations, the cubic if both
   have rates, else the line. */
void segment_row(const segment_end end[2], double row[1][BMS_MOVE_TERMS]);

/* Returns the rate at a point of the parabola through it and its neighbours, `before` and `after` it in time.  The
   values are at v[-width], v[0] and v[width]. */
double segment_parabola_rate(double before, double after, const double *v, int width);

#endif /* BMS_ROBOT_SEGMENT_H */
