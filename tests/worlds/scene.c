/* SPDX-License-Identifier: BSD-3-Clause */

/* Worlds, and what they are built from. */

#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 8, MOST_TRIES = 20000 };

static const double DENSITY = 1000;
static const double SLOW = 0.01, SLOW_SPIN = 0.1;

/* ------------------------------------------------------------------ spaces */

static dSpaceID plain_space(space_kind kind, dSpaceID parent) {
  const dVector3 centre = {0, 0, 0, 0}, extents = {20, 20, 20, 0};

  switch (kind) {
    case SPACE_SIMPLE:
      return dSimpleSpaceCreate(parent);
    case SPACE_QUADTREE:
      return dQuadTreeSpaceCreate(parent, centre, extents, 4);
    case SPACE_SWEEP:
      return dSweepAndPruneSpaceCreate(parent, dSAP_AXES_XYZ);
    default:
      return dHashSpaceCreate(parent);
  }
}

uint64_t scene_first_seed(const char *variable) {
  const char *text = getenv(variable);
  return text ? strtoull(text, 0, 10) : 1;
}

scene *scene_new(uint64_t seed, space_kind kind) {
  scene *s = calloc(1, sizeof *s);

  if (s == NULL) {
    fputs("no memory for a scene\n", stderr);
    exit(2);
  }
  dRandSetSeed(1); /* dWorldQuickStep() draws from it */
  s->world = dWorldCreate();
  s->space = kind == SPACE_NESTED ? dSimpleSpaceCreate(0) : plain_space(kind, 0);
  for (space_kind k = SPACE_HASH; kind == SPACE_NESTED && k < SPACE_NESTED; k++) {
    s->nested[s->nested_count++] = plain_space(k, s->space);
  }
  s->contacts = dJointGroupCreate(0);
  s->random = random_from(seed);
  s->mu = (dReal)0.5;
  s->frame = 1.0 / 60;
  return s;
}

void scene_free(scene *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
  for (int k = 0; k < SCENE_MESHES; k++) {
    if (s->mesh[k]) dGeomTriMeshDataDestroy(s->mesh[k]);
    free(s->mesh_vertex[k]);
    free(s->mesh_index[k]);
  }
  if (s->field) dGeomHeightfieldDataDestroy(s->field);
  for (int i = 0; i < s->owned_count; i++) free(s->owned[i]);
  free(s->owned);
  free(s->geoms);
  free(s);
}

void *scene_memory(scene *s, size_t count, size_t size) {
  void *room = calloc(count, size);
  void **owned = realloc(s->owned, (size_t)(s->owned_count + 1) * sizeof *owned);

  if (room == NULL || owned == NULL) {
    fputs("no memory for a scene's shapes\n", stderr);
    exit(2);
  }
  s->owned = owned;
  return s->owned[s->owned_count++] = room;
}

/* Returns one of the spaces within the space, or the space itself, for the next geom. */
static dSpaceID any_space(scene *s) {
  int turn = s->nested_count > 0 ? random_below(&s->random, s->nested_count + 1) : 0;

  return turn < s->nested_count ? s->nested[turn] : s->space;
}

dGeomID scene_keep(scene *s, dGeomID geom) {
  dGeomID *larger = realloc(s->geoms, (size_t)(s->geom_count + 1) * sizeof *larger);

  if (larger == NULL) {
    fputs("no memory for a scene's geoms\n", stderr);
    exit(2);
  }
  s->geoms = larger;
  s->geoms[s->geom_count++] = geom;
  return geom;
}

/* ------------------------------------------------------------------ contacts */

bool scene_refuses(void *data, dGeomID o1, dGeomID o2) {
  const scene *s = data;

  return s->refuses != NULL && s->refuses(s, o1, o2);
}

static void make_contact(scene *s, dContact *contact, dBodyID body1, dBodyID body2) {
  memset(&contact->surface, 0, sizeof contact->surface);
  contact->surface.mode = dContactApprox1 | (s->bounce > 0 ? dContactBounce : 0);
  contact->surface.mu = s->mu;
  contact->surface.bounce = s->bounce;
  contact->surface.bounce_vel = (dReal)1e-3;
  if (s->surface != NULL) s->surface(s, contact);
  dJointAttach(dJointCreateContact(s->world, s->contacts, contact), body1, body2);
}

void scene_near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  dContact contact[MOST_CONTACTS];
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);

  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, scene_near);
    if (dGeomIsSpace(o1)) dSpaceCollide((dSpaceID)o1, data, scene_near);
    if (dGeomIsSpace(o2)) dSpaceCollide((dSpaceID)o2, data, scene_near);
    return;
  }
  if (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact)) return;
  if ((!body1 && !body2) || scene_refuses(s, o1, o2)) return;
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, (int)sizeof *contact);
  for (int i = 0; i < count; i++) make_contact(s, &contact[i], body1, body2);
}

/* ------------------------------------------------------------------ parts */

static void to_real(dReal to[3], double x, double y, double z) {
  to[0] = (dReal)x;
  to[1] = (dReal)y;
  to[2] = (dReal)z;
}

static dGeomID new_geom(scene *s, double lx, double ly, double lz) {
  return scene_keep(s, dCreateBox(any_space(s), (dReal)lx, (dReal)ly, (dReal)lz));
}

dBodyID scene_box(scene *s, double lx, double ly, double lz, double x, double y, double z) {
  dBodyID body = dBodyCreate(s->world);
  dMass mass;

  dMassSetBox(&mass, (dReal)DENSITY, (dReal)lx, (dReal)ly, (dReal)lz);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, (dReal)x, (dReal)y, (dReal)z);
  dGeomSetBody(new_geom(s, lx, ly, lz), body);
  return body;
}

dBodyID scene_body(scene *s, dGeomID geom, const dMass *mass, double x, double y, double z) {
  dBodyID body = dBodyCreate(s->world);

  dBodySetMass(body, mass);
  dBodySetPosition(body, (dReal)x, (dReal)y, (dReal)z);
  dGeomSetBody(scene_keep(s, geom), body);
  return body;
}

void scene_replace_last(scene *s, dGeomID geom) {
  dGeomID *last = &s->geoms[s->geom_count - 1];

  dGeomSetBody(geom, dGeomGetBody(*last));
  dGeomDestroy(*last);
  *last = geom;
}

dGeomID scene_static_box(scene *s, double lx, double ly, double lz, double x, double y, double z) {
  dGeomID geom = new_geom(s, lx, ly, lz);

  dGeomSetPosition(geom, (dReal)x, (dReal)y, (dReal)z);
  return geom;
}

void scene_ground(scene *s) {
  scene_keep(s, dCreatePlane(s->space, 0, 0, 1, 0));
}

dBodyID scene_kinematic_box(scene *s, double lx, double ly, double lz, double x, double y, double z) {
  dBodyID body = scene_box(s, lx, ly, lz, x, y, z);

  dBodySetKinematic(body);
  return body;
}

void scene_add_offset_box(scene *s, dBodyID body, double lx, double ly, double lz, double x, double y, double z) {
  dGeomID geom = new_geom(s, lx, ly, lz);
  dMass all, mass;
  dReal centre[3];

  dBodyGetMass(body, &all);
  dMassSetBox(&mass, (dReal)DENSITY, (dReal)lx, (dReal)ly, (dReal)lz);
  dMassTranslate(&mass, (dReal)x, (dReal)y, (dReal)z);
  dMassAdd(&all, &mass);
  dGeomSetBody(geom, body);
  dGeomSetOffsetPosition(geom, (dReal)x, (dReal)y, (dReal)z);
  to_real(centre, (double)all.c[0], (double)all.c[1], (double)all.c[2]);
  for (dGeomID g = dBodyGetFirstGeom(body); g != 0; g = dBodyGetNextGeom(g)) {
    const dReal *at = dGeomGetOffsetPosition(g);
    dGeomSetOffsetPosition(g, at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]);
  }
  dMassTranslate(&all, -centre[0], -centre[1], -centre[2]);
  to_real(all.c, 0, 0, 0);
  dBodySetMass(body, &all);
}

void scene_room(scene *s, double lx, double ly, double lz, double thickness) {
  double side[3] = {lx, ly, lz};

  s->closed = true;
  s->room_wall = thickness;
  for (int k = 0; k < 3; k++) {
    s->room_low[k] = (k == 2 ? 0 : -side[k] / 2) - thickness / 2;
    s->room_high[k] = (k == 2 ? side[k] : side[k] / 2) + thickness / 2;
    for (int end = 0; end < 2; end++) {
      double size[3], at[3] = {0, 0, lz / 2};
      for (int i = 0; i < 3; i++) size[i] = i == k ? thickness : side[i] + 2 * thickness;
      at[k] = end ? s->room_high[k] : s->room_low[k];
      scene_static_box(s, size[0], size[1], size[2], at[0], at[1], at[2]);
    }
  }
}

void scene_turn(scene *s, dBodyID body) {
  double q[4];
  dQuaternion turn;

  random_direction(&s->random, q, 4);
  for (int i = 0; i < 4; i++) turn[i] = (dReal)q[i];
  dBodySetQuaternion(body, turn);
}

void scene_throw(scene *s, dBodyID body, double speed, double spin) {
  double v[3], w[3], rate = random_uniform(&s->random, 0, spin);

  random_direction(&s->random, v, 3);
  random_direction(&s->random, w, 3);
  dBodySetLinearVel(body, (dReal)(speed * v[0]), (dReal)(speed * v[1]), (dReal)(speed * v[2]));
  dBodySetAngularVel(body, (dReal)(rate * w[0]), (dReal)(rate * w[1]), (dReal)(rate * w[2]));
}

/* ------------------------------------------------------------------ places */

static void note_touch(void *data, dGeomID o1, dGeomID o2) {
  bool *touches = data;
  dContactGeom contact;

  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, note_touch);
  } else if (dGeomGetBody(o1) != dGeomGetBody(o2) && dCollide(o1, o2, 1, &contact, (int)sizeof contact) > 0) {
    *touches = true;
  }
}

static bool touches_something(const scene *s, dBodyID body) {
  bool touches = false;

  for (dGeomID g = dBodyGetFirstGeom(body); g != 0 && !touches; g = dBodyGetNextGeom(g)) {
    dSpaceCollide2(g, (dGeomID)s->space, &touches, note_touch);
  }
  return touches;
}

/* Returns true if no part of the body is behind a wall: the room's boxes may be between its geoms. */
static bool is_inside(const scene *s, dBodyID body) {
  for (dGeomID g = dBodyGetFirstGeom(body); g != 0; g = dBodyGetNextGeom(g)) {
    dReal aabb[6];
    dGeomGetAABB(g, aabb);
    for (int k = 0; k < 3; k++) {
      if (!((double)aabb[2 * k] >= s->room_low[k] && (double)aabb[2 * k + 1] <= s->room_high[k])) return false;
    }
  }
  return true;
}

void scene_place(scene *s, dBodyID body) {
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = random_uniform(&s->random, s->room_low[k], s->room_high[k]);
    dBodySetPosition(body, (dReal)at[0], (dReal)at[1], (dReal)at[2]);
    scene_turn(s, body);
    if (is_inside(s, body) && !touches_something(s, body)) return;
  }
  fputs("a scene's room is too full\n", stderr);
  exit(2);
}

/* ------------------------------------------------------------------ measures */

static void count_outside(dBodyID body, const scene *s, double *sum) {
  const dReal *x = dBodyGetPosition(body);
  bool inside = true;

  for (int k = 0; k < 3; k++) {
    if (!((double)x[k] >= s->room_low[k] && (double)x[k] <= s->room_high[k])) inside = false;
  }
  if (!inside) *sum += 1;
}

static void add_energy(dBodyID body, const scene *s, double *sum) {
  const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
  dVector3 own;
  dMass mass;

  (void)s;
  if (dBodyIsKinematic(body)) return;
  dBodyGetMass(body, &mass);
  dBodyVectorFromWorld(body, w[0], w[1], w[2], own);
  for (int i = 0; i < 3; i++) {
    *sum += (double)mass.mass * (double)v[i] * (double)v[i] / 2;
    for (int k = 0; k < 3; k++) *sum += (double)own[i] * (double)mass.I[4 * i + k] * (double)own[k] / 2;
  }
}

static void add_potential(dBodyID body, const scene *s, double *sum) {
  const dReal *x = dBodyGetPosition(body);
  dVector3 g;
  dMass mass;

  if (dBodyIsKinematic(body)) return;
  dWorldGetGravity(s->world, g);
  dBodyGetMass(body, &mass);
  for (int i = 0; i < 3; i++) *sum -= (double)mass.mass * (double)g[i] * (double)x[i];
}

static void find_poking(dBodyID body, const scene *s, double *most) {
  for (dGeomID g = dBodyGetFirstGeom(body); g != 0; g = dBodyGetNextGeom(g)) {
    dReal aabb[6];
    dGeomGetAABB(g, aabb);
    for (int k = 0; k < 3; k++) {
      *most = fmax(*most, s->room_low[k] - s->room_wall / 2 - (double)aabb[2 * k]);
      *most = fmax(*most, (double)aabb[2 * k + 1] - s->room_high[k] - s->room_wall / 2);
    }
  }
}

static void count_resting(dBodyID body, const scene *s, double *sum) {
  const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
  double speed = 0, spin = 0;

  (void)s;
  for (int i = 0; i < 3; i++) speed += (double)v[i] * (double)v[i];
  for (int i = 0; i < 3; i++) spin += (double)w[i] * (double)w[i];
  if (!dBodyIsEnabled(body) || (speed < SLOW * SLOW && spin < SLOW_SPIN * SLOW_SPIN)) *sum += 1;
}

static void count_body(dBodyID body, const scene *s, double *sum) {
  (void)body;
  (void)s;
  *sum += 1;
}

/* Calls `visit` for each body once. */
static double sum_of(const scene *s, void (*visit)(dBodyID body, const scene *s, double *sum)) {
  double sum = 0;

  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body && dBodyGetFirstGeom(body) == s->geoms[i]) visit(body, s, &sum);
  }
  return sum;
}

int scene_outside(const scene *s) {
  return s->closed ? (int)sum_of(s, count_outside) : 0;
}

double scene_energy(const scene *s) {
  return sum_of(s, add_energy);
}

double scene_potential(const scene *s) {
  return sum_of(s, add_potential);
}

double scene_poking(const scene *s) {
  return s->room_wall > 0 ? sum_of(s, find_poking) : 0;
}

int scene_resting(const scene *s) {
  return (int)sum_of(s, count_resting);
}

int scene_bodies(const scene *s) {
  return (int)sum_of(s, count_body);
}
