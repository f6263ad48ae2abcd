/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A program may round in another way, flush small numbers to zero, or trap operations to find its own mistakes: the
 * plugin answers as ever, to the bit, and leaves the arithmetic as it was.
 */

#define _GNU_SOURCE /* this declares feenableexcept */

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

#include "loop.h"

enum { FRAMES = 40, BODIES = 24 };

static const dReal FRAME = (dReal)(1. / 60);

/* ------------------------------------------------------------------ arithmetics */

typedef enum arithmetic { USUAL, UPWARD, DOWNWARD, TOWARD_ZERO, FLUSHED, TRAPPED, ARITHMETICS } arithmetic;

static const char *const NAME[] = {"usual", "upward", "downward", "toward zero", "flushed", "trapped"};

static int rounding_of(arithmetic which) {
  switch (which) {
#ifdef FE_UPWARD
    case UPWARD:
      return FE_UPWARD;
#endif
#ifdef FE_DOWNWARD
    case DOWNWARD:
      return FE_DOWNWARD;
#endif
#ifdef FE_TOWARDZERO
    case TOWARD_ZERO:
      return FE_TOWARDZERO;
#endif
    default:
      return FE_TONEAREST;
  }
}

static bool flush_small_numbers(void) {
#ifdef __SSE2_MATH__
  _mm_setcsr(_mm_getcsr() | 0x8040);
  return true;
#else
  return false;
#endif
}

static bool trap(void) {
#ifdef __GLIBC__
  return feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) != -1 && fegetexcept() != 0;
#else
  return false;
#endif
}

static bool any_trap(void) {
#ifdef __GLIBC__
  return fegetexcept() != 0;
#else
  return false;
#endif
}

/* Sets an arithmetic.  Returns false where the C library or the processor cannot. */
static bool set_arithmetic(arithmetic which) {
  fesetenv(FE_DFL_ENV);
  if (which == FLUSHED) return flush_small_numbers();
  if (which == TRAPPED) return trap();
  return which == USUAL || (rounding_of(which) != FE_TONEAREST && fesetround(rounding_of(which)) == 0);
}

/* Returns true if the arithmetic is this one. */
static bool is_set(arithmetic which) {
  volatile double small = 0x1p-1022;
  small *= 0.5;
  return fegetround() == rounding_of(which) && (small == 0) == (which == FLUSHED) && any_trap() == (which == TRAPPED);
}

/* ------------------------------------------------------------------ frames */

/* Throws bodies of four shapes at a thin wall, too wide to get around it in these frames, above a plane. */
static loop *make_room(bool exact) {
  loop *l = exact ? make_exact_loop(SPACE_HASH) : make_loop(SPACE_HASH);
  dCreatePlane(l->space, 0, 0, 1, 0);
  add_tile(l, (dReal)0.01, 200, 200, 2, 0, 0);
  for (int i = 0; i < BODIES; i++) {
    dBodyID body = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.2, (dReal)(0.3 * (i % 4)), (dReal)(0.3 * (i / 4 % 3)),
                           (dReal)(0.3 + 0.3 * (i / 12)));
    if (i % 4 > 0) {
      dGeomDestroy(dBodyGetFirstGeom(body));
      dGeomSetBody(i % 4 == 1   ? dCreateSphere(l->space, (dReal)0.1)
                   : i % 4 == 2 ? dCreateCapsule(l->space, (dReal)0.05, (dReal)0.1)
                                : dCreateCylinder(l->space, (dReal)0.1, (dReal)0.2),
                   body);
    }
    dBodySetLinearVel(body, (dReal)(10 + 5 * (i % 7)), (dReal)(i % 5 - 2), 0);
    dBodySetAngularVel(body, (dReal)(i % 3), (dReal)(i % 4), 1);
  }
  return l;
}

/* Returns the number of bodies that are in the wall, or have gone through it. */
static int count_through(const loop *l) {
  int through = 0;
  for (int i = 0; i < dSpaceGetNumGeoms(l->space); i++) {
    dBodyID body = dGeomGetBody(dSpaceGetGeom(l->space, i));
    through += body && dBodyGetPosition(body)[0] > (dReal)2;
  }
  return through;
}

static void simulate(bool exact) {
  for (arithmetic which = USUAL; which < ARITHMETICS; which++) {
    loop *l = make_room(exact);
    bool can = set_arithmetic(which), kept = true;
    for (int i = 0; i < FRAMES && can && kept; i++) {
      qmboxWorldSimulate(l->world, l->space, FRAME, &l->options, 0);
      kept = is_set(which);
    }
    set_arithmetic(USUAL);
    print_message("# %s: %d stops%s\n", NAME[which], l->stops, can ? "" : ", cannot be set here");
    assert_true(kept);
    assert_true(!can || l->stops > 0);
    assert_int_equal(count_through(l), 0);
    free_loop(l);
  }
}

static void guarded_frames_keep_everything_in(void **state) {
  (void)state;
  simulate(false);
}

static void exact_frames_keep_everything_in(void **state) {
  (void)state;
  simulate(true);
}

/* A program may read the flags after each frame.  ODE raises none of these here. */
static void frames_raise_no_flags_and_take_none_down(void **state) {
  const int found = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
  (void)state;
  for (int exact = 0; exact < 2; exact++) {
    loop *l = make_room(exact);
    fesetenv(FE_DFL_ENV);
    for (int i = 0; i < FRAMES; i++) qmboxWorldSimulate(l->world, l->space, FRAME, &l->options, 0);
    int raised = fetestexcept(found);
    feraiseexcept(found);
    qmboxWorldSimulate(l->world, l->space, FRAME, &l->options, 0);
    bool kept = fetestexcept(found) == found;
    fesetenv(FE_DFL_ENV);
    assert_int_equal(raised, 0);
    assert_true(kept);
    free_loop(l);
  }
}

/* ------------------------------------------------------------------ questions */

/* The numbers of all answers about two qmboxes, one of them in motion, and about the world. */
enum { MOST_NUMBERS = 256 };

typedef struct answers {
  int count;
  double number[MOST_NUMBERS];
} answers;

static void add(answers *a, double number) {
  assert_true(a->count < MOST_NUMBERS);
  a->number[a->count++] = number;
}

static void add_vector(answers *a, const dReal *v, int size) {
  for (int i = 0; i < size; i++) add(a, (double)v[i]);
}

static void add_contact(answers *a, const qmboxContact *contact) {
  add(a, contact->status);
  add(a, contact->inexact);
  add(a, contact->time);
  add(a, contact->timeLower);
  add(a, contact->timeUpper);
  add_vector(a, contact->normal, 3);
  add(a, (double)contact->approachSpeed);
  for (int k = 0; k < contact->pointCount; k++) add_vector(a, contact->point[k], 3);
}

static void add_collision(answers *a, const dContactGeom *contact, int count) {
  assert_true(count > 0);
  for (int k = 0; k < count; k++) {
    add_vector(a, contact[k].pos, 3);
    add_vector(a, contact[k].normal, 3);
    add(a, (double)contact[k].depth);
  }
}

static void add_velocities(answers *a, dBodyID platform) {
  const dReal position[3] = {1, 2, 3}, quaternion[4] = {(dReal)0.7, (dReal)0.3, (dReal)0.1, (dReal)0.2};
  assert_true(qmboxBodyMoveTo(platform, position, quaternion, FRAME, 3));
  add_vector(a, dBodyGetLinearVel(platform), 3);
  add_vector(a, dBodyGetAngularVel(platform), 3);
}

static void ask(const loop *l, dBodyID body, dGeomID mover, dGeomID still, answers *a) {
  dContactGeom contact[4];
  qmboxContact found;
  qmboxCast cast = {.t0 = 0, .t1 = 1};
  dReal aabb[6];
  double time;
  a->count = 0;
  assert_true(qmboxSetMotionFromBody(mover, 1));
  dGeomGetAABB(mover, aabb);
  add_vector(a, aabb, 6);
  assert_int_equal(qmboxFirstContact(mover, still, 1, &found), BMS_CONTACT);
  add_contact(a, &found);
  add_collision(a, contact, qmboxCollide(still, mover, 4, contact, sizeof contact[0], &time));
  add(a, time);
  add_collision(a, contact, dCollide(mover, still, 4, contact, sizeof contact[0]));
  assert_true(qmboxSpaceCast(l->space, mover, &cast, &found, 1) > 0);
  add_contact(a, &found);
  assert_true(qmboxSpaceCastBody(l->space, body, &cast, &found, 1) > 0);
  add_contact(a, &found);
  qmboxSpaceFirstContact(l->space, FRAME, QMBOX_APART, &found);
  add_contact(a, &found);
  dBodyID platform = dBodyCreate(l->world);
  add_velocities(a, platform);
  dBodyDestroy(platform);
}

/* A spin of 0 leaves the edges of both parallel. */
static void compare_answers(dReal spin) {
  const dQuaternion turned = {(dReal)0.9, (dReal)(0.1 * spin), (dReal)(0.2 * spin), (dReal)(0.3 * spin)};
  loop *l = make_room(false);
  dBodyID body = add_box(l, 1, 1, 1, -3, 0, 1);
  dGeomID mover = qmboxCreate(0, 1, 1, 1), still = qmboxCreate(0, (dReal)0.1, 4, 4);
  dGeomSetBody(mover, body);
  dBodySetQuaternion(body, turned);
  dBodySetLinearVel(body, (dReal)9.1, (dReal)0.3, (dReal)0.7);
  dBodySetAngularVel(body, (dReal)1.1 * spin, (dReal)2.3 * spin, (dReal)3.7 * spin);
  answers usual, other;
  ask(l, body, mover, still, &usual);
  for (arithmetic which = UPWARD; which < ARITHMETICS; which++) {
    bool can = set_arithmetic(which);
    if (can) ask(l, body, mover, still, &other);
    bool kept = !can || is_set(which);
    set_arithmetic(USUAL);
    assert_true(kept);
    if (!can) continue;
    assert_int_equal(other.count, usual.count);
    for (int i = 0; i < usual.count; i++) {
      if (other.number[i] != usual.number[i]) print_message("# %s: number %d differs\n", NAME[which], i);
    }
    assert_memory_equal(&usual.number, &other.number, (size_t)usual.count * sizeof usual.number[0]);
  }
  dGeomDestroy(mover);
  dGeomDestroy(still);
  free_loop(l);
}

static void answers_are_the_same_to_the_bit(void **state) {
  (void)state;
  compare_answers(0);
  compare_answers(1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(guarded_frames_keep_everything_in, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(exact_frames_keep_everything_in, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(frames_raise_no_flags_and_take_none_down, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(answers_are_the_same_to_the_bit, set_up_ode, tear_down_ode)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("arithmetic", tests, 0, 0);
}
