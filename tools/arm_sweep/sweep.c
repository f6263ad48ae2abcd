/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Answers a way segment by segment.
 *
 * With the exact answer comes the one that configurations at equal steps, ends included, would give: the contacts that
 * these miss are the reason for this program.
 */

#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

/* Boxes that are nearer than this, in metres, count as touching where the way is sampled, to allow for rounding. */
static const double SAMPLE_TOLERANCE = 1e-9;

/* Returns the box around a shape at t, standing still. */
bms_body sweep_body_at(const robot *arm, const bms_move *move, double t, int shape) {
  bms_pose pose = bms_chain_shape_pose(&arm->chain, move, t, shape);
  return (bms_body){bms_placed_bounds(&arm->chain.shape[shape]), bms_motion_fixed(pose.position, pose.quaternion)};
}

static bms_status first_contact(const robot *arm, const bms_move *move, const sweep_options *options, double tolerance,
                                bms_chain_contact *contact) {
  if (options->scene == NULL) return bms_chain_first_contact(&arm->chain, move, tolerance, contact);
  return bms_scene_first_contact(options->scene, options->workspace, move, tolerance, contact);
}

bms_status sweep_clearance(const robot *arm, const bms_move *move, const sweep_options *options,
                           bms_link_clearance *clearance) {
  if (options->scene == NULL) return bms_chain_clearance(&arm->chain, move, options->tolerance, clearance);
  return bms_scene_clearance(options->scene, move, options->tolerance, clearance);
}

/* Returns true if something touches at t: if the arm stands still, contact is at once. */
static bool touches_at(const robot *arm, const bms_move *move, double t, const sweep_options *options,
                       double (*still)[BMS_MOVE_TERMS]) {
  int count = arm->chain.variable_count;
  for (int v = 0; v < count; v++) {
    const bms_move one = {move->t0, move->t1, &move->value[v]};
    memset(still[v], 0, sizeof still[v]);
    bms_move_at(&one, 1, t, still[v]);
  }
  const bms_move rest = {0, 1, (const double(*)[BMS_MOVE_TERMS])still};
  bms_chain_contact contact;
  bms_status status = first_contact(arm, &rest, options, SAMPLE_TOLERANCE, &contact);
  return status != BMS_SEPARATED && status != BMS_INVALID && status != BMS_UNRESOLVED;
}

/* Returns the first of samples + 1 times on the segment at which something overlaps, or INFINITY. */
static double first_sample(const robot *arm, const bms_move *move, const sweep_options *options) {
  int samples = options->samples;
  double(*still)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *still), found = INFINITY;
  for (int k = 0; still != NULL && k <= samples && !isfinite(found); k++) {
    double t = k == samples ? move->t1 : move->t0 + (move->t1 - move->t0) * k / samples;
    if (touches_at(arm, move, t, options, still)) found = t;
  }
  free(still);
  return found;
}

static void note_clearance(const robot *arm, const bms_move *move, int segment, const bms_link_clearance *here,
                           double *joints, sweep_answer *answer) {
  bms_link_clearance *all = &answer->clearance;
  double lower = fmin(all->least.lower, here->least.lower);
  if (here->least.upper < all->least.upper) {
    *all = *here;
    answer->segment = segment;
    bms_move_at(move, arm->joint_count, here->least.t, joints);
  }
  all->least.lower = lower;
}

bms_status sweep(const robot *arm, const bms_robot_trajectory *way, const sweep_options *options, double *joints,
                 sweep_answer *answer) {
  int count = bms_robot_trajectory_count(way) - 1;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  *answer = (sweep_answer){.status = BMS_SEPARATED,
                           .clearance = {{INFINITY, INFINITY, bms_robot_trajectory_time(way, 0)}, -1, -1},
                           .joints = joints,
                           .no_joints = options->no_joints,
                           .along = options->along,
                           .sampled = INFINITY};
  progress shown = {0};
  if (!options->silent) progress_begin(&shown, "bms-arm-sweep", "segments", count, options->progress, false);
  if (value == NULL) answer->status = BMS_INVALID;
  for (int i = 0; i < count && answer->status == BMS_SEPARATED; i++) {
    bms_move move = bms_robot_trajectory_move(way, i, value);
    bms_link_clearance clearance;
    progress_note(&shown, i);
    answer->status = first_contact(arm, &move, options, options->tolerance, &answer->contact);
    if (answer->status == BMS_SEPARATED && !options->clearance) continue;
    if (answer->status == BMS_SEPARATED) {
      sweep_clearance(arm, &move, options, &clearance);
      note_clearance(arm, &move, i, &clearance, joints, answer);
      if (options->along != NULL) options->along[answer->along_count++] = clearance;
    } else {
      answer->segment = i;
      bms_move_at(&move, arm->joint_count, answer->contact.t, joints);
      if (i > 0 && answer->status != BMS_INVALID && answer->status != BMS_UNRESOLVED) answer->status = BMS_CONTACT;
    }
  }
  for (int i = 0; i < count && !isfinite(answer->sampled) && value != NULL && options->samples > 0; i++) {
    bms_move move = bms_robot_trajectory_move(way, i, value);
    answer->sampled = first_sample(arm, &move, options);
  }
  answer->sample_count = options->samples > 0 ? count * options->samples + 1 : 0;
  progress_end(&shown);
  free(value);
  return answer->status;
}

bool sweep_within_limits(const bms_robot_trajectory *way, const sweep_options *options, char *reason, size_t size) {
  bms_robot_fault fault;
  if (options->ignore_limits || bms_robot_trajectory_check_limits(way, &fault) == 0) return true;
  snprintf(reason, size, "%s; --ignore-limits checks it all the same", fault.text);
  return false;
}

int sweep_exit_status(const sweep_answer *answer) {
  if (answer->status == BMS_INVALID || answer->status == BMS_UNRESOLVED) return 2;
  return answer->status == BMS_SEPARATED ? 0 : 1;
}
