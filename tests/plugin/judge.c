/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An independent judge of tunnelling.
 *
 * The gap of two boxes changes no faster than their points move, so from a gap g it takes at least (g + d) / speed
 * until they overlap by d: the next time to look.
 */

#include "judge.h"

#include <math.h>
#include <qmbox.h>
#include <string.h>

/* Looks at most so often at a pair: one that slides along at the limit would be looked at for ever. */
enum { LOOKS = 4000 };

static void to_double(const dReal *from, double *to, int n) {
  int i;
  for (i = 0; i < n; i++) to[i] = (double)from[i];
}

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* ------------------------------------------------------------------ poses */

void judge_add(judge *j, dGeomID geom, judged_path path) {
  judged_box *box = &j->box[j->count++];
  dQuaternion turn = {1, 0, 0, 0};
  dVector3 lengths;
  int i;

  memset(box, 0, sizeof *box);
  box->geom = geom;
  box->body = dGeomGetBody(geom);
  box->path = path;
  if (dGeomGetClass(geom) == dBoxClass) {
    dGeomBoxGetLengths(geom, lengths);
  } else {
    qmboxGetLengths(geom, lengths);
  }
  if (box->body && dGeomIsOffset(geom)) {
    to_double(dGeomGetOffsetPosition(geom), box->offset, 3);
    dGeomGetOffsetQuaternion(geom, turn);
  }
  to_double(turn, box->turn, 4);
  for (i = 0; i < 3; i++) box->half[i] = (double)lengths[i] / 2;
}

static void pose_of(const judged_box *box, double x[3], double q[4]) {
  dQuaternion own;

  if (box->body) {
    to_double(dBodyGetPosition(box->body), x, 3);
    to_double(dBodyGetQuaternion(box->body), q, 4);
  } else {
    dGeomGetQuaternion(box->geom, own);
    to_double(dGeomGetPosition(box->geom), x, 3);
    to_double(own, q, 4);
  }
}

void judge_before(judge *j) {
  int i;

  for (i = 0; i < j->count; i++) {
    judged_box *box = &j->box[i];
    pose_of(box, box->x0, box->q0);
    if (box->body) to_double(dBodyGetLinearVel(box->body), box->v0, 3);
    if (box->body) to_double(dBodyGetAngularVel(box->body), box->w0, 3);
  }
}

void judge_after(judge *j, double length) {
  int i;

  j->length = length;
  for (i = 0; i < j->count; i++) {
    judged_box *box = &j->box[i];
    pose_of(box, box->x1, box->q1);
  }
}

static void multiply(const double a[4], const double b[4], double c[4]) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  c[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

static void quaternion_at(const judge *j, const judged_box *box, double u, double q[4]) {
  double size = 0;
  int i;

  if (box->path == JUDGED_FINITE) {
    double speed = length_of(box->w0), angle = speed * u * j->length / 2;
    double turn[4] = {cos(angle), 0, 0, 0};
    for (i = 0; i < 3; i++) turn[i + 1] = speed > 0 ? sin(angle) * box->w0[i] / speed : 0;
    multiply(turn, box->q0, q);
  } else {
    double dot = 0;
    for (i = 0; i < 4; i++) dot += box->q0[i] * box->q1[i];
    for (i = 0; i < 4; i++) q[i] = (1 - u) * box->q0[i] + u * box->q1[i] / dot;
  }
  for (i = 0; i < 4; i++) size += q[i] * q[i];
  for (i = 0; i < 4; i++) q[i] /= sqrt(size);
}

static void rotation_of(const double q[4], double r[3][3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];

  r[0][0] = 1 - 2 * (y * y + z * z);
  r[0][1] = 2 * (x * y - w * z);
  r[0][2] = 2 * (x * z + w * y);
  r[1][0] = 2 * (x * y + w * z);
  r[1][1] = 1 - 2 * (x * x + z * z);
  r[1][2] = 2 * (y * z - w * x);
  r[2][0] = 2 * (x * z - w * y);
  r[2][1] = 2 * (y * z + w * x);
  r[2][2] = 1 - 2 * (x * x + y * y);
}

/* Computes the centre and the axes (columns) of a box at the part u of the step. */
static void place(const judge *j, const judged_box *box, double u, double centre[3], double axis[3][3]) {
  double q[4], own[4], r[3][3];
  int i, k;

  if (box->path == JUDGED_STILL) {
    memcpy(q, box->q0, sizeof q);
  } else {
    quaternion_at(j, box, u, q);
  }
  rotation_of(q, r);
  multiply(q, box->turn, own);
  rotation_of(own, axis);
  for (i = 0; i < 3; i++) {
    double way = box->x1[i] - box->x0[i], start = box->path == JUDGED_HELD ? way : j->length * box->v0[i];
    centre[i] = box->x0[i];
    if (box->path != JUDGED_STILL) centre[i] += u * (start + u * (way - start));
    for (k = 0; k < 3; k++) centre[i] += r[i][k] * box->offset[k];
  }
}

/* ------------------------------------------------------------------ separating axes */

/* Returns the gap along a direction, which need not be unit; -infinity for none. */
static double gap_along(const double direction[3], const double apart[3], const judged_box *a, double axis_a[3][3],
                        const judged_box *b, double axis_b[3][3]) {
  double size = length_of(direction), gap = 0;
  int i, k;

  if (size < 1e-9) return -HUGE_VAL; /* parallel edges: other axes tell as much */
  for (i = 0; i < 3; i++) gap += direction[i] * apart[i];
  gap = fabs(gap);
  for (k = 0; k < 3; k++) {
    double along_a = 0, along_b = 0;
    for (i = 0; i < 3; i++) {
      along_a += direction[i] * axis_a[i][k];
      along_b += direction[i] * axis_b[i][k];
    }
    gap -= fabs(along_a) * a->half[k] + fabs(along_b) * b->half[k];
  }
  return gap / size;
}

/* Returns the gap of two boxes at the part u of the step: the greatest over the separating axes, negative if they
   overlap. */
static double gap_at(const judge *j, int a, int b, double u) {
  const judged_box *box1 = &j->box[a], *box2 = &j->box[b];
  double centre1[3], axis1[3][3], centre2[3], axis2[3][3], apart[3], direction[3], gap = -HUGE_VAL;
  int i, k, l;

  place(j, box1, u, centre1, axis1);
  place(j, box2, u, centre2, axis2);
  for (i = 0; i < 3; i++) apart[i] = centre2[i] - centre1[i];
  for (k = 0; k < 3; k++) {
    for (i = 0; i < 3; i++) direction[i] = axis1[i][k];
    gap = fmax(gap, gap_along(direction, apart, box1, axis1, box2, axis2));
    for (i = 0; i < 3; i++) direction[i] = axis2[i][k];
    gap = fmax(gap, gap_along(direction, apart, box1, axis1, box2, axis2));
    for (l = 0; l < 3; l++) {
      for (i = 0; i < 3; i++) {
        int m = (i + 1) % 3, n = (i + 2) % 3;
        direction[i] = axis1[m][k] * axis2[n][l] - axis1[n][k] * axis2[m][l];
      }
      gap = fmax(gap, gap_along(direction, apart, box1, axis1, box2, axis2));
    }
  }
  return gap;
}

/* ------------------------------------------------------------------ judging */

/* Returns the largest side of the two. */
static double size_of(const judge *j, int a, int b) {
  double size = 0;
  int i;

  for (i = 0; i < 3; i++) size = fmax(size, 2 * fmax(j->box[a].half[i], j->box[b].half[i]));
  return size;
}

/* Returns how far a point of the box travels per step, at most. */
static double travel(const judge *j, const judged_box *box) {
  double way[3], start[3], q[4], first[4], turned = 0, angle;
  int i;

  if (box->path == JUDGED_STILL) return 0;
  for (i = 0; i < 3; i++) {
    way[i] = box->x1[i] - box->x0[i];
    start[i] = box->path == JUDGED_HELD ? way[i] : j->length * box->v0[i];
    way[i] += way[i] - start[i]; /* the speed at the end */
  }
  quaternion_at(j, box, 1, q);
  memcpy(first, box->q0, sizeof first);
  for (i = 0; i < 4; i++) turned += q[i] * first[i];
  /* A linear quaternion turns by 2 atan, fastest at the start: twice the tangent of half the angle. */
  angle = box->path == JUDGED_FINITE ? length_of(box->w0) * j->length
                                     : 2 * sqrt(fmax(0, 1 - turned * turned)) / fmax(1e-9, fabs(turned));
  return fmax(length_of(start), length_of(way)) + angle * (length_of(box->offset) + length_of(box->half));
}

/*
 * Returns 1 if the two, apart by more than `touch` times their size before the step, overlap by more than `depth` times
 * it at some time of the step.
 */
static int tunnels(const judge *j, int a, int b, double touch, double depth) {
  double size = size_of(j, a, b), speed = travel(j, &j->box[a]) + travel(j, &j->box[b]), u = 0;
  int look;

  if (gap_at(j, a, b, 0) <= touch * size) return 0;
  for (look = 0; look < LOOKS && u < 1; look++) {
    double gap = gap_at(j, a, b, u) + depth * size;
    if (gap < 0) return 1;
    u += fmax(gap / speed, 1.0 / LOOKS / 64);
  }
  return gap_at(j, a, b, 1) < -depth * size;
}

/* Returns the deepest overlap of a box that has a body with any other that it touches before the step, at some times of
   it. */
static double pressed(const judge *j, int a) {
  double depth = 0;
  int b, k;

  for (b = 0; b < j->count && j->box[a].body; b++) {
    if (j->box[a].body == j->box[b].body || gap_at(j, a, b, 0) > 0) continue;
    for (k = 0; k <= 4; k++) depth = fmax(depth, -gap_at(j, a, b, k / 4.0));
  }
  return depth;
}

/* Returns 1 if a contact can change the box's velocity. */
static int yields(const judged_box *box) {
  return box->body && !dBodyIsKinematic(box->body);
}

int judge_count(const judge *j, double touch, double depth, int resting) {
  int a, b, count = 0;

  for (a = 0; a < j->count; a++) {
    for (b = a + 1; b < j->count; b++) {
      double allowed = depth;
      if (j->box[a].body == j->box[b].body) continue;
      if (!yields(&j->box[a]) && !yields(&j->box[b])) continue;
      if (resting) allowed += 3 * fmax(pressed(j, a), pressed(j, b)) / size_of(j, a, b);
      count += tunnels(j, a, b, touch, allowed);
    }
  }
  return count;
}
