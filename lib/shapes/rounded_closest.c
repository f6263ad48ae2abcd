/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The closest points of a box and a core.
 *
 * The point of the Minkowski difference that is nearest to the origin is sought among hulls of up to four of its
 * points. The nearest point of such a hull is found by trying all its faces: at most eight small systems of equations,
 * with no decisions that rounding could turn around and contradict.  A face whose system says that the nearest point of
 * its plane lies inside is a candidate, a single point always is, and the nearest of all candidates is taken.
 *
 * Error of a point of the shape in the box's frame: the quaternions are off by 3 u of their bound, so the rotation by
 * 12 u K / (a b) + 20 u, and P by 12 u: less than 64 u S K / (a b) in all; DISTANCE_ROUNDINGS counts that four times,
 * to cover the sums of the points with weights, and the shrunk box.
 */

#include "numeric/arithmetic.h"

#include "shapes/rounded_closest.h"

#include <math.h>
#include <string.h>

#include "motion/motion.h"
#include "numeric/vector.h"

static const double DISTANCE_ROUNDINGS = 256;

/* The search ends where the distance can shrink no more by this part of it, or is this part of the size. */
static const double PROGRESS = 0x1p-46, NOTHING = 0x1p-50;

enum { MAX_ROUNDS = 100 };

/* ------------------------------------------------------------------ an instant */

void bms_rounded_instant_at(const bms_rounded_pair *pair, double t, bms_rounded_instant *instant) {
  double q[4], r[4], a[3][3], b[3][3], p[3];
  bms_rounded_quaternion(pair->quaternion_a, t, q);
  bms_rounded_quaternion(pair->quaternion_b, t, r);
  double scale_a = bms_dot4(q, q), scales = scale_a * bms_dot4(r, r);
  bms_rotation_polar(q, q, a);
  bms_rotation_polar(r, r, b);
  for (int k = 0; k < 3; k++) p[k] = bms_quadratic_at(pair->position[k], t);
  for (int i = 0; i < 3; i++) {
    instant->position[i] = (a[0][i] * p[0] + a[1][i] * p[1] + a[2][i] * p[2]) / scale_a;
    for (int j = 0; j < 3; j++)
      instant->rotation[i][j] = (a[0][i] * b[0][j] + a[1][i] * b[1][j] + a[2][i] * b[2][j]) / scales;
  }
  instant->pair = pair;
  bms_rounded_bounds bounds = bms_rounded_bounds_of(pair, fabs(t));
  instant->size = bounds.size;
  instant->error = DISTANCE_ROUNDINGS * BMS_UNIT_ROUNDING * bounds.size * (bounds.scales / scales);
}

void bms_rounded_to_shape(const bms_rounded_instant *instant, const double vector[3], double out[3]) {
  for (int j = 0; j < 3; j++)
    out[j] =
        instant->rotation[0][j] * vector[0] + instant->rotation[1][j] * vector[1] + instant->rotation[2][j] * vector[2];
}

/* ------------------------------------------------------------------ hulls of up to four points */

typedef struct simplex {
  int count;
  double point[4][3], on_core[4][3], weight[4];
  int octant[4], vertex[4];
} simplex;

/* The weights w of n edges for which sum_i w_i edge_i comes nearest to c.  By cross products, not by the edges'
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

/* The weights of the point nearest to the origin in the plane through these points.  Returns false if it does not lie
   strictly between them, or the points do not span the plane.  Weighed a second time for what the first left over:
   points that surround the origin have to show it to rounding. */
static bool nearest_of_plane(const simplex *s, const int *member, int count, double weight[4]) {
  double edge[3][3], back[3], change[3];
  const double *base = s->point[member[0]];
  int n = count - 1;
  for (int r = 0; r < 3; r++) {
    back[r] = -base[r];
    for (int i = 0; i < n; i++) edge[i][r] = s->point[member[i + 1]][r] - base[r];
  }
  for (int i = 1; i <= n; i++) weight[i] = 0;
  for (int pass = 0; pass < (count < 3 ? 1 : 2); pass++) {
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

/* Cuts the simplex down to the face that holds the point nearest to the origin, which has its newest point for a
   corner; returns the square of the distance. */
static double reduce(simplex *s, double nearest[3]) {
  double least = INFINITY, weights[4] = {0};
  int best = 0;
  for (int faces = 1 << (s->count - 1); faces < 1 << s->count; faces++) {
    int member[4], count = 0;
    double weight[4] = {1}, point[3] = {0};
    for (int i = 0; i < s->count; i++)
      if (faces >> i & 1) member[count++] = i;
    if (count > 1 && !nearest_of_plane(s, member, count, weight)) continue;
    for (int i = 0; i < count; i++)
      for (int r = 0; r < 3; r++) point[r] += weight[i] * s->point[member[i]][r];
    double square = bms_dot(point, point);
    if (!(square < least)) continue;
    least = square;
    best = faces;
    memcpy(weights, weight, sizeof weights);
    memcpy(nearest, point, sizeof point);
  }
  int count = 0;
  for (int i = 0; i < s->count; i++) {
    if (!(best >> i & 1)) continue;
    memcpy(s->point[count], s->point[i], sizeof s->point[i]);
    memcpy(s->on_core[count], s->on_core[i], sizeof s->on_core[i]);
    s->octant[count] = s->octant[i];
    s->vertex[count] = s->vertex[i];
    s->weight[count] = weights[count];
    count++;
  }
  s->count = count;
  return least;
}

/* ------------------------------------------------------------------ the search */

/* Adds the point of the difference, core less box, that lies least far along a direction.  Returns false if it is there
   already. */
static bool add_support(const bms_rounded_instant *instant, const bms_box *box, const double direction[3], simplex *s) {
  double in_shape[3], back[3], x[3];
  for (int r = 0; r < 3; r++) back[r] = -direction[r];
  bms_rounded_to_shape(instant, back, in_shape);
  int octant = bms_box_support(box, direction, x), k = s->count;
  int vertex = bms_core_support(&instant->pair->shape, in_shape);
  for (int i = 0; i < k; i++)
    if (s->octant[i] == octant && s->vertex[i] == vertex) return false;
  const double *v = instant->pair->shape.vertex + 3 * vertex;
  for (int i = 0; i < 3; i++) {
    s->on_core[k][i] = instant->position[i] + bms_dot(instant->rotation[i], v);
    s->point[k][i] = s->on_core[k][i] - x[i];
  }
  s->octant[k] = octant;
  s->vertex[k] = vertex;
  s->weight[k] = 1;
  s->count++;
  return true;
}

static void answer(const simplex *s, const double nearest[3], bms_closest *closest) {
  closest->count = s->count;
  closest->distance = bms_length(nearest);
  for (int r = 0; r < 3; r++) {
    closest->direction[r] = nearest[r];
    closest->on_core[r] = 0;
    for (int i = 0; i < s->count; i++) closest->on_core[r] += s->weight[i] * s->on_core[i][r];
  }
  memcpy(closest->octant, s->octant, sizeof closest->octant);
  memcpy(closest->vertex, s->vertex, sizeof closest->vertex);
}

void bms_closest_points(const bms_rounded_instant *instant, double shrink, const double guess[3],
                        bms_closest *closest) {
  double size = instant->size, nearest[3], next[3];
  bms_box box = instant->pair->box;
  simplex s = {.count = 0}, tried;
  for (int i = 0; i < 3; i++) {
    box.min[i] += shrink;
    box.max[i] -= shrink;
    nearest[i] = guess[i];
  }
  (void)add_support(instant, &box, nearest, &s);
  double square = reduce(&s, nearest);
  for (int i = 0; i < MAX_ROUNDS && s.count < 4 && square > NOTHING * NOTHING * size * size; i++) {
    tried = s;
    if (!add_support(instant, &box, nearest, &tried)) break;
    if (!(square - bms_dot(nearest, tried.point[tried.count - 1]) > PROGRESS * square)) break;
    double less = reduce(&tried, next);
    if (!(less < square)) break;
    s = tried;
    square = less;
    memcpy(nearest, next, sizeof next);
  }
  answer(&s, nearest, closest);
}
