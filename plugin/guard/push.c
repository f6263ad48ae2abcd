/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pairs that contact joints have not kept apart.
 *
 * With the point p and the normal n from the first to the second, arms r_k = p - x_k, and the speed s = n . (u_2 - u_1)
 * at which the two part there, u_k = v_k + w_k x r_k, an impulse j along n changes s by j K,
 *
 *     K = sum_k 1 / m_k + n . ((I_k^-1 (r_k x n)) x r_k)
 *
 * (D. Baraff, "Nonpenetrating rigid body simulation", Eurographics 1993 state of the art reports, section 8).
 */

#include "guard/push.h"

#include <math.h>
#include <string.h>

#include "moving/moves.h"
#include "guard/pairs.h"
#include "util/vector.h"

/* The two part by this part of their allowances in the next step. */
#define PUSH 0.3

/* A body hits another if the two approach with this part of the speed of its point there, or more. */
#define HEAD_ON 0.25

/* One of the two bodies, null if it has none. */
typedef struct qmboxPushed {
  dBodyID body;
  const double *arm;
  double inverseMass; /* 0 for what no impulse moves */
  double turn[3];     /* I^-1 (r x n): the angular velocity that an impulse of 1 gives */
} qmboxPushed;

/* R I^-1 R^T times a vector, with the rotation R of a quaternion. */
static void turnBy(const dReal quaternion[4], const dMass *mass, const double moment[3], double turn[3]) {
  dMatrix3 inverse, rotation;
  double own[3] = {0, 0, 0}, turned[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) turn[i] = 0;
  if (!dInvertPDMatrix(mass->I, inverse, 3)) return;
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) own[i] += (double)rotation[4 * k + i] * moment[k];
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) turned[i] += (double)inverse[4 * i + k] * own[k];
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) turn[i] += (double)rotation[4 * i + k] * turned[k];
  }
}

/* The inertia is that of the pose in which the body waits: with another the impulse could give it energy. */
static qmboxPushed pushedBy(const qmboxGuard *guard, int number, const double arm[3], const double normal[3]) {
  const qmboxGuardedBody *guarded = &guard->bodies.body[number];
  qmboxPushed pushed = {.body = guarded->start.body, .arm = arm};
  dQuaternion waiting;
  dMass mass;
  double moment[3];
  if (!pushed.body || dBodyIsKinematic(pushed.body)) return pushed;
  qmboxQuaternionAt(&guard->bodies, number, guarded->stop, waiting);
  dBodyGetMass(pushed.body, &mass);
  pushed.inverseMass = 1 / (double)mass.mass;
  qmboxCross(arm, normal, moment);
  turnBy(waiting, &mass, moment, pushed.turn);
  return pushed;
}

/* Writes the velocity of the point of the body at its arm. */
static void velocityOf(const qmboxPushed *pushed, double velocity[3]) {
  double linear[3], angular[3], across[3];
  memset(velocity, 0, 3 * sizeof *velocity);
  if (!pushed->body) return;
  for (int i = 0; i < 3; i++) {
    linear[i] = (double)dBodyGetLinearVel(pushed->body)[i];
    angular[i] = (double)dBodyGetAngularVel(pushed->body)[i];
  }
  qmboxCross(angular, pushed->arm, across);
  for (int i = 0; i < 3; i++) velocity[i] = linear[i] + across[i];
}

/* Returns what an impulse of 1 along the normal changes that speed by. */
static double easeOf(const qmboxPushed *pushed, const double normal[3]) {
  double across[3];
  qmboxCross(pushed->turn, pushed->arm, across);
  return pushed->inverseMass + qmboxDot(across, normal);
}

static void give(const qmboxPushed *pushed, const double normal[3], double impulse) {
  if (!(pushed->inverseMass > 0)) return;
  const dReal *v = dBodyGetLinearVel(pushed->body), *w = dBodyGetAngularVel(pushed->body);
  dReal linear[3], angular[3];
  for (int i = 0; i < 3; i++) {
    linear[i] = v[i] + (dReal)(impulse * pushed->inverseMass * normal[i]);
    angular[i] = w[i] + (dReal)(impulse * pushed->turn[i]);
  }
  if (!dBodyIsEnabled(pushed->body)) dBodyEnable(pushed->body); /* as a contact joint would wake it */
  dBodySetLinearVel(pushed->body, linear[0], linear[1], linear[2]);
  dBodySetAngularVel(pushed->body, angular[0], angular[1], angular[2]);
}

static void pushPair(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  const double *normal = pair->pushNormal;
  qmboxPushed pushed[2];
  double velocity[2][3];
  for (int k = 0; k < 2; k++) {
    pushed[k] = pushedBy(guard, guard->bodies.geom[pair->geom[k]].body, pair->arm[k], normal);
    velocityOf(&pushed[k], velocity[k]);
  }
  double wanted = PUSH * pair->allowances / guard->bodies.length;
  double parting = qmboxDot(velocity[1], normal) - qmboxDot(velocity[0], normal), lacking = wanted - parting;
  double ease = easeOf(&pushed[0], normal) + easeOf(&pushed[1], normal);
  if (!(lacking > 0 && ease > 0 && isfinite(lacking))) return;
  give(&pushed[0], normal, -lacking / ease);
  give(&pushed[1], normal, lacking / ease);
  for (int k = 0; k < 2; k++) {
    qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    double speed = sqrt(qmboxDot(velocity[k], velocity[k]));
    body->hits = body->hits || -parting > HEAD_ON * speed;
  }
}

void qmboxNotePush(const qmboxGuard *guard, qmboxGuardedPair *pair) {
  if (pair->pushed || !(pair->touches || qmboxHasSkin(pair)) || !pair->placed) return;
  pair->pushed = true;
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
