/* SPDX-License-Identifier: BSD-3-Clause */

/* The occupied cubes of an octomap as fewer boxes that fill the same space. */

#ifndef ARM_OCTOMAP_BOXES_H
#define ARM_OCTOMAP_BOXES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A box on the grid of an octomap's smallest cubes: each coordinate from min to below max, in cubes. */
typedef struct octomap_box {
  int min[3], max[3];
} octomap_box;

/* Joins boxes that have a whole face in common, if the box of both has sides of at most `longest` cubes: along x, then
   y, then z.  Boxes must not overlap.  Returns how many are left, at the start of the array. */
size_t octomap_boxes_join(octomap_box *box, size_t count, int longest);

#ifdef __cplusplus
}
#endif

#endif /* ARM_OCTOMAP_BOXES_H */
