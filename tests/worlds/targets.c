/* SPDX-License-Identifier: BSD-3-Clause */

/* Targets of motion and of impacts, and those that are known not to be reached. */

#include "targets.h"

#include <math.h>
#include <string.h>

const char *const MEASURE_NAME[MEASURE_KINDS] = {"lost, %", "held, %",      "stuck, frames", "hanging",
                                                 "settle",  "awake",        "rise, %",       "figure, %",
                                                 "escaped", "kinematic, %", "torn, m"};
/* The scenes are chaotic: other builds of ODE, whose sums are rounded otherwise, differ by as much from one seed. */
const double KNOWN_MARGIN = 1, KNOWN_MORE = 3;

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
    {"30 plates of 5 mm, 1/30 s", MEASURE_HELD, 5},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_LOST, 25},
    {"50 slivers at 10 m/s, 1 mm walls", MEASURE_HELD, 25},
    {"50 dominoes of 1 cm", MEASURE_FIGURE, 10},
    {"50 dominoes, layer of 1 mm", MEASURE_FIGURE, 10},
    {"40 cubes bouncing", MEASURE_FIGURE, 0.1},
    {0},
};

/* Measured with test_motion, the last two with seeds 2 and 3.  A figure near its limit, and above it with other seeds
   or other builds of ODE, is here with a value just above the limit. */
static const exception KNOWN[] = {
    {"heap of 30 boxes, sleep", MEASURE_AWAKE, 2},        {"60 coins of 2 mm", MEASURE_STUCK, 4},
    {"rope bridge with 8 crates", MEASURE_HELD, 10.1}, /* the twin `gentle` corrects joints less, and sags */
    {"gripper, plate of 1 mm, quick", MEASURE_HELD, 6.2}, {"50 dominoes of 1 cm", MEASURE_RISE, 1.1},
    {"50 dominoes, layer of 1 mm", MEASURE_RISE, 1.1},    {0},
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

/* Returns how far a figure is off that in ten parts, or off the range between it and that in one, in that in ten; of a
   throw, how much higher it is. */
static double off_figure(const motion_kind *kind, const motion_runs *runs) {
  double ten = runs->ten.figure, other = has_range(kind) ? runs->one.figure : ten, figure = runs->guarded.figure;

  if (strcmp(kind->figure, "thrown, m") == 0) return fmax(0, figure - fmax(ten, runs->one.figure)) / fabs(ten);
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
  static const double KNOWN_OFF[IMPACT_SHAPES][2] = {{0.667, 0.152}, {0.439, 0.15}, {0.15, 0.15}, {0.15, 0.15}};

  return KNOWN_OFF[shape][wall];
}
