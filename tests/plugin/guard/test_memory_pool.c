/* SPDX-License-Identifier: BSD-3-Clause */

/* The memory that goes from guard to guard, and that no frame depends on it. */

#include <stdlib.h>
#include <string.h>

#include "guard/memory_pool.h"
#include "loop.h"

static void free_spare(void) {
  qmboxGuard guard = {0};
  qmboxTakeFromPool(&guard);
  qmboxGuardFree(&guard);
}

/* Returns a guard with an array of pairs. */
static qmboxGuard guard_with_pairs(int capacity) {
  return (qmboxGuard){.pairs.pair = malloc((size_t)capacity * sizeof(qmboxGuardedPair)),
                      .pairs.pairCapacity = capacity};
}

static void one_guard_takes_what_another_has_left(void **state) {
  const qmboxGuard none = {0};
  qmboxGuard first = guard_with_pairs(10), second = {0}, third = {0};
  const qmboxGuardedPair *pair = first.pairs.pair;
  (void)state;
  free_spare();
  first.pairs.pairCount = 3;
  first.bodies.failed = true;
  qmboxReturnToPool(&first);
  assert_memory_equal(&first, &none, sizeof none);
  qmboxTakeFromPool(&second);
  assert_true(second.pairs.pair == pair && second.pairs.pairCapacity == 10 && second.pairs.pairCount == 0 &&
              !second.bodies.failed);
  qmboxTakeFromPool(&third);
  assert_memory_equal(&third, &none, sizeof none);
  qmboxGuardFree(&second);
}

static void what_is_too_large_or_one_too_many_is_freed(void **state) {
  const qmboxGuard none = {0};
  qmboxGuard large = guard_with_pairs(QMBOX_POOL_BYTES / (int)sizeof(qmboxGuardedPair) + 1);
  qmboxGuard one = guard_with_pairs(20), other = guard_with_pairs(30), next = {0};
  (void)state;
  free_spare();
  qmboxReturnToPool(&large);
  qmboxTakeFromPool(&next);
  assert_memory_equal(&next, &none, sizeof none);
  qmboxReturnToPool(&one);
  qmboxReturnToPool(&other);
  assert_memory_equal(&other, &none, sizeof none);
  qmboxTakeFromPool(&next);
  assert_int_equal(next.pairs.pairCapacity, 20);
  qmboxGuardFree(&next);
}

/* ------------------------------------------------------------------ frames */

enum { MOST_BOXES = 40, FRAMES = 60 };

/* Makes boxes that fly about in a pile of their own, fast enough for all that the guard has. */
static void build(loop *l, int boxes, dBodyID body[MOST_BOXES]) {
  dCreatePlane(l->space, 0, 0, 1, 0);
  for (int i = 0; i < boxes; i++) {
    body[i] = add_box(l, (dReal)0.5, (dReal)0.3, (dReal)0.02, (dReal)(0.4 * (i % 3)), (dReal)(0.3 * (i % 2)),
                      (dReal)(0.5 + 0.4 * i));
    dBodySetLinearVel(body[i], (dReal)(i % 5 - 2), (dReal)(i % 7 - 3), -30);
    dBodySetAngularVel(body[i], (dReal)(3 * i % 11), 1, (dReal)(i % 4));
  }
}

static void note_places(dBodyID *body, int boxes, dReal place[MOST_BOXES][3]) {
  for (int i = 0; i < boxes; i++) memcpy(place[i], dBodyGetPosition(body[i]), sizeof place[i]);
}

/* Simulates two worlds in turn, each frame with new memory, or with what the other world has left. */
static void simulate_two(bool anew, int boxes, dReal place[2][MOST_BOXES][3]) {
  loop *l[2] = {make_loop(SPACE_HASH), make_loop(SPACE_HASH)};
  dBodyID body[2][MOST_BOXES];
  int count[2] = {boxes, MOST_BOXES}, stops = 0;
  dRandSetSeed(3);
  for (int k = 0; k < 2; k++) build(l[k], count[k], body[k]);
  for (int i = 0; i < 2 * FRAMES; i++) {
    if (anew) free_spare();
    stops += frame(l[i % 2], (dReal)(1.0 / 60)).stops;
  }
  assert_true(stops > 0);
  for (int k = 0; k < 2; k++) {
    note_places(body[k], count[k], place[k]);
    free_loop(l[k]);
  }
}

static void no_frame_depends_on_what_was_left(void **state) {
  (void)state;
  for (int boxes = 1; boxes <= MOST_BOXES; boxes += 13) {
    dReal anew[2][MOST_BOXES][3] = {{{0}}}, left[2][MOST_BOXES][3] = {{{0}}};
    simulate_two(true, boxes, anew);
    simulate_two(false, boxes, left);
    assert_memory_equal(anew, left, sizeof anew);
  }
}

static void a_frame_leaves_its_memory_to_the_next(void **state) {
  loop *l = make_loop(SPACE_HASH);
  dBodyID body[MOST_BOXES];
  qmboxGuard guard = {0};
  (void)state;
  build(l, 3, body);
  free_spare();
  frame(l, (dReal)(1.0 / 60));
  qmboxTakeFromPool(&guard);
  assert_non_null(guard.bodies.geom);
  const qmboxGuardedGeom *geom = guard.bodies.geom;
  qmboxReturnToPool(&guard);
  frame(l, (dReal)(1.0 / 60));
  qmboxTakeFromPool(&guard);
  assert_ptr_equal(guard.bodies.geom, geom);
  qmboxGuardFree(&guard);
  free_loop(l);
}

/* A world without geoms leaves an array of bodies, and no geoms. */
static void a_world_without_geoms_leaves_what_another_can_use(void **state) {
  enum { BODIES = 200 };
  loop *empty = make_loop(SPACE_HASH), *l = make_loop(SPACE_HASH);
  qmboxGuard guard = {0};
  (void)state;
  free_spare();
  frame(empty, (dReal)(1.0 / 60));
  qmboxTakeFromPool(&guard);
  assert_true(guard.bodies.body != NULL && guard.bodies.geom == NULL && guard.bodies.bodyCapacity < BODIES);
  const int capacity = guard.bodies.bodyCapacity;
  for (int i = 0; i < BODIES; i++) add_box(l, 1, 1, 1, (dReal)(3 * i), 0, 0);
  assert_true(qmboxGuardBegin(&guard, l->world, l->space));
  assert_true(guard.bodies.bodyCapacity % capacity == 0 &&
              guard.bodies.bodyCapacity > BODIES); /* it has grown, from what it was */
  qmboxGuardFree(&guard);
  free_loop(empty);
  free_loop(l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(one_guard_takes_what_another_has_left, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_too_large_or_one_too_many_is_freed, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(no_frame_depends_on_what_was_left, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_world_without_geoms_leaves_what_another_can_use, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_frame_leaves_its_memory_to_the_next, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
