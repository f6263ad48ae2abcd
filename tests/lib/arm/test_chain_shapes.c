/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Arms of spheres, capsules, cylinders, rounded boxes and meshes: first contact and clearance of random arms in random
 * scenes, against dense samples of the same moves (random_solids.c).
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_chain.h"
#include "bms_scene.h"
#include "random.h"
#include "random_solids.h"
#include "repetitions.h"

enum { SEED = 60221, ROUNDS = 160, SAMPLES = 200 };

/* The oracle's own error, of boxes by rounding, of cylinders by how far it goes on. */
static const double ACCURACY = 1e-7;

static const double PI = 3.141592653589793;

static void tell(const solid_arm *arm, int round, const bms_chain_contact *contact) {
  print_message("round %d: status %d at %a, slack %g, shapes %d and %d\n", round, (int)contact->status, contact->t,
                contact->slack, contact->a, contact->b);
  arm_tell(&arm->arm.chain, &arm->arm.move);
}

/* Returns true if the least distance of samples up to a time is above a margin. */
static bool samples_are_apart(const solid_arm *arm, double until, double margin) {
  double t0 = arm->arm.move.t0;
  for (int k = 0; k < SAMPLES && until > t0; k++) {
    double t = t0 + (until - t0) * k / SAMPLES;
    if (!(solid_arm_distance(arm, t, ACCURACY) > margin - ACCURACY)) return false;
  }
  return true;
}

static void check_arm(solid_arm *arm, double tolerance, int round, int met[6]) {
  bms_chain_contact contact;
  bms_status status = bms_chain_first_contact(&arm->arm.chain, &arm->arm.move, tolerance, &contact);
  double until = status == BMS_SEPARATED ? arm->arm.move.t1 : contact.t, margin = arm->arm.chain.margin;
  bool good = status != BMS_INVALID && status != BMS_UNRESOLVED && samples_are_apart(arm, until, margin);
  if (status != BMS_SEPARATED && good) {
    good = contact.slack <= tolerance && contact.a >= 0 && contact.b >= 0;
    good = good && solids_distance(arm, contact.t, contact.a, contact.b, ACCURACY) <= margin + contact.slack + ACCURACY;
    good = good && (contact.t > arm->arm.move.t0) == (status == BMS_CONTACT);
  }
  if (!good) tell(arm, round, &contact);
  assert_true(good);
  met[status]++;
}

static void no_contact_is_missed_and_none_is_made_up(void **state) {
  random_source r = random_from(SEED);
  int met[6] = {0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    solid_arm arm;
    solid_arm_make(&r, &arm);
    check_arm(&arm, random_power_of_ten(&r, -5, -2), round, met);
    solid_arm_free(&arm);
  }
  print_message("# %d met on the way, %d free, %d at once\n", met[BMS_CONTACT], met[BMS_SEPARATED],
                met[BMS_TOUCHING] + met[BMS_OVERLAPPING]);
  assert_true(met[BMS_CONTACT] > 0 && met[BMS_SEPARATED] > 0);
}

static void a_margin_is_kept(void **state) {
  random_source r = random_from(SEED + 1);
  int met[6] = {0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 2; round++) {
    solid_arm arm;
    solid_arm_make(&r, &arm);
    arm.arm.chain.margin = random_power_of_ten(&r, -3, -1);
    check_arm(&arm, random_power_of_ten(&r, -5, -2), round, met);
    solid_arm_free(&arm);
  }
  assert_true(met[BMS_CONTACT] > 0 && met[BMS_SEPARATED] > 0);
}

/* Returns the greatest depth of a solid's points below z = height, negative above it: corners of boxes, or the rim of a
   cylinder. */
static double depth_below(const solid_arm *arm, double t, int shape, double height) {
  const random_solid *solid = &arm->solid[shape];
  double pose[3][4], lowest = HUGE_VAL;
  arm_box_pose(&arm->arm.chain, &arm->arm.move, t, shape, pose);
  for (int i = 0; i < solid->boxes; i++)
    for (int k = 0; k < 8; k++) {
      double z = pose[2][3];
      for (int j = 0; j < 3; j++) z += pose[2][j] * (k >> j & 1 ? solid->box[i].max[j] : solid->box[i].min[j]);
      lowest = fmin(lowest, z);
    }
  if (solid->boxes == 0)
    lowest =
        pose[2][3] - solid->cylinder_radius * hypot(pose[2][0], pose[2][1]) - solid->half_length * fabs(pose[2][2]);
  return height - (lowest - solid->radius);
}

/* The floor is one more shape; the others may not touch anything. */
static void a_floor_is_met_when_the_lowest_point_is(void **state) {
  static const double UP[3] = {0, 0, 2}, TOLERANCE = 1e-4;
  random_source r = random_from(SEED + 3);
  int met = 0, missed = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    solid_arm arm;
    bms_chain_contact contact;
    unsigned char allowed[4] = {0};
    solid_arm_make(&r, &arm);
    bms_chain *chain = &arm.arm.chain;
    int floor = chain->shape_count++;
    double height = random_uniform(&r, -1, 0), deepest = -HUGE_VAL;
    bms_convex half_space = bms_convex_half_space(UP, 2 * height);
    arm.arm.box[floor] = bms_placed_convex(BMS_WORLD, &half_space, &(bms_pose){{0, 0, 0}, {1, 0, 0, 0}});
    arm.solid[floor].mesh = NULL;
    arm.arm.box[floor].object = 1;
    bms_allow(allowed, 2, 0, 0);
    chain->object_count = 2;
    chain->allowed = allowed;
    bms_status status = bms_chain_first_contact(chain, &arm.arm.move, TOLERANCE, &contact);
    double t0 = arm.arm.move.t0, until = status == BMS_SEPARATED ? arm.arm.move.t1 : contact.t;
    assert_true(status != BMS_INVALID && status != BMS_UNRESOLVED);
    for (int k = 0; k < SAMPLES; k++)
      for (int i = 0; i < floor && until > t0; i++)
        if (chain->shape[i].link != BMS_WORLD && bms_chain_looks_at(chain, floor, i))
          deepest = fmax(deepest, depth_below(&arm, t0 + (until - t0) * k / SAMPLES, i, height));
    assert_true(deepest <= ACCURACY);
    if (status == BMS_SEPARATED)
      missed++;
    else
      met += contact.a == floor && depth_below(&arm, contact.t, contact.b, height) >= -contact.slack - ACCURACY;
    solid_arm_free(&arm);
  }
  assert_true(met > 0 && missed > 0 && met + missed == repetitions(ROUNDS));
}

/* ------------------------------------------------------------------ one slide */

enum { FALLING_KINDS = 6, FLOOR_KINDS = 5 };

/* Shapes that lie between z = -1 and 1, and floors whose top is at z = 0, all times a size; a mesh each. */
typedef struct drop {
  double size;
  bms_mesh *cube, *slab;
  bms_link link;
  double value[1][BMS_MOVE_TERMS];
  bms_placed_shape shape[3];
  bms_chain chain;
  bms_move move;
} drop;

static bms_box box_between(double size, double across, double low, double high) {
  double x = size * across;
  return (bms_box){{-x, -x, size * low}, {x, x, size * high}};
}

static bms_placed_shape falling_shape(const drop *d, int kind) {
  static const bms_pose REST = {{0, 0, 0}, {1, 0, 0, 0}};
  double size = d->size;
  bms_box cube = box_between(size, 1, -1, 1), core = box_between(size, 0.5, -0.75, 0.75);
  const bms_convex convex[FALLING_KINDS - 1] = {bms_convex_box(&cube, 0), bms_convex_box(&core, 0.25 * size),
                                                bms_convex_sphere(size), bms_convex_capsule(0.5 * size, 0.5 * size),
                                                bms_convex_cylinder(0.5 * size, size)};
  return kind < FALLING_KINDS - 1 ? bms_placed_convex(0, &convex[kind], &REST) : bms_placed_mesh(0, d->cube, 0, &REST);
}

static bms_placed_shape floor_shape(const drop *d, int kind) {
  static const bms_pose REST = {{0, 0, 0}, {1, 0, 0, 0}};
  static const double UP[3] = {0, 0, 1};
  bms_box slab = box_between(d->size, 4, -1, 0), core = box_between(d->size, 4, -1, -0.5);
  bms_convex convex[FLOOR_KINDS - 1] = {bms_convex_box(&slab, 0), bms_convex_box(&core, 0.5 * d->size),
                                        bms_convex_half_space(UP, 0), bms_convex_half_space(UP, -0.5 * d->size)};
  convex[3].radius = 0.5 * d->size;
  return kind < FLOOR_KINDS - 1 ? bms_placed_convex(BMS_WORLD, &convex[kind], &REST)
                                : bms_placed_mesh(BMS_WORLD, d->slab, 0, &REST);
}

/* Begins with lengths of this size; if that is too large for a mesh there are none. */
static void begin_drop(drop *d, double size) {
  bms_box cube = box_between(size, 1, -1, 1), slab = box_between(size, 4, -1, 0);
  *d = (drop){.size = size, .cube = mesh_of_boxes(&cube, 1), .slab = mesh_of_boxes(&slab, 1)};
}

/* Lets a shape fall from a height above the floor at a speed, within one unit of time. */
static void let_fall(drop *d, int falling, int floor, double height, double speed) {
  d->link = (bms_link){BMS_WORLD, BMS_JOINT_PRISMATIC, {{0, 0, d->size + height}, {1, 0, 0, 0}}, {0, 0, 1}, 0};
  d->value[0][1] = -speed;
  d->shape[0] = floor_shape(d, floor);
  d->shape[1] = falling_shape(d, falling);
  d->chain = (bms_chain){
      .link_count = 1, .link = &d->link, .variable_count = 1, .shape_count = 2, .shape = d->shape, .margin = 0};
  d->move = (bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])d->value};
}

static void end_drop(drop *d) {
  bms_mesh_destroy(d->cube);
  bms_mesh_destroy(d->slab);
}

static bms_chain_contact contact_of(const drop *d, double tolerance) {
  bms_chain_contact contact;
  bms_status status = bms_chain_first_contact(&d->chain, &d->move, tolerance, &contact);
  assert_int_equal(status, contact.status);
  return contact;
}

/* Asks a scene, which has to report the same contact. */
static bms_chain_contact scene_contact_of(const drop *d, double tolerance) {
  bms_chain_contact contact;
  bms_scene *scene = bms_scene_create(&d->chain, NULL, 0);
  assert_non_null(scene);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
  assert_non_null(workspace);
  bms_status status = bms_scene_first_contact(scene, workspace, &d->move, tolerance, &contact);
  bms_edge_answer answer = bms_scene_is_free(scene, workspace, &d->move, tolerance);
  assert_int_equal(answer, status == BMS_SEPARATED ? BMS_EDGE_FREE : BMS_EDGE_NOT_FREE);
  bms_scene_workspace_destroy(workspace);
  bms_scene_destroy(scene);
  return contact;
}

static void check_fall(const bms_chain_contact *contact, double tolerance) {
  assert_int_equal(contact->status, BMS_CONTACT);
  assert_true(contact->t <= 0.5 && 0.5 - contact->t <= contact->slack && contact->slack <= tolerance);
}

/* Shapes that fall reach the margin when the height has become that; those that hardly move are within it or not. */
static void margins_are_those_of_all_kinds_of_shapes(void **state) {
  static const double TOLERANCE = 1e-4, SLOW = 0x1p-20;
  drop d;
  (void)state;
  begin_drop(&d, 1);
  for (int kind = 0; kind < FALLING_KINDS * FLOOR_KINDS; kind++)
    for (double margin = 0; margin < 1; margin += 0.25) {
      int falling = kind / FLOOR_KINDS, floor = kind % FLOOR_KINDS;
      let_fall(&d, falling, floor, margin + 0.5, 1);
      d.chain.margin = margin;
      bms_chain_contact contact = contact_of(&d, TOLERANCE), in_scene = scene_contact_of(&d, TOLERANCE);
      check_fall(&contact, TOLERANCE);
      check_fall(&in_scene, TOLERANCE);
      let_fall(&d, falling, floor, 1.01 * margin + 2 * TOLERANCE, SLOW);
      d.chain.margin = margin;
      assert_int_equal(contact_of(&d, TOLERANCE).status, BMS_SEPARATED);
      assert_int_equal(scene_contact_of(&d, TOLERANCE).status, BMS_SEPARATED);
      let_fall(&d, falling, floor, margin + 0.5 * TOLERANCE, -SLOW);
      d.chain.margin = margin;
      assert_int_not_equal(contact_of(&d, TOLERANCE).status, BMS_OVERLAPPING);
      let_fall(&d, falling, floor, 0.99 * margin - TOLERANCE, SLOW);
      d.chain.margin = margin;
      assert_int_equal(contact_of(&d, TOLERANCE).status, BMS_OVERLAPPING);
      assert_int_not_equal(scene_contact_of(&d, TOLERANCE).status, BMS_SEPARATED);
    }
  end_drop(&d);
}

/* However large or small all lengths are, a contact is not missed, nor is it late. */
static void units_of_length_hide_no_contact(void **state) {
  (void)state;
  for (double size = 1e-130; size < 1e99; size *= 1e5) {
    drop d;
    begin_drop(&d, size);
    for (int kind = 0; kind < FALLING_KINDS * FLOOR_KINDS; kind++) {
      int falling = kind / FLOOR_KINDS, floor = kind % FLOOR_KINDS;
      if (d.cube == NULL && (falling == FALLING_KINDS - 1 || floor == FLOOR_KINDS - 1)) continue;
      let_fall(&d, falling, floor, 0.5 * size, size);
      bms_chain_contact contact = contact_of(&d, 1e-3 * size);
      assert_true(contact.status == BMS_CONTACT || contact.status == BMS_UNRESOLVED);
      assert_true(contact.t <= 0.5);
    }
    end_drop(&d);
  }
}

/* The higher one of two floors is met, whichever is listed first. */
static void the_first_of_two_obstacles_is_met(void **state) {
  static const double TOLERANCE = 1e-4;
  drop d;
  (void)state;
  begin_drop(&d, 1);
  for (int kind = 0; kind < FALLING_KINDS * FLOOR_KINDS * 2; kind++) {
    int higher = kind % 2, falling = kind / 2 / FLOOR_KINDS, floor = kind / 2 % FLOOR_KINDS;
    let_fall(&d, falling, floor, 0.75, 1);
    d.shape[2] = d.shape[1];
    d.shape[1] = d.shape[0];
    d.shape[higher].pose.position[2] = 0.25;
    d.chain.shape_count = 3;
    bms_chain_contact contact = contact_of(&d, TOLERANCE);
    assert_int_equal(contact.status, BMS_CONTACT);
    assert_true(contact.t <= 0.5 && 0.5 - contact.t <= contact.slack);
    assert_true(contact.a == higher && contact.b == 2);
  }
  end_drop(&d);
}

/* Returns a ball of radius 1 in this many triangles, from pole to pole; its vertices lie on the ball. */
static bms_mesh *fine_ball(int around, int down) {
  int count = 0, rows = down + 1;
  double *vertex = malloc((size_t)around * (size_t)rows * 3 * sizeof *vertex);
  int *index = malloc((size_t)around * (size_t)down * 6 * sizeof *index);
  assert_true(vertex != NULL && index != NULL);
  for (int i = 0; i < around; i++)
    for (int k = 0; k < rows; k++) {
      double *x = vertex + 3 * (i * rows + k), turn = 2 * PI * i / around, tilt = PI * k / down;
      double across = k < down ? sin(tilt) : 0;
      x[0] = across * cos(turn);
      x[1] = across * sin(turn);
      x[2] = cos(tilt);
    }
  for (int i = 0; i < around; i++)
    for (int k = 0; k < down; k++) {
      int a = i * rows + k, b = (i + 1) % around * rows + k;
      int quad[6] = {a, a + 1, b + 1, a, b + 1, b};
      memcpy(index + count, quad, sizeof quad);
      count += 6;
    }
  bms_mesh_source source = {
      .vertex = vertex, .vertex_count = around * rows, .index = index, .triangle_count = count / 3, .solid = true};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  free(vertex);
  free(index);
  return mesh;
}

/* 200,000 triangles lie within `sagitta` of the ball that they are made from. */
static void a_fine_mesh_is_met_where_its_ball_is(void **state) {
  enum { AROUND = 500, DOWN = 200 };
  static const double FROM[1] = {0}, TO[1] = {1}, TOLERANCE = 1e-5, SMALL = 0.25;
  const double sagitta = 2 * (1 - cos(PI / DOWN));
  random_source r = random_from(SEED + 4);
  bms_mesh *mesh = fine_ball(AROUND, DOWN);
  bms_convex ball = bms_convex_sphere(SMALL);
  (void)state;
  assert_non_null(mesh);
  assert_int_equal(bms_mesh_open_edges(mesh), 0);
  for (int round = 0; round < 50; round++) {
    bms_link link = {.parent = BMS_WORLD, .joint = BMS_JOINT_PRISMATIC, .frame = {{0, 0, 0}, {1, 0, 0, 0}}};
    double value[1][BMS_MOVE_TERMS], start[3], through[3], along[3], square = 0, middle = 0, nearest = 0;
    random_direction(&r, start, 3);
    random_direction(&r, through, 3);
    double off = random_uniform(&r, 0, 1.2);
    for (int j = 0; j < 3; j++) {
      start[j] *= 4;
      along[j] = 2 * (off * through[j] - start[j]);
      square += along[j] * along[j];
      middle += along[j] * start[j];
      nearest += start[j] * start[j];
    }
    bms_pose here = {{start[0], start[1], start[2]}, {1, 0, 0, 0}}, origin = {{0, 0, 0}, {1, 0, 0, 0}};
    memcpy(link.axis, along, sizeof along);
    double to[1] = {sqrt(square) * TO[0]};
    bms_move_linear(1, 0, FROM, 1, to, value);
    bms_placed_shape shape[2] = {bms_placed_mesh(BMS_WORLD, mesh, 0, &origin), bms_placed_convex(0, &ball, &here)};
    bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape};
    bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
    bms_chain_contact contact;
    bms_status status = bms_chain_first_contact(&chain, &move, TOLERANCE, &contact);
    /* The squared distance of the middles is square t^2 + 2 middle t + nearest. */
    double least = sqrt(fmax(nearest - middle * middle / square, 0));
    if (status == BMS_SEPARATED) {
      assert_true(least > 1 + SMALL - sagitta - ACCURACY);
      continue;
    }
    double there = sqrt((square * contact.t + 2 * middle) * contact.t + nearest) - 1 - SMALL;
    assert_int_equal(status, BMS_CONTACT);
    assert_true(there <= TOLERANCE + ACCURACY && there >= -sagitta - ACCURACY);
  }
  bms_mesh_destroy(mesh);
}

/* A ball in a cube that it does not touch, or a mesh of which one part is in it: a solid cube is met at once whichever
   of the two is the obstacle, at rest or moving, and a hollow one never. */
static void what_is_inside_of_a_solid_is_met_at_once(void **state) {
  static const double VERTEX[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
  static const int INDEX[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  static const bms_pose REST = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, REST, {0, 0, 1}, 0};
  const bms_convex ball = bms_convex_sphere(0.25);
  (void)state;
  for (int kind = 0; kind < 24; kind++) {
    bool solid = kind & 1, mesh_moves = kind & 2;
    int inner = kind / 8; /* the ball, or to which side of it the part outside is */
    double aside = inner == 1 ? 4 : -4;
    const bms_box part[2] = {{{-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}},
                             {{aside - 0.25, -0.25, -0.25}, {aside + 0.25, 0.25, 0.25}}};
    bms_mesh *parts = mesh_of_boxes(part, 2);
    const double value[1][BMS_MOVE_TERMS] = {{0, kind & 4 ? 0x1p-30 : 1}};
    bms_mesh_source source = {
        .vertex = VERTEX, .vertex_count = 8, .index = INDEX, .triangle_count = 12, .solid = solid};
    bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
    bms_placed_shape shape[2] = {bms_placed_mesh(mesh_moves ? 0 : BMS_WORLD, mesh, 0, &REST),
                                 bms_placed_convex(mesh_moves ? BMS_WORLD : 0, &ball, &REST)};
    if (inner > 0) shape[1] = bms_placed_mesh(shape[1].link, parts, 0, &REST);
    bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape};
    bms_move move = {0, 1, value};
    bms_chain_contact contact;
    bms_link_clearance clearance;
    bms_status status = bms_chain_first_contact(&chain, &move, 1e-4, &contact);
    assert_int_equal(status, solid ? BMS_OVERLAPPING : BMS_SEPARATED);
    status = bms_chain_clearance(&chain, &move, 1e-4, &clearance);
    assert_int_equal(status, solid ? BMS_CONTACT : BMS_SEPARATED);
    if (solid) assert_true(!(clearance.least.upper > 0));
    if (!solid && inner == 0) assert_true(fabs(clearance.least.lower - 0.75) < 1e-3);
    bms_mesh_destroy(mesh);
    bms_mesh_destroy(parts);
  }
}

static void the_clearance_encloses_the_least_distance(void **state) {
  random_source r = random_from(SEED + 2);
  int apart = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 4; round++) {
    solid_arm arm;
    bms_link_clearance clearance;
    double tolerance = random_power_of_ten(&r, -4, -2), least = HUGE_VAL;
    solid_arm_make(&r, &arm);
    bms_status status = bms_chain_clearance(&arm.arm.chain, &arm.arm.move, tolerance, &clearance);
    double t0 = arm.arm.move.t0, t1 = arm.arm.move.t1, lower = clearance.least.lower, upper = clearance.least.upper;
    for (int k = 0; k <= SAMPLES; k++)
      least = fmin(least, solid_arm_distance(&arm, t0 + (t1 - t0) * k / SAMPLES, ACCURACY));
    bool good = fmax(least, 0) >= lower - ACCURACY && (status == BMS_SEPARATED) == (lower > 0);
    good = good && (clearance.a >= 0 || isinf(lower)) && (isinf(lower) || upper - lower <= 2.5 * tolerance);
    if (clearance.a >= 0)
      good = good &&
             fmax(solids_distance(&arm, clearance.least.t, clearance.a, clearance.b, ACCURACY), 0) <= upper + ACCURACY;
    if (!good) {
      print_message("round %d: %g to %g at %a, sampled %g, tolerance %g, %d and %d\n", round, lower, upper,
                    clearance.least.t, least, tolerance, clearance.a, clearance.b);
      arm_tell(&arm.arm.chain, &arm.arm.move);
    }
    assert_true(good);
    apart += status == BMS_SEPARATED;
    solid_arm_free(&arm);
  }
  assert_true(apart > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_contact_is_missed_and_none_is_made_up),
      cmocka_unit_test(a_margin_is_kept),
      cmocka_unit_test(a_floor_is_met_when_the_lowest_point_is),
      cmocka_unit_test(a_fine_mesh_is_met_where_its_ball_is),
      cmocka_unit_test(margins_are_those_of_all_kinds_of_shapes),
      cmocka_unit_test(units_of_length_hide_no_contact),
      cmocka_unit_test(the_first_of_two_obstacles_is_met),
      cmocka_unit_test(what_is_inside_of_a_solid_is_met_at_once),
      cmocka_unit_test(the_clearance_encloses_the_least_distance),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
