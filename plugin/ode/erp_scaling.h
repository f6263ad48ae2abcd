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
 *   auto-disabling    counts the first step of the frame only, taken back or not, which has the frame's whole length.
 *                     Bodies that average over several samples of their velocity cannot be kept from counting: for
 *                     these every step counts, with its own length
 *
 * With h = H nothing is changed: the step is ODE's own to the bit.
 *
 * Pieces of a frame may correct contacts of bodies that no joint holds as often as a frame in parts would:
 * qmboxKeepContacts().
 */

#ifndef QMBOX_ERP_SCALING_H
#define QMBOX_ERP_SCALING_H

#include <stdbool.h>

#include "ode/world_state.h"

typedef struct qmboxScaledJoint {
  dJointID joint;
  int parameter;
  dReal value;
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
} qmboxErpScaling;

/* Notes what has to be changed for parts of a step.  Returns false if no memory is left; qmboxEndErpScaling() in either
   case. */
bool qmboxBeginErpScaling(qmboxErpScaling *scaling, const qmboxWorldState *state);

/* Returns the damping that damps as much in n such parts as `scale` does at once, n * part = 1. */
dReal qmboxPartOfDamping(dReal scale, double part);

/* Sets everything for a step of this part (0 to 1) of a frame of length `frame`; 1 puts it back.  `depth` is the depth
   of the deepest overlap at the start. */
void qmboxScaleErp(qmboxErpScaling *scaling, double part, double frame, double depth);

/* Puts the world's own ERP and CFM back, which contacts use, and most joints.  To be called after qmboxScaleErp(). */
void qmboxKeepContacts(const qmboxErpScaling *scaling);

/* Makes the next step correct no errors, except of contacts with an ERP of their own and of springs: joints, stops and
   suspensions that are softer than the world's joints.  To be called after qmboxScaleErp(). */
void qmboxLeaveErrors(qmboxErpScaling *scaling);

/* No auto-disabling until qmboxEndErpScaling(). */
void qmboxKeepAwake(qmboxErpScaling *scaling, const qmboxWorldState *state);

/* Puts everything back. */
void qmboxEndErpScaling(qmboxErpScaling *scaling);

#endif /* QMBOX_ERP_SCALING_H */
