/* SPDX-License-Identifier: BSD-3-Clause */

/* The distance to the box is a convex function of the point; so the least over a segment or triangle is found by golden
   sections, one inside the other. */

#include "long_rounded.h"

#include <math.h>

#include "long_pose.h"

enum { MAX_VERTICES = 12, SECTIONS = 48 };

/* The shape's points in the frame of the box. */
static void place(const bms_rounded_query *query, long double t, long double point[MAX_VERTICES][3]) {
  long_pose a = long_pose_at(&query->a.motion, t), b = long_pose_at(&query->motion, t);
  for (int k = 0; k < query->shape.vertex_count; k++) {
    long double world[3];
    for (int r = 0; r < 3; r++) {
      world[r] = b.translation[r] - a.translation[r];
      for (int i = 0; i < 3; i++) world[r] += b.column[i][r] * query->shape.vertex[3 * k + i];
    }
    for (int i = 0; i < 3; i++) point[k][i] = long_dot(a.column[i], world);
  }
}

/* ------------------------------------------------------------------ with a radius */

static long double distance_to_box(const bms_box *box, const long double x[3]) {
  long double square = 0;
  for (int i = 0; i < 3; i++) {
    long double out = x[i] < box->min[i] ? box->min[i] - x[i] : x[i] > box->max[i] ? x[i] - box->max[i] : 0;
    square += out * out;
  }
  return sqrtl(square);
}

static long double along_segment(const bms_box *box, const long double from[3], const long double to[3],
                                 long double s) {
  long double x[3];
  for (int r = 0; r < 3; r++) x[r] = from[r] + s * (to[r] - from[r]);
  return distance_to_box(box, x);
}

static long double distance_of_segment(const bms_box *box, const long double from[3], const long double to[3]) {
  const long double golden = 0.61803398874989484820L;
  long double low = 0, high = 1;
  for (int i = 0; i < SECTIONS; i++) {
    long double left = high - golden * (high - low), right = low + golden * (high - low);
    if (along_segment(box, from, to, left) <= along_segment(box, from, to, right))
      high = right;
    else
      low = left;
  }
  long double inner = along_segment(box, from, to, (low + high) / 2);
  return fminl(inner, fminl(distance_to_box(box, from), distance_to_box(box, to)));
}

static long double across_triangle(const bms_box *box, long double point[3][3], long double s) {
  long double from[3], to[3];
  for (int r = 0; r < 3; r++) {
    from[r] = point[0][r] + s * (point[1][r] - point[0][r]);
    to[r] = point[0][r] + s * (point[2][r] - point[0][r]);
  }
  return distance_of_segment(box, from, to);
}

static long double distance_of_triangle(const bms_box *box, long double point[3][3]) {
  const long double golden = 0.61803398874989484820L;
  long double low = 0, high = 1;
  for (int i = 0; i < SECTIONS; i++) {
    long double left = high - golden * (high - low), right = low + golden * (high - low);
    if (across_triangle(box, point, left) <= across_triangle(box, point, right))
      high = right;
    else
      low = left;
  }
  long double inner = across_triangle(box, point, (low + high) / 2);
  return fminl(inner, fminl(across_triangle(box, point, 0), across_triangle(box, point, 1)));
}

/* ------------------------------------------------------------------ without */

/* The gap along an axis; minus infinity for none. */
static long double gap_along(const bms_box *box, int count, long double point[MAX_VERTICES][3],
                             const long double n[3]) {
  long double length = sqrtl(long_dot(n, n)), least = 0, most = 0, box_least = 0, box_most = 0;
  if (!(length > 0)) return -INFINITY;
  for (int i = 0; i < 3; i++) {
    box_least += fminl(n[i] * box->min[i], n[i] * box->max[i]);
    box_most += fmaxl(n[i] * box->min[i], n[i] * box->max[i]);
  }
  for (int k = 0; k < count; k++) {
    long double along = long_dot(n, point[k]);
    least = k == 0 ? along : fminl(least, along);
    most = k == 0 ? along : fmaxl(most, along);
  }
  return fmaxl(least - box_most, box_least - most) / length;
}

static void between(long double point[MAX_VERTICES][3], int from, int to, long double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = point[to][r] - point[from][r];
}

static long double greatest_gap(const bms_box *box, int count, long double point[MAX_VERTICES][3]) {
  long double greatest = -INFINITY, u[3], v[3], n[3];
  for (int i = 0; i < 3; i++) {
    long double axis[3] = {i == 0, i == 1, i == 2};
    greatest = fmaxl(greatest, gap_along(box, count, point, axis));
    for (int k = 0; k < count; k++)
      for (int l = 0; l < k; l++) {
        between(point, k, l, u);
        long_cross(axis, u, n);
        greatest = fmaxl(greatest, gap_along(box, count, point, n));
      }
  }
  for (int k = 0; k < count; k++)
    for (int l = 0; l < k; l++)
      for (int m = 0; m < l; m++) {
        between(point, k, l, u);
        between(point, k, m, v);
        long_cross(u, v, n);
        greatest = fmaxl(greatest, gap_along(box, count, point, n));
      }
  return greatest;
}

long double long_rounded_gap(const bms_rounded_query *query, long double t) {
  const bms_box *box = &query->a.box;
  long double point[MAX_VERTICES][3];
  place(query, t, point);
  if (!(query->shape.radius > 0)) return greatest_gap(box, query->shape.vertex_count, point);
  long double distance = distance_to_box(box, point[0]);
  if (query->shape.vertex_count == 2) distance = distance_of_segment(box, point[0], point[1]);
  if (query->shape.vertex_count == 3) distance = distance_of_triangle(box, point);
  return distance - query->shape.radius;
}
