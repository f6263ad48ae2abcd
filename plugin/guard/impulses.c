/* SPDX-License-Identifier: BSD-3-Clause */

/* Impulses that keep several pairs apart at once. */

#include "guard/impulses.h"

#include <math.h>
#include <string.h>

#include "util/vector.h"

/* Sweeps end when no row changes a speed by more than this part of what it wants and of what it was, added up. */
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

/* Writes the change of spin by an impulse of 1 along the normal. */
static void turnBy(const qmboxMass *mass, const double arm[3], const double normal[3], double turn[3]) {
  double moment[3];
  qmboxCross(arm, normal, moment);
  for (int i = 0; i < 3; i++) turn[i] = qmboxDot(mass->inertia[i], moment);
}

static double speedAt(const qmboxMass *mass, const double arm[3], const double normal[3]) {
  double across[3];
  qmboxCross(mass->spin, arm, across);
  return qmboxDot(mass->velocity, normal) + qmboxDot(across, normal);
}

/* Returns what an impulse of 1 changes the speed of a body's point by. */
static double easeOf(const qmboxMass *mass, const double arm[3], const double normal[3]) {
  double turn[3], across[3];
  turnBy(mass, arm, normal, turn);
  qmboxCross(turn, arm, across);
  return mass->inverseMass + qmboxDot(across, normal);
}

static void give(qmboxMass *mass, const double arm[3], const double normal[3], double impulse) {
  double turn[3];
  if (!(mass->inverseMass > 0)) return;
  turnBy(mass, arm, normal, turn);
  for (int i = 0; i < 3; i++) {
    mass->velocity[i] += impulse * mass->inverseMass * normal[i];
    mass->spin[i] += impulse * turn[i];
  }
}

double qmboxSpeedOfPoint(const qmboxMass *mass, const double arm[3]) {
  double across[3], square = 0;
  qmboxCross(mass->spin, arm, across);
  for (int i = 0; i < 3; i++) square += (mass->velocity[i] + across[i]) * (mass->velocity[i] + across[i]);
  return sqrt(square);
}

double qmboxPartingSpeed(const qmboxRow *row, const qmboxMass *mass) {
  return speedAt(&mass[row->body[1]], row->arm[1], row->normal) -
         speedAt(&mass[row->body[0]], row->arm[0], row->normal);
}

/* Solves a row alone.  Returns by how much its speed has changed, in parts of what is to be reached. */
static double solveRow(qmboxRow *row, qmboxMass *mass) {
  qmboxMass *one = &mass[row->body[0]], *two = &mass[row->body[1]];
  double speed = qmboxPartingSpeed(row, mass);
  double ease = easeOf(one, row->arm[0], row->normal) + easeOf(two, row->arm[1], row->normal);
  if (!(ease > 0) || !isfinite(speed)) return 0;
  double impulse = fmax(row->impulse + (row->wanted - speed) / ease, 0), change = impulse - row->impulse;
  row->impulse = impulse;
  give(one, row->arm[0], row->normal, -change);
  give(two, row->arm[1], row->normal, change);
  return fabs(change * ease) / (fabs(row->wanted) + fabs(speed));
}

void qmboxSolveRows(qmboxRow *row, int rows, qmboxMass *mass, int sweeps) {
  double changed = 1;
  for (int sweep = 0; sweep < sweeps && changed > SETTLED; sweep++) {
    changed = 0;
    for (int i = 0; i < rows; i++) changed = fmax(changed, solveRow(&row[i], mass));
  }
}
