/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The turn of a rigid body at one time, in compensated arithmetic (compensated.h).
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_COMPENSATED_ROTATION_H
#define BMS_COMPENSATED_ROTATION_H

#include "fast/corner.h"
#include "fast/compensated.h"

/* A body: its quaternion, vector first, and k. */
typedef struct compensated_rotation {
  compensated_lanes q;
  compensated_number square, along; /* k, and w^2 - x^2 - y^2 - z^2 */
} compensated_rotation;

/* A coefficient of a quaternion, vector first. */
BMS_INLINE lanes compensated_vector_first(const double c[4][2], int power) {
  return lanes_of(c[1][power], c[2][power], c[3][power], c[0][power]);
}

/* R v = k v + 2 u x (u x v + w v), where u is the vector of q and w the rest. */
BMS_INLINE compensated_lanes compensated_turned(const compensated_rotation *body, lanes v) {
  compensated_lanes u = body->q, w = compensated_all_lanes(u, 3);
  compensated_lanes s = compensated_subtract(compensated_multiply_by(compensated_next(u), lanes_after_next(v)),
                                             compensated_multiply_by(compensated_after_next(u), lanes_next(v)));
  s = compensated_cross(u, compensated_add(s, compensated_multiply_by(w, v)));
  return compensated_add(compensated_multiply_by(compensated_all(body->square), v), compensated_doubled(s));
}

/* x e + y x e, e a unit vector: each lane has one term. */
BMS_INLINE lanes compensated_turn_of_unit(double x, lanes y, lanes e) {
  return lanes_add_product(lanes_cross(y, e), lanes_all(x), e);
}

/* R e_i = 2 u_i u + (w^2 - u . u) e_i + 2 w u x e_i */
BMS_INLINE compensated_lanes compensated_column(const compensated_rotation *body, int i) {
  lanes e = fast_unit(i);
  compensated_lanes u = body->q, turn = compensated_multiply(compensated_all_lanes(u, 3), u);
  compensated_number middle = {lanes_get(u.value, i), lanes_get(u.error, i)};
  compensated_lanes rest = {compensated_turn_of_unit(0.5 * body->along.value, turn.value, e),
                            compensated_turn_of_unit(0.5 * body->along.error, turn.error, e)};
  return compensated_doubled(compensated_add(compensated_multiply(compensated_all(middle), u), rest));
}

#endif /* BMS_COMPENSATED_ROTATION_H */
