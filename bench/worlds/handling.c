/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * handling: grips and throws; the tables of doc/worlds.md.
 *
 *     handling [--seeds N]
 *
 * prints for grippers, by thickness and force, how far the box between the jaws is lifted, and for lifts that are moved
 * by qmboxBodyMoveTo() the greatest height of a box above the way of the plate, the worst of N seeds each (3): guarded,
 * and in plain ODE in ten parts and in one.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion_kinds.h"
#include "stepping.h"

static const stepping WAY[] = {{STEPPING_QMBOX, 1}, {STEPPING_PLAIN, 10}, {STEPPING_PLAIN, 1}};
enum { WAYS = sizeof WAY / sizeof *WAY };

/* Returns the scene's figure at its end; the motors have this force, if it is above 0. */
static double figure_of(const motion_kind *kind, uint64_t seed, double amount, double force, stepping how) {
  scene *s = kind->scene.make(seed, amount);
  double figure;

  s->parts = how.parts;
  for (int i = 0; i < s->motors && force > 0; i++) dJointSetSliderParam(s->motor[i], dParamFMax, (dReal)force);
  for (int frame = 0; frame < kind->scene.frames; frame++) {
    if (s->drive != NULL) s->drive(s, frame);
    (void)stepping_frame(how, s, NULL);
    if (s->observe != NULL) s->observe(s, frame);
  }
  figure = s->figure;
  scene_free(s);
  return figure;
}

/* Returns the worst figure of all seeds: the least, or the greatest. */
static double worst_of(const motion_kind *kind, double amount, double force, int seeds, bool least, stepping how) {
  double worst = least ? HUGE_VAL : -HUGE_VAL;

  for (int seed = 1; seed <= seeds; seed++) {
    double figure = figure_of(kind, (uint64_t)seed, amount, force, how);
    worst = least ? fmin(worst, figure) : fmax(worst, figure);
  }
  return worst;
}

static void print_grips(int seeds) {
  static const double THICKNESS[] = {0.001, 0.005, 0.02, 0.08}, FORCE[] = {20, 60, 200};
  static const char *const NAME[2] = {"gripper, box of 8 cm", "gripper, box of 8 cm, quick"};

  puts("| box | stepper | guarded | plain ODE, 10 parts | 1 part |\n|---|---|---|---|---|");
  for (int line = 0; line < 8; line++) {
    double thickness = THICKNESS[line % 4];
    printf("| %g mm | `%s` |", 1e3 * thickness, line < 4 ? "dWorldStep()" : "dWorldQuickStep()");
    for (int i = 0; i < WAYS; i++) {
      for (int k = 0; k < 3; k++) {
        double lifted = worst_of(motion_kind_named(NAME[line / 4]), thickness, FORCE[k], seeds, true, WAY[i]);
        printf("%s%.2f", k ? ", " : " ", fmax(lifted, 0));
      }
      printf(" |");
    }
    puts("");
    fflush(stdout);
  }
}

static void print_throws(int seeds) {
  static const double SPEED[] = {0.5, 1, 2, 4};
  static const char *const NAME[2] = {"lift with two boxes", "lift jams a box under a beam"};

  puts("| scene | lift, m/s | guarded | plain ODE, 10 parts | 1 part |\n|---|---:|---:|---:|---:|");
  for (int line = 0; line < 8; line++) {
    printf("| %s | %g |", NAME[line / 4], SPEED[line % 4]);
    for (int i = 0; i < WAYS; i++) {
      printf(" %.2f |", worst_of(motion_kind_named(NAME[line / 4]), SPEED[line % 4], 0, seeds, false, WAY[i]));
    }
    puts("");
    fflush(stdout);
  }
}

int main(int argc, char **argv) {
  int seeds = argc > 2 && strcmp(argv[1], "--seeds") == 0 ? atoi(argv[2]) : 3;

  if (seeds < 1 || argc == 2 || argc > 3) {
    fputs("Usage: handling [--seeds N]\n", stderr);
    return 2;
  }
  dInitODE();
  stepping_silence();
  print_grips(seeds);
  puts("");
  print_throws(seeds);
  dCloseODE();
  return 0;
}
