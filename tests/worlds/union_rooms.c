/* SPDX-License-Identifier: BSD-3-Clause */

/* Closed rooms whose walls are unions. */

#include "union_rooms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facets.h"

enum { MOST_BODIES = 8, MOST_TILES = 6, FRAMES = 12, FIELD = 4, SHAPES = 6 };

/* Half a side of a room. */
static const double HALF = 1;
static const double SPIN = 100;
static const double BRICK_DENSITY = 1e12;

const union_kind UNIONS[] = {
    {"boxes that share edges", UNION_BOXES, 0, 1, false},
    {"tiles that abut", UNION_BOXES, 0, MOST_TILES, false},
    {"tiles with cracks up to a quarter", UNION_BOXES, 0.25, MOST_TILES, false},
    {"slots half as wide", UNION_BOXES, 0.4999, MOST_TILES, true},
    {"boxes beside hulls, meshes, planes and heightfields", UNION_MIXED, 0, MOST_TILES, false},
    {"these with cracks up to a quarter", UNION_MIXED, 0.25, MOST_TILES, false},
    {"tiles of a body that moves", UNION_KINEMATIC, 0.25, MOST_TILES, false},
    {"bricks that abut", UNION_BRICKS, 0, MOST_TILES, false},
    {"bricks with mortar gaps up to a quarter", UNION_BRICKS, 0.25, MOST_TILES, false},
    {"planks with slots half as wide", UNION_BRICKS, 0.4999, MOST_TILES, true},
};
const int UNION_COUNT = sizeof UNIONS / sizeof *UNIONS;

typedef struct union_room {
  const union_kind *kind;
  scene *s;
  dBodyID walls; /* the kinematic body, null if there is none */
  dGeomID body[MOST_BODIES];
  int bodies;
  bool out[MOST_BODIES];
  double thick, crack, wall; /* of the bodies; between tiles; of the walls */
  int across[2];             /* tiles of a wall */
  dHeightfieldDataID field[6];
  int fields;
} union_room;

/* ------------------------------------------------------------------ walls */

/* Writes a vector of the axes of a wall: along its two sides, and outwards. */
static void along_axes(int wall, double u, double v, double out, double x[3]) {
  int axis = wall / 2;
  x[axis] = wall % 2 ? out : -out;
  x[(axis + 1) % 3] = u;
  x[(axis + 2) % 3] = v;
}

static void put_geom(const union_room *room, dGeomID geom, const double x[3]) {
  if (room->walls) {
    dGeomSetBody(geom, room->walls);
    dGeomSetOffsetPosition(geom, (dReal)x[0], (dReal)x[1], (dReal)x[2]);
  } else {
    dGeomSetPosition(geom, (dReal)x[0], (dReal)x[1], (dReal)x[2]);
  }
}

/* Gives a brick a body; bricks do not collide with each other. */
static void make_brick(const union_room *room, dGeomID geom, const double side[3]) {
  dBodyID body = dBodyCreate(room->s->world);
  dMass mass;
  dMassSetBox(&mass, (dReal)BRICK_DENSITY, (dReal)side[0], (dReal)side[1], (dReal)side[2]);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  dGeomSetCategoryBits(geom, 2);
  dGeomSetCollideBits(geom, 0);
}

static void add_box_tile(const union_room *room, int wall, double u, double v, double lu, double lv) {
  double side[3], x[3];
  along_axes(wall, lu, lv, room->wall, side);
  along_axes(wall, u, v, HALF + room->wall / 2, x);
  for (int i = 0; i < 3; i++) side[i] = fabs(side[i]);
  dGeomID geom = scene_keep(room->s, dCreateBox(room->s->space, (dReal)side[0], (dReal)side[1], (dReal)side[2]));
  if (room->kind->wall == UNION_BRICKS) make_brick(room, geom, side);
  put_geom(room, geom, x);
}

static void add_flat_tile(const union_room *room, int wall, double u, double v, double lu, double lv, bool hull) {
  dGeomID geom = facets_tile(room->s->space, lu, lv, hull ? room->wall : 0);
  double x[3], first[3], out[3];
  dMatrix3 rotation;
  along_axes(wall, u, v, HALF, x);
  along_axes(wall, 1, 0, 0, first);
  along_axes(wall, 0, 0, 1, out);
  dRFrom2Axes(rotation, (dReal)first[0], (dReal)first[1], (dReal)first[2], (dReal)-out[0], (dReal)-out[1],
              (dReal)-out[2]);
  dGeomSetRotation(scene_keep(room->s, geom), rotation);
  put_geom(room, geom, x);
}

static void add_tile(const union_room *room, int wall, double u, double v, double lu, double lv) {
  int kind = room->kind->wall == UNION_MIXED ? random_below(&room->s->random, 3) : 0;
  if (kind == 0) {
    add_box_tile(room, wall, u, v, lu, lv);
  } else {
    add_flat_tile(room, wall, u, v, lu, lv, kind == 1);
  }
}

static void add_plane(const union_room *room, int wall) {
  double in[3];
  along_axes(wall, 0, 0, -1, in);
  scene_keep(room->s, dCreatePlane(room->s->space, (dReal)in[0], (dReal)in[1], (dReal)in[2], (dReal)-HALF));
}

/* Adds a flat landscape. */
static void add_field(union_room *room, int wall) {
  static const double height[FIELD * FIELD] = {0};
  dHeightfieldDataID data = room->field[room->fields++] = dGeomHeightfieldDataCreate();
  double x[3], first[3], in[3];
  dMatrix3 rotation;
  dGeomHeightfieldDataBuildDouble(data, height, 0, (dReal)(2 * HALF), (dReal)(2 * HALF), FIELD, FIELD, 1, 0,
                                  (dReal)room->wall, 0);
  along_axes(wall, 0, 0, HALF, x);
  along_axes(wall, 1, 0, 0, first);
  along_axes(wall, 0, 0, -1, in);
  dRFrom2Axes(rotation, (dReal)first[0], (dReal)first[1], (dReal)first[2], (dReal)in[0], (dReal)in[1], (dReal)in[2]);
  dGeomID geom = scene_keep(room->s, dCreateHeightfield(room->s->space, data, 1));
  dGeomSetRotation(geom, rotation);
  dGeomSetPosition(geom, (dReal)x[0], (dReal)x[1], (dReal)x[2]);
}

/* Adds a tile as long as the wall, with slots to its neighbours, but not at the edges of the room. */
static void add_strip(const union_room *room, int wall, int number, double wide, double slot) {
  double low = number * wide - HALF, high = low + wide;
  if (number > 0) low += slot / 2;
  if (number + 1 < room->across[0]) high -= slot / 2;
  add_tile(room, wall, (low + high) / 2, 0, high - low, 2 * HALF);
}

static void add_wall(union_room *room, int wall) {
  int mixed = room->kind->wall == UNION_MIXED ? random_below(&room->s->random, 6) : 2;
  if (mixed == 0) add_plane(room, wall);
  if (mixed == 1) add_field(room, wall);
  if (mixed < 2) return;
  double lu = 2 * HALF / room->across[0], lv = 2 * HALF / room->across[1];
  for (int i = 0; i < room->across[0]; i++) {
    for (int k = 0; k < room->across[1]; k++) {
      double u = (i + 0.5) * lu - HALF, v = (k + 0.5) * lv - HALF, cut = room->crack;
      if (!room->kind->strips) add_tile(room, wall, u, v, lu - cut, lv - cut);
      if (room->kind->strips) add_strip(room, wall, i, lu, cut);
    }
  }
}

/* ------------------------------------------------------------------ bodies */

static double longer(union_room *room) {
  return room->thick * random_uniform(&room->s->random, 1, 3);
}

static dGeomID new_shape(union_room *room, int shape) {
  random_source *r = &room->s->random;
  dSpaceID space = room->s->space;
  double d = room->thick, reach = random_uniform(r, 2, 5);
  switch (shape) {
    case 0:
      return dCreateSphere(space, (dReal)(d / 2));
    case 1: {
      double l1 = longer(room), l2 = longer(room);
      return dCreateBox(space, (dReal)l1, (dReal)d, (dReal)l2);
    }
    case 2:
      return dCreateCapsule(space, (dReal)(d / 2), (dReal)longer(room));
    case 3: {
      bool disc = random_below(r, 2) > 0;
      double l = longer(room);
      return disc ? dCreateCylinder(space, (dReal)(l / 2), (dReal)d) : dCreateCylinder(space, (dReal)(d / 2), (dReal)l);
    }
    default:
      return facets_new(r, space, d / 2, reach, shape == 5);
  }
}

/* Writes where a body is aimed at: a seam, an edge or a corner, or anywhere on a wall. */
static void draw_target(union_room *room, double x[3]) {
  random_source *r = &room->s->random;
  int wall = random_below(r, 6);
  double at[2];
  for (int k = 0; k < 2; k++) {
    at[k] = random_uniform(r, -HALF, HALF);
    if (random_below(r, 3) > 0) at[k] = 2 * HALF * random_below(r, room->across[k] + 1) / room->across[k] - HALF;
    at[k] += random_signed_power_of_ten(r, -6, -0.5) * room->thick;
  }
  along_axes(wall, at[0], at[1], HALF, x);
}

static void throw_body(union_room *room, dBodyID body) {
  random_source *r = &room->s->random;
  const dReal *from = dBodyGetPosition(body);
  double to[3], square = 0, speed = random_power_of_ten(r, 0, 2.4771213);
  scene_turn(room->s, body);
  scene_throw(room->s, body, 0, random_below(r, 2) * SPIN);
  draw_target(room, to);
  for (int i = 0; i < 3; i++) {
    to[i] -= (double)from[i];
    square += to[i] * to[i];
  }
  double part = speed / sqrt(square);
  dBodySetLinearVel(body, (dReal)(part * to[0]), (dReal)(part * to[1]), (dReal)(part * to[2]));
}

static void add_body(union_room *room, const double x[3]) {
  dBodyID body = dBodyCreate(room->s->world);
  dMass mass;
  dMassSetBox(&mass, 1000, (dReal)(2 * room->thick), (dReal)(1.5 * room->thick), (dReal)room->thick);
  dBodySetMass(body, &mass);
  dGeomID geom = scene_keep(room->s, new_shape(room, random_below(&room->s->random, SHAPES)));
  dGeomSetBody(geom, body);
  dGeomSetCategoryBits(geom, 1);
  dGeomSetCollideBits(geom, ~0UL);
  dBodySetPosition(body, (dReal)x[0], (dReal)x[1], (dReal)x[2]);
  throw_body(room, body);
  room->body[room->bodies++] = geom;
}

/* One body in the middle, or eight if they are small enough. */
static void add_bodies(union_room *room) {
  int count = room->thick < 0.12 * HALF ? MOST_BODIES : 1;
  for (int i = 0; i < count; i++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = count > 1 ? HALF * ((i >> k & 1) - 0.5) : 0;
    add_body(room, x);
  }
}

/* ------------------------------------------------------------------ a room */

static void make_walls_move(union_room *room) {
  room->walls = dBodyCreate(room->s->world);
  dBodySetKinematic(room->walls);
  dBodySetLinearVel(room->walls, 2, -1, (dReal)0.5);
  dBodySetAngularVel(room->walls, (dReal)0.3, (dReal)-0.2, (dReal)0.5);
}

static union_room new_room(const union_kind *kind, uint64_t seed) {
  union_room room = {.kind = kind, .s = scene_new(seed, (space_kind)(seed % SPACE_NESTED))};
  random_source *r = &room.s->random;
  room.thick = HALF * random_power_of_ten(r, -1.5, -0.5);
  room.crack = kind->crack * room.thick * (random_below(r, 2) > 0 ? 1 : random_uniform(r, 0, 1));
  room.wall = HALF * random_power_of_ten(r, -3, -0.3);
  room.across[0] = 1 + random_below(r, kind->across);
  room.across[1] = kind->strips ? 1 : room.across[0];
  room.s->bounce = (dReal)(random_below(r, 2) * random_uniform(r, 0, 1));
  room.s->frame = 1 / random_uniform(r, 30, 240);
  room.s->full_step = random_below(r, 2) > 0;
  if (kind->wall == UNION_KINEMATIC) make_walls_move(&room);
  for (int wall = 0; wall < 6; wall++) add_wall(&room, wall);
  add_bodies(&room);
  return room;
}

static void free_room(union_room *room) {
  scene_free(room->s);
  for (int k = 0; k < room->fields; k++) dGeomHeightfieldDataDestroy(room->field[k]);
  facets_free();
}

static bool is_outside(const union_room *room, dGeomID geom) {
  const dReal *x = dGeomGetPosition(geom);
  dVector3 own = {x[0], x[1], x[2]};
  if (room->walls) dBodyGetPosRelPoint(room->walls, x[0], x[1], x[2], own);
  for (int i = 0; i < 3; i++) {
    if (!(fabs((double)own[i]) <= HALF)) return true;
  }
  return false;
}

/* Counts the bodies that have left since the frame before. */
static int count_new(union_room *room) {
  int count = 0;
  for (int i = 0; i < room->bodies; i++) {
    bool now = !room->out[i] && is_outside(room, room->body[i]);
    room->out[i] = room->out[i] || now;
    count += now;
  }
  return count;
}

/* Prints what a program needs that runs this room again. */
static void print_leak(const union_room *room, stepping how, uint64_t seed, int frame) {
  char name[STEPPING_NAME];
  stepping_name(how, name);
  if (how.kind == STEPPING_PLAIN) return;
  for (int i = 0; i < room->bodies; i++) {
    if (!room->out[i]) continue;
    const dReal *x = dGeomGetPosition(room->body[i]);
    printf("# %s, seed %llu, %s, frame %d: a body of class %d is at %a %a %a\n", room->kind->name,
           (unsigned long long)seed, name, frame, dGeomGetClass(room->body[i]), (double)x[0], (double)x[1],
           (double)x[2]);
  }
}

void union_run(const union_kind *kind, stepping how, uint64_t seed, union_sum *sum) {
  union_room room = new_room(kind, seed);
  bool clean = true;
  for (int i = 0; i < FRAMES; i++) {
    stepping_report report = stepping_frame(how, room.s, NULL);
    clean = clean && report.clean;
    int left = count_new(&room);
    if (left > 0 && clean) print_leak(&room, how, seed, i);
    sum->outside += left;
    if (clean) sum->outside_clean += left;
    sum->frames++;
    sum->clean_frames += report.clean;
    sum->lost += report.lost;
    sum->time += room.s->frame * room.bodies;
  }
  sum->throws += room.bodies;
  free_room(&room);
}
