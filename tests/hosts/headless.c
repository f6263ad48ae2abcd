/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * ODE's demos without a window: the functions of drawstuff that they call, none of which draws.
 *
 * The simulation loop runs for DEMO_FRAMES frames, with the random numbers of DEMO_SEED, and presses the keys of
 * DEMO_KEYS in turn, one every ten frames.  Boxes are noted as they are drawn; after each frame the overlaps of any two
 * of them are measured with ODE's own collider.  At the end one line is printed, and one for each frame:
 *
 *   frames F deepest D deep N lost L poses P contacts C
 *   microseconds T
 *
 * D is the greatest overlap in all frames, N counts the frames with one above 5 mm, L the poses that were not numbers,
 * P is a sum over all poses that distinguishes two runs, C counts the contact joints that the demo has made, and T is
 * the processor time of a frame.
 */

#define _GNU_SOURCE /* clock_gettime, RTLD_NEXT */

#include <dlfcn.h>
#include <math.h>
#include <ode/ode.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BOXES = 2048, MOST_CONTACTS = 8, MOST_FRAMES = 10000 };

#define DEEP 0.005

/* These declarations are drawstuff.h's. */
struct dsFunctions {
  int version;
  void (*start)(void);
  void (*step)(int pause);
  void (*command)(int key);
  void (*stop)(void);
  const char *textures;
};

typedef struct drawn_box {
  dReal position[3], turn[12], side[3];
} drawn_box;

static drawn_box drawn[MOST_BOXES];
static int boxes, stopped, deep_frames, lost_poses;
static double deepest, frame_time[MOST_FRAMES];
static uint64_t poses;
static long contacts;

/* ------------------------------------------------------------------ what the demos draw */

static void add_to_poses(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  poses = (poses ^ bits) * 0x9e3779b97f4a7c15u;
  poses ^= poses >> 32;
}

static void check_pose(const double *position, const double *turn) {
  for (int i = 0; i < 3; i++) add_to_poses(position[i]);
  for (int i = 0; i < 12; i++) add_to_poses(i % 4 != 3 ? turn[i] : 0);
  for (int i = 0; i < 3; i++) lost_poses += !isfinite(position[i]);
  for (int i = 0; i < 12; i++) lost_poses += i % 4 != 3 && !isfinite(turn[i]);
}

static void note_box(const double *position, const double *turn, const double *side) {
  if (boxes == MOST_BOXES) return;
  drawn_box *box = &drawn[boxes++];
  for (int i = 0; i < 3; i++) box->position[i] = (dReal)position[i];
  for (int i = 0; i < 12; i++) box->turn[i] = (dReal)turn[i];
  for (int i = 0; i < 3; i++) box->side[i] = (dReal)side[i];
}

static void widen(const float *from, double *to, int count) {
  for (int i = 0; i < count; i++) to[i] = (double)from[i];
}

void dsDrawBoxD(const double *position, const double *turn, const double *side);
void dsDrawBoxD(const double *position, const double *turn, const double *side) {
  check_pose(position, turn);
  note_box(position, turn, side);
}

void dsDrawBox(const float *position, const float *turn, const float *side);
void dsDrawBox(const float *position, const float *turn, const float *side) {
  double p[3], r[12], s[3];
  widen(position, p, 3);
  widen(turn, r, 12);
  widen(side, s, 3);
  dsDrawBoxD(p, r, s);
}

/* Other shapes: their further arguments do not matter where the caller cleans them up. */
#define POSE_OF(name)                                        \
  void name##D(const double *position, const double *turn);  \
  void name##D(const double *position, const double *turn) { \
    check_pose(position, turn);                              \
  }                                                          \
  void name(const float *position, const float *turn);       \
  void name(const float *position, const float *turn) {      \
    double p[3], r[12];                                      \
    widen(position, p, 3);                                   \
    widen(turn, r, 12);                                      \
    check_pose(p, r);                                        \
  }

POSE_OF(dsDrawSphere)
POSE_OF(dsDrawCylinder)
POSE_OF(dsDrawCapsule)
POSE_OF(dsDrawConvex)

/* ------------------------------------------------------------------ measures */

/* Counts a contact joint, and has it made by whatever comes next: the preload library or ODE. */
dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact *contact) {
  static dJointID (*make)(dWorldID, dJointGroupID, const dContact *);
  if (!make) *(void **)&make = dlsym(RTLD_NEXT, "dJointCreateContact");
  contacts++;
  return make(world, group, contact);
}

static dGeomID make_box(const drawn_box *box) {
  dGeomID geom = dCreateBox(0, box->side[0], box->side[1], box->side[2]);
  dGeomSetPosition(geom, box->position[0], box->position[1], box->position[2]);
  dGeomSetRotation(geom, box->turn);
  return geom;
}

static double depth_of(dGeomID box1, dGeomID box2) {
  dContactGeom contact[MOST_CONTACTS];
  int count = dCollide(box1, box2, MOST_CONTACTS, contact, sizeof contact[0]);
  double depth = 0;
  for (int i = 0; i < count; i++) depth = fmax(depth, (double)contact[i].depth);
  return depth;
}

static double reach(const drawn_box *box) {
  return 0.5 * (double)dCalcVectorLength3(box->side);
}

/* Returns true if spheres around the two boxes meet, as ODE's collider need not be asked else. */
static bool are_near(const drawn_box *box1, const drawn_box *box2) {
  dVector3 apart;
  dSubtractVectors3(apart, box1->position, box2->position);
  return (double)dCalcVectorLength3(apart) < reach(box1) + reach(box2);
}

static void measure_overlaps(void) {
  static dGeomID geom[MOST_BOXES];
  double depth = 0;
  for (int i = 0; i < boxes; i++) geom[i] = make_box(&drawn[i]);
  for (int i = 0; i < boxes; i++) {
    for (int j = 0; j < i; j++) {
      if (are_near(&drawn[i], &drawn[j])) depth = fmax(depth, depth_of(geom[i], geom[j]));
    }
  }
  for (int i = 0; i < boxes; i++) dGeomDestroy(geom[i]);
  boxes = 0;
  deepest = fmax(deepest, depth);
  deep_frames += depth > DEEP;
}

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static void print_measures(int frames) {
  printf("frames %d deepest %.4f deep %d lost %d poses %016llx contacts %ld\n", frames, deepest, deep_frames,
         lost_poses, (unsigned long long)poses, contacts);
  for (int i = 0; i < frames; i++) printf("microseconds %.1f\n", frame_time[i]);
}

/* ------------------------------------------------------------------ the loop */

static int number_from(const char *name, int usual) {
  const char *text = getenv(name);
  return text ? atoi(text) : usual;
}

void dsSimulationLoop(int argc, char **argv, int width, int height, struct dsFunctions *demo);
void dsSimulationLoop(int argc, char **argv, int width, int height, struct dsFunctions *demo) {
  const char *keys = getenv("DEMO_KEYS");
  int frames = number_from("DEMO_FRAMES", 300), frame = 0;
  (void)argc;
  (void)argv;
  (void)width;
  (void)height;
  dRandSetSeed((unsigned long)number_from("DEMO_SEED", 0));
  if (demo->start) demo->start();
  for (; frame < frames && frame < MOST_FRAMES && !stopped; frame++) {
    if (keys && *keys && frame % 10 == 0 && demo->command) demo->command(*keys++);
    double start = processor_time();
    demo->step(0);
    frame_time[frame] = processor_time() - start;
    measure_overlaps();
  }
  if (demo->stop) demo->stop();
  print_measures(frame);
}

void dsStop(void);
void dsStop(void) {
  stopped = 1;
}

double dsElapsedTime(void);
double dsElapsedTime(void) {
  return 1.0 / 60;
}

/* None of the others has anything to do. */
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
NOTHING(dsDrawTriangle)
NOTHING(dsDrawTriangleD)
NOTHING(dsDrawTriangles)
NOTHING(dsDrawTrianglesD)
NOTHING(dsDrawLine)
NOTHING(dsDrawLineD)
