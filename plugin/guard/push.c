/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/push.h"

#include <math.h>
#include <string.h>

#include "moving/moves.h"
#include "guard/impulses.h"
#include "guard/pairs.h"

/* The two part by this part of their allowances in the next step. */
#define PUSH 0.3

/* A body hits another if the two approach with this part of the speed of its point there, or more. */
#define HEAD_ON 0.25

/* The inertia is at the pose in which the body waits: with another the impulse could give it energy. */
static qmboxMass massOf(const qmboxGuard *guard, int number) {
  const qmboxGuardedBody *guarded = &guard->bodies.body[number];
  dQuaternion waiting = {1, 0, 0, 0};
  qmboxMass mass;
  if (guarded->start.body) qmboxQuaternionAt(&guard->bodies, number, guarded->stop, waiting);
  qmboxMakeMass(guarded->start.body, waiting, false, &mass);
  return mass;
}

/* Gives a body its new velocities. */
static void give(dBodyID body, const qmboxMass *mass) {
  if (!(mass->inverseMass > 0)) return;
  if (!dBodyIsEnabled(body)) dBodyEnable(body); /* as a contact joint would wake it */
  dBodySetLinearVel(body, (dReal)mass->velocity[0], (dReal)mass->velocity[1], (dReal)mass->velocity[2]);
  dBodySetAngularVel(body, (dReal)mass->spin[0], (dReal)mass->spin[1], (dReal)mass->spin[2]);
}

static void pushPair(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  qmboxRow row = {.body = {0, 1}, .wanted = PUSH * pair->allowances / qmboxWholeLength(guard)};
  qmboxMass mass[2];
  double speed[2];
  memcpy(row.normal, pair->pushNormal, sizeof row.normal);
  memcpy(row.arm, pair->arm, sizeof row.arm);
  for (int k = 0; k < 2; k++) {
    mass[k] = massOf(guard, guard->bodies.geom[pair->geom[k]].body);
    speed[k] = qmboxSpeedOfPoint(&mass[k], pair->arm[k]);
  }
  double parting = qmboxPartingSpeed(&row, mass);
  qmboxSolveRows(&row, 1, mass, 1);
  if (!(row.impulse > 0)) return;
  for (int k = 0; k < 2; k++) {
    qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    give(body->start.body, &mass[k]);
    body->hits = body->hits || -parting > HEAD_ON * speed[k];
  }
}

void qmboxNotePush(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  if (pair->pushed || pair->hit || !pair->placed) return;
  pair->pushed = pair->touches || qmboxHasSkin(pair);
  pair->hit = !pair->pushed;
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    double part = fmin(pair->meeting, body->stop) / guard->bodies.length;
    for (int i = 0; i < 3; i++) {
      pair->arm[k][i] = pair->point[i] - ((double)body->start.position[i] + part * body->shift[i]);
      pair->pushNormal[i] = pair->meetingNormal[i];
    }
  }
}

void qmboxPushApart(qmboxGuard *guard) {
  for (int i = 0; i < guard->pairs.pairCount; i++) {
    if (guard->pairs.pair[i].pushed) pushPair(guard, &guard->pairs.pair[i]);
  }
}
