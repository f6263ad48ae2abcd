/* SPDX-License-Identifier: BSD-3-Clause */

/* The pose of a link, without rounding. */

#ifndef BOUNDS_EXACT_POSE_H
#define BOUNDS_EXACT_POSE_H

#include "arm/pose.h"
#include "precise.h"

typedef struct exact_pose {
  precise q[4];
  precise_vector place;
} exact_pose;

static inline exact_pose exact_of(const bms_pose *pose) {
  exact_pose e = {.place = precise_vector_of(pose->position)};
  for (int i = 0; i < 4; i++) e.q[i] = precise_of(pose->quaternion[i]);
  return e;
}

#endif /* BOUNDS_EXACT_POSE_H */
