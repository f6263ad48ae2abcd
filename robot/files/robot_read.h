/* SPDX-License-Identifier: BSD-3-Clause */

/* All of the files that make up a robot in its surroundings. */

#ifndef ARM_ROBOT_READ_H
#define ARM_ROBOT_READ_H

#include "robot.h"
#include "robot_package.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct robot_request {
  const char *const *file; /* a URDF, then SRDF and scenes in any order, distinguished by their contents */
  int file_count;
  const robot_texts *texts; /* texts in place of some of these files; or NULL */
  robot_packages packages;
  const double *base;       /* the pose of the root in the world: x, y, z, roll, pitch, yaw; or NULL */
  const char *const *frame; /* "A=B": A is another name of the frame B, a link or the world */
  int frame_count;
  const char *const *allow; /* "A:B": the links or objects A and B may touch */
  int allow_count;
  const char *const *pass_over; /* names of elements of URDF and SRDF that are passed over */
  int pass_over_count;
} robot_request;

/* Reads the files into an empty robot and builds the chain. */
bool robot_read(robot *arm, const robot_request *request, char *error, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_READ_H */
