/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * motion: how ordinary scenes move under qmbox and under plain ODE; tests/worlds/motion.h has the measures.
 *
 *     motion [--scene PART-OF-A-NAME] [--ways LIST] [--seed N] [--frames N] [--thickness X] [--length H]
 *            [--erp E] [--full] [--quick] [--list]
 *
 * prints one table, a line for each scene and way.
 *
 *     motion --unions [--throws N] [--shape NAME] [--scene PART-OF-A-NAME] [--ways LIST] [--seed N]
 *
 * throws bodies at barriers of several geoms and prints how many were through: tests/worlds/unions.h.
 *
 *     motion --impacts [--bodies N] [--scene PART-OF-A-NAME] [--ways LIST] [--seed N] [--length H] [--quick]
 *
 * throws bodies at a floor and a wall and prints their energy a while later: tests/worlds/impacts.h.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impacts.h"
#include "motion.h"
#include "unions.h"

enum { MOST_WAYS = 16 };

typedef struct options {
  const char *scene;
  stepping way[MOST_WAYS];
  int ways;
  uint64_t seed;
  bool quick, list, unions, impacts;
  int throws, bodies, shape; /* shape: as in union_choice */
  motion_options motion;
} options;

static const char USAGE[] =
    "Usage: motion [--scene PART-OF-A-NAME] [--ways LIST] [--parts LIST] [--seed N] [--frames N] [--thickness X]\n"
    "              [--length H] [--erp E] [--full] [--quick] [--list]\n"
    "       motion --unions [--throws N] [--shape NAME] [--scene PART-OF-A-NAME] [--ways LIST] [--seed N]\n"
    "       motion --impacts [--bodies N] [--scene PART-OF-A-NAME] [--ways LIST] [--seed N] [--length H] [--quick]\n";

static const char HELP[] =
    "Steps scenes by plain ODE and by qmbox, and prints how they move.\n"
    "  --scene NAME    the scenes that have this in their name\n"
    "  --ways LIST     p10, p1: plain ODE in so many parts; g1, g4, ga: guarded, in advised parts; e1: exact;\n"
    "                  w1: with slices = 1, so that stopped bodies wait\n"
    "                  (p10,p1,g1,g4)\n"
    "  --parts LIST    --ways p10,p1 and guarded in so many parts: 1,4\n"
    "  --seed N        of the scenes (1)\n"
    "  --frames N      frames of each scene, instead of its own number\n"
    "  --thickness X   the amount of each scene (a thickness, a speed or a number, as its name says)\n"
    "  --length H      length of a frame, s\n"
    "  --erp E         the ERP of the world, instead of the scene's own\n"
    "  --full          dWorldStep() in all scenes\n"
    "  --quick         fewer frames\n"
    "  --unions        bodies thrown at seams, corners, cracks and slots instead; ways: p1, g1, g4, e1 (p1,g1,g4)\n"
    "  --impacts       energy after hits on a floor and a wall instead, by both steppers; ways: p1, p10, g1, g4, e1\n"
    "                  (p10,p1,g1,g4,e1); --quick: at 10 m/s in frames of 1/60 s only\n"
    "  --bodies N      so many for each impact (40)\n"
    "  --shape NAME    of all bodies thrown at unions: box, sphere, capsule, cylinder, wedge or crate\n"
    "  --throws N      so many for each kind (1000)\n"
    "  --list          the names of the scenes\n"
    "\n"
    "lost      %: time lost by the reports, in the time of bodies that plain ODE in 10 parts moves\n"
    "held      %: displacement missing beside plain ODE in 10 parts with an ERP that corrects as much as one part, "
    "started\n"
    "          from the scene's state in each frame; p1: missing in plain ODE in one part from the same state\n"
    "stuck     frames: the longest stand-still of a body that the former moves; p1: that of plain ODE in one part\n"
    "miss, still  the same two beside plain ODE in 10 parts with its own ERP, in which deep heaps burst\n"
    "drop/hang bodies that fall by more than 3 cm in plain ODE in 10 parts after the end; those that had been at rest\n"
    "settle    s: when 95 % of the bodies have come to go less than g h^2 in a frame for good\n"
    "slept     bodies asleep at the end\n"
    "rise      J: the most that the energy has risen above an earlier value, and (J) how far it has fallen\n"
    "figure    what the scene measures of itself; the last column says what it is\n"
    "out/lost  bodies outside of their room, and others that are where they cannot be\n"
    "poke      mm: the farthest that any body reaches out behind a wall\n"
    "torn      mm: the widest gap of a joint\n"
    "kin       %: displacement that kinematic bodies miss\n"
    "path      m: the mean way of a body's centre\n"
    "clean     %: frames reported clean\n"
    "price     processor time, in that of plain ODE in one part on the same frames: all frames, the median frame\n";

static void wrong_use(const char *what) {
  fprintf(stderr, "motion: %s\n%s", what, USAGE);
  exit(2);
}

static double positive_number(const char *text) {
  char *end;
  double value = strtod(text, &end);

  if (*end != '\0' || !(value > 0)) wrong_use("a number above 0 is missing");
  return value;
}

static stepping read_way(const char *text) {
  const char *kinds = "pgew", *kind = strchr(kinds, text[0]);

  if (text[0] == '\0' || kind == NULL) wrong_use("a way to step is unknown");
  if (strcmp(text, "ga") == 0) return (stepping){STEPPING_QMBOX, 0};
  return (stepping){(stepping_kind)(kind - kinds), (int)positive_number(text + 1)};
}

static int read_shape(const char *name) {
  for (int i = 0; i < SHAPE_KINDS; i++) {
    if (strcmp(SHAPE_NAME[i], name) == 0) return i + 1;
  }
  wrong_use("a shape is unknown");
  return 0;
}

static void add_ways(options *o, const char *list, const char *before) {
  char copy[256], name[64];

  snprintf(copy, sizeof copy, "%s", list);
  for (char *item = strtok(copy, ","); item != NULL; item = strtok(NULL, ",")) {
    if (o->ways == MOST_WAYS) wrong_use("there are too many ways");
    snprintf(name, sizeof name, "%s%s", before, item);
    o->way[o->ways++] = read_way(name);
  }
}

static bool read_flag(options *o, const char *name) {
  if (strcmp(name, "--help") == 0) {
    fputs(USAGE, stdout);
    fputs(HELP, stdout);
    exit(0);
  }
  if (strcmp(name, "--quick") == 0) return o->quick = true;
  if (strcmp(name, "--unions") == 0) return o->unions = true;
  if (strcmp(name, "--impacts") == 0) return o->impacts = true;
  if (strcmp(name, "--list") == 0) return o->list = true;
  if (strcmp(name, "--full") == 0) return o->motion.full_step = true;
  return false;
}

static void read_value(options *o, const char *name, const char *value) {
  if (strcmp(name, "--scene") == 0) {
    o->scene = value;
  } else if (strcmp(name, "--ways") == 0) {
    add_ways(o, value, "");
  } else if (strcmp(name, "--parts") == 0) {
    add_ways(o, "p10,p1", "");
    add_ways(o, value, "g");
  } else if (strcmp(name, "--seed") == 0) {
    o->seed = (uint64_t)positive_number(value);
  } else if (strcmp(name, "--frames") == 0) {
    o->motion.frames = (int)positive_number(value);
  } else if (strcmp(name, "--throws") == 0) {
    o->throws = (int)positive_number(value);
  } else if (strcmp(name, "--shape") == 0) {
    o->shape = read_shape(value);
  } else if (strcmp(name, "--bodies") == 0) {
    o->bodies = (int)positive_number(value);
  } else if (strcmp(name, "--thickness") == 0) {
    o->motion.amount = positive_number(value);
  } else if (strcmp(name, "--length") == 0) {
    o->motion.length = positive_number(value);
  } else if (strcmp(name, "--erp") == 0) {
    o->motion.erp = positive_number(value);
  } else {
    wrong_use("an option is unknown");
  }
}

static options read_options(int argc, char **argv) {
  options o = {.scene = "", .seed = 1, .throws = 1000, .bodies = 40};

  for (int i = 1; i < argc; i++) {
    if (read_flag(&o, argv[i])) continue;
    if (i + 1 == argc) wrong_use("an option is unknown or lacks its value");
    read_value(&o, argv[i], argv[i + 1]);
    i++;
  }
  if (o.ways == 0) add_ways(&o, o.unions ? "p1,g1,g4" : o.impacts ? "p10,p1,g1,g4,e1" : "p10,p1,g1,g4", "");
  return o;
}

static void print_header(void) {
  printf(
      "%-35s %-11s %5s %5s %5s %5s %4s %5s %5s %5s %4s %9s %6s %5s %8s %8s %8s %8s %7s %7s %5s %7s %5s %6s %6s  %s\n",
      "scene", "way", "lost", "held", "p1", "stuck", "p1", "miss", "p1", "still", "p1", "drop/hang", "settle", "slept",
      "rise", "fall", "figure", "out/lost", "poke", "torn", "kin", "path", "clean", "price", "median", "figure is");
}

static void print_number(bool known, int width, int digits, double value) {
  if (known) {
    printf("%*.*f ", width, digits, value);
  } else {
    printf("%*s ", width, "");
  }
}

static void print_pair(int width, int first, int second) {
  char text[32];

  snprintf(text, sizeof text, "%d/%d", first, second);
  printf("%*s ", width, text);
}

static void print_motion(const motion_kind *kind, stepping how, const motion *m) {
  char name[STEPPING_NAME];
  bool guarded = how.kind != STEPPING_PLAIN, twins = m->missing.due > 0;

  stepping_name(how, name);
  printf("%-35s %-11s ", kind->scene.name, name);
  print_number(guarded, 5, 1, motion_lost(m));
  for (int i = 0; i < 2; i++) {
    const lack *l = i ? &m->missing : &m->held;
    print_number(twins, 5, 1, motion_lacking(l));
    print_number(twins, 5, 1, motion_plain_lacking(l));
    print_number(twins, 5, 0, l->row);
    print_number(twins, 4, 0, l->plain_row);
  }
  print_pair(9, m->dropped, m->hanging);
  print_number(true, 6, 2, m->settled);
  print_number(m->asleep > 0, 5, 0, m->asleep);
  print_number(true, 8, 2, m->rise);
  print_number(true, 8, 1, m->energy_scale);
  print_number(kind->figure != NULL, 8, 3, m->figure);
  print_pair(8, m->outside, m->lost_bodies);
  print_number(m->poking > 0, 7, 1, 1e3 * m->poking);
  print_number(m->torn > 0, 7, 2, 1e3 * m->torn);
  print_number(m->kinematic > 0, 5, 1, motion_kinematic_missing(m));
  print_number(true, 7, 2, m->way / m->bodies);
  print_number(guarded, 5, 0, 100.0 * m->clean_frames / m->frames);
  print_number(twins, 6, 2, m->price);
  print_number(twins, 6, 2, m->price_median);
  printf(" %s\n", kind->figure != NULL ? kind->figure : "");
  fflush(stdout);
}

static void measure(const options *o, const motion_kind *kind) {
  motion_options with = o->motion;

  if (with.frames == 0) with.frames = o->quick ? kind->scene.quick_frames : kind->scene.frames;
  for (int i = 0; i < o->ways; i++) {
    with.with_twins = o->way[i].kind != STEPPING_PLAIN; /* plain ODE shows its own on the same frames */
    motion m = motion_of(kind, o->seed, o->way[i], &with);
    print_motion(kind, o->way[i], &m);
  }
}

static int print_unions(const options *o) {
  int count = 0;

  printf("%-28s %-11s %7s %7s %7s %7s %7s %7s %8s %8s  %s\n", "union", "way", "throws", "through", "clean", "unclean",
         "refused", "tip, w", "tip, mm", "its seed", "first through with clean reports");
  for (int k = 0; k < UNION_KINDS; k++) {
    if (strstr(UNION_NAME[k], o->scene) == NULL) continue;
    count++;
    for (int i = 0; i < o->ways; i++) {
      union_choice choice = {
          .kind = o->way[i].kind, .parts = o->way[i].parts, .frame = o->motion.length, .shape = o->shape};
      union_sum sum = union_throws((union_kind)k, &choice, o->seed, o->throws);
      char name[STEPPING_NAME];
      stepping_name(o->way[i], name);
      printf("%-28s %-11s %7ld %7ld %7ld %7ld %7ld %7.2f %8.2f %8llu ", UNION_NAME[k], name, sum.throws, sum.through,
             sum.through_clean, sum.unclean, sum.refused, sum.tip, 1e3 * sum.tip_length,
             (unsigned long long)sum.tip_seed);
      if (sum.seed > 0)
        printf(" seed %llu, %s at %.1f m/s", (unsigned long long)sum.seed, SHAPE_NAME[sum.shape], sum.speed);
      puts("");
      fflush(stdout);
    }
  }
  return count;
}

static int print_motions(const options *o) {
  int count = 0;

  if (!o->list) print_header();
  for (int i = 0; i < MOTION_LIST_COUNT; i++) {
    for (const motion_kind *k = MOTION_LISTS[i]; k->scene.name != NULL; k++) {
      if (strstr(k->scene.name, o->scene) == NULL) continue;
      count++;
      if (o->list) {
        puts(k->scene.name);
      } else {
        measure(o, k);
      }
    }
  }
  return count;
}

static void print_impact(const char *what, const impact *m, const impact *reference, double price) {
  printf("%-12s ", what);
  for (int i = 0; i < IMPACT_TIMES; i++) printf("%8.3f ", m->energy[i]);
  for (int i = 0; i < IMPACT_TIMES; i++) printf("%6.2f ", m->energy[i] / reference->energy[i]);
  for (int i = 0; i < IMPACT_TIMES; i++) printf("%5.2f ", reference->error[i] / reference->energy[i]);
  for (int i = 0; i < IMPACT_TIMES; i++) printf("%6.2f ", m->speed[i] / reference->speed[i]);
  printf("%6.1f %7d %7.2f\n", 100 * m->lost, m->through, m->price / price);
  fflush(stdout);
}

static void print_impacts_of(const options *o, const impact_case *c, const char *name, const impact *reference) {
  double price = 0;

  for (int i = 0; i < o->ways; i++) {
    char way[STEPPING_NAME];
    impact m = impact_of(c, o->way[i]);
    stepping_name(o->way[i], way);
    if (price == 0 || (o->way[i].kind == STEPPING_PLAIN && o->way[i].parts == 1)) price = m.price;
    printf("%-24s %-5s 1/%-4.0f ", name, c->full_step ? "full" : "quick", 1 / c->frame);
    print_impact(way, &m, reference, price);
  }
}

/* Prints all frame lengths of a case. */
static void print_lengths(const options *o, impact_case *c, const char *name) {
  static const double RATE[] = {60, 30, 120, 240};
  impact reference = impact_reference(c);

  printf("%-24s %-5s %-6s ", name, c->full_step ? "full" : "quick", "");
  print_impact("reference", &reference, &reference, reference.price);
  for (int i = 0; i < 4; i++) {
    c->frame = o->motion.length > 0 ? o->motion.length : 1 / RATE[i];
    print_impacts_of(o, c, name, &reference);
    if (o->quick || o->motion.length > 0) return;
  }
}

static int print_impacts(const options *o) {
  static const double SPEED[] = {10, 5, 20};
  int count = 0;

  printf("%-24s %-5s %-6s %-12s %26s %20s %17s %20s %6s %7s %7s\n", "impact", "", "frame", "way",
         "J after 0.1, 0.2, 0.4 s", "in the reference's", "its error", "speed in its", "lost %", "through", "price");
  for (int k = 0; k < IMPACT_SHAPES * 2 * 3 * 2; k++) {
    impact_case c = {.shape = (impact_shape)(k % 4), .wall = k / 4 % 2, .full_step = k / 8 % 2, .speed = SPEED[k / 16]};
    char name[64];
    c.frame = 1.0 / 60;
    c.bodies = c.shape == IMPACT_DOLL ? (o->bodies + 3) / 4 : o->bodies;
    c.seed = o->seed;
    snprintf(name, sizeof name, "%s at %g m/s, %s", IMPACT_NAME[c.shape], c.speed, c.wall ? "wall" : "floor");
    if (strstr(name, o->scene) == NULL || (o->quick && k >= 16)) continue;
    count++;
    print_lengths(o, &c, name);
  }
  return count;
}

int main(int argc, char **argv) {
  options o = read_options(argc, argv);

  dInitODE();
  stepping_silence();
  int count = o.unions ? print_unions(&o) : o.impacts ? print_impacts(&o) : print_motions(&o);
  dCloseODE();
  if (count == 0) wrong_use("no scene has that in its name");
  return 0;
}
