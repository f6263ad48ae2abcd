/* SPDX-License-Identifier: BSD-3-Clause */

/* Octomaps as boxes, through liboctomap. */

#ifndef ARM_SCENE_OCTOMAP_H
#define ARM_SCENE_OCTOMAP_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* octomap_msgs/Octomap: a tree as bytes. */
typedef struct octomap_message {
  const char *id;    /* the kind of tree: OcTree, or ColorOcTree, whose colours are not read */
  bool binary;       /* occupied or free, else with probabilities */
  double resolution; /* the side of the smallest cube, in metres */
  const char *data;
  size_t count;
} octomap_message;

/* A function that is called with the centre and the sides of each box, and returns false to end. */
typedef bool octomap_visitor(void *context, const double centre[3], const double size[3]);

/* Visits boxes that together fill what the occupied cubes fill. Returns false with a reason, which is empty where the
   visitor has ended it. */
bool octomap_visit(const octomap_message *message, octomap_visitor *visitor, void *context, char *reason, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* ARM_SCENE_OCTOMAP_H */
