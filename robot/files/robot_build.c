/* SPDX-License-Identifier: BSD-3-Clause */

/* The chain of a robot that has been read. */

#include "robot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_twins.h"
#include "robot_pairs.h"
#include "robot_text.h"

static bool fail(char *error, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error, size, format, arguments);
  va_end(arguments);
  robot_one_line(error);
  return false;
}

/* ------------------------------------------------------------------ shapes */

/* Finds the point of a cone that lies farthest along a direction: its tip, at half its height, or one of its rim. */
static void support_cone(const void *data, const double direction[3], double point[3]) {
  const robot_solid *cone = data;
  double half = 0.5 * cone->size[0], radius = cone->size[1], across = hypot(direction[0], direction[1]);
  bool tip = radius * across <= 2 * half * direction[2];
  double reach = tip || !(across > 0) ? 0 : radius / across;
  point[0] = reach * direction[0];
  point[1] = reach * direction[1];
  point[2] = tip ? half : -half;
}

static bms_convex convex_of(const robot_solid *solid) {
  const double *size = solid->size;
  if (solid->form == ROBOT_SPHERE) return bms_convex_sphere(size[0]);
  if (solid->form == ROBOT_HALF_SPACE) return bms_convex_half_space((const double[3]){0, 0, 1}, 0);
  if (solid->form == ROBOT_CAPSULE) return bms_convex_capsule(size[1], 0.5 * size[0]);
  if (solid->form == ROBOT_CYLINDER) return bms_convex_cylinder(size[1], 0.5 * size[0]);
  if (solid->form == ROBOT_CONE && size[0] + size[1] > 0) {
    bms_convex cone = {.core = BMS_CORE_SUPPORT};
    cone.support.function = support_cone;
    cone.support.data = solid;
    cone.support.reach = (1 + 1e-12) * hypot(size[1], 0.5 * size[0]);
    cone.support.error = 1e-15 * cone.support.reach; /* some roundings of lengths up to reach */
    return cone;
  }
  bms_box box = bms_box_centred(size[0], size[1], size[2]);
  return bms_convex_box(&box, 0);
}

/* Scales a mesh about the mean of its vertices, and has it grown. */
static void grow_mesh(robot_solid *solid, double scale, double padding) {
  robot_mesh *mesh = &solid->mesh;
  double middle[3] = {0, 0, 0};
  for (int i = 0; i < 3 * mesh->vertex_count; i++) middle[i % 3] += mesh->vertex[i] / mesh->vertex_count;
  for (int i = 0; fabs(scale - 1) > 0 && i < 3 * mesh->vertex_count; i++)
    mesh->vertex[i] = middle[i % 3] + scale * (mesh->vertex[i] - middle[i % 3]);
  solid->radius = padding;
}

/* Applies the scale and the padding of links to their shapes: attached objects keep their own. */
static void grow_links(robot *arm) {
  /* how often the padding counts for each size of a form: a box has it on both sides, a radius once */
  static const int TIMES[][3] = {
      [ROBOT_BOX] = {2, 2, 2},  [ROBOT_SPHERE] = {1, 0, 0},  [ROBOT_CYLINDER] = {2, 1, 0}, [ROBOT_CONE] = {2, 1, 0},
      [ROBOT_MESH] = {0, 0, 0}, [ROBOT_CAPSULE] = {0, 1, 0}, [ROBOT_HALF_SPACE] = {0}};
  for (int i = 0; arm->growth != NULL && i < arm->solid_count; i++) {
    robot_solid *solid = &arm->solid[i];
    if (solid->link == BMS_WORLD || solid->object != solid->link) continue;
    const double *growth = arm->growth[solid->link];
    for (int k = 0; k < 3; k++) solid->size[k] = solid->size[k] * growth[0] + TIMES[solid->form][k] * growth[1];
    if (solid->form == ROBOT_MESH) grow_mesh(solid, growth[0], growth[1]);
  }
}

static bool build_mesh(robot *arm, int i, char *error, size_t size) {
  static const char *const FAULT[] = {"", "is empty", "names a vertex that is not there", "has a vertex out of range",
                                      "is too large for the memory"};
  robot_mesh *mesh = &arm->solid[i].mesh;
  if (!mesh_drop_twins(mesh)) return fail(error, size, "out of memory");
  bms_mesh_source source = {.vertex = mesh->vertex,
                            .vertex_count = mesh->vertex_count,
                            .index = mesh->index,
                            .triangle_count = mesh->triangle_count,
                            .solid = true};
  bms_mesh_fault fault;
  arm->mesh[i] = bms_mesh_create(&source, &fault, NULL);
  if (arm->mesh[i] == NULL) return fail(error, size, "%s: its mesh %s", robot_shape_name(arm, i), FAULT[fault]);
  int open = bms_mesh_open_edges(arm->mesh[i]);
  if (open > 0)
    robot_note(arm, "%s: its mesh is open at %d edges; things that are wholly inside of open parts are not found",
               robot_shape_name(arm, i), open);
  return true;
}

static bool build_shapes(robot *arm, char *error, size_t size) {
  arm->shape = calloc((size_t)arm->solid_count + 1, sizeof *arm->shape);
  arm->mesh = calloc((size_t)arm->solid_count + 1, sizeof *arm->mesh);
  if (arm->shape == NULL || arm->mesh == NULL) return fail(error, size, "out of memory");
  for (int i = 0; i < arm->solid_count; i++) {
    const robot_solid *solid = &arm->solid[i];
    if (solid->form != ROBOT_MESH) {
      bms_convex convex = convex_of(solid);
      arm->shape[i] = bms_placed_convex(solid->link, &convex, &solid->pose);
    } else {
      if (!build_mesh(arm, i, error, size)) return false;
      arm->shape[i] = bms_placed_mesh(solid->link, arm->mesh[i], solid->radius, &solid->pose);
    }
  }
  return true;
}

/* ------------------------------------------------------------------ what may touch */

/* Lets links that one moving joint joins directly touch, as they do at the joint.  With a fixed joint between them as
   well they may not: a tool could pass through the arm that carries it. */
static bool allow_neighbours(robot *arm) {
  bool good = true;
  for (int a = 0; a < arm->link_count && good; a++) {
    int parent = arm->link[a].parent;
    if (parent != BMS_WORLD && arm->link[a].joint != BMS_JOINT_FIXED)
      good = robot_touching_allow(&arm->touching, parent, a, ROBOT_ADJACENT);
  }
  return good;
}

static bool build_allowed(robot *arm, int *count) {
  int *number;
  arm->allowed = robot_touching_matrix(&arm->touching, arm->object_count, &number, count);
  for (int i = 0; arm->allowed != NULL && i < arm->solid_count; i++)
    arm->shape[i].object = number[arm->solid[i].object];
  free(number);
  return arm->allowed != NULL;
}

/* ------------------------------------------------------------------ the chain */

bool robot_build(robot *arm, char *error, size_t size) {
  int objects = 0;
  if (arm->active == NULL && robot_choose_group(arm, NULL) != NULL) return fail(error, size, "out of memory");
  grow_links(arm);
  if (!build_shapes(arm, error, size)) return false;
  if ((!arm->touching.is_told && !allow_neighbours(arm)) || !build_allowed(arm, &objects))
    return fail(error, size, "out of memory");
  arm->chain = (bms_chain){.link_count = arm->link_count,
                           .link = arm->link,
                           .variable_count = arm->joint_count + arm->mimic_count,
                           .shape_count = arm->solid_count,
                           .shape = arm->shape,
                           .object_count = objects,
                           .allowed = arm->allowed,
                           .neighbours = true};
  if (!robot_pairs_count(arm) || (!arm->touching.is_told && !robot_pairs_note(arm)))
    return fail(error, size, "out of memory");
  return true;
}

void robot_move_mimics(const robot *arm, double (*value)[BMS_MOVE_TERMS]) {
  for (int i = 0; i < arm->mimic_count; i++) {
    const robot_mimic *mimic = &arm->mimic[i];
    double *row = value[arm->joint_count + i];
    for (int k = 0; k < BMS_MOVE_TERMS; k++) row[k] = mimic->multiplier * value[mimic->joint][k];
    row[0] += mimic->offset;
  }
}

bms_move robot_move_linear(const robot *arm, double t0, const double *from, double t1, const double *to,
                           double (*value)[BMS_MOVE_TERMS]) {
  bms_move_linear(arm->joint_count, t0, from, t1, to, value);
  robot_move_mimics(arm, value);
  return (bms_move){t0, t1, (const double(*)[BMS_MOVE_TERMS])value};
}
