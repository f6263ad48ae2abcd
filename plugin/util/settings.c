/* SPDX-License-Identifier: BSD-3-Clause */

#include "util/settings.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "util/array.h"

static int compareAddresses(const void *a, const void *b) {
  return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static int compare(const void *a, const void *b) {
  const qmboxSetting *one = a, *other = b;
  int order = compareAddresses(one->of[1], other->of[1]);
  return order != 0 ? order : compareAddresses(one->of[0], other->of[0]);
}

/* Returns a new setting of these two, in the order of their addresses. */
static qmboxSetting newSetting(const void *one, const void *other) {
  bool first = (uintptr_t)one < (uintptr_t)other;
  return (qmboxSetting){.of = {first ? one : other, first ? other : one}, .leastSpeed = -1};
}

/* Returns the place of a setting, or the place where it belongs. */
static int placeOf(const qmboxSettingList *list, const qmboxSetting *key) {
  return qmboxPlaceInOrder(key, list->setting, sizeof *key, list->count, compare);
}

static bool isAt(const qmboxSettingList *list, int place, const qmboxSetting *key) {
  return place < list->count && compare(&list->setting[place], key) == 0;
}

const qmboxSetting *qmboxFindSetting(const qmboxSettingList *list, const void *one, const void *other) {
  const qmboxSetting key = newSetting(one, other);
  int at = placeOf(list, &key);
  return isAt(list, at, &key) ? &list->setting[at] : 0;
}

qmboxSetting *qmboxMakeSetting(qmboxSettingList *list, const void *one, const void *other) {
  const qmboxSetting key = newSetting(one, other);
  int at = placeOf(list, &key);
  if (isAt(list, at, &key)) return &list->setting[at];
  qmboxSetting *made = QMBOX_ADD(list->setting, list->count, list->capacity);
  if (!made) return 0;
  made = &list->setting[at];
  memmove(made + 1, made, (size_t)(list->count - 1 - at) * sizeof *made);
  *made = key;
  return made;
}

int qmboxDropSettings(qmboxSettingList *list, const void *of) {
  int count = 0, before = list->count;
  for (int i = 0; i < before; i++) {
    const qmboxSetting *setting = &list->setting[i];
    if (setting->of[0] != of && setting->of[1] != of) list->setting[count++] = *setting;
  }
  list->count = count;
  return before - count;
}

double qmboxLeastSetAllowance(const qmboxSettings *settings, dGeomID geom1, dGeomID geom2) {
  const qmboxSettingList *list = &settings->allowance;
  const qmboxSetting *found[3] = {qmboxFindSetting(list, geom1, 0), qmboxFindSetting(list, geom2, 0),
                                  qmboxFindSetting(list, geom1, geom2)};
  double least = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    if (found[i]) least = fmin(least, found[i]->allowance);
  }
  return least;
}
