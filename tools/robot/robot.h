/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A robot and what stands around it, as read from files: a bms_chain, and the names of what it is made of.
 *
 * Errors are one line, "file:line: element: what is wrong; what to do", written to error, at most size bytes.
 */

#ifndef ARM_ROBOT_H
#define ARM_ROBOT_H

#include <bms_chain.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct robot {
  bms_chain chain;
  char **link_name;     /* [chain.link_count] */
  char **variable_name; /* [chain.variable_count]: the joints that move */
  char **shape_name;    /* [chain.shape_count]: of its link, or of the obstacle; shapes of one name are one object */
} robot;

/* An empty robot; robot_free() frees what has been added since. */
void robot_init(robot *arm);
void robot_free(robot *arm);

/* Each adds one and copies the name; false for want of memory. */
bool robot_add_link(robot *arm, const char *name, const bms_link *link);
bool robot_add_variable(robot *arm, const char *name);
bool robot_add_shape(robot *arm, const char *name, const bms_placed_shape *shape);

/* Lets all shapes of the one name touch all of the other; false for want of memory, or where a name is not known. */
bool robot_allow(robot *arm, const char *name_a, const char *name_b);

/* The link of this name, or -1. */
int robot_link(const robot *arm, const char *name);

/*
 * Reads a URDF: all links, the joints in between, and the boxes of the collision elements.  Cylinders and spheres count as
 * the boxes around them; meshes are refused, and so are joints other than fixed, revolute, continuous and prismatic,
 * and those that mimic others.  The root link stands at the world's origin.
 */
bool robot_read_urdf(robot *arm, const char *file, char *error, size_t size);

/*
 * Adds the obstacles of a MoveIt planning scene (YAML): world.collision_objects with primitives box, cylinder, cone and
 * sphere, the round ones as the boxes around them.  A frame_id is the name of a link that does not move; without one it
 * is the world.
 */
bool robot_read_scene(robot *arm, const char *file, char *error, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_H */
