/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests when two solids meet, of every pair of kinds, at every level, whichever of the two waits: they are apart before
   by a separating direction, and no farther apart than the nearness then. */

#include <math.h>
#include <stdio.h>

#include "pairs/axes.h"
#include "pairs/meeting.h"
#include "class/registration.h"
#include "thrown.h"

enum { PAIRS = 12, LOOKS = 24 };

#define ROUNDING (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4)

/* Two geoms that have made a step towards each other. */
typedef struct encounter {
  dWorldID world;
  dGeomID geom[2];
  taken_step step[2];
  qmboxMoving solid[2];
  double length, stop[2], level, nearness;
} encounter;

static void aim(random_source *source, dGeomID geom, double length) {
  dBodyID body = dGeomGetBody(geom);
  const dReal *x = dBodyGetPosition(body);
  dReal miss[3], speed = uniform(source, 0.5, 2) / (dReal)length;
  random_vector(source, 0.5, miss);
  dBodySetLinearVel(body, speed * (miss[0] - x[0]), speed * (miss[1] - x[1]), speed * (miss[2] - x[2]));
}

static encounter meet(random_source *source, int kind1, int kind2) {
  encounter e = {.world = dWorldCreate(), .length = (double)log_uniform(source, 1e-3, 0.1)};
  int kind[2] = {kind1, kind2};
  for (int k = 0; k < 2; k++) {
    if (kind[k] == KINDS) {
      e.geom[k] = dCreatePlane(0, (dReal)0.6, 0, (dReal)0.8, uniform(source, -1, 0));
      continue;
    }
    e.geom[k] = random_geom(source, 0, kind[k]);
    dBodyID body = throw_geom(source, e.world, e.geom[k], 3, 1, fmin(300, 2 / e.length));
    aim(source, e.geom[k], e.length);
    dBodySetFiniteRotationMode(body, uniform(source, 0, 1) < (dReal)0.3);
  }
  take_step(e.world, e.length, e.geom, 2, e.step);
  for (int k = 0; k < 2; k++) {
    bool moves = dGeomGetBody(e.geom[k]) != 0;
    qmboxMakeGuarded(&e.solid[k], e.geom[k], qmboxRegisteredClass(), moves ? &e.step[k].start : 0,
                     moves ? &e.step[k].end : 0, e.length);
    e.stop[k] = e.length;
  }
  return e;
}

static void part(encounter *e) {
  for (int k = 0; k < 2; k++) dGeomDestroy(e->geom[k]);
  dWorldDestroy(e->world);
}

static void extents_at(const encounter *e, double t, extent at[2]) {
  for (int k = 0; k < 2; k++) {
    pose body = at_part(&e->step[k], fmin(t, e->stop[k]) / e->length);
    at[k] = extent_at(e->geom[k], &body, e->level * core_allowance(e->geom[k], e->geom[1 - k]));
  }
}

/* Returns how far apart the two may be where they are reported to meet: besides the nearness their way in the width of
   the answer's enclosure, and what pieces of a turn are off. */
static double allowed_gap(const encounter *e) {
  double way = 0, allowed = e->nearness;
  for (int k = 0; k < 2; k++) {
    const taken_step *step = &e->step[k];
    for (int i = 0; i < 3; i++) way += fabs(step->to.x[i] - step->from.x[i]) + 2 * fabs(step->turn[i]);
    if (step->finite) allowed += e->nearness;
  }
  return allowed + BMS_CONVEX_WIDTH * way + ROUNDING;
}

/* Checks one answer for [t0, length]. */
static void check(const encounter *e, double t0, double time, const char *what) {
  double last = fmin(time, e->length), hint[3] = {0, 0, 0};
  extent at[2];
  for (int i = 0; i < LOOKS; i++) {
    double t = t0 + (last - t0) * i / LOOKS;
    extents_at(e, t, at);
    if (time > t0 && !extents_are_apart(&at[0], &at[1], -ROUNDING, hint))
      fail_msg("%s: classes %d %d at %a of %a, level %a: not apart before %a", what, dGeomGetClass(e->geom[0]),
               dGeomGetClass(e->geom[1]), t, e->length, e->level, time);
  }
  if (time == HUGE_VAL) return;
  extents_at(e, time, at);
  if (extent_gap(&at[0], &at[1]) > allowed_gap(e))
    fail_msg("%s: classes %d %d meet at %a of %a, level %a, but the gap is %g of %g", what, dGeomGetClass(e->geom[0]),
             dGeomGetClass(e->geom[1]), time, e->length, e->level, extent_gap(&at[0], &at[1]), e->nearness);
}

/* Makes one of the two wait somewhere on the way. */
static double wait_somewhere(random_source *source, encounter *e) {
  int waits = uniform(source, 0, 1) < (dReal)0.5;
  e->stop[waits] = (double)uniform(source, 0, 0.8) * e->length;
  return e->stop[waits];
}

static void meetings_are_apart_before_and_near_then(void **state) {
  (void)state;
  random_source source = seeded("meetings", 0x3e7);
  int met = 0, apart = 0;
  for (int n = 0; n < PAIRS * soak(); n++) {
    for (int kinds = 0; kinds < KINDS * (KINDS + 1); kinds++) {
      encounter e = meet(&source, kinds % KINDS, kinds / KINDS);
      qmboxShrunkPair two = qmboxShrinkSolids(&e.solid[0], &e.solid[1]);
      assert_true(qmboxCanMeet(&e.solid[0], &e.solid[1]));
      for (int k = 0; k < 2; k++)
        assert_true(fabs(two.allowance[k] - core_allowance(e.geom[k], e.geom[1 - k])) <= ROUNDING);
      e.level = (n % 3) / 2.0;
      e.nearness = 1e-3 * (two.allowance[0] + two.allowance[1]);
      qmboxCoreMeeting meeting = qmboxFirstMeeting(&two, e.stop, e.level, e.nearness, 0, e.length);
      check(&e, 0, meeting.time, "both move");
      assert_true(meeting.sure);
      met += meeting.time < HUGE_VAL;
      apart += meeting.time == HUGE_VAL;
      double from = wait_somewhere(&source, &e);
      meeting = qmboxFirstMeeting(&two, e.stop, e.level, e.nearness, from, e.length);
      check(&e, from, meeting.time, "one waits");
      assert_true(meeting.sure);
      part(&e);
    }
  }
  printf("# %d meetings, %d pairs apart\n", met, apart);
  assert_true(met > apart / 4 && apart > met / 20);
}

static void gaps_at_the_start_are_not_wider_than_they_are(void **state) {
  (void)state;
  random_source source = seeded("gaps", 0x3e8);
  for (int n = 0; n < PAIRS * soak(); n++) {
    for (int kinds = 0; kinds < KINDS * (KINDS + 1); kinds++) {
      encounter e = meet(&source, kinds % KINDS, kinds / KINDS);
      qmboxShrunkPair two = qmboxShrinkSolids(&e.solid[0], &e.solid[1]);
      double normal[3];
      extent at[2];
      e.level = (n % 3) / 2.0;
      extents_at(&e, 0, at);
      double gap = qmboxGapAtStart(&two, e.level, normal), found = extent_gap(&at[0], &at[1]);
      if (gap > 0 && gap > found + ROUNDING * (1 + found))
        fail_msg("classes %d %d: %a, found %a", dGeomGetClass(e.geom[0]), dGeomGetClass(e.geom[1]), gap, found);
      /* boxes are measured along axes only */
      if (found > ROUNDING) assert_true(gap > 0 && gap <= found + ROUNDING * (1 + found));
      part(&e);
    }
  }
}

/* Poses a solid at its place at a time; if its motion is in pieces, at the start only. */
static void pose_at(const qmboxMoving *moving, double t, qmboxStartPose *posed) {
  qmboxMoving later = *moving;
  if (moving->moves && t > 0) bms_motion_at(&moving->body.motion, t, later.pose);
  qmboxFindStartPose(&later, posed);
  if (moving->turns && t > 0) posed->kind = QMBOX_POSE_NONE;
}

/* Compares the gaps along all axes at a level with the widest that is found, and each with the two along its normal. */
static void check_axes(const encounter *e, const qmboxStartPose posed[2], double t) {
  const double unmoved[3] = {0, 0, 0};
  qmboxShrunkPair two = qmboxShrinkSolids(&e->solid[0], &e->solid[1]);
  double widest = -HUGE_VAL;
  extent at[2];
  qmboxAxes axes;
  qmboxAxis axis;
  extents_at(e, t, at);
  qmboxBeginAxes(&posed[0], &posed[1], two.allowance, unmoved, unmoved, &axes);
  while (qmboxNextAxis(&axes, &axis)) {
    double normal[3], back[3], gap = axis.gap + e->level * axis.slope;
    qmboxAxisNormal(&axes, &axis, normal);
    for (int i = 0; i < 3; i++) back[i] = -normal[i];
    assert_true(fabs(sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) - 1) < 1e-12);
    widest = fmax(widest, gap);
    if (dGeomGetClass(e->geom[0]) == dPlaneClass || dGeomGetClass(e->geom[1]) == dPlaneClass) continue;
    double reached = -extent_along(&at[1], back) - extent_along(&at[0], normal);
    if (!(fabs(gap - reached) <= ROUNDING * (1 + fabs(reached))))
      fail_msg("classes %d %d, axis %d: %a, not %a", dGeomGetClass(e->geom[0]), dGeomGetClass(e->geom[1]), axis.number,
               gap, reached);
  }
  double found = extent_gap(&at[0], &at[1]);
  if (widest > 0) assert_true(widest <= found + ROUNDING * (1 + found));
  if (qmboxAxesSuffice(&posed[0], &posed[1]) && found > ROUNDING) assert_true(widest > 0);
}

static void gaps_along_axes_are_what_they_are_at_every_time_and_level(void **state) {
  (void)state;
  random_source source = seeded("axes", 0x3e9);
  int posed_pairs = 0;
  for (int n = 0; n < PAIRS * soak(); n++) {
    for (int kinds = 0; kinds < KINDS * (KINDS + 1); kinds++) {
      encounter e = meet(&source, kinds % KINDS, kinds / KINDS);
      qmboxStartPose posed[2];
      double t = n % 3 == 0 ? 0 : (double)uniform(&source, 0, 1) * e.length;
      e.level = (n % 5) / 4.0;
      for (int k = 0; k < 2; k++) pose_at(&e.solid[k], t, &posed[k]);
      if (qmboxHaveAxes(&posed[0], &posed[1])) {
        check_axes(&e, posed, t);
        posed_pairs++;
      }
      part(&e);
    }
  }
  printf("# %d pairs with axes\n", posed_pairs);
  assert_true(posed_pairs > PAIRS * KINDS);
}

/* A gap along any axis is less by what the reaches of both may be off. */
static void gaps_along_axes_are_rounded_down(void **state) {
  (void)state;
  random_source source = seeded("rounded", 0x3eb);
  const double more[2] = {0.25, 0.5}, unmoved[3] = {0, 0, 0};
  for (int kinds = 0; kinds < KINDS * (KINDS + 1); kinds++) {
    encounter e = meet(&source, kinds % KINDS, kinds / KINDS);
    qmboxShrunkPair two = qmboxShrinkSolids(&e.solid[0], &e.solid[1]);
    qmboxStartPose posed[2], rough[2];
    qmboxAxes axes, roughly;
    qmboxAxis axis, other;
    for (int k = 0; k < 2; k++) {
      pose_at(&e.solid[k], 0, &posed[k]);
      rough[k] = posed[k];
      rough[k].rounding += more[k];
    }
    part(&e);
    if (!qmboxHaveAxes(&posed[0], &posed[1])) continue;
    qmboxBeginAxes(&posed[0], &posed[1], two.allowance, unmoved, unmoved, &axes);
    qmboxBeginAxes(&rough[0], &rough[1], two.allowance, unmoved, unmoved, &roughly);
    while (qmboxNextAxis(&axes, &axis)) {
      assert_true(qmboxNextAxis(&roughly, &other) && other.number == axis.number);
      assert_true(other.gap <= axis.gap - 0.75 + ROUNDING);
    }
  }
}

/* Returns a triangle of a mesh that stands still; some of them in one plane. */
static qmboxMoving random_triangle(random_source *source, bool flat) {
  qmboxMoving mesh = {.shape = QMBOX_SHAPE_MESH, .figure.thickness = HUGE_VAL}, triangle;
  double vertex[9];
  for (int i = 0; i < 9; i++) vertex[i] = (double)uniform(source, -1, 1);
  for (int k = 0; k < 3 && flat; k++) vertex[3 * k + 2] = 0.25;
  qmboxMakeTriangle(&triangle, &mesh, vertex);
  return triangle;
}

static void axes_tell_triangles_apart(void **state) {
  (void)state;
  random_source source = seeded("triangles", 0x3ea);
  const double unmoved[3] = {0, 0, 0};
  int apart = 0, all = 400 * soak();
  for (int n = 0; n < all; n++) {
    qmboxMoving moving[2];
    for (int k = 0; k < 2; k++) moving[k] = random_triangle(&source, n % 4 == 0);
    qmboxShrunkPair two = qmboxShrinkSolids(&moving[0], &moving[1]);
    double normal[3], widest = -HUGE_VAL, gap = qmboxGapAtStart(&two, 0, normal);
    qmboxAxes axes;
    qmboxAxis axis;
    assert_true(qmboxAxesSuffice(&moving[0].startPose, &moving[1].startPose));
    qmboxBeginAxes(&moving[0].startPose, &moving[1].startPose, two.allowance, unmoved, unmoved, &axes);
    while (qmboxNextAxis(&axes, &axis)) widest = fmax(widest, axis.gap);
    apart += gap > 0;
    if (gap > ROUNDING) assert_true(widest > 0 && widest <= gap + ROUNDING);
    if (!(gap > 0)) assert_true(widest <= ROUNDING);
  }
  printf("# %d of %d apart\n", apart, all);
  assert_true(apart > all / 10 && apart < all - all / 10);
}

static void two_planes_cannot_meet(void **state) {
  (void)state;
  dGeomID plane[2] = {dCreatePlane(0, 0, 0, 1, 0), dCreatePlane(0, 1, 0, 0, 0)};
  qmboxMoving moving[2];
  for (int k = 0; k < 2; k++) qmboxMakeGuarded(&moving[k], plane[k], qmboxRegisteredClass(), 0, 0, 1);
  assert_false(qmboxCanMeet(&moving[0], &moving[1]));
  for (int k = 0; k < 2; k++) dGeomDestroy(plane[k]);
}

/* Lets a bar that turns so often in finite mode fly at a plane, or along it.  The ball that holds it begins a radius
   less than 2 above the plane, and goes down by 1. */
static void meet_by_ball(double turns, bool down) {
  encounter e = {.world = dWorldCreate(), .length = 0.01, .stop = {0.01, 0.01}};
  e.geom[0] = dCreateBox(0, 1, (dReal)0.1, (dReal)0.1);
  e.geom[1] = dCreatePlane(0, 0, 0, 1, 0);
  dBodyID body = dBodyCreate(e.world);
  dGeomSetBody(e.geom[0], body);
  double radius = sqrt(0.25 + 2 * 0.0025), height = radius + 0.5, spin = 2 * 3.14159265358979 * turns / e.length;
  dBodySetPosition(body, 0, 0, (dReal)height);
  dBodySetLinearVel(body, down ? 0 : 100, 0, down ? -100 : 0);
  dBodySetAngularVel(body, 0, (dReal)spin, 0);
  dBodySetFiniteRotationMode(body, 1);
  take_step(e.world, e.length, e.geom, 2, e.step);
  qmboxMakeGuarded(&e.solid[0], e.geom[0], qmboxRegisteredClass(), &e.step[0].start, &e.step[0].end, e.length);
  qmboxMakeGuarded(&e.solid[1], e.geom[1], qmboxRegisteredClass(), 0, 0, e.length);
  qmboxShrunkPair two = qmboxShrinkSolids(&e.solid[0], &e.solid[1]);
  qmboxCoreMeeting meeting = qmboxFirstMeeting(&two, e.stop, 1, 1e-6, 0, e.length);
  assert_true(meeting.sure);
  /* the core reaches to 0.45 from the middle along the bar, and the ball to `radius` */
  if (down) assert_true(meeting.time > 0.499 * e.length && meeting.time < 0.58 * e.length);
  if (!down) assert_true(meeting.time == HUGE_VAL);
  part(&e);
}

static void what_turns_ever_so_often_meets_no_sooner_than_the_ball_around_it(void **state) {
  (void)state;
  for (double turns = 10; turns < 1e7; turns *= 10) {
    meet_by_ball(turns, true);
    meet_by_ball(turns, false);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_shapes, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(meetings_are_apart_before_and_near_then),
      CASE(what_turns_ever_so_often_meets_no_sooner_than_the_ball_around_it),
      CASE(gaps_at_the_start_are_not_wider_than_they_are),
      CASE(gaps_along_axes_are_what_they_are_at_every_time_and_level),
      CASE(gaps_along_axes_are_rounded_down),
      CASE(axes_tell_triangles_apart),
      CASE(two_planes_cannot_meet),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
