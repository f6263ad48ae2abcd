/* SPDX-License-Identifier: BSD-3-Clause */

/* Contacts of convex hulls that are deeper than the geoms overlap, judged by the separating axes of two boxes: the
   hulls are cubes. */

#include "callbacks/false_contacts.h"

#include <math.h>
#include <string.h>

#include "extent.h"
#include "guard/guard.h"
#include "loop.h"
#include "ode/contact_joint.h"

enum { PLACES = 400, CORNERS = 8, MOST_CONTACTS = 8, ROOMS = 2, CUBES = 20, FRAMES = 300 };

static const double FALSE_BY = 2, NEAR = 1e-9;

/* ------------------------------------------------------------------ cubes that are hulls */

typedef struct cube {
  dReal plane[24], point[24];
  dGeomID geom;
} cube;

static const unsigned POLYGON[30] = {4, 1, 3, 7, 5, 4, 0, 4, 6, 2, 4, 2, 6, 7, 3,
                                     4, 0, 1, 5, 4, 4, 4, 5, 7, 6, 4, 0, 2, 3, 1};

static void make_cube(cube *c, loop *l, double side, dBodyID body) {
  memset(c, 0, sizeof *c);
  for (int f = 0; f < 6; f++) {
    c->plane[4 * f + f / 2] = f % 2 ? -1 : 1;
    c->plane[4 * f + 3] = (dReal)(side / 2);
  }
  for (int i = 0; i < 24; i++) c->point[i] = (dReal)((i / 3 >> i % 3 & 1 ? 1 : -1) * side / 2);
  c->geom = dCreateConvex(l->space, c->plane, 6, c->point, CORNERS, POLYGON);
  dGeomSetBody(c->geom, body);
}

/* ------------------------------------------------------------------ the judge */

/* A box: its middle, half sides and axes, the rows of `axis`. */
typedef struct solid_box {
  double middle[3], half[3], axis[3][3];
} solid_box;

static solid_box box_of(dGeomID geom, const double side[3]) {
  const dReal *x = dGeomGetPosition(geom), *r = dGeomGetRotation(geom);
  solid_box b;

  for (int i = 0; i < 3; i++) {
    b.middle[i] = (double)x[i];
    b.half[i] = side[i] / 2;
    for (int k = 0; k < 3; k++) b.axis[i][k] = (double)r[4 * k + i];
  }
  return b;
}

static double dot3(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double reach_along(const solid_box *b, const double n[3]) {
  double sum = 0;

  for (int i = 0; i < 3; i++) sum += b->half[i] * fabs(dot3(b->axis[i], n));
  return sum;
}

/* Returns how far the first box has to go along the unit direction n until the two are apart. */
static double way_out(const solid_box *a, const solid_box *b, const double n[3]) {
  return dot3(b->middle, n) - dot3(a->middle, n) + reach_along(a, n) + reach_along(b, n);
}

/* Returns the shorter way out along n and its opposite; infinite for a direction that is none. */
static double either_way(const solid_box *a, const solid_box *b, const double n[3]) {
  double size = sqrt(dot3(n, n)), unit[3], back[3];

  if (!(size > 1e-6)) return HUGE_VAL;
  for (int i = 0; i < 3; i++) back[i] = -(unit[i] = n[i] / size);
  return fmin(way_out(a, b, unit), way_out(a, b, back));
}

/* Returns the depth of two boxes: the least way out along their 15 axes; negative if they are apart. */
static double depth_of(const solid_box *a, const solid_box *b) {
  double least = HUGE_VAL;

  for (int i = 0; i < 3; i++) {
    least = fmin(least, fmin(either_way(a, b, a->axis[i]), either_way(a, b, b->axis[i])));
    for (int k = 0; k < 3; k++) {
      const double *u = a->axis[i], *v = b->axis[k];
      double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
      least = fmin(least, either_way(a, b, n));
    }
  }
  return least;
}

/* ------------------------------------------------------------------ single contacts */

/* A cube that is a hull, deep in a thin wall, and the contact joint that a near callback makes of what ODE finds. */
typedef struct place {
  loop *l;
  cube hull;
  dGeomID wall;
  double side[3], walls[3];
  dJointID joint;
  dContactGeom before;
} place;

static bool make_place(place *p, random_source *r) {
  double side = uniform(r, 0.05, 0.3), thin = uniform(r, 0.001, 0.3);
  dContact contact;

  memset(p, 0, sizeof *p);
  memset(&contact, 0, sizeof contact);
  p->l = make_loop(SPACE_SIMPLE);
  dBodyID body = random_body(r, p->l->world, 0, 0, 0);
  make_cube(&p->hull, p->l, side, body);
  p->wall = dCreateBox(p->l->space, 2, 2, (dReal)thin);
  for (int i = 0; i < 3; i++) p->side[i] = side, p->walls[i] = i < 2 ? 2 : thin;
  dBodySetPosition(body, uniform(r, -0.95, 0.95), uniform(r, -0.95, 0.95),
                   (dReal)(thin / 2 + uniform(r, 0.3, 0.8) * side));
  if (dCollide(p->hull.geom, p->wall, 1, &contact.geom, sizeof contact.geom) == 0) return false;
  contact.surface.mu = 1;
  p->before = contact.geom;
  p->joint = dJointCreateContact(p->l->world, p->l->contacts, &contact);
  dJointAttach(p->joint, body, 0);
  return true;
}

static void correct(place *p) {
  qmboxGuard guard;

  memset(&guard, 0, sizeof guard);
  assert_true(qmboxGuardBegin(&guard, p->l->world, p->l->space));
  qmboxCorrectContacts(&guard.bodies);
  qmboxGuardFree(&guard);
}

/* The fate of a contact. */
typedef enum fate { KEPT, CORRECTED, DISABLED, FATES } fate;

static fate judge_place(const place *p) {
  const dContactGeom *now = qmboxContactOf(p->joint);
  solid_box a = box_of(p->hull.geom, p->side), b = box_of(p->wall, p->walls);
  double depth = depth_of(&a, &b), least = JUDGED_ALLOWANCE * p->side[0], normal[3];

  if (!dJointIsEnabled(p->joint)) {
    assert_true(depth < NEAR);
    return DISABLED;
  }
  if (memcmp(now, &p->before, sizeof *now) == 0) {
    assert_true((double)now->depth < fmax(FALSE_BY * depth, least) + NEAR);
    return KEPT;
  }
  for (int i = 0; i < 3; i++) normal[i] = (double)now->normal[i];
  assert_true((double)p->before.depth > FALSE_BY * depth - NEAR && (double)p->before.depth > least - NEAR);
  assert_true(fabs((double)now->depth - depth) < NEAR);
  assert_true(fabs(way_out(&a, &b, normal) - depth) < NEAR);
  return CORRECTED;
}

static void contacts_are_as_deep_as_the_geoms_overlap(void **state) {
  random_source r = seeded("false contacts", 1);
  int count[FATES] = {0}, places = soak() * PLACES;

  (void)state;
  for (int i = 0; i < places; i++) {
    place p;
    if (make_place(&p, &r)) {
      correct(&p);
      count[judge_place(&p)]++;
    }
    free_loop(p.l);
  }
  print_message("# %d kept, %d corrected, %d disabled\n", count[KEPT], count[CORRECTED], count[DISABLED]);
  assert_true(count[CORRECTED] >= places / 20 && count[KEPT] >= places / 20);
}

/* A near callback may leave anything in the geoms of a contact. */
static void contacts_of_other_geoms_stay_as_they_are(void **state) {
  random_source r = seeded("false contacts", 2);
  dGeomID strange = dCreateSphere(0, 1);

  (void)state;
  for (int i = 0; i < 20; i++) {
    place p;
    if (make_place(&p, &r)) {
      dContactGeom *contact = qmboxContactOf(p.joint);
      contact->depth = 1;
      contact->g2 = i % 2 ? strange : 0;
      dContactGeom before = *contact;
      correct(&p);
      assert_true(dJointIsEnabled(p.joint));
      assert_memory_equal(contact, &before, sizeof before);
    }
    free_loop(p.l);
  }
  dGeomDestroy(strange);
}

/* A near callback may set depths and normals itself. */
static void contacts_that_a_program_changes_stay_as_they_are(void **state) {
  random_source r = seeded("false contacts", 6);
  int judged = 0;

  (void)state;
  for (int i = 0; i < 40; i++) {
    place p;
    if (make_place(&p, &r)) {
      dContactGeom *contact = qmboxContactOf(p.joint);
      if (i % 2) contact->depth += 1;
      if (i % 2 == 0) contact->depth = 1, contact->normal[0] = 1, contact->normal[1] = contact->normal[2] = 0;
      dContactGeom before = *contact;
      correct(&p);
      assert_true(dJointIsEnabled(p.joint));
      assert_memory_equal(contact, &before, sizeof before);
      judged++;
    }
    free_loop(p.l);
  }
  assert_true(judged >= 20);
}

/* Several false contacts of the same two geoms become one; the feedback of the other has no forces. */
static void only_one_contact_of_two_geoms_is_corrected(void **state) {
  random_source r = seeded("false contacts", 3);
  int judged = 0;

  (void)state;
  for (int i = 0; i < 200; i++) {
    place p;
    if (make_place(&p, &r)) {
      dContact more;
      memset(&more, 0, sizeof more);
      more.geom = p.before;
      dJointID second = dJointCreateContact(p.l->world, p.l->contacts, &more);
      dJointAttach(second, dGeomGetBody(p.hull.geom), 0);
      dJointFeedback feedback[2], none = {.f1 = {0}};
      memset(feedback, 1, sizeof feedback);
      dJointSetFeedback(p.joint, &feedback[0]);
      dJointSetFeedback(second, &feedback[1]);
      correct(&p);
      bool corrected = memcmp(qmboxContactOf(p.joint), &p.before, sizeof p.before) != 0 ||
                       memcmp(qmboxContactOf(second), &p.before, sizeof p.before) != 0;
      if (corrected) {
        assert_int_equal(dJointIsEnabled(p.joint) + dJointIsEnabled(second), 1);
        assert_memory_equal(&feedback[dJointIsEnabled(p.joint)], &none, sizeof none);
      }
      judged += corrected;
    }
    free_loop(p.l);
  }
  assert_true(judged > 0);
}

/* A near callback may attach the bodies the other way round, with the normal turned. */
static void joints_of_exchanged_bodies_push_the_same_way(void **state) {
  random_source r = seeded("false contacts", 5);
  int judged = 0;

  (void)state;
  for (int i = 0; i < 200; i++) {
    place p;
    if (make_place(&p, &r)) {
      dContactGeom *contact = qmboxContactOf(p.joint);
      for (int k = 0; k < 3; k++) contact->normal[k] = -contact->normal[k];
      dJointAttach(p.joint, 0, dGeomGetBody(p.hull.geom));
      dContactGeom before = *contact;
      correct(&p);
      if (dJointIsEnabled(p.joint) && memcmp(contact, &before, sizeof before) != 0) {
        solid_box a = box_of(p.hull.geom, p.side), b = box_of(p.wall, p.walls);
        double push[3];
        for (int k = 0; k < 3; k++) push[k] = -(double)contact->normal[k];
        assert_true(fabs(way_out(&a, &b, push) - depth_of(&a, &b)) < NEAR);
        judged++;
      }
    }
    free_loop(p.l);
  }
  assert_true(judged > 0);
}

/* ------------------------------------------------------------------ rooms */

/* Throws cubes into a closed room of boxes of this thickness; returns how many hang above the floor at the end. */
static int hanging_in_a_room(random_source *r, double thin) {
  loop *l = make_loop(SPACE_HASH);
  cube hull[CUBES];
  int hanging = 0;

  for (int k = 0; k < 6; k++) {
    double at[3] = {0, 0, 1}, side[3] = {2 + 2 * thin, 2 + 2 * thin, 2 + 2 * thin};
    side[k / 2] = thin;
    at[k / 2] += (k % 2 ? 1 : -1) * (1 + thin / 2);
    dGeomSetPosition(dCreateBox(l->space, (dReal)side[0], (dReal)side[1], (dReal)side[2]), (dReal)at[0], (dReal)at[1],
                     (dReal)at[2]);
  }
  for (int i = 0; i < CUBES; i++) {
    dBodyID body = random_body(r, l->world, 1, 10, 5);
    dBodySetPosition(body, (dReal)(0.4 * (i % 5 - 2)), (dReal)(0.4 * (i / 5 - 1.5)), 1);
    make_cube(&hull[i], l, 0.2, body);
  }
  for (int i = 0; i < FRAMES; i++) (void)qmboxWorldSimulate(l->world, l->space, (dReal)(1.0 / 60), &l->options, NULL);
  for (int i = 0; i < CUBES; i++) {
    const dReal *x = dGeomGetPosition(hull[i].geom);
    assert_true(fabs((double)x[0]) < 1 && fabs((double)x[1]) < 1 && x[2] > 0 && x[2] < 2);
    hanging += x[2] > (dReal)0.6;
  }
  free_loop(l);
  return hanging;
}

static void no_hull_hangs_at_the_walls_of_a_room(void **state) {
  random_source r = seeded("false contacts", 4);
  int hanging = 0;

  (void)state;
  for (int i = 0; i < ROOMS; i++) hanging += hanging_in_a_room(&r, i % 2 ? 0.05 : 0.001);
  assert_int_equal(hanging, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(contacts_are_as_deep_as_the_geoms_overlap, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(contacts_of_other_geoms_stay_as_they_are, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(contacts_that_a_program_changes_stay_as_they_are, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(only_one_contact_of_two_geoms_is_corrected, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(joints_of_exchanged_bodies_push_the_same_way, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(no_hull_hangs_at_the_walls_of_a_room, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("false contacts", tests, 0, 0);
}
