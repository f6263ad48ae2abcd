/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motions whose quaternions, or matrices and weights, are large or small by a common factor.
 *
 * The factor means nothing: |q|^2 and the weight divide it out.  The bounds of doubles (track.h) need it near 1.
 */

#ifndef BMS_SCALE_H
#define BMS_SCALE_H

#include <stdbool.h>

#include "bms.h"

/*
 * Multiplies the quaternion of a rigid motion, or the matrix and the weight of another, by a power of two, for each
 * motion of a query that doubles cannot bound as it is.  Nothing is rounded, so the two queries have the same answer:
 * a motion that would lose a digit, or have a number that is out of range, stays.
 *
 * Returns true if a motion was changed; *scaled is written only then.  The query need not be valid.
 */
bool bms_scale_motions(const bms_query *query, bms_query *scaled);

/* Does so for the motion of one body on [t0, t1].  *scaled is written only if it is changed. */
bool bms_scale_motion(const bms_motion *motion, double t0, double t1, bms_motion *scaled);

#endif /* BMS_SCALE_H */
