/* SPDX-License-Identifier: BSD-3-Clause */

#include "vamp_robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes capsules of all cylinders.  Returns false if memory is short. */
static bool round_cylinders(vamp_robot *out) {
  size_t count = (size_t)out->arm.chain.shape_count;
  out->chain = out->arm.chain;
  out->chain.shape = out->shape = malloc(count * sizeof *out->shape);
  if (out->shape == NULL) return false;
  memcpy(out->shape, out->arm.chain.shape, count * sizeof *out->shape);
  for (size_t i = 0; i < count; i++) {
    bms_convex *convex = &out->shape[i].convex;
    if (out->shape[i].mesh == NULL && convex->core == BMS_CORE_CYLINDER)
      *convex = bms_convex_capsule(convex->cylinder.radius, convex->cylinder.half_length);
  }
  return true;
}

bool vamp_robot_read(vamp_robot *out, const char *name, const char *vamp, const char *scene, char *error, int size) {
  char urdf[1024], srdf[1024];
  snprintf(urdf, sizeof urdf, "%s/resources/%s/%s_spherized.urdf", vamp, name, name);
  snprintf(srdf, sizeof srdf, "%s/resources/%s/%s.srdf", vamp, name, name);
  const char *file[] = {urdf, srdf, scene};
  /* The sensor in the wrist overlaps its neighbour, a pair that VAMP does not check and the SRDF does not name. */
  const char *allow[] = {"fts_robotside:wrist_2_link"}, *frame[] = {"base_link=panda_link0"};
  bool is_panda = strcmp(name, "panda") == 0;
  robot_request request = {
      .file = file, .file_count = 3, .frame = frame, .frame_count = is_panda, .allow = allow, .allow_count = !is_panda};
  out->shape = NULL;
  out->there = NULL;
  robot_init(&out->arm);
  if (!robot_read(&out->arm, &request, error, (size_t)size)) return false;
  if (round_cylinders(out)) out->there = arm_vamp_create(name, &out->chain);
  if (out->there == NULL)
    snprintf(error, (size_t)size, "the robot or an obstacle is none of those that VAMP has here, or out of memory");
  return out->there != NULL;
}

void vamp_robot_free(vamp_robot *both) {
  if (both->there != NULL) arm_vamp_destroy(both->there);
  free(both->shape);
  robot_free(&both->arm);
}
