/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two tests written by hand, which no library has in this form.
 *
 * One time, all 15 axes, with the gap and no early exit: the cost of an exact answer if nothing moves.  The usual
 * form, in the frame of box 0: C = R0^T R1, d the distance of the centres there (Gottschalk, Lin, Manocha, "OBBTree",
 * SIGGRAPH 1996).
 *
 * Swept, for boxes that do not turn: C is constant and d = d0 + t v, so along each axis n the boxes overlap where |n .
 * d| <= r, which is an interval of t; the first contact is the start of what all 15 intervals have in common.
 */

#include "competitor.h"

#include <math.h>
#include <stdlib.h>

#include "room.h"

typedef struct relative_pose {
  double half[2][3];
  double c[3][3], magnitude[3][3]; /* C and |C| */
  double distance[3], velocity[3];
} relative_pose;

typedef struct placed {
  double half[3], position[3], velocity[3], rotation[3][3];
} placed;

/* An edge-edge axis has the length sqrt(1 - C_ij^2).  Below this square it is skipped: edges so parallel separate
   nothing that the faces do not, and the quotient would be of roundings. */
static const double PARALLEL_SQUARE = 1e-12;

/* ------------------------------------------------------------------ set-up */

static void *prepare_at(const test_case *scene, int count, double t) {
  placed *all = room_for(2 * count, sizeof *all);
  int i, j;

  for (i = 0; i < 2 * count; i++) {
    const course *body = &scene[i / 2].body[i % 2];
    double quaternion[4];
    model_pose(MODEL_QUATERNION, body, t, all[i].position, quaternion);
    quaternion_matrix(quaternion, all[i].rotation);
    for (j = 0; j < 3; j++) {
      all[i].half[j] = body->half[j];
      all[i].velocity[j] = body->position[END][j] - body->position[START][j];
    }
  }
  return all;
}

static void *prepare_middle(const test_case *scene, int count) {
  return prepare_at(scene, count, 0.5);
}
static void *prepare_start(const test_case *scene, int count) {
  return prepare_at(scene, count, 0.0);
}

/* Takes x into the frame of the box. */
static void into_frame(double rotation[3][3], const double x[3], double local[3]) {
  int i;

  for (i = 0; i < 3; i++) local[i] = rotation[0][i] * x[0] + rotation[1][i] * x[1] + rotation[2][i] * x[2];
}

static void relate(placed box[2], relative_pose *out) {
  double apart[3];
  int i, j;

  for (i = 0; i < 3; i++) {
    out->half[0][i] = box[0].half[i];
    out->half[1][i] = box[1].half[i];
    apart[i] = box[1].position[i] - box[0].position[i];
    for (j = 0; j < 3; j++) {
      out->c[i][j] = box[0].rotation[0][i] * box[1].rotation[0][j] + box[0].rotation[1][i] * box[1].rotation[1][j] +
                     box[0].rotation[2][i] * box[1].rotation[2][j];
      out->magnitude[i][j] = fabs(out->c[i][j]);
    }
  }
  into_frame(box[0].rotation, apart, out->distance);
}

static double face_radius_0(const relative_pose *p, int i) {
  return p->half[0][i] + p->half[1][0] * p->magnitude[i][0] + p->half[1][1] * p->magnitude[i][1] +
         p->half[1][2] * p->magnitude[i][2];
}

static double face_radius_1(const relative_pose *p, int j) {
  return p->half[1][j] + p->half[0][0] * p->magnitude[0][j] + p->half[0][1] * p->magnitude[1][j] +
         p->half[0][2] * p->magnitude[2][j];
}

static double along_column(const relative_pose *p, int j, const double x[3]) {
  return p->c[0][j] * x[0] + p->c[1][j] * x[1] + p->c[2][j] * x[2];
}

/* Axis e_i x (column j of C): its dot product with x, and the radii along it. */
static double along_edges(const relative_pose *p, int i, int j, const double x[3]) {
  int k = (i + 1) % 3, l = (i + 2) % 3;

  return p->c[k][j] * x[l] - p->c[l][j] * x[k];
}

static double edge_radius(const relative_pose *p, int i, int j) {
  int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;

  return p->half[0][k] * p->magnitude[l][j] + p->half[0][l] * p->magnitude[k][j] + p->half[1][m] * p->magnitude[i][n] +
         p->half[1][n] * p->magnitude[i][m];
}

/* ------------------------------------------------------------------ one time */

static double gap_of(const relative_pose *p) {
  double gap = -INFINITY;
  int i, j;

  for (i = 0; i < 3; i++) {
    gap = fmax(gap, fabs(p->distance[i]) - face_radius_0(p, i));
    gap = fmax(gap, fabs(along_column(p, i, p->distance)) - face_radius_1(p, i));
  }
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) {
      double square = 1.0 - p->c[i][j] * p->c[i][j];
      if (square > PARALLEL_SQUARE)
        gap = fmax(gap, (fabs(along_edges(p, i, j, p->distance)) - edge_radius(p, i, j)) / sqrt(square));
    }
  return gap;
}

static void run_discrete(void *prepared, int first, int count, double *answer) {
  placed *all = prepared;
  int i;

  for (i = 0; i < count; i++) {
    relative_pose pose;
    relate(&all[2 * (first + i)], &pose);
    answer[i] = gap_of(&pose);
  }
}

/* ------------------------------------------------------------------ swept */

/* Cuts [*enter, *leave] to where |s + t v| <= r; 0 if nothing is left. */
static int cut(double s, double v, double r, double *enter, double *leave) {
  double inverse, in, out;

  if (v == 0.0) return fabs(s) <= r;
  inverse = 1.0 / v;
  in = (-r * (v > 0.0 ? 1.0 : -1.0) - s) * inverse;
  out = (r * (v > 0.0 ? 1.0 : -1.0) - s) * inverse;
  if (in > *enter) *enter = in;
  if (out < *leave) *leave = out;
  return *enter <= *leave;
}

static double swept_contact(const relative_pose *p) {
  double enter = 0.0, leave = 1.0;
  const double *d = p->distance, *v = p->velocity;
  int i, j;

  for (i = 0; i < 3; i++)
    if (!cut(d[i], v[i], face_radius_0(p, i), &enter, &leave)) return INFINITY;
  for (j = 0; j < 3; j++)
    if (!cut(along_column(p, j, d), along_column(p, j, v), face_radius_1(p, j), &enter, &leave)) return INFINITY;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (1.0 - p->c[i][j] * p->c[i][j] > PARALLEL_SQUARE &&
          !cut(along_edges(p, i, j, d), along_edges(p, i, j, v), edge_radius(p, i, j), &enter, &leave))
        return INFINITY;
  return enter;
}

static void run_swept(void *prepared, int first, int count, double *answer) {
  placed *all = prepared;
  int i, j;

  for (i = 0; i < count; i++) {
    placed *box = &all[2 * (first + i)];
    relative_pose pose;
    double velocity[3];
    relate(box, &pose);
    for (j = 0; j < 3; j++) velocity[j] = box[1].velocity[j] - box[0].velocity[j];
    into_frame(box[0].rotation, velocity, pose.velocity);
    answer[i] = swept_contact(&pose);
  }
}

const competitor COMPETITOR_DISCRETE_OWN = {"one test: all 15 axes", ROLE_DISCRETE, MODEL_QUATERNION,
                                            prepare_middle,          run_discrete,  free};
const competitor COMPETITOR_SWEPT = {
    "swept axes, closed form", ROLE_TRANSLATION, MODEL_QUATERNION, prepare_start, run_swept, free};
