/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair along an axis at one time, in compensated arithmetic (Ogita, Rump, Oishi, "Accurate sum and
 * dot product", SIAM J. Sci. Comput. 26, 2005): each number is the double that plain arithmetic gives, and a double for
 * what that is off by, to first order.
 *
 * The expressions of plane.h with the same positive factor, evaluated at a double t from the doubles of the query;
 * nothing is rounded to a double on the way, the box's centre and half extents included.
 *
 * Error.  The second double of a number is at most c u times the magnitude M that its expression is bounded by, with
 * u = 2^-53 and c <= 160 as counted in plane.c.  An operation drops the product of two such parts, (c u)^2 M, and rounds
 * what it adds up at most 4 times, each 4 c u^2 M.  With c operations one after the other this stays below
 * 160 (160 + 16) u^2 M < 2^-44 * 160 u M, as 160 (160 + 16) u^2 = 2^-45.5 * 160 u.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_VALUE_H
#define BMS_RIGID_VALUE_H

#include <math.h>

#include "axis.h"
#include "lanes.h"
#include "rigid_pair.h"
#include "twofold.h"

/* What the error bound of a plane is multiplied by to bound that of its value. */
#define RIGID_VALUE_ERROR 0x1p-44

/* value + error, not normalised; lane by lane. */
typedef struct rigid_numbers {
  bms_lanes value, error;
} rigid_numbers;

/* The same alone. */
typedef struct rigid_number {
  double value, error;
} rigid_number;

/* ------------------------------------------------------------------ arithmetic */

/* Products as small as this are taken as they are: the rest of a denormal product is no double, and the two ways below
   round it differently.  It is nothing beside RIGID_SMALLEST. */
#define RIGID_NO_REST 0x1p-900

/* a b - p exactly, where p is a * b rounded: by one instruction where rigid_quick.c is compiled for a machine that has
   it, else Dekker's product.  It is the same number. */
#ifdef BMS_RIGID_FUSED
BMS_INLINE double rigid_full_rest(double a, double b, double p) {
  return __builtin_fma(a, b, -p);
}
BMS_INLINE bms_lanes rigid_full_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  return bms_lanes_of(rigid_full_rest(a[0], b[0], p[0]), rigid_full_rest(a[1], b[1], p[1]),
                      rigid_full_rest(a[2], b[2], p[2]), rigid_full_rest(a[3], b[3], p[3]));
}
#else
BMS_INLINE double rigid_full_rest(double a, double b, double p) {
  (void)p;
  return bms_twofold_product(a, b).low;
}
BMS_INLINE bms_lanes rigid_full_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  const double SPLITTER = 0x1p27 + 1;
  bms_lanes ca = a * SPLITTER, ah = ca - (ca - a), al = a - ah, cb = b * SPLITTER, bh = cb - (cb - b), bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
#endif

BMS_INLINE double rigid_rest(double a, double b, double p) {
  return fabs(p) > RIGID_NO_REST ? rigid_full_rest(a, b, p) : 0;
}

BMS_INLINE bms_lanes rigid_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  bms_lanes_mask counts = bms_lanes_absolute(p) > bms_lanes_all(RIGID_NO_REST);
  return (bms_lanes)((bms_lanes_mask)rigid_full_rests(a, b, p) & counts);
}

BMS_INLINE rigid_numbers rigid_add(rigid_numbers a, rigid_numbers b) {
  bms_lanes s = a.value + b.value, t = s - a.value;
  return (rigid_numbers){s, ((a.value - (s - t)) + (b.value - t)) + (a.error + b.error)};
}

BMS_INLINE rigid_numbers rigid_multiply(rigid_numbers a, rigid_numbers b) {
  bms_lanes p = a.value * b.value;
  return (rigid_numbers){p, rigid_rests(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

BMS_INLINE rigid_numbers rigid_negated(rigid_numbers a) {
  return (rigid_numbers){-a.value, -a.error};
}

BMS_INLINE rigid_numbers rigid_doubled(rigid_numbers a) {
  return (rigid_numbers){a.value + a.value, a.error + a.error};
}

BMS_INLINE rigid_numbers rigid_exactly(bms_lanes a) {
  return (rigid_numbers){a, bms_lanes_all(0)};
}

BMS_INLINE rigid_numbers rigid_all_lanes(rigid_numbers a, int lane) {
  return (rigid_numbers){bms_lanes_all(a.value[lane]), bms_lanes_all(a.error[lane])};
}

/* c0 + t c1, exact up to the rounding of the error. */
BMS_INLINE rigid_numbers rigid_linear(bms_lanes c0, bms_lanes c1, bms_lanes t) {
  bms_lanes p = c1 * t;
  return rigid_add(rigid_exactly(c0), (rigid_numbers){p, rigid_rests(c1, t, p)});
}

BMS_INLINE rigid_number rigid_plus(rigid_number a, rigid_number b) {
  bms_twofold s = bms_twofold_sum(a.value, b.value);
  return (rigid_number){s.high, s.low + (a.error + b.error)};
}

BMS_INLINE rigid_number rigid_minus(rigid_number a, rigid_number b) {
  return rigid_plus(a, (rigid_number){-b.value, -b.error});
}

BMS_INLINE rigid_number rigid_times(rigid_number a, rigid_number b) {
  double p = a.value * b.value;
  return (rigid_number){p, rigid_rest(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

BMS_INLINE rigid_number rigid_lane(rigid_numbers a, int lane) {
  return (rigid_number){a.value[lane], a.error[lane]};
}

BMS_INLINE rigid_number rigid_sum3(rigid_numbers a) {
  return rigid_plus(rigid_plus(rigid_lane(a, 0), rigid_lane(a, 1)), rigid_lane(a, 2));
}

/* side a, side 1 or -1. */
BMS_INLINE rigid_number rigid_on_side(int side, rigid_number a) {
  return (rigid_number){side * a.value, side * a.error};
}

/* ------------------------------------------------------------------ the pair at t */

/* A body: rows of its columns as in rigid_instant.h, and of a box the half extents and the centre. */
typedef struct rigid_exact_body {
  rigid_numbers row[3], half, middle;
  rigid_number square;
  bool offset;
} rigid_exact_body;

BMS_INLINE void rigid_exact_rotation(const double c[4][2], double t, rigid_exact_body *out) {
  bms_lanes time = bms_lanes_all(t);
  rigid_numbers v = rigid_linear(bms_lanes_of(c[1][0], c[2][0], c[3][0], c[0][0]),
                                 bms_lanes_of(c[1][1], c[2][1], c[3][1], c[0][1]), time);
  rigid_numbers squares = rigid_multiply(v, v), turn = rigid_doubled(rigid_multiply(rigid_all_lanes(v, 3), v));
  rigid_number ww = rigid_lane(squares, 3), rest = rigid_sum3(squares), along = rigid_minus(ww, rest);
  rigid_numbers twice = rigid_doubled(v);
  out->square = rigid_plus(ww, rest);
  for (int r = 0; r < 3; r++) {
    rigid_numbers turned = {rigid_turn_row(r, along.value, turn.value), rigid_turn_row(r, along.error, turn.error)};
    out->row[r] = rigid_add(rigid_multiply(rigid_all_lanes(v, r), twice), turned);
    out->row[r].value[3] = out->row[r].error[3] = 0;
  }
}

BMS_INLINE rigid_numbers rigid_half_sums(const double x[3], const double y[3], double sign) {
  bms_lanes a = bms_lanes_of3(0.5 * x[0], 0.5 * x[1], 0.5 * x[2]);
  bms_lanes b = bms_lanes_of3(0.5 * y[0], 0.5 * y[1], 0.5 * y[2]) * sign;
  return rigid_add(rigid_exactly(a), rigid_exactly(b));
}

BMS_INLINE void rigid_exact_box(const bms_box *box, rigid_exact_body *out) {
  out->half = rigid_half_sums(box->max, box->min, -1);
  out->middle = rigid_half_sums(box->max, box->min, 1);
  out->offset = out->middle.value[0] != 0 || out->middle.value[1] != 0 || out->middle.value[2] != 0;
}

/* P(t): the coefficients are subtracted first, exactly. */
BMS_INLINE rigid_numbers rigid_exact_position(const double a[3][3], const double b[3][3], double t) {
  rigid_numbers time = rigid_exactly(bms_lanes_all(t)), c[3];
  for (int k = 0; k < 3; k++)
    c[k] = rigid_add(rigid_exactly(bms_lanes_of3(b[0][k], b[1][k], b[2][k])),
                     rigid_exactly(bms_lanes_of3(-a[0][k], -a[1][k], -a[2][k])));
  return rigid_add(c[0], rigid_multiply(time, rigid_add(c[1], rigid_multiply(time, c[2]))));
}

/* Column i of one body by the columns of another, and by what is in its spare lanes. */
BMS_INLINE rigid_numbers rigid_exact_dots(const rigid_exact_body *own, int i, const rigid_exact_body *other) {
  rigid_numbers sum = rigid_multiply(rigid_all_lanes(own->row[0], i), other->row[0]);
  for (int r = 1; r < 3; r++) sum = rigid_add(sum, rigid_multiply(rigid_all_lanes(own->row[r], i), other->row[r]));
  return sum;
}

/* half |c|, c's sign being that of the number, not of its first part alone. */
BMS_INLINE rigid_numbers rigid_radii(rigid_numbers half, rigid_numbers c) {
  const bms_lanes one = bms_lanes_all(1);
  bms_lanes_mask negative = c.value + c.error < bms_lanes_all(0);
  bms_lanes sign = (bms_lanes)(((bms_lanes_mask)one & ~negative) | ((bms_lanes_mask)-one & negative));
  return rigid_multiply(half, (rigid_numbers){c.value * sign, c.error * sign});
}

/* ------------------------------------------------------------------ faces and edges */

/* Face i of `own`; P stands in the spare lanes of other's rows; `side` is that of P times the normal, `side_of_own` that
   of the way from own to other. */
BMS_INLINE rigid_number rigid_face_value(const rigid_exact_body *own, const rigid_exact_body *other, int i, int side,
                                         int side_of_own) {
  rigid_numbers c = rigid_exact_dots(own, i, other);
  rigid_number scales = rigid_times(own->square, other->square);
  rigid_number gap = rigid_on_side(side, rigid_times(rigid_lane(c, 3), other->square));
  if (own->offset || other->offset) {
    rigid_number offset = rigid_sum3(rigid_multiply(other->middle, c));
    offset = rigid_minus(offset, rigid_times(rigid_lane(own->middle, i), scales));
    gap = rigid_plus(gap, rigid_on_side(side_of_own, offset));
  }
  gap = rigid_minus(gap, rigid_times(rigid_lane(own->half, i), scales));
  return rigid_minus(gap, rigid_sum3(rigid_radii(other->half, c)));
}

/* x_i1 in lane i + 2 and sign x_i2 in lane i + 1, as rigid_crossed() has it. */
BMS_INLINE rigid_numbers rigid_crossed_numbers(rigid_numbers x, int i, double sign) {
  rigid_numbers out = rigid_exactly(bms_lanes_all(0));
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  out.value[i2] = x.value[i1];
  out.error[i2] = x.error[i1];
  out.value[i1] = sign * x.value[i2];
  out.error[i1] = sign * x.error[i2];
  return out;
}

BMS_INLINE rigid_numbers rigid_exact_column(const rigid_exact_body *body, int i) {
  const rigid_numbers *row = body->row;
  return (rigid_numbers){bms_lanes_of3(row[0].value[i], row[1].value[i], row[2].value[i]),
                         bms_lanes_of3(row[0].error[i], row[1].error[i], row[2].error[i])};
}

BMS_INLINE rigid_numbers rigid_exact_cross(rigid_numbers u, rigid_numbers v) {
  rigid_numbers u1 = {bms_lanes_next(u.value), bms_lanes_next(u.error)};
  rigid_numbers u2 = {bms_lanes_after_next(u.value), bms_lanes_after_next(u.error)};
  rigid_numbers v1 = {bms_lanes_next(v.value), bms_lanes_next(v.error)};
  rigid_numbers v2 = {bms_lanes_after_next(v.value), bms_lanes_after_next(v.error)};
  return rigid_add(rigid_multiply(u1, v2), rigid_negated(rigid_multiply(u2, v1)));
}

BMS_INLINE rigid_number rigid_edge_value(const rigid_exact_body *a, const rigid_exact_body *b, int i, int j, int side,
                                         rigid_numbers p) {
  rigid_numbers of_a = rigid_exact_dots(b, j, a), of_b = rigid_exact_dots(a, i, b);
  rigid_numbers normal = rigid_exact_cross(rigid_exact_column(a, i), rigid_exact_column(b, j));
  rigid_number gap = rigid_sum3(rigid_multiply(normal, p));
  if (a->offset || b->offset) {
    gap = rigid_plus(gap, rigid_sum3(rigid_multiply(rigid_crossed_numbers(a->middle, i, -1), of_a)));
    gap = rigid_plus(gap, rigid_sum3(rigid_multiply(rigid_crossed_numbers(b->middle, j, -1), of_b)));
  }
  gap = rigid_on_side(side, gap);
  gap = rigid_minus(gap, rigid_sum3(rigid_radii(rigid_crossed_numbers(a->half, i, 1), of_a)));
  return rigid_minus(gap, rigid_sum3(rigid_radii(rigid_crossed_numbers(b->half, j, 1), of_b)));
}

/* The gap along an axis at t, with `side` (1 or -1) for the sign of n . d: the plane with the origin on that side, which
   goes on to be negative where the origin has crossed it. */
static double rigid_value(const bms_query *query, int axis, int side, double t) {
  const bms_body *body_a = &query->a, *body_b = &query->b;
  rigid_exact_body a, b;
  rigid_exact_rotation(body_a->motion.rigid.quaternion, t, &a);
  rigid_exact_rotation(body_b->motion.rigid.quaternion, t, &b);
  rigid_exact_box(&body_a->box, &a);
  rigid_exact_box(&body_b->box, &b);
  rigid_numbers p = rigid_exact_position(body_a->motion.rigid.position, body_b->motion.rigid.position, t);
  rigid_number gap;
  if (axis >= BMS_AXIS_EDGES) {
    gap = rigid_edge_value(&a, &b, (axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, side, p);
  } else {
    bool of_a = axis < BMS_AXIS_FACE_B;
    rigid_exact_body *own = of_a ? &a : &b, *other = of_a ? &b : &a;
    for (int r = 0; r < 3; r++) {
      other->row[r].value[3] = p.value[r];
      other->row[r].error[3] = p.error[r];
    }
    gap = rigid_face_value(own, other, axis % 3, side, of_a ? side : -side);
  }
  return gap.value + gap.error;
}

#endif /* BMS_RIGID_VALUE_H */
