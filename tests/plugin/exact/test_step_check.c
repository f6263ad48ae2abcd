/* SPDX-License-Identifier: BSD-3-Clause */

/* The check of a step finds for each pair the answers of its questions, though most pairs are answered without asking:
   against the questions asked in full, with the depth measured by the solver.  And what rests is measured. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "pairs/piecewise.h"
#include "class/registration.h"
#include "exact/step_check.h"
#include "pairs/pair.h"

static const qmboxLevels LEVELS = {-0.5, -0.75, -1};
static const double UNIT = 1e-10, SLOP = 0.003, LARGEST_SLOP = 0.1, REST_AIM = 1.25, REST_LIMIT = 1.5;
static const double LARGEST_REST = 0.05, LIMIT_FACTOR = 4.0 / 3, LANDED = 2.0 / 3;

typedef struct pair {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dGeomID geom[2];
  dGeomID roof; /* a box without a body over the first, null if there is none */
  double side[2][3];
  bool plane, bonded;
  double slop; /* 0: the usual one */
} pair;

/* Adds a roof in which the first box is so deep. */
static void add_roof(pair *p, double depth) {
  const dReal *at = dGeomGetPosition(p->geom[0]);
  p->roof = dCreateBox(p->space, 3, 3, 1);
  dGeomSetPosition(p->roof, at[0], at[1], at[2] + (dReal)(p->side[0][2] / 2 + 0.5 - depth));
}

/* Returns a box over another or over a plane, deep in it by some part of its size, or apart if negative, and moving. */
static pair make_pair(random_source *source, int plane, int bonded, double depth) {
  pair p = {.world = dWorldCreate(),
            .space = dSimpleSpaceCreate(0),
            .contacts = dJointGroupCreate(0),
            .plane = plane,
            .bonded = bonded};
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

/* How much larger the boxes are where the pair stops the world, and where no step may come; and the gap that counts as
   landed. */
typedef struct levels {
  double aim[2], limit[2], landed;
} levels;

/* Finds them, by step_check.h and qmbox.h.  Returns 0 if the pair cannot stop the world. */
static int growths(const pair *p, double gap, double roof, levels *wanted) {
  double shortest = p->plane ? side_of(p, 0, 1) : fmin(side_of(p, 0, 1), side_of(p, 1, 1)), touch = 0;
  double depth = fmax(0, -gap), slop = p->slop > 0 ? fmin(p->slop, LARGEST_SLOP * shortest) : SLOP * shortest;
  double deep = fmax(2 * depth, slop);
  int boxes = p->plane ? 1 : 2;

  memset(wanted, 0, sizeof *wanted);
  for (int i = 0; i < boxes; i++) {
    double rest = fmin(fmax(depth, i == 0 ? roof : 0), LARGEST_REST * side_of(p, i, 1));
    wanted->aim[i] = LEVELS.aim * UNIT * side_of(p, i, 0) - REST_AIM * rest;
    wanted->limit[i] = LEVELS.limit * UNIT * side_of(p, i, 0) - REST_LIMIT * rest;
    touch += LEVELS.touch * UNIT * side_of(p, i, 0);
  }
  wanted->landed = LANDED * (wanted->aim[0] + wanted->aim[1]);
  if (gap > (p->bonded ? 0 : touch)) return 1;
  for (int i = 0; i < boxes; i++) {
    wanted->aim[i] = -deep / boxes;
    wanted->limit[i] = LIMIT_FACTOR * wanted->aim[i];
  }
  wanted->landed = -LANDED * deep;
  return p->bonded && deep <= 0.15 * shortest;
}

/* Returns true if the pair comes to these growths within h, and when. */
static bool comes_to(const qmboxMoving path[2], const double growth[2], double h, qmboxContact *contact) {
  qmboxSolveGrown(&path[0], growth[0], &path[1], growth[1], 0, h, 0, contact);
  return contact->status == BMS_CONTACT && contact->timeLower > 0;
}

/* How many pairs have been found, gone too far, landed, and were pressed by a roof. */
typedef struct tally {
  int found, violated, landed, roofed;
} tally;

/* Compares what the check has found about a pair with the answers of the questions. */
static void compare(const pair *p, const qmboxMoving path[2], double gap, double roof, const qmboxCheck *check, int n,
                    tally *sum) {
  double h = check->length;
  levels wanted;
  qmboxContact contact, limit;
  bool right = growths(p, gap, roof, &wanted) && comes_to(path, wanted.aim, 1.5 * h, &contact);

  if (check->found != right) fail_msg("case %d: gap %a, found %d instead of %d", n, gap, check->found, right);
  if (!right) return;
  /* The depths that the aims are made from agree to rounding. */
  if (!(fabs(check->time - contact.timeLower) * fabs((double)contact.approachSpeed) <= 1e-13)) {
    fail_msg("case %d: gap %a, h %a, found at %a instead of %a, speed %g", n, gap, h, check->time, contact.timeLower,
             (double)contact.approachSpeed);
  }
  bool violated = contact.timeLower < h && comes_to(path, wanted.limit, h, &limit);
  double left = qmboxGap(&path[0], &path[1], h) - wanted.landed;
  if (check->violated != violated) fail_msg("case %d: violated %d", n, check->violated);
  if (fabs(left) > 1e-14 && check->landed != (left < 0)) fail_msg("case %d: landed %d", n, check->landed);
  for (int k = 0; k < 2; k++) assert_true(fabs(check->growth[k] - wanted.aim[k]) <= 1e-14);
  assert_true(check->size == 1); /* the reach of the paths */
  sum->found++;
  sum->violated += violated;
  sum->landed += check->landed && !violated;
  sum->roofed += roof > 0;
}

static void check_case(random_source *source, int n, tally *sum) {
  double depth = (double)log_uniform(source, (dReal)1e-13, (dReal)0.05);
  if (uniform(source, 0, 1) < (dReal)0.5) depth = -depth;
  pair p = make_pair(source, n % 2, n / 2 % 2, depth);
  if (n / 4 % 2) add_roof(&p, (double)log_uniform(source, (dReal)1e-4, (dReal)0.1));
  if (n / 8 % 2) p.slop = (double)log_uniform(source, (dReal)1e-4, 10);
  double h = (double)log_uniform(source, (dReal)1e-6, (dReal)0.1);
  qmboxMoving path[2];
  qmboxInitialDepths rest;

  for (int k = 0; k < 2; k++) {
    qmboxMovingOf(p.geom[k], qmboxRegisteredClass(), QMBOX_FOLLOW_BODY, &path[k]);
    path[k].sweptReach = 1;
  }
  assert_true(qmboxMeasureInitialDepths(&rest, p.space));
  qmboxCheck check = {.levels = &LEVELS, .rest = &rest, .slowStops = 4, .slop = p.slop, .length = h, .until = 1.5 * h};
  qmboxCheckPair(&check, &path[0], &path[1]);

  double gap = qmboxGap(&path[0], &path[1], 0);
  double roof = p.roof ? qmboxInitialDepthOfPair(&rest, p.geom[0], p.roof) : 0;
  if (fabs(gap) > 1e-14) { /* otherwise rounding decides if it overlaps */
    assert_true(fabs(qmboxInitialDepthOfPair(&rest, p.geom[0], p.geom[1]) - fmax(0, -gap)) < 1e-15);
    assert_true(fabs(qmboxInitialDepthOfPair(&rest, p.geom[1], p.geom[0]) - fmax(0, -gap)) < 1e-15);
    assert_true(fabs(qmboxInitialDepthOf(&rest, p.geom[0]) - fmax(roof, -gap)) < 1e-15);
    compare(&p, path, gap, roof, &check, n, sum);
  }
  qmboxForgetInitialDepths(&rest);
  free_pair(&p);
}

static void the_check_finds_what_the_questions_say(void **state) {
  random_source source = seeded("questions", 0x58);
  int cases = 20000 * soak();
  tally sum = {0};

  (void)state;
  for (int n = 0; n < cases; n++) check_case(&source, n, &sum);
  printf("# questions: %d of %d found, %d violated, %d landed, %d under a roof\n", sum.found, cases, sum.violated,
         sum.landed, sum.roofed);
  assert_true(sum.found > cases / 20 && sum.found < cases / 2);
  assert_true(sum.violated > cases / 50 && sum.landed > cases / 1000 && sum.roofed > cases / 100);
}

/* A box flies along x towards three planes, whose pairs are checked in turn: whichever comes first is the nearest of
   those that it comes to before `until`, at the time at which a side of it is there. */
static void the_earliest_of_all_pairs_counts(void **state) {
  enum { PLANES = 3 };
  random_source source = seeded("planes", 0x5a);

  (void)state;
  for (int n = 0; n < 1000; n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    dBodyID body = dBodyCreate(world);
    dGeomID box = dCreateBox(space, 1, 1, 1);
    double earliest = HUGE_VAL;
    qmboxMoving path, plane;
    qmboxInitialDepths rest;

    dGeomSetBody(box, body);
    dBodySetLinearVel(body, 1, 0, 0);
    qmboxMovingOf(box, qmboxRegisteredClass(), QMBOX_FOLLOW_BODY, &path);
    assert_true(qmboxMeasureInitialDepths(&rest, space));
    qmboxCheck check = {.levels = &LEVELS, .rest = &rest, .slowStops = 4, .length = 1, .until = 1.5};
    for (int k = 0; k < PLANES; k++) {
      dReal time = uniform(&source, (dReal)0.01, 2);
      qmboxMovingOf(dCreatePlane(space, -1, 0, 0, -(time + (dReal)0.5)), qmboxRegisteredClass(), QMBOX_FOLLOW_BODY,
                    &plane);
      qmboxCheckPair(&check, &path, &plane);
      if ((double)time < 1.5) earliest = fmin(earliest, (double)time);
    }
    assert_int_equal(check.found, earliest < HUGE_VAL);
    assert_int_equal(check.violated, earliest < 1);
    if (check.found) assert_true(fabs(check.time - earliest) < 1e-6);
    qmboxForgetInitialDepths(&rest);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
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
    qmboxMoving path[2];
    qmboxInitialDepths rest;
    double depth;
    int k;

    for (k = 0; k < 2; k++) {
      dReal thick = log_uniform(&source, (dReal)0.01, 2);
      geom[k] = dCreateBox(space, thick, uniform(&source, (dReal)0.2, 2), 1);
      dGeomSetBody(geom[k], random_body(&source, world, 1, 0, 0));
      qmboxMovingOf(geom[k], qmboxRegisteredClass(), QMBOX_FOLLOW_NOTHING, &path[k]);
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
      CASE(the_earliest_of_all_pairs_counts),
      CASE(overlaps_of_boxes_are_measured_however_they_lie),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
