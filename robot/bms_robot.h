/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_robot.h: robots and their surroundings from URDF, SRDF and scenes of MoveIt, for planners.
 *
 *     bms_robot_file file[] = {{"panda.urdf", NULL}, {"panda.srdf", NULL}, {"shelf.yaml", NULL}};
 *     bms_robot_fault fault;
 *     bms_robot *robot = bms_robot_load(file, 3, NULL, &fault);
 *     bms_robot_group *group = bms_robot_group_create(robot, "panda_arm", &fault);
 *     bms_robot_asker *asker = bms_robot_asker_create(group);
 *     if (bms_robot_edge_is_free(asker, from, to, 1e-4) == BMS_EDGE_FREE) ...
 *
 * A robot holds the links, joints and shapes of the files and everything around them as one bms_scene (bms_scene.h);
 * the guarantees are as in that header: a free answer is a proof, and no contact is reported late.
 *
 * A group is the joints that a configuration lists; the other joints stand at their rest.  Joints that mimic others
 * follow them and are never listed.  An asker is a group with the memory that one thread needs for queries.
 *
 * Life: robots, groups and askers are counted references, and are destroyed in any order; a group keeps its robot, an
 * asker its group.
 *
 * Threads: any number of threads may query one robot, each by an asker of its own; batches use askers of their group.
 * An edit of the robot and bms_robot_group_set_rest() must not run at the same time as any other function of the same
 * robot.  Robots may be loaded by several threads, which take turns; a child of fork() can load robots if no other
 * thread was loading one.  Queries allocate nothing.
 *
 * Lengths are in metres, angles in radians, quaternions (w, x, y, z).  Pointers are not null, unless a comment allows
 * it.  Names live as long as the robot.
 */

#ifndef BMS_ROBOT_H
#define BMS_ROBOT_H

#include <stddef.h>

#include "bms_scene.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(BMS_ROBOT_BUILDING) && defined(__GNUC__)
#define BMS_ROBOT_API __attribute__((visibility("default")))
#else
#define BMS_ROBOT_API
#endif

typedef struct bms_robot bms_robot;

/* ------------------------------------------------------------------ loading */

/* A file, or a text in its place. */
typedef struct bms_robot_file {
  const char *name; /* a path; the name in messages; the start of relative paths of meshes */
  const char *text; /* what is read in place of the file, or NULL */
} bms_robot_file;

/* How files are read; all zero is the default.  Lists of no elements may be null pointers. */
typedef struct bms_robot_options {
  const char *const *package_path; /* folders that are searched for packages of meshes first */
  int package_path_count;
  int no_environment;       /* not 0: ROS_PACKAGE_PATH and AMENT_PREFIX_PATH are not searched */
  const double *base;       /* the root in the world: x, y, z, roll, pitch, yaw; or NULL: as in scenes */
  const char *const *frame; /* "A=B": A in scenes is the link B, or the world */
  int frame_count;
  const char *const *allow; /* "A:B": the links or objects A and B may touch */
  int allow_count;
  const char *const *package; /* "NAME=FOLDER": the folder of the package NAME, wherever others are */
  int package_count;
  const char *const *pass_over; /* names of elements of URDF and SRDF that hold nothing solid and are passed over */
  int pass_over_count;
  double margin; /* shapes that are no farther apart count as touching; in [0, 1e9] */
  int spare;     /* the number of shapes that may be added, or detached that files attach, without a new scene */
  void (*note)(void *context, const char *text); /* called with each remark on the files, also if they are refused */
  void *note_context;
} bms_robot_options;

#define BMS_ROBOT_TEXT 1024

/* Why a function failed. */
typedef struct bms_robot_fault {
  char text[BMS_ROBOT_TEXT]; /* one line: "file:line: fault; remedy" */
  int file;                  /* the index of the file that the line is of, or -1 */
  long line;                 /* from 1; 0 if the fault is in no line */
  int reason;                /* text + reason is what follows the file and the line */
} bms_robot_fault;

/*
 * Reads a URDF, the first file, then SRDFs and scenes in any order (YAML, JSON or .scene), which differ by
 * their contents.  Options may be NULL.  Returns NULL and fills in *fault, which may be NULL, if a file cannot be
 * read, or has anything solid that is not understood.
 */
BMS_ROBOT_API bms_robot *bms_robot_load(const bms_robot_file *file, int count, const bms_robot_options *options,
                                        bms_robot_fault *fault);

/* Drops the caller's reference to a robot, or NULL.  The robot is freed with its last group and asker. */
BMS_ROBOT_API void bms_robot_destroy(bms_robot *robot);

/* Remarks for people about what was read: one line each, without a newline. */
BMS_ROBOT_API int bms_robot_note_count(const bms_robot *robot);
BMS_ROBOT_API const char *bms_robot_note(const bms_robot *robot, int note);

/* ------------------------------------------------------------------ names and numbers */

typedef enum bms_robot_joint_kind {
  BMS_ROBOT_REVOLUTE,
  BMS_ROBOT_CONTINUOUS,
  BMS_ROBOT_PRISMATIC
} bms_robot_joint_kind;

/* A joint that moves. */
typedef struct bms_robot_joint {
  const char *name;
  bms_robot_joint_kind kind;
  int link;                  /* the link that it carries */
  double lower, upper;       /* its limits; infinite if it has none */
  double rest;               /* its value if no configuration lists it */
  int source;                /* the joint that this one mimics, or -1 */
  double multiplier, offset; /* value = multiplier * value of source + offset; 1 and 0 if it mimics none */
  int is_known;              /* 1 if a scene has the rest, else 0 */
  int orients;               /* 1 for the first of three that turn a floating joint, about z, y and x; else 0 */
} bms_robot_joint;

/* Joints from 0: first free_count of them that are free, then all that mimic one of these. */
BMS_ROBOT_API int bms_robot_joint_count(const bms_robot *robot);
BMS_ROBOT_API int bms_robot_free_joint_count(const bms_robot *robot);
BMS_ROBOT_API bms_robot_joint bms_robot_joint_at(const bms_robot *robot, int joint);

/* Objects are the links, from 0, and then all other things; an object keeps its number for the robot's life. */
BMS_ROBOT_API int bms_robot_link_count(const bms_robot *robot);
BMS_ROBOT_API int bms_robot_object_count(const bms_robot *robot);
BMS_ROBOT_API const char *bms_robot_object_name(const bms_robot *robot, int object);

/* The link that an object's shapes are on: itself if it is a link, BMS_WORLD for an obstacle, BMS_ROBOT_NOWHERE if it
   has no shapes: it was removed, or a file only names it. */
#define BMS_ROBOT_NOWHERE (-2)
BMS_ROBOT_API int bms_robot_object_link(const bms_robot *robot, int object);

/* Shapes, from 0.  A shape that was removed has the link BMS_ROBOT_NOWHERE.  The pose is in the frame of the link. */
BMS_ROBOT_API int bms_robot_shape_count(const bms_robot *robot);
BMS_ROBOT_API bms_placed_shape bms_robot_shape_at(const bms_robot *robot, int shape);
/* The object that a shape is part of; the member `object` of bms_placed_shape has another meaning. */
BMS_ROBOT_API int bms_robot_shape_object(const bms_robot *robot, int shape);

/* Named groups of joints, and named states of them, of the SRDFs. */
BMS_ROBOT_API int bms_robot_group_count(const bms_robot *robot);
BMS_ROBOT_API const char *bms_robot_group_name(const bms_robot *robot, int group);
BMS_ROBOT_API int bms_robot_state_count(const bms_robot *robot);
BMS_ROBOT_API const char *bms_robot_state_name(const bms_robot *robot, int state);
BMS_ROBOT_API const char *bms_robot_state_group(const bms_robot *robot, int state);

/* The fault of a group or a state in its file, for which it cannot be used; or NULL. */
BMS_ROBOT_API const char *bms_robot_group_fault(const bms_robot *robot, int group);
BMS_ROBOT_API const char *bms_robot_state_fault(const bms_robot *robot, int state);

/* The index of a name, or -1. */
BMS_ROBOT_API int bms_robot_find_joint(const bms_robot *robot, const char *name);
BMS_ROBOT_API int bms_robot_find_object(const bms_robot *robot, const char *name);

/* ------------------------------------------------------------------ pairs */

/* The reason why two objects are not checked against each other, or that they are. */
typedef enum bms_robot_pair {
  BMS_ROBOT_PAIR_CHECKED,
  BMS_ROBOT_PAIR_RIGID,     /* no joint moves them against each other, or they are one object */
  BMS_ROBOT_PAIR_NEIGHBOUR, /* one joint joins the two links, and no file lists links that may touch */
  BMS_ROBOT_PAIR_SRDF,      /* disable_collisions of an SRDF */
  BMS_ROBOT_PAIR_USUAL,     /* one of them usually may touch everything: defaults of an SRDF or a scene */
  BMS_ROBOT_PAIR_MATRIX,    /* the allowed collision matrix of a scene */
  BMS_ROBOT_PAIR_ATTACHED,  /* one is attached to the other, or may touch it while it is attached */
  BMS_ROBOT_PAIR_OPTION,    /* the option `allow` */
  BMS_ROBOT_PAIR_SHAPELESS  /* one of them has no shape */
} bms_robot_pair;

BMS_ROBOT_API bms_robot_pair bms_robot_pair_of(const bms_robot *robot, int a, int b);

/* Writes the reason as a clause, "joined by joint j1", at most size bytes with the final zero. */
BMS_ROBOT_API void bms_robot_pair_text(const bms_robot *robot, int a, int b, char *text, int size);

/* Two objects, the first with the lower number, and why they are not checked. */
typedef struct bms_robot_left_out {
  int object[2];
  bms_robot_pair reason;
} bms_robot_left_out;

/* Lists the pairs of objects with shapes that are not checked, in the order of their numbers.  Two obstacles are no
   pair, nor is an obstacle with a link that cannot move.  The caller frees the list (bms_robot_free()); NULL if
   memory is short. */
BMS_ROBOT_API bms_robot_left_out *bms_robot_left_out_pairs(const bms_robot *robot, int *count);

/* Returns an SRDF that leaves out the pairs of links that always or never touch, which takes seconds (bms-arm-sweep
   --suggest-srdf).  The caller frees the text (bms_robot_free()); NULL if memory is short. */
BMS_ROBOT_API char *bms_robot_suggest_srdf(const bms_robot *robot);

/* Frees a list or a text that a function of this header made, or NULL. */
BMS_ROBOT_API void bms_robot_free(void *memory);

/* ------------------------------------------------------------------ the scene */

/* The chain and the scene that queries use, until the next edit.  Its variables are the robot's joints.  Before the
   first edit its shapes are the robot's, in their order, and spare ones.  Objects have numbers of the chain's own. */
BMS_ROBOT_API const bms_chain *bms_robot_chain(const bms_robot *robot);
BMS_ROBOT_API const bms_scene *bms_robot_scene(const bms_robot *robot);

/* ------------------------------------------------------------------ editing */

/*
 * Each of these changes a robot while no thread queries it; askers stay valid.  Returns the number of the object, or -1
 * with *fault, which may be NULL; then the robot is as it was.
 *
 * An object in the world is added, moved and removed in microseconds.  An object that is attached, detached, or moved
 * or removed while it is attached takes as long as preparing the arm alone, a small part of a new scene of many
 * obstacles.  An edit that adds shapes, or detaches some that a file attached, takes a new scene if there is no room:
 * the option `spare` gives some to begin with, and a new scene has room for as many more as an eighth of its shapes.
 *
 * An object has a frame.  For an object of a file it is the frame of the link or the world that carried it when it was
 * loaded; for one that was added, the frame that its shapes were given in.
 */

/* Adds an object with these shapes to the world; `link` and `object` of the shapes are not read, and their poses are in
   the object's frame.  Meshes, points and support functions of the shapes are the caller's and must live
   as long as the robot.  No object with shapes may have the name. */
BMS_ROBOT_API int bms_robot_add_object(bms_robot *robot, const char *name, const bms_placed_shape *shape, int count,
                                       const bms_pose *pose, bms_robot_fault *fault);

/* Removes an object that is no link. */
BMS_ROBOT_API int bms_robot_remove_object(bms_robot *robot, int object, bms_robot_fault *fault);

/* Moves an object that is no link: its frame stands at the pose in the world, or in the link that it is attached to. */
BMS_ROBOT_API int bms_robot_move_object(bms_robot *robot, int object, const bms_pose *pose, bms_robot_fault *fault);

/* Attaches an object that is no link to a link, with its frame at the pose in the link's, and allows it to touch that
   link and these. */
BMS_ROBOT_API int bms_robot_attach_object(bms_robot *robot, int object, int link, const bms_pose *pose,
                                          const int *touch_link, int count, bms_robot_fault *fault);

/* Puts an attached object back into the world, with its frame at the pose.  Links that it was
   allowed to touch by being attached are checked again. */
BMS_ROBOT_API int bms_robot_detach_object(bms_robot *robot, int object, const bms_pose *pose, bms_robot_fault *fault);

/* ------------------------------------------------------------------ groups */

typedef struct bms_robot_group bms_robot_group;

/* Makes a group: the joints of a group of the SRDF, in the robot's order, or all free joints if name is NULL.  Returns
   NULL with *fault, which may be NULL, if there is no such group, it has a fault in its file, or
   memory is short. */
BMS_ROBOT_API bms_robot_group *bms_robot_group_create(bms_robot *robot, const char *name, bms_robot_fault *fault);

/* Makes a group of the free joints with these names, in this order, each once. */
BMS_ROBOT_API bms_robot_group *bms_robot_group_of_joints(bms_robot *robot, const char *const *name, int count,
                                                         bms_robot_fault *fault);

BMS_ROBOT_API void bms_robot_group_destroy(bms_robot_group *group);

/* How many numbers a configuration has, and the joint that each stands for. */
BMS_ROBOT_API int bms_robot_group_width(const bms_robot_group *group);
BMS_ROBOT_API int bms_robot_group_joint(const bms_robot_group *group, int variable);
BMS_ROBOT_API bms_robot *bms_robot_group_robot(const bms_robot_group *group);

/* Configurations as MoveIt has them have four numbers, a quaternion x, y, z, w, for the three joints that orient a
   floating one.  How many numbers there are, the name of one ("base/rot_w"; at most size bytes with the final zero),
   and the variables of the group by these numbers: returns 0, or -1 if a quaternion is zero. */
BMS_ROBOT_API int bms_robot_group_number_count(const bms_robot_group *group);
BMS_ROBOT_API void bms_robot_group_number_name(const bms_robot_group *group, int number, char *name, int size);
BMS_ROBOT_API int bms_robot_group_set_numbers(const bms_robot_group *group, const double *number,
                                              double *configuration);

/* Sets the value of a free joint for queries by this group's askers, if the group does not list it. */
BMS_ROBOT_API void bms_robot_group_set_rest(bms_robot_group *group, int joint, double value);
BMS_ROBOT_API double bms_robot_group_rest(const bms_robot_group *group, int joint);

/* Writes a state's values to the group's variables that it names and leaves the others.  Returns how many it names, or
   -1 if it has a fault in its file. */
BMS_ROBOT_API int bms_robot_group_state(const bms_robot_group *group, int state, double *configuration);

/* Returns the index of a variable that is beyond the limits of its joint, or of a joint that mimics it; or -1. */
BMS_ROBOT_API int bms_robot_group_beyond(const bms_robot_group *group, const double *configuration);

/* Writes the configuration that is `to` except for full turns of continuous joints, each at most half a turn from
   `from`, as planners in SO(2) go.  Edges and ways are checked as they are given, by whole turns if there are any. */
BMS_ROBOT_API void bms_robot_group_nearest_turns(const bms_robot_group *group, const double *from, const double *to,
                                                 double *nearest);

/* ------------------------------------------------------------------ queries */

typedef struct bms_robot_asker bms_robot_asker;

/* Makes an asker, or returns NULL if memory is short. */
BMS_ROBOT_API bms_robot_asker *bms_robot_asker_create(bms_robot_group *group);
BMS_ROBOT_API void bms_robot_asker_destroy(bms_robot_asker *asker);

/* Computes the poses of the links in the world: pose[link_count]. */
BMS_ROBOT_API void bms_robot_link_poses(bms_robot_asker *asker, const double *configuration, bms_pose *pose);

/* The first contact of two things. */
typedef struct bms_robot_contact {
  bms_status status; /* as of bms_scene_first_contact(); BMS_CONTACT if they touch first at the start of a later
                         segment */
  double t;          /* never after the first real contact */
  double slack;      /* at t the two are at most this far apart */
  int segment;       /* of a way: the segment that t is in */
  int shape[2];      /* a, b; an obstacle is a; -1 if there is none */
  int object[2];     /* the objects that these are part of; -1 if there is none */
  double normal[3];  /* unit, from a to b, in world coordinates */
  int point_count;   /* 0 if no point is known */
  double point[BMS_MAX_POINTS][3]; /* in world coordinates */
} bms_robot_contact;

/* The least distance of two things. */
typedef struct bms_robot_clearance {
  double lower, upper; /* the least distance is between these; both infinite if no pair is checked */
  double t;            /* where the two are at most `upper` apart */
  int segment;
  int shape[2], object[2];
} bms_robot_clearance;

/* Answers whether the edge between two configurations is free, all joints at constant rates; of one configuration if
   both are the same.  Things that stay farther apart than
   the tolerance are not called in contact; it is at least BMS_LEAST_TOLERANCE. */
BMS_ROBOT_API bms_edge_answer bms_robot_edge_is_free(bms_robot_asker *asker, const double *from, const double *to,
                                                     double tolerance);

/* The first contact on the edge; t is from 0 to 1. */
BMS_ROBOT_API bms_status bms_robot_edge_contact(bms_robot_asker *asker, const double *from, const double *to,
                                                double tolerance, bms_robot_contact *contact);

/* The least distance on the edge, enclosed to within about twice the tolerance: of a configuration if both are the
   same. */
BMS_ROBOT_API bms_status bms_robot_edge_clearance(bms_robot_asker *asker, const double *from, const double *to,
                                                  double tolerance, bms_robot_clearance *clearance);

/* A way through points.  Between two points that both have accelerations and rates joints move along the quintic
   through these, between two with rates along the cubic, else at constant rates. */
typedef struct bms_robot_way {
  int count;                  /* of points, at least 2 */
  const double *time;         /* [count], rising; or NULL: 0, 1, 2 ... */
  const double *value;        /* [count][width of the group] */
  const double *rate;         /* the same, or NULL; NaN in the row of a point whose rates are not known */
  const double *acceleration; /* in the same way; not read without rates */
  int spline; /* not 0, without rates: a cubic spline, with the rates of the parabola through three points at inner
                 points and 0 at both ends */
} bms_robot_way;

/* The first contact of a way; BMS_INVALID if times do not rise, or numbers are not finite. */
BMS_ROBOT_API bms_status bms_robot_way_contact(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                               bms_robot_contact *contact);

/* The least distance on a way. */
BMS_ROBOT_API bms_status bms_robot_way_clearance(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                                 bms_robot_clearance *clearance);

/* ------------------------------------------------------------------ trajectories */

/* Points in time for all free joints, in the robot's order, and the polynomials between them.  It keeps its robot. */
typedef struct bms_robot_trajectory bms_robot_trajectory;

/* Makes a trajectory without points, or returns NULL if memory is short. */
BMS_ROBOT_API bms_robot_trajectory *bms_robot_trajectory_create(bms_robot *robot);

/*
 * Reads trajectories in YAML or JSON: a trajectory_msgs/JointTrajectory, a moveit_msgs/RobotTrajectory that holds one,
 * a DisplayTrajectory, a MotionPlanResponse, the goals of FollowJointTrajectory and ExecuteTrajectory, the result of
 * MoveGroup; several in one file, as a list or as documents, follow each other, and the arm stands in between.  If the
 * first point has a time above 0, the trajectory includes the move to it in that time, from a scene's robot_state, the
 * trajectory_start or the trajectory before.  If none of them is given, it begins at its first point, with a note; at a
 * single point the arm stands.
 *
 * A mapping of joint_names and segments, each a duration and for each joint the coefficients of a polynomial of degree
 * 5 at most in the time since the segment's start, is followed as it is.
 *
 * Between two points that both have accelerations and velocities joints move along the quintic through these, between
 * two that have velocities along the cubic, else at constant rates: as the joint trajectory controllers of ros_control
 * and ros2_control interpolate.  Joints that are not named stay where they are.  Joints that mimic others may be named
 * if their positions are right.
 *
 * Returns NULL and fills in *fault, which may be NULL, if the file cannot be read or has anything that is not
 * understood.
 */
BMS_ROBOT_API bms_robot_trajectory *bms_robot_trajectory_load(bms_robot *robot, const bms_robot_file *file,
                                                              bms_robot_fault *fault);

BMS_ROBOT_API void bms_robot_trajectory_destroy(bms_robot_trajectory *trajectory);

/* Returns the remarks for people about the file, joined to one line, or NULL. */
BMS_ROBOT_API const char *bms_robot_trajectory_note(const bms_robot_trajectory *trajectory);

/* Appends a point, later than the last one: a value for each free joint, and its rate and acceleration, or NULL.
   Returns 0; or -1 with *fault, which may be NULL. */
BMS_ROBOT_API int bms_robot_trajectory_add(bms_robot_trajectory *trajectory, double time, const double *value,
                                           const double *rate, const double *acceleration, bms_robot_fault *fault);

/* The number of points, the time of one in seconds, and its values, which are valid until the next change. */
BMS_ROBOT_API int bms_robot_trajectory_count(const bms_robot_trajectory *trajectory);
BMS_ROBOT_API double bms_robot_trajectory_time(const bms_robot_trajectory *trajectory, int point);
BMS_ROBOT_API const double *bms_robot_trajectory_value(const bms_robot_trajectory *trajectory, int point);

/* Takes whole turns off the values of continuous joints if `shortest` is not 0, so that each point is reached from the
   one before by half a turn at most; not from polynomials, which are followed as they are.  Checks that floating joints
   turn about one axis between two points; trajectories of robots that have such joints are not valid for
   queries before.  Returns 0; or -1 with *fault, which may be NULL. */
BMS_ROBOT_API int bms_robot_trajectory_settle(bms_robot_trajectory *trajectory, int shortest, bms_robot_fault *fault);

/* Returns how many turns were taken off the last value of each free joint, or NULL if the short way was not taken. */
BMS_ROBOT_API const int *bms_robot_trajectory_turns(const bms_robot_trajectory *trajectory);

/* Returns 1 if a free joint is continuous and goes by more than half a turn from one point to the next, else 0. */
BMS_ROBOT_API int bms_robot_trajectory_goes_long(const bms_robot_trajectory *trajectory, int joint);

/* Puts lines with parabolas between them in the place of what joins the points: around each inner point joints have
   constant accelerations for `duration` seconds, or for as long as the shorter of both lines lasts.  Returns 0; or -1
   with *fault, which may be NULL, if the trajectory has polynomials already or memory is short. */
BMS_ROBOT_API int bms_robot_trajectory_blend(bms_robot_trajectory *trajectory, double duration, bms_robot_fault *fault);

/* Has joints move along a cubic spline, if not 0: with the rates of the parabola through three points at inner points,
   and 0 at both ends. */
BMS_ROBOT_API void bms_robot_trajectory_set_spline(bms_robot_trajectory *trajectory, int is_spline);

/* Returns 0 if all joints stay within their limits, also between the points; else -1 and which joint leaves them first
   in *fault, which may be NULL. */
BMS_ROBOT_API int bms_robot_trajectory_check_limits(const bms_robot_trajectory *trajectory, bms_robot_fault *fault);

/* Returns the move from a point to the next, for functions of bms_chain.h and bms_scene.h.  The array has a row for
   each joint of the robot and must live as long as the move. */
BMS_ROBOT_API bms_move bms_robot_trajectory_move(const bms_robot_trajectory *trajectory, int segment,
                                                 double (*row)[BMS_MOVE_TERMS]);

/* Fills in the rows of joints that mimic others by those of the free joints. */
BMS_ROBOT_API void bms_robot_set_mimics(const bms_robot *robot, double (*row)[BMS_MOVE_TERMS]);

/* The first contact and the least distance of a trajectory, by any asker of its robot; the group's joints and rests are
   not used.  Limits of joints do not count: see bms_robot_trajectory_check_limits().  BMS_INVALID if it has fewer than
   two points, is not settled, or is of another robot. */
BMS_ROBOT_API bms_status bms_robot_trajectory_contact(bms_robot_asker *asker, const bms_robot_trajectory *trajectory,
                                                      double tolerance, bms_robot_contact *contact);
BMS_ROBOT_API bms_status bms_robot_trajectory_clearance(bms_robot_asker *asker, const bms_robot_trajectory *trajectory,
                                                        double tolerance, bms_robot_clearance *clearance);

/* ------------------------------------------------------------------ many edges */

/*
 * Answer `count` edges, from[i] to to[i], rows of the group's width.  `threads` as in bms_batch.h: 1 starts none, 0
 * stands for one per processor.  The group keeps the askers that the threads need.  Returns 0, or -1 if memory is
 * short; then some answers are not written.
 */
BMS_ROBOT_API int bms_robot_edges_are_free(bms_robot_group *group, const double *from, const double *to, size_t count,
                                           double tolerance, int threads, bms_edge_answer *answer);
BMS_ROBOT_API int bms_robot_edges_contacts(bms_robot_group *group, const double *from, const double *to, size_t count,
                                           double tolerance, int threads, bms_robot_contact *contact);
BMS_ROBOT_API int bms_robot_edges_clearances(bms_robot_group *group, const double *from, const double *to, size_t count,
                                             double tolerance, int threads, bms_robot_clearance *clearance);

#ifdef __cplusplus
}
#endif

#endif /* BMS_ROBOT_H */
