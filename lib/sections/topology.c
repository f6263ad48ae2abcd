/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Relative topology: the construction of the source for boxes, the signs of triple products for parallelepipeds.
 *
 * For boxes the sphere of a plays the moving one and the sphere of -B2 the static one, so that the source's VO pairs (a
 * moving vertex, the static octant in which it resides) are the VO pairs of bms.h.  The vertex of -B2 that is named
 * after a face of b stands at minus the face's normal, its octant in the same way; a vertex n of the sphere of a lies
 * in the octant of -B2 whose bit j is set where n . v_j < 0.
 *
 * Which of the 512 sign matrices of nine products belong to boxes?  Exactly the 96 whose determinant is positive (it is
 * then 4):
 *   - Two equal or opposite rows would give two normals in one octant or in antipodal ones, but normals are orthogonal.
 *     Without such rows |det S| = 4, and the singular values of S are 2, 2, 1.
 *   - If a rotation C has the signs S, trace(S^T C) = sum |C_ij| > sum C_ij^2 = 3.  But if det S = -4 the trace is at
 *     most 2 + 2 - 1 for any rotation.  So det S = 4.
 *   - One such S is the signs of a rotation (2/3 everywhere but -1/3 on the diagonal), and permuting or negating the
 *     axes of a box takes it to all of the others.
 */

#include "numeric/arithmetic.h"

#include "sections/topology.h"

#include <math.h>

#include "sections/sphere.h"
#include "numeric/vector.h"

/* ------------------------------------------------------------------ boxes: sampling */

/* Returns the cost of putting a vertex into an octant: the sum of the products whose sign that contradicts. */
static double contradiction(const double product[3], bms_octant octant) {
  double cost = 0;
  for (int j = 0; j < 3; j++) {
    bool negative = octant >> j & 1;
    if (negative ? product[j] > 0 : product[j] < 0) cost += fabs(product[j]);
  }
  return cost;
}

/* Returns the determinant of the signs: row i is octant[i]'s. */
static int determinant_of_signs(const bms_octant octant[3]) {
  int s[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) s[i][j] = (octant[i] >> j & 1) ? -1 : 1;
  return s[0][0] * (s[1][1] * s[2][2] - s[1][2] * s[2][1]) - s[0][1] * (s[1][0] * s[2][2] - s[1][2] * s[2][0]) +
         s[0][2] * (s[1][0] * s[2][1] - s[1][1] * s[2][0]);
}

/*
 * Step 1: the static octants of the three moving vertices X', Y', Z'.  The cost is zero, and the choice the plain
 * signs, wherever these are consistent and none is zero.  A search through all sign matrices is preferred to rules for
 * each kind of tie: it is evidently complete, and only the walk through the sections comes here.
 */
static void sample_vertices(const double product[3][3], bms_octant residence[3]) {
  double least = INFINITY;
  for (int code = 0; code < 512; code++) {
    bms_octant octant[3] = {code & 7, code >> 3 & 7, code >> 6};
    if (determinant_of_signs(octant) <= 0) continue;
    double cost = 0;
    for (int i = 0; i < 3; i++) cost += contradiction(product[i], octant[i]);
    if (cost >= least) continue;
    least = cost;
    for (int i = 0; i < 3; i++) residence[i] = octant[i];
  }
}

/* ------------------------------------------------------------------ boxes: the construction */

/* The two spheres on one another, and the pairs found so far. */
typedef struct overlay {
  bms_octant residence[BMS_FACES]; /* the static octant in which a moving vertex resides */
  bms_face occupant[BMS_OCTANTS];  /* the moving vertex in a static octant, or BMS_NO_FEATURE */
  bms_topology *topology;
  int count;
} overlay;

static void add_pair(overlay *o, bms_pair_kind kind, int a, int b) {
  o->topology->pair[o->count++] = (bms_pair){kind, a, b};
}

/* Steps 1 and 2: a moving vertex and its octant, and their antipodes. */
static void find_vo_pairs(overlay *o, const bms_octant sampled[3]) {
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) o->occupant[octant] = BMS_NO_FEATURE;
  for (bms_face face = 0; face < BMS_FACES; face++) {
    bms_octant octant = sampled[face / 2];
    o->residence[face] = face & 1 ? octant : bms_octant_opposite(octant);
    o->occupant[o->residence[face]] = face;
    add_pair(o, BMS_PAIR_VO, face, o->residence[face]);
  }
}

/* Step 3: the static vertex in each moving octant.  All three corners of the octant are within a right angle of it, so
   it is common to the names of the static octants in which they reside. */
static void find_ov_pairs(overlay *o) {
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) {
    bms_octant corner[3];
    for (int axis = 0; axis < 3; axis++) corner[axis] = o->residence[bms_octant_face(octant, axis)];
    bms_face face = bms_face_of_octants(corner[0], corner[1], corner[2]);
    if (face != BMS_NO_FEATURE) add_pair(o, BMS_PAIR_OV, octant, face);
  }
}

/* Step 4: a static arc between two octants with a vertex each is crossed by the moving arc between these. */
static void find_crossings_between_occupants(overlay *o) {
  for (bms_edge edge = 0; edge < BMS_EDGES; edge++) {
    bms_octant side[2];
    bms_edge_octants(edge, side);
    bms_face from = o->occupant[side[0]], to = o->occupant[side[1]];
    if (from != BMS_NO_FEATURE && to != BMS_NO_FEATURE) add_pair(o, BMS_PAIR_EE, bms_edge_between(from, to), edge);
  }
}

/*
 * Steps 5 and 6: around a vertex-free static octant.  Its three neighbours hold a vertex each (only its antipode is
 * vertex-free too), and the three arcs between these pass through it, each across the two border edges that it has to:
 * six crossings, and six antipodes of them around the other vertex-free octant.
 */
static void find_crossings_of_free_octant(overlay *o) {
  bms_octant empty = 0;
  while (o->occupant[empty] != BMS_NO_FEATURE) empty++;
  for (int direction = 0; direction < 3; direction++) {
    bms_edge border = bms_octant_border(empty, direction);
    bms_face from = o->occupant[bms_octant_neighbour(empty, direction)];
    for (int turn = 1; turn <= 2; turn++) {
      bms_face to = o->occupant[bms_octant_neighbour(empty, (direction + turn) % 3)];
      bms_pair pair = {BMS_PAIR_EE, bms_edge_between(from, to), border};
      bms_pair antipode = bms_pair_opposite(pair);
      add_pair(o, pair.kind, pair.a, pair.b);
      add_pair(o, antipode.kind, antipode.a, antipode.b);
    }
  }
}

static bool share_an_octant(bms_octant first, bms_octant second) {
  return first == second || first == bms_octant_opposite(second);
}

int bms_topology_by_steps(const bms_octant residence[3], bms_topology *topology) {
  overlay o = {.topology = topology};
  find_vo_pairs(&o, residence);
  find_ov_pairs(&o);
  for (int i = 0; i < 3; i++)
    if (share_an_octant(residence[i], residence[(i + 1) % 3])) return o.count;
  find_crossings_between_occupants(&o);
  find_crossings_of_free_octant(&o);
  return o.count;
}

void bms_topology_of_boxes(const bms_track_instant *a, const bms_track_instant *b, bms_topology *topology) {
  double product[3][3];
  bms_octant sampled[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) product[i][j] = bms_dot(a->column[i], b->column[j]);
  sample_vertices((const double(*)[3])product, sampled);
  (void)bms_topology_by_steps(sampled, topology);
}

/* ------------------------------------------------------------------ parallelepipeds */

void bms_instant_face_normals(const bms_track_instant *body, double normal[3][3]) {
  for (int i = 0; i < 3; i++) bms_cross(body->column[(i + 1) % 3], body->column[(i + 2) % 3], normal[i]);
}

/* Ties go to +: an antipodal pair then shows the opposite ends of all its edges also where both ends would do. */
static int sign(double x) {
  return x < 0 ? -1 : 1;
}

/*
 * The signs along an axis.  N and M are the cross products for a and b.  Along N_i the half-edges of a are
 * perpendicular but for u_i, and along n = u_i x v_j the products of the other directions have (indices modulo 3)
 *
 *     n . u_i+1 = -N_i+2 . v_j     n . u_i+2 = N_i+1 . v_j     n . v_j+1 = u_i . M_j+2     n . v_j+2 = -u_i . M_j+1
 *
 * so that nothing but N . v, u . M and the two handednesses N_i . u_i, M_j . v_j is ever needed.
 */
static bms_axis_signs signs_along(const bms_track_instant *a, const bms_track_instant *b, int axis) {
  bms_axis_signs signs = {.axis = axis};
  double n[3][3], m[3][3];
  bms_instant_face_normals(a, n);
  bms_instant_face_normals(b, m);
  if (axis < BMS_AXIS_FACE_B) {
    signs.half_edge[axis] = sign(bms_dot(n[axis], a->column[axis]));
    for (int j = 0; j < 3; j++) signs.half_edge[3 + j] = sign(bms_dot(n[axis], b->column[j]));
  } else if (axis < BMS_AXIS_EDGES) {
    int j = axis - BMS_AXIS_FACE_B;
    signs.half_edge[axis] = sign(bms_dot(m[j], b->column[j]));
    for (int i = 0; i < 3; i++) signs.half_edge[i] = sign(bms_dot(a->column[i], m[j]));
  } else {
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    signs.half_edge[i1] = -sign(bms_dot(n[i2], b->column[j]));
    signs.half_edge[i2] = sign(bms_dot(n[i1], b->column[j]));
    signs.half_edge[3 + j1] = sign(bms_dot(a->column[i], m[j2]));
    signs.half_edge[3 + j2] = -sign(bms_dot(a->column[i], m[j1]));
  }
  return signs;
}

void bms_topology_of_parallelepipeds(const bms_track_instant *a, const bms_track_instant *b, bms_topology *topology) {
  for (int axis = 0; axis < BMS_AXES; axis++) {
    bms_axis_signs signs = signs_along(a, b, axis);
    for (int side = 0; side < 2; side++) {
      signs.distance = side == 0 ? -1 : 1;
      topology->pair[2 * axis + side] = bms_axis_pair(&signs);
    }
  }
}
