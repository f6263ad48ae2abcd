/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/impulses.h"

#include <math.h>
#include <string.h>

#include "util/real.h"

/* A row is solved when it changes its speed by no more than this part of what it wants and of what it was, added up. */
#define SETTLED 1e-3

void qmboxMakeMass(dBodyID body, const dReal quaternion[4], bool heavy, qmboxMass *mass) {
  dMatrix3 inverse, rotation;
  dMass own;
  memset(mass, 0, sizeof *mass);
  if (!body) return;
  for (int i = 0; i < 3; i++) {
    mass->velocity[i] = (double)dBodyGetLinearVel(body)[i];
    mass->spin[i] = (double)dBodyGetAngularVel(body)[i];
  }
  if (heavy || dBodyIsKinematic(body)) return;
  dBodyGetMass(body, &own);
  if (!dInvertPDMatrix(own.I, inverse, 3)) return;
  mass->inverseMass = 1 / (double)own.mass;
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 9; k++) {
        int a = k / 3, b = k % 3;
        mass->inertia[i][j] += (double)rotation[4 * i + a] * (double)inverse[4 * a + b] * (double)rotation[4 * j + b];
      }
    }
  }
}

double qmboxSpeedOfPoint(const qmboxMass *mass, const double arm[3]) {
  double across[3], square = 0;
  qmboxCross(mass->spin, arm, across);
  for (int i = 0; i < 3; i++) square += (mass->velocity[i] + across[i]) * (mass->velocity[i] + across[i]);
  return sqrt(square);
}

/* Finds what impulses of a row do: they are given many times. */
static void prepare(qmboxRow *row, const qmboxMass *mass) {
  row->ease = 0;
  for (int k = 0; k < 2; k++) {
    const qmboxMass *body = &mass[row->body[k]];
    qmboxCross(row->arm[k], row->normal, row->moment[k]);
    for (int i = 0; i < 3; i++) row->turn[k][i] = qmboxDot(body->inertia[i], row->moment[k]);
    row->ease += body->inverseMass + qmboxDot(row->turn[k], row->moment[k]);
  }
}

static double partingSpeed(const qmboxRow *row, const qmboxMass *mass) {
  const qmboxMass *one = &mass[row->body[0]], *other = &mass[row->body[1]];
  double first = qmboxDot(one->velocity, row->normal) + qmboxDot(one->spin, row->moment[0]);
  double second = qmboxDot(other->velocity, row->normal) + qmboxDot(other->spin, row->moment[1]);
  return second - first;
}

double qmboxPartingSpeed(const qmboxRow *row, const qmboxMass *mass) {
  qmboxRow prepared = *row;
  prepare(&prepared, mass);
  return partingSpeed(&prepared, mass);
}

static void give(const qmboxRow *row, qmboxMass *mass, double impulse) {
  for (int k = 0; k < 2; k++) {
    qmboxMass *body = &mass[row->body[k]];
    double signedImpulse = k ? impulse : -impulse;
    if (!(body->inverseMass > 0)) continue;
    double push = signedImpulse * body->inverseMass;
    body->velocity[0] += push * row->normal[0]; /* gcc -O2 leaves loops of three as they are */
    body->velocity[1] += push * row->normal[1];
    body->velocity[2] += push * row->normal[2];
    body->spin[0] += signedImpulse * row->turn[k][0];
    body->spin[1] += signedImpulse * row->turn[k][1];
    body->spin[2] += signedImpulse * row->turn[k][2];
  }
}

/* Solves a row alone.  Returns by how much its speed has changed, in parts of what is to be reached. */
static double solveRow(qmboxRow *row, qmboxMass *mass) {
  double speed = partingSpeed(row, mass);
  if (!(row->ease > 0) || !isfinite(speed)) return 0;
  double impulse = row->impulse + (row->wanted - speed) / row->ease;
  if (!(impulse > 0)) impulse = 0;
  double change = impulse - row->impulse;
  if (change == 0) return 0;
  row->impulse = impulse;
  give(row, mass, change);
  return fabs(change * row->ease) / (fabs(row->wanted) + fabs(speed));
}

void qmboxGiveImpulses(qmboxRow *row, int rows, qmboxMass *mass) {
  for (int i = 0; i < rows; i++) {
    prepare(&row[i], mass);
    give(&row[i], mass, row[i].impulse);
  }
}

/* Returns true if a body of a row has changed since the row was solved. */
static bool isStirred(const qmboxRow *row, const qmboxMass *mass) {
  return mass[row->body[0]].stirred > row->solved || mass[row->body[1]].stirred > row->solved;
}

/* Notes that a row has been solved now, and whether that changed its bodies by much. */
static void noteSolved(qmboxRow *row, qmboxMass *mass, bool changed, long now) {
  row->solved = now;
  for (int k = 0; k < 2; k++) {
    qmboxMass *body = &mass[row->body[k]];
    if (changed && body->inverseMass > 0) body->stirred = now;
  }
}

long qmboxSolveRows(qmboxRow *row, int rows, qmboxMass *mass, int sweeps) {
  const long start = 1;
  long now = start;
  bool changed = true;
  for (int i = 0; i < rows; i++) {
    prepare(&row[i], mass);
    row[i].solved = 0;
    for (int k = 0; k < 2; k++) mass[row[i].body[k]].stirred = now;
  }
  for (int sweep = 0; sweep < sweeps && changed; sweep++) {
    changed = false;
    for (int i = 0; i < rows; i++) {
      if (!isStirred(&row[i], mass)) continue;
      bool much = solveRow(&row[i], mass) > SETTLED;
      noteSolved(&row[i], mass, much, ++now);
      changed = changed || much;
    }
  }
  for (int i = 0; i < rows; i++) mass[row[i].body[0]].stirred = mass[row[i].body[1]].stirred = 0;
  return now - start;
}
