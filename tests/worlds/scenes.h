/* SPDX-License-Identifier: BSD-3-Clause */

/* All worlds by name: crowds in closed rooms, piles and tumbling boxes, meshes, machines. */

#ifndef WORLDS_SCENES_H
#define WORLDS_SCENES_H

#include "scene.h"

typedef struct scene_kind {
  const char *name;
  scene *(*make)(uint64_t seed, double amount); /* amount: of bodies, or what else the scene is scaled by */
  double amount;
  int frames, quick_frames;
} scene_kind;

/* Each list ends with a null name. */
extern const scene_kind CROWDS[];
extern const scene_kind PILES[];
extern const scene_kind MACHINES[];
extern const scene_kind MESHES[];

/* ------------------------------------------------------------------ crowds */

/* Makes plates, needles, cubes and compound bodies in a closed room with walls of 1 mm, at this speed (m/s),
   spinning. */
scene *crowd_new(uint64_t seed, space_kind kind, int bodies, double speed);

/* Returns a crowd of which some pairs do not collide: two groups by category bits, and every third pair by the
   callback. */
scene *crowd_filtered(uint64_t seed, double speed);

/* ------------------------------------------------------------------ piles */

/* Boxes of edges of 0.2 to 0.8 m that fall on a plane; `bodies` of them, three by three. */
scene *pile_heap(uint64_t seed, double bodies);

/* Make heaps of cards, boxes of 5 mm, and of coins, cylinders of 2 cm: ODE's contacts do not keep them apart. */
scene *pile_cards(uint64_t seed, double bodies);
scene *pile_coins(uint64_t seed, double bodies);

/* Boxes of edges of 0.2 to 1 m that tumble at 2 m/s in a closed room without gravity. */
scene *pile_tumbling(uint64_t seed, double bodies);

/* Boxes that never meet. */
scene *pile_far_apart(uint64_t seed, double bodies);

/* Returns a cube at this speed (m/s) into a wall of a hundred bricks. */
scene *pile_bricks(uint64_t seed, double speed);

/* Makes ten stacks, of this height each. */
scene *pile_stacks(uint64_t seed, double height);

/* Returns a heap that auto-disabling lets sleep, and that a bullet at this speed hits in frame 300. */
scene *pile_asleep(uint64_t seed, double speed);

/* Cubes without friction that bounce off each other and off the walls, restitution 1: they keep their energy. */
scene *pile_bouncing(uint64_t seed, double bodies);

/* ------------------------------------------------------------------ meshes */

/* Make fifty boxes, or boxes, spheres, capsules and cylinders in turn, over a hilly mesh of this many triangles. */
scene *mesh_boxes(uint64_t seed, double triangles);
scene *mesh_shapes(uint64_t seed, double triangles);

/* Makes this many boxes that fly in a room of 12 triangles. */
scene *mesh_room(uint64_t seed, double bodies);

/* Makes thirty crates, meshes of 12 triangles on bodies, over a hilly mesh of this many triangles. */
scene *mesh_crates(uint64_t seed, double triangles);

/* Drops twenty crates of this side, meshes of 12 triangles, on a heap. */
scene *mesh_heap(uint64_t seed, double side);

/* 27 balls of 384 triangles, thrown at this speed in a closed room of 4 m, a mesh of 12 triangles. */
scene *mesh_balls(uint64_t seed, double speed);

/* 27 cubes, plates of 5 cm or angles, by the seed, thrown in the same way. */
scene *mesh_prisms(uint64_t seed, double speed);

/* ------------------------------------------------------------------ machines */

/* Makes two jaws on sliders, driven by motors of 60 N, which close on a box of this thickness (m) on a table, and lift
   it. */
scene *machine_gripper(uint64_t seed, double thickness);
/* Returns that scene with dWorldQuickStep(), by which the box slips however well it is held: it does not count as
   lost. */
scene *machine_gripper_quick(uint64_t seed, double thickness);

/* Makes a chain of twenty links, joined by balls and hinges in turn, thrown at this speed into a room with walls of 1
   mm. */
scene *machine_chain(uint64_t seed, double speed);

/* Makes five rag dolls of ten boxes, thrown at this speed into such a room. */
scene *machine_dolls(uint64_t seed, double speed);

/* Returns a vehicle with four driven wheels, which are boxes on hinge-2 joints, at this speed over steps of thin
   plates. */
scene *machine_vehicle(uint64_t seed, double speed);

/* Returns a kinematic blade of 1 cm that sweeps at this spin (rad/s) through boxes on the ground. */
scene *machine_sweeper(uint64_t seed, double spin);

/* Makes nine boxes on a kinematic plate of 1 cm that rises at this speed: by its velocity, and by being set every
   frame. */
scene *machine_lift(uint64_t seed, double speed);
scene *machine_lift_set(uint64_t seed, double speed);

/* Returns a paddle of 5 mm that a motor turns at up to this spin (rad/s) in a room with boxes. */
scene *machine_paddle(uint64_t seed, double spin);

/* ------------------------------------------------------------------ contraptions */

/* Bodies of one to three boxes in a closed room, joined at random, with motors, kicked, filtered, put to sleep, swept
   by a kinematic blade; frames are in this many parts. */
scene *contraption(uint64_t seed, int parts);

#endif /* WORLDS_SCENES_H */
