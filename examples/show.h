/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Runs a scene of boxes twice, by the usual loop of an ODE program and by qmboxWorldSimulate(), and records both.
 *
 * An example is a table of this kind and the functions that it names. Units are SI, and z points upwards.
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
  bool guarded; /* true for qmboxWorldSimulate(), false for the usual loop */
  double now;
  replay_lane *lane;
  dGeomID *geom; /* the geoms of the lane's boxes; 0 for a box that is only drawn */
} stage;

typedef struct show {
  const char *name;  /* the name of the program and of the files that it writes */
  const char *title; /* one line about the show */
  dReal step;        /* the step in seconds */
  int parts;         /* the number of parts of a guarded step; 0 means 1 */
  int steps;
  int judged;   /* the step after which the boxes that have gone astray are counted */
  double apart; /* the distance of the two worlds in the glTF file, along y */
  replay_view view;
  void (*build)(stage *s);
  int (*count)(const stage *s); /* returns how many have gone astray */
  const char *counted;          /* the end of a sentence that begins with that number */
} show;

/* Adds a box of this colour, with this name and a number. The box moves if its density (kg/m^3) is positive, and stands
   still if that is 0. Its body, which dGeomGetBody() returns, has no velocity. */
dGeomID stage_box(stage *s, const char *name, const double side[3], const double position[3], double density,
                  unsigned color);

/* Adds the ground z = 0, which is drawn as a square of this width. */
void stage_ground(stage *s, double width);

/* Runs the show. The arguments are the program's: a directory to write <name>.gltf, <name>.svg and <name>.html to, the
   present one if there is none. Returns the program's exit status, which is 0 if nothing went astray in the guarded
   world. */
int show_run(const show *scene, int argc, char **argv);

#endif /* SHOW_H */
