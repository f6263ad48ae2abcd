/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * ODE's demos without a window: the functions of drawstuff that they call, none of which draws.
 *
 * The simulation loop runs for DEMO_FRAMES frames and presses the keys of DEMO_KEYS in turn, one every ten frames.
 * Boxes are noted as they are drawn; at the end of each frame the deepest overlap of two of them is measured with ODE's
 * own collider, and the greatest of all frames is printed at the end.
 */

#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BOXES = 2048, MOST_CONTACTS = 8 };

/* As in drawstuff.h. */
struct dsFunctions {
  int version;
  void (*start)(void);
  void (*step)(int pause);
  void (*command)(int key);
  void (*stop)(void);
  const char *textures;
};

static dGeomID box[MOST_BOXES];
static int boxes, stopped;
static double deepest;

static double depth_of(dGeomID box1, dGeomID box2) {
  dContactGeom contact[MOST_CONTACTS];
  int count = dCollide(box1, box2, MOST_CONTACTS, contact, sizeof contact[0]);
  double depth = 0;
  for (int i = 0; i < count; i++) depth = (double)contact[i].depth > depth ? (double)contact[i].depth : depth;
  return depth;
}

static void measure(void) {
  for (int i = 0; i < boxes; i++) {
    for (int j = 0; j < i; j++) {
      double depth = depth_of(box[i], box[j]);
      deepest = depth > deepest ? depth : deepest;
    }
  }
  for (int i = 0; i < boxes; i++) dGeomDestroy(box[i]);
  boxes = 0;
}

static void note_box(const dReal position[3], const dReal turn[12], const dReal side[3]) {
  if (boxes == MOST_BOXES) return;
  box[boxes] = dCreateBox(0, side[0], side[1], side[2]);
  dGeomSetPosition(box[boxes], position[0], position[1], position[2]);
  dGeomSetRotation(box[boxes++], turn);
}

static int frames_wanted(void) {
  const char *frames = getenv("DEMO_FRAMES");
  return frames ? atoi(frames) : 300;
}

void dsSimulationLoop(int argc, char **argv, int width, int height, struct dsFunctions *demo);
void dsSimulationLoop(int argc, char **argv, int width, int height, struct dsFunctions *demo) {
  const char *keys = getenv("DEMO_KEYS");
  (void)argc;
  (void)argv;
  (void)width;
  (void)height;
  if (demo->start) demo->start();
  for (int i = 0; i < frames_wanted() && !stopped; i++) {
    if (keys && *keys && i % 10 == 0 && demo->command) demo->command(*keys++);
    demo->step(0);
    measure();
  }
  if (demo->stop) demo->stop();
  printf("deepest overlap %.4f\n", deepest);
}

void dsDrawBoxD(const double position[3], const double turn[12], const double side[3]);
void dsDrawBoxD(const double position[3], const double turn[12], const double side[3]) {
  dReal p[3], r[12], s[3];
  for (int i = 0; i < 3; i++) p[i] = (dReal)position[i];
  for (int i = 0; i < 12; i++) r[i] = (dReal)turn[i];
  for (int i = 0; i < 3; i++) s[i] = (dReal)side[i];
  note_box(p, r, s);
}

void dsDrawBox(const float position[3], const float turn[12], const float side[3]);
void dsDrawBox(const float position[3], const float turn[12], const float side[3]) {
  double p[3], r[12], s[3];
  for (int i = 0; i < 3; i++) p[i] = (double)position[i];
  for (int i = 0; i < 12; i++) r[i] = (double)turn[i];
  for (int i = 0; i < 3; i++) s[i] = (double)side[i];
  dsDrawBoxD(p, r, s);
}

void dsStop(void);
void dsStop(void) {
  stopped = 1;
}

double dsElapsedTime(void);
double dsElapsedTime(void) {
  return 1.0 / 60;
}

/* None of the others has anything to do: their arguments do not matter where the caller cleans them up. */
#define NOTHING(name) \
  void name(void);    \
  void name(void) {}

NOTHING(dsError)
NOTHING(dsDebug)
NOTHING(dsPrint)
NOTHING(dsSetViewpoint)
NOTHING(dsGetViewpoint)
NOTHING(dsSetTexture)
NOTHING(dsSetColor)
NOTHING(dsSetColorAlpha)
NOTHING(dsSetSphereQuality)
NOTHING(dsSetCapsuleQuality)
NOTHING(dsSetDrawMode)
NOTHING(dsDrawSphere)
NOTHING(dsDrawSphereD)
NOTHING(dsDrawTriangle)
NOTHING(dsDrawTriangleD)
NOTHING(dsDrawTriangles)
NOTHING(dsDrawTrianglesD)
NOTHING(dsDrawCylinder)
NOTHING(dsDrawCylinderD)
NOTHING(dsDrawCapsule)
NOTHING(dsDrawCapsuleD)
NOTHING(dsDrawLine)
NOTHING(dsDrawLineD)
NOTHING(dsDrawConvex)
NOTHING(dsDrawConvexD)
