/* SPDX-License-Identifier: BSD-3-Clause */

/* Impulses of several rows at once: the speeds that they reach, the rows that they keep, the bodies that they leave
   alone. */

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "guard/impulses.h"

enum { SCENES = 200, BODIES = 6, ROWS = 10, MANY_SWEEPS = 20000, CHAIN = 8 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4)

/* Rows miss their speeds by so much after MANY_SWEEPS, and after those that end by themselves. */
#define CONVERGED 1e-8
#define SETTLED_SPEED 0.02

/* Bodies of a world, number 0 for what does not move, and rows between them. */
typedef struct scene {
  dWorldID world;
  dBodyID body[BODIES];
  qmboxMass mass[BODIES], before[BODIES];
  double inertia[BODIES][3][3]; /* in world coordinates */
  qmboxRow row[ROWS];
} scene;

/* ------------------------------------------------------------------ scenes */

/* Writes R I R^T. */
static void turn_inertia(dBodyID body, double inertia[3][3]) {
  const dReal *rotation = dBodyGetRotation(body);
  dMass mass;
  dMatrix3 half, whole;
  dBodyGetMass(body, &mass);
  dMultiply0_333(half, rotation, mass.I);
  dMultiply2_333(whole, half, rotation);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) inertia[i][j] = (double)whole[4 * i + j];
  }
}

static dBodyID make_body(random_source *source, dWorldID world) {
  dBodyID body = random_body(source, world, 3, 5, 10);
  dReal x = uniform(source, 0.2, 1), y = uniform(source, 0.2, 1), z = uniform(source, 0.2, 1);
  dMass mass;
  dMassSetBox(&mass, log_uniform(source, 1, 10), x, y, z);
  dBodySetMass(body, &mass);
  return body;
}

/* Draws a row at a place of the world, so that the arms of both bodies end there. */
static void draw_row(random_source *source, const scene *s, qmboxRow *row) {
  dReal point[3], normal[3];
  double square = 0;
  *row = (qmboxRow){.wanted = 0};
  row->body[0] = (int)uniform(source, 0, BODIES);
  row->body[1] = (row->body[0] + 1 + (int)uniform(source, 0, BODIES - 1)) % BODIES;
  random_vector(source, 3, point);
  random_vector(source, 1, normal);
  for (int i = 0; i < 3; i++) square += (double)(normal[i] * normal[i]);
  for (int i = 0; i < 3; i++) row->normal[i] = (double)normal[i] / sqrt(square);
  for (int k = 0; k < 2; k++) {
    dBodyID body = s->body[row->body[k]];
    for (int i = 0; i < 3; i++) row->arm[k][i] = (double)point[i] - (body ? (double)dBodyGetPosition(body)[i] : 0);
  }
}

/* Makes bodies, the first `heavy` of which no impulse moves, and rows without wishes. */
static void make_scene(random_source *source, int heavy, scene *s) {
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  for (int i = 1; i < BODIES; i++) {
    s->body[i] = make_body(source, s->world);
    turn_inertia(s->body[i], s->inertia[i]);
  }
  for (int i = 0; i < BODIES; i++) {
    qmboxMakeMass(s->body[i], i ? dBodyGetQuaternion(s->body[i]) : 0, i <= heavy, &s->mass[i]);
  }
  memcpy(s->before, s->mass, sizeof s->before);
  for (int i = 0; i < ROWS; i++) draw_row(source, s, &s->row[i]);
}

/* Lets rows want what some other velocities of the bodies that impulses move would give them, so that all of them can
   have it at once.  Writes these velocities. */
static void want_what_can_be(random_source *source, scene *s, qmboxMass possible[BODIES]) {
  memcpy(possible, s->mass, sizeof s->mass);
  for (int i = 0; i < BODIES; i++) {
    if (!(possible[i].inverseMass > 0)) continue;
    for (int k = 0; k < 3; k++) possible[i].velocity[k] = (double)uniform(source, -5, 5);
    for (int k = 0; k < 3; k++) possible[i].spin[k] = (double)uniform(source, -5, 5);
  }
  for (int i = 0; i < ROWS; i++) {
    s->row[i].wanted = qmboxPartingSpeed(&s->row[i], possible);
    if (i % 2) s->row[i].wanted -= (double)uniform(source, 0, 3);
  }
}

static void sweep(scene *s, int sweeps) {
  for (int i = 0; i < sweeps; i++) qmboxSolveRows(s->row, ROWS, s->mass, 1);
}

/* ------------------------------------------------------------------ oracles */

/* Returns twice the energy of the bodies that impulses move with the differences of velocities. */
static double energy_of_difference(const scene *s, const qmboxMass *one, const qmboxMass *other) {
  double energy = 0;
  for (int i = 1; i < BODIES; i++) {
    if (!(s->mass[i].inverseMass > 0)) continue;
    for (int j = 0; j < 3; j++) {
      double v = one[i].velocity[j] - other[i].velocity[j], w = one[i].spin[j] - other[i].spin[j];
      energy += v * v / s->mass[i].inverseMass;
      for (int k = 0; k < 3; k++) energy += w * s->inertia[i][j][k] * (one[i].spin[k] - other[i].spin[k]);
    }
  }
  return energy;
}

static double energy_of(const scene *s, const qmboxMass *mass) {
  qmboxMass still[BODIES];
  memset(still, 0, sizeof still);
  return energy_of_difference(s, mass, still);
}

/* Returns how fast the two part at a row's point, by velocities of points. */
static double parting_speed(const qmboxRow *row, const qmboxMass *mass) {
  double speed = 0;
  for (int k = 0; k < 2; k++) {
    const qmboxMass *m = &mass[row->body[k]];
    const double *r = row->arm[k];
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, l = (i + 2) % 3;
      speed += (k ? 1 : -1) * row->normal[i] * (m->velocity[i] + m->spin[j] * r[l] - m->spin[l] * r[j]);
    }
  }
  return speed;
}

/* Adds momentum, and angular momentum about the origin. */
static void momentum_of(const scene *s, const qmboxMass *mass, double momentum[6]) {
  memset(momentum, 0, 6 * sizeof *momentum);
  for (int n = 1; n < BODIES; n++) {
    const dReal *x = dBodyGetPosition(s->body[n]);
    const double *v = mass[n].velocity;
    double m = 1 / s->mass[n].inverseMass;
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      momentum[i] += m * v[i];
      momentum[3 + i] += m * ((double)x[j] * v[k] - (double)x[k] * v[j]);
      for (int l = 0; l < 3; l++) momentum[3 + i] += s->inertia[n][i][l] * mass[n].spin[l];
    }
  }
}

/* ------------------------------------------------------------------ masses */

static void the_mass_of_a_body_is_that_in_its_pose(void **state) {
  (void)state;
  random_source source = seeded("masses", 0x1a50);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, 0, &s);
    for (int b = 1; b < BODIES; b++) {
      const qmboxMass *mass = &s.mass[b];
      dMass own;
      dBodyGetMass(s.body[b], &own);
      assert_true(fabs(mass->inverseMass * (double)own.mass - 1) < CLOSE);
      for (int i = 0; i < 3; i++) {
        assert_true(mass->velocity[i] == (double)dBodyGetLinearVel(s.body[b])[i]);
        assert_true(mass->spin[i] == (double)dBodyGetAngularVel(s.body[b])[i]);
        for (int j = 0; j < 3; j++) {
          double product = 0;
          for (int k = 0; k < 3; k++) product += mass->inertia[i][k] * s.inertia[b][k][j];
          assert_true(fabs(product - (i == j)) < 100 * CLOSE);
        }
      }
    }
    dWorldDestroy(s.world);
  }
}

static void heavy_and_kinematic_bodies_and_none_have_velocities_alone(void **state) {
  static const qmboxMass nothing;
  (void)state;
  random_source source = seeded("heavy", 0x1a51);
  dWorldID world = dWorldCreate();
  for (int kinematic = 0; kinematic < 2; kinematic++) {
    dBodyID body = make_body(&source, world);
    qmboxMass mass;
    if (kinematic) dBodySetKinematic(body);
    qmboxMakeMass(body, dBodyGetQuaternion(body), !kinematic, &mass);
    assert_true(mass.inverseMass == 0);
    assert_memory_equal(mass.inertia, nothing.inertia, sizeof mass.inertia);
    for (int i = 0; i < 3; i++) {
      assert_true(mass.velocity[i] == (double)dBodyGetLinearVel(body)[i]);
      assert_true(mass.spin[i] == (double)dBodyGetAngularVel(body)[i]);
    }
  }
  qmboxMass mass;
  qmboxMakeMass(0, 0, false, &mass);
  assert_memory_equal(&mass, &nothing, sizeof mass);
  dWorldDestroy(world);
}

static void the_speed_of_a_point_is_that_of_the_body_there(void **state) {
  (void)state;
  random_source source = seeded("points", 0x1a52);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, 0, &s);
    dReal arm[3];
    dVector3 at;
    random_vector(&source, 2, arm);
    const double arms[3] = {(double)arm[0], (double)arm[1], (double)arm[2]};
    const dReal *x = dBodyGetPosition(s.body[1]);
    dBodyGetPointVel(s.body[1], x[0] + arm[0], x[1] + arm[1], x[2] + arm[2], at);
    assert_true(fabs(qmboxSpeedOfPoint(&s.mass[1], arms) - (double)dCalcVectorLength3(at)) < 100 * CLOSE);
    for (int i = 0; i < ROWS; i++) {
      double speed = parting_speed(&s.row[i], s.mass);
      assert_true(fabs(qmboxPartingSpeed(&s.row[i], s.mass) - speed) < CLOSE * (1 + fabs(speed)));
    }
    dWorldDestroy(s.world);
  }
}

/* ------------------------------------------------------------------ solutions */

/* The conditions of complementarity: a row has its speed, and more only if it needs no impulse. */
static void after_enough_sweeps_each_row_has_its_speed_and_no_impulse_that_it_does_not_need(void **state) {
  int pushed = 0, free_rows = 0;
  double missing = 0, surplus = 0;
  (void)state;
  random_source source = seeded("rows", 0x1a53);
  for (int n = 0; n < SCENES * soak(); n++) {
    scene s;
    qmboxMass possible[BODIES];
    make_scene(&source, n % 3, &s);
    want_what_can_be(&source, &s, possible);
    sweep(&s, MANY_SWEEPS);
    for (int i = 0; i < ROWS; i++) {
      double over = parting_speed(&s.row[i], s.mass) - s.row[i].wanted;
      assert_true(s.row[i].impulse >= 0);
      missing = fmax(missing, -over);
      if (s.row[i].impulse > 0) surplus = fmax(surplus, over);
      pushed += s.row[i].impulse > 0;
      free_rows += s.row[i].impulse == 0;
    }
    dWorldDestroy(s.world);
  }
  print_message("# %d rows with impulses, %d without; speeds miss by %a, and surpass by %a\n", pushed, free_rows,
                missing, surplus);
  assert_true(missing < CONVERGED && surplus < CONVERGED);
  assert_true(pushed > SCENES && free_rows > SCENES);
}

/* The velocities that result are the nearest ones that rows allow, by energy: the angle there between the ones before
   and any others that they allow is obtuse. */
static void no_velocities_that_rows_allow_are_nearer(void **state) {
  (void)state;
  random_source source = seeded("nearest", 0x1a54);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    qmboxMass possible[BODIES];
    make_scene(&source, n % 3, &s);
    want_what_can_be(&source, &s, possible);
    sweep(&s, MANY_SWEEPS);
    double change = energy_of_difference(&s, s.mass, s.before), whole = energy_of_difference(&s, possible, s.before);
    assert_true(change + energy_of_difference(&s, possible, s.mass) < whole * (1 + CONVERGED));
    dWorldDestroy(s.world);
  }
}

/* A row alone has its speed after one sweep, and gets no second impulse by others. */
static void one_sweep_solves_a_row_alone_and_none_changes_nothing(void **state) {
  int pushed = 0;
  (void)state;
  random_source source = seeded("alone", 0x1a55);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, n % 3, &s);
    qmboxRow *row = &s.row[0];
    while (row->body[0] <= n % 3 && row->body[1] <= n % 3) draw_row(&source, &s, row);
    row->wanted = (double)uniform(&source, -5, 5);
    qmboxSolveRows(s.row, ROWS, s.mass, 0);
    assert_memory_equal(s.mass, s.before, sizeof s.mass);
    double before = parting_speed(row, s.mass);
    qmboxSolveRows(row, 1, s.mass, 1);
    assert_true(fabs(parting_speed(row, s.mass) - fmax(before, row->wanted)) < CLOSE * (1 + fabs(before)));
    assert_true((row->impulse > 0) == (before < row->wanted));
    pushed += row->impulse > 0;
    qmboxMass once[BODIES];
    memcpy(once, s.mass, sizeof once);
    qmboxSolveRows(row, 1, s.mass, 100);
    assert_true(energy_of_difference(&s, s.mass, once) < CLOSE * CLOSE * (1 + energy_of(&s, once)));
    dWorldDestroy(s.world);
  }
  assert_true(pushed > SCENES / 4 && pushed < SCENES);
}

/* Masses that are given the impulses so far have the velocities to which these have led: sweeps go on from there. */
static void impulses_so_far_are_given_to_masses_that_do_not_have_them(void **state) {
  (void)state;
  random_source source = seeded("so far", 0x1a5c);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    qmboxMass before[BODIES];
    make_scene(&source, n % 3, &s);
    memcpy(before, s.mass, sizeof before);
    qmboxSolveRows(s.row, ROWS, s.mass, 3);
    qmboxGiveImpulses(s.row, ROWS, before);
    for (int i = 0; i < BODIES; i++) {
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(before[i].velocity[k] - s.mass[i].velocity[k]) < 1e-9 * (1 + fabs(s.mass[i].velocity[k])));
        assert_true(fabs(before[i].spin[k] - s.mass[i].spin[k]) < 1e-9 * (1 + fabs(s.mass[i].spin[k])));
      }
    }
    dWorldDestroy(s.world);
  }
}

/* Sweeps end by themselves when all rows have their speeds but for a thousandth: more of them change nothing. */
static void sweeps_end_when_rows_have_settled(void **state) {
  int early = 0;
  (void)state;
  random_source source = seeded("settled", 0x1a5b);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    qmboxMass possible[BODIES], mass[BODIES];
    qmboxRow row[ROWS];
    make_scene(&source, n % 3, &s);
    want_what_can_be(&source, &s, possible);
    memcpy(mass, s.mass, sizeof mass);
    memcpy(row, s.row, sizeof row);
    qmboxSolveRows(row, ROWS, mass, MANY_SWEEPS);
    qmboxMass more[BODIES], few[BODIES];
    qmboxRow again[ROWS];
    memcpy(more, s.mass, sizeof more);
    memcpy(again, s.row, sizeof again);
    qmboxSolveRows(again, ROWS, more, 10 * MANY_SWEEPS);
    assert_memory_equal(mass, more, sizeof mass);
    memcpy(few, s.mass, sizeof few);
    memcpy(again, s.row, sizeof again);
    long solved = qmboxSolveRows(again, ROWS, few, 30);
    assert_true(solved >= ROWS && solved <= 30 * ROWS);
    early += memcmp(mass, few, sizeof mass) == 0 && memcmp(mass, s.mass, sizeof mass) != 0;
    for (int i = 0; i < ROWS; i++) {
      double over = parting_speed(&row[i], mass) - row[i].wanted;
      assert_true(over > -SETTLED_SPEED * (1 + fabs(row[i].wanted)));
      if (row[i].impulse > 0) assert_true(over < SETTLED_SPEED * (1 + fabs(row[i].wanted)));
    }
    dWorldDestroy(s.world);
  }
  print_message("# %d of %d settled in fewer than 30 sweeps\n", early, SCENES);
  assert_true(early > SCENES / 4);
}

/* ------------------------------------------------------------------ what is kept */

static void impulses_never_pull_and_keep_momentum_after_any_number_of_sweeps(void **state) {
  (void)state;
  random_source source = seeded("momentum", 0x1a56);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    double before[6], after[6], size = 1;
    make_scene(&source, 0, &s);
    for (int i = 0; i < ROWS; i++) { /* none with what does not move: that takes any momentum */
      while (s.row[i].body[0] == 0 || s.row[i].body[1] == 0) draw_row(&source, &s, &s.row[i]);
      s.row[i].wanted = (double)uniform(&source, -5, 5);
    }
    momentum_of(&s, s.mass, before);
    qmboxSolveRows(s.row, ROWS, s.mass, 1 + n % 30);
    momentum_of(&s, s.mass, after);
    for (int i = 0; i < ROWS; i++) {
      assert_true(s.row[i].impulse >= 0);
      size += 4 * s.row[i].impulse; /* arms have a length of 6 at most */
    }
    for (int i = 0; i < 6; i++) assert_true(fabs(after[i] - before[i]) < CLOSE * (size + fabs(before[i])));
    dWorldDestroy(s.world);
  }
}

static void what_is_heavy_and_what_does_not_move_are_left_alone(void **state) {
  int pushed = 0;
  (void)state;
  random_source source = seeded("left alone", 0x1a57);
  for (int n = 0; n < SCENES; n++) {
    int heavy = n % (BODIES - 1);
    scene s;
    make_scene(&source, heavy, &s);
    for (int i = 0; i < ROWS; i++) s.row[i].wanted = (double)uniform(&source, 0, 5);
    qmboxSolveRows(s.row, ROWS, s.mass, 30);
    for (int i = 0; i < ROWS; i++) {
      pushed += s.row[i].impulse > 0;
      if (s.row[i].body[0] <= heavy && s.row[i].body[1] <= heavy) assert_true(s.row[i].impulse == 0);
    }
    assert_memory_equal(s.mass, s.before, (size_t)(heavy + 1) * sizeof *s.mass);
    dWorldDestroy(s.world);
  }
  assert_true(pushed > SCENES);
}

/* Each row that is solved lowers the energy if it wants no speed, and no heavy body moves. */
static void energy_does_not_grow_if_rows_want_no_speed(void **state) {
  int less = 0;
  (void)state;
  random_source source = seeded("energy", 0x1a58);
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, n % 3, &s);
    for (int i = 1; i <= n % 3; i++) {
      memset(s.mass[i].velocity, 0, sizeof s.mass[i].velocity);
      memset(s.mass[i].spin, 0, sizeof s.mass[i].spin);
    }
    for (int i = 0; i < ROWS; i++) s.row[i].wanted = i % 2 ? 0 : (double)uniform(&source, -3, 0);
    double first = energy_of(&s, s.mass), before = first;
    qmboxSolveRows(s.row, ROWS, s.mass, 1 + n % 30);
    double after = energy_of(&s, s.mass);
    assert_true(after <= before * (1 + CLOSE));
    less += after < 0.99 * first;
    dWorldDestroy(s.world);
  }
  assert_true(less > SCENES / 2);
}

/* ------------------------------------------------------------------ a chain */

/* Boxes of a length of 1 in a row along x between two heavy ones; rows at their common faces, in any order. */
typedef struct chain {
  qmboxMass mass[CHAIN + 3]; /* 1 and CHAIN + 2 are heavy */
  qmboxRow row[CHAIN + 1];
} chain;

static void make_chain(random_source *source, double left, double right, chain *c) {
  memset(c, 0, sizeof *c);
  c->mass[1].velocity[0] = left;
  c->mass[CHAIN + 2].velocity[0] = right;
  for (int i = 2; i < CHAIN + 2; i++) {
    double mass = (double)log_uniform(source, 0.5, 2);
    c->mass[i].inverseMass = 1 / mass;
    for (int k = 0; k < 3; k++) c->mass[i].inertia[k][k] = 6 / mass;
    c->mass[i].velocity[0] = (double)uniform(source, -3, 3);
  }
  for (int i = 0; i <= CHAIN; i++) {
    c->row[i] = (qmboxRow){.body = {i + 1, i + 2}, .arm = {{0.5, 0, 0}, {-0.5, 0, 0}}, .normal = {1, 0, 0}};
  }
  for (int i = CHAIN; i > 0; i--) {
    int other = (int)uniform(source, 0, i + 1);
    qmboxRow row = c->row[i];
    c->row[i] = c->row[other];
    c->row[other] = row;
  }
}

/* No box may be slower than its left neighbour: between two that go equally fast all have to go as fast. */
static void a_chain_between_two_that_go_equally_fast_goes_with_them(void **state) {
  (void)state;
  random_source source = seeded("chains", 0x1a59);
  for (int n = 0; n < SCENES; n++) {
    double speed = n % 2 ? (double)uniform(&source, -2, 2) : 0;
    chain c;
    make_chain(&source, speed, speed, &c);
    for (int i = 0; i < 3000; i++) qmboxSolveRows(c.row, CHAIN + 1, c.mass, 1);
    for (int i = 1; i < CHAIN + 3; i++) {
      assert_true(fabs(c.mass[i].velocity[0] - speed) < CONVERGED);
      for (int k = 0; k < 3; k++) assert_true(c.mass[i].spin[k] == 0 && (k == 0 || c.mass[i].velocity[k] == 0));
    }
  }
}

/* Rows that cannot all have their speed: nothing goes faster than the fastest did. */
static void a_chain_that_is_pressed_goes_no_faster_than_the_two_that_press_it_and_its_boxes_did(void **state) {
  (void)state;
  random_source source = seeded("pressed chains", 0x1a5a);
  for (int n = 0; n < SCENES; n++) {
    double left = (double)uniform(&source, 0, 5), right = -(double)uniform(&source, 0, 5), fastest = 0;
    chain c;
    make_chain(&source, left, right, &c);
    for (int i = 1; i < CHAIN + 3; i++) fastest = fmax(fastest, fabs(c.mass[i].velocity[0]));
    qmboxSolveRows(c.row, CHAIN + 1, c.mass, 1 + n);
    for (int i = 0; i <= CHAIN; i++) assert_true(c.row[i].impulse >= 0 && isfinite(c.row[i].impulse));
    for (int i = 2; i < CHAIN + 2; i++) assert_true(fabs(c.mass[i].velocity[0]) <= fastest * (1 + 1e-12));
    assert_true(c.mass[1].velocity[0] == left && c.mass[CHAIN + 2].velocity[0] == right);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(the_mass_of_a_body_is_that_in_its_pose),
      CASE(heavy_and_kinematic_bodies_and_none_have_velocities_alone),
      CASE(the_speed_of_a_point_is_that_of_the_body_there),
      CASE(after_enough_sweeps_each_row_has_its_speed_and_no_impulse_that_it_does_not_need),
      CASE(no_velocities_that_rows_allow_are_nearer),
      CASE(one_sweep_solves_a_row_alone_and_none_changes_nothing),
      CASE(impulses_so_far_are_given_to_masses_that_do_not_have_them),
      CASE(sweeps_end_when_rows_have_settled),
      CASE(impulses_never_pull_and_keep_momentum_after_any_number_of_sweeps),
      CASE(what_is_heavy_and_what_does_not_move_are_left_alone),
      CASE(energy_does_not_grow_if_rows_want_no_speed),
      CASE(a_chain_between_two_that_go_equally_fast_goes_with_them),
      CASE(a_chain_that_is_pressed_goes_no_faster_than_the_two_that_press_it_and_its_boxes_did),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
