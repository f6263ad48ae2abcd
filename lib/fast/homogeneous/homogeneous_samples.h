/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A homogeneous pair at twelve times of the interval at once: the gaps along all axes, and what planes are made of.
 *
 * With N_a,i = A_i+1 x A_i+2, D = k_a C_b - k_b C_a, and F_ij = N_a,i . B_j, G_ij = A_i . N_b,j (index arithmetic
 * modulo 3), all products along all axes are these:
 *
 *     axis         distance           radii
 *     N_a,i        N_a,i . D          h_a,i k_b |det A|;  h_b,j k_a |F_ij|
 *     N_b,j        N_b,j . D          h_b,j k_a |det B|;  h_a,i k_b |G_ij|
 *     A_i x B_j    A_i . (B_j x D)    h_a,i+1 k_b |F_i+2,j|;  h_a,i+2 k_b |F_i+1,j|;  h_b,j+1 k_a |G_i,j+2|;
 *                                     h_b,j+2 k_a |G_i,j+1|
 *
 * These are polynomials of degree 10 at most (8 of two matrix motions, 6 where their weights are constant), with the
 * factors of plane.h, but that a face of a rigid body has its square, |q|^2, too.
 *
 * Errors, in roundings of homogeneous_pair.bound: at a place columns and scales are off by 30, C by 50
 * (homogeneous_pair.h), D by 84, N by 64, N . D by 152, B x D by 118 and A . (B x D) by 152; F, G and determinants by
 * 98, radii by 131.  With the sums a gap is off by 160 at most.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_SAMPLES_H
#define BMS_HOMOGENEOUS_SAMPLES_H

#include "fast/homogeneous/homogeneous_pair.h"
#include "numeric/places.h"
#include "planes/separation.h"

/* A pair at some places. */
typedef struct homogeneous_block {
  fast_block a[3][3], b[3][3]; /* [i][coordinate]: A_i, B_i */
  fast_block turned[3][3];     /* [j][coordinate]: B_j x D */
  fast_block f[3][3], g[3][3];
  fast_block det_a, det_b;
  fast_block scale_a, scale_b;
  fast_block distance[BMS_AXES], radii[BMS_AXES];
} homogeneous_block;

typedef struct homogeneous_samples {
  homogeneous_block block[FAST_BLOCKS];
  unsigned apart[2][BMS_AXES]; /* bit k: at place k the axis has b on its positive side; on its negative side */
  bool edges;                  /* the axes of edges have been sampled, too */
} homogeneous_samples;

/* ------------------------------------------------------------------ the pair at some of the places */

/* The weights of a parabola's Bernstein points at some places. */
BMS_INLINE void homogeneous_weights(fast_block x, fast_block weight[3]) {
  fast_block rest = lanes_sub(lanes_all(1), x);
  weight[0] = lanes_mul(rest, rest);
  weight[1] = lanes_scale(lanes_mul(x, rest), 2);
  weight[2] = lanes_mul(x, x);
}

BMS_INLINE fast_block homogeneous_parabola(const fast_block weight[3], double p0, double p1, double p2) {
  return lanes_combine(weight[0], p0, weight[1], p1, weight[2], p2);
}

BMS_INLINE void homogeneous_body_at(const homogeneous_body *body, const fast_block weight[3], fast_block column[3][3],
                                    fast_block *scale, fast_block centre[3]) {
  const double *k = body->scale;
  *scale = homogeneous_parabola(weight, k[0], k[1], k[2]);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    const double *p0 = body->point[0][r], *p1 = body->point[1][r], *p2 = body->point[2][r];
    BMS_UNROLL(3)
    for (int i = 0; i < 3; i++) column[i][r] = homogeneous_parabola(weight, p0[i], p1[i], p2[i]);
    centre[r] = homogeneous_parabola(weight, p0[3], p1[3], p2[3]);
  }
  if (!body->rigid) return;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    const double(*p)[3] = body->position;
    centre[r] = lanes_add_product(centre[r], *scale, homogeneous_parabola(weight, p[0][r], p[1][r], p[2][r]));
  }
}

BMS_INLINE void homogeneous_cross(const fast_block u[3], const fast_block v[3], fast_block out[3]) {
  out[0] = lanes_sub(lanes_mul(u[1], v[2]), lanes_mul(u[2], v[1]));
  out[1] = lanes_sub(lanes_mul(u[2], v[0]), lanes_mul(u[0], v[2]));
  out[2] = lanes_sub(lanes_mul(u[0], v[1]), lanes_mul(u[1], v[0]));
}

BMS_INLINE fast_block homogeneous_dot(const fast_block u[3], const fast_block v[3]) {
  return lanes_add_product(lanes_add_product(lanes_mul(u[0], v[0]), u[1], v[1]), u[2], v[2]);
}

/* The pair, and the gaps of faces. */
static void homogeneous_sample_faces(const homogeneous_pair *pair, fast_block x, homogeneous_block *out) {
  const double *half_a = pair->a.half, *half_b = pair->b.half;
  fast_block weight[3], centre_a[3], centre_b[3], way[3], normal[3];
  homogeneous_weights(x, weight);
  homogeneous_body_at(&pair->a, weight, out->a, &out->scale_a, centre_a);
  homogeneous_body_at(&pair->b, weight, out->b, &out->scale_b, centre_b);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++)
    way[r] = lanes_sub(lanes_mul(out->scale_a, centre_b[r]), lanes_mul(out->scale_b, centre_a[r]));
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    homogeneous_cross(out->a[(i + 1) % 3], out->a[(i + 2) % 3], normal);
    out->distance[i] = homogeneous_dot(normal, way);
    BMS_UNROLL(3)
    for (int j = 0; j < 3; j++) out->f[i][j] = homogeneous_dot(normal, out->b[j]);
    if (i == 0) out->det_a = homogeneous_dot(normal, out->a[0]);
  }
  BMS_UNROLL(3)
  for (int j = 0; j < 3; j++) {
    homogeneous_cross(out->b[(j + 1) % 3], out->b[(j + 2) % 3], normal);
    out->distance[3 + j] = homogeneous_dot(normal, way);
    BMS_UNROLL(3)
    for (int i = 0; i < 3; i++) out->g[i][j] = homogeneous_dot(normal, out->a[i]);
    if (j == 0) out->det_b = homogeneous_dot(normal, out->b[0]);
    homogeneous_cross(out->b[j], way, out->turned[j]);
  }
  fast_block own_a = lanes_mul(out->scale_b, lanes_absolute(out->det_a));
  fast_block own_b = lanes_mul(out->scale_a, lanes_absolute(out->det_b));
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    fast_block of_b = lanes_combine(lanes_absolute(out->f[i][0]), half_b[0], lanes_absolute(out->f[i][1]), half_b[1],
                                    lanes_absolute(out->f[i][2]), half_b[2]);
    fast_block of_a = lanes_combine(lanes_absolute(out->g[0][i]), half_a[0], lanes_absolute(out->g[1][i]), half_a[1],
                                    lanes_absolute(out->g[2][i]), half_a[2]);
    out->radii[i] = lanes_add_product(lanes_scale(own_a, half_a[i]), out->scale_a, of_b);
    out->radii[3 + i] = lanes_add_product(lanes_scale(own_b, half_b[i]), out->scale_b, of_a);
  }
}

/* The gaps of edges, after the faces'. */
static void homogeneous_sample_edges(const homogeneous_pair *pair, homogeneous_block *out) {
  const double *half_a = pair->a.half, *half_b = pair->b.half;
  BMS_UNROLL(9)
  for (int e = 0; e < 9; e++) {
    int i = e / 3, j = e % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    fast_block of_a = lanes_add_scaled(lanes_scale(lanes_absolute(out->f[i2][j]), half_a[i1]),
                                       lanes_absolute(out->f[i1][j]), half_a[i2]);
    fast_block of_b = lanes_add_scaled(lanes_scale(lanes_absolute(out->g[i][j2]), half_b[j1]),
                                       lanes_absolute(out->g[i][j1]), half_b[j2]);
    out->distance[BMS_AXIS_EDGES + e] = homogeneous_dot(out->a[i], out->turned[j]);
    out->radii[BMS_AXIS_EDGES + e] = lanes_add_product(lanes_mul(out->scale_b, of_a), out->scale_a, of_b);
  }
}

/* ------------------------------------------------------------------ all places */

/* Notes where the axes from `first` to before `end` separate. */
BMS_INLINE void homogeneous_note(homogeneous_samples *at, int first, int end) {
  for (int axis = first; axis < end; axis++) {
    unsigned positive = 0, negative = 0;
    BMS_UNROLL(FAST_BLOCKS)
    for (int k = 0; k < FAST_BLOCKS; k++) {
      fast_block distance = at->block[k].distance[axis], radii = at->block[k].radii[axis];
      positive |= lanes_signs(lanes_sub(radii, distance)) << (k * FAST_BLOCK);
      negative |= lanes_signs(lanes_add(radii, distance)) << (k * FAST_BLOCK);
    }
    at->apart[0][axis] = positive;
    at->apart[1][axis] = negative;
  }
}

static void homogeneous_sample(const homogeneous_pair *pair, homogeneous_samples *out) {
  BMS_UNROLL(1)
  for (int k = 0; k < FAST_BLOCKS; k++)
    homogeneous_sample_faces(pair, lanes_load(FAST_NODE + k * FAST_BLOCK), &out->block[k]);
  homogeneous_note(out, 0, BMS_AXIS_EDGES);
  out->edges = false;
}

static void homogeneous_add_edges(const homogeneous_pair *pair, homogeneous_samples *out) {
  BMS_UNROLL(1)
  for (int k = 0; k < FAST_BLOCKS; k++) homogeneous_sample_edges(pair, &out->block[k]);
  homogeneous_note(out, BMS_AXIS_EDGES, BMS_AXES);
  out->edges = true;
}

#endif /* BMS_HOMOGENEOUS_SAMPLES_H */
