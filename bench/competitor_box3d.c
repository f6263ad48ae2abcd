/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Asks b3TimeOfImpact() of Box3D, in single precision as it is.  It follows the same motion as this solver, the
 * centre linear and the quaternion linear and normalised, and stops where the boxes are 5 mm apart, of which a
 * millimetre is its tolerance: so it comes early on purpose, and calls a pass that is closer than that a hit.
 */

#include "competitor.h"

#include <box3d/collision.h>
#include <math.h>
#include <stdlib.h>

#include "room.h"

enum { CORNERS = 8 };

typedef struct swept_box {
  b3Vec3 corner[CORNERS];
  b3Sweep sweep;
} swept_box;

static b3Vec3 vector_of(const double v[3]) {
  return (b3Vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static b3Quat quaternion_of(const double q[4]) {
  return (b3Quat){{(float)q[1], (float)q[2], (float)q[3]}, (float)q[0]};
}

static swept_box box_of(const course *body) {
  swept_box box = {.sweep = {.c1 = vector_of(body->position[START]), .c2 = vector_of(body->position[END])}};
  for (int k = 0; k < CORNERS; k++) {
    double corner[3];
    for (int i = 0; i < 3; i++) corner[i] = k >> i & 1 ? body->half[i] : -body->half[i];
    box.corner[k] = vector_of(corner);
  }
  box.sweep.q1 = quaternion_of(body->quaternion[START]);
  box.sweep.q2 = quaternion_of(body->quaternion[END]);
  return box;
}

static void *prepare(const test_case *scene, int count) {
  swept_box *all = room_for(2 * count, sizeof *all);
  for (int i = 0; i < 2 * count; i++) all[i] = box_of(&scene[i / 2].body[i % 2]);
  return all;
}

static double first_contact(const swept_box pair[2]) {
  b3TOIInput input = {.proxyA = {pair[0].corner, CORNERS, 0}, .proxyB = {pair[1].corner, CORNERS, 0}, .maxFraction = 1};
  input.sweepA = pair[0].sweep;
  input.sweepB = pair[1].sweep;
  b3TOIOutput output = b3TimeOfImpact(&input);
  switch (output.state) {
    case b3_toiStateHit:
    case b3_toiStateOverlapped:
      return (double)output.fraction;
    case b3_toiStateSeparated:
      return INFINITY;
    default:
      return NAN;
  }
}

static void run(void *prepared, int first, int count, double *answer) {
  const swept_box *all = prepared;
  for (int i = 0; i < count; i++) answer[i] = first_contact(&all[2 * (first + i)]);
}

const competitor COMPETITOR_BOX3D = {"Box3D time of impact", ROLE_CONTINUOUS, MODEL_QUATERNION, prepare, run, free};
