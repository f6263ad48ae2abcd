/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * worlds: the cost of a frame and the count of bodies that get through, compared with plain ODE with 1, 4, 10 and 20
 * sub-steps.
 *
 *     worlds [--quick] [--rounds N] [--seconds S] [--parts N] [--scene PART-OF-A-NAME]
 *     worlds --curves DIRECTORY [--quick] [--rounds N] [--seconds S] [--parts N]
 *
 * The first prints tables, the second writes data for curves.gp: worlds_bodies.tsv and worlds_speed.tsv.  --seconds is
 * what one way to step may take for one scene: frames beyond that are left out of its comparison.  --parts leaves qmbox
 * out in more parts of a frame than N.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curves.h"
#include "table.h"

enum { MOST_CASES = 64, THROWN = 1000, THROWN_QUICK = 50 };

typedef struct options {
  bool quick;
  measure_options measure;
  const char *scene, *curves;
} options;

static const char USAGE[] =
    "Usage: worlds [--quick] [--rounds N] [--seconds S] [--parts N] [--scene PART-OF-A-NAME] [--curves DIRECTORY]\n";

static const char HELP[] =
    "Steps scenes by plain ODE and by qmbox, and prints what a frame costs and what gets through.\n"
    "  --quick             shorter runs\n"
    "  --rounds N          of each frame the least time of N rounds counts (3)\n"
    "  --seconds S         what one way to step may take for one scene; its other frames are left out (60)\n"
    "  --parts N           leaves out qmbox with more than N parts of a frame (10)\n"
    "  --scene NAME        the scenes that have this in their name\n"
    "  --curves DIRECTORY  writes data of curves instead: cost against bodies and speed\n"
    "\"In its own world\": beside plain ODE that has gone its own way from the start, and may have lost its bodies.\n"
    "\"On the same frames\": beside plain ODE that is given the bodies' state of the qmbox world before each frame.\n";

static void wrong_use(const char *what) {
  fprintf(stderr, "worlds: %s\n%s", what, USAGE);
  exit(2);
}

static double positive_number(const char *text) {
  char *end;
  double value = strtod(text, &end);

  if (*end != '\0' || !(value > 0)) wrong_use("a number above 0 is missing");
  return value;
}

static options read_options(int argc, char **argv) {
  options o = {.measure = {.rounds = 3, .parts = 10, .seconds = 60}, .scene = ""};

  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0) {
      fputs(USAGE, stdout);
      fputs(HELP, stdout);
      exit(0);
    }
    if (strcmp(argv[i], "--quick") == 0) {
      o.quick = true;
      continue;
    }
    if (i + 1 == argc) wrong_use("an option is unknown or lacks its value");
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--rounds") == 0) {
      o.measure.rounds = (int)positive_number(value);
    } else if (strcmp(argv[i], "--seconds") == 0) {
      o.measure.seconds = positive_number(value);
    } else if (strcmp(argv[i], "--parts") == 0) {
      o.measure.parts = (int)positive_number(value);
    } else if (strcmp(argv[i], "--scene") == 0) {
      o.scene = value;
    } else if (strcmp(argv[i], "--curves") == 0) {
      o.curves = value;
    } else {
      wrong_use("an option is unknown or lacks its value");
    }
    i++;
  }
  if (o.measure.rounds < 1) wrong_use("there must be a round");
  if (o.curves != NULL && o.scene[0] != '\0') wrong_use("--curves has scenes of its own and takes no --scene");
  return o;
}

static void add_case(const options *o, const bench_case *c, bench_case *cases, int *count) {
  if (strstr(c->name, o->scene) != NULL && *count < MOST_CASES) cases[(*count)++] = *c;
}

static int list_cases(const options *o, bench_case *cases) {
  const scene_kind *const lists[] = {PILES, CROWDS, MACHINES, MESHES};
  int count = 0;

  for (int i = 0; i < THROW_COUNT; i++) {
    bench_case c = {.name = THROWS[i].name, .thrown = &THROWS[i], .runs = o->quick ? THROWN_QUICK : THROWN};
    add_case(o, &c, cases, &count);
  }
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    for (const scene_kind *k = lists[i]; k->name != NULL; k++) {
      bench_case c = {.name = k->name, .kind = k, .amount = k->amount, .runs = 1};
      c.frames = o->quick ? k->quick_frames : k->frames;
      add_case(o, &c, cases, &count);
    }
  }
  return count;
}

/* Prints the progress on stderr, as the tables come when all is done. */
static void print_progress(const bench_case *c, const measured *m) {
  fprintf(stderr, "%s:", c->name);
  for (int i = 0; i < WAYS; i++) {
    char name[STEPPING_NAME];
    stepping_name(WAY[i], name);
    if (m->frames[i] == 0) continue;
    fprintf(stderr, " %s %.2f (met %ld)", name, m->total[i], m->outcome[i].met);
    if (WAY[i].kind == STEPPING_QMBOX) fprintf(stderr, ", on the same frames %.2f", m->twin_total[i]);
  }
  fputs("\n", stderr);
}

int main(int argc, char **argv) {
  options o = read_options(argc, argv);
  static bench_case cases[MOST_CASES];
  static measured results[MOST_CASES];
  int count = list_cases(&o, cases);

  dInitODE();
  if (o.curves != NULL) return write_curves(o.curves, o.quick, &o.measure) ? 0 : 1;
  if (count == 0) wrong_use("no scene has that in its name");
  for (int i = 0; i < count; i++) {
    measure(&cases[i], &o.measure, &results[i]);
    print_progress(&cases[i], &results[i]);
  }
  print_tables(cases, results, count);
  dCloseODE();
  return 0;
}
