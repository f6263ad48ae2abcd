/* SPDX-License-Identifier: BSD-3-Clause */

/* A way as a recording (replay/replay.h): a box for each box of the arm and of what stands around it, by its name. */

#ifndef SWEEP_LANE_H
#define SWEEP_LANE_H

#include "replay/replay.h"
#include "sweep.h"

/* The number of parts of each segment between samples. */
enum { PICTURES = 60 };

/* Records the way up to the time `until` in a lane that is empty.  Returns false if no memory is left. */
bool sweep_lane_record(replay_lane *lane, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer,
                       double until);

/* Records the arm at rest as the only sample of a lane that is empty.  Returns false if no memory is left. */
bool sweep_lane_rest(replay_lane *lane, const robot *arm);

#endif /* SWEEP_LANE_H */
