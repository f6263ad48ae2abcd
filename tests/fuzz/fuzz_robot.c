/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Fuzzing what bms-arm-sweep reads of robots: whatever bytes a file holds, it is read, and makes a chain that is valid
 * or gives the reason; or it is refused with one line that begins with the file's name.
 *
 * The first byte chooses the reader of the rest: u for URDF, s for SRDF, y for a scene in YAML, t for one in text, j
 * for a trajectory.  All but the first are read for a small robot.  Meshes in files are left out: they are assimp's.
 *
 * A libFuzzer target; `make fuzz` builds and runs it.
 */

#define _GNU_SOURCE /* memfd_create() */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../robot/files/robot_scene.h"
#include "../../robot/files/robot_urdf.h"
#include "bms_robot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ERROR_SIZE = 1024, NAME_SIZE = 64 };

static const char ROBOT[] =
    "<robot name='r'><link name='base'/><joint name='a' type='revolute'><parent link='base'/><child link='arm'/>"
    "<axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='1' velocity='1'/></joint><link name='arm'><collision>"
    "<origin xyz='0.5 0 0'/><geometry><box size='1 0.1 0.1'/></geometry></collision></link><joint name='b' "
    "type='prismatic'>"
    "<parent link='arm'/><child link='tip'/><axis xyz='1 0 0'/><mimic joint='a' multiplier='2'/>"
    "<limit lower='0' upper='1' effort='1' velocity='1'/></joint><link name='tip'><collision><geometry>"
    "<sphere radius='0.1'/></geometry></collision></link></robot>";

static void require(bool right, const char *what, const char *text) {
  if (right) return;
  fprintf(stderr, "%s: %s\n", what, text);
  abort();
}

/* Makes a file in memory with these bytes. Returns its descriptor, and its name. */
static int file_of(const void *data, size_t size, char name[NAME_SIZE]) {
  int file = memfd_create("fuzz", 0);
  require(file >= 0 && write(file, data, size) == (ssize_t)size, "no file", "");
  snprintf(name, NAME_SIZE, "/proc/self/fd/%d", file);
  return file;
}

/* Makes a chain of a robot that has been read, and asks if it is valid. */
static void use(robot *arm) {
  char error[ERROR_SIZE] = "";
  bool good = robot_build(arm, error, sizeof error);
  require(good == (error[0] == 0), "neither a chain nor an error", error);
  if (!good) return;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  double *rest = calloc((size_t)arm->joint_count + 1, sizeof *rest);
  for (int i = 0; i < arm->joint_count; i++) rest[i] = arm->joint[i].rest;
  bms_move move = robot_move_linear(arm, 0, rest, 1, rest, value);
  int fault = bms_chain_check(&arm->chain, &move, error, sizeof error);
  require((fault != 0) == (error[0] != 0), "a chain without a reason", error);
  bms_chain_contact contact;
  if (fault == 0 && arm->chain.shape_count < 8) bms_chain_first_contact(&arm->chain, &move, 1e-3, &contact);
  free(value);
  free(rest);
}

/* Reads a trajectory for the small robot, blends it, and follows it. */
static bool read_trajectory(const char *file, char *error) {
  const bms_robot_file robot_file = {"fuzz.urdf", ROBOT}, way_file = {file, NULL};
  bms_robot_fault fault;
  bms_robot *loaded = bms_robot_load(&robot_file, 1, NULL, &fault);
  require(loaded != NULL, "the small robot", fault.text);
  bms_robot_trajectory *way = bms_robot_trajectory_load(loaded, &way_file, &fault);
  bool good = way != NULL;
  if (!good) snprintf(error, ERROR_SIZE, "%s", fault.text);
  require(!good || bms_robot_trajectory_count(way) >= 2, "a trajectory without points", file);
  double row[8][BMS_MOVE_TERMS];
  require(bms_robot_joint_count(loaded) <= 8, "more joints than the small robot has", file);
  for (int blended = 0; good && blended < 2; blended++) {
    bms_robot_trajectory_check_limits(way, NULL);
    for (int i = 0; i + 1 < bms_robot_trajectory_count(way); i++) {
      bms_move move = bms_robot_trajectory_move(way, i, row);
      require(move.t1 > move.t0, "a segment that takes no time", file);
    }
    if (bms_robot_trajectory_settle(way, blended, NULL) != 0) break;
    if (bms_robot_trajectory_blend(way, 0.5, NULL) != 0) break;
  }
  bms_robot_trajectory_destroy(way);
  bms_robot_destroy(loaded);
  return good;
}

static bool read_as(char kind, robot *arm, const char *file, char *error) {
  robot_packages none = {0};
  if (kind == 'u') return robot_read_urdf(arm, file, &none, error, ERROR_SIZE);
  if (kind == 's') return robot_read_srdf(arm, file, error, ERROR_SIZE);
  if (kind == 'y') return robot_read_scene(arm, file, &none, error, ERROR_SIZE);
  if (kind == 't') return robot_read_scene_text(arm, file, error, ERROR_SIZE);
  return read_trajectory(file, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char error[ERROR_SIZE] = "", name[NAME_SIZE], own[NAME_SIZE];
  robot arm;
  if (size < 1 || strchr("usytj", data[0]) == NULL || data[0] == 0) return -1;
  robot_init(&arm);
  int file = file_of(data + 1, size - 1, name), fixture = file_of(ROBOT, sizeof ROBOT - 1, own);
  bool ready = data[0] == 'u' || robot_read_urdf(&arm, own, NULL, error, sizeof error);
  require(ready, "the small robot", error);
  bool good = read_as((char)data[0], &arm, name, error);
  require(good || strncmp(error, name, strlen(name)) == 0, "an error without its file", error);
  require(good || strchr(error, '\n') == NULL, "an error of several lines", error);
  if (good) use(&arm);
  robot_free(&arm);
  close(file);
  close(fixture);
  return 0;
}
