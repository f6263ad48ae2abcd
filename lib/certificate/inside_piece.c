/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pieces from left to right, each halved until it is proved (cover.c); the signs are those of the terms in its middle.
 * A piece is first tried four times as long as the one before it: pieces shrink towards an event and grow after it.
 *
 * If the gap along an axis reaches zero inside of a contact, or the axis is the zero vector for a moment, halving does
 * not end at an irrational time.  Then the event gets a piece of its own, with signs to its left and to its right.
 */

#include "numeric/arithmetic.h"

#include "certificate/inside_piece.h"

#include "certificate/crossing_piece.h"
#include "exact/exact_walk.h"

/* Pieces of a cover, and the pieces that are tried for it, proved or not; halvings of a piece before the next event is
   searched for, and if there is none; limbs for the end of the pieces that are written. */
enum { MOST_PIECES = 2000, MOST_TRIED = 4000, QUICK_HALVINGS = 8, MOST_HALVINGS = 300, END_LIMBS = 4096 };

/* The first try is 2^LONGER times as long as the piece before. */
enum { LONGER = 2, ANY_STEP = INT32_MAX - LONGER };

typedef struct inside_piece {
  bms_exact low, high;
  bool overlap;                        /* the gaps have to be negative between the ends */
  int sign[BMS_AXES][BMS_EXACT_TERMS]; /* of the terms in the middle */
} inside_piece;

/* Returns true if the greater of both planes is shown to be no more than zero, or negative. */
static bool proves_side(bms_exact_arena *arena, const bms_exact_gap *gap, int side, const int sign[BMS_EXACT_TERMS],
                        const inside_piece *now) {
  bms_exact b[BMS_EXACT_MAX_DEGREE + 1];
  int signs[BMS_EXACT_TERMS] = {side};
  size_t mark = arena->used;
  for (int i = 1; i < gap->terms; i++) signs[i] = sign[i];
  bms_exact_polynomial plane = bms_exact_plane(arena, gap, signs);
  bms_exact_polynomial shifted = bms_exact_polynomial_shift(arena, &plane, now->low);
  bool proved = true, some = false;
  if (plane.degree >= 0)
    bms_exact_polynomial_bernstein(arena, &shifted, plane.degree, bms_exact_subtract(arena, now->high, now->low), b);
  for (int k = 0; k <= plane.degree; k++) {
    proved = proved && bms_exact_sign(b[k]) <= 0;
    some = some || bms_exact_sign(b[k]) < 0;
  }
  arena->used = mark;
  return proved && (some || !now->overlap);
}

static bool proves_axis(bms_exact_scene *scene, int axis, inside_piece *now) {
  bms_exact_arena *arena = &scene->scratch;
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  size_t mark = arena->used;
  bms_exact middle = bms_exact_middle(arena, now->low, now->high);
  for (int i = 0; i < gap->terms; i++) now->sign[axis][i] = bms_exact_polynomial_sign(arena, &gap->term[i], middle);
  bool proved = (now->overlap && bms_exact_scene_axis_vanishes(scene, axis)) ||
                (proves_side(arena, gap, 1, now->sign[axis], now) && proves_side(arena, gap, -1, now->sign[axis], now));
  arena->used = mark;
  return proved;
}

static bool proves_all(bms_exact_scene *scene, inside_piece *now) {
  for (int axis = 0; axis < scene->axes; axis++)
    if (!proves_axis(scene, axis, now) || bms_exact_scene_exhausted(scene)) return false;
  return true;
}

static void write_signs(bms_exact_scene *scene, int sign[BMS_AXES][BMS_EXACT_TERMS], const bms_proof_text *out) {
  for (int axis = 0; axis < scene->axes; axis++) {
    const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
    char signs[] = "000000";
    for (int i = 1; i < gap->terms; i++) signs[gap->half_edge[i]] = "-0+"[sign[axis][i] + 1];
    bms_proof_add(out, axis == 0 ? "{" : ", ");
    bms_proof_add_axis(out, axis);
    bms_proof_add(out, ": \"");
    bms_proof_add(out, signs);
    bms_proof_add(out, "\"");
  }
  bms_proof_add(out, "}");
}

static void write_piece(bms_exact_scene *scene, inside_piece *now, const char *key, const bms_proof_text *out) {
  bms_proof_add(out, key);
  bms_proof_add_number(out, now->high);
  bms_proof_add(out, ", \"signs\": ");
  write_signs(scene, now->sign, out);
  bms_proof_add(out, "}");
}

/* Finds the end of a piece, by a step that is halved until the piece is proved, `most` times at most.  Each try takes
   one off *left; at 0 there are no more. */
static bool shorten(bms_exact_scene *scene, bms_exact limit, int most, int *step, int *left, inside_piece *now) {
  size_t mark = scene->scratch.used;
  for (int i = 0; i <= most && (*left)-- > 0 && !bms_exact_scene_exhausted(scene); i++) {
    scene->scratch.used = mark;
    now->high = bms_cover_step(&scene->scratch, now->low, limit, step);
    if (proves_all(scene, now)) return true;
    (*step)--;
  }
  return false;
}

/* ------------------------------------------------------------------ a cover */

typedef struct inside_cover {
  bms_exact_scene *scene;
  const bms_proof_text *out;
  uint64_t block[END_LIMBS];
  bms_exact_arena held;
  bms_exact end;   /* of the pieces that are written, in `held` */
  int count, left; /* the pieces that are written, and that may be tried */
  int step;        /* of the next piece that is tried */
  int longest;     /* step that has been tried since the last search for an event, no longer than the rest */
} inside_cover;

static void move_end(inside_cover *c, bms_exact t) {
  bms_exact_keep(&c->held, 0, &t, 1);
  c->end = t;
  c->count++;
}

/* Writes the next piece, no longer than to `limit`. */
static bool write_next(inside_cover *c, bms_exact limit, int halvings, inside_piece *now) {
  size_t mark = c->scene->scratch.used;
  *now = (inside_piece){.low = c->end};
  bool found = shorten(c->scene, limit, halvings, &c->step, &c->left, now);
  if (found) {
    write_piece(c->scene, now, c->count == 0 ? "{\"to\": " : ", {\"to\": ", c->out);
    move_end(c, now->high);
    c->step += LONGER;
  }
  c->scene->scratch.used = mark;
  return found && !c->held.exhausted;
}

/* Writes pieces to `limit`, with no event on the way that needs a piece of its own. */
static bool cover_plainly(inside_cover *c, bms_exact limit) {
  inside_piece now;
  while (bms_exact_compare(c->end, limit) < 0)
    if (c->count >= MOST_PIECES || !write_next(c, limit, MOST_HALVINGS, &now)) return false;
  return true;
}

static void write_side(bms_exact_scene *scene, const char *key, bms_exact t, const bms_proof_text *out) {
  int sign[BMS_AXES][BMS_EXACT_TERMS];
  for (int axis = 0; axis < scene->axes; axis++) {
    const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
    for (int i = 0; i < gap->terms; i++) sign[axis][i] = bms_exact_polynomial_sign(&scene->scratch, &gap->term[i], t);
  }
  bms_proof_add(out, key);
  write_signs(scene, sign, out);
}

/* Writes pieces to an event and, if it is irrational, the one that holds it. */
static bool cover_event(inside_cover *c, bms_exact_root *event) {
  if (event->exact) return cover_plainly(c, event->low);
  if (!bms_crossing_isolate_all(c->scene, event) || !cover_plainly(c, event->low)) return false;
  for (int k = 0; k <= event->p.degree; k++) {
    bms_proof_add(c->out, k > 0 ? ", " : c->count == 0 ? "{\"root\": [" : ", {\"root\": [");
    bms_proof_add_number(c->out, event->p.c[k]);
  }
  write_side(c->scene, "], \"before\": ", event->low, c->out);
  write_side(c->scene, ", \"after\": ", event->high, c->out);
  bms_proof_add(c->out, ", \"to\": ");
  bms_proof_add_number(c->out, event->high);
  bms_proof_add(c->out, "}");
  move_end(c, event->high);
  return !c->held.exhausted;
}

/* Returns true if a piece has an axis that is not proved, and the first event of that before `limit`. */
static bool find_event(inside_cover *c, inside_piece *now, bms_exact limit, bms_exact_root *event) {
  bms_exact_polynomial plane;
  bool of_plane;
  int axis = 0;
  while (axis < c->scene->axes && proves_axis(c->scene, axis, now)) axis++;
  bms_exact_root start = bms_exact_root_at(c->end, limit);
  if (axis == c->scene->axes) return false;
  (void)bms_exact_leave(c->scene, axis, &start);
  bms_exact from = start.high;
  bms_exact_keep(&c->scene->scratch, 0, &from, 1);
  if (!bms_exact_next_event(c->scene, axis, from, limit, event, &plane, &of_plane)) return false;
  bms_exact_root_keep(&c->scene->scratch, 0, event);
  return !bms_exact_is_end(event, limit);
}

/* Returns how often the next step may be halved before an event is searched for: until it is 2^QUICK_HALVINGS times
   shorter than the longest since the last search.  Sets c->step and c->longest to no more than the rest. */
static int halvings_before_search(inside_cover *c, bms_exact limit) {
  size_t mark = c->scene->scratch.used;
  int rest = ANY_STEP;
  (void)bms_cover_step(&c->scene->scratch, c->end, limit, &rest);
  c->scene->scratch.used = mark;
  c->step = c->step < rest ? c->step : rest;
  c->longest = c->longest < rest ? c->longest : rest;
  if (c->longest < c->step) c->longest = c->step;
  return c->step - c->longest + QUICK_HALVINGS;
}

bool bms_inside_cover(bms_exact_scene *scene, const bms_cover_span *span, const bms_proof_text *out) {
  inside_cover c = {.scene = scene, .out = out, .end = span->start, .left = MOST_TRIED, .step = ANY_STEP};
  inside_piece now;
  c.longest = -ANY_STEP;
  c.held = bms_exact_arena_of(c.block, END_LIMBS);
  while (bms_exact_compare(c.end, span->end) < 0) {
    bms_exact_root event;
    if (c.count >= MOST_PIECES || bms_exact_scene_exhausted(scene)) return false;
    if (write_next(&c, span->end, halvings_before_search(&c, span->end), &now)) continue;
    if (find_event(&c, &now, span->end, &event)) {
      if (!cover_event(&c, &event)) return false;
    } else if (!write_next(&c, span->end, MOST_HALVINGS, &now)) {
      return false;
    }
    scene->scratch.used = 0;
    c.longest = c.step;
  }
  return true;
}

bool bms_inside_write_after(bms_exact_scene *scene, bms_exact start, bms_exact high, const bms_proof_text *out) {
  inside_piece now = {.low = start, .overlap = true};
  int left = MOST_HALVINGS + 1, step = ANY_STEP;
  if (!shorten(scene, high, MOST_HALVINGS, &step, &left, &now)) return false;
  write_piece(scene, &now, "{\"until\": ", out);
  return true;
}
