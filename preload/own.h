/* SPDX-License-Identifier: BSD-3-Clause */

/* ODE's own functions, in front of which those of this library stand. */

#ifndef PRELOAD_OWN_H
#define PRELOAD_OWN_H

#include <ode/ode.h>
#include <stdbool.h>

typedef int stepper(dWorldID world, dReal stepsize);

typedef struct own_functions {
  int (*collide)(dGeomID, dGeomID, int, dContactGeom *, int);
  void (*space_collide)(dSpaceID, void *, dNearCallback *);
  void (*space_collide2)(dGeomID, dGeomID, void *, dNearCallback *);
  stepper *step, *quick_step;
  dJointID (*create_contact)(dWorldID, dJointGroupID, const dContact *);
  void (*destroy_world)(dWorldID);
  void (*destroy_space)(dSpaceID);
  void (*destroy_geom)(dGeomID);
  void (*destroy_body)(dBodyID);
  void (*set_transformed)(dGeomID, dGeomID);
  dBodyID (*create_body)(dWorldID);
  void (*set_body)(dGeomID, dBodyID);
  void (*add_to_space)(dSpaceID, dGeomID);
  void (*set_moved_callback)(dBodyID, void (*)(dBodyID));
  bool threads_have_buffers; /* each thread has buffers of its own for meshes, if it has asked for them */
} own_functions;

/* Returns them.  Constructors of other libraries may use ODE before one of ours could run: they are looked up in the
   first call. */
const own_functions *own(void);

#endif /* PRELOAD_OWN_H */
