/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * engines: the scenes of engines_rapier.mjs and engines_jolt.mjs, with ODE and this library.
 *
 *     engines
 *
 * Prints the distances of sliders on flush tiles, the hits of a cast that starts in contact, the frames of a sensor's
 * events, and the depths of overlaps (doc/engines.md).
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "qmbox.h"

enum { TILES = 44, ROOM_TILES = 10, FRAMES = 500, SENSOR_FRAMES = 600, EVENT_FRAME = 150, MOST_CONTACTS = 16 };

static const dReal STEP = (dReal)0.01;

/* ------------------------------------------------------------------ a world */

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  qmboxSimulateOptions options;
  dGeomID sensor;
} scene;

static void near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  dContact contact[MOST_CONTACTS];
  if (o1 == s->sensor || o2 == s->sensor) return;
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  for (int k = 0; k < count; k++) {
    contact[k].surface = (dSurfaceParameters){.mode = dContactApprox1};
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[k]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static int is_sensor(void *data, dGeomID geom) {
  return geom == ((const scene *)data)->sensor;
}

static void make_scene(scene *s) {
  *s = (scene){.world = dWorldCreate(), .space = dHashSpaceCreate(0), .contacts = dJointGroupCreate(0)};
  s->options = (qmboxSimulateOptions){.size = sizeof s->options, .nearCallback = near, .contacts = s->contacts};
  s->options.nearData = s->options.sensorData = s;
  s->options.sensor = is_sensor;
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
}

static void free_scene(scene *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static dBodyID add_body(scene *s, dGeomID geom, dReal x, dReal y, dReal z, dReal speed) {
  dBodyID body = dBodyCreate(s->world);
  dGeomSetBody(geom, body);
  dBodySetPosition(body, x, y, z);
  dBodySetLinearVel(body, speed, 0, 0);
  return body;
}

/* ------------------------------------------------------------------ floors */

static dTriMeshDataID data_of(float *vertex, int vertices, const dTriIndex *index, int triangles) {
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, vertex, 3 * sizeof *vertex, vertices, index, 3 * triangles, 3 * sizeof *index);
  return data;
}

/* Writes tiles of one metre from x = -1 on, 6 m wide, and a wall at 4.5 m; returns the mesh. */
static dTriMeshDataID mesh_of(int tiles, int wall) {
  static float vertex[3 * (2 * TILES + 6)];
  static dTriIndex index[3 * (2 * TILES + 2)];
  int v = 0, t = 0;
  for (int i = 0; i <= tiles; i++) {
    for (int side = -3; side <= 3; side += 6, v++) {
      vertex[3 * v] = (float)(i - 1);
      vertex[3 * v + 1] = (float)side;
      vertex[3 * v + 2] = 0;
    }
  }
  for (int i = 0; i < tiles; i++) {
    const dTriIndex a = (dTriIndex)(2 * i), corner[6] = {a, a + 2, a + 1, a + 2, a + 3, a + 1};
    memcpy(index + 3 * t, corner, sizeof corner);
    t += 2;
  }
  for (int k = 0; k < 4 && wall; k++, v++) {
    const float corner[3] = {4.5F, k % 2 ? 3 : -3, (float)(k / 2)};
    memcpy(vertex + 3 * v, corner, sizeof corner);
  }
  const dTriIndex a = (dTriIndex)(v - 4), corner[6] = {a, a + 2, a + 1, a + 1, a + 2, a + 3};
  if (wall) memcpy(index + 3 * t, corner, sizeof corner);
  return data_of(vertex, v, index, wall ? t + 2 : t);
}

/* ------------------------------------------------------------------ slides */

static dGeomID slider_of(dSpaceID space, int kind) {
  const dReal side = (dReal)0.5, radius = (dReal)0.25;
  if (kind == 0) return dCreateBox(space, side, side, side);
  return kind == 1 ? dCreateSphere(space, radius) : dCreateCapsule(space, radius, side);
}

static void slide(int kind, int mesh, int mends, int soft) {
  static const char *const NAMES[] = {"box", "ball", "capsule"};
  scene s;
  make_scene(&s);
  s.options.mendSeams = mends;
  if (soft) dWorldSetCFM(s.world, (dReal)0.01);
  dTriMeshDataID data = mesh ? mesh_of(TILES, 0) : 0;
  if (mesh) dCreateTriMesh(s.space, data, 0, 0, 0);
  for (int i = 0; i < TILES && !mesh; i++)
    dGeomSetPosition(dCreateBox(s.space, 1, 6, 1), (dReal)(i - 1), 0, (dReal)-0.5);
  dGeomID geom = slider_of(s.space, kind);
  dBodyID body = add_body(&s, geom, (dReal)0.37, (dReal)0.13, (dReal)0.25, 5);
  dMatrix3 lying;
  dRFromAxisAndAngle(lying, 1, 0, 0, (dReal)(M_PI / 2));
  if (kind == 2) dBodySetRotation(body, lying);
  double up = 0;
  for (int i = 0; i < FRAMES; i++) {
    qmboxWorldSimulate(s.world, s.space, STEP, &s.options, 0);
    up = fmax(up, fabs((double)dBodyGetLinearVel(body)[2]));
  }
  printf("slide %s %s%s%s %.2f m, %.3f m/s\n", mesh ? "mesh" : "boxes", NAMES[kind], soft ? " soft" : "",
         mends ? " mended" : "", (double)dBodyGetPosition(body)[0] - 0.37, up);
  free_scene(&s);
  if (data) dGeomTriMeshDataDestroy(data);
}

/* ------------------------------------------------------------------ casts */

static void cast(double z, int approaching) {
  enum { MOST_HITS = 4 };
  dSpaceID space = dHashSpaceCreate(0);
  dTriMeshDataID data = mesh_of(ROOM_TILES, 1);
  dGeomID box = dCreateBox(0, 1, 1, 1);
  const double from[3] = {0.013, 0.017, z}, to[3] = {10.013, 0.017, z}, unturned[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_between(0, from, unturned, 10, to, unturned);
  qmboxCast how = {.t1 = 10, .motion = &motion, .approaching = approaching};
  qmboxContact hit[MOST_HITS];
  dCreateTriMesh(space, data, 0, 0, 0);
  int count = qmboxSpaceCast(space, box, &how, hit, MOST_HITS);
  printf("cast %.4f%s", z, approaching ? " approaching" : "");
  for (int k = 0; k < count && k < MOST_HITS; k++)
    printf(" %.4f normal %.2f %.2f %.2f", hit[k].time, (double)hit[k].normal[0], (double)hit[k].normal[1],
           (double)hit[k].normal[2]);
  printf("%s\n", count > 0 ? "" : " none");
  dGeomDestroy(box);
  dSpaceDestroy(space);
  dGeomTriMeshDataDestroy(data);
}

/* ------------------------------------------------------------------ sensors */

typedef enum change { SLEEPS, DESTROYED, LEAVES, DISABLED, SENSOR_DESTROYED, CHANGES } change;

static void make_change(scene *s, change by, dBodyID body, dGeomID geom) {
  if (by == DESTROYED) {
    dGeomDestroy(geom);
    dBodyDestroy(body);
  }
  if (by == DISABLED) dGeomDisable(geom);
  if (by == SLEEPS) dBodyDisable(body); /* ODE puts bodies without joints never to sleep */
  if (by == SENSOR_DESTROYED) dGeomDestroy(s->sensor);
}

static void sense(change by) {
  static const char *const NAMES[] = {"sleeps", "destroyed", "leaves", "disabled", "sensor destroyed"};
  scene s;
  make_scene(&s);
  dWorldSetGravity(s.world, 0, 0, 0);
  s.options.contactLog = qmboxContactLogCreate();
  s.sensor = dCreateBox(s.space, 2, 2, 2);
  dGeomID geom = dCreateBox(s.space, (dReal)0.5, (dReal)0.5, (dReal)0.5);
  dBodyID body = add_body(&s, geom, (dReal)-2.02, 0, 0, by == SLEEPS || by == LEAVES ? 5 : 1);
  dBodySetLinearDamping(body, by == SLEEPS ? (dReal)0.03 : 0);
  printf("sensor %s", NAMES[by]);
  for (int i = 0; i < SENSOR_FRAMES; i++) {
    int count;
    if (i == EVENT_FRAME) make_change(&s, by, body, geom);
    qmboxWorldSimulate(s.world, s.space, STEP, &s.options, 0);
    const qmboxContactEvent *event = qmboxContactLogEvents(s.options.contactLog, &count);
    for (int k = 0; k < count; k++) {
      if (event[k].kind == QMBOX_CONTACT_BEGINS) printf(" begin@%d+%.4f", i, (double)event[k].time);
      if (event[k].kind == QMBOX_CONTACT_ENDS) printf(" end@%d", i);
    }
  }
  printf("\n");
  qmboxContactLogDestroy(s.options.contactLog);
  free_scene(&s);
}

/* ------------------------------------------------------------------ overlaps */

static void overlap(const char *name, dGeomID one, dGeomID other, dReal x, dReal y, dReal z, double truth) {
  dSpaceID space = dSimpleSpaceCreate(0);
  qmboxOverlap found;
  dSpaceAdd(space, other);
  dGeomSetPosition(other, x, y, z);
  int count = qmboxSpaceOverlaps(space, one, 0, 0, &found, 1);
  printf("overlap %s %.9f, at least %.9f, true %.9f\n", name, count > 0 ? found.depth : 0, count > 0 ? found.least : 0,
         truth);
  dGeomDestroy(one);
  dSpaceDestroy(space);
}

/* Cylinders and capsules stand along z: the other engines' along y. */
static void overlaps(void) {
  const dReal half = (dReal)0.5, quarter = (dReal)0.25, at = (dReal)0.9, low = (dReal)0.1, high = (dReal)0.2;
  overlap("box-box", dCreateBox(0, 1, 1, 1), dCreateBox(0, 1, 1, 1), at, low, high, 0.1);
  overlap("ball-box", dCreateSphere(0, half), dCreateBox(0, 1, 1, 1), at, low, high, 0.1);
  overlap("ball in box", dCreateSphere(0, high), dCreateBox(0, 1, 1, 1), 0, (dReal)0.001, 0, 0.699);
  overlap("capsule-box", dCreateCapsule(0, quarter, 1), dCreateBox(0, 1, 1, 1), (dReal)0.65, high, low, 0.1);
  overlap("cylinder-box", dCreateCylinder(0, half, 1), dCreateBox(0, 1, 1, 1), at, high, low, 0.1);
  overlap("cylinder-cylinder", dCreateCylinder(0, half, 1), dCreateCylinder(0, half, 1), at, 0, low, 0.1);
}

int main(void) {
  dInitODE();
  for (int k = 0; k < 3 * 8; k++) slide(k / 8, k / 4 % 2, k % 2, k / 2 % 2);
  for (int k = 0; k < 2 * 2; k++) cast(k / 2 ? 0.5001 : 0.4999, k % 2);
  for (int k = 0; k < CHANGES; k++) sense((change)k);
  overlaps();
  dCloseODE();
  return 0;
}
