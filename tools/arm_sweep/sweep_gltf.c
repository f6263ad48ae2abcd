/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes the way as an animation in glTF 2.0: on one side up to the first contact, on the other all of it, as it was
 * asked for.
 */

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "sweep_lane.h"

/* Returns the distance between the two: twice as far as anything reaches to either side, and some room. */
static double apart(const replay_lane *lane) {
  double reach = 0;
  for (int i = 0; i < lane->samples * lane->boxes; i++) {
    const double *side = lane->box[i % lane->boxes].side;
    reach = fmax(reach, fabs(lane->pose[i].position[1]) + 0.5 * (side[0] + side[1] + side[2]));
  }
  return 2.2 * reach;
}

/* Shifts the times of a lane to start at 0, as animations in glTF do. */
static void start_at_zero(replay_lane *lane) {
  double start = lane->samples > 0 ? lane->time[0] : 0;
  for (int i = 0; i < lane->samples; i++) lane->time[i] -= start;
}

bool sweep_write_gltf(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer) {
  replay r = {.title = "bms-arm-sweep"};
  bool stops = answer->status != BMS_SEPARATED;
  double end = bms_robot_trajectory_time(way, bms_robot_trajectory_count(way) - 1);
  snprintf(r.lane[0].title, sizeof r.lane[0].title, "up to the first contact");
  snprintf(r.lane[1].title, sizeof r.lane[1].title, "all the way");
  bool good = true;
  for (int k = 0; k < 2; k++) {
    double until = k == 0 && stops ? answer->contact.t : end;
    good = good && sweep_lane_record(&r.lane[k], arm, way, answer, until);
    start_at_zero(&r.lane[k]);
  }
  if (!good) errno = ENOMEM;
  good = good && replay_write_gltf(&r, apart(&r.lane[1]), file);
  replay_free(&r);
  return good;
}
