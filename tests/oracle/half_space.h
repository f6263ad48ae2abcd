/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact answers for a half-space and a box, by the box's corners.
 *
 * Corner v is at the distance  P_v(s) = normal . X_v(s) - offset w(s)  from the plane, times a positive factor: one
 * polynomial, without radii and signs.  The box touches the half-space where some P_v <= 0, and is inside by some depth
 * where some P_v < 0.
 */

#ifndef ORACLE_HALF_SPACE_H
#define ORACLE_HALF_SPACE_H

#include "oracle.h"

enum { HALF_SPACE_CORNERS = 8 };

/* `exact` has the status, the reason, the part and the time of the answer last asked for; no axes.  Its scene has the
   interval, for times to be compared with doubles, and is not to be asked for axes. */
typedef struct half_space_oracle {
  oracle exact;
  fmpz_poly_t corner[HALF_SPACE_CORNERS]; /* bit i of the index: at the maximum of axis i */
  algebraic *time;                        /* 0, all roots in (0, 1), 1: in no order */
  int times;
} half_space_oracle;

/* Prepares the oracle. The half-space must be legal. */
void half_space_oracle_init(half_space_oracle *o, const bms_half_space *half_space, const bms_body *b, double t0,
                            double t1);
void half_space_oracle_clear(half_space_oracle *o);

/* Decides as bms_half_space_first_contact() and bms_half_space_first_approach() do. */
void half_space_oracle_contact(half_space_oracle *o);
void half_space_oracle_approach(half_space_oracle *o);

/* Finds all contact intervals, in order. Returns their number and an array to be cleared with
   oracle_intervals_clear(). */
int half_space_oracle_intervals(half_space_oracle *o, oracle_interval **interval);

#endif /* ORACLE_HALF_SPACE_H */
