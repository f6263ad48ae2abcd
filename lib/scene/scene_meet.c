/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pairs of shapes that no values of the joints between them bring together.
 *
 * With one joint or two between two shapes there is a body in whose frame each of their middles stays on a circle,
 * about the axis of the joint that carries it there, or on a point, which is a circle without a radius.  If the circles
 * are farther apart than the balls around the shapes reach, the shapes never meet, and nobody has to look.  Which joint
 * limits there are is not known here; all turns are taken.
 *
 * A point of the one circle is the hypotenuse of its height above the plane of the other and of what its distance from
 * the axis differs from the radius away from the other.  The points of an arc are no farther from the arc's middle than
 * its ends are; so arcs of the one circle are halved until that decides.  Middles of arcs take square roots only, which
 * round alike everywhere.
 */

#include "numeric/arithmetic.h"

#include "scene/scene_meet.h"

#include <math.h>

#include "numeric/vector.h"

/* Times the sizes of both shapes: swallows the roundings of places, distances and arcs. */
static const double MEETING_ERROR = 0x1p-30;

/* Quarters of a circle are halved no more often. */
enum { HALVINGS = 6 };

/* A circle in the frame of a body: a middle, its plane's normal, two directions in it, and the radius. */
typedef struct circle {
  double middle[3], normal[3], across[2][3];
  double radius;
} circle;

/* Sets the circle of a point with these coordinates in a frame, about the frame's z axis. */
static void turn_about_z(const double frame[3][4], const double point[3], circle *out) {
  for (int r = 0; r < 3; r++) {
    out->normal[r] = frame[r][2];
    out->across[0][r] = frame[r][0];
    out->across[1][r] = frame[r][1];
    out->middle[r] = frame[r][3] + frame[r][2] * point[2];
  }
  out->radius = sqrt(point[0] * point[0] + point[1] * point[1]);
}

static double distance(const circle *c, const double point[3]) {
  double way[3], height, radius;
  for (int r = 0; r < 3; r++) way[r] = point[r] - c->middle[r];
  height = bms_dot(c->normal, way);
  for (int r = 0; r < 3; r++) way[r] -= height * c->normal[r];
  radius = bms_length(way) - c->radius;
  return sqrt(height * height + radius * radius);
}

/* Returns true if the arc between two unit vectors, in the plane of circle b, stays so far from circle a. */
static bool arc_is_apart(const circle *a, const circle *b, const double from[2], const double to[2], double enough,
                         int halvings) {
  double x = from[0] + to[0], y = from[1] + to[1], length = sqrt(x * x + y * y), middle[2] = {x / length, y / length};
  double point[3], side[2] = {from[0] - middle[0], from[1] - middle[1]}, chord = side[0] * side[0] + side[1] * side[1];
  double left = b->radius * sqrt(chord);
  for (int r = 0; r < 3; r++)
    point[r] = b->middle[r] + b->radius * (middle[0] * b->across[0][r] + middle[1] * b->across[1][r]);
  double gap = distance(a, point) - enough;
  if (gap > left) return true;
  return gap > 0 && halvings > 0 && arc_is_apart(a, b, from, middle, enough, halvings - 1) &&
         arc_is_apart(a, b, middle, to, enough, halvings - 1);
}

static bool circles_are_apart(const circle *a, const circle *b, double enough) {
  static const double QUARTER[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  for (int i = 0; i < 4; i++)
    if (!arc_is_apart(a, b, QUARTER[i], QUARTER[i + 1], enough, HALVINGS)) return false;
  return true;
}

/* Sets the circle on which the middle of a shape is in a body's frame, or in the world; returns false if there is
   more than one joint in between, or one that slides. */
static bool circle_seen_from(const bms_scene *scene, int seen_from, int shape, circle *out) {
  static const double STILL[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  const scene_shape *s = &scene->shape[shape];
  double middle[3] = {s->frame[0][3], s->frame[1][3], s->frame[2][3]};
  if (s->body == seen_from) {
    turn_about_z(STILL, middle, out);
    for (int r = 0; r < 3; r++) out->middle[r] = middle[r];
    out->radius = 0;
    return true;
  }
  bool is_outwards = s->body != BMS_WORLD && scene->body[s->body].parent == seen_from;
  if (!is_outwards && (seen_from == BMS_WORLD || scene->body[seen_from].parent != s->body)) return false;
  const scene_body *joint = &scene->body[is_outwards ? s->body : seen_from];
  if (!is_outwards) scene_from_parent(joint, middle);
  turn_about_z(is_outwards ? joint->frame : STILL, middle, out);
  return joint->turns;
}

bool scene_never_meet(const bms_scene *scene, int a, int b) {
  const scene_shape *of_a = &scene->shape[a], *of_b = &scene->shape[b];
  int body_a = of_a->body, body_b = of_b->body;
  int middle[4] = {body_a, body_b, scene->body[body_a].parent, scene->body[body_b].parent};
  double balls = of_a->reach + of_a->radius + of_b->reach + of_b->radius + scene->chain.margin;
  double enough = balls + MEETING_ERROR * (of_a->size + of_b->size + balls);
  circle circle_a, circle_b;
  for (int i = 0; i < 4; i++)
    if (circle_seen_from(scene, middle[i], a, &circle_a) && circle_seen_from(scene, middle[i], b, &circle_b))
      return circles_are_apart(&circle_a, &circle_b, enough);
  return false;
}
