/* SPDX-License-Identifier: BSD-3-Clause */

/* Impulses for pairs that contact joints have not kept apart: their places, their effects, and the pairs that are
   reported to hit. */

#include <math.h>
#include <string.h>

#include "moving/moves.h"
#include "guard/push.h"
#include "thrown.h"

enum { PAIRS = 300 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4)

/* Two bodies after a step of a guard in which they turn far, and a pair of their geoms. */
typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dBodyID body[2];
  qmboxGuard guard;
  qmboxGuardedPair pair;
} scene;

static void make_scene(random_source *source, bool heavy, scene *s) {
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = make_space(SPACE_SIMPLE);
  for (int k = 0; k < 2; k++) {
    dGeomID geom = random_geom(source, s->space, KIND_BOX);
    s->body[k] = throw_geom(source, s->world, geom, 5, 10, 60);
  }
  if (heavy) dBodySetKinematic(s->body[0]);
  assert_true(qmboxGuardBegin(&s->guard, s->world, s->space));
  s->guard.bodies.length = 1.0 / 60;
  dWorldStep(s->world, (dReal)s->guard.bodies.length);
  qmboxGuardTally tally = {0};
  s->guard.tally = &tally;
  qmboxMeasureMoves(&s->guard.bodies);
  s->guard.tally = 0;
}

/* Lets a pair meet at a part of the step, at a place between the two, along a normal. */
static void let_meet(random_source *source, scene *s, double part) {
  qmboxGuardedPair *pair = &s->pair;
  double square = 0;
  *pair = (qmboxGuardedPair){.geom = {0, 1}, .touches = true, .placed = true, .core = 1, .allowances = 0.01};
  if (s->guard.bodies.body[s->guard.bodies.geom[0].body].start.body != s->body[0]) pair->geom[0] = 1, pair->geom[1] = 0;
  pair->meeting = part * s->guard.bodies.length;
  for (int i = 0; i < 3; i++) {
    pair->point[i] = uniform(source, -1, 1);
    pair->meetingNormal[i] = uniform(source, -1, 1);
    square += pair->meetingNormal[i] * pair->meetingNormal[i];
  }
  for (int i = 0; i < 3; i++) pair->meetingNormal[i] /= sqrt(square);
}

static void free_scene(scene *s) {
  s->guard.pairs.pair = 0;
  s->guard.pairs.pairCount = 0;
  qmboxGuardFree(&s->guard);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static qmboxGuardedBody *guarded(scene *s, int k) {
  return &s->guard.bodies.body[s->guard.bodies.geom[s->pair.geom[k]].body];
}

static void push(scene *s) {
  qmboxNotePush(&s->guard, &s->pair);
  s->guard.pairs.pair = &s->pair;
  s->guard.pairs.pairCount = 1;
  qmboxPushApart(&s->guard);
}

/* Arms lead from where each body is when the two meet, or waits before, to where they meet. */
static void impulses_act_where_the_two_would_meet(void **state) {
  (void)state;
  random_source source = seeded("arms", 0x9a51);
  for (int n = 0; n < PAIRS; n++) {
    scene s;
    make_scene(&source, false, &s);
    let_meet(&source, &s, 0.25);
    for (int k = 0; k < 2; k++) guarded(&s, k)->stop = uniform(&source, 0, 0.5) * s.guard.bodies.length;
    qmboxNotePush(&s.guard, &s.pair);
    for (int k = 0; k < 2; k++) {
      double time = fmin(s.pair.meeting, guarded(&s, k)->stop);
      qmboxPlaceBody(&s.guard.bodies, s.guard.bodies.geom[s.pair.geom[k]].body, time);
      for (int i = 0; i < 3; i++) {
        double at = (double)dBodyGetPosition(s.body[k])[i];
        assert_true(fabs(at + s.pair.arm[k][i] - s.pair.point[i]) < CLOSE);
      }
    }
    free_scene(&s);
  }
}

/* Writes the momentum that a body turns with in the pose in which it waits, about its middle. */
static void spin_momentum(scene *s, int k, double out[3]) {
  dMatrix3 rotation;
  dQuaternion quaternion;
  dMass mass;
  dVector3 own, held, turned;
  dBodyGetMass(s->body[k], &mass);
  qmboxQuaternionAt(&s->guard.bodies, s->guard.bodies.geom[s->pair.geom[k]].body, guarded(s, k)->stop, quaternion);
  dRfromQ(rotation, quaternion);
  dMultiply1_331(own, rotation, dBodyGetAngularVel(s->body[k]));
  dMultiply0_331(held, mass.I, own);
  dMultiply0_331(turned, rotation, held);
  for (int i = 0; i < 3; i++) out[i] = (double)turned[i];
}

/* Returns how fast the two part at the place. */
static double parting_speed(const scene *s) {
  double speed = 0;
  for (int k = 0; k < 2; k++) {
    const dReal *v = dBodyGetLinearVel(s->body[k]), *w = dBodyGetAngularVel(s->body[k]);
    const double *r = s->pair.arm[k];
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, l = (i + 2) % 3;
      double at = (double)v[i] + (double)w[j] * r[l] - (double)w[l] * r[j];
      speed += (k ? 1 : -1) * at * s->pair.meetingNormal[i];
    }
  }
  return speed;
}

/* One impulse changes both: momentum is kept, the momentum of the spins about their middles changes by arm times
   impulse, and the two part at 0.3 of their allowances a step. */
static void an_impulse_keeps_momentum_and_parts_the_two(void **state) {
  int pushed = 0;
  (void)state;
  random_source source = seeded("impulses", 0x9a52);
  for (int n = 0; n < PAIRS; n++) {
    scene s;
    double spin[2][2][3], speed[2][2][3];
    make_scene(&source, false, &s);
    let_meet(&source, &s, uniform(&source, 0, 1));
    for (int k = 0; k < 2; k++) guarded(&s, k)->stop = uniform(&source, 0, 1) * s.guard.bodies.length;
    qmboxNotePush(&s.guard, &s.pair);
    double before = parting_speed(&s), wanted = 0.3 * s.pair.allowances / s.guard.bodies.length;
    for (int after = 0; after < 2; after++) {
      for (int k = 0; k < 2; k++) {
        spin_momentum(&s, k, spin[after][k]);
        for (int i = 0; i < 3; i++) speed[after][k][i] = (double)dBodyGetLinearVel(s.body[k])[i];
      }
      if (!after) push(&s);
    }
    assert_true(fabs(parting_speed(&s) - fmax(before, wanted)) < CLOSE * (1 + fabs(before)));
    pushed += before < wanted;
    double impulse[2][3];
    for (int k = 0; k < 2; k++) {
      dMass mass;
      dBodyGetMass(s.body[k], &mass);
      for (int i = 0; i < 3; i++) impulse[k][i] = (double)mass.mass * (speed[1][k][i] - speed[0][k][i]);
    }
    for (int k = 0; k < 2; k++) {
      const double *r = s.pair.arm[k], *p = impulse[k];
      double size = 1 + fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
      for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        assert_true(fabs(impulse[0][i] + impulse[1][i]) < CLOSE * size);
        double turned = spin[1][k][i] - spin[0][k][i],
               scale = size * (1 + fabs(r[j]) + fabs(r[l])) + fabs(spin[0][k][i]);
        assert_true(fabs(turned - (r[j] * p[l] - r[l] * p[j])) < CLOSE * scale);
      }
    }
    free_scene(&s);
  }
  print_message("# %d of %d pushed\n", pushed, PAIRS);
  assert_true(pushed > PAIRS / 4 && pushed < PAIRS);
}

/* A kinematic body gets no impulse, and the other one all that it takes. */
static void a_kinematic_body_is_not_pushed(void **state) {
  (void)state;
  random_source source = seeded("kinematic", 0x9a53);
  for (int n = 0; n < PAIRS; n++) {
    scene s;
    make_scene(&source, true, &s);
    let_meet(&source, &s, 0.5);
    qmboxNotePush(&s.guard, &s.pair);
    double before = parting_speed(&s), wanted = 0.3 * s.pair.allowances / s.guard.bodies.length;
    dVector3 v, w;
    memcpy(v, dBodyGetLinearVel(s.body[0]), sizeof v);
    memcpy(w, dBodyGetAngularVel(s.body[0]), sizeof w);
    push(&s);
    assert_memory_equal(v, dBodyGetLinearVel(s.body[0]), 3 * sizeof(dReal));
    assert_memory_equal(w, dBodyGetAngularVel(s.body[0]), 3 * sizeof(dReal));
    assert_true(fabs(parting_speed(&s) - fmax(before, wanted)) < CLOSE * (1 + fabs(before)));
    free_scene(&s);
  }
}

/* A body hits another if it goes at it: not if it slides along, and not if the two part. */
static void a_body_hits_what_it_goes_at(void **state) {
  const struct {
    double along, across;
    bool hits;
  } cases[] = {{-5, 0, true}, {-5, 5, true}, {-1, 5, false}, {0, 5, false}, {5, 0, false}};
  (void)state;
  random_source source = seeded("hits", 0x9a54);
  for (int n = 0; n < 5; n++) {
    scene s;
    make_scene(&source, false, &s);
    let_meet(&source, &s, 0);
    const double normal[3] = {1, 0, 0};
    memcpy(s.pair.meetingNormal, normal, sizeof normal);
    /* the first stands, the second is on the side to which the normal points */
    for (int k = 0; k < 2; k++) {
      dBodySetAngularVel(s.body[k], 0, 0, 0);
      dBodySetLinearVel(s.body[k], (dReal)(k * cases[n].along), (dReal)(k * cases[n].across), 0);
    }
    push(&s);
    assert_int_equal(guarded(&s, 1)->hits, cases[n].hits);
    free_scene(&s);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(impulses_act_where_the_two_would_meet),
      CASE(an_impulse_keeps_momentum_and_parts_the_two),
      CASE(a_kinematic_body_is_not_pushed),
      CASE(a_body_hits_what_it_goes_at),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
