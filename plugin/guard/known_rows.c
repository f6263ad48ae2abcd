/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/known_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/real.h"

/* A row is forgotten if the points of the two bodies have come apart by more allowances than this, along the normal and
   across it. */
#define PARTED 1.0
#define SLID 2.0

/* Turns a vector out of a body's frame, or back into it. */
static void turn(const dQuaternion quaternion, const double from[3], bool back, double to[3]) {
  dMatrix3 rotation;
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    to[i] = 0;
    for (int j = 0; j < 3; j++) to[i] += (double)rotation[back ? 4 * j + i : 4 * i + j] * from[j];
  }
}

/* Returns the body in whose frame the normal is: 0 or 1. */
static int frameOf(const qmboxKnownRow *known) {
  return known->body[1] != 0;
}

/* Notes the points and the normal of a row in the frames of its bodies. */
static void bind(const qmboxRow *row, const qmboxRowPose pose[2], qmboxKnownRow *known) {
  memcpy(known->body, row->body, sizeof known->body);
  for (int k = 0; k < 2; k++) turn(pose[k].quaternion, row->arm[k], true, known->point[k]);
  turn(pose[frameOf(known)].quaternion, row->normal, true, known->normal);
}

void qmboxKeepRow(qmboxKnownRows *known, const qmboxRow *row, const qmboxRowPose pose[2], double allowances) {
  qmboxKnownRow *added = QMBOX_ADD(known->row, known->count, known->capacity);
  if (!added) return;
  added->allowances = allowances;
  bind(row, pose, added);
}

/* Writes where the point of a row is on a body. */
static void placePoint(const qmboxKnownRow *known, const qmboxRowPose pose[2], int k, double place[3]) {
  turn(pose[k].quaternion, known->point[k], false, place);
  for (int i = 0; i < 3; i++) place[i] += pose[k].position[i];
}

/* Makes a row of bodies in these poses.  Returns the gap of its points along the normal, and sets the square of that
   across it. */
static double release(const qmboxKnownRow *known, const qmboxRowPose pose[2], qmboxRow *row, double *across) {
  double place[2][3], way[3];
  memset(row, 0, sizeof *row);
  memcpy(row->body, known->body, sizeof row->body);
  turn(pose[frameOf(known)].quaternion, known->normal, false, row->normal);
  for (int k = 0; k < 2; k++) placePoint(known, pose, k, place[k]);
  for (int i = 0; i < 3; i++) way[i] = place[1][i] - place[0][i];
  double gap = qmboxDot(row->normal, way), first = known->body[0] == 0 ? 1 : known->body[1] == 0 ? 0 : 0.5;
  *across = 0;
  for (int i = 0; i < 3; i++) {
    double at = place[0][i] + first * way[i];
    *across += (way[i] - gap * row->normal[i]) * (way[i] - gap * row->normal[i]);
    for (int k = 0; k < 2; k++) row->arm[k][i] = at - pose[k].position[i];
  }
  return gap;
}

bool qmboxRecallRow(const qmboxKnownRow *known, const qmboxRowPose pose[2], double length, double left, qmboxRow *row) {
  double across, gap = release(known, pose, row, &across);
  row->wanted = (left - fmax(gap, 0)) / length;
  return gap < PARTED * known->allowances && across < SLID * SLID * known->allowances * known->allowances;
}

void qmboxLimitRow(qmboxRow *row, const qmboxRowPose meeting[2], const qmboxRowPose start[2], double length,
                   double left) {
  qmboxKnownRow known;
  double across;
  bind(row, meeting, &known);
  double gap = release(&known, start, row, &across);
  row->wanted = fmin(0, (left - fmax(gap, 0)) / length);
}

void qmboxForgetRows(qmboxKnownRows *known) {
  free(known->row);
  memset(known, 0, sizeof *known);
}
