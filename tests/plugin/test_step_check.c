/* SPDX-License-Identifier: BSD-3-Clause */

/* The check of a step finds for each pair what its questions say, though most pairs are answered without asking:
   against the questions asked in full, with the depth measured by the solver.  And what rests is measured. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "pairs/piecewise.h"
#include "class/registration.h"
#include "step/step_check.h"
#include "pairs/pair.h"

static const qmboxLevels LEVELS = {-0.5, -0.75, -1};
static const double UNIT = 1e-10, SLOP = 0.003, REST_AIM = 1.25;

typedef struct pair {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dGeomID geom[2];
  double side[2][3];
} pair;

/* Returns a box over another or over a plane, deep in it by some part of its size, or apart if negative, and moving. */
static pair make_pair(random_source *source, int plane, int bonded, double depth) {
  pair p = {dWorldCreate(), dSimpleSpaceCreate(0), dJointGroupCreate(0), {0, 0}, {{0}}};
  double speed = (double)log_uniform(source, (dReal)1e-6, 1), spin = (double)log_uniform(source, (dReal)1e-6, 1);
  dQuaternion turn = {1, 0, 0, 0};
  dBodyID body[2] = {0, 0};
  dVector3 v;
  int i, k;

  for (i = 0; i < 2; i++) {
    if (i == 1 && plane) {
      p.geom[1] = dCreatePlane(p.space, 0, 0, 1, 0);
      continue;
    }
    for (k = 0; k < 3; k++) p.side[i][k] = (double)uniform(source, (dReal)0.2, (dReal)0.8);
    body[i] = dBodyCreate(p.world);
    p.geom[i] = dCreateBox(p.space, (dReal)p.side[i][0], (dReal)p.side[i][1], (dReal)p.side[i][2]);
    dGeomSetBody(p.geom[i], body[i]);
    random_vector(source, speed, v);
    dBodySetLinearVel(body[i], v[0], v[1], v[2]);
    random_vector(source, spin, v);
    dBodySetAngularVel(body[i], v[0], v[1], v[2]);
  }
  turn[3] = uniform(source, -1, 1);
  turn[1] = uniform(source, 0, 1) < (dReal)0.5 ? 0 : uniform(source, (dReal)-1e-4, (dReal)1e-4);
  dBodySetQuaternion(body[0], turn);
  for (i = 0; i < 2; i++) v[i] = uniform(source, (dReal)-0.1, (dReal)0.1);
  dBodySetPosition(body[0], v[0], v[1], (dReal)((p.side[0][2] + p.side[1][2]) / 2 - depth));
  if (bonded) {
    dContact contact;
    memset(&contact, 0, sizeof contact);
    contact.geom.normal[2] = 1;
    dJointAttach(dJointCreateContact(p.world, p.contacts, &contact), body[0], body[1]);
  }
  return p;
}

static void free_pair(pair *p) {
  dJointGroupDestroy(p->contacts);
  dSpaceDestroy(p->space);
  dWorldDestroy(p->world);
}

static double side_of(const pair *p, int i, int shortest) {
  const double *s = p->side[i];

  return shortest ? fmin(s[0], fmin(s[1], s[2])) : fmax(s[0], fmax(s[1], s[2]));
}

/* Returns how much larger the boxes are when the pair stops the world, as step_check.h and qmbox.h say.  0 if it
   cannot. */
static int growths(const pair *p, int plane, int bonded, double gap, double growth[2]) {
  double shortest = plane ? side_of(p, 0, 1) : fmin(side_of(p, 0, 1), side_of(p, 1, 1)), touch = 0;
  int boxes = plane ? 1 : 2, i;

  for (i = 0; i < boxes; i++) {
    growth[i] = LEVELS.aim * UNIT * side_of(p, i, 0) - REST_AIM * fmax(0, -gap);
    touch += LEVELS.touch * UNIT * side_of(p, i, 0);
  }
  if (gap > (bonded ? 0 : touch)) return 1;
  for (i = 0; i < boxes; i++) growth[i] = -fmax(fmax(0, -gap) * 2, SLOP * shortest) / boxes;
  return bonded && fmax(0, -gap) * 2 <= 0.15 * shortest;
}

static void the_check_finds_what_the_questions_say(void **state) {
  random_source source = seeded("questions", 0x58);
  int cases = 4000 * soak(), found = 0, n;

  (void)state;
  for (n = 0; n < cases; n++) {
    int plane = n % 2, bonded = n / 2 % 2, right = 0;
    double depth = (double)log_uniform(&source, (dReal)1e-13, (dReal)0.05);
    if (uniform(&source, 0, 1) < (dReal)0.5) depth = -depth;
    pair p = make_pair(&source, plane, bonded, depth);
    double h = (double)log_uniform(&source, (dReal)1e-6, (dReal)0.1), gap, growth[2] = {0, 0};
    qmboxPath path[2];
    qmboxCheck check;
    qmboxContact contact;
    qmboxInitialDepths rest;
    int k;

    for (k = 0; k < 2; k++) {
      qmboxPathOf(p.geom[k], qmboxRegisteredClass(), QMBOX_FOLLOW_BODY, &path[k]);
      path[k].reach = 1;
    }
    assert_true(qmboxMeasureInitialDepths(&rest, p.space));
    memset(&check, 0, sizeof check);
    check.levels = &LEVELS;
    check.rest = &rest;
    check.slowStops = 4;
    check.length = check.until = h;
    qmboxCheckPair(&check, &path[0], &path[1]);

    gap = qmboxGap(&path[0], &path[1], 0);
    if (fabs(gap) > 1e-14) { /* otherwise rounding decides if it overlaps */
      assert_true(fabs(qmboxInitialDepthOfPair(&rest, p.geom[0], p.geom[1]) - fmax(0, -gap)) < 1e-15);
      assert_true(fabs(qmboxInitialDepthOfPair(&rest, p.geom[1], p.geom[0]) - fmax(0, -gap)) < 1e-15);
      assert_true(fabs(qmboxInitialDepthOf(&rest, p.geom[0]) - fmax(0, -gap)) < 1e-15);
      if (growths(&p, plane, bonded, gap, growth)) {
        qmboxSolveGrown(&path[0], growth[0], &path[1], growth[1], 0, h, 0, &contact);
        right = contact.status == BMS_CONTACT && contact.timeLower > 0;
      }
      if (check.found != right) fail_msg("case %d: gap %a, found %d instead of %d", n, gap, check.found, right);
      /* The depths that the aims are made from agree to rounding. */
      if (right && !(fabs(check.time - contact.timeLower) * fabs((double)contact.approachSpeed) <= 1e-13))
        fail_msg("case %d: gap %a, h %a, found at %a instead of %a, speed %g", n, gap, h, check.time, contact.timeLower,
                 (double)contact.approachSpeed);
      found += right;
    }
    qmboxForgetInitialDepths(&rest);
    free_pair(&p);
  }
  printf("# questions: %d of %d found\n", found, cases);
  assert_true(found > cases / 20 && found < cases / 2);
}

static void overlaps_of_boxes_are_measured_however_they_lie(void **state) {
  random_source source = seeded("rest", 0x59);
  int cases = 2000 * soak(), deep = 0, n;

  (void)state;
  for (n = 0; n < cases; n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    dGeomID geom[2];
    bms_separation truth;
    qmboxPath path[2];
    qmboxInitialDepths rest;
    double depth;
    int k;

    for (k = 0; k < 2; k++) {
      dReal thick = log_uniform(&source, (dReal)0.01, 2);
      geom[k] = dCreateBox(space, thick, uniform(&source, (dReal)0.2, 2), 1);
      dGeomSetBody(geom[k], random_body(&source, world, 1, 0, 0));
      qmboxPathOf(geom[k], qmboxRegisteredClass(), QMBOX_FOLLOW_NOTHING, &path[k]);
    }
    bms_separation_at(&path[0].body, &path[1].body, 0, &truth);
    assert_true(qmboxMeasureInitialDepths(&rest, space));
    depth = qmboxInitialDepthOfPair(&rest, geom[0], geom[1]);
    if (!(fabs(depth - fmax(0, -truth.gap)) < 1e-13)) fail_msg("case %d: %a, depth %a", n, truth.gap, depth);
    deep += depth > 0;
    qmboxForgetInitialDepths(&rest);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  assert_true(deep > cases / 5 && deep < cases);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(the_check_finds_what_the_questions_say),
      CASE(overlaps_of_boxes_are_measured_however_they_lie),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
