/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * ODE writes the forces of a joint to its dJointFeedback.  Each contact joint gets one of the log's for the time of the
 * step, and then its own again.  ODE writes nothing for joints of bodies that sleep: these keep a NaN.  After the step
 * the joints are walked again if moved callbacks may have destroyed some.
 */

#include "callbacks/contact_joints.h"

#include <math.h>
#include <stdlib.h>

#include "ode/contact_joint.h"
#include "ode/body_members.h"
#include "util/array.h"

enum { LEAST_BLOCK = 64 };

/* ------------------------------------------------------------------ memory */

/* Makes room for one more feedback.  Joints may lead to the memory of this step, and of one that was not finished: that
   stays, and a larger one is put in front of it.  Returns null if no memory is left. */
static qmboxOwnFeedback *roomForFeedback(qmboxContactLog *log) {
  qmboxFeedbackBlock *block = log->block;
  if (block && !block->left && block->count < block->capacity) return &block->own[block->count++];
  int capacity = block ? 2 * block->capacity : LEAST_BLOCK;
  qmboxFeedbackBlock *made = malloc(sizeof *made + (size_t)capacity * sizeof made->own[0]);
  if (!made) return 0;
  *made = (qmboxFeedbackBlock){.next = block, .capacity = capacity, .count = 1};
  log->block = made;
  return &made->own[0];
}

/* Begins a step: frees the memory of earlier ones but the largest, unless joints may still lead there. */
static void clearFeedbacks(qmboxContactLog *log) {
  qmboxFeedbackBlock **place = log->block && !log->block->left ? &log->block->next : &log->block;
  while (*place) {
    qmboxFeedbackBlock *block = *place;
    block->left = block->left || log->stepping;
    if (block->left) {
      place = &block->next;
    } else {
      *place = block->next;
      free(block);
    }
  }
  if (log->block && log->stepping) log->block->left = true;
  if (log->block && !log->block->left) log->block->count = 0;
}

/* Returns a feedback as one of this step, null if it is none. */
static const qmboxOwnFeedback *ownOf(const qmboxContactLog *log, const dJointFeedback *feedback) {
  const qmboxOwnFeedback *own = (const qmboxOwnFeedback *)feedback;
  for (const qmboxFeedbackBlock *block = log->block; block && !block->left; block = block->next) {
    if (own >= block->own && own < block->own + block->count) return own;
  }
  return 0;
}

/* ------------------------------------------------------------------ before the step */

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

/* A walk through the contact joints.  A pair's joints are consecutive. */
typedef struct qmboxJointNotes {
  qmboxContactLog *log;
  const qmboxBodies *bodies;
  double before, time;
  dGeomID g1, g2; /* of the last joint ... */
  int pair;       /* ... and their pair */
  bool swapped;
} qmboxJointNotes;

/* Finds the pair of a contact.  Returns false if no memory is left. */
static bool findPair(qmboxJointNotes *notes, const dContactGeom *contact) {
  qmboxContactLog *log = notes->log;
  if (contact->g1 == notes->g1 && contact->g2 == notes->g2) return true;
  qmboxLoggedPair *pair =
      qmboxLogTouch(log, notes->bodies, contact->g1, contact->g2, notes->before + notes->time, notes->time > 0);
  if (!pair) return false;
  notes->g1 = contact->g1;
  notes->g2 = contact->g2;
  notes->pair = (int)(pair - log->pair);
  notes->swapped = log->geoms.geom[pair->geom[0]].geom != contact->g1;
  return true;
}

/* Gives a joint of a pair a feedback.  Returns false if no memory is left. */
static bool measure(qmboxJointNotes *notes, dJointID joint) {
  qmboxContactLog *log = notes->log;
  qmboxOwnFeedback *own = roomForFeedback(log);
  qmboxLoggedJoint *added = own ? QMBOX_ADD(log->joint, log->joints, log->jointCapacity) : 0;
  if (!added) return false;
  own->feedback.f1[0] = (dReal)NAN;
  own->joint = log->joints - 1;
  *added = (qmboxLoggedJoint){
      .joint = joint, .pair = notes->pair, .own = own, .theirs = dJointGetFeedback(joint), .time = notes->time};
  for (int k = 0; k < 2; k++) added->body[k] = log->geoms.geom[log->pair[notes->pair].geom[k]].body;
  added->second = qmboxFirstBodyOf(joint) != added->body[0];
  dJointSetFeedback(joint, &own->feedback);
  return true;
}

/* Notes the contact joints of which a body is the first.  Returns false if no memory is left. */
static bool noteJointsOf(qmboxJointNotes *notes, dBodyID body) {
  qmboxContactLog *log = notes->log;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    const dContactGeom *contact = qmboxContactOn(walk.joint, body);
    if (!contact || !contact->g1 || !contact->g2) continue;
    if (!findPair(notes, contact)) return false;
    notePoint(log, &log->pair[notes->pair], contact, notes->swapped);
    if (log->measures && !measure(notes, walk.joint)) return false;
  }
  return true;
}

void qmboxBeginLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double before, double time) {
  qmboxJointNotes notes = {.log = log, .bodies = bodies, .before = before, .time = time};
  if (log->measures || log->stepping) clearFeedbacks(log);
  log->pass++;
  log->firstJoint = log->joints;
  log->stepping = log->measures;
  bool good = true;
  for (int i = 1; i < bodies->bodyCount && good; i++) good = noteJointsOf(&notes, bodies->body[i].start.body);
  log->incomplete = log->incomplete || !good;
}

/* ------------------------------------------------------------------ after the step */

static void readJoint(qmboxLoggedJoint *joint, double length) {
  const dJointFeedback *feedback = &joint->own->feedback;
  double impulse = joint->second ? -length : length;
  dJointSetFeedback(joint->joint, joint->theirs);
  if (isnan(feedback->f1[0])) return;
  if (joint->theirs) *joint->theirs = *feedback;
  for (int i = 0; i < 3; i++) joint->impulse[i] = impulse * (double)feedback->f1[i];
}

/* Marks the joints as gone that are not found any more. */
static void findJoints(qmboxContactLog *log, const qmboxBodies *bodies) {
  for (int i = log->firstJoint; i < log->joints; i++) log->joint[i].joint = 0;
  for (int i = 1; i < bodies->bodyCount; i++) {
    for (qmboxJointWalk walk = qmboxJointsOf(bodies->body[i].start.body); walk.joint; qmboxNextJoint(&walk)) {
      const dJointFeedback *feedback = dJointGetFeedback(walk.joint);
      const qmboxOwnFeedback *own = feedback ? ownOf(log, feedback) : 0;
      if (own) log->joint[own->joint].joint = walk.joint;
    }
  }
}

void qmboxEndLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double length, bool called) {
  if (!log->stepping) return;
  if (called) findJoints(log, bodies);
  for (int i = log->firstJoint; i < log->joints; i++) {
    if (log->joint[i].joint) readJoint(&log->joint[i], length);
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
