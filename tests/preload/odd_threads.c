/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs with several threads, for test_preload.sh: `odd_threads NAME` runs the one of that name and prints
 * where each thrown box is at the end.
 */

#define _POSIX_C_SOURCE 200809L /* alarm */

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "thrown_box.h"

#define STEP ((dReal)(1.0 / 60))

enum { FRAMES = 30, THREADS = 4, MOST_PAIRS = 64 };

/* ------------------------------------------------------------------ worlds of their own */

/* All threads use these in turn. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static dSpaceID common;

static void collide(thrown_box *s) {
  pthread_mutex_lock(&turn);
  dSpaceCollide(s->space, s, thrown_box_near);
  if (common) dSpaceCollide2((dGeomID)s->space, (dGeomID)common, s, thrown_box_near);
  pthread_mutex_unlock(&turn);
}

static void *run_alone(void *data) {
  thrown_box *s = data;
  dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
  dThreadingImplementationID threading = dThreadingAllocateSelfThreadedImplementation();
  thrown_box_build(s);
  if (common) dGeomDisable(s->wall);
  dWorldSetStepThreadingImplementation(s->world, dThreadingImplementationGetFunctions(threading), threading);
  for (int i = 0; i < FRAMES; i++) {
    collide(s);
    dWorldQuickStep(s->world, STEP);
    dJointGroupEmpty(s->contacts);
  }
  dWorldSetStepThreadingImplementation(s->world, 0, 0);
  dThreadingFreeImplementation(threading);
  dCleanupODEAllDataForThread();
  return 0;
}

static void worlds(void) {
  static thrown_box s[THREADS];
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], 0, run_alone, &s[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], 0);
  for (int i = 0; i < THREADS; i++) thrown_box_print(&s[i]);
  for (int i = 0; i < THREADS; i++) thrown_box_destroy(&s[i]);
}

/* Has one wall for all worlds, a mesh in a space that the threads collide in turn, and next to which they step. */
static void common_wall(void) {
  dTriMeshDataID data = thrown_box_wall_mesh();
  common = dSimpleSpaceCreate(0);
  dCreateTriMesh(common, data, 0, 0, 0);
  worlds();
  dSpaceDestroy(common);
  dGeomTriMeshDataDestroy(data);
}

/* ------------------------------------------------------------------ one world, parts of a frame elsewhere */

static void elsewhere(void *(*part)(void *data), void *data) {
  pthread_t thread;
  pthread_create(&thread, 0, part, data);
  pthread_join(thread, 0);
}

static void *step(void *data) {
  thrown_box *s = data;
  dWorldQuickStep(s->world, STEP);
  return 0;
}

static void step_elsewhere(void) {
  thrown_box s;
  thrown_box_build(&s);
  for (int i = 0; i < FRAMES; i++) {
    dSpaceCollide(s.space, &s, thrown_box_near);
    elsewhere(step, &s);
    dJointGroupEmpty(s.contacts);
  }
  thrown_box_print(&s);
  thrown_box_destroy(&s);
}

/* The pairs that came near each other, for whose contacts another thread looks. */
static dGeomID pair[MOST_PAIRS][2];
static int pairs;

static void keep(void *data, dGeomID o1, dGeomID o2) {
  (void)data;
  if (pairs == MOST_PAIRS) return;
  pair[pairs][0] = o1;
  pair[pairs++][1] = o2;
}

static void *make_contacts(void *data) {
  thrown_box *s = data;
  dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
  for (int i = 0; i < pairs; i++) thrown_box_contacts(s, pair[i][0], pair[i][1], s->contacts);
  dCleanupODEAllDataForThread();
  return 0;
}

static void contacts_elsewhere(void) {
  thrown_box s;
  thrown_box_build(&s);
  for (int i = 0; i < FRAMES; i++) {
    pairs = 0;
    dSpaceCollide(s.space, &s, keep);
    elsewhere(make_contacts, &s);
    dWorldQuickStep(s.world, STEP);
    dJointGroupEmpty(s.contacts);
  }
  thrown_box_print(&s);
  thrown_box_destroy(&s);
}

/* ------------------------------------------------------------------ collisions that are left */

static jmp_buf way_out;

static int leave(dGeomID mesh, dGeomID geom, int index) {
  (void)geom;
  (void)index;
  dGeomTriMeshSetCallback(mesh, 0);
  longjmp(way_out, 1);
}

/* Leaves a collision with a mesh by a jump; then another thread has a world with that mesh.  It is killed if the thread
   has to wait. */
static void left_collision(void) {
  dTriMeshDataID data = thrown_box_wall_mesh();
  dContactGeom contact;
  thrown_box s;
  common = dSimpleSpaceCreate(0);
  dGeomID mesh = dCreateTriMesh(common, data, leave, 0, 0), probe = dCreateBox(0, 1, 1, 1);
  alarm(20);
  if (setjmp(way_out) == 0) (void)dCollide(probe, mesh, 1, &contact, sizeof contact);
  (void)dCollide(probe, mesh, 1, &contact, sizeof contact);
  elsewhere(run_alone, &s);
  thrown_box_print(&s);
  thrown_box_destroy(&s);
  dGeomDestroy(probe);
  dSpaceDestroy(common);
  dGeomTriMeshDataDestroy(data);
}

static const struct {
  const char *name;
  void (*run)(void);
} program[] = {{"worlds", worlds},
               {"common_wall", common_wall},
               {"step_elsewhere", step_elsewhere},
               {"contacts_elsewhere", contacts_elsewhere},
               {"left_collision", left_collision}};

int main(int argc, char **argv) {
  for (size_t k = 0; argc == 2 && k < sizeof program / sizeof program[0]; k++) {
    if (strcmp(program[k].name, argv[1]) != 0) continue;
    dInitODE2(0);
    dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
    program[k].run();
    dCloseODE();
    return 0;
  }
  fprintf(stderr, "usage: odd_threads NAME\n");
  return 2;
}
