/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A way, segment by segment.
 *
 * Beside the exact answer stands what one would get by trying configurations at equal steps, ends included: what it misses
 * is what this program is for.
 */

#include "sweep.h"

#include <math.h>
#include <stdlib.h>

/* The box around a shape at t, standing still. */
bms_body sweep_body_at(const robot *arm, const bms_move *move, double t, int shape) {
  bms_pose pose = bms_chain_shape_pose(&arm->chain, move, t, shape);
  return (bms_body){bms_placed_bounds(&arm->chain.shape[shape]), bms_motion_fixed(pose.position, pose.quaternion)};
}

bool sweep_overlaps(const robot *arm, const bms_move *move, double t) {
  const bms_chain *chain = &arm->chain;
  for (int b = 0; b < chain->shape_count; b++) {
    if (chain->shape[b].link == BMS_WORLD) continue;
    bms_body body = sweep_body_at(arm, move, t, b);
    for (int a = 0; a < chain->shape_count; a++) {
      if (chain->shape[a].link >= chain->shape[b].link || !bms_chain_looks_at(chain, a, b)) continue;
      bms_body other = sweep_body_at(arm, move, t, a);
      bms_separation separation;
      bms_separation_at(&other, &body, 0, &separation);
      if (separation.gap < 0) return true;
    }
  }
  return false;
}

/* The first of samples + 1 times on the segment at which something overlaps, else INFINITY. */
static double first_sample(const robot *arm, const bms_move *move, int samples) {
  for (int k = 0; k <= samples; k++) {
    double t = k == samples ? move->t1 : move->t0 + (move->t1 - move->t0) * k / samples;
    if (sweep_overlaps(arm, move, t)) return t;
  }
  return INFINITY;
}

static void note_margin(const robot *arm, const bms_move *move, int segment, const bms_link_clearance *here,
                        double *joints, sweep_answer *answer) {
  bms_link_clearance *all = &answer->clearance;
  double lower = fmin(all->least.lower, here->least.lower);
  if (here->least.upper < all->least.upper) {
    *all = *here;
    answer->segment = segment;
    bms_move_at(move, arm->chain.variable_count, here->least.t, joints);
  }
  all->least.lower = lower;
}

static void note_progress(int segment, int count) {
  if (segment % 100 == 0 || segment == count) fprintf(stderr, "\rsegment %d of %d", segment, count);
  if (segment == count) fputc('\n', stderr);
}

bms_status sweep(const robot *arm, const waypoints *way, const sweep_options *options, double *joints,
                 sweep_answer *answer) {
  int count = way->count - 1;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)way->width + 1, sizeof *value);
  *answer = (sweep_answer){.status = BMS_SEPARATED,
                           .clearance = {{INFINITY, INFINITY, way->time[0]}, -1, -1},
                           .joints = joints,
                           .sampled = INFINITY};
  if (value == NULL) answer->status = BMS_INVALID;
  for (int i = 0; i < count && answer->status == BMS_SEPARATED; i++) {
    bms_move move = waypoints_move(way, i, options->cubic, value);
    bms_link_clearance clearance;
    if (options->progress) note_progress(i, count);
    answer->status = bms_chain_first_contact(&arm->chain, &move, options->tolerance, &answer->contact);
    if (answer->status == BMS_SEPARATED) {
      bms_chain_clearance(&arm->chain, &move, options->tolerance, &clearance);
      note_margin(arm, &move, i, &clearance, joints, answer);
    } else {
      answer->segment = i;
      bms_move_at(&move, way->width, answer->contact.t, joints);
      if (i > 0 && answer->status != BMS_INVALID && answer->status != BMS_UNRESOLVED) answer->status = BMS_CONTACT;
    }
  }
  for (int i = 0; i < count && !isfinite(answer->sampled) && value != NULL && options->samples > 0; i++) {
    bms_move move = waypoints_move(way, i, options->cubic, value);
    answer->sampled = first_sample(arm, &move, options->samples);
  }
  answer->sample_count = options->samples > 0 ? count * options->samples + 1 : 0;
  if (options->progress) note_progress(count, count);
  free(value);
  return answer->status;
}
