/* SPDX-License-Identifier: BSD-3-Clause */

/* Scales ERP, CFM and damping, which ODE applies once a step, to a part of a step. */

#include "ode/erp_scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode/contact_joint.h"
#include "ode/joint_walk.h"
#include "util/array.h"

/* ------------------------------------------------------------------ the joints that have parameters of their own */

typedef dReal qmboxGetParameter(dJointID joint, int parameter);
typedef void qmboxSetParameter(dJointID joint, int parameter, dReal value);

/* Which of the parameters a type of joint has; groups 1 to `groups`, or only the first. */
typedef struct qmboxJointKind {
  dJointType type;
  qmboxGetParameter *get;
  qmboxSetParameter *set;
  int groups; /* of limits and motors */
  bool whole; /* the joint as such has an erp and a cfm */
} qmboxJointKind;

static const qmboxJointKind jointKinds[] = {
    {dJointTypeBall, dJointGetBallParam, dJointSetBallParam, 0, 1},
    {dJointTypeHinge, dJointGetHingeParam, dJointSetHingeParam, 1, 0},
    {dJointTypeSlider, dJointGetSliderParam, dJointSetSliderParam, 1, 0},
    {dJointTypeUniversal, dJointGetUniversalParam, dJointSetUniversalParam, 2, 0},
    {dJointTypeHinge2, dJointGetHinge2Param, dJointSetHinge2Param, 2, 0},
    {dJointTypeFixed, dJointGetFixedParam, dJointSetFixedParam, 0, 1},
    {dJointTypeAMotor, dJointGetAMotorParam, dJointSetAMotorParam, 3, 0},
    {dJointTypeLMotor, dJointGetLMotorParam, dJointSetLMotorParam, 3, 0},
    {dJointTypePR, dJointGetPRParam, dJointSetPRParam, 2, 0},
    {dJointTypePU, dJointGetPUParam, dJointSetPUParam, 3, 0},
    {dJointTypePiston, dJointGetPistonParam, dJointSetPistonParam, 2, 0},
    {dJointTypeDBall, dJointGetDBallParam, dJointSetDBallParam, 0, 1},
    {dJointTypeDHinge, dJointGetDHingeParam, dJointSetDHingeParam, 0, 1},
#ifdef QMBOX_ODE_TRANSMISSION
    {dJointTypeTransmission, dJointGetTransmissionParam, dJointSetTransmissionParam, 0, 1},
#endif
};

static const qmboxJointKind *kindOf(dJointID joint) {
  for (unsigned i = 0; i < sizeof jointKinds / sizeof *jointKinds; i++) {
    if (jointKinds[i].type == dJointGetType(joint)) return &jointKinds[i];
  }
  return 0; /* contacts, and joints whose parameters cannot be read */
}

static int noteParameter(qmboxErpScaling *scaling, const qmboxJointKind *kind, dJointID joint, int parameter) {
  dReal value = kind->get(joint, parameter);

  if (value == 0) return 1;
  qmboxScaledJoint *added = QMBOX_ADD(scaling->joint, scaling->jointCount, scaling->jointCapacity);
  if (added) *added = (qmboxScaledJoint){.joint = joint, .parameter = parameter, .value = value};
  return added != 0;
}

static int noteJoint(qmboxErpScaling *scaling, dJointID joint) {
  static const int limit[] = {dParamCFM, dParamStopERP, dParamStopCFM};
  const qmboxJointKind *kind = kindOf(joint);
  int group, k, good = 1;

  if (!kind) return 1;
  if (kind->whole) {
    return noteParameter(scaling, kind, joint, dParamERP) && noteParameter(scaling, kind, joint, dParamCFM);
  }
  for (group = 0; group < kind->groups; group++) {
    for (k = 0; k < 3; k++) good = good && noteParameter(scaling, kind, joint, limit[k] + group * dParamGroup);
  }
  if (kind->type == dJointTypeHinge2) {
    good = good && noteParameter(scaling, kind, joint, dParamSuspensionERP) &&
           noteParameter(scaling, kind, joint, dParamSuspensionCFM);
  }
  return good;
}

/* ------------------------------------------------------------------ the bodies that are damped */

static int noteBody(qmboxErpScaling *scaling, dBodyID body) {
  dReal linear = dBodyGetLinearDamping(body), angular = dBodyGetAngularDamping(body);

  if (linear == 0 && angular == 0) return 1;
  qmboxScaledBody *added = QMBOX_ADD(scaling->body, scaling->bodyCount, scaling->bodyCapacity);
  if (added) *added = (qmboxScaledBody){.body = body, .linearDamping = linear, .angularDamping = angular};
  return added != 0;
}

dReal qmboxPartOfDamping(dReal scale, double part) {
  return (dReal)(0 - expm1(part * log1p(-(double)scale)));
}

/* ------------------------------------------------------------------ all of it */

bool qmboxBeginErpScaling(qmboxErpScaling *scaling, const qmboxWorldState *state) {
  int i, good = 1;

  memset(scaling, 0, sizeof *scaling);
  scaling->world = state->world;
  scaling->erp = dWorldGetERP(state->world);
  scaling->cfm = dWorldGetCFM(state->world);
  scaling->correctingSpeed = dWorldGetContactMaxCorrectingVel(state->world);
  for (i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;
    good = good && noteBody(scaling, body);
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      /* A joint of two bodies is met twice: it counts with its first, or with its second if it has no first. */
      if (qmboxFirstBodyOf(walk.joint) == body) good = good && noteJoint(scaling, walk.joint);
    }
  }
  return good;
}

void qmboxScaleErp(qmboxErpScaling *scaling, double part, double frame, double depth) {
  int whole = !(part < 1), i;
  double speed = (double)scaling->erp * depth / frame;

  dWorldSetERP(scaling->world, whole ? scaling->erp : (dReal)((double)scaling->erp * part));
  dWorldSetCFM(scaling->world, whole ? scaling->cfm : (dReal)((double)scaling->cfm * part));
  dWorldSetContactMaxCorrectingVel(
      scaling->world, whole || !(speed <= (double)scaling->correctingSpeed) ? scaling->correctingSpeed : (dReal)speed);
  for (i = 0; i < scaling->jointCount; i++) {
    const qmboxScaledJoint *joint = &scaling->joint[i];
    kindOf(joint->joint)
        ->set(joint->joint, joint->parameter, whole ? joint->value : (dReal)((double)joint->value * part));
  }
  for (i = 0; i < scaling->bodyCount; i++) {
    const qmboxScaledBody *body = &scaling->body[i];
    dBodySetLinearDamping(body->body, whole ? body->linearDamping : qmboxPartOfDamping(body->linearDamping, part));
    dBodySetAngularDamping(body->body, whole ? body->angularDamping : qmboxPartOfDamping(body->angularDamping, part));
  }
}

void qmboxKeepContacts(const qmboxErpScaling *scaling) {
  dWorldSetERP(scaling->world, scaling->erp);
  dWorldSetCFM(scaling->world, scaling->cfm);
}

/* ------------------------------------------------------------------ errors that are left */

/* Returns the parameter with the CFM that goes with an ERP of a joint, -1 for other parameters. */
static int cfmOf(int parameter) {
  int group = parameter / dParamGroup * dParamGroup;
  switch (parameter - group) {
    case dParamERP:
      return group + dParamCFM;
    case dParamStopERP:
      return group + dParamStopCFM;
    case dParamSuspensionERP:
      return group + dParamSuspensionCFM;
    default:
      return -1;
  }
}

void qmboxLeaveErrors(qmboxErpScaling *scaling) {
  dWorldSetERP(scaling->world, 0);
  for (int i = 0; i < scaling->jointCount; i++) {
    const qmboxScaledJoint *scaled = &scaling->joint[i];
    const qmboxJointKind *kind = kindOf(scaled->joint);
    int cfm = cfmOf(scaled->parameter);
    if (cfm < 0 || kind->get(scaled->joint, cfm) > dWorldGetCFM(scaling->world)) continue;
    kind->set(scaled->joint, scaled->parameter, 0);
  }
}

/* ------------------------------------------------------------------ auto-disabling */

/* Turns auto-disabling off without the body noticing: ODE resets on this occasion what it should leave alone, and
   enables the body. */
static void keepAwake(dBodyID body) {
  int enabled = dBodyIsEnabled(body), steps = dBodyGetAutoDisableSteps(body);
  dReal time = dBodyGetAutoDisableTime(body);
  int samples = dBodyGetAutoDisableAverageSamplesCount(body);

  dBodySetAutoDisableFlag(body, 0);
  dBodySetAutoDisableSteps(body, steps);
  dBodySetAutoDisableTime(body, time);
  dBodySetAutoDisableAverageSamplesCount(body, (unsigned)samples);
  if (!enabled) dBodyDisable(body);
}

void qmboxKeepAwake(qmboxErpScaling *scaling, const qmboxWorldState *state) {
  for (int i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;

    /* A buffer of one sample loses nothing: the next step overwrites it. */
    if (!dBodyGetAutoDisableFlag(body) || dBodyGetAutoDisableAverageSamplesCount(body) != 1) continue;
    dBodyID *added = QMBOX_ADD(scaling->still, scaling->stillCount, scaling->stillCapacity);
    if (!added) return;
    *added = body;
    keepAwake(body);
  }
}

void qmboxEndErpScaling(qmboxErpScaling *scaling) {
  qmboxScaleErp(scaling, 1, 1, 0);
  for (int i = 0; i < scaling->stillCount; i++) dBodySetAutoDisableFlag(scaling->still[i], 1);
  free(scaling->joint);
  free(scaling->body);
  free(scaling->still);
}
