/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The nearest point of a hull is found by trying all its faces: at most eight small systems of equations, with no
 * decisions that rounding could turn around and contradict.  A face whose system says that the nearest point of its
 * plane lies inside is a candidate, a single point always is, and the nearest of all candidates is taken; the search
 * ends early at one that no corner lies before.
 */

#include "numeric/arithmetic.h"

#include "shapes/simplex.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/vector.h"

/* Finds the weights w of n edges for which sum_i w_i edge_i comes nearest to c.  By cross products, not by the edges'
   products with each other: those square the condition of a narrow simplex.  Returns false if the edges are not
   independent. */
static bool weigh(int n, double edge[3][3], const double c[3], double w[3]) {
  double normal[3], part[3], square;
  if (n == 1) {
    square = bms_dot(edge[0], edge[0]);
    w[0] = bms_dot(edge[0], c) / square;
    return square > 0;
  }
  bms_cross(edge[0], edge[1], normal);
  if (n == 2) {
    square = bms_dot(normal, normal);
    bms_cross(c, edge[1], part);
    w[0] = bms_dot(part, normal) / square;
    bms_cross(edge[0], c, part);
    w[1] = bms_dot(part, normal) / square;
    return square > 0;
  }
  double volume = bms_dot(normal, edge[2]);
  w[2] = bms_dot(normal, c) / volume;
  bms_cross(edge[1], edge[2], normal);
  w[0] = bms_dot(normal, c) / volume;
  bms_cross(edge[2], edge[0], normal);
  w[1] = bms_dot(normal, c) / volume;
  return volume != 0;
}

/* Finds the weights of the point nearest to the origin in the plane through these points.  Returns false if it does not
   lie strictly between them, or the points do not span the plane.  Four points are weighed a second time for what the
   first left over: where they surround the origin they have to show it to rounding. */
static bool nearest_of_plane(const bms_simplex *s, const int *member, int count, double weight[4]) {
  double edge[3][3], back[3], change[3];
  const double *base = s->point[member[0]];
  int n = count - 1;
  for (int r = 0; r < 3; r++) {
    back[r] = -base[r];
    for (int i = 0; i < n; i++) edge[i][r] = s->point[member[i + 1]][r] - base[r];
  }
  for (int i = 1; i <= n; i++) weight[i] = 0;
  for (int pass = 0; pass < (count < 4 ? 1 : 2); pass++) {
    if (!weigh(n, edge, back, change)) return false;
    for (int i = 0; i < n; i++) {
      weight[i + 1] += change[i];
      for (int r = 0; r < 3; r++) back[r] -= change[i] * edge[i][r];
    }
  }
  weight[0] = 1;
  for (int i = 1; i <= n; i++) {
    if (!(weight[i] > 0)) return false;
    weight[0] -= weight[i];
  }
  return weight[0] > 0;
}

/* Keeps the corners whose bits are set. */
static void keep(bms_simplex *s, int corners, const double weight[4]) {
  int count = 0;
  for (int i = 0; i < s->count; i++) {
    if (!(corners >> i & 1)) continue;
    if (i != count) {
      memcpy(s->point[count], s->point[i], sizeof s->point[i]);
      memcpy(s->corner_a[count], s->corner_a[i], sizeof s->corner_a[i]);
      memcpy(s->corner_b[count], s->corner_b[i], sizeof s->corner_b[i]);
      s->number_a[count] = s->number_a[i];
      s->number_b[count] = s->number_b[i];
    }
    s->weight[count] = weight[count];
    count++;
  }
  s->count = count;
}

/* The faces with the newest corner, one bit per corner, in the order in which they are tried. */
static const int FACES[5][8] = {{0}, {1}, {3, 2}, {7, 5, 6, 4}, {13, 14, 11, 12, 10, 9, 8, 15}};

/* Returns true if no corner lies before the plane through x across x: then x is the nearest point of the hull. */
static bool is_nearest(const bms_simplex *s, const double x[3], double square) {
  static const double LEAST = 1 - 0x1p-40;
  for (int i = 0; i < s->count; i++)
    if (!(bms_dot(x, s->point[i]) >= LEAST * square)) return false;
  return true;
}

double bms_simplex_reduce(bms_simplex *s, double nearest[3]) {
  double least = INFINITY, weights[4] = {1};
  int tried = 1 << (s->count - 1), kept = tried;
  for (int k = 0; k < tried; k++) {
    int faces = FACES[s->count][k], member[4], count = 0;
    double weight[4] = {1}, point[3] = {0};
    for (int i = 0; i < s->count; i++)
      if (faces >> i & 1) member[count++] = i;
    if (count > 1 && !nearest_of_plane(s, member, count, weight)) continue;
    for (int i = 0; i < count; i++)
      for (int r = 0; r < 3; r++) point[r] += weight[i] * s->point[member[i]][r];
    double square = bms_dot(point, point);
    if (!(square < least)) continue;
    least = square;
    kept = faces;
    memcpy(weights, weight, sizeof weights);
    memcpy(nearest, point, sizeof point);
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
