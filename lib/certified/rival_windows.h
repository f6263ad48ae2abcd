/* SPDX-License-Identifier: BSD-3-Clause */

/* The last of several roots, in shorter and shorter windows around it. */

#ifndef BMS_RIVAL_WINDOWS_H
#define BMS_RIVAL_WINDOWS_H

#include "certified/crossing.h"
#include "certified/rivals.h"

/*
 * Searches for the plane that is passed last between both times of the rivals, the ends of the window `widest`, in
 * shorter and shorter windows: planes that are the same but for rounding, or whose radii change their signs there, are
 * distinguished next to the roots, which are in this span.  Takes it if it is found, or one that has come between: one
 * that is positive where the others are passed.  If neither is found, takes planes out of the set `axes` that are
 * certainly negative where the last is passed.
 */
bms_rivalry bms_settle_in_windows(const bms_root_window *widest, const bms_root_span *roots, unsigned *axes,
                                  bms_rivals *rivals);

#endif /* BMS_RIVAL_WINDOWS_H */
