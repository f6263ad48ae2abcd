/* SPDX-License-Identifier: BSD-3-Clause */

/* Linkages that go in parts of their own close what their joints are off, about as plain ODE in ten parts does. */

#include <math.h>

#include "joints.h"
#include "loop.h"

enum { PARTS = 10, FRAMES = 5 };
static const dReal LENGTH = (dReal)(1.0 / 60);
static const double OFF = 0.05; /* metres, or radians */

/* A frame closes at least, and at most, this part of what plain ODE in ten parts closes. */
static const double LEAST = 0.6, MOST = 1.15;

/* A base at the origin, what a joint holds to it, and how far that is off. */
typedef struct linkage {
  loop *l;
  dBodyID base, held, spinner;
} linkage;

/* ------------------------------------------------------------------ joints */

static dJointID attached(dJointID joint, const linkage *a) {
  dJointAttach(joint, a->base, a->held);
  return joint;
}

static void by_ball(const linkage *a) {
  join_by_ball(a->l->world, a->base, a->held, 1, 0, 0);
}

static void by_hinge(const linkage *a) {
  join_by_hinge(a->l->world, a->base, a->held, 1, 0, 0);
}

static void by_slider(const linkage *a) {
  join_by_slider(a->l->world, a->base, a->held, 1, 0, 0);
}

static void by_universal(const linkage *a) {
  join_by_universal(a->l->world, a->base, a->held);
}

static void by_hinge2(const linkage *a) {
  join_by_hinge2(a->l->world, a->base, a->held);
}

static void by_fixed(const linkage *a) {
  join_by_fixed(a->l->world, a->base, a->held);
}

static void by_pr(const linkage *a) {
  join_by_pr(a->l->world, a->base, a->held);
}

static void by_pu(const linkage *a) {
  join_by_pu(a->l->world, a->base, a->held);
}

static void by_piston(const linkage *a) {
  join_by_piston(a->l->world, a->base, a->held);
}

/* These hold two points at a distance. */
static void by_dball(const linkage *a) {
  dJointID joint = attached(dJointCreateDBall(a->l->world, 0), a);
  dJointSetDBallAnchor1(joint, 0, 0, 0);
  dJointSetDBallAnchor2(joint, 1, 0, 0);
}

static void by_dhinge(const linkage *a) {
  dJointID joint = attached(dJointCreateDHinge(a->l->world, 0), a);
  dJointSetDHingeAxis(joint, 0, 0, 1);
  dJointSetDHingeAnchor1(joint, 0, 0, 0);
  dJointSetDHingeAnchor2(joint, 1, 0, 0);
}

/* A motor has an error only if its angles have stops. */
static void by_stops(const linkage *a) {
  static const int LOW[3] = {dParamLoStop1, dParamLoStop2, dParamLoStop3};
  static const int HIGH[3] = {dParamHiStop1, dParamHiStop2, dParamHiStop3};
  dJointID joint = attached(dJointCreateAMotor(a->l->world, 0), a);
  dJointSetAMotorMode(joint, dAMotorEuler);
  dJointSetAMotorAxis(joint, 0, 1, 1, 0, 0);
  dJointSetAMotorAxis(joint, 2, 2, 0, 0, 1);
  for (int i = 0; i < 3; i++) {
    dJointSetAMotorParam(joint, LOW[i], 0);
    dJointSetAMotorParam(joint, HIGH[i], 0);
  }
}

/* ------------------------------------------------------------------ errors */

/* Returns where the held body is in the frame of the base, less where it belongs. */
static void displacement(const linkage *a, double error[3]) {
  const dReal *at = dBodyGetPosition(a->held);
  dVector3 own;
  dBodyGetPosRelPoint(a->base, at[0], at[1], at[2], own);
  for (int i = 0; i < 3; i++) error[i] = (double)own[i] - (i == 0);
}

static double off_point(const linkage *a) {
  double error[3];
  displacement(a, error);
  return sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]);
}

static double off_x_axis(const linkage *a) {
  double error[3];
  displacement(a, error);
  return hypot(error[1], error[2]);
}

/* Beside an axis that lets the held body move along z. */
static double off_z_axis(const linkage *a) {
  double error[3];
  displacement(a, error);
  return hypot(error[0], error[1]);
}

static double off_distance(const linkage *a) {
  double error[3];
  displacement(a, error);
  error[0] += 1;
  return fabs(sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]) - 1);
}

static double off_angle(const linkage *a) {
  dQuaternion turn;
  dQMultiply1(turn, dBodyGetQuaternion(a->base), dBodyGetQuaternion(a->held));
  return 2 * asin(fmin(1, sqrt((double)(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]))));
}

/* The angle between the z axes. */
static double off_z_direction(const linkage *a) {
  const dReal *base = dBodyGetRotation(a->base), *held = dBodyGetRotation(a->held);
  return acos(fmin(1, (double)(base[2] * held[2] + base[6] * held[6] + base[10] * held[10])));
}

typedef struct kind {
  const char *name;
  void (*join)(const linkage *a);
  double (*off)(const linkage *a);
  double move[3], turn[3]; /* by which the held body is off */
} kind;

/* ODE closes no errors of transmissions, of linear motors, and of angular ones without stops. */
static const kind KINDS[] = {
    {"ball", by_ball, off_point, {0, 1, 0}, {0}},
    {"hinge", by_hinge, off_point, {0, 1, 0}, {0}},
    {"slider", by_slider, off_x_axis, {0, 1, 0}, {0}},
    {"universal", by_universal, off_point, {0, 1, 0}, {0}},
    {"hinge2", by_hinge2, off_z_axis, {0, 1, 0}, {0}},
    {"fixed", by_fixed, off_point, {0, 1, 0}, {0}},
    {"fixed, turned", by_fixed, off_angle, {0}, {0, 0, 1}},
    {"PR", by_pr, off_x_axis, {0, 1, 0}, {0}},
    {"PU", by_pu, off_x_axis, {0, 1, 0}, {0}},
    {"piston", by_piston, off_x_axis, {0, 1, 0}, {0}},
    {"double ball", by_dball, off_distance, {1, 0, 0}, {0}},
    {"double hinge", by_dhinge, off_distance, {1, 0, 0}, {0}},
    {"double hinge, turned", by_dhinge, off_z_direction, {0}, {1, 0, 0}},
    {"motor at stops", by_stops, off_angle, {0}, {0, 0, 1}},
};

/* ------------------------------------------------------------------ linkages */

static int steps;
static int (*stepper)(dWorldID world, dReal length);

static int count_steps(dWorldID world, dReal length) {
  steps++;
  return stepper(world, length);
}

/* Joins a light rod to the base that spins so fast that ODE's step tears its joint, above a thin plate: the linkage
   goes in parts, and the allowances are small. */
static void add_spinner(linkage *a) {
  dBodyID rod = a->spinner = add_box(a->l, (dReal)0.3, (dReal)0.01, (dReal)0.01, (dReal)-0.55, 0, 0);
  join_by_ball(a->l->world, a->base, rod, -0.4, 0, 0);
  dBodySetAngularVel(rod, 0, 0, 40);
  dBodySetLinearVel(rod, 0, -6, 0);
  add_tile(a->l, (dReal)0.5, (dReal)0.5, (dReal)0.001, (dReal)-0.55, 0, (dReal)-0.0057);
}

static linkage make_linkage(const kind *k) {
  linkage a = {.l = make_loop(SPACE_HASH)};
  dQuaternion turn;
  dWorldSetGravity(a.l->world, 0, 0, 0);
  a.l->options.stepper = count_steps;
  a.base = add_box(a.l, (dReal)0.2, (dReal)0.2, (dReal)0.2, 0, 0, 0);
  a.held = add_box(a.l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 1, 0, 0);
  k->join(&a);
  dBodySetPosition(a.held, (dReal)(1 + OFF * k->move[0]), (dReal)(OFF * k->move[1]), (dReal)(OFF * k->move[2]));
  dQFromAxisAndAngle(turn, (dReal)k->turn[0], (dReal)k->turn[1], (dReal)k->turn[2], (dReal)OFF);
  dBodySetQuaternion(a.held, turn);
  add_spinner(&a);
  return a;
}

/* Returns how far a joint is still off after a frame of plain ODE in ten parts; nothing touches anything. */
static double left_by_ode(const kind *k) {
  linkage a = make_linkage(k);
  for (int i = 0; i < PARTS; i++) stepper(a.l->world, LENGTH / PARTS);
  double left = k->off(&a);
  free_loop(a.l);
  return left;
}

/* Writes how far it is off after guarded frames. */
static void close_guarded(const kind *k, double left[FRAMES]) {
  linkage a = make_linkage(k);
  for (int i = 0; i < FRAMES; i++) {
    steps = 0;
    qmboxSimulateReport report = frame(a.l, LENGTH);
    assert_true(report.unguarded == 0 && steps > PARTS);
    left[i] = k->off(&a);
  }
  free_loop(a.l);
}

static void check(const kind *k) {
  double left[FRAMES], ode = left_by_ode(k);
  close_guarded(k, left);
  double closed = (OFF - left[0]) / (OFF - ode);
  print_message("# %s: %g of %g left after a frame, %g by ODE: %g times as much closed; after %d %g\n", k->name,
                left[0], OFF, ode, closed, FRAMES, left[FRAMES - 1]);
  assert_true(ode < OFF / 4);
  assert_true(closed > LEAST && closed < MOST);
  assert_true(left[FRAMES - 1] < OFF / 20);
}

static void each_joint_that_is_off_closes(int step(dWorldID world, dReal length)) {
  stepper = step;
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) check(&KINDS[i]);
}

static void each_joint_that_is_off_closes_by_quick_steps(void **state) {
  (void)state;
  each_joint_that_is_off_closes(dWorldQuickStep);
}

static void each_joint_that_is_off_closes_by_whole_steps(void **state) {
  (void)state;
  each_joint_that_is_off_closes(dWorldStep);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(each_joint_that_is_off_closes_by_quick_steps),
      CASE(each_joint_that_is_off_closes_by_whole_steps),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
