/* SPDX-License-Identifier: BSD-3-Clause */

/* A twin makes the frame that the first scene is about to make, however far the two have drifted apart. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "scenes.h"
#include "stepping.h"
#include "twin.h"

enum { DRIFT = 40, FOLLOWED = 40 };

static const stepping PLAIN = {STEPPING_PLAIN, 1};

/* Returns how far apart any two bodies of the same number are, and by how much their speeds differ, at most. */
static double difference(const scene *s, const scene *other) {
  double most = 0;

  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]), same = dGeomGetBody(other->geoms[i]);
    for (int k = 0; k < 3 && body; k++) {
      most = fmax(most, fabs((double)(dBodyGetPosition(body)[k] - dBodyGetPosition(same)[k])));
      most = fmax(most, fabs((double)(dBodyGetLinearVel(body)[k] - dBodyGetLinearVel(same)[k])));
      most = fmax(most, fabs((double)(dBodyGetAngularVel(body)[k] - dBodyGetAngularVel(same)[k])));
    }
    for (int k = 0; k < 4 && body; k++) {
      most = fmax(most, fabs((double)(dBodyGetQuaternion(body)[k] - dBodyGetQuaternion(same)[k])));
    }
  }
  return most;
}

static int sleepers(const scene *s) {
  int count = 0;

  for (int i = 0; i < s->geom_count; i++)
    count += dGeomGetBody(s->geoms[i]) && !dBodyIsEnabled(dGeomGetBody(s->geoms[i]));
  return count;
}

static void frame_of(scene *s, int number) {
  if (s->drive != NULL) s->drive(s, number);
  stepping_frame(PLAIN, s, NULL);
}

/* Bodies that tumble, mostly in flight: the order of contacts, which is another in the twin's space, matters little. */
static void a_twin_makes_the_frames_of_its_scene(void **state) {
  scene *s = pile_tumbling(1, 30), *twin = pile_tumbling(1, 30);

  (void)state;
  for (int i = 0; i < DRIFT; i++) stepping_frame((stepping){STEPPING_PLAIN, 4}, twin, NULL);
  assert_true(difference(s, twin) > 0.1);
  for (int i = 0; i < FOLLOWED; i++) {
    unsigned long seed = dRandGetSeed();
    twin_follow(twin, s);
    assert_true(difference(s, twin) < 1e-12);
    frame_of(s, i);
    dRandSetSeed(seed);
    frame_of(twin, i);
    assert_true(difference(s, twin) < 1e-6);
  }
  scene_free(s);
  scene_free(twin);
}

static void what_sleeps_in_the_scene_sleeps_in_the_twin(void **state) {
  scene *s = pile_asleep(1, 30), *twin = pile_asleep(1, 30);

  (void)state;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body && i % 2) dBodyDisable(body);
    if (body && i % 2 == 0) dBodyEnable(body);
  }
  twin_follow(twin, s);
  assert_true(sleepers(s) > 0);
  assert_int_equal(sleepers(twin), sleepers(s));
  dBodyAddForce(s->actor[0], 1, 2, 3);
  dBodyAddTorque(s->actor[0], 4, 5, 6);
  twin_follow(twin, s);
  assert_true(dBodyGetForce(twin->actor[0])[2] == 3 && dBodyGetTorque(twin->actor[0])[0] == 4);
  scene_free(s);
  scene_free(twin);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_twin_makes_the_frames_of_its_scene),
      cmocka_unit_test(what_sleeps_in_the_scene_sleeps_in_the_twin),
  };

  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
