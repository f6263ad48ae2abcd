/* SPDX-License-Identifier: BSD-3-Clause */

/* The arms are made of sums, products and square roots alone, so they need not be read from a file. */

#include "numeric/arithmetic.h"

#include "scene_answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bms_path.h"
#include "bms_scene.h"
#include "query_bits.h"
#include "random.h"

enum { LINKS = 7, OBSTACLES = 8, SHAPES = 2 * LINKS + OBSTACLES, MOVES = 6, PIECES = 64 };

static const double TOLERANCE = 1e-4;
static const double TETRAHEDRON[4][3] = {{0.1, 0.1, 0.1}, {0.1, -0.1, -0.1}, {-0.1, 0.1, -0.1}, {-0.1, -0.1, 0.1}};
static const int SIDES[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};

typedef struct random_scene {
  bms_link link[LINKS];
  bms_placed_shape shape[SHAPES];
  bms_chain chain;
} random_scene;

/* ------------------------------------------------------------------ arms */

static bms_pose random_pose(random_source *r, double size) {
  bms_pose pose;
  for (int k = 0; k < 3; k++) pose.position[k] = random_uniform(r, -size, size);
  random_direction(r, pose.quaternion, 4);
  return pose;
}

static void add_shape(random_source *r, const bms_mesh *mesh, int link, random_scene *s) {
  static const double DOWN[3] = {0.1, -0.2, 2};
  bms_pose pose = random_pose(r, link == BMS_WORLD ? 1 : 0.1);
  double a = random_uniform(r, 0.01, 0.2), b = random_uniform(r, 0.01, 0.2), c = random_uniform(r, 1e-3, 0.1);
  bms_box box = bms_box_centred(a, b, c);
  bms_convex convex = bms_convex_box(&box, 0);
  bms_placed_shape *placed = &s->shape[s->chain.shape_count++];
  int kind = random_below(r, link == BMS_WORLD ? 9 : 8);
  if (kind == 0) convex = bms_convex_sphere(0.5 * a);
  if (kind == 1) convex = bms_convex_capsule(c, a);
  if (kind == 2) convex = bms_convex_cylinder(a, c);
  if (kind == 3) convex = bms_convex_points(TETRAHEDRON[0], 4, 0.2 * c);
  if (kind == 4) convex = bms_convex_box(&box, c);
  if (kind == 8) convex = bms_convex_half_space(DOWN, -random_uniform(r, 2, 4));
  *placed = kind == 5 ? bms_placed_mesh(link, mesh, c, &pose) : bms_placed_convex(link, &convex, &pose);
}

static void make_scene(random_source *r, const bms_mesh *mesh, random_scene *s) {
  static const bms_joint_kind KINDS[4] = {BMS_JOINT_REVOLUTE, BMS_JOINT_REVOLUTE, BMS_JOINT_PRISMATIC, BMS_JOINT_FIXED};
  memset(s, 0, sizeof *s);
  for (int i = 0; i < LINKS; i++) {
    bms_joint_kind kind = KINDS[random_below(r, 4)];
    s->link[i] = (bms_link){i - 1, kind, random_pose(r, 0.4), {0}, i};
    random_direction(r, s->link[i].axis, 3);
    for (int k = random_below(r, 3); k > 0; k--) add_shape(r, mesh, i, s);
  }
  for (int i = 0; i < OBSTACLES; i++) add_shape(r, mesh, BMS_WORLD, s);
  s->chain.link_count = s->chain.variable_count = LINKS;
  s->chain.link = s->link;
  s->chain.shape = s->shape;
  s->chain.margin = random_below(r, 3) == 0 ? 0.01 : 0;
}

/* Sets both ends of an edge, in one of eight far from 0, and a move between them. */
static bms_move make_move(random_source *r, double from[LINKS], double to[LINKS], double value[LINKS][BMS_MOVE_TERMS]) {
  double rate[2][LINKS], size = random_uniform(r, 0, 1), far = random_below(r, 8) == 0 ? 1e8 : 2;
  for (int v = 0; v < LINKS; v++) {
    from[v] = random_uniform(r, -far, far);
    to[v] = from[v] + random_uniform(r, -size, size);
    for (int k = 0; k < 2; k++) rate[k][v] = random_uniform(r, -1, 1);
  }
  bms_move_cubic(LINKS, 0.5, from, rate[0], 2, to, rate[1], value);
  return (bms_move){0.5, 2, (const double(*)[BMS_MOVE_TERMS])value};
}

/* ------------------------------------------------------------------ answers */

static void print_numbers(const double *x, int count) {
  query_bits_numbers(x, count, stdout);
}

static void print_contact(const char *name, const bms_chain_contact *c) {
  printf("%s %s %d %d", name, bms_status_name(c->status), c->a, c->b);
  print_numbers(&c->t, 1);
  print_numbers(&c->slack, 1);
  print_numbers(c->normal, 3);
  for (int i = 0; i < c->point_count; i++) print_numbers(c->point[i], 3);
  printf("\n");
}

static void print_clearance(const char *whose, const bms_link_clearance *clearance) {
  printf("%s clearance %d %d", whose, clearance->a, clearance->b);
  print_numbers(&clearance->least.lower, 1);
  print_numbers(&clearance->least.upper, 1);
  print_numbers(&clearance->least.t, 1);
  printf("\n");
}

static void print_move(random_source *r, const random_scene *s, const bms_scene *scene,
                       bms_scene_workspace *workspace) {
  double from[LINKS], to[LINKS], value[LINKS][BMS_MOVE_TERMS];
  bms_move move = make_move(r, from, to, value);
  bms_chain_contact contact;
  bms_link_clearance clearance;
  printf("edge %d, ", (int)bms_scene_edge_is_free(scene, workspace, from, to, TOLERANCE));
  printf("move %d\n", (int)bms_scene_is_free(scene, workspace, &move, TOLERANCE));
  bms_scene_first_contact(scene, workspace, &move, TOLERANCE, &contact);
  print_contact("scene", &contact);
  bms_chain_first_contact(&s->chain, &move, TOLERANCE, &contact);
  print_contact("chain", &contact);
  bms_chain_clearance(&s->chain, &move, 10 * TOLERANCE, &clearance);
  print_clearance("chain", &clearance);
  bms_scene_clearance(scene, &move, 10 * TOLERANCE, &clearance);
  print_clearance("scene", &clearance);
}

/* Prints the pieces of a spin between two poses. */
static void print_path(random_source *r) {
  bms_pose from = random_pose(r, 1), to = random_pose(r, 1);
  bms_spin spin = bms_spin_between(0, from.position, from.quaternion, 1, to.position, to.quaternion);
  bms_smooth motion = bms_spin_motion(&spin);
  bms_piece piece[PIECES];
  int count = 0;
  int said = bms_path_fit(&motion, 0.5, 0, 1, TOLERANCE, PIECES, piece, &count);
  printf("path %d %d", said, count);
  for (int i = 0; i < count && i < PIECES; i++) {
    print_numbers(&piece[i].t1, 1);
    print_numbers(&piece[i].radius, 1);
    print_numbers(&piece[i].motion.matrix.entry[0][0][0], 36);
  }
  printf("\n");
}

void scene_answers_print(int count) {
  bms_mesh_source source = {.vertex = TETRAHEDRON, .vertex_count = 4, .index = SIDES[0], .triangle_count = 4};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  random_source r = random_from(1905);
  for (int i = 0; i < count; i++) {
    random_scene s;
    char text[100] = "";
    make_scene(&r, mesh, &s);
    bms_scene *scene = bms_scene_create(&s.chain, text, sizeof text);
    bms_scene_workspace *workspace = scene == NULL ? NULL : bms_scene_workspace_create(scene);
    printf("scene %d %s\n", i, text);
    for (int k = 0; k < MOVES && workspace != NULL; k++) print_move(&r, &s, scene, workspace);
    print_path(&r);
    bms_scene_workspace_destroy(workspace);
    bms_scene_destroy(scene);
  }
  bms_mesh_destroy(mesh);
}
