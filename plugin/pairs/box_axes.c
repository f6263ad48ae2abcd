/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fifteen axes of two boxes, by products of their frames.
 *
 * With the frames A and B, c = A^T B and the way d from one centre to the other, all dot products along the axis n =
 * A_i x B_j are differences of two products of c, A^T d and B^T d, and the half extents along A_i and B_j do not
 * count (S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996).  |n|^2 = c[i1][j]^2 + c[i2][j]^2.  A gap along
 * n is off by some roundings of the largest coordinate, divided by |n|.
 */

#include "pairs/box_axes.h"

#include <math.h>

#include "util/vector.h"

/* Edges whose cross product is shorter are taken for parallel: the boxes are nearly as far apart along a face's
   normal. */
#define PARALLEL 1e-6

static const int NEXT[3] = {1, 2, 0}, AFTER_NEXT[3] = {2, 0, 1};

void qmboxMakeBoxFrames(qmboxAxes *axes) {
  const qmboxStartPose *a = axes->startPose[0], *b = axes->startPose[1];
  qmboxBoxFrames *f = &axes->frames;
  for (int i = 0; i < 3; i++) {
    f->p[i] = qmboxDot(a->edge[i], axes->way);
    f->q[i] = qmboxDot(b->edge[i], axes->way);
    f->shift1[0][i] = qmboxDot(a->edge[i], axes->shift[0]);
    f->shift1[1][i] = qmboxDot(b->edge[i], axes->shift[0]);
    f->shift2[0][i] = qmboxDot(a->edge[i], axes->shift[1]);
    f->shift2[1][i] = qmboxDot(b->edge[i], axes->shift[1]);
    for (int j = 0; j < 3; j++) {
      f->c[i][j] = qmboxDot(a->edge[i], b->edge[j]);
      f->size[i][j] = fabs(f->c[i][j]);
    }
  }
}

/* Completes an axis of this length, along which the first box reaches so far from its centre and the second so far,
   if they are made smaller by 1 so much less. */
static void complete(const qmboxAxes *axes, double way, const double reach[2], const double less[2],
                     const double along[2], double length, qmboxAxis *axis) {
  double unit = 1 / length;
  axis->number = axes->next;
  axis->sign = way < 0 ? -1 : 1;
  for (int k = 0; k < 2; k++) {
    axis->reach[k] = unit * reach[k];
    axis->less[k] = unit * axes->allowance[k] * less[k];
    axis->along[k] = unit * axis->sign * along[k];
  }
  axis->gap = unit * (fabs(way) - reach[0] - reach[1] - axes->rounding);
  axis->slope = axis->less[0] + axis->less[1];
}

static void measureFaceA(const qmboxAxes *axes, int i, qmboxAxis *axis) {
  const qmboxBoxFrames *f = &axes->frames;
  const double *b = axes->startPose[1]->half, *s = f->size[i];
  double reach[2] = {axes->startPose[0]->half[i], b[0] * s[0] + b[1] * s[1] + b[2] * s[2]};
  double less[2] = {1, s[0] + s[1] + s[2]}, along[2] = {f->shift1[0][i], f->shift2[0][i]};
  complete(axes, f->p[i], reach, less, along, 1, axis);
}

static void measureFaceB(const qmboxAxes *axes, int j, qmboxAxis *axis) {
  const qmboxBoxFrames *f = &axes->frames;
  const double *a = axes->startPose[0]->half, s[3] = {f->size[0][j], f->size[1][j], f->size[2][j]};
  double reach[2] = {a[0] * s[0] + a[1] * s[1] + a[2] * s[2], axes->startPose[1]->half[j]};
  double less[2] = {s[0] + s[1] + s[2], 1}, along[2] = {f->shift1[1][j], f->shift2[1][j]};
  complete(axes, f->q[j], reach, less, along, 1, axis);
}

/* Returns false if the edges are parallel, or nearly so. */
static bool measureEdges(const qmboxAxes *axes, int i, int j, qmboxAxis *axis) {
  const qmboxBoxFrames *f = &axes->frames;
  const double *a = axes->startPose[0]->half, *b = axes->startPose[1]->half;
  int i1 = NEXT[i], i2 = AFTER_NEXT[i], j1 = NEXT[j], j2 = AFTER_NEXT[j];
  double x = f->c[i1][j], y = f->c[i2][j], square = x * x + y * y;
  if (!(square > PARALLEL * PARALLEL)) return false;
  double sx = f->size[i1][j], sy = f->size[i2][j], u = f->size[i][j1], v = f->size[i][j2];
  double reach[2] = {a[i1] * sy + a[i2] * sx, b[j1] * v + b[j2] * u}, less[2] = {sx + sy, u + v};
  double along[2] = {x * f->shift1[0][i2] - y * f->shift1[0][i1], x * f->shift2[0][i2] - y * f->shift2[0][i1]};
  complete(axes, x * f->p[i2] - y * f->p[i1], reach, less, along, sqrt(square), axis);
  return true;
}

bool qmboxNextBoxAxis(qmboxAxes *axes, qmboxAxis *axis) {
  for (; axes->next < QMBOX_BOX_AXES; axes->next++) {
    int k = axes->next;
    if (k < 3) {
      measureFaceA(axes, k, axis);
    } else if (k < QMBOX_BOX_FACES) {
      measureFaceB(axes, k - 3, axis);
    } else if (!measureEdges(axes, (k - QMBOX_BOX_FACES) / 3, (k - QMBOX_BOX_FACES) % 3, axis)) {
      continue;
    }
    axes->next++;
    return true;
  }
  return false;
}

void qmboxBoxDirection(const qmboxAxes *axes, int number, double direction[3]) {
  const qmboxStartPose *a = axes->startPose[0], *b = axes->startPose[1];
  int edges = number - QMBOX_BOX_FACES;
  for (int i = 0; i < 3; i++) {
    int j = NEXT[i], k = AFTER_NEXT[i];
    if (number < 3) {
      direction[i] = a->edge[number][i];
    } else if (edges < 0) {
      direction[i] = b->edge[number - 3][i];
    } else {
      direction[i] = a->edge[edges / 3][j] * b->edge[edges % 3][k] - a->edge[edges / 3][k] * b->edge[edges % 3][j];
    }
  }
}
