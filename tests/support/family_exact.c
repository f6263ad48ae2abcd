/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of exact ties between boxes that are aligned, or turn about one axis.  All numbers are dyadic with few bits:
 * features meet as meant, to the last bit of the exact answer.
 */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

static double *position(bms_body *body, int i) {
  return body->motion.rigid.position[i];
}

static double reach(const bms_query *query, int i) {
  return query->a.box.max[i] + query->b.box.max[i];
}

void family_aligned(random_source *r, bms_query *query) {
  int i;

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) position(&query->b, i)[0] = part_grid(r, -4, 4, 0.25);
  position(&query->b, 0)[0] = 4.0;
  position(&query->b, 0)[1] = -8.0;
  part_shuffle(r, query);
}

void family_corner(random_source *r, bms_query *query) {
  int i, still = random_below(r, 4);

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double side = random_sign(r);
    position(&query->b, i)[0] = side * (reach(query, i) + 2.0);
    position(&query->b, i)[1] = -4.0 * side;
    if (i == still) position(&query->b, i)[0] = position(&query->b, i)[1] = 0.0;
  }
  part_shuffle(r, query);
}

void family_graze(random_source *r, bms_query *query) {
  part_aligned_pair(r, query);
  position(&query->b, 0)[0] = random_sign(r) * reach(query, 0);
  position(&query->b, 1)[0] = 5.0;
  position(&query->b, 1)[1] = -8.0;
  position(&query->b, 2)[0] = part_grid(r, -4, 4, 0.25);
  part_shuffle(r, query);
}

/* Makes x = reach + 4 (t - 1/2)^2 along one, two or three axes; aside of the box if only along one. */
void family_graze_point(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3);

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double *x = position(&query->b, i);
    x[0] = i < axes ? reach(query, i) + 1.0 : part_grid(r, -2, 2, 0.25);
    x[1] = i < axes ? -4.0 : 0.0;
    x[2] = i < axes ? 4.0 : 0.0;
  }
  part_shuffle(r, query);
}

void family_touch_start(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3);

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    position(&query->b, i)[0] = i < axes ? reach(query, i) : part_grid(r, -2, 2, 0.25);
    position(&query->b, i)[1] = part_grid(r, -1, 1, 1.0);
    position(&query->b, i)[2] = part_grid(r, -1, 1, 2.0);
  }
  part_shuffle(r, query);
}

void family_touch_end(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3), slowing = random_below(r, 2);

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double *x = position(&query->b, i);
    x[0] = i < axes ? reach(query, i) + 2.0 : part_grid(r, -2, 2, 0.25);
    x[1] = i < axes ? (slowing ? -4.0 : -2.0) : 0.0;
    x[2] = i < axes && slowing ? 2.0 : 0.0;
  }
  part_shuffle(r, query);
}

/* Makes both turn about the world's z axis: only the quaternions' w and z components are not zero. */
void family_common_axis(random_source *r, bms_query *query) {
  bms_body *body[2];
  int k, i;

  part_encounter(r, query, 0.1, 1.0, 0.0, 0.0);
  body[0] = &query->a;
  body[1] = &query->b;
  for (k = 0; k < 2; k++) {
    double q[2], rate[2];
    random_direction(r, q, 2);
    random_direction(r, rate, 2);
    memset(body[k]->motion.rigid.quaternion, 0, sizeof body[k]->motion.rigid.quaternion);
    for (i = 0; i < 2; i++) {
      body[k]->motion.rigid.quaternion[3 * i][0] = q[i];
      body[k]->motion.rigid.quaternion[3 * i][1] = 0.5 * rate[i];
    }
    position(body[k], 2)[1] = 0.0;
    position(body[k], 2)[0] = random_uniform(r, -0.3, 0.3);
  }
  part_shuffle(r, query);
}

/* Makes a turn q = (1, u (t - 1/2)): b is not turned at the time of contact, but turns before and after. */
void family_flush(random_source *r, bms_query *query) {
  int i;

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double u = part_grid(r, -2, 2, 0.5);
    query->b.motion.rigid.quaternion[1 + i][0] = -u / 2.0;
    query->b.motion.rigid.quaternion[1 + i][1] = u;
    position(&query->b, i)[0] = part_grid(r, -4, 4, 0.25);
  }
  position(&query->b, 0)[0] = reach(query, 0) + 2.0;
  position(&query->b, 0)[1] = -4.0;
  part_shuffle(r, query);
}

/*
 * b turns about z with q = (1, 0, 0, t), n = 1 + t^2, and stands at x = p0 + p1 t + p2 t^2; its reach along x is
 * (b1 (1 - t^2) + b2 2 t) / n on [0, 1].  The gap to a's face x = a1, times n, is a quartic; that it be k (t^2 + e t +
 * f)^2 needs
 *
 *     p2 = k,  p1 = 2 k e,  b2 = k e (1 - f),  b1 = k (e^2 - (1 - f)^2) / 2,  p0 = a1 + k (e^2 + 2 f - 1 + f^2) / 2.
 *
 * The double root (-e + sqrt(e^2 - 4 f)) / 2 is in (0, 1) for f < 0 < 1 + e + f; with f, e dyadic of few bits all is
 * exact.
 */
void family_double_root(random_source *r, bms_query *query) {
  double f = part_grid(r, -7, -1, 0.125), e = 1.0 - f + part_grid(r, 1, 8, 0.125), k = part_grid(r, 1, 4, 0.5);

  part_aligned_pair(r, query);
  query->a.box = part_box(query->a.box.max[0], 16.0 * k * e, 16.0 * k * e);
  query->b.box.max[0] = k * (e * e - (1.0 - f) * (1.0 - f)) / 2.0;
  query->b.box.max[1] = k * e * (1.0 - f);
  query->b.box.min[0] = -query->b.box.max[0];
  query->b.box.min[1] = -query->b.box.max[1];
  query->b.motion.rigid.quaternion[3][1] = 1.0;
  position(&query->b, 0)[0] = query->a.box.max[0] + k * (e * e + 2.0 * f - 1.0 + f * f) / 2.0;
  position(&query->b, 0)[1] = 2.0 * k * e;
  position(&query->b, 0)[2] = k;
  part_shuffle(r, query);
}

/*
 * Makes a contact with any gap  c0 + c1 t + ... + c4 t^4  (times n) whose roots are given and not all different, not
 * only a square.  If the reach is  (u b1 (1 - t^2) + v b2 2 t) / n  with signs u, v,
 *
 *     p2 = c4,  p1 = c3,  v b2 = (c3 - c1) / 2,  p0 = a1 + (c2 - c4 + c0) / 2,  u b1 = (c2 - c4 - c0) / 2
 *
 * and b1, b2 must not be negative.  The signs are those around the multiple root; roots are tried until all fits.
 */
void family_multiple_root(random_source *r, bms_query *query) {
  double c[5], b1 = -1.0, b2 = -1.0, root = 0.0;
  int i, k;

  while (b1 < 0.0 || b2 < 0.0) {
    int multiplicity = 2 + random_below(r, 3);
    root = part_grid(r, -28, 28, 0.125);
    memset(c, 0, sizeof c);
    c[0] = random_sign(r);
    for (i = 0; i < 4; i++) {
      double next = i < multiplicity ? root : part_grid(r, -28, 28, 0.125);
      for (k = 4; k > 0; k--) c[k] = c[k - 1] - next * c[k];
      c[0] *= -next;
    }
    b2 = (root < 0.0 ? -1.0 : 1.0) * (c[3] - c[1]) / 2.0;
    b1 = (root * root > 1.0 ? -1.0 : 1.0) * (c[2] - c[4] - c[0]) / 2.0;
  }
  part_aligned_pair(r, query);
  query->t0 = root - part_grid(r, 0, 8, 0.125);
  query->t1 = root + part_grid(r, 0, 8, 0.125);
  query->a.box.min[1] = query->a.box.min[2] = -256.0;
  query->a.box.max[1] = query->a.box.max[2] = 256.0;
  query->b.box.max[0] = b1;
  query->b.box.max[1] = b2;
  query->b.box.min[0] = -b1;
  query->b.box.min[1] = -b2;
  query->b.motion.rigid.quaternion[3][1] = 1.0;
  position(&query->b, 0)[0] = query->a.box.max[0] + (c[2] - c[4] + c[0]) / 2.0;
  position(&query->b, 0)[1] = c[3];
  position(&query->b, 0)[2] = c[4];
  part_shuffle(r, query);
}

/* Two bodies that meet in the plane between them, of which one is the image of the other. */
void family_mirror_images(random_source *r, bms_query *query) {
  int k = random_below(r, 3);
  double sign = random_sign(r);
  part_encounter(r, query, 0.2, 1.0, 1.2, 0.0);
  for (int i = 0; i < 3; i++) query->a.box.min[i] *= random_uniform(r, 0.5, 1.0);
  query->a.motion.rigid.position[k][0] = random_uniform(r, -3.0, -1.0);
  query->a.motion.rigid.position[k][1] = random_uniform(r, 0.5, 4.0);
  query->b = query->a;
  query->b.box.min[k] = -query->a.box.max[k];
  query->b.box.max[k] = -query->a.box.min[k];
  for (int i = 0; i < 3; i++) query->b.motion.rigid.position[k][i] = -query->a.motion.rigid.position[k][i];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++) query->b.motion.rigid.quaternion[i][j] *= i == 0 || i == 1 + k ? sign : -sign;
  if (random_below(r, 2) == 0) query->b.motion.rigid.position[k][1] += random_uniform(r, -0.5, 0.5);
  part_shuffle(r, query);
}
