/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Building the tree from above: the triangles of a node are parted by their middles along the longest side of the box
 * that those fill, at one of BINS places, at which the sum over both halves of surface times number is least (the
 * surface area heuristic; Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007).  If all middles
 * are the same, or the tree gets deep, a node is halved by number, which bounds the depth.
 */

#include "numeric/arithmetic.h"

#include "mesh/mesh_build.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "numeric/vector.h"

enum { BINS = 16, EVEN_DEPTH = 32 };

/* ------------------------------------------------------------------ boxes */

static const bms_box NOTHING = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include(bms_box *box, const double min[3], const double max[3]) {
  for (int r = 0; r < 3; r++) {
    box->min[r] = bms_min(box->min[r], min[r]);
    box->max[r] = bms_max(box->max[r], max[r]);
  }
}

static double surface(const bms_box *box) {
  double x = box->max[0] - box->min[0], y = box->max[1] - box->min[1], z = box->max[2] - box->min[2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

static void set_box(bms_mesh_node *node, const bms_box *box) {
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
  bms_box box[BINS];
} parting;

/* Returns twice the middle of a triangle's bounds. */
static double middle(const bms_box *box, int axis) {
  return box->min[axis] + box->max[axis];
}

static int bin_of(const parting *p, const bms_box *box) {
  int bin = (int)((middle(box, p->axis) - p->low) * p->scale);
  return bin < BINS ? bin : BINS - 1;
}

/* Sets *box to the bounds of all; returns false if all middles are the same. */
static bool fill_bins(const bms_mesh_item *items, int from, int to, bms_box *box, parting *p) {
  bms_box middles = NOTHING;
  *box = NOTHING;
  for (int i = from; i < to; i++) {
    const bms_box *own = &items[i].box;
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
    const bms_box *own = &items[i].box;
    int bin = bin_of(p, own);
    p->count[bin]++;
    include(&p->box[bin], own->min, own->max);
  }
  return true;
}

/* Returns the number of bins that go left, at the least price. */
static int cheapest(const parting *p) {
  double right[BINS], least = INFINITY;
  bms_box box = NOTHING;
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
static int part(bms_mesh_item *items, int from, int to, const parting *p, int left) {
  int i = from;
  while (i < to) {
    if (bin_of(p, &items[i].box) < left) {
      i++;
      continue;
    }
    bms_mesh_item other = items[--to];
    items[to] = items[i];
    items[i] = other;
  }
  return i;
}

/* ------------------------------------------------------------------ the tree */

int bms_mesh_build(bms_mesh *mesh, bms_mesh_item *items, int from, int to, int depth) {
  int number = mesh->node_count++;
  bms_box box;
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
  (void)bms_mesh_build(mesh, items, from, half, depth + 1);
  int right = bms_mesh_build(mesh, items, half, to, depth + 1);
  mesh->node[number].count = 0;
  mesh->node[number].first = right;
  return number;
}
