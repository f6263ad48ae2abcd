/* SPDX-License-Identifier: BSD-3-Clause */

/* Records a way: evenly spaced samples of each segment, and the first contact. The shapes that meet are red. */

#include "sweep_lane.h"

#include <math.h>
#include <stdlib.h>

static const unsigned OBSTACLE = 0x9a9a9a, LINK = 0x3a7ca5, MEETS = 0xd1495b;

/* Returns false for the bounds of a half-space, which is recorded as a box without size in its frame. */
static bool is_bounded(const bms_box *box) {
  return isfinite(box->min[0]) && isfinite(box->max[0]) && isfinite(box->min[1]) && isfinite(box->max[1]) &&
         isfinite(box->min[2]) && isfinite(box->max[2]);
}

/* Returns the pose of a box of the arm or of the world at t, with its origin in the middle of the box. */
static replay_pose pose_of(const robot *arm, const bms_move *move, double t, int box) {
  bms_body body = sweep_body_at(arm, move, t, box);
  replay_pose out;
  double pose[3][4];
  bms_motion_at(&body.motion, 0, pose);
  for (int r = 0; r < 3; r++) {
    out.position[r] = pose[r][3];
    for (int j = 0; j < 3 && is_bounded(&body.box); j++)
      out.position[r] += pose[r][j] * (0.5 * body.box.min[j] + 0.5 * body.box.max[j]);
  }
  double length = 0;
  for (int i = 0; i < 4; i++) length = hypot(length, body.motion.rigid.quaternion[i][0]);
  for (int i = 0; i < 4; i++) out.turn[i] = body.motion.rigid.quaternion[i][0] / length;
  return out;
}

static void add_boxes(replay_lane *lane, const robot *arm, const sweep_answer *answer) {
  const bms_chain *chain = &arm->chain;
  bool meets = answer->status != BMS_SEPARATED;
  for (int i = 0; i < chain->shape_count; i++) {
    bms_box box = bms_placed_bounds(&chain->shape[i]);
    double side[3];
    for (int j = 0; j < 3; j++) side[j] = is_bounded(&box) ? box.max[j] - box.min[j] : 0;
    bool moves = chain->shape[i].link != BMS_WORLD;
    unsigned color = moves ? LINK : OBSTACLE;
    if (meets && (i == answer->contact.a || i == answer->contact.b)) color = MEETS;
    replay_add_box(lane, robot_shape_name(arm, i), side, color, moves);
  }
}

/* Returns true if the first contact is between two times. */
static bool contact_between(const sweep_answer *answer, double before, double after) {
  return answer->status != BMS_SEPARATED && before < answer->contact.t && answer->contact.t < after;
}

static void add_sample(replay_lane *lane, const robot *arm, const bms_move *move, double t) {
  replay_pose *pose = replay_add_sample(lane, t);
  for (int i = 0; i < arm->chain.shape_count; i++) pose[i] = pose_of(arm, move, t, i);
}

bool sweep_lane_record(replay_lane *lane, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer,
                       double until) {
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  if (value == NULL) return false;
  add_boxes(lane, arm, answer);
  for (int i = 0; i + 1 < bms_robot_trajectory_count(way) && bms_robot_trajectory_time(way, i) <= until; i++) {
    bms_move move = bms_robot_trajectory_move(way, i, value);
    double end = fmin(move.t1, until);
    for (int k = i > 0; k <= PICTURES; k++) { /* a segment begins where the one before ends */
      double t = k == PICTURES ? end : move.t0 + (end - move.t0) * k / PICTURES;
      if (k > 0 && contact_between(answer, lane->time[lane->samples - 1], t))
        add_sample(lane, arm, &move, answer->contact.t);
      add_sample(lane, arm, &move, t);
    }
  }
  free(value);
  return true;
}

bool sweep_lane_rest(replay_lane *lane, const robot *arm) {
  const sweep_answer nothing = {.status = BMS_SEPARATED};
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  if (value == NULL) return false;
  for (int v = 0; v < arm->joint_count; v++) value[v][0] = arm->joint[v].rest;
  add_boxes(lane, arm, &nothing);
  add_sample(lane, arm, &(bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])value}, 0);
  free(value);
  return true;
}
