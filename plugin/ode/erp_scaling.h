/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scales ERP, CFM and damping, which ODE applies once a step whatever its length, to a part of a step.
 *
 * ODE corrects errors of joints and contacts with the velocity erp * error / h and softens constraints by cfm / h, and
 * it damps by a factor per step, whatever the step's length.  A frame of length H that is cut at contacts has steps h
 * of any length, some very short: a joint that is off by a micrometre would be thrown back at 200 m/s by erp = 0.2 in
 * a step of a nanosecond.  So for a step h < H
 *
 *   erp, cfm          are scaled by h / H, the world's and every joint's own: erp * error / h and
 *                     cfm / h are then what they are in the whole step, and the parts together correct as much
 *   contacts          may have an erp of their own, which cannot be read or changed: the world's limit for the
 *                     correcting velocity is lowered to what the whole step would use for the deepest overlap
 *   damping           1 - k per step becomes (1 - k)^(h/H)
 *   auto-disabling    counts the first step of the frame only, taken back or not, which has the frame's whole length
 *
 * With h = H nothing is changed: the step is ODE's own to the bit.
 *
 * A slice of a frame is like a part of a frame in parts: each corrects errors by the whole ERP, qmboxShortenStep().
 * Springs stay as stiff as they are in the frame.
 */

#ifndef QMBOX_ERP_SCALING_H
#define QMBOX_ERP_SCALING_H

#include <stdbool.h>

#include "ode/world_state.h"

typedef struct qmboxScaledJoint {
  dJointID joint;
  dBodyID body;     /* one of its bodies */
  int parameter[2]; /* an ERP, -1 if there is none, and the CFM that goes with it */
  dReal value[2];
} qmboxScaledJoint;

typedef struct qmboxScaledBody {
  dBodyID body;
  dReal linearDamping, angularDamping;
} qmboxScaledBody;

typedef struct qmboxErpScaling {
  dWorldID world;
  dReal erp, cfm, correctingSpeed; /* the world's own */
  qmboxScaledJoint *joint;
  int jointCount, jointCapacity;
  qmboxScaledBody *body;
  int bodyCount, bodyCapacity;
  dBodyID *still; /* bodies whose auto-disabling is off */
  int stillCount, stillCapacity;
  bool callsBack; /* a moved callback may run, and destroy any of these */
} qmboxErpScaling;

/* Notes what has to be changed for parts of a step.  Returns false if no memory is left; qmboxEndErpScaling() in either
   case. */
bool qmboxBeginErpScaling(qmboxErpScaling *scaling, const qmboxWorldState *state);

/* Returns the damping that damps as much in n such parts as `scale` does at once, n * part = 1. */
dReal qmboxPartOfDamping(dReal scale, double part);

/* Sets everything for a step of this part (0 to 1) of a frame of length `frame`; 1 puts it back.  `depth` is the depth
   of the deepest overlap at the start. */
void qmboxScaleErp(qmboxErpScaling *scaling, double part, double frame, double depth);

/* Sets everything for a step of a slice, which corrects errors by the whole ERP, as the parts of a frame in parts do.
   But contacts are corrected no faster than the whole step would correct an overlap of `depth` with ODE's default ERP,
   or the world's if that is smaller.  Errors of joints are corrected no faster than the whole step would correct one of
   `depth`, or at the speed that closes them in the time of the whole step, if that is faster: `tear` is the widest of
   the joints, and many slices leave e^-1 of a wide one.  How far a fixed joint is off is not known: it is taken to be
   torn widely.  As the world's ERP is lowered for the widest tear, contacts of the same step are corrected more slowly,
   too.  Joints, stops and suspensions softer than the world's joints are springs and dampers, and stay as stiff. */
void qmboxShortenStep(qmboxErpScaling *scaling, double part, double frame, double depth, double tear);

/* Returns true if a joint of two bodies, or of one and the world, is a spring as a whole: softer than the world's. */
bool qmboxIsSpring(dJointID joint);

/* No auto-disabling until qmboxEndErpScaling(). */
void qmboxKeepAwake(qmboxErpScaling *scaling, const qmboxWorldState *state);

/* Puts everything back, but for bodies and joints that a moved callback has destroyed. */
void qmboxEndErpScaling(qmboxErpScaling *scaling);

#endif /* QMBOX_ERP_SCALING_H */
