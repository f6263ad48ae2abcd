/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The algebra of faces, octants and edges: arithmetic on the bits of their codes.
 *
 * An octant is its three sides as bits.  An edge is known by its direction and by the sides of the other two axes, the
 * lower and the higher; going along it changes the octant's bit of that direction and nothing else.
 */

#include "numeric/arithmetic.h"

#include "sections/sphere.h"

/* ------------------------------------------------------------------ opposites */

bms_face bms_face_opposite(bms_face face) {
  return face ^ 1;
}

bms_octant bms_octant_opposite(bms_octant octant) {
  return octant ^ 7;
}

bms_edge bms_edge_opposite(bms_edge edge) {
  return edge ^ 3;
}

bms_pair bms_pair_opposite(bms_pair pair) {
  switch (pair.kind) {
    case BMS_PAIR_VO:
      return (bms_pair){BMS_PAIR_VO, bms_face_opposite(pair.a), bms_octant_opposite(pair.b)};
    case BMS_PAIR_OV:
      return (bms_pair){BMS_PAIR_OV, bms_octant_opposite(pair.a), bms_face_opposite(pair.b)};
    case BMS_PAIR_EE:
      return (bms_pair){BMS_PAIR_EE, bms_edge_opposite(pair.a), bms_edge_opposite(pair.b)};
    case BMS_PAIR_NONE:
      break;
  }
  return pair;
}

/* ------------------------------------------------------------------ faces, vertices and edges from each other */

/* The two axes that an edge of this direction does not run along. */
static int lower_axis(int direction) {
  return direction == 0 ? 1 : 0;
}

static int higher_axis(int direction) {
  return direction == 2 ? 1 : 2;
}

static int side_of(bms_octant octant, int axis) {
  return octant >> axis & 1;
}

bms_face bms_octant_face(bms_octant octant, int axis) {
  return 2 * axis + side_of(octant, axis);
}

bms_face bms_face_of_octants(bms_octant first, bms_octant second, bms_octant third) {
  int common = ~((first ^ second) | (second ^ third));
  for (int axis = 0; axis < 3; axis++)
    if (common >> axis & 1) return bms_octant_face(first, axis);
  return BMS_NO_FEATURE;
}

bms_edge bms_edge_between(bms_face first, bms_face second) {
  if (first / 2 == second / 2) return BMS_NO_FEATURE;
  int direction = 3 - first / 2 - second / 2;
  bms_octant end = (first & 1) << first / 2 | (second & 1) << second / 2;
  return bms_octant_border(end, direction);
}

/* ------------------------------------------------------------------ what lies next to what */

void bms_edge_octants(bms_edge edge, bms_octant octant[2]) {
  int direction = edge / 4;
  octant[0] = (edge & 1) << lower_axis(direction) | (edge >> 1 & 1) << higher_axis(direction);
  octant[1] = bms_octant_neighbour(octant[0], direction);
}

bms_edge bms_octant_border(bms_octant octant, int direction) {
  return 4 * direction + side_of(octant, lower_axis(direction)) + 2 * side_of(octant, higher_axis(direction));
}

bms_octant bms_octant_neighbour(bms_octant octant, int direction) {
  return octant ^ 1 << direction;
}

/* ------------------------------------------------------------------ names */

static char *put_face(bms_face face, char *end) {
  *end++ = "XYZ"[face / 2];
  if (face & 1) *end++ = '\'';
  *end = '\0';
  return end;
}

void bms_face_name(bms_face face, char name[BMS_NAME_SIZE]) {
  put_face(face, name);
}

void bms_octant_name(bms_octant octant, char name[BMS_NAME_SIZE]) {
  char *end = name;
  for (int axis = 0; axis < 3; axis++) end = put_face(bms_octant_face(octant, axis), end);
}

void bms_edge_name(bms_edge edge, char name[BMS_NAME_SIZE]) {
  bms_octant octant[2];
  bms_edge_octants(edge, octant);
  char *end = put_face(bms_octant_face(octant[0], lower_axis(edge / 4)), name);
  *end++ = '-';
  put_face(bms_octant_face(octant[0], higher_axis(edge / 4)), end);
}

const char *bms_pair_kind_name(bms_pair_kind kind) {
  switch (kind) {
    case BMS_PAIR_VO:
      return "VO";
    case BMS_PAIR_OV:
      return "OV";
    case BMS_PAIR_EE:
      return "EE";
    case BMS_PAIR_NONE:
      break;
  }
  return "none";
}

void bms_pair_names(const bms_pair *pair, char a[BMS_NAME_SIZE], char b[BMS_NAME_SIZE]) {
  a[0] = b[0] = '\0';
  switch (pair->kind) {
    case BMS_PAIR_VO:
      bms_face_name(pair->a, a);
      bms_octant_name(pair->b, b);
      break;
    case BMS_PAIR_OV:
      bms_octant_name(pair->a, a);
      bms_face_name(pair->b, b);
      break;
    case BMS_PAIR_EE:
      bms_edge_name(pair->a, a);
      bms_edge_name(pair->b, b);
      break;
    case BMS_PAIR_NONE:
      break;
  }
}
