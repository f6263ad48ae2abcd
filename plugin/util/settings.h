/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Settings that stay from frame to frame (qmbox.h).
 *
 * Bodies and geoms are known by their addresses alone, and are never touched.  Both arrays are sorted by them.
 */

#ifndef QMBOX_SETTINGS_H
#define QMBOX_SETTINGS_H

#include <stdbool.h>

#include "qmbox.h"

typedef struct qmboxBodySetting {
  dBodyID body;
  qmboxContinuity continuity;
  double leastSpeed; /* negative: the world's */
} qmboxBodySetting;

/* The most that two geoms are smaller by together; null for the first: of the second and any. */
typedef struct qmboxAllowanceSetting {
  dGeomID geom[2];
  double length;
} qmboxAllowanceSetting;

struct qmboxSettings {
  qmboxContinuity continuity;
  int checks; /* 0: as many as usual */
  double leastSpeed;
  qmboxBodySetting *body;
  int bodies, bodyCapacity;
  bool slow; /* some least speed is positive, or has been */
  qmboxAllowanceSetting *allowance;
  int allowances, allowanceCapacity;
};

/* Returns the settings of a body, null if it has none. */
qmboxBodySetting *qmboxSettingOfBody(const qmboxSettings *settings, dBodyID body);

/* Returns them, made if there are none; null if no memory is left. */
qmboxBodySetting *qmboxMakeBodySetting(qmboxSettings *settings, dBodyID body);

/* Sets the allowance of two geoms, the second of which may be null.  Returns false if no memory is left. */
bool qmboxSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, double length);

/* Returns the least that has been set for two geoms, HUGE_VAL if none has been. */
double qmboxLeastSetAllowance(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2);

/* Drop all that is set for a body, or a geom.  Return how much that was. */
int qmboxDropBodySettings(qmboxSettings *settings, dBodyID body);
int qmboxDropGeomSettings(qmboxSettings *settings, dGeomID geom);

#endif /* QMBOX_SETTINGS_H */
