/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Paths of vertices.
 *
 * Rigid: x = c + R(theta) r, x' = c' + theta' axis x (x - c), and |x''| <= (theta'^2 + |theta''|) |r|, as c is linear.
 *
 * Matrix: x = N / w with N, w quadratic.  Differentiating x w = N twice,
 *
 *     x' = (N' - x w') / w,    x'' = (N'' - 2 x' w' - x w'') / w,
 *
 * and with every factor replaced by its greatest magnitude over [0, 1] this bounds |x''|; a polynomial lies between its
 * least and its greatest Bernstein coefficient.  For w = 1 the bound is |N''|, which is constant: exact.
 */

#include "vertex_path.h"

#include <math.h>

static double vertex_coordinate(const course *body, int vertex, int axis) {
  return (vertex >> axis & 1) != 0 ? body->half[axis] : -body->half[axis];
}

/* ------------------------------------------------------------------ rigid */

static void rigid_path(const course *body, motion_model model, vertex_path *path) {
  double rotation[3][3], reach = 0.0;
  int vertex, i, j;

  quaternion_matrix(body->quaternion[START], rotation);
  path->turn = turning_of(model, body);
  path->kink = turning_kink(&path->turn);
  for (i = 0; i < 3; i++) {
    path->centre[i] = body->position[START][i];
    path->velocity[i] = body->position[END][i] - body->position[START][i];
    path->axis[i] = body->axis[i];
    reach += body->half[i] * body->half[i];
    for (vertex = 0; vertex < VERTICES; vertex++) {
      path->arm[vertex][i] = 0.0;
      for (j = 0; j < 3; j++) path->arm[vertex][i] += rotation[i][j] * vertex_coordinate(body, vertex, j);
    }
  }
  path->acceleration = turning_acceleration(&path->turn) * sqrt(reach);
}

/* Computes the vertices by Rodrigues' formula, with 1 - cos as 2 sin^2 of the half angle. */
static void rigid_at(const vertex_path *path, double t, double position[VERTICES][3], double velocity[VERTICES][3]) {
  double angle, rate, half_sine, along[3], across[3], turned[3], sweep[3];
  int vertex, i;

  turning_at(&path->turn, t, &angle, &rate);
  half_sine = sin(0.5 * angle);
  for (vertex = 0; vertex < VERTICES; vertex++) {
    cross(path->axis, path->arm[vertex], across);
    cross(path->axis, across, along);
    for (i = 0; i < 3; i++)
      turned[i] = path->arm[vertex][i] + sin(angle) * across[i] + 2.0 * half_sine * half_sine * along[i];
    cross(path->axis, turned, sweep);
    for (i = 0; i < 3; i++) {
      position[vertex][i] = path->centre[i] + t * path->velocity[i] + turned[i];
      velocity[vertex][i] = path->velocity[i] + rate * sweep[i];
    }
  }
}

/* ------------------------------------------------------------------ matrix */

static double value(const double c[3], double t) {
  return c[0] + t * (c[1] + t * c[2]);
}
static double slope(const double c[3], double t) {
  return c[1] + 2.0 * t * c[2];
}

/* These three return bounds over [0, 1]: of the magnitude of a quadratic, of the magnitude of its derivative, and of
   the least value of the quadratic. */
static double most(const double c[3]) {
  return fmax(fabs(c[0]), fmax(fabs(c[0] + 0.5 * c[1]), fabs(value(c, 1.0))));
}
static double steepest(const double c[3]) {
  return fmax(fabs(c[1]), fabs(slope(c, 1.0)));
}
static double least(const double c[3]) {
  return fmin(c[0], fmin(c[0] + 0.5 * c[1], value(c, 1.0)));
}

static double matrix_acceleration(const vertex_path *path, int vertex) {
  const double *w = path->weight;
  double place, speed, square = 0.0, weight = least(w);
  int i;

  for (i = 0; i < 3; i++) {
    const double *n = path->numerator[vertex][i];
    double bound;
    place = most(n) / weight;
    speed = (steepest(n) + place * steepest(w)) / weight;
    bound = (2.0 * fabs(n[2]) + 2.0 * speed * steepest(w) + 2.0 * place * fabs(w[2])) / weight;
    square += bound * bound;
  }
  return sqrt(square);
}

static void matrix_path(const course *body, const bms_motion *motion, vertex_path *path) {
  int vertex, i, j, k;

  path->kink = INFINITY;
  path->acceleration = 0.0;
  for (k = 0; k < 3; k++) path->weight[k] = motion->matrix.weight[k];
  for (vertex = 0; vertex < VERTICES; vertex++) {
    for (i = 0; i < 3; i++)
      for (k = 0; k < 3; k++) {
        path->numerator[vertex][i][k] = motion->matrix.entry[i][3][k];
        for (j = 0; j < 3; j++)
          path->numerator[vertex][i][k] += motion->matrix.entry[i][j][k] * vertex_coordinate(body, vertex, j);
      }
    path->acceleration = fmax(path->acceleration, matrix_acceleration(path, vertex));
  }
}

static void matrix_at(const vertex_path *path, double t, double position[VERTICES][3], double velocity[VERTICES][3]) {
  double w = value(path->weight, t);
  int vertex, i;

  for (vertex = 0; vertex < VERTICES; vertex++)
    for (i = 0; i < 3; i++) {
      const double *n = path->numerator[vertex][i];
      position[vertex][i] = value(n, t) / w;
      velocity[vertex][i] = (slope(n, t) - position[vertex][i] * slope(path->weight, t)) / w;
    }
}

/* ------------------------------------------------------------------ either */

void vertex_path_of(const test_case *scene, int body, motion_model model, vertex_path *path) {
  path->model = model;
  if (model == MODEL_MATRIX)
    matrix_path(&scene->body[body], &scene->matrix[body], path);
  else
    rigid_path(&scene->body[body], model, path);
}

void vertex_path_at(const vertex_path *path, double t, double position[VERTICES][3], double velocity[VERTICES][3]) {
  if (path->model == MODEL_MATRIX)
    matrix_at(path, t, position, velocity);
  else
    rigid_at(path, t, position, velocity);
}
