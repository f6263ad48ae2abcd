/* SPDX-License-Identifier: BSD-3-Clause */

/* The tolerance of queries that have none of their own: the option --tolerance LENGTH[,TURN]. */

#ifndef TOLERANCE_H
#define TOLERANCE_H

#include <bms.h>
#include <stdbool.h>

typedef struct tolerance {
  bool given;
  double length; /* of min, max, and the constant coefficients of a position or of a matrix's last column */
  double turn;   /* of the constant coefficients of a quaternion or of a matrix's other columns */
} tolerance;

/* Reads the value of the option; returns false if it is not one or two numbers of 0 or more. */
bool tolerance_read(const char *value, tolerance *read);

/* Returns the tolerance as the numbers that each number of the query may be off by. */
bms_query tolerance_of_query(const tolerance *given, const bms_query *query);

#endif /* TOLERANCE_H */
