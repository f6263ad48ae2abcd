/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Calls of the library from within callbacks of a frame: the same world is refused, and the frame is what it would have
 * been; other worlds and casts work.  And callbacks that are left by longjmp().
 */

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loop.h"

#define H ((dReal)0.02)
#define SPEED 100

typedef enum caller {
  IN_FIRST_NEAR, /* within dSpaceCollide() */
  IN_NEAR,
  IN_CONTINUITY,
  IN_SENSOR,
  IN_MOVED,
  IN_STOP,
  IN_HELD,
  IN_SENSE,
  PLACES
} caller;

/* A world in which a bullet flies through a gate at a wall, and a callback acts. */
typedef struct shot {
  loop *l;
  dBodyID bullet;
  dGeomID wall, gate;
  caller place;
  void (*act)(struct shot *s); /* null: nothing */
  struct shot *other;
  bool stepped;
  int acts, failures;
} shot;

static shot *acting; /* steppers and moved callbacks have no data */
static jmp_buf out;

static void act(shot *s, caller place) {
  if (!s->act || s->place != place) return;
  s->acts++;
  s->act(s);
}

static void act_in_near(void *data, dGeomID o1, dGeomID o2) {
  shot *s = data;
  act(s, s->stepped ? IN_NEAR : IN_FIRST_NEAR);
  s->l->options.nearCallback(s->l, o1, o2);
}

static qmboxContinuity act_in_continuity(void *data, dBodyID body) {
  (void)body;
  act(data, IN_CONTINUITY);
  return QMBOX_CONTINUITY_DEFAULT;
}

static int act_in_sensor(void *data, dGeomID geom) {
  shot *s = data;
  act(s, IN_SENSOR);
  return geom == s->gate;
}

static void act_in_moved(dBodyID body) {
  (void)body;
  act(acting, IN_MOVED);
}

static void act_in_stop(void *data, const qmboxContact *contact) {
  (void)contact;
  act(data, IN_STOP);
}

static void act_in_sense(void *data, const qmboxContact *contact) {
  (void)contact;
  act(data, IN_SENSE);
}

static void act_in_held(void *data, dBodyID body, dReal lost) {
  (void)body;
  (void)lost;
  act(data, IN_HELD);
}

static int note_step(dWorldID world, dReal length) {
  int good = dWorldStep(world, length);
  if (world == acting->l->world) acting->stepped = true;
  return good;
}

static qmboxSimulateOptions options_of(shot *s) {
  qmboxSimulateOptions o = s->l->options;
  o.nearCallback = act_in_near;
  o.bodyContinuity = act_in_continuity;
  o.sensor = act_in_sensor;
  o.stop = act_in_stop;
  o.held = act_in_held;
  o.sense = act_in_sense;
  o.nearData = o.bodyContinuityData = o.sensorData = o.stopData = o.heldData = o.senseData = s;
  o.stepper = note_step;
  return o;
}

static void aim(shot *s) {
  dQuaternion upright = {1, 0, 0, 0};
  dBodySetPosition(s->bullet, 0, 0, 1);
  dBodySetQuaternion(s->bullet, upright);
  dBodySetLinearVel(s->bullet, 0, 0, -SPEED);
  dBodySetAngularVel(s->bullet, 1, 2, 3);
  s->stepped = false;
}

static shot make_shot(caller place, void (*deed)(shot *s)) {
  loop *l = make_loop(SPACE_HASH);
  shot s = {.l = l, .place = place, .act = deed, .bullet = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 1)};
  s.wall = add_tile(l, 3, 3, (dReal)0.01, 0, 0, 0);
  s.gate = add_tile(l, 3, 3, (dReal)0.01, 0, 0, (dReal)0.5);
  add_tile(l, 1, 1, 1, 0, 0, -40); /* and something that the bullet's surroundings touch in dSpaceCollide() */
  add_box(l, 1, 1, 1, 0, 0, (dReal)-39.1);
  if (place == IN_MOVED && deed) dBodySetMovedCallback(s.bullet, act_in_moved);
  aim(&s);
  return s;
}

static dReal run(shot *s, qmboxSimulateReport *report) {
  qmboxSimulateOptions o = options_of(s);
  acting = s;
  return qmboxWorldSimulate(s->l->world, s->l->space, H, &o, report);
}

static void assert_same(const shot *s, const shot *t) {
  assert_memory_equal(dBodyGetPosition(s->bullet), dBodyGetPosition(t->bullet), 3 * sizeof(dReal));
  assert_memory_equal(dBodyGetQuaternion(s->bullet), dBodyGetQuaternion(t->bullet), 4 * sizeof(dReal));
  assert_memory_equal(dBodyGetLinearVel(s->bullet), dBodyGetLinearVel(t->bullet), 3 * sizeof(dReal));
}

/* Acts in a frame, which has to be what it is without.  Returns how often the callback has acted. */
static int try_in_frame(caller place, void (*deed)(shot *s), int messagesOfEach) {
  shot plain = make_shot(place, 0), s = make_shot(place, deed), other = make_shot(place, 0);
  qmboxSimulateReport expected, report;
  s.other = &other;
  (void)messages();
  assert_true(run(&plain, &expected) == H);
  assert_true(run(&s, &report) == H);
  assert_int_equal(messages(), s.acts * messagesOfEach);
  if (s.failures > 0) print_message("# in place %d: %d acts, %d failures\n", (int)place, s.acts, s.failures);
  assert_int_equal(s.failures, 0);
  assert_int_equal(report.unguarded, 0);
  assert_int_equal(expected.unguarded, 0);
  assert_int_equal(report.subSteps, expected.subSteps);
  assert_true(report.lostTime == expected.lostTime && report.lostTime > 0);
  assert_same(&s, &plain);
  int acts = s.acts;
  free_loop(plain.l);
  free_loop(s.l);
  free_loop(other.l);
  return acts;
}

/* ------------------------------------------------------------------ the same world */

static void step_same(shot *s) {
  qmboxSimulateReport report = {.advanced = 1};
  qmboxStep step = {.advanced = 1};
  s->failures += qmboxWorldSimulate(s->l->world, s->l->space, H, &s->l->options, &report) != 0 || report.advanced != 0;
  s->failures += qmboxWorldStep(s->l->world, s->l->space, H) != 0;
  s->failures += qmboxWorldStepReport(s->l->world, s->l->space, H, &step) != 0 || step.advanced != 0;
}

static void a_world_is_not_stepped_from_its_own_callbacks(void **state) {
  (void)state;
  for (int place = 0; place < PLACES; place++) assert_true(try_in_frame((caller)place, step_same, 3) > 0);
}

static void step_by_ode(shot *s) {
  if (s->acts == 1) dWorldStep(s->l->world, H);
}

static void a_step_of_ode_while_the_guard_works_is_reported(void **state) {
  (void)state;
  for (int place = IN_NEAR; place <= IN_SENSOR; place++) {
    shot s = make_shot((caller)place, step_by_ode);
    dBodySetLinearVel(add_box(s.l, 1, 1, 1, 20, 20, 20), 1, 0, 0); /* not one that waits */
    qmboxSimulateReport report;
    (void)messages();
    assert_true(run(&s, &report) == 0);
    assert_true(s.acts > 0);
    assert_int_equal(report.unguarded, QMBOX_UNGUARDED_CALLBACK);
    assert_int_equal(messages(), 1);
    free_loop(s.l);
  }
}

/* ------------------------------------------------------------------ others */

static void step_other(shot *s) {
  qmboxSimulateReport report;
  shot *other = s->other;
  qmboxSimulateOptions o = other->l->options;
  o.stepper = dWorldStep;
  aim(other);
  dReal advanced = qmboxWorldSimulate(other->l->world, other->l->space, H, &o, &report);
  s->failures += advanced != H || report.unguarded != 0 || report.lostTime <= 0;
  s->failures += dBodyGetPosition(other->bullet)[2] < 0;
  aim(other);
  s->failures += !(qmboxWorldStep(other->l->world, other->l->space, H) < H); /* to the gate */
}

static void another_world_is_stepped_as_ever(void **state) {
  (void)state;
  for (int place = 0; place < PLACES; place++) assert_true(try_in_frame((caller)place, step_other, 0) > 0);
}

/* A ball 1 m above the wall that falls 2 m comes to the gate first, and then to the wall. */
static void cast_in_space(shot *s) {
  const double from[3] = {1, 1, 1}, to[3] = {1, 1, -1}, upright[4] = {1, 0, 0, 0};
  const bms_motion motion = bms_motion_between(0, from, upright, 1, to, upright);
  qmboxCast cast = {.t0 = 0, .t1 = 1, .motion = &motion};
  qmboxContact hit[4];
  dGeomID ball = dCreateSphere(0, (dReal)0.01);
  int count = qmboxSpaceCast(s->l->space, ball, &cast, hit, 4);
  s->failures += count < 2 || hit[0].g2 != s->gate || hit[1].g2 != s->wall;
  dGeomDestroy(ball);
}

static void casts_work_in_callbacks(void **state) {
  (void)state;
  for (int place = 0; place < PLACES; place++) assert_true(try_in_frame((caller)place, cast_in_space, 0) > 0);
}

/* ------------------------------------------------------------------ jumps */

static void jump(shot *s) {
  (void)s;
  longjmp(out, 1);
}

static void jump_out(shot *s) {
  qmboxSimulateReport report;
  if (setjmp(out) == 0) (void)run(s, &report);
}

/* Returns 0 if the next frame after a jump is a frame as ever. */
static int frame_after_jump(caller place) {
  shot *s = calloc(1, sizeof *s); /* setjmp() may forget what is on the stack */
  qmboxSimulateReport report;
  *s = make_shot(place, jump);
  jump_out(s);
  s->act = 0;
  dJointGroupEmpty(s->l->contacts);
  aim(s);
  (void)messages();
  dReal advanced = run(s, &report);
  bool well = advanced == H && report.unguarded == 0 && messages() == 0 && dBodyGetPosition(s->bullet)[2] > 0;
  return s->acts > 0 && well ? 0 : 1;
}

/* The memory that a frame has allocated is lost; it is a child that loses it, so that nothing complains at the end. */
static void the_next_frame_after_a_jump_is_as_ever(void **state) {
  (void)state;
  for (int place = IN_NEAR; place < PLACES; place++) { /* ODE's space would stay locked before */
    if (place == IN_MOVED) continue;                   /* ODE's own step is not to be left */
    pid_t child = fork();
    if (child == 0) _exit(frame_after_jump((caller)place));
    int status = 1;
    assert_true(waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_world_is_not_stepped_from_its_own_callbacks),
      CASE(a_step_of_ode_while_the_guard_works_is_reported),
      CASE(another_world_is_stepped_as_ever),
      CASE(casts_work_in_callbacks),
      CASE(the_next_frame_after_a_jump_is_as_ever),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
