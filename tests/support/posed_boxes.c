/* SPDX-License-Identifier: BSD-3-Clause */

#include "posed_boxes.h"

#include <math.h>

#include "geometry.h"

static void column_of(double pose[3][4], int j, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = pose[r][j];
}

static void place(double pose[3][4], const double x[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = pose[r][3] + pose[r][0] * x[0] + pose[r][1] * x[1] + pose[r][2] * x[2];
}

static void corner_of(const bms_box *box, double pose[3][4], int bits, double out[3]) {
  double x[3];
  for (int j = 0; j < 3; j++) x[j] = bits >> j & 1 ? box->max[j] : box->min[j];
  place(pose, x, out);
}

/* ------------------------------------------------------------------ separating axes */

static void extent(const bms_box *box, double pose[3][4], const double axis[3], double *low, double *high) {
  double middle = 0, half = 0;
  for (int r = 0; r < 3; r++) middle += axis[r] * pose[r][3];
  for (int j = 0; j < 3; j++) {
    double along = axis[0] * pose[0][j] + axis[1] * pose[1][j] + axis[2] * pose[2][j];
    middle += 0.5 * along * (box->min[j] + box->max[j]);
    half += 0.5 * fabs(along) * (box->max[j] - box->min[j]);
  }
  *low = middle - half;
  *high = middle + half;
}

double posed_gap(const bms_box *a, double pose_a[3][4], const bms_box *b, double pose_b[3][4]) {
  double best = -HUGE_VAL;
  for (int k = 0; k < 15; k++) {
    double axis[3], u[3], v[3], low_a, high_a, low_b, high_b;
    column_of(pose_a, k < 6 ? k % 3 : (k - 6) / 3, u);
    column_of(pose_b, k % 3, v);
    if (k >= 6) cross(u, v, axis);
    for (int r = 0; r < 3 && k < 6; r++) axis[r] = k < 3 ? u[r] : v[r];
    double length = sqrt(dot(axis, axis));
    if (!(length > 1e-6)) continue; /* parallel edges: another axis decides */
    extent(a, pose_a, axis, &low_a, &high_a);
    extent(b, pose_b, axis, &low_b, &high_b);
    best = fmax(best, fmax(low_b - high_a, low_a - high_b) / length);
  }
  return best;
}

/* ------------------------------------------------------------------ distance */

static double to_box(const double x[3], const bms_box *box, double pose[3][4]) {
  double out = 0, from[3];
  for (int r = 0; r < 3; r++) from[r] = x[r] - pose[r][3];
  for (int j = 0; j < 3; j++) {
    double column[3];
    column_of(pose, j, column);
    double along = dot(column, from), beyond = fmax(fmax(box->min[j] - along, along - box->max[j]), 0);
    out += beyond * beyond;
  }
  return sqrt(out);
}

static double clamp(double x) {
  return fmin(fmax(x, 0), 1);
}

/* Returns the distance of two segments p + s d, q + t e, s and t in [0, 1]: the nearest pair has s or t at an end, or
   both at the foot of the common normal. */
static double between_segments(const double p[3], const double d[3], const double q[3], const double e[3]) {
  double r[3], best = HUGE_VAL;
  for (int i = 0; i < 3; i++) r[i] = q[i] - p[i];
  double dd = dot(d, d), ee = dot(e, e), de = dot(d, e), whole = dd * ee - de * de;
  for (int k = 0; k < 5; k++) {
    double s, t, gap[3];
    if (k < 2) {
      s = k;
      t = ee > 0 ? clamp((s * de - dot(r, e)) / ee) : 0;
    } else if (k < 4) {
      t = k - 2;
      s = dd > 0 ? clamp((dot(r, d) + t * de) / dd) : 0;
    } else {
      if (!(whole > 1e-12 * dd * ee)) continue;
      s = clamp((dot(r, d) * ee - dot(r, e) * de) / whole);
      t = ee > 0 ? clamp((s * de - dot(r, e)) / ee) : 0;
    }
    for (int i = 0; i < 3; i++) gap[i] = r[i] + t * e[i] - s * d[i];
    best = fmin(best, sqrt(dot(gap, gap)));
  }
  return best;
}

/* Computes edge k of 12: from a corner along axis k / 4. */
static void edge_of(const bms_box *box, double pose[3][4], int k, double start[3], double along[3]) {
  int axis = k / 4, bits = (k & 1) << (axis + 1) % 3 | (k >> 1 & 1) << (axis + 2) % 3;
  double end[3];
  corner_of(box, pose, bits, start);
  corner_of(box, pose, bits | 1 << axis, end);
  for (int r = 0; r < 3; r++) along[r] = end[r] - start[r];
}

double posed_distance(const bms_box *a, double pose_a[3][4], const bms_box *b, double pose_b[3][4]) {
  double best = HUGE_VAL, x[3], start_a[3], along_a[3], start_b[3], along_b[3];
  if (posed_gap(a, pose_a, b, pose_b) <= 0) return 0;
  for (int k = 0; k < 8; k++) {
    corner_of(a, pose_a, k, x);
    best = fmin(best, to_box(x, b, pose_b));
    corner_of(b, pose_b, k, x);
    best = fmin(best, to_box(x, a, pose_a));
  }
  for (int i = 0; i < 12; i++) {
    edge_of(a, pose_a, i, start_a, along_a);
    for (int j = 0; j < 12; j++) {
      edge_of(b, pose_b, j, start_b, along_b);
      best = fmin(best, between_segments(start_a, along_a, start_b, along_b));
    }
  }
  return best;
}
