/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds where a box that flies into another should have started to miss it by a centimetre.
 *
 * The derivative of the time of contact by the start shows in which direction the contact comes later fastest; along
 * that direction it comes later and later, until there is none. So the box that stands is grown by a centimetre, and
 * the step is halved down to the shortest after which there is no contact at all: such a miss is certain.
 *
 *   cc miss_by_a_centimetre.c $(pkg-config --cflags --libs bms) -lm -o miss_by_a_centimetre && ./miss_by_a_centimetre
 */

#include <bms_derivative.h>
#include <math.h>
#include <stdio.h>

static const double MARGIN = 0.01; /* metres */

/* Returns the query: a cube of a metre, and a plank that tumbles past it a little too low. */
static bms_query flight(void) {
  const double origin[3] = {0, 0, 0}, from[3] = {3, 0.2, 0.7}, to[3] = {-3, 0.1, 0.8};
  const double upright[4] = {1, 0, 0, 0}, turned[4] = {0.8, 0.3, 0.5, 0.2};
  bms_query query = {.t0 = 0, .t1 = 1};
  query.a = (bms_body){bms_box_centred(1, 1, 1), bms_motion_fixed(origin, upright)};
  query.b = (bms_body){bms_box_centred(1.2, 0.4, 0.1), bms_motion_between(0, from, upright, 1, to, turned)};
  return query;
}

static int misses(const bms_query *query, const double direction[3], double step) {
  bms_query moved = *query;
  bms_contact contact;
  for (int r = 0; r < 3; r++) {
    moved.a.box.min[r] -= MARGIN;
    moved.a.box.max[r] += MARGIN;
    moved.b.motion.rigid.position[r][0] += step * direction[r];
  }
  return bms_first_contact(&moved, &contact) == BMS_SEPARATED;
}

int main(void) {
  bms_query query = flight();
  bms_contact contact;
  bms_derivative derivative;
  double direction[3], length = 0, hits = 0, step = 10;

  if (bms_first_contact_derivative(&query, &contact, &derivative) != BMS_DERIVATIVE_EXISTS) return 1;
  for (int r = 0; r < 3; r++) {
    direction[r] = derivative.above.b.motion.rigid.position[r][0];
    length = hypot(length, direction[r]);
  }
  for (int r = 0; r < 3; r++) direction[r] /= length;
  printf("contact at %.6f; it comes %.3f later for each metre along (%.3f, %.3f, %.3f)\n", contact.t, length,
         direction[0], direction[1], direction[2]);

  while (step - hits > 1e-6) {
    double middle = (hits + step) / 2;
    if (misses(&query, direction, middle))
      step = middle;
    else
      hits = middle;
  }
  if (!misses(&query, direction, step)) return 1;
  printf("a start that is %.4f m farther along misses by a centimetre\n", step);
  return 0;
}
