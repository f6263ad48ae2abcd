/* SPDX-License-Identifier: BSD-3-Clause */

/* The functions of contact logs. */

#include <stdlib.h>

#include "callbacks/contact_log.h"
#include "qmbox.h"
#include "util/warning.h"

qmboxContactLog *qmboxContactLogCreate(void) {
  return calloc(1, sizeof(qmboxContactLog));
}

void qmboxContactLogDestroy(qmboxContactLog *log) {
  if (!log) return;
  for (qmboxFeedbackBlock *block = log->block; block;) {
    qmboxFeedbackBlock *next = block->next;
    free(block);
    block = next;
  }
  qmboxFreeLoggedGeoms(&log->geoms);
  free(log->event);
  free(log->pair);
  free(log->table);
  free(log->joint);
  free(log->jam);
  free(log);
}

void qmboxContactLogMeasure(qmboxContactLog *log, int impulses) {
  if (log) {
    log->measures = impulses != 0;
  } else {
    qmboxWarn("qmboxContactLogMeasure", "the log is null");
  }
}

const qmboxContactEvent *qmboxContactLogEvents(const qmboxContactLog *log, int *count) {
  if (!log || !count) {
    qmboxWarn("qmboxContactLogEvents", log ? "count is null" : "the log is null");
    if (count) *count = 0;
    return 0;
  }
  *count = log->incomplete ? -1 : log->events;
  return log->event;
}

int qmboxContactLogForget(qmboxContactLog *log, dGeomID geom) {
  int ended = 0;
  if (!log || !geom) {
    qmboxWarn("qmboxContactLogForget", log ? "the geom is null" : "the log is null");
    return 0;
  }
  int number = qmboxFindLoggedGeom(&log->geoms, geom);
  if (number < 0) return 0;
  log->geoms.geom[number].gone = true;
  for (int i = 0; i < log->pairs; i++) {
    const qmboxLoggedPair *pair = &log->pair[i];
    ended += !pair->over && (pair->geom[0] == number || pair->geom[1] == number);
  }
  return ended;
}
