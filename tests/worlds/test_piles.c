/* SPDX-License-Identifier: BSD-3-Clause */

/* Heaps, stacks and tumbling boxes: no cores meet, and all else is as in plain ODE or better. */

#include <math.h>
#include <string.h>

#include "kind_tests.h"

/* If plain ODE keeps all cores apart by itself, the pile is no deeper than by this factor of plain ODE's, and this
   in shortest sides.  If it does not, the two histories cannot be compared: a bullet that plain ODE lets through
   does not lie in the heap. */
static const double DEEPER = 1.25, ALSO_DEEPER = 0.02;
/* Thin things lose less than this part of their time in as many parts as are advised, and less than this part of their
   loss in whole frames.  The parts are fewer than this on the average, and for thick things fewer than this. */
static const double LITTLE = 0.12, MOST_PARTS = 5, FEW_PARTS = 1.05;
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
  if (both->plain.met == 0) assert_true(qmbox <= DEEPER * plain + ALSO_DEEPER);
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

static outcome outcome_in_parts(const scene_kind *kind, int parts) {
  stepping how = {STEPPING_QMBOX, parts};
  outcome o = outcome_of_kind(kind, how, 1, 1, kind->frames);

  outcome_print(kind->name, how, &o);
  assert_judged(&o);
  assert_int_equal(o.met + o.through + o.lost, 0);
  return o;
}

static void heaps_of_thin_things_wait_little_in_advised_parts(void **state) {
  const char *name[] = {"heap of 60 cards", "heap of 100 coins"};

  (void)state;
  for (int i = 0; i < 2; i++) {
    outcome whole = outcome_in_parts(named(name[i]), 1), advised = outcome_in_parts(named(name[i]), 0);
    assert_true(advised.waited < LITTLE * advised.time && whole.waited < LITTLE * whole.time);
    assert_true((double)advised.steps < MOST_PARTS * (double)advised.frames);
  }
}

static void heaps_of_thick_things_are_not_advised_to_have_parts(void **state) {
  const scene_kind *kind = named("heap of 60");
  scene *s = kind->make(1, kind->amount);
  long steps = 0;

  (void)state;
  for (int frame = 0; frame < kind->frames; frame++)
    steps += stepping_frame((stepping){STEPPING_QMBOX, 0}, s, NULL).steps;
  assert_true((double)steps < FEW_PARTS * (double)kind->frames);
  scene_free(s);
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

/* Steps a scene and writes the poses of its first bodies, one after the other. */
static void poses_after(scene *s, stepping how, int frames, int bodies, dReal *poses) {
  int count = 0;

  for (int i = 0; i < frames; i++) stepping_frame(how, s, NULL);
  for (int i = 0; i < s->geom_count && count < bodies; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body == 0) continue;
    memcpy(&poses[7 * count], dBodyGetPosition(body), 3 * sizeof *poses);
    memcpy(&poses[7 * count + 3], dBodyGetQuaternion(body), 4 * sizeof *poses);
    count++;
  }
  assert_int_equal(count, bodies);
  scene_free(s);
}

enum { STACKED = 50, POSES = 7 * STACKED };

static void where_no_cores_meet_every_frame_is_odes_own_to_the_bit(void **state) {
  dReal plain[POSES], qmbox[POSES];

  (void)state;
  for (int parts = 1; parts <= 4; parts += 3) {
    poses_after(pile_stacks(1, 5), (stepping){STEPPING_PLAIN, parts}, 60, STACKED, plain);
    poses_after(pile_stacks(1, 5), (stepping){STEPPING_QMBOX, parts}, 60, STACKED, qmbox);
    assert_int_equal(memcmp(plain, qmbox, sizeof plain), 0);
  }
}

/* Makes stacks, and far from them needles that are thrown at a wall; by the full step, in which what is done elsewhere
   does not change the random numbers that ODE draws. */
static scene *stacks_and_needles(void) {
  scene *s = pile_stacks(1, 5);

  s->full_step = true;
  dWorldSetCFM(s->world, (dReal)1e-6); /* the exact solver's matrix of a straight stack is singular */
  scene_static_box(s, 0.01, 10, 4, 100, 0, 2);
  for (int i = 0; i < 10; i++) {
    dBodyID needle = scene_box(s, 0.002, 0.002, 0.5, 99, i - 4.5, 1 + 0.2 * i);
    scene_turn(s, needle);
    dBodySetLinearVel(needle, 20, 0, 0);
  }
  return s;
}

static void bodies_far_from_a_danger_are_odes_own_to_the_bit(void **state) {
  dReal plain[POSES], qmbox[POSES];
  outcome o;
  scene *s = stacks_and_needles();

  (void)state;
  o = outcome_of(s, (stepping){STEPPING_PLAIN, 1}, 30);
  assert_true(o.through > 0); /* there is a danger */
  scene_free(s);
  poses_after(stacks_and_needles(), (stepping){STEPPING_PLAIN, 1}, 30, STACKED, plain);
  poses_after(stacks_and_needles(), (stepping){STEPPING_QMBOX, 1}, 30, STACKED, qmbox);
  assert_int_equal(memcmp(plain, qmbox, sizeof plain), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pile_in_four_parts_is_as_plain_odes_in_four_steps),
      cmocka_unit_test(heaps_of_thin_things_wait_little_in_advised_parts),
      cmocka_unit_test(heaps_of_thick_things_are_not_advised_to_have_parts),
      cmocka_unit_test(what_falls_asleep_in_plain_ode_falls_asleep),
      cmocka_unit_test(what_bounces_without_loss_keeps_its_energy),
      cmocka_unit_test(where_no_cores_meet_every_frame_is_odes_own_to_the_bit),
      cmocka_unit_test(bodies_far_from_a_danger_are_odes_own_to_the_bit),
  };

  return kind_tests(PILES, a_pile_is_as_plain_odes, tests, sizeof tests / sizeof *tests);
}
