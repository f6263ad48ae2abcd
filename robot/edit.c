/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Objects that come, go and move.
 *
 * Shapes are changed in the scene: obstacles one by one (bms_scene_set_obstacle()), what joints move together
 * (bms_scene_set_shapes()).  A shape for which no slot is spare, or that the scene does not take, prepares a new scene,
 * which gives the reason for what is wrong.
 */

#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "files/robot_array.h"
#include "files/robot_pairs.h"

/* After a shape found no spare slot, a new scene has this many, or one for this many shapes. */
enum { LEAST_SPARE = 16, SHAPES_PER_SPARE = 8 };

static int refuse(bms_robot_fault *fault, const bms_robot *made, int object, const char *reason) {
  loaded_fault(fault, "object %s: %s", made->arm.object_name[object], reason);
  return -1;
}

static bool is_half_space(const bms_placed_shape *placed) {
  return placed->mesh == NULL && placed->convex.core == BMS_CORE_HALF_SPACE;
}

/* Prepares a new scene with spare slots in proportion. */
static bool prepare(bms_robot *made, bms_robot_fault *fault) {
  int share = made->shape_count / SHAPES_PER_SPARE;
  return loaded_prepare(made, share > LEAST_SPARE ? share : LEAST_SPARE, fault);
}

/* Returns what is wrong with an object that is to be edited, or NULL. */
static const char *wrong_with(const bms_robot *made, int object) {
  if (object < 0 || object >= made->arm.object_count) return "there is no such object";
  if (object < made->arm.link_count) return "it is a link of the robot";
  return made->arm.object_link[object] == ROBOT_NOWHERE ? "it has no shapes" : NULL;
}

static int refuse_object(bms_robot_fault *fault, const bms_robot *made, int object, const char *reason) {
  if (object >= 0 && object < made->arm.object_count) return refuse(fault, made, object, reason);
  loaded_fault(fault, "object %d: %s", object, reason);
  return -1;
}

/* ------------------------------------------------------------------ taking back */

/* The state before an edit of an object. */
typedef struct undo {
  int object, link;
  int shape_count;
  loaded_shape *shape; /* the object's, in their order */
  robot_pairs may;
} undo;

/* Copies an array so that robot_append() can go on with it. */
static bool copy_array(const void *from, int count, size_t size, void *copy) {
  void *none = NULL;
  int copied = 0;
  memcpy(copy, &none, sizeof none);
  for (int i = 0; i < count; i++)
    if (robot_append(copy, &copied, (const char *)from + (size_t)i * size, size) < 0) return false;
  return true;
}

static void undo_free(undo *u) {
  free(u->shape);
  free(u->may.pair);
}

static bool undo_begin(const bms_robot *made, int object, undo *u) {
  const robot_pairs *may = &made->arm.touching.may;
  *u = (undo){.object = object, .link = made->arm.object_link[object]};
  u->may.count = may->count;
  bool good = copy_array(may->pair, may->count, sizeof *may->pair, &u->may.pair);
  for (int i = loaded_first(made, object); good && i >= 0; i = made->shape[i].next)
    good = robot_append(&u->shape, &u->shape_count, &made->shape[i], sizeof *u->shape) >= 0;
  if (!good) undo_free(u);
  return good;
}

/* Puts the old state back; the scene is the old one. */
static void undo_all(bms_robot *made, undo *u) {
  for (int i = loaded_first(made, u->object), k = 0; i >= 0; i = made->shape[i].next) made->shape[i] = u->shape[k++];
  free(u->shape);
  free(made->arm.touching.may.pair);
  made->arm.object_link[u->object] = u->link;
  made->arm.touching.may = u->may;
}

/* Ends a change of an object that is in the scene as it is now, if `is_in_scene`; else prepares a new one, or takes the
   change back.  `good`: the change itself went well. */
static int end_or_undo(bms_robot *made, undo *u, bool good, bool is_in_scene, bms_robot_fault *fault) {
  if (!good) loaded_fault(fault, "out of memory");
  if (good && (is_in_scene || prepare(made, fault))) {
    undo_free(u);
    return u->object;
  }
  undo_all(made, u);
  return -1;
}

/* ------------------------------------------------------------------ slots */

/* Puts a shape into its slot as it is; false if the scene does not take it. */
static bool fill_slot(bms_robot *made, const loaded_shape *shape) {
  bms_placed_shape placed = shape->placed;
  placed.object = loaded_number(made, shape->object);
  if (bms_scene_set_obstacle(made->prepared.scene, shape->slot, &placed) != 0) return false;
  made->prepared.shape[shape->slot] = placed;
  return true;
}

/* Empties the slot of an obstacle.  It is spare from now on, unless a half-space was in it from the beginning. */
static void empty_slot(bms_robot *made, loaded_shape *shape) {
  loaded_scene *prepared = &made->prepared;
  bool is_free = prepared->slot[shape->slot] == LOADED_BOX;
  bms_placed_shape placed = is_half_space(&shape->placed) && is_free ? loaded_spare_shape(0) : shape->placed;
  placed.object = prepared->gone;
  (void)bms_scene_set_obstacle(prepared->scene, shape->slot, &placed); /* it is valid already */
  prepared->shape[shape->slot] = placed;
  prepared->slot_shape[shape->slot] = -1;
  if (is_free) prepared->spare[prepared->spare_count++] = shape->slot;
  shape->slot = -1;
}

/* Shapes that change their slots, or the contents of them. */
typedef struct refit {
  int own_count, gone_count; /* of shapes with a slot for them; of slots that they leave */
  int *slot;                 /* [own_count + gone_count] */
  bms_placed_shape *placed;  /* the same */
} refit;

/* Finds slots for the shapes of an object as they are to be, and what the slots that they leave are to hold.  Returns
   false if there are not enough, or memory is short. */
static bool find_slots(const bms_robot *made, int object, refit *out) {
  const loaded_scene *prepared = &made->prepared;
  size_t most = 0;
  int spare = prepared->spare_count;
  for (int i = loaded_first(made, object); i >= 0; i = made->shape[i].next) most += 2;
  *out = (refit){.own_count = 0};
  out->slot = malloc((most + 1) * sizeof *out->slot);
  out->placed = malloc((most + 1) * sizeof *out->placed);
  if (out->slot == NULL || out->placed == NULL) return false;
  for (int i = loaded_first(made, object); i >= 0; i = made->shape[i].next) {
    const loaded_shape *shape = &made->shape[i];
    bool stands = robot_pairs_carrier(&made->arm, shape->placed.link) == BMS_WORLD;
    bool stays = !stands || prepared->slot[shape->slot] != LOADED_MOVER;
    if (!stays && spare == 0) return false;
    out->slot[out->own_count] = stays ? shape->slot : prepared->spare[--spare];
    out->placed[out->own_count++] = shape->placed;
  }
  for (int i = loaded_first(made, object), k = 0; i >= 0; i = made->shape[i].next, k++) {
    if (out->slot[k] == made->shape[i].slot) continue;
    out->slot[out->own_count + out->gone_count] = made->shape[i].slot;
    out->placed[out->own_count + out->gone_count++] = prepared->shape[made->shape[i].slot]; /* it moves for good */
  }
  return true;
}

/* Puts an object as it is now into the scene; false if that takes a new one. */
static bool refit_object(bms_robot *made, int object) {
  loaded_scene *prepared = &made->prepared;
  refit r;
  bool good = find_slots(made, object, &r) &&
              loaded_set_shapes(made, object, r.slot, r.placed, r.own_count + r.gone_count, r.own_count);
  for (int i = loaded_first(made, object), k = 0; good && i >= 0; i = made->shape[i].next, k++) {
    if (made->shape[i].slot == r.slot[k]) continue;
    prepared->spare_count--;
    prepared->slot_shape[made->shape[i].slot] = -1;
    made->shape[i].slot = r.slot[k];
    prepared->slot_shape[r.slot[k]] = i;
  }
  free(r.slot);
  free(r.placed);
  return good;
}

/* Empties the slots of an object that joints move; false if memory is short. */
static bool empty_slots(bms_robot *made, int object) {
  loaded_scene *prepared = &made->prepared;
  refit r = {.own_count = 0};
  size_t most = 0;
  for (int i = loaded_first(made, object); i >= 0; i = made->shape[i].next) most++;
  r.slot = malloc((most + 1) * sizeof *r.slot);
  r.placed = malloc((most + 1) * sizeof *r.placed);
  bool good = r.slot != NULL && r.placed != NULL;
  for (int i = loaded_first(made, object); good && i >= 0; i = made->shape[i].next) {
    int slot = r.slot[r.gone_count] = made->shape[i].slot;
    bool is_free = prepared->slot[slot] == LOADED_BOX;
    r.placed[r.gone_count++] = is_free ? loaded_spare_shape(0) : prepared->shape[slot];
  }
  good = good && loaded_set_shapes(made, object, r.slot, r.placed, r.gone_count, 0);
  for (int i = loaded_first(made, object); good && i >= 0; i = made->shape[i].next) {
    int slot = made->shape[i].slot;
    prepared->slot_shape[slot] = -1;
    if (prepared->slot[slot] == LOADED_BOX) prepared->spare[prepared->spare_count++] = slot;
    made->shape[i].slot = -1;
  }
  free(r.slot);
  free(r.placed);
  return good;
}

/* ------------------------------------------------------------------ adding */

/* Appends the shapes of an object to the list, without slots. */
static bool append_shapes(bms_robot *made, int object, const bms_placed_shape *shape, int count, const bms_pose *pose) {
  for (int i = 0; i < count; i++) {
    loaded_shape one = {shape[i], shape[i].pose, object, -1, -1};
    one.placed.link = BMS_WORLD;
    one.placed.object = 0;
    one.placed.pose = bms_pose_product(pose, &one.own);
    if (!loaded_append(made, one)) return false;
  }
  return true;
}

/* Gives the last shapes spare slots; or none of them, if the scene does not take one. */
static bool use_spare_slots(bms_robot *made, int count) {
  loaded_scene *prepared = &made->prepared;
  loaded_shape *first = made->shape + (made->shape_count - count);
  for (int i = 0; i < count; i++) {
    first[i].slot = prepared->spare[--prepared->spare_count];
    prepared->slot_shape[first[i].slot] = made->shape_count - count + i;
    if (fill_slot(made, &first[i])) continue;
    prepared->slot_shape[first[i].slot] = -1;
    prepared->spare[prepared->spare_count++] = first[i].slot;
    while (i-- > 0) empty_slot(made, &first[i]);
    return false;
  }
  return true;
}

static int add_shapes(bms_robot *made, int object, const bms_placed_shape *shape, int count, const bms_pose *pose,
                      bms_robot_fault *fault) {
  int before = made->shape_count;
  bool has_slots = count <= made->prepared.spare_count;
  bool good = append_shapes(made, object, shape, count, pose);
  if (!good) loaded_fault(fault, "out of memory");
  made->arm.object_link[object] = BMS_WORLD;
  /* A shape that no slot takes is not valid: a new scene gives the reason. */
  good = good && ((has_slots && use_spare_slots(made, count)) || prepare(made, fault));
  if (good) return object;
  made->arm.object_link[object] = ROBOT_NOWHERE;
  if (object < made->first_count) made->first[object] = -1;
  made->shape_count = before; /* the array may be larger than by its count, never smaller */
  return -1;
}

int bms_robot_add_object(bms_robot *loaded, const char *name, const bms_placed_shape *shape, int count,
                         const bms_pose *pose, bms_robot_fault *fault) {
  int object = robot_find_object(&loaded->arm, name);
  if (name[0] == 0 || count < 1 || count > ROBOT_MOST_SOLIDS - loaded->shape_count) {
    loaded_fault(fault, name[0] == 0 ? "an object needs a name" : "object %s: expected from 1 to 1000000 shapes", name);
    return -1;
  }
  if (object >= 0 && object < loaded->arm.link_count) return refuse(fault, loaded, object, "it is a link of the robot");
  if (object >= 0 && loaded->arm.object_link[object] != ROBOT_NOWHERE)
    return refuse(fault, loaded, object, "there is one of this name");
  if (object < 0) object = robot_object(&loaded->arm, name);
  if (object >= 0) return add_shapes(loaded, object, shape, count, pose, fault);
  loaded_fault(fault, "out of memory");
  return -1;
}

/* ------------------------------------------------------------------ removing and moving */

/* Returns true if all shapes of an object stand in the world itself. */
static bool is_in_world(const bms_robot *made, int object) {
  return made->arm.object_link[object] == BMS_WORLD;
}

/* Removes the pairs that an object may touch by being attached. */
static void forget_touches(bms_robot *made, int object) {
  robot_pairs *may = &made->arm.touching.may;
  int kept = 0;
  for (int i = 0; i < may->count; i++) {
    const robot_pair pair = may->pair[i];
    bool goes = pair.reason == ROBOT_ATTACHED && (pair.object[0] == object || pair.object[1] == object);
    if (!goes) may->pair[kept++] = pair;
  }
  may->count = kept;
}

int bms_robot_remove_object(bms_robot *loaded, int object, bms_robot_fault *fault) {
  const char *wrong = wrong_with(loaded, object);
  undo u;
  if (wrong != NULL) return refuse_object(fault, loaded, object, wrong);
  bool in_world = is_in_world(loaded, object);
  if (!in_world && !undo_begin(loaded, object, &u)) return refuse(fault, loaded, object, "out of memory");
  for (int i = loaded_first(loaded, object); i >= 0; i = loaded->shape[i].next) {
    if (in_world) empty_slot(loaded, &loaded->shape[i]);
    loaded->shape[i].placed.link = BMS_ROBOT_NOWHERE;
  }
  if (!in_world) forget_touches(loaded, object);
  loaded->arm.object_link[object] = ROBOT_NOWHERE;
  if (!in_world && end_or_undo(loaded, &u, true, empty_slots(loaded, object), fault) < 0) return -1;
  loaded->first[object] = -1;
  return object;
}

/* Sets the poses of an object's shapes, on the link. */
static void place(bms_robot *made, int object, int link, const bms_pose *pose) {
  for (int i = loaded_first(made, object); i >= 0; i = made->shape[i].next) {
    loaded_shape *shape = &made->shape[i];
    shape->placed.link = link;
    shape->placed.pose = bms_pose_product(pose, &shape->own);
  }
  made->arm.object_link[object] = link;
}

/* Moves the shapes of an object in the world one after the other; the first that the scene refuses puts all back. */
static bool move_in_world(bms_robot *made, int object, const bms_pose *pose) {
  for (int i = loaded_first(made, object); i >= 0; i = made->shape[i].next) {
    loaded_shape *shape = &made->shape[i], before = *shape;
    shape->placed.pose = bms_pose_product(pose, &shape->own);
    if (fill_slot(made, shape)) continue;
    *shape = before;
    return false; /* a pose is refused for the first shape, or for none */
  }
  return true;
}

int bms_robot_move_object(bms_robot *loaded, int object, const bms_pose *pose, bms_robot_fault *fault) {
  const char *wrong = wrong_with(loaded, object);
  undo u;
  if (wrong != NULL) return refuse_object(fault, loaded, object, wrong);
  if (is_in_world(loaded, object))
    return move_in_world(loaded, object, pose)
               ? object
               : refuse(fault, loaded, object, "its pose is not finite, or its quaternion far from unit length");
  if (!undo_begin(loaded, object, &u)) return refuse(fault, loaded, object, "out of memory");
  place(loaded, object, loaded->arm.object_link[object], pose);
  return end_or_undo(loaded, &u, true, refit_object(loaded, object), fault);
}

/* ------------------------------------------------------------------ attaching */

static bool allow_touch(bms_robot *made, int object, int link) {
  return robot_touching_allow(&made->arm.touching, object, link, ROBOT_ATTACHED);
}

int bms_robot_attach_object(bms_robot *loaded, int object, int link, const bms_pose *pose, const int *touch_link,
                            int count, bms_robot_fault *fault) {
  const char *wrong = wrong_with(loaded, object);
  undo u;
  if (wrong == NULL && (link < 0 || link >= loaded->arm.link_count)) wrong = "there is no such link to attach it to";
  for (int i = 0; wrong == NULL && i < count; i++)
    if (touch_link[i] < 0 || touch_link[i] >= loaded->arm.link_count) wrong = "there is no such link to touch";
  if (wrong != NULL) return refuse_object(fault, loaded, object, wrong);
  if (!undo_begin(loaded, object, &u)) return refuse(fault, loaded, object, "out of memory");
  if (!is_in_world(loaded, object)) forget_touches(loaded, object);
  place(loaded, object, link, pose);
  bool good = allow_touch(loaded, object, link);
  for (int i = 0; good && i < count; i++) good = allow_touch(loaded, object, touch_link[i]);
  return end_or_undo(loaded, &u, good, good && refit_object(loaded, object), fault);
}

int bms_robot_detach_object(bms_robot *loaded, int object, const bms_pose *pose, bms_robot_fault *fault) {
  const char *wrong = wrong_with(loaded, object);
  undo u;
  if (wrong == NULL && is_in_world(loaded, object)) wrong = "it is not attached";
  if (wrong != NULL) return refuse_object(fault, loaded, object, wrong);
  if (!undo_begin(loaded, object, &u)) return refuse(fault, loaded, object, "out of memory");
  forget_touches(loaded, object);
  place(loaded, object, BMS_WORLD, pose);
  return end_or_undo(loaded, &u, true, refit_object(loaded, object), fault);
}
