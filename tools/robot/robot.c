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
  free_names(arm->shape_name, arm->chain.shape_count);
  free((void *)arm->chain.link);
  free((void *)arm->chain.shape);
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

/* The object of this name, or -1. */
static int object_of(const robot *arm, const char *name) {
  for (int i = arm->chain.shape_count - 1; i >= 0; i--)
    if (strcmp(arm->shape_name[i], name) == 0) return arm->chain.shape[i].object;
  return -1;
}

/* Makes the matrix of allowed pairs, or widens it to this many objects; false for want of memory. */
static bool widen_allowed(robot *arm, int count) {
  int old = arm->chain.object_count;
  const unsigned char *allowed = arm->chain.allowed;
  unsigned char *wider = calloc(bms_allowed_size(count) + 1, 1);
  if (wider == NULL) return false;
  for (int a = 0; a < old && allowed != NULL; a++)
    for (int b = a; b < old; b++)
      if (bms_is_allowed(allowed, old, a, b)) bms_allow(wider, count, a, b);
  free((void *)allowed);
  arm->chain.allowed = wider;
  return true;
}

bool robot_add_shape(robot *arm, const char *name, const bms_placed_shape *shape) {
  bms_placed_shape placed = *shape;
  placed.object = object_of(arm, name);
  bool is_new = placed.object < 0;
  if (is_new) placed.object = arm->chain.object_count;
  if (is_new && arm->chain.allowed != NULL && !widen_allowed(arm, arm->chain.object_count + 1)) return false;
  bms_placed_shape *more = longer(arm->chain.shape, arm->chain.shape_count, &placed, sizeof placed);
  if (more == NULL) return false;
  arm->chain.shape = more;
  if (!add_name(&arm->shape_name, arm->chain.shape_count, name)) return false;
  arm->chain.shape_count++;
  arm->chain.object_count += is_new;
  return true;
}

bool robot_allow(robot *arm, const char *name_a, const char *name_b) {
  int a = object_of(arm, name_a), b = object_of(arm, name_b);
  if (a < 0 || b < 0) return false;
  if (arm->chain.allowed == NULL && !widen_allowed(arm, arm->chain.object_count)) return false;
  bms_allow((unsigned char *)arm->chain.allowed, arm->chain.object_count, a, b);
  return true;
}

int robot_link(const robot *arm, const char *name) {
  for (int i = 0; i < arm->chain.link_count; i++)
    if (strcmp(arm->link_name[i], name) == 0) return i;
  return -1;
}
