/* SPDX-License-Identifier: BSD-3-Clause */

/* The rigid pair of the fast tier: spheres, the parts of an instant's error, and how far things move near a time. */

#include "fast/rigid/rigid_walk.h"

#include "bounds.h"

/* Inputs of a query: quaternions (16), positions (18), the interval (2). */
enum { OF_QUERY = 36 };

static bool prepare(const double *x, bms_query *query, rigid_pair *pair) {
  (void)rigid_walk_start; /* the rest of the header is not wanted here */
  bms_body *bodies[2] = {&query->a, &query->b};
  *query = (bms_query){.t0 = fmin(x[34], x[35]), .t1 = fmax(x[34], x[35])};
  for (int k = 0; k < 2; k++) {
    bodies[k]->box = bms_box_centred(0x1p-10, 0x1p-10, 0x1p-10);
    bodies[k]->motion.form = BMS_MOTION_RIGID;
    memcpy(bodies[k]->motion.rigid.quaternion, x + 8 * k, sizeof bodies[k]->motion.rigid.quaternion);
    memcpy(bodies[k]->motion.rigid.position, x + 16 + 9 * k, sizeof bodies[k]->motion.rigid.position);
  }
  return rigid_prepare(query, pair);
}

static precise_vector distance_at(const bms_query *query, double t) {
  precise_vector out;
  for (int r = 0; r < 3; r++)
    out.x[r] = precise_minus(bounds_polynomial(query->b.motion.rigid.position[r], 2, t),
                             bounds_polynomial(query->a.motion.rigid.position[r], 2, t));
  return out;
}

static void fixed_quaternions(double *x) {
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 8; i++) x[8 * k + i] = i == 0;
}

/* ------------------------------------------------------------------ spheres */

/* Returns the greatest reach with which the spheres are reported as apart. */
static double greatest_reach(rigid_pair *pair) {
  double low = 0, high = 32;
  while (nextafter(low, high) < high) {
    pair->reach = 0.5 * low + 0.5 * high;
    *(rigid_spheres_apart(pair) ? &low : &high) = pair->reach;
  }
  return low;
}

/* The inputs are a query's, whose path is made straight. The rest of the margin is the distance of the
   spheres. */
static double share_of_the_margin(const double *inputs, const void *context) {
  (void)context;
  bms_query query;
  rigid_pair pair;
  double x[OF_QUERY];
  memcpy(x, inputs, sizeof x);
  fixed_quaternions(x);
  for (int r = 0; r < 6; r++) x[16 + 3 * r + 2] = 0;
  if (!prepare(x, &query, &pair)) return 0;
  double reach = greatest_reach(&pair), margin = SPHERE_ERROR * (pair.size + 0.5 * reach);
  if (!(reach > 0)) return 0;
  precise_vector from = distance_at(&query, query.t0), to = distance_at(&query, query.t1);
  precise_vector chord = precise_vector_plus(to, precise_vector_times(precise_of(-1), from));
  precise s = precise_over(precise_dot(from, chord), precise_times(precise_of(-1), precise_dot(chord, chord)));
  if (!(precise_double(s) > 0)) s = precise_of(0);
  if (!(precise_double(s) < 1)) s = precise_of(1);
  precise_vector nearest = precise_vector_plus(from, precise_vector_times(s, chord));
  precise distance = precise_root(precise_dot(nearest, nearest));
  return (margin - precise_double(precise_minus(distance, precise_of(reach)))) / margin;
}

/* ------------------------------------------------------------------ norms */

/* The inputs are a query's. */
static double share_of_a_norm(const double *x, const void *context) {
  (void)context;
  bms_query query;
  rigid_pair pair;
  if (!prepare(x, &query, &pair)) return 0;
  precise q[4][4], end[4], product[2] = {precise_of(0), precise_of(0)};
  double error = 0;
  for (int k = 0; k < 4; k++) {
    const bms_motion *motion = k < 2 ? &query.a.motion : &query.b.motion;
    end[k] = precise_of(0);
    for (int i = 0; i < 4; i++) {
      q[k][i] = bounds_polynomial(motion->rigid.quaternion[i], 1, k % 2 == 0 ? query.t0 : query.t1);
      end[k] = precise_plus(end[k], precise_times(q[k][i], q[k][i]));
      if (k % 2 == 1) product[k / 2] = precise_plus(product[k / 2], precise_times(q[k][i], q[k - 1][i]));
    }
    error = fmax(error, precise_error(pair.ends[k], end[k]) / (k < 2 ? pair.a.square : pair.b.square));
  }
  for (int k = 0; k < 2; k++)
    error = fmax(error, precise_error(pair.products[k], product[k]) / (k == 0 ? pair.a.square : pair.b.square));
  return error / RIGID_NORM_ERROR;
}

static void norms_are_far_better_than_their_signs_need(void **state) {
  (void)state;
  bounds_measure("RIGID_NORM_ERROR", share_of_a_norm, NULL, OF_QUERY, 3);
}

/* ------------------------------------------------------------------ samples */

/* Returns A_i . B_j at a place of the interval, times the squares of both quaternions. */
static precise exact_product(const bms_query *query, int i, int j, double place) {
  precise_vector column[2];
  precise scale = precise_of(1);
  for (int k = 0; k < 2; k++) {
    const double(*c)[2] = (k == 0 ? &query->a : &query->b)->motion.rigid.quaternion;
    const double axis[3] = {(k == 0 ? i : j) == 0, (k == 0 ? i : j) == 1, (k == 0 ? i : j) == 2};
    precise q[4], square = precise_of(0);
    for (int n = 0; n < 4; n++) {
      precise from = bounds_polynomial(c[n], 1, query->t0), to = bounds_polynomial(c[n], 1, query->t1);
      q[n] = precise_plus(from, precise_times(precise_of(place), precise_minus(to, from)));
      square = precise_plus(square, precise_times(q[n], q[n]));
    }
    column[k] = precise_rotated(q, precise_vector_of(axis));
    scale = precise_times(scale, square);
  }
  return precise_times(scale, precise_dot(column[0], column[1]));
}

/* The inputs are a query's, and which of the products. */
static double share_of_a_sample(const double *x, const void *context) {
  (void)context;
  bms_query query;
  rigid_pair pair;
  rigid_samples samples;
  if (!prepare(x, &query, &pair)) return 0;
  int which = (int)(fabs(x[OF_QUERY]) * 71.9), i = which / 24, j = which / 8 % 3, place = which % 8;
  for (int k = 0; k < FAST_BLOCKS; k++) rigid_sample_block(&pair, k, &samples);
  double computed = samples.c[i][j].place[place] * samples.scale.place[place];
  precise exact = exact_product(&query, i, j, FAST_NODE[place]);
  return precise_error(computed, exact) / (RIGID_SAMPLE_ERROR * pair.a.square * pair.b.square);
}

static void samples_are_far_better_than_their_signs_need(void **state) {
  (void)state;
  bounds_measure("RIGID_SAMPLE_ERROR", share_of_a_sample, NULL, OF_QUERY + 1, 3);
}

/* ------------------------------------------------------------------ an instant */

/* The inputs are a quaternion (4) that stands still. */
static double share_of_a_column(const double *x, const void *context) {
  (void)context;
  double coefficient[4][2] = {{x[0]}, {x[1]}, {x[2]}, {x[3]}}, error = 0;
  precise q[4];
  lanes row[3];
  if (!(bms_dot4(x, x) > 0.01)) return 0;
  rigid_rotation_at((const double(*)[2])coefficient, 0, row);
  for (int i = 0; i < 4; i++) q[i] = precise_of(x[i]);
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2};
    double computed[3] = {lanes_get(row[0], c), lanes_get(row[1], c), lanes_get(row[2], c)};
    error = fmax(error, precise_vector_error(computed, precise_rotated(q, precise_vector_of(axis))));
  }
  return error / COLUMN_ERROR;
}

/* Checks the columns of a turning quaternion, over both bounds. The inputs are a quaternion (8) and a time; T is
   1. */
static double share_of_a_turning_column(const double *x, const void *context) {
  (void)context;
  double coefficient[4][2], t = x[8], bound = 0, square = 0, error = 0;
  precise q[4];
  lanes row[3];
  memcpy(coefficient, x, sizeof coefficient);
  for (int i = 0; i < 4; i++) {
    q[i] = bounds_polynomial(coefficient[i], 1, t);
    bound += (fabs(coefficient[i][0]) + fabs(coefficient[i][1])) * (fabs(coefficient[i][0]) + fabs(coefficient[i][1]));
    square += precise_double(q[i]) * precise_double(q[i]);
  }
  if (!(square > 1e-6)) return 0;
  rigid_rotation_at((const double(*)[2])coefficient, t, row);
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2};
    double computed[3] = {lanes_get(row[0], c), lanes_get(row[1], c), lanes_get(row[2], c)};
    error = fmax(error, precise_vector_error(computed, precise_rotated(q, precise_vector_of(axis))));
  }
  return (error - COLUMN_ERROR) / (QUATERNION_ERROR * bound / square);
}

/* Measures the quaternion itself in the same way, whose error e turns a column by 2.1 e / |q| at most. */
static double share_of_a_quaternion(const double *x, const void *context) {
  (void)context;
  double t = x[8], bound = 0, turning = share_of_a_turning_column(x, NULL);
  precise sum = precise_of(0);
  for (int i = 0; i < 4; i++) {
    const double c[2] = {x[2 * i], x[2 * i + 1]};
    precise off = precise_minus(precise_of(c[0] + t * c[1]), bounds_polynomial(c, 1, t));
    sum = precise_plus(sum, precise_times(off, off));
    bound += (fabs(c[0]) + fabs(c[1])) * (fabs(c[0]) + fabs(c[1]));
  }
  return fmax(turning, 2.1 * precise_double(precise_root(sum)) / (QUATERNION_ERROR * sqrt(bound)));
}

/* Inputs of a query and a time: P seen along the axes of a body that is not turned. */
static double share_of_a_position(const double *inputs, const void *context) {
  (void)context;
  bms_query query;
  rigid_pair pair;
  rigid_instant at;
  double x[OF_QUERY], t = inputs[OF_QUERY];
  memcpy(x, inputs, sizeof x);
  fixed_quaternions(x);
  x[34] = -1;
  x[35] = 1;
  if (!prepare(x, &query, &pair)) return 0;
  rigid_instant_at(&pair, t, &at);
  double computed[3] = {lanes_get(at.p, 0), lanes_get(at.p, 1), lanes_get(at.p, 2)};
  return precise_vector_error(computed, distance_at(&query, t)) / (POSITION_ERROR * pair.size);
}

/* Returns the gap along axis k of exact products c, p, q and half extents. */
static precise exact_gap(int k, const double c[3][3], const double p[3], const double *a, const double *b) {
  int i = k / 3 - 2, j = k % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  precise along = precise_minus(precise_times(precise_of(c[i1][j]), precise_of(p[i2])),
                                precise_times(precise_of(c[i2][j]), precise_of(p[i1])));
  const double half[4] = {a[i1], a[i2], b[j1], b[j2]};
  const double entry[4] = {c[i2][j], c[i1][j], c[i][j2], c[i][j1]};
  precise gap = precise_absolute(along);
  for (int n = 0; n < 4; n++) gap = precise_minus(gap, precise_times(precise_of(half[n]), precise_of(fabs(entry[n]))));
  return gap;
}

/* The inputs are C (9), p (3), half extents (6). The quantity is gaps along products of edges. */
static double share_of_a_gap(const double *x, const void *context) {
  (void)context;
  rigid_pair pair = {.axes = BMS_ALL_AXES, .size = bms_length(x + 9)};
  rigid_instant at;
  rigid_gaps gaps;
  double c[3][3], error = 0;
  memset(&at, 0, sizeof at);
  memcpy(c, x, sizeof c);
  for (int i = 0; i < 3; i++) {
    pair.a.half[i] = fabs(x[12 + i]);
    pair.b.half[i] = fabs(x[15 + i]);
    pair.size += pair.a.half[i] + pair.b.half[i];
    at.c[i] = lanes_of3(c[i][0], c[i][1], c[i][2]);
    at.c_t[i] = lanes_of3(c[0][i], c[1][i], c[2][i]);
  }
  at.p = lanes_of3(x[9], x[10], x[11]);
  at.q = lanes_all(0);
  if (!(pair.size > 0.01)) return 0;
  rigid_all_gaps(&pair, &at, &gaps);
  for (int k = BMS_AXIS_EDGES; k < BMS_AXES; k++) {
    precise exact = exact_gap(k, (const double(*)[3])c, x + 9, pair.a.half, pair.b.half);
    error = fmax(error, precise_error(lanes_get(gaps.gap[k / 3], k % 3), exact));
  }
  return error / (4 * GAP_ERROR * pair.size);
}

/* ------------------------------------------------------------------ near a time */

static const double NEAR = RIGID_EXTENT * BMS_ROUNDING;

/* The inputs are a vector of quadratics (9), a time of [-1, 1]. The quantity is how far it moves, over the bound of its
   terms. */
static double share_of_moving(const double *x, const void *context) {
  (void)context;
  double t = x[9] * (1 - NEAR), bound = 0, zero[3] = {0, 0, 0};
  precise_vector moved;
  for (int r = 0; r < 3; r++) {
    const double *c = x + 3 * r;
    double most = fabs(c[0]) + fabs(c[1]) + fabs(c[2]);
    bound += most * most;
    precise a = precise_of(t), b = precise_plus(a, precise_of(NEAR)), twice = precise_plus(a, b);
    precise slope = precise_plus(precise_of(c[1]), precise_times(precise_of(c[2]), twice));
    moved.x[r] = precise_times(slope, precise_of(NEAR));
  }
  return bound > 0 ? precise_vector_error(zero, moved) / (POSITION_NEAR * sqrt(bound)) : 0;
}

/* The inputs are a quaternion (8), a time. The quantity is how far its columns move. */
static double share_of_turning(const double *x, const void *context) {
  (void)context;
  double t = x[8] * (1 - NEAR), bound = 0, least = INFINITY, shares = 0, zero[3] = {0, 0, 0};
  precise q[2][4];
  for (int n = 0; n < 2; n++) {
    double square = 0;
    for (int i = 0; i < 4; i++) {
      const double *c = x + 2 * i;
      precise at = precise_plus(precise_of(t), precise_of(n * NEAR));
      q[n][i] = precise_plus(precise_of(c[0]), precise_times(at, precise_of(c[1])));
      square += precise_double(q[n][i]) * precise_double(q[n][i]);
      if (n == 0) bound += (fabs(c[0]) + fabs(c[1])) * (fabs(c[0]) + fabs(c[1]));
    }
    least = fmin(least, square);
  }
  if (!(least > 1e-6 && QUATERNION_NEAR * bound / least < 0.01)) return 0;
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2};
    precise_vector v = precise_vector_of(axis), back = precise_vector_times(precise_of(-1), precise_rotated(q[0], v));
    double moved = precise_vector_error(zero, precise_vector_plus(precise_rotated(q[1], v), back));
    shares = fmax(shares, moved / (QUATERNION_NEAR * bound / least));
  }
  return shares;
}

/* ------------------------------------------------------------------ cases */

static void spheres_told_apart_are_apart(void **state) {
  (void)state;
  bounds_measure("SPHERE_ERROR", share_of_the_margin, NULL, OF_QUERY, 4);
}

static void columns_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("COLUMN_ERROR", share_of_a_column, NULL, 4, 60);
}

static void quaternions_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("QUATERNION_ERROR", share_of_a_quaternion, NULL, 9, 20);
}

static void positions_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("POSITION_ERROR", share_of_a_position, NULL, OF_QUERY + 1, 10);
}

static void gaps_of_exact_products_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("GAP_ERROR", share_of_a_gap, NULL, 18, 6);
}

static void positions_near_a_time_are_as_near_as_counted(void **state) {
  (void)state;
  bounds_measure("POSITION_NEAR", share_of_moving, NULL, 10, 10);
}

static void columns_near_a_time_are_as_near_as_counted(void **state) {
  (void)state;
  bounds_measure("QUATERNION_NEAR", share_of_turning, NULL, 9, 10);
}

BOUNDS_MAIN(cmocka_unit_test(spheres_told_apart_are_apart),
            cmocka_unit_test(norms_are_far_better_than_their_signs_need),
            cmocka_unit_test(samples_are_far_better_than_their_signs_need),
            cmocka_unit_test(columns_are_as_good_as_counted), cmocka_unit_test(quaternions_are_as_good_as_counted),
            cmocka_unit_test(positions_are_as_good_as_counted),
            cmocka_unit_test(gaps_of_exact_products_are_as_good_as_counted),
            cmocka_unit_test(positions_near_a_time_are_as_near_as_counted),
            cmocka_unit_test(columns_near_a_time_are_as_near_as_counted))
