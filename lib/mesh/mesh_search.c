/* SPDX-License-Identifier: BSD-3-Clause */

/* The pieces of a search, and the earliest contact of all. */

#include "numeric/arithmetic.h"

#include "mesh/mesh_search.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "mesh/node_descent.h"
#include "motion/linear_quaternion.h"
#include "numeric/vector.h"

/* On a piece a shape travels no more than this many times its size, and turns by no more than this (radians). */
static const double TRAVEL = 2, TURN = 0.125;

/* This number of pairs of triangles may be asked on a piece before the boxes of the trees are. */
enum { MOST_PIECES = 256, ENOUGH = 16 };

/* A contact that leaves less than this part of a piece makes it worth another check. */
static const double SHORTER = 0.75;

/* ------------------------------------------------------------------ pieces */

/* Returns about how long the way of the position is. */
static double travel(const bms_convex_pair *pair) {
  double square = 0, t0 = pair->t0, t1 = pair->t1;
  for (int r = 0; r < 3; r++) {
    const double *c = pair->position[r];
    double speed = fabs(c[1] + 2 * t0 * c[2]) + 2 * (t1 - t0) * fabs(c[2]);
    square += speed * speed;
  }
  return sqrt(square) * (t1 - t0);
}

/* Returns about how far a linear quaternion turns. */
static double turn(const double coefficient[4][2], double t0, double t1) {
  double q[4], r[4], d[4];
  bms_linear_quaternion_at(coefficient, t0, q);
  bms_linear_quaternion_at(coefficient, t1, r);
  for (int i = 0; i < 4; i++) d[i] = r[i] - q[i];
  return 2 * sqrt(bms_dot4(d, d) / bms_min(bms_dot4(q, q), bms_dot4(r, r)));
}

static int pieces_of(const bms_convex_pair *pair, double size) {
  double pieces = travel(pair) / (TRAVEL * size), t0 = pair->t0, t1 = pair->t1;
  pieces = bms_max(pieces, turn(pair->quaternion_a, t0, t1) / TURN);
  pieces = bms_max(pieces, turn(pair->quaternion_b, t0, t1) / TURN);
  return pieces > 1 ? (int)ceil(bms_min(pieces, MOST_PIECES)) : 1; /* a NaN is 1 */
}

/* Returns a frame about which nothing is known. */
static bms_sight blind(void) {
  return (bms_sight){.positions = 1, .rotations = 1, .error = INFINITY};
}

/* Checks the piece. */
static void look(bms_mesh_search *search) {
  bms_convex_stretch_over(&search->pair, search->from, search->to, &search->stretch);
  if (!bms_sight_of_b(&search->stretch, &search->b)) search->b = blind();
  if (search->mesh_b != NULL && !bms_sight_of_a(&search->stretch, &search->a)) search->a = blind();
  bms_sight_bounds(&search->b, &search->whole_b, search->pair.radius, &search->bounds);
}

static bool is_at_start(bms_status status) {
  return status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* Returns true if there has been a contact before t. */
static bool is_done(const bms_mesh_search *search, double t) {
  const bms_convex_contact *best = &search->best->contact;
  return best->status != BMS_SEPARATED && (best->t_upper <= t || best->t_lower < t);
}

/* Searches over a piece. */
static void search_over(bms_mesh_search *search, double from, double to) {
  const bms_convex_contact *best = &search->best->contact;
  search->from = from;
  search->to = search->query.t1 = best->status == BMS_CONTACT ? bms_min(best->t_upper, to) : to;
  search->left = ENOUGH;
  look(search);
  search->pass(search);
  if (search->left >= 0 || best->status == BMS_OVERLAPPING) return;
  search->left = INT_MAX;
  bms_mesh_descend(search);
}

bms_status bms_mesh_search_run(bms_mesh_search *search, double size, bms_mesh_contact *contact) {
  bms_convex_contact *answer = &contact->contact;
  bms_convex_pair *pair = &search->pair;
  search->best = contact;
  *contact = (bms_mesh_contact){.contact = {.status = BMS_INVALID}, .triangle_a = -1, .triangle_b = -1};
  answer->reason = bms_convex_prepare(&search->query, pair, &answer->where);
  if (answer->reason != BMS_VALID) return BMS_INVALID;
  search->whole_a = search->query.a;
  search->whole_b = search->query.b;
  pair->a = &search->whole_a;
  pair->b = &search->whole_b;
  answer->status = BMS_SEPARATED;
  answer->t = answer->t_lower = answer->t_upper = pair->t1;
  if (bms_convex_spheres_apart(pair)) return BMS_SEPARATED;
  int pieces = pieces_of(pair, size);
  double from = pair->t0, length = pair->t1 - pair->t0;
  for (int k = 1; k <= pieces && (k == 1 || !is_done(search, from)); k++) {
    double to = k < pieces ? pair->t0 + length * k / pieces : pair->t1;
    search_over(search, from, to);
    from = to;
  }
  return answer->status;
}

/* ------------------------------------------------------------------ pairs */

/*
 * Keeps the earlier of two.  Triangles with an edge in common are often met within rounding of each other, and for the
 * earlier whether it is met at all may be open: it is certain then that the mesh is met until the time when the other
 * one is.
 */
static void keep(const bms_convex_contact *answer, int triangle_a, int triangle_b, bms_mesh_contact *best) {
  bms_convex_contact before = best->contact;
  bool is_first = before.status == BMS_SEPARATED;
  if (answer->status == BMS_SEPARATED) return;
  if (is_first || answer->t_lower < before.t_lower || answer->status == BMS_OVERLAPPING) {
    best->contact = *answer;
    best->triangle_a = triangle_a;
    best->triangle_b = triangle_b;
  }
  if (is_first || is_at_start(best->contact.status) || is_at_start(before.status)) return;
  if (before.status != BMS_CONTACT && answer->status != BMS_CONTACT) return;
  double upper = INFINITY;
  if (before.status == BMS_CONTACT) upper = before.t_upper;
  if (answer->status == BMS_CONTACT) upper = bms_min(upper, answer->t_upper);
  best->contact.status = BMS_CONTACT;
  best->contact.t_upper = upper;
}

bool bms_mesh_search_ends(const bms_mesh_search *search) {
  return search->left < 0 || search->best->contact.status == BMS_OVERLAPPING;
}

void bms_mesh_search_ask(bms_mesh_search *search, int triangle_a, int triangle_b) {
  bms_convex_contact answer;
  bms_mesh_contact *best = search->best;
  best->asked++;
  (void)bms_convex_first_contact(&search->query, NULL, &answer);
  keep(&answer, triangle_a, triangle_b, best);
  search->left--;
  if (is_at_start(best->contact.status)) search->query.t1 = search->query.t0;
  if (best->contact.status != BMS_CONTACT) return;
  search->query.t1 = bms_min(search->query.t1, best->contact.t_upper);
  if (!(search->query.t1 - search->from < SHORTER * (search->to - search->from))) return;
  search->to = bms_max(search->query.t1, search->from);
  look(search);
}

bool bms_mesh_plane_separates(const double vertex[9], const bms_sight *sight, const bms_convex *core, double radius) {
  double u[3], v[3], normal[3], low, high;
  for (int r = 0; r < 3; r++) {
    u[r] = vertex[3 + r] - vertex[r];
    v[r] = vertex[6 + r] - vertex[r];
  }
  bms_cross(u, v, normal);
  double length = bms_length(normal);
  if (!(length > 0)) return false;
  for (int r = 0; r < 3; r++) normal[r] /= length;
  bms_sight_extent(sight, core, normal, &low, &high);
  double at[3] = {bms_dot(normal, vertex), bms_dot(normal, vertex + 3), bms_dot(normal, vertex + 6)};
  double least = bms_min(at[0], bms_min(at[1], at[2])), most = bms_max(at[0], bms_max(at[1], at[2]));
  return low - radius - sight->error > most || high + radius + sight->error < least;
}
