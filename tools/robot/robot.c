/* SPDX-License-Identifier: BSD-3-Clause */

/* A robot as it grows while files are read. */

#include "robot.h"

#include <stdlib.h>
#include <string.h>

void robot_init(robot *arm) {
  memset(arm, 0, sizeof *arm);
}

static void free_names(char **name, int count) {
  for (int i = 0; i < count; i++) free(name[i]);
  free(name);
}

void robot_free(robot *arm) {
  free_names(arm->link_name, arm->chain.link_count);
  free_names(arm->variable_name, arm->chain.variable_count);
  free_names(arm->box_name, arm->chain.box_count);
  free((void *)arm->chain.link);
  free((void *)arm->chain.box);
  free((void *)arm->chain.allowed);
  robot_init(arm);
}

/* An array with one more element, copied from one; NULL for want of memory, and then the old one is as it was. */
static void *longer(const void *array, int count, const void *one, size_t size) {
  char *more = realloc((void *)array, ((size_t)count + 1) * size);
  if (more != NULL) memcpy(more + (size_t)count * size, one, size);
  return more;
}

static bool add_name(char ***names, int count, const char *name) {
  char *copy = malloc(strlen(name) + 1);
  if (copy == NULL) return false;
  strcpy(copy, name);
  char **more = longer(*names, count, &copy, sizeof copy);
  if (more == NULL) free(copy);
  if (more != NULL) *names = more;
  return more != NULL;
}

bool robot_add_link(robot *arm, const char *name, const bms_link *link) {
  bms_link *more = longer(arm->chain.link, arm->chain.link_count, link, sizeof *link);
  if (more == NULL) return false;
  arm->chain.link = more;
  if (!add_name(&arm->link_name, arm->chain.link_count, name)) return false;
  arm->chain.link_count++;
  return true;
}

bool robot_add_variable(robot *arm, const char *name) {
  if (!add_name(&arm->variable_name, arm->chain.variable_count, name)) return false;
  arm->chain.variable_count++;
  return true;
}

bool robot_add_box(robot *arm, const char *name, const bms_placed_box *box) {
  bms_placed_box *more = longer(arm->chain.box, arm->chain.box_count, box, sizeof *box);
  if (more == NULL) return false;
  arm->chain.box = more;
  if (!add_name(&arm->box_name, arm->chain.box_count, name)) return false;
  arm->chain.box_count++;
  return true;
}

bool robot_allow(robot *arm, const char *name_a, const char *name_b) {
  bool known = false;
  for (int a = 0; a < arm->chain.box_count; a++)
    for (int b = 0; b < arm->chain.box_count; b++) {
      if (strcmp(arm->box_name[a], name_a) != 0 || strcmp(arm->box_name[b], name_b) != 0) continue;
      bms_allowed_pair pair = {a, b};
      bms_allowed_pair *more = longer(arm->chain.allowed, arm->chain.allowed_count, &pair, sizeof pair);
      if (more == NULL) return false;
      arm->chain.allowed = more;
      arm->chain.allowed_count++;
      known = true;
    }
  return known;
}

int robot_link(const robot *arm, const char *name) {
  for (int i = 0; i < arm->chain.link_count; i++)
    if (strcmp(arm->link_name[i], name) == 0) return i;
  return -1;
}
