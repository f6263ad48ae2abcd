/* SPDX-License-Identifier: BSD-3-Clause */

/* Families of generic motions of thin boxes, in extreme units, at extreme places and times. */

#include "family_list.h"
#include "family_parts.h"

static const double RIGHT_ANGLE = 1.5707963267948966;

void family_bullet(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 1.0, 2.0, 0.0, 0.0);
  query->a.box = part_box(0.005, 2.0, 2.0);
  query->b.box = part_box(0.025, 0.025, 0.025);
  query->a.motion = part_still();
  part_random_turn(r, &query->b.motion, random_uniform(r, 0.0, 1.99) * RIGHT_ANGLE);
  for (i = 0; i < 3; i++) {
    query->b.motion.rigid.position[i][0] = i == 0 ? -10.0 : random_uniform(r, -1.0, 1.0);
    query->b.motion.rigid.position[i][1] = i == 0 ? 20.0 : 0.0;
  }
}

static void make_thin(random_source *r, bms_box *box, double low, double high) {
  int i = random_below(r, 3), second = random_below(r, 3);

  box->max[i] *= random_power_of_ten(r, low, high);
  box->min[i] = -box->max[i];
  if (second == i) return;
  box->max[second] *= random_power_of_ten(r, low, 0.0);
  box->min[second] = -box->max[second];
}

void family_sliver(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.3, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 0.8));
  make_thin(r, &query->a.box, -4.0, -2.0);
  make_thin(r, &query->b.box, -4.0, -2.0);
}

void family_needle(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.3, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 0.5));
  make_thin(r, &query->a.box, -7.0, -5.0);
  make_thin(r, &query->b.box, -7.0, -5.0);
}

static void move_both(random_source *r, bms_query *query, double by) {
  double x[3];
  int i;

  random_direction(r, x, 3);
  for (i = 0; i < 3; i++) {
    query->a.motion.rigid.position[i][0] += by * x[i];
    query->b.motion.rigid.position[i][0] += by * x[i];
  }
}

void family_scales(random_source *r, bms_query *query) {
  family_tumble(r, query);
  move_both(r, query, random_power_of_ten(r, 0.0, 4.0));
  part_scale(query, random_power_of_ten(r, -7.0, 7.0));
}

void family_tiny(random_source *r, bms_query *query) {
  family_accelerate(r, query);
  part_scale(query, 1e-7);
}

void family_huge(random_source *r, bms_query *query) {
  family_accelerate(r, query);
  part_scale(query, 1e7);
}

void family_remote(random_source *r, bms_query *query) {
  family_tumble(r, query);
  move_both(r, query, 1e6);
}

void family_mismatched(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.3, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.0));
  for (i = 0; i < 3; i++) {
    query->b.box.max[i] *= 1e-6;
    query->b.box.min[i] *= 1e-6;
  }
  part_shuffle(r, query);
}

static void random_interval(random_source *r, bms_query *query, double low, double high, double place) {
  double length = random_power_of_ten(r, low, high), start = place + random_uniform(r, -4.0, 4.0) * length;

  family_accelerate(r, query);
  if (random_below(r, 3) == 0) part_to_matrix(&query->a.motion);
  part_set_interval(query, start, start + length);
}

void family_timespan(random_source *r, bms_query *query) {
  random_interval(r, query, -2.0, 4.0, 0.0);
}

void family_blink(random_source *r, bms_query *query) {
  random_interval(r, query, -9.0, -3.0, 0.0);
}

void family_aeon(random_source *r, bms_query *query) {
  random_interval(r, query, 3.0, 9.0, 0.0);
}

void family_late(random_source *r, bms_query *query) {
  random_interval(r, query, -3.0, 3.0, 1e6);
}
