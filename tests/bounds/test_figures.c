/* SPDX-License-Identifier: BSD-3-Clause */

/* How far the plugin's figures reach, their support points, and how deep the middle of a mesh lies below a triangle. */

#include "shapes/figure.c"
#include "shapes/mesh_core.c"

#include "bounds.h"

/* The inputs are a triangle (9); the result is the excess of its radius over the farthest corner. */
static double share_of_a_radius(const double *x, const void *context) {
  (void)context;
  qmboxFigure figure;
  precise farthest = precise_of(0);
  qmboxMakeTriangleFigure(x, &figure);
  for (int k = 0; k < 3; k++) {
    precise_vector v = precise_vector_of(x + 3 * k);
    precise length = precise_root(precise_dot(v, v));
    if (precise_double(precise_minus(length, farthest)) > 0) farthest = length;
  }
  double margin = RADIUS_ERROR * precise_double(farthest);
  if (!(margin > 0)) return 0;
  return (margin - precise_double(precise_minus(precise_of(figure.radius), farthest))) / margin;
}

/* The inputs are a radius, half a length, how much of the core there is, a centre (3) and a direction (3): the support
   point of a cylinder, which is as far along the direction as it is to be. */
static double share_of_a_support_point(const double *x, const void *context) {
  (void)context;
  qmboxFigure figure = {.centre = {x[3], x[4], x[5]}};
  qmboxSupported *s = &figure.supported;
  double point[3], length = qmboxLength(x + 6);
  if (!(length > 0.01)) return 0;
  s->whole = wholeOfCylinder;
  s->core = coreOfCylinder;
  s->radius = fabs(x[0]);
  s->halfLength = fabs(x[1]);
  s->inner = 2 * QMBOX_INNER_CORE * fmin(s->radius, s->halfLength);
  makeSupported(hypot(s->radius, s->halfLength), &figure);
  s->part = fabs(x[2]);
  farthest(s, x + 6, point);
  precise inwards = precise_times(precise_of(s->part), precise_of(s->inner));
  precise across = precise_plus(precise_times(precise_of(x[6]), precise_of(x[6])),
                                precise_times(precise_of(x[7]), precise_of(x[7])));
  precise along = precise_times(precise_minus(precise_of(s->radius), inwards), precise_root(across));
  precise up = precise_times(precise_minus(precise_of(s->halfLength), inwards), precise_of(fabs(x[8])));
  precise exact =
      precise_plus(precise_plus(along, up), precise_dot(precise_vector_of(figure.centre), precise_vector_of(x + 6)));
  precise off = precise_minus(precise_dot(precise_vector_of(point), precise_vector_of(x + 6)), exact);
  double bound = figure.shape.support.error * length;
  return bound > 0 ? precise_double(precise_absolute(off)) / bound : 0;
}

static precise_vector between(const double from[3], const double to[3]) {
  return precise_vector_plus(precise_vector_of(to), precise_vector_times(precise_of(-1), precise_vector_of(from)));
}

/* The inputs are a triangle (9) and the middle (3).  Slivers, whose planes are rounding, are left out: the neighbours
   of a triangle bound the depth as well. */
static double share_of_a_depth(const double *x, const void *context) {
  (void)context;
  qmboxCoreSearch search = {.core.middle = {x[9], x[10], x[11]}};
  for (int i = 0; i < 3; i++)
    search.size += fabs(fmin(x[i], fmin(x[3 + i], x[6 + i]))) + fabs(fmax(x[i], fmax(x[3 + i], x[6 + i])));
  precise_vector u = between(x, x + 3), v = between(x, x + 6), normal = precise_cross(u, v);
  double length = sqrt(precise_double(precise_dot(normal, normal)));
  if (!(length > 0.1 && search.size > 0.1)) return 0;
  precise exact = precise_over(precise_dot(normal, between(x + 9, x)), precise_root(precise_dot(normal, normal)));
  return precise_error(depthBelow(&search, x), exact) / (DEPTH_ERROR * search.size);
}

static void radii_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("RADIUS_ERROR", share_of_a_radius, NULL, 9, 10);
}

static void support_points_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SUPPORT_ERROR", share_of_a_support_point, NULL, 9, 10);
}

static void depths_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("DEPTH_ERROR", share_of_a_depth, NULL, 12, 10);
}

BOUNDS_MAIN(cmocka_unit_test(radii_are_as_good_as_counted), cmocka_unit_test(support_points_are_as_good_as_counted),
            cmocka_unit_test(depths_are_as_good_as_counted))
