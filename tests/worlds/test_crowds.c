/* SPDX-License-Identifier: BSD-3-Clause */

/* Crowds of slivers in closed rooms with walls of 1 mm: none gets out, no cores meet, at default options. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kind_tests.h"

static void none_gets_out(void **state) {
  compared both = compare_kind(*state, 1);

  assert_judged(&both.plain);
  assert_judged(&both.qmbox);
  assert_true(both.plain.outside > both.plain.bodies / 10); /* there is something to be kept in */
  assert_int_equal(both.qmbox.outside, 0);
  assert_int_equal(both.qmbox.through, 0);
  assert_int_equal(both.qmbox.met, 0);
}

static bool refuses_all(const scene *s, dGeomID o1, dGeomID o2) {
  (void)s;
  (void)o1;
  (void)o2;
  return true;
}

static void slide_along_x(scene *s, dBodyID a, dBodyID b) {
  dJointID slider = dJointCreateSlider(s->world, 0);

  dJointAttach(slider, a, b);
  dJointSetSliderAxis(slider, 1, 0, 0);
}

/* Makes two boxes fly at each other that are refused: by bits that do not match, by the callback, or by a joint.
   Returns where the first is in the end. */
static double refused_pair_end(stepping how, int reason) {
  scene *s = scene_new(1, SPACE_HASH);
  dBodyID a = scene_box(s, 0.1, 0.1, 0.1, -1, 0, 0), b = scene_box(s, 0.1, 0.1, 0.1, 1, 0, 0);
  double end;

  dBodySetLinearVel(a, 5, 0, 0);
  dBodySetLinearVel(b, -5, 0, 0);
  if (reason == 1) s->refuses = refuses_all;
  if (reason == 2) slide_along_x(s, a, b);
  for (dBodyID body = a; reason == 0 && body != 0; body = body == a ? b : 0) {
    dGeomSetCategoryBits(dBodyGetFirstGeom(body), body == a ? 1 : 2);
    dGeomSetCollideBits(dBodyGetFirstGeom(body), body == a ? 1 : 2);
  }
  for (int i = 0; i < 60; i++) stepping_frame(how, s, NULL);
  end = (double)dBodyGetPosition(a)[0];
  scene_free(s);
  return end;
}

static void a_pair_that_is_refused_passes_as_in_plain_ode(void **state) {
  (void)state;
  for (int reason = 0; reason < 3; reason++) {
    double plain = refused_pair_end((stepping){STEPPING_PLAIN, 1}, reason);
    double qmbox = refused_pair_end((stepping){STEPPING_QMBOX, 1}, reason);
    assert_true(plain > 1);
    assert_int_equal(memcmp(&qmbox, &plain, sizeof plain), 0);
  }
}

static double length(const dReal *v) {
  return sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
}

/* Steps by a frame.  Returns the speed of the fastest body that has gone no faster than 1 cm/s in it. */
static double fastest_that_stands_still(scene *s) {
  double fastest = 0;
  dVector3 *start = calloc((size_t)s->geom_count, sizeof *start);

  for (int i = 0; i < s->geom_count; i++) {
    if (dGeomGetBody(s->geoms[i]) != 0) memcpy(start[i], dBodyGetPosition(dGeomGetBody(s->geoms[i])), sizeof *start);
  }
  stepping_frame((stepping){STEPPING_QMBOX, 1}, s, NULL);
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    dVector3 way = {0, 0, 0, 0};
    if (body == 0) continue;
    for (int k = 0; k < 3; k++) way[k] = dBodyGetPosition(body)[k] - start[i][k];
    if (length(way) < 0.01 * s->frame) fastest = fmax(fastest, length(dBodyGetLinearVel(body)));
  }
  free(start);
  return fastest;
}

/* Steps a scene by 480 frames.  Returns the speed of the fastest body that stands still in one of the last 60. */
static double fastest_in_the_end(scene *s) {
  double fastest = 0;

  for (int frame = 0; frame < 480; frame++) {
    double still = fastest_that_stands_still(s);
    if (frame >= 420) fastest = fmax(fastest, still);
  }
  scene_free(s);
  return fastest;
}

static void what_is_wedged_in_comes_to_rest(void **state) {
  const double speeds[] = {10, 30, 500};

  (void)state;
  for (int i = 0; i < 3; i++) {
    double fastest = fastest_in_the_end(crowd_new(1, SPACE_HASH, 50, speeds[i]));
    print_message("# at %g m/s: %.2f m/s\n", speeds[i], fastest);
    assert_true(fastest < 1.5);
  }
}

static void dolls_that_are_wedged_in_come_to_rest(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    double fastest = fastest_in_the_end(machine_dolls(seed, 20));
    print_message("# seed %d: %.2f m/s\n", (int)seed, fastest);
    assert_true(fastest < 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_pair_that_is_refused_passes_as_in_plain_ode),
                                     cmocka_unit_test(what_is_wedged_in_comes_to_rest),
                                     cmocka_unit_test(dolls_that_are_wedged_in_come_to_rest)};

  return kind_tests(CROWDS, none_gets_out, tests, sizeof tests / sizeof *tests);
}
