/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/erp_scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode/body_members.h"
#include "ode/contact_joint.h"
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

/* A pair of an ERP and a CFM lacks one of them. */
enum { NONE = -1 };

static const qmboxJointKind *kindOf(dJointID joint) {
  for (unsigned i = 0; i < sizeof jointKinds / sizeof *jointKinds; i++) {
    if (jointKinds[i].type == dJointGetType(joint)) return &jointKinds[i];
  }
  return 0; /* contacts, and joints whose parameters cannot be read */
}

static dReal valueOf(const qmboxJointKind *kind, dJointID joint, int parameter) {
  return parameter == NONE ? 0 : kind->get(joint, parameter);
}

static int notePair(qmboxErpScaling *scaling, const qmboxJointKind *kind, dJointID joint, int erp, int cfm) {
  dReal values[2] = {valueOf(kind, joint, erp), valueOf(kind, joint, cfm)};
  if (values[0] == 0 && values[1] == 0) return 1;
  const qmboxScaledJoint added = {joint, qmboxFirstBodyOf(joint), {erp, cfm}, {values[0], values[1]}};
  return QMBOX_APPEND(scaling->joint, scaling->jointCount, scaling->jointCapacity, added);
}

static bool isSpring(int erp, dReal cfm, dReal world) {
  return erp != NONE && cfm > world;
}

bool qmboxIsSpring(dJointID joint) {
  const qmboxJointKind *kind = kindOf(joint);
  dWorldID world = dBodyGetWorld(qmboxFirstBodyOf(joint));
  return kind && kind->whole && isSpring(dParamERP, kind->get(joint, dParamCFM), dWorldGetCFM(world));
}

static int noteJoint(qmboxErpScaling *scaling, dJointID joint) {
  const qmboxJointKind *kind = kindOf(joint);
  int group, good = 1;
  if (!kind) return 1;
  if (kind->whole) return notePair(scaling, kind, joint, dParamERP, dParamCFM);
  for (group = 0; group < kind->groups; group++) {
    int first = group * dParamGroup;
    good = good && notePair(scaling, kind, joint, NONE, dParamCFM + first) &&
           notePair(scaling, kind, joint, dParamStopERP + first, dParamStopCFM + first);
  }
  if (kind->type == dJointTypeHinge2) {
    good = good && notePair(scaling, kind, joint, dParamSuspensionERP, dParamSuspensionCFM);
  }
  return good;
}

/* ------------------------------------------------------------------ the bodies that are damped */

static int noteBody(qmboxErpScaling *scaling, dBodyID body) {
  dReal linear = dBodyGetLinearDamping(body), angular = dBodyGetAngularDamping(body);
  if (linear == 0 && angular == 0) return 1;
  const qmboxScaledBody added = {.body = body, .linearDamping = linear, .angularDamping = angular};
  return QMBOX_APPEND(scaling->body, scaling->bodyCount, scaling->bodyCapacity, added);
}

dReal qmboxPartOfDamping(dReal scale, double part) {
  return (dReal)(0 - expm1(part * log1p(-(double)scale)));
}

/* ------------------------------------------------------------------ all of it */

bool qmboxBeginErpScaling(qmboxErpScaling *scaling, const qmboxWorldState *state) {
  int place = qmboxPlaceOfMovedCallback(), i, good = 1;
  memset(scaling, 0, sizeof *scaling);
  scaling->world = state->world;
  scaling->erp = dWorldGetERP(state->world);
  scaling->cfm = dWorldGetCFM(state->world);
  scaling->correctingSpeed = dWorldGetContactMaxCorrectingVel(state->world);
  for (i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;
    scaling->callsBack = scaling->callsBack || qmboxMayCallBack(body, place);
    good = good && noteBody(scaling, body);
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      /* A joint of two bodies is met twice: it counts with its first, or with its second if it has no first. */
      if (qmboxFirstBodyOf(walk.joint) == body) good = good && noteJoint(scaling, walk.joint);
    }
  }
  return good;
}

static void scaleWorld(const qmboxErpScaling *scaling, double scale) {
  dWorldSetERP(scaling->world, (dReal)((double)scaling->erp * scale));
  dWorldSetCFM(scaling->world, (dReal)((double)scaling->cfm * scale));
}

/* Limits the speed at which contacts are corrected to this one, or to the world's own if that is lower. */
static void limitSpeed(const qmboxErpScaling *scaling, double speed) {
  bool lower = speed <= (double)scaling->correctingSpeed;
  dWorldSetContactMaxCorrectingVel(scaling->world, lower ? (dReal)speed : scaling->correctingSpeed);
}

static void scaleBody(const qmboxScaledBody *body, double part) {
  bool whole = !(part < 1);
  dBodySetLinearDamping(body->body, whole ? body->linearDamping : qmboxPartOfDamping(body->linearDamping, part));
  dBodySetAngularDamping(body->body, whole ? body->angularDamping : qmboxPartOfDamping(body->angularDamping, part));
}

static void scaleDamping(const qmboxErpScaling *scaling, double part) {
  for (int i = 0; i < scaling->bodyCount; i++) scaleBody(&scaling->body[i], part);
}

/* Sets the ERP and CFM of a joint to these multiples of its own. */
static void scalePair(const qmboxScaledJoint *joint, double erp, double cfm) {
  double factor[2] = {erp, cfm};
  for (int k = 0; k < 2; k++) {
    if (joint->value[k] == 0) continue;
    kindOf(joint->joint)->set(joint->joint, joint->parameter[k], (dReal)((double)joint->value[k] * factor[k]));
  }
}

void qmboxScaleErp(qmboxErpScaling *scaling, double part, double frame, double depth) {
  double scale = part < 1 ? part : 1;
  scaleWorld(scaling, scale);
  limitSpeed(scaling, part < 1 ? (double)scaling->erp * depth / frame : INFINITY);
  for (int i = 0; i < scaling->jointCount; i++) scalePair(&scaling->joint[i], scale, scale);
  scaleDamping(scaling, part);
}

/* ------------------------------------------------------------------ steps of slices */

/* The part of an overlap that a whole step corrects at most: ODE's default ERP.  With 0.8 heaps would burst. */
static const double GENTLE_ERP = 0.2;

/* Sets the ERP and CFM of a step of `part` h that are the spring and damper of the joint's own: an ERP e and a CFM c in
   a step h are a spring k = e / (h c) and a damper (1 - e) / c. */
static void shortenSpring(const qmboxScaledJoint *joint, double part) {
  double erp = (double)joint->value[0], all = part * erp + 1 - erp;
  if (all > 0) scalePair(joint, part / all, 1 / all);
}

/* Returns the part of a joint's ERP that a step of `part` uses: `slowed`, or more, up to all, so that an error is
   corrected at the speed that closes it in the whole step. */
static double partOfErp(dReal erp, double part, double slowed) {
  return fmax(slowed, fmin(1, part / (double)erp));
}

void qmboxShortenStep(qmboxErpScaling *scaling, double part, double frame, double depth, double tear) {
  double slowed = tear > part * depth ? part * depth / tear : 1;
  if (!(part < 1)) return;
  dWorldSetERP(scaling->world, (dReal)((double)scaling->erp * partOfErp(scaling->erp, part, slowed)));
  limitSpeed(scaling, fmin((double)scaling->erp, GENTLE_ERP) * depth / frame);
  for (int i = 0; i < scaling->jointCount; i++) {
    const qmboxScaledJoint *joint = &scaling->joint[i];
    bool spring = isSpring(joint->parameter[0], joint->value[1], scaling->cfm);
    bool fixed = dJointGetType(joint->joint) == dJointTypeFixed;
    if (spring) shortenSpring(joint, part);
    if (!spring) scalePair(joint, partOfErp(joint->value[0], part, fixed ? 0 : slowed), 1);
  }
  scaleDamping(scaling, part);
}

/* ------------------------------------------------------------------ auto-disabling */

void qmboxKeepAwake(qmboxErpScaling *scaling, const qmboxWorldState *state) {
  for (int i = 0; i < state->count; i++) {
    dBodyID body = state->saved[i].body;
    if (!qmboxPauseAutoDisabling(body)) continue;
    if (QMBOX_APPEND(scaling->still, scaling->stillCount, scaling->stillCapacity, body)) continue;
    qmboxResumeAutoDisabling(body);
    return;
  }
}

static void putBackAll(const qmboxErpScaling *scaling) {
  scaleDamping(scaling, 1);
  for (int i = 0; i < scaling->jointCount; i++) scalePair(&scaling->joint[i], 1, 1);
  for (int i = 0; i < scaling->stillCount; i++) qmboxResumeAutoDisabling(scaling->still[i]);
}

/* Puts back a body, and the joints that were noted with it and that are still there. */
static void putBack(const qmboxErpScaling *scaling, dBodyID body) {
  for (int i = 0; i < scaling->bodyCount; i++) {
    if (scaling->body[i].body == body) scaleBody(&scaling->body[i], 1);
  }
  for (int i = 0; i < scaling->stillCount; i++) {
    if (scaling->still[i] == body) qmboxResumeAutoDisabling(body);
  }
  for (int i = 0; i < scaling->jointCount; i++) {
    if (scaling->joint[i].body != body) continue;
    qmboxJointWalk walk = qmboxJointsOf(body);
    while (walk.joint && walk.joint != scaling->joint[i].joint) qmboxNextJoint(&walk);
    if (walk.joint) scalePair(&scaling->joint[i], 1, 1);
  }
}

void qmboxEndErpScaling(qmboxErpScaling *scaling) {
  scaleWorld(scaling, 1);
  limitSpeed(scaling, INFINITY);
  if (scaling->callsBack && qmboxHasBodyList()) {
    for (dBodyID body = qmboxFirstBody(scaling->world); body; body = qmboxNextBody(body)) putBack(scaling, body);
  } else {
    putBackAll(scaling);
  }
  free(scaling->joint);
  free(scaling->body);
  free(scaling->still);
}
