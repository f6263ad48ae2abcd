/* SPDX-License-Identifier: BSD-3-Clause */

/* ODE's own functions, in front of which the functions of this library stand. */

#ifndef PRELOAD_REAL_ODE_H
#define PRELOAD_REAL_ODE_H

#include <ode/ode.h>
#include <stdbool.h>

typedef int stepper(dWorldID world, dReal stepsize);

typedef struct ode_functions {
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
  void (*add_to_space)(dSpaceID, dGeomID), (*remove_from_space)(dSpaceID, dGeomID);
  void (*build_heights)(dHeightfieldDataID, void *, dHeightfieldGetHeight *, dReal, dReal, int, int, dReal, dReal,
                        dReal, int);
  void (*destroy_heights)(dHeightfieldDataID);
  void (*set_moved_callback)(dBodyID, void (*)(dBodyID));
  void (*set_free_handler)(dFreeFunction *);
  dFreeFunction *(*free_handler)(void);
  bool threads_have_buffers; /* each thread that has asked for them has its own buffers for meshes */
} ode_functions;

/* Returns ODE's functions. The first call looks them up, since constructors of other libraries may use ODE before one
   of ours runs. */
const ode_functions *real_ode(void);

#endif /* PRELOAD_REAL_ODE_H */
