/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Worlds that tests and the benchmark share, and what they are built from.
 *
 * Units: metres, kilograms, seconds; density 1000 unless stated otherwise; gravity 9.81 down z where there is any.
 *
 * Friction is real: contacts have dContactApprox1, so that mu is a coefficient of the normal force.  (Without that flag
 * ODE takes mu for a force in newtons, and a heap is practically without friction.)
 */

#ifndef WORLDS_SCENE_H
#define WORLDS_SCENE_H

#include <ode/ode.h>
#include <stdbool.h>

#include "random.h"

enum { SCENE_ACTORS = 64, SCENE_MOTORS = 64, SCENE_MESHES = 2 };

typedef struct scene scene;
struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  random_source random;
  dReal mu, bounce;
  double frame;       /* length of a frame, s */
  bool full_step;     /* dWorldStep() instead of dWorldQuickStep() */
  dSpaceID nested[4]; /* spaces within the space, which the next geoms go to in any order */
  int nested_count;
  dGeomID *geoms; /* all but spaces; a quadtree does not list its own */
  int geom_count;

  bool closed;                      /* there is a room: nothing may leave it */
  double room_low[3], room_high[3]; /* the middles of its walls */
  double room_wall;                 /* their thickness, m; 0: no wall, or one that is not a box */

  bool (*refuses)(const scene *s, dGeomID o1, dGeomID o2); /* pairs that the near callback lets pass; may be null */
  void (*drive)(scene *s, int frame);                      /* is called before each frame; may be null */
  int (*lost)(const scene *s);                             /* counts what is where it cannot be; may be null */
  void (*surface)(scene *s, dContact *contact);            /* changes a contact's surface; may be null */
  void (*observe)(scene *s, int frame);                    /* is called after each frame, sets `figure`; may be null */
  double figure;                                           /* what the scene measures of itself, in its own unit */
  dBodyID actor[SCENE_ACTORS];                             /* the scene's own */
  dJointID motor[SCENE_MOTORS];
  int actors, motors;
  double number, speed;              /* the scene's own */
  int parts;                         /* of a frame, for a drive that asks */
  int advised;                       /* the parts that the last report has advised, 0 if there is none */
  dTriMeshDataID mesh[SCENE_MESHES]; /* destroyed with the scene, and these arrays with it; may be null */
  void *mesh_vertex[SCENE_MESHES], *mesh_index[SCENE_MESHES];
  dHeightfieldDataID field; /* destroyed with the scene; may be null */
  void **owned;             /* memory that is freed with the scene */
  int owned_count;
};

/* The kinds of space: one of each, and a simple space that holds the others. */
typedef enum space_kind { SPACE_HASH, SPACE_SIMPLE, SPACE_QUADTREE, SPACE_SWEEP, SPACE_NESTED, SPACE_KINDS } space_kind;

/* Returns a world without gravity, an empty space of this kind, frames of 1/60 s, mu 0.5, no bounce. */
scene *scene_new(uint64_t seed, space_kind kind);
void scene_free(scene *s);

/* Returns the seed that this variable of the environment holds, 1 where it is not given. */
uint64_t scene_first_seed(const char *variable);

/* Makes up to eight contacts of two geoms, into spaces within the space, as the usual near callback does; data is the
   scene. */
void scene_near(void *data, dGeomID o1, dGeomID o2);

/* Returns true if the scene's callback lets the pair pass; for the judge. */
bool scene_refuses(void *data, dGeomID o1, dGeomID o2);

/* ------------------------------------------------------------------ parts */

/* Takes a geom into the list of the scene's geoms, and returns it. */
dGeomID scene_keep(scene *s, dGeomID geom);

/* Returns a box of these sides on a body of its own, not turned. */
dBodyID scene_box(scene *s, double lx, double ly, double lz, double x, double y, double z);

/* Returns cleared memory that is freed with the scene. */
void *scene_memory(scene *s, size_t count, size_t size);

/* Returns a body of this geom and mass. */
dBodyID scene_body(scene *s, dGeomID geom, const dMass *mass, double x, double y, double z);

/* Gives the body of the scene's last geom this one in its place; its mass stays. */
void scene_replace_last(scene *s, dGeomID geom);

/* Returns a box without a body. */
dGeomID scene_static_box(scene *s, double lx, double ly, double lz, double x, double y, double z);

/* Adds the plane z = 0, full below. */
void scene_ground(scene *s);

/* Returns a kinematic box. */
dBodyID scene_kinematic_box(scene *s, double lx, double ly, double lz, double x, double y, double z);

/* Adds one more box to a body, at an offset; its mass is added, and the centre of mass stays the body's origin. */
void scene_add_offset_box(scene *s, dBodyID body, double lx, double ly, double lz, double x, double y, double z);

/* Adds static boxes of this thickness around an empty space of these sides about the origin, its floor at z = 0. */
void scene_room(scene *s, double lx, double ly, double lz, double thickness);

/* Turns the body at random; gives it a random direction at this speed, and a random spin of up to this many rad/s. */
void scene_turn(scene *s, dBodyID body);
void scene_throw(scene *s, dBodyID body, double speed, double spin);

/* Puts the body at random places, turned at random, until it is in the room and touches nothing.  Ends the program if
   there is no place. */
void scene_place(scene *s, dBodyID body);

/* ------------------------------------------------------------------ measures */

/* Bodies whose centre is beyond the middle of a wall of the room. */
int scene_outside(const scene *s);

/* Returns the kinetic energy of all bodies that are not kinematic, and what gravity adds to it. */
double scene_energy(const scene *s);
double scene_potential(const scene *s);

/* Returns how far any body reaches beyond the outer side of a wall of the room, by its AABB; 0 without walls. */
double scene_poking(const scene *s);

/* Bodies that ODE has put to sleep, or that are slower than 1 cm/s and 0.1 rad/s. */
int scene_resting(const scene *s);

int scene_bodies(const scene *s);

#endif /* WORLDS_SCENE_H */
