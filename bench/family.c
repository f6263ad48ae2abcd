/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of test cases.
 *
 * The relative path is drawn first, so that it passes the other box's centre at a distance that decides how often the
 * boxes meet; then it is shared out between the two.  A test case that starts overlapped, or that the reference cannot
 * decide, is drawn again.
 *
 * All motion models get the same test cases, with one exception: a near miss is one of a particular motion, and a box
 * that passes by 1e-4 in one model may well hit in another.  So the sideways shift that sets the distance is found for
 * each model.
 */

#include "family.h"

#include <math.h>
#include <string.h>

#include "matrix_motion.h"
#include "random.h"
#include "reference.h"

static const double DEGREE = 0.017453292519943295;
/* The paths' distance, up to which it is drawn: makes about half of the boxes meet. */
static const double MISS = 2.8;
enum { SHIFTS = 8 };

const char *family_name(family which) {
  static const char *const NAME[FAMILY_COUNT] = {"tumble",    "gentle",       "far",    "near_miss",
                                                 "thin_wall", "translation",  "matrix", "weighted",
                                                 "heading",   "heading_turn", "edges",  "floor"};

  return NAME[which];
}

int family_has(family which, motion_model model) {
  return (which == FAMILY_MATRIX || which == FAMILY_WEIGHTED) == (model == MODEL_MATRIX);
}

/* ------------------------------------------------------------------ parts */

static void turn_by(course *body, double angle) {
  double about[4];

  body->angle = angle;
  quaternion_about(body->axis, angle, about);
  quaternion_product(about, body->quaternion[START], body->quaternion[END]);
}

static void turn_at_random(random_source *r, course *body, double most) {
  random_direction(r, body->quaternion[START], 4);
  random_direction(r, body->axis, 3);
  turn_by(body, random_uniform(r, 0.0, most));
}

/* Makes the centres pass each other at distance `miss`, at a time in the middle. */
static void cross_paths(random_source *r, test_case *scene, double travel, double miss) {
  double along[3], aside[3], share = random_uniform(r, 0.0, 1.0), when = random_uniform(r, 0.3, 0.7), length;
  int i;

  random_direction(r, along, 3);
  do {
    double any[3];
    random_direction(r, any, 3);
    cross(along, any, aside);
    length = sqrt(dot(aside, aside));
  } while (length < 0.1);
  for (i = 0; i < 3; i++) {
    double origin = random_uniform(r, -1.0, 1.0);
    scene->body[0].position[START][i] = origin;
    scene->body[0].position[END][i] = origin - share * travel * along[i];
    scene->body[1].position[START][i] = origin - when * travel * along[i] + miss / length * aside[i];
    scene->body[1].position[END][i] = scene->body[1].position[START][i] + (1.0 - share) * travel * along[i];
  }
}

static void tumble(random_source *r, test_case *scene, double turn, double travel, double miss) {
  int body, i;

  for (body = 0; body < 2; body++) {
    for (i = 0; i < 3; i++) scene->body[body].half[i] = random_uniform(r, 0.1, 1.0);
    turn_at_random(r, &scene->body[body], turn);
  }
  cross_paths(r, scene, travel, miss);
}

/* ------------------------------------------------------------------ families */

static double reach(const test_case *scene) {
  return sqrt(dot(scene->body[0].half, scene->body[0].half)) + sqrt(dot(scene->body[1].half, scene->body[1].half));
}

/* Makes the relative path a line that passes at the distance drawn, so that the spheres' distance is known. */
static void pass_far(random_source *r, test_case *scene) {
  double miss;

  do {
    miss = random_uniform(r, 0.5, 8.0);
    tumble(r, scene, 90.0 * DEGREE, random_uniform(r, 2.0, 10.0), miss);
  } while (miss <= reach(scene) + 0.1);
}

/* Draws the course in the plate's own frame: through a point well inside its rim, and not too flat. */
static void thin_wall(random_source *r, test_case *scene) {
  static const double PLATE[3] = {1.0, 1.0, 0.005}, TRAVEL = 20.0;
  course *plate = &scene->body[0], *cube = &scene->body[1];
  double rotation[3][3], along[3], through[3], when = random_uniform(r, 0.2, 0.8);
  int i;

  turn_at_random(r, plate, 0.0);
  turn_at_random(r, cube, 179.0 * DEGREE);
  do random_direction(r, along, 3);
  while (fabs(along[2]) < 0.3);
  quaternion_matrix(plate->quaternion[START], rotation);
  for (i = 0; i < 3; i++) {
    plate->half[i] = PLATE[i];
    cube->half[i] = 0.025;
    through[i] = i < 2 ? random_uniform(r, -0.8, 0.8) : 0.0;
  }
  for (i = 0; i < 3; i++) {
    double meeting, velocity = TRAVEL * dot(rotation[i], along);
    plate->position[START][i] = plate->position[END][i] = random_uniform(r, -1.0, 1.0);
    meeting = plate->position[START][i] + dot(rotation[i], through);
    cube->position[START][i] = meeting - when * velocity;
    cube->position[END][i] = meeting + (1.0 - when) * velocity;
  }
}

static void matrices(random_source *r, test_case *scene, int weighted) {
  double travel = random_uniform(r, 2.0, 10.0);
  tumble(r, scene, 90.0 * DEGREE, travel, random_uniform(r, 0.0, MISS));
  for (int body = 0; body < 2; body++)
    if (weighted)
      matrix_weighted(&scene->body[body], &scene->matrix[body]);
    else
      matrix_sheared(r, &scene->body[body], 0.3, &scene->matrix[body]);
}

/* Returns x moved by a few ulps up or down. */
static double jostled(random_source *r, double x) {
  int ulps = random_below(r, 5) - 2;

  for (; ulps > 0; ulps--) x = nextafter(x, INFINITY);
  for (; ulps < 0; ulps++) x = nextafter(x, -INFINITY);
  return x;
}

/* Turns box 1 as box 0 is turned, but for ulps, and both by an angle about one axis. */
static void turn_alike(random_source *r, test_case *scene, double angle) {
  course *first = &scene->body[0], *second = &scene->body[1];
  int i;

  for (i = 0; i < 4; i++) second->quaternion[START][i] = jostled(r, first->quaternion[START][i]);
  memcpy(second->axis, first->axis, sizeof second->axis);
  turn_by(first, angle);
  turn_by(second, angle);
}

/* Bars with square sections that point their edges at each other: they meet along the diagonal of both sections. */
static void edges(random_source *r, test_case *scene, double travel) {
  course *first = &scene->body[0], *second = &scene->body[1];
  double rotation[3][3], half = random_uniform(r, 0.1, 0.4), when = random_uniform(r, 0.3, 0.7);
  double along = random_uniform(r, -0.5, 0.5);
  int i;

  tumble(r, scene, 0.0, travel, 0.0);
  first->half[1] = first->half[2] = second->half[1] = second->half[2] = half;
  quaternion_matrix(first->quaternion[START], rotation);
  for (i = 0; i < 3; i++) {
    double up = (rotation[i][1] + rotation[i][2]) / sqrt(2.0), start = first->position[START][i];
    double meeting = start + 2.0 * sqrt(2.0) * half * up + along * rotation[i][0];
    first->position[END][i] = start;
    second->position[START][i] = meeting + when * travel * up;
    second->position[END][i] = meeting - (1.0 - when) * travel * up;
  }
  turn_alike(r, scene, 0.0);
}

/* The height above the floor at which boxes slide: they are apart for certain, but by less than the rounding errors
   that doubles are counted with. */
static const double HOVER = 1e-13;

/* Draws box 1, which slides and turns on box 0, a floor with any slope. */
static void slide(random_source *r, test_case *scene, double travel) {
  static const double FLOOR[3] = {20.0, 20.0, 0.5};
  course *floor = &scene->body[0], *box = &scene->body[1];
  double rotation[3][3], heading[4], place[2], velocity[2];
  int i;

  tumble(r, scene, 0.0, travel, 0.0);
  memcpy(floor->half, FLOOR, sizeof floor->half);
  quaternion_matrix(floor->quaternion[START], rotation);
  for (i = 0; i < 2; i++) {
    place[i] = random_uniform(r, -5.0, 5.0);
    velocity[i] = random_uniform(r, -0.5, 0.5) * travel;
  }
  for (i = 0; i < 3; i++) {
    double foot = rotation[i][0] * place[0] + rotation[i][1] * place[1];
    double way = rotation[i][0] * velocity[0] + rotation[i][1] * velocity[1];
    floor->position[END][i] = floor->position[START][i];
    box->axis[i] = rotation[i][2];
    box->position[START][i] = floor->position[START][i] + foot + rotation[i][2] * (FLOOR[2] + box->half[2] + HOVER);
    box->position[END][i] = box->position[START][i] + way;
  }
  quaternion_about(box->axis, random_uniform(r, 0.0, 3.0), heading);
  quaternion_product(heading, floor->quaternion[START], box->quaternion[START]);
  turn_by(box, random_uniform(r, 0.0, 90.0 * DEGREE));
}

/* Shifts box 1 along the axis on which it passes closest, until it passes at the distance asked for: a fixed point,
   which takes a few rounds as the closest time moves along.  Returns 0 if it does not settle, or if the boxes come
   closest at an end. */
static int near_miss(random_source *r, motion_model model, test_case *scene) {
  double distance = random_power_of_ten(r, -4.0, -1.0), normal[3], when, gap;
  int round, i;

  double travel = random_uniform(r, 2.0, 10.0);
  tumble(r, scene, 90.0 * DEGREE, travel, random_uniform(r, 0.5, MISS));
  for (round = 0; round < SHIFTS; round++) {
    gap = reference_least_gap(scene, model, &when, normal);
    if (when < 0.01 || when > 0.99) return 0;
    if (fabs(gap - distance) < 0.05 * distance) return 1;
    for (i = 0; i < 3; i++) {
      scene->body[1].position[START][i] += (distance - gap) * normal[i];
      scene->body[1].position[END][i] += (distance - gap) * normal[i];
    }
  }
  return 0;
}

static int draw(family which, motion_model model, random_source *r, test_case *scene) {
  double travel = random_uniform(r, 2.0, 10.0), miss = random_uniform(r, 0.0, MISS);

  switch (which) {
    case FAMILY_TUMBLE:
      tumble(r, scene, 90.0 * DEGREE, travel, miss);
      break;
    case FAMILY_GENTLE:
      tumble(r, scene, 40.0 * DEGREE, travel, miss);
      break;
    case FAMILY_FAR:
      pass_far(r, scene);
      break;
    case FAMILY_NEAR_MISS:
      return near_miss(r, model, scene);
    case FAMILY_THIN_WALL:
      thin_wall(r, scene);
      break;
    case FAMILY_TRANSLATION:
      tumble(r, scene, 0.0, travel, miss);
      break;
    case FAMILY_MATRIX:
      matrices(r, scene, 0);
      break;
    case FAMILY_WEIGHTED:
      matrices(r, scene, 1);
      break;
    case FAMILY_HEADING:
      tumble(r, scene, 0.0, travel, miss);
      turn_alike(r, scene, 0.0);
      break;
    case FAMILY_HEADING_TURN:
      tumble(r, scene, 0.0, travel, miss);
      turn_alike(r, scene, random_uniform(r, 0.0, 90.0 * DEGREE));
      break;
    case FAMILY_EDGES:
      edges(r, scene, travel);
      break;
    case FAMILY_FLOOR:
      slide(r, scene, travel);
      break;
    case FAMILY_COUNT:
      break;
  }
  return 1;
}

double family_draw(family which, motion_model model, uint64_t seed, int index, test_case *scene) {
  random_source r = random_from(seed + ((uint64_t)which << 48) + (uint64_t)index);
  double first_contact;

  memset(scene, 0, sizeof *scene);
  for (;;) {
    if (!draw(which, model, &r, scene)) continue;
    if (which == FAMILY_FLOOR) return INFINITY; /* closer than the reference can decide; apart as it is made */
    first_contact = reference_first_contact(scene, model);
    if (isnan(first_contact) || first_contact == 0.0) continue;
    if (which == FAMILY_NEAR_MISS && isfinite(first_contact)) continue;
    return first_contact;
  }
}

void family_draw_turning(double angle, uint64_t seed, int index, test_case *scene) {
  random_source r = random_from(seed + (uint64_t)index);
  double first_contact;

  do {
    double travel = random_uniform(&r, 2.0, 10.0), miss = random_uniform(&r, 0.0, MISS);
    memset(scene, 0, sizeof *scene);
    tumble(&r, scene, 0.0, travel, miss);
    turn_by(&scene->body[0], angle);
    turn_by(&scene->body[1], angle);
    first_contact = reference_first_contact(scene, MODEL_QUATERNION);
  } while (isnan(first_contact) || first_contact == 0.0);
}
