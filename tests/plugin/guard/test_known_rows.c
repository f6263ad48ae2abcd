/* SPDX-License-Identifier: BSD-3-Clause */

/* Rows that are kept follow their bodies, and let them approach by what is left of their gap. */

#include <math.h>
#include <string.h>

#include "guard/known_rows.h"
#include "loop.h"
#include "util/real.h"

enum { ROWS = 300 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4)

static const double ALLOWANCES = 0.01, LENGTH = 1e-3, LEFT = 1e-4;

static void random_pose(random_source *source, qmboxRowPose *pose) {
  for (int i = 0; i < 3; i++) pose->position[i] = (double)uniform(source, -2, 2);
  random_quaternion(source, pose->quaternion);
}

static void stand_still(qmboxRowPose *pose) {
  *pose = (qmboxRowPose){.position = {0, 0, 0}, .quaternion = {1, 0, 0, 0}};
}

/* Draws a row of two bodies, the first of which may be what does not move. */
static void make_row(random_source *source, bool fixed, qmboxRowPose pose[2], qmboxRow *row) {
  double point[3], square = 0;
  *row = (qmboxRow){.body = {fixed ? 0 : 3, 7}};
  for (int k = 0; k < 2; k++) random_pose(source, &pose[k]);
  if (fixed) stand_still(&pose[0]);
  for (int i = 0; i < 3; i++) {
    point[i] = (double)uniform(source, -1, 1);
    row->normal[i] = (double)uniform(source, -1, 1);
    square += row->normal[i] * row->normal[i];
    for (int k = 0; k < 2; k++) row->arm[k][i] = point[i] - pose[k].position[i];
  }
  for (int i = 0; i < 3; i++) row->normal[i] /= sqrt(square);
}

static void assert_close(const double a[3], const double b[3]) {
  for (int i = 0; i < 3; i++) assert_true(fabs(a[i] - b[i]) < CLOSE);
}

static void turn_vector(const dQuaternion q, const double from[3], double to[3]) {
  dMatrix3 r;
  dRfromQ(r, q);
  for (int i = 0; i < 3; i++) {
    to[i] = 0;
    for (int j = 0; j < 3; j++) to[i] += (double)r[4 * i + j] * from[j];
  }
}

/* Moves a pose as a whole: by a turn about the origin and a shift. */
static void move_pose(const dQuaternion q, const double shift[3], qmboxRowPose *pose) {
  dQuaternion turned;
  double position[3];
  turn_vector(q, pose->position, position);
  for (int i = 0; i < 3; i++) pose->position[i] = position[i] + shift[i];
  dQMultiply0(turned, q, pose->quaternion);
  memcpy(pose->quaternion, turned, sizeof turned);
}

static void rows_follow_bodies_that_move_together(void **state) {
  random_source source = seeded("known rows", 91);
  (void)state;
  for (int n = 0; n < ROWS; n++) {
    qmboxKnownRows known = {0};
    qmboxRowPose pose[2];
    qmboxRow row, recalled;
    dQuaternion q;
    double shift[3], expected[3];
    make_row(&source, false, pose, &row);
    qmboxKeepRow(&known, &row, pose, ALLOWANCES);
    random_quaternion(&source, q);
    for (int i = 0; i < 3; i++) shift[i] = (double)uniform(&source, -1, 1);
    for (int k = 0; k < 2; k++) move_pose(q, shift, &pose[k]);
    assert_int_equal(known.count, 1);
    assert_true(qmboxRecallRow(&known.row[0], pose, LENGTH, LEFT, &recalled));
    turn_vector(q, row.normal, expected);
    assert_close(recalled.normal, expected);
    for (int k = 0; k < 2; k++) {
      turn_vector(q, row.arm[k], expected);
      assert_close(recalled.arm[k], expected);
      assert_int_equal(recalled.body[k], row.body[k]);
    }
    assert_true(fabs(recalled.wanted - LEFT / LENGTH) < CLOSE / LENGTH);
    qmboxForgetRows(&known);
  }
}

static void rows_let_approach_what_is_left_of_their_gap(void **state) {
  random_source source = seeded("known rows", 92);
  (void)state;
  for (int n = 0; n < ROWS; n++) {
    qmboxKnownRows known = {0};
    qmboxRowPose pose[2];
    qmboxRow row, recalled;
    double gap = (double)uniform(&source, -2 * ALLOWANCES, 2 * ALLOWANCES), across[3], along[3];
    bool fixed = n % 2 == 0;
    make_row(&source, fixed, pose, &row);
    qmboxKeepRow(&known, &row, pose, ALLOWANCES);
    /* the second body goes away along the normal, and aside */
    for (int i = 0; i < 3; i++) along[i] = (double)uniform(&source, -1, 1);
    qmboxCross(along, row.normal, across);
    double slid = (double)uniform(&source, 0, 4 * ALLOWANCES), length = qmboxLength(across);
    for (int i = 0; i < 3; i++) pose[1].position[i] += gap * row.normal[i] + slid * across[i] / length;
    bool there = qmboxRecallRow(&known.row[0], pose, LENGTH, LEFT, &recalled);
    if (fabs(gap - ALLOWANCES) > CLOSE && fabs(slid - 2 * ALLOWANCES) > CLOSE)
      assert_int_equal(there, gap < ALLOWANCES && slid < 2 * ALLOWANCES);
    if (there) {
      assert_true(fabs(recalled.wanted - (LEFT - fmax(gap, 0)) / LENGTH) < CLOSE / LENGTH);
      /* both arms lead to one point; of one that does not move it is the other's */
      for (int i = 0; i < 3; i++)
        along[i] = recalled.arm[0][i] + pose[0].position[i] - recalled.arm[1][i] - pose[1].position[i];
      assert_true(qmboxLength(along) < CLOSE);
      if (fixed) assert_close(recalled.arm[1], row.arm[1]);
    }
    qmboxForgetRows(&known);
  }
}

/* Bodies that come nearer to a point where they meet may come as near as is left, and are not pushed away. */
static void a_hit_limits_the_approach(void **state) {
  random_source source = seeded("known rows", 93);
  (void)state;
  for (int n = 0; n < ROWS; n++) {
    qmboxRowPose meeting[2], start[2];
    qmboxRow row, limited;
    double gap = (double)uniform(&source, 0, 2 * ALLOWANCES), at[3];
    make_row(&source, n % 2 == 0, meeting, &row);
    memcpy(start, meeting, sizeof start);
    for (int i = 0; i < 3; i++) start[1].position[i] += gap * row.normal[i];
    limited = row;
    qmboxLimitRow(&limited, meeting, start, LENGTH, LEFT);
    assert_close(limited.normal, row.normal);
    assert_true(fabs(limited.wanted - fmin(0, (LEFT - gap) / LENGTH)) < CLOSE / LENGTH);
    for (int i = 0; i < 3; i++)
      at[i] = limited.arm[0][i] + start[0].position[i] - limited.arm[1][i] - start[1].position[i];
    assert_true(qmboxLength(at) < CLOSE);
    for (int k = 0; k < 2; k++) assert_int_equal(limited.body[k], row.body[k]);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(rows_follow_bodies_that_move_together),
      CASE(rows_let_approach_what_is_left_of_their_gap),
      CASE(a_hit_limits_the_approach),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
