/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The velocities by which ODE's next steps take a body to a pose.
 *
 * A step of length t turns a body by q + t/2 (0, w) q, normalised: about w, by the angle 2 atan(t |w| / 2).  In
 * finite rotation mode it turns by t |w|.  With a finite rotation axis f it turns first by t f . w about f and then
 * by q + t/4 (0, w - (f . w) f) q, normalised (a half of what the angular velocity is: ODE halves t before it).  So
 * the turn that is wanted is taken apart into a twist about f and a swing about an axis at right angles to f, which
 * is unique.
 */

#include <math.h>
#include <stdbool.h>

#include "util/arithmetic.h"
#include "util/warning.h"
#include "qmbox.h"
#include "util/real.h"

/* A turn by so nearly half a turn in one step, as the cosine of its half, is not made: its speed would be lost in
 * rounding. */
#define LEAST_COSINE 1e-6

/* Returns the angle of the turn from the body's rotation to this one, 0 to pi, and its axis. */
static double turnTo(dBodyID body, const dReal to[4], double axis[3]) {
  const dReal *from = dBodyGetQuaternion(body);
  double turn[4], length = 0, sine;
  turn[0] = (double)(to[0] * from[0] + to[1] * from[1] + to[2] * from[2] + to[3] * from[3]);
  turn[1] = (double)(to[1] * from[0] - to[0] * from[1] - to[2] * from[3] + to[3] * from[2]);
  turn[2] = (double)(to[2] * from[0] - to[0] * from[2] - to[3] * from[1] + to[1] * from[3]);
  turn[3] = (double)(to[3] * from[0] - to[0] * from[3] - to[1] * from[2] + to[2] * from[1]);
  for (int i = 0; i < 4; i++) length += turn[i] * turn[i];
  sine = sqrt(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
  for (int i = 0; i < 3; i++) axis[i] = sine > 0 ? (turn[0] < 0 ? -1 : 1) * turn[i + 1] / sine : 0;
  return length > 0 ? 2 * atan2(sine, fabs(turn[0])) : 0;
}

/* Writes the angular velocity that turns a body by this angle about the axis in a step. */
static void plainSpin(dBodyID body, const double axis[3], double angle, double step, double spin[3]) {
  double speed = dBodyGetFiniteRotationMode(body) ? angle / step : 2 * tan(angle / 2) / step;
  for (int i = 0; i < 3; i++) spin[i] = speed * axis[i];
}

/* Does so where the body has a finite rotation axis.  Returns false if the swing is by nearly half a turn. */
static bool spinByTwist(const double finite[3], const double axis[3], double angle, double step, double spin[3]) {
  const double turn[4] = {cos(angle / 2), sin(angle / 2) * axis[0], sin(angle / 2) * axis[1], sin(angle / 2) * axis[2]};
  double along = 0, swing[3];
  for (int i = 0; i < 3; i++) along += finite[i] * turn[i + 1];
  double size = sqrt(turn[0] * turn[0] + along * along);
  if (!(size > LEAST_COSINE)) return false;
  /* turn = swing twist, twist = (turn[0], along f) / size: the swing's scalar part is `size` */
  double cosine = turn[0] / size, sine = along / size;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double cross = turn[j + 1] * finite[k] - turn[k + 1] * finite[j];
    swing[i] = cosine * turn[i + 1] - sine * (turn[0] * finite[i] + cross);
  }
  for (int i = 0; i < 3; i++) spin[i] = 2 * atan2(sine, cosine) / step * finite[i] + 4 * swing[i] / (size * step);
  return true;
}

/* Writes the angular velocity of each part.  Returns false if none turns the body so far. */
static bool findSpin(dBodyID body, const dReal quaternion[4], double step, int parts, double spin[3]) {
  double axis[3], finite[3], angle = turnTo(body, quaternion, axis) / parts;
  dVector3 given;
  dBodyGetFiniteRotationAxis(body, given);
  qmboxToDouble(given, finite, 3);
  if (!(cos(angle / 2) > LEAST_COSINE)) return false;
  if (dBodyGetFiniteRotationMode(body) && (finite[0] != 0 || finite[1] != 0 || finite[2] != 0)) {
    return spinByTwist(finite, axis, angle, step, spin);
  }
  plainSpin(body, axis, angle, step, spin);
  return true;
}

static const char *objection(dBodyID body, const dReal position[3], const dReal quaternion[4], dReal h, int parts) {
  double square = 0;
  if (!body) return "the body is null";
  if (!position || !quaternion) return "the position or the quaternion is null";
  for (int i = 0; i < 3; i++) {
    if (!isfinite((double)position[i])) return "the position is not finite";
  }
  for (int i = 0; i < 4; i++) square += (double)quaternion[i] * (double)quaternion[i];
  if (!(square > 0 && isfinite(square))) return "the quaternion is zero or not finite";
  if (!(h > 0 && h < dInfinity)) return "h is not positive and finite";
  if (parts < 0) return "parts is negative";
  return 0;
}

/* Sets the velocities of each part.  Returns false if none turns the body so far. */
static bool moveTo(dBodyID body, const dReal position[3], const dReal quaternion[4], dReal h, int parts) {
  double spin[3];
  if (!findSpin(body, quaternion, (double)h / parts, parts, spin)) return false;
  const dReal *from = dBodyGetPosition(body);
  dBodySetLinearVel(body, (position[0] - from[0]) / h, (position[1] - from[1]) / h, (position[2] - from[2]) / h);
  dBodySetAngularVel(body, (dReal)spin[0], (dReal)spin[1], (dReal)spin[2]);
  return true;
}

int qmboxBodyMoveTo(dBodyID body, const dReal position[3], const dReal quaternion[4], dReal h, int parts) {
  qmboxArithmetic arithmetic;
  qmboxSetArithmetic(&arithmetic);
  const char *reason = objection(body, position, quaternion, h, parts);
  if (!reason && !moveTo(body, position, quaternion, h, parts > 0 ? parts : 1)) {
    reason = "the turn is by half a turn in one part: more parts, or a nearer pose";
  }
  qmboxRestoreArithmetic(&arithmetic);
  if (reason) qmboxWarn("qmboxBodyMoveTo", reason);
  return !reason;
}
