/* SPDX-License-Identifier: BSD-3-Clause */

/* An SRDF that a robot may have: which pairs of links always or never meet. */

#ifndef ARM_ROBOT_SUGGEST_H
#define ARM_ROBOT_SUGGEST_H

#include <stdio.h>

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes disable_collisions for the pairs of links of a robot that has been built that
 *
 *   are rigid to each other                          reason="Rigid"
 *   one moving joint joins directly                  reason="Adjacent"
 *   touch in all configurations that are sampled     reason="Always"
 *   touch in none, which is proved                   reason="Never"
 *
 * and as comments those that touch in no sample where that is not proved.  Samples are uniform within the limits of the
 * joints between the two links, a full turn of a continuous one.  "Never" is proved by sweeps of one joint, grown by
 * what the others can move the links within a cell of their values; cells are halved up to a number of sweeps.  Objects
 * of the scene are ignored.  Returns false if memory is short.
 */
bool robot_suggest_srdf(FILE *out, const robot *arm);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_SUGGEST_H */
