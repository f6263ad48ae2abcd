/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The way as an animation, in glTF 2.0: on one side up to the first contact, on the other all of it, as it was asked
 * for.  What meets is red.
 */

#include <math.h>
#include <stdlib.h>

#include "replay/replay.h"
#include "sweep.h"

/* Pictures of each segment. */
enum { PICTURES = 60 };

static const unsigned OBSTACLE = 0x9a9a9a, LINK = 0x3a7ca5, MEETS = 0xd1495b;

/* A box of the arm, or of the world, with its centre where it is at t. */
static replay_pose pose_of(const robot *arm, const bms_move *move, double t, int box) {
  bms_body body = sweep_body_at(arm, move, t, box);
  replay_pose out;
  double pose[3][4];
  bms_motion_at(&body.motion, 0, pose);
  for (int r = 0; r < 3; r++) {
    out.position[r] = pose[r][3];
    for (int j = 0; j < 3; j++) out.position[r] += pose[r][j] * (0.5 * body.box.min[j] + 0.5 * body.box.max[j]);
  }
  double length = 0;
  for (int i = 0; i < 4; i++) length = hypot(length, body.motion.rigid.quaternion[i][0]);
  for (int i = 0; i < 4; i++) out.turn[i] = body.motion.rigid.quaternion[i][0] / length;
  return out;
}

static void add_boxes(replay_lane *lane, const bms_chain *chain, const sweep_answer *answer) {
  bool meets = answer->status != BMS_SEPARATED;
  for (int i = 0; i < chain->shape_count; i++) {
    bms_box box = bms_placed_bounds(&chain->shape[i]);
    double side[3];
    for (int j = 0; j < 3; j++) side[j] = box.max[j] - box.min[j];
    bool moves = chain->shape[i].link != BMS_WORLD;
    unsigned color = moves ? LINK : OBSTACLE;
    if (meets && (i == answer->contact.a || i == answer->contact.b)) color = MEETS;
    replay_add_box(lane, side, color, moves);
  }
}

static void add_sample(replay_lane *lane, const robot *arm, const bms_move *move, double t, double start) {
  replay_pose *pose = replay_add_sample(lane, t - start);
  for (int i = 0; i < arm->chain.shape_count; i++) pose[i] = pose_of(arm, move, t, i);
}

/* The way up to `until`. */
static bool add_way(replay_lane *lane, const robot *arm, const waypoints *way, bool cubic, double until) {
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  if (value == NULL) return false;
  for (int i = 0; i + 1 < way->count && way->time[i] <= until; i++) {
    bms_move move = waypoints_move(way, arm, i, cubic, value);
    double end = fmin(move.t1, until);
    for (int k = i > 0; k <= PICTURES; k++) /* a segment begins where the one before ends */
      add_sample(lane, arm, &move, k == PICTURES ? end : move.t0 + (end - move.t0) * k / PICTURES, way->time[0]);
  }
  free(value);
  return true;
}

/* How far apart the two are put: twice as far as anything reaches to either side, and some room. */
static double apart(const replay_lane *lane) {
  double reach = 0;
  for (int i = 0; i < lane->samples * lane->boxes; i++) {
    const double *side = lane->box[i % lane->boxes].side;
    reach = fmax(reach, fabs(lane->pose[i].position[1]) + 0.5 * (side[0] + side[1] + side[2]));
  }
  return 2.2 * reach;
}

bool sweep_write_gltf(const char *file, const robot *arm, const waypoints *way, const sweep_options *options,
                      const sweep_answer *answer) {
  replay r = {.title = "bms-arm-sweep"};
  bool stops = answer->status != BMS_SEPARATED;
  double end = way->time[way->count - 1];
  if (arm->chain.shape_count == 0 || way->count < 2) return true;
  snprintf(r.lane[0].title, sizeof r.lane[0].title, "up to the first contact");
  snprintf(r.lane[1].title, sizeof r.lane[1].title, "all the way");
  bool good = true;
  for (int k = 0; k < 2; k++) {
    add_boxes(&r.lane[k], &arm->chain, answer);
    good = good && add_way(&r.lane[k], arm, way, options->cubic, k == 0 && stops ? answer->contact.t : end);
  }
  good = good && replay_write_gltf(&r, apart(&r.lane[1]), file);
  replay_free(&r);
  return good;
}
