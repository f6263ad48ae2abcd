/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes of one cross-section follow each other when they are sorted by it and then along the axis, so one walk over
 * them joins all that touch.  Boxes are joined along their first axis and then turned, three times.
 */

#include "octomap_boxes.h"

#include <stdbool.h>
#include <stdlib.h>

/* Compares cross-sections across the first axis. */
static int compare_sections(const octomap_box *a, const octomap_box *b) {
  for (int r = 1; r < 3; r++) {
    if (a->min[r] != b->min[r]) return a->min[r] < b->min[r] ? -1 : 1;
    if (a->max[r] != b->max[r]) return a->max[r] < b->max[r] ? -1 : 1;
  }
  return 0;
}

static int compare(const void *first, const void *second) {
  const octomap_box *a = first, *b = second;
  int order = compare_sections(a, b);
  return order != 0 ? order : (a->min[0] > b->min[0]) - (a->min[0] < b->min[0]);
}

static size_t join_along_first(octomap_box *box, size_t count, int longest) {
  size_t last = 0;
  qsort(box, count, sizeof *box, compare);
  for (size_t i = 1; i < count; i++) {
    bool touches = compare_sections(&box[last], &box[i]) == 0 && box[last].max[0] == box[i].min[0];
    if (touches && box[i].max[0] - box[last].min[0] <= longest)
      box[last].max[0] = box[i].max[0];
    else
      box[++last] = box[i];
  }
  return last + 1;
}

/* Makes the second axis the first, and the first the last. */
static octomap_box turned(const octomap_box *box) {
  const int *min = box->min, *max = box->max;
  return (octomap_box){{min[1], min[2], min[0]}, {max[1], max[2], max[0]}};
}

size_t octomap_boxes_join(octomap_box *box, size_t count, int longest) {
  for (int axis = 0; axis < 3 && count > 0; axis++) {
    count = join_along_first(box, count, longest);
    for (size_t i = 0; i < count; i++) box[i] = turned(&box[i]);
  }
  return count;
}
