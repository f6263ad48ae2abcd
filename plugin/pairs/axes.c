/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/axes.h"

#include <math.h>

#include "pairs/nearest.h"
#include "util/real.h"

/* Edges whose cross product is shorter are taken for parallel: their normal is among the faces', or nearly so. */
#define PARALLEL 1e-10

static bool isPlane(const qmboxStartPose *posed) {
  return posed->kind == QMBOX_POSE_HALF_SPACE;
}

static bool isBox(const qmboxStartPose *posed) {
  return posed->kind == QMBOX_POSE_BOX;
}

/* ------------------------------------------------------------------ boxes */

/*
 * The fifteen axes of two boxes, by products of their frames.
 *
 * With the frames A and B, c = A^T B and the way d from one centre to the other, all dot products along the axis n =
 * A_i x B_j are differences of two products of c, A^T d and B^T d, and the half extents along A_i and B_j do not
 * count (S. Gottschalk, M. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996).  |n|^2 = c[i1][j]^2 + c[i2][j]^2.  A gap along
 * n is off by some roundings of the largest coordinate, divided by |n|.
 */

/* Edges whose cross product is shorter are taken for parallel: the boxes are nearly as far apart along a face's
   normal. */
#define PARALLEL_BOXES 1e-6

enum { BOX_FACES = 6, BOX_AXES = 15 };

static const int NEXT[3] = {1, 2, 0}, AFTER_NEXT[3] = {2, 0, 1};

/* Finds the products of edge i of the first box: for its axis, and for the axes of edges. */
static void makeRow(qmboxAxes *axes, int i) {
  const qmboxStartPose *a = axes->startPose[0], *b = axes->startPose[1];
  qmboxBoxFrames *f = &axes->frames;
  f->p[i] = qmboxDot(a->edge[i], axes->way);
  f->shift1[0][i] = qmboxDot(a->edge[i], axes->shift[0]);
  f->shift2[0][i] = qmboxDot(a->edge[i], axes->shift[1]);
  for (int j = 0; j < 3; j++) {
    f->c[i][j] = qmboxDot(a->edge[i], b->edge[j]);
    f->size[i][j] = fabs(f->c[i][j]);
  }
}

/* Finds the products of edge j of the second box with all but the first box's edges, which the rows have. */
static void makeColumn(qmboxAxes *axes, int j) {
  const qmboxStartPose *b = axes->startPose[1];
  qmboxBoxFrames *f = &axes->frames;
  f->q[j] = qmboxDot(b->edge[j], axes->way);
  f->shift1[1][j] = qmboxDot(b->edge[j], axes->shift[0]);
  f->shift2[1][j] = qmboxDot(b->edge[j], axes->shift[1]);
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
  if (!(square > PARALLEL_BOXES * PARALLEL_BOXES)) return false;
  double sx = f->size[i1][j], sy = f->size[i2][j], u = f->size[i][j1], v = f->size[i][j2];
  double reach[2] = {a[i1] * sy + a[i2] * sx, b[j1] * v + b[j2] * u}, less[2] = {sx + sy, u + v};
  double along[2] = {x * f->shift1[0][i2] - y * f->shift1[0][i1], x * f->shift2[0][i2] - y * f->shift2[0][i1]};
  complete(axes, x * f->p[i2] - y * f->p[i1], reach, less, along, sqrt(square), axis);
  return true;
}

/* Fills in the axis axes->next, and moves it on.  Returns false if there is none left. */
static bool nextBoxAxis(qmboxAxes *axes, qmboxAxis *axis) {
  for (; axes->next < BOX_AXES; axes->next++) {
    int k = axes->next;
    if (k < 3) { /* many pairs need no more than the first */
      makeRow(axes, k);
      measureFaceA(axes, k, axis);
    } else if (k < BOX_FACES) {
      makeColumn(axes, k - 3);
      measureFaceB(axes, k - 3, axis);
    } else if (!measureEdges(axes, (k - BOX_FACES) / 3, (k - BOX_FACES) % 3, axis)) {
      continue;
    }
    axes->next++;
    return true;
  }
  return false;
}

/* Writes the direction of an axis, of any length. */
static void boxDirection(const qmboxAxes *axes, int number, double direction[3]) {
  const qmboxStartPose *a = axes->startPose[0], *b = axes->startPose[1];
  int edges = number - BOX_FACES;
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

/* ------------------------------------------------------------------ any two */

bool qmboxHaveAxes(const qmboxStartPose *posed1, const qmboxStartPose *posed2) {
  return posed1->kind != QMBOX_POSE_NONE && posed2->kind != QMBOX_POSE_NONE && !(isPlane(posed1) && isPlane(posed2));
}

bool qmboxAxesSuffice(const qmboxStartPose *posed1, const qmboxStartPose *posed2) {
  if (!qmboxHaveAxes(posed1, posed2)) return false;
  if (isPlane(posed1) || isPlane(posed2) || qmboxHaveNearestWay(posed1, posed2)) return true;
  return !(posed1->radius > 0 || posed2->radius > 0);
}

/* Adds the displacement of a solid's centre from its core's; the allowance is negative for the second. */
static void towardsCore(const qmboxStartPose *posed, double allowance, double side[3]) {
  if (!(posed->inner > 0)) return;
  double part = allowance > 0 ? qmboxMin(1, allowance / posed->inner) : qmboxMax(-1, allowance / posed->inner);
  for (int i = 0; i < 3; i++) side[i] += part * posed->outwards[i];
}

void qmboxBeginAxes(const qmboxStartPose *posed1, const qmboxStartPose *posed2, const double allowance[2],
                    const double shift1[3], const double shift2[3], qmboxAxes *axes) {
  axes->startPose[0] = posed1;
  axes->startPose[1] = posed2;
  axes->shift[0] = shift1;
  axes->shift[1] = shift2;
  axes->rounding = posed1->rounding + posed2->rounding;
  axes->boxes = isBox(posed1) && isBox(posed2);
  axes->next = 0;
  for (int k = 0; k < 2; k++) axes->allowance[k] = allowance[k];
  if (isPlane(posed1) || isPlane(posed2)) return;
  for (int i = 0; i < 3; i++) axes->side[i] = axes->way[i] = posed2->centre[i] - posed1->centre[i];
  for (int k = 0; k < 2; k++) towardsCore(axes->startPose[k], k == 0 ? allowance[0] : -allowance[1], axes->side);
}

/* ------------------------------------------------------------------ directions */

static int faceCount(const qmboxStartPose *posed) {
  return isBox(posed) ? 3 : posed->hasFace;
}

static const double *faceOf(const qmboxStartPose *posed, int number) {
  return isBox(posed) ? posed->edge[number] : posed->face;
}

static bool crossed(const double u[3], const double v[3], double direction[3]) {
  qmboxCross(u, v, direction);
  return qmboxMakeUnit(direction, PARALLEL);
}

/* How many axes lie in the planes of two triangles: they separate those that share one plane. */
static int countInPlanes(const qmboxAxes *axes) {
  const qmboxStartPose *first = axes->startPose[0], *second = axes->startPose[1];
  return first->corners == 3 && second->corners == 3 ? first->edges + second->edges : 0;
}

static bool crossEdges(const qmboxAxes *axes, int number, double direction[3]) {
  const qmboxStartPose *first = axes->startPose[0], *second = axes->startPose[1];
  int crosses = first->edges * second->edges;
  if (number < crosses) {
    return crossed(first->edge[number / second->edges], second->edge[number % second->edges], direction);
  }
  number -= crosses;
  if (number < first->edges) return crossed(first->face, first->edge[number], direction);
  return crossed(second->face, second->edge[number - first->edges], direction);
}

static void copy(const double from[3], double to[3]) {
  for (int i = 0; i < 3; i++) to[i] = from[i];
}

/* Writes the direction with this number: of a plane; else the way between centres or nearest points, faces of the
   first, of the second, edges with edges.  Returns false if it has no length. */
static bool directionOf(const qmboxAxes *axes, int number, double direction[3]) {
  const qmboxStartPose *first = axes->startPose[0], *second = axes->startPose[1];
  if (isPlane(first) || isPlane(second)) {
    copy(isPlane(first) ? first->edge[0] : second->edge[0], direction);
    return true;
  }
  if (number == 0) {
    if (qmboxHaveNearestWay(first, second)) {
      qmboxNearestWay(first, second, axes->way, direction);
    } else {
      copy(axes->side, direction);
    }
    return qmboxMakeUnit(direction, 0);
  }
  if (number <= faceCount(first)) {
    copy(faceOf(first, number - 1), direction);
    return true;
  }
  number -= 1 + faceCount(first);
  if (number >= faceCount(second)) return crossEdges(axes, number - faceCount(second), direction);
  copy(faceOf(second, number), direction);
  return true;
}

static int countOf(const qmboxAxes *axes) {
  const qmboxStartPose *first = axes->startPose[0], *second = axes->startPose[1];
  if (isPlane(first) || isPlane(second)) return 1;
  return 1 + faceCount(first) + faceCount(second) + first->edges * second->edges + countInPlanes(axes);
}

/* ------------------------------------------------------------------ gaps */

/* Measures the reach of one of the two towards the other; `outward` is that way.  A plane reaches to itself, and less
   far by its allowance. */
static void measureReach(const qmboxAxes *axes, int k, const double outward[3], qmboxAxis *axis) {
  double shrinks;
  axis->reach[k] = 0;
  axis->less[k] = axes->allowance[k];
  if (isPlane(axes->startPose[k])) return;
  axis->reach[k] = qmboxReach(axes->startPose[k], outward, &shrinks);
  axis->less[k] = axes->allowance[k] * shrinks;
}

static double signOf(const qmboxAxes *axes, const double direction[3]) {
  if (isPlane(axes->startPose[0])) return 1; /* its normal points out of it */
  if (isPlane(axes->startPose[1])) return -1;
  return qmboxDot(direction, axes->side) < 0 ? -1 : 1;
}

/* Displacement from the first centre to the second, or from or to a plane. */
static double distanceAlong(const qmboxAxes *axes, const double direction[3], double sign) {
  for (int k = 0; k < 2; k++) {
    if (isPlane(axes->startPose[k]))
      return qmboxDot(direction, axes->startPose[1 - k]->centre) - axes->startPose[k]->radius;
  }
  return sign * qmboxDot(direction, axes->way);
}

static void measure(const qmboxAxes *axes, const double direction[3], qmboxAxis *axis) {
  double outward[2][3];
  axis->sign = signOf(axes, direction);
  for (int i = 0; i < 3; i++) {
    outward[0][i] = axis->sign * direction[i];
    outward[1][i] = -outward[0][i];
  }
  for (int k = 0; k < 2; k++) {
    measureReach(axes, k, outward[k], axis);
    axis->along[k] = qmboxDot(outward[0], axes->shift[k]);
  }
  axis->gap = distanceAlong(axes, direction, axis->sign) - axis->reach[0] - axis->reach[1] - axes->rounding;
  axis->slope = axis->less[0] + axis->less[1];
}

bool qmboxNextAxis(qmboxAxes *axes, qmboxAxis *axis) {
  if (axes->boxes) return nextBoxAxis(axes, axis);
  double direction[3];
  for (int count = countOf(axes); axes->next < count;) {
    axis->number = axes->next++;
    if (!directionOf(axes, axis->number, direction)) continue;
    measure(axes, direction, axis);
    return true;
  }
  return false;
}

bool qmboxIsOfEdges(const qmboxAxes *axes, const qmboxAxis *axis) {
  int faces = faceCount(axes->startPose[0]) + faceCount(axes->startPose[1]);
  return axis->number >= (axes->boxes ? faces : faces + 1);
}

void qmboxAxisNormal(const qmboxAxes *axes, const qmboxAxis *axis, double normal[3]) {
  if (axes->boxes) {
    boxDirection(axes, axis->number, normal);
    (void)qmboxMakeUnit(normal, 0);
  } else {
    (void)directionOf(axes, axis->number, normal);
  }
  for (int i = 0; i < 3; i++) normal[i] *= axis->sign;
}
