/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of objects: checked, or the reason why not. */

#define _POSIX_C_SOURCE 200809L /* open_memstream() */

#include <stdio.h>
#include <stdlib.h>

#include "loaded.h"
#include "files/robot_pairs.h"
#include "files/robot_suggest.h"

bool loaded_moves_between(const bms_robot *loaded, int a, int b) {
  const bms_link *link = loaded->arm.link;
  while (a != b) { /* parents have lower indices: the later of the two goes up */
    int *later = a > b ? &a : &b;
    if (link[*later].joint != BMS_JOINT_FIXED) return true;
    *later = link[*later].parent;
  }
  return false;
}

/* Returns the first reason why two objects are allowed to touch. */
static robot_reason reason_of(const robot *arm, int a, int b) {
  const robot_pairs *may = &arm->touching.may;
  robot_reason first = ROBOT_USUAL;
  bool found = false;
  for (int i = 0; i < may->count; i++) {
    const robot_pair *pair = &may->pair[i];
    bool fits = (pair->object[0] == a && pair->object[1] == b) || (pair->object[0] == b && pair->object[1] == a);
    if (fits && (!found || pair->reason < first)) first = pair->reason;
    found = found || fits;
  }
  return first;
}

/* Returns a reason as the interface has it. */
static bms_robot_pair pair_of(robot_reason reason) {
  static const bms_robot_pair PAIR[ROBOT_REASONS] = {
      [ROBOT_RIGID] = BMS_ROBOT_PAIR_RIGID,   [ROBOT_ADJACENT] = BMS_ROBOT_PAIR_NEIGHBOUR,
      [ROBOT_SRDF] = BMS_ROBOT_PAIR_SRDF,     [ROBOT_USUAL] = BMS_ROBOT_PAIR_USUAL,
      [ROBOT_MATRIX] = BMS_ROBOT_PAIR_MATRIX, [ROBOT_ATTACHED] = BMS_ROBOT_PAIR_ATTACHED,
      [ROBOT_CALLER] = BMS_ROBOT_PAIR_OPTION};
  return PAIR[reason];
}

bms_robot_pair bms_robot_pair_of(const bms_robot *loaded, int a, int b) {
  const loaded_scene *prepared = &loaded->prepared;
  int link[2] = {loaded->arm.object_link[a], loaded->arm.object_link[b]};
  if (link[0] == ROBOT_NOWHERE || link[1] == ROBOT_NOWHERE) return BMS_ROBOT_PAIR_SHAPELESS;
  if (a == b || !loaded_moves_between(loaded, link[0], link[1])) return BMS_ROBOT_PAIR_RIGID;
  if (!bms_is_allowed(prepared->allowed, prepared->number_count, loaded_number(loaded, a), loaded_number(loaded, b)))
    return BMS_ROBOT_PAIR_CHECKED;
  return pair_of(reason_of(&loaded->arm, a, b));
}

void bms_robot_pair_text(const bms_robot *loaded, int a, int b, char *text, int size) {
  bms_robot_pair found = bms_robot_pair_of(loaded, a, b);
  robot_pair pair = {{a < b ? a : b, a < b ? b : a}, ROBOT_RIGID};
  if (size <= 0) return;
  if (found == BMS_ROBOT_PAIR_CHECKED || found == BMS_ROBOT_PAIR_SHAPELESS) {
    snprintf(text, (size_t)size, "%s", found == BMS_ROBOT_PAIR_CHECKED ? "checked" : "one of them has no shape");
    return;
  }
  if (found != BMS_ROBOT_PAIR_RIGID) pair.reason = reason_of(&loaded->arm, a, b);
  robot_pairs_reason(&loaded->arm, &pair, text, (size_t)size);
}

bms_robot_left_out *bms_robot_left_out_pairs(const bms_robot *loaded, int *count) {
  robot_pair *pair = robot_pairs_left_out(&loaded->arm, count);
  bms_robot_left_out *list = pair == NULL ? NULL : malloc(((size_t)*count + 1) * sizeof *list);
  for (int i = 0; list != NULL && i < *count; i++)
    list[i] = (bms_robot_left_out){{pair[i].object[0], pair[i].object[1]}, pair_of(pair[i].reason)};
  free(pair);
  return list;
}

char *bms_robot_suggest_srdf(const bms_robot *loaded) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) return NULL;
  bool good = robot_suggest_srdf(out, &loaded->arm);
  if (fclose(out) == 0 && good) return text;
  free(text);
  return NULL;
}

void bms_robot_free(void *memory) {
  free(memory);
}
