/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of bodies that are mirror images of each other without rounding. */

#ifndef BMS_MIRROR_H
#define BMS_MIRROR_H

#include "bms.h"

/*
 * Returns the coordinate k such that at all times b is the image of a in a plane perpendicular to coordinate axis k,
 * wherever the plane is then; -1 if there is none, or a body is no rigid one.
 *
 * The reflection S takes A_i to B_i, times -1 for i = k.  The way from a corner of a to its image is along axis k.
 */
int bms_mirror_of(const bms_body *a, const bms_body *b);

#endif /* BMS_MIRROR_H */
