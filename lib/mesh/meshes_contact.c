/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of two meshes: both trees are descended at once, the larger box first.  Two boxes are separated
 * over a piece by the axes of either.
 */

#include "numeric/arithmetic.h"

#include <math.h>

#include "mesh/mesh_search.h"
#include "numeric/vector.h"

typedef struct box {
  double centre[3], half[3];
} box;

static box box_of(const bms_mesh_node *node) {
  box b;
  for (int r = 0; r < 3; r++) {
    b.centre[r] = 0.5 * ((double)node->min[r] + node->max[r]);
    b.half[r] = 0.5 * ((double)node->max[r] - node->min[r]);
  }
  return b;
}

/* Returns true if a box that moves stays clear of one that stands. */
static bool stays_clear(const bms_sight *sight, const box *moving, const box *standing, double radius) {
  bms_box swept;
  bms_sight_box(sight, moving->centre, moving->half, &swept);
  for (int r = 0; r < 3; r++) {
    double reach = standing->half[r] + radius + sight->error;
    if (swept.min[r] > standing->centre[r] + reach || swept.max[r] < standing->centre[r] - reach) return true;
  }
  return false;
}

static bool nodes_apart(const bms_mesh_search *search, const bms_mesh_node *a, const bms_mesh_node *b) {
  box in_a = box_of(a), in_b = box_of(b);
  return stays_clear(&search->b, &in_b, &in_a, search->pair.radius) ||
         stays_clear(&search->a, &in_a, &in_b, search->pair.radius);
}

static box box_around(const double vertex[9]) {
  box b;
  for (int r = 0; r < 3; r++) {
    double low = bms_min(vertex[r], bms_min(vertex[3 + r], vertex[6 + r]));
    double high = bms_max(vertex[r], bms_max(vertex[3 + r], vertex[6 + r]));
    b.centre[r] = 0.5 * (low + high);
    b.half[r] = 0.5 * (high - low) * (1 + 0x1p-50);
  }
  return b;
}

static void ask_triangles(bms_mesh_search *search, const double a[9], int number_a, const double b[9], int number_b) {
  box in_a = box_around(a), in_b = box_around(b);
  double radius = search->pair.radius;
  if (stays_clear(&search->b, &in_b, &in_a, radius) || stays_clear(&search->a, &in_a, &in_b, radius)) return;
  search->query.a = bms_convex_points(a, 3, search->whole_a.radius);
  search->query.b = bms_convex_points(b, 3, search->whole_b.radius);
  if (bms_mesh_plane_separates(a, &search->b, &search->query.b, radius)) return;
  if (bms_mesh_plane_separates(b, &search->a, &search->query.a, radius)) return;
  bms_mesh_search_ask(search, number_a, number_b);
}

static void ask_leaves(bms_mesh_search *search, int node_a, int node_b) {
  const bms_mesh *mesh_a = search->mesh_a, *mesh_b = search->mesh_b;
  const bms_mesh_node *a = &mesh_a->node[node_a], *b = &mesh_b->node[node_b];
  for (int i = a->first; i < a->first + a->count; i++)
    for (int k = b->first; k < b->first + b->count; k++) {
      double vertex_a[9], vertex_b[9];
      bms_mesh_place(mesh_a, i, vertex_a);
      bms_mesh_place(mesh_b, k, vertex_b);
      ask_triangles(search, vertex_a, mesh_a->number[i], vertex_b, mesh_b->number[k]);
      if (bms_mesh_search_ends(search)) return;
    }
}

static float extent(const bms_mesh_node *node) {
  return (node->max[0] - node->min[0]) + (node->max[1] - node->min[1]) + (node->max[2] - node->min[2]);
}

/* Returns true if the first is to be opened. */
static bool opens_first(const bms_mesh_node *a, const bms_mesh_node *b) {
  if (b->count > 0) return true;
  return a->count == 0 && extent(a) >= extent(b);
}

static void descend(bms_mesh_search *search) {
  int stack[2 * BMS_MESH_DEPTH][2], depth = 1;
  stack[0][0] = stack[0][1] = 0;
  while (depth > 0 && !bms_mesh_search_ends(search)) {
    int of_a = stack[--depth][0], of_b = stack[depth][1];
    const bms_mesh_node *a = &search->mesh_a->node[of_a], *b = &search->mesh_b->node[of_b];
    if (nodes_apart(search, a, b)) continue;
    if (a->count > 0 && b->count > 0) {
      ask_leaves(search, of_a, of_b);
      continue;
    }
    bool first = opens_first(a, b);
    for (int child = 1; child >= 0; child--) {
      stack[depth][0] = !first ? of_a : child == 1 ? a->first : of_a + 1;
      stack[depth++][1] = first ? of_b : child == 1 ? b->first : of_b + 1;
    }
  }
}

static double size_of(const bms_box *bounds) {
  double size = 0;
  for (int r = 0; r < 3; r++) size = bms_max(size, 0.5 * (bounds->max[r] - bounds->min[r]));
  return size;
}

bms_status bms_meshes_first_contact(const bms_meshes_query *query, bms_mesh_contact *contact) {
  bms_mesh_search search;
  bms_box a = bms_mesh_bounds(query->a), b = bms_mesh_bounds(query->b);
  bms_frame frame;
  bms_convex_query *entered = &search.query;
  *contact = (bms_mesh_contact){.contact.status = BMS_INVALID, .triangle_a = -1, .triangle_b = -1};
  search.query = (bms_convex_query){.t0 = query->t0,
                                    .t1 = query->t1,
                                    .a = bms_convex_box(&a, query->radius_a),
                                    .b = bms_convex_box(&b, query->radius_b),
                                    .motion_a = query->motion_a,
                                    .motion_b = query->motion_b,
                                    .nearness = query->nearness};
  search.mesh_a = query->a;
  search.mesh_b = query->b;
  search.pass = descend;
  search.ask_leaves = ask_leaves;
  contact->contact.reason = bms_convex_enter(&entered->t0, &entered->t1, &entered->motion_a, &entered->motion_b, &frame,
                                             &contact->contact.where);
  if (contact->contact.reason != BMS_VALID) return BMS_INVALID;
  (void)bms_mesh_search_run(&search, bms_min(size_of(&a), size_of(&b)) + query->radius_a + query->radius_b, contact);
  bms_convex_leave(&frame, &contact->contact);
  return contact->contact.status;
}
