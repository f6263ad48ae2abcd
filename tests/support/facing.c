/* SPDX-License-Identifier: BSD-3-Clause */

/* Facing features by brute force: the heights of all eight corners. */

#include "facing.h"

#include <math.h>

#include "sections/sphere.h"

double facing_dot(const double p[3], const double q[3]) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

void facing_cross(const double p[3], const double q[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = p[(r + 1) % 3] * q[(r + 2) % 3] - p[(r + 2) % 3] * q[(r + 1) % 3];
}

static void corner_of(const facing_body *b, int corner, double out[3]) {
  for (int r = 0; r < 3; r++) {
    out[r] = 0;
    for (int i = 0; i < 3; i++) out[r] += (corner >> i & 1 ? 1 : -1) * b->column[i][r];
  }
}

int facing_support(const facing_body *b, const double n[3], double slack) {
  double height[8], greatest = -INFINITY;
  int corners = 0;
  for (int k = 0; k < 8; k++) {
    double corner[3];
    corner_of(b, k, corner);
    height[k] = facing_dot(n, corner);
    greatest = fmax(greatest, height[k]);
  }
  for (int k = 0; k < 8; k++)
    if (height[k] >= greatest - slack) corners |= 1 << k;
  return corners;
}

static int corners_of_face(bms_face face) {
  int corners = 0;
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++)
    if (bms_octant_face(octant, face / 2) == face) corners |= 1 << octant;
  return corners;
}

static int corners_of_edge(bms_edge edge) {
  bms_octant octant[2];
  bms_edge_octants(edge, octant);
  return 1 << octant[0] | 1 << octant[1];
}

int facing_corners_of_a(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_EE) return corners_of_edge(pair->a);
  return pair->kind == BMS_PAIR_VO ? corners_of_face(pair->a) : 1 << pair->a;
}

int facing_corners_of_b(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_EE) return corners_of_edge(pair->b);
  return pair->kind == BMS_PAIR_OV ? corners_of_face(pair->b) : 1 << pair->b;
}

void facing_axis(const facing_body *a, const facing_body *b, int number, bool unit, double n[3]) {
  if (number < 6) {
    const facing_body *own = number < 3 ? a : b;
    facing_cross(own->column[(number + 1) % 3], own->column[(number + 2) % 3], n);
  } else {
    facing_cross(a->column[(number - 6) / 3], b->column[(number - 6) % 3], n);
  }
  double length = sqrt(facing_dot(n, n));
  for (int r = 0; r < 3 && unit; r++) n[r] /= length;
}

int facing_axis_of_pair(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_EE) return 6 + 3 * (pair->a / 4) + pair->b / 4;
  return pair->kind == BMS_PAIR_VO ? pair->a / 2 : 3 + pair->b / 2;
}

void facing_scaled(const double n[3], double factor, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = factor * n[r];
}

bool facing_is_generic(const facing_body *a, const facing_body *b) {
  for (int number = 0; number < 15; number++) {
    double n[3], back[3];
    facing_axis(a, b, number, true, n);
    facing_scaled(n, -1, back);
    int held = number < 3 ? 4 : number < 6 ? 1 : 2;
    int near_a = facing_support(a, n, FACING_GENERIC), near_b = facing_support(b, back, FACING_GENERIC);
    int count_a = 0, count_b = 0;
    for (int k = 0; k < 8; k++) {
      count_a += near_a >> k & 1;
      count_b += near_b >> k & 1;
    }
    if (count_a != held || count_b != 4 / held) return false;
  }
  return true;
}
