/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A few bodies of one or more boxes thrown at a wall that stands, moves or turns, with sizes, places, speeds and frames
 * that are as bad as may be: no cores may meet in a frame of which nothing is reported.  BMS_SOAK multiplies the
 * throws; HOSTILE_SEED is the first seed.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "outcome.h"
#include "repetitions.h"

enum { EACH = 300, FRAMES = 30, MOST_PARTS = 3 };

typedef struct hostile_kind {
  const char *name;
  double least, most; /* the range of the scale: the length of 1 m at 1 */
  double aspect;      /* longest side in shortest, at most */
  double far;         /* distance from the origin, in the scale */
  double speed, spin; /* m/s in the scale, rad/s */
  double slowest;     /* frames: 1/240 s to this */
} hostile_kind;

static const hostile_kind KINDS[] = {
    {"usual", 1, 1, 50, 1, 50, 50, 1.0 / 30},         {"fast", 0.1, 10, 500, 1, 1000, 500, 1.0 / 30},
    {"slivers", 0.1, 1, 5000, 1, 100, 500, 1.0 / 30}, {"tiny", 1e-6, 1e-4, 500, 1, 100, 500, 1.0 / 30},
    {"huge", 1e3, 1e6, 500, 1, 100, 50, 1},           {"slow", 0.1, 1, 500, 1, 2, 5, 1.0 / 30},
    {"far 1e5", 1, 1, 500, 1e5, 100, 500, 1.0 / 30},  {"far 1e7", 1, 1, 50, 1e7, 100, 500, 1.0 / 30},
    {"spinning", 1, 1, 500, 1, 10, 1e5, 1},
};

/* The mass, kg, below which plain dWorldStep() may end the program: its solver returns what is no number. */
static const double LEAST_OF_FULL_STEP = 1e-6;

static double any_side(scene *s, const hostile_kind *kind, double scale, double thin) {
  return thin * random_power_of_ten(&s->random, 0, log10(fmin(kind->aspect, scale / thin)));
}

static void sides(scene *s, const hostile_kind *kind, double scale, double side[3]) {
  int first = random_below(&s->random, 3);
  double thin = scale * random_power_of_ten(&s->random, -log10(kind->aspect), -0.3);
  for (int k = 0; k < 3; k++) side[k] = k == first ? thin : any_side(s, kind, scale, thin);
}

/* Throws the bodies from shells around the wall, so that none starts in another. */
static void thrown(scene *s, const hostile_kind *kind, double scale, const double at[3], int number) {
  double side[3], x[3];
  sides(s, kind, scale, side);
  random_direction(&s->random, x, 3);
  double away = scale * (4.5 + 3.1 * number);
  dBodyID body = scene_box(s, side[0], side[1], side[2], at[0] + away * x[0], at[1] + away * x[1], at[2] + away * x[2]);
  for (int more = random_below(&s->random, MOST_PARTS) - 1; more > 0; more--) {
    double offset[3];
    sides(s, kind, scale / 2, side);
    random_direction(&s->random, offset, 3);
    scene_add_offset_box(s, body, side[0], side[1], side[2], offset[0] * scale / 4, offset[1] * scale / 4,
                         offset[2] * scale / 4);
  }
  scene_turn(s, body);
  double speed = scale * kind->speed * random_power_of_ten(&s->random, -1, 0);
  scene_throw(s, body, speed, kind->spin * random_power_of_ten(&s->random, -2, 0));
  dBodySetLinearVel(body, (dReal)(-speed * x[0]), (dReal)(-speed * x[1]), (dReal)(-speed * x[2]));
}

static void wall(scene *s, const hostile_kind *kind, double scale, const double at[3]) {
  double thin = scale * random_power_of_ten(&s->random, -log10(kind->aspect), -0.5);
  int way = random_below(&s->random, 4);
  if (way == 0) {
    scene_static_box(s, thin, 4 * scale, 4 * scale, at[0], at[1], at[2]);
    return;
  }
  dBodyID body = scene_kinematic_box(s, thin, 3 * scale, 3 * scale, at[0], at[1], at[2]);
  scene_turn(s, body);
  if (way == 1) return;
  scene_throw(s, body, 0.1 * scale * kind->speed, 0.2 * kind->spin);
  if (way == 2) dBodySetAngularVel(body, 0, 0, 0);
}

static double lightest(const scene *s) {
  double least = HUGE_VAL;
  for (int i = 0; i < s->geom_count; i++) {
    dMass mass;
    if (!dGeomGetBody(s->geoms[i])) continue;
    dBodyGetMass(dGeomGetBody(s->geoms[i]), &mass);
    least = fmin(least, (double)mass.mass);
  }
  return least;
}

static scene *hostile(const hostile_kind *kind, uint64_t seed) {
  scene *s = scene_new(seed, (space_kind)(seed % SPACE_KINDS));
  double scale = kind->least * random_power_of_ten(&s->random, 0, log10(kind->most / kind->least) + 1e-9), at[3];
  s->bounce = (dReal)random_uniform(&s->random, 0, 1);
  s->frame = random_uniform(&s->random, 1.0 / 240, kind->slowest);
  bool full_step = random_below(&s->random, 2) == 0;
  if (random_below(&s->random, 3) == 0) dWorldSetGravity(s->world, 0, 0, (dReal)(-9.81 * scale));
  random_direction(&s->random, at, 3);
  for (int k = 0; k < 3; k++) at[k] *= kind->far * scale;
  wall(s, kind, scale, at);
  int count = 1 + random_below(&s->random, 4);
  for (int i = 0; i < count; i++) thrown(s, kind, scale, at, i);
  s->full_step = full_step && lightest(s) > LEAST_OF_FULL_STEP;
  return s;
}

static void no_cores_meet_unreported(void **state) {
  static const int PARTS[] = {1, 1, 1, 4, 10};
  const hostile_kind *kind = *state;
  outcome sum = {0};
  uint64_t seed = scene_first_seed("HOSTILE_SEED");
  for (uint64_t last = seed + (uint64_t)repetitions(EACH); seed < last; seed++) {
    scene *s = hostile(kind, seed);
    stepping how = {STEPPING_QMBOX, PARTS[seed % 5]};
    outcome one = outcome_of(s, how, FRAMES);
    if (one.met + one.through_clean + one.off_path + one.unsettled + one.not_a_number > 0) {
      printf("# %s, seed %llu: met %ld (clean %ld), through %ld, off path %ld, unsettled %ld, not numbers %ld\n",
             kind->name, (unsigned long long)seed, one.met, one.met_clean, one.through, one.off_path, one.unsettled,
             one.not_a_number);
    }
    outcome_add(&sum, &one);
    scene_free(s);
  }
  outcome_print(kind->name, (stepping){STEPPING_QMBOX, 1}, &sum);
  assert_int_equal(sum.met + sum.through, 0);
  assert_int_equal(sum.off_path + sum.unsettled + sum.not_a_number, 0);
}

int main(void) {
  enum { COUNT = sizeof KINDS / sizeof *KINDS };
  struct CMUnitTest tests[COUNT];
  for (int i = 0; i < COUNT; i++) {
    tests[i] = (struct CMUnitTest){KINDS[i].name, no_cores_meet_unreported, NULL, NULL, (void *)(uintptr_t)&KINDS[i]};
  }
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return _cmocka_run_group_tests("hostile", tests, COUNT, NULL, NULL);
}
