/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The scene of a robot's shapes.
 *
 * In addition to the numbers that files give objects in the matrix of allowed pairs, there is one for objects that may
 * touch everything: spare slots, and shapes that were removed since.
 */

#include <stdlib.h>
#include <string.h>

#include "files/robot_pairs.h"
#include "loaded.h"

/* A spare slot's point is so far away, in metres, that no query comes to its leaf of the tree. */
static const double SPARE_PLACE = 1e6;

void loaded_scene_free(loaded_scene *prepared) {
  bms_scene_destroy(prepared->scene);
  free(prepared->shape);
  free(prepared->allowed);
  free(prepared->number);
  free(prepared->slot_shape);
  free(prepared->slot);
  free(prepared->spare);
  *prepared = (loaded_scene){.scene = NULL};
}

int loaded_number(const bms_robot *loaded, int object) {
  return object < loaded->prepared.numbered ? loaded->prepared.number[object] : 0;
}

/* Makes the rules of touching with one more object, behind the last, that may touch everything.  Returns false if
   memory is short; the caller frees out->free. */
static bool add_gone(const robot *arm, robot_touching *out) {
  size_t old = (size_t)arm->touching.free_count;
  *out = arm->touching;
  out->free = malloc((old + 1) * sizeof *out->free);
  if (out->free == NULL) return false;
  if (old > 0) memcpy(out->free, arm->touching.free, old * sizeof *out->free);
  out->free[out->free_count++] = arm->object_count;
  return true;
}

/* Makes the matrix of what may touch.  Links have numbers of their own, as objects may be attached to them. */
static bool number_objects(const bms_robot *loaded, loaded_scene *out) {
  const robot *arm = &loaded->arm;
  robot_touching touching;
  if (!add_gone(arm, &touching)) return false;
  unsigned char *matrix = robot_touching_matrix(&touching, arm->object_count + 1, &out->number, &out->number_count);
  for (int i = 0; matrix != NULL && i < arm->link_count; i++)
    if (out->number[i] == 0) out->number[i] = out->number_count++;
  if (matrix != NULL) out->allowed = robot_touching_fill(&touching, out->number, out->number_count);
  free(matrix);
  free(touching.free);
  if (out->allowed == NULL) return false;
  out->numbered = arm->object_count;
  out->gone = out->number[arm->object_count];
  return true;
}

bms_placed_shape loaded_spare_shape(int gone) {
  const bms_pose place = {{SPARE_PLACE, SPARE_PLACE, SPARE_PLACE}, {1, 0, 0, 0}};
  bms_convex point = bms_convex_sphere(0);
  bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &point, &place);
  shape.object = gone;
  return shape;
}

static loaded_slot slot_of(const bms_robot *loaded, const bms_placed_shape *placed) {
  if (placed->mesh == NULL && placed->convex.core == BMS_CORE_HALF_SPACE) return LOADED_PLANE;
  return robot_pairs_carrier(&loaded->arm, placed->link) == BMS_WORLD ? LOADED_BOX : LOADED_MOVER;
}

/* Lists the shapes that are there, then the spare ones. */
static bms_placed_shape *list_shapes(const bms_robot *loaded, int spare_count, loaded_scene *out) {
  size_t most = (size_t)loaded->shape_count + (size_t)spare_count + 1;
  bms_placed_shape *list = malloc(most * sizeof *list);
  out->slot_shape = malloc(most * sizeof *out->slot_shape);
  out->spare = malloc(most * sizeof *out->spare);
  out->slot = malloc(most * sizeof *out->slot);
  if (list == NULL || out->slot_shape == NULL || out->spare == NULL || out->slot == NULL) {
    free(list);
    return NULL;
  }
  for (int i = 0; i < loaded->shape_count; i++) {
    const loaded_shape *shape = &loaded->shape[i];
    if (shape->placed.link == BMS_ROBOT_NOWHERE) continue;
    list[out->slot_count] = shape->placed;
    list[out->slot_count].object = out->number[shape->object];
    out->slot[out->slot_count] = slot_of(loaded, &shape->placed);
    out->slot_shape[out->slot_count++] = i;
  }
  for (int i = 0; i < spare_count; i++) {
    list[out->slot_count] = loaded_spare_shape(out->gone);
    out->slot[out->slot_count] = LOADED_BOX;
    out->spare[out->spare_count++] = out->slot_count;
    out->slot_shape[out->slot_count++] = -1;
  }
  return list;
}

static bool make_scene(const bms_robot *loaded, int spare_count, loaded_scene *out, bms_robot_fault *fault) {
  const robot *arm = &loaded->arm;
  char reason[BMS_ROBOT_TEXT / 2] = "out of memory";
  bms_placed_shape *list = number_objects(loaded, out) ? list_shapes(loaded, spare_count, out) : NULL;
  if (list != NULL) {
    out->shape = list;
    out->chain = (bms_chain){.link_count = arm->link_count,
                             .link = arm->link,
                             .variable_count = arm->joint_count + arm->mimic_count,
                             .shape_count = out->slot_count,
                             .shape = list,
                             .object_count = out->number_count,
                             .allowed = out->allowed,
                             .margin = loaded->margin,
                             .neighbours = true};
    out->scene = bms_scene_create(&out->chain, reason, sizeof reason);
  }
  if (out->scene == NULL) loaded_fault(fault, "%s", reason);
  return out->scene != NULL;
}

/* Makes a workspace for each asker and puts it in the place of the old one; or leaves all as they are. */
static bool renew_workspaces(bms_robot *loaded, const bms_scene *scene) {
  size_t count = 0, i = 0;
  for (bms_robot_asker *a = loaded->asker; a != NULL; a = a->after) count++;
  bms_scene_workspace **made = calloc(count + 1, sizeof *made);
  bool good = made != NULL;
  for (; good && i < count; i++) {
    made[i] = bms_scene_workspace_create(scene);
    good = made[i] != NULL;
  }
  i = 0;
  for (bms_robot_asker *a = loaded->asker; good && a != NULL; a = a->after) {
    bms_scene_workspace_destroy(a->workspace);
    a->workspace = made[i++];
  }
  for (size_t k = 0; made != NULL && !good && k < count; k++) bms_scene_workspace_destroy(made[k]);
  free(made);
  return good;
}

bool loaded_prepare(bms_robot *loaded, int spare_count, bms_robot_fault *fault) {
  loaded_scene made = {.scene = NULL};
  bool good = make_scene(loaded, spare_count, &made, fault);
  if (good && !renew_workspaces(loaded, made.scene)) {
    loaded_fault(fault, "out of memory");
    good = false;
  }
  if (!good) {
    loaded_scene_free(&made);
    return false;
  }
  loaded_scene_free(&loaded->prepared);
  loaded->prepared = made;
  for (int i = 0; i < loaded->shape_count; i++) loaded->shape[i].slot = -1;
  for (int k = 0; k < made.slot_count; k++)
    if (made.slot_shape[k] >= 0) loaded->shape[made.slot_shape[k]].slot = k;
  return true;
}

/* ------------------------------------------------------------------ edits in place */

/* Makes the list of numbers as long as there are objects now. */
static bool lengthen_numbers(bms_robot *loaded) {
  loaded_scene *prepared = &loaded->prepared;
  int objects = loaded->arm.object_count;
  int *number = realloc(prepared->number, ((size_t)objects + 1) * sizeof *number);
  if (number == NULL) return false;
  prepared->number = number;
  for (int i = prepared->numbered; i < objects; i++) number[i] = 0;
  number[objects] = prepared->gone;
  prepared->numbered = objects;
  return true;
}

/* Makes the matrix of what may touch now; the object has a number of its own already. */
static unsigned char *make_matrix(const bms_robot *loaded) {
  robot_touching touching;
  if (!add_gone(&loaded->arm, &touching)) return NULL;
  unsigned char *matrix = robot_touching_fill(&touching, loaded->prepared.number, loaded->prepared.number_count);
  free(touching.free);
  return matrix;
}

/* Returns the workspaces of all askers; the caller frees the list. */
static bms_scene_workspace **list_workspaces(const bms_robot *loaded, int *count) {
  int i = 0;
  *count = 0;
  for (const bms_robot_asker *a = loaded->asker; a != NULL; a = a->after) ++*count;
  bms_scene_workspace **list = malloc(((size_t)*count + 1) * sizeof *list);
  for (const bms_robot_asker *a = loaded->asker; list != NULL && a != NULL; a = a->after) list[i++] = a->workspace;
  return list;
}

bool loaded_set_shapes(bms_robot *loaded, int object, const int *slot, bms_placed_shape *placed, int count,
                       int own_count) {
  loaded_scene *prepared = &loaded->prepared;
  if (!lengthen_numbers(loaded)) return false;
  int before = prepared->number[object], numbers = prepared->number_count, workspaces;
  if (before == 0) prepared->number[object] = prepared->number_count++;
  for (int i = 0; i < count; i++) placed[i].object = i < own_count ? prepared->number[object] : prepared->gone;
  unsigned char *allowed = make_matrix(loaded);
  bms_scene_workspace **workspace = list_workspaces(loaded, &workspaces);
  bool good = allowed != NULL && workspace != NULL &&
              bms_scene_set_shapes(prepared->scene, slot, placed, count, prepared->number_count, allowed, workspace,
                                   workspaces) == 0;
  free(workspace);
  if (!good) {
    prepared->number[object] = before;
    prepared->number_count = numbers;
    free(allowed);
    return false;
  }
  free(prepared->allowed);
  prepared->chain.allowed = prepared->allowed = allowed;
  prepared->chain.object_count = prepared->number_count;
  for (int i = 0; i < count; i++) prepared->shape[slot[i]] = placed[i];
  return true;
}

const bms_chain *bms_robot_chain(const bms_robot *loaded) {
  return &loaded->prepared.chain;
}

const bms_scene *bms_robot_scene(const bms_robot *loaded) {
  return loaded->prepared.scene;
}
