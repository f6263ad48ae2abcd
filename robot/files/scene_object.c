/* SPDX-License-Identifier: BSD-3-Clause */

#include "scene_object.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_frame.h"
#include "robot_mesh.h"

/* A collision object while it is read. */
typedef struct object_reader {
  scene_reader *scene;
  const char *name;
  robot_solid solid; /* the properties that all of its solids share */
  bms_pose frame;    /* the object's, in the link's */
} object_reader;

bool scene_read_pose(scene_reader *r, const yaml_node_t *node, bms_pose *pose) {
  double xyzw[4], distance = 0;
  if (!yaml_only(r->tree, node, "pose", "position orientation")) return false;
  if (!yaml_numbers(r->tree, node, "position", 3, pose->position)) return false;
  if (!yaml_numbers(r->tree, node, "orientation", 4, xyzw)) return false;
  double square = robot_pose_turn(pose, xyzw);
  for (int i = 0; i < 3; i++) distance += pose->position[i] * pose->position[i];
  if (!(square > 0 || distance > 0)) pose->quaternion[0] = square = 1;
  return square > 1e-6 || yaml_fault(r->tree, node, "orientation: expected a quaternion, not zero");
}

bool scene_read_frame(scene_reader *r, const yaml_node_t *owner, int link, bms_pose *frame) {
  const yaml_node_t *header = yaml_member(r->tree, owner, "header");
  const yaml_node_t *id = yaml_member(r->tree, header, "frame_id");
  const char *name = yaml_text(id) == NULL ? "" : yaml_text(id);
  int from;
  bms_pose own, relative;
  if (header != NULL && !yaml_empty(header) && !yaml_only(r->tree, header, "header", "seq stamp frame_id"))
    return false;
  if (id != NULL && yaml_text(id) == NULL) return yaml_fault(r->tree, id, "frame_id: expected a name");
  if (!robot_find_frame(r->arm, name, &from, &own))
    return yaml_fault(r->tree, id, "frame_id: the robot has no link '%s'; name its link by --frame %s=LINK", name,
                      name);
  const char *loose = robot_relative_pose(r->arm, from, link, &relative);
  if (loose != NULL && link == BMS_WORLD)
    return yaml_fault(
        r->tree, id != NULL ? id : owner,
        "frame_id: link '%s' can move; obstacles stand still: give it a frame that does not move, or give "
        "the value of joint %s in robot_state",
        name, loose);
  if (loose != NULL)
    return yaml_fault(r->tree, id != NULL ? id : owner,
                      "frame_id: '%s' moves against link %s, to which the object is attached: give it a frame fixed to "
                      "that link, or give the value of joint %s in robot_state",
                      name, r->arm->object_name[link], loose);
  *frame = bms_pose_product(&relative, &own);
  return true;
}

static bool add_solid(object_reader *o, const yaml_node_t *at, robot_solid *solid, const bms_pose *own) {
  scene_reader *r = o->scene;
  bms_pose placed = bms_pose_product(&o->frame, own);
  bool is_plane = solid->form == ROBOT_HALF_SPACE; /* whose pose so far is its normal's */
  solid->pose = is_plane ? bms_pose_product(&placed, &solid->pose) : placed;
  const char *fault = robot_solid_fault(r->arm, solid);
  if (fault != NULL) {
    robot_mesh_free(&solid->mesh);
    return yaml_fault(r->tree, at, "%s: %s", o->name, fault);
  }
  return robot_add_solid(r->arm, solid) >= 0 || yaml_fault(r->tree, at, "out of memory");
}

/* ------------------------------------------------------------------ primitives */

/* Reads a primitive by the names and the numbers of shape_msgs/SolidPrimitive. */
static bool read_primitive(object_reader *o, const yaml_node_t *node, robot_solid *solid) {
  static const struct {
    const char *name, *number;
    robot_form form;
    int sizes;
    const char *order;
  } KIND[] = {{"box", "1", ROBOT_BOX, 3, "x, y, z"},
              {"sphere", "2", ROBOT_SPHERE, 1, "radius"},
              {"cylinder", "3", ROBOT_CYLINDER, 2, "height, radius"},
              {"cone", "4", ROBOT_CONE, 2, "height, radius"}};
  yaml_tree *tree = o->scene->tree;
  if (!yaml_only(tree, node, "primitive", "type dimensions polygon")) return false;
  const yaml_node_t *type = yaml_member(tree, node, "type");
  const char *name = yaml_text(type);
  int kind = 0;
  if (name == NULL) return yaml_fault(tree, node, "type: missing");
  while (kind < 4 && strcmp(name, KIND[kind].name) != 0 && strcmp(name, KIND[kind].number) != 0) kind++;
  if (kind == 4) return yaml_fault(tree, type, "type: '%s' is not box, sphere, cylinder or cone (1 to 4)", name);
  solid->form = KIND[kind].form;
  const yaml_node_t *sizes = yaml_member(tree, node, "dimensions");
  if (sizes != NULL && sizes->type == YAML_SEQUENCE_NODE && yaml_length(sizes) != KIND[kind].sizes)
    return yaml_fault(tree, sizes, "dimensions: expected a list of %d numbers: %s", KIND[kind].sizes, KIND[kind].order);
  if (!yaml_numbers(tree, node, "dimensions", KIND[kind].sizes, solid->size)) return false;
  for (int i = 0; i < KIND[kind].sizes; i++)
    if (solid->size[i] < 0) return yaml_fault(tree, node, "dimensions[%d]: is negative", i);
  return true;
}

/* ------------------------------------------------------------------ meshes */

static bool read_corners(yaml_tree *tree, const yaml_node_t *node, robot_mesh *mesh) {
  const yaml_node_t *vertices = yaml_member(tree, node, "vertices"), *triangles = yaml_member(tree, node, "triangles");
  int corners = yaml_length(vertices), faces = yaml_length(triangles);
  if (corners < 1) return yaml_fault(tree, node, "vertices: expected a list, not an empty one");
  if (faces < 1) return yaml_fault(tree, node, "triangles: expected a list, not an empty one");
  mesh->vertex = calloc(3 * (size_t)corners, sizeof *mesh->vertex);
  mesh->index = calloc(3 * (size_t)faces, sizeof *mesh->index);
  if (mesh->vertex == NULL || mesh->index == NULL) return yaml_fault(tree, node, "out of memory");
  for (; mesh->vertex_count < corners; mesh->vertex_count++) {
    static const char *const NAME[] = {"x", "y", "z"};
    const yaml_node_t *at = yaml_element(tree, vertices, mesh->vertex_count);
    bool list = yaml_length(at) == 3;
    if (!list && !yaml_only(tree, at, "vertices", "x y z")) return false;
    for (int k = 0; k < 3; k++) {
      const yaml_node_t *number = list ? yaml_element(tree, at, k) : yaml_member(tree, at, NAME[k]);
      if (number == NULL) return yaml_fault(tree, at, "vertices[%d]: there is no %s", mesh->vertex_count, NAME[k]);
      if (!yaml_number(tree, number, "vertices", &mesh->vertex[3 * mesh->vertex_count + k])) return false;
    }
  }
  for (; mesh->triangle_count < faces; mesh->triangle_count++) {
    const yaml_node_t *at = yaml_element(tree, triangles, mesh->triangle_count);
    if (at->type == YAML_MAPPING_NODE && !yaml_only(tree, at, "triangles", "vertex_indices")) return false;
    const yaml_node_t *list = at->type == YAML_MAPPING_NODE ? yaml_member(tree, at, "vertex_indices") : at;
    if (yaml_length(list) != 3)
      return yaml_fault(tree, at, "triangles[%d]: expected 3 vertex_indices", mesh->triangle_count);
    for (int k = 0; k < 3; k++) {
      long vertex = 0;
      if (!yaml_integer(tree, yaml_element(tree, list, k), "vertex_indices", 0, corners - 1, &vertex)) return false;
      mesh->index[3 * mesh->triangle_count + k] = (int)vertex;
    }
  }
  return true;
}

/* Reads a mesh by its vertices and triangles, or by the file that `resource` names. */
static bool read_mesh(object_reader *o, const yaml_node_t *node, robot_solid *solid) {
  yaml_tree *tree = o->scene->tree;
  const char *resource = yaml_text(yaml_member(tree, node, "resource"));
  double scale[3] = {1, 1, 1};
  char reason[256];
  solid->form = ROBOT_MESH;
  if (resource == NULL)
    return yaml_only(tree, node, "mesh", "vertices triangles") && read_corners(tree, node, &solid->mesh);
  if (!yaml_only(tree, node, "mesh", "resource dimensions")) return false;
  if (yaml_member(tree, node, "dimensions") != NULL && !yaml_numbers(tree, node, "dimensions", 3, scale)) return false;
  return robot_mesh_read(&solid->mesh, o->scene->packages, tree->file, resource, scale, reason, sizeof reason) ||
         yaml_fault(tree, node, "%s: %s", o->name, reason);
}

/* ------------------------------------------------------------------ planes */

/* Sets the pose whose z axis is the unit vector n, at a distance from the origin along it. */
static void stand_along(const double n[3], double distance, bms_pose *pose) {
  for (int k = 0; k < 3; k++) pose->position[k] = distance * n[k];
  double turn[4] = {1 + n[2], -n[1], n[0], 0}; /* 1 + z.n and z x n: half way from z to n */
  if (!(turn[0] > 1e-9)) memcpy(turn, (const double[4]){0, 1, 0, 0}, sizeof turn);
  memcpy(pose->quaternion, turn, sizeof turn);
}

/* Reads the plane a x + b y + c z + d = 0 as the half-space from which its normal points away. */
static bool read_plane(object_reader *o, const yaml_node_t *node, robot_solid *solid) {
  yaml_tree *tree = o->scene->tree;
  double coefficient[4], n[3];
  if (!yaml_only(tree, node, "plane", "coef") || !yaml_numbers(tree, node, "coef", 4, coefficient)) return false;
  double length = hypot(hypot(coefficient[0], coefficient[1]), coefficient[2]);
  if (!(length > 1e-12 && length <= ROBOT_GREATEST)) return yaml_fault(tree, node, "coef: expected a normal, not zero");
  if (solid->link != BMS_WORLD)
    return yaml_fault(tree, node, "%s: a plane cannot be attached; give the object a box instead", o->name);
  for (int k = 0; k < 3; k++) n[k] = coefficient[k] / length;
  solid->form = ROBOT_HALF_SPACE;
  stand_along(n, -coefficient[3] / length, &solid->pose);
  robot_note(o->scene->arm, "%s:%zu: %.100s: a plane is solid on the side from which its normal points away",
             tree->file, node->start_mark.line + 1, o->name);
  return true;
}

/* ------------------------------------------------------------------ objects */

typedef bool shape_reader(object_reader *o, const yaml_node_t *node, robot_solid *solid);

/* Reads a list of shapes and the list of their poses, which may be missing if the object has a pose of its own. */
static bool read_shapes(object_reader *o, const yaml_node_t *object, const char *key, const char *pose_key,
                        bool has_pose, shape_reader *read) {
  yaml_tree *tree = o->scene->tree;
  const yaml_node_t *shapes = yaml_member(tree, object, key), *poses = yaml_member(tree, object, pose_key);
  bool implied = has_pose && yaml_empty(poses);
  if (yaml_empty(shapes))
    return yaml_empty(poses) || yaml_fault(tree, poses, "%s: %s without %s", o->name, pose_key, key);
  if (yaml_length(shapes) < 0) return yaml_fault(tree, shapes, "%s: %s: expected a list", o->name, key);
  if (!implied && yaml_length(poses) != yaml_length(shapes))
    return yaml_fault(tree, object, "%s: %s: expected a list as long as %s", o->name, pose_key, key);
  for (int i = 0; i < yaml_length(shapes); i++) {
    const yaml_node_t *shape = yaml_element(tree, shapes, i);
    robot_solid solid = o->solid;
    bms_pose own = {{0, 0, 0}, {1, 0, 0, 0}};
    if ((!implied && !scene_read_pose(o->scene, yaml_element(tree, poses, i), &own)) || !read(o, shape, &solid)) {
      robot_mesh_free(&solid.mesh);
      return false;
    }
    if (!add_solid(o, shape, &solid, &own)) return false;
  }
  return true;
}

/* Checks that the operation adds the object: it is a number, or the byte that some tools write. */
static bool check_operation(scene_reader *r, const yaml_node_t *object) {
  const yaml_node_t *node = yaml_member(r->tree, object, "operation");
  long operation = 0;
  if (node == NULL) return true;
  if (yaml_text(node) != NULL && node->data.scalar.length == 1 && node->data.scalar.value[0] < 4)
    operation = node->data.scalar.value[0];
  else if (!yaml_integer(r->tree, node, "operation", 0, 3, &operation))
    return false;
  return operation == 0 || operation == 2 ||
         yaml_fault(r->tree, node,
                    "operation: only ADD (0) and APPEND (2) can be read; write the scene as it is in the end");
}

static bool read_all_shapes(object_reader *o, const yaml_node_t *object) {
  yaml_tree *tree = o->scene->tree;
  const yaml_node_t *pose = yaml_member(tree, object, "pose");
  bms_pose own;
  if (pose != NULL) {
    if (!scene_read_pose(o->scene, pose, &own)) return false;
    o->frame = bms_pose_product(&o->frame, &own);
  }
  int before = o->scene->arm->solid_count;
  if (!read_shapes(o, object, "primitives", "primitive_poses", pose != NULL, read_primitive)) return false;
  if (!read_shapes(o, object, "meshes", "mesh_poses", pose != NULL, read_mesh)) return false;
  if (!read_shapes(o, object, "planes", "plane_poses", pose != NULL, read_plane)) return false;
  return o->scene->arm->solid_count > before ||
         yaml_fault(tree, object, "%s: has no primitives and no meshes, and no planes", o->name);
}

int scene_read_object(scene_reader *r, const yaml_node_t *object, int index, int link) {
  char unnamed[32];
  object_reader o = {.scene = r};
  snprintf(unnamed, sizeof unnamed, "object %d", index + 1);
  if (!yaml_only(r->tree, object, "collision object",
                 "header id type pose primitives primitive_poses meshes mesh_poses planes plane_poses subframe_names "
                 "subframe_poses operation"))
    return -1;
  o.name = yaml_text(yaml_member(r->tree, object, "id"));
  if (o.name == NULL) o.name = unnamed;
  o.solid.link = link;
  o.solid.object = robot_object(r->arm, o.name);
  if (o.solid.object < 0) yaml_fault(r->tree, object, "out of memory");
  if (o.solid.object >= 0 && o.solid.object < r->arm->link_count) {
    yaml_fault(r->tree, object, "%s: is a link's name as well; give the object another id", o.name);
    return -1;
  }
  if (o.solid.object >= 0 && !robot_claim(r->arm, o.solid.object, link)) {
    yaml_fault(r->tree, object, "%s: is the name of an object elsewhere, in the world or attached; give it another id",
               o.name);
    return -1;
  }
  bool good = o.solid.object >= 0 && check_operation(r, object) && scene_read_frame(r, object, link, &o.frame) &&
              read_all_shapes(&o, object);
  return good ? o.solid.object : -1;
}
