/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms-arm-sweep answers when an arm first hits something on its way.
 *
 * arguments.c reads the arguments. tools/robot turns files into a bms_chain, and waypoints.c turns way-points into
 * moves; sweep.c asks and sweep_report.c answers.
 */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "edges.h"
#include "robot/robot_pairs.h"
#include "robot/robot_suggest.h"
#include "trajectory.h"
#include "waypoints.h"

enum { EXIT_TROUBLE = 2, ERROR_SIZE = 1024 };

static int trouble(const char *what, const char *why) {
  fprintf(stderr, "bms-arm-sweep: %s%s%s\n", what, why[0] != 0 ? ": " : "", why);
  return EXIT_TROUBLE;
}

/* Says which file cannot be written, and why. */
static int unwritten(const char *file) {
  fprintf(stderr, "bms-arm-sweep: %s: cannot be written: %s\n", file, strerror(errno));
  return EXIT_TROUBLE;
}

static bool read_pair(const arguments *a, const robot *arm, waypoints *way, char *error, size_t size) {
  double *value = calloc((size_t)way->width + 1, sizeof *value);
  bool good = value != NULL;
  snprintf(error, size, "out of memory");
  for (int k = 0; k < 2 && good; k++) {
    char reason[ERROR_SIZE / 2];
    for (int v = 0; v < way->width; v++) value[v] = arm->joint[v].rest;
    if (!waypoints_parse(arm, k == 0 ? a->from : a->to, value, reason, sizeof reason)) {
      snprintf(error, size, "%s: %s", k == 0 ? "--from" : "--to", reason);
      good = false;
    }
    good = good && waypoints_add(way, k, value);
  }
  free(value);
  return good;
}

static int answer_way(const arguments *a, const sweep_options *options, const robot *arm, const waypoints *way) {
  double *joints = calloc((size_t)way->width + 1, sizeof *joints);
  sweep_options asked = *options;
  sweep_answer answer;
  if (a->trajectory != NULL && a->json) asked.along = calloc((size_t)way->count, sizeof *asked.along);
  int status = EXIT_TROUBLE;
  if (joints == NULL || (a->trajectory != NULL && a->json && asked.along == NULL)) {
    trouble("out of memory", "");
  } else if (sweep(arm, way, &asked, joints, &answer) == BMS_INVALID) {
    trouble("the arm or the way is out of the range of numbers", "");
  } else {
    status = sweep_exit_status(&answer);
    if (a->json)
      sweep_write_json(stdout, arm, way, &answer);
    else
      sweep_write_text(stdout, arm, way, options, &answer);
    if (a->svg != NULL && !sweep_write_svg(a->svg, arm, way, &answer)) status = unwritten(a->svg);
    if (a->gltf != NULL && !sweep_write_gltf(a->gltf, arm, way, options, &answer)) status = unwritten(a->gltf);
    if (a->html != NULL && !sweep_write_page(a->html, arm, way, options, &answer)) status = unwritten(a->html);
  }
  free(joints);
  free(asked.along);
  return status;
}

/* Prepares the arm and asks about the way. */
static int prepare_and_answer(const arguments *a, const robot *arm, const waypoints *way) {
  char reason[ERROR_SIZE] = "";
  sweep_options options = a->sweep;
  bms_scene *scene = bms_scene_create(&arm->chain, reason, sizeof reason);
  options.scene = scene;
  options.workspace = scene == NULL ? NULL : bms_scene_workspace_create(scene);
  int status = options.workspace == NULL ? trouble(scene == NULL ? reason : "out of memory", "")
                                         : answer_way(a, &options, arm, way);
  bms_scene_workspace_destroy(options.workspace);
  bms_scene_destroy(scene);
  return status;
}

static int run_way(const arguments *a, const robot *arm) {
  char error[ERROR_SIZE] = "";
  waypoints way;
  waypoints_init(&way, arm->joint_count);
  bool good;
  if (a->way != NULL)
    good = waypoints_read(&way, arm, a->way, error, sizeof error);
  else if (a->trajectory != NULL)
    good = trajectory_read(&way, arm, a->trajectory, error, sizeof error);
  else
    good = read_pair(a, arm, &way, error, sizeof error);
  if (good && way.note != NULL) fprintf(stderr, "bms-arm-sweep: note: %s\n", way.note);
  bool shortest = a->from != NULL ? a->sweep.turning != TURNING_AS_GIVEN : a->sweep.turning == TURNING_SHORTEST;
  shortest = shortest && way.piece == NULL; /* polynomials are followed as they are */
  good = good && waypoints_settle(&way, arm, shortest, error, sizeof error);
  if (good && a->sweep.blend > 0 && !waypoints_blend(&way, a->sweep.blend)) {
    snprintf(error, sizeof error, "out of memory");
    good = false;
  }
  good = good && sweep_within_limits(arm, &way, &a->sweep, error, sizeof error);
  int status = good ? prepare_and_answer(a, arm, &way) : trouble(error, "");
  waypoints_free(&way);
  return status;
}

/* Lists the pairs that are not checked: a line each, or an object of JSON. */
static int list_pairs(const arguments *a, const robot *arm) {
  int count;
  char reason[ERROR_SIZE];
  robot_pair *pair = robot_pairs_left_out(arm, &count);
  if (pair == NULL) return trouble("out of memory", "");
  for (int i = 0; i < count; i++) {
    robot_pairs_reason(arm, &pair[i], reason, sizeof reason);
    const char *const text[] = {arm->object_name[pair[i].object[0]], arm->object_name[pair[i].object[1]], reason};
    static const char *const KEY[] = {"{\"a\": ", ", \"b\": ", ", \"reason\": "};
    for (int k = 0; a->json && k < 3; k++) {
      fputs(KEY[k], stdout);
      sweep_write_string(stdout, text[k]);
    }
    if (a->json)
      puts("}");
    else
      printf("%s - %s: %s\n", text[0], text[1], text[2]);
  }
  free(pair);
  return 0;
}

static int list_joints(const robot *arm) {
  char name[ERROR_SIZE];
  for (int i = 0; i < robot_number_count(arm); i++) {
    robot_number_name(arm, i, name, sizeof name);
    puts(name);
  }
  return 0;
}

static int answer_edges(const arguments *a, const robot *arm) {
  char text[ERROR_SIZE];
  bool turns = false;
  for (int i = 0; i < arm->active_count; i++) turns = turns || arm->joint[arm->active[i]].continuous;
  if (turns && a->sweep.turning == TURNING_USUAL)
    fputs(
        "bms-arm-sweep: note: continuous joints go the short way, as for MoveIt and OMPL; --continuous as-given goes "
        "as the numbers stand\n",
        stderr);
  if (sweep_left_out(arm, text, sizeof text) > 0) fprintf(stderr, "bms-arm-sweep: note: %s\n", text);
  return edges_answer(stdin, stdout, arm, &a->sweep, a->threads);
}

static int run(arguments *a, robot *arm) {
  char error[ERROR_SIZE] = "";
  bool good = robot_read(arm, &a->robot, error, sizeof error);
  for (int i = 0; i < arm->note_count; i++) fprintf(stderr, "bms-arm-sweep: note: %s\n", arm->note[i]);
  if (!good) return trouble(error, "");
  arm->chain.margin = a->margin;
  const char *fault = a->group == NULL ? NULL : robot_choose_group(arm, a->group);
  if (fault != NULL) {
    fprintf(stderr, "bms-arm-sweep: --group %s: %s\n", a->group, fault);
    return EXIT_TROUBLE;
  }
  if (a->joints) return list_joints(arm);
  if (!robot_is_solid(arm))
    return trouble(a->robot.file[0], "no link has a <collision>, so that nothing could be met; add them");
  if (a->pairs) return list_pairs(a, arm);
  if (a->suggest_srdf) return robot_suggest_srdf(stdout, arm) ? 0 : trouble("out of memory", "");
  return a->edges ? answer_edges(a, arm) : run_way(a, arm);
}

static int print(const char *text) {
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : trouble("cannot write", strerror(errno));
}

int main(int argc, char **argv) {
  char error[ERROR_SIZE];
  arguments a;
  robot arm;
  int status = EXIT_TROUBLE;
  robot_init(&arm);
  if (!arguments_parse(argc, argv, &a, error, sizeof error)) {
    trouble(error, "");
  } else if (a.help || a.version) {
    status = print(a.help ? ARGUMENTS_HELP : "bms-arm-sweep (ode-qmbox) " BMS_VERSION "\n");
  } else {
    a.sweep.progress = a.sweep.progress || isatty(STDERR_FILENO);
    a.sweep.clearance = a.sweep.clearance || !a.edges;
    status = run(&a, &arm);
  }
  robot_free(&arm);
  arguments_free(&a);
  if (fflush(stdout) != 0 || ferror(stdout)) return trouble("cannot write", strerror(errno));
  return status;
}
