/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact patch by clipping one supporting feature against the other.
 *
 * The points of a box farthest along a direction are a vertex, an edge or a face: its supporting feature.  Boxes that
 * touch along a normal n touch in the intersection of the supporting feature of a along n and that of b along -n, two
 * convex sets of a plane.  The one of lower dimension is cut, as a polygon of 1, 2 or 4 corners, by the half-planes of
 * the other (Sutherland, Hodgman, "Reentrant polygon clipping", CACM 17, 1974); edge against edge is the one case that
 * needs a decision of its own, whether they cross or are parallel.
 *
 * Everything is relative to the centre of a, so that boxes far from the origin lose digits only in the input and in the
 * answer. Half-planes are moved outwards by the slack before cutting: faces that meet in an edge, or corner to corner,
 * then leave a strip as wide as the slack, whose corners are merged afterwards, where an exact cut would leave nothing
 * or not by the luck of rounding.
 */

#include "numeric/arithmetic.h"

#include "answer/patch.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Times the rounding unit and the magnitudes: the slack.  About 12 roundings make a corner from a pose and as many are
   in the pose; a normal adds 8 of the sizes; the rest is room. */
static const double SLACK_ROUNDINGS = 64 * BMS_ROUNDING;

/* Corners closer than this many slacks are one: the strip of the opening comment is at most 2 wide, and 2 / sin(angle)
   where sides cross at an angle.  Sharper crossings than 1/16 may leave two corners where one would do; both are on
   both boxes. */
static const double MERGED = 32;

/* Where features miss each other by more than the slack, which is then less than the true error, it is widened by this
   factor, at most so often: 2^64 slacks exceed any size.  Clipping against the wider feature finds the nearest part;
   there is no such part in an empty polygon. */
static const double WIDER = 16;
enum { WIDENINGS = 16 };

/* A quadrilateral cut by six half-spaces has at most 10 corners; rounding may add spurious ones next to others, which
   are dropped when full. */
enum { CAPACITY = 16 };

typedef struct polygon {
  int count;
  double x[CAPACITY][3];
} polygon;

typedef struct feature {
  int dimension;
  double centre[3];
  double half_edge[2][3];
} feature;

/* u + factor v */
static void add_scaled(const double u[3], double factor, const double v[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = u[r] + factor * v[r];
}

/* |v| where its square may leave the range of doubles. */
static double safe_length(const double v[3]) {
  double largest = bms_max(bms_max(fabs(v[0]), fabs(v[1])), fabs(v[2]));
  if (!(largest > 0)) return largest;
  double u[3] = {v[0] / largest, v[1] / largest, v[2] / largest};
  return largest * bms_length(u);
}

void bms_place_box(const bms_box *box, double pose[3][4], bms_placed_box *placed) {
  placed->magnitude = 0;
  for (int r = 0; r < 3; r++) {
    placed->centre[r] = pose[r][3];
    placed->magnitude = bms_max(placed->magnitude, fabs(pose[r][3]));
  }
  for (int i = 0; i < 3; i++) {
    double column[3] = {pose[0][i], pose[1][i], pose[2][i]}, scale = safe_length(column);
    double middle = 0.5 * box->min[i] + 0.5 * box->max[i];
    for (int r = 0; r < 3; r++) placed->axis[i][r] = column[r] / scale;
    add_scaled(placed->centre, middle, column, placed->centre);
    placed->half[i] = (0.5 * box->max[i] - 0.5 * box->min[i]) * scale;
    placed->magnitude += bms_max(fabs(box->min[i]), fabs(box->max[i])) * scale;
  }
}

/* ------------------------------------------------------------------ polygons */

static void append(polygon *p, const double x[3]) {
  if (p->count < CAPACITY) memcpy(p->x[p->count++], x, sizeof p->x[0]);
}

static polygon polygon_of(const feature *f) {
  static const double SIGN[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  polygon p = {.count = 0};
  for (int k = 0; k < 1 << f->dimension; k++) {
    double x[3];
    memcpy(x, f->centre, sizeof x);
    for (int i = 0; i < f->dimension; i++) add_scaled(x, SIGN[k][i], f->half_edge[i], x);
    append(&p, x);
  }
  return p;
}

/* Cuts away what has w . x > offset. */
static void clip(polygon *p, const double w[3], double offset) {
  double excess[CAPACITY];
  polygon in = *p;
  for (int k = 0; k < in.count; k++) excess[k] = bms_dot(w, in.x[k]) - offset;
  p->count = 0;
  for (int k = 0; k < in.count; k++) {
    int next = (k + 1) % in.count;
    if (excess[k] <= 0) append(p, in.x[k]);
    if ((excess[k] <= 0) == (excess[next] <= 0)) continue;
    double x[3], part = excess[k] / (excess[k] - excess[next]);
    for (int r = 0; r < 3; r++) x[r] = in.x[k][r] + part * (in.x[next][r] - in.x[k][r]);
    append(p, x);
  }
}

/* Cuts away what is farther than half_width + slack |w| from the plane w . x = w . centre, w of any length. */
static void clip_to_slab(polygon *p, const double w[3], const double centre[3], double half_width, double slack) {
  double limit = half_width + slack * bms_length(w), middle = bms_dot(w, centre), minus[3] = {-w[0], -w[1], -w[2]};
  clip(p, w, middle + limit);
  clip(p, minus, limit - middle);
}

/* Leaves one of every run of corners that are closer than `distance`. */
static void merge(polygon *p, double distance) {
  int kept = p->count > 0;
  for (int k = 1; k < p->count; k++) {
    double from_last[3], from_first[3];
    add_scaled(p->x[k], -1, p->x[kept - 1], from_last);
    add_scaled(p->x[k], -1, p->x[0], from_first);
    if (bms_length(from_last) > distance && bms_length(from_first) > distance)
      memcpy(p->x[kept++], p->x[k], sizeof p->x[0]);
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
  add_scaled(box->centre, -1, origin, out.centre);
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
      add_scaled(out.centre, rise[i] < 0 ? -box->half[i] : box->half[i], box->axis[i], out.centre);
    out.dimension += parallel >> i & 1;
  }
  return out;
}

/* ------------------------------------------------------------------ patches */

/* Where edge `a` is on edge `b`: their common part if both of its ends lie on both, else where they cross, or nearly
   do. */
static polygon edge_on_edge(const feature *a, const feature *b, const double normal[3], double slack) {
  const double *along = b->half_edge[0];
  double across[3], offset[2];
  polygon p = polygon_of(a);
  clip_to_slab(&p, along, b->centre, bms_dot(along, along), slack);
  merge(&p, slack);
  if (p.count < 2) return p;
  bms_cross(normal, along, across);
  double scale = bms_length(across);
  for (int k = 0; k < 2; k++) {
    double from_b[3];
    add_scaled(p.x[k], -1, b->centre, from_b);
    offset[k] = bms_dot(across, from_b) / scale;
  }
  p.count = 2;
  if (fabs(offset[0]) <= slack && fabs(offset[1]) <= slack) return p;
  double part = bms_min(bms_max(offset[0] / (offset[0] - offset[1]), 0), 1);
  if (offset[0] * offset[1] > 0) part = fabs(offset[0]) < fabs(offset[1]) ? 0 : 1;
  for (int r = 0; r < 3; r++) p.x[0][r] += part * (p.x[1][r] - p.x[0][r]);
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
    if (bms_dot(direction, in.x[k]) >= least) append(p, in.x[k]);
}

/*
 * The part of a box that touches a face, where its supporting feature is beside that face: nearly parallel to it,
 * with a vertex or an edge that is the farthest, but outside by more than the slack.  The feature grows by what rises
 * little, until some of it is before the face; what of that reaches as far, up to the slack, touches.  There may be
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
  keep_far(&p, towards, bms_dot(towards, beside->centre) - WIDER * slack);
  return p;
}

/* Moves x half-way to the plane through `other`, back to the world's origin, and out. */
static void put(const double x[3], const double normal[3], const double other[3], const double origin[3],
                double out[3]) {
  double way[3];
  add_scaled(other, -1, x, way);
  add_scaled(x, 0.5 * bms_dot(normal, way), normal, out);
  for (int r = 0; r < 3; r++) out[r] += origin[r];
}

int bms_contact_patch(const bms_placed_box *a, const bms_placed_box *b, const bms_pair *pair, const double normal[3],
                      double error, double point[BMS_MAX_POINTS][3]) {
  double slack = SLACK_ROUNDINGS * (a->magnitude + b->magnitude) + error;
  feature of_a = supporting(a, a->centre, 1, normal, axes_of_feature(pair->kind, true, pair->a), slack);
  feature of_b = supporting(b, a->centre, -1, normal, axes_of_feature(pair->kind, false, pair->b), slack);
  bool swap = of_a.dimension > of_b.dimension;
  const feature *low = swap ? &of_b : &of_a, *high = swap ? &of_a : &of_b;
  polygon p = common_part(low, high, normal, slack);
  if (p.count == 0 && high->dimension == 2)
    p = beside_face(swap ? b : a, low, a->centre, swap ? -1 : 1, high, normal, slack);
  for (int k = 0; k < WIDENINGS && p.count == 0; k++) {
    slack *= WIDER;
    p = common_part(low, high, normal, slack);
  }
  if (p.count == 0) append(&p, low->centre);
  merge(&p, MERGED * slack);
  int count = p.count < BMS_MAX_POINTS ? p.count : BMS_MAX_POINTS;
  for (int k = 0; k < count; k++) put(p.x[k], normal, high->centre, a->centre, point[k]);
  return count;
}

int bms_half_space_patch(const bms_half_space *a, const bms_placed_box *b, double error,
                         double point[BMS_MAX_POINTS][3]) {
  double scale = safe_length(a->normal), offset = a->offset / scale, foot[3], normal[3];
  for (int r = 0; r < 3; r++) normal[r] = a->normal[r] / scale;
  double slack = SLACK_ROUNDINGS * (b->magnitude + fabs(offset)) + error;
  /* The height of b's centre is taken first: the rest is as small as the box. */
  double height = bms_dot(normal, b->centre) - offset;
  for (int r = 0; r < 3; r++) foot[r] = -height * normal[r];
  feature of_b = supporting(b, b->centre, -1, normal, 0, slack);
  polygon p = polygon_of(&of_b);
  for (int k = 0; k < p.count; k++) put(p.x[k], normal, foot, b->centre, point[k]);
  return p.count;
}

/* ------------------------------------------------------------------ overlap */

/* The normal of the faces across axis i, and half their distance times its length. */
static double face_slab(const bms_placed_box *box, int i, double w[3]) {
  bms_cross(box->axis[(i + 1) % 3], box->axis[(i + 2) % 3], w);
  return box->half[i] * fabs(bms_dot(w, box->axis[i]));
}

static void clip_to_box(polygon *p, const bms_placed_box *box, const double centre[3], double slack) {
  for (int i = 0; i < 3 && p->count > 0; i++) {
    double w[3], half_width = face_slab(box, i, w);
    clip_to_slab(p, w, centre, half_width, slack);
  }
}

static int add_corners(const polygon *p, double sum[3]) {
  for (int k = 0; k < p->count; k++) add_scaled(sum, 1, p->x[k], sum);
  return p->count;
}

/* The corners of the intersection of two convex polyhedra are corners of what the faces of one leave inside the other,
   or corners of the other.  The mean of all, however often each is counted, is as far inside as the counts are even.
   Returns false if none is seen. */
static bool find_mean_of_corners(const bms_placed_box *a, const bms_placed_box *b, const double distance[3],
                                 double slack, double point[3]) {
  static const double ZERO[3] = {0, 0, 0};
  double sum[3] = {0, 0, 0};
  int count = 0;
  for (int face = 0; face < 6; face++) {
    int axis = face / 2, sign = face % 2 == 0 ? -1 : 1;
    feature f = {.dimension = 2};
    add_scaled(ZERO, sign * a->half[axis], a->axis[axis], f.centre);
    for (int i = 0; i < 2; i++) {
      int along = (axis + 1 + i) % 3;
      add_scaled(ZERO, a->half[along], a->axis[along], f.half_edge[i]);
    }
    polygon p = polygon_of(&f);
    clip_to_box(&p, b, distance, slack);
    count += add_corners(&p, sum);
  }
  for (int corner = 0; corner < 8; corner++) {
    double x[3];
    memcpy(x, distance, sizeof x);
    for (int i = 0; i < 3; i++) add_scaled(x, (corner >> i & 1) != 0 ? b->half[i] : -b->half[i], b->axis[i], x);
    polygon p = {.count = 0};
    append(&p, x);
    clip_to_box(&p, a, ZERO, slack);
    count += add_corners(&p, sum);
  }
  for (int r = 0; r < 3; r++) point[r] = sum[r] / count;
  return count > 0;
}

/* Takes x, from the centre of a box, to the point of it with the nearest coordinates along its axes. */
static void move_into(const bms_placed_box *box, double x[3]) {
  double s[3];
  for (int i = 0; i < 3; i++) {
    double w[3];
    bms_cross(box->axis[(i + 1) % 3], box->axis[(i + 2) % 3], w);
    s[i] = bms_dot(w, x) / bms_dot(w, box->axis[i]);
  }
  for (int r = 0; r < 3; r++) x[r] = 0;
  for (int i = 0; i < 3; i++) add_scaled(x, bms_min(bms_max(s[i], -box->half[i]), box->half[i]), box->axis[i], x);
}

/* Returns how far x, from the centre of a box, is outside of one of its slabs. */
static double outside_of(const bms_placed_box *box, const double x[3]) {
  double most = 0;
  for (int i = 0; i < 3; i++) {
    double w[3], half_width = face_slab(box, i, w);
    most = bms_max(most, (fabs(bms_dot(w, x)) - half_width) / bms_length(w));
  }
  return most;
}

/* Two boxes, with the centre of b as seen from that of a. */
typedef struct overlap {
  const bms_placed_box *a, *b;
  double distance[3], slack;
} overlap;

/* Returns how far x, from the centre of a, is outside of one of the boxes. */
static double outside(const overlap *both, const double x[3]) {
  double from_b[3];
  add_scaled(x, -1, both->distance, from_b);
  return bms_max(outside_of(both->a, x), outside_of(both->b, from_b));
}

/* Looks for the point of one box that is nearest to the centre of the other, x from the centre of a. */
static bool find_nearest(const overlap *both, double x[3]) {
  memcpy(x, both->distance, sizeof both->distance);
  move_into(both->a, x);
  if (outside(both, x) <= both->slack) return true;
  for (int r = 0; r < 3; r++) x[r] = -both->distance[r];
  move_into(both->b, x);
  add_scaled(x, 1, both->distance, x);
  return outside(both, x) <= both->slack;
}

/* Computes the middle of the patch along a normal, which is on both boxes where they overlap by little. */
static void middle_of_patch(const overlap *both, const double normal[3], double x[3]) {
  static const bms_pair NONE = {BMS_PAIR_NONE, 0, 0};
  double point[BMS_MAX_POINTS][3];
  int count = bms_contact_patch(both->a, both->b, &NONE, normal, 0, point);
  for (int r = 0; r < 3; r++) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += point[k][r] - both->a->centre[r];
    x[r] = sum / count;
  }
}

void bms_common_point(const bms_placed_box *a, const bms_placed_box *b, const double normal[3], double point[3]) {
  overlap both = {.a = a, .b = b, .slack = SLACK_ROUNDINGS * (a->magnitude + b->magnitude)};
  double x[3], mean[3];
  for (int r = 0; r < 3; r++) both.distance[r] = b->centre[r] - a->centre[r];
  if (!find_nearest(&both, x)) {
    middle_of_patch(&both, normal, x);
    double off = outside(&both, x);
    bool better = off > both.slack && find_mean_of_corners(a, b, both.distance, both.slack, mean);
    if (better && outside(&both, mean) < off) memcpy(x, mean, sizeof x);
  }
  for (int r = 0; r < 3; r++) point[r] = a->centre[r] + x[r];
}
