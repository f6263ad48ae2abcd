/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes guessed from the closest points.
 *
 * The direction between the closest points separates the two at that instant.  Which way it should turn from there on,
 * the features say on which the points lie: the normal of a face turns with the face, that of two edges stays
 * perpendicular to both, and that of a vertex and anything may turn with either.  Near the contact of a shape without
 * radius the direction is the difference of nearly equal points and worth nothing, but the features still give the
 * normal to full accuracy.
 */

#include "numeric/arithmetic.h"

#include "shapes/rounded_candidates.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"

/* Scales to unit length; false for nothing. */
static bool to_unit(double v[3]) {
  double length = bms_length(v);
  if (!(length > 0)) return false;
  for (int r = 0; r < 3; r++) v[r] /= length;
  return true;
}

/* The axes along which the corners of the box differ, one bit each. */
static int varying(const bms_closest *closest) {
  int bits = 0;
  for (int i = 1; i < closest->count; i++) bits |= closest->octant[i] ^ closest->octant[0];
  return bits;
}

/* The different vertices of the core, at most three; returns their number. */
static int distinct(const bms_closest *closest, int vertex[3]) {
  int count = 0;
  for (int i = 0; i < closest->count; i++) {
    bool known = false;
    for (int k = 0; k < count; k++) known = known || vertex[k] == closest->vertex[i];
    if (!known && count < 3) vertex[count++] = closest->vertex[i];
  }
  return count;
}

static int bit_count(int bits) {
  return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1);
}

/* The only bit that is set, or the only one that is not. */
static int odd_axis(int bits) {
  if (bit_count(bits) == 2) bits ^= 7;
  return bits == 1 ? 0 : bits == 2 ? 1 : 2;
}

/* ------------------------------------------------------------------ one kind of plane each */

/* Turning with the box: the direction, made perpendicular to the box's edge if it is on one. */
static bool with_box(const double direction[3], int bits, bms_rounded_plane *plane) {
  double n[3];
  memcpy(n, direction, sizeof n);
  if (bit_count(bits) == 1) n[odd_axis(bits)] = 0;
  if (!to_unit(n)) return false;
  *plane = (bms_rounded_plane){.carrier = BMS_CARRIER_BOX, .vector = {n[0], n[1], n[2]}};
  return true;
}

static bool with_face_of_box(const double direction[3], int bits, bms_rounded_plane *plane) {
  int axis = odd_axis(bits);
  *plane = (bms_rounded_plane){.carrier = BMS_CARRIER_BOX};
  plane->vector[axis] = direction[axis] > 0 ? 1 : -1;
  return true;
}

/* The edge from one vertex of the core to another, at unit length. */
static bool edge_of(const bms_rounded_instant *instant, int from, int to, double edge[3]) {
  const double *v = instant->pair->shape.vertex;
  for (int r = 0; r < 3; r++) edge[r] = v[3 * to + r] - v[3 * from + r];
  return to_unit(edge);
}

/* Turning with the shape: a face's normal, or the direction made perpendicular to the shape's edge. */
static bool with_shape(const bms_rounded_instant *instant, const double direction[3], const int vertex[3], int count,
                       bms_rounded_plane *plane) {
  double n[3], u[3], v[3];
  bms_rounded_to_shape(instant, direction, n);
  if (count == 3) {
    if (!edge_of(instant, vertex[0], vertex[1], u) || !edge_of(instant, vertex[0], vertex[2], v)) return false;
    double sign = 1, normal[3];
    bms_cross(u, v, normal);
    if (bms_dot(normal, n) < 0) sign = -1;
    for (int r = 0; r < 3; r++) n[r] = sign * normal[r];
  } else if (count == 2) {
    if (!edge_of(instant, vertex[0], vertex[1], u)) return false;
    double along = bms_dot(n, u);
    for (int r = 0; r < 3; r++) n[r] -= along * u[r];
  }
  if (!to_unit(n)) return false;
  *plane = (bms_rounded_plane){.carrier = BMS_CARRIER_SHAPE, .vector = {n[0], n[1], n[2]}};
  return true;
}

/* A_axis x B edge, in the box's frame. */
static void edge_normal(const bms_rounded_instant *instant, int axis, const double edge[3], double normal[3]) {
  double turned[3], own[3] = {0, 0, 0};
  own[axis] = 1;
  for (int r = 0; r < 3; r++) turned[r] = bms_dot(instant->rotation[r], edge);
  bms_cross(own, turned, normal);
}

static bool with_edges(const bms_rounded_instant *instant, const double direction[3], int axis, const int vertex[3],
                       bms_rounded_plane *plane) {
  double edge[3], normal[3];
  if (!edge_of(instant, vertex[0], vertex[1], edge)) return false;
  edge_normal(instant, axis, edge, normal);
  double sign = bms_dot(normal, direction) < 0 ? -1 : 1;
  *plane = (bms_rounded_plane){.carrier = BMS_CARRIER_EDGES, .edge = axis};
  for (int r = 0; r < 3; r++) plane->vector[r] = sign * edge[r];
  return true;
}

int bms_rounded_candidates(const bms_rounded_instant *instant, const bms_closest *closest,
                           bms_rounded_plane candidate[BMS_MAX_CANDIDATES]) {
  int count = 0, vertex[3], bits = varying(closest), vertices = distinct(closest, vertex);
  const double *direction = closest->direction;
  if (!(closest->distance > 0) || closest->count > 3) return 0;
  if (bit_count(bits) == 2) count += with_face_of_box(direction, bits, &candidate[count]);
  if (bit_count(bits) == 1 && vertices == 2)
    count += with_edges(instant, direction, odd_axis(bits), vertex, &candidate[count]);
  count += with_shape(instant, direction, vertex, vertices, &candidate[count]);
  count += with_box(direction, bits, &candidate[count]);
  return count;
}

void bms_rounded_normal(const bms_rounded_instant *instant, const bms_rounded_plane *plane, double normal[3]) {
  switch (plane->carrier) {
    case BMS_CARRIER_BOX:
      memcpy(normal, plane->vector, 3 * sizeof *normal);
      break;
    case BMS_CARRIER_SHAPE:
      for (int r = 0; r < 3; r++) normal[r] = bms_dot(instant->rotation[r], plane->vector);
      break;
    case BMS_CARRIER_EDGES:
      edge_normal(instant, plane->edge, plane->vector, normal);
      break;
  }
  (void)to_unit(normal);
}

/* ------------------------------------------------------------------ features */

/* The greatest component of a vector. */
static int steepest(const double v[3]) {
  int axis = fabs(v[1]) > fabs(v[0]) ? 1 : 0;
  return fabs(v[2]) > fabs(v[axis]) ? 2 : axis;
}

void bms_rounded_features(const bms_closest *closest, bms_rounded_contact *contact) {
  int bits = varying(closest), octant = closest->octant[0];
  contact->vertex_count = distinct(closest, contact->vertex);
  if (bits == 7) bits ^= 1 << steepest(closest->direction); /* across the box: the face that looks to the shape */
  contact->box_dimension = bit_count(bits);
  contact->box_feature = octant;
  if (contact->box_dimension == 1) {
    int axis = odd_axis(bits), low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    contact->box_feature = 4 * axis + (octant >> low & 1) + 2 * (octant >> high & 1);
  } else if (contact->box_dimension == 2) {
    int axis = odd_axis(bits);
    contact->box_feature = 2 * axis + (octant >> axis & 1);
  }
}
