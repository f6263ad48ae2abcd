/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs whose worlds, spaces and geoms come and go, for test_preload.sh: `odd_lives NAME` runs the one of
 * that name and prints the figures to judge it by. New objects have the addresses of old ones.
 */

#define _GNU_SOURCE /* dladdr */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "thrown_box.h"

enum { FRAMES = 30, LIVES = 20 };

/* Prints how many boxes have gone through the wall in worlds that are made again after some frames each. */
static void episodes(thrown_box *unused) {
  int through = 0;
  (void)unused;
  for (int i = 0; i < LIVES; i++) {
    thrown_box s;
    thrown_box_build(&s);
    dBodySetPosition(s.box, -1, 0, 0); /* it reaches the wall in the second step */
    thrown_box_run(&s, thrown_box_near, FRAMES / 3);
    through += dBodyGetPosition(s.box)[0] > 0;
    thrown_box_destroy(&s);
  }
  printf("through %d\n", through);
}

/* Prints how many bullets have gone through the wall, each of which lives for a frame. */
static void bullets(thrown_box *s) {
  int through = 0;
  for (int i = 0; i < FRAMES; i++) {
    dGeomDestroy(s->geom);
    s->geom = dCreateBox(s->space, (dReal)0.2, (dReal)0.2, (dReal)0.2);
    dGeomSetBody(s->geom, s->box);
    dBodySetPosition(s->box, (dReal)-0.5, 0, 0);
    dBodySetLinearVel(s->box, 50, 0, 0);
    thrown_box_run(s, thrown_box_near, 1);
    through += dBodyGetPosition(s->box)[0] > 0;
  }
  printf("through %d\n", through);
}

/* Throws the box in a space that outlives the one that held it. */
static void kept_space(thrown_box *s) {
  dSpaceID outer = dSimpleSpaceCreate(0);
  dSpaceSetCleanup(outer, 0);
  dSpaceAdd(outer, (dGeomID)s->space);
  thrown_box_run(s, thrown_box_near, 1);
  dSpaceDestroy(outer);
  thrown_box_run(s, thrown_box_near, FRAMES);
  thrown_box_print(s);
}

/* Exchanges the bodies of geoms that are in no space, and puts them into a space and out of it. */
static void exchanged(thrown_box *s) {
  dGeomID other = dCreateBox(0, (dReal)0.2, (dReal)0.2, (dReal)0.2), one = s->geom;
  dSpaceRemove(s->space, one);
  for (int i = 0; i < FRAMES; i++) {
    dGeomSetBody(i % 2 ? one : other, s->box);
    dGeomSetBody(i % 2 ? other : one, s->loose);
    dSpaceAdd(s->other, i % 3 ? one : other);
    dBodySetPosition(s->loose, 0, 8, 8);
    thrown_box_contacts(s, one, s->wall, s->contacts);
    thrown_box_contacts(s, other, s->wall, s->contacts);
    dSpaceCollide2((dGeomID)s->space, (dGeomID)s->other, s, thrown_box_near);
    dWorldQuickStep(s->world, (dReal)(1.0 / 60));
    dJointGroupEmpty(s->contacts);
    dSpaceRemove(s->other, i % 3 ? one : other);
  }
  thrown_box_print(s);
  dGeomDestroy(one);
  dGeomDestroy(other);
}

/* Asks libode itself for a function, as a module does that is opened with RTLD_DEEPBIND. */
static void *from_libode(const char *name) {
  Dl_info info;
  void *libode = dladdr(dlsym(RTLD_DEFAULT, "dWorldCreate"), &info) ? dlopen(info.dli_fname, RTLD_NOW) : 0;
  void *function = libode ? dlsym(libode, name) : 0;
  if (!function) exit(5);
  return function;
}

/* Collides a space and a geom and then destroys them where no function of the library is called. */
static void destroyed_unseen(thrown_box *s) {
  void (*destroy_space)(dSpaceID), (*destroy_geom)(dGeomID);
  *(void **)&destroy_space = from_libode("dSpaceDestroy");
  *(void **)&destroy_geom = from_libode("dGeomDestroy");
  for (int i = 0; i < FRAMES; i++) {
    dSpaceID space = dHashSpaceCreate(0);
    dGeomID far = dCreateSphere(0, 1);
    dGeomSetPosition(far, 100, 0, 0);
    dGeomSetBody(dCreateBox(space, 1, 1, 1), s->loose);
    thrown_box_contacts(s, s->geom, far, s->contacts);
    dSpaceCollide2((dGeomID)s->space, (dGeomID)space, s, thrown_box_near);
    destroy_space(space);
    destroy_geom(far);
    thrown_box_run(s, thrown_box_near, 1);
  }
  thrown_box_print(s);
}

static thrown_box *stepped;

/* Destroys a disabled body of the step in progress, which ODE does not read. */
static void destroy_loose(dBodyID body) {
  void (*destroy_body)(dBodyID);
  *(void **)&destroy_body = from_libode("dBodyDestroy");
  if (stepped->loose) destroy_body(stepped->loose);
  stepped->loose = 0;
  dBodySetMovedCallback(body, 0);
}

/* Destroys a body within the first step where no function of the library is called; that step is ODE's. */
static void body_destroyed_unseen(thrown_box *s) {
  dGeomID far = dCreateSphere(s->space, 1);
  dGeomSetBody(far, s->loose);
  dBodySetPosition(s->loose, 100, 0, 0);
  dBodyDisable(s->loose);
  stepped = s;
  dBodySetMovedCallback(s->box, destroy_loose);
  thrown_box_run(s, thrown_box_near, FRAMES);
  thrown_box_print(s);
}

static const thrown_box_program program[] = {{"episodes", episodes},
                                             {"bullets", bullets},
                                             {"kept_space", kept_space},
                                             {"exchanged", exchanged},
                                             {"destroyed_unseen", destroyed_unseen},
                                             {"body_destroyed_unseen", body_destroyed_unseen},
                                             {0, 0}};

int main(int argc, char **argv) {
  return thrown_box_main(argc, argv, "odd_lives", program);
}
