/* SPDX-License-Identifier: BSD-3-Clause */

/* Small worlds of every kind: each space, each shape, both steppers, joints, finite rotation, exact frames. */

#include "pose_worlds.h"

#include <string.h>

#include "odd_shapes.h"
#include "scenes.h"

enum { SEED = 1 };

static scene *full_step(scene *s) {
  s->full_step = true;
  return s;
}

static scene *heap_full_step(uint64_t seed, double bodies) {
  return full_step(pile_heap(seed, bodies));
}

static scene *chain_full_step(uint64_t seed, double speed) {
  return full_step(machine_chain(seed, speed));
}

static scene *crowd_in(uint64_t seed, double kind) {
  return crowd_new(seed, (space_kind)kind, 20, 30);
}

static scene *one_part(uint64_t seed, double parts) {
  return contraption(seed, (int)parts);
}

/* Gives all bodies finite rotation, and every third one an axis. */
static scene *with_finite_rotation(scene *s) {
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body || dBodyGetFirstGeom(body) != s->geoms[i]) continue;
    dBodySetFiniteRotationMode(body, 1);
    if (i % 3 == 0) dBodySetFiniteRotationAxis(body, 0, 0, 1);
  }
  return s;
}

static scene *finite_crowd(uint64_t seed, double bodies) {
  return with_finite_rotation(crowd_new(seed, SPACE_HASH, (int)bodies, 10));
}

static scene *finite_on_mesh(uint64_t seed, double triangles) {
  return with_finite_rotation(mesh_shapes(seed, triangles));
}

/* Adds odd shapes in turn, every other one off its body's centre. */
static void add_odd_bodies(scene *s, double bodies, double speed) {
  for (int i = 0; i < (int)bodies; i++) {
    scene_box(s, 0.2, 0.15, 0.15, 1.2 * (i % 3 - 1), 1.2 * (i / 3 % 3 - 1), 1.2 * (i / 9 - 1));
    scene_replace_last(s, odd_shape_new(&s->random, s->space, (odd_shape)(i % ODD_SHAPES), 0.3));
    dGeomID geom = s->geoms[s->geom_count - 1];
    if (i % 2) dGeomSetOffsetPosition(geom, (dReal)0.1, (dReal)0.05, 0);
    scene_turn(s, dGeomGetBody(geom));
    scene_throw(s, dGeomGetBody(geom), speed, speed);
  }
}

static const double ODD_ROOM = 2, ODD_SPEED = 40;

/* Throws odd shapes over a heightfield between planes. */
static scene *odd_over_landscape(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_HASH);
  scene_keep(s, odd_landscape_new(&s->random, s->space, ODD_ROOM, -ODD_ROOM, 0.1 * ODD_ROOM));
  for (int k = 0; k < 6; k++) {
    dReal normal[3] = {0, 0, 0};
    normal[k / 2] = k % 2 ? -1 : 1;
    if (k != 2) scene_keep(s, dCreatePlane(s->space, normal[0], normal[1], normal[2], (dReal)-ODD_ROOM));
  }
  add_odd_bodies(s, bodies, ODD_SPEED);
  return s;
}

/* Throws odd shapes in a kinematic mesh that moves, with degenerate triangles. */
static scene *odd_in_moving_mesh(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_SIMPLE);
  dGeomID walls = scene_keep(s, odd_room_new(&s->random, s->space, ODD_ROOM, 4));
  dBodyID body = dBodyCreate(s->world);
  dBodySetKinematic(body);
  dGeomSetBody(walls, body);
  dBodySetLinearVel(body, 2, 1, (dReal)0.5);
  dBodySetAngularVel(body, (dReal)0.3, (dReal)0.2, (dReal)0.1);
  add_odd_bodies(s, bodies, ODD_SPEED);
  return s;
}

const pose_world POSE_WORLDS[] = {
    {"heap", pile_heap, 24, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"heap_full_step", heap_full_step, 10, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"heap_exact", pile_heap, 6, 300, QMBOX_CONTINUITY_EXACT, 1},
    {"coins_in_parts", pile_coins, 20, 300, QMBOX_CONTINUITY_DEFAULT, 2},
    {"bricks", pile_bricks, 60, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"dolls", machine_dolls, 20, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"chain_full_step", chain_full_step, 10, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"lift", machine_lift, 1, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"contraption_exact", one_part, 1, 300, QMBOX_CONTINUITY_EXACT, 1},
    {"simple_space", crowd_in, SPACE_SIMPLE, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"hash_space", crowd_in, SPACE_HASH, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"quadtree", crowd_in, SPACE_QUADTREE, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"sweep_and_prune", crowd_in, SPACE_SWEEP, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"nested_spaces", crowd_in, SPACE_NESTED, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"filtered", crowd_filtered, 30, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"finite_rotation", finite_crowd, 20, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"finite_rotation_on_mesh", finite_on_mesh, 100, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"room_of_triangles", mesh_room, 20, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"shapes_on_mesh", mesh_shapes, 1000, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"crates_on_mesh", mesh_crates, 100, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"meshes_in_mesh", mesh_prisms, 10, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"odd_over_landscape", odd_over_landscape, 10, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {"odd_in_moving_mesh", odd_in_moving_mesh, 10, 300, QMBOX_CONTINUITY_DEFAULT, 1},
    {0},
};

const pose_world *pose_world_called(const char *name) {
  for (const pose_world *world = POSE_WORLDS; world->name; world++)
    if (strcmp(world->name, name) == 0) return world;
  return NULL;
}

scene *pose_world_new(const pose_world *world) {
  return world->make(SEED, world->amount);
}

void pose_world_free(scene *s) {
  scene_free(s);
  odd_shapes_free();
}
