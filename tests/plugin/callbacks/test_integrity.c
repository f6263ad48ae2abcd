/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Callbacks that make, move, change and destroy bodies, geoms and joints.  Those that are called while the guard works
 * end the frame with a message; the ones that report events may destroy anything, and get nothing that has gone.
 */

#include <math.h>
#include <string.h>

#include "loop.h"

enum { MOST = 40, BOXES = 14, FRAMES = 12, WORLDS = 60 };

/* ------------------------------------------------------------------ one destroyer */

typedef enum caller { IN_NEAR, IN_CONTINUITY, IN_SENSOR, IN_STOP, IN_HELD, IN_SENSE, PLACES } caller;
typedef enum act_kind { BODY, BODY_AND_GEOM, EXCHANGE, DEEDS } act_kind;

typedef struct destruction {
  loop *l;
  dBodyID body; /* null when it is done */
  dGeomID gate;
  act_kind deed;
} destruction;

static void destroy(destruction *d) {
  if (!d->body) return;
  if (d->deed != BODY) dGeomDestroy(dBodyGetFirstGeom(d->body));
  dBodyDestroy(d->body);
  d->body = 0;
  if (d->deed == EXCHANGE) (void)add_box(d->l, 1, 1, 1, 50, 50, 50);
}

static void destroy_in_near(void *data, dGeomID o1, dGeomID o2) {
  (void)o1;
  (void)o2;
  destroy(data);
}

static void destroy_in_contact(void *data, const qmboxContact *contact) {
  (void)contact;
  destroy(data);
}

static void destroy_in_held(void *data, dBodyID body, dReal lost) {
  (void)body;
  (void)lost;
  destroy(data);
}

static qmboxContinuity destroy_in_continuity(void *data, dBodyID body) {
  (void)body;
  destroy(data);
  return QMBOX_CONTINUITY_DEFAULT;
}

static int is_gate(void *data, dGeomID geom) {
  return geom == ((destruction *)data)->gate;
}

static int destroy_in_sensor(void *data, dGeomID geom) {
  destroy(data);
  return is_gate(data, geom);
}

static qmboxSimulateOptions options_of(destruction *d, caller place) {
  qmboxSimulateOptions o = d->l->options;
  o.nearData = place == IN_NEAR ? d : o.nearData;
  o.nearCallback = place == IN_NEAR ? destroy_in_near : o.nearCallback;
  o.bodyContinuity = place == IN_CONTINUITY ? destroy_in_continuity : 0;
  o.sensor = place == IN_SENSOR ? destroy_in_sensor : is_gate;
  o.stop = place == IN_STOP ? destroy_in_contact : 0;
  o.held = place == IN_HELD ? destroy_in_held : 0;
  o.sense = place == IN_SENSE ? destroy_in_contact : 0;
  o.bodyContinuityData = o.sensorData = o.stopData = o.heldData = o.senseData = d;
  return o;
}

/* A bullet flies through a gate that only senses, at a plate. */
static void try_to_destroy(int space, caller place, act_kind deed) {
  loop *l = make_loop(space);
  destruction d = {.l = l, .deed = deed, .body = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 1)};
  add_tile(l, 30, 30, (dReal)0.01, 0, 0, 0);
  d.gate = add_tile(l, 3, 3, (dReal)0.01, 0, 0, (dReal)0.5);
  add_box(l, 1, 1, 1, 10, 0, 5);
  dBodySetLinearVel(d.body, 0, 0, -100);
  qmboxSimulateOptions options = options_of(&d, place);
  qmboxSimulateReport report;
  dReal h = (dReal)0.02;
  bool works = place <= IN_SENSOR;
  (void)messages();
  assert_true(qmboxWorldSimulate(l->world, l->space, h, &options, &report) == (works ? 0 : h));
  assert_null(d.body);
  assert_int_equal(messages(), works);
  assert_int_equal(report.unguarded, works ? QMBOX_UNGUARDED_CALLBACK : 0);
  assert_int_equal(report.subSteps, place != IN_CONTINUITY && place != IN_SENSOR);
  options = l->options;
  assert_true(qmboxWorldSimulate(l->world, l->space, h, &options, &report) == h);
  assert_int_equal(messages(), 0);
  free_loop(l);
}

static void who_destroys_while_the_guard_works_gets_a_message_and_who_is_told_afterwards_may(void **state) {
  (void)state;
  for (int space = 0; space < SPACE_NESTED; space++) {
    for (int kind = 0; kind < PLACES * DEEDS; kind++)
      try_to_destroy(space, (caller)(kind / DEEDS), (act_kind)(kind % DEEDS));
  }
}

/* ------------------------------------------------------------------ one mover */

/* A callback that moves something of a world in which a bullet flies at a wall. */
typedef struct removal {
  loop *l;
  dBodyID bullet, pillar;
  dGeomID wall, floor, stone;
  bool stepped; /* the world has: spaces are not locked any more */
  int thing;
} removal;

enum { WALL_GOES, STONE_TURNS, FLOOR_RISES, PILLAR_GOES, PILLAR_TURNS, PILLAR_SHIFTS, NOTHING_MOVES, THINGS };

static removal *moving; /* a stepper has no data */

static void move_it(removal *r) {
  const dQuaternion turned = {(dReal)0.8, (dReal)0.6, 0, 0};
  dGeomID pillar = dBodyGetFirstGeom(r->pillar);
  if (r->thing == WALL_GOES) dGeomSetPosition(r->wall, 0, 0, 5);
  if (r->thing == STONE_TURNS) dGeomSetQuaternion(r->stone, turned);
  if (r->thing == FLOOR_RISES) dGeomPlaneSetParams(r->floor, 0, 0, 1, -10);
  if (r->thing == PILLAR_GOES) dBodySetPosition(r->pillar, 8, 0, 0);
  if (r->thing == PILLAR_TURNS) dBodySetQuaternion(r->pillar, turned);
  if (r->thing == PILLAR_SHIFTS) dGeomSetOffsetPosition(pillar, 0, 0, (dReal)0.5);
}

static void move_in_near(void *data, dGeomID o1, dGeomID o2) {
  removal *r = data;
  (void)o1;
  (void)o2;
  if (r->stepped) move_it(r);
}

static qmboxContinuity move_in_continuity(void *data, dBodyID body) {
  (void)body;
  move_it(data);
  return QMBOX_CONTINUITY_DEFAULT;
}

static int move_in_sensor(void *data, dGeomID geom) {
  (void)geom;
  move_it(data);
  return 0;
}

static void move_in_stop(void *data, const qmboxContact *contact) {
  (void)contact;
  move_it(data);
}

static void move_in_held(void *data, dBodyID body, dReal lost) {
  (void)body;
  (void)lost;
  move_it(data);
}

static int note_move(dWorldID world, dReal length) {
  int good = dWorldQuickStep(world, length);
  moving->stepped = true;
  return good;
}

static dGeomID make_pillar(loop *l, dBodyID *pillar) {
  *pillar = add_box(l, 1, 1, 3, 10, 0, 0);
  return dBodyGetFirstGeom(*pillar);
}

static removal make_removal(int space, int thing) {
  loop *l = make_loop(space);
  removal r = {.l = l, .thing = thing, .bullet = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 1)};
  r.wall = add_tile(l, 3, 3, (dReal)0.01, 0, 0, 0);
  r.stone = add_tile(l, 1, 1, 3, 20, 0, 0);
  r.floor = dCreatePlane(l->space, 0, 0, 1, -20);
  dGeomSetOffsetPosition(make_pillar(l, &r.pillar), 0, 0, 1);
  dBodySetLinearVel(r.bullet, 0, 0, -100);
  return r;
}

static void try_to_move(int space, caller place, int thing) {
  removal r = make_removal(space, thing);
  qmboxSimulateOptions o = r.l->options;
  if (place == IN_NEAR) o.nearCallback = move_in_near;
  if (place == IN_CONTINUITY) o.bodyContinuity = move_in_continuity;
  if (place == IN_SENSOR) o.sensor = move_in_sensor;
  o.stop = place == IN_STOP ? move_in_stop : 0;
  o.held = place == IN_HELD ? move_in_held : 0;
  o.nearData = place == IN_NEAR ? (void *)&r : r.l;
  o.bodyContinuityData = o.sensorData = o.stopData = o.heldData = &r;
  o.stepper = note_move;
  moving = &r;
  qmboxSimulateReport report;
  dReal h = (dReal)0.02, advanced = qmboxWorldSimulate(r.l->world, r.l->space, h, &o, &report);
  bool breaks = place <= IN_SENSOR && thing != NOTHING_MOVES;
  assert_true(advanced == (breaks ? 0 : h));
  assert_int_equal(report.unguarded, breaks ? QMBOX_UNGUARDED_CALLBACK : 0);
  assert_int_equal(messages(), breaks);
  free_loop(r.l);
}

static void who_moves_while_the_guard_works_gets_a_message_and_who_is_told_afterwards_may(void **state) {
  (void)state;
  for (int space = 0; space < SPACE_NESTED; space++) {
    for (int kind = 0; kind < IN_SENSE * THINGS; kind++) try_to_move(space, (caller)(kind / THINGS), kind % THINGS);
  }
}

static void shift_stone(dBodyID body) {
  (void)body;
  dGeomSetPosition(moving->stone, 20, 0, dGeomGetPosition(moving->stone)[2] + (dReal)0.01);
}

/* ODE's moved callbacks are part of its step, and may move what they like. */
static void moved_callbacks_break_no_frame(void **state) {
  removal r = make_removal(SPACE_HASH, NOTHING_MOVES);
  qmboxSimulateReport report;
  (void)state;
  moving = &r;
  r.l->options.sensor = move_in_sensor;
  r.l->options.sensorData = &r;
  dBodySetMovedCallback(r.pillar, shift_stone);
  assert_true(qmboxWorldSimulate(r.l->world, r.l->space, (dReal)0.02, &r.l->options, &report) == (dReal)0.02);
  assert_true(dGeomGetPosition(r.stone)[2] > 0);
  assert_int_equal(report.unguarded, 0);
  free_loop(r.l);
}

/* ------------------------------------------------------------------ counts */

typedef struct spoiler {
  loop *l;
  dNearCallback *near;
  dBodyID late; /* the body that the callback destroys when it is asked about it */
} spoiler;

static void spoil(void *data, dGeomID o1, dGeomID o2) {
  spoiler *s = data;
  if (s->late && (dGeomGetBody(o1) == s->late || dGeomGetBody(o2) == s->late)) {
    dGeomDestroy(dBodyGetFirstGeom(s->late));
    dBodyDestroy(s->late);
    s->late = 0;
  } else {
    s->near(s->l, o1, o2);
  }
}

/* Three bullets fly at a plate: the first one hits in the first part; in the second part the next one is stopped, and
   for the last one the callback breaks the frame. */
static void spoil_second_part(qmboxContinuity continuity, qmboxSimulateReport *report) {
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID bullet[3];
  add_tile(l, 30, 30, (dReal)0.01, 0, 0, 0);
  for (int i = 0; i < 3; i++) {
    bullet[i] = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)i, 0, (dReal)(0.5 + 0.7 * i));
    dBodySetLinearVel(bullet[i], 0, 0, -100);
  }
  spoiler s = {l, l->options.nearCallback, bullet[2]};
  qmboxSimulateOptions options = l->options;
  options.nearCallback = spoil;
  options.nearData = &s;
  options.parts = 2;
  options.continuity = continuity;
  options.maxSubSteps = 1;
  assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)0.02, &options, report) == (dReal)0.01);
  assert_null(s.late);
  assert_int_equal(report->unguarded, QMBOX_UNGUARDED_CALLBACK);
  (void)messages();
  free_loop(l);
}

static void what_is_counted_is_what_was_done_before_a_callback_broke_the_frame(void **state) {
  const qmboxContinuity continuity[] = {QMBOX_CONTINUITY_GUARDED, QMBOX_CONTINUITY_EXACT};
  (void)state;
  for (int i = 0; i < 2; i++) {
    qmboxSimulateReport report;
    spoil_second_part(continuity[i], &report);
    assert_int_equal(report.subSteps, 2); /* the last step of ODE stays as it is */
    assert_int_equal(report.stops, 1);
    assert_int_equal(report.heldBodies, 1);
  }
}

/* ------------------------------------------------------------------ want of memory */

static bool fails; /* reallocations do */

/* The linker puts these in the place of realloc() (-Wl,--wrap). */
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_realloc(void *block, size_t size) {
  return fails ? 0 : __real_realloc(block, size);
}

static int fail_in_sensor(void *data, dGeomID geom) {
  (void)geom;
  fails = *(bool *)data;
  return 0;
}

/* A body to which only a joint leads may have gone: to find out takes memory. */
static void who_cannot_be_looked_for_is_reported_as_want_of_memory(void **state) {
  (void)state;
  for (int fail = 0; fail < 2; fail++) {
    loop *l = make_loop(SPACE_SIMPLE);
    dJointID joint = dJointCreateBall(l->world, 0);
    dJointAttach(joint, add_box(l, 1, 1, 1, 0, 0, 1), dBodyCreate(l->world));
    bool will = fail != 0;
    qmboxSimulateReport report;
    l->options.sensor = fail_in_sensor;
    l->options.sensorData = &will;
    (void)messages();
    dReal advanced = qmboxWorldSimulate(l->world, l->space, (dReal)0.02, &l->options, &report);
    fails = false;
    assert_int_equal(messages(), fail);
    assert_true((advanced == 0) == will);
    assert_int_equal(report.unguarded, will ? QMBOX_UNGUARDED_MEMORY : 0);
    free_loop(l);
  }
}

/* ------------------------------------------------------------------ at random */

/* A world in which callbacks do anything at random times. */
typedef struct chaos {
  loop *l;
  int space;
  random_source source;
  dGeomID geom[MOST], wall; /* those that are there */
  dBodyID body[MOST];
  dJointID joint[MOST];
  int geoms, bodies, joints;
  double likely; /* how likely a callback acts */
  bool early;    /* those act that are called while the guard works, too */
  bool exact;    /* the frame, as a body is */
  bool stepped;  /* the frame's only step has been made: the spaces are not locked any more */
  dNearCallback *near;
  int acts;
} chaos;

static int any(chaos *c, int count) {
  return (int)uniform(&c->source, 0, count - 1e-9);
}

static void make(chaos *c) {
  if (c->bodies == MOST || c->geoms == MOST) return;
  dBodyID body = random_body(&c->source, c->l->world, 2, 30, 40);
  c->body[c->bodies++] = body;
  if (any(c, 5) == 0) return; /* only a joint will lead to it */
  dSpaceID space = space_for(c->l->space, c->space, any(c, 3));
  dReal thick = log_uniform(&c->source, 0.01, 0.6), wide = log_uniform(&c->source, 0.1, 0.6);
  dGeomID geom = dCreateBox(space, thick, wide, log_uniform(&c->source, 0.1, 0.6));
  dGeomSetBody(geom, body);
  c->geom[c->geoms++] = geom;
}

static void destroy_joint(chaos *c, int i) {
  dJointDestroy(c->joint[i]);
  c->joint[i] = c->joint[--c->joints];
}

static void destroy_geom(chaos *c, int i) {
  dGeomDestroy(c->geom[i]);
  c->geom[i] = c->geom[--c->geoms];
}

static void destroy_body(chaos *c, bool geoms_too) {
  int i = any(c, c->bodies);
  for (int k = c->geoms - 1; k >= 0 && geoms_too; k--) {
    if (dGeomGetBody(c->geom[k]) == c->body[i]) destroy_geom(c, k);
  }
  dBodyDestroy(c->body[i]);
  c->body[i] = c->body[--c->bodies];
}

static void act(chaos *c) {
  if (!(uniform(&c->source, 0, 1) < c->likely) || c->bodies < 3 || c->geoms < 3) return;
  int deed = any(c, 9);
  c->acts++;
  if (deed == 0) destroy_body(c, false);
  if (deed == 1 || deed == 2) destroy_body(c, true);
  if (deed == 2 || deed == 3) make(c);
  if (deed == 4) destroy_geom(c, any(c, c->geoms));
  if (deed == 5 && c->joints > 0) destroy_joint(c, any(c, c->joints));
  if (deed == 6) dGeomSetBody(c->geom[any(c, c->geoms)], 0);
  if (deed == 7) dBodySetLinearVel(c->body[any(c, c->bodies)], 50, -50, 50);
  if (deed == 8) dGeomBoxSetLengths(c->geom[any(c, c->geoms)], (dReal)0.3, (dReal)0.02, (dReal)0.5);
}

static bool is_there(const chaos *c, dGeomID geom) {
  bool there = geom == c->wall;
  for (int i = 0; i < c->geoms; i++) there = there || c->geom[i] == geom;
  return there;
}

static void told(void *data, const qmboxContact *contact) {
  chaos *c = data;
  assert_true(is_there(c, contact->g1) && is_there(c, contact->g2));
  act(c);
}

static void told_held(void *data, dBodyID body, dReal lost) {
  chaos *c = data;
  bool there = false;
  for (int i = 0; i < c->bodies; i++) there = there || c->body[i] == body;
  assert_true(there && lost > 0);
  act(c);
}

static qmboxContinuity asked_continuity(void *data, dBodyID body) {
  chaos *c = data;
  (void)body;
  if (c->early) act(c);
  qmboxContinuity continuity = (qmboxContinuity)any(c, 4);
  c->exact = c->exact || continuity == QMBOX_CONTINUITY_EXACT;
  return continuity;
}

static int asked_sensor(void *data, dGeomID geom) {
  chaos *c = data;
  assert_true(is_there(c, geom));
  if (c->early) act(c);
  return any(c, 8) == 0;
}

static chaos *stepping; /* the one whose world is being stepped: a stepper has no data */

static int note_step(dWorldID world, dReal length) {
  stepping->stepped = stepping->l->options.parts == 1 && !stepping->exact;
  return dWorldQuickStep(world, length);
}

static void asked_near(void *data, dGeomID o1, dGeomID o2) {
  chaos *c = data;
  if (c->stepped && c->early) act(c);
  if (!c->stepped || (is_there(c, o1) && is_there(c, o2))) c->near(c->l, o1, o2);
}

static void join(chaos *c) {
  for (int i = 0; i + 1 < c->bodies; i += 2) {
    dJointID joint = dJointCreateBall(c->l->world, 0);
    dJointAttach(joint, c->body[i], c->body[i + 1]);
    c->joint[c->joints++] = joint;
  }
}

static void make_chaos(chaos *c, int space, uint64_t seed) {
  *c = (chaos){.l = make_loop(space), .space = space, .source = {seed}};
  c->likely = (double)log_uniform(&c->source, 0.01, 0.5);
  c->early = any(c, 2) == 0;
  c->wall = dCreateBox(space_for(c->l->space, space, 0), 8, 8, (dReal)0.02);
  for (int i = 0; i < BOXES; i++) make(c);
  join(c);
  qmboxSimulateOptions *o = &c->l->options;
  c->near = o->nearCallback;
  o->nearCallback = asked_near;
  o->nearData = c;
  o->stepper = note_step;
  o->stop = o->sense = told;
  o->held = told_held;
  o->stopData = o->senseData = o->heldData = o->sensorData = o->bodyContinuityData = c;
  if (any(c, 2) == 0) o->sensor = asked_sensor;
  if (any(c, 2) == 0) o->bodyContinuity = asked_continuity;
  if (any(c, 5) == 0) o->continuity = QMBOX_CONTINUITY_EXACT;
  o->maxSubSteps = 8;
  o->parts = 1 + any(c, 3);
}

static void callbacks_may_do_anything_at_any_time(void **state) {
  (void)state;
  random_source source = seeded("chaos", 0xca05);
  int acts = 0, ended = 0;
  for (int world = 0; world < WORLDS * soak(); world++) {
    chaos c;
    make_chaos(&c, world % SPACE_KINDS, source.state + (uint64_t)world);
    for (int i = 0; i < FRAMES; i++) {
      qmboxSimulateReport report;
      c.stepped = false;
      c.exact = c.l->options.continuity == QMBOX_CONTINUITY_EXACT;
      stepping = &c;
      dReal h = (dReal)(1.0 / 60), advanced = qmboxWorldSimulate(c.l->world, c.l->space, h, &c.l->options, &report);
      bool whole = (report.unguarded & QMBOX_UNGUARDED_CALLBACK) == 0;
      assert_int_equal(whole, advanced == h);
      assert_int_equal(messages(), !whole);
      assert_true(whole || c.early);
      ended += !whole;
    }
    acts += c.acts;
    free_loop(c.l);
  }
  print_message("# callbacks acted %d times, %d frames ended\n", acts, ended);
  assert_true(acts > WORLDS && ended > 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(who_destroys_while_the_guard_works_gets_a_message_and_who_is_told_afterwards_may),
      CASE(who_moves_while_the_guard_works_gets_a_message_and_who_is_told_afterwards_may),
      CASE(moved_callbacks_break_no_frame),
      CASE(what_is_counted_is_what_was_done_before_a_callback_broke_the_frame),
      CASE(who_cannot_be_looked_for_is_reported_as_want_of_memory),
      CASE(callbacks_may_do_anything_at_any_time),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
