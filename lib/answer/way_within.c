/* SPDX-License-Identifier: BSD-3-Clause */

/* Ways are speeds at t times the width of the enclosure, which is a few ulps. */

#include "numeric/arithmetic.h"

#include "answer/way_within.h"

#include <math.h>
#include <stddef.h>

#include "numeric/vector.h"

double bms_spread_along(const bms_contact_state *body, const double normal[3], double *centre_speed) {
  const bms_box *box = &body->body->box;
  double spread = 0;
  *centre_speed = 0;
  for (int j = 0; j < 4; j++) {
    double speed = normal[0] * body->rate[0][j] + normal[1] * body->rate[1][j] + normal[2] * body->rate[2][j];
    double middle = j < 3 ? 0.5 * box->min[j] + 0.5 * box->max[j] : 1;
    *centre_speed += speed * middle;
    if (j < 3) spread += fabs(speed) * (0.5 * box->max[j] - 0.5 * box->min[j]);
  }
  return spread;
}

double bms_way_within(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact,
                      const double normal[3]) {
  double width = contact->t_upper - contact->t_lower, speed_a = 0, speed_b;
  if (!(width > 0)) return 0;
  double spread = bms_spread_along(b, normal, &speed_b);
  if (a != NULL) spread += bms_spread_along(a, normal, &speed_a);
  return width * (fabs(speed_b - speed_a) + spread);
}

/* Finds the rows that take vectors into the frame of a body: Cramer's rule. */
static void find_rows(const bms_contact_state *body, double row[3][3]) {
  double column[3][3];
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) column[i][r] = body->pose[r][i];
  for (int i = 0; i < 3; i++) bms_cross(column[(i + 1) % 3], column[(i + 2) % 3], row[i]);
  double inverse = 1 / bms_dot(row[0], column[0]);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) row[i][r] *= inverse;
}

/* Computes the rate of a body as seen from another one. */
static void look_from(const bms_contact_state *from, const bms_contact_state *body, bms_contact_state *seen) {
  double row[3][3];
  find_rows(from, row);
  seen->body = body->body;
  for (int j = 0; j < 4; j++) {
    double column[3], x[3];
    for (int r = 0; r < 3; r++) column[r] = j < 3 ? body->pose[r][j] : body->pose[r][3] - from->pose[r][3];
    for (int i = 0; i < 3; i++) x[i] = bms_dot(row[i], column);
    for (int r = 0; r < 3; r++)
      seen->rate[r][j] = body->rate[r][j] - (j < 3 ? 0 : from->rate[r][3]) - bms_dot(from->rate[r], x);
  }
}

double bms_way_seen_within(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact) {
  bms_contact_state of_a, of_b;
  look_from(b, a, &of_a);
  look_from(a, b, &of_b);
  return bms_max(bms_way_within(NULL, &of_a, contact, contact->normal),
                 bms_way_within(NULL, &of_b, contact, contact->normal));
}
