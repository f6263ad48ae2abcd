/* SPDX-License-Identifier: BSD-3-Clause */

/* The usual loop of an ODE program: a world, a space, a near callback that makes contact joints; and the same by
   qmboxWorldSimulate(). */

#ifndef LOOP_H
#define LOOP_H

#include "fixture.h"

typedef struct loop {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dReal friction, bounce, softErp, softCfm;
  unsigned long refused; /* category of geoms that no contacts are made for */
  int pairs;             /* near callbacks for two geoms */
  int stops;
  qmboxContact last;
  int held; /* bodies that lost time, and how much in all */
  dBodyID lastHeld;
  double lost;
  qmboxSimulateOptions options;
} loop;

/* Returns a world with gravity along -z, in this kind of space, with friction and without bounce; guarded. */
loop *make_loop(int space);

/* Makes a loop in which bodies that are stopped wait for the rest of the part, instead of going on in slices. */
loop *make_waiting_loop(int space);
/* Makes a world that stops at every first contact. */
loop *make_exact_loop(int space);
void free_loop(loop *l);

/* Make a frame of ODE, and one of qmboxWorldSimulate(), of which it is asserted that no time is lost. */
void plain_frame(loop *l, dReal h);
qmboxSimulateReport frame(loop *l, dReal h);

/* Returns a dBox with a body of the density of water, and a qmbox that stands still. */
dBodyID add_box(loop *l, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z);
dGeomID add_tile(loop *l, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z);

dReal speed_of(dBodyID body);

#endif /* LOOP_H */
