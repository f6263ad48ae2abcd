/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The guard against what a program may do: geoms that its near callback ignores, poses that ODE finds no contact in,
 * velocities that are no numbers.
 */

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "joints.h"

typedef struct ghost_world {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  int blind; /* 1: no contact joints at all for dynamic pairs */
} ghost_world;

enum { GHOST = 2 };

static void near(void *data, dGeomID o1, dGeomID o2) {
  ghost_world *g = data;
  dContact contact[8];
  if (dGeomGetCategoryBits(o1) == GHOST || dGeomGetCategoryBits(o2) == GHOST) return;
  int count = dCollide(o1, o2, 8, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count && !g->blind; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = (dReal)0.1;
    dJointAttach(dJointCreateContact(g->world, g->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static ghost_world make_world(void) {
  ghost_world g = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0), 0};
  dRandSetSeed(1);
  dWorldSetGravity(g.world, 0, 0, (dReal)-9.81);
  dWorldSetContactSurfaceLayer(g.world, (dReal)1e-3); /* so a resting body is in contact all the time */
  return g;
}

static void free_world(ghost_world *g) {
  dJointGroupDestroy(g->contacts);
  dSpaceDestroy(g->space);
  dWorldDestroy(g->world);
}

static dGeomID static_box(ghost_world *g, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z) {
  dGeomID geom = dCreateBox(g->space, lx, ly, lz);
  dGeomSetPosition(geom, x, y, z);
  return geom;
}

static void make_ghost(dGeomID geom) {
  dGeomSetCategoryBits(geom, GHOST);
}

static dBodyID box(ghost_world *g, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z) {
  dBodyID body = dBodyCreate(g->world);
  dMass mass;
  dMassSetBox(&mass, 1000, lx, ly, lz);
  dBodySetMass(body, &mass);
  dGeomSetBody(dCreateBox(g->space, lx, ly, lz), body);
  dBodySetPosition(body, x, y, z);
  return body;
}

static qmboxSimulateReport frame(ghost_world *g, dReal h) {
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = near, .nearData = g, .contacts = g->contacts, .slices = 1};
  qmboxSimulateReport report;
  assert_true(qmboxWorldSimulate(g->world, g->space, h, &options, &report) == h);
  return report;
}

static void plain(ghost_world *g, dReal h) {
  dSpaceCollide(g->space, g, near);
  dWorldQuickStep(g->world, h);
  dJointGroupEmpty(g->contacts);
}

/* A box slides along the floor, at 20 m/s, through a thin static wall that the near callback ignores. */
static void a_static_ghost_is_passed_by_what_rests_on_another_static_geom(void **state) {
  dVector3 at[2];
  (void)state;
  for (int guarded = 0; guarded < 2; guarded++) {
    ghost_world g = make_world();
    static_box(&g, 100, 10, 1, 0, 0, (dReal)-0.5);
    make_ghost(static_box(&g, (dReal)0.01, 10, 10, 1, 0, 0));
    dBodyID body = box(&g, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, (dReal)0.0495);
    dBodySetLinearVel(body, 20, 0, 0);
    for (int i = 0; i < 30; i++) {
      if (guarded) {
        qmboxSimulateReport report = frame(&g, (dReal)(1.0 / 60));
        assert_int_equal(report.unguarded, 0);
        assert_int_equal(report.stops, 0);
      } else {
        plain(&g, (dReal)(1.0 / 60));
      }
    }
    memcpy(at[guarded], dBodyGetPosition(body), sizeof at[0]);
    assert_true(at[guarded][0] > 2);
    free_world(&g);
  }
  assert_memory_equal(at[0], at[1], 3 * sizeof(dReal));
}

/* A box lies on the floor, within a large static geom that the near callback ignores, and is pushed. */
static void who_is_in_a_ghost_stays_there_in_peace(void **state) {
  (void)state;
  ghost_world g = make_world();
  static_box(&g, 100, 10, 1, 0, 0, (dReal)-0.5);
  make_ghost(static_box(&g, 2, 2, 2, 0, 0, 0));
  dBodyID body = box(&g, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, (dReal)0.0495);
  dBodySetLinearVel(body, 1, 0, 0);
  for (int i = 0; i < 60; i++) {
    qmboxSimulateReport report = frame(&g, (dReal)(1.0 / 60));
    assert_int_equal(report.unguarded, 0);
    assert_int_equal(report.stops, 0);
    assert_true(fabs((double)dBodyGetPosition(body)[2] - 0.05) < 0.01);
  }
  free_world(&g);
}

/* A body carries a large ghost with it, which another body that it touches is in. */
static void a_ghost_on_a_body_is_passed_by_what_touches_the_body(void **state) {
  (void)state;
  ghost_world g = make_world();
  static_box(&g, 100, 10, 1, 0, 0, (dReal)-0.5);
  dBodyID below = box(&g, 1, 1, (dReal)0.2, 0, 0, (dReal)0.0995);
  dBodyID above = box(&g, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, (dReal)0.2485);
  dGeomID ghost = dCreateBox(g.space, (dReal)0.5, (dReal)0.5, (dReal)0.5);
  dGeomSetBody(ghost, below);
  dGeomSetOffsetPosition(ghost, 0, 0, (dReal)0.3);
  make_ghost(ghost);
  dBodySetLinearVel(above, 2, 0, 0);
  for (int i = 0; i < 60; i++) {
    qmboxSimulateReport report = frame(&g, (dReal)(1.0 / 60));
    assert_int_equal(report.unguarded, 0);
    assert_int_equal(report.stops, 0);
  }
  free_world(&g);
}

/* Makes one frame of a body at such a velocity, between two others that stand still, and one that falls far away. */
static qmboxSimulateReport frame_with(const double linear[3], const double angular[3]) {
  ghost_world g = make_world();
  static_box(&g, 1, 1, 1, 5, 0, 0);
  static_box(&g, 1, 1, 1, 0, 0, 5);
  dBodyID body = box(&g, 1, 1, 1, 0, 0, 0), other = box(&g, 1, 1, 1, 50, 0, 0);
  dBodySetGravityMode(body, 0);
  dBodySetLinearVel(body, (dReal)linear[0], (dReal)linear[1], (dReal)linear[2]);
  dBodySetAngularVel(body, (dReal)angular[0], (dReal)angular[1], (dReal)angular[2]);
  qmboxSimulateReport report = frame(&g, (dReal)(1.0 / 60));
  const dReal *x = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
  for (int k = 0; k < 3; k++) assert_true(isfinite((double)x[k]));
  for (int k = 0; k < 4; k++) assert_true(isfinite((double)q[k]));
  if (report.unguarded == 0) assert_true(x[0] < 5);
  assert_true(dBodyGetPosition(other)[2] < 0);
  free_world(&g);
  return report;
}

/* The body stays where it is, and the report shows that; others are not disturbed. */
static void what_is_no_number_is_reported_and_stays(void **state) {
  const double NONE[3] = {0, 0, 0}, WORST[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  const double FAST[] = {1e4, 1e8, 1e16, 1e100, 1e160, 1e300};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const double along[3] = {WORST[i], 0, 0}, across[3] = {0, WORST[i], WORST[i]};
    assert_int_not_equal(frame_with(along, NONE).unguarded, 0);
    assert_int_not_equal(frame_with(across, NONE).unguarded, 0);
  }
  for (int i = 0; i < 6; i++) {
    const double along[3] = {FAST[i], 0, 0}, spin[3] = {FAST[i], 0, 1};
    (void)frame_with(along, NONE);
    if (FAST[i] <= 1e100) (void)frame_with(NONE, spin);
  }
}

/* Boxes that overlap deeply, in whatever pose: they are in the report, or the near callback has refused
   them. */
static void what_is_deep_is_reported_even_where_ode_finds_no_contact(void **state) {
  random_source r = seeded("deep", 1);
  int unseen = 0;
  (void)state;
  for (int i = 0; i < 4000 * soak(); i++) {
    ghost_world g = make_world();
    dReal thin = log_uniform(&r, 1e-4, 1), long1 = log_uniform(&r, 1, 500) * thin,
          long2 = log_uniform(&r, 1, 500) * thin;
    dBodyID body = box(&g, thin, long1, long2, 0, 0, 0);
    dQuaternion q;
    dReal width = log_uniform(&r, 1e-3, 1);
    dGeomID still = static_box(&g, width, 1, log_uniform(&r, 1e-3, 1), 0, 0, 0);
    dVector3 at;
    dContactGeom contact;
    random_quaternion(&r, q);
    dBodySetQuaternion(body, q);
    random_vector(&r, (double)thin * 0.1, at);
    dBodySetPosition(body, at[0], at[1], at[2]);
    unseen += dCollide(dBodyGetFirstGeom(body), still, 1, &contact, sizeof contact) == 0;
    assert_int_equal(frame(&g, (dReal)(1.0 / 60)).unguarded, QMBOX_UNGUARDED_DEEP);
    free_world(&g);
  }
  print_message("# %d of them without a contact\n", unseen);
}

static void note_lost(void *data, dBodyID body, dReal lost) {
  (void)body;
  *(double *)data = (double)lost;
}

/* A sliver in finite rotation mode that turns about no axis of its own is stopped by a wall: it waits on its path. */
static void what_waits_in_finite_mode_is_on_its_path(void **state) {
  random_source r = seeded("finite", 1);
  int stopped = 0;
  (void)state;
  for (int i = 0; i < 200 * soak(); i++) {
    ghost_world g = make_world();
    dWorldSetGravity(g.world, 0, 0, 0);
    static_box(&g, (dReal)0.01, 4, 4, 0, 0, 0);
    dBodyID body = box(&g, (dReal)0.02, (dReal)0.02, 1, (dReal)-0.7, 0, 0);
    dQuaternion start, turn, at;
    dVector3 spin;
    random_quaternion(&r, start);
    random_vector(&r, 40, spin);
    dBodySetQuaternion(body, start);
    dBodySetFiniteRotationMode(body, 1);
    dBodySetGyroscopicMode(body, 0);
    dBodySetLinearVel(body, uniform(&r, 20, 60), 0, 0);
    dBodySetAngularVel(body, spin[0], spin[1], spin[2]);
    double lost = 0, speed = (double)dCalcVectorLength3(spin), h = 1.0 / 60, distance = 0;
    qmboxSimulateOptions options = {.size = sizeof options,
                                    .nearCallback = near,
                                    .nearData = &g,
                                    .contacts = g.contacts,
                                    .held = note_lost,
                                    .slices = 1};
    options.heldData = &lost;
    assert_true(qmboxWorldSimulate(g.world, g.space, (dReal)h, &options, 0) > 0);
    stopped += lost > 0;
    dQFromAxisAndAngle(turn, spin[0], spin[1], spin[2], (dReal)(speed * (h - lost)));
    dQMultiply0(at, turn, start);
    for (int k = 0; k < 4; k++) distance += fabs((double)(at[k] - dBodyGetQuaternion(body)[k]));
    assert_true(fmin(distance, 2) < 1e-7);
    free_world(&g);
  }
  assert_true(stopped > 100);
}

/* A bar of 2 m that turns about z in finite rotation mode, with a post in its way after a quarter of a turn. */
static dBodyID bar_and_post(ghost_world *g, dReal spin) {
  dWorldSetGravity(g->world, 0, 0, 0);
  static_box(g, (dReal)0.02, (dReal)0.02, 1, 0, (dReal)0.8, 0);
  dBodyID bar = box(g, 2, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  dBodySetFiniteRotationMode(bar, 1);
  dBodySetAngularVel(bar, 0, 0, spin);
  return bar;
}

static qmboxContinuity exact_if_it(void *data, dBodyID body) {
  return body == data ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_DEFAULT;
}

static void note_first_stop(void *data, const qmboxContact *contact) {
  double *first = data;
  *first = fmin(*first, contact->time);
}

/* A box that is exact hits a wall half-way and cuts the frame into pieces, which damp by a part of what a frame does.
   The bar makes one turn in the first of them, and is where it started: but for the post, a side of which it meets when
   their middles are 0.02 m apart. */
static void a_whole_turn_in_a_piece_of_a_damped_frame_is_seen(void **state) {
  const dReal h = (dReal)(1.0 / 60);
  const double spin = 4 * M_PI / (double)h, met = (M_PI / 2 - 0.02 / 0.8) / spin;
  (void)state;
  for (int damped = 0; damped < 2; damped++) {
    ghost_world g = make_world();
    dBodyID bar = bar_and_post(&g, (dReal)spin);
    if (damped) dBodySetAngularDamping(bar, (dReal)0.2);
    dBodyID exact = box(&g, 1, 1, 1, 10, 0, 0);
    static_box(&g, 1, 1, 1, 12, 0, 0);
    dBodySetLinearVel(exact, 2 / h, 0, 0);
    double first = HUGE_VAL;
    qmboxSimulateOptions options = {
        .size = sizeof options, .nearCallback = near, .nearData = &g, .contacts = g.contacts, .slices = 1};
    options.bodyContinuity = exact_if_it;
    options.bodyContinuityData = exact;
    options.stop = note_first_stop;
    options.stopData = &first;
    qmboxSimulateReport report;
    assert_true(qmboxWorldSimulate(g.world, g.space, h, &options, &report) == h);
    assert_int_equal(report.subSteps, 2);
    assert_int_equal(report.unguarded, 0);
    assert_true(fabs(first - met) < 0.01 * met);
    free_world(&g);
  }
}

static void stop_turning(dBodyID body) {
  dBodySetAngularVel(body, 0, 0, 0);
}

/* If a moved callback has changed the spin nobody knows which of all turns the bar has made. */
static void a_turn_that_is_not_known_is_reported(void **state) {
  (void)state;
  ghost_world g = make_world();
  dBodyID bar = bar_and_post(&g, 100);
  dBodySetMovedCallback(bar, stop_turning);
  assert_int_equal(frame(&g, (dReal)0.1).unguarded, QMBOX_UNGUARDED_SHAPE);
  assert_int_equal(frame(&g, (dReal)0.1).unguarded, 0); /* it stands still */
  free_world(&g);
}

/* A chain of 200 links falls 3 m onto a plate of 1 mm, which stops all of it again and again: while it waits it does
   not become faster than a fall from there makes it. */
static void what_waits_does_not_fall_faster_and_faster(void **state) {
  enum { LINKS = 200 };
  dBodyID link[LINKS];
  double squares = 0;
  (void)state;
  ghost_world g = make_world();
  static_box(&g, 60, 60, (dReal)0.001, 0, 0, 0);
  for (int i = 0; i < LINKS; i++) {
    link[i] = box(&g, (dReal)0.1, (dReal)0.02, (dReal)0.02, (dReal)(i * 0.11 - 10), 0, 3);
    if (i > 0) (void)join_by_ball(g.world, link[i - 1], link[i], i * 0.11 - 10.055, 0, 3);
  }
  dBodySetLinearVel(link[0], 0, 0, -30);
  for (int i = 0; i < 240; i++) assert_int_equal(frame(&g, (dReal)(1.0 / 60)).unguarded, 0);
  for (int i = 0; i < LINKS; i++) squares += (double)dCalcVectorLengthSquare3(dBodyGetLinearVel(link[i]));
  assert_true(sqrt(squares / LINKS) < sqrt(2 * 9.81 * 3 + 30 * 30 / LINKS));
  free_world(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_static_ghost_is_passed_by_what_rests_on_another_static_geom, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(who_is_in_a_ghost_stays_there_in_peace, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_ghost_on_a_body_is_passed_by_what_touches_the_body, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_no_number_is_reported_and_stays, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_waits_in_finite_mode_is_on_its_path, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_whole_turn_in_a_piece_of_a_damped_frame_is_seen, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_turn_that_is_not_known_is_reported, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_waits_does_not_fall_faster_and_faster, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_deep_is_reported_even_where_ode_finds_no_contact, set_up_ode,
                                      tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("guard", tests, 0, 0);
}
