/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Steps of the world.  The oracle is ODE: the same world stepped by dWorldStep() from the same start, by many times
 * between 0 and the time advanced, and ODE's own test of two boxes at each of them.
 */

#include "fixture.h"
#include "joints.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BODIES = 6, STILL = 4, GEOMS = BODIES + STILL };

/* The accuracy that the step promises, times the scene's size. */
#define PROMISE 1e-12

/* ------------------------------------------------------------------ scenes */

typedef struct body_state {
  dVector3 position, linear, angular;
  dQuaternion quaternion;
} body_state;

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dBodyID body[BODIES];
  dGeomID geom[GEOMS];
  double size; /* the largest coordinate that matters */
} scene;

/* Makes some small fast boxes, flying to the still plates in the middle. `scale` is the unit of length. */
static scene make_scene(random_source *source, int kind, double scale) {
  scene s;
  int i, k;

  s.world = dWorldCreate();
  s.space = make_space(kind);
  s.size = 20 * scale;
  dWorldSetGravity(s.world, 0, 0, (dReal)(-9.81 * scale));
  for (i = 0; i < GEOMS; i++) {
    dSpaceID space = space_for(s.space, kind, i);
    dReal thick = (dReal)scale * log_uniform(source, i < BODIES ? 0.05 : 0.001, 0.5), v[3];
    dReal wide = (dReal)scale * uniform(source, i < BODIES ? 0.05 : 1, i < BODIES ? 0.5 : 3);
    dQuaternion q;
    s.geom[i] = i % 3 ? qmboxCreate(space, thick, wide, wide) : dCreateBox(space, thick, wide, wide);
    random_vector(source, 3 * scale, v);
    random_quaternion(source, q);
    if (i < BODIES) {
      dBodyID body = s.body[i] = dBodyCreate(s.world);
      dReal from[3], to[3];
      dMass mass;
      dReal density = uniform(source, 0.1, 9);
      dMassSetSphere(&mass, density, uniform(source, 0.1, 2)); /* does not precess, but for rounding */
      dBodySetMass(body, &mass);
      random_vector(source, 6 * scale, from);
      random_vector(source, 3 * scale, to);
      dBodySetPosition(body, from[0], from[1], from[2]);
      for (k = 0; k < 3; k++) from[k] = (to[k] - from[k]) * (dReal)log_uniform(source, 1, 50);
      dBodySetLinearVel(body, from[0], from[1], from[2]);
      random_vector(source, 50, from);
      dBodySetAngularVel(body, from[0], from[1], from[2]);
      dGeomSetBody(s.geom[i], body);
      if (i % 4 == 3) dBodySetKinematic(body);
      if (i % 2) dGeomSetOffsetPosition(s.geom[i], v[0] / 10, v[1] / 10, v[2] / 10);
      if (i % 2) dGeomSetOffsetQuaternion(s.geom[i], q);
    } else {
      dGeomSetPosition(s.geom[i], v[0], v[1], v[2]);
      dGeomSetQuaternion(s.geom[i], q);
    }
  }
  return s;
}

static void free_scene(scene *s) {
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static void save(const scene *s, body_state saved[BODIES]) {
  int i;

  for (i = 0; i < BODIES; i++) {
    dBodyCopyPosition(s->body[i], saved[i].position);
    dBodyCopyQuaternion(s->body[i], saved[i].quaternion);
    memcpy(saved[i].linear, dBodyGetLinearVel(s->body[i]), sizeof saved[i].linear);
    memcpy(saved[i].angular, dBodyGetAngularVel(s->body[i]), sizeof saved[i].angular);
  }
}

static void restore(scene *s, const body_state saved[BODIES]) {
  int i;

  for (i = 0; i < BODIES; i++) {
    const body_state *b = &saved[i];
    dBodySetPosition(s->body[i], b->position[0], b->position[1], b->position[2]);
    dBodySetQuaternion(s->body[i], b->quaternion);
    dBodySetLinearVel(s->body[i], b->linear[0], b->linear[1], b->linear[2]);
    dBodySetAngularVel(s->body[i], b->angular[0], b->angular[1], b->angular[2]);
  }
}

/* Notes which pairs touch now, with boxes longer by `growth`. */
static void note_touching(const scene *s, double growth, int touching[GEOMS][GEOMS]) {
  int i, j;

  for (i = 0; i < BODIES; i++) {
    for (j = i + 1; j < GEOMS; j++) touching[i][j] = boxes_touch(s->geom[i], s->geom[j], growth);
  }
}

static int count_entering(int before[GEOMS][GEOMS], int after[GEOMS][GEOMS], int wanted) {
  int i, j, count = 0;

  for (i = 0; i < BODIES; i++) {
    for (j = i + 1; j < GEOMS; j++) count += !before[i][j] && after[i][j] == wanted;
  }
  return count;
}

/* Returns the pairs that were apart and have overlapped at some of `steps` times on the way to t, from `saved`.  Leaves
   the scene there. */
static int passed_on_the_way(scene *s, const body_state saved[BODIES], int before[GEOMS][GEOMS], double t, int steps,
                             int passed[GEOMS][GEOMS]) {
  int now[GEOMS][GEOMS], i, j, k;

  memset(passed, 0, sizeof(int[GEOMS][GEOMS]));
  for (k = 1; k <= steps; k++) {
    restore(s, saved);
    dWorldStep(s->world, (dReal)(t * k / steps));
    note_touching(s, -PROMISE * s->size, now);
    for (i = 0; i < BODIES; i++) {
      for (j = i + 1; j < GEOMS; j++) passed[i][j] |= now[i][j] && !before[i][j];
    }
  }
  return count_entering(before, passed, 1);
}

/* Returns the gap of two geoms by the solver's separating-axis test at the poses that ODE has. */
static double gap_now(dGeomID o1, dGeomID o2) {
  const dGeomID geom[2] = {o1, o2};
  bms_body body[2];
  bms_separation separation;
  int k;

  for (k = 0; k < 2; k++) {
    dVector3 lengths;
    dQuaternion q;
    double position[3], quaternion[4];
    int i;
    if (dGeomGetClass(geom[k]) == dBoxClass) {
      dGeomBoxGetLengths(geom[k], lengths);
    } else {
      qmboxGetLengths(geom[k], lengths);
    }
    dGeomGetQuaternion(geom[k], q);
    for (i = 0; i < 3; i++) position[i] = (double)dGeomGetPosition(geom[k])[i];
    for (i = 0; i < 4; i++) quaternion[i] = (double)q[i];
    body[k].box = bms_box_centred((double)lengths[0], (double)lengths[1], (double)lengths[2]);
    body[k].motion = bms_motion_fixed(position, quaternion);
  }
  bms_separation_at(&body[0], &body[1], 0, &separation);
  return separation.gap;
}

/* Turns the bodies of a contact back to where they came from. */
static void bounce(const qmboxContact *contact) {
  const dGeomID geom[2] = {contact->g1, contact->g2};
  int k;

  for (k = 0; k < 2; k++) {
    dBodyID body = dGeomGetBody(geom[k]);
    const dReal *linear, *angular;
    if (!body) continue;
    linear = dBodyGetLinearVel(body);
    angular = dBodyGetAngularVel(body);
    dBodySetLinearVel(body, -linear[0], -linear[1], -linear[2]);
    dBodySetAngularVel(body, -angular[0], -angular[1], -angular[2]);
  }
}

/* ------------------------------------------------------------------ random scenes */

static void no_pair_that_was_apart_passes_into_or_through_another(void **state) {
  random_source source = seeded("tunnel", 31);
  int scenes = 300 * soak(), i, k, stops = 0, tunnelled = 0, ours = 0;
  const double h = 1.0 / 60;

  (void)state;
  for (i = 0; i < scenes; i++) {
    static const double scales[3] = {1, 1e-3, 1e4};
    scene s = make_scene(&source, i % SPACE_KINDS, scales[i / SPACE_KINDS % 3]);
    for (k = 0; k < 4; k++) {
      body_state start[BODIES], stopped[BODIES];
      int apart_not[GEOMS][GEOMS], at_end[GEOMS][GEOMS], passed[GEOMS][GEOMS], a, b;
      qmboxStep step;

      /* The result of plain ODE's step: pairs that meet on the way and are apart again at the end. */
      save(&s, start);
      note_touching(&s, PROMISE * s.size, apart_not);
      passed_on_the_way(&s, start, apart_not, h, 60, passed);
      note_touching(&s, 0, at_end);
      for (a = 0; a < BODIES; a++) {
        for (b = a + 1; b < GEOMS; b++) tunnelled += passed[a][b] && !at_end[a][b];
      }

      restore(&s, start);
      qmboxWorldStepReport(s.world, s.space, (dReal)h, &step);
      assert_int_equal(step.inexact, 0);
      assert_true(step.advanced > 0 && (double)step.advanced <= h);
      assert_true(step.stopped || step.advanced == (dReal)h);
      stops += step.stopped;
      if (step.stopped) {
        double gap = gap_now(step.contact.g1, step.contact.g2);
        if (fabs(gap) > PROMISE * s.size) fail_msg("scene %d step %d: gap %a, size %a", i, k, gap, s.size);
        assert_true(fabs((double)step.gap - gap) <= PROMISE * s.size);
      }
      save(&s, stopped);
      ours += passed_on_the_way(&s, start, apart_not, (double)step.advanced, 60, passed);
      if (ours) fail_msg("scene %d step %d: a pair overlaps on the way to %a", i, k, (double)step.advanced);
      restore(&s, stopped);
      if (step.stopped) bounce(&step.contact);
    }
    free_scene(&s);
  }
  printf("# tunnel: %d scenes, %d stops; pairs that passed through each other: plain ODE %d, qmbox %d\n", scenes, stops,
         tunnelled, ours);
  assert_true(stops > scenes / 4 && tunnelled > scenes / 20);
  assert_int_equal(messages(), 0);
}

static void a_step_in_which_nothing_meets_is_odes_step_to_the_bit(void **state) {
  random_source source = seeded("same", 32);
  int i, compared = 0;

  (void)state;
  for (i = 0; i < 100 * soak(); i++) {
    scene s = make_scene(&source, i % SPACE_KINDS, 1);
    body_state start[BODIES], ours[BODIES], theirs[BODIES];
    qmboxStep step;

    save(&s, start);
    qmboxWorldStepReport(s.world, s.space, (dReal)0.001, &step);
    save(&s, ours);
    restore(&s, start);
    dWorldStep(s.world, (dReal)0.001);
    save(&s, theirs);
    if (!step.stopped) {
      int k;
      compared++;
      for (k = 0; k < BODIES; k++) {
        assert_memory_equal(ours[k].position, theirs[k].position, 3 * sizeof(dReal));
        assert_memory_equal(ours[k].quaternion, theirs[k].quaternion, 4 * sizeof(dReal));
        assert_memory_equal(ours[k].linear, theirs[k].linear, 3 * sizeof(dReal));
      }
    }
    free_scene(&s);
  }
  assert_true(compared > 50);
}

static void a_speck_at_a_kilometre_per_second_stops_at_a_foil(void **state) {
  random_source source = seeded("foil", 33);
  int i;

  (void)state;
  for (i = 0; i < 200 * soak(); i++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dHashSpaceCreate(0);
    dBodyID body = dBodyCreate(world);
    dGeomID speck = qmboxCreate(space, (dReal)0.001, (dReal)0.001, (dReal)0.001);
    dGeomID foil = dCreateBox(space, 2, 2, (dReal)0.0001);
    qmboxStep step;
    dReal v[3];

    random_vector(&source, 100, v);
    dBodySetAngularVel(body, v[0], v[1], v[2]);
    random_vector(&source, 0.2, v);
    dBodySetPosition(body, v[0], v[1], 5 + v[2]);
    dBodySetLinearVel(body, 0, 0, -1000);
    dGeomSetBody(speck, body);
    assert_true(qmboxWorldStepReport(world, space, 1, &step) < 1);
    assert_true(step.stopped && step.inexact == 0);
    assert_true(fabs(gap_now(speck, foil)) < PROMISE * 10);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* ------------------------------------------------------------------ single cases */

typedef struct drop {
  dWorldID world;
  dSpaceID space;
  dBodyID body;
  dGeomID box, ground;
} drop;

/* Returns a unit cube with its lower face at this height over the plane z = 0. */
static drop make_drop(double height) {
  drop d;

  d.world = dWorldCreate();
  d.space = dSimpleSpaceCreate(0);
  d.body = dBodyCreate(d.world);
  d.box = qmboxCreate(d.space, 1, 1, 1);
  d.ground = dCreatePlane(d.space, 0, 0, 1, 0);
  dGeomSetBody(d.box, d.body);
  dBodySetPosition(d.body, 0, 0, (dReal)(height + 0.5));
  return d;
}

static void free_drop(drop *d) {
  dSpaceDestroy(d->space);
  dWorldDestroy(d->world);
}

static void a_pair_that_touches_at_the_start_does_not_stop_the_step(void **state) {
  static const double heights[] = {0, 1e-15, -1e-15, -0.1};
  unsigned i;

  (void)state;
  for (i = 0; i < sizeof heights / sizeof *heights; i++) {
    drop d = make_drop(heights[i]);
    dWorldSetGravity(d.world, 0, 0, -10);
    if (qmboxWorldStep(d.world, d.space, (dReal)0.01) != (dReal)0.01) fail_msg("stopped at height %a", heights[i]);
    free_drop(&d);
  }
}

static void stepping_on_after_a_stop_never_gets_stuck(void **state) {
  random_source source = seeded("stuck", 34);
  int i;

  (void)state;
  for (i = 0; i < 200 * soak(); i++) {
    drop d = make_drop(0);
    qmboxStep step;
    dReal v[3];

    random_vector(&source, 5, v);
    dBodySetAngularVel(d.body, v[0], v[1], v[2]);
    random_vector(&source, 1, v);
    dBodySetPosition(d.body, v[0], v[1], 5 + v[2]);
    dBodySetLinearVel(d.body, 0, 0, -10);
    assert_true(qmboxWorldStepReport(d.world, d.space, 1, &step) < 1);
    assert_true(step.stopped);
    assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.1, &step) == (dReal)0.1);
    assert_false(step.stopped);
    free_drop(&d);
  }
}

static void a_pair_that_parts_and_comes_back_is_caught(void **state) {
  int turned;

  (void)state;
  for (turned = 0; turned < 2; turned++) {
    drop d = make_drop(1e-14); /* this is as good as touching */
    qmboxStep step;

    /* z(t) = 4 t - 8 t^2: thrown up, back at t = 1/2; a torque makes the path one that has to be tried */
    dWorldSetGravity(d.world, 0, 0, -8);
    dBodySetLinearVel(d.body, 0, 0, 4);
    if (turned) dBodySetTorque(d.body, 0, 0, 1);
    assert_true(fabs((double)qmboxWorldStepReport(d.world, d.space, 1, &step) - 0.5) < (turned ? 1e-9 : 1e-12));
    assert_true(step.stopped && step.inexact == 0);
    assert_int_equal(step.assumed, turned ? QMBOX_INEXACT_TORQUE : 0);
    free_drop(&d);
  }
}

static void all_that_a_free_body_may_have_is_followed_exactly(void **state) {
  enum { CASES = 8 };
  int i;

  (void)state;
  for (i = 0; i < CASES; i++) {
    drop d = make_drop(2);
    qmboxStep step;
    dMass mass;

    dWorldSetGravity(d.world, 0, 0, -10);
    dBodySetLinearVel(d.body, 1, 0, -3);
    dBodySetAngularVel(d.body, 2, -1, 3);
    if (i == 1) dBodySetForce(d.body, 5, 1, -7);
    if (i == 2) dBodySetGravityMode(d.body, 0);
    if (i == 3) dBodySetKinematic(d.body);
    if (i == 4) dBodySetDamping(d.body, (dReal)0.1, (dReal)0.2);
    if (i == 5) dBodySetMaxAngularSpeed(d.body, 1);
    if (i == 6) dMassSetBox(&mass, 100, 3, 1, (dReal)0.2);
    if (i == 6) dBodySetMass(d.body, &mass);
    if (i == 6) dBodySetGyroscopicMode(d.body, 0);
    if (i == 7) dMassSetBox(&mass, 100, 3, 1, (dReal)0.2);
    if (i == 7) dBodySetMass(d.body, &mass);
    if (i == 7) dBodySetAngularVel(d.body, 0, 0, 9); /* about a principal axis */
    assert_true(qmboxWorldStepReport(d.world, d.space, 1, &step) < 1);
    if (step.inexact) fail_msg("case %d: inexact %x", i, step.inexact);
    assert_true(step.stopped);
    assert_true(fabs((double)step.gap) < 3e-12);
    free_drop(&d);
  }
}

static void what_is_not_known_beforehand_is_checked_on_the_path_it_takes(void **state) {
  static const unsigned expected[] = {QMBOX_INEXACT_JOINT, QMBOX_INEXACT_TORQUE, QMBOX_INEXACT_GYROSCOPIC,
                                      QMBOX_INEXACT_FINITE_ROTATION};
  unsigned i;

  (void)state;
  for (i = 0; i < sizeof expected / sizeof *expected; i++) {
    drop d = make_drop(2);
    qmboxStep step;
    dMass mass;

    dBodySetLinearVel(d.body, 1, 0, -9);
    dBodySetAngularVel(d.body, 2, -1, 3);
    if (expected[i] == QMBOX_INEXACT_JOINT) {
      (void)join_by_slider(d.world, d.body, 0, 0, 0, 1);
    } else if (expected[i] == QMBOX_INEXACT_TORQUE) {
      dBodySetTorque(d.body, 1, 2, 3);
    } else if (expected[i] == QMBOX_INEXACT_GYROSCOPIC) {
      dMassSetBox(&mass, 1, 3, 1, (dReal)0.2);
      dBodySetMass(d.body, &mass);
    } else {
      dBodySetFiniteRotationMode(d.body, 1);
    }
    assert_int_equal(qmboxBodyInexact(d.body), expected[i]);
    assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.5, &step) < (dReal)0.3);
    if (step.assumed != expected[i] || step.inexact) fail_msg("case %u: %x, %x", i, step.assumed, step.inexact);
    assert_true(step.stopped && step.gap >= 0 && (double)step.gap < 1e-9);
    free_drop(&d);
  }
}

static dColliderFn *no_collider(int other) {
  (void)other;
  return 0;
}

static void shapes_that_are_not_followed_are_stepped_as_ode_does_and_said(void **state) {
  const dGeomClass class = {0, no_collider, dInfiniteAABB, 0, 0};
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dSpaceAdd(d.space, dCreateGeom(dCreateGeomClass(&class)));
  dBodySetLinearVel(d.body, 1, 0, -1);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.5, &step) == (dReal)0.5);
  assert_int_equal(step.inexact, QMBOX_INEXACT_SHAPE);
  free_drop(&d);
}

static void shift(dBodyID body) {
  const dReal *position = dBodyGetPosition(body);

  dBodySetPosition(body, position[0] + (dReal)1e-6, position[1], position[2]);
}

static void a_body_that_a_callback_moves_in_the_step_is_noticed(void **state) {
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dBodySetLinearVel(d.body, 0, 0, -1);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.assumed, 0);
  dBodySetMovedCallback(d.body, shift);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.assumed, QMBOX_INEXACT_PATH);
  assert_int_equal(step.inexact, 0);
  free_drop(&d);
}

static void nudge(dBodyID body) {
  dQuaternion turned;

  memcpy(turned, dBodyGetQuaternion(body), sizeof turned);
  turned[1] += (dReal)1e-6;
  dBodySetQuaternion(body, turned);
}

/* In finite rotation mode the turn that ODE would have made is not the one that is found. */
static void a_body_that_a_callback_turns_in_finite_rotation_mode_is_noticed(void **state) {
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dBodySetFiniteRotationMode(d.body, 1);
  dBodySetAngularVel(d.body, 0, 0, 1);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.assumed, QMBOX_INEXACT_FINITE_ROTATION);
  dBodySetMovedCallback(d.body, nudge);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.assumed, QMBOX_INEXACT_FINITE_ROTATION | QMBOX_INEXACT_PATH);
  free_drop(&d);
}

static void turn_over(dBodyID body) {
  const dQuaternion over = {0, 1, 0, 0};

  dBodySetQuaternion(body, over);
}

/* There is no finite angular velocity that makes half a turn of a linear quaternion. */
static void half_a_turn_by_a_callback_has_a_path(void **state) {
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dBodySetMovedCallback(d.body, turn_over);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.assumed, QMBOX_INEXACT_PATH);
  assert_int_equal(step.inexact, 0);
  free_drop(&d);
}

static void negate(dBodyID body) {
  const dReal *q = dBodyGetQuaternion(body);
  const dQuaternion negative = {-q[0], -q[1], -q[2], -q[3]};

  dBodySetQuaternion(body, negative);
}

/* Half a turn would have taken a corner through the plane. */
static void a_quaternion_and_its_negative_are_one_rotation(void **state) {
  drop d = make_drop(0.1);
  qmboxStep step;

  (void)state;
  dBodySetAngularVel(d.body, (dReal)0.01, 0, 0);
  dBodyAddTorque(d.body, (dReal)1e-6, 0, 0);
  dBodySetMovedCallback(d.body, negate);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.stopped, 0);
  assert_int_equal(step.inexact, 0);
  free_drop(&d);
}

static void dive(dBodyID body) {
  dBodySetPosition(body, 0, 0, 0);
}

/* A callback puts the body into the floor however short the step is. */
static void a_step_of_which_no_length_is_right_is_made_in_full_and_said(void **state) {
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dBodySetLinearVel(d.body, 0, 0, -1);
  dBodySetMovedCallback(d.body, dive);
  assert_true(qmboxWorldStepReport(d.world, d.space, (dReal)0.01, &step) == (dReal)0.01);
  assert_int_equal(step.stopped, 0);
  assert_int_equal(step.inexact, QMBOX_INEXACT_UNRESOLVED);
  free_drop(&d);
}

static void motions_of_geoms_play_no_part(void **state) {
  const double start[3] = {0, 0, 2.5}, down[3] = {0, 0, -100}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, down, none, none);
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dBodySetLinearVel(d.body, 0, 0, -4);
  assert_true(qmboxSetMotion(d.box, &motion, 0, 1));
  assert_true(fabs((double)qmboxWorldStepReport(d.world, d.space, 1, &step) - 0.5) < 1e-14);
  assert_true(step.stopped && step.inexact == 0);
  free_drop(&d);
}

static void what_stands_still_is_met_where_it_stands_whatever_its_motion(void **state) {
  const double far[3] = {500, 0, 0}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(far, identity, none, none, none);
  drop d = make_drop(2);
  dGeomID shelf = qmboxCreate(d.space, 9, 9, 1);
  qmboxStep step;

  (void)state;
  dGeomSetPosition(shelf, 0, 0, (dReal)0.5); /* top at 1 */
  assert_true(qmboxSetMotion(shelf, &motion, 0, 1));
  dBodySetLinearVel(d.body, 0, 0, -4);
  assert_true(fabs((double)qmboxWorldStepReport(d.world, d.space, 1, &step) - 0.25) < 1e-14);
  assert_true(step.stopped && (step.contact.g1 == shelf || step.contact.g2 == shelf));
  free_drop(&d);
}

static void bodies_of_other_worlds_stand_still(void **state) {
  drop d = make_drop(2);
  dWorldID other = dWorldCreate();
  dBodyID body = dBodyCreate(other);
  dGeomID shelf = qmboxCreate(d.space, 9, 9, 1);
  qmboxStep step;

  (void)state;
  dGeomSetBody(shelf, body);
  dBodySetPosition(body, 0, 0, (dReal)0.5); /* top at 1 */
  dBodySetLinearVel(body, 0, 0, 50);
  dBodySetLinearVel(d.body, 0, 0, -4);
  assert_true(fabs((double)qmboxWorldStepReport(d.world, d.space, 1, &step) - 0.25) < 1e-14);
  assert_true(step.stopped && (step.contact.g1 == shelf || step.contact.g2 == shelf));
  free_drop(&d);
  dWorldDestroy(other);
}

static char said[200]; /* by the last message */

static void keep_message(int number, const char *text, va_list arguments) {
  (void)number;
  vsnprintf(said, sizeof said, text, arguments);
}

static void messages_name_the_function_that_was_called(void **state) {
  drop d = make_drop(2);
  qmboxStep step;

  (void)state;
  dSetMessageHandler(keep_message);
  qmboxWorldStep(d.world, d.space, 0);
  assert_string_equal(said, "qmboxWorldStep: h is not positive and finite");
  qmboxWorldStepReport(d.world, d.space, 0, &step);
  assert_string_equal(said, "qmboxWorldStepReport: h is not positive and finite");
  free_drop(&d);
}

static void bad_arguments_are_refused_with_a_message_and_no_step(void **state) {
  drop d = make_drop(2);
  const dReal bad[] = {0, -1, (dReal)NAN, dInfinity};
  qmboxStep step;
  unsigned i;

  (void)state;
  dBodySetLinearVel(d.body, 1, 0, 0);
  for (i = 0; i < sizeof bad / sizeof *bad; i++) assert_true(qmboxWorldStep(d.world, d.space, bad[i]) == 0);
  assert_true(qmboxWorldStep(0, d.space, 1) == 0);
  assert_true(qmboxWorldStep(d.world, 0, 1) == 0);
  assert_true(qmboxWorldStep(d.world, (dSpaceID)d.box, 1) == 0);
  assert_true(qmboxWorldStepReport(d.world, d.space, 1, 0) == 0);
  assert_int_equal(messages(), 8);
  assert_true(dBodyGetPosition(d.body)[0] == 0);
  dBodySetLinearVel(d.body, (dReal)1e200, 0, 0);
  assert_true(qmboxWorldStepReport(d.world, d.space, 1, &step) == 1);
  assert_true(step.inexact & QMBOX_INEXACT_NUMBERS);
  free_drop(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(no_pair_that_was_apart_passes_into_or_through_another, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_step_in_which_nothing_meets_is_odes_step_to_the_bit, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_speck_at_a_kilometre_per_second_stops_at_a_foil, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_pair_that_touches_at_the_start_does_not_stop_the_step, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(stepping_on_after_a_stop_never_gets_stuck, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_pair_that_parts_and_comes_back_is_caught, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(all_that_a_free_body_may_have_is_followed_exactly, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_not_known_beforehand_is_checked_on_the_path_it_takes, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(shapes_that_are_not_followed_are_stepped_as_ode_does_and_said, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(a_body_that_a_callback_moves_in_the_step_is_noticed, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_body_that_a_callback_turns_in_finite_rotation_mode_is_noticed, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(half_a_turn_by_a_callback_has_a_path, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_quaternion_and_its_negative_are_one_rotation, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_step_of_which_no_length_is_right_is_made_in_full_and_said, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(motions_of_geoms_play_no_part, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_stands_still_is_met_where_it_stands_whatever_its_motion, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(bodies_of_other_worlds_stand_still, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(messages_name_the_function_that_was_called, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_are_refused_with_a_message_and_no_step, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
