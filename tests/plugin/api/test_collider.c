/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Without a motion a qmbox collides as ODE's box does.  The oracle is ODE itself: every pair is collided twice, once
 * with a qmbox and once with a dBox in its place, and the contacts have to be the same bits.  There is one exception:
 * dCollide(dBox, qmbox) reaches the library as (qmbox, dBox), so that there the same contacts may come in another order
 * and with other rounding.
 */

#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

/* One contact with something of the user's own behind it, as dContact has. */
typedef struct wide_contact {
  dContactGeom geom;
  char users_own[40];
} wide_contact;

/* ------------------------------------------------------------------ the other geoms */

static dReal wave(void *data, int x, int z) {
  (void)data;
  return (dReal)(0.3 * sin(1.3 * x) * cos(0.7 * z));
}

static const dReal cubePlanes[24] = {1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1};
static const dReal cubePoints[24] = {1,  1, 1, 1,  1, -1, 1,  -1, 1, 1,  -1, -1,
                                     -1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1};
static const unsigned cubeFaces[30] = {4, 0, 2, 3, 1, 4, 4, 5, 7, 6, 4, 0, 1, 5, 4,
                                       4, 2, 6, 7, 3, 4, 0, 4, 6, 2, 4, 1, 3, 7, 5};
static const dVector3 tetraPoints[4] = {{1, 1, 1, 0}, {-1, -1, 1, 0}, {-1, 1, -1, 0}, {1, -1, -1, 0}};
static const dTriIndex tetraFaces[12] = {0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3};

static dHeightfieldDataID field;
static dTriMeshDataID mesh;

static dGeomID make_partner(int class) {
  switch (class) {
    case dSphereClass:
      return dCreateSphere(0, (dReal)0.8);
    case dBoxClass:
      return dCreateBox(0, (dReal)0.6, (dReal)1.2, (dReal)0.4);
    case dCapsuleClass:
      return dCreateCapsule(0, (dReal)0.3, (dReal)1.5);
    case dCylinderClass:
      return dCreateCylinder(0, (dReal)0.5, (dReal)1.5);
    case dPlaneClass:
      return dCreatePlane(0, 0, (dReal)0.6, (dReal)0.8, 0);
    case dRayClass:
      return dCreateRay(0, 3);
    case dConvexClass:
      return dCreateConvex(0, cubePlanes, 6, cubePoints, 8, cubeFaces);
    case dTriMeshClass:
      return dCreateTriMesh(0, mesh, 0, 0, 0);
    default:
      return dCreateHeightfield(0, field, 1);
  }
}

static int set_up_partners(void **state) {
  set_up_ode(state);
  field = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildCallback(field, 0, wave, 8, 8, 9, 9, 1, 0, (dReal)0.5, 0);
  dGeomHeightfieldDataSetBounds(field, (dReal)-0.3, (dReal)0.3);
  mesh = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSimple(mesh, (const dReal *)tetraPoints, 4, tetraFaces, 12);
  return 0;
}

static int tear_down_partners(void **state) {
  dGeomTriMeshDataDestroy(mesh);
  dGeomHeightfieldDataDestroy(field);
  return tear_down_ode(state);
}

static void place_partner(random_source *source, dGeomID geom) {
  dQuaternion q;
  dReal v[3];

  random_vector(source, 2, v);
  random_quaternion(source, q);
  if (dGeomGetClass(geom) == dPlaneClass) {
    dGeomPlaneSetParams(geom, 0, (dReal)0.6, (dReal)0.8, v[0]);
    return;
  }
  dGeomSetPosition(geom, v[0], v[1], v[2]);
  if (dGeomGetClass(geom) != dHeightfieldClass) dGeomSetQuaternion(geom, q);
}

/* ------------------------------------------------------------------ comparing */

/* Fails unless the contacts are the same, except that one set names `ours` where the other names `theirs`. */
static void assert_same(const wide_contact *found, int count, const wide_contact *expected, int expected_count,
                        dGeomID ours, dGeomID theirs, int test_case) {
  int i;

  if (count != expected_count) fail_msg("case %d: %d contacts, ODE's box %d", test_case, count, expected_count);
  for (i = 0; i < count; i++) {
    const dContactGeom *c = &found[i].geom, *e = &expected[i].geom;
    if (memcmp(c->pos, e->pos, 3 * sizeof(dReal)) || memcmp(c->normal, e->normal, 3 * sizeof(dReal)) ||
        c->depth != e->depth || c->side1 != e->side1 || c->side2 != e->side2) {
      fail_msg("case %d contact %d: depth %a at (%a, %a, %a), ODE's box %a at (%a, %a, %a)", test_case, i, c->depth,
               c->pos[0], c->pos[1], c->pos[2], e->depth, e->pos[0], e->pos[1], e->pos[2]);
    }
    assert_ptr_equal(c->g1, e->g1 == theirs ? ours : e->g1);
    assert_ptr_equal(c->g2, e->g2 == theirs ? ours : e->g2);
  }
}

/* Fails unless each expected contact is among those found, to rounding. */
static void assert_same_set(const wide_contact *found, int count, const wide_contact *expected, int expected_count,
                            int test_case) {
  int i, j, k;

  if (count != expected_count) fail_msg("case %d: %d contacts, ODE's box %d", test_case, count, expected_count);
  for (i = 0; i < count; i++) {
    double best = HUGE_VAL;
    for (j = 0; j < count; j++) {
      double away = fabs((double)(expected[i].geom.depth - found[j].geom.depth));
      for (k = 0; k < 3; k++) {
        away += fabs((double)(expected[i].geom.pos[k] - found[j].geom.pos[k]));
        away += fabs((double)(expected[i].geom.normal[k] - found[j].geom.normal[k]));
      }
      best = fmin(best, away);
    }
    if (best > 1e-12) fail_msg("case %d: a contact of ODE's box is %a away from the next", test_case, best);
  }
}

static void collide_as_box_with(int class, const char *name) {
  random_source source = seeded(name, (uint64_t) class);
  wide_contact found[MOST], expected[MOST];
  dGeomID ours = qmboxCreate(0, 1, (dReal)0.7, (dReal)0.5), theirs = dCreateBox(0, 1, (dReal)0.7, (dReal)0.5);
  dGeomID partner = make_partner(class);
  int i, touching = 0, cases = 1500 * soak();

  for (i = 0; i < cases; i++) {
    dQuaternion q;
    int most = 1 + i % MOST, count, wanted;

    place_partner(&source, partner);
    random_quaternion(&source, q);
    dGeomSetQuaternion(ours, q);
    dGeomSetQuaternion(theirs, q);
    count = dCollide(ours, partner, most, &found[0].geom, (int)sizeof *found);
    wanted = dCollide(theirs, partner, most, &expected[0].geom, (int)sizeof *expected);
    assert_same(found, count, expected, wanted, ours, theirs, i);
    touching += wanted > 0;
    if (class == dBoxClass && most < 8) continue; /* the order decides which of them are left out */
    count = dCollide(partner, ours, most, &found[0].geom, (int)sizeof *found);
    wanted = dCollide(partner, theirs, most, &expected[0].geom, (int)sizeof *expected);
    if (class == dBoxClass) {
      assert_same_set(found, count, expected, wanted, i);
    } else {
      assert_same(found, count, expected, wanted, ours, theirs, i);
    }
  }
  printf("# %s: %d of %d in contact\n", name, touching, cases);
  assert_int_in_range(touching, cases / 20, cases - cases / 20);
  dGeomDestroy(partner);
  dGeomDestroy(theirs);
  dGeomDestroy(ours);
}

/* ------------------------------------------------------------------ tests */

static void a_still_qmbox_collides_with_a_box_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dBoxClass, "box");
}

static void a_still_qmbox_collides_with_a_plane_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dPlaneClass, "plane");
}

static void a_qmbox_collides_with_a_sphere_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dSphereClass, "sphere");
}

static void a_qmbox_collides_with_a_capsule_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dCapsuleClass, "capsule");
}

static void a_qmbox_collides_with_a_cylinder_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dCylinderClass, "cylinder");
}

static void a_qmbox_collides_with_a_ray_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dRayClass, "ray");
}

static void a_qmbox_collides_with_a_convex_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dConvexClass, "convex");
}

static void a_qmbox_collides_with_a_trimesh_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dTriMeshClass, "trimesh");
}

static void a_qmbox_collides_with_a_heightfield_as_a_box(void **state) {
  (void)state;
  collide_as_box_with(dHeightfieldClass, "heightfield");
}

static void two_still_qmboxes_collide_as_two_boxes_in_either_order(void **state) {
  random_source source = seeded("two qmboxes", 77);
  wide_contact found[8], expected[8];
  dGeomID ours[2], theirs[2];
  int i, k;

  (void)state;
  ours[0] = qmboxCreate(0, 1, (dReal)0.7, (dReal)0.5);
  theirs[0] = dCreateBox(0, 1, (dReal)0.7, (dReal)0.5);
  ours[1] = qmboxCreate(0, (dReal)0.6, (dReal)1.2, (dReal)0.4);
  theirs[1] = dCreateBox(0, (dReal)0.6, (dReal)1.2, (dReal)0.4);
  for (i = 0; i < 2000 * soak(); i++) {
    int first = i & 1, most = 1 + i % 8, count, wanted;
    for (k = 0; k < 2; k++) {
      random_source same = source;
      place_partner(&source, ours[k]);
      place_partner(&same, theirs[k]);
    }
    count = dCollide(ours[first], ours[1 - first], most, &found[0].geom, (int)sizeof *found);
    wanted = dCollide(theirs[first], theirs[1 - first], most, &expected[0].geom, (int)sizeof *expected);
    for (k = 0; k < wanted; k++) {
      assert_ptr_equal(found[k].geom.g1, ours[first]);
      assert_ptr_equal(found[k].geom.g2, ours[1 - first]);
      expected[k].geom.g1 = ours[first];
      expected[k].geom.g2 = ours[1 - first];
    }
    assert_same(found, count, expected, wanted, 0, 0, i);
  }
  for (k = 0; k < 2; k++) dGeomDestroy(ours[k]);
  for (k = 0; k < 2; k++) dGeomDestroy(theirs[k]);
}

static void only_the_contacts_asked_for_are_written(void **state) {
  dGeomID box = qmboxCreate(0, 1, 1, 1), partner[2];
  wide_contact contact[6];
  int most, i, k;

  (void)state;
  partner[0] = dCreateBox(0, 1, 1, 1);
  partner[1] = dCreatePlane(0, 0, 0, 1, (dReal)-0.4);
  dGeomSetPosition(partner[0], (dReal)0.9, (dReal)0.1, 0);
  for (k = 0; k < 2; k++) {
    for (most = 1; most <= 5; most++) {
      int expected = most < 4 ? most : 4, count;
      memset(contact, 0x5a, sizeof contact);
      count = dCollide(box, partner[k], most, &contact[0].geom, (int)sizeof *contact);
      assert_int_equal(count, expected);
      for (i = 0; i < 6; i++) {
        unsigned j;
        const char *bytes = (const char *)&contact[i].geom;
        for (j = 0; j < sizeof contact[i].users_own; j++) assert_int_equal(contact[i].users_own[j], 0x5a);
        for (j = 0; i >= count && j < sizeof(dContactGeom); j++) assert_int_equal(bytes[j], 0x5a);
      }
    }
    dGeomDestroy(partner[k]);
  }
  dGeomDestroy(box);
}

static void geoms_of_one_body_do_not_collide(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID box1 = qmboxCreate(0, 1, 1, 1), box2 = qmboxCreate(0, 1, 1, 1);
  dContactGeom contact;
  double time = 7;

  (void)state;
  dGeomSetBody(box1, body);
  dGeomSetBody(box2, body);
  assert_int_equal(dCollide(box1, box2, 1, &contact, (int)sizeof contact), 0);
  assert_int_equal(qmboxCollide(box1, box2, 1, &contact, (int)sizeof contact, &time), 0);
  assert_true(time == 7);
  dGeomDestroy(box1);
  dGeomDestroy(box2);
  dWorldDestroy(world);
}

/* ------------------------------------------------------------------ a user class that knows boxes */

static int ball_and_box(dGeomID ball, dGeomID box, int flags, dContactGeom *contact, int skip) {
  dGeomID sphere = dCreateSphere(0, 1);
  const dReal *p = dGeomGetPosition(ball);
  int count;

  dGeomSetPosition(sphere, p[0], p[1], p[2]);
  count = dCollide(sphere, box, flags, contact, skip);
  if (count) contact->g1 = ball;
  dGeomDestroy(sphere);
  return count;
}

static dColliderFn *ball_collider_for(int other) {
  return other == dBoxClass ? ball_and_box : 0;
}

static void ball_bounds(dGeomID geom, dReal aabb[6]) {
  dInfiniteAABB(geom, aabb);
}

static void a_user_class_that_knows_boxes_collides_with_a_qmbox(void **state) {
  const dGeomClass class = {1, ball_collider_for, ball_bounds, 0, 0};
  dGeomID box = qmboxCreate(0, 1, 1, 1), ball = dCreateGeom(dCreateGeomClass(&class));
  dContactGeom contact;

  (void)state;
  dGeomSetPosition(ball, (dReal)1.25, 0, 0);
  assert_int_equal(dCollide(ball, box, 1, &contact, (int)sizeof contact), 1);
  assert_ptr_equal(contact.g1, ball);
  assert_ptr_equal(contact.g2, box);
  assert_true(contact.depth == (dReal)0.25 && contact.normal[0] == 1);
  assert_int_equal(dCollide(box, ball, 1, &contact, (int)sizeof contact), 1);
  assert_ptr_equal(contact.g1, box);
  assert_ptr_equal(contact.g2, ball);
  assert_true(contact.depth == (dReal)0.25 && contact.normal[0] == -1);
  dGeomDestroy(ball);
  dGeomDestroy(box);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_still_qmbox_collides_with_a_box_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_still_qmbox_collides_with_a_plane_as_a_box, set_up_partners,
                                      tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_sphere_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_capsule_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_cylinder_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_ray_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_convex_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_trimesh_as_a_box, set_up_partners, tear_down_partners),
      cmocka_unit_test_setup_teardown(a_qmbox_collides_with_a_heightfield_as_a_box, set_up_partners,
                                      tear_down_partners),
      cmocka_unit_test_setup_teardown(two_still_qmboxes_collide_as_two_boxes_in_either_order, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(only_the_contacts_asked_for_are_written, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(geoms_of_one_body_do_not_collide, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_user_class_that_knows_boxes_collides_with_a_qmbox, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
