/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of a mesh and a convex shape. */

#include "numeric/arithmetic.h"

#include <float.h>
#include <math.h>

#include "mesh/mesh_search.h"
#include "shapes/convex.h"

/* Returns the query of the box around the mesh and the shape. */
static bms_convex_query query_of(const bms_mesh_query *query) {
  bms_box bounds = bms_mesh_bounds(query->mesh);
  return (bms_convex_query){.t0 = query->t0,
                            .t1 = query->t1,
                            .a = bms_convex_box(&bounds, query->mesh_radius),
                            .b = query->shape,
                            .motion_a = query->mesh_motion,
                            .motion_b = query->shape_motion,
                            .nearness = query->nearness};
}

/* Returns about half of the largest extent of a shape, 0 of one that is not valid. */
static double size_of(const bms_convex *shape) {
  double size = 0;
  if (bms_convex_validate(shape) != BMS_VALID) return 0; /* which the search will report */
  for (int r = 0; r < 3; r++) {
    const double axis[3] = {r == 0, r == 1, r == 2}, back[3] = {-axis[0], -axis[1], -axis[2]};
    size = fmax(size, 0.5 * (bms_convex_extent(shape, axis) + bms_convex_extent(shape, back)));
  }
  return size + shape->radius;
}

static bool ask_triangle(void *data, int triangle, const double vertex[9]) {
  bms_mesh_search *search = data;
  if (bms_mesh_plane_separates(vertex, &search->b, search->pair.b, search->pair.radius)) return true;
  search->query.a = bms_convex_points(vertex, 3, search->whole_a.radius);
  bms_mesh_search_ask(search, triangle, -1);
  return !bms_mesh_search_ends(search);
}

/* The bounds get smaller while the visit goes on. */
static void visit_triangles(bms_mesh_search *search) {
  bms_mesh_visit(search->mesh_a, &search->bounds, ask_triangle, search);
}

static void ask_leaf(bms_mesh_search *search, int node, int none) {
  const bms_mesh *mesh = search->mesh_a;
  const bms_mesh_node *leaf = &mesh->node[node];
  (void)none;
  for (int i = leaf->first; i < leaf->first + leaf->count; i++) {
    double vertex[9];
    bms_mesh_place(mesh, i, vertex);
    if (!ask_triangle(search, mesh->number[i], vertex)) return;
  }
}

/* The rounding of the farthest vertex along a direction, and of how far vertices are off, in parts of that. */
static const double FARTHEST_ERROR = 16 * DBL_EPSILON, REACH_ERROR = 8 * DBL_EPSILON;

/* Asks for a half-space: it meets the mesh when it meets the hull of its vertices, which the tree knows by its support
   function. */
static bms_status with_half_space(const bms_mesh_query *query, bms_mesh_contact *contact) {
  bms_convex_query hull = query_of(query);
  double reach = bms_convex_reach(&hull.a) * (1 + REACH_ERROR);
  hull.a = (bms_convex){.core = BMS_CORE_SUPPORT,
                        .radius = query->mesh_radius,
                        .support = {bms_mesh_farthest, query->mesh, reach, FARTHEST_ERROR * reach}};
  *contact = (bms_mesh_contact){.triangle_a = -1, .triangle_b = -1, .asked = 1};
  return bms_convex_first_contact(&hull, NULL, &contact->contact);
}

static bms_status first_in_frame(const bms_mesh_query *query, bms_mesh_contact *contact) {
  bms_mesh_search search;
  if (query->shape.core == BMS_CORE_HALF_SPACE) return with_half_space(query, contact);
  search.query = query_of(query);
  search.mesh_a = query->mesh;
  search.mesh_b = NULL;
  search.pass = visit_triangles;
  search.ask_leaves = ask_leaf;
  return bms_mesh_search_run(&search, size_of(&query->shape), contact);
}

bms_status bms_mesh_first_contact(const bms_mesh_query *query, bms_mesh_contact *contact) {
  bms_mesh_query entered = *query;
  bms_frame frame;
  *contact = (bms_mesh_contact){.contact.status = BMS_INVALID, .triangle_a = -1, .triangle_b = -1};
  contact->contact.reason = bms_convex_enter(&entered.t0, &entered.t1, &entered.mesh_motion, &entered.shape_motion,
                                             &frame, &contact->contact.where);
  if (contact->contact.reason != BMS_VALID) return BMS_INVALID;
  (void)first_in_frame(&entered, contact);
  bms_convex_leave(&frame, &contact->contact);
  return contact->contact.status;
}

bms_reason bms_mesh_sweep(const bms_mesh_query *query, double grow, bms_box *box) {
  bms_convex_query whole = query_of(query);
  bms_convex_pair pair;
  bms_convex_stretch stretch;
  bms_sight sight;
  bms_part where;
  bms_frame frame;
  whole.a = bms_convex_box(&(bms_box){{0, 0, 0}, {0, 0, 0}}, 0);
  whole.nearness = 0;
  bms_reason reason = bms_convex_enter(&whole.t0, &whole.t1, &whole.motion_a, &whole.motion_b, &frame, &where);
  if (reason == BMS_VALID) reason = bms_convex_prepare(&whole, &pair, &where);
  if (reason != BMS_VALID) return reason;
  bms_convex_stretch_over(&pair, pair.t0, pair.t1, &stretch);
  if (query->shape.core == BMS_CORE_HALF_SPACE || !bms_sight_of_b(&stretch, &sight)) {
    *box = (bms_box){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return BMS_VALID;
  }
  bms_sight_bounds(&sight, &query->shape, query->shape.radius + grow, box);
  return BMS_VALID;
}
