/* SPDX-License-Identifier: BSD-3-Clause */

/* A robot as VAMP comes with it, in a scene, for the solvers of both. */

#ifndef BENCH_VAMP_ROBOT_H
#define BENCH_VAMP_ROBOT_H

#include <stdbool.h>

#include "arm_vamp.h"
#include "files/robot_read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vamp_robot {
  robot arm;
  bms_placed_shape *shape; /* the shapes of the arm's chain, cylinders as capsules */
  bms_chain chain;
  arm_vamp *there;
} vamp_robot;

/* Reads "ur5" or "panda" with its spheres from the folder of VAMP's sources, and a scene.  Cylinders become capsules,
   as VAMP has no others.  Returns false with the reason in `error`.  vamp_robot_free() frees it in both cases. */
bool vamp_robot_read(vamp_robot *out, const char *name, const char *vamp, const char *scene, char *error, int size);
void vamp_robot_free(vamp_robot *both);

#ifdef __cplusplus
}
#endif

#endif /* BENCH_VAMP_ROBOT_H */
