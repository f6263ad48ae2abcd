/* SPDX-License-Identifier: BSD-3-Clause */

/* How far the points of a body may be from where its motion has them, if its numbers are known to a tolerance. */

#ifndef BMS_DEVIATION_H
#define BMS_DEVIATION_H

#include "bms.h"

/*
 * Bounds the deviation over [ta, tb], on which the motion is valid, as deviation[i] along axis i of the body's own box:
 * if a point of the true box is at the world's point x, the motion that is known has another point of its frame at x,
 * whose coordinate i differs by at most that.  For a rigid body all three bound the distance.  Infinite where the
 * tolerances leave the motion no meaning.  The forms of both are the same.
 */
void bms_deviation_over(const bms_body *body, const bms_body *tolerance, double ta, double tb, double deviation[3]);

#endif /* BMS_DEVIATION_H */
