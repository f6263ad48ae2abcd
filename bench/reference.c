/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Computes the first contact by certified advancement.
 *
 * At time t take the axis n with the greatest gap: n . (v - u) >= gap > 0 for all vertices u of body 0, v of body 1.
 * Hold n still.  In the next s, with the vertices' exact velocities and no acceleration above a,
 *
 *     n . (v - u)(t + s) >= g + g' s - a s^2 / 2,        g = n . (v - u)(t),  g' = n . (v' - u')(t),
 *
 * so the boxes stay apart until the first positive root of the right-hand side over all 64 pairs of vertices, and t may
 * go there at once.  No contact can be stepped over, whatever the motion.  As the velocities are exact the way to a
 * contact converges quadratically: 2 to 11 steps on average, by family, and some 300 for a near miss at worst.  All
 * this holds up to rounding, about 1e-15 of the coordinates.
 */

#include "reference.h"

#include <math.h>

#include "vertex_path.h"

/* Below this gap the boxes touch, in units of length; the test cases have sizes and coordinates of 0.01 to 20, so that
   rounding is some 1e-15.  Speeds of closing are far above 1e-4, so this is far below LATE of judge.h in time. */
static const double TOUCHING = 1e-14;
/* A sample may speak against a time only beyond this gap: a hundred times TOUCHING, for what it closes in a rounding of
 * t. */
static const double DOUBTFUL = 1e-12;
/* An edge-edge axis shorter than this part of the edges' product is left out.  Any axis is a true witness, so this is
   not about safety, only about not dividing by zero; the other axes are complete without the axes of parallel edges. */
static const double PARALLEL = 1e-9;
enum { MOST_STEPS = 20000, COARSE_SAMPLES = 64, REFINEMENTS = 25 };

typedef struct snapshot {
  double position[2][VERTICES][3];
  double velocity[2][VERTICES][3];
} snapshot;

typedef struct best_axis {
  double gap;
  double normal[3];
} best_axis;

static void snapshot_at(const vertex_path path[2], double t, snapshot *now) {
  int body;

  for (body = 0; body < 2; body++) vertex_path_at(&path[body], t, now->position[body], now->velocity[body]);
}

/* ------------------------------------------------------------------ separating axes */

static void extent(double position[VERTICES][3], const double n[3], double *low, double *high) {
  int vertex;

  *low = *high = dot(n, position[0]);
  for (vertex = 1; vertex < VERTICES; vertex++) {
    double x = dot(n, position[vertex]);
    *low = fmin(*low, x);
    *high = fmax(*high, x);
  }
}

static void try_axis(snapshot *now, const double u[3], const double v[3], best_axis *best) {
  double n[3], low[2], high[2], length, gap, sign = 1.0;
  int body, i;

  cross(u, v, n);
  length = sqrt(dot(n, n));
  if (length <= PARALLEL * sqrt(dot(u, u) * dot(v, v))) return;
  for (i = 0; i < 3; i++) n[i] /= length;
  for (body = 0; body < 2; body++) extent(now->position[body], n, &low[body], &high[body]);
  gap = low[1] - high[0];
  if (low[0] - high[1] > gap) {
    gap = low[0] - high[1];
    sign = -1.0;
  }
  if (gap <= best->gap) return;
  best->gap = gap;
  for (i = 0; i < 3; i++) best->normal[i] = sign * n[i];
}

static best_axis separation(snapshot *now) {
  best_axis best = {-INFINITY, {0.0, 0.0, 0.0}};
  double edge[2][3][3];
  int body, i, j;

  for (body = 0; body < 2; body++)
    for (i = 0; i < 3; i++)
      for (j = 0; j < 3; j++) edge[body][i][j] = now->position[body][1 << i][j] - now->position[body][0][j];
  for (body = 0; body < 2; body++)
    for (i = 0; i < 3; i++) try_axis(now, edge[body][i], edge[body][(i + 1) % 3], &best);
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) try_axis(now, edge[0][i], edge[1][j], &best);
  return best;
}

/* ------------------------------------------------------------------ advancement */

/* Returns the first positive root of g + g' s - a s^2 / 2, g > 0, a >= 0, in the form that cancels nothing. */
static double first_root(double g, double rate, double a) {
  double root = sqrt(rate * rate + 2.0 * a * g);

  if (rate < 0.0) return 2.0 * g / (root - rate);
  return a > 0.0 ? (rate + root) / a : INFINITY;
}

static double certified_step(const snapshot *now, const double n[3], double acceleration) {
  double place[2][VERTICES], speed[2][VERTICES], step = INFINITY;
  int body, u, v;

  for (body = 0; body < 2; body++)
    for (u = 0; u < VERTICES; u++) {
      place[body][u] = dot(n, now->position[body][u]);
      speed[body][u] = dot(n, now->velocity[body][u]);
    }
  for (u = 0; u < VERTICES; u++)
    for (v = 0; v < VERTICES; v++)
      step = fmin(step, first_root(place[1][v] - place[0][u], speed[1][v] - speed[0][u], acceleration));
  return step;
}

double reference_first_contact(const test_case *scene, motion_model model) {
  vertex_path path[2];
  double t = 0.0, next, acceleration;
  int body, steps;

  for (body = 0; body < 2; body++) vertex_path_of(scene, body, model, &path[body]);
  acceleration = path[0].acceleration + path[1].acceleration;
  for (steps = 0; steps < MOST_STEPS; steps++) {
    best_axis best;
    snapshot now;
    snapshot_at(path, t, &now);
    best = separation(&now);
    if (best.gap <= TOUCHING) return t;
    next = t + certified_step(&now, best.normal, acceleration);
    /* The bound holds between kinks only; behind one there is another velocity. */
    for (body = 0; body < 2; body++)
      if (t < path[body].kink && next > path[body].kink) next = path[body].kink;
    if (next > 1.0) return INFINITY;
    if (next <= t) return t; /* less than an ulp left to go */
    t = next;
  }
  return NAN;
}

/* ------------------------------------------------------------------ gaps */

static best_axis separation_at(const test_case *scene, motion_model model, double t) {
  vertex_path path[2];
  snapshot now;
  int body;

  for (body = 0; body < 2; body++) vertex_path_of(scene, body, model, &path[body]);
  snapshot_at(path, t, &now);
  return separation(&now);
}

double reference_gap_at(const test_case *scene, motion_model model, double t) {
  return separation_at(scene, model, t).gap;
}

/* Takes the least of equally spaced samples, then searches by thirds between its neighbours, as if the gap were
   unimodal there. */
double reference_least_gap(const test_case *scene, motion_model model, double *when, double normal[3]) {
  double least = INFINITY, low, high;
  best_axis best;
  int i;

  for (i = 0; i <= COARSE_SAMPLES; i++) {
    double t = (double)i / COARSE_SAMPLES, gap = reference_gap_at(scene, model, t);
    if (gap >= least) continue;
    least = gap;
    *when = t;
  }
  low = fmax(0.0, *when - 1.0 / COARSE_SAMPLES);
  high = fmin(1.0, *when + 1.0 / COARSE_SAMPLES);
  for (i = 0; i < REFINEMENTS; i++) {
    double third = (high - low) / 3.0;
    if (reference_gap_at(scene, model, low + third) < reference_gap_at(scene, model, high - third))
      high -= third;
    else
      low += third;
  }
  *when = 0.5 * (low + high);
  best = separation_at(scene, model, *when);
  for (i = 0; i < 3; i++) normal[i] = best.normal[i];
  return best.gap;
}

int reference_is_contradicted(const test_case *scene, motion_model model, double first_contact, int samples) {
  int i;

  for (i = 0; i <= samples; i++) {
    double t = (double)i / samples;
    if (t >= first_contact) break;
    if (reference_gap_at(scene, model, t) < -DOUBTFUL) return 1;
  }
  return isfinite(first_contact) && fabs(reference_gap_at(scene, model, first_contact)) > DOUBTFUL;
}
