/* SPDX-License-Identifier: BSD-3-Clause */

/* Frames of an arm's shapes, how far they reach from an axis, hulls of them, circles of their middles, and gaps. */

#include "scene/edge_rates.c"
#include "scene/scene_bodies.c"
#include "scene/scene_groups.c"
#include "scene/scene_meet.c"
#include "scene/scene_views.c"

#include "bounds.h"

/* A shape at the end of LINKS frames, with what is exact of it: quaternions (4) and positions (3), then the box (6). */
enum { LINKS = 2, OF_FRAME = 7, OF_SHAPE = OF_FRAME * (LINKS + 1) + 6 };

typedef struct placed {
  scene_shape shape;
  precise_vector corner[8];
} placed;

static bool place(const double *x, placed *out) {
  scene_carrier at = {BMS_WORLD, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, 0, LINKS};
  bms_placed_shape box = {.convex.core = BMS_CORE_BOX};
  const double *last = x + OF_FRAME * (LINKS + 1);
  *out = (placed){.shape.radius = 0};
  for (int r = 0; r < 3; r++) {
    box.convex.box.min[r] = fmin(last[2 * r], last[2 * r + 1]);
    box.convex.box.max[r] = fmax(last[2 * r], last[2 * r + 1]);
  }
  for (int k = 0; k < 8; k++) {
    double corner[3];
    for (int r = 0; r < 3; r++) corner[r] = k >> r & 1 ? box.convex.box.max[r] : box.convex.box.min[r];
    out->corner[k] = precise_vector_of(corner);
  }
  for (int link = LINKS; link >= 0; link--) {
    const double *p = x + OF_FRAME * link;
    precise q[4];
    if (!(bms_dot4(p, p) > 0.1)) return false;
    for (int i = 0; i < 4; i++) q[i] = precise_of(p[i]);
    for (int k = 0; k < 8; k++)
      out->corner[k] = precise_vector_plus(precise_vector_of(p + 4), precise_rotated(q, out->corner[k]));
  }
  for (int link = 0; link <= LINKS; link++) {
    const double *p = x + OF_FRAME * link;
    bms_pose pose = {{p[4], p[5], p[6]}, {p[0], p[1], p[2], p[3]}};
    double frame[3][4], product[3][4];
    if (link == LINKS) {
      box.pose = pose;
      break;
    }
    bms_pose_matrix(&pose, frame);
    at.length += position_length(frame);
    carry(&at, frame, product);
    memcpy(at.frame, product, sizeof product);
  }
  place_shape(&box, &at, &out->shape);
  return true;
}

static double share_of_a_frame(const double *x, const void *context) {
  (void)context;
  (void)scene_make_groups; /* the rest of the units is not wanted here */
  (void)scene_make_views;
  placed p;
  double error = 0;
  if (!place(x, &p)) return 0;
  const scene_shape *s = &p.shape;
  for (int k = 0; k < 8; k++)
    for (int r = 0; r < 3; r++) {
      precise sum = precise_of(s->frame[r][3]);
      for (int c = 0; c < 3; c++)
        sum = precise_plus(sum,
                           precise_times(precise_of(s->frame[r][c]), precise_of((k >> c & 1 ? 1 : -1) * s->half[c])));
      error = fmax(error, fabs(precise_double(precise_minus(sum, p.corner[k].x[r]))));
    }
  return error / (FRAME_ERROR * (1 + s->link_count) * s->size);
}

/* The inputs are a point (2) and the radius around it: how far that gets from the axis. */
static double share_of_a_reach(const double *x, const void *context) {
  (void)context;
  precise square = precise_plus(precise_times(precise_of(x[0]), precise_of(x[0])),
                                precise_times(precise_of(x[1]), precise_of(x[1])));
  precise exact = precise_plus(precise_root(square), precise_of(fabs(x[2])));
  double size = precise_double(exact), known = INFINITY;
  int variable = 0;
  scene_step step[2];
  bms_scene scene = {.step = step};
  scene_body body = {.variable = variable, .turns = true};
  ball around = {{x[0], x[1], 0}, fabs(x[2])};
  if (!(size > 0.01)) return 0;
  add_step(&scene, &body, known, &around);
  double margin = REACH_ERROR * size;
  return (margin - precise_double(precise_minus(precise_of(around.radius), exact))) / margin;
}

/* The inputs are the bounds of three shapes, as half extents (9) and centres (9): the hull's bounds hold theirs. */
static double share_of_a_hull(const double *x, const void *context) {
  (void)context;
  scene_shape shape[3], hull;
  int member[3] = {0, 1, 2};
  double most = 0;
  bms_scene scene = {.shape = shape};
  for (int i = 0; i < 3; i++) {
    shape[i] = (scene_shape){.frame = {{1, 0, 0, x[9 + i]}, {0, 1, 0, x[12 + i]}, {0, 0, 1, x[15 + i]}}};
    for (int r = 0; r < 3; r++) shape[i].half[r] = fabs(x[3 * i + r]);
  }
  make_hull(&scene, member, 3, 0, &hull);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) {
      precise reach = precise_of(hull.half[r]),
              off = precise_minus(precise_of(shape[i].frame[r][3]), precise_of(hull.frame[r][3]));
      precise beyond = precise_minus(reach, precise_plus(precise_absolute(off), precise_of(shape[i].half[r])));
      double margin = HULL_ERROR * (hull.half[r] + shape[i].half[r]);
      if (margin > 0) most = fmax(most, (margin - precise_double(beyond)) / margin);
    }
  return most;
}

static precise precise_square(precise x) {
  return precise_times(x, x);
}

/* The inputs are the middle of an upright circle (3), its radius (1) and a point (3): how far the point is from it. */
static double share_of_a_meeting(const double *x, const void *context) {
  (void)context;
  (void)scene_never_meet;
  circle c = {.middle = {x[0], x[1], x[2]}, .normal = {0, 0, 1}, .radius = fabs(x[3])};
  precise way[3];
  double size = c.radius;
  for (int r = 0; r < 3; r++) way[r] = precise_minus(precise_of(x[4 + r]), precise_of(x[r]));
  for (int r = 0; r < 3; r++) size += fabs(x[4 + r]) + fabs(x[r]);
  precise from_axis = precise_root(precise_plus(precise_square(way[0]), precise_square(way[1])));
  precise off = precise_minus(from_axis, precise_of(c.radius));
  precise exact = precise_root(precise_plus(precise_square(off), precise_square(way[2])));
  return fabs(precise_error(distance(&c, x + 4), exact)) / (MEETING_ERROR * size);
}

/* The roundings of two places act on a gap by the centres, the axis, the columns and the sums, once each. */
static void roundings_of_a_gap_are_those_counted(void **state) {
  (void)state;
  bounds_sum("COMPUTED_ROUNDINGS", 1 + 1 + 1 + 1, COMPUTED_ROUNDINGS);
}

static void frames_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("FRAME_ERROR", share_of_a_frame, NULL, OF_SHAPE, 2);
}

static void reaches_are_bounded(void **state) {
  (void)state;
  bounds_measure("REACH_ERROR", share_of_a_reach, NULL, 3, 20);
}

static void hulls_hold_their_shapes(void **state) {
  (void)state;
  bounds_measure("HULL_ERROR", share_of_a_hull, NULL, 18, 2);
}

static void distances_of_circles_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("MEETING_ERROR", share_of_a_meeting, NULL, 7, 10);
}

BOUNDS_MAIN(cmocka_unit_test(frames_are_as_good_as_counted), cmocka_unit_test(reaches_are_bounded),
            cmocka_unit_test(hulls_hold_their_shapes), cmocka_unit_test(distances_of_circles_are_as_good_as_counted),
            cmocka_unit_test(roundings_of_a_gap_are_those_counted))
