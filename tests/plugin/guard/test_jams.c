/* SPDX-License-Identifier: BSD-3-Clause */

/* Kinematic bodies do not wait: a body that they squeeze is reported, and stays apart from all else. */

#include <math.h>
#include <string.h>

#include "loop.h"

#define FRAME (1.0 / 60)
#define FLOOR 0.02

enum { PRESSES = 60, PUSHES = 40, BASES = 30 };

/* A kinematic body that goes along an axis at constant speed. */
typedef struct press {
  loop *l;
  dBodyID driver, squeezed;
  double speed, start, thickness; /* of what is squeezed */
  int axis;
} press;

static dBodyID add_driver(loop *l, const double size[3], const double position[3]) {
  dBodyID body = add_box(l, (dReal)size[0], (dReal)size[1], (dReal)size[2], (dReal)position[0], (dReal)position[1],
                         (dReal)position[2]);
  dBodySetKinematic(body);
  return body;
}

static double height(dBodyID body) {
  return (double)dBodyGetPosition(body)[2];
}

/* Puts a geom of a random shape on the floor; returns its thickness. */
static double add_squeezed(random_source *source, press *p) {
  double size = uniform(source, 0.05, 0.5), length = size * uniform(source, 1, 2);
  int shape = (int)(double)uniform(source, 0, 4);
  dGeomID geom = shape == 0   ? dCreateBox(p->l->space, (dReal)length, (dReal)length, (dReal)size)
                 : shape == 1 ? dCreateSphere(p->l->space, (dReal)(size / 2))
                 : shape == 2 ? dCreateCapsule(p->l->space, (dReal)(size / 2), (dReal)length)
                              : dCreateCylinder(p->l->space, (dReal)length, (dReal)size);
  dMass mass;
  p->squeezed = dBodyCreate(p->l->world);
  dMassSetBox(&mass, 1000, (dReal)length, (dReal)length, (dReal)size);
  dBodySetMass(p->squeezed, &mass);
  dGeomSetBody(geom, p->squeezed);
  dBodySetPosition(p->squeezed, 0, 0, (dReal)(size / 2 + (shape == 2 ? length / 2 : 0)));
  if (shape == 2) { /* lying */
    dQuaternion lying = {(dReal)sqrt(0.5), 0, (dReal)sqrt(0.5), 0};
    dBodySetQuaternion(p->squeezed, lying);
    dBodySetPosition(p->squeezed, 0, 0, (dReal)(size / 2));
  }
  return size;
}

/* A plate comes down on something that lies on a floor between four posts, and goes on through all of it. */
static void make_press(random_source *source, press *p) {
  const double size[3] = {3, 3, uniform(source, 0.02, 0.2)};
  memset(p, 0, sizeof *p);
  p->l = make_loop(SPACE_HASH);
  if (uniform(source, 0, 1) < 0.5) p->l->options.stepper = dWorldStep;
  p->thickness = add_squeezed(source, p);
  (void)add_tile(p->l, 4, 4, (dReal)FLOOR, 0, 0, (dReal)(-FLOOR / 2));
  p->start = p->thickness + size[2] / 2 + 0.05;
  p->speed = log_uniform(source, 0.2, 8);
  p->driver = add_driver(p->l, size, (const double[3]){0, 0, p->start});
  dBodySetLinearVel(p->driver, 0, 0, (dReal)-p->speed);
}

static void what_presses_goes_on_and_what_is_squeezed_stays_out_of_the_floor(void **state) {
  random_source source = seeded("jams", 81);
  int jams = 0;

  (void)state;
  for (int i = 0; i < PRESSES * soak(); i++) {
    press p;
    make_press(&source, &p);
    int frames = (int)fmin(240, (p.start + p.thickness + 1) / (p.speed * FRAME)), told = 0;
    for (int k = 1; k <= frames; k++) {
      qmboxSimulateReport report = frame(p.l, (dReal)FRAME);
      double missing = height(p.driver) - (p.start - p.speed * k * FRAME);
      assert_true(missing < 0.5 * p.speed * FRAME + 1e-3 * k * FRAME);
      assert_true(height(p.squeezed) > p.thickness / 4 - 1e-9 || fabs((double)dBodyGetPosition(p.squeezed)[0]) > 2 ||
                  fabs((double)dBodyGetPosition(p.squeezed)[1]) > 2);
      assert_int_equal(report.jams > 0, (report.unguarded & QMBOX_UNGUARDED_JAM) != 0);
      assert_int_equal(report.unguarded & ~(unsigned)QMBOX_UNGUARDED_JAM, 0);
      told += report.jams;
      /* nothing is under the plate once its middle is below the other's, unless a jam has been reported */
      if (height(p.driver) < height(p.squeezed) && fabs((double)dBodyGetPosition(p.squeezed)[0]) < 1.4 &&
          fabs((double)dBodyGetPosition(p.squeezed)[1]) < 1.4)
        assert_true(told > 0);
    }
    jams += told > 0;
    free_loop(p.l);
  }
  assert_true(jams > PRESSES * soak() / 2);
}

/* Boxes that a plate pushes away, or lifts, are no jam. */
static void what_can_be_pushed_is_no_jam(void **state) {
  random_source source = seeded("jams", 82);

  (void)state;
  for (int i = 0; i < PUSHES * soak(); i++) {
    loop *l = make_loop(SPACE_HASH);
    double speed = log_uniform(&source, 0.1, 3), size = uniform(&source, 0.1, 0.4);
    bool lifts = i % 2 == 0;
    int axis = lifts ? 2 : 0, piled = 1 + (int)uniform(&source, 0, 4);
    const double plate[3] = {lifts ? 2 : 0.1, 2, lifts ? 0.1 : 1};
    const double place[3] = {lifts ? 0 : -1, 0, lifts ? -0.05 : 0.51};
    dBodyID driver = add_driver(l, plate, place);
    if (!lifts) (void)add_tile(l, 20, 20, 1, 0, 0, (dReal)-0.5);
    for (int k = 0; k < piled; k++) {
      (void)add_box(l, (dReal)size, (dReal)size, (dReal)size, 0, 0, (dReal)((k + 0.5) * size));
    }
    dBodySetLinearVel(driver, (dReal)(lifts ? 0 : speed), 0, (dReal)(lifts ? speed : 0));
    for (int k = 1; k <= 120; k++) {
      qmboxSimulateReport report = frame(l, (dReal)FRAME);
      assert_int_equal(report.jams, 0);
      assert_int_equal(report.unguarded, 0);
    }
    double missing = place[axis] + 120 * FRAME * speed - (double)dBodyGetPosition(driver)[axis];
    assert_true(missing < 0.01 * 120 * FRAME * speed);
    free_loop(l);
  }
}

/* The base of a machine goes on if its finger is pressed to the floor; the finger stays above it. */
static void a_kinematic_base_goes_on_without_its_finger(void **state) {
  random_source source = seeded("jams", 83);

  (void)state;
  for (int i = 0; i < BASES * soak(); i++) {
    loop *l = make_loop(SPACE_HASH);
    double speed = uniform(&source, 0.1, 2), size = uniform(&source, 0.05, 0.3);
    dBodyID base = add_driver(l, (const double[3]){0.3, 0.3, 0.1}, (const double[3]){0, 0, 2});
    dBodyID finger = add_box(l, (dReal)size, (dReal)size, (dReal)size, 0, 0, (dReal)(size / 2 + 0.05));
    dJointID joint = dJointCreateFixed(l->world, 0);
    (void)add_tile(l, 4, 4, (dReal)FLOOR, 0, 0, (dReal)(-FLOOR / 2));
    dJointAttach(joint, base, finger);
    dJointSetFixed(joint);
    dBodySetLinearVel(base, 0, 0, (dReal)-speed);
    int frames = (int)(1 / (speed * FRAME));
    for (int k = 1; k <= frames; k++) {
      (void)frame(l, (dReal)FRAME);
      assert_true(height(base) - (2 - speed * k * FRAME) < 0.5 * speed * FRAME + 1e-3 * k * FRAME);
      assert_true(height(finger) > size / 4 - 1e-9);
    }
    free_loop(l);
  }
}

/* ------------------------------------------------------------------ a blade */

/* Cylinders of 8 cm in the way of a blade, at poses at which ODE finds no contact of the two: it is thinner than
   ODE's cylinder sees. */
static const struct {
  dReal speed, position[3];
  dQuaternion quaternion;
} STRUCK[] = {
    {15, {0.4862, 0.1574, 0.0835}, {-0.6337, -0.1229, -0.6917, -0.3238}},
    {15, {0.6459, 0.1462, -0.0225}, {0.4702, 0.5870, -0.4917, -0.4389}},
    {50, {0.5675, 0.1510, -0.0429}, {-0.2889, 0.5146, 0.6768, -0.4401}},
};

/* Returns the part of its turn that a blade about the z axis makes in a quarter of a second; what it strikes drifts
   along that axis. */
static double turn_of_blade(int number, double drift, double *lost) {
  loop *l = make_loop(SPACE_HASH);
  dBodyID blade = add_box(l, (dReal)0.6, (dReal)0.005, (dReal)0.2, 0, 0, 0), struck = dBodyCreate(l->world);
  dMass mass;
  double turned = 0;
  dWorldSetGravity(l->world, 0, 0, 0);
  dGeomSetOffsetPosition(dBodyGetFirstGeom(blade), (dReal)0.33, 0, 0);
  dBodySetKinematic(blade);
  dBodySetAngularVel(blade, 0, 0, STRUCK[number].speed);
  dMassSetCylinder(&mass, 1000, 3, (dReal)0.04, (dReal)0.12);
  dBodySetMass(struck, &mass);
  dGeomSetBody(dCreateCylinder(l->space, (dReal)0.04, (dReal)0.12), struck);
  dBodySetPosition(struck, STRUCK[number].position[0], STRUCK[number].position[1], STRUCK[number].position[2]);
  dBodySetQuaternion(struck, STRUCK[number].quaternion);
  dBodySetLinearVel(struck, 0, 0, (dReal)drift);
  for (int i = 0; i < 15; i++) {
    const dReal *q = dBodyGetQuaternion(blade);
    double before = 2 * atan2((double)q[3], (double)q[0]);
    l->lost = 0;
    qmboxWorldSimulate(l->world, l->space, (dReal)FRAME, &l->options, 0);
    *lost += l->lost;
    q = dBodyGetQuaternion(blade);
    turned += fabs(remainder(2 * atan2((double)q[3], (double)q[0]) - before, 8 * atan(1)));
  }
  free_loop(l);
  return turned / (2 * atan((double)STRUCK[number].speed * FRAME / 2) * 15);
}

/* Impulses push what ODE gives no contact joint, at up to the speed of the blade where it strikes. */
static void a_blade_goes_round_though_ode_sees_no_contact(void **state) {
  (void)state;
  for (int i = 0; i < 2 * (int)(sizeof STRUCK / sizeof *STRUCK); i++) {
    double lost = 0, turn = turn_of_blade(i / 2, i % 2 ? 0.1 : 0, &lost);
    print_message("# %g of its turn, %g frames lost\n", turn, lost / FRAME);
    assert_true(turn > 0.95 && turn < 1.001);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(what_presses_goes_on_and_what_is_squeezed_stays_out_of_the_floor),
      CASE(what_can_be_pushed_is_no_jam),
      CASE(a_kinematic_base_goes_on_without_its_finger),
      CASE(a_blade_goes_round_though_ode_sees_no_contact),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
