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

/* A box of a tree, or a convex shape, which is node 0. */
typedef struct branch {
  int node;
  bms_gap_box box;
} branch;

/* Boxes of nodes of both shapes, by their numbers modulo this: each meets many nodes of the other. */
enum { BRANCHES = 64 };
typedef struct branches {
  branch a[BRANCHES], b[BRANCHES];
} branches;

typedef struct descent {
  const bms_shape_pair *pair;
  double limit; /* what is farther apart, radii not counted, is passed over */
  double slack; /* how much of the limit need not be known */
  bool apart;   /* ends at the first pair of parts not known to be farther apart; else searches for the nearest */
  bool done;
  int left; /* steps before the first pair of parts counts as not known to be apart */
  bms_near_parts *near;
  bms_shape_guide *guide;
  branches *kept;
} descent;

static bms_part_box part_box(const bms_box *box) {
  bms_part_box out;
  for (int r = 0; r < 3; r++) {
    out.centre[r] = 0.5 * box->min[r] + 0.5 * box->max[r];
    out.half[r] = 0.5 * box->max[r] - 0.5 * box->min[r];
  }
  return out;
}

static bms_box bounds_of(const bms_placed_shape *shape, int node) {
  if (shape->mesh == NULL) return bms_placed_core(shape);
  const bms_mesh_node *n = &shape->mesh->node[node];
  return (bms_box){{n->min[0], n->min[1], n->min[2]}, {n->max[0], n->max[1], n->max[2]}};
}

/* Returns the box of a node; it stays until another node of the shape takes its place. */
static bms_gap_box *box_of_node(branch kept[BRANCHES], const bms_placed_shape *shape, int node) {
  branch *b = &kept[node % BRANCHES];
  if (b->node != node) {
    bms_box bounds = bounds_of(shape, node);
    b->node = node;
    b->box.box = part_box(&bounds);
    b->box.known = 0;
  }
  return &b->box;
}

static bms_gap_box *box_in_a(descent *d, int node) {
  return box_of_node(d->kept->a, d->pair->a, node);
}

static bms_gap_box *box_in_b(descent *d, int node) {
  return box_of_node(d->kept->b, d->pair->b, node);
}

static bool is_leaf(const bms_placed_shape *shape, int node) {
  return shape->mesh == NULL || shape->mesh->node[node].count > 0;
}

static double extent(const bms_gap_box *b) {
  return b->box.half[0] + b->box.half[1] + b->box.half[2];
}

/* A part of a leaf: a triangle, whose vertices it holds, or the convex shape. */
typedef struct part {
  double vertex[9];
  bms_convex convex;
  bms_gap_box box; /* only of the parts of leaves */
} part;

static int part_count(const bms_placed_shape *shape, int leaf) {
  return shape->mesh == NULL ? 1 : shape->mesh->node[leaf].count;
}

static int place_of(const bms_placed_shape *shape, int leaf, int i) {
  return shape->mesh == NULL ? 0 : shape->mesh->node[leaf].first + i;
}

static void load_part(const bms_placed_shape *shape, int place, part *p) {
  p->convex = shape->convex;
  if (shape->mesh == NULL) return;
  bms_mesh_place(shape->mesh, place, p->vertex);
  p->convex = bms_convex_points(p->vertex, 3, 0);
}

/* Loads the parts of a leaf, with their boxes: of a convex shape the leaf's. */
static int load_leaf(const bms_placed_shape *shape, int leaf, const bms_gap_box *whole, part parts[BMS_MESH_LEAF]) {
  int count = part_count(shape, leaf);
  for (int i = 0; i < count; i++) {
    part *p = &parts[i];
    bms_box box;
    load_part(shape, place_of(shape, leaf, i), p);
    for (int r = 0; r < 3 && shape->mesh != NULL; r++) {
      const double *v = p->vertex + r;
      box.min[r] = bms_min(v[0], bms_min(v[3], v[6]));
      box.max[r] = bms_max(v[0], bms_max(v[3], v[6]));
    }
    p->box.box = shape->mesh != NULL ? part_box(&box) : whole->box;
    p->box.known = 0;
  }
  return count;
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

static void ask_leaves(descent *d, int leaf_a, int leaf_b) {
  const bms_placed_shape *a = d->pair->a, *b = d->pair->b;
  part part_a[BMS_MESH_LEAF], part_b[BMS_MESH_LEAF];
  int count_a = load_leaf(a, leaf_a, box_in_a(d, leaf_a), part_a);
  int count_b = load_leaf(b, leaf_b, box_in_b(d, leaf_b), part_b);
  for (int i = 0; i < count_a; i++)
    for (int k = 0; k < count_b && !d->done; k++) {
      bms_gap_box *box_a = &part_a[i].box, *box_b = &part_b[k].box;
      if (bms_shape_guide_parts_boxes(d->guide, &box_a->box, &box_b->box, d->limit)) continue;
      if (bms_box_gap(d->pair, box_a, box_b, d->limit) > d->limit) continue;
      d->left--;
      ask_parts(d, &part_a[i], place_of(a, leaf_a, i), &part_b[k], place_of(b, leaf_b, k));
    }
}

/* ------------------------------------------------------------------ trees */

/* Nodes of a and b that are to be opened. */
typedef struct waiting {
  int a, b;
  double gap;
  int guide; /* the number of the guide that did not keep them apart when they began to wait */
} waiting;

/* A half-space keeps boxes apart along its normal alone. */
static double gap_of(const descent *d, bms_gap_box *a, bms_gap_box *b) {
  const bms_shape_pair *pair = d->pair;
  if (pair->a->mesh != NULL || pair->a->convex.core != BMS_CORE_HALF_SPACE) return bms_box_gap(pair, a, b, d->limit);
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

/* Returns the gap of two nodes, INFINITY where the guide keeps them farther apart than the limit. */
static double guided_gap_of(descent *d, int node_a, int node_b) {
  bms_gap_box *a = box_in_a(d, node_a), *b = box_in_b(d, node_b);
  if (bms_shape_guide_parts_boxes(d->guide, &a->box, &b->box, d->limit)) return INFINITY;
  double gap = gap_of(d, a, b);
  return gap > d->limit || !bms_shape_guide_parts_nodes(d->guide, node_a, node_b, d->limit) ? gap : INFINITY;
}

/* Puts a node with the two halves of the other, of a or of b, on the stack, the nearer one on top. */
static int open(descent *d, const waiting *w, bool of_a, waiting *stack, int depth) {
  const bms_mesh *mesh = of_a ? d->pair->a->mesh : d->pair->b->mesh;
  int opened = of_a ? w->a : w->b;
  waiting child[2] = {*w, *w};
  for (int k = 0; k < 2; k++) {
    *(of_a ? &child[k].a : &child[k].b) = k == 0 ? opened + 1 : mesh->node[opened].first;
    child[k].gap = guided_gap_of(d, child[k].a, child[k].b);
    child[k].guide = d->guide->number;
  }
  int nearer = child[1].gap < child[0].gap;
  if (!(child[!nearer].gap > d->limit)) stack[depth++] = child[!nearer];
  if (!(child[nearer].gap > d->limit)) stack[depth++] = child[nearer];
  return depth;
}

/* Returns true if a guide that was set after these began to wait keeps them apart. */
static bool new_guide_keeps_apart(descent *d, const waiting *w) {
  return w->guide != d->guide->number && bms_shape_guide_parts_nodes(d->guide, w->a, w->b, d->limit);
}

/* Returns true if of two nodes that are no leaves the one of a is the larger. */
static bool is_larger_in_a(descent *d, const waiting *w) {
  return extent(box_in_a(d, w->a)) >= extent(box_in_b(d, w->b));
}

static void descend(descent *d) {
  const bms_placed_shape *a = d->pair->a, *b = d->pair->b;
  waiting stack[2 * BMS_MESH_DEPTH];
  int depth = 0;
  for (int i = 0; i < BRANCHES; i++) d->kept->a[i].node = d->kept->b[i].node = -1;
  stack[depth++] = (waiting){0, 0, guided_gap_of(d, 0, 0), d->guide->number};
  while (depth > 0 && !d->done) {
    waiting w = stack[--depth];
    if (w.gap > d->limit || new_guide_keeps_apart(d, &w)) continue;
    d->left--;
    bool leaf_a = is_leaf(a, w.a), leaf_b = is_leaf(b, w.b);
    if (leaf_a && leaf_b)
      ask_leaves(d, w.a, w.b);
    else
      depth = open(d, &w, leaf_b || (!leaf_a && is_larger_in_a(d, &w)), stack, depth);
  }
}

bool bms_shape_pair_apart(const bms_shape_pair *pair, double margin, int steps, bms_near_parts *near) {
  bms_shape_guide guide;
  branches kept;
  descent d = {pair, pair->radius + margin, .apart = true, .left = steps, .near = near, .guide = &guide, .kept = &kept};
  bms_shape_guide_begin(pair, &guide);
  if (bms_length(near->direction) > 0) bms_shape_guide_set(&guide, near->direction);
  descend(&d);
  if (!d.done && guide.known) memcpy(near->direction, guide.direction, sizeof near->direction);
  return !d.done;
}

void bms_shape_pair_nearest(const bms_shape_pair *pair, double within, double slack, bms_near_parts *near) {
  bms_shape_guide guide;
  branches kept;
  descent d = {pair, pair->radius + within, slack, .left = INT_MAX, .near = near, .guide = &guide, .kept = &kept};
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
