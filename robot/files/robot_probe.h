/* SPDX-License-Identifier: BSD-3-Clause */

/* Two objects of a robot by themselves: whether they touch in a configuration, or while one joint moves. */

#ifndef ARM_ROBOT_PROBE_H
#define ARM_ROBOT_PROBE_H

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct robot_probe {
  const robot *arm;
  bms_chain chain;                 /* with the shapes of the two objects alone */
  bms_placed_shape *shape;         /* owned by the probe */
  double *configuration;           /* [joint_count], at rest to begin with */
  double (*value)[BMS_MOVE_TERMS]; /* [variable_count] */
} robot_probe;

/* Makes a probe of the objects a and b of a robot that has been built; false if memory is short, when there is nothing
   to close. */
bool robot_probe_open(robot_probe *probe, const robot *arm, int a, int b);
void robot_probe_close(robot_probe *probe);

/* Returns true if the two touch, or come closer than ROBOT_PROBE_TOLERANCE, or neither is proved. */
#define ROBOT_PROBE_TOLERANCE 1e-4
bool robot_probe_touches(robot_probe *probe);

/* Returns true if the two stay farther apart than the margin while joint `variable` moves from one value to the other,
   and the others stay where they are: that is proved. */
bool robot_probe_stays_apart(robot_probe *probe, int variable, double from, double to, double margin);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_PROBE_H */
