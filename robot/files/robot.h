/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A robot and what stands around it, as files describe them, and the bms_chain that they make.
 *
 * Readers add links, joints, solids and names; robot_build() makes the chain of them.  Errors are one line, "file:line:
 * element: error; remedy", written to error, at most size bytes.  Lengths are in metres and angles in radians.
 */

#ifndef ARM_ROBOT_H
#define ARM_ROBOT_H

#include <bms_chain.h>
#include <bms_mesh.h>
#include <stdbool.h>
#include <stddef.h>

#include "robot_text.h"
#include "robot_touch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most solids, and triangles of them all, that a robot and its scenes may have: more are a mistake, or somebody's
   attack.  So is a length above the greatest, in metres. */
enum { ROBOT_MOST_SOLIDS = 1000000, ROBOT_MOST_TRIANGLES = 16000000, ROBOT_NOWHERE = -2 };
#define ROBOT_GREATEST 1e9

typedef enum robot_form {
  ROBOT_BOX,
  ROBOT_SPHERE,
  ROBOT_CYLINDER,
  ROBOT_CONE,
  ROBOT_MESH,
  ROBOT_CAPSULE,
  ROBOT_HALF_SPACE /* of an obstacle: all points not above the plane z = 0 of its pose */
} robot_form;

/* Triangles as a file has them: a soup, of which nothing is known but that the numbers are finite. */
typedef struct robot_mesh {
  int vertex_count, triangle_count;
  double *vertex; /* [3 * vertex_count], in metres */
  int *index;     /* [3 * triangle_count] */
} robot_mesh;

void robot_mesh_free(robot_mesh *mesh);

/* A shape fixed to a link, or an obstacle. */
typedef struct robot_solid {
  robot_form form;
  double size[3]; /* a box's sides; a sphere's radius; the height, along z, and radius of a cylinder or cone; of the
                     cylinder between a capsule's caps */
  robot_mesh mesh;
  int link;      /* the link of the solid, or BMS_WORLD */
  int object;    /* the object that the solid is part of */
  double radius; /* by which a mesh is grown */
  bms_pose pose;
} robot_solid;

/* The values that a joint may have, in radians or metres, if they are limited. */
typedef struct robot_limits {
  bool limited;
  double lower, upper;
} robot_limits;

/* A joint that moves freely. */
typedef struct robot_joint {
  char *name;
  robot_limits limits;
  double rest;     /* the value if nothing else gives one */
  bool orients;    /* the first of three that turn a floating joint: about z, then y, then x */
  bool continuous; /* turns that differ by 2 pi are the same */
  bool known;      /* set by a scene's robot_state */
} robot_joint;

/* A joint at multiplier times the value of another one, plus offset. */
typedef struct robot_mimic {
  char *name;
  int joint;
  double multiplier, offset;
  robot_limits limits;
} robot_mimic;

/* A named posture of a group, from an SRDF. */
typedef struct robot_posture {
  char *name, *group;
  double *value; /* [joint_count], NAN if not given */
  char *fault;   /* what is wrong with it, so that it cannot be used; or NULL */
} robot_posture;

typedef struct robot_group {
  char *name;
  bool *joint; /* [joint_count]: the joints that belong to it */
  char *fault; /* what is wrong with it, so that it cannot be used; or NULL */
} robot_group;

/* Another name for a frame fixed to a link, or to the world. */
typedef struct robot_frame {
  char *name;
  int link; /* the link of the frame, or BMS_WORLD */
  bms_pose pose;
} robot_frame;

typedef struct robot {
  const char *const *pass_over; /* the caller's, set before files are read: names of elements with nothing solid */
  int pass_over_count;
  const robot_texts *texts; /* what is read in place of files, while they are read; or NULL */

  bms_chain chain; /* empty before robot_build() */
  char *name;      /* of the robot, or NULL */

  int link_count;
  bms_link *link; /* the variables of joints that mimic are -1 - the index of the mimic before robot_build() */
  int joint_count;
  robot_joint *joint; /* the chain's variables from 0 */
  double (
      *growth)[2]; /* [link_count]: the scale and padding of a link's shapes, which robot_build() applies; or NULL */
  int mimic_count;
  robot_mimic *mimic;              /* the chain's variables behind those */
  int solid_count, triangle_count; /* triangles of all meshes */
  robot_solid *solid;

  int active_count;
  int *active; /* the joints that configurations list, in the order of `joint`; the others rest */

  int object_count;
  char **object_name; /* the links in their order, then other things */
  int *object_link;   /* the link that an object's solids are on; ROBOT_NOWHERE before there is one */
  int slot_count;     /* a power of two, more than twice object_count: a hash table of their names */
  int *slot;          /* [slot_count]: an object, or -1 */
  robot_touching touching;

  int fixed_count;
  char **fixed_name; /* joints that do not move */

  char *base;      /* the virtual joint that carries the root, from an SRDF; or NULL */
  bool base_given; /* the caller has given the root's pose: scenes do not */
  int posture_count;
  robot_posture *posture;
  int group_count;
  robot_group *group;
  int frame_count;
  robot_frame *frame;
  int note_count;
  char **note; /* remarks for people: a line for each odd thing that changes nothing solid */

  bms_placed_shape *shape; /* [solid_count]: the chain's shape of each solid */
  bms_mesh **mesh;         /* [solid_count]: NULL where it is no mesh */
  unsigned char *allowed;
  int left_out[ROBOT_REASONS]; /* pairs of objects that are not checked, by their reason (robot_pairs.h) */
} robot;

/* Makes an empty robot; robot_free() frees what has been added since. */
void robot_init(robot *arm);
void robot_free(robot *arm);

/* Each of these adds one and copies what it is given, names too.  Returns its index, or -1 if no memory is left.
   robot_add_fixed() adds the name of a joint that does not move. */
int robot_add_link(robot *arm, const char *name, const bms_link *link);
int robot_add_joint(robot *arm, const char *name, const robot_joint *joint);
int robot_add_mimic(robot *arm, const char *name, const robot_mimic *mimic);
int robot_add_fixed(robot *arm, const char *name);
int robot_add_group(robot *arm, const char *name);
int robot_add_posture(robot *arm, const char *name, const char *group);
int robot_add_frame(robot *arm, const char *name, int link, const bms_pose *pose);

/* Sets what a link's shapes are scaled by, about their middles, and then grown by, as MoveIt has it; NAN keeps what has
   been set.  Returns false if memory is short. */
bool robot_grow(robot *arm, int link, double scale, double padding);

/* Adds a solid and takes over its mesh, also if it fails. */
int robot_add_solid(robot *arm, const robot_solid *solid);

/* Notes that the solids of an object are on a link, or in the world; false if there are some elsewhere. */
bool robot_claim(robot *arm, int object, int link);

/* Returns the number of an object, which is added if there is none of this name, or -1 if no memory is left. */
int robot_object(robot *arm, const char *name);

/* Keeps a line for people; if there is no memory for it, it is lost. */
void robot_note(robot *arm, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Returns true if a name, which may be NULL or empty, is of another robot. */
bool robot_is_other_name(const robot *arm, const char *name);

/* Returns true if the caller wants elements of this name passed over. */
bool robot_passes_over(const robot *arm, const char *name);

/* Each of these returns the index of a name, or -1.  robot_find_object() adds none. */
int robot_link(const robot *arm, const char *name);
int robot_find_joint(const robot *arm, const char *name);
int robot_find_mimic(const robot *arm, const char *name);
int robot_find_fixed(const robot *arm, const char *name);
int robot_find_object(const robot *arm, const char *name);
int robot_find_group(const robot *arm, const char *name);

/* Returns the name of the object that a shape of the chain, given by its index, is part of. */
const char *robot_shape_name(const robot *arm, int shape);

/* Returns what is wrong with a solid that is to be added: its size, its pose, or that it would be one too many; or
   NULL.  Sizes of zero are flat, and solid. */
const char *robot_solid_fault(const robot *arm, const robot_solid *solid);

/* Returns true if a link has a solid, or something is attached to one: otherwise nothing can be met. */
bool robot_is_solid(const robot *arm);

/* Makes the chain of what has been read, once. */
bool robot_build(robot *arm, char *error, size_t size);

/* Makes the joints of a group active, or all of them if group is NULL; returns NULL, or what is wrong: there is no such
   group, or it has a fault. */
const char *robot_choose_group(robot *arm, const char *group);

/* Returns how many numbers a configuration lists: one for each active joint, four for the three that orient a floating
   one, and the name of one of them as MoveIt has it: "base/rot_w". */
int robot_number_count(const robot *arm);
void robot_number_name(const robot *arm, int number, char *name, size_t size);

/* Sets the values of the active joints by the numbers of a configuration: x, y, yaw of a planar joint; x, y, z and the
   quaternion x, y, z, w of a floating one.  Returns false if a quaternion is zero. */
bool robot_set_numbers(const robot *arm, const double *number, double *value);

/* Sets the angles about z, y and x, in this order, of the rotation by a quaternion x, y, z, w.  Returns false if it is
   zero. */
bool robot_set_angles(const double *quaternion, double *angle);

/* Fills in the rows of the joints that mimic others; value has chain.variable_count rows. */
void robot_move_mimics(const robot *arm, double (*value)[BMS_MOVE_TERMS]);

/* Returns the move at constant rates between two configurations of all free joints. The array `value` has
   chain.variable_count rows and must live as long as the move. */
bms_move robot_move_linear(const robot *arm, double t0, const double *from, double t1, const double *to,
                           double (*value)[BMS_MOVE_TERMS]);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_H */
