/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The separating-axis test at one time.
 *
 * Error of a gap along n, computed from columns with errors e_a, e_b and lengths at most l_a, l_b and a distance vector
 * d:
 *
 *     |n| (e_d + h_a e_a + h_b e_b + 16 roundings of S) + e_n S,   S = |d| + h_a l_a + h_b l_b
 *
 * where h is the sum of the half extents.  e_n is e_a for a face of a rigid body, and e_u l_v + l_u e_v + 4 roundings
 * of l_u l_v for a cross product of columns u and v.
 */

#include "numeric/arithmetic.h"

#include "planes/separation.h"

#include <math.h>
#include <stddef.h>

#include "numeric/lanes.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double GAP_ROUNDINGS = 16, CROSS_ROUNDINGS = 4;

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

typedef struct normal_bounds {
  double length, error;
} normal_bounds;

static normal_bounds cross_of(const bms_track_instant *p, int i, const bms_track_instant *q, int j, double normal[3]) {
  double lengths = p->column_length * q->column_length;
  bms_cross(p->column[i], q->column[j], normal);
  return (normal_bounds){lengths, p->column_error * q->column_length + p->column_length * q->column_error +
                                      CROSS_ROUNDINGS * BMS_ROUNDING * lengths};
}

static normal_bounds face_normal(bool rigid, const bms_track_instant *own, int i, double normal[3]) {
  if (!rigid) return cross_of(own, (i + 1) % 3, own, (i + 2) % 3, normal);
  for (int r = 0; r < 3; r++) normal[r] = own->column[i][r];
  return (normal_bounds){own->column_length, own->column_error};
}

static normal_bounds normal_along(const bms_relative *relative, const bms_instant *instant, int axis,
                                  double normal[3]) {
  if (relative->half_space != NULL) {
    for (int r = 0; r < 3; r++) normal[r] = relative->half_space->normal[r];
    return (normal_bounds){sqrt(bms_dot(normal, normal)) * (1 + CROSS_ROUNDINGS * BMS_ROUNDING), 0};
  }
  if (axis < BMS_AXIS_FACE_B) return face_normal(relative->a.rigid, &instant->a, axis, normal);
  if (axis < BMS_AXIS_EDGES) return face_normal(relative->b.rigid, &instant->b, axis - BMS_AXIS_FACE_B, normal);
  return cross_of(&instant->a, (axis - BMS_AXIS_EDGES) / 3, &instant->b, (axis - BMS_AXIS_EDGES) % 3, normal);
}

/* Adds the radius of one body to `out`.  `edges` (bit i: half-edge i) are those that the axis is not perpendicular to
   by construction. */
static void add_radius(const bms_track *track, const bms_track_instant *at, normal_bounds bounds, unsigned edges,
                       int first, bms_axis_gap *out) {
  double doubt = bounds.error * at->column_length + bounds.length * at->column_error +
                 GAP_ROUNDINGS * BMS_ROUNDING * bounds.length * at->column_length;
  for (int i = 0; i < 3; i++) {
    if (!(edges >> i & 1) || track->half[i] == 0) continue;
    double product = bms_dot(out->normal, at->column[i]);
    out->signs.half_edge[first + i] = sign_of(product);
    out->certain_signs = out->certain_signs && fabs(product) > doubt;
    out->gap -= track->half[i] * fabs(product);
  }
}

/* The half-edges of a (bits 0 to 2) and of b (bits 3 to 5) that an axis is not perpendicular to, by construction or for
   all t. */
static unsigned edges_along(const bms_relative *relative, int axis) {
  unsigned edges = 0;
  if (relative->half_space != NULL) return 7u << 3;
  if (axis >= BMS_AXIS_EDGES) return 0x3fu & ~(1u << (axis - BMS_AXIS_EDGES) / 3 | 8u << (axis - BMS_AXIS_EDGES) % 3);
  for (int k = 0; k < 3; k++) {
    bool of_a = axis < BMS_AXIS_FACE_B;
    int bit = of_a ? 3 * axis + k : 9 + 3 * k + axis - BMS_AXIS_FACE_B;
    if (!(relative->perpendicular >> bit & 1)) edges |= (of_a ? 8u : 1u) << k;
  }
  return edges | 1u << axis;
}

/* Bounds the error of a gap along a vector with these bounds; see the top of this file. */
static double error_of(const bms_relative *relative, const bms_instant *instant, normal_bounds bounds) {
  const bms_track *a = &relative->a, *b = &relative->b;
  double size = instant->d_length + a->half_bound * instant->a.column_length + b->half_bound * instant->b.column_length;
  double size_error =
      instant->d_error + a->half_bound * instant->a.column_error + b->half_bound * instant->b.column_error;
  if (relative->half_space != NULL) size += fabs(relative->half_space->offset) / bounds.length;
  return bounds.length * (size_error + GAP_ROUNDINGS * BMS_ROUNDING * size) + bounds.error * size;
}

void bms_axis_gap_at(const bms_relative *relative, const bms_instant *instant, int axis, bms_axis_gap *out) {
  normal_bounds bounds = normal_along(relative, instant, axis, out->normal);
  double distance = bms_dot(out->normal, instant->d);
  bool one_sided = relative->half_space != NULL;
  if (one_sided) distance -= relative->half_space->offset;
  out->signs = (bms_axis_signs){.axis = axis, .distance = one_sided ? 1 : sign_of(distance)};
  out->certain_signs = true;
  out->gap = one_sided ? distance : fabs(distance);
  unsigned edges = edges_along(relative, axis);
  add_radius(&relative->a, &instant->a, bounds, edges & 7u, 0, out);
  add_radius(&relative->b, &instant->b, bounds, edges >> 3, 3, out);
  out->error = error_of(relative, instant, bounds);
  out->length = sqrt(bms_dot(out->normal, out->normal));
  if (out->signs.distance < 0)
    for (int r = 0; r < 3; r++) out->normal[r] = -out->normal[r];
}

/* ------------------------------------------------------------------ all axes */

/* The gaps along the axes of a set, with what is needed to compare them: gap / |n|, error / |n|. */
typedef struct all_gaps {
  double distance[BMS_AXES]; /* n . d */
  double gap[BMS_AXES];
  double square[BMS_AXES]; /* |n|^2 */
  double error[BMS_AXES];
} all_gaps;

/*
 * A rigid pair: with C = R_a^T R_b, p = R_a^T d and q = R_b^T d, all dot products along all axes are products of these
 * (Gottschalk, Lin, Manocha, "OBBTree", 1996).  One error bound for all: C is off by e_a + e_b + 3 roundings, p and q
 * by e_d + (e + 3 roundings) |d|, and every gap is a sum of such terms whose factors are at most |d| and the half
 * extents, each at most twice.
 */
static void rigid_gaps(const bms_relative *relative, const bms_instant *instant, bool edges, all_gaps *out) {
  const double *a = relative->a.half, *b = relative->b.half;
  double c[3][3], f[3][3], p[3], q[3];
  for (int i = 0; i < 3; i++) {
    p[i] = bms_dot(instant->a.column[i], instant->d);
    q[i] = bms_dot(instant->b.column[i], instant->d);
    for (int j = 0; j < 3; j++) {
      c[i][j] = bms_dot(instant->a.column[i], instant->b.column[j]);
      f[i][j] = fabs(c[i][j]);
    }
  }
  for (int i = 0; i < 3; i++) {
    out->distance[i] = p[i];
    out->distance[3 + i] = q[i];
    out->gap[i] = fabs(p[i]) - a[i] - (b[0] * f[i][0] + b[1] * f[i][1] + b[2] * f[i][2]);
    out->gap[3 + i] = fabs(q[i]) - b[i] - (a[0] * f[0][i] + a[1] * f[1][i] + a[2] * f[2][i]);
    out->square[i] = out->square[3 + i] = 1;
  }
  double size = instant->d_length + relative->a.half_bound + relative->b.half_bound;
  double error = 4 * (instant->d_error +
                      (instant->a.column_error + instant->b.column_error + GAP_ROUNDINGS * BMS_ROUNDING) * size);
  for (int k = 0; k < BMS_AXES; k++) out->error[k] = error;
  if (!edges) return;
  static const int NEXT[3] = {1, 2, 0}, AFTER_NEXT[3] = {2, 0, 1};
  for (int i = 0; i < 3; i++) {
    int i1 = NEXT[i], i2 = AFTER_NEXT[i];
    for (int j = 0; j < 3; j++) {
      int j1 = NEXT[j], j2 = AFTER_NEXT[j], k = BMS_AXIS_EDGES + 3 * i + j;
      out->distance[k] = c[i1][j] * p[i2] - c[i2][j] * p[i1];
      out->gap[k] =
          fabs(out->distance[k]) - (a[i1] * f[i2][j] + a[i2] * f[i1][j]) - (b[j1] * f[i][j2] + b[j2] * f[i][j1]);
      out->square[k] = c[i1][j] * c[i1][j] + c[i2][j] * c[i2][j];
    }
  }
}

/* The coordinates of the columns of a body, one column in each lane. */
static void rows_of(const bms_track_instant *at, lanes row[3]) {
  for (int r = 0; r < 3; r++) row[r] = lanes_of3(at->column[0][r], at->column[1][r], at->column[2][r]);
}

/* The vectors of three axes: the faces of a, the faces of b, or the products of a column of a with b's. */
static void normals_of(const bms_relative *relative, const bms_instant *instant, int group, lanes normal[3]) {
  const bms_track_instant *own = group == 1 ? &instant->b : &instant->a;
  lanes own_row[3], row[3];
  rows_of(own, own_row);
  rows_of(&instant->b, row);
  for (int r = 0; r < 3; r++) {
    lanes s = own_row[(r + 1) % 3], t = own_row[(r + 2) % 3];
    const double *column = instant->a.column[group < 2 ? 0 : group - 2];
    if (group >= 2)
      normal[r] = lanes_sub(lanes_scale(row[(r + 2) % 3], column[(r + 1) % 3]),
                            lanes_scale(row[(r + 1) % 3], column[(r + 2) % 3]));
    else if ((group == 0 ? relative->a : relative->b).rigid)
      normal[r] = own_row[r];
    else
      normal[r] =
          lanes_sub(lanes_mul(lanes_next(s), lanes_after_next(t)), lanes_mul(lanes_next(t), lanes_after_next(s)));
  }
}

static lanes along(const lanes normal[3], const double x[3]) {
  return lanes_combine(normal[0], x[0], normal[1], x[1], normal[2], x[2]);
}

/* Computes what bms_axis_gap_at() does along three axes side by side; their error bound is the same. */
static void three_gaps(const bms_relative *relative, const bms_instant *instant, int group, all_gaps *out) {
  double first[3];
  lanes normal[3];
  unsigned edges[3];
  double error = error_of(relative, instant, normal_along(relative, instant, 3 * group, first));
  normals_of(relative, instant, group, normal);
  lanes distance = along(normal, instant->d), gap = lanes_absolute(distance), square = lanes_dot(normal, normal);
  for (int i = 0; i < 3; i++) edges[i] = edges_along(relative, 3 * group + i);
  for (int k = 0; k < 6; k++) {
    double half = k < 3 ? relative->a.half[k] : relative->b.half[k - 3];
    unsigned counts = (edges[0] >> k & 1) | (edges[1] >> k & 1) << 1 | (edges[2] >> k & 1) << 2;
    if (counts == 0 || half == 0) continue;
    lanes product = along(normal, k < 3 ? instant->a.column[k] : instant->b.column[k - 3]);
    lanes radius = lanes_scale(lanes_absolute(product), half);
    gap = lanes_sub(gap, lanes_keep(radius, lanes_mask_bits(counts)));
  }
  for (int i = 0; i < 3; i++) {
    out->distance[3 * group + i] = lanes_get(distance, i);
    out->gap[3 * group + i] = lanes_get(gap, i);
    out->square[3 * group + i] = lanes_get(square, i);
    out->error[3 * group + i] = error;
  }
}

static void half_space_gap(const bms_relative *relative, const bms_instant *instant, all_gaps *out) {
  bms_axis_gap gap;
  bms_axis_gap_at(relative, instant, 0, &gap);
  out->distance[0] = gap.signs.distance;
  out->gap[0] = gap.gap;
  out->square[0] = gap.length * gap.length;
  out->error[0] = gap.error;
}

/* The axis with the greatest certain gap per length if that is positive, by squares; else -1.  *all_overlap: all gaps
   are certainly negative. */
static int greatest_positive(const all_gaps *gaps, unsigned axes, bool *all_overlap) {
  int best = -1;
  double best_gap = 0, best_square = 1;
  *all_overlap = true;
  for (int k = 0; k < BMS_AXES; k++) {
    if (!(axes >> k & 1)) continue;
    double gap = gaps->gap[k], error = gaps->error[k], certain = gap - error;
    *all_overlap = *all_overlap && gap < -error;
    if (certain > 0 && certain * certain * best_square > best_gap * best_gap * gaps->square[k]) {
      best = k;
      best_gap = certain;
      best_square = gaps->square[k];
    }
  }
  return best;
}

/* Returns the axis with the greatest gap per length, less its error. */
static int greatest_of_all(const all_gaps *gaps, unsigned axes) {
  int best = 0;
  double greatest = -INFINITY;
  for (int k = 0; k < BMS_AXES; k++) {
    if (!(axes >> k & 1)) continue;
    double certain = (gaps->gap[k] - gaps->error[k]) / sqrt(gaps->square[k]);
    if (!(certain > greatest)) continue;
    best = k;
    greatest = certain;
  }
  return best;
}

static void gaps_along(const bms_relative *relative, const bms_instant *instant, unsigned axes, all_gaps *gaps) {
  if (relative->half_space != NULL)
    half_space_gap(relative, instant, gaps);
  else if (relative->rigid)
    rigid_gaps(relative, instant, axes >> BMS_AXIS_EDGES != 0, gaps);
  else
    for (int group = 0; group < BMS_AXES / 3; group++)
      if (axes >> (3 * group) & 7) three_gaps(relative, instant, group, gaps);
}

static unsigned doubtful_of(const all_gaps *gaps, unsigned axes) {
  unsigned doubtful = 0;
  for (int k = 0; k < BMS_AXES; k++)
    if ((axes >> k & 1) && !(gaps->gap[k] < -gaps->error[k])) doubtful |= 1u << k;
  return doubtful;
}

unsigned bms_separation_doubtful(const bms_relative *relative, const bms_instant *instant, unsigned axes) {
  all_gaps gaps;
  if (axes == 0) return 0;
  gaps_along(relative, instant, axes, &gaps);
  return doubtful_of(&gaps, axes);
}

bms_verdict bms_separation_verdict(const bms_relative *relative, const bms_instant *instant, unsigned axes,
                                   bms_axis_side *greatest, unsigned *doubtful) {
  all_gaps gaps;
  bool all_overlap;
  *greatest = (bms_axis_side){0, 1};
  *doubtful = 0;
  if (axes == 0) return BMS_VERDICT_OVERLAP; /* the others of a half-space's one axis */
  gaps_along(relative, instant, axes, &gaps);
  *doubtful = doubtful_of(&gaps, axes);
  int best = greatest_positive(&gaps, axes, &all_overlap);
  if (best < 0) return all_overlap ? BMS_VERDICT_OVERLAP : BMS_VERDICT_UNDECIDED;
  *greatest = (bms_axis_side){best, gaps.distance[best] < 0 ? -1 : 1};
  return BMS_VERDICT_APART;
}

void bms_greatest_gap_at(const bms_relative *relative, double t, bms_axis_gap *out) {
  bms_instant instant;
  all_gaps gaps;
  bms_relative_instant(relative, t, &instant);
  gaps_along(relative, &instant, relative->axes, &gaps);
  bms_axis_gap_at(relative, &instant, greatest_of_all(&gaps, relative->axes), out);
}
