/* SPDX-License-Identifier: BSD-3-Clause */

/* Targets of motion and of impacts, and those that are known not to be reached. */

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
    {"heap of 60 boxes", MEASURE_LOST, 1.58},
    {"heap of 60 boxes", MEASURE_HELD, 1.45},
    {"heap of 60 boxes", MEASURE_STUCK, 4},
    {"heap of 30 boxes, sleep", MEASURE_HELD, 1.1},
    {"30 books of 3 cm", MEASURE_LOST, 39.9},
    {"30 books of 3 cm", MEASURE_HELD, 35.9},
    {"30 books of 3 cm", MEASURE_STUCK, 24},
    {"30 books of 3 cm", MEASURE_HANGING, 5},
    {"30 plates of 1 cm", MEASURE_LOST, 69.4},
    {"30 plates of 1 cm", MEASURE_HELD, 40},
    {"30 plates of 1 cm", MEASURE_STUCK, 121},
    {"30 plates of 1 cm", MEASURE_HANGING, 19},
    {"30 plates of 5 mm", MEASURE_LOST, 69.3},
    {"30 plates of 5 mm", MEASURE_HELD, 43.7},
    {"30 plates of 5 mm", MEASURE_STUCK, 74},
    {"30 plates of 5 mm", MEASURE_HANGING, 19},
    {"30 planks of 2 cm", MEASURE_LOST, 64.8},
    {"30 planks of 2 cm", MEASURE_HELD, 22.4},
    {"30 planks of 2 cm", MEASURE_STUCK, 115},
    {"30 planks of 2 cm", MEASURE_HANGING, 13},
    {"60 cards of 3 mm", MEASURE_LOST, 67.7},
    {"60 cards of 3 mm", MEASURE_HELD, 50.8},
    {"60 cards of 3 mm", MEASURE_STUCK, 65},
    {"60 cards of 3 mm", MEASURE_HANGING, 49},
    {"60 coins of 2 mm", MEASURE_LOST, 75.8},
    {"60 coins of 2 mm", MEASURE_HELD, 53.3},
    {"60 coins of 2 mm", MEASURE_STUCK, 104},
    {"60 coins of 2 mm", MEASURE_HANGING, 49},
    {"50 dominoes of 1 cm", MEASURE_LOST, 11.3},
    {"50 dominoes of 1 cm", MEASURE_HELD, 37.1},
    {"50 dominoes of 1 cm", MEASURE_STUCK, 5},
    {"50 dominoes of 1 cm", MEASURE_FIGURE, 89.3},
    {"50 dominoes, layer of 1 mm", MEASURE_LOST, 19.5},
    {"50 dominoes, layer of 1 mm", MEASURE_HELD, 29.8},
    {"50 dominoes, layer of 1 mm", MEASURE_FIGURE, 19.7},
    {"bullets at 100 m/s into bricks", MEASURE_HELD, 1.73},
    {"cube at 60 m/s into bricks", MEASURE_HELD, 1.57},
    {"50 marbles of 2 cm in a bowl", MEASURE_LOST, 2.69},
    {"50 marbles of 2 cm in a bowl", MEASURE_HELD, 5.68},
    {"50 marbles of 2 cm in a bowl", MEASURE_STUCK, 4},
    {"50 marbles of 2 cm on a floor", MEASURE_LOST, 1.26},
    {"50 marbles of 2 cm on a floor", MEASURE_HELD, 1.65},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_LOST, 57.5},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_HELD, 38.8},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_STUCK, 31},
    {"character along a wall of 20 cm", MEASURE_LOST, 8.33},
    {"character along a wall of 20 cm", MEASURE_HELD, 7.72},
    {"character along a wall of 1 cm", MEASURE_LOST, 8.33},
    {"character along a wall of 1 cm", MEASURE_HELD, 7.72},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_LOST, 36.8},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_HELD, 34.2},
    {"chain of 20 at 20 m/s, 1 mm walls", MEASURE_STUCK, 9},
    {"chain of 20 swings at a post", MEASURE_LOST, 37.9},
    {"chain of 20 swings at a post", MEASURE_HELD, 10},
    {"chain of 20 swings at a post", MEASURE_STUCK, 9},
    {"chain of 20 swings at a post", MEASURE_RISE, 282},
    {"rope bridge with 8 crates", MEASURE_LOST, 47.5},
    {"rope bridge with 8 crates", MEASURE_HELD, 26.6},
    {"rope bridge with 8 crates", MEASURE_STUCK, 4},
    {"doll of 13 capsules on stairs", MEASURE_LOST, 17},
    {"doll of 13 capsules on stairs", MEASURE_HELD, 9.44},
    {"doll of 13 capsules on stairs", MEASURE_STUCK, 19},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_LOST, 40.3},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_HELD, 29.6},
    {"5 dolls at 5 m/s, 1 mm walls", MEASURE_STUCK, 32},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_LOST, 58.3},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_HELD, 67.2},
    {"5 dolls at 20 m/s, 1 mm walls", MEASURE_STUCK, 45},
    {"vehicle at 8 m/s over steps", MEASURE_LOST, 1.79},
    {"vehicle at 8 m/s over steps", MEASURE_HELD, 1.36},
    {"gripper, plate of 1 mm, quick", MEASURE_LOST, 128},
    {"gripper, plate of 1 mm, quick", MEASURE_HELD, 93.9},
    {"gripper, plate of 1 mm, quick", MEASURE_STUCK, 124},
    {"gripper, plate of 1 mm, quick", MEASURE_FIGURE, 100},
    {"gripper, plate of 1 mm, quick", MEASURE_KINEMATIC, 100},
    {"gripper, box of 2 cm, quick", MEASURE_LOST, 71},
    {"gripper, box of 2 cm, quick", MEASURE_HELD, 45.6},
    {"gripper, box of 2 cm, quick", MEASURE_STUCK, 17},
    {"gripper, box of 2 cm, quick", MEASURE_FIGURE, 77.2},
    {"gripper, box of 2 cm, quick", MEASURE_KINEMATIC, 70.5},
    {"gripper, box of 8 cm, quick", MEASURE_LOST, 38.1},
    {"gripper, box of 8 cm, quick", MEASURE_HELD, 23.4},
    {"gripper, box of 8 cm, quick", MEASURE_STUCK, 6},
    {"gripper, box of 8 cm, quick", MEASURE_FIGURE, 96.8},
    {"gripper, box of 8 cm, quick", MEASURE_ESCAPED, 1},
    {"gripper, box of 8 cm, quick", MEASURE_KINEMATIC, 39.5},
    {"lift jams a box under a beam", MEASURE_LOST, 39.9},
    {"lift jams a box under a beam", MEASURE_HELD, 86.6},
    {"lift jams a box under a beam", MEASURE_STUCK, 152},
    {"lift jams a box under a beam", MEASURE_FIGURE, 5.74e+03},
    {"lift jams a box under a beam", MEASURE_KINEMATIC, 99.1},
    {"conveyor, body at 1 m/s", MEASURE_LOST, 1.39},
    {"conveyor, body at 1 m/s", MEASURE_HELD, 1.31},
    {"conveyor, body at 1 m/s", MEASURE_KINEMATIC, 7.72},
    {"sweeper at 5 rad/s", MEASURE_LOST, 38.4},
    {"sweeper at 5 rad/s", MEASURE_HELD, 83.7},
    {"sweeper at 5 rad/s", MEASURE_STUCK, 108},
    {"sweeper at 5 rad/s", MEASURE_KINEMATIC, 96.1},
    {"lift at 3 m/s by velocity", MEASURE_KINEMATIC, 1.5},
    {"paddle at 20 rad/s", MEASURE_LOST, 15.4},
    {"paddle at 20 rad/s", MEASURE_HELD, 33.8},
    {"30 books of 3 cm, sleep", MEASURE_LOST, 54.5},
    {"30 books of 3 cm, sleep", MEASURE_HELD, 35.5},
    {"30 books of 3 cm, sleep", MEASURE_STUCK, 117},
    {"30 books of 3 cm, sleep", MEASURE_HANGING, 14},
    {"30 books of 2 cm", MEASURE_LOST, 66.7},
    {"30 books of 2 cm", MEASURE_HELD, 37.4},
    {"30 books of 2 cm", MEASURE_STUCK, 134},
    {"30 books of 2 cm", MEASURE_HANGING, 22},
    {"60 cards of 5 mm", MEASURE_LOST, 67.7},
    {"60 cards of 5 mm", MEASURE_HELD, 47.2},
    {"60 cards of 5 mm", MEASURE_STUCK, 79},
    {"60 cards of 5 mm", MEASURE_HANGING, 49},
    {"60 coins of 2 cm", MEASURE_LOST, 59.9},
    {"60 coins of 2 cm", MEASURE_HELD, 33.1},
    {"60 coins of 2 cm", MEASURE_STUCK, 134},
    {"60 coins of 2 cm", MEASURE_HANGING, 42},
    {"gripper, plate of 5 mm, quick", MEASURE_LOST, 112},
    {"gripper, plate of 5 mm, quick", MEASURE_HELD, 88.2},
    {"gripper, plate of 5 mm, quick", MEASURE_STUCK, 119},
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
  static const double KNOWN_OFF[IMPACT_SHAPES][2] = {{1.04, 0.294}, {1.83, 0.742}, {1.55, 0.822}, {1.31, 1.21}};

  return KNOWN_OFF[shape][wall];
}
