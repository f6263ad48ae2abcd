/* SPDX-License-Identifier: BSD-3-Clause */

/* Targets of motion and of unions, and those that are known not to be reached. */

#include "targets.h"

#include <math.h>
#include <string.h>

const char *const MEASURE_NAME[MEASURE_KINDS] = {"lost, %", "held, %",      "stuck, frames", "hanging",
                                                 "settle",  "awake",        "rise, %",       "figure, %",
                                                 "escaped", "kinematic, %", "torn, m"};
const double KNOWN_MARGIN = 0.15, KNOWN_MORE = 1;

/* ------------------------------------------------------------------ limits */

/* The most of each measure, and what some scenes may have besides. */
static const double LIMIT[MEASURE_KINDS] = {1, 1, 3, 0, 1.3, 0, 1, 5, 0, 1, 0.01};

typedef struct exception {
  const char *scene;
  measure_kind measure;
  double value;
} exception;

static const exception LOOSER[] = {
    {"60 coins of 2 mm", MEASURE_LOST, 5},
    {"60 coins of 2 mm", MEASURE_HELD, 5},
    {"60 cards of 3 mm", MEASURE_LOST, 5},
    {"60 cards of 3 mm", MEASURE_HELD, 5},
    {"60 cards of 5 mm", MEASURE_LOST, 5},
    {"60 cards of 5 mm", MEASURE_HELD, 5},
    {"30 plates of 5 mm", MEASURE_LOST, 5},
    {"30 plates of 5 mm", MEASURE_HELD, 5},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_LOST, 25},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_HELD, 25},
    {"50 dominoes of 1 cm", MEASURE_FIGURE, 10},
    {"50 dominoes, layer of 1 mm", MEASURE_FIGURE, 10},
    {"40 cubes bouncing", MEASURE_FIGURE, 0.1},
    {0},
};

/* Measured with test_motion. */
static const exception KNOWN[] = {
    {"30 books of 3 cm", MEASURE_LOST, 44.3},
    {"30 books of 3 cm", MEASURE_HELD, 30.2},
    {"30 books of 3 cm", MEASURE_STUCK, 95},
    {"30 books of 3 cm", MEASURE_HANGING, 4},
    {"30 plates of 1 cm", MEASURE_LOST, 70.6},
    {"30 plates of 1 cm", MEASURE_HELD, 41.4},
    {"30 plates of 1 cm", MEASURE_STUCK, 121},
    {"30 plates of 1 cm", MEASURE_HANGING, 19},
    {"30 plates of 5 mm", MEASURE_LOST, 66.3},
    {"30 plates of 5 mm", MEASURE_HELD, 47.5},
    {"30 plates of 5 mm", MEASURE_STUCK, 46},
    {"30 plates of 5 mm", MEASURE_HANGING, 21},
    {"30 planks of 2 cm", MEASURE_LOST, 57.1},
    {"30 planks of 2 cm", MEASURE_HELD, 20.9},
    {"30 planks of 2 cm", MEASURE_STUCK, 111},
    {"30 planks of 2 cm", MEASURE_HANGING, 14},
    {"60 cards of 3 mm", MEASURE_LOST, 74},
    {"60 cards of 3 mm", MEASURE_HELD, 44.5},
    {"60 cards of 3 mm", MEASURE_STUCK, 131},
    {"60 cards of 3 mm", MEASURE_HANGING, 49},
    {"60 coins of 2 mm", MEASURE_LOST, 74.8},
    {"60 coins of 2 mm", MEASURE_HELD, 56.3},
    {"60 coins of 2 mm", MEASURE_STUCK, 102},
    {"60 coins of 2 mm", MEASURE_HANGING, 30},
    {"50 dominoes of 1 cm", MEASURE_LOST, 6.46},
    {"50 dominoes of 1 cm", MEASURE_HELD, 29.4},
    {"50 dominoes of 1 cm", MEASURE_FIGURE, 71.1},
    {"50 dominoes, layer of 1 mm", MEASURE_LOST, 9.12},
    {"50 dominoes, layer of 1 mm", MEASURE_HELD, 19},
    {"50 dominoes, layer of 1 mm", MEASURE_FIGURE, 4.77e+03},
    {"bullets at 100 m/s into bricks", MEASURE_HELD, 1.4},
    {"cube at 60 m/s into bricks", MEASURE_HELD, 1.81},
    {"50 marbles of 2 cm in a bowl", MEASURE_HELD, 2.29},
    {"50 marbles of 2 cm on a floor", MEASURE_HELD, 1.26},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_LOST, 51.9},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_HELD, 34.6},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_STUCK, 22},
    {"capsule slides, mu 0.3, 1 cm floor", MEASURE_LOST, 96.8},
    {"capsule slides, mu 0.3, 1 cm floor", MEASURE_HELD, 99.5},
    {"capsule slides, mu 0.3, 1 cm floor", MEASURE_STUCK, 171},
    {"capsule slides, mu 0.3, 1 cm floor", MEASURE_FIGURE, 100},
    {"capsule slides freely, 1 cm floor", MEASURE_LOST, 98.7},
    {"capsule slides freely, 1 cm floor", MEASURE_HELD, 99.1},
    {"capsule slides freely, 1 cm floor", MEASURE_STUCK, 176},
    {"capsule slides freely, 1 cm floor", MEASURE_FIGURE, 100},
    {"hull slides freely, 1 cm floor", MEASURE_LOST, 99.7},
    {"hull slides freely, 1 cm floor", MEASURE_HELD, 98.8},
    {"hull slides freely, 1 cm floor", MEASURE_STUCK, 176},
    {"hull slides freely, 1 cm floor", MEASURE_FIGURE, 100},
    {"character along a wall of 20 cm", MEASURE_LOST, 86.7},
    {"character along a wall of 20 cm", MEASURE_HELD, 57.6},
    {"character along a wall of 20 cm", MEASURE_STUCK, 100},
    {"character along a wall of 20 cm", MEASURE_FIGURE, 82.1},
    {"character along a wall of 1 cm", MEASURE_LOST, 90.5},
    {"character along a wall of 1 cm", MEASURE_HELD, 86.8},
    {"character along a wall of 1 cm", MEASURE_STUCK, 104},
    {"character along a wall of 1 cm", MEASURE_FIGURE, 87.1},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_LOST, 38.8},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_HELD, 36.1},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_STUCK, 19},
    {"chain of 20 swings at a post", MEASURE_LOST, 16.7},
    {"chain of 20 swings at a post", MEASURE_HELD, 5.43},
    {"chain of 20 swings at a post", MEASURE_STUCK, 6},
    {"chain of 20 swings at a post", MEASURE_RISE, 375},
    {"rope bridge with 8 crates", MEASURE_LOST, 21.7},
    {"rope bridge with 8 crates", MEASURE_HELD, 13.9},
    {"doll of 13 capsules on stairs", MEASURE_LOST, 1.75},
    {"doll of 13 capsules on stairs", MEASURE_HELD, 2.94},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_LOST, 48.3},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_HELD, 39.1},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_STUCK, 9},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_LOST, 66.2},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_HELD, 63.5},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_STUCK, 19},
    {"vehicle at 8 m/s over steps", MEASURE_LOST, 24.2},
    {"vehicle at 8 m/s over steps", MEASURE_HELD, 21.8},
    {"gripper, plate of 1 mm, quick", MEASURE_LOST, 134},
    {"gripper, plate of 1 mm, quick", MEASURE_HELD, 94},
    {"gripper, plate of 1 mm, quick", MEASURE_STUCK, 122},
    {"gripper, plate of 1 mm, quick", MEASURE_FIGURE, 100},
    {"gripper, plate of 1 mm, quick", MEASURE_KINEMATIC, 100},
    {"gripper, box of 2 cm, quick", MEASURE_LOST, 19},
    {"gripper, box of 2 cm, quick", MEASURE_HELD, 9.12},
    {"gripper, box of 2 cm, quick", MEASURE_STUCK, 12},
    {"gripper, box of 2 cm, quick", MEASURE_FIGURE, 104},
    {"gripper, box of 2 cm, quick", MEASURE_ESCAPED, 1},
    {"gripper, box of 2 cm, quick", MEASURE_KINEMATIC, 23.4},
    {"gripper, box of 8 cm, quick", MEASURE_LOST, 5.2},
    {"gripper, box of 8 cm, quick", MEASURE_HELD, 1.52},
    {"gripper, box of 8 cm, quick", MEASURE_FIGURE, 99.3},
    {"gripper, box of 8 cm, quick", MEASURE_ESCAPED, 1},
    {"gripper, box of 8 cm, quick", MEASURE_KINEMATIC, 5.24},
    {"lift jams a box under a beam", MEASURE_LOST, 40.9},
    {"lift jams a box under a beam", MEASURE_HELD, 74.7},
    {"lift jams a box under a beam", MEASURE_STUCK, 156},
    {"lift jams a box under a beam", MEASURE_FIGURE, 5.68e+03},
    {"lift jams a box under a beam", MEASURE_KINEMATIC, 99.2},
    {"sweeper at 5 rad/s", MEASURE_LOST, 13.8},
    {"sweeper at 5 rad/s", MEASURE_HELD, 32.4},
    {"sweeper at 5 rad/s", MEASURE_KINEMATIC, 87.9},
    {"lift at 3 m/s by velocity", MEASURE_KINEMATIC, 1.51},
    {"paddle at 20 rad/s", MEASURE_LOST, 33.7},
    {"paddle at 20 rad/s", MEASURE_HELD, 37.4},
    {"paddle at 20 rad/s", MEASURE_STUCK, 33},
    {"30 books of 3 cm, sleep", MEASURE_LOST, 46.2},
    {"30 books of 3 cm, sleep", MEASURE_HELD, 29.5},
    {"30 books of 3 cm, sleep", MEASURE_STUCK, 153},
    {"30 books of 3 cm, sleep", MEASURE_HANGING, 12},
    {"30 books of 3 cm, sleep", MEASURE_AWAKE, 1},
    {"30 books of 2 cm", MEASURE_LOST, 47.1},
    {"30 books of 2 cm", MEASURE_HELD, 27.5},
    {"30 books of 2 cm", MEASURE_STUCK, 85},
    {"30 books of 2 cm", MEASURE_HANGING, 10},
    {"60 cards of 5 mm", MEASURE_LOST, 69.5},
    {"60 cards of 5 mm", MEASURE_HELD, 54.5},
    {"60 cards of 5 mm", MEASURE_STUCK, 120},
    {"60 cards of 5 mm", MEASURE_HANGING, 50},
    {"60 coins of 2 cm", MEASURE_LOST, 53.7},
    {"60 coins of 2 cm", MEASURE_HELD, 30.8},
    {"60 coins of 2 cm", MEASURE_STUCK, 132},
    {"60 coins of 2 cm", MEASURE_HANGING, 19},
    {"gripper, plate of 5 mm, quick", MEASURE_LOST, 99.4},
    {"gripper, plate of 5 mm, quick", MEASURE_HELD, 84},
    {"gripper, plate of 5 mm, quick", MEASURE_STUCK, 218},
    {"gripper, plate of 5 mm, quick", MEASURE_FIGURE, 100},
    {"gripper, plate of 5 mm, quick", MEASURE_KINEMATIC, 100},
    {0},
};

static double find(const exception *list, const char *name, measure_kind measure, double otherwise) {
  for (; list->scene != NULL; list++) {
    if (list->measure == measure && strcmp(list->scene, name) == 0) return list->value;
  }
  return otherwise;
}

double motion_limit(const motion_kind *kind, measure_kind measure) {
  return find(LOOSER, kind->scene.name, measure, LIMIT[measure]);
}

double motion_known(const char *name, measure_kind measure) {
  return find(KNOWN, name, measure, -1);
}

int motion_known_count(void) {
  return (int)(sizeof KNOWN / sizeof *KNOWN) - 1;
}

/* ------------------------------------------------------------------ measures */

/* Chaos decides the figure of these, or it is 0 in plain ODE. */
static bool has_figure(const motion_kind *kind) {
  static const char *const WITHOUT[] = {"10 stacks of 10", "bullets at 100 m/s into bricks",
                                        "vehicle at 8 m/s over steps", "doll of 13 capsules on stairs"};

  if (kind->figure == NULL) return false;
  for (size_t i = 0; i < sizeof WITHOUT / sizeof *WITHOUT; i++) {
    if (strcmp(kind->scene.name, WITHOUT[i]) == 0) return false;
  }
  return true;
}

static bool is_heap(const motion_kind *kind) {
  return strstr(kind->scene.name, "books") || strstr(kind->scene.name, "plates") ||
         strstr(kind->scene.name, "planks") || strstr(kind->scene.name, "cards") || strstr(kind->scene.name, "coins") ||
         strstr(kind->scene.name, "heap");
}

/* Returns how much energy the scene has to lose, J. */
static double energy_scale(const motion *ten) {
  return fmax(ten->energy_scale, ten->kinetic);
}

/* Motors and kinematic bodies give energy to these. */
static bool is_passive(const motion *ten) {
  return ten->rise < 0.5 * energy_scale(ten);
}

/* The figure of plain ODE in one part is another than in ten in these: it slides deeper in the wall, and its energy
   shakes by a thousandth. */
static bool has_range(const motion_kind *kind) {
  return strstr(kind->scene.name, "character") || strstr(kind->scene.name, "bouncing");
}

/* Returns how far a figure is off that in ten parts, or off the range between it and that in one, in that in ten. */
static double off_figure(const motion_kind *kind, const motion_runs *runs) {
  double ten = runs->ten.figure, other = has_range(kind) ? runs->one.figure : ten, figure = runs->guarded.figure;

  return fmax(0, fmax(fmin(ten, other) - figure, figure - fmax(ten, other))) / fabs(ten);
}

static double positive(double x) {
  return fmax(0, x);
}

double motion_measure(const motion_kind *kind, measure_kind measure, const motion_runs *runs) {
  const motion *m = &runs->guarded, *ten = &runs->ten, *one = &runs->one;

  switch (measure) {
    case MEASURE_LOST:
      return motion_lost(m);
    case MEASURE_HELD:
      return positive(motion_lacking(&m->held) - motion_plain_lacking(&m->held));
    case MEASURE_STUCK:
      return positive(m->held.row - m->held.plain_row);
    case MEASURE_HANGING:
      return is_heap(kind) ? positive(m->hanging - ten->hanging) : 0;
    case MEASURE_SETTLE:
      return is_heap(kind) && ten->settled > 0 ? m->settled / fmax(one->settled, ten->settled) : 0;
    case MEASURE_AWAKE:
      return positive(fmin(one->asleep, ten->asleep) - m->asleep);
    case MEASURE_RISE:
      return is_passive(ten) ? 100 * positive(m->rise - fmax(ten->rise, one->rise)) / energy_scale(ten) : 0;
    case MEASURE_FIGURE:
      return has_figure(kind) ? 100 * off_figure(kind, runs) : 0;
    case MEASURE_ESCAPED:
      return positive(m->outside + m->lost_bodies - ten->outside - ten->lost_bodies);
    case MEASURE_KINEMATIC:
      return motion_kinematic_missing(m);
    default:
      return positive(m->torn - fmax(one->torn, ten->torn));
  }
}

/* ------------------------------------------------------------------ impacts */

const double IMPACT_LIMIT = 0.15;

/* Energy below this part of that at the start counts as rest. */
static const double RESTING = 0.01;

double impact_off(const impact *m, const impact *reference) {
  double worst = 0;

  for (int i = 0; i < IMPACT_TIMES; i++) {
    double scale = fmax(reference->energy[i], RESTING * reference->start);
    worst = fmax(worst, fabs(m->energy[i] - reference->energy[i]) / scale);
  }
  return worst;
}

double impact_known(impact_shape shape, bool wall) {
  static const double KNOWN_OFF[IMPACT_SHAPES][2] = {{1.15, 0.312}, {1.46, 0.667}, {1.13, 0.783}, {1.38, 1.19}};

  return KNOWN_OFF[shape][wall];
}

/* ------------------------------------------------------------------ unions */

int union_known(union_kind kind) {
  /* Measured with test_unions. */
  static const int THROUGH[UNION_KINDS] = {5, 0, 24, 6, 5, 11, 0, 0, 3, 20, 0};

  return THROUGH[kind];
}
