/* SPDX-License-Identifier: BSD-3-Clause */

/* Meshes from the source that they are read from, and what is in them. */

#include "numeric/arithmetic.h"

#include "mesh/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/interior.h"
#include "mesh/mesh_build.h"
#include "numeric/vector.h"

/* Numbers below this are held by a float with all their neighbours. */
static const double LARGEST = 1e30;

/* ------------------------------------------------------------------ the source */

static const void *element(const void *first, size_t stride, int i) {
  return (const char *)first + stride * (size_t)i;
}

static void read_vertex(const bms_mesh_source *source, int i, double out[3]) {
  size_t size = source->vertices_single ? sizeof(float) : sizeof(double);
  const void *at = element(source->vertex, source->vertex_stride ? source->vertex_stride : 3 * size, i);
  for (int r = 0; r < 3; r++) {
    float single;
    if (source->vertices_single) {
      memcpy(&single, (const char *)at + (size_t)r * sizeof single, sizeof single);
      out[r] = single;
    } else {
      memcpy(&out[r], (const char *)at + (size_t)r * sizeof out[r], sizeof out[r]);
    }
  }
}

static void read_triangle(const bms_mesh_source *source, int i, int corner[3]) {
  size_t stride = source->index_stride ? source->index_stride : 3 * sizeof(int);
  memcpy(corner, element(source->index, stride, i), 3 * sizeof(int));
}

/* Finds what is wrong with a source. */
static bms_mesh_fault find_fault(const bms_mesh_source *source, int *which) {
  *which = 0;
  if (source->vertex == NULL || source->index == NULL) return BMS_MESH_EMPTY;
  if (source->vertex_count < 1 || source->triangle_count < 1) return BMS_MESH_EMPTY;
  for (; *which < source->vertex_count; ++*which) {
    double x[3];
    read_vertex(source, *which, x);
    for (int r = 0; r < 3; r++)
      if (!(fabs(x[r]) <= LARGEST)) return BMS_MESH_VERTEX;
  }
  for (*which = 0; *which < source->triangle_count; ++*which) {
    int corner[3];
    read_triangle(source, *which, corner);
    for (int k = 0; k < 3; k++)
      if (corner[k] < 0 || corner[k] >= source->vertex_count) return BMS_MESH_INDEX;
  }
  *which = 0;
  return BMS_MESH_VALID;
}

/* ------------------------------------------------------------------ building */

static bms_box bounds_of(const bms_mesh *mesh, const int corner[3]) {
  bms_box box;
  for (int r = 0; r < 3; r++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = mesh->vertex[3 * (size_t)corner[k] + (size_t)r];
    box.min[r] = bms_min(x[0], bms_min(x[1], x[2]));
    box.max[r] = bms_max(x[0], bms_max(x[1], x[2]));
  }
  return box;
}

/* Reads the source into a mesh whose arrays have been set, and the items of the tree. */
static void read_source(const bms_mesh_source *source, bms_mesh *mesh, bms_mesh_item *items) {
  for (int i = 0; i < source->vertex_count; i++) {
    double *v = mesh->vertex + 3 * (size_t)i;
    read_vertex(source, i, v);
  }
  for (int i = 0; i < source->triangle_count; i++) {
    int corner[3];
    read_triangle(source, i, corner);
    items[i] = (bms_mesh_item){bounds_of(mesh, corner), i};
  }
}

static const double *vertex_of(const bms_mesh *mesh, int vertex) {
  return mesh->vertex + 3 * (size_t)vertex;
}

/* Puts the triangles in the order of the tree. */
static void order_triangles(const bms_mesh_source *source, const bms_mesh_item *items, bms_mesh *mesh) {
  for (int i = 0; i < source->triangle_count; i++) {
    mesh->number[i] = items[i].number;
    mesh->place[items[i].number] = i;
    read_triangle(source, items[i].number, mesh->corner[i]);
  }
}

/* Lists the vertices of each leaf, in the order in which its triangles have them. */
static void list_own(bms_mesh *mesh) {
  for (int i = 0; i < mesh->node_count; i++) {
    const bms_mesh_node *leaf = &mesh->node[i];
    if (leaf->count == 0) continue;
    int *own = mesh->own + 3 * (size_t)leaf->first, count = 0;
    for (int k = 0; k < 3 * leaf->count; k++) {
      const double *v = vertex_of(mesh, mesh->corner[leaf->first + k / 3][k % 3]);
      int same = 0;
      while (same < count && memcmp(vertex_of(mesh, own[same]), v, 3 * sizeof *v) != 0) same++;
      if (same == count) own[count++] = mesh->corner[leaf->first + k / 3][k % 3];
    }
    if (count < 3 * leaf->count) own[count] = -1;
  }
}

/* Allocates one block for all: the mesh, vertices, nodes, corners, numbers. */
static bms_mesh *allocate(int vertices, int triangles) {
  size_t v = (size_t)vertices, t = (size_t)triangles;
  size_t size = sizeof(bms_mesh) + 3 * v * sizeof(double) + 2 * t * sizeof(bms_mesh_node) + 8 * t * sizeof(int);
  bms_mesh *mesh = malloc(size);
  if (mesh == NULL) return NULL;
  mesh->vertex_count = vertices;
  mesh->triangle_count = triangles;
  mesh->node_count = 0;
  mesh->interior = NULL;
  mesh->vertex = (double *)(mesh + 1);
  mesh->node = (bms_mesh_node *)(mesh->vertex + 3 * v);
  mesh->corner = (int(*)[3])(mesh->node + 2 * t);
  mesh->number = (int *)(mesh->corner + t);
  mesh->place = mesh->number + t;
  mesh->own = mesh->place + t;
  return mesh;
}

bms_mesh *bms_mesh_create(const bms_mesh_source *source, bms_mesh_fault *fault, int *which) {
  int unused;
  bms_mesh_fault found = find_fault(source, which != NULL ? which : &unused);
  bms_mesh *mesh = NULL;
  bms_mesh_item *items = NULL;
  if (found == BMS_MESH_VALID) {
    mesh = allocate(source->vertex_count, source->triangle_count);
    items = malloc((size_t)source->triangle_count * sizeof *items);
    if (mesh == NULL || items == NULL) found = BMS_MESH_MEMORY;
  }
  if (found == BMS_MESH_VALID) {
    read_source(source, mesh, items);
    (void)bms_mesh_build(mesh, items, 0, mesh->triangle_count, 0);
    order_triangles(source, items, mesh);
    list_own(mesh);
    if (source->solid) mesh->interior = bms_mesh_interior_create(mesh);
    if (source->solid && mesh->interior == NULL) found = BMS_MESH_MEMORY;
  }
  free(items);
  if (fault != NULL) *fault = found;
  if (found == BMS_MESH_VALID) return mesh;
  free(mesh);
  return NULL;
}

void bms_mesh_destroy(bms_mesh *mesh) {
  if (mesh != NULL) free(mesh->interior);
  free(mesh);
}

/* ------------------------------------------------------------------ what is in it */

int bms_mesh_triangle_count(const bms_mesh *mesh) {
  return mesh->triangle_count;
}

int bms_mesh_open_edges(const bms_mesh *mesh) {
  return mesh->interior != NULL ? mesh->interior->open_edges : -1;
}

bool bms_mesh_encloses(const bms_mesh *mesh, const double point[3]) {
  return mesh->interior != NULL && bms_mesh_holds(mesh, point);
}

void bms_mesh_place(const bms_mesh *mesh, int place, double vertex[9]) {
  for (int k = 0; k < 3; k++)
    memcpy(vertex + 3 * k, mesh->vertex + 3 * (size_t)mesh->corner[place][k], 3 * sizeof *vertex);
}

void bms_mesh_triangle(const bms_mesh *mesh, int triangle, double vertex[9]) {
  bms_mesh_place(mesh, mesh->place[triangle], vertex);
}

bms_box bms_mesh_bounds(const bms_mesh *mesh) {
  bms_box box;
  for (int r = 0; r < 3; r++) {
    box.min[r] = mesh->node[0].min[r];
    box.max[r] = mesh->node[0].max[r];
  }
  return box;
}

/* Returns an upper bound, rounding aside, of how far a node reaches along a direction. */
static double extent_of_node(const bms_mesh_node *node, const double direction[3]) {
  double most = 0;
  for (int r = 0; r < 3; r++)
    most += direction[r] > 0 ? direction[r] * (double)node->max[r] : direction[r] * (double)node->min[r];
  return most;
}

static void take_farthest(const bms_mesh *mesh, const bms_mesh_node *leaf, const double direction[3], double *most,
                          double point[3]) {
  const int *own = mesh->own + 3 * (size_t)leaf->first;
  for (int i = 0; i < 3 * leaf->count && own[i] >= 0; i++) {
    const double *v = vertex_of(mesh, own[i]);
    double along = bms_dot(direction, v);
    if (!(along > *most)) continue;
    *most = along;
    memcpy(point, v, 3 * sizeof *point);
  }
}

/* A node, and an upper bound of how far it reaches. */
typedef struct reaching {
  int node;
  double extent;
} reaching;

static reaching reaching_of(const bms_mesh *mesh, int node, const double direction[3]) {
  return (reaching){node, extent_of_node(&mesh->node[node], direction)};
}

/* Puts the children of a node that reach farther than `limit` on the stack, the one that reaches farther on top. */
static int open_node(const bms_mesh *mesh, int node, const double direction[3], double limit, reaching *stack,
                     int depth) {
  reaching left = reaching_of(mesh, node + 1, direction);
  reaching right = reaching_of(mesh, mesh->node[node].first, direction);
  bool left_first = left.extent > right.extent;
  if ((left_first ? right : left).extent > limit) stack[depth++] = left_first ? right : left;
  if ((left_first ? left : right).extent > limit) stack[depth++] = left_first ? left : right;
  return depth;
}

void bms_mesh_farthest(const void *data, const double direction[3], double point[3]) {
  const bms_mesh *mesh = data;
  reaching stack[BMS_MESH_DEPTH + 1];
  double most = -INFINITY;
  int depth = 0;
  memcpy(point, mesh->vertex + 3 * (size_t)mesh->corner[0][0], 3 * sizeof *point);
  stack[depth++] = reaching_of(mesh, 0, direction);
  while (depth > 0) {
    reaching r = stack[--depth];
    const bms_mesh_node *node = &mesh->node[r.node];
    if (!(r.extent > most)) continue;
    if (node->count > 0)
      take_farthest(mesh, node, direction, &most, point);
    else
      depth = open_node(mesh, r.node, direction, most, stack, depth);
  }
}

/* Returns how far the vertices of a leaf reach along a direction. */
static double reach_of_leaf(const bms_mesh *mesh, const bms_mesh_node *leaf, const double direction[3]) {
  const int *own = mesh->own + 3 * (size_t)leaf->first;
  double most = -INFINITY;
  for (int i = 0; i < 3 * leaf->count && own[i] >= 0; i++)
    most = bms_max(most, bms_dot(direction, vertex_of(mesh, own[i])));
  return most;
}

bool bms_mesh_stays_within(const bms_mesh *mesh, int root, const double direction[3], double limit, double *reach) {
  reaching stack[BMS_MESH_DEPTH + 1];
  int depth = 0;
  if (extent_of_node(&mesh->node[root], direction) > limit) stack[depth++] = reaching_of(mesh, root, direction);
  while (depth > 0) {
    int at = stack[--depth].node;
    const bms_mesh_node *node = &mesh->node[at];
    if (node->count == 0) {
      depth = open_node(mesh, at, direction, limit, stack, depth);
      continue;
    }
    *reach = reach_of_leaf(mesh, node, direction);
    if (*reach > limit) return false;
  }
  return true;
}

double bms_mesh_far_reach(const bms_mesh *mesh, int root, const double direction[3]) {
  int at = root;
  while (mesh->node[at].count == 0) {
    int left = at + 1, right = mesh->node[at].first;
    double of_left = extent_of_node(&mesh->node[left], direction);
    at = of_left > extent_of_node(&mesh->node[right], direction) ? left : right;
  }
  return reach_of_leaf(mesh, &mesh->node[at], direction);
}

static bool touch(const bms_mesh_node *node, const bms_box *box) {
  for (int r = 0; r < 3; r++)
    if (!(node->min[r] <= box->max[r] && node->max[r] >= box->min[r])) return false;
  return true;
}

void bms_mesh_visit(const bms_mesh *mesh, const bms_box *box, bms_mesh_visitor *visitor, void *data) {
  int stack[BMS_MESH_DEPTH], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const bms_mesh_node *node = &mesh->node[number];
    if (!touch(node, box)) continue;
    if (node->count == 0) {
      stack[depth++] = node->first;
      stack[depth++] = number + 1;
    }
    for (int i = 0; i < node->count; i++) {
      double vertex[9];
      bms_mesh_place(mesh, node->first + i, vertex);
      if (!visitor(data, mesh->number[node->first + i], vertex)) return;
    }
  }
}
