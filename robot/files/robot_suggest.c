/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_suggest.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "robot_pairs.h"
#include "robot_probe.h"

/* Samples of a pair; sweeps that a proof may take, and after which it is given up if it would take more than that at
   its pace; the joints between two links that a proof is tried with. */
enum { SAMPLES = 200, SWEEPS = 600, TRIAL = 40, MOST_JOINTS = 4 };

/* Links that come closer than this, in metres, are not proved to be apart. */
static const double LEAST_GAP = 1e-3;

/* Times a sum of lengths: swallows its rounding. */
static const double ROUNDING = 1 + 1e-9;

typedef struct suggestion {
  FILE *out;
  const robot *arm;
  robot_probe probe;
  int a, b;
  int count;  /* free joints between the two links */
  int *joint; /* [joint_count]: they */
  double
      *reach; /* [joint_count]: how far a point of one link moves, seen from the other, for a unit of a joint's value */
  double *lower, *upper; /* [joint_count]: the values of the joints, a cell of them while it is proved */
  int sweeps;            /* so far */
  double proved;         /* the part of all values that is proved */
  uint64_t random;
} suggestion;

/* ------------------------------------------------------------------ the joints between */

static double length(const double x[3]) {
  return hypot(hypot(x[0], x[1]), x[2]);
}

/* Returns the greatest distance of a point of the object from the origin of its link. */
static double extent_of(const robot *arm, int object) {
  double most = 0;
  for (int i = 0; i < arm->solid_count; i++) {
    if (arm->solid[i].object != object) continue;
    bms_box box = bms_placed_bounds(&arm->shape[i]);
    double corner[3];
    for (int k = 0; k < 3; k++) corner[k] = fmax(fabs(box.min[k]), fabs(box.max[k]));
    most = fmax(most, length(corner) + length(arm->shape[i].pose.position));
  }
  return most;
}

/* Returns the free joint that moves a link, and by how much of its value; -1 if none does. */
static int mover(const robot *arm, int link, double *share) {
  int variable = arm->link[link].variable;
  *share = 1;
  if (arm->link[link].joint == BMS_JOINT_FIXED) return -1;
  if (variable < arm->joint_count) return variable;
  *share = fabs(arm->mimic[variable - arm->joint_count].multiplier);
  return arm->mimic[variable - arm->joint_count].joint;
}

/* Returns how far a prismatic joint can push what it carries. */
static double push_of(const suggestion *s, int link, int joint, double share) {
  if (s->arm->link[link].joint != BMS_JOINT_PRISMATIC) return 0;
  int variable = s->arm->link[link].variable - s->arm->joint_count;
  double offset = variable < 0 ? 0 : fabs(s->arm->mimic[variable].offset);
  return offset + share * fmax(fabs(s->lower[joint]), fabs(s->upper[joint]));
}

/* Adds the joints from a link up to one that carries it: `reach` is the reach of the link's points from its origin. */
static void climb(suggestion *s, int link, int top, double reach) {
  for (; link != top; link = s->arm->link[link].parent) {
    double share;
    int joint = mover(s->arm, link, &share);
    if (joint >= 0) {
      if (!(s->reach[joint] > 0)) s->joint[s->count++] = joint;
      s->reach[joint] += ROUNDING * share * (s->arm->link[link].joint == BMS_JOINT_PRISMATIC ? 1 : reach + LEAST_GAP);
      reach += push_of(s, link, joint, share);
    }
    reach += length(s->arm->link[link].frame.position);
  }
}

static int common_link(const robot *arm, int a, int b) {
  while (a != b) { /* parents have lower indices: the later of the two goes up */
    int *later = a > b ? &a : &b;
    *later = arm->link[*later].parent;
  }
  return a;
}

static void set_limits(suggestion *s) {
  static const double HALF_TURN = 3.14159265358979323846;
  for (int i = 0; i < s->arm->joint_count; i++) {
    const robot_limits *limits = &s->arm->joint[i].limits;
    s->lower[i] = limits->limited ? limits->lower : -HALF_TURN;
    s->upper[i] = limits->limited ? limits->upper : HALF_TURN;
    s->reach[i] = 0;
  }
}

/* ------------------------------------------------------------------ samples */

/* Returns the next of a row of numbers in [0, 1) (xorshift64*). */
static double next_random(suggestion *s) {
  s->random ^= s->random >> 12;
  s->random ^= s->random << 25;
  s->random ^= s->random >> 27;
  return (double)((s->random * 0x2545F4914F6CDD1Du) >> 11) * 0x1p-53;
}

/* Samples until both answers have come.  Returns how many of *samples touch. */
static int sample(suggestion *s, int *samples) {
  int touching = 0;
  for (*samples = 0; *samples < SAMPLES; ++*samples) {
    if (touching > 0 && touching < *samples) break;
    for (int i = 0; i < s->count; i++) {
      int joint = s->joint[i];
      s->probe.configuration[joint] = s->lower[joint] + (s->upper[joint] - s->lower[joint]) * next_random(s);
    }
    touching += robot_probe_touches(&s->probe);
  }
  return touching;
}

/* ------------------------------------------------------------------ proofs */

/* Returns half of how far joint i can move the links within the cell. */
static double half_way(const suggestion *s, int i) {
  int joint = s->joint[i];
  return 0.5 * s->reach[joint] * (s->upper[joint] - s->lower[joint]);
}

/* Proves that the two stay apart on the cell, which is this part of all values: joint 0 is swept, the others stand in
   the middle of theirs. */
static bool stays_apart(suggestion *s, double part) {
  double margin = LEAST_GAP;
  int widest = 1;
  for (int i = 1; i < s->count; i++) {
    int joint = s->joint[i];
    s->probe.configuration[joint] = 0.5 * s->lower[joint] + 0.5 * s->upper[joint];
    margin += half_way(s, i);
    if (half_way(s, i) > half_way(s, widest)) widest = i;
  }
  int swept = s->joint[0], halved = s->joint[s->count > 1 ? widest : 0];
  if (++s->sweeps > SWEEPS || (s->sweeps > TRIAL && s->proved * SWEEPS < s->sweeps)) return false;
  if (robot_probe_stays_apart(&s->probe, swept, s->lower[swept], s->upper[swept], ROUNDING * margin)) {
    s->proved += part;
    return true;
  }
  if (s->count < 2 || margin < 2 * LEAST_GAP) return false;
  double lower = s->lower[halved], upper = s->upper[halved], middle = 0.5 * lower + 0.5 * upper;
  s->upper[halved] = middle;
  bool apart = stays_apart(s, part / 2);
  s->upper[halved] = upper;
  s->lower[halved] = middle;
  apart = apart && stays_apart(s, part / 2);
  s->lower[halved] = lower;
  return apart;
}

/* Proves that the two never meet.  The joint that moves them farthest is swept. */
static bool never_meets(suggestion *s) {
  if (s->count > MOST_JOINTS) return false;
  for (int i = 1; i < s->count; i++)
    if (half_way(s, i) > half_way(s, 0)) {
      int other = s->joint[0];
      s->joint[0] = s->joint[i];
      s->joint[i] = other;
    }
  s->sweeps = 0;
  s->proved = 0;
  return stays_apart(s, 1);
}

/* ------------------------------------------------------------------ the file */

static void write_escaped(FILE *out, const char *text) {
  for (; *text != 0; text++) {
    if (*text == '&')
      fputs("&amp;", out);
    else if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '"')
      fputs("&quot;", out);
    else
      fputc(*text, out);
  }
}

static void write_line(const suggestion *s, const char *reason) {
  fputs("<disable_collisions link1=\"", s->out);
  write_escaped(s->out, s->arm->object_name[s->a]);
  fputs("\" link2=\"", s->out);
  write_escaped(s->out, s->arm->object_name[s->b]);
  fprintf(s->out, "\" reason=\"%s\"/>", reason);
}

/* Returns true if one of two links hangs on the other by one moving joint alone. */
static bool is_adjacent(const robot *arm, int a, int b) {
  return (arm->link[b].parent == a && arm->link[b].joint != BMS_JOINT_FIXED) ||
         (arm->link[a].parent == b && arm->link[a].joint != BMS_JOINT_FIXED);
}

/* Returns true if a name would end a comment of XML. */
static bool breaks_comment(const suggestion *s) {
  return strstr(s->arm->object_name[s->a], "--") != NULL || strstr(s->arm->object_name[s->b], "--") != NULL;
}

/* Writes what is found of a pair that a joint moves. */
static void write_moving(suggestion *s) {
  int samples, touching = sample(s, &samples);
  bool never = touching == 0 && never_meets(s);
  if (is_adjacent(s->arm, s->a, s->b) || never || touching == samples) {
    fputs("  ", s->out);
    write_line(s, never ? "Never" : is_adjacent(s->arm, s->a, s->b) ? "Adjacent" : "Always");
    fputs(never ? " <!-- proved -->\n" : touching == samples ? " <!-- sampled -->\n" : "\n", s->out);
  } else if (touching == 0 && !breaks_comment(s)) {
    fprintf(s->out,
            "  <!-- touches in none of %d samples, not proved; checked as long as this is a comment: ", samples);
    write_line(s, "Never");
    fputs(" -->\n", s->out);
  }
}

static bool write_pair(suggestion *s) {
  const robot *arm = s->arm;
  if (robot_pairs_carrier(arm, s->a) == robot_pairs_carrier(arm, s->b)) {
    fputs("  ", s->out);
    write_line(s, "Rigid");
    fputc('\n', s->out);
    return true;
  }
  int top = common_link(arm, s->a, s->b);
  s->count = 0;
  s->random = 0x9E3779B97F4A7C15u; /* any number but 0: a pair's samples do not depend on other pairs */
  set_limits(s);
  climb(s, s->a, top, extent_of(arm, s->a));
  climb(s, s->b, top, extent_of(arm, s->b));
  if (!robot_probe_open(&s->probe, arm, s->a, s->b)) return false;
  write_moving(s);
  robot_probe_close(&s->probe);
  return true;
}

bool robot_suggest_srdf(FILE *out, const robot *arm) {
  size_t count = (size_t)arm->joint_count + 1;
  suggestion s = {.out = out, .arm = arm};
  s.joint = malloc(count * sizeof *s.joint);
  s.reach = malloc(3 * count * sizeof *s.reach);
  bool good = s.joint != NULL && s.reach != NULL;
  if (good) s.lower = s.reach + count;
  if (good) s.upper = s.lower + count;
  fputs("<robot name=\"", out);
  write_escaped(out, arm->name != NULL ? arm->name : "");
  fprintf(out,
          "\">\n  <!-- Pairs that always or never touch within the joints' limits: always by %d samples, never is "
          "proved. -->\n",
          SAMPLES);
  for (s.a = 0; good && s.a < arm->link_count; s.a++)
    for (s.b = s.a + 1; good && s.b < arm->link_count; s.b++)
      if (arm->object_link[s.a] == s.a && arm->object_link[s.b] == s.b) good = write_pair(&s);
  fputs("</robot>\n", out);
  free(s.joint);
  free(s.reach);
  return good;
}
