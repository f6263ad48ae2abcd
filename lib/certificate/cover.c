/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * From left to right, in steps of a power of 2: the longest step first, halved until its Bernstein coefficients prove
 * what they have to.  That ends, as the coefficients of ever shorter pieces tend to the values.
 *
 * The axis of a piece is one along which the gap is positive at the start of the piece.  The one that is tried first is
 * that with the greatest gap; if it does not last to the end of the span, all others are checked, too.
 */

#include "numeric/arithmetic.h"

#include "certificate/cover.h"

/* Pieces of a cover; ordinary queries have fewer than ten. */
enum { MOST_PIECES = 20000 };

/* The claim that the lower bound of a gap has to prove over a piece. */
typedef enum wanted_gap {
  POSITIVE, /* the gap is positive, except perhaps at the open end */
  BETWEEN,  /* it is positive, except perhaps at the start and at the open end */
  BLOCKED   /* it is not negative */
} wanted_gap;

/* A part of a span. */
typedef struct piece {
  bms_exact low, high;
  bool closed;
  wanted_gap wanted;
} piece;

/* ------------------------------------------------------------------ pieces */

bms_exact bms_cover_step(bms_exact_arena *arena, bms_exact low, bms_exact limit, int *step) {
  bms_exact rest = bms_exact_subtract(arena, limit, low);
  int magnitude = rest.size != 0 ? bms_exact_magnitude(rest) : 0;
  if (rest.size == 0 || *step >= magnitude) {
    *step = magnitude;
    return limit;
  }
  return bms_exact_add(arena, low, bms_exact_scale(bms_exact_from_double(arena, 1), *step));
}

/* Sets the end of a piece by a step. */
static void set_end(bms_exact_arena *arena, const bms_cover_span *span, int *step, piece *now) {
  now->high = bms_cover_step(arena, now->low, span->end, step);
  now->closed = span->closed && bms_exact_compare(now->high, span->end) == 0;
}

static bool is_last(const bms_cover_span *span, const piece *now) {
  return bms_exact_compare(now->high, span->end) == 0;
}

/* The Bernstein coefficients of p over a piece, as a polynomial of this degree. */
static void coefficients(bms_exact_arena *arena, const bms_exact_polynomial *p, const piece *now, int degree,
                         bms_exact b[BMS_EXACT_MAX_DEGREE + 1]) {
  bms_exact_polynomial shifted = bms_exact_polynomial_shift(arena, p, now->low);
  bms_exact_polynomial_bernstein(arena, &shifted, degree, bms_exact_subtract(arena, now->high, now->low), b);
}

/* ------------------------------------------------------------------ gaps */

/* bound -= |b|. */
static void take_off(bms_exact_arena *arena, const bms_exact *b, int degree, bms_exact *bound) {
  for (int k = 0; k <= degree; k++) {
    bms_exact absolute = bms_exact_sign(b[k]) < 0 ? b[k] : bms_exact_negate(b[k]);
    bound[k] = bms_exact_add(arena, bound[k], absolute);
  }
}

/* Returns true if the lower bound of a gap proves the piece. */
static bool proves_gap(bms_exact_arena *arena, const bms_exact_gap *gap, int side, const piece *now) {
  size_t mark = arena->used;
  bms_exact bound[BMS_EXACT_MAX_DEGREE + 1], b[BMS_EXACT_MAX_DEGREE + 1];
  int degree = 0;
  for (int i = 0; i < gap->terms; i++)
    if (gap->term[i].degree > degree) degree = gap->term[i].degree;
  bms_exact_polynomial distance = side > 0 ? gap->term[0] : bms_exact_polynomial_negate(&gap->term[0]);
  coefficients(arena, &distance, now, degree, bound);
  for (int i = 1; i < gap->terms; i++) {
    coefficients(arena, &gap->term[i], now, degree, b);
    take_off(arena, b, degree, bound);
    bms_exact_keep(arena, mark, bound, degree + 1);
  }
  bool start = bms_exact_sign(bound[0]) > 0, end = bms_exact_sign(bound[degree]) > 0, some = start;
  bool proved = now->wanted == BLOCKED || ((now->wanted == BETWEEN || start) && (!now->closed || end));
  for (int k = 0; k <= degree; k++) {
    proved = proved && bms_exact_sign(bound[k]) >= 0;
    some = some || bms_exact_sign(bound[k]) > 0;
  }
  arena->used = mark;
  return proved && (some || now->wanted == BLOCKED) && !arena->exhausted;
}

/* The sign of the distance over a piece, if it has one: at the start, unless the gap may be 0 there. */
static int side_of(bms_exact_arena *arena, const bms_exact_gap *gap, const piece *now) {
  size_t mark = arena->used;
  bms_exact t = now->wanted == POSITIVE ? now->low : bms_exact_middle(arena, now->low, now->high);
  int side = bms_exact_polynomial_sign(arena, &gap->term[0], t) < 0 ? -1 : 1;
  arena->used = mark;
  return side;
}

/* Finds an axis that proves the piece, the one given first.  Returns it, or -1. */
static int axis_over(bms_exact_scene *scene, int first, const piece *now) {
  for (int i = -1; i < scene->axes && !bms_exact_scene_exhausted(scene); i++) {
    int axis = i < 0 ? first : i;
    if (i == first) continue;
    const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
    if (proves_gap(&scene->scratch, gap, side_of(&scene->scratch, gap, now), now)) return axis;
  }
  return -1;
}

static void write_piece(bms_exact_scene *scene, int axis, const piece *now, bool first, const bms_proof_text *out) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  bms_proof_add(out, first ? "{\"axis\": " : ", {\"axis\": ");
  bms_proof_add_axis(out, axis);
  bms_proof_add(out,
                side_of(&scene->scratch, gap, now) > 0 ? ", \"side\": \"+\", \"to\": " : ", \"side\": \"-\", \"to\": ");
  bms_proof_add_number(out, now->high);
  bms_proof_add(out, "}");
}

/* The axis with the greatest gap at t, or -1. */
static int greatest_at(bms_exact_scene *scene, bms_exact t) {
  unsigned touching;
  bms_axis_signs signs[BMS_AXES];
  bms_exact_root time = bms_exact_root_at(t, t);
  return bms_exact_scene_greatest(scene, &time, BMS_ALL_AXES, &touching, signs);
}

/* Finds the longest piece from its low on, and its axis; -1 if there is none. */
static int longest_piece(bms_exact_scene *scene, const bms_cover_span *span, piece *now) {
  size_t mark = scene->scratch.used;
  int first = greatest_at(scene, now->low), axis = -1, step = INT32_MAX;
  while ((first >= 0 || now->wanted == BETWEEN) && axis < 0 && !bms_exact_scene_exhausted(scene)) {
    scene->scratch.used = mark;
    set_end(&scene->scratch, span, &step, now);
    axis = axis_over(scene, first, now);
    step--;
  }
  return axis;
}

bool bms_cover_apart(bms_exact_scene *scene, const bms_cover_span *span, const bms_proof_text *out, bms_exact *proved) {
  piece now = {.low = span->start, .wanted = span->open ? BETWEEN : POSITIVE};
  *proved = span->start;
  for (int count = 0; count < MOST_PIECES; count++) {
    int axis = longest_piece(scene, span, &now);
    if (axis < 0 || bms_exact_scene_exhausted(scene)) return false;
    write_piece(scene, axis, &now, count == 0, out);
    bool last = is_last(span, &now);
    bms_exact_keep(&scene->scratch, 0, &now.high, 1);
    now.low = *proved = now.high;
    now.wanted = POSITIVE;
    if (last) return true;
  }
  return false;
}

bool bms_cover_blocked(bms_exact_scene *scene, int axis, const bms_cover_span *span, const bms_proof_text *out,
                       bool first) {
  bms_exact_arena *arena = &scene->scratch;
  size_t mark = arena->used;
  piece now = {.low = span->start, .wanted = BLOCKED};
  bool last = false;
  for (int count = 0; count < MOST_PIECES && !last; count++) {
    const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
    size_t above = arena->used;
    int step = INT32_MAX;
    do {
      arena->used = above;
      set_end(arena, span, &step, &now);
      step--;
    } while (!proves_gap(arena, gap, side_of(arena, gap, &now), &now) && !bms_exact_scene_exhausted(scene));
    if (bms_exact_scene_exhausted(scene)) return false;
    write_piece(scene, axis, &now, first && count == 0, out);
    last = is_last(span, &now);
    bms_exact_keep(arena, mark, &now.high, 1);
    now.low = now.high;
  }
  arena->used = mark;
  return last;
}

/* ------------------------------------------------------------------ signs */

/* Returns true if the coefficients of p over the piece have one sign. */
static bool proves_sign(bms_exact_arena *arena, const bms_exact_polynomial *p, const piece *now) {
  size_t mark = arena->used;
  bms_exact b[BMS_EXACT_MAX_DEGREE + 1];
  coefficients(arena, p, now, p->degree, b);
  int positive = 0, negative = 0;
  for (int k = 0; k <= p->degree; k++) {
    positive += bms_exact_sign(b[k]) > 0;
    negative += bms_exact_sign(b[k]) < 0;
  }
  arena->used = mark;
  return positive == p->degree + 1 || negative == p->degree + 1;
}

static void longest_sign(bms_exact_scene *scene, const bms_cover_span *span, const bms_exact_polynomial *p, int count,
                         piece *now) {
  bms_exact_arena *arena = &scene->scratch;
  size_t mark = arena->used;
  int step = INT32_MAX;
  bool all = false;
  while (!all && !bms_exact_scene_exhausted(scene)) {
    arena->used = mark;
    set_end(arena, span, &step, now);
    all = true;
    for (int i = 0; i < count; i++) all = all && proves_sign(arena, &p[i], now);
    step--;
  }
}

bool bms_cover_signs(bms_exact_scene *scene, const bms_cover_span *span, const bms_exact_polynomial *p, int count,
                     const bms_proof_text *out) {
  piece now = {.low = span->start};
  bool last = false;
  for (int i = 0; i < MOST_PIECES && !last; i++) {
    longest_sign(scene, span, p, count, &now);
    if (bms_exact_scene_exhausted(scene)) return false;
    bms_proof_add(out, i == 0 ? "" : ", ");
    bms_proof_add_number(out, now.high);
    last = is_last(span, &now);
    bms_exact_keep(&scene->scratch, 0, &now.high, 1);
    now.low = now.high;
  }
  return last;
}
