/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The nearest point of a hull is found by trying all its faces: at most eight small systems of equations, with no
 * decisions that rounding could turn around and contradict.  A face by whose system the nearest point of its plane lies
 * inside is a candidate, a single point always is, and the nearest of all candidates is taken; the search ends early at
 * one that no corner lies before.
 */

#include "numeric/arithmetic.h"

#include "shapes/simplex.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/vector.h"

/*
 * Each function below finds the weights of the point nearest to the origin in the line, plane or space through points,
 * and returns false if it does not lie strictly between them or the points do not span it.  By cross products, not by
 * the edges' products with each other: those square the condition of a narrow simplex.
 */

static void edge_between(const double from[3], const double to[3], double edge[3]) {
  for (int r = 0; r < 3; r++) edge[r] = to[r] - from[r];
}

static bool nearest_of_line(const double p[3], const double q[3], double weight[4]) {
  const double back[3] = {-p[0], -p[1], -p[2]};
  double edge[3];
  edge_between(p, q, edge);
  weight[1] = bms_dot(edge, back) / bms_dot(edge, edge);
  weight[0] = 1 - weight[1];
  return weight[1] > 0 && weight[0] > 0;
}

static bool nearest_of_plane(const double p[3], const double q[3], const double r[3], double weight[4]) {
  const double back[3] = {-p[0], -p[1], -p[2]};
  double u[3], v[3], normal[3], part[3];
  edge_between(p, q, u);
  edge_between(p, r, v);
  bms_cross(u, v, normal);
  double square = bms_dot(normal, normal);
  bms_cross(back, v, part);
  weight[1] = bms_dot(part, normal) / square;
  if (!(weight[1] > 0)) return false;
  bms_cross(u, back, part);
  weight[2] = bms_dot(part, normal) / square;
  weight[0] = 1 - weight[1] - weight[2];
  return weight[2] > 0 && weight[0] > 0;
}

/* Finds the weights w of three edges with sum_i w_i edge_i = c.  Returns false if the edges are not independent. */
static bool weigh(double edge[3][3], const double c[3], double w[3]) {
  double normal[3];
  bms_cross(edge[0], edge[1], normal);
  double volume = bms_dot(normal, edge[2]);
  w[2] = bms_dot(normal, c) / volume;
  bms_cross(edge[1], edge[2], normal);
  w[0] = bms_dot(normal, c) / volume;
  bms_cross(edge[2], edge[0], normal);
  w[1] = bms_dot(normal, c) / volume;
  return volume != 0;
}

/* The points are weighed a second time for what the first left over: if they surround the origin they have to show it
   to rounding. */
static bool surround(double (*point)[3], double weight[4]) {
  double edge[3][3], change[3], back[3] = {-point[0][0], -point[0][1], -point[0][2]};
  for (int i = 0; i < 3; i++) edge_between(point[0], point[i + 1], edge[i]);
  for (int i = 1; i < 4; i++) weight[i] = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (!weigh(edge, back, change)) return false;
    for (int i = 0; i < 3; i++) {
      weight[i + 1] += change[i];
      for (int r = 0; r < 3; r++) back[r] -= change[i] * edge[i][r];
    }
  }
  weight[0] = 1;
  for (int i = 1; i < 4; i++) {
    if (!(weight[i] > 0)) return false;
    weight[0] -= weight[i];
  }
  return weight[0] > 0;
}

/* A face of a simplex: its corners. */
typedef struct face {
  int count, corner[4];
} face;

/* The faces with the newest corner, in the order in which they are tried, of a simplex of this number of corners. */
static const face FACES[5][8] = {
    {{0}},
    {{1, {0}}},
    {{2, {0, 1}}, {1, {1}}},
    {{3, {0, 1, 2}}, {2, {0, 2}}, {2, {1, 2}}, {1, {2}}},
    {{3, {0, 2, 3}},
     {3, {1, 2, 3}},
     {3, {0, 1, 3}},
     {2, {2, 3}},
     {2, {1, 3}},
     {2, {0, 3}},
     {4, {0, 1, 2, 3}},
     {1, {3}}},
};

/* Keeps the corners of a face. */
static void keep(bms_simplex *s, const face *f, const double weight[4]) {
  for (int i = 0; i < f->count; i++) {
    int from = f->corner[i];
    if (i != from) {
      memcpy(s->point[i], s->point[from], sizeof s->point[i]);
      memcpy(s->corner_a[i], s->corner_a[from], sizeof s->corner_a[i]);
      memcpy(s->corner_b[i], s->corner_b[from], sizeof s->corner_b[i]);
      s->number_a[i] = s->number_a[from];
      s->number_b[i] = s->number_b[from];
    }
    s->weight[i] = weight[i];
  }
  s->count = f->count;
}

static bool nearest_of_face(double (*point)[3], const face *f, double weight[4]) {
  const int *corner = f->corner;
  switch (f->count) {
    case 2:
      return nearest_of_line(point[corner[0]], point[corner[1]], weight);
    case 3:
      return nearest_of_plane(point[corner[0]], point[corner[1]], point[corner[2]], weight);
    case 4:
      return surround(point, weight);
    default:
      weight[0] = 1;
      return true;
  }
}

/* Returns true if no corner lies before the plane through x across x: then x is the nearest point of the hull. */
static bool is_nearest(const bms_simplex *s, const double x[3], double square) {
  static const double LEAST = 1 - 0x1p-40;
  for (int i = 0; i < s->count; i++)
    if (!(bms_dot(x, s->point[i]) >= LEAST * square)) return false;
  return true;
}

/* Writes the point of a face that has these weights. */
static void weighted(double (*corner)[3], const face *f, const double weight[4], double point[3]) {
  double x = 0, y = 0, z = 0;
  for (int i = 0; i < f->count; i++) {
    const double *p = corner[f->corner[i]];
    x += weight[i] * p[0];
    y += weight[i] * p[1];
    z += weight[i] * p[2];
  }
  point[0] = x;
  point[1] = y;
  point[2] = z;
}

double bms_simplex_reduce(bms_simplex *s, double nearest[3]) {
  double least = INFINITY, weights[4] = {1};
  int tried = 1 << (s->count - 1);
  const face *kept = &FACES[s->count][tried - 1];
  for (int k = 0; k < tried; k++) {
    const face *f = &FACES[s->count][k];
    double weight[4], point[3];
    if (!nearest_of_face(s->point, f, weight)) continue;
    weighted(s->point, f, weight, point);
    double square = bms_dot(point, point);
    if (!(square < least)) continue;
    least = square;
    kept = f;
    for (int i = 0; i < f->count; i++) weights[i] = weight[i];
    for (int r = 0; r < 3; r++) nearest[r] = point[r];
    if (is_nearest(s, point, square)) break;
  }
  keep(s, kept, weights);
  return least;
}

double bms_simplex_depth(const bms_simplex *s) {
  double depth = INFINITY;
  if (s->count < 4) return -1;
  for (int k = 0; k < 4; k++) {
    const double *base = s->point[(k + 1) % 4];
    double u[3], v[3], w[3], normal[3];
    for (int r = 0; r < 3; r++) {
      u[r] = s->point[(k + 2) % 4][r] - base[r];
      v[r] = s->point[(k + 3) % 4][r] - base[r];
      w[r] = s->point[k][r] - base[r];
    }
    bms_cross(u, v, normal);
    double side = bms_dot(normal, w), origin = -bms_dot(normal, base), length = bms_length(normal);
    depth = bms_min(depth, (side > 0 ? origin : -origin) / length);
  }
  return depth > 0 ? depth : -1;
}
