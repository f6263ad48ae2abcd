/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms-arm-sweep answers when an arm first hits something on its way.
 *
 * arguments.c reads the arguments. libbms-robot reads robots (arm.c) and trajectories, waypoints.c way-points; sweep.c
 * queries and sweep_report.c answers.
 */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "edges.h"
#include "output_file.h"
#include "page/page.h"
#include "sweep_page.h"
#include "waypoints.h"

enum { EXIT_TROUBLE = 2, ERROR_SIZE = 1024 };

/* The file that "-" stands for. */
static const char STANDARD_INPUT[] = "/dev/stdin";

static int trouble(const char *what, const char *why) {
  fprintf(stderr, "bms-arm-sweep: %s%s%s\n", what, why[0] != 0 ? ": " : "", why);
  return EXIT_TROUBLE;
}

/* Reports which file cannot be written, and why. */
static int unwritten(const char *file) {
  fprintf(stderr, "bms-arm-sweep: %s: cannot be written: %s\n", file, strerror(errno));
  return EXIT_TROUBLE;
}

static bool read_pair(const arguments *a, const robot *arm, bms_robot_trajectory *way, char *error, size_t size) {
  double *value = calloc((size_t)arm->joint_count + 1, sizeof *value);
  bool good = value != NULL;
  snprintf(error, size, "out of memory");
  for (int k = 0; k < 2 && good; k++) {
    char reason[ERROR_SIZE / 2];
    for (int v = 0; v < arm->joint_count; v++) value[v] = arm->joint[v].rest;
    if (!waypoints_parse(arm, k == 0 ? a->from : a->to, value, reason, sizeof reason)) {
      snprintf(error, size, "%s: %s", k == 0 ? "--from" : "--to", reason);
      good = false;
    }
    good = good && bms_robot_trajectory_add(way, k, value, NULL, NULL, NULL) == 0;
  }
  free(value);
  return good;
}

static int answer_way(const arguments *a, const sweep_options *options, const robot *arm,
                      const bms_robot_trajectory *way) {
  double *joints = calloc((size_t)arm->joint_count + 1, sizeof *joints);
  sweep_options asked = *options;
  sweep_answer answer;
  if (a->trajectory != NULL && a->json)
    asked.along = calloc((size_t)bms_robot_trajectory_count(way), sizeof *asked.along);
  int status = EXIT_TROUBLE;
  if (joints == NULL || (a->trajectory != NULL && a->json && asked.along == NULL)) {
    trouble("out of memory", "");
  } else if (sweep(arm, way, &asked, joints, &answer) == BMS_INVALID) {
    trouble("the arm or the way is out of the range of numbers", "");
  } else {
    status = sweep_exit_status(&answer);
    bool in_place = output_is_standard(a->svg) || output_is_standard(a->gltf) || output_is_standard(a->html);
    if (a->json && !in_place)
      sweep_write_json(stdout, arm, way, &answer);
    else if (!in_place)
      sweep_write_text(stdout, arm, way, options, &answer);
    if (a->svg != NULL && !sweep_write_svg(a->svg, arm, way, &answer)) status = unwritten(a->svg);
    if (a->gltf != NULL && !sweep_write_gltf(a->gltf, arm, way, &answer)) status = unwritten(a->gltf);
    if (a->html != NULL && !sweep_write_page(a->html, arm, way, options, &answer)) status = unwritten(a->html);
  }
  free(joints);
  free(asked.along);
  return status;
}

/* Asks about the way. */
static int prepare_and_answer(const arguments *a, const robot *arm, const bms_robot_trajectory *way) {
  sweep_options options = a->sweep;
  options.scene = arm->scene;
  options.workspace = bms_scene_workspace_create(arm->scene);
  int status = options.workspace == NULL ? trouble("out of memory", "") : answer_way(a, &options, arm, way);
  bms_scene_workspace_destroy(options.workspace);
  return status;
}

/* Reads what --from and --to, --way or --trajectory give; NULL with an error. */
static bms_robot_trajectory *read_way(const arguments *a, const robot *arm, char *error, size_t size) {
  if (a->trajectory != NULL) {
    const bms_robot_file file = {output_is_standard(a->trajectory) ? STANDARD_INPUT : a->trajectory, NULL};
    bms_robot_fault fault;
    bms_robot_trajectory *way = bms_robot_trajectory_load(arm->loaded, &file, &fault);
    if (way == NULL) snprintf(error, size, "%s", fault.text);
    return way;
  }
  bms_robot_trajectory *way = bms_robot_trajectory_create(arm->loaded);
  snprintf(error, size, "out of memory");
  if (way == NULL) return NULL;
  const char *file = output_is_standard(a->way) ? STANDARD_INPUT : a->way;
  if (a->way != NULL ? waypoints_read(way, arm, file, error, size) : read_pair(a, arm, way, error, size)) return way;
  bms_robot_trajectory_destroy(way);
  return NULL;
}

/* Has joints go as the options want, within their limits. */
static bool settle(const arguments *a, bms_robot_trajectory *way, char *error, size_t size) {
  bool shortest = a->from != NULL ? a->sweep.turning != TURNING_AS_GIVEN : a->sweep.turning == TURNING_SHORTEST;
  bms_robot_fault fault;
  bool good = bms_robot_trajectory_settle(way, shortest, &fault) == 0;
  bms_robot_trajectory_set_spline(way, a->sweep.cubic);
  good = good && (!(a->sweep.blend > 0) || bms_robot_trajectory_blend(way, a->sweep.blend, &fault) == 0);
  if (!good) snprintf(error, size, "%s", fault.text);
  return good && sweep_within_limits(way, &a->sweep, error, size);
}

static int run_way(const arguments *a, const robot *arm) {
  char error[ERROR_SIZE] = "";
  bms_robot_trajectory *way = read_way(a, arm, error, sizeof error);
  const char *note = way == NULL ? NULL : bms_robot_trajectory_note(way);
  if (note != NULL) fprintf(stderr, "bms-arm-sweep: note: %s\n", note);
  bool good = way != NULL && settle(a, way, error, sizeof error);
  int status = good ? prepare_and_answer(a, arm, way) : trouble(error, "");
  bms_robot_trajectory_destroy(way);
  return status;
}

/* Lists the pairs that are not checked: a line each, or an object of JSON. */
static int list_pairs(const arguments *a, const robot *arm) {
  int count;
  char reason[ERROR_SIZE];
  bms_robot_left_out *pair = bms_robot_left_out_pairs(arm->loaded, &count);
  if (pair == NULL) return trouble("out of memory", "");
  for (int i = 0; i < count; i++) {
    const int *object = pair[i].object;
    bms_robot_pair_text(arm->loaded, object[0], object[1], reason, sizeof reason);
    const char *const text[] = {bms_robot_object_name(arm->loaded, object[0]),
                                bms_robot_object_name(arm->loaded, object[1]), reason};
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
  bms_robot_free(pair);
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

/* Begins the page of edges: its title, and the obstacles, which its edges share. */
static bool begin_page(html_page *page, const char *name, const robot *arm) {
  json_t *obstacles = sweep_obstacles_json(arm);
  char *text = obstacles == NULL ? NULL : json_dumps(obstacles, JSON_COMPACT | JSON_REAL_PRECISION(PAGE_DIGITS));
  json_decref(obstacles);
  if (text == NULL) errno = ENOMEM;
  bool good = text != NULL && page_open(page, name);
  if (good) {
    page_add_string(page, "{\"title\": \"Edges of an arm\", \"obstacles\": ");
    page_add_string(page, text);
    page_add_string(page, ", \"sweeps\": [");
  }
  free(text);
  return good;
}

static int answer_edges_with_page(const arguments *a, const robot *arm) {
  html_page page;
  unsigned long lines = 0;
  char total[64];
  if (!begin_page(&page, a->html, arm)) return unwritten(a->html);
  int status = edges_answer(a->edge_file, a->edge_file_count, output_is_standard(a->html) ? NULL : stdout, arm,
                            &a->sweep, a->threads, &page, &lines);
  snprintf(total, sizeof total, "], \"total\": %lu}", lines);
  page_add_string(&page, total);
  if (lines > MOST_PAGE_EDGES)
    fprintf(stderr, "bms-arm-sweep: %s shows the first %d of %lu edges\n", a->html, MOST_PAGE_EDGES, lines);
  return page_close(&page) ? status : unwritten(a->html);
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
  if (a->html != NULL) return answer_edges_with_page(a, arm);
  unsigned long lines;
  return edges_answer(a->edge_file, a->edge_file_count, stdout, arm, &a->sweep, a->threads, NULL, &lines);
}

static int suggest_srdf(const robot *arm) {
  char *text = bms_robot_suggest_srdf(arm->loaded);
  int status = text == NULL ? trouble("out of memory", "") : 0;
  if (text != NULL) fputs(text, stdout);
  bms_robot_free(text);
  return status;
}

/* Returns standard input as a text to free(); or NULL, and the reason. */
static char *read_standard(char *error, size_t size) {
  char *text = NULL;
  size_t capacity = 0;
  if (getdelim(&text, &capacity, 0, stdin) > 0 && feof(stdin) && !ferror(stdin)) return text;
  snprintf(error, size, "standard input: %s", feof(stdin) ? "is empty" : "is not a text, or cannot be read");
  free(text);
  return NULL;
}

/* Loads the robot of the arguments. */
static bool load(const arguments *a, robot *arm, char *error, size_t size) {
  bms_robot_file *file = calloc((size_t)a->file_count, sizeof *file);
  char *text = NULL;
  bool good = file != NULL;
  snprintf(error, size, "out of memory");
  for (int i = 0; good && i < a->file_count; i++) {
    file[i].name = a->file[i];
    if (!output_is_standard(a->file[i])) continue;
    text = read_standard(error, size);
    file[i] = (bms_robot_file){"standard input", text};
    good = text != NULL;
  }
  good = good && robot_load(arm, file, a->file_count, &a->robot, error, size);
  free(file);
  free(text);
  return good;
}

/* Returns what a file is given with that was refused as a scene, as it is a trajectory; "" for others. */
static const char *hint(const char *error) {
  static const char *const KEY[] = {"joint_names", "joint_trajectory", "trajectory", "trajectory_start", "goal"};
  char refused[ERROR_SIZE];
  for (size_t i = 0; i < sizeof KEY / sizeof *KEY; i++) {
    snprintf(refused, sizeof refused, "scene: unknown key '%s'", KEY[i]);
    if (strstr(error, refused) != NULL) return "; a trajectory is given with --trajectory";
  }
  return "";
}

static int run(arguments *a, robot *arm) {
  char error[ERROR_SIZE] = "";
  if (!load(a, arm, error, sizeof error)) {
    fprintf(stderr, "bms-arm-sweep: %s%s\n", error, hint(error));
    return EXIT_TROUBLE;
  }
  const char *fault = a->group == NULL ? NULL : robot_choose_group(arm, a->group);
  if (fault != NULL) {
    fprintf(stderr, "bms-arm-sweep: --group %s: %s\n", a->group, fault);
    return EXIT_TROUBLE;
  }
  if (a->joints) return list_joints(arm);
  if (!robot_is_solid(arm))
    return trouble(a->file[0], "no link has a <collision>, so that nothing could be met; add them");
  if (a->pairs) return list_pairs(a, arm);
  if (a->suggest_srdf) return suggest_srdf(arm);
  return a->edges ? answer_edges(a, arm) : run_way(a, arm);
}

static int print(const char *text) {
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : trouble("cannot write", strerror(errno));
}

int main(int argc, char **argv) {
  char error[ERROR_SIZE];
  arguments a;
  robot arm = {.loaded = NULL};
  int status = EXIT_TROUBLE;
  if (!arguments_parse(argc, argv, &a, error, sizeof error)) {
    trouble(error, "");
  } else if (a.help || a.version) {
    status = print(a.help ? ARGUMENTS_HELP : "bms-arm-sweep (ode-qmbox) " BMS_VERSION "\n");
  } else {
    a.sweep.clearance = a.sweep.clearance || !a.edges;
    status = run(&a, &arm);
  }
  robot_free(&arm);
  arguments_free(&a);
  if (fflush(stdout) != 0 || ferror(stdout)) return trouble("cannot write", strerror(errno));
  return status;
}
