/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A scene of boxes, run twice: by the usual loop of an ODE program and by qmboxWorldSimulate(), and both recorded.
 *
 * An example is a table of this kind and the functions that it names.  SI units, z upwards.
 */

#ifndef SHOW_H
#define SHOW_H

#include <qmbox.h>
#include <stdbool.h>

#include "replay/replay.h"

/* One of the two worlds while it runs. */
typedef struct stage {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dReal friction;
  bool guarded; /* by qmboxWorldSimulate(); else the usual loop */
  double now;
  replay_lane *lane;
  dGeomID *geom; /* of the lane's boxes; 0 for one that is only drawn */
} stage;

typedef struct show {
  const char *name;  /* of the program and of the files that it writes */
  const char *title; /* what is to be seen */
  dReal step;        /* seconds */
  int parts;         /* that a guarded step is cut into, 0: 1 */
  int steps;
  int judged;   /* the step after which those that have gone astray are counted */
  double apart; /* of the two worlds in the glTF file, along y */
  replay_view view;
  void (*build)(stage *s);
  int (*count)(const stage *s); /* how many have gone astray */
  const char *counted;          /* completes "<number> ..." */
} show;

/* A box of this name, to which a number is added, and colour; it moves if it has a density (kg/m^3), and stands still if that is 0.  Its body is free of
   velocity; dGeomGetBody() has it. */
dGeomID stage_box(stage *s, const char *name, const double side[3], const double position[3], double density, unsigned color);

/* The ground z = 0, drawn as a square of this width. */
void stage_ground(stage *s, double width);

/* Runs the show; the arguments are the program's: a directory to write <name>.gltf, <name>.svg and <name>.html to, the present one
   if there is none.  Returns the program's exit status: 0 if none went astray in the guarded world. */
int show_run(const show *scene, int argc, char **argv);

#endif /* SHOW_H */
