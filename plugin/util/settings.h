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

/* A setting of a body, or of two geoms. */
typedef struct qmboxSetting {
  const void *of[2]; /* null and the body; or the geoms, null for the first: the second and any */
  qmboxContinuity continuity;
  double leastSpeed; /* negative: the world's */
  double allowance;  /* the most that two geoms are smaller by together */
} qmboxSetting;

typedef struct qmboxSettingList {
  qmboxSetting *setting;
  int count, capacity;
} qmboxSettingList;

struct qmboxSettings {
  qmboxContinuity continuity;
  int checks; /* 0: as many as usual */
  double leastSpeed;
  bool slow; /* some least speed is positive, or has been */
  qmboxSettingList body, allowance;
};

/* Returns the setting of two, or of one if the other is null; null if there is none. */
const qmboxSetting *qmboxFindSetting(const qmboxSettingList *list, const void *one, const void *other);

/* Returns it, made if there is none; null if no memory is left. */
qmboxSetting *qmboxMakeSetting(qmboxSettingList *list, const void *one, const void *other);

/* Drops all settings of a body or geom.  Returns how many these were. */
int qmboxDropSettings(qmboxSettingList *list, const void *of);

/* Returns the least allowance that has been set for two geoms, HUGE_VAL if none has been. */
double qmboxLeastSetAllowance(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2);

#endif /* QMBOX_SETTINGS_H */
