/* SPDX-License-Identifier: BSD-3-Clause */

/* The functions of settings, and the version of the plugin that a program runs with. */

#include "util/settings.h"

#include <stdlib.h>

#include "util/warning.h"

#define NO_MEMORY "out of memory: nothing is set"

qmboxSettings *qmboxSettingsCreate(void) {
  return calloc(1, sizeof(qmboxSettings));
}

void qmboxSettingsDestroy(qmboxSettings *settings) {
  if (!settings) return;
  free(settings->body.setting);
  free(settings->allowance.setting);
  free(settings);
}

/* Warns and returns 0 if there is a reason, else 1. */
static int isGood(const char *function, const char *reason) {
  if (reason) qmboxWarn(function, reason);
  return !reason;
}

int qmboxSettingsSetContinuity(qmboxSettings *settings, dBodyID body, qmboxContinuity continuity) {
  const char *reason = 0;
  if (!settings) reason = "settings is null";
  if ((int)continuity < QMBOX_CONTINUITY_DEFAULT || continuity > QMBOX_CONTINUITY_EXACT) {
    reason = "continuity is none of QMBOX_CONTINUITY_...";
  }
  if (!reason && !body) settings->continuity = continuity;
  qmboxSetting *made = !reason && body ? qmboxMakeSetting(&settings->body, body, 0) : 0;
  if (made) made->continuity = continuity;
  return isGood("qmboxSettingsSetContinuity", reason || made || !body ? reason : NO_MEMORY);
}

int qmboxSettingsSetLeastSpeed(qmboxSettings *settings, dBodyID body, dReal speed) {
  const char *reason = 0;
  if (!settings) reason = "settings is null";
  if (!(speed >= 0 && speed < dInfinity)) reason = "speed is negative or not finite";
  if (!reason) settings->slow = settings->slow || speed > 0;
  if (!reason && !body) settings->leastSpeed = (double)speed;
  qmboxSetting *made = !reason && body ? qmboxMakeSetting(&settings->body, body, 0) : 0;
  if (made) made->leastSpeed = (double)speed;
  return isGood("qmboxSettingsSetLeastSpeed", reason || made || !body ? reason : NO_MEMORY);
}

int qmboxSettingsSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, dReal length) {
  const char *reason = 0;
  if (!settings) reason = "settings is null";
  if (!geom) reason = "geom is null";
  if (geom && geom == other) reason = "the two are the same geom";
  if (!(length > 0)) reason = "length is not positive";
  qmboxSetting *made = reason ? 0 : qmboxMakeSetting(&settings->allowance, geom, other);
  if (made) made->allowance = (double)length;
  return isGood("qmboxSettingsSetAllowance", reason || made ? reason : NO_MEMORY);
}

int qmboxSettingsSetChecks(qmboxSettings *settings, int checks) {
  const char *reason = 0;
  if (!settings) reason = "settings is null";
  if (checks < 0) reason = "checks is negative";
  if (!isGood("qmboxSettingsSetChecks", reason)) return 0;
  settings->checks = checks;
  return 1;
}

int qmboxSettingsForgetBody(qmboxSettings *settings, dBodyID body) {
  if (!isGood("qmboxSettingsForgetBody", !settings ? "settings is null" : !body ? "the body is null" : 0)) return 0;
  return qmboxDropSettings(&settings->body, body);
}

int qmboxSettingsForgetGeom(qmboxSettings *settings, dGeomID geom) {
  if (!isGood("qmboxSettingsForgetGeom", !settings ? "settings is null" : !geom ? "the geom is null" : 0)) return 0;
  return qmboxDropSettings(&settings->allowance, geom);
}

const char *qmboxVersion(void) {
  return QMBOX_VERSION;
}
