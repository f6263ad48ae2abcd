/* SPDX-License-Identifier: BSD-3-Clause */

/* The robot as this program has it: names and numbers of libbms-robot, found once. */

#ifndef ARM_ARM_H
#define ARM_ARM_H

#include <bms_robot.h>
#include <stdbool.h>

/* The greatest length, in metres. */
#define ROBOT_GREATEST 1e9

/* The values that a joint may have, in radians or metres, if they are limited. */
typedef struct robot_limits {
  bool limited;
  double lower, upper;
} robot_limits;

/* A joint that moves freely. */
typedef struct robot_joint {
  const char *name;
  robot_limits limits;
  double rest;     /* the value if nothing else gives one */
  bool orients;    /* the first of three that turn a floating joint: about z, then y, then x */
  bool continuous; /* turns that differ by 2 pi are the same */
  bool known;      /* a scene has the rest */
} robot_joint;

/* A named posture of a group. */
typedef struct robot_posture {
  const char *name, *group;
  double *value;     /* [joint_count], NAN for the others */
  const char *fault; /* for which it cannot be used, or NULL */
} robot_posture;

typedef struct robot {
  bms_robot *loaded;
  bms_robot_group *all, *group; /* all joints; those that configurations list */
  bms_chain chain;              /* its variables are the joints, then those that mimic */
  const bms_scene *scene;       /* prepared of the chain */
  int joint_count;
  robot_joint *joint;
  int active_count;
  int *active; /* the joints that configurations list */
  int posture_count;
  robot_posture *posture;
  int left_out[BMS_ROBOT_PAIR_SHAPELESS + 1]; /* pairs of objects that are not checked, by their reason */
} robot;

/* Loads a robot with its names; notes go to standard error.  The group lists the joints, or all if it is NULL.
   On failure writes an error of at most size bytes.  robot_free() is needed in any case. */
bool robot_load(robot *arm, const bms_robot_file *file, int count, const bms_robot_options *options, char *error,
                size_t size);
void robot_free(robot *arm);

/* Makes the joints of a group active; returns NULL, or what is wrong. */
const char *robot_choose_group(robot *arm, const char *group);

/* Returns true if a link has a solid, or something is attached to one: otherwise nothing can be met. */
bool robot_is_solid(const robot *arm);

/* Returns the index of a name, or -1. */
int robot_find_joint(const robot *arm, const char *name);

/* Returns the name of the object that a shape of the chain is part of, and its kind: link, obstacle or attached. */
const char *robot_shape_name(const robot *arm, int shape);
const char *robot_shape_kind(const robot *arm, int shape);

/* The numbers that a configuration lists: see bms_robot_group_number_count(). */
int robot_number_count(const robot *arm);
void robot_number_name(const robot *arm, int number, char *name, size_t size);

/* Sets the values of the active joints by the numbers of a configuration; false if a quaternion is zero, or memory is
   short. */
bool robot_set_numbers(const robot *arm, const double *number, double *value);

#endif /* ARM_ARM_H */
