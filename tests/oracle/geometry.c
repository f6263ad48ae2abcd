/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Exact geometry at one time.
 *
 * The gap along a vector n whose coordinates are doubles is rational: n . (c_b - c_a) - sum_k h_k |n . column_k|.
 * Velocities are differences of places over 2^-700 of the interval.
 */

#include "geometry.h"

#include <math.h>

/* Velocities are differences over 2^-STEP_BITS of the interval. */
enum { STEP_BITS = 700 };

static double length_of(vector v) {
  mpfr_t length;
  mpfr_init2(length, VECTOR_PRECISION);
  vector_norm(length, v);
  double out = mpfr_get_d(length, MPFR_RNDN);
  mpfr_clear(length);
  return out;
}

static void centre_of(vector c, snapshot_body *b, const exact_body *exact) {
  for (int j = 0; j < 3; j++) {
    fmpq_set(c[j], b->translation[j]);
    for (int i = 0; i < 3; i++) fmpq_addmul(c[j], b->column[i][j], exact->middle[i]);
  }
}

/* Computes the way from the centre of a to the centre of b. */
static void way_of(vector way, snapshot *p, const scene *s) {
  vector centre;
  vector_init(centre);
  centre_of(way, &p->body[1], &s->body[1]);
  centre_of(centre, &p->body[0], &s->body[0]);
  for (int j = 0; j < 3; j++) fmpq_sub(way[j], way[j], centre[j]);
  vector_clear(centre);
}

/* ------------------------------------------------------------------ gaps */

double geometry_gap_along(snapshot *p, const scene *s, const double normal[3]) {
  vector n, way;
  fmpq_t gap, along;
  vector_init(n);
  vector_init(way);
  fmpq_init(gap);
  fmpq_init(along);
  for (int j = 0; j < 3; j++) exact_double(n[j], normal[j]);
  way_of(way, p, s);
  vector_dot(gap, n, way);
  for (int k = 0; k < 6; k++) {
    vector_dot(along, n, p->body[k / 3].column[k % 3]);
    fmpq_abs(along, along);
    fmpq_mul(along, along, s->body[k / 3].half[k % 3]);
    fmpq_sub(gap, gap, along);
  }
  double out = fmpq_get_d(gap);
  vector_clear(n);
  vector_clear(way);
  fmpq_clear(gap);
  fmpq_clear(along);
  return out;
}

double geometry_greatest_gap(snapshot *p, const scene *s) {
  double greatest = -INFINITY;
  for (int k = 0; k < SCENE_AXES; k++) {
    snapshot_axis axis;
    if (snapshot_look_along(p, s, k, &axis)) greatest = fmax(greatest, axis.gap);
  }
  return greatest;
}

/* ------------------------------------------------------------------ scales */

/* Moves a world point on with the body from one snapshot to the next. */
static void carry(snapshot_body *from, snapshot_body *to, vector point, vector moved) {
  vector n, way;
  fmpq_t along, unit;
  vector_init(n);
  vector_init(way);
  fmpq_init(along);
  fmpq_init(unit);
  for (int j = 0; j < 3; j++) {
    fmpq_sub(way[j], point[j], from->translation[j]);
    fmpq_set(moved[j], to->translation[j]);
  }
  for (int i = 0; i < 3; i++) {
    vector_cross(n, from->column[(i + 1) % 3], from->column[(i + 2) % 3]);
    vector_dot(along, n, way);
    vector_dot(unit, n, from->column[i]);
    fmpq_div(along, along, unit);
    for (int j = 0; j < 3; j++) fmpq_addmul(moved[j], along, to->column[i][j]);
  }
  vector_clear(n);
  vector_clear(way);
  fmpq_clear(along);
  fmpq_clear(unit);
}

/* Computes where a vertex is. */
static void vertex_of(vector x, snapshot_body *b, const exact_body *exact, int octant) {
  fmpq_t along;
  fmpq_init(along);
  for (int j = 0; j < 3; j++) fmpq_set(x[j], b->translation[j]);
  for (int i = 0; i < 3; i++) {
    (octant >> i & 1 ? fmpq_add : fmpq_sub)(along, exact->middle[i], exact->half[i]);
    for (int j = 0; j < 3; j++) fmpq_addmul(x[j], b->column[i][j], along);
  }
  fmpq_clear(along);
}

/* Returns the longest way of a vertex of one body between two times, as seen from the other. */
static double moved_between(snapshot *from, snapshot *to, const scene *s) {
  vector before, after, carried;
  double most = 0;
  vector_init(before);
  vector_init(after);
  vector_init(carried);
  for (int k = 0; k < 16; k++) {
    int own = k / 8, other = 1 - own;
    vertex_of(before, &from->body[own], &s->body[own], k % 8);
    vertex_of(after, &to->body[own], &s->body[own], k % 8);
    carry(&from->body[other], &to->body[other], before, carried);
    for (int j = 0; j < 3; j++) fmpq_sub(after[j], after[j], carried[j]);
    most = fmax(most, length_of(after));
  }
  vector_clear(before);
  vector_clear(after);
  vector_clear(carried);
  return most;
}

static double moved_within(const scene *s, const bms_query *query, const bms_contact *answer) {
  snapshot from, to;
  fmpq_t t;
  if (!(answer->t_lower < answer->t_upper)) return 0;
  snapshot_init(&from);
  snapshot_init(&to);
  fmpq_init(t);
  exact_double(t, answer->t_lower);
  snapshot_take(&from, s, query, t);
  exact_double(t, answer->t_upper);
  snapshot_take(&to, s, query, t);
  double moved = moved_between(&from, &to, s);
  snapshot_clear(&from);
  snapshot_clear(&to);
  fmpq_clear(t);
  return moved;
}

/* Returns |c1 + 2 c2 t|. */
static double rate_of(const double *c, int count, double t) {
  fmpq_t sum, term, time;
  fmpq_init(sum);
  fmpq_init(term);
  fmpq_init(time);
  exact_double(sum, c[1]);
  exact_double(term, count == 3 ? 2 * c[2] : 0);
  exact_double(time, t);
  fmpq_addmul(sum, term, time);
  double out = fabs(fmpq_get_d(sum));
  fmpq_clear(sum);
  fmpq_clear(term);
  fmpq_clear(time);
  return out;
}

static double corner_along(const bms_box *box, int i) {
  return fmax(fabs(box->min[i]), fabs(box->max[i]));
}

/* Returns the corner farthest from the origin of its frame, and that origin's place. */
static double place_of(snapshot_body *b, const bms_box *box) {
  double place = length_of(b->translation);
  for (int i = 0; i < 3; i++) place += b->length[i] * corner_along(box, i);
  return place;
}

/* Returns how fast the columns of a body turn or grow, relatively, by absolute terms. */
static double turning_of(snapshot_body *b, const bms_motion *m, double t, double weight) {
  double turning = 0;
  if (m->form == BMS_MOTION_RIGID) {
    for (int i = 0; i < 4; i++) turning += rate_of(m->rigid.quaternion[i], 2, t);
    return 2 * turning / sqrt(weight);
  }
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) turning += rate_of(m->matrix.entry[r][i], 3, t) / (weight * b->length[i]);
  return turning + rate_of(m->matrix.weight, 3, t) / weight;
}

/* Returns |p'|, or |T'| over the weight. */
static double drift_of(const bms_motion *m, double t, double weight) {
  double drift = 0;
  for (int r = 0; r < 3; r++)
    drift += m->form == BMS_MOTION_RIGID ? rate_of(m->rigid.position[r], 3, t)
                                         : rate_of(m->matrix.entry[r][3], 3, t) / weight;
  return drift;
}

static void place_in_interval(fmpq_t at, const fmpq_t t, const scene *s) {
  fmpq_sub(at, t, s->start);
  if (!fmpq_is_zero(s->length)) fmpq_div(at, at, s->length);
}

void geometry_measure(geometry_scale *scale, snapshot *p, scene *s, const bms_query *query, const bms_contact *answer) {
  const bms_body *body[2] = {&query->a, &query->b};
  fmpq_t t, at;
  fmpq_init(t);
  fmpq_init(at);
  exact_double(t, answer->t);
  place_in_interval(at, t, s);
  *scale = (geometry_scale){.moved = moved_within(s, query, answer)};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) scale->sizes += 2 * fmpq_get_d(s->body[k].half[i]) * p->body[k].length[i];
    scale->place += place_of(&p->body[k], &body[k]->box);
  }
  for (int k = 0; k < 2; k++) {
    fmpq_poly_evaluate_fmpq(t, s->body[k].weight, at);
    double weight = fmpq_get_d(t);
    scale->speed += drift_of(&body[k]->motion, answer->t, weight);
    scale->speed += turning_of(&p->body[k], &body[k]->motion, answer->t, weight) * scale->place;
  }
  fmpq_clear(t);
  fmpq_clear(at);
}

/* ------------------------------------------------------------------ speeds */

double geometry_closing_speed(const scene *s, const bms_query *query, const fmpq_t t, const double point[3],
                              const double normal[3]) {
  snapshot here, there;
  vector x, n, of_a, of_b;
  fmpq_t step, later, speed;
  snapshot_init(&here);
  snapshot_init(&there);
  vector_init(x);
  vector_init(n);
  vector_init(of_a);
  vector_init(of_b);
  fmpq_init(step);
  fmpq_init(later);
  fmpq_init(speed);
  fmpq_div_2exp(step, s->length, STEP_BITS);
  fmpq_add(later, t, step);
  snapshot_take(&here, s, query, t);
  snapshot_take(&there, s, query, later);
  for (int j = 0; j < 3; j++) {
    exact_double(x[j], point[j]);
    exact_double(n[j], normal[j]);
  }
  carry(&here.body[0], &there.body[0], x, of_a);
  carry(&here.body[1], &there.body[1], x, of_b);
  for (int j = 0; j < 3; j++) fmpq_sub(of_a[j], of_a[j], of_b[j]);
  vector_dot(speed, n, of_a);
  fmpq_div(speed, speed, step);
  double out = fmpq_get_d(speed);
  snapshot_clear(&here);
  snapshot_clear(&there);
  vector_clear(x);
  vector_clear(n);
  vector_clear(of_a);
  vector_clear(of_b);
  fmpq_clear(step);
  fmpq_clear(later);
  fmpq_clear(speed);
  return out;
}
