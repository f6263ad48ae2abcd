/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The turn is about one axis (taken.c), and the one from the middle to either end is the unit quaternion b a* with
 * the scalar part cos A/2 and the vector part w sin A/2: sin A w is twice the product of the two, 1 - cos A twice the
 * square of the latter.
 */

#include "broad/swept.h"

#include <math.h>

#include "util/real.h"

/* Places are rounded by this part of the largest coordinate. */
#define PLACE_ERROR (1024 * QMBOX_EPSILON)

/* Edges whose cross product is shorter are taken for parallel. */
#define PARALLEL 1e-6

/* ------------------------------------------------------------------ turns */

/* Writes sin A w of the turn between two unit quaternions.  Returns 1 - cos A; more than 1 if A is above 90 degrees. */
static double turnBetween(const double a[4], const double b[4], double turn[3]) {
  double cosine = a[0] * b[0] + qmboxDot(a + 1, b + 1), v[3];
  qmboxCross(a + 1, b + 1, v);
  for (int i = 0; i < 3; i++) {
    v[i] += a[0] * b[1 + i] - b[0] * a[1 + i];
    turn[i] = 2 * cosine * v[i];
  }
  return 2 * qmboxDot(v, v);
}

/* ------------------------------------------------------------------ boxes */

static void setMove(qmboxSweptBox *swept, int number, const double move[3]) {
  for (int i = 0; i < 3; i++) swept->move[i][number] = move[i];
}

/* Sets the frame in the middle, and how the turn from there moves the box.  Returns false if it turns too far. */
static bool setTurn(const qmboxMoving *solid, const double middle[3], double from, double to, qmboxSweptBox *swept) {
  double start[4], at[4], end[4], turn[2][3], r[3][3], moved[3];
  if (!qmboxQuaternionOfMoving(solid, from, start) || !qmboxQuaternionOfMoving(solid, 0.5 * (from + to), at) ||
      !qmboxQuaternionOfMoving(solid, to, end)) {
    return false;
  }
  double bent[2] = {turnBetween(at, start, turn[0]), turnBetween(at, end, turn[1])};
  int most = bent[1] > bent[0];
  qmboxRotationBy(at, r);
  for (int i = 0; i < 3; i++) {
    const double edge[3] = {r[0][i], r[1][i], r[2][i]};
    swept->centre[i] = qmboxDot(middle, r[i]);
    setMove(swept, QMBOX_EDGE + i, edge);
    qmboxCross(turn[most], edge, moved);
    setMove(swept, QMBOX_TURN + i, moved);
  }
  qmboxCross(turn[most], swept->centre, moved);
  setMove(swept, QMBOX_ASIDE, moved);
  swept->ball = bent[most] * solid->radius;
  return bent[most] < 1;
}

static void moveOf(const qmboxSweptBox *swept, int number, double move[3]) {
  for (int i = 0; i < 3; i++) move[i] = swept->move[i][number];
}

/* Notes how far the box moves along each of its edges. */
static void noteOwnMoves(qmboxSweptBox *swept) {
  double edge[3], part[QMBOX_MOVES];
  for (int j = 0; j < 3; j++) {
    moveOf(swept, QMBOX_EDGE + j, edge);
    for (int k = 0; k < QMBOX_MOVES; k++) {
      part[k] = fabs(edge[0] * swept->move[0][k] + edge[1] * swept->move[1][k] + edge[2] * swept->move[2][k]);
    }
    swept->turned[j] = part[QMBOX_TURN] + part[QMBOX_TURN + 1] + part[QMBOX_TURN + 2];
    swept->aside[j] = part[QMBOX_TURN] * swept->half[0] + part[QMBOX_TURN + 1] * swept->half[1] +
                      part[QMBOX_TURN + 2] * swept->half[2] + part[QMBOX_ASIDE] + part[QMBOX_WAY];
  }
}

bool qmboxSweepBox(const qmboxGuardedBody *body, const qmboxMoving *solid, const double middle[3], const double half[3],
                   double from, double to, double length, qmboxSweptBox *swept) {
  double size = solid->radius;
  if (!setTurn(solid, middle, from, to, swept)) return false;
  swept->longest = half[0] > half[1] ? 0 : 1;
  if (half[2] > half[swept->longest]) swept->longest = 2;
  for (int i = 0; i < 3; i++) {
    double x = solid->body.motion.rigid.position[i][0], shift = solid->moves ? body->shift[i] : 0;
    swept->half[i] = half[i];
    swept->centre[i] += x + shift * (0.5 * (from + to) / length);
    swept->move[i][QMBOX_WAY] = shift * (0.5 * (to - from) / length);
    size += fabs(x) + fabs(shift);
  }
  swept->ball += PLACE_ERROR * size;
  noteOwnMoves(swept);
  return true;
}

/* Writes how much of each move a box reaches that is smaller by `less` on every side. */
static void weigh(const qmboxSweptBox *swept, double less, double weight[QMBOX_MOVES]) {
  for (int k = 0; k < 3; k++) weight[QMBOX_EDGE + k] = weight[QMBOX_TURN + k] = swept->half[k] - less;
  weight[QMBOX_ASIDE] = weight[QMBOX_WAY] = 1;
}

/* Adds eight numbers, pair by pair: so they can be added in lanes. */
static double sumOf(const double x[QMBOX_MOVES]) {
  return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

bool qmboxBoundSwept(const qmboxSweptBox *swept, qmboxBox *bounds) {
  double weight[QMBOX_MOVES], part[QMBOX_MOVES];
  weigh(swept, 0, weight);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < QMBOX_MOVES; j++) part[j] = weight[j] * fabs(swept->move[i][j]);
    double reach = sumOf(part) + swept->ball;
    bounds->min[i] = swept->centre[i] - reach;
    bounds->max[i] = swept->centre[i] + reach;
    if (!(bounds->min[i] <= bounds->max[i])) return false;
  }
  return true;
}

/* ------------------------------------------------------------------ two of them */

/* Two swept boxes, and the way from one to the other. */
typedef struct qmboxSweptTwo {
  const qmboxSweptBox *box[2];
  double less[2], weight[2][QMBOX_MOVES], way[3], ball;
} qmboxSweptTwo;

static double reachOf(const qmboxSweptTwo *two, int k, const double n[3]) {
  const double *x = two->box[k]->move[0], *y = two->box[k]->move[1], *z = two->box[k]->move[2];
  const double *weight = two->weight[k];
  double part[QMBOX_MOVES];
  for (int j = 0; j < QMBOX_MOVES; j++) part[j] = weight[j] * fabs(n[0] * x[j] + n[1] * y[j] + n[2] * z[j]);
  return sumOf(part);
}

/* Returns true if they are apart along a vector of this length, along which they reach as far as `least` at least. */
static bool areApartAlong(const qmboxSweptTwo *two, const double n[3], double length) {
  double distance = fabs(qmboxDot(n, two->way)) - two->ball * length;
  return distance > 0 && distance > reachOf(two, 0, n) + reachOf(two, 1, n);
}

static bool areApartAlongFaces(const qmboxSweptTwo *two, int k) {
  double n[3];
  for (int j = 0; j < 3; j++) {
    const qmboxSweptBox *box = two->box[k];
    moveOf(box, QMBOX_EDGE + j, n);
    double own = box->half[j] - two->less[k] + box->aside[j] - two->less[k] * box->turned[j];
    double distance = fabs(qmboxDot(n, two->way)) - two->ball;
    if (distance > own && distance > own + reachOf(two, 1 - k, n)) return true;
  }
  return false;
}

static bool areApartAcross(const qmboxSweptTwo *two, const double a[3], const double b[3]) {
  double n[3];
  qmboxCross(a, b, n);
  double square = qmboxDot(n, n);
  return square > PARALLEL * PARALLEL * qmboxDot(a, a) * qmboxDot(b, b) && areApartAlong(two, n, sqrt(square));
}

bool qmboxSweptApart(const qmboxSweptBox *one, const qmboxSweptBox *other, const double less[2]) {
  qmboxSweptTwo two = {.box = {one, other}, .less = {less[0], less[1]}, .ball = one->ball + other->ball};
  double edge[2][3], way[3];
  for (int i = 0; i < 3; i++) two.way[i] = other->centre[i] - one->centre[i];
  for (int k = 0; k < 2; k++) weigh(two.box[k], less[k], two.weight[k]);
  if (areApartAlongFaces(&two, 0) || areApartAlongFaces(&two, 1)) return true;
  for (int k = 0; k < 2; k++) moveOf(two.box[k], QMBOX_EDGE + two.box[k]->longest, edge[k]);
  moveOf(two.box[0], QMBOX_WAY, way);
  return areApartAcross(&two, edge[0], edge[1]) || areApartAcross(&two, way, edge[1]) ||
         areApartAcross(&two, way, edge[0]);
}
