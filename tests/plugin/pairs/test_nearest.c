/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The way between the nearest points of points, segments and triangles, against a proof of its own: if the gap of the
 * two along the way is as long as the way, no two points of them are nearer.  If it is not, a segment goes through
 * a triangle.
 */

#include <math.h>

#include "fixture.h"
#include "pairs/nearest.h"

enum { TRIALS = 20000 };

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Makes a point, a segment or a triangle about its centre; every fourth is on a grid, with ties and parallel edges. */
static qmboxStartPose any_corners(random_source *source, int corners) {
  qmboxStartPose posed = {.kind = QMBOX_POSE_CORNERS, .corners = corners};
  double size = exp2((double)uniform(source, -6, 2));
  bool grid = uniform(source, 0, 4) < 1;
  for (int k = 0; k < corners; k++) {
    for (int i = 0; i < 3; i++) {
      double x = (double)uniform(source, -1, 1);
      posed.corner[k][i] = grid ? round(2 * x) : size * x;
    }
  }
  return posed;
}

/* Returns the gap of the two along a unit direction. */
static double gap_along(const qmboxStartPose *first, const qmboxStartPose *second, const double way[3],
                        const double n[3]) {
  double farthest = -HUGE_VAL, nearest = HUGE_VAL;
  for (int k = 0; k < first->corners; k++) farthest = fmax(farthest, dot(first->corner[k], n));
  for (int k = 0; k < second->corners; k++) nearest = fmin(nearest, dot(second->corner[k], n) + dot(way, n));
  return nearest - farthest;
}

/* Returns six times the volume of a tetrahedron. */
static double volume(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double u[3], v[3], w[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    u[i] = b[i] - a[i];
    v[i] = c[i] - a[i];
    w[i] = d[i] - a[i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    sum += u[i] * (v[j] * w[k] - v[k] * w[j]);
  }
  return sum;
}

/* Returns true if a segment goes through a triangle, or within rounding of its border. */
static bool goes_through(const qmboxStartPose *first, const qmboxStartPose *second, const double way[3]) {
  bool swap = first->corners == 3;
  const qmboxStartPose *segment = swap ? second : first, *triangle = swap ? first : second;
  double p[3][3], sign = swap ? -1 : 1;
  if (segment->corners != 2 || triangle->corners != 3) return false;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) p[k][i] = triangle->corner[k][i] + sign * way[i];
  }
  const double *a = segment->corner[0], *b = segment->corner[1];
  if (volume(p[0], p[1], p[2], a) * volume(p[0], p[1], p[2], b) > 1e-20) return false;
  double side[3];
  for (int k = 0; k < 3; k++) side[k] = volume(a, b, p[k], p[(k + 1) % 3]);
  return (side[0] >= -1e-12 && side[1] >= -1e-12 && side[2] >= -1e-12) ||
         (side[0] <= 1e-12 && side[1] <= 1e-12 && side[2] <= 1e-12);
}

static void the_gap_along_the_way_is_as_long_as_the_way(void **state) {
  (void)state;
  random_source source = seeded("nearest", 0x6e);
  int proved = 0;
  for (int trial = 0; trial < TRIALS * soak(); trial++) {
    int round = 1 + (int)uniform(&source, 0, 2), other = 1 + (int)uniform(&source, 0, 3);
    bool swap = uniform(&source, 0, 2) < 1;
    qmboxStartPose first = any_corners(&source, swap ? other : round),
                   second = any_corners(&source, swap ? round : other);
    double way[3], nearest[3], n[3];
    for (int i = 0; i < 3; i++) way[i] = (double)uniform(&source, -2, 2);
    assert_true(qmboxHaveNearestWay(&first, &second));
    qmboxNearestWay(&first, &second, way, nearest);
    double length = sqrt(dot(nearest, nearest));
    if (length < 1e-9 || goes_through(&first, &second, way)) continue;
    for (int i = 0; i < 3; i++) n[i] = nearest[i] / length;
    double gap = gap_along(&first, &second, way, n);
    if (!(fabs(gap - length) <= 1e-9)) fail_msg("trial %d: the way is %g long, the gap %g", trial, length, gap);
    proved++;
  }
  assert_true(proved > TRIALS * soak() / 2);
}

static void two_triangles_and_boxes_have_none(void **state) {
  (void)state;
  qmboxStartPose triangle = {.kind = QMBOX_POSE_CORNERS, .corners = 3}, box = {.kind = QMBOX_POSE_BOX};
  qmboxStartPose point = {.kind = QMBOX_POSE_CORNERS, .corners = 1};
  assert_false(qmboxHaveNearestWay(&triangle, &triangle));
  assert_false(qmboxHaveNearestWay(&point, &box));
  assert_false(qmboxHaveNearestWay(&box, &point));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_gap_along_the_way_is_as_long_as_the_way),
      cmocka_unit_test(two_triangles_and_boxes_have_none),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
