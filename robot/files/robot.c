/* SPDX-License-Identifier: BSD-3-Clause */

/* A robot as it grows while files are read. */

#include "robot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_array.h"
#include "robot_text.h"

void robot_init(robot *arm) {
  memset(arm, 0, sizeof *arm);
}

void robot_mesh_free(robot_mesh *mesh) {
  free(mesh->vertex);
  free(mesh->index);
  *mesh = (robot_mesh){0, 0, NULL, NULL};
}

static void free_names(char **name, int count) {
  for (int i = 0; i < count; i++) free(name[i]);
  free(name);
}

static void free_semantics(robot *arm) {
  for (int i = 0; i < arm->posture_count; i++) {
    free(arm->posture[i].name);
    free(arm->posture[i].group);
    free(arm->posture[i].value);
    free(arm->posture[i].fault);
  }
  for (int i = 0; i < arm->group_count; i++) {
    free(arm->group[i].name);
    free(arm->group[i].joint);
    free(arm->group[i].fault);
  }
  for (int i = 0; i < arm->frame_count; i++) free(arm->frame[i].name);
  free(arm->posture);
  free(arm->group);
  free(arm->frame);
}

void robot_free(robot *arm) {
  for (int i = 0; i < arm->joint_count; i++) free(arm->joint[i].name);
  for (int i = 0; i < arm->mimic_count; i++) free(arm->mimic[i].name);
  for (int i = 0; i < arm->solid_count; i++) robot_mesh_free(&arm->solid[i].mesh);
  free_names(arm->object_name, arm->object_count);
  free_names(arm->note, arm->note_count);
  free_names(arm->fixed_name, arm->fixed_count);
  free_semantics(arm);
  free(arm->link);
  free(arm->joint);
  free(arm->active);
  free(arm->mimic);
  free(arm->solid);
  free(arm->object_link);
  free(arm->slot);
  robot_touching_free(&arm->touching);
  free(arm->growth);
  free(arm->base);
  free(arm->name);
  for (int i = 0; i < arm->solid_count && arm->mesh != NULL; i++) bms_mesh_destroy(arm->mesh[i]);
  free(arm->mesh);
  free(arm->shape);
  free(arm->allowed);
  robot_init(arm);
}

/* ------------------------------------------------------------------ growing arrays */

static char *copy_of(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (copy != NULL) strcpy(copy, text);
  return copy;
}

/* Appends `one`, whose name is a copy that is freed if there is no room. */
static int append_named(void *array, int *count, const void *one, size_t size, char *name) {
  int index = name == NULL ? -1 : robot_append(array, count, one, size);
  if (index < 0) free(name);
  return index;
}

/* Returns the slot of a name in the hash table: the one that holds it, or the first empty one behind its place
   (FNV-1a). */
static int slot_of(const robot *arm, const char *name) {
  unsigned hash = 2166136261u;
  for (const char *c = name; *c != 0; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  unsigned mask = (unsigned)arm->slot_count - 1, at = hash & mask;
  while (arm->slot[at] >= 0 && strcmp(arm->object_name[arm->slot[at]], name) != 0) at = (at + 1) & mask;
  return (int)at;
}

/* Makes the hash table twice as large where it is half full; false if no memory is left. */
static bool widen_slots(robot *arm) {
  if (arm->slot_count > 2 * (arm->object_count + 1)) return true;
  int count = arm->slot_count == 0 ? 16 : 2 * arm->slot_count;
  int *slot = malloc((size_t)count * sizeof *slot);
  if (slot == NULL) return false;
  for (int i = 0; i < count; i++) slot[i] = -1;
  free(arm->slot);
  arm->slot = slot;
  arm->slot_count = count;
  for (int i = 0; i < arm->object_count; i++) arm->slot[slot_of(arm, arm->object_name[i])] = i;
  return true;
}

static int add_object(robot *arm, const char *name) {
  char *copy = copy_of(name);
  int nowhere = ROBOT_NOWHERE, count = arm->object_count;
  if (!widen_slots(arm) || robot_append(&arm->object_link, &count, &nowhere, sizeof nowhere) < 0) {
    free(copy);
    return -1;
  }
  int index = append_named(&arm->object_name, &arm->object_count, &copy, sizeof copy, copy);
  if (index >= 0) arm->slot[slot_of(arm, name)] = index;
  return index;
}

int robot_add_link(robot *arm, const char *name, const bms_link *link) {
  int index = robot_append(&arm->link, &arm->link_count, link, sizeof *link);
  if (index >= 0 && add_object(arm, name) != index) {
    arm->link_count--;
    return -1;
  }
  return index;
}

int robot_add_joint(robot *arm, const char *name, const robot_joint *joint) {
  robot_joint one = *joint;
  one.name = copy_of(name);
  return append_named(&arm->joint, &arm->joint_count, &one, sizeof one, one.name);
}

int robot_add_mimic(robot *arm, const char *name, const robot_mimic *mimic) {
  robot_mimic one = *mimic;
  one.name = copy_of(name);
  return append_named(&arm->mimic, &arm->mimic_count, &one, sizeof one, one.name);
}

int robot_add_fixed(robot *arm, const char *name) {
  char *copy = copy_of(name);
  return append_named(&arm->fixed_name, &arm->fixed_count, &copy, sizeof copy, copy);
}

int robot_add_group(robot *arm, const char *name) {
  robot_group one = {copy_of(name), calloc((size_t)arm->joint_count + 1, sizeof *one.joint), NULL};
  int index = one.joint == NULL ? -1 : append_named(&arm->group, &arm->group_count, &one, sizeof one, one.name);
  if (index < 0) free(one.joint);
  return index;
}

int robot_add_posture(robot *arm, const char *name, const char *group) {
  robot_posture one = {copy_of(name), copy_of(group), calloc((size_t)arm->joint_count + 1, sizeof *one.value), NULL};
  int index = -1;
  if (one.group != NULL && one.value != NULL)
    index = append_named(&arm->posture, &arm->posture_count, &one, sizeof one, one.name);
  if (index < 0) {
    free(one.group);
    free(one.value);
  }
  for (int i = 0; index >= 0 && i < arm->joint_count; i++) one.value[i] = NAN;
  return index;
}

int robot_add_frame(robot *arm, const char *name, int link, const bms_pose *pose) {
  robot_frame one = {copy_of(name), link, *pose};
  return append_named(&arm->frame, &arm->frame_count, &one, sizeof one, one.name);
}

int robot_add_solid(robot *arm, const robot_solid *solid) {
  robot_solid one = *solid;
  int index = robot_append(&arm->solid, &arm->solid_count, &one, sizeof one);
  if (index < 0) robot_mesh_free(&one.mesh);
  if (index >= 0) arm->triangle_count += one.mesh.triangle_count;
  return index;
}

bool robot_grow(robot *arm, int link, double scale, double padding) {
  if (arm->growth == NULL) {
    arm->growth = malloc(((size_t)arm->link_count + 1) * sizeof *arm->growth);
    for (int i = 0; arm->growth != NULL && i < arm->link_count; i++) {
      arm->growth[i][0] = 1;
      arm->growth[i][1] = 0;
    }
  }
  if (arm->growth == NULL) return false;
  if (!isnan(scale)) arm->growth[link][0] = scale;
  if (!isnan(padding)) arm->growth[link][1] = padding;
  return true;
}

bool robot_claim(robot *arm, int object, int link) {
  int *at = &arm->object_link[object];
  if (*at == ROBOT_NOWHERE) *at = link;
  return *at == link;
}

bool robot_is_other_name(const robot *arm, const char *name) {
  return name != NULL && *name != 0 && arm->name != NULL && strcmp(name, arm->name) != 0;
}

void robot_note(robot *arm, const char *format, ...) {
  char text[800];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  robot_one_line(text);
  char *copy = copy_of(text);
  append_named(&arm->note, &arm->note_count, &copy, sizeof copy, copy);
}

/* ------------------------------------------------------------------ names */

bool robot_passes_over(const robot *arm, const char *name) {
  for (int i = 0; i < arm->pass_over_count; i++)
    if (strcmp(arm->pass_over[i], name) == 0) return true;
  return false;
}

/* Returns the index of a name among elements of this size, each of which begins with the pointer to its own; or -1. */
static int find_named(const void *array, int count, size_t size, const char *name) {
  for (int i = 0; i < count; i++) {
    const char *own;
    memcpy(&own, (const char *)array + (size_t)i * size, sizeof own);
    if (strcmp(own, name) == 0) return i;
  }
  return -1;
}

int robot_find_object(const robot *arm, const char *name) {
  return arm->slot_count == 0 ? -1 : arm->slot[slot_of(arm, name)];
}

int robot_object(robot *arm, const char *name) {
  int index = robot_find_object(arm, name);
  return index >= 0 ? index : add_object(arm, name);
}

int robot_link(const robot *arm, const char *name) {
  int index = robot_find_object(arm, name);
  return index < arm->link_count ? index : -1;
}

int robot_find_joint(const robot *arm, const char *name) {
  return find_named(arm->joint, arm->joint_count, sizeof *arm->joint, name);
}

int robot_find_mimic(const robot *arm, const char *name) {
  return find_named(arm->mimic, arm->mimic_count, sizeof *arm->mimic, name);
}

int robot_find_fixed(const robot *arm, const char *name) {
  return find_named(arm->fixed_name, arm->fixed_count, sizeof *arm->fixed_name, name);
}

int robot_find_group(const robot *arm, const char *name) {
  return find_named(arm->group, arm->group_count, sizeof *arm->group, name);
}

const char *robot_choose_group(robot *arm, const char *group) {
  int chosen = group == NULL ? -1 : robot_find_group(arm, group);
  if (group != NULL && chosen < 0) return "the SRDF has no such group";
  if (group != NULL && arm->group[chosen].fault != NULL) return arm->group[chosen].fault;
  int *active = calloc((size_t)arm->joint_count + 1, sizeof *active);
  if (active == NULL) return "out of memory";
  free(arm->active);
  arm->active = active;
  arm->active_count = 0;
  for (int i = 0; i < arm->joint_count; i++)
    if (group == NULL || arm->group[chosen].joint[i]) active[arm->active_count++] = i;
  return NULL;
}

/* ------------------------------------------------------------------ configurations */

int robot_number_count(const robot *arm) {
  int count = arm->active_count;
  for (int i = 0; i < arm->active_count; i++) count += arm->joint[arm->active[i]].orients;
  return count;
}

void robot_number_name(const robot *arm, int number, char *name, size_t size) {
  static const char LETTER[] = "xyzw";
  for (int i = 0; i < arm->active_count; i++) {
    const robot_joint *joint = &arm->joint[arm->active[i]];
    int width = joint->orients ? 4 : 1;
    if (number < width) {
      int length = (int)strlen(joint->name) - (int)strlen("/yaw");
      if (joint->orients)
        snprintf(name, size, "%.*s/rot_%c", length, joint->name, LETTER[number]);
      else
        snprintf(name, size, "%s", joint->name);
      return;
    }
    number -= width;
    if (joint->orients) i += 2;
  }
  name[0] = 0;
}

bool robot_set_angles(const double *quaternion, double *angle) {
  const double *q = quaternion;
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 1e-6)) return false;
  double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
  double sine = 2 * (w * y - z * x);
  double across[2] = {1 - 2 * (y * y + z * z), 2 * (w * z + x * y)}, cosine = hypot(across[0], across[1]);
  bool upright = cosine > 1e-6; /* else z and x turn about the same axis */
  angle[0] = upright ? atan2(across[1], across[0]) : (sine > 0 ? -2 : 2) * atan2(x, w);
  angle[1] = atan2(sine, cosine);
  angle[2] = upright ? atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) : 0;
  return true;
}

bool robot_set_numbers(const robot *arm, const double *number, double *value) {
  for (int i = 0; i < arm->active_count; i++) {
    int joint = arm->active[i];
    if (!arm->joint[joint].orients) {
      value[joint] = *number++;
      continue;
    }
    if (!robot_set_angles(number, &value[joint])) return false;
    number += 4;
    i += 2;
  }
  return true;
}

/* ------------------------------------------------------------------ solids */

const char *robot_shape_name(const robot *arm, int shape) {
  return arm->object_name[arm->solid[shape].object];
}

static bool within(const double *x, int count) {
  for (int i = 0; i < count; i++)
    if (!(fabs(x[i]) <= ROBOT_GREATEST)) return false;
  return true;
}

static const char *mesh_fault(const robot *arm, const robot_mesh *mesh) {
  if (mesh->triangle_count < 1) return "a mesh has no triangles";
  if (mesh->triangle_count > ROBOT_MOST_TRIANGLES - arm->triangle_count)
    return "there are more than 16000000 triangles; make the meshes coarser";
  return within(mesh->vertex, 3 * mesh->vertex_count) ? NULL : "a vertex is not finite, or beyond 1e9 m";
}

const char *robot_solid_fault(const robot *arm, const robot_solid *solid) {
  static const int SIZES[] = {3, 1, 2, 2, 0, 2, 0};
  const double *q = solid->pose.quaternion;
  for (int i = 0; i < SIZES[solid->form]; i++)
    if (solid->size[i] < 0) return "a size is negative";
  if (!within(solid->size, SIZES[solid->form])) return "a size is not finite, or above 1e9 m";
  if (!within(solid->pose.position, 3)) return "a position is not finite, or beyond 1e9 m";
  double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!isfinite(square) || !(square > 1e-6)) return "an orientation is not a quaternion";
  if (arm->solid_count >= ROBOT_MOST_SOLIDS) return "there are more than 1000000 solids; make them fewer";
  return solid->form == ROBOT_MESH ? mesh_fault(arm, &solid->mesh) : NULL;
}

bool robot_is_solid(const robot *arm) {
  for (int i = 0; i < arm->solid_count; i++)
    if (arm->solid[i].link != BMS_WORLD) return true;
  return false;
}
