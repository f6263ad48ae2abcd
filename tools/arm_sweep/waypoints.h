/* SPDX-License-Identifier: BSD-3-Clause */

/* Configurations to go through, as read from text. */

#ifndef ARM_WAYPOINTS_H
#define ARM_WAYPOINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "arm.h"

/* How continuous joints go from one point to the next. */
typedef enum waypoints_turning {
  TURNING_USUAL,    /* the short way between two configurations, as given along way-points and trajectories */
  TURNING_SHORTEST, /* by half a turn at most: whole turns are taken off */
  TURNING_AS_GIVEN
} waypoints_turning;

/* The greatest value of a joint: more is a mistake. */
#define WAYPOINTS_GREATEST 1e9

/*
 * Reads a configuration: numbers with commas between, one for each active joint, or the name of a state in the SRDF, by
 * itself or as GROUP/NAME.  Joints that it does not name stand where `value` has them.  On failure writes why.
 */
bool waypoints_parse(const robot *arm, const char *text, double *value, char *reason, size_t size);

/*
 * Reads a file of way-points, one a line:
 *
 *   CSV         a first line with the names of all active joints, in any order, and perhaps t; then numbers
 *   JSON Lines  {"t": 0.5, "q": [q1, q2, ...]} or [q1, q2, ...], the active joints in their order
 *
 * Without times a point comes every second.  Lines that are empty or begin with # are passed over.  On failure error is
 * "file:line: error", at most size bytes.
 */
bool waypoints_read(bms_robot_trajectory *way, const robot *arm, const char *file, char *error, size_t size);

#endif /* ARM_WAYPOINTS_H */
