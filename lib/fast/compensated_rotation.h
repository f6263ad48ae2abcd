/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The turn of a rigid body at one time, in compensated arithmetic (quick_numbers.h).
 *
 * Functions of this header are for the quick walks alone, which are compiled for several machines.
 */

#ifndef BMS_COMPENSATED_ROTATION_H
#define BMS_COMPENSATED_ROTATION_H

#include "fast/corner.h"
#include "fast/compensated.h"

/* A body: its quaternion, vector first, and k. */
typedef struct rigid_exact_body {
  quick_numbers q;
  quick_number square, along; /* k, and w^2 - x^2 - y^2 - z^2 */
} rigid_exact_body;

/* A coefficient of a quaternion, vector first. */
BMS_INLINE bms_lanes rigid_vector_first(const double c[4][2], int power) {
  return bms_lanes_of(c[1][power], c[2][power], c[3][power], c[0][power]);
}

/* R v = k v + 2 u x (u x v + w v), where u is the vector of q and w the rest. */
BMS_INLINE quick_numbers rigid_turned(const rigid_exact_body *body, bms_lanes v) {
  quick_numbers u = body->q, w = quick_all_lanes(u, 3);
  quick_numbers s = quick_subtract(quick_multiply_by(quick_next(u), bms_lanes_after_next(v)),
                                   quick_multiply_by(quick_after_next(u), bms_lanes_next(v)));
  s = quick_cross(u, quick_add(s, quick_multiply_by(w, v)));
  return quick_add(quick_multiply_by(quick_all(body->square), v), quick_doubled(s));
}

/* x e + y x e, e a unit vector: each lane has one term. */
BMS_INLINE bms_lanes rigid_turn_of_unit(double x, bms_lanes y, bms_lanes e) {
  return bms_lanes_all(x) * e + bms_lanes_cross(y, e);
}

/* R e_i = 2 u_i u + (w^2 - u . u) e_i + 2 w u x e_i */
BMS_INLINE quick_numbers rigid_column(const rigid_exact_body *body, int i) {
  bms_lanes e = quick_unit(i);
  quick_numbers u = body->q, turn = quick_multiply(quick_all_lanes(u, 3), u);
  quick_number middle = {u.value[i], u.error[i]};
  quick_numbers rest = {rigid_turn_of_unit(0.5 * body->along.value, turn.value, e),
                        rigid_turn_of_unit(0.5 * body->along.error, turn.error, e)};
  return quick_doubled(quick_add(quick_multiply(quick_all(middle), u), rest));
}

#endif /* BMS_COMPENSATED_ROTATION_H */
