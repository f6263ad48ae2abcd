/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contacts of pairs.  Three oracles, none of them the solver:
 *   - ODE's own integrator and its own box test: a world stepped by the time of the contact, and then the boxes,
 *     longer by a hair, touch, and shorter by a hair do not;
 *   - the same at many times before the contact: never an overlap;
 *   - dCollide() of ordinary boxes at many small steps finds no contact that the solver missed.
 */

#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A part of the scene's size, 10: ODE's test is exact to some units in the last place of that, 1e-15. */
#define HAIR 1e-11

/* ------------------------------------------------------------------ a pair and its past */

typedef struct pair {
  dWorldID world;
  dBodyID body[2];
  dGeomID geom[2];
  dVector3 position[2];
  dQuaternion quaternion[2];
  dReal linear[2][3], angular[2][3], force[2][3];
} pair;

/* Sends the first body to where the second one is, more or less, so that a good part of the pairs meets. */
static void aim(random_source *source, pair *p) {
  double time = (double)uniform(source, 0.2, 0.9);
  const dReal *to = dGeomGetPosition(p->geom[1]), *from = dGeomGetPosition(p->geom[0]);
  const dReal *drift = dBodyGetLinearVel(p->body[1]);
  int moves = dBodyIsEnabled(p->body[1]);
  dReal miss[3], v[3];
  int i;

  random_vector(source, 1, miss);
  for (i = 0; i < 3; i++) v[i] = (to[i] - from[i] + miss[i]) / (dReal)time + (moves ? drift[i] : 0);
  dBodySetLinearVel(p->body[0], v[0], v[1], v[2]);
}

/* Makes two boxes about to meet or to miss: a free body and a body, a still geom, or a geom offset from its body. */
static pair make_pair(random_source *source, int kind) {
  pair p;
  int k;

  memset(&p, 0, sizeof p);
  p.world = dWorldCreate();
  if (kind & 1) dWorldSetGravity(p.world, 0, 0, (dReal)-9.81);
  for (k = 0; k < 2; k++) {
    dReal lx = log_uniform(source, 0.02, 2), ly = log_uniform(source, 0.02, 2), lz = log_uniform(source, 0.02, 2);
    dReal v[3];
    dQuaternion q;
    p.geom[k] = (kind & 2) && k ? dCreateBox(0, lx, ly, lz) : qmboxCreate(0, lx, ly, lz);
    p.body[k] = random_body(source, p.world, 2, 12, 12);
    random_vector(source, 3, p.force[k]);
    dBodySetForce(p.body[k], p.force[k][0], p.force[k][1], p.force[k][2]);
    if ((kind & 4) && k) {
      dBodySetKinematic(p.body[k]);
    }
    dGeomSetBody(p.geom[k], p.body[k]);
    if (kind & 8) {
      random_vector(source, 1, v);
      random_quaternion(source, q);
      dGeomSetOffsetPosition(p.geom[k], v[0], v[1], v[2]);
      dGeomSetOffsetQuaternion(p.geom[k], q);
    }
    if ((kind & 16) && k) dBodyDisable(p.body[k]);
  }
  aim(source, &p);
  for (k = 0; k < 2; k++) {
    dBodyCopyPosition(p.body[k], p.position[k]);
    dBodyCopyQuaternion(p.body[k], p.quaternion[k]);
    memcpy(p.linear[k], dBodyGetLinearVel(p.body[k]), sizeof p.linear[k]);
    memcpy(p.angular[k], dBodyGetAngularVel(p.body[k]), sizeof p.angular[k]);
  }
  return p;
}

/* Puts the pair back to where it was, and lets ODE step it by t, which may be 0. */
static void step_from_start(pair *p, double t) {
  int k;

  for (k = 0; k < 2; k++) {
    dBodySetPosition(p->body[k], p->position[k][0], p->position[k][1], p->position[k][2]);
    dBodySetQuaternion(p->body[k], p->quaternion[k]);
    dBodySetLinearVel(p->body[k], p->linear[k][0], p->linear[k][1], p->linear[k][2]);
    dBodySetAngularVel(p->body[k], p->angular[k][0], p->angular[k][1], p->angular[k][2]);
    dBodySetForce(p->body[k], p->force[k][0], p->force[k][1], p->force[k][2]);
  }
  if (t > 0) dWorldStep(p->world, (dReal)t);
}

static void free_pair(pair *p) {
  dGeomDestroy(p->geom[0]);
  dGeomDestroy(p->geom[1]);
  dWorldDestroy(p->world);
}

/* ------------------------------------------------------------------ tests */

static void stepping_ode_to_the_contact_makes_the_boxes_touch(void **state) {
  random_source source = seeded("touch", 11);
  int i, k, hits = 0, cases = 1200 * soak();

  (void)state;
  for (i = 0; i < cases; i++) {
    pair p = make_pair(&source, i % 32);
    qmboxContact contact;
    bms_status status = qmboxFirstContact(p.geom[0], p.geom[1], 1, &contact);
    double until = status == BMS_CONTACT ? contact.timeLower : 1;

    if (status == BMS_OVERLAPPING) {
      assert_true(boxes_touch(p.geom[0], p.geom[1], HAIR));
      free_pair(&p);
      continue;
    }
    assert_true(status == BMS_CONTACT || status == BMS_SEPARATED);
    for (k = 0; k < 60; k++) {
      double t = until * (double)uniform(&source, 0, 1);
      step_from_start(&p, t);
      if (boxes_touch(p.geom[0], p.geom[1], -HAIR)) fail_msg("case %d: contact at %a, overlap at %a", i, until, t);
    }
    if (status == BMS_CONTACT) {
      hits++;
      assert_true(contact.timeLower <= contact.time && contact.time <= contact.timeUpper);
      step_from_start(&p, contact.time);
      if (!boxes_touch(p.geom[0], p.geom[1], HAIR)) fail_msg("case %d: apart at %a", i, contact.time);
      if (boxes_touch(p.geom[0], p.geom[1], -HAIR)) fail_msg("case %d: overlap at %a", i, contact.time);
    }
    free_pair(&p);
  }
  printf("# touch: %d of %d meet\n", hits, cases);
  assert_int_in_range(hits, cases / 10, cases);
}

static void small_steps_of_ordinary_boxes_find_nothing_earlier(void **state) {
  random_source source = seeded("substeps", 12);
  int i, k, hits = 0, cases = 200 * soak();
  enum { STEPS = 400 };

  (void)state;
  for (i = 0; i < cases; i++) {
    pair p = make_pair(&source, i % 32);
    dGeomID box[2];
    qmboxContact contact;
    bms_status status = qmboxFirstContact(p.geom[0], p.geom[1], 1, &contact);

    for (k = 0; k < 2; k++) {
      dVector3 lengths;
      if (dGeomGetClass(p.geom[k]) == dBoxClass) {
        dGeomBoxGetLengths(p.geom[k], lengths);
      } else {
        qmboxGetLengths(p.geom[k], lengths);
      }
      box[k] = dCreateBox(0, lengths[0], lengths[1], lengths[2]);
    }
    for (k = 0; k <= STEPS; k++) {
      double t = (double)k / STEPS;
      dContactGeom found;
      int side;
      step_from_start(&p, t);
      for (side = 0; side < 2; side++) {
        const dReal *position = dGeomGetPosition(p.geom[side]);
        dGeomSetPosition(box[side], position[0], position[1], position[2]);
        dGeomSetRotation(box[side], dGeomGetRotation(p.geom[side]));
      }
      if (!dCollide(box[0], box[1], 1, &found, (int)sizeof found) || (double)found.depth < HAIR) continue;
      hits++;
      if (status == BMS_SEPARATED || (status == BMS_CONTACT && contact.time > t)) {
        fail_msg("case %d: depth %a at %a, first contact %s %a", i, found.depth, t, bms_status_name(status),
                 contact.time);
      }
      break;
    }
    dGeomDestroy(box[0]);
    dGeomDestroy(box[1]);
    free_pair(&p);
  }
  printf("# substeps: %d of %d meet\n", hits, cases);
  assert_int_in_range(hits, cases / 10, cases);
}

static void swapping_the_geoms_turns_the_contact_round(void **state) {
  random_source source = seeded("swap", 13);
  int i, k;

  (void)state;
  for (i = 0; i < 300 * soak(); i++) {
    pair p = make_pair(&source, i % 32);
    dGeomID plane = dCreatePlane(0, 0, 0, 1, -2);
    dGeomID other = i % 4 ? p.geom[1] : plane;
    qmboxContact one, two;

    qmboxFirstContact(p.geom[0], other, 1, &one);
    qmboxFirstContact(other, p.geom[0], 1, &two);
    assert_int_equal(one.status, two.status);
    if (one.status == BMS_CONTACT) {
      assert_true(one.timeLower <= two.timeUpper && two.timeLower <= one.timeUpper);
      assert_ptr_equal(one.g1, p.geom[0]);
      assert_ptr_equal(two.g1, other);
      for (k = 0; k < 3; k++) assert_true(fabs((double)(one.normal[k] + two.normal[k])) < 1e-9);
      assert_true((one.pair.kind == BMS_PAIR_EE) == (two.pair.kind == BMS_PAIR_EE));
    }
    dGeomDestroy(plane);
    free_pair(&p);
  }
}

static void a_falling_box_meets_the_plane_when_it_should(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID box = qmboxCreate(0, 1, 1, 1), plane = dCreatePlane(0, 0, 0, 1, 0);
  qmboxContact contact;
  int k;

  (void)state;
  /* The box falls from z = 2.5 at -1: its lower face is at 2 - t - 2 t^2, zero at t = (sqrt(17) - 1) / 4. */
  dWorldSetGravity(world, 0, 0, -2);
  dBodySetPosition(body, 0, 0, (dReal)2.5);
  dBodySetLinearVel(body, 0, 0, -1);
  dGeomSetBody(box, body);
  assert_int_equal(qmboxFirstContact(box, plane, 1, &contact), BMS_CONTACT);
  assert_true(fabs(contact.time - (sqrt(17) - 1) / 4) < 1e-15);
  assert_int_equal(contact.pointCount, 4);
  for (k = 0; k < 4; k++) assert_true(fabs((double)contact.point[k][2]) < 1e-14);
  assert_true(contact.normal[0] == 0 && contact.normal[1] == 0 && contact.normal[2] == 1);
  assert_true(fabs((double)contact.approachSpeed - sqrt(17)) < 1e-6);
  assert_int_equal(contact.pair.b, 1);
  assert_int_equal(contact.pair.kind, BMS_PAIR_OV);
  assert_int_equal(qmboxFirstContact(plane, box, 1, &contact), BMS_CONTACT);
  assert_true(contact.normal[2] == -1);
  assert_int_equal(contact.pair.kind, BMS_PAIR_VO);
  assert_int_equal(qmboxFirstContact(box, plane, (dReal)0.7, &contact), BMS_SEPARATED);
  dGeomDestroy(box);
  dGeomDestroy(plane);
  dWorldDestroy(world);
}

static void a_motion_takes_the_place_of_the_body_where_it_is_defined(void **state) {
  const double start[3] = {0, 0, 0}, along[3] = {10, 0, 0}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, along, none, none);
  dGeomID box = qmboxCreate(0, 1, 1, 1), wall = dCreateBox(0, 1, 9, 9);
  qmboxContact contact;

  (void)state;
  dGeomSetPosition(wall, 6, 0, 0); /* met at 5 = 10 t */
  assert_int_equal(qmboxFirstContact(box, wall, 1, &contact), BMS_SEPARATED);
  assert_true(qmboxSetMotion(box, &motion, 0, 1));
  assert_int_equal(qmboxFirstContact(box, wall, 1, &contact), BMS_CONTACT);
  assert_true(fabs(contact.time - 0.5) < 1e-15);
  assert_int_equal(qmboxFirstContact(wall, box, (dReal)0.4, &contact), BMS_SEPARATED);
  assert_true(qmboxSetMotion(box, &motion, 0, (dReal)0.4));
  assert_int_equal(qmboxFirstContact(box, wall, 1, &contact), BMS_SEPARATED);
  assert_true(qmboxSetMotion(box, &motion, 2, 3));
  assert_int_equal(messages(), 0);
  assert_int_equal(qmboxFirstContact(box, wall, 1, &contact), BMS_INVALID);
  assert_int_equal(messages(), 1);
  qmboxClearMotion(box);
  assert_int_equal(qmboxFirstContact(box, wall, 1, &contact), BMS_SEPARATED);
  dGeomDestroy(box);
  dGeomDestroy(wall);
}

static void the_step_of_a_body_does_not_reach_back_in_time(void **state) {
  const double start[3] = {0, 0, 0}, along[3] = {10, 0, 0}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, along, none, none);
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID box = qmboxCreate(0, 1, 1, 1), other = dCreateBox(0, 1, 1, 1);
  dContactGeom contact;

  (void)state;
  dGeomSetBody(other, body);
  dBodySetPosition(body, -6, 0, 0);
  assert_true(qmboxSetMotion(box, &motion, -1, 1));
  assert_int_equal(dCollide(box, other, 1, &contact, (int)sizeof contact), 1); /* it stands there, and always did */
  dBodySetLinearVel(body, (dReal)0.001, 0, 0);
  assert_int_equal(dCollide(box, other, 1, &contact, (int)sizeof contact), 0);
  dGeomDestroy(box);
  dGeomDestroy(other);
  dWorldDestroy(world);
}

static void swept_contacts_follow_odes_conventions(void **state) {
  random_source source = seeded("swept", 14);
  int i, k, order, hits = 0;

  (void)state;
  for (i = 0; i < 400 * soak(); i++) {
    pair p = make_pair(&source, i % 32);
    qmboxContact expected;

    assert_true(qmboxSetMotionFromBody(p.geom[0], 1));
    if (qmboxFirstContact(p.geom[0], p.geom[1], 1, &expected) != BMS_CONTACT) {
      free_pair(&p);
      continue;
    }
    hits++;
    for (order = 0; order < 2; order++) {
      dGeomID g1 = p.geom[order], g2 = p.geom[1 - order];
      dContactGeom contact[8], again[8];
      int most = 1 + i % 8, count;
      double time = -1;
      memset(contact, 0x5a, sizeof contact);
      count = qmboxCollide(g1, g2, most, contact, (int)sizeof *contact, &time);
      assert_int_equal(count, most < expected.pointCount ? most : expected.pointCount);
      assert_true(fabs(time - expected.time) < 1e-9);
      assert_int_equal(dCollide(g1, g2, most, again, (int)sizeof *again), count);
      for (k = 0; k < count; k++) {
        double along = 0;
        int axis;
        assert_ptr_equal(contact[k].g1, g1);
        assert_ptr_equal(contact[k].g2, g2);
        assert_true(contact[k].depth == 0);
        assert_int_equal(contact[k].side1, -1);
        assert_memory_equal(contact[k].pos, again[k].pos, 3 * sizeof(dReal));
        assert_memory_equal(contact[k].normal, again[k].normal, 3 * sizeof(dReal));
        /* The normal points from g2 to g1: away from the middle of g2 at that time. */
        step_from_start(&p, time);
        for (axis = 0; axis < 3; axis++) {
          along += (double)(contact[k].normal[axis] * (dGeomGetPosition(g1)[axis] - dGeomGetPosition(g2)[axis]));
        }
        assert_true(along > 0);
        step_from_start(&p, 0);
      }
      for (k = count; k < 8; k++) assert_int_equal(((const char *)&contact[k])[0], 0x5a);
    }
    free_pair(&p);
  }
  assert_int_in_range(hits, 40, 400 * soak());
}

static void the_first_contacts_of_a_patch_are_the_outermost(void **state) {
  dGeomID box = qmboxCreate(0, 4, 2, 1), plane = dCreatePlane(0, 0, 0, 1, 0);
  const double start[3] = {0, 0, 5}, down[3] = {0, 0, -10}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, down, none, none);
  dContactGeom contact[4];

  (void)state;
  assert_true(qmboxSetMotion(box, &motion, 0, 1));
  assert_int_equal(dCollide(box, plane, 2, contact, (int)sizeof *contact), 2);
  assert_true(contact[0].pos[0] == -contact[1].pos[0] && contact[0].pos[1] == -contact[1].pos[1]);
  assert_true(fabs((double)contact[0].pos[0]) == 2 && fabs((double)contact[0].pos[1]) == 1);
  assert_int_equal(dCollide(plane, box, 4, contact, (int)sizeof *contact), 4);
  assert_ptr_equal(contact[3].g1, plane);
  assert_true(contact[3].normal[2] == -1);
  dGeomDestroy(box);
  dGeomDestroy(plane);
}

static void boxes_that_overlap_at_the_start_have_the_contacts_of_odes_box(void **state) {
  random_source source = seeded("overlap", 15);
  int i, overlapping = 0;

  (void)state;
  for (i = 0; i < 400 * soak(); i++) {
    pair p = make_pair(&source, i % 32);
    dContactGeom still[8], swept[8];
    double time = -1;
    int count, k;

    count = dCollide(p.geom[0], p.geom[1], 8, still, (int)sizeof *still);
    assert_true(qmboxSetMotionFromBody(p.geom[0], 1));
    if (count > 0 && (double)still[0].depth > 1e-6) {
      overlapping++;
      assert_int_equal(qmboxCollide(p.geom[0], p.geom[1], 8, swept, (int)sizeof *swept, &time), count);
      assert_true(time == 0);
      for (k = 0; k < count; k++) assert_true(fabs((double)(still[k].depth - swept[k].depth)) < 1e-12);
    }
    free_pair(&p);
  }
  assert_int_in_range(overlapping, 5, 400 * soak());
}

static void bad_arguments_are_refused_with_a_message(void **state) {
  dGeomID box = qmboxCreate(0, 1, 1, 1), other = qmboxCreate(0, 1, 1, 1), ray = dCreateRay(0, 1);
  dGeomID plane1 = dCreatePlane(0, 0, 0, 1, 0), plane2 = dCreatePlane(0, 1, 0, 0, 0);
  qmboxContact contact;
  dContactGeom geom[2];

  (void)state;
  assert_int_equal(qmboxFirstContact(0, box, 1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, 0, 1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, other, 1, 0), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, box, 1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, ray, 1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(plane1, plane2, 1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, other, -1, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, other, (dReal)NAN, &contact), BMS_INVALID);
  assert_int_equal(qmboxFirstContact(box, other, dInfinity, &contact), BMS_INVALID);
  assert_int_equal(messages(), 9);
  assert_int_equal(contact.status, BMS_INVALID);
  assert_int_equal(qmboxCollide(0, box, 1, geom, (int)sizeof *geom, 0), 0);
  assert_int_equal(qmboxCollide(box, 0, 1, geom, (int)sizeof *geom, 0), 0);
  assert_int_equal(qmboxCollide(box, other, 1, 0, (int)sizeof *geom, 0), 0);
  assert_int_equal(qmboxCollide(box, other, 0, geom, (int)sizeof *geom, 0), 0);
  assert_int_equal(qmboxCollide(box, other, 1, geom, 3, 0), 0);
  assert_int_equal(messages(), 5);
  dGeomSetPosition(other, (dReal)NAN, 0, 0);
  assert_int_equal(qmboxFirstContact(box, other, 1, &contact), BMS_INVALID);
  assert_int_equal(messages(), 1);
  dGeomDestroy(plane2);
  dGeomDestroy(plane1);
  dGeomDestroy(ray);
  dGeomDestroy(other);
  dGeomDestroy(box);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(stepping_ode_to_the_contact_makes_the_boxes_touch, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(small_steps_of_ordinary_boxes_find_nothing_earlier, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(swapping_the_geoms_turns_the_contact_round, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_falling_box_meets_the_plane_when_it_should, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_motion_takes_the_place_of_the_body_where_it_is_defined, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(the_step_of_a_body_does_not_reach_back_in_time, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(swept_contacts_follow_odes_conventions, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(the_first_contacts_of_a_patch_are_the_outermost, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(boxes_that_overlap_at_the_start_have_the_contacts_of_odes_box, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_are_refused_with_a_message, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
