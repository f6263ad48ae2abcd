/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bodies that the guard has stopped go on in slices of the step (plugin/guard/resume.h): nobody gets out, they lose
 * less time than bodies that wait, and whatever they do not meet is ODE's own to the bit.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <qmbox.h>
#include <string.h>

#include "repetitions.h"
#include "scenes.h"
#include "stepping.h"

enum { FRAMES = 60, ROOMS = 8, BYSTANDERS = 3 };

/* Makes a frame in this many slices, 0 for the usual number, and adds its report to a sum. */
static void step(scene *s, int slices, qmboxSimulateReport *sum) {
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = scene_near, .nearData = s, .contacts = s->contacts, .slices = slices};
  qmboxSimulateReport report;
  if (s->full_step) options.stepper = dWorldStep; /* which draws no random numbers */
  assert_true(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, &report) > 0);
  sum->lostTime += report.lostTime;
  sum->stops += report.stops;
  sum->unguarded |= report.unguarded;
}

static qmboxSimulateReport run(scene *s, int slices, int frames) {
  qmboxSimulateReport sum = {0};
  for (int i = 0; i < frames; i++) step(s, slices, &sum);
  return sum;
}

/* ------------------------------------------------------------------ rooms */

static void nobody_gets_out_of_a_room_and_less_time_is_lost(void **state) {
  static const double SPEED[] = {3, 30, 300};
  double lost = 0, waited = 0;
  (void)state;
  for (int n = 0; n < repetitions_at_least(4, ROOMS); n++) {
    for (int waits = 0; waits < 2; waits++) {
      scene *s = crowd_new(1 + (uint64_t)n, (space_kind)(n % SPACE_NESTED), 12, SPEED[n % 3]);
      qmboxSimulateReport sum = run(s, waits, FRAMES);
      if (scene_outside(s) != 0 || sum.unguarded != 0) {
        fail_msg("room %d: %d outside, unguarded %u", n, scene_outside(s), sum.unguarded);
      }
      *(waits ? &waited : &lost) += (double)sum.lostTime;
      scene_free(s);
    }
  }
  print_message("# %.1f s lost, %.1f s if they wait\n", lost, waited);
  assert_true(lost < waited / 2);
}

/* ------------------------------------------------------------------ nested spaces */

enum { PLATES = 12, FALLING = 120 };

/* Plates in a nested space, which fall on a floor outside of it. */
typedef struct shelf {
  dWorldID world;
  dSpaceID space, nested;
  dJointGroupID contacts;
  dBodyID plate[PLATES];
  bool within; /* what is in the nested space is collided with each other */
} shelf;

static void touch(void *data, dGeomID o1, dGeomID o2) {
  const shelf *h = data;
  dContact contact[8];
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, touch);
    if (h->within && dGeomIsSpace(o1)) dSpaceCollide((dSpaceID)o1, data, touch);
    if (h->within && dGeomIsSpace(o2)) dSpaceCollide((dSpaceID)o2, data, touch);
    return;
  }
  int count = dCollide(o1, o2, 8, &contact[0].geom, sizeof *contact);
  for (int i = 0; i < count; i++) {
    contact[i].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = (dReal)0.5};
    dJointAttach(dJointCreateContact(h->world, h->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static shelf make_shelf(bool within) {
  shelf h = {.world = dWorldCreate(), .space = dHashSpaceCreate(0), .contacts = dJointGroupCreate(0), .within = within};
  h.nested = dSimpleSpaceCreate(h.space);
  dWorldSetGravity(h.world, 0, 0, (dReal)-9.81);
  dGeomSetPosition(dCreateBox(h.space, 20, 20, 1), 0, 0, (dReal)-0.5);
  for (int i = 0; i < PLATES; i++) {
    dMass mass;
    dMatrix3 rotation;
    h.plate[i] = dBodyCreate(h.world);
    dMassSetBox(&mass, 600, (dReal)0.25, (dReal)0.18, (dReal)0.02);
    dBodySetMass(h.plate[i], &mass);
    dGeomSetBody(dCreateBox(h.nested, (dReal)0.25, (dReal)0.18, (dReal)0.02), h.plate[i]);
    dRFromEulerAngles(rotation, (dReal)(0.7 * i), (dReal)(0.4 * i), (dReal)(1.3 * i));
    dBodySetRotation(h.plate[i], rotation);
    dBodySetPosition(h.plate[i], (dReal)(0.03 * (i % 3)), (dReal)(0.02 * (i % 4)), (dReal)(0.2 + 0.3 * i));
  }
  return h;
}

/* Lets the plates fall.  Returns the time that they lose; writes their mean height, and the lowest. */
static double fall(const shelf *h, int slices, double *mean, double *lowest) {
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = touch, .contacts = h->contacts, .slices = slices};
  double lost = 0;
  shelf own = *h;
  options.nearData = &own;
  for (int i = 0; i < FALLING; i++) {
    qmboxSimulateReport report;
    assert_true(qmboxWorldSimulate(h->world, h->space, (dReal)(1.0 / 60), &options, &report) > 0);
    assert_int_equal(report.unguarded, 0);
    lost += (double)report.lostTime;
  }
  *mean = 0;
  *lowest = HUGE_VAL;
  for (int i = 0; i < PLATES; i++) {
    *mean += (double)dBodyGetPosition(h->plate[i])[2] / PLATES;
    *lowest = fmin(*lowest, (double)dBodyGetPosition(h->plate[i])[2]);
  }
  dJointGroupDestroy(h->contacts);
  dSpaceDestroy(h->space);
  dWorldDestroy(h->world);
  return lost;
}

/* Plates pile up in a nested space that is collided within, and lie next to each other and overlap in one that is
   not. */
static void what_is_in_a_nested_space_goes_on(void **state) {
  double lost[2], mean, lowest;
  (void)state;
  for (int waits = 0; waits < 2; waits++) {
    shelf h = make_shelf(true);
    lost[waits] = fall(&h, waits, &mean, &lowest);
    assert_true(mean > 0.03 && lowest > 0);
  }
  print_message("# %.2f s lost, %.2f s if they wait\n", lost[0], lost[1]);
  assert_true(lost[0] < lost[1] / 2);
  shelf h = make_shelf(false);
  (void)fall(&h, 0, &mean, &lowest);
  assert_true(mean < 0.025 && lowest > 0);
}

/* ------------------------------------------------------------------ slices */

static double shortest;

static int note_length(dWorldID world, dReal length) {
  shortest = fmin(shortest, (double)length);
  return dWorldStep(world, length);
}

/* Returns how many of the shortest steps of a frame of 1/30 s would make the whole, in which a plate of 2 mm hits a
   floor at this speed. */
static int slices_of_hit(double speed, int slices) {
  scene *s = scene_new(1, SPACE_HASH);
  qmboxSimulateOptions options = {.size = sizeof options,
                                  .nearCallback = scene_near,
                                  .nearData = s,
                                  .contacts = s->contacts,
                                  .stepper = note_length,
                                  .slices = slices};
  s->frame = 1.0 / 30;
  shortest = s->frame;
  scene_static_box(s, 2, 2, 1, 0, 0, -0.5);
  dBodyID plate = scene_box(s, 0.1, 0.1, 0.002, 0, 0, 0.001 + speed * s->frame / 2);
  dBodySetLinearVel(plate, 0, 0, (dReal)-speed);
  assert_true(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, NULL) > 0);
  int count = (int)lround(s->frame / shortest);
  scene_free(s);
  return count;
}

/* The plate may overlap the floor by 0.5 mm: slices are for ways of 2 mm, if 64 are enough. */
static void slices_are_finer_for_what_goes_far(void **state) {
  (void)state;
  assert_int_equal(slices_of_hit(0.7, 0), 16);
  assert_int_equal(slices_of_hit(1.5, 0), 32);
  assert_int_equal(slices_of_hit(50, 0), 64);
  assert_int_equal(slices_of_hit(50, 16), 16);
  assert_int_equal(slices_of_hit(0.7, 40), 40);
}

/* ------------------------------------------------------------------ bits */

/* A sliver that hits a thin wall in each frame, far from bystanders that fall, rest, or have no geom in the space. */
typedef struct hall {
  scene *s;
  dBodyID sliver, bystander[BYSTANDERS];
} hall;

static void set_plate(dBodyID body, dReal x) {
  dBodySetPosition(body, x, 0, (dReal)0.55);
}

static hall make_hall(void) {
  hall h = {.s = scene_new(1, SPACE_HASH)};
  dWorldSetGravity(h.s->world, 0, 0, (dReal)-9.81);
  h.s->full_step = true;
  dWorldSetAutoDisableFlag(h.s->world, 1);
  scene_static_box(h.s, 40, 40, 1, 0, 0, 0);
  scene_static_box(h.s, 0.001, 10, 10, 5, 0, 0);
  h.sliver = scene_box(h.s, 0.002, 0.1, 0.1, 4, 0, 2);
  h.bystander[0] = scene_box(h.s, 0.2, 0.3, 0.4, -8, 0, 90);
  h.bystander[1] = scene_box(h.s, 0.3, 0.3, 0.1, -4, 0, 0.55);
  h.bystander[2] = dBodyCreate(h.s->world);
  set_plate(h.bystander[1], -4);
  return h;
}

static void throw_sliver(const hall *h) {
  dBodyEnable(h->sliver);
  dBodySetPosition(h->sliver, 4, 0, 2);
  dBodySetLinearVel(h->sliver, 200, 0, 0);
  dBodySetAngularVel(h->sliver, 3, 20, 10);
}

static void plain_step(scene *s) {
  dSpaceCollide(s->space, s, scene_near);
  dWorldStep(s->world, (dReal)s->frame);
  dJointGroupEmpty(s->contacts);
}

static void assert_same(dBodyID a, dBodyID b, int frame) {
  bool same = memcmp(dBodyGetPosition(a), dBodyGetPosition(b), 3 * sizeof(dReal)) == 0 &&
              memcmp(dBodyGetQuaternion(a), dBodyGetQuaternion(b), 4 * sizeof(dReal)) == 0 &&
              memcmp(dBodyGetLinearVel(a), dBodyGetLinearVel(b), 3 * sizeof(dReal)) == 0 &&
              dBodyIsEnabled(a) == dBodyIsEnabled(b);
  if (!same) fail_msg("frame %d", frame);
}

/* Bystanders are where plain ODE has them, and fall asleep in the same frame, though the sliver goes on in slices. */
static void bystanders_are_as_in_plain_ode(void **state) {
  hall guarded = make_hall(), plain = make_hall();
  qmboxSimulateReport sum = {0};
  bool slept = false;
  (void)state;
  for (int frame = 0; frame < 2 * FRAMES; frame++) {
    throw_sliver(&guarded);
    step(guarded.s, 0, &sum);
    set_plate(plain.sliver, 20); /* the other world has no sliver at the wall, as it would be elsewhere */
    dBodyDisable(plain.sliver);
    plain_step(plain.s);
    for (int k = 0; k < BYSTANDERS; k++) assert_same(guarded.bystander[k], plain.bystander[k], frame);
    slept = slept || !dBodyIsEnabled(plain.bystander[1]);
  }
  assert_true(slept && sum.stops >= FRAMES && sum.unguarded == 0);
  scene_free(guarded.s);
  scene_free(plain.s);
}

/* Two runs of a world end with equal bits. */
static void the_same_world_gives_the_same_bits(void **state) {
  scene *s[2];
  (void)state;
  for (int k = 0; k < 2; k++) {
    s[k] = crowd_new(5, SPACE_HASH, 12, 30);
    dRandSetSeed(3);
    (void)run(s[k], 0, FRAMES / 2);
  }
  for (int i = 0; i < s[0]->geom_count; i++) {
    dBodyID a = dGeomGetBody(s[0]->geoms[i]), b = dGeomGetBody(s[1]->geoms[i]);
    if (a) assert_same(a, b, i);
  }
  for (int k = 0; k < 2; k++) scene_free(s[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nobody_gets_out_of_a_room_and_less_time_is_lost),
      cmocka_unit_test(what_is_in_a_nested_space_goes_on),
      cmocka_unit_test(slices_are_finer_for_what_goes_far),
      cmocka_unit_test(bystanders_are_as_in_plain_ode),
      cmocka_unit_test(the_same_world_gives_the_same_bits),
  };
  dInitODE();
  stepping_silence();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  int failed = cmocka_run_group_tests(tests, 0, 0);
  dCloseODE();
  return failed;
}
