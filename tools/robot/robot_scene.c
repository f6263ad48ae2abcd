/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * MoveIt planning scenes through libyaml.
 *
 * The whole document is loaded as a tree of nodes, each of which knows its line.  Read are the members that say where
 * solid obstacles are; others are passed over, but what is a solid and cannot be read is refused.
 */

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "robot.h"

typedef struct reader {
  robot *arm;
  const char *file;
  yaml_document_t document;
  char *error;
  size_t size;
} reader;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
complain(const reader *r, const yaml_node_t *at, const char *format, ...) {
  va_list arguments;
  int length = snprintf(r->error, r->size, "%s:%zu: ", r->file, at->start_mark.line + 1);
  va_start(arguments, format);
  if (length >= 0 && (size_t)length < r->size)
    vsnprintf(r->error + length, r->size - (size_t)length, format, arguments);
  va_end(arguments);
  return false;
}

/* ------------------------------------------------------------------ nodes */

static const char *text_of(const yaml_node_t *node) {
  return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *member(reader *r, const yaml_node_t *node, const char *key) {
  if (node->type != YAML_MAPPING_NODE) return NULL;
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const char *name = text_of(yaml_document_get_node(&r->document, pair->key));
    if (name != NULL && strcmp(name, key) == 0) return yaml_document_get_node(&r->document, pair->value);
  }
  return NULL;
}

/* -1 where it is no list. */
static int length_of(const yaml_node_t *node) {
  if (node == NULL || node->type != YAML_SEQUENCE_NODE) return -1;
  return (int)(node->data.sequence.items.top - node->data.sequence.items.start);
}

static yaml_node_t *element(reader *r, const yaml_node_t *list, int i) {
  return yaml_document_get_node(&r->document, list->data.sequence.items.start[i]);
}

static bool numbers(reader *r, const yaml_node_t *owner, const char *key, int count, double *out) {
  const yaml_node_t *list = member(r, owner, key);
  if (list == NULL) return complain(r, owner, "%s: missing", key);
  if (length_of(list) != count) return complain(r, list, "%s: expected a list of %d numbers", key, count);
  for (int i = 0; i < count; i++) {
    const yaml_node_t *node = element(r, list, i);
    const char *text = text_of(node);
    char *end = NULL;
    if (text != NULL) out[i] = strtod(text, &end);
    if (text == NULL || end == text || *end != 0 || !isfinite(out[i]))
      return complain(r, node, "%s[%d]: expected a number", key, i);
  }
  return true;
}

/* ------------------------------------------------------------------ objects */

/* position, and orientation as x, y, z, w. */
static bool read_pose(reader *r, const yaml_node_t *node, bms_pose *pose) {
  double xyzw[4], square = 0;
  if (!numbers(r, node, "position", 3, pose->position) || !numbers(r, node, "orientation", 4, xyzw)) return false;
  for (int i = 0; i < 4; i++) {
    pose->quaternion[i] = xyzw[(i + 3) % 4];
    square += xyzw[i] * xyzw[i];
  }
  return square > 1e-6 || complain(r, node, "orientation: expected a quaternion, not zero");
}

static bool read_primitive(reader *r, const yaml_node_t *node, bms_box *box) {
  static const struct {
    const char *type;
    int count;
  } KIND[] = {{"box", 3}, {"sphere", 1}, {"cylinder", 2}, {"cone", 2}};
  const yaml_node_t *type = member(r, node, "type");
  double d[3], size[3];
  int kind = 0;
  if (type == NULL || text_of(type) == NULL) return complain(r, node, "type: missing");
  while (kind < 4 && strcmp(text_of(type), KIND[kind].type) != 0) kind++;
  if (kind == 4) return complain(r, type, "type: '%s' is not box, sphere, cylinder or cone", text_of(type));
  if (!numbers(r, node, "dimensions", KIND[kind].count, d)) return false;
  for (int i = 0; i < KIND[kind].count; i++)
    if (d[i] < 0) return complain(r, node, "dimensions[%d]: is negative", i);
  for (int i = 0; i < 3; i++) size[i] = kind == 0 ? d[i] : 2 * d[0];
  if (kind >= 2) { /* height, radius */
    size[0] = size[1] = 2 * d[1];
    size[2] = d[0];
  }
  *box = bms_box_centred(size[0], size[1], size[2]);
  return true;
}

/* Where the frame of an object is: of a link that does not move. */
static bool read_frame(reader *r, const yaml_node_t *object, bms_pose *frame) {
  const yaml_node_t *header = member(r, object, "header"), *id = NULL;
  const bms_move still = {0, 0, NULL};
  *frame = (bms_pose){{0, 0, 0}, {1, 0, 0, 0}};
  if (header != NULL) id = member(r, header, "frame_id");
  const char *name = id == NULL ? NULL : text_of(id);
  if (name == NULL || name[0] == 0 || strcmp(name, "world") == 0) return true;
  int link = robot_link(r->arm, name);
  if (link < 0) return complain(r, id, "frame_id: the robot has no link '%s'", name);
  for (int i = link; i >= 0; i = r->arm->chain.link[i].parent)
    if (r->arm->chain.link[i].joint != BMS_JOINT_FIXED)
      return complain(r, id, "frame_id: link '%s' can move; obstacles stand still", name);
  *frame = bms_chain_pose(&r->arm->chain, &still, 0, link);
  return true;
}

static bool read_object(reader *r, const yaml_node_t *object, int index) {
  const yaml_node_t *id = member(r, object, "id"), *primitives = member(r, object, "primitives");
  const yaml_node_t *poses = member(r, object, "primitive_poses"), *pose = member(r, object, "pose");
  bms_pose frame, own;
  char unnamed[32];
  snprintf(unnamed, sizeof unnamed, "object %d", index + 1);
  const char *name = id != NULL && text_of(id) != NULL ? text_of(id) : unnamed;
  if (length_of(member(r, object, "meshes")) > 0 || length_of(member(r, object, "planes")) > 0)
    return complain(r, object, "%s: meshes and planes cannot be read; give it primitives instead", name);
  if (!read_frame(r, object, &frame)) return false;
  if (pose != NULL) {
    if (!read_pose(r, pose, &own)) return false;
    frame = bms_pose_product(&frame, &own);
  }
  if (length_of(primitives) < 1) return complain(r, object, "%s: primitives: expected a list", name);
  if (length_of(poses) != length_of(primitives))
    return complain(r, object, "%s: primitive_poses: expected a list as long as primitives", name);
  for (int i = 0; i < length_of(primitives); i++) {
    bms_box box;
    if (!read_primitive(r, element(r, primitives, i), &box)) return false;
    if (!read_pose(r, element(r, poses, i), &own)) return false;
    own = bms_pose_product(&frame, &own);
    bms_convex convex = bms_convex_box(&box, 0);
    bms_placed_shape placed = bms_placed_convex(BMS_WORLD, &convex, &own);
    if (!robot_add_shape(r->arm, name, &placed)) return complain(r, object, "out of memory");
  }
  return true;
}

static bool read_world(reader *r) {
  const yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (root == NULL) {
    snprintf(r->error, r->size, "%s: is empty", r->file);
    return false;
  }
  const yaml_node_t *world = member(r, root, "world");
  if (world == NULL) return complain(r, root, "world: missing; expected a MoveIt planning scene");
  const yaml_node_t *objects = member(r, world, "collision_objects");
  if (length_of(objects) < 0) return complain(r, world, "world.collision_objects: expected a list");
  for (int i = 0; i < length_of(objects); i++)
    if (!read_object(r, element(r, objects, i), i)) return false;
  return true;
}

bool robot_read_scene(robot *arm, const char *file, char *error, size_t size) {
  reader r = {.arm = arm, .file = file, .error = error, .size = size};
  yaml_parser_t parser;
  bool good = false;
  FILE *in = fopen(file, "rb");
  if (in == NULL) {
    snprintf(error, size, "%s: cannot be read: %s", file, strerror(errno));
    return false;
  }
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_file(&parser, in);
    if (yaml_parser_load(&parser, &r.document)) {
      good = read_world(&r);
      yaml_document_delete(&r.document);
    } else {
      snprintf(error, size, "%s:%zu: not YAML: %s", file, parser.problem_mark.line + 1,
               parser.problem != NULL ? parser.problem : "cannot be read");
    }
    yaml_parser_delete(&parser);
  }
  fclose(in);
  return good;
}
