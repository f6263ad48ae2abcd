/* SPDX-License-Identifier: BSD-3-Clause */

/* Geoms of size zero, which ODE's spaces pass over: they fall past, with one message each and a clean report. */

#include "ode/geom_bounds.h"

#include <math.h>

#include "loop.h"

enum { KINDS = 9, FRAMES = 30 };

/* Makes a geom whose sizes are 1, but for one of this size. */
static dGeomID new_geom(dSpaceID space, int kind, dReal size) {
  switch (kind) {
    case 0:
      return dCreateSphere(space, size);
    case 1:
      return dCreateBox(space, size, 1, 1);
    case 2:
      return dCreateBox(space, 1, size, 1);
    case 3:
      return dCreateBox(space, 1, 1, size);
    case 4:
      return dCreateCapsule(space, size, 1);
    case 5:
      return dCreateCylinder(space, size, 1);
    case 6:
      return dCreateCylinder(space, 1, size);
    case 7:
      return dCreateCapsule(space, 1, size);
    default:
      return dCreatePlane(space, 0, 0, 1, size);
  }
}

static void count_pair(void *data, dGeomID o1, dGeomID o2) {
  (void)o1;
  (void)o2;
  ++*(int *)data;
}

static void what_is_of_size_zero_is_what_spaces_pass_over(void **state) {
  (void)state;
  for (int k = 0; k < 2 * KINDS; k++) {
    dSpaceID space = dSimpleSpaceCreate(0);
    dGeomID geom = new_geom(space, k / 2, k % 2 ? (dReal)0.1 : 0);
    int pairs = 0;
    dCreateSphere(space, 1);
    dSpaceCollide(space, &pairs, count_pair);
    assert_int_equal(qmboxIsOfSizeZero(geom), pairs == 0);
    dSpaceDestroy(space);
  }
}

/* Worlds are kept until the end: a geom at the address of one that is gone would be taken for that one. */
static loop *kept[64];
static int kept_count;

static loop *keep(loop *l) {
  return kept[kept_count++] = l;
}

/* Lets a body fall onto a floor, one of which has this size.  Returns how high it is after half a second. */
static double fall(int kind, dReal size, bool floor, bool exact) {
  loop *l = keep(exact ? make_exact_loop(SPACE_HASH) : make_loop(SPACE_HASH));
  dBodyID body = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.2, 0, 0, 1);
  if (floor) {
    dCreateBox(l->space, 4, 4, size);
  } else {
    dCreatePlane(l->space, 0, 0, 1, 0);
    dGeomDestroy(dBodyGetFirstGeom(body));
    dGeomSetBody(new_geom(l->space, kind, size), body);
  }
  for (int i = 0; i < FRAMES; i++) {
    qmboxSimulateReport report;
    assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)(1.0 / 60), &l->options, &report) > 0);
    assert_int_equal(report.unguarded, 0);
    assert_true(report.stops == 0 && !(report.lostTime > 0));
  }
  return (double)dBodyGetPosition(body)[2];
}

static void it_falls_past_or_is_fallen_past_with_one_message(void **state) {
  const dReal SIZES[] = {0, sizeof(dReal) == sizeof(double) ? (dReal)1e-310 : (dReal)1e-40};
  (void)state;
  (void)messages();
  for (int k = 0; k < 7 * 4; k++) {
    const dReal size = SIZES[k & 1];
    double low = fall(k / 4, size, false, k & 2);
    assert_int_equal(messages(), 1);
    if (size == 0) assert_true(low < -0.2);
  }
  for (int k = 0; k < 4; k++) {
    const dReal size = SIZES[k & 1];
    double low = fall(0, size, true, k & 2);
    assert_int_equal(messages(), 1);
    if (size == 0) assert_true(low < -0.2);
  }
  assert_true(fall(0, (dReal)0.1, true, false) > -0.2 && messages() == 0);
  while (kept_count > 0) free_loop(kept[--kept_count]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_is_of_size_zero_is_what_spaces_pass_over, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(it_falls_past_or_is_fallen_past_with_one_message, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
