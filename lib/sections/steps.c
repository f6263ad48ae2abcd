/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The description's steps start from the directions of the moving box's face normals: cross products of two columns of
 * a, turned outwards.  The octants of b, as of any parallelepiped, are bounded by the planes across its edges, so bit j
 * of an octant is the sign of the normal's product with edge j.
 */

#include "numeric/arithmetic.h"

#include "sections/steps.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/vector.h"
#include "sections/sphere.h"

/*
 * Bounds the error of normal . edge.  With columns of lengths L off by e, a normal is off by 2 L_a e_a and products of
 * e, and the product by that times L_b and by L_a^2 e_b.  One e more of each covers the rounding of the products: e is
 * at least 20 roundings of L (instant.c).
 */
static double noise_level(const bms_track_instant *a, const bms_track_instant *b) {
  return a->column_length * (3 * a->column_error * b->column_length + 2 * a->column_length * b->column_error);
}

/* Step 1: the octants of the normals of a. */
static void sample_normals(const bms_track_instant *a, const bms_track_instant *b, bms_section_steps *steps) {
  double normal[3][3], level = noise_level(a, b);
  bms_instant_face_normals(a, normal);
  for (int i = 0; i < 3; i++) {
    int outwards = bms_dot(normal[i], a->column[i]) < 0 ? -1 : 1;
    for (int j = 0; j < 3; j++) {
      double product = outwards * bms_dot(normal[i], b->column[j]);
      if (product < 0) steps->octant[i] |= 1 << j;
      if (!(fabs(product) > level)) steps->noise |= 1u << (3 * i + j);
    }
  }
}

static bool has_pair(const bms_topology *topology, const bms_pair *pair) {
  for (int i = 0; i < BMS_PAIRS; i++) {
    const bms_pair *other = &topology->pair[i];
    if (other->kind == pair->kind && other->a == pair->a && other->b == pair->b) return true;
  }
  return false;
}

void bms_steps_take(const bms_track_instant *a, const bms_track_instant *b, const bms_topology *topology,
                    bms_section_steps *steps) {
  bms_topology found;
  *steps = (bms_section_steps){.count = 0};
  sample_normals(a, b, steps);
  steps->count = bms_topology_by_steps(steps->octant, &found);
  steps->crowded = steps->count < BMS_PAIRS;
  for (int i = 0; i < steps->count; i++) {
    steps->pair[i] = found.pair[i];
    steps->common += has_pair(topology, &found.pair[i]);
  }
}
