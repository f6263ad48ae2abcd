/* SPDX-License-Identifier: BSD-3-Clause */

/* Heaps, stacks and tumbling boxes: no cores meet, and all else is as in plain ODE or better. */

#include <math.h>
#include <string.h>

#include "kind_tests.h"

/* Where plain ODE piles well, the pile is no deeper than by this factor of plain ODE's, and this in shortest sides. */
static const double DEEPER = 1.25, ALSO_DEEPER = 0.02;
/* Kinetic energy of what bounces without loss, to within this part. */
static const double ENERGY = 1e-3;

static const scene_kind *named(const char *name) {
  const scene_kind *kind = PILES;

  while (kind->name != NULL && strcmp(kind->name, name) != 0) kind++;
  assert_non_null(kind->name);
  return kind;
}

static void assert_like_plain(const compared *both) {
  double plain = both->plain.depth / (double)both->plain.frames, qmbox = both->qmbox.depth / (double)both->qmbox.frames;

  assert_judged(&both->qmbox);
  assert_int_equal(both->qmbox.met, 0);
  assert_int_equal(both->qmbox.through + both->qmbox.outside + both->qmbox.lost, 0);
  assert_true(qmbox <= DEEPER * plain + ALSO_DEEPER);
}

static void a_pile_is_as_plain_odes(void **state) {
  compared both = compare_kind(*state, 1);

  assert_like_plain(&both);
}

static void a_pile_in_four_parts_is_as_plain_odes_in_four_steps(void **state) {
  compared both = compare_kind(named("heap of 60"), 4);

  (void)state;
  assert_like_plain(&both);
}

static void what_falls_asleep_in_plain_ode_falls_asleep(void **state) {
  const scene_kind *kind = named("sleeping heap, bullet at 100 m/s");

  (void)state;
  for (int steps = 0; steps < 2; steps++) {
    int frames = steps ? 420 : 295;
    outcome plain = outcome_of_kind(kind, (stepping){STEPPING_PLAIN, 1}, 1, 1, frames);
    outcome qmbox = outcome_of_kind(kind, (stepping){STEPPING_QMBOX, 1}, 1, 1, frames);
    outcome_print(kind->name, (stepping){STEPPING_PLAIN, 1}, &plain);
    outcome_print(kind->name, (stepping){STEPPING_QMBOX, 1}, &qmbox);
    assert_true(qmbox.resting >= plain.resting - 3);
  }
}

static void what_bounces_without_loss_keeps_its_energy(void **state) {
  outcome o = outcome_of_kind(named("40 cubes bouncing, no friction"), (stepping){STEPPING_QMBOX, 1}, 1, 1, 300);

  (void)state;
  outcome_print("40 cubes bouncing", (stepping){STEPPING_QMBOX, 1}, &o);
  assert_true(fabs(o.energy_ratio - 1) < ENERGY);
}

/* Poses of all bodies after so many frames, one after the other. */
static int poses_after(scene *s, stepping how, int frames, dReal *poses) {
  int count = 0;

  for (int i = 0; i < frames; i++) stepping_frame(how, s, NULL);
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body == 0) continue;
    memcpy(&poses[7 * count], dBodyGetPosition(body), 3 * sizeof *poses);
    memcpy(&poses[7 * count + 3], dBodyGetQuaternion(body), 4 * sizeof *poses);
    count++;
  }
  scene_free(s);
  return 7 * count;
}

static void where_no_cores_meet_every_frame_is_odes_own_to_the_bit(void **state) {
  static dReal plain[7 * 200], qmbox[7 * 200];

  (void)state;
  for (int parts = 1; parts <= 4; parts += 3) {
    int count = poses_after(pile_stacks(1, 5), (stepping){STEPPING_PLAIN, parts}, 60, plain);
    assert_int_equal(poses_after(pile_stacks(1, 5), (stepping){STEPPING_QMBOX, parts}, 60, qmbox), count);
    assert_memory_equal(plain, qmbox, (size_t)count * sizeof *plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pile_in_four_parts_is_as_plain_odes_in_four_steps),
      cmocka_unit_test(what_falls_asleep_in_plain_ode_falls_asleep),
      cmocka_unit_test(what_bounces_without_loss_keeps_its_energy),
      cmocka_unit_test(where_no_cores_meet_every_frame_is_odes_own_to_the_bit),
  };

  return kind_tests(PILES, a_pile_is_as_plain_odes, tests, sizeof tests / sizeof *tests);
}
