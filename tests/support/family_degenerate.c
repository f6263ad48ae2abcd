/* SPDX-License-Identifier: BSD-3-Clause */

/* Families of degenerate boxes, motions and intervals. */

#include "family_list.h"
#include "family_parts.h"

static void flatten(random_source *r, bms_box *box) {
  int i;

  for (i = 0; i < 3; i++)
    if (random_below(r, 2) == 0) box->min[i] = box->max[i] = (box->min[i] + box->max[i]) / 2.0;
}

void family_flat(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.3, 1.0, 1.5, random_below(r, 3) == 0 ? 0.0 : random_uniform(r, 0.0, 0.5));
  flatten(r, &query->a.box);
  if (random_below(r, 2) == 0) flatten(r, &query->b.box);
  if (random_below(r, 3) == 0) part_to_matrix(&query->b.motion);
  part_shuffle(r, query);
}

static double coarse(random_source *r) {
  return 0.5 * (double)(random_below(r, 5) - 2);
}

static void coarse_body(random_source *r, bms_body *body, int turning) {
  int i;

  body->motion = part_still();
  for (i = 0; i < 3; i++) {
    double size = 0.5 * (double)random_below(r, 5), low = (random_below(r, 4) == 0 ? coarse(r) : 0.0) - size / 2.0;
    body->box.min[i] = low;
    body->box.max[i] = low + size;
    body->motion.rigid.position[i][0] = coarse(r);
    body->motion.rigid.position[i][1] = turning ? coarse(r) : 0.0;
    body->motion.rigid.position[i][2] = turning && random_below(r, 3) == 0 ? coarse(r) : 0.0;
  }
  for (i = 0; turning && i < 4; i++)
    body->motion.rigid.quaternion[i][0] = i == 0 ? 3.0 : (double)(random_below(r, 3) - 1);
  for (i = 0; turning && i < 4; i++) body->motion.rigid.quaternion[i][1] = (double)(random_below(r, 3) - 1);
}

void family_grid(random_source *r, bms_query *query) {
  query->t0 = 0.0;
  query->t1 = 1.0;
  coarse_body(r, &query->a, 1);
  coarse_body(r, &query->b, 1);
}

void family_rest(random_source *r, bms_query *query) {
  query->t0 = 0.0;
  query->t1 = 1.0;
  coarse_body(r, &query->a, 0);
  coarse_body(r, &query->b, 0);
}

void family_flat_aligned(random_source *r, bms_query *query) {
  int i;

  family_rest(r, query);
  flatten(r, &query->a.box);
  if (random_below(r, 2) == 0) flatten(r, &query->b.box);
  for (i = 0; i < 3; i++) query->b.motion.rigid.position[i][1] = 2.0 * coarse(r);
}

void family_identical(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.3, 1.0, 1.5, 0.0);
  if (random_below(r, 2) == 0) part_to_matrix(&query->a.motion);
  query->b.motion = query->a.motion;
  for (i = 0; i < 3; i++) {
    double shift = (query->a.box.max[i] + query->b.box.max[i]) * 0.5 * (double)(random_below(r, 5) - 2);
    query->b.box.max[i] += shift;
    query->b.box.min[i] = random_below(r, 2) == 0 ? query->b.box.min[i] + shift : query->a.box.max[i];
    if (query->b.box.min[i] > query->b.box.max[i]) query->b.box.max[i] = query->b.box.min[i];
  }
}

void family_instant(random_source *r, bms_query *query) {
  switch (random_below(r, 4)) {
    case 0:
      family_features(r, query);
      query->t0 = query->t1 = 0.5;
      break;
    case 1:
      family_grid(r, query);
      query->t1 = query->t0;
      break;
    default:
      family_nearmiss(r, query);
      query->t0 = query->t1 = random_uniform(r, 0.0, 1.0);
  }
}
