/* SPDX-License-Identifier: BSD-3-Clause */

/* The class number: one for all, good across restarts of ODE, and no accident when ODE has no room. */

#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 2 };

/* ------------------------------------------------------------------ somebody else's class */

static int foreign_calls;

static int foreign_collider(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  (void)o1;
  (void)o2;
  (void)flags;
  (void)contact;
  (void)skip;
  foreign_calls++;
  return 0;
}

static dColliderFn *foreign_collider_for(int other) {
  (void)other;
  return foreign_collider;
}

static void foreign_bounds(dGeomID geom, dReal aabb[6]) {
  int i;

  (void)geom;
  foreign_calls++;
  for (i = 0; i < 6; i++) aabb[i] = (dReal)(i % 2);
}

static void foreign_destructor(dGeomID geom) {
  (void)geom;
  foreign_calls++;
}

static int take_class(void) {
  const dGeomClass class = {1, foreign_collider_for, foreign_bounds, 0, foreign_destructor};

  return dCreateGeomClass(&class);
}

/* ------------------------------------------------------------------ */

/* Creates a qmbox, and sees that its class works: it collides, and ODE's geom functions know it. */
static void assert_works(void) {
  dContactGeom contact[4];
  dGeomID box = qmboxCreate(0, 1, 1, 1), other = dCreateBox(0, 1, 1, 1);
  dReal aabb[6];

  assert_non_null(box);
  assert_true(qmboxIsQmbox(box));
  assert_false(qmboxIsQmbox(other));
  dGeomSetPosition(other, (dReal)0.9, 0, 0);
  assert_int_equal(dCollide(box, other, 4, contact, (int)sizeof *contact), 4);
  dGeomSetPosition(other, (dReal)1.1, 0, 0);
  assert_int_equal(dCollide(box, other, 4, contact, (int)sizeof *contact), 0);
  dGeomGetAABB(box, aabb);
  assert_true(aabb[0] == (dReal)-0.5 && aabb[5] == (dReal)0.5);
  dGeomDestroy(box);
  dGeomDestroy(other);
}

static void all_qmboxes_share_one_class(void **state) {
  dGeomID box1, box2;

  (void)state;
  dInitODE();
  box1 = qmboxCreate(0, 1, 1, 1);
  box2 = qmboxCreate(0, 2, 2, 2);
  assert_int_equal(dGeomGetClass(box1), qmboxClassNumber());
  assert_int_equal(dGeomGetClass(box2), qmboxClassNumber());
  assert_int_equal(take_class(), qmboxClassNumber() + 1);
  dGeomDestroy(box1);
  dGeomDestroy(box2);
  dCloseODE();
}

static void the_class_works_again_after_each_restart_of_ode(void **state) {
  int round;

  (void)state;
  for (round = 0; round < 3; round++) {
    dInitODE();
    assert_works();
    assert_works();
    dCloseODE();
  }
}

static void a_number_that_went_to_another_class_is_not_trusted(void **state) {
  dGeomID foreign, box;
  dVector3 lengths;
  int number, theirs;

  (void)state;
  dInitODE();
  number = qmboxClassNumber();
  dCloseODE();

  dInitODE();
  catch_messages();
  theirs = take_class();
  assert_int_equal(theirs, number); /* this makes the case */
  foreign = dCreateGeom(theirs);
  foreign_calls = 0;
  assert_false(qmboxIsQmbox(foreign));
  qmboxGetLengths(foreign, lengths);
  assert_int_equal(messages(), 1);
  assert_works();
  assert_int_not_equal(qmboxClassNumber(), theirs);
  assert_int_equal(foreign_calls, 0);

  box = qmboxCreate(0, 1, 1, 1);
  assert_true(qmboxIsQmbox(box));
  assert_false(qmboxIsQmbox(foreign));
  dGeomDestroy(foreign);
  dGeomDestroy(box);
  dCloseODE();
}

static void the_class_takes_the_last_free_number(void **state) {
  int i;

  (void)state;
  dInitODE();
  for (i = 1; i < dMaxUserClasses; i++) take_class();
  assert_works();
  assert_int_equal(qmboxClassNumber(), dLastUserClass);
  dCloseODE();
}

static void debug_handler(int number, const char *message, va_list arguments) {
  (void)number;
  (void)message;
  (void)arguments;
}

static void without_a_free_number_creation_fails_and_says_so(void **state) {
  int i;

  (void)state;
  dInitODE();
  catch_messages();
  for (i = 0; i < dMaxUserClasses; i++) take_class();
  dSetDebugHandler(debug_handler);
  for (i = 1; i <= 3; i++) {
    assert_null(qmboxCreate(0, 1, 1, 1));
    assert_int_equal(qmboxClassNumber(), -1);
    assert_int_equal(messages(), 2);
  }
  assert_ptr_equal(dGetDebugHandler(), debug_handler);
  dSetDebugHandler(0);
  dCloseODE();

  dInitODE();
  assert_works();
  dCloseODE();
}

static atomic_int arrived;

static void *get_number(void *number) {
  dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
  for (atomic_fetch_add(&arrived, 1); atomic_load(&arrived) < THREADS;) {
  }
  *(int *)number = qmboxClassNumber();
  return 0;
}

static void threads_that_come_first_together_get_one_number(void **state) {
  pthread_t thread[THREADS];
  int number[THREADS], round, i;

  (void)state;
  for (round = 0; round < 200 * soak(); round++) {
    dInitODE();
    atomic_store(&arrived, 0);
    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], 0, get_number, &number[i]), 0);
    for (i = 0; i < THREADS; i++) pthread_join(thread[i], 0);
    for (i = 0; i < THREADS; i++) assert_int_equal(number[i], dFirstUserClass);
    assert_int_equal(take_class(), dFirstUserClass + 1);
    dCloseODE();
  }
}

static void planes_still_do_not_collide_with_planes(void **state) {
  dGeomID plane1, plane2;
  dContactGeom contact;

  (void)state;
  dInitODE();
  qmboxClassNumber();
  plane1 = dCreatePlane(0, 0, 0, 1, 0);
  plane2 = dCreatePlane(0, 1, 0, 0, 0);
  assert_int_equal(dCollide(plane1, plane2, 1, &contact, (int)sizeof contact), 0);
  dGeomDestroy(plane1);
  dGeomDestroy(plane2);
  dCloseODE();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_qmboxes_share_one_class),
      cmocka_unit_test(the_class_works_again_after_each_restart_of_ode),
      cmocka_unit_test(a_number_that_went_to_another_class_is_not_trusted),
      cmocka_unit_test(the_class_takes_the_last_free_number),
      cmocka_unit_test(without_a_free_number_creation_fails_and_says_so),
      cmocka_unit_test(threads_that_come_first_together_get_one_number),
      cmocka_unit_test(planes_still_do_not_collide_with_planes),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
