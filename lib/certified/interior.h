/* SPDX-License-Identifier: BSD-3-Clause */

/* Points of both boxes at one time, which prove that they meet without a check of all axes. */

#ifndef BMS_INTERIOR_H
#define BMS_INTERIOR_H

#include <stdbool.h>

#include "motion/instant.h"

/* Returns true if the interiors certainly meet at the instant; false if that is not found, or a box is flat. */
bool bms_interiors_meet(const bms_relative *relative, const bms_instant *instant);

/*
 * Returns a face axis of the set, the first one whose face covers all corners of the other body that may be the nearest
 * to it, with room on all sides; -1 where none is found.  At any time that the instant stands for the gap along that
 * axis alone decides how the boxes are: apart where it is positive, touching where it is zero, and overlapping where it
 * is negative, but by no more than half the body with the face is thick.
 */
int bms_covering_face(const bms_relative *relative, const bms_instant *instant, unsigned axes);

#endif /* BMS_INTERIOR_H */
