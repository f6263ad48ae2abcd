/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A test case: two boxes and where each stands at the start and at the end of [0, 1].  The motion model (model.h)
 * decides what happens in between, because no two libraries agree on it.
 */

#ifndef BENCH_TEST_CASE_H
#define BENCH_TEST_CASE_H

#include "bms.h"
#include "geometry.h"

enum { START, END };

/* A box centred in its frame.  Its centre goes from position[START] to position[END]; it turns by `angle` (radians,
   less than pi) about `axis` (unit, world coordinates), which takes quaternion[START] to quaternion[END] (unit, w
   first). */
typedef struct course {
  double half[3];
  double position[2][3];
  double quaternion[2][4];
  double axis[3];
  double angle;
} course;

typedef struct test_case {
  course body[2];
  bms_motion matrix[2]; /* these take the place of the courses where the family is one of matrices; only half[] counts
                           then */
} test_case;

#endif /* BENCH_TEST_CASE_H */
