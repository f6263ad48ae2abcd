/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "motion/track.h"

#include <math.h>
#include <string.h>

#include "motion/motion.h"
#include "numeric/quadratic.h"
#include "numeric/vector.h"

static void prepare_rigid(const bms_motion *motion, double t, bms_track *track) {
  double square = 0;
  memcpy(track->quaternion, motion->rigid.quaternion, sizeof track->quaternion);
  memcpy(track->position, motion->rigid.position, sizeof track->position);
  for (int i = 0; i < 4; i++) {
    double bound = fabs(track->quaternion[i][0]) + t * fabs(track->quaternion[i][1]);
    square += bound * bound;
  }
  track->column_bound = track->scale_bound = square;
  track->centre_bound = square * (bms_quadratics_terms(&track->position[0][0], t) + bms_absolute_sum(track->middle));
}

static void prepare_matrix(const bms_motion *motion, double t, bms_track *track) {
  track->column_bound = 0;
  for (int i = 0; i < 3; i++) {
    for (int r = 0; r < 3; r++) memcpy(track->column[i][r], motion->matrix.entry[r][i], sizeof track->column[i][r]);
    track->column_bound = bms_max(track->column_bound, bms_quadratics_terms(&track->column[i][0][0], t));
  }
  for (int r = 0; r < 3; r++) memcpy(track->position[r], motion->matrix.entry[r][3], sizeof track->position[r]);
  memcpy(track->weight, motion->matrix.weight, sizeof track->weight);
  track->scale_bound = bms_quadratic_terms(track->weight, t);
  track->centre_bound =
      bms_quadratics_terms(&track->position[0][0], t) + track->column_bound * bms_absolute_sum(track->middle);
}

void bms_track_prepare(const bms_body *body, double t, bms_track *track) {
  track->late = false;
  track->rigid = body->motion.form == BMS_MOTION_RIGID;
  track->box = body->box;
  for (int i = 0; i < 3; i++) {
    track->half[i] = 0.5 * body->box.max[i] - 0.5 * body->box.min[i];
    track->middle[i] = 0.5 * body->box.max[i] + 0.5 * body->box.min[i];
  }
  track->half_bound = bms_absolute_sum(track->half);
  if (track->rigid)
    prepare_rigid(&body->motion, t, track);
  else
    prepare_matrix(&body->motion, t, track);
}

bool bms_track_in_range(const bms_track *track, bool centre) {
  return bms_bound_in_range(track->column_bound) && bms_bound_in_range(track->scale_bound) &&
         (!centre || track->centre_bound <= BMS_GREATEST_BOUND) && track->half_bound <= BMS_GREATEST_BOUND;
}

bool bms_track_turns(const bms_track *track) {
  bool still = true;
  for (int i = 0; i < 4 && track->rigid; i++) still = still && track->quaternion[i][1] == 0;
  for (int i = 0; i < 9 && !track->rigid; i++)
    still = still && track->column[i / 3][i % 3][1] == 0 && track->column[i / 3][i % 3][2] == 0;
  return !still || (!track->rigid && (track->weight[1] != 0 || track->weight[2] != 0));
}

void bms_track_quaternion(const bms_track *track, double t, double q[4]) {
  for (int i = 0; i < 4; i++) {
    const double *c = track->quaternion[i];
    q[i] = c[0] + t * c[1];
    if (track->late) q[i] = bms_linear_at(c, t);
  }
}
