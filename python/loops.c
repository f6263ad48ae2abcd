/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Loops over arrays, compiled into bms._solver: element i of an answer is that of the library's function for element i
 * of the arguments.  build_bms.py includes this behind the headers and declares the functions marked "for Python".
 */

#include <stdlib.h>
#include <string.h>

static void loop_fixed(size_t count, const double *position, const double *quaternion,
                       bms_motion *out) { /* for Python */
  for (size_t i = 0; i < count; i++) out[i] = bms_motion_fixed(position + 3 * i, quaternion + 4 * i);
}

static void loop_between(size_t count, const double *t0, const double *position0, const double *quaternion0,
                         const double *t1, const double *position1, const double *quaternion1,
                         bms_motion *out) { /* for Python */
  for (size_t i = 0; i < count; i++)
    out[i] = bms_motion_between(t0[i], position0 + 3 * i, quaternion0 + 4 * i, t1[i], position1 + 3 * i,
                                quaternion1 + 4 * i);
}

static void loop_step(size_t count, const double *position, const double *quaternion, const double *velocity,
                      const double *angular_velocity, const double *acceleration, bms_motion *out) { /* for Python */
  for (size_t i = 0; i < count; i++)
    out[i] = bms_motion_step(position + 3 * i, quaternion + 4 * i, velocity + 3 * i, angular_velocity + 3 * i,
                             acceleration + 3 * i);
}

static void loop_revolute(size_t count, const double *position, const double *quaternion, const double *point,
                          const double *direction, const double *t0, const double *angle0, const double *t1,
                          const double *angle1, bms_motion *out) { /* for Python */
  for (size_t i = 0; i < count; i++)
    out[i] = bms_motion_revolute(position + 3 * i, quaternion + 4 * i, point + 3 * i, direction + 3 * i, t0[i],
                                 angle0[i], t1[i], angle1[i]);
}

/* Returns `count`, or the first element that is no matrix of a motion. */
static size_t loop_matrix(size_t count, const double *matrix, bms_motion *out) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    double m[4][4][3];
    memcpy(m, matrix + 48 * i, sizeof m);
    if (bms_motion_from_matrix((const double(*)[4][3])m, &out[i]) != 0) return i;
  }
  return count;
}

static void loop_at(size_t count, const bms_motion *motion, const double *t, double *pose) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_motion_at(&motion[i], t[i], (double(*)[4])(pose + 12 * i));
}

/* ------------------------------------------------------------------ queries of boxes */

static void loop_approach(size_t count, const bms_query *query, bms_contact *contact) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_first_approach(&query[i], &contact[i]);
}

static void loop_near(size_t count, const bms_query *query, const double *nearness, bms_contact *contact,
                      double *apart) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_first_contact_near(&query[i], nearness[i], &contact[i], &apart[i]);
}

static void loop_half_space(size_t count, const bms_half_space *plane, const bms_body *body, const double *t0,
                            const double *t1, int approach, bms_contact *contact) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    if (approach)
      bms_half_space_first_approach(&plane[i], &body[i], t0[i], t1[i], &contact[i]);
    else
      bms_half_space_first_contact(&plane[i], &body[i], t0[i], t1[i], &contact[i]);
  }
}

static void loop_separation(size_t count, const bms_body *a, const bms_body *b, const double *t,
                            bms_separation *separation) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_separation_at(&a[i], &b[i], t[i], &separation[i]);
}

static void loop_swept(size_t count, const bms_body *body, const double *t0, const double *t1, double *min,
                       double *max) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_swept_bounds(&body[i], t0[i], t1[i], min + 3 * i, max + 3 * i);
}

static void loop_derivative(size_t count, const bms_query *query, bms_contact *contact,
                            bms_derivative *derivative) { /* for Python */
  for (size_t i = 0; i < count; i++) bms_first_contact_derivative(&query[i], &contact[i], &derivative[i]);
}

static void loop_within(size_t count, const bms_query *query, const bms_query *tolerance, int *status,
                        bms_contact_within *within) { /* for Python */
  for (size_t i = 0; i < count; i++) status[i] = bms_first_contact_within(&query[i], &tolerance[i], &within[i]);
}

/* ------------------------------------------------------------------ shapes and meshes: one pair, many motions */

static void loop_convex(size_t count, const bms_convex_query *pair, const bms_motion *motion_a,
                        const bms_motion *motion_b, const double *t0, const double *t1,
                        bms_convex_contact *contact) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    bms_convex_query query = *pair;
    query.motion_a = motion_a[i];
    query.motion_b = motion_b[i];
    query.t0 = t0[i];
    query.t1 = t1[i];
    bms_convex_first_contact(&query, NULL, &contact[i]);
  }
}

static void loop_mesh(size_t count, const bms_mesh_query *pair, const bms_motion *motion_a, const bms_motion *motion_b,
                      const double *t0, const double *t1, bms_mesh_contact *contact) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    bms_mesh_query query = *pair;
    query.mesh_motion = motion_a[i];
    query.shape_motion = motion_b[i];
    query.t0 = t0[i];
    query.t1 = t1[i];
    bms_mesh_first_contact(&query, &contact[i]);
  }
}

static void loop_meshes(size_t count, const bms_meshes_query *pair, const bms_motion *motion_a,
                        const bms_motion *motion_b, const double *t0, const double *t1,
                        bms_mesh_contact *contact) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    bms_meshes_query query = *pair;
    query.motion_a = motion_a[i];
    query.motion_b = motion_b[i];
    query.t0 = t0[i];
    query.t1 = t1[i];
    bms_meshes_first_contact(&query, &contact[i]);
  }
}

/* ------------------------------------------------------------------ certificates */

/* A text that grows; memory is short if `text` is NULL after the first piece. */
typedef struct growing_text {
  char *text;
  size_t length, capacity;
  int is_short;
} growing_text;

static void append_text(const char *piece, size_t length, void *context) {
  growing_text *out = context;
  if (out->is_short) return;
  if (out->length + length + 1 > out->capacity) {
    size_t capacity = 2 * (out->length + length + 1);
    char *more = realloc(out->text, capacity);
    out->is_short = more == NULL;
    if (more == NULL) return;
    out->text = more;
    out->capacity = capacity;
  }
  memcpy(out->text + out->length, piece, length);
  out->length += length;
  out->text[out->length] = 0;
}

/* Returns the certificate of an answer as a text to free(), or NULL if there is none or memory is short. */
static char *certificate_text(const bms_query *query, bms_contact *contact) { /* for Python */
  growing_text out = {NULL, 0, 0, 0};
  bms_first_contact_certificate(query, contact, append_text, &out);
  if (!out.is_short) return out.text;
  free(out.text);
  return NULL;
}

static void free_text(char *text) { /* for Python */
  free(text);
}
