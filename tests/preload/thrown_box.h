/* SPDX-License-Identifier: BSD-3-Clause */

/* A box that is thrown at a thin wall, in plain ODE, and what programs with it share. */

#ifndef TESTS_PRELOAD_THROWN_BOX_H
#define TESTS_PRELOAD_THROWN_BOX_H

#include <ode/ode.h>

typedef struct thrown_box {
  dWorldID world;
  dSpaceID space, other; /* `other` is for loops that want two */
  dJointGroupID contacts;
  dBodyID box, loose;
  dGeomID geom, wall, pad; /* the pad touches the box at the start, the wall is 2 cm thick at x = 0 */
} thrown_box;

void thrown_box_build(thrown_box *s);
void thrown_box_destroy(thrown_box *s);

/* Makes contact joints for two geoms, as a near callback does. */
void thrown_box_contacts(thrown_box *s, dGeomID o1, dGeomID o2, dJointGroupID group);

/* The usual near callback, with a thrown_box as its data. */
void thrown_box_near(void *data, dGeomID o1, dGeomID o2);

/* Makes frames of the usual loop with this near callback. */
void thrown_box_run(thrown_box *s, dNearCallback *callback, int frames);

/* Prints where the box is, in all digits. */
void thrown_box_print(const thrown_box *s);

/* Returns a mesh of the wall's front; the caller destroys it. */
dTriMeshDataID thrown_box_wall_mesh(void);

/* A program with the name by which it is called. */
typedef struct thrown_box_program {
  const char *name;
  void (*run)(thrown_box *s);
} thrown_box_program;

/* Runs the one of these programs that the only argument names, with a box of its own, and returns the exit status.  The
   last of the list has no name; `file` is for the usage. */
int thrown_box_main(int argc, char **argv, const char *file, const thrown_box_program *program);

#endif /* TESTS_PRELOAD_THROWN_BOX_H */
