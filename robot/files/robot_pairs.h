/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs of links and other objects that are not checked, and why. */

#ifndef ARM_ROBOT_PAIRS_H
#define ARM_ROBOT_PAIRS_H

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the pairs of objects with solids that are not checked, each once, in the order of their names in the robot;
   the caller frees them.  Two obstacles are no pair, nor is an obstacle with a link that cannot move.  NULL if no
   memory is left.  The robot has been built. */
robot_pair *robot_pairs_left_out(const robot *arm, int *count);

/* Writes why a pair is not checked: "joined by joint j1". */
void robot_pairs_reason(const robot *arm, const robot_pair *pair, char *text, size_t size);

/* Counts them by their reasons in arm->left_out; false if memory is short. */
bool robot_pairs_count(robot *arm);

/* Notes links with one moving joint and fixed ones between them that touch whatever the joint's value, as far as it has
   been tried, with the line of an SRDF that leaves them out; false if memory is short. */
bool robot_pairs_note(robot *arm);

/* Returns the link that moves with this one and is nearest to the root, BMS_WORLD if the link cannot move. */
int robot_pairs_carrier(const robot *arm, int link);

/* Returns the name of the joint that carries a link and moves. */
const char *robot_pairs_joint(const robot *arm, int link);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_PAIRS_H */
