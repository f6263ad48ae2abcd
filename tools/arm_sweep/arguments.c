/* SPDX-License-Identifier: BSD-3-Clause */

#include "arguments.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char ARGUMENTS_HELP[] =
    "Usage: bms-arm-sweep [OPTION]... ROBOT.urdf [ROBOT.srdf] [SCENE]... --from Q --to Q\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [ROBOT.srdf] [SCENE]... --way FILE | --trajectory FILE\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [ROBOT.srdf] [SCENE]... --edges < EDGES.jsonl > ANSWERS.jsonl\n"
    "\n"
    "Tells whether a robot arm meets an obstacle or itself on the way, and if so, when and where.  Nothing is "
    "sampled:\n"
    "free means free, and contact is never reported late.  Scenes are those of MoveIt, YAML or .scene.\n"
    "\n"
    "The way\n"
    "  --from Q, --to Q  two configurations, q1,q2,... in radians or metres, in the order that --joints shows, or the\n"
    "                    names of states in the SRDF; all joints move at constant rates for t from 0 to 1\n"
    "  --way FILE        way-points, one a line: CSV with the joints' names in the first line (and t, if wanted), or\n"
    "                    JSON Lines {\"t\": 0.5, \"q\": [q1, ...]}; without t, one a second\n"
    "  --cubic           go through the way-points by a cubic spline, not in straight lines\n"
    "  --trajectory FILE a JointTrajectory or RobotTrajectory of ROS in YAML or JSON, as controllers interpolate it:\n"
    "                    linear, cubic with velocities, quintic with accelerations as well\n"
    "  --edges           many pairs of configurations, from standard input: {\"id\": any, \"from\": [...], \"to\": "
    "[...]}\n"
    "\n"
    "The robot\n"
    "  --group NAME      configurations list the joints of this group of the SRDF; the others rest: where a scene's\n"
    "                    robot_state says, else at 0, else in the middle of their limits\n"
    "  --allow A:B       links or objects A and B may touch; can be given again\n"
    "  --base POSE       the robot's root stands at x,y,z,roll,pitch,yaw in the world; default 0,0,0,0,0,0\n"
    "  --frame A=B       what scenes call A is the link B, or the world; can be given again\n"
    "  --package-path D  look for packages of meshes in D, before ROS_PACKAGE_PATH; can be given again\n"
    "  --ignore-limits   also check ways beyond the joints' limits, which are refused otherwise\n"
    "  --joints          list the joints that configurations list, in their order, and exit\n"
    "\n"
    "The answer\n"
    "  --tolerance D     what stays farther apart than D is not called contact; default 0.0001\n"
    "  --margin D        what comes as near as D counts as contact; default 0\n"
    "  --samples N       also look at N + 1 configurations of each segment, as others do, to compare; default 0\n"
    "  --clearance       for --edges: also tell how far everything stays apart; otherwise that is always told\n"
    "  --json            answer in JSON\n"
    "  --svg FILE        draw the arm at start, end and contact\n"
    "  --gltf FILE       write the way as an animation in glTF 2.0, up to the contact and beside it to its end\n"
    "  --html FILE       write the way as a page that moves in any browser, with the clearance over t\n"
    "  --threads N       for --edges; default 1\n"
    "  --progress        show on standard error how far it is; the default where that is a terminal\n"
    "  -h, --help        show this and exit\n"
    "  --version         show the version and exit\n"
    "\n"
    "A value may also be joined to its option: --from=0,1.\n"
    "Exit status: 0 if the way is free (all edges are), 1 if there is a contact, 2 for trouble.\n";

/* An option and the place for its value: a flag, a text, or a list that gets one more element. */
typedef struct option {
  const char *name;
  bool *flag;
  const char **text;
  const char **list;
  int *count;
} option;

typedef struct parser {
  arguments *a;
  char *error;
  size_t size;
} parser;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(const parser *p, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(p->error, p->size, format, values);
  va_end(values);
  return false;
}

/* ------------------------------------------------------------------ values */

static bool take_length(const char *text, double least, double *out) {
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == 0 && *out >= least && *out <= ROBOT_GREATEST;
}

static bool take_count(const char *text, int least, int most, int *out) {
  char *end;
  long number = strtol(text, &end, 10);
  *out = (int)number;
  return end != text && *end == 0 && number >= least && number <= most;
}

static bool take_pose(const char *text, double out[6]) {
  for (int i = 0; i < 6; i++) {
    char *end;
    out[i] = strtod(text, &end);
    if (end == text || !(fabs(out[i]) <= ROBOT_GREATEST) || *end != (i < 5 ? ',' : 0)) return false;
    text = end + 1;
  }
  return true;
}

/* Takes an option whose value is a number, and sets *known if it is one of these. */
static bool take_number(arguments *a, const char *name, const char *value, bool *known) {
  *known = true;
  if (strcmp(name, "--tolerance") == 0) return take_length(value, BMS_LEAST_TOLERANCE, &a->sweep.tolerance);
  if (strcmp(name, "--margin") == 0) return take_length(value, 0, &a->margin);
  if (strcmp(name, "--samples") == 0) return take_count(value, 0, 1000000, &a->sweep.samples);
  if (strcmp(name, "--threads") == 0) return take_count(value, 1, 256, &a->threads);
  if (strcmp(name, "--base") == 0) {
    a->robot.base = a->base;
    return take_pose(value, a->base);
  }
  *known = false;
  return false;
}

/* ------------------------------------------------------------------ options */

/* Takes one argument, which is an option of the table or one with a number; *used is set to the number of words that it
   takes. */
static bool take_option(const parser *p, const option *table, int count, char **words, int *used) {
  char name[32] = "";
  const char *word = words[0], *joined = strchr(word, '=');
  size_t length = joined != NULL ? (size_t)(joined - word) : strlen(word);
  const option *found = NULL;
  bool known, flag;
  if (length < sizeof name) memcpy(name, word, length);
  for (int i = 0; i < count; i++)
    if (strcmp(name, table[i].name) == 0) found = &table[i];
  flag = found != NULL && found->flag != NULL;
  const char *value = joined != NULL ? joined + 1 : words[1];
  bool good = take_number(p->a, name, value == NULL || flag ? "" : value, &known);
  if (found == NULL && !known) return fail(p, "unknown option (see --help): %.100s", word);
  if (flag && joined != NULL) return fail(p, "an option has no value: %.100s", word);
  if (!flag && value == NULL) return fail(p, "an option needs a value: %.100s", word);
  if (known && !good) return fail(p, "%s: not a value for this option (see --help)", name);
  *used = flag || joined != NULL ? 1 : 2;
  if (flag)
    *found->flag = true;
  else if (!known && found->text != NULL)
    *found->text = value;
  else if (!known)
    found->list[(*found->count)++] = value;
  return true;
}

static bool parse_words(const parser *p, int argc, char **argv) {
  arguments *a = p->a;
  robot_request *r = &a->robot;
  const char **file = a->word, **allow = file + argc, **frame = allow + argc, **folder = frame + argc;
  const option table[] = {
      {.name = "--json", .flag = &a->json},
      {.name = "--cubic", .flag = &a->sweep.cubic},
      {.name = "--edges", .flag = &a->edges},
      {.name = "--joints", .flag = &a->joints},
      {.name = "--progress", .flag = &a->sweep.progress},
      {.name = "--clearance", .flag = &a->sweep.clearance},
      {.name = "--ignore-limits", .flag = &a->sweep.ignore_limits},
      {.name = "--help", .flag = &a->help},
      {.name = "-h", .flag = &a->help},
      {.name = "--version", .flag = &a->version},
      {.name = "--from", .text = &a->from},
      {.name = "--to", .text = &a->to},
      {.name = "--way", .text = &a->way},
      {.name = "--trajectory", .text = &a->trajectory},
      {.name = "--svg", .text = &a->svg},
      {.name = "--gltf", .text = &a->gltf},
      {.name = "--html", .text = &a->html},
      {.name = "--group", .text = &a->group},
      {.name = "--allow", .list = allow, .count = &r->allow_count},
      {.name = "--frame", .list = frame, .count = &r->frame_count},
      {.name = "--package-path", .list = folder, .count = &r->packages.folder_count},
  };
  r->file = file;
  r->allow = allow;
  r->frame = frame;
  r->packages.folder = folder;
  bool options_end = false;
  for (int i = 1, used = 1; i < argc; i += used) {
    used = 1;
    if (options_end || argv[i][0] != '-')
      file[r->file_count++] = argv[i];
    else if (strcmp(argv[i], "--") == 0)
      options_end = true;
    else if (!take_option(p, table, (int)(sizeof table / sizeof *table), argv + i, &used))
      return false;
  }
  return true;
}

bool arguments_parse(int argc, char **argv, arguments *a, char *error, size_t size) {
  const parser p = {a, error, size};
  *a = (arguments){.threads = 1, .sweep = {.tolerance = 1e-4}};
  a->robot.packages.path[0] = getenv("ROS_PACKAGE_PATH");
  a->robot.packages.path[1] = getenv("AMENT_PREFIX_PATH");
  a->word = calloc(4 * (size_t)argc + 1, sizeof *a->word);
  if (a->word == NULL) return fail(&p, "out of memory");
  if (!parse_words(&p, argc, argv)) return false;
  if (a->help || a->version) return true;
  if (a->robot.file_count == 0) return fail(&p, "expected a robot, a URDF file (see --help)");
  int ways = (a->from != NULL && a->to != NULL) + (a->way != NULL) + (a->trajectory != NULL) + a->edges + a->joints;
  if (ways != 1 || (a->from != NULL) != (a->to != NULL))
    return fail(&p, "expected --from and --to, or --way, --trajectory, --edges or --joints (see --help)");
  return true;
}

void arguments_free(arguments *a) {
  free(a->word);
  a->word = NULL;
}
