/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A point that chains of all joints carry, seen from any link: its place at a time, over a span and over a piece, all
 * against exact kinematics.  In each chain another part may be far larger than all others, so that no term of a bound
 * is there for nothing.
 */

#include "arm/chain.h"

#include "bounds.h"
#include "exact_pose.h"
#include "numeric/vector.h"

enum { MANY_LINKS = 1000, MOST_FEW_LINKS = 6, VARIABLES = 3, ENLARGED_KINDS = 5 };

/* Two parts on the world: links up to a fork, each on the one before it, and from there on in the same way. */
typedef struct two_arms {
  bms_link link[MANY_LINKS];
  double value[VARIABLES][BMS_MOVE_TERMS];
  double vertex[3];
  bms_convex point;
  bms_placed_shape shape[2]; /* the point, on the last link of either part */
  bms_chain chain;
  bms_move move;
} two_arms;

/* ------------------------------------------------------------------ exact kinematics */

static precise_vector placed(const exact_pose *pose, precise_vector x) {
  return precise_vector_plus(pose->place, precise_rotated(pose->q, x));
}

/* Turns q by an angle about an axis of its frame. */
static void turn_about(const double axis[3], precise angle, precise q[4]) {
  precise half = precise_over(angle, precise_of(2)), cosine = precise_cosine(half);
  precise_vector a = precise_vector_of(axis), v = {{q[1], q[2], q[3]}};
  precise_vector w = precise_vector_times(precise_over(precise_sine(half), precise_root(precise_dot(a, a))), a);
  precise_vector turned = precise_vector_plus(precise_vector_times(q[0], w), precise_vector_times(cosine, v));
  turned = precise_vector_plus(turned, precise_cross(v, w));
  q[0] = precise_minus(precise_times(q[0], cosine), precise_dot(v, w));
  for (int r = 0; r < 3; r++) q[1 + r] = turned.x[r];
}

static precise exact_value(const bms_move *move, int variable, precise t) {
  precise time = precise_minus(t, precise_of(move->t0)), sum = precise_of(0);
  for (int k = BMS_MOVE_TERMS - 1; k >= 0; k--)
    sum = precise_plus(precise_times(sum, time), precise_of(move->value[variable][k]));
  return sum;
}

/* Returns where a link is in its parent's frame. */
static exact_pose exact_step(const bms_link *link, const bms_move *move, precise t) {
  exact_pose step = exact_of(&link->frame);
  if (link->joint == BMS_JOINT_FIXED) return step;
  precise value = exact_value(move, link->variable, t);
  precise_vector axis = precise_vector_of(link->axis);
  if (link->joint == BMS_JOINT_REVOLUTE)
    turn_about(link->axis, value, step.q);
  else
    step.place = placed(&step, precise_vector_times(precise_over(value, precise_root(precise_dot(axis, axis))), axis));
  return step;
}

/* Takes a point of a link to the world, or back. */
static precise_vector to_world(const two_arms *arms, precise t, int number, precise_vector x) {
  for (int i = number; i != BMS_WORLD; i = arms->link[i].parent) {
    exact_pose step = exact_step(&arms->link[i], &arms->move, t);
    x = placed(&step, x);
  }
  return x;
}

static precise_vector from_world(const two_arms *arms, precise t, int number, precise_vector x) {
  if (number == BMS_WORLD) return x;
  x = from_world(arms, t, arms->link[number].parent, x);
  exact_pose step = exact_step(&arms->link[number], &arms->move, t);
  for (int r = 0; r < 3; r++) {
    x.x[r] = precise_minus(x.x[r], step.place.x[r]);
    step.q[1 + r] = precise_minus(precise_of(0), step.q[1 + r]);
  }
  return precise_rotated(step.q, x);
}

/* Returns where a shape's point is at t, in the frame of a link. */
static precise_vector exact_point(const two_arms *arms, precise t, int from, int shape) {
  exact_pose pose = exact_of(&arms->shape[shape].pose);
  precise_vector x = placed(&pose, precise_vector_of(arms->vertex));
  return from_world(arms, t, from, to_world(arms, t, arms->shape[shape].link, x));
}

/* ------------------------------------------------------------------ the place that is reported for the point */

static double distance(precise_vector x, precise_vector y) {
  const double none[3] = {0, 0, 0};
  return precise_vector_error(none, precise_vector_plus(x, precise_vector_times(precise_of(-1), y)));
}

static precise_vector point_at(const bms_pose *pose, const double vertex[3]) {
  double matrix[3][4];
  precise_vector out;
  bms_pose_matrix(pose, matrix);
  for (int r = 0; r < 3; r++) {
    out.x[r] = precise_of(matrix[r][3]);
    for (int c = 0; c < 3; c++)
      out.x[r] = precise_plus(out.x[r], precise_times(precise_of(matrix[r][c]), precise_of(vertex[c])));
  }
  return out;
}

/* Returns where a piece has the point at s, exactly. */
static precise_vector point_on(const bms_chain_piece *piece, double s, const double vertex[3]) {
  const bms_motion *motion = &piece->body.motion;
  exact_pose pose;
  precise_vector out;
  if (motion->form == BMS_MOTION_RIGID) {
    for (int r = 0; r < 3; r++) pose.place.x[r] = bounds_polynomial(motion->rigid.position[r], 2, s);
    for (int i = 0; i < 4; i++) pose.q[i] = bounds_polynomial(motion->rigid.quaternion[i], 1, s);
    return placed(&pose, precise_vector_of(vertex));
  }
  for (int r = 0; r < 3; r++) {
    precise sum = bounds_polynomial(motion->matrix.entry[r][3], 2, s);
    for (int c = 0; c < 3; c++)
      sum =
          precise_plus(sum, precise_times(bounds_polynomial(motion->matrix.entry[r][c], 2, s), precise_of(vertex[c])));
    out.x[r] = precise_over(sum, bounds_polynomial(motion->matrix.weight, 2, s));
  }
  return out;
}

/* Returns the time of s on a piece: of an exact turn by the angle that its chord of quaternions has turned by. */
static precise time_on(const bms_chain_piece *piece, double s) {
  precise t0 = precise_of(piece->t0), half = precise_of(0.5 * piece->angle), one = precise_of(1);
  precise part = precise_over(precise_minus(precise_of(s), precise_of(piece->s0)), precise_of(piece->s1 - piece->s0));
  if (fabs(piece->angle) > 0) {
    precise along = precise_plus(precise_minus(one, part), precise_times(part, precise_cosine(half)));
    part = precise_over(precise_angle(precise_times(part, precise_sine(half)), along), half);
  }
  return precise_plus(t0, precise_times(part, precise_minus(precise_of(piece->t1), t0)));
}

/* ------------------------------------------------------------------ chains */

/* Begins with joints that do nothing. */
static void begin(two_arms *arms, int count, int fork) {
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  arms->point = bms_convex_points(arms->vertex, 1, 0);
  for (int i = 0; i < count; i++)
    arms->link[i] = (bms_link){i == 0 || i == fork ? BMS_WORLD : i - 1, BMS_JOINT_FIXED, rest, {0, 0, 1}, 0};
  arms->shape[0] = bms_placed_convex(fork - 1, &arms->point, &rest);
  arms->shape[1] = bms_placed_convex(count - 1, &arms->point, &rest);
  memset(arms->value, 0, sizeof arms->value);
  arms->chain = (bms_chain){.link_count = count,
                            .link = arms->link,
                            .variable_count = VARIABLES,
                            .shape_count = 2,
                            .shape = arms->shape,
                            .neighbours = true};
  arms->move = (bms_move){-1, 1, (const double(*)[BMS_MOVE_TERMS])arms->value};
}

static void random_pose(random_source *r, bms_pose *pose) {
  random_numbers(r, -1, 1, pose->position, 3);
  random_direction(r, pose->quaternion, 4);
}

/* Makes some parts of a chain far larger than the others: of the kinds below `kinds`. */
static void enlarge(random_source *r, two_arms *arms, int kinds, int moving, double t) {
  double large = random_below(r, 4) == 0 ? 1e17 : 1e7;
  int link = random_below(r, arms->chain.link_count), fork = arms->shape[0].link + 1,
      which = random_below(r, 1 << kinds);
  double *value = arms->value[random_below(r, VARIABLES)];
  if (which & 1) value[0] *= large;
  for (int k = 0; k < 3; k++) {
    double away = random_uniform(r, -1e7, 1e7);
    if (which & 2) arms->link[link].frame.position[k] *= 1e7;
    if (which & 4) arms->vertex[k] *= 1e7;
    if (which & 8) { /* both parts stand far away */
      arms->link[0].frame.position[k] += away;
      arms->link[fork].frame.position[k] += away;
    }
  }
  if (!(which & 16) || moving == 0) return;
  arms->value[0][1] *= 1e7; /* and what is left of its terms at t is little */
  arms->value[0][0] = -arms->value[0][1] * (t - arms->move.t0);
}

/* Makes a few joints of all kinds; this many of the variables move, by polynomials of this degree. */
static void make_few_links(random_source *r, two_arms *arms, int kinds, int moving, int degree, double t) {
  int count = 2 + random_below(r, MOST_FEW_LINKS - 1), fork = 1 + random_below(r, count - 1);
  double longer = random_below(r, 4) == 0 ? random_power_of_ten(r, -45, 45) : 1;
  begin(arms, count, fork);
  random_numbers(r, -1, 1, arms->vertex, 3);
  for (int i = 0; i < count; i++) {
    random_pose(r, &arms->link[i].frame);
    for (int k = 0; k < 4; k++) arms->link[i].frame.quaternion[k] *= longer;
    random_direction(r, arms->link[i].axis, 3);
    arms->link[i].joint = (bms_joint_kind)random_below(r, 3);
    arms->link[i].variable = random_below(r, VARIABLES);
  }
  for (int i = 0; i < 2; i++) random_pose(r, &arms->shape[i].pose);
  for (int v = 0; v < VARIABLES; v++) random_numbers(r, -1, 1, arms->value[v], 1 + (v < moving ? degree : 0));
  if (random_below(r, 4) != 0) enlarge(r, arms, kinds, moving, t);
}

/* ------------------------------------------------------------------ what is demanded */

static void check_pose(const two_arms *arms, int from, int shape, double t) {
  bms_link_view view = bms_link_view_of(&arms->chain, &arms->move, from, shape);
  bms_chain_span at = bms_chain_span_over(&view, t, t);
  double off = distance(point_at(&at.middle, arms->vertex), exact_point(arms, precise_of(t), from, shape));
  assert_true(off <= at.bounds.origin_error + at.bounds.turn_error * view.reach);
}

/* Demands that a span and the piece over it hold the point. */
static void check_piece(random_source *r, const two_arms *arms, int from, int shape, double t0, double t1) {
  bms_link_view view = bms_link_view_of(&arms->chain, &arms->move, from, shape);
  bms_chain_span span = bms_chain_span_over(&view, t0, t1);
  bms_chain_piece piece = bms_chain_piece_over(&view, &span);
  precise_vector middle = point_at(&span.middle, arms->vertex);
  for (int k = 0; k < 5; k++) {
    double s = k == 0 ? piece.s0 : k == 1 ? piece.s1 : random_uniform(r, piece.s0, piece.s1);
    precise t = time_on(&piece, s);
    precise_vector exact = exact_point(arms, t, from, shape);
    assert_true(distance(middle, exact) <= span.sweep);
    double told = bms_chain_piece_time(&piece, s);
    assert_true(piece.t0 <= told && told <= piece.t1);
    assert_true(told <= piece.t0 || precise_double(precise_minus(precise_of(told), t)) <= 0);
    assert_true(piece.stretch >= 1);
    if (!isfinite(piece.radius)) continue;
    assert_true(distance(point_on(&piece, s, arms->vertex), exact) <= piece.radius);
  }
}

/* Demands that a shape which stands still in the view is at the reported place. */
static void check_still(const two_arms *arms, int from, int shape) {
  bms_link_view view = bms_link_view_of(&arms->chain, &arms->move, from, 0);
  int root = bms_static_root_of(&arms->chain, &arms->move, arms->shape[shape].link);
  if (root != from) return;
  bms_pose pose = bms_link_view_static_pose(&view, shape);
  double off = distance(point_at(&pose, arms->vertex), exact_point(arms, precise_of(arms->move.t0), from, shape));
  assert_true(off <= bms_link_view_static_error(&view, shape) + 16 * BMS_ROUNDING * bms_length(arms->vertex));
}

/* ------------------------------------------------------------------ cases */

static void points_are_within_the_bounds_of_their_chain(void **state) {
  (void)state;
  static two_arms arms;
  random_source r = random_from(1);
  for (int i = 0; i < repetitions(4000); i++) {
    int moving = random_below(&r, VARIABLES + 1), degree = 1 + random_below(&r, BMS_MOVE_TERMS - 1);
    double t0 = random_below(&r, 2) ? random_uniform(&r, -1, 1) : random_signed_power_of_ten(&r, -9, 0);
    double length = random_power_of_ten(&r, -9, 0);
    make_few_links(&r, &arms, ENLARGED_KINDS, moving, degree, t0);
    int from = random_below(&r, arms.chain.link_count + 1) - 1, shape = random_below(&r, 2);
    check_pose(&arms, from, shape, t0);
    check_piece(&r, &arms, from, shape, t0, fmin(t0 + length, 1));
    check_still(&arms, from, shape);
    precise_forget();
  }
}

/* ------------------------------------------------------------------ questions */

static double exact_distance(const two_arms *arms, double t) {
  precise_vector x = exact_point(arms, precise_of(t), BMS_WORLD, 0), y = exact_point(arms, precise_of(t), BMS_WORLD, 1);
  double out = distance(x, y);
  precise_forget();
  return out;
}

/* Makes the two shapes balls, or points that are boxes. */
static void set_shapes(two_arms *arms, double radius) {
  const double *v = arms->vertex;
  bms_box box = {{v[0], v[1], v[2]}, {v[0], v[1], v[2]}};
  for (int i = 0; i < 2; i++) {
    arms->shape[i].convex = radius > 0 ? bms_convex_points(v, 1, radius) : bms_convex_box(&box, 0);
    if (radius > 0) arms->shape[i].convex.points.vertex = arms->vertex;
  }
}

/* Demands that balls are apart before their contact, and no farther than the slack at it. */
static void check_contact(random_source *r, two_arms *arms, double radius, double tolerance) {
  bms_chain_contact contact;
  set_shapes(arms, radius);
  bms_status status = bms_chain_first_contact(&arms->chain, &arms->move, tolerance, &contact);
  assert_int_not_equal(status, BMS_INVALID);
  double t0 = arms->move.t0, least = 2 * radius * (1 - 4 * BMS_ROUNDING);
  for (int k = 0; k < 8 && contact.t > t0; k++) {
    double before = k < 4 ? (contact.t - t0) * random_uniform(r, 0, 1) : (contact.t - t0) * ldexp(1, -4 * k);
    assert_true(exact_distance(arms, fmax(contact.t - before, t0)) >= least);
  }
  if (status == BMS_SEPARATED || status == BMS_UNRESOLVED) return;
  assert_true(contact.slack <= tolerance);
  assert_true(exact_distance(arms, contact.t) <= 2 * radius * (1 + 4 * BMS_ROUNDING) + contact.slack);
}

static void check_clearance(random_source *r, two_arms *arms, double radius, double tolerance) {
  bms_link_clearance clearance;
  set_shapes(arms, radius);
  assert_int_not_equal(bms_chain_clearance(&arms->chain, &arms->move, tolerance, &clearance), BMS_INVALID);
  double t0 = arms->move.t0, t1 = arms->move.t1, at = clearance.least.t;
  if (!isfinite(clearance.least.upper)) return; /* the two are not checked */
  for (int k = -4; k < 8; k++) {
    double t = k < 0 ? random_uniform(r, t0, t1) : at + random_sign(r) * ldexp(1, -4 * k);
    double d = exact_distance(arms, fmin(fmax(t, t0), t1));
    assert_true(clearance.least.lower <= fmax(d * (1 + 4 * BMS_ROUNDING) - 2 * radius * (1 - 4 * BMS_ROUNDING), 0));
  }
  double there = exact_distance(arms, at);
  assert_true(there * (1 - 4 * BMS_ROUNDING) - 2 * radius * (1 + 4 * BMS_ROUNDING) <= clearance.least.upper);
}

static void answers_about_points_hold_in_exact_arithmetic(void **state) {
  (void)state;
  static two_arms arms;
  random_source r = random_from(3);
  for (int i = 0; i < repetitions(400); i++) {
    int moving = 1 + random_below(&r, VARIABLES), degree = 1 + random_below(&r, BMS_MOVE_TERMS - 1);
    make_few_links(&r, &arms, ENLARGED_KINDS - 1, moving, degree, 0);
    double at = random_uniform(&r, arms.move.t0, arms.move.t1), there = exact_distance(&arms, at);
    double radius = 0.5 * there * random_uniform(&r, 0.2, 1), part = random_power_of_ten(&r, -9, -2);
    if (!(there > 0)) continue;
    check_contact(&r, &arms, radius, part * there);
    check_clearance(&r, &arms, 0.2 * radius, fmax(part, 1e-5) * there);
    check_clearance(&r, &arms, 0, fmax(part, 1e-5) * there);
  }
}

/* A point speeds up on its way to another by a polynomial that no fit follows; it does not reach it, then just does. */
static void slides_that_speed_up_are_no_farther_than_they_get(void **state) {
  (void)state;
  static two_arms arms;
  random_source r = random_from(4);
  for (int i = 0; i < 200; i++) {
    double way = 0;
    begin(&arms, 2, 1);
    arms.move.t0 = 0;
    memset(arms.vertex, 0, sizeof arms.vertex);
    arms.link[0].joint = BMS_JOINT_PRISMATIC;
    arms.link[0].axis[0] = 1;
    arms.link[0].axis[2] = 0;
    for (int k = 1; k < BMS_MOVE_TERMS; k++) way += arms.value[0][k] = random_power_of_ten(&r, -3, 0);
    arms.link[1].frame.position[0] = way + random_uniform(&r, 0.1, 1);
    double tolerance = random_power_of_ten(&r, -4, -1);
    check_clearance(&r, &arms, 0, tolerance);
    check_clearance(&r, &arms, 0.01, tolerance);
    arms.link[1].frame.position[0] = way + 0.02 - random_power_of_ten(&r, -6, -2);
    check_contact(&r, &arms, 0.01, tolerance * tolerance);
  }
}

/* The innermost joint turns far and all others by so little that it is lost to rounding, each time to the same side. */
static void roundings_of_many_links_add_up(void **state) {
  (void)state;
  static two_arms arms;
  const double far[2] = {0.8, 0.6}, little = 0.4 * BMS_ROUNDING;
  for (int ahead = 0; ahead < 2; ahead++) {
    int from = ahead ? BMS_WORLD : MANY_LINKS - 1;
    begin(&arms, MANY_LINKS, ahead ? MANY_LINKS - 1 : 1);
    for (int k = 0; k < MANY_LINKS; k++) arms.link[k].frame.quaternion[3] = little;
    arms.link[ahead ? MANY_LINKS - 1 : 0].frame.quaternion[3] = 0; /* the other part */
    arms.link[MANY_LINKS - 1 - ahead].frame.quaternion[0] = far[0];
    arms.link[MANY_LINKS - 1 - ahead].frame.quaternion[3] = far[1];
    memcpy(arms.vertex, (double[]){1, 0, 0}, sizeof arms.vertex);
    bms_link_view view = bms_link_view_of(&arms.chain, &arms.move, from, 0);
    bms_chain_span at = bms_chain_span_over(&view, 0, 0);
    precise each = precise_angle(precise_of(little), precise_of(1));
    precise half = precise_plus(precise_angle(precise_of(far[1]), precise_of(far[0])),
                                precise_times(precise_of(MANY_LINKS - 2), each));
    precise angle = precise_times(precise_of(ahead ? 2 : -2), half);
    precise_vector exact = {{precise_cosine(angle), precise_sine(angle), precise_of(0)}};
    double off = distance(point_at(&at.middle, arms.vertex), exact);
    assert_true(off > MANY_LINKS / 2 * BMS_ROUNDING);
    assert_true(off <= at.bounds.origin_error + at.bounds.turn_error * view.reach);
    if (!ahead) continue;
    bms_pose pose = bms_link_view_static_pose(&view, 0);
    assert_true(distance(point_at(&pose, arms.vertex), exact) <= bms_link_view_static_error(&view, 0));
  }
  precise_forget();
}

/* A slide carries a point straight away from a box: it gets as far from its place in the middle as is reported, and a
   point that does not move stays as far as it is. */
static void gaps_of_spans_are_no_wider_than_distances(void **state) {
  (void)state;
  static two_arms arms;
  const double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, beyond[3] = {1, 0, 0};
  for (int k = 0; k < 20; k++) {
    double way = ldexp(1, k - 10);
    begin(&arms, 2, 1);
    memset(arms.vertex, 0, sizeof arms.vertex);
    arms.link[0].joint = BMS_JOINT_PRISMATIC;
    arms.value[0][1] = way;
    arms.move.t0 = 0;
    bms_link_view view = bms_link_view_of(&arms.chain, &arms.move, BMS_WORLD, 0);
    bms_chain_span span = bms_chain_span_over(&view, 0, 1), at = bms_chain_span_over(&view, 0, 0);
    assert_true(!(bms_chain_span_gap(&span, low, high) > 0));
    assert_true(bms_chain_span_gap(&at, beyond, beyond) <= 1);
  }
}

/* A cube slides to another one at times far from 0: the rounding of its time of contact is in the slack. */
static void times_that_are_rounded_down_are_within_the_slack(void **state) {
  (void)state;
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}}, ahead = {{1.7, 0, 0}, {1, 0, 0, 0}};
  const bms_box cube = bms_box_centred(1, 1, 1);
  const bms_convex convex = bms_convex_box(&cube, 0);
  const bms_link link = {BMS_WORLD, BMS_JOINT_PRISMATIC, rest, {1, 0, 0}, 0};
  const bms_placed_shape shape[2] = {bms_placed_convex(BMS_WORLD, &convex, &ahead),
                                     bms_placed_convex(0, &convex, &rest)};
  for (double start = 1e3; start < 1e10; start *= 7) {
    const double value[1][BMS_MOVE_TERMS] = {{0, 1}};
    const bms_move move = {start, start + 1, value};
    const bms_chain chain = {
        .link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape, .neighbours = true};
    bms_chain_contact contact;
    assert_int_equal(bms_chain_first_contact(&chain, &move, 1e-3, &contact), BMS_CONTACT);
    precise gap = precise_minus(precise_of(1.7), precise_of(1));
    double left = precise_double(precise_minus(gap, precise_minus(precise_of(contact.t), precise_of(start))));
    assert_true(left >= 0 && left <= contact.slack);
    precise_forget();
  }
}

BOUNDS_MAIN(cmocka_unit_test(points_are_within_the_bounds_of_their_chain),
            cmocka_unit_test(answers_about_points_hold_in_exact_arithmetic),
            cmocka_unit_test(slides_that_speed_up_are_no_farther_than_they_get),
            cmocka_unit_test(roundings_of_many_links_add_up),
            cmocka_unit_test(times_that_are_rounded_down_are_within_the_slack),
            cmocka_unit_test(gaps_of_spans_are_no_wider_than_distances))
