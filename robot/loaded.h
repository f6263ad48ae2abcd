/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A robot as the functions of bms_robot.h have it: the contents of the files (files/robot.h), shapes that may be
 * added, moved and removed, and the scene that is prepared of them.
 */

#ifndef BMS_ROBOT_LOADED_H
#define BMS_ROBOT_LOADED_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "bms_robot.h"
#include "files/robot.h"

/* A shape, of a file or added. */
typedef struct loaded_shape {
  bms_placed_shape placed; /* link BMS_ROBOT_NOWHERE: it was removed */
  bms_pose own;            /* its pose in the frame of the object */
  int object;
  int next; /* another shape of the object, or -1 */
  int slot; /* its index in the scene; -1: none */
} loaded_shape;

/*
 * The scene of a robot, and how its chain numbers things: each of its shapes is a slot, and objects have the numbers of
 * a matrix of allowed pairs.  Spare slots hold a point that is met by nothing, until a shape is added.
 */
typedef enum loaded_slot {
  LOADED_BOX,   /* an obstacle that is no half-space, when the scene was made: any shape may take its place */
  LOADED_PLANE, /* a half-space: only others may */
  LOADED_MOVER  /* a shape that joints move: only others may */
} loaded_slot;

typedef struct loaded_scene {
  bms_scene *scene;
  bms_chain chain;         /* with the shapes below */
  bms_placed_shape *shape; /* [slot_count] */
  unsigned char *allowed;  /* by the numbers below */
  int number_count;
  int *number;       /* [numbered + 1]: of objects; those that came later have 0.  The last one is `gone` */
  int numbered;      /* objects */
  int gone;          /* the number of what may touch everything */
  int *slot_shape;   /* [slot_count]: the shape in a slot, or -1 */
  loaded_slot *slot; /* [slot_count] */
  int slot_count;
  int *spare; /* [spare_count] of at most slot_count: slots without a shape */
  int spare_count;
} loaded_scene;

struct bms_robot {
  atomic_int references;
  robot arm;
  double margin;
  int shape_count;
  loaded_shape *shape;
  int first_count;
  int *first; /* [first_count]: a shape of each object, from which `next` leads to all; -1: it has none */
  loaded_scene prepared;
  pthread_mutex_t lock;   /* of the list of askers, and of idle ones */
  bms_robot_asker *asker; /* the first of the list */
};

struct bms_robot_group {
  atomic_int references;
  bms_robot *robot;
  int width;
  int *joint;            /* [width] */
  double *rest;          /* [free joints] */
  bms_robot_asker *idle; /* unused askers that batches made; they hold no reference */
};

struct bms_robot_asker {
  bms_robot_group *group;
  bms_scene_workspace *workspace;
  double (*value)[BMS_MOVE_TERMS]; /* [variables of the chain] */
  bms_robot_asker *before, *after; /* in the robot's list */
  bms_robot_asker *next_idle;
};

/* Writes a fault, of which the caller's pointer may be NULL. */
void loaded_fault(bms_robot_fault *fault, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Returns a shape of an object, from which `next` leads to all others, or -1. */
static inline int loaded_first(const bms_robot *loaded, int object) {
  return object < loaded->first_count ? loaded->first[object] : -1;
}

/* Reads a file into a trajectory without points; returns false with a fault (load.c). */
bool loaded_read_trajectory(bms_robot_trajectory *way, const bms_robot_file *file, bms_robot_fault *fault);

/* Appends a shape to all and to its object's; returns false if memory is short (load.c). */
bool loaded_append(bms_robot *loaded, loaded_shape shape);

/* Returns true if a free or mimicking joint is between the links, which may be BMS_WORLD (pairs.c). */
bool loaded_moves_between(const bms_robot *loaded, int a, int b);

/* Returns the number of an object in the prepared scene (prepare.c). */
int loaded_number(const bms_robot *loaded, int object);

/* Makes the scene of the shapes as they are, with spare slots, and workspaces for all askers; then these take the place
   of the old ones.  On failure all is as it was (prepare.c). */
bool loaded_prepare(bms_robot *loaded, int spare_count, bms_robot_fault *fault);
void loaded_scene_free(loaded_scene *prepared);

/* Puts shapes into slots of the scene: the first own_count are of the object, for which the rules of touching have
   changed; the others touch everything.  Askers get new workspaces.  On failure all is as it was (prepare.c). */
bool loaded_set_shapes(bms_robot *loaded, int object, const int *slot, bms_placed_shape *placed, int count,
                       int own_count);

/* Returns a point that is met by nothing (prepare.c). */
bms_placed_shape loaded_spare_shape(int gone);

/* Makes an asker without a reference to its group (asker.c). */
bms_robot_asker *loaded_asker_create(bms_robot_group *group);
void loaded_asker_free(bms_robot_asker *asker);

/* Sets the rows of joints that the group does not list, and of those that mimic others (asker.c). */
void loaded_asker_complete(bms_robot_asker *asker);

/* Returns the move at constant rates between two configurations over [0, 1]. */
bms_move loaded_asker_edge(bms_robot_asker *asker, const double *from, const double *to);

/* Answer about one move; `segment` is written to the answer (query.c). */
bms_status loaded_first_contact(bms_robot_asker *asker, const bms_move *move, double tolerance,
                                bms_robot_contact *contact);
bms_status loaded_clearance(bms_robot_asker *asker, const bms_move *move, double tolerance,
                            bms_robot_clearance *clearance);

#endif /* BMS_ROBOT_LOADED_H */
