/* SPDX-License-Identifier: BSD-3-Clause */

/* Settings that stay from frame to frame. */

#include "util/settings.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/array.h"

/* ------------------------------------------------------------------ bodies */

/* Returns the number of the first body at this address or behind it. */
static int placeOfBody(const qmboxSettings *settings, dBodyID body) {
  int low = 0, high = settings->bodies;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if ((uintptr_t)settings->body[middle].body < (uintptr_t)body) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

qmboxBodySetting *qmboxSettingOfBody(const qmboxSettings *settings, dBodyID body) {
  int at = placeOfBody(settings, body);
  return at < settings->bodies && settings->body[at].body == body ? &settings->body[at] : 0;
}

qmboxBodySetting *qmboxMakeBodySetting(qmboxSettings *settings, dBodyID body) {
  qmboxBodySetting *known = qmboxSettingOfBody(settings, body);
  if (known) return known;
  int at = placeOfBody(settings, body);
  qmboxBodySetting *made = QMBOX_ADD(settings->body, settings->bodies, settings->bodyCapacity);
  if (!made) return 0;
  made = &settings->body[at];
  memmove(made + 1, made, (size_t)(settings->bodies - 1 - at) * sizeof *made);
  *made = (qmboxBodySetting){.body = body, .leastSpeed = -1};
  return made;
}

int qmboxDropBodySettings(qmboxSettings *settings, dBodyID body) {
  int at = placeOfBody(settings, body);
  if (at == settings->bodies || settings->body[at].body != body) return 0;
  settings->bodies--;
  memmove(&settings->body[at], &settings->body[at + 1], (size_t)(settings->bodies - at) * sizeof *settings->body);
  return 1;
}

/* ------------------------------------------------------------------ allowances */

static bool isBefore(const qmboxAllowanceSetting *setting, const dGeomID geom[2]) {
  if (setting->geom[1] != geom[1]) return (uintptr_t)setting->geom[1] < (uintptr_t)geom[1];
  return (uintptr_t)setting->geom[0] < (uintptr_t)geom[0];
}

static int placeOfPair(const qmboxSettings *settings, const dGeomID geom[2]) {
  int low = 0, high = settings->allowances;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (isBefore(&settings->allowance[middle], geom)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Writes two geoms in the order of their addresses. */
static void order(dGeomID geom1, dGeomID geom2, dGeomID ordered[2]) {
  bool first = (uintptr_t)geom1 < (uintptr_t)geom2;
  ordered[0] = first ? geom1 : geom2;
  ordered[1] = first ? geom2 : geom1;
}

static const qmboxAllowanceSetting *settingOfPair(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2) {
  dGeomID geom[2];
  order(geom1, geom2, geom);
  int at = placeOfPair(settings, geom);
  if (at == settings->allowances) return 0;
  const qmboxAllowanceSetting *found = &settings->allowance[at];
  return found->geom[0] == geom[0] && found->geom[1] == geom[1] ? found : 0;
}

bool qmboxSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, double length) {
  const qmboxAllowanceSetting *known = settingOfPair(settings, geom, other);
  if (known) {
    settings->allowance[known - settings->allowance].length = length;
    return true;
  }
  dGeomID ordered[2];
  order(geom, other, ordered);
  int at = placeOfPair(settings, ordered);
  qmboxAllowanceSetting *made = QMBOX_ADD(settings->allowance, settings->allowances, settings->allowanceCapacity);
  if (!made) return false;
  made = &settings->allowance[at];
  memmove(made + 1, made, (size_t)(settings->allowances - 1 - at) * sizeof *made);
  *made = (qmboxAllowanceSetting){.geom = {ordered[0], ordered[1]}, .length = length};
  return true;
}

double qmboxAllowanceOf(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2) {
  const qmboxAllowanceSetting *found[3] = {settingOfPair(settings, geom1, 0), settingOfPair(settings, geom2, 0),
                                           settingOfPair(settings, geom1, geom2)};
  double least = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    if (found[i]) least = fmin(least, found[i]->length);
  }
  return least;
}

int qmboxDropGeomSettings(qmboxSettings *settings, dGeomID geom) {
  int count = 0, before = settings->allowances;
  for (int i = 0; i < before; i++) {
    const qmboxAllowanceSetting *setting = &settings->allowance[i];
    if (setting->geom[0] != geom && setting->geom[1] != geom) settings->allowance[count++] = *setting;
  }
  settings->allowances = count;
  return before - count;
}
