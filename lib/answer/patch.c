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
 * by the luck of rounding.  So the widened cut decides which corners there are, and each one remembers the two lines on
 * which it lies.  The corners that are left get their coordinates from these lines, not widened: a corner of either
 * feature, or a crossing of two sides, all exact if the numbers are, wherever that stays inside of the widened ones.
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

/* Numbers of lines: side k of the feature that is cut leads from corner k to the next; behind SIDES are the upper and
   lower sides of the slabs that cut. */
enum { SIDES = 4 };

/* A corner and the lines before and behind it, in order. */
typedef struct corner {
  double x[3];
  int before, behind;
} corner;

typedef struct polygon {
  int count;
  corner at[CAPACITY];
} polygon;

typedef struct feature {
  int dimension;
  double centre[3];
  double half_edge[2][3];
} feature;

/* All x with |w . x - middle| <= |extent|, w of any length; w . half_edge is the extent.  The slack over |w| widens. */
typedef struct slab {
  double w[3], middle, extent, widened;
} slab;

/* ------------------------------------------------------------------ polygons */

static void append(polygon *p, const double x[3], int before, int behind) {
  if (p->count == CAPACITY) return;
  corner *at = &p->at[p->count++];
  memcpy(at->x, x, sizeof at->x);
  at->before = before;
  at->behind = behind;
}

/* Computes a corner of a feature: corner k is the end of side k - 1 and the start of side k. */
static void corner_of_feature(const feature *f, int k, double x[3]) {
  static const double SIGN[SIDES][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  memcpy(x, f->centre, sizeof f->centre);
  for (int i = 0; i < f->dimension; i++) bms_add_scaled(x, SIGN[k][i], f->half_edge[i], x);
}

static void polygon_of(const feature *f, polygon *p) {
  int count = 1 << f->dimension;
  p->count = count;
  for (int k = 0; k < count; k++) {
    corner_of_feature(f, k, p->at[k].x);
    p->at[k].before = (k + count - 1) % count;
    p->at[k].behind = k;
  }
}

/* The point at a part of the way from one to another. */
static void between(const double from[3], const double to[3], double part, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = from[r] + part * (to[r] - from[r]);
}

/* Copies a polygon without the room that its corners do not take. */
static void copy(const polygon *from, polygon *to) {
  to->count = from->count;
  memcpy(to->at, from->at, (size_t)from->count * sizeof from->at[0]);
}

/* Cuts away what is beyond one side of a widened slab, the upper one or the lower one, which is this line. */
static void clip(polygon *p, const slab *s, bool lower, int line) {
  double excess[CAPACITY], sign = lower ? -1 : 1, limit = fabs(s->extent) + sign * s->middle + s->widened;
  bool all = true;
  for (int k = 0; k < p->count; k++) {
    excess[k] = sign * bms_dot(s->w, p->at[k].x) - limit;
    all = all && excess[k] <= 0;
  }
  if (all) return;
  polygon in;
  copy(p, &in);
  p->count = 0;
  for (int k = 0; k < in.count; k++) {
    int next = k + 1 < in.count ? k + 1 : 0, side = in.at[k].behind;
    bool inside = excess[k] <= 0;
    if (inside) append(p, in.at[k].x, in.at[k].before, side);
    if (inside == (excess[next] <= 0)) continue;
    double x[3];
    between(in.at[k].x, in.at[next].x, excess[k] / (excess[k] - excess[next]), x);
    append(p, x, inside ? side : line, inside ? line : side);
  }
}

/* Cuts a polygon with widened slabs. */
static void clip_to_slabs(polygon *p, const slab *slabs, int count) {
  for (int i = 0; i < count; i++) {
    clip(p, &slabs[i], false, SIDES + 2 * i);
    clip(p, &slabs[i], true, SIDES + 2 * i + 1);
  }
}

/* Leaves one of every run of corners that are closer than `distance`. */
static void merge(polygon *p, double distance) {
  int kept = p->count > 0;
  for (int k = 1; k < p->count; k++) {
    double from_last[3], from_first[3];
    bms_add_scaled(p->at[k].x, -1, p->at[kept - 1].x, from_last);
    bms_add_scaled(p->at[k].x, -1, p->at[0].x, from_first);
    if (bms_length(from_last) > distance && bms_length(from_first) > distance) p->at[kept++] = p->at[k];
  }
  p->count = kept;
}

/* ------------------------------------------------------------------ slabs */

/* Computes the slabs that bound an edge between its ends, or a face between its sides.  Returns their number. */
static int slabs_of(const feature *f, const double normal[3], double slack, slab out[2]) {
  for (int i = 0; i < f->dimension; i++) {
    slab *s = &out[i];
    if (f->dimension == 1)
      memcpy(s->w, f->half_edge[0], sizeof s->w);
    else
      bms_cross(f->half_edge[1 - i], normal, s->w); /* in the plane, at right angles to the sides that bound i */
    s->middle = bms_dot(s->w, f->centre);
    s->extent = bms_dot(s->w, f->half_edge[i]);
    s->widened = slack * bms_length(s->w);
  }
  return f->dimension;
}

static bool is_within(const double x[3], const slab *slabs, int count) {
  for (int i = 0; i < count; i++)
    if (!(fabs(bms_dot(slabs[i].w, x) - slabs[i].middle) <= fabs(slabs[i].extent) + slabs[i].widened)) return false;
  return true;
}

/* ------------------------------------------------------------------ coordinates of corners */

/* Returns w . x - offset, rounded once or nearly so. */
static double excess_of(const double w[3], const double x[3], double offset) {
  bms_double_double sum = bms_double_double_of(-offset);
  for (int r = 0; r < 3; r++) sum = bms_double_double_add(sum, bms_double_double_product(w[r], x[r]));
  return sum.high;
}

/* Finds the point of a segment with w . x = offset, or its nearer end.  One step of Newton's after the interpolation
   gives the point's own digits if it has few.  Returns false if all of the segment is equally far. */
static bool cut_segment(const double from[3], const double to[3], const double w[3], double offset, double out[3]) {
  double before = bms_dot(w, from) - offset, after = bms_dot(w, to) - offset, way[3];
  if (before == after) return false;
  double part = before / (before - after);
  part = part > 0 ? (part < 1 ? part : 1) : 0;
  between(from, to, part, out);
  if (part == 0 || part == 1) return true;
  bms_add_scaled(to, -1, from, way);
  bms_add_scaled(out, excess_of(w, out, offset) / (before - after), way, out);
  return true;
}

/* Two features, the first one of no higher dimension, and the slabs of the second one. */
typedef struct cut {
  const feature *low, *high;
  const double *normal;
  double slack;
  slab slabs[2];
  int count;
} cut;

static void start_cut(const feature *low, const feature *high, const double normal[3], double slack, cut *c) {
  c->low = low;
  c->high = high;
  c->normal = normal;
  c->slack = slack;
  c->count = slabs_of(high, normal, slack, c->slabs);
}

/* Finds where a side of the low feature crosses the line of a slab. */
static bool find_crossing(const cut *c, int side, int line, double out[3]) {
  const slab *s = &c->slabs[(line - SIDES) / 2];
  double from[3], to[3], extent = fabs(s->extent);
  corner_of_feature(c->low, side, from);
  corner_of_feature(c->low, (side + 1) % (1 << c->low->dimension), to);
  return cut_segment(from, to, s->w, s->middle + ((line - SIDES) % 2 ? -extent : extent), out) &&
         is_within(out, c->slabs, c->count);
}

/* Finds the corner of the high feature on the lines of two slabs, at the height of x.  Returns false if it is beyond
   the widened low one. */
static bool find_high_corner(const cut *c, int line, int other, const double x[3], double out[3]) {
  if (c->low->dimension < 2 || (line - SIDES) / 2 == (other - SIDES) / 2) return false;
  const int lines[2] = {line, other};
  slab slabs[2];
  double way[3];
  memcpy(out, c->high->centre, sizeof c->high->centre);
  for (int k = 0; k < 2; k++) {
    int i = (lines[k] - SIDES) / 2;
    bool minus = (lines[k] - SIDES) % 2 == 1, turned = c->slabs[i].extent < 0;
    bms_add_scaled(out, minus == turned ? 1 : -1, c->high->half_edge[i], out);
  }
  bms_add_scaled(x, -1, out, way);
  bms_add_scaled(out, bms_dot(c->normal, way), c->normal, out);
  return is_within(out, slabs, slabs_of(c->low, c->normal, c->slack, slabs));
}

/* Gives a corner its coordinates by its lines, unless they are far from the widened cut's, as if a side is cut that is
   nearly parallel to the slab. */
static void place_corner(const cut *c, corner *at) {
  double exact[3], way[3];
  bool low = at->before < SIDES, also_low = at->behind < SIDES, found;
  if (low && also_low) return;
  if (!low && !also_low)
    found = find_high_corner(c, at->before, at->behind, at->x, exact);
  else
    found = find_crossing(c, low ? at->before : at->behind, low ? at->behind : at->before, exact);
  if (!found) return;
  bms_add_scaled(exact, -1, at->x, way);
  if (bms_length(way) <= MERGED * c->slack) memcpy(at->x, exact, sizeof at->x);
}

/* Merges corners, and gives coordinates to what is left. */
static void finish(const cut *c, polygon *p) {
  merge(p, MERGED * c->slack);
  for (int k = 0; k < p->count; k++) place_corner(c, &p->at[k]);
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

/* Leaves the part of an edge, cut to where the other is, on that one: their common part if both of its ends lie on it,
   else where they cross, or nearly do.  There may be nothing: one may pass an end of the other. */
static void leave_on_edge(const cut *c, polygon *p) {
  double across[3], offset[2];
  if (p->count == 0) return;
  bms_cross(c->normal, c->high->half_edge[0], across);
  double scale = bms_length(across);
  for (int k = 0; k < 2; k++) {
    double from_b[3];
    bms_add_scaled(p->at[k].x, -1, c->high->centre, from_b);
    offset[k] = bms_dot(across, from_b) / scale;
  }
  p->count = 2; /* the ends; others repeat them */
  if (fabs(offset[0]) <= c->slack && fabs(offset[1]) <= c->slack) return;
  double part = fabs(offset[0]) < fabs(offset[1]) ? 0 : 1;
  if (offset[0] * offset[1] < 0)
    part = offset[0] / (offset[0] - offset[1]);
  else if (fabs(offset[part > 0]) > c->slack) {
    p->count = 0;
    return;
  }
  double middle = bms_dot(across, c->high->centre), near[3], crossing[3];
  between(p->at[0].x, p->at[1].x, part, near);
  for (int k = 0; k < 2; k++) place_corner(c, &p->at[k]);
  bool good = cut_segment(p->at[0].x, p->at[1].x, across, middle, crossing) &&
              fabs(bms_dot(across, crossing) - middle) <= c->slack * scale;
  p->count = 0;
  append(p, good ? crossing : near, 0, 0);
}

/* Finds the common part of two features, widened by the slack; empty if they are farther apart than that. */
static void find_common_part(const cut *c, polygon *p) {
  polygon_of(c->low, p);
  if (c->low->dimension == 0 && c->high->dimension < 2) return;
  clip_to_slabs(p, c->slabs, c->count);
  if (c->high->dimension == 1) leave_on_edge(c, p);
}

/* Keeps the corners that lie at least so far along a direction. */
static void keep_far(polygon *p, const double direction[3], double least) {
  int kept = 0;
  for (int k = 0; k < p->count; k++)
    if (bms_dot(direction, p->at[k].x) >= least) p->at[kept++] = p->at[k];
  p->count = kept;
}

/*
 * Finds the part of a box that touches a face, if its supporting feature is next to that face: nearly parallel to it,
 * with a vertex or an edge that is the farthest, but outside by more than the slack.  The feature grows by what rises
 * little, until some of it is before the face; the part of it that reaches as far, up to the slack, touches.  There may
 * be nothing: then the boxes miss each other sideways.
 */
static void find_beside_face(const bms_placed_box *box, const double origin[3], double sign, const cut *face,
                             polygon *p) {
  const double towards[3] = {sign * face->normal[0], sign * face->normal[1], sign * face->normal[2]};
  double rise = face->slack, least = bms_dot(towards, face->low->centre) - 2 * face->slack;
  feature grown;
  cut c = *face;
  c.low = &grown;
  for (int k = 0; k < WIDENINGS && p->count == 0; k++) {
    rise *= WIDER;
    grown = supporting(box, origin, sign, face->normal, 0, rise);
    find_common_part(&c, p);
  }
  keep_far(p, towards, least);
  finish(&c, p);
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
  polygon p;
  cut c;
  start_cut(low, high, normal, slack, &c);
  find_common_part(&c, &p);
  if (p.count == 0 && high->dimension == 2)
    find_beside_face(swap ? b : a, a->centre, swap ? -1 : 1, &c, &p);
  else
    finish(&c, &p);
  int count = p.count < BMS_MAX_POINTS ? p.count : BMS_MAX_POINTS;
  for (int k = 0; k < count; k++) put(p.at[k].x, normal, high->centre, a->centre, point[k]);
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
  for (int k = 0; k < 1 << of_b.dimension; k++) {
    double x[3];
    corner_of_feature(&of_b, k, x);
    put(x, normal, foot, b->centre, point[k]);
  }
  return 1 << of_b.dimension;
}
