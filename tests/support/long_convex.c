/* SPDX-License-Identifier: BSD-3-Clause */

/* Distances over all pairs of features; closest points of triangles and segments after Ericson, "Real-Time Collision
   Detection", 2005, 5.1. */

#include "long_convex.h"

#include <math.h>
#include <string.h>

#include "long_pose.h"

enum { MAX_VERTICES = 2 * LONG_PRISM_SIDES, MAX_EDGES = 40, MAX_TRIANGLES = 64 };

/* The direction between closest points has to separate by this part of their distance: if the two overlap no direction
   separates at all. */
static const long double VERIFIED = 0.5L;

typedef struct polytope {
  int vertices, edges, triangles;
  long double vertex[MAX_VERTICES][3];
  int edge[MAX_EDGES][2], triangle[MAX_TRIANGLES][3];
} polytope;

/* ------------------------------------------------------------------ building */

static void add_edge(polytope *p, int i, int j) {
  p->edge[p->edges][0] = i;
  p->edge[p->edges++][1] = j;
}

static void add_triangle(polytope *p, int i, int j, int k) {
  p->triangle[p->triangles][0] = i;
  p->triangle[p->triangles][1] = j;
  p->triangle[p->triangles++][2] = k;
}

static void all_features(polytope *p) {
  for (int i = 0; i < p->vertices; i++)
    for (int j = 0; j < i; j++) {
      add_edge(p, i, j);
      for (int k = 0; k < j; k++) add_triangle(p, i, j, k);
    }
}

/* Makes the features of two rings of m vertices, one above the other, closed by lids. */
static void prism_features(polytope *p, int m) {
  for (int i = 0; i < m; i++) {
    int j = (i + 1) % m;
    add_edge(p, i, j);
    add_edge(p, m + i, m + j);
    add_edge(p, i, m + i);
    add_triangle(p, i, j, m + i);
    add_triangle(p, j, m + j, m + i);
    if (i < 2) continue;
    add_triangle(p, 0, i - 1, i);
    add_triangle(p, m, m + i - 1, m + i);
  }
}

static void build(const bms_convex *shape, const long_prism *prism, polytope *p) {
  const int m = shape->core == BMS_CORE_BOX ? 4 : LONG_PRISM_SIDES;
  const long double pi = 3.14159265358979323846L;
  p->edges = p->triangles = 0;
  p->vertices = shape->core == BMS_CORE_POINTS ? shape->points.count : 2 * m;
  for (int k = 0; k < p->vertices; k++) {
    long double *v = p->vertex[k];
    if (shape->core == BMS_CORE_POINTS) {
      for (int i = 0; i < 3; i++) v[i] = shape->points.vertex[3 * k + i];
    } else if (shape->core == BMS_CORE_BOX) {
      const double *corner[2] = {shape->box.min, shape->box.max};
      v[0] = corner[k % 4 == 1 || k % 4 == 2][0];
      v[1] = corner[k % 4 >= 2][1];
      v[2] = corner[k >= 4][2];
    } else {
      long double r = shape->cylinder.radius, angle = prism->phase + 2 * pi * (k % m) / m;
      if (prism->around) r /= cosl(pi / m);
      v[0] = r * cosl(angle);
      v[1] = r * sinl(angle);
      v[2] = k < m ? -shape->cylinder.half_length : shape->cylinder.half_length;
    }
  }
  if (shape->core == BMS_CORE_POINTS)
    all_features(p);
  else
    prism_features(p, m);
}

/* Places the vertices of b in the frame of a. */
static void place(const bms_convex_query *query, long double t, polytope *b) {
  long_pose pose_a = long_pose_at(&query->motion_a, t), pose_b = long_pose_at(&query->motion_b, t);
  for (int k = 0; k < b->vertices; k++) {
    long double world[3];
    for (int r = 0; r < 3; r++) {
      world[r] = pose_b.translation[r] - pose_a.translation[r];
      for (int i = 0; i < 3; i++) world[r] += pose_b.column[i][r] * b->vertex[k][i];
    }
    for (int i = 0; i < 3; i++) b->vertex[k][i] = long_dot(pose_a.column[i], world);
  }
}

/* ------------------------------------------------------------------ features */

static void minus(const long double x[3], const long double y[3], long double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = x[r] - y[r];
}

static long double clamp(long double x) {
  return x > 0 ? (x < 1 ? x : 1) : 0; /* a NaN is 0 */
}

/* Keeps the shortest vector. */
static void keep(const long double vector[3], long double least[3]) {
  if (long_dot(vector, vector) < long_dot(least, least)) memcpy(least, vector, 3 * sizeof *least);
}

/* Finds the shortest vector from a segment to another. */
static void between_segments(const long double p[3], const long double p2[3], const long double q[3],
                             const long double q2[3], long double out[3]) {
  long double u[3], v[3], w[3];
  minus(p2, p, u);
  minus(q2, q, v);
  minus(p, q, w);
  long double a = long_dot(u, u), e = long_dot(v, v), f = long_dot(v, w), c = long_dot(u, w), b = long_dot(u, v);
  long double s = clamp((b * f - c * e) / (a * e - b * b)), t = (b * s + f) / e;
  if (!(t >= 0 && t <= 1)) {
    t = clamp(t);
    s = clamp((b * t - c) / a);
  }
  for (int r = 0; r < 3; r++) out[r] = q[r] + t * v[r] - p[r] - s * u[r];
}

/* Finds the vector from a point straight to the plane of a triangle. Returns false if it does not meet the triangle. */
static bool to_triangle(const long double x[3], const long double a[3], const long double b[3], const long double c[3],
                        long double out[3]) {
  long double u[3], v[3], w[3], n[3], part[3];
  minus(b, a, u);
  minus(c, a, v);
  minus(x, a, w);
  long_cross(u, v, n);
  long double square = long_dot(n, n);
  long_cross(w, v, part);
  long double s = long_dot(part, n) / square;
  long_cross(u, w, part);
  long double t = long_dot(part, n) / square;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return false;
  for (int r = 0; r < 3; r++) out[r] = -n[r] * (long_dot(w, n) / square);
  return true;
}

/* Finds the shortest vector over all vertices of p and triangles of q; `sign` turns it. */
static void vertices_and_triangles(const polytope *p, const polytope *q, long double sign, long double least[3]) {
  for (int i = 0; i < p->vertices; i++)
    for (int k = 0; k < q->triangles; k++) {
      const int *corner = q->triangle[k];
      long double vector[3];
      if (!to_triangle(p->vertex[i], q->vertex[corner[0]], q->vertex[corner[1]], q->vertex[corner[2]], vector))
        continue;
      for (int r = 0; r < 3; r++) vector[r] *= sign;
      keep(vector, least);
    }
}

static void segment_of(const polytope *p, int i, const long double *end[2]) {
  end[0] = p->vertex[p->edges > 0 ? p->edge[i][0] : 0];
  end[1] = p->vertex[p->edges > 0 ? p->edge[i][1] : 0];
}

static void edges_and_edges(const polytope *p, const polytope *q, long double least[3]) {
  for (int i = 0; i < p->edges || i == 0; i++)
    for (int k = 0; k < q->edges || k == 0; k++) {
      const long double *in_p[2], *in_q[2];
      long double vector[3];
      segment_of(p, i, in_p);
      segment_of(q, k, in_q);
      between_segments(in_p[0], in_p[1], in_q[0], in_q[1], vector);
      keep(vector, least);
    }
}

/* ------------------------------------------------------------------ axes */

/* Returns the gap along a direction, and along its opposite if that is more. */
static long double gap_along(const polytope *a, const polytope *b, const long double n[3]) {
  long double length = sqrtl(long_dot(n, n)), low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  const polytope *both[2] = {a, b};
  if (!(length > 0)) return -INFINITY;
  for (int m = 0; m < 2; m++)
    for (int k = 0; k < both[m]->vertices; k++) {
      long double along = long_dot(n, both[m]->vertex[k]);
      low[m] = fminl(low[m], along);
      high[m] = fmaxl(high[m], along);
    }
  return fmaxl(low[1] - high[0], low[0] - high[1]) / length;
}

static long double gap_along_faces(const polytope *a, const polytope *b, const polytope *own) {
  long double greatest = -INFINITY, u[3], v[3], n[3];
  for (int k = 0; k < own->triangles; k++) {
    const int *corner = own->triangle[k];
    minus(own->vertex[corner[1]], own->vertex[corner[0]], u);
    minus(own->vertex[corner[2]], own->vertex[corner[0]], v);
    long_cross(u, v, n);
    greatest = fmaxl(greatest, gap_along(a, b, n));
  }
  return greatest;
}

/* Returns the greatest gap along all axes that may separate the two. */
static long double greatest_gap(const polytope *a, const polytope *b) {
  long double greatest = fmaxl(gap_along_faces(a, b, a), gap_along_faces(a, b, b)), u[3], v[3], n[3];
  for (int i = 0; i < a->edges; i++)
    for (int k = 0; k < b->edges; k++) {
      minus(a->vertex[a->edge[i][1]], a->vertex[a->edge[i][0]], u);
      minus(b->vertex[b->edge[k][1]], b->vertex[b->edge[k][0]], v);
      long_cross(u, v, n);
      greatest = fmaxl(greatest, gap_along(a, b, n));
    }
  return greatest > -INFINITY ? greatest : 0; /* nothing but points and segments in one line */
}

/* ------------------------------------------------------------------ all */

static long double gap_above(const bms_half_space *plane, const polytope *b) {
  long double normal[3] = {plane->normal[0], plane->normal[1], plane->normal[2]}, least = INFINITY;
  for (int k = 0; k < b->vertices; k++) least = fminl(least, long_dot(normal, b->vertex[k]) - plane->offset);
  return least / sqrtl(long_dot(normal, normal));
}

long double long_convex_gap(const bms_convex_query *query, const long_prism *prism, long double t) {
  long double radius = (long double)query->a.radius + query->b.radius;
  polytope a, b;
  build(&query->b, prism, &b);
  place(query, t, &b);
  if (query->a.core == BMS_CORE_HALF_SPACE) return gap_above(&query->a.half_space, &b) - radius;
  build(&query->a, prism, &a);
  long double least[3] = {INFINITY, 0, 0};
  vertices_and_triangles(&a, &b, 1, least);
  vertices_and_triangles(&b, &a, -1, least);
  edges_and_edges(&a, &b, least);
  long double distance = sqrtl(long_dot(least, least));
  if (distance > 0 && gap_along(&a, &b, least) >= distance * VERIFIED) return distance - radius;
  return fminl(greatest_gap(&a, &b), distance) - radius;
}

/* ------------------------------------------------------------------ speed */

static long double farthest(const bms_convex *shape) {
  long_prism prism = {.around = true};
  polytope p;
  long double square = 0;
  if (shape->core == BMS_CORE_HALF_SPACE) return 0;
  build(shape, &prism, &p);
  for (int k = 0; k < p.vertices; k++) square = fmaxl(square, long_dot(p.vertex[k], p.vertex[k]));
  return sqrtl(square) + shape->radius;
}

/* Returns a bound of the spin: 2 |q'| / |q| is more than the angular velocity of a linear quaternion. */
static long double spin(const bms_motion *motion, long double t0, long double t1) {
  long double rate = 0, mixed = 0, square[2] = {0, 0};
  for (int i = 0; i < 4; i++) {
    long double c0 = motion->rigid.quaternion[i][0], c1 = motion->rigid.quaternion[i][1];
    rate += c1 * c1;
    mixed += c0 * c1;
  }
  if (!(rate > 0)) return 0;
  long double nearest = fminl(fmaxl(-mixed / rate, t0), t1);
  for (int i = 0; i < 4; i++) {
    long double q = motion->rigid.quaternion[i][0] + nearest * motion->rigid.quaternion[i][1];
    square[0] += q * q;
  }
  return 2 * sqrtl(rate / square[0]);
}

/* Velocities are linear in t, so the greatest is at an end. */
static long double relative_speed(const bms_convex_query *query, long double t) {
  long double v[3];
  for (int r = 0; r < 3; r++) {
    const double *p = query->motion_a.rigid.position[r], *q = query->motion_b.rigid.position[r];
    v[r] = (long double)q[1] - p[1] + 2 * t * ((long double)q[2] - p[2]);
  }
  return sqrtl(long_dot(v, v));
}

long double long_convex_speed(const bms_convex_query *query) {
  long double t0 = query->t0, t1 = query->t1, speed = fmaxl(relative_speed(query, t0), relative_speed(query, t1));
  speed += farthest(&query->a) * spin(&query->motion_a, t0, t1) + farthest(&query->b) * spin(&query->motion_b, t0, t1);
  return speed * 1.000001L;
}
