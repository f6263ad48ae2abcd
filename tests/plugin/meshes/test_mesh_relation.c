/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests the bounds of nodes of two meshes in an interval of time: a judge in long double, which turns quaternions by
   their definition, finds all points below a node within the bounds around the node's way. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fixture.h"
#include "meshes/mesh_relation.h"

enum { TRIANGLES = 8, CASES = 400, LOOKS = 9 };

/* Room for roundings of the judge, in parts of a length of 1. */
static const long double ROUNDING = 1e-11L;

typedef long double place[3];

/* A mesh, how it turns in finite mode, and its tree. */
typedef struct mesh {
  qmboxMoving solid;
  qmboxGuardedBody body;
  qmboxForest forest;
  qmboxMeshPath path;
  double less, along; /* how fast the quaternion grows along itself, as in a part of a turn by ODE's law */
} mesh;

/* ------------------------------------------------------------------ the meshes */

static void plant(random_source *source, qmboxForest *forest) {
  for (int i = 0; i < TRIANGLES; i++) {
    double vertex[9], size = (double)log_uniform(source, 0.02, 0.5);
    dReal at[3], to[3];
    random_vector(source, 1, at);
    for (int k = 0; k < 9; k += 3) {
      random_vector(source, size, to);
      for (int j = 0; j < 3; j++) vertex[k + j] = (double)(at[j] + to[j]);
    }
    assert_true(qmboxAddTreeTriangle(forest, vertex));
  }
  assert_true(qmboxPlantTree(forest, 0) == 0 && qmboxOpenTree(forest, 0));
}

/* Lets a mesh turn at up to this speed: as ODE usually does, or in finite mode about an axis and besides that. */
static void spin_mesh(random_source *source, qmboxMoving *solid, double spin, bool finite) {
  dQuaternion q;
  dReal w[3], f[3];
  random_quaternion(source, q);
  random_vector(source, spin, w);
  random_vector(source, spin, f);
  solid->turns = finite;
  solid->body.motion.form = BMS_MOTION_RIGID;
  solid->body.motion.origin = 0;
  for (int i = 0; i < 4; i++) {
    solid->body.motion.rigid.quaternion[i][0] = (double)q[i];
    solid->turn.start[i] = (double)q[i];
  }
  solid->body.motion.rigid.quaternion[0][1] = (double)(-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]) / 2;
  solid->body.motion.rigid.quaternion[1][1] = (double)(w[0] * q[0] + w[1] * q[3] - w[2] * q[2]) / 2;
  solid->body.motion.rigid.quaternion[2][1] = (double)(w[1] * q[0] + w[2] * q[1] - w[0] * q[3]) / 2;
  solid->body.motion.rigid.quaternion[3][1] = (double)(w[2] * q[0] + w[0] * q[2] - w[1] * q[1]) / 2;
  double squares[2] = {0, 0};
  for (int i = 0; i < 3; i++) {
    solid->turn.linear[i] = (double)w[i];
    solid->turn.finite[i] = (double)f[i];
    squares[0] += (double)(w[i] * w[i]);
    squares[1] += (double)(f[i] * f[i]);
  }
  solid->turn.speed = sqrt(squares[0]) + sqrt(squares[1]);
}

static void make_mesh(random_source *source, mesh *m, double spin, double from) {
  memset(m, 0, sizeof *m);
  m->solid.moves = true;
  spin_mesh(source, &m->solid, spin, uniform(source, 0, 1) < 0.3);
  if (!m->solid.turns && uniform(source, 0, 1) < 0.5) m->along = uniform(source, -0.95, 3);
  for (int i = 0; i < 4; i++) {
    double *q = m->solid.body.motion.rigid.quaternion[i];
    q[1] += m->along * q[0];
  }
  for (int i = 0; i < 3; i++) {
    m->solid.body.motion.rigid.position[i][0] = m->solid.pose[i][3] = uniform(source, -1, 1);
    m->solid.body.motion.rigid.position[i][1] = uniform(source, -10, 10);
    m->body.shift[i] = m->solid.body.motion.rigid.position[i][1];
    m->solid.centre[i] = uniform(source, -0.3, 0.3);
    m->solid.figure.core.middle[i] = m->solid.centre[i] + uniform(source, -0.1, 0.1);
  }
  m->solid.figure.core.inner = uniform(source, 0, 1) < 0.5 ? 0 : 0.4;
  m->less = 0.025;
  m->body.stop = uniform(source, 0, 1) < 0.2 ? 0.5 * from : 1;
  plant(source, &m->forest);
  qmboxMakeMeshPath(&m->solid, &m->body, m->less, &m->forest.node[0], from, &m->path);
}

/* ------------------------------------------------------------------ the judge */

/* Writes a b for quaternions. */
static void product(const long double a[4], const long double b[4], long double ab[4]) {
  ab[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  ab[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  ab[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  ab[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

/* Writes the quaternion of a mesh at a time: (1 + t along + t/2 w) exp(t/2 f) q, without f where it does not turn in
   finite mode. */
static void quaternion_at(const mesh *m, long double t, long double q[4]) {
  const double *w = m->solid.turn.linear, *f = m->solid.turn.finite;
  long double speed = m->solid.turns ? hypotl(hypotl(f[0], f[1]), f[2]) : 0;
  long double part = speed > 0 ? sinl(t / 2 * speed) / speed : 0, start[4], turned[4];
  const long double finite[4] = {cosl(t / 2 * speed), part * f[0], part * f[1], part * f[2]};
  const long double linear[4] = {1 + t * m->along, t / 2 * w[0], t / 2 * w[1], t / 2 * w[2]};
  for (int i = 0; i < 4; i++) start[i] = m->solid.turn.start[i];
  product(finite, start, turned);
  product(linear, turned, q);
}

/* Turns a vector by a quaternion, or back. */
static void turn(const long double q[4], bool back, const place x, place turned) {
  long double sign = back ? -1 : 1, square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], qx[4], all[4];
  const long double to[4] = {q[0], sign * q[1], sign * q[2], sign * q[3]};
  const long double from[4] = {q[0], -sign * q[1], -sign * q[2], -sign * q[3]}, pure[4] = {0, x[0], x[1], x[2]};
  product(to, pure, qx);
  product(qx, from, all);
  for (int i = 0; i < 3; i++) turned[i] = all[1 + i] / square;
}

static long double scale_of(const mesh *m) {
  return m->solid.figure.core.inner > 0 ? 1 - m->less / m->solid.figure.core.inner : 1;
}

/* Writes where a point of a mesh is in the world. */
static void put(const mesh *m, const double point[3], double time, place at) {
  long double t = fmin(time, m->body.stop), q[4];
  place own;
  for (int i = 0; i < 3; i++) {
    long double middle = m->solid.figure.core.middle[i];
    own[i] = middle + scale_of(m) * (point[i] + m->solid.centre[i] - middle);
  }
  quaternion_at(m, t, q);
  turn(q, false, own, at);
  for (int i = 0; i < 3; i++) {
    at[i] += m->solid.body.motion.rigid.position[i][0] + t * m->solid.body.motion.rigid.position[i][1];
  }
}

/* Writes a place as the tree of a mesh has it at a time. */
static void take_in(const mesh *m, const place at, double time, place own) {
  long double t = fmin(time, m->body.stop), q[4];
  place way;
  for (int i = 0; i < 3; i++) {
    way[i] = at[i] - m->solid.body.motion.rigid.position[i][0] - t * m->solid.body.motion.rigid.position[i][1];
  }
  quaternion_at(m, t, q);
  turn(q, true, way, own);
  for (int i = 0; i < 3; i++) {
    long double middle = m->solid.figure.core.middle[i];
    own[i] = middle + (own[i] - middle) / scale_of(m) - m->solid.centre[i];
  }
}

static long double length_of(const place x) {
  return sqrtl(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* Notes the largest part of a bound that is needed. */
static void note(long double needed, double bound, long double *most) {
  assert_true(needed <= bound + ROUNDING);
  if (bound > (double)ROUNDING * 1e6) *most = fmaxl(*most, needed / bound);
}

/* The largest parts of the bounds of boxes, balls and points. */
typedef struct shares {
  long double box, ball, point;
} shares;

/* Judges the bounds of a vertex below a node, at a time. */
static void judge(const mesh m[2], const qmboxMeshRelation *relation, int k, const qmboxTreeNode *node,
                  const double vertex[3], double time, shares *most) {
  qmboxSeenNode seen;
  double start[3];
  long double after = (long double)time - relation->middle;
  place world, at, off, from;
  qmboxSeeNode(relation, k, node, &seen);
  qmboxSeePoint(&relation->mesh[k], vertex, start);
  put(&m[k], vertex, time, world);
  take_in(&m[0], world, relation->middle, at);
  for (int i = 0; i < 3; i++) {
    from[i] = at[i] - seen.middle[i] - after * seen.speed[i];
    off[i] = at[i] - start[i] - after * seen.speed[i];
  }
  for (int i = 0; i < 3; i++) {
    const double *axis = relation->axis[i];
    note(fabsl(from[i]), seen.reach[0][i], &most->box);
    note(fabsl(axis[0] * from[0] + axis[1] * from[1] + axis[2] * from[2]), seen.reach[1][i], &most->box);
  }
  note(length_of(from), seen.radius + seen.slack, &most->ball);
  note(length_of(off), seen.slack + seen.turned, &most->point);
}

static void judge_mesh(const mesh m[2], const qmboxMeshRelation *relation, int k, shares *most) {
  const qmboxForest *forest = &m[k].forest;
  for (int n = 0; n < forest->nodes; n++) {
    const qmboxTreeNode *node = &forest->node[n];
    for (int i = node->from; i < node->to; i++) {
      for (int look = 0; look < 3 * LOOKS; look++) {
        double time = relation->middle + ((double)(look / 3) / (LOOKS - 1) * 2 - 1) * relation->half;
        judge(m, relation, k, node, forest->triangle[i].vertex + look % 3 * 3, time, most);
      }
    }
  }
}

/* ------------------------------------------------------------------ the tests */

static void points_are_where_their_nodes_are_said_to_be(void **state) {
  random_source source = seeded("relations", 0x7e);
  shares most = {0, 0, 0};
  (void)state;
  for (int n = 0; n < CASES * soak(); n++) {
    double spin = (double)log_uniform(&source, 0.1, 1e4),
           from = uniform(&source, 0, 1) < 0.3 ? 0 : uniform(&source, 0, 1);
    double to = fmin(1, from + (double)log_uniform(&source, 1e-3, 30) / spin);
    mesh m[2];
    qmboxMeshRelation relation;
    for (int k = 0; k < 2; k++) make_mesh(&source, &m[k], spin, from);
    const qmboxMeshPath path[2] = {m[0].path, m[1].path};
    qmboxRelateMeshes(path, from, to, &relation);
    for (int k = 0; k < 2; k++) {
      judge_mesh(m, &relation, k, &most);
      qmboxFreeForest(&m[k].forest);
    }
  }
  print_message("# of boxes %.2Lf, of balls %.2Lf, of points %.2Lf\n", most.box, most.ball, most.point);
  assert_true(most.box > 0.9L && most.ball > 0.9L && most.point > 0.5L);
}

static void points_leave_their_chords_no_farther_than_told(void **state) {
  random_source source = seeded("chords", 0xcd);
  long double most = 0;
  (void)state;
  for (int n = 0; n < 20 * CASES * soak(); n++) {
    double spin = (double)log_uniform(&source, 0.1, 1e4), from = uniform(&source, 0, 1);
    double length = fmin(1 - from, (double)log_uniform(&source, 1e-2, 3) / spin);
    mesh m;
    make_mesh(&source, &m, spin, from);
    const double *point = m.forest.triangle[0].vertex;
    double bulge = qmboxBulgeOfChord(qmboxAccelerationOnPath(&m.path, from), length);
    double reach =
        m.path.scale * sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]) + m.path.offsetLength;
    place one, other, between, off;
    double part = uniform(&source, 0, 1);
    put(&m, point, from, one);
    put(&m, point, from + length, other);
    put(&m, point, from + part * length, between);
    for (int i = 0; i < 3; i++) off[i] = between[i] - one[i] - part * (other[i] - one[i]);
    note(length_of(off), bulge * reach, &most);
    qmboxFreeForest(&m.forest);
  }
  print_message("# of chords %.2Lf\n", most);
  assert_true(most > 0.5L);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(points_are_where_their_nodes_are_said_to_be),
                                     cmocka_unit_test(points_leave_their_chords_no_farther_than_told)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, set_up_ode, tear_down_ode);
}
