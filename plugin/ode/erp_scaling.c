/* SPDX-License-Identifier: BSD-3-Clause */

/* What a step of ODE does by its length, made to fit a part of a step. */

#include "ode/erp_scaling.h"

#include <math.h>

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
  int whole;  /* 1 if the joint as such has an erp and a cfm */
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

static int noteParameter(qmboxSoftness *softness, const qmboxJointKind *kind, dJointID joint, int parameter) {
  dReal value = kind->get(joint, parameter);

  if (value == 0) return 1;
  void *room = qmboxRoomForOne(softness->joint, sizeof *softness->joint, softness->jointCount, &softness->jointCapacity);
  if (!room) return 0;
  softness->joint = room;
  softness->joint[softness->jointCount].joint = joint;
  softness->joint[softness->jointCount].parameter = parameter;
  softness->joint[softness->jointCount++].value = value;
  return 1;
}

static int noteJoint(qmboxSoftness *softness, dJointID joint) {
  static const int limit[] = {dParamCFM, dParamStopERP, dParamStopCFM};
  const qmboxJointKind *kind = kindOf(joint);
  int group, k, good = 1;

  if (!kind) return 1;
  if (kind->whole) {
    return noteParameter(softness, kind, joint, dParamERP) && noteParameter(softness, kind, joint, dParamCFM);
  }
  for (group = 0; group < kind->groups; group++) {
    for (k = 0; k < 3; k++) good = good && noteParameter(softness, kind, joint, limit[k] + group * dParamGroup);
  }
  if (kind->type == dJointTypeHinge2) {
    good = good && noteParameter(softness, kind, joint, dParamSuspensionERP) &&
           noteParameter(softness, kind, joint, dParamSuspensionCFM);
  }
  return good;
}

/* ------------------------------------------------------------------ the bodies that are damped */

static int noteBody(qmboxSoftness *softness, dBodyID body) {
  dReal linear = dBodyGetLinearDamping(body), angular = dBodyGetAngularDamping(body);

  if (linear == 0 && angular == 0) return 1;
  void *room = qmboxRoomForOne(softness->body, sizeof *softness->body, softness->bodyCount, &softness->bodyCapacity);
  if (!room) return 0;
  softness->body = room;
  softness->body[softness->bodyCount].body = body;
  softness->body[softness->bodyCount].linearDamping = linear;
  softness->body[softness->bodyCount++].angularDamping = angular;
  return 1;
}

/* The scale that damps as much in n such parts as `scale` does at once, n * part = 1. */
static dReal partOfDamping(dReal scale, double part) {
  return (dReal)(0 - expm1(part * log1p(-(double)scale)));
}

/* ------------------------------------------------------------------ all of it */

int qmboxBeginSoftness(qmboxSoftness *softness, const qmboxWorldState *state) {
  int i, j, good = 1;

  memset(softness, 0, sizeof *softness);
  softness->world = state->world;
  softness->erp = dWorldGetERP(state->world);
  softness->cfm = dWorldGetCFM(state->world);
  softness->correctingSpeed = dWorldGetContactMaxCorrectingVel(state->world);
  for (i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;
    good = good && noteBody(softness, body);
    for (j = 0; j < dBodyGetNumJoints(body); j++) {
      dJointID joint = dBodyGetJoint(body, j);
      /* A joint of two bodies is met twice: it counts with its first, or with its second if it has no first. */
      dBodyID owner = dJointGetBody(joint, 0) ? dJointGetBody(joint, 0) : dJointGetBody(joint, 1);
      if (owner == body) good = good && noteJoint(softness, joint);
    }
  }
  return good;
}

void qmboxSetSoftness(qmboxSoftness *softness, double part, double frame, double depth) {
  int whole = !(part < 1), i;
  double speed = (double)softness->erp * depth / frame;

  dWorldSetERP(softness->world, whole ? softness->erp : (dReal)((double)softness->erp * part));
  dWorldSetCFM(softness->world, whole ? softness->cfm : (dReal)((double)softness->cfm * part));
  dWorldSetContactMaxCorrectingVel(
      softness->world, whole || speed > (double)softness->correctingSpeed ? softness->correctingSpeed : (dReal)speed);
  for (i = 0; i < softness->jointCount; i++) {
    const qmboxSofterJoint *joint = &softness->joint[i];
    kindOf(joint->joint)
        ->set(joint->joint, joint->parameter, whole ? joint->value : (dReal)((double)joint->value * part));
  }
  for (i = 0; i < softness->bodyCount; i++) {
    const qmboxSofterBody *body = &softness->body[i];
    dBodySetLinearDamping(body->body, whole ? body->linearDamping : partOfDamping(body->linearDamping, part));
    dBodySetAngularDamping(body->body, whole ? body->angularDamping : partOfDamping(body->angularDamping, part));
  }
}

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

void qmboxKeepAwake(qmboxSoftness *softness, const qmboxWorldState *state) {
  for (int i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;

    /* Of one sample nothing is lost with the buffer: the next step overwrites it. */
    if (!dBodyGetAutoDisableFlag(body) || dBodyGetAutoDisableAverageSamplesCount(body) != 1) continue;
    void *room = qmboxRoomForOne(softness->still, sizeof *softness->still, softness->stillCount, &softness->stillCapacity);
    if (!room) return;
    softness->still = room;
    softness->still[softness->stillCount++] = body;
    keepAwake(body);
  }
}

void qmboxEndSoftness(qmboxSoftness *softness) {
  qmboxSetSoftness(softness, 1, 1, 0);
  for (int i = 0; i < softness->stillCount; i++) dBodySetAutoDisableFlag(softness->still[i], 1);
  if (softness->joint) dFree(softness->joint, (size_t)softness->jointCapacity * sizeof *softness->joint);
  if (softness->body) dFree(softness->body, (size_t)softness->bodyCapacity * sizeof *softness->body);
  if (softness->still) dFree(softness->still, (size_t)softness->stillCapacity * sizeof *softness->still);
}
