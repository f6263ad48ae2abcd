/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of a mesh: vertices at one place are made one by sorting them, parts are found by uniting the vertices of
 * each triangle, and edges are sorted to see which triangles meet at them.
 */

#include "numeric/arithmetic.h"

#include "mesh/interior.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Marks the kind of a part of which a vertex has been taken. */
enum { SAMPLED = 0x80 };

typedef struct place {
  double x[3];
  int vertex;
} place;

/* An edge of a triangle, from the lower to the higher of its welded vertices. */
typedef struct edge {
  int low, high;
  int way; /* 1 if the triangle goes that way, else -1 */
} edge;

/* The state of the search for parts. */
typedef struct parting {
  const bms_mesh *mesh;
  int *root; /* of each vertex: one of its part, after a few steps */
  int *welded;
  edge *edges;
  int edge_count;
  unsigned char *kind; /* of the part of each root */
} parting;

/* ------------------------------------------------------------------ welding */

static int by_place(const void *a, const void *b) {
  const place *p = a, *q = b;
  for (int r = 0; r < 3; r++)
    if (p->x[r] < q->x[r] || p->x[r] > q->x[r]) return p->x[r] < q->x[r] ? -1 : 1;
  return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

static bool same_place(const place *a, const place *b) {
  for (int r = 0; r < 3; r++)
    if (a->x[r] < b->x[r] || a->x[r] > b->x[r]) return false;
  return true;
}

/* Names for each vertex the first at its place; returns false if no memory is left. */
static bool weld(const bms_mesh *mesh, int *welded) {
  place *places = malloc((size_t)mesh->vertex_count * sizeof *places);
  if (places == NULL) return false;
  for (int i = 0; i < mesh->vertex_count; i++) {
    memcpy(places[i].x, mesh->vertex + 3 * (size_t)i, sizeof places[i].x);
    places[i].vertex = i;
  }
  qsort(places, (size_t)mesh->vertex_count, sizeof *places, by_place);
  for (int i = 0, first = 0; i < mesh->vertex_count; i++) {
    if (!same_place(&places[first], &places[i])) first = i;
    welded[places[i].vertex] = places[first].vertex;
  }
  free(places);
  return true;
}

/* ------------------------------------------------------------------ parts */

static int root_of(int *root, int i) {
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

static void unite(int *root, int a, int b) {
  a = root_of(root, a);
  b = root_of(root, b);
  root[a > b ? a : b] = a < b ? a : b;
}

static void gather_edges(parting *p) {
  for (int i = 0; i < p->mesh->triangle_count; i++)
    for (int k = 0; k < 3; k++) {
      int from = p->welded[p->mesh->corner[i][k]], to = p->welded[p->mesh->corner[i][(k + 1) % 3]];
      unite(p->root, from, to);
      if (from == to) continue;
      p->edges[p->edge_count++] = from < to ? (edge){from, to, 1} : (edge){to, from, -1};
    }
}

static int by_ends(const void *a, const void *b) {
  const edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  return (p->high > q->high) - (p->high < q->high);
}

/* Returns the number of edges at which an odd number of triangles meet, and sets the kinds of the parts. */
static int judge_edges(parting *p) {
  int open = 0;
  memset(p->kind, BMS_MESH_PART_WOUND, (size_t)p->mesh->vertex_count);
  qsort(p->edges, (size_t)p->edge_count, sizeof *p->edges, by_ends);
  for (int i = 0, next = 0; i < p->edge_count; i = next) {
    int ways = 0;
    for (next = i; next < p->edge_count && by_ends(&p->edges[i], &p->edges[next]) == 0; next++)
      ways += p->edges[next].way;
    unsigned char *kind = &p->kind[root_of(p->root, p->edges[i].low)];
    bool odd = (next - i) % 2 != 0;
    open += odd;
    if (odd) *kind = BMS_MESH_PART_OPEN;
    if (!odd && ways != 0 && *kind == BMS_MESH_PART_WOUND) *kind = BMS_MESH_PART_CLOSED;
  }
  return open;
}

/* ------------------------------------------------------------------ the interior */

static void fill_in(parting *p, bms_mesh_interior *interior) {
  const bms_mesh *mesh = p->mesh;
  for (int i = 0; i < mesh->vertex_count; i++) p->root[i] = i;
  gather_edges(p);
  interior->open_edges = judge_edges(p);
  for (int i = 0; i < mesh->triangle_count; i++) {
    unsigned char *kind = &p->kind[root_of(p->root, p->welded[mesh->corner[i][0]])];
    interior->kind[i] = *kind & (unsigned char)~SAMPLED;
    interior->has_inside = interior->has_inside || interior->kind[i] != BMS_MESH_PART_OPEN;
    if ((*kind & SAMPLED) == 0) interior->sample[interior->part_count++] = mesh->corner[i][0];
    *kind |= SAMPLED;
  }
}

/* One block for the interior, the samples and the kinds. */
static bms_mesh_interior *allocate(const bms_mesh *mesh) {
  size_t triangles = (size_t)mesh->triangle_count;
  bms_mesh_interior *interior = malloc(sizeof *interior + triangles * (sizeof(int) + 1));
  if (interior == NULL) return NULL;
  memset(interior, 0, sizeof *interior);
  interior->sample = (int *)(interior + 1);
  interior->kind = (unsigned char *)(interior->sample + triangles);
  return interior;
}

bms_mesh_interior *bms_mesh_interior_create(const bms_mesh *mesh) {
  size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
  bms_mesh_interior *interior = allocate(mesh);
  parting p = {.mesh = mesh,
               .root = malloc(vertices * sizeof *p.root),
               .welded = malloc(vertices * sizeof *p.welded),
               .edges = malloc(3 * triangles * sizeof *p.edges),
               .kind = malloc(vertices)};
  bool good = interior != NULL && p.root != NULL && p.welded != NULL && p.edges != NULL && p.kind != NULL &&
              weld(mesh, p.welded);
  if (good) fill_in(&p, interior);
  free(p.root);
  free(p.welded);
  free(p.edges);
  free(p.kind);
  if (!good) free(interior);
  return good ? interior : NULL;
}

/* ------------------------------------------------------------------ rays */

/* A ray from a point along (1, slope), and what it has met so far. */
typedef struct ray {
  double from[3], slope[2];
  int rounds; /* of wound parts, times the sign */
  bool odd;   /* of closed parts that are not wound */
  bool doubtful;
} ray;

/* Roundings of the sizes in a place across the ray: two differences, a product and a sum. */
static const double PLACE_ROUNDINGS = 8 * BMS_ROUNDING;

/* Roundings of an area's terms, and of what three areas and places make: products and sums. */
static const double AREA_ROUNDINGS = 16 * BMS_ROUNDING, DEPTH_ROUNDINGS = 32 * BMS_ROUNDING;

/* Computes where the ray is across at this place along x. */
static double across_at(const ray *w, int r, double x, double *error) {
  double from = w->from[r + 1], more = w->slope[r] * (x - w->from[0]);
  *error = PLACE_ROUNDINGS * (fabs(from) + fabs(more));
  return from + more;
}

/* Returns true if the ray may meet the box: it is at from + x (1, slope), x >= 0. */
static bool may_meet(const ray *w, const bms_mesh_node *node) {
  if (node->max[0] < w->from[0]) return false;
  for (int r = 0; r < 2; r++) {
    double error_in, error_out;
    double in = across_at(w, r, bms_max(node->min[0], w->from[0]), &error_in);
    double out = across_at(w, r, node->max[0], &error_out);
    if (bms_max(in + error_in, out + error_out) < node->min[r + 1]) return false;
    if (bms_min(in - error_in, out - error_out) > node->max[r + 1]) return false;
  }
  return true;
}

/* Seen along the ray: the corners of a triangle, and how far each is. */
typedef struct seen {
  double x[3], y[3], z[3];
  double error; /* of a coordinate */
} seen;

static seen look_along(const ray *w, const double vertex[9]) {
  seen s = {.error = 0};
  for (int k = 0; k < 3; k++) {
    const double *v = vertex + 3 * k;
    double x = v[0] - w->from[0], y = v[1] - w->from[1], z = v[2] - w->from[2];
    s.x[k] = x;
    s.y[k] = y - w->slope[0] * x;
    s.z[k] = z - w->slope[1] * x;
    double size = fabs(v[0]) + fabs(v[1]) + fabs(v[2]) + fabs(w->from[0]) + fabs(w->from[1]) + fabs(w->from[2]);
    s.error = bms_max(s.error, PLACE_ROUNDINGS * size);
  }
  return s;
}

/* Twice the areas that the ray makes with the edges of a triangle, as seen along it, and the sum of their products
   with the places of the corners that lie opposite: the sum of the areas times the place at which the ray meets the
   plane. */
typedef struct sides {
  double area[3], error[3];
  double depth, depth_error;
} sides;

static sides sides_of(const seen *s) {
  sides out = {.depth = 0};
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    double size = fabs(s->y[a]) + fabs(s->z[a]) + fabs(s->y[b]) + fabs(s->z[b]);
    double area = s->y[a] * s->z[b] - s->z[a] * s->y[b];
    double error = 2 * s->error * (size + s->error) + AREA_ROUNDINGS * size * size;
    out.area[k] = area;
    out.error[k] = error;
    out.depth += area * s->x[k];
    out.depth_error +=
        error * (fabs(s->x[k]) + s->error) + (fabs(area) + error) * (s->error + DEPTH_ROUNDINGS * fabs(s->x[k]));
  }
  return out;
}

/* Returns true if all three are certainly to the same side of 0. */
static bool one_sided(const double x[3], double error) {
  return (x[0] > error && x[1] > error && x[2] > error) || (x[0] < -error && x[1] < -error && x[2] < -error);
}

/* Counts a triangle, if the ray certainly meets it; notes where that is not certain. */
static void meet_triangle(const double vertex[9], unsigned char kind, ray *w) {
  seen s = look_along(w, vertex);
  if (one_sided(s.y, s.error) || one_sided(s.z, s.error)) return;
  sides e = sides_of(&s);
  int left = 0, right = 0;
  for (int k = 0; k < 3; k++) {
    left += e.area[k] > e.error[k];
    right += e.area[k] < -e.error[k];
  }
  if (left > 0 && right > 0) return;
  bool certain = (left == 3 || right == 3) && fabs(e.depth) > e.depth_error;
  if (!certain) w->doubtful = w->doubtful || !one_sided(s.x, s.error) || s.x[0] > 0;
  if (!certain || (e.depth > 0) != (left == 3)) return;
  if (kind == BMS_MESH_PART_WOUND) w->rounds += left == 3 ? 1 : -1;
  if (kind == BMS_MESH_PART_CLOSED) w->odd = !w->odd;
}

static void shoot(const bms_mesh *mesh, ray *w) {
  int stack[BMS_MESH_DEPTH], depth = 0;
  stack[depth++] = 0;
  while (depth > 0 && !w->doubtful) {
    int number = stack[--depth];
    const bms_mesh_node *node = &mesh->node[number];
    if (!may_meet(w, node)) continue;
    if (node->count == 0) {
      stack[depth++] = node->first;
      stack[depth++] = number + 1;
    }
    for (int i = node->first; i < node->first + node->count; i++) {
      double vertex[9];
      if (mesh->interior->kind[i] == BMS_MESH_PART_OPEN) continue;
      bms_mesh_place(mesh, i, vertex);
      meet_triangle(vertex, mesh->interior->kind[i], w);
    }
  }
}

bool bms_mesh_holds(const bms_mesh *mesh, const double point[3]) {
  /* Slopes without a meaning, so that rays seldom pass through edges. */
  static const double SLOPE[][2] = {{0.0713, -0.0371}, {-0.1931, 0.2117}, {0.4127, 0.3391}, {-0.2753, -0.5519}};
  if (!mesh->interior->has_inside) return false;
  for (int r = 0; r < 3; r++)
    if (point[r] < mesh->node[0].min[r] || point[r] > mesh->node[0].max[r]) return false;
  for (int i = 0; i < 4; i++) {
    ray w = {.from = {point[0], point[1], point[2]}, .slope = {SLOPE[i][0], SLOPE[i][1]}};
    shoot(mesh, &w);
    if (!w.doubtful) return w.rounds != 0 || w.odd;
  }
  return true;
}
