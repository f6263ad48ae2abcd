/* SPDX-License-Identifier: BSD-3-Clause */

/* The list of a world's bodies, and bodies that are set aside for a step of others. */

#include <string.h>

#include "fixture.h"
#include "joints.h"
#include "ode/body_members.h"

enum { BODIES = 30, ROUNDS = 1000, WORLDS = 3, SLEEPERS = 200 };

/* ------------------------------------------------------------------ the list */

/* Bodies that live, in no order, with or without geoms. */
typedef struct population {
  dWorldID world[WORLDS];
  dSpaceID space;
  dBodyID body[WORLDS][BODIES]; /* null: there is none */
} population;

static void assert_list_is_complete(const population *p, int w) {
  bool listed[BODIES] = {false};
  int count = 0;
  for (dBodyID body = qmboxFirstBody(p->world[w]); body; body = qmboxNextBody(body)) {
    int number = 0;
    while (number < BODIES && p->body[w][number] != body) number++;
    assert_true(number < BODIES && !listed[number]);
    listed[number] = true;
  }
  for (int i = 0; i < BODIES; i++) count += p->body[w][i] && !listed[i];
  assert_int_equal(count, 0);
}

/* Makes the body, or destroys it with its geoms. */
static void change(random_source *source, population *p, int w, int number) {
  dBodyID *body = &p->body[w][number];
  if (*body) {
    while (dBodyGetFirstGeom(*body)) dGeomDestroy(dBodyGetFirstGeom(*body));
    dBodyDestroy(*body);
    *body = 0;
    return;
  }
  *body = random_body(source, p->world[w], 5, 1, 1);
  for (int i = (int)uniform(source, 0, 3); i > 0; i--) dGeomSetBody(dCreateSphere(p->space, 1), *body);
  if (number % 5 == 0) dBodySetKinematic(*body);
  if (number % 7 == 0) dBodyDisable(*body);
}

static void the_list_and_the_flag_of_this_ode_are_found(void **state) {
  (void)state;
  assert_true(qmboxHasBodyList());
}

static void the_list_holds_each_body_of_its_world_once_with_or_without_geoms(void **state) {
  population p = {.space = make_space(SPACE_SIMPLE)};
  (void)state;
  random_source source = seeded("bodies", 0xb11);
  for (int w = 0; w < WORLDS; w++) p.world[w] = dWorldCreate();
  for (int w = 0; w < WORLDS; w++) assert_null(qmboxFirstBody(p.world[w]));
  for (int round = 0; round < ROUNDS; round++) {
    int w = (int)uniform(&source, 0, WORLDS);
    int among = round % 200 < 100 ? BODIES : 2; /* many bodies, then few that change */
    change(&source, &p, w, (int)uniform(&source, 0, among));
    assert_list_is_complete(&p, w);
  }
  for (int w = 0; w < WORLDS; w++) {
    for (int i = 0; i < BODIES; i++) {
      if (p.body[w][i]) change(&source, &p, w, i);
    }
    assert_null(qmboxFirstBody(p.world[w]));
    dWorldDestroy(p.world[w]);
  }
  dSpaceDestroy(p.space);
}

/* ------------------------------------------------------------------ set aside */

typedef struct motion {
  dVector3 position, linear, angular, force, torque;
  dQuaternion quaternion;
  int enabled;
} motion;

static motion motion_of(dBodyID body) {
  motion m;
  memset(&m, 0, sizeof m);
  memcpy(m.position, dBodyGetPosition(body), 3 * sizeof(dReal));
  memcpy(m.linear, dBodyGetLinearVel(body), 3 * sizeof(dReal));
  memcpy(m.angular, dBodyGetAngularVel(body), 3 * sizeof(dReal));
  memcpy(m.force, dBodyGetForce(body), 3 * sizeof(dReal));
  memcpy(m.torque, dBodyGetTorque(body), 3 * sizeof(dReal));
  memcpy(m.quaternion, dBodyGetQuaternion(body), 4 * sizeof(dReal));
  m.enabled = dBodyIsEnabled(body);
  return m;
}

static void assert_same(dBodyID one, dBodyID other) {
  motion a = motion_of(one), b = motion_of(other);
  assert_memory_equal(&a, &b, sizeof a);
}

/* Only the flag changes, and the body makes no step meanwhile. */
static void a_body_that_is_set_aside_stays_as_it_is_while_others_are_stepped(void **state) {
  (void)state;
  random_source source = seeded("aside", 0xb12);
  for (int n = 0; n < 100; n++) {
    dWorldID world = dWorldCreate();
    dWorldSetGravity(world, 0, 0, -10);
    dBodyID body = random_body(&source, world, 5, 5, 5), other = random_body(&source, world, 5, 5, 5);
    dBodyAddForce(body, 1, 2, 3);
    motion before = motion_of(body), moves = motion_of(other);
    qmboxSetAside(body);
    assert_false(dBodyIsEnabled(body));
    dWorldStep(world, (dReal)0.01);
    qmboxBringBack(body);
    motion after = motion_of(body), moved = motion_of(other);
    assert_memory_equal(&before, &after, sizeof before);
    assert_memory_not_equal(&moves, &moved, sizeof moves);
    dWorldDestroy(world);
  }
}

static void a_body_that_comes_back_goes_on_as_one_that_was_never_aside(void **state) {
  (void)state;
  random_source source = seeded("back", 0xb13);
  for (int n = 0; n < 100; n++) {
    dWorldID world[2];
    dBodyID body[2];
    random_source same = source;
    for (int k = 0; k < 2; k++) {
      source = same;
      world[k] = dWorldCreate();
      dWorldSetGravity(world[k], 0, 0, -10);
      body[k] = random_body(&source, world[k], 5, 5, 5);
      dBodySetFiniteRotationMode(body[k], n % 2);
      dBodySetGravityMode(body[k], n % 3 > 0);
      dBodySetGyroscopicMode(body[k], n % 5 > 0);
      dBodySetLinearDamping(body[k], (dReal)0.01);
    }
    for (int i = 0; i < 20; i++) {
      dWorldStep(world[0], (dReal)0.01);
      dWorldStep(world[1], (dReal)0.01);
      qmboxSetAside(body[0]);
      dWorldStep(world[0], (dReal)0.003);
      qmboxBringBack(body[0]);
      assert_same(body[0], body[1]);
    }
    for (int k = 0; k < 2; k++) dWorldDestroy(world[k]);
  }
}

/* ------------------------------------------------------------------ auto-disabling */

typedef void between_steps(dBodyID body);

static void do_nothing(dBodyID body) {
  (void)body;
}

static void put_aside_and_back(dBodyID body) {
  qmboxSetAside(body);
  dWorldStep(dBodyGetWorld(body), (dReal)0.01);
  qmboxBringBack(body);
}

static void disable_and_enable(dBodyID body) {
  dBodyDisable(body);
  dWorldStep(dBodyGetWorld(body), (dReal)0.01);
  dBodyEnable(body);
}

/* How a body falls asleep. */
typedef struct habit {
  int steps, samples;
  dReal time, speed;
} habit;

static habit draw_habit(random_source *source) {
  habit h = {.steps = (int)uniform(source, 2, 20), .samples = 1 + (int)uniform(source, 0, 4)};
  h.time = uniform(source, 0, 1) < (dReal)0.5 ? 0 : uniform(source, 0, 0.3);
  h.speed = uniform(source, 0, 0.02);
  return h;
}

/* Returns after how many steps the body falls asleep; 100 if it does not. */
static int steps_to_sleep(const habit *h, between_steps *between) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  int count = 0;
  (void)join_by_slider(world, body, 0, 1, 0, 0); /* bodies without joints do not fall asleep */
  dBodySetAutoDisableFlag(body, 1);
  dBodySetAutoDisableSteps(body, h->steps);
  dBodySetAutoDisableTime(body, h->time);
  dBodySetAutoDisableAverageSamplesCount(body, (unsigned)h->samples);
  dBodySetAutoDisableLinearThreshold(body, (dReal)0.05);
  dBodySetLinearVel(body, h->speed, 0, 0);
  while (count < 100 && dBodyIsEnabled(body)) {
    dWorldStep(world, (dReal)0.01);
    count++;
    if (dBodyIsEnabled(body)) between(body);
  }
  dWorldDestroy(world);
  return count;
}

static void a_body_falls_asleep_after_as_many_steps_though_it_is_set_aside_between_them(void **state) {
  (void)state;
  random_source source = seeded("sleepers", 0xb14);
  for (int n = 0; n < SLEEPERS; n++) {
    habit h = draw_habit(&source);
    int expected = steps_to_sleep(&h, do_nothing);
    assert_true(expected < 100);
    assert_int_equal(steps_to_sleep(&h, put_aside_and_back), expected);
  }
}

/* Makes a step that does not count. */
static void step_without_counting(dBodyID body) {
  assert_true(qmboxPauseAutoDisabling(body));
  assert_false(qmboxPauseAutoDisabling(body));
  dWorldStep(dBodyGetWorld(body), (dReal)0.003);
  qmboxResumeAutoDisabling(body);
  assert_int_equal(dBodyGetAutoDisableFlag(body), 1);
}

static void steps_do_not_count_while_auto_disabling_pauses(void **state) {
  (void)state;
  random_source source = seeded("pauses", 0xb16);
  for (int n = 0; n < SLEEPERS; n++) {
    habit h = draw_habit(&source);
    assert_int_equal(steps_to_sleep(&h, step_without_counting), steps_to_sleep(&h, do_nothing));
  }
}

/* This is why the flag is written where ODE has it. */
static void a_body_that_is_enabled_between_steps_counts_from_the_start(void **state) {
  (void)state;
  random_source source = seeded("enabled", 0xb15);
  for (int n = 0; n < SLEEPERS; n++) {
    habit h = draw_habit(&source);
    assert_true(steps_to_sleep(&h, do_nothing) < 100);
    assert_int_equal(steps_to_sleep(&h, disable_and_enable), 100);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(the_list_and_the_flag_of_this_ode_are_found),
      CASE(the_list_holds_each_body_of_its_world_once_with_or_without_geoms),
      CASE(a_body_that_is_set_aside_stays_as_it_is_while_others_are_stepped),
      CASE(a_body_that_comes_back_goes_on_as_one_that_was_never_aside),
      CASE(a_body_falls_asleep_after_as_many_steps_though_it_is_set_aside_between_them),
      CASE(steps_do_not_count_while_auto_disabling_pauses),
      CASE(a_body_that_is_enabled_between_steps_counts_from_the_start),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
