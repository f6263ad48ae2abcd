/* SPDX-License-Identifier: BSD-3-Clause */

/* QMBOX_CONTINUITY_EXACT, the usual loop cut at first contacts: nothing tunnels.  Judged by step_judge.h, sub-step by
   sub-step; plain ODE's count is printed, too. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "step_judge.h"
#include "loop.h"

/* The limits in parts of a pair's size: for being apart before a step, and for overlapping in it. In single precision
   the boxes' positions, some metres from the origin, are rounded to 1e-5 of the smaller ones. */
#define TOUCH (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-5)
#define DEPTH (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-2)
/* The report of a frame: the sum of its sub-steps. */
#define ROUNDING (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-5)

/* Makes small fast boxes, some offset from their bodies, and still plates. All of them are in j. */
static loop *make_volley(random_source *source, int space, step_judge *j, double h) {
  loop *l = make_exact_loop(space);
  l->options.slices = 1; /* the judge knows steps of the whole world */
  int i, k;

  memset(j, 0, sizeof *j);
  l->bounce = uniform(source, 0, 1) < 0.5 ? 0 : (dReal)0.5;
  for (i = 0; i < 8; i++) {
    int moves = i < 5;
    dReal lx = log_uniform(source, moves ? 0.02 : 1e-4, moves ? 0.3 : 0.02);
    dReal ly = uniform(source, moves ? 0.05 : 2, moves ? 0.3 : 4),
          lz = uniform(source, moves ? 0.05 : 2, moves ? 0.3 : 4);
    dSpaceID inner = space_for(l->space, space, i);
    dGeomID geom = i % 2 ? qmboxCreate(inner, lx, ly, lz) : dCreateBox(inner, lx, ly, lz);
    dReal from[3], to[3];
    dQuaternion q;

    random_quaternion(source, q);
    random_vector(source, moves ? 6 : 2, from);
    random_vector(source, 2, to);
    if (moves) {
      dBodyID body = dBodyCreate(l->world);
      double speed = (double)log_uniform(source, 1, 1000), away = 0;
      dMass mass;
      dMassSetBox(&mass, 1000, lx, ly, lz);
      dBodySetMass(body, &mass);
      dBodySetPosition(body, from[0], from[1], from[2]);
      dBodySetQuaternion(body, q);
      for (k = 0; k < 3; k++) away += (double)((to[k] - from[k]) * (to[k] - from[k]));
      speed = fmin(speed, 30 / h) / sqrt(away);
      dBodySetLinearVel(body, (dReal)speed * (to[0] - from[0]), (dReal)speed * (to[1] - from[1]),
                        (dReal)speed * (to[2] - from[2]));
      random_vector(source, 100, to);
      dBodySetAngularVel(body, to[0], to[1], to[2]);
      dGeomSetBody(geom, body);
      if (i == 4) dBodySetKinematic(body);
      if (i == 3) dGeomSetOffsetPosition(geom, (dReal)0.1, 0, (dReal)0.05);
    } else {
      dGeomSetPosition(geom, from[0], from[1], from[2]);
      dGeomSetQuaternion(geom, q);
    }
    step_judge_add(j, geom, moves ? JUDGED_FREE : JUDGED_STILL);
  }
  return l;
}

/* ODE has no place for data in a stepper. */
static struct witness {
  step_judge *judge;
  int (*stepper)(dWorldID, dReal);
  int pending; /* 1 if a step has been made that may yet be taken back */
  double time; /* the time of the steps that were not */
  int steps, tunnelled;
} witness;

static void judge_pending(void) {
  int i;

  for (i = 0; i < witness.judge->count && witness.pending; i++) {
    const step_box *box = &witness.judge->box[i];
    int k;
    for (k = 0; k < 3 && box->body; k++) witness.pending &= (double)dBodyGetPosition(box->body)[k] == box->to.x[k];
  }
  if (!witness.pending) return;
  witness.pending = 0;
  witness.steps++;
  witness.time += witness.judge->length;
  witness.tunnelled += step_judge_count(witness.judge, TOUCH, DEPTH, 1);
}

/* Returns a stepper that has every step judged, unless it is taken back: then the next begins elsewhere. */
static int judged_step(dWorldID world, dReal length) {
  int i, good;

  judge_pending();
  for (i = 0; i < witness.judge->count; i++) {
    step_box *box = &witness.judge->box[i];
    if (box->body) box->path = dBodyGetNumJoints(box->body) > 0 ? JUDGED_HELD : JUDGED_FREE;
  }
  step_judge_before(witness.judge);
  good = witness.stepper(world, length);
  step_judge_after(witness.judge, (double)length);
  witness.pending = 1;
  return good;
}

static void judged_frame(loop *l, step_judge *j, dReal h, qmboxSimulateReport *report) {
  memset(&witness, 0, sizeof witness);
  witness.judge = j;
  witness.stepper = l->options.stepper ? l->options.stepper : dWorldQuickStep;
  l->options.stepper = judged_step;
  *report = frame(l, h);
  l->options.stepper = witness.stepper;
  judge_pending();
  if (report->heldBodies > 0)
    return; /* the guard has put them back in the last piece: tests/plugin/guard/test_guard.c judges that */
  assert_int_equal(witness.steps, report->subSteps);
  assert_true(fabs(witness.time - (double)h) <= ROUNDING * (double)h);
}

static void nothing_tunnels_in_the_usual_loop(void **state) {
  random_source source = seeded("volley", 51);
  int scenes = 150 * soak(), i, k, ours = 0, theirs = 0, stops = 0, steps = 0, trials = 0, limited = 0, unchecked = 0;

  (void)state;
  for (i = 0; i < scenes; i++) {
    double h = (double)log_uniform(&source, 1e-3, 1);
    uint64_t seed = source.state;
    step_judge j;
    loop *l = make_volley(&source, i % SPACE_KINDS, &j, h);

    /* plain ODE */
    for (k = 0; k < 5; k++) {
      step_judge_before(&j);
      plain_frame(l, (dReal)h);
      step_judge_after(&j, h);
      theirs += step_judge_count(&j, TOUCH, DEPTH, 1);
    }
    free_loop(l);

    source.state = seed;
    l = make_volley(&source, i % SPACE_KINDS, &j, h);
    l->options.stepper = i % 2 ? dWorldStep : dWorldQuickStep;
    for (k = 0; k < 5; k++) {
      qmboxSimulateReport report;
      judged_frame(l, &j, (dReal)h, &report);
      stops += report.stops;
      steps += report.subSteps;
      trials += report.trials;
      limited += report.limited;
      unchecked += report.unchecked > 0;
      if (report.unchecked == 0 && report.inexact == 0) {
        if (witness.tunnelled) print_error("scene %d frame %d: %d, h %a\n", i, k, witness.tunnelled, h);
        ours += witness.tunnelled;
      }
    }
    free_loop(l);
  }
  printf(
      "# volley: %d scenes of 5 frames, %d stops, %d sub-steps, %d trials, %d limited, %d in part unchecked; pairs "
      "that "
      "passed: plain ODE %d, qmbox %d\n",
      scenes, stops, steps, trials, limited, unchecked, theirs, ours);
  assert_int_equal(ours, 0);
  assert_true(theirs > scenes / 10 && stops > scenes / 4);
  assert_true(unchecked <= scenes / 20);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(nothing_tunnels_in_the_usual_loop),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
