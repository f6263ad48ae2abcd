/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Building the tree from above: the triangles of a node are parted by their middles along the longest side of the box
 * that those fill, at one of BINS places: where the sum over both halves of surface times number is least (the surface
 * area heuristic; Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007).  Where all middles are
 * the same, or the tree gets deep, a node is halved by number, which bounds the depth.
 */

#include "numeric/arithmetic.h"

#include "mesh/mesh.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"

enum { BINS = 16, EVEN_DEPTH = 32 };

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

/* ------------------------------------------------------------------ boxes */

typedef struct bounds {
  double min[3], max[3];
} bounds;

static const bounds NOTHING = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include(bounds *box, const double min[3], const double max[3]) {
  for (int r = 0; r < 3; r++) {
    box->min[r] = bms_min(box->min[r], min[r]);
    box->max[r] = bms_max(box->max[r], max[r]);
  }
}

/* A triangle of the source while the tree is built. */
typedef struct item {
  bounds box;
  int number;
} item;

static bounds bounds_of(const bms_mesh *mesh, const int corner[3]) {
  bounds box = NOTHING;
  for (int k = 0; k < 3; k++) {
    const double *v = mesh->vertex + 3 * (size_t)corner[k];
    include(&box, v, v);
  }
  return box;
}

static double surface(const bounds *box) {
  double x = box->max[0] - box->min[0], y = box->max[1] - box->min[1], z = box->max[2] - box->min[2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

static void set_box(bms_mesh_node *node, const bounds *box) {
  for (int r = 0; r < 3; r++) {
    float low = (float)box->min[r], high = (float)box->max[r];
    node->min[r] = low > box->min[r] ? nextafterf(low, -FLT_MAX) : low;
    node->max[r] = high < box->max[r] ? nextafterf(high, FLT_MAX) : high;
  }
}

/* ------------------------------------------------------------------ parting */

/* How the triangles of a node fall into bins along an axis. */
typedef struct parting {
  int axis;
  double low, scale; /* the bin of a middle x is (x - low) scale */
  int count[BINS];
  bounds box[BINS];
} parting;

/* Twice the middle of a triangle's bounds. */
static double middle(const bounds *box, int axis) {
  return box->min[axis] + box->max[axis];
}

static int bin_of(const parting *p, const bounds *box) {
  int bin = (int)((middle(box, p->axis) - p->low) * p->scale);
  return bin < BINS ? bin : BINS - 1;
}

/* Sets *box to the bounds of all; returns false if all middles are the same. */
static bool fill_bins(const item *items, int from, int to, bounds *box, parting *p) {
  bounds middles = NOTHING;
  *box = NOTHING;
  for (int i = from; i < to; i++) {
    const bounds *own = &items[i].box;
    double at[3] = {middle(own, 0), middle(own, 1), middle(own, 2)};
    include(box, own->min, own->max);
    include(&middles, at, at);
  }
  p->axis = 0;
  for (int r = 1; r < 3; r++)
    if (middles.max[r] - middles.min[r] > middles.max[p->axis] - middles.min[p->axis]) p->axis = r;
  double side = middles.max[p->axis] - middles.min[p->axis];
  if (!(side > 0)) return false;
  p->low = middles.min[p->axis];
  p->scale = BINS * (1 - 1e-9) / side;
  if (!(p->scale < DBL_MAX)) return false;
  for (int k = 0; k < BINS; k++) {
    p->count[k] = 0;
    p->box[k] = NOTHING;
  }
  for (int i = from; i < to; i++) {
    const bounds *own = &items[i].box;
    int bin = bin_of(p, own);
    p->count[bin]++;
    include(&p->box[bin], own->min, own->max);
  }
  return true;
}

/* The number of bins that go left: where the price is least. */
static int cheapest(const parting *p) {
  double right[BINS], least = INFINITY;
  bounds box = NOTHING;
  int count = 0, best = 1;
  for (int k = BINS - 1; k > 0; k--) {
    include(&box, p->box[k].min, p->box[k].max);
    count += p->count[k];
    right[k] = count * surface(&box);
  }
  box = NOTHING;
  count = 0;
  for (int k = 1; k < BINS; k++) {
    include(&box, p->box[k - 1].min, p->box[k - 1].max);
    count += p->count[k - 1];
    double price = count * surface(&box) + right[k];
    if (!(price < least)) continue;
    least = price;
    best = k;
  }
  return best;
}

/* Puts the triangles of the first `left` bins first; returns where the others begin. */
static int part(item *items, int from, int to, const parting *p, int left) {
  int i = from;
  while (i < to) {
    if (bin_of(p, &items[i].box) < left) {
      i++;
      continue;
    }
    item other = items[--to];
    items[to] = items[i];
    items[i] = other;
  }
  return i;
}

/* ------------------------------------------------------------------ the tree */

/* The node over triangles from ... to - 1; returns its number. */
static int build(bms_mesh *mesh, item *items, int from, int to, int depth) {
  int number = mesh->node_count++;
  bounds box;
  parting p;
  bool parted = fill_bins(items, from, to, &box, &p);
  set_box(&mesh->node[number], &box);
  if (to - from <= BMS_MESH_LEAF) {
    mesh->node[number].count = to - from;
    mesh->node[number].first = from;
    return number;
  }
  int half = from + (to - from) / 2;
  if (parted && depth < EVEN_DEPTH) half = part(items, from, to, &p, cheapest(&p));
  if (half == from || half == to) half = from + (to - from) / 2;
  (void)build(mesh, items, from, half, depth + 1);
  int right = build(mesh, items, half, to, depth + 1);
  mesh->node[number].count = 0;
  mesh->node[number].first = right;
  return number;
}

/* Reads the source into a mesh whose arrays have been set, and the items of the tree. */
static void read_source(const bms_mesh_source *source, bms_mesh *mesh, item *items) {
  for (int i = 0; i < source->vertex_count; i++) {
    double *v = mesh->vertex + 3 * (size_t)i;
    read_vertex(source, i, v);
  }
  for (int i = 0; i < source->triangle_count; i++) {
    int corner[3];
    read_triangle(source, i, corner);
    items[i] = (item){bounds_of(mesh, corner), i};
  }
}

/* Puts the triangles in the order of the tree. */
static void order_triangles(const bms_mesh_source *source, const item *items, bms_mesh *mesh) {
  for (int i = 0; i < source->triangle_count; i++) {
    mesh->number[i] = items[i].number;
    mesh->place[items[i].number] = i;
    read_triangle(source, items[i].number, mesh->corner[i]);
  }
}

/* One block for all: the mesh, vertices, nodes, corners, numbers. */
static bms_mesh *allocate(int vertices, int triangles) {
  size_t v = (size_t)vertices, t = (size_t)triangles;
  size_t size = sizeof(bms_mesh) + 3 * v * sizeof(double) + 2 * t * sizeof(bms_mesh_node) + 5 * t * sizeof(int);
  bms_mesh *mesh = malloc(size);
  if (mesh == NULL) return NULL;
  mesh->vertex_count = vertices;
  mesh->triangle_count = triangles;
  mesh->node_count = 0;
  mesh->vertex = (double *)(mesh + 1);
  mesh->node = (bms_mesh_node *)(mesh->vertex + 3 * v);
  mesh->corner = (int(*)[3])(mesh->node + 2 * t);
  mesh->number = (int *)(mesh->corner + t);
  mesh->place = mesh->number + t;
  return mesh;
}

bms_mesh *bms_mesh_create(const bms_mesh_source *source, bms_mesh_fault *fault, int *which) {
  int unused;
  bms_mesh_fault found = find_fault(source, which != NULL ? which : &unused);
  bms_mesh *mesh = NULL;
  item *items = NULL;
  if (found == BMS_MESH_VALID) {
    mesh = allocate(source->vertex_count, source->triangle_count);
    items = malloc((size_t)source->triangle_count * sizeof *items);
    if (mesh == NULL || items == NULL) found = BMS_MESH_MEMORY;
  }
  if (found == BMS_MESH_VALID) {
    read_source(source, mesh, items);
    (void)build(mesh, items, 0, mesh->triangle_count, 0);
    order_triangles(source, items, mesh);
  }
  free(items);
  if (fault != NULL) *fault = found;
  if (found == BMS_MESH_VALID) return mesh;
  free(mesh);
  return NULL;
}

void bms_mesh_destroy(bms_mesh *mesh) {
  free(mesh);
}

/* ------------------------------------------------------------------ what is in it */

int bms_mesh_triangle_count(const bms_mesh *mesh) {
  return mesh->triangle_count;
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
