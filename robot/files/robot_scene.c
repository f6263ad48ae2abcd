/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_frame.h"
#include "robot_text.h"
#include "scene_allowed.h"
#include "scene_object.h"
#include "scene_octomap.h"
#include "scene_state.h"
#include "yaml_tree.h"

/* ------------------------------------------------------------------ octomap */

typedef struct octomap_reader {
  scene_reader *scene;
  const yaml_node_t *at;
  robot_solid solid;
  bms_pose frame;
} octomap_reader;

static bool add_box(void *context, const double centre[3], const double size[3]) {
  octomap_reader *o = context;
  robot *arm = o->scene->arm;
  bms_pose own = {{centre[0], centre[1], centre[2]}, {1, 0, 0, 0}};
  for (int r = 0; r < 3; r++) o->solid.size[r] = size[r];
  o->solid.pose = bms_pose_product(&o->frame, &own);
  const char *fault = robot_solid_fault(arm, &o->solid);
  if (fault != NULL) return yaml_fault(o->scene->tree, o->at, "octomap: %s", fault);
  return robot_add_solid(arm, &o->solid) >= 0 || yaml_fault(o->scene->tree, o->at, "out of memory");
}

/* Returns the bytes of the tree, at least one; NULL if they cannot be read. The caller frees them. */
static char *octomap_bytes(yaml_tree *tree, const yaml_node_t *list) {
  int count = yaml_length(list);
  if (count < 1) {
    yaml_fault(tree, list, "octomap: data: expected a list of bytes");
    return NULL;
  }
  char *byte = calloc((size_t)count, 1);
  bool good = byte != NULL || yaml_fault(tree, list, "out of memory");
  for (int i = 0; good && i < count; i++) {
    long value = 0;
    good = yaml_integer(tree, yaml_element(tree, list, i), "octomap: data", -128, 255, &value);
    if (good) byte[i] = (char)(unsigned char)value;
  }
  if (good) return byte;
  free(byte);
  return NULL;
}

static bool read_tree(octomap_reader *o, const yaml_node_t *map) {
  yaml_tree *tree = o->scene->tree;
  const yaml_node_t *data = yaml_member(tree, map, "data"), *binary = yaml_member(tree, map, "binary");
  const yaml_node_t *resolution = yaml_member(tree, map, "resolution");
  const char *id = yaml_text(yaml_member(tree, map, "id"));
  octomap_message message = {.id = id != NULL ? id : ""};
  char reason[256];
  if (!yaml_only(tree, map, "octomap", "header binary id resolution data")) return false;
  if (yaml_empty(data)) return true;
  if (binary == NULL) return yaml_fault(tree, map, "octomap: binary: missing");
  if (!yaml_boolean(tree, binary, "octomap: binary", &message.binary)) return false;
  if (resolution == NULL) return yaml_fault(tree, map, "octomap: resolution: missing");
  if (!yaml_number(tree, resolution, "octomap: resolution", &message.resolution)) return false;
  char *byte = octomap_bytes(tree, data);
  if (byte == NULL) return false;
  message.data = byte;
  message.count = (size_t)yaml_length(data);
  bool good = octomap_visit(&message, add_box, o, reason, sizeof reason);
  free(byte);
  if (reason[0] != 0) yaml_fault(tree, map, "%s", reason); /* else add_box() has reported it */
  return good;
}

/* Reads world.octomap, which is an octomap with its pose. */
static bool read_octomap(scene_reader *r, const yaml_node_t *node) {
  octomap_reader o = {.scene = r, .at = node, .solid = {.link = BMS_WORLD}};
  const yaml_node_t *map = yaml_member(r->tree, node, "octomap"), *origin = yaml_member(r->tree, node, "origin");
  bms_pose own;
  if (!yaml_only(r->tree, node, "octomap", "header origin octomap")) return false;
  if (yaml_empty(map) || yaml_empty(yaml_member(r->tree, map, "data")))
    return yaml_empty(map) || yaml_only(r->tree, map, "octomap", "header binary id resolution data");
  if (!scene_read_frame(r, node, BMS_WORLD, &o.frame)) return false;
  if (origin != NULL) {
    if (!scene_read_pose(r, origin, &own)) return false;
    o.frame = bms_pose_product(&o.frame, &own);
  }
  o.solid.object = robot_object(r->arm, "<octomap>");
  return o.solid.object >= 0 ? read_tree(&o, map) : yaml_fault(r->tree, node, "out of memory");
}

/* ------------------------------------------------------------------ the scene */

static bool read_world(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *world = yaml_member(r->tree, root, "world");
  if (world == NULL) return yaml_fault(r->tree, root, "world: missing; expected a MoveIt planning scene");
  if (!yaml_only(r->tree, world, "world", "collision_objects octomap")) return false;
  const yaml_node_t *objects = yaml_member(r->tree, world, "collision_objects");
  const yaml_node_t *octomap = yaml_member(r->tree, world, "octomap");
  if (yaml_length(objects) < 0 && !(yaml_empty(objects) && octomap != NULL))
    return yaml_fault(r->tree, world, "world.collision_objects: expected a list");
  for (int i = 0; i < yaml_length(objects); i++)
    if (scene_read_object(r, yaml_element(r->tree, objects, i), i, BMS_WORLD) < 0) return false;
  return yaml_empty(octomap) || read_octomap(r, octomap);
}

/* Reads the padding or the scale of links. */
static bool read_growth(scene_reader *r, const yaml_node_t *root, const char *key, const char *what, bool is_scale) {
  const yaml_node_t *list = yaml_member(r->tree, root, key);
  for (int i = 0; i < yaml_length(list); i++) {
    const yaml_node_t *entry = yaml_element(r->tree, list, i), *number = yaml_member(r->tree, entry, what);
    double value = is_scale ? 1 : 0;
    char keys[32];
    snprintf(keys, sizeof keys, "link_name %s", what);
    if (!yaml_only(r->tree, entry, key, keys)) return false;
    if (number != NULL && !yaml_number(r->tree, number, what, &value)) return false;
    const char *name = yaml_text(yaml_member(r->tree, entry, "link_name"));
    int link = name == NULL ? -1 : robot_link(r->arm, name);
    if (link < 0) return yaml_fault(r->tree, entry, "%s: the robot has no link '%s'", key, name == NULL ? "" : name);
    if (is_scale ? !(value > 0 && value <= ROBOT_GREATEST) : !(value >= 0 && value <= ROBOT_GREATEST))
      return yaml_fault(r->tree, entry, "%s: expected a number %s 0, up to 1e9", key, is_scale ? "above" : "from");
    if (!robot_grow(r->arm, link, is_scale ? value : NAN, is_scale ? NAN : value))
      return yaml_fault(r->tree, entry, "out of memory");
  }
  return yaml_empty(list) || yaml_length(list) >= 0 || yaml_fault(r->tree, list, "%s: expected a list", key);
}

/* Notes that a scene is a change of another one. */
static bool read_is_diff(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *node = yaml_member(r->tree, root, "is_diff");
  bool is_diff = false;
  if (node != NULL && !yaml_boolean(r->tree, node, "is_diff", &is_diff)) return false;
  if (is_diff)
    robot_note(r->arm,
               "%s:%zu: is_diff: the scene is a change of another one; objects that it does not have are checked only "
               "if a file before it has them",
               r->tree->file, node->start_mark.line + 1);
  return true;
}

static bool read_document(yaml_tree *tree, const yaml_node_t *root, void *data) {
  scene_reader *r = data;
  const yaml_node_t *name = yaml_member(tree, root, "robot_model_name");
  r->tree = tree;
  if (!yaml_only(tree, root, "scene",
                 "name robot_state robot_model_name fixed_frame_transforms allowed_collision_matrix link_padding "
                 "link_scale object_colors world is_diff"))
    return false;
  if (robot_is_other_name(r->arm, yaml_text(name)))
    robot_note(r->arm, "%s:%zu: robot_model_name: the scene is of a robot %.60s, and the URDF of %.60s", tree->file,
               name->start_mark.line + 1, yaml_text(name), r->arm->name);
  return read_is_diff(r, root) && read_growth(r, root, "link_padding", "padding", false) &&
         read_growth(r, root, "link_scale", "scale", true) && scene_read_state(r, root) &&
         scene_read_transforms(r, root) && scene_read_allowed(r, root) && read_world(r, root) &&
         scene_read_attached(r, root);
}

bool robot_read_scene(robot *arm, const char *file, const robot_packages *packages, char *error, size_t size) {
  scene_reader r = {.arm = arm, .packages = packages};
  bool good = yaml_visit(arm->texts, file, read_document, &r, error, size);
  if (!good) robot_one_line(error);
  return good;
}
