/* SPDX-License-Identifier: BSD-3-Clause */

/* Looks up ODE's own functions. */

#define _GNU_SOURCE /* this declares RTLD_NEXT */

#include "real_ode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

static ode_functions functions;
static atomic_bool found;

static void find(void) {
  /* POSIX returns a function's address as the address of an object. */
  *(void **)&functions.collide = dlsym(RTLD_NEXT, "dCollide");
  *(void **)&functions.space_collide = dlsym(RTLD_NEXT, "dSpaceCollide");
  *(void **)&functions.space_collide2 = dlsym(RTLD_NEXT, "dSpaceCollide2");
  *(void **)&functions.step = dlsym(RTLD_NEXT, "dWorldStep");
  *(void **)&functions.quick_step = dlsym(RTLD_NEXT, "dWorldQuickStep");
  *(void **)&functions.create_contact = dlsym(RTLD_NEXT, "dJointCreateContact");
  *(void **)&functions.destroy_world = dlsym(RTLD_NEXT, "dWorldDestroy");
  *(void **)&functions.destroy_space = dlsym(RTLD_NEXT, "dSpaceDestroy");
  *(void **)&functions.destroy_geom = dlsym(RTLD_NEXT, "dGeomDestroy");
  *(void **)&functions.destroy_body = dlsym(RTLD_NEXT, "dBodyDestroy");
  *(void **)&functions.set_transformed = dlsym(RTLD_NEXT, "dGeomTransformSetGeom");
  *(void **)&functions.create_body = dlsym(RTLD_NEXT, "dBodyCreate");
  *(void **)&functions.set_body = dlsym(RTLD_NEXT, "dGeomSetBody");
  *(void **)&functions.add_to_space = dlsym(RTLD_NEXT, "dSpaceAdd");
  *(void **)&functions.remove_from_space = dlsym(RTLD_NEXT, "dSpaceRemove");
  *(void **)&functions.build_heights = dlsym(RTLD_NEXT, "dGeomHeightfieldDataBuildCallback");
  *(void **)&functions.destroy_heights = dlsym(RTLD_NEXT, "dGeomHeightfieldDataDestroy");
  *(void **)&functions.set_moved_callback = dlsym(RTLD_NEXT, "dBodySetMovedCallback");
  *(void **)&functions.set_free_handler = dlsym(RTLD_NEXT, "dSetFreeHandler");
  *(void **)&functions.free_handler = dlsym(RTLD_NEXT, "dGetFreeHandler");
  functions.threads_have_buffers = dCheckConfiguration("ODE_EXT_mt_collisions");
  atomic_store_explicit(&found, true, memory_order_release);
}

const ode_functions *real_ode(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!atomic_load_explicit(&found, memory_order_acquire)) pthread_once(&once, find);
  return &functions;
}
