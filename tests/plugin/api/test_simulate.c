/* SPDX-License-Identifier: BSD-3-Clause */

/* QMBOX_CONTINUITY_EXACT, the usual loop cut at first contacts: forces, damping, sleep, joints, refusals, limits and
   arguments, each as in a frame that is not cut. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joints.h"
#include "loop.h"

/* Adds a bullet that stops the frame at this part of it, far from everything else, and at this height. */
static void add_bullet_at(loop *l, dReal h, double part, dReal z) {
  double way = (double)h * part * 500;
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, (dReal)(100 - 0.015 - way), 0, z);

  add_tile(l, (dReal)0.01, 1, 1, 100, 0, z);
  dBodySetGravityMode(bullet, 0);
  dBodySetLinearVel(bullet, 500, 0, 0);
}

static void add_bullet(loop *l, dReal h, double part) {
  add_bullet_at(l, h, part, 50);
}

static void a_frame_in_which_nothing_meets_is_odes_own_to_the_bit(void **state) {
  int cut;
  dReal at[2][3], turned[2][4];

  (void)state;
  for (cut = 0; cut < 2; cut++) {
    loop *l = make_exact_loop(SPACE_HASH);
    dBodyID body, other;
    int i;

    dRandSetSeed(7);
    dCreatePlane(l->space, 0, 0, 1, 0);
    body = add_box(l, 1, 1, 1, 0, 0, (dReal)0.499);
    other = add_box(l, 1, 1, 1, (dReal)1.6, 0, (dReal)2.5);
    dBodySetAngularVel(other, 1, 2, 3);
    dBodySetDamping(other, (dReal)0.01, (dReal)0.02);
    (void)join_by_ball(l->world, body, other, 0, 0, 2);
    for (i = 0; i < 10; i++) {
      if (cut) {
        assert_int_equal(frame(l, (dReal)0.002).subSteps, 1);
      } else {
        plain_frame(l, (dReal)0.002);
      }
    }
    memcpy(at[cut], dBodyGetPosition(other), sizeof at[cut]);
    memcpy(turned[cut], dBodyGetQuaternion(other), sizeof turned[cut]);
    free_loop(l);
  }
  assert_memory_equal(at[0], at[1], sizeof at[0]);
  assert_memory_equal(turned[0], turned[1], sizeof turned[0]);
}

/* Steps that were taken back for each stop of boxes which fall on the ground and bounce: `joined`, two and two by
   hinges with friction, else each by itself, and it precesses. */
static double trials_for_a_stop(random_source *source, int joined) {
  loop *l = make_exact_loop(SPACE_HASH);
  dBodyID last = 0;
  int trials = 0, stops = 0, i, k;

  dCreatePlane(l->space, 0, 0, 1, 0);
  l->bounce = (dReal)0.8;
  for (i = 0; i < 8; i++) {
    dBodyID body = add_box(l, (dReal)0.3, (dReal)0.5, 1, (dReal)1.5 * (dReal)i, 0, uniform(source, 1, 2));
    dReal spin[3];
    random_vector(source, 6, spin);
    dBodySetAngularVel(body, spin[0], spin[1], spin[2]);
    if (joined && i % 2) {
      dJointID hinge = join_by_hinge(l->world, last, body, 1.5 * i - 0.75, 0, 1.5);
      dJointSetHingeParam(hinge, dParamFMax, 100);
    }
    last = body;
  }
  for (k = 0; k < 120; k++) {
    qmboxSimulateReport report = frame(l, (dReal)0.01);
    assert_int_equal(report.inexact, 0);
    trials += report.trials;
    stops += report.stops;
  }
  free_loop(l);
  assert_true(stops >= 10);
  return (double)trials / stops;
}

static void one_trial_tells_when_a_free_body_lands_and_three_one_that_a_joint_holds(void **state) {
  random_source source = seeded("trials", 0x54);
  int joined;

  (void)state;
  for (joined = 0; joined < 2; joined++) {
    double trials = trials_for_a_stop(&source, joined);
    printf("# %s: %.2f trials for a stop\n", joined ? "joined" : "precessing", trials);
    assert_true(trials < (joined ? 3 : 1.1));
  }
}

static void forces_act_over_the_whole_frame_however_it_is_cut(void **state) {
  int extra;

  (void)state;
  for (extra = 0; extra < 2; extra++) { /* it is found by its geom, or named */
    loop *l = make_exact_loop(SPACE_SIMPLE);
    dBodyID body = dBodyCreate(l->world);
    dGeomID geom = extra ? 0 : dCreateBox(l->space, 1, 1, 1);

    if (geom) dGeomSetBody(geom, body);
    l->options.bodies = &body;
    l->options.bodyCount = extra;
    add_bullet(l, (dReal)0.01, 0.3);
    dWorldSetGravity(l->world, 0, 0, 0);
    dBodyAddForce(body, 0, 7, 0);
    dBodyAddTorque(body, 0, 0, 3);
    assert_true(frame(l, (dReal)0.01).stops > 0);
    assert_true(fabs((double)dBodyGetLinearVel(body)[1] - 0.07) < 1e-12);
    assert_true(fabs((double)dBodyGetAngularVel(body)[2] - 0.03) < 1e-12);
    assert_true(dBodyGetForce(body)[1] == 0 && dBodyGetTorque(body)[2] == 0);
    free_loop(l);
  }
}

/* Returns the speed that a force gives in a frame to a body without a geom, which only a joint leads to. */
static double pushed(int cut) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0), joined = dBodyCreate(l->world);
  double speed;

  dWorldSetGravity(l->world, 0, 0, 0);
  l->options.stepper = dWorldStep;
  dBodySetPosition(joined, 0, 0, 2);
  (void)join_by_ball(l->world, body, joined, 0, 0, 2);
  if (cut) add_bullet(l, (dReal)0.01, 0.3);
  dBodyAddForce(joined, 0, 700, 0);
  if (cut) {
    assert_true(frame(l, (dReal)0.01).trials > 0);
  } else {
    plain_frame(l, (dReal)0.01);
  }
  speed = (double)dBodyGetLinearVel(joined)[1];
  free_loop(l);
  return speed;
}

static void bodies_that_only_joints_lead_to_are_taken_back_too(void **state) {
  double plain = pushed(0), cut = pushed(1);

  (void)state;
  if (!(fabs(cut - plain) < 1e-3 * plain)) fail_msg("%a, plain ODE %a", cut, plain);
}

static void damping_is_that_of_the_whole_frame(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  int i;

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(body, 0, 1, 0);
  dBodySetAngularVel(body, 0, 0, 1);
  dBodySetDamping(body, (dReal)0.1, (dReal)0.2);
  add_bullet(l, (dReal)0.01, 0.3);
  assert_true(frame(l, (dReal)0.01).stops > 0);
  assert_true(fabs((double)dBodyGetLinearVel(body)[1] - 0.9) < 1e-12);
  assert_true(fabs((double)dBodyGetAngularVel(body)[2] - 0.8) < 1e-12);
  assert_true(dBodyGetLinearDamping(body) == (dReal)0.1 && dBodyGetAngularDamping(body) == (dReal)0.2);
  for (i = 0; i < 3; i++) frame(l, (dReal)0.01);
  assert_true(fabs((double)dBodyGetLinearVel(body)[1] - 0.9 * 0.9 * 0.9 * 0.9) < 1e-12);
  free_loop(l);
}

/* Returns the number of frames after which a box at rest falls asleep. */
static int frames_until_asleep(int cut) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body;
  int count;

  dCreatePlane(l->space, 0, 0, 1, 0);
  body = add_box(l, 1, 1, 1, 0, 0, (dReal)0.5);
  dBodySetAutoDisableFlag(body, 1);
  dBodySetAutoDisableSteps(body, 10);
  dBodySetAutoDisableTime(body, (dReal)0.3);
  for (count = 0; count < 100 && dBodyIsEnabled(body); count++) {
    if (cut) {
      add_bullet(l, (dReal)0.01, 0.3);
      frame(l, (dReal)0.01);
    } else {
      plain_frame(l, (dReal)0.01);
    }
  }
  assert_true(dBodyGetAutoDisableFlag(body) && dBodyGetAutoDisableSteps(body) == 10);
  free_loop(l);
  return count;
}

static void a_box_falls_asleep_when_it_does_in_plain_ode(void **state) {
  int plain = frames_until_asleep(0), cut = frames_until_asleep(1);

  (void)state;
  printf("# asleep after %d frames, plain ODE %d\n", cut, plain);
  assert_true(plain < 100);
  assert_int_equal(cut, plain);
}

/* The fault of a body: its joint is a millimetre off, one with parameters of its own or one that goes by the world's,
   or it is pressed 5 mm into the ground, hard or soft. */
enum { BALL, HINGE, HARD, SOFT, ERRORS };

/* Returns how fast it is after a frame that a bullet cuts at this part. */
static double thrown_back(int contact, int cut, double part) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, (dReal)0.495);
  double speed;

  if (contact == HARD || contact == SOFT) {
    dCreatePlane(l->space, 0, 0, 1, 0);
    if (contact == SOFT) l->softErp = (dReal)0.8;
    if (contact == SOFT) l->softCfm = (dReal)1e-5;
  } else {
    (void)(contact == BALL ? join_by_ball : join_by_hinge)(l->world, body, 0, 0, 0, 0);
    dBodySetPosition(body, (dReal)0.001, 0, (dReal)0.495);
    dWorldSetGravity(l->world, 0, 0, 0);
  }
  l->options.stepper = dWorldStep;
  if (cut) {
    add_bullet(l, (dReal)0.01, part);
    if (frame(l, (dReal)0.01).stops == 0) fail_msg("contact %d: no stop at %a", contact, part);
  } else {
    plain_frame(l, (dReal)0.01);
  }
  speed = (double)speed_of(body);
  free_loop(l);
  return speed;
}

static void short_parts_of_a_frame_throw_nothing_back(void **state) {
  static const double parts[] = {1e-9, 1e-5, 0.3, 0.99999, 0.999999999};
  int contact;
  unsigned i;

  (void)state;
  for (contact = 0; contact < ERRORS; contact++) {
    double plain = thrown_back(contact, 0, 0);
    for (i = 0; i < sizeof parts / sizeof *parts; i++) {
      double cut = thrown_back(contact, 1, parts[i]);
      if (cut > 1.1 * plain + 1e-9) fail_msg("contact %d, cut at %a: %a, plain ODE %a", contact, parts[i], cut, plain);
    }
  }
}

static void a_pair_that_the_callback_refuses_stops_the_frame_once(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  dGeomID sensor = add_tile(l, 1, 1, 1, 3, 0, 0);
  int i;

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  l->refused = 4;
  dGeomSetCategoryBits(sensor, 4);
  dBodySetLinearVel(body, 10, 0, 0);
  dBodySetAngularVel(body, 1, 2, 3);
  for (i = 0; i < 30; i++) frame(l, (dReal)(1.0 / 60));
  assert_int_equal(l->stops, 1);
  assert_true(fabs((double)dBodyGetPosition(body)[0] - 5) < 1e-9 && dBodyGetLinearVel(body)[0] == 10);
  free_loop(l);
}

static void a_pair_that_is_refused_is_left_alone_even_if_it_parts_and_meets_again(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID blade = add_box(l, 2, (dReal)0.1, (dReal)0.1, 0, 0, 0);
  dGeomID sensor = add_tile(l, 1, 1, 1, (dReal)1.4, 0, 0);
  int i;

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  l->refused = 4;
  dGeomSetCategoryBits(sensor, 4);
  dBodySetQuaternion(blade, (const dQuaternion){(dReal)0.8, 0, 0, (dReal)0.6});
  dBodySetFiniteRotationMode(blade, 1);
  dBodySetAngularVel(blade, 0, 0, 400);
  /* Parts of the frame begin while the two are apart, as they mostly are. */
  for (i = 0; i < 5; i++) add_bullet_at(l, (dReal)0.1, 0.2 + 0.15 * i, (dReal)(50 + 5 * i));
  assert_int_equal(frame(l, (dReal)0.1).stops, 6);
  free_loop(l);
}

static void what_nothing_can_stop_stops_a_frame_once_per_pair(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  qmboxSimulateReport report;

  (void)state;
  dBodySetKinematic(body);
  dBodySetLinearVel(body, 10, 0, 0);
  add_tile(l, 1, 1, 1, 3, 0, 0);
  report = frame(l, 1);
  assert_int_equal(report.stops, 1);
  assert_true(fabs((double)dBodyGetPosition(body)[0] - 10) < 1e-9);
  free_loop(l);
}

static void links_of_a_chain_do_not_stop_the_frame_for_each_other(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID one = add_box(l, 1, 1, 1, 0, 0, 0), two = add_box(l, 1, 1, 1, (dReal)1.1, 0, 0);
  int i;

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  dJointSetHingeAxis(join_by_hinge(l->world, one, two, 0.55, 0, 0.5), 0, 1, 0);
  dBodySetAngularVel(two, 0, 5, 0);
  for (i = 0; i < 10; i++) frame(l, (dReal)0.01);
  assert_int_equal(l->stops, 0);
  free_loop(l);
}

static void pairs_whose_bits_do_not_match_do_not_stop_the_frame(void **state) {
  loop *l = make_exact_loop(SPACE_HASH);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  dGeomID ghost = add_tile(l, 1, 1, 1, 3, 0, 0);

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  dGeomSetCategoryBits(ghost, 2);
  dGeomSetCollideBits(ghost, 2);
  dGeomSetCategoryBits(dBodyGetFirstGeom(body), 1);
  dGeomSetCollideBits(dBodyGetFirstGeom(body), 1);
  dBodySetLinearVel(body, 10, 0, 0);
  assert_int_equal(frame(l, 1).stops, 0);
  free_loop(l);
}

static void the_number_of_pieces_is_limited_and_the_last_is_guarded(void **state) {
  int most;

  (void)state;
  for (most = 1; most <= 4; most++) {
    loop *l = make_exact_loop(SPACE_SIMPLE);
    qmboxSimulateReport report;
    int i;

    l->bounce = 1;
    dWorldSetGravity(l->world, 0, 0, 0);
    l->options.maxSubSteps = most;
    l->options.slices = 1;
    for (i = 0; i < 6; i++) dBodySetLinearVel(add_box(l, 1, 1, 1, (dReal)(3 * i), 0, 0), i % 2 ? 10 : -10, 0, 0);
    report = frame(l, 1);
    assert_int_equal(report.subSteps, most);
    /* three pairs meet at once: those that have not stopped the frame are stopped by the guard, and their bodies
       wait */
    assert_int_equal(report.stops - (most - 1), report.heldBodies / 2);
    assert_int_equal(report.heldBodies > 0, report.lostTime > 0);
    assert_true(report.unguarded == 0);
    assert_int_equal(report.limited, most > 1);
    assert_true(report.unchecked > 0);
    free_loop(l);
  }
}

/* The body is free, and its contact known beforehand; or it is on a rail, and the step's length is searched for. */
static void a_shortest_advance_runs_through_what_comes_sooner_and_says_so(void **state) {
  (void)state;
  for (int rail = 0; rail < 2; rail++) {
    loop *l = make_exact_loop(SPACE_SIMPLE);
    dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
    dWorldSetGravity(l->world, 0, 0, 0);
    add_tile(l, 1, 1, 1, (dReal)1.01, 0, 0);
    dBodySetLinearVel(body, 1, 0, 0);
    if (rail) (void)join_by_slider(l->world, body, 0, 1, 0, 0);
    l->options.minAdvance = (dReal)0.02;
    qmboxSimulateReport report = frame(l, (dReal)0.1);
    assert_true(fabs((double)report.unchecked - 0.02) < 1e-12);
    assert_true(report.subSteps >= 2 && (double)dBodyGetPosition(body)[0] < 0.03);
    free_loop(l);
  }
}

/* Counts the stops of a frame for each of some boxes. */
enum { HOPPING = 12 };
typedef struct hops {
  dGeomID geom[HOPPING];
  int count[HOPPING];
} hops;

static void count_hop(void *data, const qmboxContact *contact) {
  hops *h = data;
  int i;

  for (i = 0; i < HOPPING; i++) h->count[i] += contact->g1 == h->geom[i] || contact->g2 == h->geom[i];
}

/* Boxes of 1 m hop on a plate, so low that a frame would not take them through the slop of 3 mm. */
static int most_hops(int allowed, int *stops) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  random_source source = {0x5a};
  hops h;
  int most = 0, i, k;

  dRandSetSeed(1); /* dWorldQuickStep() draws from it */
  add_tile(l, 40, 3, 1, 18, 0, (dReal)-0.5);
  for (i = 0; i < HOPPING; i++) {
    h.geom[i] =
        dBodyGetFirstGeom(add_box(l, 1, 1, 1, (dReal)(3 * i), 0, (dReal)0.5 + uniform(&source, 0, (dReal)5e-4)));
  }
  l->bounce = (dReal)0.8;
  l->options.slowStops = allowed;
  l->options.stop = count_hop;
  l->options.stopData = &h;
  for (k = 0; k < 30; k++) {
    qmboxSimulateReport report;
    memset(h.count, 0, sizeof h.count);
    report = frame(l, (dReal)0.025);
    assert_true(report.unchecked == 0 && report.limited == 0);
    *stops += report.stops;
    for (i = 0; i < HOPPING; i++) {
      most = h.count[i] > most ? h.count[i] : most;
      assert_true((double)dGeomGetPosition(h.geom[i])[2] > 0.5 - 0.003 * 4 / 3);
    }
  }
  free_loop(l);
  return most;
}

static void what_bounces_slowly_stops_a_frame_no_more_often_than_allowed(void **state) {
  int most[6], stops[6] = {0}, allowed;

  (void)state;
  for (allowed = 0; allowed <= 5; allowed++) most[allowed] = most_hops(allowed, &stops[allowed]);
  for (allowed = 1; allowed <= 5; allowed++) assert_int_equal(most[allowed], allowed);
  assert_int_equal(most[0], 4);
  assert_int_equal(stops[0], stops[4]);
  printf("# hops: %d stops, %d with one slow stop of a pair\n", stops[0], stops[1]);
  assert_true(stops[1] < stops[0]);
}

static void a_stop_tells_which_pair_when_where_and_how_fast(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  dGeomID wall = add_tile(l, 1, 4, 4, 3, 0, 0);
  dGeomID back = add_tile(l, 1, 4, 4, (dReal)-1.5, 0, 0);
  int k;

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(body, 4, 0, 0);
  frame(l, 1);
  assert_int_equal(l->stops, 1);
  assert_true((l->last.g1 == wall && l->last.g2 == dBodyGetFirstGeom(body)) ||
              (l->last.g2 == wall && l->last.g1 == dBodyGetFirstGeom(body)));
  assert_true(fabs(l->last.time - 0.5) < 1e-9 && fabs((double)l->last.approachSpeed - 4) < 1e-9);
  assert_true(fabs((double)l->last.normal[0] - (l->last.g1 == wall ? 1 : -1)) < 1e-12);
  assert_int_equal(l->last.pointCount, 4);
  for (k = 0; k < 4; k++) assert_true(fabs((double)l->last.point[k][0] - 2.5) < 1e-9);

  /* Thrown back, over 2.5: the times count from the start of the frame. */
  dBodySetPosition(body, 0, 0, 0);
  dBodySetRotation(body, dGeomGetRotation(wall));
  dBodySetLinearVel(body, 4, 0, 0);
  dBodySetAngularVel(body, 0, 0, 0);
  l->bounce = 1;
  l->friction = 0;
  l->options.stepper = dWorldStep;
  frame(l, (dReal)1.5);
  assert_int_equal(l->stops, 3);
  assert_true(l->last.g1 == back || l->last.g2 == back);
  assert_true(fabs(l->last.time - 1.125) < 1e-6);
  assert_true(l->last.timeLower <= l->last.time && l->last.time <= l->last.timeUpper);
  free_loop(l);
}

/* Contacts so soft that a ball goes on into a wall in which it is already a little. */
static void a_stop_of_shapes_that_overlap_has_a_normal(void **state) {
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  dGeomID wall = add_tile(l, 1, 4, 4, (dReal)0.95, 0, 0), ball = dCreateSphere(l->space, (dReal)0.5);

  (void)state;
  dGeomDestroy(dBodyGetFirstGeom(body));
  dGeomSetBody(ball, body);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(body, 40, 0, 0);
  l->softErp = (dReal)1e-3;
  l->softCfm = 1000;
  qmboxWorldSimulate(l->world, l->space, (dReal)0.02, &l->options, 0);
  assert_true(l->stops > 0);
  assert_int_equal(l->last.status, BMS_OVERLAPPING);
  assert_true(fabs((double)l->last.normal[0] - (l->last.g1 == wall ? 1 : -1)) < 1e-9);
  free_loop(l);
}

static void bodies_with_several_geoms_and_bodies_of_other_worlds_take_part(void **state) {
  loop *l = make_exact_loop(SPACE_NESTED);
  dWorldID other = dWorldCreate();
  dBodyID hammer = dBodyCreate(l->world), foreign = dBodyCreate(other);
  dGeomID head = dCreateBox(l->space, 1, 1, 1), shaft = qmboxCreate(l->space, 3, (dReal)0.1, (dReal)0.1);
  dGeomID stranger = dCreateBox(l->space, 1, 1, 1);

  (void)state;
  dWorldSetGravity(l->world, 0, 0, 0);
  l->friction = 0;
  l->options.stepper = dWorldStep;
  dGeomSetBody(head, hammer);
  dGeomSetBody(shaft, hammer);
  dGeomSetOffsetPosition(shaft, 2, 0, 0);
  dGeomSetBody(stranger, foreign);
  dBodySetPosition(foreign, 6, 0, 0);
  dBodySetLinearVel(foreign, -100, 0, 0);
  dBodySetLinearVel(hammer, 10, 0, 0);
  assert_true(frame(l, 1).stops >= 1);
  assert_true(l->last.g1 == stranger || l->last.g2 == stranger);
  /* It goes from 3.5 to 5.5 at 10 per second; the stranger's world stands still. */
  assert_int_equal(l->stops, 1);
  assert_true(fabs(l->last.time - 0.2) < 1e-9);
  assert_true(fabs((double)dBodyGetPosition(hammer)[0] - 2) < 1e-8);
  assert_true(dBodyGetPosition(foreign)[0] == 6);
  free_loop(l);
  dWorldDestroy(other);
}

static void a_body_that_sleeps_is_woken_by_what_hits_it_and_by_nothing_else(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID hit = add_box(l, 1, 1, (dReal)0.01, 3, 0, 0), far = add_box(l, 1, 1, 1, 3, 0, 10);
  dBodyID bullet = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 3, 0, 5);
  int i;

  (void)state;
  l->options.stepper = dWorldStep;
  dBodyDisable(hit);
  dBodyDisable(far);
  dBodySetLinearVel(bullet, 0, 0, -500);
  for (i = 0; i < 5; i++) frame(l, (dReal)0.01);
  assert_true(dBodyIsEnabled(hit) && (double)dBodyGetLinearVel(hit)[2] < -1);
  assert_false(dBodyIsEnabled(far));
  assert_true(dBodyGetPosition(far)[2] == 10 && dBodyGetLinearVel(far)[2] == 0);
  assert_true((double)dBodyGetPosition(bullet)[2] > (double)dBodyGetPosition(hit)[2]);
  free_loop(l);
}

static void bad_options_are_refused_with_a_message_and_no_step(void **state) {
  loop *l = make_exact_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  qmboxSimulateOptions options;
  int count = 0;

  (void)state;
  assert_true(qmboxWorldSimulate(0, l->space, 1, &l->options, 0) == 0 && ++count);
  assert_true(qmboxWorldSimulate(l->world, 0, 1, &l->options, 0) == 0 && ++count);
  assert_true(qmboxWorldSimulate(l->world, (dSpaceID)dBodyGetFirstGeom(body), 1, &l->options, 0) == 0 && ++count);
  assert_true(qmboxWorldSimulate(l->world, l->space, 0, &l->options, 0) == 0 && ++count);
  assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)NAN, &l->options, 0) == 0 && ++count);
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, 0, 0) == 0 && ++count);
  options = l->options;
  options.maxSubSteps = -1;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &options, 0) == 0 && ++count);
  options = l->options;
  options.slop = (dReal)NAN;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &options, 0) == 0 && ++count);
  options = l->options;
  options.minAdvance = -1;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &options, 0) == 0 && ++count);
  options = l->options;
  options.slowStops = -1;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &options, 0) == 0 && ++count);
  options = l->options;
  options.bodyCount = 1;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &options, 0) == 0 && ++count);
  assert_int_equal(messages(), count);
  assert_true(dBodyGetPosition(body)[2] == 0);
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &l->options, 0) == 1);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

/* ------------------------------------------------------------------ want of memory */

static bool fails_next, step_fails; /* functions of ODE's for memory have no data, nor has a stepper */

enum { LARGE = 8192, TILES = 300 };

/* Fails once for an array of all geoms: where ODE makes one of its own it would end the program. */
static void *alloc_unless_it_fails(dsizeint size) {
  bool fails = fails_next && size >= LARGE;
  fails_next = fails_next && !fails;
  return fails ? NULL : malloc(size);
}

static int step_before_memory_fails(dWorldID world, dReal length) {
  int good = !step_fails && dWorldStep(world, length);
  fails_next = good;
  return good;
}

/* A bullet flies at a plate, next to a body that a joint holds. */
static void run_out_of_memory(loop *l, bool step) {
  dBodyID bullet = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 1);
  dJointID joint = dJointCreateBall(l->world, 0);
  dJointAttach(joint, bullet, add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 1, 0, 1));
  for (int i = 0; i < TILES; i++) add_tile(l, 3, 3, (dReal)0.01, (dReal)(4 * i), 0, 0);
  dBodySetLinearVel(bullet, 0, 0, -100);
  l->options.stepper = step_before_memory_fails;
  fails_next = false;
  step_fails = step;
  dSetAllocHandler(alloc_unless_it_fails);
  qmboxSimulateReport report;
  (void)messages();
  (void)qmboxWorldSimulate(l->world, l->space, (dReal)0.02, &l->options, &report);
  dSetAllocHandler(NULL);
  assert_int_equal(messages(), 1);
  assert_false(fails_next);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_MEMORY);
  const dReal *place = dBodyGetPosition(bullet);
  assert_true(place[0] == 0 && place[1] == 0 && place[2] == 1);
  free_loop(l);
}

static void who_runs_out_of_memory_is_where_it_was_and_reported(void **state) {
  (void)state;
  for (int fails = 0; fails < 2; fails++) {
    run_out_of_memory(make_loop(SPACE_HASH), fails);
    run_out_of_memory(make_exact_loop(SPACE_HASH), fails);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_frame_in_which_nothing_meets_is_odes_own_to_the_bit),
      CASE(one_trial_tells_when_a_free_body_lands_and_three_one_that_a_joint_holds),
      CASE(forces_act_over_the_whole_frame_however_it_is_cut),
      CASE(bodies_that_only_joints_lead_to_are_taken_back_too),
      CASE(who_runs_out_of_memory_is_where_it_was_and_reported),
      CASE(damping_is_that_of_the_whole_frame),
      CASE(a_box_falls_asleep_when_it_does_in_plain_ode),
      CASE(short_parts_of_a_frame_throw_nothing_back),
      CASE(a_pair_that_the_callback_refuses_stops_the_frame_once),
      CASE(a_pair_that_is_refused_is_left_alone_even_if_it_parts_and_meets_again),
      CASE(what_nothing_can_stop_stops_a_frame_once_per_pair),
      CASE(links_of_a_chain_do_not_stop_the_frame_for_each_other),
      CASE(pairs_whose_bits_do_not_match_do_not_stop_the_frame),
      CASE(the_number_of_pieces_is_limited_and_the_last_is_guarded),
      CASE(a_shortest_advance_runs_through_what_comes_sooner_and_says_so),
      CASE(what_bounces_slowly_stops_a_frame_no_more_often_than_allowed),
      CASE(a_stop_tells_which_pair_when_where_and_how_fast),
      CASE(a_stop_of_shapes_that_overlap_has_a_normal),
      CASE(bodies_with_several_geoms_and_bodies_of_other_worlds_take_part),
      CASE(a_body_that_sleeps_is_woken_by_what_hits_it_and_by_nothing_else),
      CASE(bad_options_are_refused_with_a_message_and_no_step),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
