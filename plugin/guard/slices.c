/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When two geoms can be near each other.
 *
 * The bounds of a slice are those of the box that holds the solid, in the middle of the slice, larger by half of what
 * the body goes in it, and by what the turn from the middle to either end moves the farthest point.  The turn is
 * about one axis (path_taken.c): all poses of a half slice are no farther from the middle than the one at its end.
 */

#include "guard/slices.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "guard/bounds.h"
#include "util/array.h"
#include "util/real.h"

/* A geom has slices if its farthest point goes this many times its least extent, or more. */
#define FAR 0.5

/* Bounds are larger by this part of the largest coordinate. */
#define SLICE_ERROR (1024 * QMBOX_EPSILON)

/* A quaternion shorter than this loses too many digits when it is normalised. */
#define LEAST_NORM 0.1

/* Writes the box that holds a solid, in the frame of its motion.  Returns false if there is none. */
static bool boxAround(const qmboxSolid *solid, double middle[3], double half[3]) {
  double radius = solid->figure.shape.radius, across = solid->figure.shape.cylinder.radius;
  bool mesh = solid->kind == QMBOX_SOLID_MESH;
  bms_box box = mesh ? qmboxMeshBox(solid->geom, solid->centre) : solid->figure.shape.box;
  for (int i = 0; i < 3; i++) {
    double min = HUGE_VAL, max = -HUGE_VAL;
    if (mesh) {
      min = box.min[i];
      max = box.max[i];
    } else if (solid->figure.shape.core == BMS_CORE_BOX) {
      min = solid->figure.shape.box.min[i];
      max = solid->figure.shape.box.max[i];
    } else if (solid->figure.shape.core == BMS_CORE_CYLINDER) {
      max = i < 2 ? across : solid->figure.shape.cylinder.half_length;
      min = solid->centre[i] - max;
      max = solid->centre[i] + max;
    } else if (solid->figure.shape.core == BMS_CORE_POINTS) {
      for (int k = 0; k < solid->figure.shape.points.count; k++) {
        min = qmboxMin(min, solid->figure.point[k][i] - radius);
        max = qmboxMax(max, solid->figure.point[k][i] + radius);
      }
    }
    middle[i] = 0.5 * (min + max);
    half[i] = 0.5 * (max - min);
    if (!(half[i] >= 0 && half[i] < HUGE_VAL)) return false;
  }
  return true;
}

/* Writes the unit quaternion of a solid at a time.  Returns false if doubles cannot tell it well. */
static bool quaternionAt(const qmboxSolid *solid, double time, double q[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = solid->taken.motion.rigid.quaternion[i][0] + time * solid->taken.motion.rigid.quaternion[i][1];
    square += q[i] * q[i];
  }
  double length = sqrt(square);
  for (int i = 0; i < 4; i++) q[i] /= length;
  return length > LEAST_NORM;
}

/* How far two rotations are apart: the farthest that a point at distance 1 is from where the other puts it. */
static double chordBetween(const double q1[4], const double q2[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += (q1[i] - q2[i]) * (q1[i] - q2[i]);
  return 2 * sqrt(square); /* |q1 - q2| = 2 sin(angle / 4), and 2 sin(angle / 2) <= 2 |q1 - q2| */
}

static void rotationOf(const double q[4], double r[3][3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i][i] = 1 - 2 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
    r[j][i] = 2 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]);
    r[k][i] = 2 * (q[1 + i] * q[1 + k] - q[0] * q[1 + j]);
  }
}

/* Writes the bounds of one slice, which begins at `time`, where the quaternion is `*start`; sets that to the one at its
   end. */
static bool boundSlice(const qmboxGuardedBody *body, const qmboxSolid *solid, const double box[2][3], double time,
                       double length, double start[4], qmboxSlice *slice) {
  double middle[4], end[4], r[3][3];
  if (!quaternionAt(solid, time + 0.5 * length, middle) || !quaternionAt(solid, time + length, end)) return false;
  double turned = solid->radius * qmboxMax(chordBetween(middle, start), chordBetween(middle, end));
  double part = length / solid->length;
  rotationOf(middle, r);
  memcpy(start, end, sizeof end);
  for (int i = 0; i < 3; i++) {
    double x = (double)body->start.position[i], way = part * body->shift[i];
    double at = x + body->shift[i] * (time + 0.5 * length) / solid->length, reach = turned + 0.5 * fabs(way);
    for (int j = 0; j < 3; j++) {
      at += r[i][j] * box[0][j];
      reach += fabs(r[i][j]) * box[1][j];
    }
    reach += SLICE_ERROR * (fabs(x) + fabs(body->shift[i]) + solid->radius);
    slice->min[i] = at - reach;
    slice->max[i] = at + reach;
  }
  return true;
}

/* Returns true if the bounds of a slice are worth their price; `half` is that of the box around the solid. */
static bool goesFar(const qmboxGuardedBody *body, const qmboxSolid *solid, const double half[3]) {
  double mesh = 2 * qmboxMin(half[0], qmboxMin(half[1], half[2]));
  return body->way + body->chord * solid->radius > FAR * qmboxMin(solid->thickness, mesh);
}

void qmboxMakeSlices(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  const qmboxGuardedBody *body = &guard->body[geom->body];
  const qmboxSolid *solid = &guard->solid[geom->solid];
  double box[2][3], quaternion[4], length = guard->length / QMBOX_SLICES;
  if (solid->kind == QMBOX_SOLID_NONE || !solid->moves || solid->taken.turns) return;
  if (!boxAround(solid, box[0], box[1]) || !goesFar(body, solid, box[1])) return;
  if (!quaternionAt(solid, 0, quaternion)) return;
  qmboxSlices *room = qmboxRoomForOne(guard->slices, sizeof *room, guard->slicesCount, &guard->slicesCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->slices = room;
  qmboxSlices *slices = &room[guard->slicesCount];
  for (int k = 0; k < QMBOX_SLICES; k++) {
    if (!boundSlice(body, solid, (const double(*)[3])box, k * length, length, quaternion, &slices->slice[k])) return;
  }
  geom->slices = guard->slicesCount++;
}

/* ------------------------------------------------------------------ spans */

/* The slice in which a geom's body stops. */
static int lastOf(const qmboxGuard *guard, const qmboxGuardedGeom *geom) {
  double stop = guard->body[geom->body].stop;
  return stop < guard->length ? (int)(QMBOX_SLICES * (stop / guard->length)) : QMBOX_SLICES - 1;
}

/* The slices of a geom up to `last`, one after the other by `step`: 0 where its bounds are those of the whole step. */
typedef struct qmboxSliced {
  const qmboxSlice *slice;
  int step, last;
} qmboxSliced;

static qmboxSliced slicedOf(const qmboxGuard *guard, int number, qmboxSlice *whole) {
  const qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->slices >= 0) return (qmboxSliced){guard->slices[geom->slices].slice, 1, lastOf(guard, geom)};
  for (int i = 0; i < 3; i++) {
    whole->min[i] = geom->min[i];
    whole->max[i] = geom->max[i];
  }
  return (qmboxSliced){whole, 0, 0};
}

qmboxSpan qmboxSpanOf(const qmboxGuard *guard, int geom1, int geom2) {
  qmboxSlice whole[2];
  if (guard->geom[geom1].slices < 0 && guard->geom[geom2].slices < 0) return (qmboxSpan){0, guard->length};
  qmboxSliced one = slicedOf(guard, geom1, &whole[0]), other = slicedOf(guard, geom2, &whole[1]);
  int first = -1, last = -1, end = one.last > other.last ? one.last : other.last;
  for (int k = 0; k <= end; k++) {
    if (qmboxOverlap3(one.slice->min, one.slice->max, other.slice->min, other.slice->max)) {
      if (first < 0) first = k;
      last = k;
    }
    if (k < one.last) one.slice += one.step;
    if (k < other.last) other.slice += other.step;
  }
  if (first < 0) return (qmboxSpan){HUGE_VAL, 0};
  double length = guard->length / QMBOX_SLICES;
  return (qmboxSpan){first * length, last == end ? guard->length : (last + 1) * length};
}
