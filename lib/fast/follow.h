/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One axis, followed from some place of the interval on as far as its gap stays positive.
 *
 *   1. Take its bound over the rest of the interval (piece.h): positive throughout, there is no contact.  With one
 *      change of sign among its coefficients it is positive up to its only root.  With more, take the part up to where
 *      it is lowest first.
 *   2. Where the bound has fallen behind the gap, take a shorter piece from before that root on (1).
 *   3. Stop shortly before the root of the gap itself.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_FOLLOW_H
#define BMS_FAST_FOLLOW_H

#include "fast/piece.h"
#include "fast/root.h"
#include "numeric/vector.h"

/* Following an axis comes to one of these: its gap is positive up to the end, or shortly before its root, or so far
   as its bound could tell, or it is lowest where doubles cannot tell if it is zero. */
typedef enum fast_follow_end {
  FAST_FOLLOWED_TO_END,
  FAST_FOLLOWED_TO_ROOT,
  FAST_FOLLOWED_NOWHERE,
  FAST_FOLLOWED_TO_GRAZE
} fast_follow_end;

/* A piece of the interval, while an axis is followed. */
typedef struct piece {
  fast_terms terms;
  fast_plane plane;
} piece;

static void fast_copy_terms(const fast_terms *terms, fast_terms *out) {
  BMS_UNROLL(FAST_NODES)
  for (int i = 0; i < FAST_NODES; i++) out->b[i] = terms->b[i];
  out->turning = terms->turning;
  out->error = terms->error;
  if (terms->turning == 4) memcpy(out->fourth, terms->fourth, sizeof out->fourth);
}

/* Makes a piece of an axis' terms over [from, 1]: [s0, s1], s0 >= from. */
static void fast_take_piece(const fast_terms *rest, double from, double s0, double s1, piece *out) {
  fast_copy_terms(rest, &out->terms);
  if (s0 > from) fast_take_right(&out->terms, (s0 - from) / (1 - from));
  if (s1 < 1) fast_take_left(&out->terms, (s1 - s0) / (1 - s0));
  fast_plane_of(&out->terms, s0, s1, &out->plane);
}

/* A place of a piece whose bound has one root, some way before that root, up to which the bound is certainly positive:
   0 if none is found. */
static double fast_short_of_root(const fast_plane *plane, double root, double part) {
  enum { MAX_HALVINGS = 4 };
  double x = part * root;
  for (int k = 0; k < MAX_HALVINGS; k++, x *= 0.5)
    if (fast_plain_value(plane->c.place, x / (1 - x)) > 0) return x;
  return 0;
}

/* The bound of a piece has one root, but is not the gap: a piece from before that root on, longer by `farther` than
   what lies between.  Returns false if there is none. */
static bool fast_come_closer(const fast_terms *rest, double from, double farther, piece *p) {
  static const double SHORT = 7. / 8;
  double root = fast_root_near(p->plane.c.place, p->plane.positive), x = fast_short_of_root(&p->plane, root, SHORT);
  double s0 = p->plane.s0, length = p->plane.s1 - s0;
  if (!(x > 0)) return false;
  fast_take_piece(rest, from, s0 + x * length, bms_min(s0 + (root + farther * (root - x)) * length, p->plane.s1), p);
  return true;
}

/* A place of the interval shortly before the root of a bound that is the gap, about at place `near` of its piece. */
BMS_INLINE double fast_stop_short(const fast_plane *plane, double near) {
  static const double SHORT = 1 - 1. / 256;
  return plane->s0 + fast_short_of_root(plane, near, SHORT) * (plane->s1 - plane->s0);
}

/* Returns true if the gap is nothing but rounding at the end of a piece, which is where it is lowest. */
BMS_INLINE bool fast_grazes(const fast_plane *plane) {
  static const double NEAR = 4;
  return plane->exact && fabs(plane->c.place[FAST_DEGREE]) <= NEAR * plane->error;
}

/* Returns how long before its end, where it is lowest, a piece is to be left for a closer look, as a part of it: where
   its gap is some hundred errors. */
BMS_INLINE double fast_part_at_graze(const fast_plane *plane) {
  static const double HIGH = 256, MOST = 0.5;
  enum { n = FAST_DEGREE };
  double b[FAST_NODES];
  fast_bernstein(plane, b);
  double bend = n * (n - 1) * ((b[n] - b[n - 1]) - (b[n - 1] - b[n - 2]));
  return bend > 0 ? bms_min(sqrt(HIGH * plane->error / bend), MOST) : MOST;
}

/* Takes a piece back from where it is lowest to where it is clear of rounding; returns how far, or 0 if it is not
   positive up to there. */
static double fast_come_to_graze(piece *p) {
  double part = fast_part_at_graze(&p->plane), s0 = p->plane.s0, length = p->plane.s1 - s0;
  fast_take_left(&p->terms, 1 - part);
  fast_plane_of(&p->terms, s0, s0 + (1 - part) * length, &p->plane);
  return p->plane.positive == FAST_ALL_NODES ? part * length : 0;
}

/* The first is counted with in the errors of planes and in crossing.h. */
enum { FAST_MAX_PIECES = 24, FAST_MAX_CLOSER = 6 };

/*
 * Follows an axis with these terms over the interval from *s on, and moves *s to where its gap is certainly positive
 * up to.  After FAST_FOLLOWED_TO_ROOT *plane is the gap over a piece that ends with its root or behind, and *near the
 * place of that piece about where the root is.  After FAST_FOLLOWED_TO_GRAZE *near is how far behind *s the gap is
 * lowest, or 0 if it is not known to be positive up to *s.
 */
static fast_follow_end fast_follow(fast_terms *rest, double *s, fast_plane *plane, double *near) {
  static const double FARTHER = 1.5, FASTER = 8;
  piece p;
  double from = *s, farther = FARTHER;
  int closer = 0;
  if (from > 0) fast_take_right(rest, from);
  fast_plane_of(rest, from, 1, &p.plane);
  for (int k = 0; k < FAST_MAX_PIECES && (p.plane.positive & 1); k++) {
    unsigned positive = p.plane.positive;
    if (positive == FAST_ALL_NODES) {
      if (p.plane.s1 == 1) return FAST_FOLLOWED_TO_END;
      fast_take_piece(rest, from, p.plane.s1, 1, &p);
      farther *= FASTER;
    } else if ((positive & (positive + 1)) != 0) { /* more than one change of sign */
      double x = fast_lowest(&p.plane);
      if (k == 0) fast_copy_terms(rest, &p.terms);
      fast_take_left(&p.terms, x);
      fast_plane_of(&p.terms, p.plane.s0, p.plane.s0 + x * (p.plane.s1 - p.plane.s0), &p.plane);
      if (fast_grazes(&p.plane)) {
        *near = fast_come_to_graze(&p);
        if (*near > 0) *s = p.plane.s1;
        return FAST_FOLLOWED_TO_GRAZE;
      }
    } else if (p.plane.exact) {
      *plane = p.plane;
      *near = fast_root_near(plane->c.place, positive);
      *s = fast_stop_short(plane, *near);
      return FAST_FOLLOWED_TO_ROOT;
    } else if (closer++ == FAST_MAX_CLOSER || !fast_come_closer(rest, from, farther, &p)) {
      break;
    }
  }
  *s = p.plane.s0;
  return FAST_FOLLOWED_NOWHERE;
}

#endif /* BMS_FAST_FOLLOW_H */
