/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Whole spaces: ODE's spaces find swept pairs, and the earliest contact of a space is the earliest of all its pairs,
 * one by one.  Every kind of space, and spaces in spaces.
 */

#include "fixture.h"
#include "own_shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BOXES = 14 };

/* ------------------------------------------------------------------ ODE's spaces see the sweep */

typedef struct wanted_pair {
  dGeomID geom1, geom2;
  int found;
} wanted_pair;

static void look_for(void *data, dGeomID o1, dGeomID o2) {
  wanted_pair *wanted = data;

  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, look_for);
  } else if ((o1 == wanted->geom1 && o2 == wanted->geom2) || (o1 == wanted->geom2 && o2 == wanted->geom1)) {
    wanted->found++;
  }
}

static int space_finds(dSpaceID space, dGeomID geom1, dGeomID geom2) {
  wanted_pair wanted = {geom1, geom2, 0};

  dSpaceCollide(space, &wanted, look_for);
  return wanted.found;
}

static void a_motion_shows_in_every_space_as_long_as_it_lasts(void **state) {
  const double start[3] = {-8, 0.3, 0.1}, along[3] = {16, 0, 0}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, along, none, none);
  int kind, k;

  (void)state;
  for (kind = 0; kind < SPACE_KINDS; kind++) {
    dSpaceID space = make_space(kind);
    dWorldID world = dWorldCreate();
    dBodyID body = dBodyCreate(world);
    dGeomID box = qmboxCreate(space_for(space, kind, 1), 1, 1, 1);
    dGeomID wall = dCreateBox(space_for(space, kind, 2), (dReal)0.1, 3, 3);

    dGeomSetPosition(box, -8, (dReal)0.3, (dReal)0.1);
    for (k = 0; k < 2; k++) {
      assert_int_equal(space_finds(space, box, wall), 0);
      assert_true(qmboxSetMotion(box, &motion, 0, 1));
      assert_int_equal(space_finds(space, box, wall), 1);
      qmboxClearMotion(box);
      assert_int_equal(space_finds(space, box, wall), 0);
      /* Again as the motion of a body. */
      dGeomSetBody(box, body);
      dBodySetPosition(body, -8, (dReal)0.3, (dReal)0.1);
      dBodySetLinearVel(body, 16, 0, 0);
      assert_int_equal(space_finds(space, box, wall), 0);
      assert_true(qmboxSetMotionFromBody(box, 1));
      assert_int_equal(space_finds(space, box, wall), 1);
      assert_true(qmboxSetMotionFromBody(box, (dReal)0.25));
      assert_int_equal(space_finds(space, box, wall), 0);
      qmboxClearMotion(box);
      dGeomSetBody(box, 0);
    }
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  assert_int_equal(messages(), 0);
}

/* ------------------------------------------------------------------ the earliest contact of a space */

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dGeomID geom[BOXES];
  int moves[BOXES];
} scene;

/* Boxes on bodies, still boxes, a plane; some disabled, some with bits of their own. */
static scene make_scene(random_source *source, int kind) {
  scene s;
  int i;

  s.world = dWorldCreate();
  s.space = make_space(kind);
  for (i = 0; i < BOXES; i++) {
    dSpaceID space = space_for(s.space, kind, i);
    dReal lx = log_uniform(source, 0.1, 1), ly = log_uniform(source, 0.1, 1), lz = log_uniform(source, 0.1, 1);
    dReal v[3];
    s.moves[i] = i % 2;
    if (i == BOXES - 1) {
      s.geom[i] = dCreatePlane(space, (dReal)0.6, 0, (dReal)0.8, -4);
      s.moves[i] = 0;
      break;
    }
    s.geom[i] = i % 3 ? qmboxCreate(space, lx, ly, lz) : dCreateBox(space, lx, ly, lz);
    random_vector(source, 4, v);
    dGeomSetPosition(s.geom[i], v[0], v[1], v[2]);
    if (s.moves[i]) dGeomSetBody(s.geom[i], random_body(source, s.world, 4, 8, 8));
    if (i % 4 > 1) dGeomSetCategoryBits(s.geom[i], i % 4 == 2 ? 2 : 4); /* half of these ignore the other half */
    if (i % 4 > 1) dGeomSetCollideBits(s.geom[i], i % 4 == 2 ? 2 : 4);
    if (i == 8) dGeomDisable(s.geom[i]);
  }
  return s;
}

static void free_scene(scene *s) {
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static int may_meet(const scene *s, int i, int j) {
  dGeomID o1 = s->geom[i], o2 = s->geom[j];

  return (s->moves[i] || s->moves[j]) && dGeomIsEnabled(o1) && dGeomIsEnabled(o2) &&
         ((dGeomGetCategoryBits(o1) & dGeomGetCollideBits(o2)) || (dGeomGetCategoryBits(o2) & dGeomGetCollideBits(o1)));
}

/* Returns the earliest contact by asking for all pairs. */
static double earliest_of_pairs(const scene *s, double h, int only_apart) {
  double earliest = HUGE_VAL;
  int i, j;

  for (i = 0; i < BOXES; i++) {
    for (j = i + 1; j < BOXES; j++) {
      qmboxContact contact;
      bms_status status;
      if (!may_meet(s, i, j)) continue;
      status = qmboxFirstContact(s->geom[i], s->geom[j], (dReal)h, &contact);
      if (status == BMS_CONTACT || (!only_apart && (status == BMS_TOUCHING || status == BMS_OVERLAPPING))) {
        earliest = fmin(earliest, contact.time);
      }
    }
  }
  return earliest;
}

static void the_earliest_contact_of_a_space_is_that_of_its_pairs(void **state) {
  random_source source = seeded("space", 21);
  int kind, i, flags, met[2] = {0, 0}, cases = 40 * soak();

  (void)state;
  for (kind = 0; kind < SPACE_KINDS; kind++) {
    for (i = 0; i < cases; i++) {
      scene s = make_scene(&source, kind);
      for (flags = 0; flags <= QMBOX_APART; flags++) {
        const double h = 0.3;
        double expected = earliest_of_pairs(&s, h, flags);
        qmboxContact contact;
        bms_status status = qmboxSpaceFirstContact(s.space, (dReal)h, flags, &contact);
        met[flags] += status != BMS_SEPARATED;
        if ((status == BMS_SEPARATED) != (expected > h) ||
            (status != BMS_SEPARATED && fabs(contact.time - expected) > 1e-12)) {
          fail_msg("%s space, case %d, flags %d: %s at %a, pairs %a", space_name(kind), i, flags,
                   bms_status_name(status), contact.time, expected);
        }
      }
      free_scene(&s);
    }
  }
  printf("# space: %d and %d of %d scenes with a contact\n", met[0], met[1], SPACE_KINDS * cases);
  assert_int_in_range(met[1], SPACE_KINDS * cases / 5, SPACE_KINDS * cases - 1);
  assert_int_equal(messages(), 0);
}

static void the_kind_of_space_changes_no_answer(void **state) {
  random_source source = seeded("spaces", 22);
  int kind, i;

  (void)state;
  for (i = 0; i < 30 * soak(); i++) {
    qmboxContact first = {0};
    for (kind = 0; kind < SPACE_KINDS; kind++) {
      random_source same = source;
      scene s = make_scene(&same, kind);
      qmboxContact contact;
      qmboxSpaceFirstContact(s.space, (dReal)0.3, QMBOX_APART, &contact);
      if (kind == 0) first = contact;
      assert_int_equal(contact.status, first.status);
      assert_true(fabs(contact.time - first.time) < 1e-12);
      free_scene(&s);
      if (kind == SPACE_KINDS - 1) source = same;
    }
  }
}

static void explicit_motions_count_in_a_space(void **state) {
  const double start[3] = {0, 0, 0}, along[3] = {10, 0, 0}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(start, identity, along, none, none);
  dSpaceID space = dHashSpaceCreate(0);
  dGeomID box = qmboxCreate(space, 1, 1, 1), wall = dCreateBox(space, 1, 9, 9);
  qmboxContact contact;

  (void)state;
  dGeomSetPosition(wall, 6, 0, 0);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_true(qmboxSetMotion(box, &motion, 0, 1));
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_CONTACT);
  assert_true(fabs(contact.time - 0.5) < 1e-14);
  assert_true(contact.g1 == box || contact.g2 == box);
  assert_true(qmboxSetMotion(box, &motion, 7, 8)); /* this motion is not on [0, 1] */
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  dSpaceDestroy(space);
}

static void far_from_the_origin_no_space_minds(void **state) {
  int kind;

  (void)state;
  for (kind = 0; kind < SPACE_KINDS; kind++) {
    const dReal far = (dReal)1e6;
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(kind);
    dBodyID body = dBodyCreate(world);
    dGeomID box = qmboxCreate(space_for(space, kind, 0), 1, 1, 1);
    dGeomID wall = dCreateBox(space_for(space, kind, 3), 1, 9, 9);
    qmboxContact contact;
    dGeomSetBody(box, body);
    dBodySetPosition(body, far, far, -far);
    dBodySetLinearVel(body, 1000, 0, 0);
    dGeomSetPosition(wall, far + 6, far, -far);
    assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_CONTACT);
    assert_true(fabs(contact.time - 0.005) < 1e-12);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

static void geoms_of_one_body_do_not_meet_each_other(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(0);
  dBodyID body = dBodyCreate(world);
  dGeomID box1 = qmboxCreate(space, 1, 1, 1), box2 = dCreateBox(space, 1, 1, 1);
  dGeomID plane = dCreatePlane(space, 0, 0, 1, -9);
  const double start[3] = {0, 0, 0}, up[3] = {0, 0, 1}, none[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion away = bms_motion_step(start, identity, up, none, none);
  qmboxContact contact;

  (void)state;
  dGeomSetBody(box1, body);
  dGeomSetBody(box2, body);
  dGeomSetOffsetPosition(box2, (dReal)0.5, 0, 0);
  dBodySetLinearVel(body, 0, 0, -1);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  dBodySetLinearVel(body, 0, 0, -10);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_CONTACT);
  assert_true(contact.g1 == plane || contact.g2 == plane);
  dBodySetLinearVel(body, 0, 0, 0);
  assert_true(qmboxSetMotion(box1, &away, 0, 1)); /* out of box2 */
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static bms_status first_in(dSpaceID space) {
  qmboxContact contact;

  return qmboxSpaceFirstContact(space, 1, 0, &contact);
}

/* A box flies at another one in a nested space of a nested space. */
static void nested_spaces_are_asked_about_what_stands_still_in_them(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(0), middle = dSimpleSpaceCreate(space), inner = dHashSpaceCreate(middle);
  dBodyID body = dBodyCreate(world), other = dBodyCreate(world);
  dGeomID bullet = dCreateBox(space, 1, 1, 1), wall = dCreateBox(inner, 1, 1, 1);

  (void)state;
  dGeomSetBody(bullet, body);
  dBodySetLinearVel(body, 10, 0, 0);
  dGeomSetPosition(wall, 5, 0, 0);
  dGeomSetCategoryBits(bullet, 1);
  dGeomSetCollideBits(bullet, 1);
  assert_int_equal(first_in(space), BMS_CONTACT);
  dGeomSetCategoryBits((dGeomID)middle, 2);
  dGeomSetCollideBits((dGeomID)middle, 2);
  assert_int_equal(first_in(space), BMS_SEPARATED);
  dGeomSetBody(wall, other);
  dBodySetPosition(other, 5, 0, 0);
  dBodySetLinearVel(other, 1, 0, 0);
  assert_int_equal(first_in(space), BMS_CONTACT); /* both of these move */
  dBodySetPosition(body, 10, 0, 0);
  dBodySetLinearVel(body, -4, 0, 0);
  assert_int_equal(first_in(space), BMS_CONTACT); /* whichever comes from the left */
  dGeomDisable((dGeomID)inner);
  assert_int_equal(first_in(space), BMS_SEPARATED);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

/* One contact is far out on a parabola, which begins and ends where it met nothing; in the other a box turns about a
   corner. */
static void the_whole_way_counts_not_only_its_ends(void **state) {
  const double start[3] = {0, 0, 0}, up[3] = {0, 0, 40}, down[3] = {0, 0, -40}, none[3] = {0, 0, 0};
  const double identity[4] = {1, 0, 0, 0}, spin[3] = {0, 0, 2};
  bms_motion over = bms_motion_step(start, identity, up, none, down);
  bms_motion round = bms_motion_step(start, identity, none, spin, none);
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(0);
  dGeomID box = qmboxCreate(space, 1, 1, 1), lamp = dCreateBox(space, 1, 1, 1), plank;
  dBodyID body = dBodyCreate(world);

  (void)state;
  dGeomSetPosition(lamp, 0, 0, (dReal)10.75);
  assert_true(qmboxSetMotion(box, &over, 0, 1));
  assert_int_equal(first_in(space), BMS_CONTACT);
  assert_true(qmboxSetMotion(box, &round, 0, 1));
  assert_int_equal(first_in(space), BMS_SEPARATED);
  plank = dCreateBox(space, 1, 20, 1);
  dGeomSetBody(plank, body);
  dGeomSetOffsetPosition(plank, 0, 10, 0);
  dBodySetPosition(body, 11, 0, 0);
  dGeomSetPosition(lamp, 0, 12, 0);
  dGeomSetPosition(box, 0, 0, 50);
  qmboxClearMotion(box);
  dBodySetAngularVel(body, 0, 0, 2);
  assert_int_equal(first_in(space), BMS_CONTACT);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static void what_is_not_followed_exactly_is_said(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  dBodyID body = dBodyCreate(world);
  dGeomID box = qmboxCreate(space, 1, 1, 1), unknown;
  qmboxContact contact;

  (void)state;
  dGeomSetBody(box, body);
  dBodySetLinearVel(body, 1, 0, 0);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, 0);
  dBodySetTorque(body, 1, 0, 0);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_TORQUE);
  dBodySetTorque(body, 0, 0, 0);
  dCreateRay(space, 10); /* nothing stops at a ray */
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, 0);
  unknown = unknown_shape(space, 2, 0, 0);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_SHAPE);
  dGeomSetPosition(unknown, 9, 0, 0); /* out of the way */
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, 0);
  dBodySetLinearVel(body, (dReal)1e300, 0, 0);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_NUMBERS);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static void bad_arguments_are_refused_with_a_message(void **state) {
  dSpaceID space = dSimpleSpaceCreate(0);
  dGeomID box = qmboxCreate(0, 1, 1, 1);
  qmboxContact contact;

  (void)state;
  assert_int_equal(qmboxSpaceFirstContact(0, 1, 0, &contact), BMS_INVALID);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, 0), BMS_INVALID);
  assert_int_equal(qmboxSpaceFirstContact((dSpaceID)box, 1, 0, &contact), BMS_INVALID);
  assert_int_equal(qmboxSpaceFirstContact(space, -1, 0, &contact), BMS_INVALID);
  assert_int_equal(qmboxSpaceFirstContact(space, (dReal)NAN, 0, &contact), BMS_INVALID);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 2, &contact), BMS_INVALID);
  assert_int_equal(messages(), 6);
  assert_int_equal(qmboxSpaceFirstContact(space, 1, 0, &contact), BMS_SEPARATED);
  dGeomDestroy(box);
  dSpaceDestroy(space);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_motion_shows_in_every_space_as_long_as_it_lasts, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(the_earliest_contact_of_a_space_is_that_of_its_pairs, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(the_kind_of_space_changes_no_answer, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(explicit_motions_count_in_a_space, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(far_from_the_origin_no_space_minds, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(geoms_of_one_body_do_not_meet_each_other, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(nested_spaces_are_asked_about_what_stands_still_in_them, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(the_whole_way_counts_not_only_its_ends, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_not_followed_exactly_is_said, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_are_refused_with_a_message, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
