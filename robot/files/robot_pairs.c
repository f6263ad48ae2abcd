/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_array.h"
#include "robot_probe.h"

int robot_pairs_carrier(const robot *arm, int link) {
  while (link != BMS_WORLD && arm->link[link].joint == BMS_JOINT_FIXED) link = arm->link[link].parent;
  return link;
}

const char *robot_pairs_joint(const robot *arm, int link) {
  int variable = arm->link[link].variable;
  return variable < arm->joint_count ? arm->joint[variable].name : arm->mimic[variable - arm->joint_count].name;
}

/* ------------------------------------------------------------------ pairs that are left out */

/* A list of pairs while it is made. */
typedef struct pair_list {
  const robot *arm;
  int *carrier; /* [object_count]: robot_pairs_carrier() of the object's link, ROBOT_NOWHERE without solids */
  int *number;  /* [object_count]: the object's number in the matrix of what may touch, if it has solids */
  int count;
  robot_pair *pair;
} pair_list;

static bool find_carriers(pair_list *list) {
  const robot *arm = list->arm;
  list->carrier = malloc((2 * (size_t)arm->object_count + 1) * sizeof *list->carrier);
  list->number = list->carrier == NULL ? NULL : list->carrier + arm->object_count;
  for (int i = 0; list->carrier != NULL && i < arm->object_count; i++) {
    int link = arm->object_link[i];
    list->carrier[i] = link == ROBOT_NOWHERE ? ROBOT_NOWHERE : robot_pairs_carrier(arm, link);
  }
  for (int i = 0; list->carrier != NULL && i < arm->solid_count; i++)
    list->number[arm->solid[i].object] = arm->shape[i].object;
  return list->carrier != NULL;
}

/* Adds two objects if they have solids and a joint moves one against the other. */
static bool add_moving(pair_list *list, int a, int b, robot_reason reason) {
  const int *carrier = list->carrier;
  if (carrier[a] == ROBOT_NOWHERE || carrier[b] == ROBOT_NOWHERE || carrier[a] == carrier[b]) return true;
  const robot_pair one = {{a < b ? a : b, a < b ? b : a}, reason};
  return robot_append(&list->pair, &list->count, &one, sizeof one) >= 0;
}

static bool add_allowed(pair_list *list) {
  const robot_pairs *may = &list->arm->touching.may;
  bool good = true;
  for (int i = 0; good && i < may->count; i++)
    good = add_moving(list, may->pair[i].object[0], may->pair[i].object[1], may->pair[i].reason);
  return good;
}

/* Adds the pairs of objects that usually may touch everything, but for those that the matrix keeps apart. */
static bool add_usual(pair_list *list) {
  const robot *arm = list->arm;
  const robot_touching *touching = &arm->touching;
  bool good = true;
  for (int i = 0; i < touching->free_count; i++)
    for (int b = 0; good && b < arm->object_count; b++) {
      int a = touching->free[i];
      if (a == b || list->carrier[a] == ROBOT_NOWHERE || list->carrier[b] == ROBOT_NOWHERE) continue;
      if (bms_is_allowed(arm->allowed, arm->chain.object_count, list->number[a], list->number[b]))
        good = add_moving(list, a, b, ROBOT_USUAL);
    }
  return good;
}

/* Adds the pairs on links that no joint moves against each other. */
static bool add_rigid(pair_list *list) {
  const robot *arm = list->arm;
  bool good = true;
  for (int b = 0; b < arm->object_count; b++)
    for (int a = 0; good && a < b && arm->object_link[b] >= 0; a++) {
      if (arm->object_link[a] < 0 || list->carrier[a] != list->carrier[b]) continue;
      const robot_pair one = {{a, b}, ROBOT_RIGID};
      good = robot_append(&list->pair, &list->count, &one, sizeof one) >= 0;
    }
  return good;
}

static int by_objects(const void *a, const void *b) {
  const robot_pair *p = a, *q = b;
  if (p->object[0] != q->object[0]) return p->object[0] < q->object[0] ? -1 : 1;
  if (p->object[1] != q->object[1]) return p->object[1] < q->object[1] ? -1 : 1;
  return (p->reason > q->reason) - (p->reason < q->reason);
}

static bool is_same(const robot_pair *a, const robot_pair *b) {
  return a->object[0] == b->object[0] && a->object[1] == b->object[1];
}

/* Sorts the list, and keeps the first reason of each pair. */
static void sort(pair_list *list) {
  int kept = 0;
  if (list->count > 1) qsort(list->pair, (size_t)list->count, sizeof *list->pair, by_objects);
  for (int i = 0; i < list->count; i++)
    if (kept == 0 || !is_same(&list->pair[i], &list->pair[kept - 1])) list->pair[kept++] = list->pair[i];
  list->count = kept;
}

robot_pair *robot_pairs_left_out(const robot *arm, int *count) {
  pair_list list = {.arm = arm};
  bool good = find_carriers(&list) && add_rigid(&list) && add_allowed(&list) && add_usual(&list);
  sort(&list);
  free(list.carrier);
  if (good && list.pair == NULL) list.pair = malloc(sizeof *list.pair);
  *count = list.count;
  if (good) return list.pair;
  free(list.pair);
  return NULL;
}

void robot_pairs_reason(const robot *arm, const robot_pair *pair, char *text, size_t size) {
  static const char *const WORD[ROBOT_REASONS] = {
      [ROBOT_RIGID] = "rigid to each other",
      [ROBOT_SRDF] = "disabled by the SRDF",
      [ROBOT_USUAL] = "one of them usually may touch everything, by the SRDF or the scene",
      [ROBOT_MATRIX] = "allowed by the scene's matrix",
      [ROBOT_ATTACHED] = "attached, or one of its touch_links",
      [ROBOT_CALLER] = "allowed by --allow"};
  if (pair->reason == ROBOT_ADJACENT)
    snprintf(text, size, "joined by joint %s", robot_pairs_joint(arm, pair->object[1]));
  else
    snprintf(text, size, "%s", WORD[pair->reason]);
}

bool robot_pairs_count(robot *arm) {
  int count;
  robot_pair *pair = robot_pairs_left_out(arm, &count);
  for (int i = 0; pair != NULL && i < count; i++) arm->left_out[pair[i].reason]++;
  free(pair);
  return pair != NULL;
}

/* ------------------------------------------------------------------ links that always touch at a joint */

/* The number of values of a joint that are tried. */
enum { VALUES = 33 };

static double value_of(const robot_limits *limits, int i) {
  static const double HALF_TURN = 3.14159265358979323846;
  double lower = limits->limited ? limits->lower : -HALF_TURN, upper = limits->limited ? limits->upper : HALF_TURN;
  return lower + (upper - lower) * i / (VALUES - 1);
}

/* Finds whether two links with one moving joint between them, that which carries `moved`, touch at all its values. */
static bool touch_always(robot *arm, int a, int b, int moved, bool *always) {
  robot_probe probe;
  int variable = arm->link[moved].variable;
  if (variable >= arm->joint_count) variable = arm->mimic[variable - arm->joint_count].joint;
  if (!robot_probe_open(&probe, arm, a, b)) return false;
  *always = true;
  for (int i = 0; *always && i < VALUES; i++) {
    probe.configuration[variable] = value_of(&arm->joint[variable].limits, i);
    *always = robot_probe_touches(&probe);
  }
  robot_probe_close(&probe);
  return true;
}

bool robot_pairs_note(robot *arm) {
  pair_list list = {.arm = arm};
  bool good = find_carriers(&list), always = false;
  for (int b = 0; good && b < arm->link_count; b++)
    for (int a = 0; good && a < arm->link_count; a++) {
      int moved = list.carrier[b];
      if (moved < 0 || list.carrier[a] == ROBOT_NOWHERE || (moved == b && arm->link[b].parent == a)) continue;
      if (arm->link[moved].parent == BMS_WORLD || arm->object_link[a] != a) continue;
      if (robot_pairs_carrier(arm, arm->link[moved].parent) != list.carrier[a]) continue;
      good = touch_always(arm, a, b, moved, &always);
      if (good && always)
        robot_note(arm,
                   "links %.60s and %.60s touch at each of %d values of joint %.60s; if they are meant to, --allow "
                   "%.60s:%.60s leaves them out, or in an SRDF <disable_collisions link1=\"%.60s\" link2=\"%.60s\" "
                   "reason=\"Always\"/>; --suggest-srdf writes all such lines",
                   arm->object_name[a], arm->object_name[b], VALUES, robot_pairs_joint(arm, moved), arm->object_name[a],
                   arm->object_name[b], arm->object_name[a], arm->object_name[b]);
    }
  free(list.carrier);
  return good;
}
