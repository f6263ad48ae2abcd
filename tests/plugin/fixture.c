/* SPDX-License-Identifier: BSD-3-Clause */

/* Helps the plugin's tests. */

#include "fixture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int message_count;

int soak(void) {
  const char *text = getenv("BMS_SOAK");
  int factor = text ? atoi(text) : 1;

  return factor > 1 ? factor : 1;
}

random_source seeded(const char *what, uint64_t seed) {
  random_source source = {seed};

  printf("# %s: seed 0x%" PRIx64 ", BMS_SOAK %d\n", what, seed, soak());
  return source;
}

static double unit(random_source *source) {
  uint64_t z = source->state += 0x9e3779b97f4a7c15u;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-53;
}

dReal uniform(random_source *source, double low, double high) {
  return (dReal)(low + (high - low) * unit(source));
}

dReal log_uniform(random_source *source, double low, double high) {
  return (dReal)exp(log(low) + (log(high) - log(low)) * unit(source));
}

void random_vector(random_source *source, double radius, dReal v[3]) {
  double x, y, z;

  do {
    x = 2 * unit(source) - 1;
    y = 2 * unit(source) - 1;
    z = 2 * unit(source) - 1;
  } while (x * x + y * y + z * z > 1);
  v[0] = (dReal)(radius * x);
  v[1] = (dReal)(radius * y);
  v[2] = (dReal)(radius * z);
}

void random_quaternion(random_source *source, dQuaternion q) {
  double size;
  int i;

  do {
    size = 0;
    for (i = 0; i < 4; i++) {
      q[i] = uniform(source, -1, 1);
      size += (double)q[i] * (double)q[i];
    }
  } while (size > 1 || size < 0.01);
  for (i = 0; i < 4; i++) q[i] = (dReal)((double)q[i] / sqrt(size));
}

static void count_message(int number, const char *text, va_list arguments) {
  (void)text;
  (void)arguments;
  if (number == QMBOX_MESSAGE) message_count++;
}

void catch_messages(void) {
  dSetMessageHandler(count_message);
  message_count = 0;
}

int messages(void) {
  int count = message_count;

  message_count = 0;
  return count;
}

int set_up_ode(void **state) {
  (void)state;
  dInitODE();
  catch_messages();
  return 0;
}

int tear_down_ode(void **state) {
  (void)state;
  dCloseODE();
  return 0;
}

static dSpaceID make_plain_space(int kind, dSpaceID parent) {
  const dVector3 centre = {0, 0, 0, 0}, extents = {20, 20, 20, 0};

  switch (kind) {
    case SPACE_HASH:
      return dHashSpaceCreate(parent);
    case SPACE_SWEEP:
      return dSweepAndPruneSpaceCreate(parent, dSAP_AXES_XYZ);
    case SPACE_QUADTREE:
      return dQuadTreeSpaceCreate(parent, centre, extents, 4);
    default:
      return dSimpleSpaceCreate(parent);
  }
}

dSpaceID make_space(int kind) {
  dSpaceID space = make_plain_space(kind, 0);
  int inner;

  if (kind == SPACE_NESTED) {
    for (inner = 0; inner < SPACE_NESTED; inner++) make_plain_space(inner, space);
  }
  return space;
}

dSpaceID space_for(dSpaceID space, int kind, int number) {
  int i;

  if (kind != SPACE_NESTED || number % (SPACE_NESTED + 1) == SPACE_NESTED) return space;
  for (i = 0; i < dSpaceGetNumGeoms(space); i++) {
    dGeomID geom = dSpaceGetGeom(space, i);
    static const int class_of[SPACE_NESTED] = {dSimpleSpaceClass, dHashSpaceClass, dSweepAndPruneSpaceClass,
                                               dQuadTreeSpaceClass};
    if (dGeomGetClass(geom) == class_of[number % (SPACE_NESTED + 1)]) return (dSpaceID)geom;
  }
  return space;
}

const char *space_name(int kind) {
  static const char *const name[SPACE_KINDS] = {"simple", "hash", "sweep and prune", "quadtree", "nested"};

  return name[kind];
}

dBodyID random_body(random_source *source, dWorldID world, double reach, double speed, double spin) {
  dBodyID body = dBodyCreate(world);
  dReal v[3];
  dQuaternion q;

  random_vector(source, reach, v);
  dBodySetPosition(body, v[0], v[1], v[2]);
  random_quaternion(source, q);
  dBodySetQuaternion(body, q);
  random_vector(source, speed, v);
  dBodySetLinearVel(body, v[0], v[1], v[2]);
  random_vector(source, spin, v);
  dBodySetAngularVel(body, v[0], v[1], v[2]);
  return body;
}

void step_pose(const dReal position[3], const dReal quaternion[4], const dReal linear[3], const dReal angular[3],
               const dReal acceleration[3], double t, dVector3 next_position, dQuaternion next_quaternion) {
  dQuaternion spin = {0, 0, 0, 0}, turn;
  double size = 0;
  int i;

  for (i = 0; i < 3; i++) {
    next_position[i] = (dReal)((double)position[i] + t * ((double)linear[i] + t * (double)acceleration[i]));
    spin[i + 1] = angular[i];
  }
  dQMultiply0(turn, spin, quaternion);
  for (i = 0; i < 4; i++) {
    next_quaternion[i] = (dReal)((double)quaternion[i] + t / 2 * (double)turn[i]);
    size += (double)next_quaternion[i] * (double)next_quaternion[i];
  }
  for (i = 0; i < 4; i++) next_quaternion[i] = (dReal)((double)next_quaternion[i] / sqrt(size));
}

static void lengths_of(dGeomID box, double growth, dVector3 lengths) {
  int i;

  if (dGeomGetClass(box) == dBoxClass) {
    dGeomBoxGetLengths(box, lengths);
  } else {
    qmboxGetLengths(box, lengths);
  }
  for (i = 0; i < 3; i++) lengths[i] = (dReal)((double)lengths[i] + growth);
}

int boxes_touch(dGeomID box1, dGeomID box2, double growth) {
  dVector3 side1, side2;

  lengths_of(box1, growth, side1);
  lengths_of(box2, growth, side2);
  return dBoxTouchesBox(dGeomGetPosition(box1), dGeomGetRotation(box1), side1, dGeomGetPosition(box2),
                        dGeomGetRotation(box2), side2);
}
