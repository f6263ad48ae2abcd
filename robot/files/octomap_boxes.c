/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes of one cross-section follow each other when they are sorted by it and then along the axis, so one walk over
 * them joins all that touch.
 */

#include "octomap_boxes.h"

#include <stdbool.h>
#include <stdlib.h>

/* Compares cross-sections across an axis. */
static int compare_sections(const octomap_box *a, const octomap_box *b, int axis) {
  for (int side = 1; side < 3; side++) {
    int r = (axis + side) % 3;
    if (a->min[r] != b->min[r]) return a->min[r] < b->min[r] ? -1 : 1;
    if (a->max[r] != b->max[r]) return a->max[r] < b->max[r] ? -1 : 1;
  }
  return 0;
}

static int compare_along(const void *first, const void *second, int axis) {
  const octomap_box *a = first, *b = second;
  int order = compare_sections(a, b, axis);
  return order != 0 ? order : (a->min[axis] > b->min[axis]) - (a->min[axis] < b->min[axis]);
}

static int compare_x(const void *a, const void *b) {
  return compare_along(a, b, 0);
}

static int compare_y(const void *a, const void *b) {
  return compare_along(a, b, 1);
}

static int compare_z(const void *a, const void *b) {
  return compare_along(a, b, 2);
}

static size_t join_along(octomap_box *box, size_t count, int longest, int axis) {
  static int (*const COMPARE[3])(const void *, const void *) = {compare_x, compare_y, compare_z};
  size_t last = 0;
  qsort(box, count, sizeof *box, COMPARE[axis]);
  for (size_t i = 1; i < count; i++) {
    bool touches = compare_sections(&box[last], &box[i], axis) == 0 && box[last].max[axis] == box[i].min[axis];
    if (touches && box[i].max[axis] - box[last].min[axis] <= longest)
      box[last].max[axis] = box[i].max[axis];
    else
      box[++last] = box[i];
  }
  return last + 1;
}

size_t octomap_boxes_join(octomap_box *box, size_t count, int longest) {
  for (int axis = 0; axis < 3 && count > 1; axis++) count = join_along(box, count, longest, axis);
  return count;
}
