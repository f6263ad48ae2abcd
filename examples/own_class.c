/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A geom class of a program's own, guarded: ellipsoids that are thrown at a thin plate, once with plain ODE and once
 * with qmboxWorldSimulate(). doc/own-geom-class.md explains it.
 *
 *   cc own_class.c $(pkg-config --cflags --libs ode-qmbox) -o own_class && ./own_class
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qmbox.h>

#define THROWN 20
#define PLATE ((dReal)0.002)

/* ------------------------------------------------------------------ what ODE needs of a class */

/* The half axes of a geom. */
static double *axes(dGeomID geom) {
  return (double *)dGeomGetClassData(geom);
}

/* Writes the point of the geom that is farthest along a direction of its own frame, of any length but zero. */
static void farthest(dGeomID geom, const double direction[3], double point[3]) {
  const double *axis = axes(geom);
  double x = axis[0] * direction[0], y = axis[1] * direction[1], z = axis[2] * direction[2];
  double length = sqrt(x * x + y * y + z * z);
  point[0] = axis[0] * x / length;
  point[1] = axis[1] * y / length;
  point[2] = axis[2] * z / length;
}

/* Returns how far the geom extends from its position along a direction in world coordinates; writes the point there. */
static dReal extent(dGeomID geom, const dReal direction[3], dReal point[3]) {
  const dReal *R = dGeomGetRotation(geom), *position = dGeomGetPosition(geom);
  double own[3], at[3];
  dReal along = 0;
  for (int i = 0; i < 3; i++) own[i] = R[i] * direction[0] + R[4 + i] * direction[1] + R[8 + i] * direction[2];
  farthest(geom, own, at);
  for (int i = 0; i < 3; i++) {
    dReal offset = (dReal)(R[4 * i] * at[0] + R[4 * i + 1] * at[1] + R[4 * i + 2] * at[2]);
    point[i] = position[i] + offset;
    along += offset * direction[i];
  }
  return along;
}

static void bounds(dGeomID geom, dReal aabb[6]) {
  const dReal *position = dGeomGetPosition(geom);
  for (int i = 0; i < 3; i++) {
    dReal direction[3] = {0, 0, 0}, point[3], half;
    direction[i] = 1;
    half = extent(geom, direction, point);
    aabb[2 * i] = position[i] - half;
    aabb[2 * i + 1] = position[i] + half;
  }
}

/* Makes one contact with the face of the box in which the geom is least deep; none if a face has it outside. */
static int collideWithBox(dGeomID geom, dGeomID box, int flags, dContactGeom *contact, int skip) {
  const dReal *R = dGeomGetRotation(box), *centre = dGeomGetPosition(box), *position = dGeomGetPosition(geom);
  dVector3 sides;
  (void)flags;
  (void)skip; /* there is one contact only */
  dGeomBoxGetLengths(box, sides);
  memset(contact, 0, sizeof *contact);
  contact->depth = dInfinity;
  for (int face = 0; face < 6; face++) {
    int axis = face / 2;
    dReal normal[3], inward[3], point[3], height = 0, sign = face % 2 == 0 ? 1 : -1;
    for (int i = 0; i < 3; i++) normal[i] = sign * R[4 * i + axis];
    for (int i = 0; i < 3; i++) inward[i] = -normal[i];
    for (int i = 0; i < 3; i++) height += normal[i] * (position[i] - centre[i]);
    dReal depth = sides[axis] / 2 + extent(geom, inward, point) - height;
    if (depth < 0) return 0;
    if (depth >= contact->depth) continue;
    contact->depth = depth;
    for (int i = 0; i < 3; i++) contact->normal[i] = normal[i];
    for (int i = 0; i < 3; i++) contact->pos[i] = point[i];
  }
  contact->g1 = geom;
  contact->g2 = box;
  return 1;
}

static dColliderFn *colliderFor(int other) {
  return other == dBoxClass ? collideWithBox : NULL;
}

/* ------------------------------------------------------------------ what the guard needs besides */

static double reach(dGeomID geom) {
  const double *axis = axes(geom);
  return fmax(axis[0], fmax(axis[1], axis[2]));
}

/* The core is the middle: no point of the surface is nearer to it than the shortest half axis. */
static double inner(dGeomID geom) {
  const double *axis = axes(geom);
  return fmin(axis[0], fmin(axis[1], axis[2]));
}

static qmboxSupport support;

/* Returns the number of the class, 0 if there is none. */
static int makeClass(void) {
  dGeomClass description;
  memset(&description, 0, sizeof description);
  description.bytes = 3 * sizeof(double);
  description.collider = colliderFor;
  description.aabb = bounds;
  int number = dCreateGeomClass(&description);
  support.size = sizeof support;
  support.farthest = farthest;
  support.reach = reach;
  support.inner = inner;
  return qmboxSetSupport(number, &support) ? number : 0;
}

/* ------------------------------------------------------------------ the scene */

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dBodyID body[THROWN];
} scene;

static void near_callback(void *data, dGeomID o1, dGeomID o2) {
  scene *s = (scene *)data;
  dContact contact;
  memset(&contact, 0, sizeof contact);
  contact.surface.mode = dContactBounce;
  contact.surface.bounce = (dReal)0.3;
  if (dCollide(o1, o2, 1, &contact.geom, sizeof contact) == 1)
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact), dGeomGetBody(o1), dGeomGetBody(o2));
}

static scene makeScene(int class_number) {
  scene s;
  s.world = dWorldCreate();
  s.space = dHashSpaceCreate(0);
  s.contacts = dJointGroupCreate(0);
  dCreateBox(s.space, PLATE, 40, 40); /* in the plane x = 0 */
  for (int i = 0; i < THROWN; i++) {
    dGeomID geom = dCreateGeom(class_number);
    axes(geom)[0] = 0.02;
    axes(geom)[1] = 0.05;
    axes(geom)[2] = 0.1;
    s.body[i] = dBodyCreate(s.world);
    dGeomSetBody(geom, s.body[i]);
    dSpaceAdd(s.space, geom);
    dBodySetPosition(s.body[i], -1 - (dReal)0.1 * (dReal)i, (dReal)i - THROWN / 2, 0);
    dBodySetLinearVel(s.body[i], 50, 0, 0);
    dBodySetAngularVel(s.body[i], 3, (dReal)i, 7);
  }
  return s;
}

/* Steps a second, guarded or not; returns how many bodies are behind the plate at the end. */
static int throwAll(int class_number, int guarded) {
  scene s = makeScene(class_number);
  int through = 0;
  qmboxSimulateOptions options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.nearCallback = near_callback;
  options.nearData = &s;
  options.contacts = s.contacts;
  options.continuity = guarded ? QMBOX_CONTINUITY_GUARDED : QMBOX_CONTINUITY_OFF;
  for (int frame = 0; frame < 60; frame++) qmboxWorldSimulate(s.world, s.space, (dReal)(1.0 / 60), &options, NULL);
  for (int i = 0; i < THROWN; i++) through += dBodyGetPosition(s.body[i])[0] > 0;
  dJointGroupDestroy(s.contacts);
  dSpaceDestroy(s.space);
  dWorldDestroy(s.world);
  return through;
}

int main(void) {
  dInitODE();
  int class_number = makeClass();
  if (class_number == 0) return EXIT_FAILURE; /* a message gives the reason */
  printf("plain ODE: %d of %d ellipsoids go through the plate\n", throwAll(class_number, 0), THROWN);
  int through = throwAll(class_number, 1);
  printf("guarded: %d of %d\n", through, THROWN);
  dCloseODE();
  return through == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
