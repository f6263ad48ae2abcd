/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two shapes asked through their trees, from the roots down: pairs of boxes that are farther apart than matters are
 * passed over, the larger box of the others is opened, the nearer half first.  A convex shape is a tree of one leaf
 * with one part.  At leaves the normals of triangles are tried before closest points are sought.  The direction that
 * kept the last parts apart is tried first on all others, which are mostly near those.
 */

#include "numeric/arithmetic.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "arm/placed_shape.h"
#include "arm/shape_gap.h"
#include "arm/shape_guide.h"
#include "mesh/mesh.h"
#include "numeric/vector.h"
#include "shapes/convex.h"

typedef struct descent {
  const bms_shape_pair *pair;
  double limit; /* what is farther apart, radii not counted, is passed over */
  double slack; /* how much of the limit need not be known */
  bool apart;   /* ends at the first pair of parts not known to be farther apart; else searches for the nearest */
  bool done;
  int left; /* steps before the first pair of parts counts as not known to be apart */
  bms_near_parts *near;
  bms_shape_guide *guide;
} descent;

/* A box of a tree, or a convex shape. */
typedef struct branch {
  int node;
  bms_part_box box;
} branch;

static bms_part_box part_box(const bms_box *box) {
  bms_part_box out;
  for (int r = 0; r < 3; r++) {
    out.centre[r] = 0.5 * box->min[r] + 0.5 * box->max[r];
    out.half[r] = 0.5 * box->max[r] - 0.5 * box->min[r];
  }
  return out;
}

static branch branch_of(const bms_placed_shape *shape, int node) {
  if (shape->mesh == NULL) {
    bms_box core = bms_placed_core(shape);
    return (branch){0, part_box(&core)};
  }
  const bms_mesh_node *n = &shape->mesh->node[node];
  bms_box box = {{n->min[0], n->min[1], n->min[2]}, {n->max[0], n->max[1], n->max[2]}};
  return (branch){node, part_box(&box)};
}

static bool is_leaf(const bms_placed_shape *shape, const branch *b) {
  return shape->mesh == NULL || shape->mesh->node[b->node].count > 0;
}

static double extent(const branch *b) {
  return b->box.half[0] + b->box.half[1] + b->box.half[2];
}

/* A part of a leaf: a triangle, whose vertices it holds, or the convex shape. */
typedef struct part {
  double vertex[9];
  bms_convex convex;
} part;

static int part_count(const bms_placed_shape *shape, const branch *b) {
  return shape->mesh == NULL ? 1 : shape->mesh->node[b->node].count;
}

static int place_of(const bms_placed_shape *shape, const branch *b, int i) {
  return shape->mesh == NULL ? 0 : shape->mesh->node[b->node].first + i;
}

static void load_part(const bms_placed_shape *shape, int place, part *p) {
  p->convex = shape->convex;
  if (shape->mesh == NULL) return;
  bms_mesh_place(shape->mesh, place, p->vertex);
  p->convex = bms_convex_points(p->vertex, 3, 0);
}

/* Returns the box of a part of a leaf: of a convex shape the leaf's. */
static bms_part_box box_of(const bms_placed_shape *shape, const branch *leaf, const part *p) {
  if (shape->mesh == NULL) return leaf->box;
  bms_box box;
  for (int r = 0; r < 3; r++) {
    const double *v = p->vertex + r;
    box.min[r] = bms_min(v[0], bms_min(v[3], v[6]));
    box.max[r] = bms_max(v[0], bms_max(v[3], v[6]));
  }
  return part_box(&box);
}

/* ------------------------------------------------------------------ parts */

/* Sets the unit normal of a triangle; returns false if it has none. */
static bool normal_of(const double vertex[9], double normal[3]) {
  double u[3], v[3];
  for (int r = 0; r < 3; r++) {
    u[r] = vertex[3 + r] - vertex[r];
    v[r] = vertex[6 + r] - vertex[r];
  }
  bms_cross(u, v, normal);
  double length = bms_length(normal);
  for (int r = 0; r < 3; r++) normal[r] /= length;
  return length > 0;
}

/* Returns true if a direction keeps the parts farther apart than the limit, and takes it for the guide. */
static bool separates(descent *d, const part *a, const part *b, const double direction[3]) {
  if (!(bms_part_gap(d->pair, &a->convex, &b->convex, direction) > d->limit)) return false;
  bms_shape_guide_set(d->guide, direction);
  return true;
}

/* Returns true if a direction, or the one back, keeps the parts farther apart than the limit. */
static bool keeps_apart(descent *d, const part *a, const part *b, double direction[3]) {
  if (separates(d, a, b, direction)) return true;
  for (int r = 0; r < 3; r++) direction[r] = -direction[r];
  return separates(d, a, b, direction);
}

/* A half-space is without end along all directions but its own. */
static bool normals_keep_apart(descent *d, const part *a, const part *b) {
  double normal[3], turned[3];
  if (a->convex.core == BMS_CORE_HALF_SPACE) return false;
  if (d->pair->a->mesh != NULL && normal_of(a->vertex, normal) && keeps_apart(d, a, b, normal)) return true;
  if (d->pair->b->mesh == NULL || !normal_of(b->vertex, normal)) return false;
  for (int r = 0; r < 3; r++)
    turned[r] = d->pair->axis[0][r] * normal[0] + d->pair->axis[1][r] * normal[1] + d->pair->axis[2][r] * normal[2];
  double length = bms_length(turned);
  for (int r = 0; r < 3; r++) turned[r] /= length;
  return length > 0 && keeps_apart(d, a, b, turned);
}

static bool guide_keeps_apart(const descent *d, const part *a, const part *b) {
  return d->guide->known && bms_part_gap(d->pair, &a->convex, &b->convex, d->guide->direction) > d->limit;
}

static void ask_parts(descent *d, const part *a, int place_a, const part *b, int place_b) {
  bool gives_up = d->left <= 0;
  if (!gives_up && (guide_keeps_apart(d, a, b) || normals_keep_apart(d, a, b))) return;
  bms_near_parts found = {.part_a = place_a, .part_b = place_b};
  bms_part_look(d->pair, &a->convex, &b->convex, &found);
  if (!gives_up && found.lower + d->pair->radius > d->limit) {
    bms_shape_guide_set(d->guide, found.direction);
    return;
  }
  if (d->apart) {
    *d->near = found;
    d->done = true;
  } else if (found.upper < d->near->upper) {
    *d->near = found;
    d->limit = found.upper - d->slack + d->pair->radius;
    d->done = !(found.upper > d->slack);
  }
}

static void ask_leaves(descent *d, const branch *of_a, const branch *of_b) {
  const bms_placed_shape *a = d->pair->a, *b = d->pair->b;
  for (int i = 0; i < part_count(a, of_a); i++) {
    part part_a, part_b;
    load_part(a, place_of(a, of_a, i), &part_a);
    bms_part_box box_a = box_of(a, of_a, &part_a);
    for (int k = 0; k < part_count(b, of_b) && !d->done; k++) {
      load_part(b, place_of(b, of_b, k), &part_b);
      bms_part_box box_b = box_of(b, of_b, &part_b);
      if (bms_shape_guide_parts_boxes(d->guide, &box_a, &box_b, d->limit)) continue;
      if (bms_box_gap(d->pair, &box_a, &box_b, d->limit) > d->limit) continue;
      d->left--;
      ask_parts(d, &part_a, place_of(a, of_a, i), &part_b, place_of(b, of_b, k));
    }
  }
}

/* ------------------------------------------------------------------ trees */

typedef struct waiting {
  branch a, b;
  double gap;
  int guide; /* the number of the guide that did not keep them apart when they began to wait */
} waiting;

/* A half-space keeps boxes apart along its normal alone. */
static double gap_of(const descent *d, const branch *a, const branch *b) {
  const bms_shape_pair *pair = d->pair;
  if (pair->a->mesh != NULL || pair->a->convex.core != BMS_CORE_HALF_SPACE)
    return bms_box_gap(pair, &a->box, &b->box, d->limit);
  double normal[3];
  bms_box box;
  bms_half_space_normal(&pair->a->convex.half_space, normal);
  for (int r = 0; r < 3; r++) {
    box.min[r] = b->box.centre[r] - b->box.half[r];
    box.max[r] = b->box.centre[r] + b->box.half[r];
  }
  bms_convex moving = bms_convex_box(&box, 0);
  return bms_part_gap(pair, &pair->a->convex, &moving, normal);
}

/* Returns the gap of two branches, INFINITY where the guide keeps them farther apart than the limit. */
static double guided_gap_of(descent *d, const branch *a, const branch *b) {
  if (bms_shape_guide_parts_boxes(d->guide, &a->box, &b->box, d->limit)) return INFINITY;
  double gap = gap_of(d, a, b);
  return gap > d->limit || !bms_shape_guide_parts_nodes(d->guide, a->node, b->node, d->limit) ? gap : INFINITY;
}

/* Puts the two halves of a branch on the stack, the nearer one on top. */
static int open(descent *d, const waiting *w, bool first, waiting *stack, int depth) {
  const bms_mesh *mesh = first ? d->pair->a->mesh : d->pair->b->mesh;
  int node = first ? w->a.node : w->b.node;
  waiting child[2] = {*w, *w};
  for (int k = 0; k < 2; k++) {
    branch half = branch_of(first ? d->pair->a : d->pair->b, k == 0 ? node + 1 : mesh->node[node].first);
    if (first)
      child[k].a = half;
    else
      child[k].b = half;
    child[k].gap = guided_gap_of(d, &child[k].a, &child[k].b);
    child[k].guide = d->guide->number;
  }
  int nearer = child[1].gap < child[0].gap;
  if (!(child[!nearer].gap > d->limit)) stack[depth++] = child[!nearer];
  if (!(child[nearer].gap > d->limit)) stack[depth++] = child[nearer];
  return depth;
}

/* Returns true if a guide that was set after these began to wait keeps them apart. */
static bool new_guide_keeps_apart(descent *d, const waiting *w) {
  return w->guide != d->guide->number && bms_shape_guide_parts_nodes(d->guide, w->a.node, w->b.node, d->limit);
}

static void descend(descent *d) {
  const bms_placed_shape *a = d->pair->a, *b = d->pair->b;
  waiting stack[2 * BMS_MESH_DEPTH];
  int depth = 0;
  stack[depth++] = (waiting){branch_of(a, 0), branch_of(b, 0), -INFINITY, d->guide->number};
  stack[0].gap = guided_gap_of(d, &stack[0].a, &stack[0].b);
  while (depth > 0 && !d->done) {
    waiting w = stack[--depth];
    if (w.gap > d->limit || new_guide_keeps_apart(d, &w)) continue;
    d->left--;
    bool leaf_a = is_leaf(a, &w.a), leaf_b = is_leaf(b, &w.b);
    if (leaf_a && leaf_b)
      ask_leaves(d, &w.a, &w.b);
    else
      depth = open(d, &w, leaf_b || (!leaf_a && extent(&w.a) >= extent(&w.b)), stack, depth);
  }
}

bool bms_shape_pair_apart(const bms_shape_pair *pair, double margin, int steps, bms_near_parts *near) {
  bms_shape_guide guide;
  descent d = {pair, pair->radius + margin, .apart = true, .left = steps, .near = near, .guide = &guide};
  bms_shape_guide_begin(pair, &guide);
  if (bms_length(near->direction) > 0) bms_shape_guide_set(&guide, near->direction);
  descend(&d);
  if (!d.done && guide.known) memcpy(near->direction, guide.direction, sizeof near->direction);
  return !d.done;
}

void bms_shape_pair_nearest(const bms_shape_pair *pair, double within, double slack, bms_near_parts *near) {
  bms_shape_guide guide;
  descent d = {pair, pair->radius + within, slack, .left = INT_MAX, .near = near, .guide = &guide};
  *near = (bms_near_parts){.upper = INFINITY};
  bms_shape_guide_begin(pair, &guide);
  descend(&d);
}

void bms_shape_pair_look(const bms_shape_pair *pair, bms_near_parts *near) {
  part a, b;
  load_part(pair->a, near->part_a, &a);
  load_part(pair->b, near->part_b, &b);
  bms_part_look(pair, &a.convex, &b.convex, near);
}
