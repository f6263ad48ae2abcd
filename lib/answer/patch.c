/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact patch by clipping one supporting feature against the other.
 *
 * The points of a box farthest along a direction are a vertex, an edge or a face: its supporting feature.  Boxes that
 * touch along a normal n touch in the intersection of the supporting feature of a along n and b's along -n, two convex
 * sets of a plane.  The one of lower dimension is cut, as a polygon of 1, 2 or 4 corners, by the half-planes of the
 * other (Sutherland, Hodgman, "Reentrant polygon clipping", CACM 17, 1974); edge against edge is the one case that
 * needs a decision of its own, whether they cross or are parallel.
 *
 * Everything is relative to the centre of a, so that boxes far from the origin lose digits only in the input and in the
 * answer. Half-planes are moved outwards by the slack before cutting: faces that meet in an edge, or corner to corner,
 * then leave a strip as wide as the slack, whose corners are merged afterwards; an exact cut would leave nothing or not
 * by the luck of rounding.  So the widened cut decides which corners there are; their coordinates are those of the cut
 * by the half-planes themselves, which is exact if the numbers are, wherever that stays inside of the widened one.
 */

#include "numeric/arithmetic.h"

#include "answer/patch.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/double_double.h"
#include "numeric/vector.h"

/* Corners closer than this many slacks are one: the strip of the opening comment is at most 2 wide, and 2 / sin(angle)
   where sides cross at an angle.  Sharper crossings than 1/16 may leave two corners where one would do; both are on
   both boxes. */
static const double MERGED = 32;

/* A feature that is nearly parallel to a face grows by this factor, at most so often: 2^64 slacks exceed any size. */
static const double WIDER = 16;
enum { WIDENINGS = 16 };

/* A quadrilateral cut by six half-spaces has at most 10 corners; rounding may add spurious ones next to others, which
   are dropped when full. */
enum { CAPACITY = 16 };

typedef struct polygon {
  int count;
  double x[CAPACITY][3]; /* cut by the widened half-planes */
  double y[CAPACITY][3]; /* the same corners, cut by the half-planes themselves */
} polygon;

typedef struct feature {
  int dimension;
  double centre[3];
  double half_edge[2][3];
} feature;

/* ------------------------------------------------------------------ polygons */

static void append(polygon *p, const double x[3], const double y[3]) {
  if (p->count == CAPACITY) return;
  memcpy(p->x[p->count], x, sizeof p->x[0]);
  memcpy(p->y[p->count++], y, sizeof p->y[0]);
}

static polygon polygon_of(const feature *f) {
  static const double SIGN[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  polygon p = {.count = 0};
  for (int k = 0; k < 1 << f->dimension; k++) {
    double x[3];
    memcpy(x, f->centre, sizeof x);
    for (int i = 0; i < f->dimension; i++) bms_add_scaled(x, SIGN[k][i], f->half_edge[i], x);
    append(&p, x, x);
  }
  return p;
}

/* The point at a part of the way from one to another. */
static void between(const double from[3], const double to[3], double part, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = from[r] + part * (to[r] - from[r]);
}

/* Copies a polygon without the room that its corners do not take. */
static void copy(const polygon *from, polygon *to) {
  to->count = from->count;
  memcpy(to->x, from->x, (size_t)from->count * sizeof from->x[0]);
  memcpy(to->y, from->y, (size_t)from->count * sizeof from->y[0]);
}

/* Returns w . x - offset, rounded once or nearly so. */
static double excess_of(const double w[3], const double x[3], double offset) {
  bms_double_double sum = bms_double_double_of(-offset);
  for (int r = 0; r < 3; r++) sum = bms_double_double_add(sum, bms_double_double_product(w[r], x[r]));
  return sum.high;
}

/* Finds the point of a segment with w . x = offset, or its nearer end; the point at the part `otherwise` if all of it
   is equally far.  One step of Newton's after the interpolation gives the point's own digits if it has few. */
static void cut_segment(const double from[3], const double to[3], const double w[3], double offset, double otherwise,
                        double out[3]) {
  double before = bms_dot(w, from) - offset, after = bms_dot(w, to) - offset, way[3];
  double part = before == after ? otherwise : before / (before - after);
  part = part > 0 ? (part < 1 ? part : 1) : 0;
  between(from, to, part, out);
  if (before == after || part == 0 || part == 1) return;
  bms_add_scaled(to, -1, from, way);
  bms_add_scaled(out, excess_of(w, out, offset) / (before - after), way, out);
}

/* Cuts away what has w . x > offset + widened. */
static void clip(polygon *p, const double w[3], double offset, double widened) {
  double excess[CAPACITY];
  polygon in;
  copy(p, &in);
  for (int k = 0; k < in.count; k++) excess[k] = bms_dot(w, in.x[k]) - (offset + widened);
  p->count = 0;
  for (int k = 0; k < in.count; k++) {
    int next = (k + 1) % in.count;
    if (excess[k] <= 0) append(p, in.x[k], in.y[k]);
    if ((excess[k] <= 0) == (excess[next] <= 0)) continue;
    double x[3], y[3], part = excess[k] / (excess[k] - excess[next]);
    between(in.x[k], in.x[next], part, x);
    cut_segment(in.y[k], in.y[next], w, offset, part, y);
    append(p, x, y);
  }
}

/* Cuts away what is farther than half_width + slack |w| from the plane w . x = w . centre, w of any length. */
static void clip_to_slab(polygon *p, const double w[3], const double centre[3], double half_width, double slack) {
  double widened = slack * bms_length(w), middle = bms_dot(w, centre), minus[3] = {-w[0], -w[1], -w[2]};
  clip(p, w, middle + half_width, widened);
  clip(p, minus, half_width - middle, widened);
}

/* Takes the widened cut's coordinates for corners whose other ones are beyond the widened slab, or far from these, as
   where a side is cut that is nearly parallel to the slab. */
static void draw_back(polygon *p, const double w[3], const double centre[3], double half_width, double slack) {
  double limit = half_width + slack * bms_length(w), middle = bms_dot(w, centre);
  for (int k = 0; k < p->count; k++) {
    double way[3];
    bms_add_scaled(p->y[k], -1, p->x[k], way);
    bool near = bms_length(way) <= MERGED * slack && fabs(bms_dot(w, p->y[k]) - middle) <= limit;
    if (!near) memcpy(p->y[k], p->x[k], sizeof p->y[k]);
  }
}

/* Leaves one of every run of corners that are closer than `distance`. */
static void merge(polygon *p, double distance) {
  int kept = p->count > 0;
  for (int k = 1; k < p->count; k++) {
    double from_last[3], from_first[3];
    bms_add_scaled(p->x[k], -1, p->x[kept - 1], from_last);
    bms_add_scaled(p->x[k], -1, p->x[0], from_first);
    if (!(bms_length(from_last) > distance && bms_length(from_first) > distance)) continue;
    memcpy(p->x[kept], p->x[k], sizeof p->x[0]);
    memcpy(p->y[kept++], p->y[k], sizeof p->y[0]);
  }
  p->count = kept;
}

/* ------------------------------------------------------------------ supporting features */

/* The axes (bit i: axis i) that lie in the plane of a pair by what its features are. */
static int axes_of_feature(bms_pair_kind kind, bool of_a, int code) {
  if (kind == BMS_PAIR_EE) return 1 << code / 4;
  return kind == (of_a ? BMS_PAIR_VO : BMS_PAIR_OV) ? 7 & ~(1 << code / 2) : 0;
}

/* The feature farthest along sign * normal, as seen from `origin`.  `in_plane` axes belong to it whatever is computed.
   An edge no longer than the slack is no edge: its ends are one vertex. */
static feature supporting(const bms_placed_box *box, const double origin[3], double sign, const double normal[3],
                          int in_plane, double slack) {
  feature out = {.dimension = 0};
  double rise[3];
  int parallel = 0, steepest = -1;
  bms_add_scaled(box->centre, -1, origin, out.centre);
  for (int i = 0; i < 3; i++) {
    rise[i] = sign * bms_dot(normal, box->axis[i]);
    if (2 * box->half[i] <= slack) continue;
    if ((in_plane >> i & 1) || 2 * fabs(rise[i]) * box->half[i] <= slack) parallel |= 1 << i;
    if (!(in_plane >> i & 1) && (steepest < 0 || fabs(rise[i]) > fabs(rise[steepest]))) steepest = i;
  }
  if (parallel == 7) parallel &= ~(1 << steepest); /* a box of about the slack's size */
  for (int i = 0; i < 3; i++) {
    if (parallel >> i & 1)
      for (int r = 0; r < 3; r++) out.half_edge[out.dimension][r] = box->half[i] * box->axis[i][r];
    else
      bms_add_scaled(out.centre, rise[i] < 0 ? -box->half[i] : box->half[i], box->axis[i], out.centre);
    out.dimension += parallel >> i & 1;
  }
  return out;
}

/* ------------------------------------------------------------------ patches */

/* The part of edge `a` on edge `b`: their common part if both of its ends lie on both, else where they cross, or nearly
   do.  There may be nothing: `a` may pass an end of `b`. */
static polygon edge_on_edge(const feature *a, const feature *b, const double normal[3], double slack) {
  const double *along = b->half_edge[0];
  double across[3], offset[2];
  polygon p = polygon_of(a);
  clip_to_slab(&p, along, b->centre, bms_dot(along, along), slack);
  if (p.count == 0) return p;
  bms_cross(normal, along, across);
  double scale = bms_length(across);
  draw_back(&p, along, b->centre, bms_dot(along, along), slack);
  for (int k = 0; k < 2; k++) {
    double from_b[3];
    bms_add_scaled(p.x[k], -1, b->centre, from_b);
    offset[k] = bms_dot(across, from_b) / scale;
  }
  p.count = 2; /* the ends; others repeat them */
  if (fabs(offset[0]) <= slack && fabs(offset[1]) <= slack) return p;
  double part = fabs(offset[0]) < fabs(offset[1]) ? 0 : 1;
  if (offset[0] * offset[1] < 0)
    part = offset[0] / (offset[0] - offset[1]);
  else if (fabs(offset[part > 0]) > slack)
    return (polygon){.count = 0};
  between(p.x[0], p.x[1], part, p.x[0]);
  double middle = bms_dot(across, b->centre);
  double crossing[3];
  cut_segment(p.y[0], p.y[1], across, middle, part, crossing);
  bool good = fabs(bms_dot(across, crossing) - middle) <= slack * scale;
  memcpy(p.y[0], good ? crossing : p.x[0], sizeof p.y[0]);
  p.count = 1;
  return p;
}

/* The part of feature a that lies on the face b. */
static polygon cut_by_face(const feature *a, const feature *b, const double normal[3], double slack) {
  polygon p = polygon_of(a);
  for (int i = 0; i < 2; i++) {
    double w[3];
    bms_cross(b->half_edge[1 - i], normal, w); /* in the plane, at right angles to the sides that bound direction i */
    clip_to_slab(&p, w, b->centre, fabs(bms_dot(w, b->half_edge[i])), slack);
  }
  for (int i = 0; i < 2; i++) {
    double w[3];
    bms_cross(b->half_edge[1 - i], normal, w);
    draw_back(&p, w, b->centre, fabs(bms_dot(w, b->half_edge[i])), slack);
  }
  return p;
}

/* The common part of two features, the first of no higher dimension, widened by the slack; empty where they are farther
   apart than that. */
static polygon common_part(const feature *low, const feature *high, const double normal[3], double slack) {
  if (low->dimension == 0 && high->dimension < 2) return polygon_of(low);
  return high->dimension == 1 ? edge_on_edge(low, high, normal, slack) : cut_by_face(low, high, normal, slack);
}

/* Keeps the corners that lie at least so far along a direction. */
static void keep_far(polygon *p, const double direction[3], double least) {
  polygon in = *p;
  p->count = 0;
  for (int k = 0; k < in.count; k++)
    if (bms_dot(direction, in.x[k]) >= least) append(p, in.x[k], in.y[k]);
}

/*
 * The part of a box that touches a face, if its supporting feature is next to that face: nearly parallel to it, with a
 * vertex or an edge that is the farthest, but outside by more than the slack.  The feature grows by what rises little,
 * until some of it is before the face; the part of it that reaches as far, up to the slack, touches.  There may be
 * nothing: then the boxes miss each other sideways.
 */
static polygon beside_face(const bms_placed_box *box, const feature *beside, const double origin[3], double sign,
                           const feature *face, const double normal[3], double slack) {
  const double towards[3] = {sign * normal[0], sign * normal[1], sign * normal[2]};
  polygon p = {.count = 0};
  double rise = slack;
  for (int k = 0; k < WIDENINGS && p.count == 0; k++) {
    rise *= WIDER;
    feature grown = supporting(box, origin, sign, normal, 0, rise);
    p = cut_by_face(&grown, face, normal, slack);
  }
  keep_far(&p, towards, bms_dot(towards, beside->centre) - 2 * slack);
  return p;
}

/* Moves x half-way to the plane through `other`, back to the world's origin, and out. */
static void put(const double x[3], const double normal[3], const double other[3], const double origin[3],
                double out[3]) {
  double way[3];
  bms_add_scaled(other, -1, x, way);
  bms_add_scaled(x, 0.5 * bms_dot(normal, way), normal, out);
  for (int r = 0; r < 3; r++) out[r] += origin[r];
}

int bms_contact_patch(const bms_placed_box *a, const bms_placed_box *b, const bms_pair *pair, const double normal[3],
                      double error, double point[BMS_MAX_POINTS][3]) {
  double slack = BMS_SLACK * (a->magnitude + b->magnitude) + error;
  feature of_a = supporting(a, a->centre, 1, normal, axes_of_feature(pair->kind, true, pair->a), slack);
  feature of_b = supporting(b, a->centre, -1, normal, axes_of_feature(pair->kind, false, pair->b), slack);
  bool swap = of_a.dimension > of_b.dimension;
  const feature *low = swap ? &of_b : &of_a, *high = swap ? &of_a : &of_b;
  polygon p = common_part(low, high, normal, slack);
  if (p.count == 0 && high->dimension == 2)
    p = beside_face(swap ? b : a, low, a->centre, swap ? -1 : 1, high, normal, slack);
  merge(&p, MERGED * slack);
  int count = p.count < BMS_MAX_POINTS ? p.count : BMS_MAX_POINTS;
  for (int k = 0; k < count; k++) put(p.y[k], normal, high->centre, a->centre, point[k]);
  return count;
}

int bms_half_space_patch(const bms_half_space *a, const bms_placed_box *b, double error,
                         double point[BMS_MAX_POINTS][3]) {
  double scale = bms_safe_length(a->normal), offset = a->offset / scale, foot[3], normal[3];
  for (int r = 0; r < 3; r++) normal[r] = a->normal[r] / scale;
  double slack = BMS_SLACK * (b->magnitude + fabs(offset)) + error;
  /* The height of b's centre is taken first: the rest is as small as the box. */
  double height = bms_dot(normal, b->centre) - offset;
  for (int r = 0; r < 3; r++) foot[r] = -height * normal[r];
  feature of_b = supporting(b, b->centre, -1, normal, 0, slack);
  polygon p = polygon_of(&of_b);
  for (int k = 0; k < p.count; k++) put(p.x[k], normal, foot, b->centre, point[k]);
  return p.count;
}
