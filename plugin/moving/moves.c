/* SPDX-License-Identifier: BSD-3-Clause */

#include "moving/moves.h"

#include <math.h>
#include <string.h>

#include "ode/erp_scaling.h"
#include "util/real.h"

/* A turn by nearly half a turn begins as fast as there is. */
#define LEAST_COSINE 1e-8
#define ANY_SPIN 1e150

/* The sine of a turn is found to within this from its cosine, which is rounded. */
#define SINE_ERROR (16 * sqrt((double)QMBOX_EPSILON))

/* Speeds of turns are larger by this part, for their roundings. */
#define SPIN_ERROR (4096 * (double)QMBOX_EPSILON)

/*
 * Returns the greatest speed of a turn along p(s) = (1 - s) a + s k b, of unit quaternions with this cosine, s from 0
 * to 1.  The speed is 2 |a ^ k b| / |p|^2, and p is shortest at an end or where it is across its way.
 */
static double spinInPace(double pace, double cosine) {
  double sine = sqrt(fmax(0, 1 - cosine * cosine)), way = 1 + pace * pace - 2 * pace * cosine;
  double part = way > 0 ? fmax(0, fmin(1, (1 - pace * cosine) / way)) : 0;
  double square = (1 - part) * (1 - part) + 2 * part * (1 - part) * pace * cosine + part * part * pace * pace;
  return fmin(ANY_SPIN, (1 + SPIN_ERROR) * 2 * pace * (sine + SINE_ERROR) / square);
}

static double squareOf(const dReal q[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += (double)q[i] * (double)q[i];
  return square;
}

double qmboxChordOf(const dReal from[4], const dReal to[4]) {
  double minus = 0, plus = 0, lengths = sqrt(squareOf(from) * squareOf(to));
  for (int i = 0; i < 4; i++) {
    double difference = (double)to[i] - (double)from[i], sum = (double)to[i] + (double)from[i];
    minus += difference * difference;
    plus += sum * sum;
  }
  /* For unit quaternions |q1 -+ q0| = 2 sin(angle / 4), and 2 sin(angle / 2) <= 2 |q1 -+ q0|.  For others the square is
     (|q1| - |q0|)^2 larger than |q1| |q0| times the unit ones'. */
  return fmin(2, 2 * sqrt(fmin(minus, plus) / lengths));
}

/*
 * Measures the turn between two quaternions, which are unit except for their rounding: float rounding is seen.  The
 * path turns by the angle 2 atan(t / length tan(angle / 2)), which grows no faster than at its beginning.  In finite
 * rotation mode a body turns as far and as fast as there is.
 */
static void measureTurn(qmboxGuardedBody *body, double length) {
  const dReal *from = body->start.quaternion, *to = body->end.quaternion;
  double cosine = 0;
  body->chord = 2;
  body->spin = ANY_SPIN;
  body->finite = dBodyGetFiniteRotationMode(body->start.body) != 0;
  if (body->finite) return;
  for (int i = 0; i < 4; i++) cosine += (double)to[i] * (double)from[i];
  double lengths = sqrt(squareOf(from) * squareOf(to));
  body->chord = qmboxChordOf(from, to);
  if (body->end.pace > 0) {
    body->spin = spinInPace(body->end.pace, fmin(1, fabs(cosine) / lengths)) / length;
    return;
  }
  if (fabs(cosine) > LEAST_COSINE * lengths) body->spin = body->chord * lengths / fabs(cosine) / length;
}

bool qmboxIsFinitePose(const qmboxPose *pose) {
  double sum = 0; /* of zeros; of what is not finite times zero it is not a number */
  for (int i = 0; i < 3; i++) sum += 0 * (double)pose->position[i];
  for (int i = 0; i < 4; i++) sum += 0 * (double)pose->quaternion[i];
  return sum == 0;
}

/* Puts a body that the step has put where there are no numbers back to where it started, and reports it. */
static void takeBack(qmboxBodies *bodies, qmboxGuardedBody *body, int number) {
  bodies->unguarded++;
  qmboxPlaceBody(bodies, number, 0);
  body->end = qmboxPresentPose(body->start.body);
}

void qmboxMeasureMove(qmboxBodies *bodies, int number) {
  qmboxGuardedBody *body = &bodies->body[number];
  body->stop = bodies->length;
  body->stops = 0;
  body->blocked = body->hits = body->finite = false;
  body->moves = memcmp(body->start.position, body->end.position, 3 * sizeof(dReal)) != 0 ||
                memcmp(body->start.quaternion, body->end.quaternion, 4 * sizeof(dReal)) != 0;
  double square = 0;
  for (int k = 0; k < 3; k++) {
    body->shift[k] = (double)body->end.position[k] - (double)body->start.position[k];
    square += body->shift[k] * body->shift[k];
  }
  body->way = sqrt(square);
  body->chord = body->spin = 0;
  if (body->moves) measureTurn(body, bodies->length);
}

void qmboxMeasureMoves(qmboxBodies *bodies) {
  bodies->body[0].stop = bodies->length;
  for (int i = 1; i < bodies->bodyCount; i++) {
    qmboxGuardedBody *body = &bodies->body[i];
    body->end = qmboxPresentPose(body->start.body);
    if (!qmboxIsFinitePose(&body->end)) takeBack(bodies, body, i);
    body->changed = true;
    qmboxMeasureMove(bodies, i);
  }
}

/* Returns true if a step has turned a body in a way that is not known.  One that is disabled has not been turned, but
   for a last bit of its quaternion where a step was taken back. */
static bool isTurnUnknown(const qmboxBodies *bodies, const qmboxGuardedBody *body) {
  return dBodyIsEnabled(body->start.body) && !qmboxTurnIsKnown(&body->start, &body->end, bodies->length);
}

void qmboxFindTurns(qmboxBodies *bodies, double part) {
  for (int i = 1; i < bodies->bodyCount; i++) {
    qmboxGuardedBody *body = &bodies->body[i];
    if (!body->finite) continue;
    dReal damping = dBodyGetAngularDamping(body->start.body);
    if (part < 1) body->end.damping = 1 - (double)qmboxPartOfDamping(damping, part);
    if (isTurnUnknown(bodies, body)) bodies->unguarded++;
  }
}

/* Sets a quaternion that has been normalised.  dBodySetQuaternion() normalises it again, which may change its last bit,
   and there is no other function that sets it: so it is written where ODE returns it. */
void qmboxSetQuaternion(dBodyID body, const dReal *quaternion) {
  dBodySetQuaternion(body, quaternion);
  memcpy((dReal *)dBodyGetQuaternion(body), quaternion, sizeof(dQuaternion));
  dRfromQ((dReal *)dBodyGetRotation(body), quaternion);
}

void qmboxQuaternionAt(const qmboxBodies *bodies, int number, double time, dQuaternion quaternion) {
  const qmboxGuardedBody *body = &bodies->body[number];
  if (time <= 0 || time >= bodies->length) {
    memcpy(quaternion, time <= 0 ? body->start.quaternion : body->end.quaternion, sizeof(dQuaternion));
  } else {
    qmboxQuaternionTaken(&body->start, &body->end, bodies->length, time, quaternion);
    dNormalize4(quaternion);
  }
}

void qmboxPlaceBody(const qmboxBodies *bodies, int number, double time) {
  const qmboxGuardedBody *body = &bodies->body[number];
  const dReal *from = body->start.position, *to = body->end.position;
  double part = time / bodies->length;
  dVector3 position;
  dQuaternion quaternion;
  for (int i = 0; i < 3; i++) {
    position[i] = (dReal)((double)from[i] + part * body->shift[i]);
    if (time <= 0) position[i] = from[i];
    if (time >= bodies->length) position[i] = to[i];
  }
  qmboxQuaternionAt(bodies, number, time, quaternion);
  dBodySetPosition(body->start.body, position[0], position[1], position[2]);
  qmboxSetQuaternion(body->start.body, quaternion);
}
