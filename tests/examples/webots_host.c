/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A program in the place of Webots, which carries an ODE of its own: loads a physics plugin, calls it in the order of
 * the manual, and prints where the bullet is at the end and how many files named libode are loaded.
 *
 *   webots_host [PLUGIN]
 */

#define _GNU_SOURCE /* dl_iterate_phdr */

#include <dlfcn.h>
#include <link.h>
#include <ode/ode.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_MS 16.0

static dWorldID world;
static dSpaceID space;
static dJointGroupID contacts;
static dGeomID bullet, wall;
static double now;

static struct {
  void (*init)(void);
  int (*collide)(dGeomID, dGeomID);
  void (*step)(void);
  void (*step_end)(void);
  void (*cleanup)(void);
} plugin;

dGeomID dWebotsGetGeomFromDEF(const char *name);
dGeomID dWebotsGetGeomFromDEF(const char *name) {
  return strcmp(name, "BULLET") == 0 ? bullet : strcmp(name, "WALL") == 0 ? wall : 0;
}

double dWebotsGetTime(void);
double dWebotsGetTime(void) {
  return now;
}

void dWebotsConsolePrintf(const char *format, ...);
void dWebotsConsolePrintf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
}

static void *needed(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol) {
    printf("%s\n", dlerror());
    exit(1);
  }
  return symbol;
}

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    printf("%s\n", dlerror());
    exit(1);
  }
  *(void **)&plugin.init = needed(library, "webots_physics_init");
  *(void **)&plugin.collide = needed(library, "webots_physics_collide");
  *(void **)&plugin.step = needed(library, "webots_physics_step");
  *(void **)&plugin.step_end = needed(library, "webots_physics_step_end");
  *(void **)&plugin.cleanup = needed(library, "webots_physics_cleanup");
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  dContact contact[8];
  int count;
  (void)data;
  if (plugin.collide && plugin.collide(o1, o2) != 0) return;
  count = dCollide(o1, o2, 8, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = 1;
    dJointAttach(dJointCreateContact(world, contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static void step(void) {
  dSpaceCollide(space, 0, near);
  if (plugin.step) plugin.step();
  dWorldStep(world, (dReal)(STEP_MS / 1000));
  if (plugin.step_end) plugin.step_end();
  dJointGroupEmpty(contacts);
  now += STEP_MS;
}

static void build(void) {
  dBodyID body = dBodyCreate(world);
  wall = dCreateBox(space, (dReal)0.01, 2, 2);
  bullet = dCreateBox(space, (dReal)0.1, (dReal)0.1, (dReal)0.1);
  dGeomSetBody(bullet, body);
  dBodySetPosition(body, -2, 0, 0);
  dBodySetLinearVel(body, 40, 0, 0);
  dBodySetAngularVel(body, 3, 5, 7);
}

static int count_ode(struct dl_phdr_info *library, size_t size, void *count) {
  (void)size;
  if (strstr(library->dlpi_name, "libode.so")) ++*(int *)count;
  return 0;
}

int main(int argc, char **argv) {
  int libraries = 0;
  dInitODE();
  world = dWorldCreate();
  space = dSimpleSpaceCreate(0);
  contacts = dJointGroupCreate(0);
  build();
  if (argc > 1) load(argv[1]);
  if (plugin.init) plugin.init();
  for (int i = 0; i < 20; i++) step();
  dl_iterate_phdr(count_ode, &libraries);
  printf("bullet at %.6f, %d libode.so\n", (double)dGeomGetPosition(bullet)[0], libraries);
  if (plugin.cleanup) plugin.cleanup();
  dJointGroupDestroy(contacts);
  dSpaceDestroy(space);
  dWorldDestroy(world);
  dCloseODE();
  return 0;
}
