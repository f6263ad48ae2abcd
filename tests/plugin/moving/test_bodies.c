/* SPDX-License-Identifier: BSD-3-Clause */

/* The bodies that the guard knows: all that have a geom in the space, however nested, or that joints lead to; and the
   linkages that joints make of them. */

#include <math.h>
#include <string.h>

#include "guard/guard.h"
#include "moving/bodies.h"
#include "moving/moves.h"
#include "class/registration.h"
#include "thrown.h"

enum { BODIES = 40, SCENES = 40 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-5)

typedef struct system {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dBodyID body[BODIES];
  int linkage[BODIES]; /* the least number of a body that it is linked with */
} system_of_bodies;

static void joined(system_of_bodies *s, int one, int other) {
  int from = s->linkage[one], to = s->linkage[other], least = from < to ? from : to;
  for (int i = 0; i < BODIES; i++) {
    if (s->linkage[i] == from || s->linkage[i] == to) s->linkage[i] = least;
  }
}

static void join_some(random_source *source, system_of_bodies *s) {
  for (int i = 0; i < BODIES * 3 / 4; i++) {
    int one = (int)uniform(source, 0, BODIES), other = (int)uniform(source, 0, BODIES);
    if (one == other) continue;
    dJointID joint = i % 3 == 0 ? dJointCreateBall(s->world, 0)
                                : (i % 3 == 1 ? dJointCreateAMotor(s->world, 0) : dJointCreateFixed(s->world, 0));
    if (i % 7 == 0) { /* a joint with the world links nothing */
      dJointAttach(joint, s->body[one], 0);
      continue;
    }
    dJointAttach(joint, s->body[one], s->body[other]);
    if (i % 5 == 0) {
      dJointDisable(joint);
    } else {
      joined(s, one, other);
    }
  }
  /* contacts link nothing */
  for (int i = 0; i + 1 < BODIES; i += 5) {
    dContact contact;
    memset(&contact, 0, sizeof contact);
    contact.geom.normal[2] = 1;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact), s->body[i], s->body[i + 1]);
  }
}

static system_of_bodies make_system(random_source *source, int space) {
  system_of_bodies s = {.world = dWorldCreate(), .space = make_space(space), .contacts = dJointGroupCreate(0)};
  for (int i = 0; i < BODIES; i++) {
    s.linkage[i] = i;
    s.body[i] = random_body(source, s.world, 15, 10, 10);
    for (int k = 0; k < i % 3; k++) {
      dGeomID geom = random_geom(source, space_for(s.space, space, i + k), (i + k) % KINDS);
      dGeomSetBody(geom, s.body[i]);
    }
  }
  join_some(source, &s);
  return s;
}

static void free_system(system_of_bodies *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

/* Returns the number that the guard has for a body, 0 if it has none. */
static int number_of(const qmboxGuard *guard, dBodyID body) {
  int number = 0;
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    if (guard->bodies.body[i].start.body != body) continue;
    assert_int_equal(number, 0); /* each once */
    number = i;
  }
  return number;
}

static bool are_linked(const qmboxGuard *guard, int one, int other) {
  int i = one, length = 0;
  do {
    if (i == other) return true;
    i = guard->bodies.body[i].next;
    assert_true(++length <= guard->bodies.bodyCount);
  } while (i != one);
  return false;
}

/* Returns true if a geom, or a linkage with a body that has a geom, leads to a body: then it must be known. */
static bool is_reached(const system_of_bodies *s, int number) {
  for (int i = 0; i < BODIES; i++) {
    if (s->linkage[i] == s->linkage[number] && dBodyGetFirstGeom(s->body[i])) return true;
  }
  return false;
}

static void bodies_are_found_by_geoms_and_joints_and_linked_as_joints_link_them(void **state) {
  (void)state;
  random_source source = seeded("linkages", 0xb0d);
  for (int n = 0; n < SCENES * soak(); n++) {
    system_of_bodies s = make_system(&source, n % SPACE_KINDS);
    qmboxGuard guard = {0};
    assert_true(qmboxGuardBegin(&guard, s.world, s.space));
    int geoms = 0;
    for (int i = 0; i < BODIES; i++) {
      int number = number_of(&guard, s.body[i]), listed = 0;
      assert_int_equal(number > 0, is_reached(&s, i));
      for (int g = number ? guard.bodies.body[number].firstGeom : -1; g >= 0; g = guard.bodies.geom[g].nextOfBody) {
        assert_ptr_equal(dGeomGetBody(guard.bodies.geom[g].geom), s.body[i]);
        listed++;
      }
      assert_int_equal(listed, i % 3);
      geoms += listed;
      for (int k = 0; k < i && number; k++) {
        int other = number_of(&guard, s.body[k]);
        if (other) assert_int_equal(are_linked(&guard, number, other), s.linkage[i] == s.linkage[k]);
      }
    }
    assert_int_equal(guard.bodies.geomCount, geoms);
    qmboxGuardFree(&guard);
    free_system(&s);
  }
}

static void what_is_disabled_foreign_or_a_ray_is_no_body_of_the_guard(void **state) {
  (void)state;
  dWorldID world = dWorldCreate(), other = dWorldCreate();
  dSpaceID space = make_space(SPACE_HASH);
  dBodyID own = dBodyCreate(world), foreign = dBodyCreate(other);
  dGeomID box = dCreateBox(space, 1, 1, 1), stranger = dCreateBox(space, 1, 1, 1), ray = dCreateRay(space, 1);
  dGeomID off = dCreateBox(space, 1, 1, 1);
  qmboxGuard guard = {0};
  (void)ray;
  dGeomSetBody(box, own);
  dGeomSetBody(stranger, foreign);
  dGeomDisable(off);
  dBodyDisable(own); /* a body that sleeps may be woken in the step */
  assert_true(qmboxGuardBegin(&guard, world, space));
  assert_int_equal(guard.bodies.geomCount, 2);
  assert_int_equal(guard.bodies.bodyCount, 2);
  assert_ptr_equal(guard.bodies.body[1].start.body, own);
  for (int i = 0; i < 2; i++) assert_int_equal(guard.bodies.geom[i].body, guard.bodies.geom[i].geom == box);
  qmboxGuardFree(&guard);
  dSpaceDestroy(space);
  dWorldDestroy(world);
  dWorldDestroy(other);
}

static void a_body_is_put_where_it_was_at_any_time_of_its_step(void **state) {
  (void)state;
  random_source source = seeded("places", 0xb0e);
  for (int n = 0; n < 200 * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(SPACE_SIMPLE);
    dGeomID geom = random_geom(&source, space, n % KINDS);
    double length = (double)log_uniform(&source, 1e-3, 0.1);
    dBodyID body = throw_geom(&source, world, geom, 5, 100, fmin(300, 2.5 / length));
    taken_step step;
    qmboxGuard guard = {0};
    dBodySetFiniteRotationMode(body, n % 2);
    assert_true(qmboxGuardBegin(&guard, world, space));
    take_step(world, length, &geom, 1, &step);
    guard.bodies.length = length;
    qmboxMeasureMoves(&guard.bodies);
    assert_true(guard.bodies.body[1].moves && guard.bodies.body[1].stop == length);
    for (int k = 0; k <= 8; k++) {
      qmboxPlaceBody(&guard.bodies, 1, length * k / 8);
      pose is = geom_pose(geom), expected = at_part(&step, k / 8.0);
      double same = 0;
      for (int i = 0; i < 3; i++) assert_true(fabs(is.x[i] - expected.x[i]) < CLOSE * (1 + fabs(is.x[i])));
      for (int i = 0; i < 4; i++) same += is.q[i] * expected.q[i];
      assert_true(fabs(fabs(same) - 1) < (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-5));
    }
    pose back = geom_pose(geom);
    assert_memory_equal(&back, &step.to, sizeof back);
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* Returns true if a geom is in a space, however nested. */
static bool is_in(dGeomID geom, dGeomID space) {
  while (geom && geom != space) geom = (dGeomID)dGeomGetSpace(geom);
  return geom != 0;
}

static void what_is_forgotten_is_told_and_all_else_stays(void **state) {
  (void)state;
  random_source source = seeded("forgotten", 0xb0f);
  for (int n = 0; n < SPACE_KINDS; n++) {
    system_of_bodies s = make_system(&source, n);
    qmboxGuard guard = {0};
    assert_true(qmboxGuardBegin(&guard, s.world, s.space));
    int last = guard.bodies.geomCount - 1, body = guard.bodies.geom[last].body;
    dGeomID one = guard.bodies.geom[0].geom, space = (dGeomID)dGeomGetSpace(guard.bodies.geom[last].geom);
    qmboxForgetGeom(&guard.bodies, one);
    for (int i = 0; i < guard.bodies.geomCount; i++) assert_int_equal(guard.bodies.geom[i].forgotten, i == 0);
    assert_int_equal(guard.bodies.geom[last].body, body);
    qmboxForgetGeom(&guard.bodies, space);
    for (int i = 0; i < guard.bodies.geomCount; i++) {
      bool forgotten = i == 0 || is_in(guard.bodies.geom[i].geom, space);
      assert_int_equal(guard.bodies.geom[i].forgotten, forgotten);
      if (forgotten) assert_int_equal(guard.bodies.geom[i].body, 0);
    }
    qmboxGuardFree(&guard);
    free_system(&s);
  }
}

/* Writes a quaternion that is not quite unit, as quaternions of floats are not. */
static void shorten(dReal *quaternion, double length) {
  for (int i = 0; i < 4; i++) quaternion[i] = (dReal)(length * (double)quaternion[i]);
}

static void the_turn_of_quaternions_that_are_not_unit_is_no_less(void **state) {
  (void)state;
  for (int n = 0; n < 20; n++) {
    double angle = pow(10, -0.2 * n);
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(SPACE_SIMPLE);
    dBodyID body = dBodyCreate(world);
    dQuaternion turned;
    qmboxGuard guard = {0};
    dGeomSetBody(dCreateBox(space, 1, 1, 1), body);
    assert_true(qmboxGuardBegin(&guard, world, space));
    dQFromAxisAndAngle(turned, 1, 2, 3, (dReal)angle);
    dBodySetQuaternion(body, turned);
    shorten((dReal *)dBodyGetQuaternion(body), 0.99);
    shorten(guard.bodies.body[1].start.quaternion, 0.99);
    guard.bodies.length = 1;
    qmboxMeasureMoves(&guard.bodies);
    assert_true(guard.bodies.body[1].chord >= (1 - 1e-6) * 2 * sin(angle / 2));
    assert_true(guard.bodies.body[1].spin >= (1 - 1e-6) * 2 * tan(angle / 2));
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_shapes, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(bodies_are_found_by_geoms_and_joints_and_linked_as_joints_link_them),
      CASE(what_is_disabled_foreign_or_a_ray_is_no_body_of_the_guard),
      CASE(what_is_forgotten_is_told_and_all_else_stays),
      CASE(a_body_is_put_where_it_was_at_any_time_of_its_step),
      CASE(the_turn_of_quaternions_that_are_not_unit_is_no_less),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
