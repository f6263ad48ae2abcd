/* SPDX-License-Identifier: BSD-3-Clause */

/* Helps the plugin's tests: with random numbers from a printed seed, with ODE's messages caught, and with scenes in any
   space. */

#ifndef FIXTURE_H
#define FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <qmbox.h>

#include "cmocka_names.h"

/* Returns how many times the usual number of cases: the environment variable BMS_SOAK, at least 1. */
int soak(void);

/* A generator of its own for each test: splitmix64, good for scenes, and the same everywhere. */
typedef struct random_source {
  uint64_t state;
} random_source;

/* Starts it and prints the seed as a TAP comment. */
random_source seeded(const char *what, uint64_t seed);
dReal uniform(random_source *source, double low, double high);
/* Returns a length between low and high, every order of magnitude as likely. */
dReal log_uniform(random_source *source, double low, double high);
/* Draws a point of the ball of this radius. */
void random_vector(random_source *source, double radius, dReal v[3]);
void random_quaternion(random_source *source, dQuaternion q);

/* Catches ODE's messages from now on; messages() counts those since the last call. */
void catch_messages(void);
int messages(void);

/* Set up and tear down tests that begin with a new ODE, its messages caught, and end it. */
int set_up_ode(void **state);
int tear_down_ode(void **state);

/* The space types of ODE, and a simple space that holds one of each. */
enum { SPACE_SIMPLE, SPACE_HASH, SPACE_SWEEP, SPACE_QUADTREE, SPACE_NESTED, SPACE_KINDS };
dSpaceID make_space(int kind);
/* Returns a space to put the next geom in: the space itself or, for SPACE_NESTED, one of those that it holds, in
   turn. */
dSpaceID space_for(dSpaceID space, int kind, int number);
const char *space_name(int kind);

/* Returns a body with this box's mass and a random pose, velocity, spin. */
dBodyID random_body(random_source *source, dWorldID world, double reach, double speed, double spin);

/* Computes the rigid step of length t of a pose, by its definition and independently of the library. */
void step_pose(const dReal position[3], const dReal quaternion[4], const dReal linear[3], const dReal angular[3],
               const dReal acceleration[3], double t, dVector3 next_position, dQuaternion next_quaternion);

/* Returns 1 if two boxes touch when every side is longer by `growth`: by ODE's own test, at the geoms' present
   poses. */
int boxes_touch(dGeomID box1, dGeomID box2, double growth);

#endif /* FIXTURE_H */
