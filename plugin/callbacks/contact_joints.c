/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact joints of a step of ODE, and the impulses that they give.
 *
 * ODE writes the forces of a joint to its dJointFeedback.  Each contact joint gets one of the log's for the time of the
 * step, and then its own again.  ODE writes nothing for joints of bodies that sleep: a number that is none tells these.
 * After the step the joints are walked again, as moved callbacks may have destroyed some.
 */

#include "callbacks/contact_joints.h"

#include <math.h>
#include <stdlib.h>

#include "ode/contact_joint.h"
#include "ode/joint_walk.h"
#include "util/array.h"

/* Returns true for an enabled contact joint, seen from the body that is the first of it. */
static bool isContactOf(dJointID joint, dBodyID body) {
  return dJointGetType(joint) == dJointTypeContact && dJointIsEnabled(joint) && qmboxFirstBodyOf(joint) == body;
}

/* ------------------------------------------------------------------ before the step */

/* Returns true if the first body of a joint is that of the pair's second geom.  Geoms of transforms have no body: the
   program has attached them in their order, perhaps. */
static bool isSecond(dJointID joint, const dContactGeom *contact) {
  dBodyID body = qmboxFirstBodyOf(joint);
  if (dGeomGetBody(contact->g1) == body) return false;
  return dGeomGetBody(contact->g2) == body || dJointGetBody(joint, 0) != body;
}

/* Notes one of the points of a pair: the deepest is kept. */
static void notePoint(qmboxContactLog *log, qmboxLoggedPair *pair, const dContactGeom *contact, bool swapped) {
  if (pair->pass != log->pass) pair->points = 0;
  pair->pass = log->pass;
  if (pair->points++ > 0 && !(contact->depth > pair->depth)) return;
  pair->depth = contact->depth;
  for (int i = 0; i < 3; i++) {
    pair->point[i] = contact->pos[i];
    pair->normal[i] = swapped ? -contact->normal[i] : contact->normal[i];
  }
}

/* Returns false for want of memory. */
static bool noteJoint(qmboxContactLog *log, const qmboxBodies *bodies, dJointID joint, double before, double time) {
  const dContactGeom *contact = qmboxContactOf(joint);
  if (!contact || !contact->g1 || !contact->g2) return true;
  qmboxLoggedPair *pair = qmboxLogTouch(log, bodies, contact->g1, contact->g2, before + time, time > 0);
  if (!pair) return false;
  bool swapped = log->geoms.geom[pair->geom[0]].geom != contact->g1;
  notePoint(log, pair, contact, swapped);
  qmboxLoggedJoint *room = qmboxRoomForOne(log->joint, sizeof *room, log->joints, &log->jointCapacity);
  if (!room) return false;
  log->joint = room;
  room[log->joints++] = (qmboxLoggedJoint){.pair = (int)(pair - log->pair),
                                           .body = {dJointGetBody(joint, 0), dJointGetBody(joint, 1)},
                                           .second = isSecond(joint, contact) != swapped,
                                           .theirs = dJointGetFeedback(joint),
                                           .time = time};
  return true;
}

/* Makes room for so many feedbacks.  Those of a step that was not finished stay, as joints may lead there. */
static bool haveFeedbacks(qmboxContactLog *log, int count) {
  if (log->block && !log->stepping && log->block->capacity >= count) return true;
  qmboxFeedbackBlock *made = malloc(sizeof *made + (size_t)(2 * count) * sizeof made->feedback[0]);
  if (!made) return false;
  made->next = log->block;
  made->capacity = 2 * count;
  if (log->block && !log->stepping) {
    made->next = log->block->next;
    free(log->block);
  }
  log->block = made;
  return true;
}

/* Lets the joints that have been noted write to the log's memory. */
static void setFeedbacks(qmboxContactLog *log, const qmboxBodies *bodies) {
  int at = 0, count = log->joints - log->firstJoint;
  for (int i = 1; i < bodies->bodyCount; i++) {
    dBodyID body = bodies->body[i].start.body;
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint && at < count; qmboxNextJoint(&walk)) {
      if (!isContactOf(walk.joint, body)) continue;
      const dContactGeom *contact = qmboxContactOf(walk.joint);
      if (!contact || !contact->g1 || !contact->g2) continue;
      log->block->feedback[at].f1[0] = (dReal)NAN;
      dJointSetFeedback(walk.joint, &log->block->feedback[at++]);
    }
  }
}

void qmboxBeginLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double before, double time) {
  bool good = true;
  log->pass++;
  log->firstJoint = log->joints;
  for (int i = 1; i < bodies->bodyCount; i++) {
    dBodyID body = bodies->body[i].start.body;
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint && good; qmboxNextJoint(&walk)) {
      if (isContactOf(walk.joint, body)) good = noteJoint(log, bodies, walk.joint, before, time);
    }
  }
  int count = log->joints - log->firstJoint;
  good = good && (count == 0 || haveFeedbacks(log, count));
  log->incomplete = log->incomplete || !good;
  if (!good) log->joints = log->firstJoint;
  if (!good || count == 0) return;
  setFeedbacks(log, bodies);
  log->stepping = true;
}

/* ------------------------------------------------------------------ after the step */

static void readJoint(qmboxLoggedJoint *joint, const dJointFeedback *feedback, double length) {
  double sign = joint->second ? -1 : 1;
  if (isnan(feedback->f1[0])) return;
  if (joint->theirs) *joint->theirs = *feedback;
  for (int i = 0; i < 3; i++) joint->impulse[i] = sign * length * (double)feedback->f1[i];
}

void qmboxEndLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double length) {
  int count = log->joints - log->firstJoint;
  if (!log->stepping || count == 0) return;
  for (int i = 1; i < bodies->bodyCount; i++) {
    dBodyID body = bodies->body[i].start.body;
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      const dJointFeedback *feedback = dJointGetFeedback(walk.joint);
      if (!feedback || feedback < log->block->feedback || feedback >= log->block->feedback + count) continue;
      qmboxLoggedJoint *joint = &log->joint[log->firstJoint + (feedback - log->block->feedback)];
      readJoint(joint, feedback, length);
      dJointSetFeedback(walk.joint, joint->theirs);
    }
  }
  log->stepping = false;
}

void qmboxTakeBackLoggedStep(qmboxContactLog *log, dBodyID body, double time) {
  for (int i = log->joints - 1; i >= 0 && !(log->joint[i].time < time); i--) {
    qmboxLoggedJoint *joint = &log->joint[i];
    if (joint->body[0] != body && joint->body[1] != body) continue;
    for (int k = 0; k < 3; k++) joint->impulse[k] = 0;
  }
}

void qmboxAddLoggedImpulses(qmboxContactLog *log) {
  for (int i = 0; i < log->joints; i++) {
    const qmboxLoggedJoint *joint = &log->joint[i];
    for (int k = 0; k < 3; k++) log->pair[joint->pair].impulse[k] += joint->impulse[k];
  }
  log->joints = 0;
}
