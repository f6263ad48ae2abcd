/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The algorithm of Gilbert, Johnson and Keerthi ("A fast procedure for computing the distance between complex objects
 * in three-dimensional space", IEEE Journal of Robotics and Automation 4, 1988): the point v of b - a nearest to the
 * origin, as a convex combination of at most four corners.  Each round adds the corner farthest along -v, and keeps of
 * the simplex the face that holds the point nearest to the origin.
 *
 * That face is found by trying all subsets: the nearest point of the plane through each, by Cramer's rule on its Gram
 * matrix, and of those with no negative coordinate the shortest.  Slower than the signed volumes usual now, and
 * impossible to get wrong.  Nothing that is certified rests on the result being the nearest: it is a pair of points,
 * and a direction to try.
 */

#include "numeric/arithmetic.h"

#include "bounds/distance.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/vector.h"

enum { ROUNDS = 64, LEAST_EXPONENT = -1000 };

/* Times |v|^2: another corner that comes nearer by less does not count. */
static const double PROGRESS = 1e-14;

/* Times the product of the squared edges: a flatter simplex is left to its own faces. */
static const double FLAT = 1e-14;

typedef struct shape {
  double centre[3], edge[3][3]; /* edge[j]: half of the box along its axis j, in the world */
} shape;

static shape shape_of(const bms_body *body, double t) {
  double pose[3][4];
  shape out;
  bms_motion_at(&body->motion, t, pose);
  for (int r = 0; r < 3; r++) {
    out.centre[r] = pose[r][3];
    for (int j = 0; j < 3; j++) {
      out.centre[r] += pose[r][j] * (0.5 * body->box.min[j] + 0.5 * body->box.max[j]);
      out.edge[j][r] = pose[r][j] * (0.5 * body->box.max[j] - 0.5 * body->box.min[j]);
    }
  }
  return out;
}

/* The corner farthest along sign * direction; returns its signs as bits. */
static int corner(const shape *s, double sign, const double direction[3], double out[3]) {
  int bits = 0;
  memcpy(out, s->centre, sizeof s->centre);
  for (int j = 0; j < 3; j++) {
    bool positive = sign * bms_dot(s->edge[j], direction) > 0;
    for (int r = 0; r < 3; r++) out[r] += positive ? s->edge[j][r] : -s->edge[j][r];
    bits |= positive << j;
  }
  return bits;
}

typedef struct simplex {
  int count;
  double point[4][3];
  int name[4];
} simplex;

static double determinant(double m[3][3]) {
  double across[3];
  bms_cross(m[1], m[2], across);
  return bms_dot(m[0], across);
}

/* Finds the point nearest to the origin of the plane through these points, if it lies among them. */
static bool nearest_of(const simplex *s, const int *chosen, int count, double out[3]) {
  double gram[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, right[3] = {0, 0, 0}, edge[3][3], size = 1, rest = 1;
  const double *base = s->point[chosen[0]];
  for (int i = 0; i + 1 < count; i++)
    for (int r = 0; r < 3; r++) edge[i][r] = s->point[chosen[i + 1]][r] - base[r];
  for (int i = 0; i + 1 < count; i++) {
    for (int j = 0; j + 1 < count; j++) gram[i][j] = bms_dot(edge[i], edge[j]);
    right[i] = -bms_dot(edge[i], base);
    size *= gram[i][i];
  }
  double whole = determinant(gram);
  if (!(whole > FLAT * size)) return false;
  memcpy(out, base, 3 * sizeof *out);
  for (int i = 0; i + 1 < count; i++) {
    double replaced[3][3];
    memcpy(replaced, gram, sizeof gram);
    for (int j = 0; j < 3; j++) replaced[j][i] = right[j];
    double weight = determinant(replaced) / whole;
    if (!(weight >= 0)) return false;
    rest -= weight;
    for (int r = 0; r < 3; r++) out[r] += weight * edge[i][r];
  }
  return rest >= 0;
}

/* v, and the smallest face of the simplex that it lies in. */
static void reduce(simplex *s, double v[3]) {
  double best = INFINITY;
  int best_set = 1;
  for (int set = 1; set < 1 << s->count; set++) {
    int chosen[4] = {0}, count = 0;
    double point[3];
    for (int i = 0; i < s->count; i++)
      if (set >> i & 1) chosen[count++] = i;
    if (!nearest_of(s, chosen, count, point) || !(bms_dot(point, point) < best)) continue;
    best = bms_dot(point, point);
    best_set = set;
    memcpy(v, point, sizeof point);
  }
  int kept = 0;
  for (int i = 0; i < s->count; i++) {
    if (!(best_set >> i & 1)) continue;
    memmove(s->point[kept], s->point[i], sizeof s->point[i]);
    s->name[kept++] = s->name[i];
  }
  s->count = kept;
}

/* Adds the corner of b - a farthest along -v; false if there is no gain in it. */
static bool add_corner(const shape *a, const shape *b, const double v[3], simplex *s) {
  double of_a[3], of_b[3], w[3];
  int name = corner(a, 1, v, of_a) | corner(b, -1, v, of_b) << 3;
  for (int r = 0; r < 3; r++) w[r] = of_b[r] - of_a[r];
  if (!(bms_dot(v, v) - bms_dot(v, w) > PROGRESS * bms_dot(v, v)) || s->count == 4) return false;
  for (int i = 0; i < s->count; i++)
    if (s->name[i] == name) return false;
  memcpy(s->point[s->count], w, sizeof w);
  s->name[s->count++] = name;
  return true;
}

/* Returns the power of 2 that takes both shapes to a size of about 1, so that products of lengths are doubles. */
static double unit_of(const shape *a, const shape *b) {
  double largest = 0;
  int exponent = 0;
  for (int r = 0; r < 3; r++) {
    largest = fmax(largest, fabs(b->centre[r] - a->centre[r]));
    for (int j = 0; j < 3; j++) largest = fmax(largest, fmax(fabs(a->edge[j][r]), fabs(b->edge[j][r])));
  }
  if (isfinite(largest)) frexp(largest, &exponent);
  return ldexp(1, exponent < LEAST_EXPONENT ? -LEAST_EXPONENT : -exponent);
}

static void scale(double factor, shape *s) {
  for (int r = 0; r < 3; r++) {
    s->centre[r] *= factor;
    for (int j = 0; j < 3; j++) s->edge[j][r] *= factor;
  }
}

void bms_distance_at(const bms_body *a, const bms_body *b, double t, bms_distance *out) {
  shape sa = shape_of(a, t), sb = shape_of(b, t);
  simplex s = {.count = 0};
  double v[3], unit = unit_of(&sa, &sb);
  scale(unit, &sa);
  scale(unit, &sb);
  for (int r = 0; r < 3; r++) v[r] = sb.centre[r] - sa.centre[r];
  /* The centres are points of the bodies, not corners: the first corner replaces them. */
  for (int round = 0; round < ROUNDS && add_corner(&sa, &sb, v, &s); round++) reduce(&s, v);
  /* A simplex of four holds the origin, and v is what the rounding leaves of it. */
  for (int r = 0; r < 3; r++) out->between[r] = s.count == 4 ? 0 : v[r] / unit;
  out->distance = bms_length(v) / unit;
}
