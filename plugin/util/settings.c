/* SPDX-License-Identifier: BSD-3-Clause */

/* Settings that stay from frame to frame. */

#include "util/settings.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/array.h"

/* ------------------------------------------------------------------ bodies */

static int compareAddresses(const void *a, const void *b) {
  return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int compareBodies(const void *a, const void *b) {
  return compareAddresses(((const qmboxBodySetting *)a)->body, ((const qmboxBodySetting *)b)->body);
}

static int placeOfBody(const qmboxSettings *settings, dBodyID body) {
  const qmboxBodySetting key = {.body = body};
  return qmboxPlaceInOrder(&key, settings->body, sizeof key, settings->bodies, compareBodies);
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

static int comparePairs(const void *a, const void *b) {
  const qmboxAllowanceSetting *one = a, *other = b;
  int order = compareAddresses(one->geom[1], other->geom[1]);
  return order != 0 ? order : compareAddresses(one->geom[0], other->geom[0]);
}

/* Returns a setting with two geoms in the order of their addresses. */
static qmboxAllowanceSetting keyOf(dGeomID geom1, dGeomID geom2) {
  bool first = (uintptr_t)geom1 < (uintptr_t)geom2;
  return (qmboxAllowanceSetting){.geom = {first ? geom1 : geom2, first ? geom2 : geom1}};
}

static int placeOfPair(const qmboxSettings *settings, const qmboxAllowanceSetting *key) {
  return qmboxPlaceInOrder(key, settings->allowance, sizeof *key, settings->allowances, comparePairs);
}

/* Returns the setting of two geoms, null if they have none. */
static qmboxAllowanceSetting *settingOfPair(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2) {
  const qmboxAllowanceSetting key = keyOf(geom1, geom2);
  int at = placeOfPair(settings, &key);
  return at < settings->allowances && comparePairs(&settings->allowance[at], &key) == 0 ? &settings->allowance[at] : 0;
}

bool qmboxSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, double length) {
  qmboxAllowanceSetting *setting = settingOfPair(settings, geom, other), key = keyOf(geom, other);
  if (!setting) {
    int at = placeOfPair(settings, &key);
    setting = QMBOX_ADD(settings->allowance, settings->allowances, settings->allowanceCapacity);
    if (!setting) return false;
    setting = &settings->allowance[at];
    memmove(setting + 1, setting, (size_t)(settings->allowances - 1 - at) * sizeof *setting);
    *setting = key;
  }
  setting->length = length;
  return true;
}

double qmboxLeastSetAllowance(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2) {
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
