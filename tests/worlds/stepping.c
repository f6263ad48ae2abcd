/* SPDX-License-Identifier: BSD-3-Clause */

/* The ways to step a scene by one frame. */

#include "stepping.h"

#include <qmbox.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps and watches. A world's data is the judge that watches it, so that worlds which a library makes for itself are
   not watched. */
static int step_and_watch(dWorldID world, dReal length, int (*step)(dWorldID, dReal)) {
  judge *j = dWorldGetData(world);
  int done;

  if (j != NULL) judge_step_begins(j, (double)length);
  done = step(world, length);
  if (j != NULL) judge_step_ends(j);
  return done;
}

static int watched_quick_step(dWorldID world, dReal length) {
  return step_and_watch(world, length, dWorldQuickStep);
}

static int watched_full_step(dWorldID world, dReal length) {
  return step_and_watch(world, length, dWorldStep);
}

int stepping_parts(stepping how, const scene *s) {
  if (how.parts > 0) return how.parts;
  return s->advised > 0 ? s->advised : 1;
}

static stepping_report plain_frame(scene *s, int parts) {
  for (int i = 0; i < parts; i++) {
    dSpaceCollide(s->space, s, scene_near);
    (s->full_step ? watched_full_step : watched_quick_step)(s->world, (dReal)(s->frame / parts));
    dJointGroupEmpty(s->contacts);
  }
  return (stepping_report){.clean = false, .steps = parts};
}

static pose pose_of_piece(const qmboxPathPiece *piece, int end) {
  pose p;

  for (int i = 0; i < 3; i++) p.x[i] = (double)piece->position[end][i];
  for (int i = 0; i < 4; i++) p.q[i] = (double)piece->quaternion[end][i];
  return p;
}

static void follow(void *data, const qmboxPathPiece *piece) {
  judge_path(data, &(judge_piece){.body = piece->body,
                                  .from = (double)piece->from,
                                  .until = (double)piece->until,
                                  .length = (double)piece->length,
                                  .poses = {pose_of_piece(piece, 0), pose_of_piece(piece, 1)}});
}

static stepping_report qmbox_frame(scene *s, int parts, stepping how) {
  bool waits = how.kind == STEPPING_WAITING;
  judge *j = waits ? NULL : dWorldGetData(s->world);
  qmboxSimulateOptions options = {
      .size = sizeof options,
      .nearCallback = scene_near,
      .nearData = s,
      .contacts = s->contacts,
      .stepper = s->full_step ? watched_full_step : watched_quick_step,
      .parts = parts,
      .slices = waits,
      .path = j ? follow : NULL,
      .pathData = j,
      .continuity = how.kind == STEPPING_EXACT ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_DEFAULT};
  qmboxSimulateReport report;
  if (j != NULL) dWorldSetData(s->world, NULL);
  if (!(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, &report) > 0)) {
    fputs("qmboxWorldSimulate has failed\n", stderr);
    exit(2);
  }
  s->advised = report.advisedParts;
  return (stepping_report){.clean = report.unguarded == 0,
                           .steps = report.subSteps,
                           .lost = (double)report.lostTime,
                           .refused = report.refusedPairs,
                           .unguarded = report.unguarded};
}

stepping_report stepping_frame(stepping how, scene *s, judge *j) {
  stepping_report report;

  dWorldSetData(s->world, j);
  if (j != NULL) judge_frame_begins(j);
  int parts = stepping_parts(how, s);
  report = how.kind == STEPPING_PLAIN ? plain_frame(s, parts) : qmbox_frame(s, parts, how);
  if (j != NULL) judge_frame_ends(j);
  dWorldSetData(s->world, NULL);
  return report;
}

static void drop_message(int number, const char *format, va_list arguments) {
  (void)number;
  (void)format;
  (void)arguments;
}

void stepping_silence(void) {
  dSetMessageHandler(drop_message);
}

void stepping_name(stepping how, char name[STEPPING_NAME]) {
  static const char *const KIND[] = {"plain", "qmbox", "exact", "waiting"};
  const char *kind = KIND[how.kind];

  if (how.parts > 0) {
    snprintf(name, STEPPING_NAME, "%s %d", kind, how.parts);
  } else {
    snprintf(name, STEPPING_NAME, "%s advised", kind);
  }
}
