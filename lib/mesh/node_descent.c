/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes of trees asked by the solver, the earliest first.
 *
 * A box contains its triangles at all times, so that they are apart as long as it is: if it does not meet the other
 * before the t_lower of the best contact, none of them makes that earlier.  A question of a box costs as much as one of
 * a triangle, but it is mostly about very many of them.
 */

#include "numeric/arithmetic.h"

#include "mesh/node_descent.h"

#include <math.h>
#include <stddef.h>

/* A node of a with one of b, or with the shape; they are apart on [t0, earliest). */
typedef struct meeting {
  int a, b;
  double earliest;
} meeting;

/* Returns true if what meets no earlier than this makes no contact earlier than the best one. */
static bool is_later(const bms_mesh_search *search, double earliest) {
  const bms_convex_contact *best = &search->best->contact;
  return best->status == BMS_CONTACT && earliest >= best->t_lower;
}

static bms_convex shape_of(const bms_mesh_node *node, double radius) {
  bms_box box;
  for (int r = 0; r < 3; r++) {
    box.min[r] = node->min[r];
    box.max[r] = node->max[r];
  }
  return bms_convex_box(&box, radius);
}

/* Asks when two nodes meet; returns false if they need not be opened. */
static bool ask_nodes(bms_mesh_search *search, meeting *m) {
  bms_convex_query query = search->query;
  bms_convex_contact answer;
  query.a = shape_of(&search->mesh_a->node[m->a], search->whole_a.radius);
  if (search->mesh_b != NULL) query.b = shape_of(&search->mesh_b->node[m->b], search->whole_b.radius);
  search->best->asked++;
  if (bms_convex_first_contact(&query, NULL, &answer) == BMS_SEPARATED) return false;
  if (answer.status == BMS_TOUCHING && search->best->contact.status == BMS_TOUCHING) return false;
  m->earliest = answer.t_lower;
  return !is_later(search, m->earliest);
}

static float extent(const bms_mesh_node *node) {
  return (node->max[0] - node->min[0]) + (node->max[1] - node->min[1]) + (node->max[2] - node->min[2]);
}

static bool is_leaf(const bms_mesh *mesh, int node) {
  return mesh == NULL || mesh->node[node].count > 0;
}

/* Returns true if the node of a is the one to open. */
static bool opens_a(const bms_mesh_search *search, const meeting *m) {
  const bms_mesh *a = search->mesh_a, *b = search->mesh_b;
  if (is_leaf(b, m->b)) return true;
  return !is_leaf(a, m->a) && extent(&a->node[m->a]) >= extent(&b->node[m->b]);
}

/* Puts the children that may meet in time on top of the stack, the earlier one last; returns how many there are. */
static int open_children(bms_mesh_search *search, const meeting *m, meeting *top) {
  bool of_a = opens_a(search, m);
  int opened = of_a ? m->a : m->b, count = 0;
  const bms_mesh_node *node = of_a ? &search->mesh_a->node[opened] : &search->mesh_b->node[opened];
  for (int child = 0; child < 2; child++) {
    int number = child == 0 ? opened + 1 : node->first;
    top[count] = of_a ? (meeting){number, m->b, m->earliest} : (meeting){m->a, number, m->earliest};
    if (ask_nodes(search, &top[count])) count++;
  }
  if (count == 2 && top[0].earliest < top[1].earliest) {
    meeting first = top[0];
    top[0] = top[1];
    top[1] = first;
  }
  return count;
}

void bms_mesh_descend(bms_mesh_search *search) {
  meeting stack[2 * BMS_MESH_DEPTH];
  int depth = 1;
  stack[0] = (meeting){0, 0, search->query.t0};
  while (depth > 0 && !bms_mesh_search_ends(search)) {
    meeting m = stack[--depth];
    if (is_later(search, m.earliest)) continue;
    if (is_leaf(search->mesh_a, m.a) && is_leaf(search->mesh_b, m.b))
      search->ask_leaves(search, m.a, m.b);
    else
      depth += open_children(search, &m, &stack[depth]);
  }
}
