/* SPDX-License-Identifier: BSD-3-Clause */

/* How far apart two paths are at a time. */

#include "pairs/gap.h"

#include "pairs/round_pair.h"

/* The gap of a box and a half-space: the height of the box's centre above it less the box's extent along its normal. */
static double gapAbovePlane(const bms_half_space *plane, const bms_body *body, double t) {
  double pose[3][4];
  double length = sqrt(plane->normal[0] * plane->normal[0] + plane->normal[1] * plane->normal[1] +
                       plane->normal[2] * plane->normal[2]);
  double gap = -plane->offset;

  bms_motion_at(&body->motion, t, pose);
  for (int i = 0; i < 3; i++) gap += plane->normal[i] * pose[i][3];
  for (int j = 0; j < 3; j++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += plane->normal[i] * pose[i][j];
    gap += along * (body->box.min[j] + body->box.max[j]) / 2 - fabs(along) * (body->box.max[j] - body->box.min[j]) / 2;
  }
  return gap / length;
}

double qmboxGap(const qmboxPath *path1, const qmboxPath *path2, double t) {
  bms_separation separation;

  if (path1->shape == QMBOX_SHAPE_PLANE) return gapAbovePlane(&path1->halfSpace, &path2->body, t);
  if (path2->shape == QMBOX_SHAPE_PLANE) return gapAbovePlane(&path2->halfSpace, &path1->body, t);
  if (path2->shape != QMBOX_SHAPE_BOX) return qmboxRoundGap(path1, path2, t);
  if (path1->shape != QMBOX_SHAPE_BOX) return qmboxRoundGap(path2, path1, t);
  bms_separation_at(&path1->body, &path2->body, t, &separation);
  return separation.gap;
}
