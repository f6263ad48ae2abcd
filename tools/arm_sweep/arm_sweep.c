/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms-arm-sweep: when does this arm first hit something on its way?
 *
 * What stands here are the arguments.  Files become a bms_chain in robot_urdf.cpp and robot_scene.c, way-points moves in
 * waypoints.c; sweep.c asks and sweep_report.c answers.
 */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "edges.h"
#include "robot/robot.h"
#include "sweep.h"
#include "waypoints.h"

enum { EXIT_FREE, EXIT_CONTACT, EXIT_TROUBLE, ERROR_SIZE = 512 };

static const char HELP[] =
    "Usage: bms-arm-sweep [OPTION]... ROBOT.urdf [SCENE.yaml]... --from q1,q2,... --to q1,q2,...\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [SCENE.yaml]... --way FILE\n"
    "       bms-arm-sweep [OPTION]... ROBOT.urdf [SCENE.yaml]... --edges < EDGES.jsonl > ANSWERS.jsonl\n"
    "\n"
    "Tells whether a robot arm meets an obstacle or itself on the way, and if so, when and where.  Nothing is "
    "sampled:\n"
    "free means free, and contact is never reported late.\n"
    "\n"
    "The way\n"
    "  --from, --to    two configurations, joint values in radians or metres, in the order that --joints shows;\n"
    "                  all joints move at constant rates for t from 0 to 1\n"
    "  --way FILE      way-points, one a line: CSV with the joints' names in the first line (and t, if wanted), or "
    "JSON\n"
    "                  Lines {\"t\": 0.5, \"q\": [q1, ...]}; without t, one a second\n"
    "  --cubic         go through the way-points by a cubic spline, not in straight lines\n"
    "  --edges         many pairs of configurations, from standard input: {\"id\": any, \"from\": [...], \"to\": "
    "[...]}\n"
    "\n"
    "Options\n"
    "  --tolerance D   what stays farther apart than D is not called contact; default 0.0001\n"
    "  --samples N     also look at N + 1 configurations of each segment, as others do, to compare; default 0\n"
    "  --allow A:B     links or obstacles A and B may touch; can be given again\n"
    "  --json          answer in JSON\n"
    "  --svg FILE      draw the arm at start, end and contact\n"
    "  --gltf FILE     write the way as an animation in glTF 2.0, up to the contact and beside it to its end\n"
    "  --threads N     for --edges; default 1\n"
    "  --progress      show on standard error how far it is; the default where that is a terminal\n"
    "  --joints        list the joints that move, in their order, and exit\n"
    "  --help          show this and exit\n"
    "  --version       show the version and exit\n"
    "\n"
    "Exit status: 0 if the way is free (all edges are), 1 if there is a contact, 2 for trouble.\n";

typedef struct arguments {
  const char *robot, *from, *to, *way, *svg, *gltf;
  const char **scene, **allow;
  int scenes, allowed, threads;
  bool json, edges, joints;
  sweep_options sweep;
} arguments;

static int trouble(const char *what, const char *why) {
  fprintf(stderr, "bms-arm-sweep: %s%s%s\n", what, why[0] != 0 ? ": " : "", why);
  return EXIT_TROUBLE;
}

/* ------------------------------------------------------------------ arguments */

static bool positive(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == 0 && *out > 0 && isfinite(*out);
}

static bool count_of(const char *text, int least, int most, int *out) {
  char *end;
  long number = strtol(text, &end, 10);
  *out = (int)number;
  return end != text && *end == 0 && number >= least && number <= most;
}

/* An option without a value; false if it is none of these. */
static bool take_flag(arguments *a, const char *name) {
  static const char *const NAME[] = {"--json", "--cubic", "--edges", "--joints", "--progress"};
  bool *const flag[] = {&a->json, &a->sweep.cubic, &a->edges, &a->joints, &a->sweep.progress};
  for (int i = 0; i < 5; i++)
    if (strcmp(name, NAME[i]) == 0) return *flag[i] = true;
  return false;
}

/* An option with its value; 0 if it is none of these, -1 if the value is wrong. */
static int take_option(arguments *a, const char *name, const char *value) {
  static const char *const TEXT[] = {"--from", "--to", "--way", "--svg", "--gltf"};
  const char **const text[] = {&a->from, &a->to, &a->way, &a->svg, &a->gltf};
  for (int i = 0; i < 5; i++) {
    if (strcmp(name, TEXT[i]) != 0) continue;
    *text[i] = value;
    return 1;
  }
  if (strcmp(name, "--allow") == 0) {
    a->allow[a->allowed++] = value;
    return strchr(value, ':') != NULL ? 1 : -1;
  }
  if (strcmp(name, "--tolerance") == 0) return positive(value, &a->sweep.tolerance) ? 1 : -1;
  if (strcmp(name, "--samples") == 0) return count_of(value, 0, 1000000, &a->sweep.samples) ? 1 : -1;
  if (strcmp(name, "--threads") == 0) return count_of(value, 1, 256, &a->threads) ? 1 : -1;
  return 0;
}

/* Returns 0, or the exit status after saying what is wrong. */
static int parse(int argc, char **argv, arguments *a) {
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-') {
      if (a->robot == NULL)
        a->robot = argv[i];
      else
        a->scene[a->scenes++] = argv[i];
    } else if (!take_flag(a, argv[i])) {
      int taken = take_option(a, argv[i], i + 1 < argc ? argv[i + 1] : "");
      if (taken == 0) return trouble("unknown option (see --help)", argv[i]);
      if (i + 1 == argc) return trouble("an option needs a value", argv[i]);
      if (taken < 0) return trouble(argv[i], "not a value for this option (see --help)");
      i++;
    }
  }
  if (a->robot == NULL) return trouble("expected a robot, a URDF file (see --help)", "");
  int ways = (a->from != NULL && a->to != NULL) + (a->way != NULL) + a->edges + a->joints;
  if (ways != 1) return trouble("expected --from and --to, or --way, or --edges, or --joints (see --help)", "");
  return 0;
}

/* ------------------------------------------------------------------ what is asked for */

static int read_files(const arguments *a, robot *arm) {
  char error[ERROR_SIZE] = "";
  if (!robot_read_urdf(arm, a->robot, error, sizeof error)) return trouble(error, "");
  for (int i = 0; i < a->scenes; i++)
    if (!robot_read_scene(arm, a->scene[i], error, sizeof error)) return trouble(error, "");
  for (int i = 0; i < a->allowed; i++) {
    char name[ERROR_SIZE];
    snprintf(name, sizeof name, "%s", a->allow[i]);
    char *colon = strchr(name, ':');
    if (colon == NULL) return trouble("--allow: expected A:B", a->allow[i]);
    *colon = 0;
    if (!robot_allow(arm, name, colon + 1)) return trouble("--allow: no such link or obstacle with a box", a->allow[i]);
  }
  return 0;
}

static int read_way(const arguments *a, const robot *arm, waypoints *way) {
  char error[ERROR_SIZE] = "";
  if (a->way != NULL) return waypoints_read(way, arm, a->way, error, sizeof error) ? 0 : trouble(error, "");
  double *value = calloc((size_t)way->width + 1, sizeof *value);
  int status = value == NULL ? trouble("out of memory", "") : 0;
  for (int k = 0; k < 2 && status == 0; k++) {
    snprintf(error, sizeof error, "%s: expected %d numbers with commas between, one for each joint that moves",
             k == 0 ? "--from" : "--to", way->width);
    if (!waypoints_parse_list(k == 0 ? a->from : a->to, way->width, value)) status = trouble(error, "");
    if (status == 0 && !waypoints_add(way, k, value)) status = trouble("out of memory", "");
  }
  free(value);
  return status;
}

static int answer_way(const arguments *a, const robot *arm, const waypoints *way) {
  double *joints = calloc((size_t)way->width + 1, sizeof *joints);
  sweep_answer answer;
  if (joints == NULL) return trouble("out of memory", "");
  int status = EXIT_TROUBLE;
  if (sweep(arm, way, &a->sweep, joints, &answer) == BMS_INVALID) {
    trouble("the arm or the way is out of the range of numbers", "");
  } else {
    status = answer.status == BMS_SEPARATED ? EXIT_FREE : EXIT_CONTACT;
    if (answer.status == BMS_UNRESOLVED) status = EXIT_TROUBLE;
    if (a->json)
      sweep_write_json(stdout, arm, &answer);
    else
      sweep_write_text(stdout, arm, way, &a->sweep, &answer);
    if (a->svg != NULL && !sweep_write_svg(a->svg, arm, way, &answer)) status = trouble(a->svg, strerror(errno));
    if (a->gltf != NULL && !sweep_write_gltf(a->gltf, arm, way, &a->sweep, &answer)) status = EXIT_TROUBLE;
  }
  free(joints);
  return status;
}

static int run(const arguments *a, robot *arm) {
  int status = read_files(a, arm);
  if (status != 0) return status;
  if (a->edges) return edges_answer(stdin, stdout, arm, &a->sweep, a->threads);
  if (a->joints) {
    for (int v = 0; v < arm->chain.variable_count; v++) puts(arm->variable_name[v]);
    return 0;
  }
  waypoints way;
  waypoints_init(&way, arm->chain.variable_count);
  status = read_way(a, arm, &way);
  if (status == 0) status = answer_way(a, arm, &way);
  waypoints_free(&way);
  return status;
}

static int print(const char *text) {
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : trouble("cannot write", strerror(errno));
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return print(HELP);
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return print("bms-arm-sweep (ode-qmbox) " BMS_VERSION "\n");
  const char **files = calloc(2 * (size_t)argc + 2, sizeof *files);
  arguments a = {.scene = files, .allow = files + argc + 1, .threads = 1, .sweep = {.tolerance = 1e-4}};
  robot arm;
  if (files == NULL) return trouble("out of memory", "");
  a.sweep.progress = isatty(STDERR_FILENO);
  robot_init(&arm);
  int status = parse(argc, argv, &a);
  if (status == 0) status = run(&a, &arm);
  robot_free(&arm);
  free(files);
  if (fflush(stdout) != 0 || ferror(stdout)) return trouble("cannot write", strerror(errno));
  return status;
}
