/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies thrown at barriers that are made of several geoms. */

#include "unions.h"

#include <math.h>
#include <string.h>

const char *const UNION_NAME[UNION_KINDS] = {
    "tiles, corner of four", "tiles, seam of two",    "closed room of six boxes", "kinematic tiles, corner",
    "planks, cracks to w/4", "slot to w/2",           "boxes beside a mesh",      "boxes beside a heightfield",
    "bricks that touch",     "bricks, mortar to w/4", "cylinder of R 200 m"};

/* Half a side of a room, m; tiles in a row of a floor, an even number, so that a corner is at the origin. */
static const double HALF = 1, BIG_RADIUS = 200;
enum { ROW = 6, AFTER = 8, MOST_FRAMES = 200 };
static const double HEAVY = 1e6, MOVED = 0.01;

/* A mesh has no thickness; its middle is where rounding has no part in it, m. */
static const double MESH_MIDDLE = -1e-9;

typedef struct thrown {
  scene *s;
  union_kind kind;
  shape_kind shape;
  double side[3], width; /* of what is thrown */
  double thickness;      /* of the barrier */
  double half;           /* half the barrier's extent along x and y */
  double tile;           /* side of a tile */
  double turn[3][3];     /* rows: the axes of the barrier's frame in the world */
  double speed;
  dBodyID body;
  int frames, parts;
} thrown;

/* ------------------------------------------------------------------ the barrier's frame */

static void to_world(const thrown *t, const double local[3], double world[3]) {
  for (int i = 0; i < 3; i++) {
    world[i] = t->turn[0][i] * local[0] + t->turn[1][i] * local[1] + t->turn[2][i] * local[2];
  }
}

static void to_local(const thrown *t, const dReal *world, double local[3]) {
  for (int i = 0; i < 3; i++) {
    local[i] = 0;
    for (int k = 0; k < 3; k++) local[i] += t->turn[i][k] * (double)world[k];
  }
}

/* Turns everything that is there. */
static void turn_all(thrown *t) {
  dQuaternion turn;
  dMatrix3 matrix;
  double q[4];

  random_direction(&t->s->random, q, 4);
  for (int i = 0; i < 4; i++) turn[i] = (dReal)q[i];
  dRfromQ(matrix, turn);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) t->turn[i][k] = (double)matrix[4 * k + i];
  }
  for (int i = 0; i < t->s->geom_count; i++) {
    dGeomID g = t->s->geoms[i];
    const dReal *at = dGeomGetPosition(g);
    double local[3] = {(double)at[0], (double)at[1], (double)at[2]}, world[3];
    dQuaternion own, both;
    dGeomGetQuaternion(g, own);
    dQMultiply0(both, turn, own);
    to_world(t, local, world);
    dGeomSetPosition(g, (dReal)world[0], (dReal)world[1], (dReal)world[2]);
    dGeomSetQuaternion(g, both);
  }
}

/* ------------------------------------------------------------------ barriers */

static void add_tile(thrown *t, double lx, double ly, double x, double y) {
  double z = -t->thickness / 2;

  switch (t->kind) {
    case UNION_KINEMATIC:
      scene_kinematic_box(t->s, lx, ly, t->thickness, x, y, z);
      break;
    case UNION_BRICKS:
    case UNION_MORTAR: {
      dBodyID brick = scene_box(t->s, lx, ly, t->thickness, x, y, z);
      dMass mass;
      dMassSetBoxTotal(&mass, (dReal)(HEAVY * pow(t->width, 3) * 1000), (dReal)lx, (dReal)ly, (dReal)t->thickness);
      dBodySetMass(brick, &mass);
      break;
    }
    default:
      scene_static_box(t->s, lx, ly, t->thickness, x, y, z);
  }
}

/* Bodies of the barrier do not collide with each other: dWorldStep() may never end with many that touch. */
static bool is_of_barrier(const scene *s, dGeomID o1, dGeomID o2) {
  return dGeomGetBody(o1) != s->actor[0] && dGeomGetBody(o2) != s->actor[0];
}

/* Tiles in rows, `crack` apart, every other row shifted by `shift`. */
static void add_tiles(thrown *t, double lx, double ly, double crack, double shift) {
  for (int i = 0; i < ROW * ROW; i++) {
    double x = i % ROW - (ROW - 1) / 2.0, y = i / ROW - (ROW - 1) / 2.0;
    add_tile(t, lx, ly, (lx + crack) * x + (i / ROW % 2 ? shift : 0), (ly + crack) * y);
  }
  t->half = fmin(lx, ly) * (ROW / 2 - 1);
}

static void add_planks(thrown *t, double crack) {
  for (int i = 0; i < ROW; i++) add_tile(t, t->tile, 20 * t->tile, (t->tile + crack) * (i - (ROW - 1) / 2.0), 0);
  t->half = t->tile * (ROW / 2 - 1);
}

static void add_room(thrown *t) {
  for (int k = 0; k < 6; k++) {
    double side[3] = {2 * HALF, 2 * HALF, 2 * HALF}, at[3] = {0, 0, 0};
    side[k / 2] = t->thickness;
    at[k / 2] = (k % 2 ? 1 : -1) * (HALF + t->thickness / 2);
    scene_static_box(t->s, side[0], side[1], side[2], at[0], at[1], at[2]);
  }
  t->half = HALF;
}

/* Half of the floor is boxes, x > 0. */
static void add_half_floor(thrown *t) {
  for (int i = 0; i < 2; i++) add_tile(t, 4 * t->tile, 4 * t->tile, 2 * t->tile, 4 * t->tile * (i - 0.5));
  t->half = 3 * t->tile;
}

static void add_mesh(thrown *t) {
  enum { GRID = 5 };
  double vertex[3 * GRID * GRID];

  for (int i = 0; i < GRID * GRID; i++) {
    vertex[3 * i] = t->tile * (i / GRID - (GRID - 1));
    vertex[3 * i + 1] = 2 * t->tile * (i % GRID - (GRID - 1) / 2.0);
    vertex[3 * i + 2] = 0;
  }
  shape_surface(t->s, vertex, GRID, GRID);
}

static void add_field(thrown *t) {
  double half = 4 * t->tile;

  dGeomSetPosition(shape_flat_field(t->s, half), (dReal)-half, 0, 0);
}

/* The barrier is the side of a cylinder along x, of which z = 0 is the highest line. */
static void add_cylinder(thrown *t) {
  dMatrix3 across;
  dGeomID geom = scene_keep(t->s, dCreateCylinder(t->s->space, (dReal)BIG_RADIUS, 40));

  dRFromAxisAndAngle(across, 0, 1, 0, (dReal)1.5707963267948966);
  dGeomSetRotation(geom, across);
  dGeomSetPosition(geom, 0, 0, (dReal)-BIG_RADIUS);
  t->thickness = 0;
  t->half = 2;
}

static void add_barrier(thrown *t) {
  double share = random_uniform(&t->s->random, 0, 1), mortar = t->kind == UNION_MORTAR ? share * t->width / 4 : 0;

  switch (t->kind) {
    case UNION_ROOM:
      add_room(t);
      break;
    case UNION_PLANKS:
      add_planks(t, share * t->width / 4);
      break;
    case UNION_SLOTS:
      for (int i = 0; i < 2; i++) {
        add_tile(t, 4 * t->tile, 8 * t->tile, (i - 0.5) * (4 * t->tile + share * t->width / 2), 0);
      }
      t->half = 3 * t->tile;
      break;
    case UNION_MESH:
      add_half_floor(t);
      add_mesh(t);
      break;
    case UNION_FIELD:
      add_half_floor(t);
      add_field(t);
      break;
    case UNION_BRICKS:
    case UNION_MORTAR:
      add_tiles(t, t->tile, t->tile / 2, mortar, t->tile / 2);
      break;
    case UNION_CYLINDER:
      add_cylinder(t);
      break;
    default:
      add_tiles(t, t->tile, t->tile, 0, 0);
  }
}

/* ------------------------------------------------------------------ what is thrown */

static void draw_sides(thrown *t) {
  random_source *r = &t->s->random;
  double w = random_power_of_ten(r, -2, -0.7), longer[2];

  for (int k = 0; k < 2; k++) longer[k] = random_below(r, 2) ? 1 : random_power_of_ten(r, 0, 1);
  t->side[0] = w;
  for (int k = 0; k < 2; k++) t->side[k + 1] = fmin(0.5, w * longer[k]);
  if (t->shape == SHAPE_CAPSULE) t->side[2] = 1.001 * w + t->side[2];
  if (t->shape == SHAPE_CYLINDER || t->shape == SHAPE_CAPSULE) t->side[1] = t->side[0];
  if (t->kind == UNION_CYLINDER) {
    t->shape = SHAPE_CYLINDER;
    t->side[0] = t->side[1] = random_uniform(r, 0.05, 0.3);
    t->side[2] = t->side[0] * random_power_of_ten(r, -2.5, -0.5);
  }
  t->width = shape_thickness(t->shape, t->side);
}

/* Writes the point that is aimed at: on a seam, exactly in a third of the throws, near it in another, anywhere in the
   rest. */
static void draw_aim(thrown *t, double aim[3]) {
  random_source *r = &t->s->random;
  int way = random_below(r, 3);
  double near = way == 0 ? 0 : way == 1 ? t->width : 0.4 * t->half;
  bool along = t->kind == UNION_SEAMS || t->kind == UNION_PLANKS || t->kind == UNION_SLOTS || t->kind == UNION_MESH ||
               t->kind == UNION_FIELD;

  random_numbers(r, -near, near, aim, 2);
  aim[2] = 0;
  if (along) aim[1] = random_uniform(r, -0.4, 0.4) * t->half;
  if (t->kind != UNION_ROOM) return;
  int free_axis = random_below(r, 4); /* 3: a corner */
  for (int k = 0; k < 3; k++) aim[k] = random_sign(r) * (HALF - random_uniform(r, 0, near));
  if (free_axis < 3) aim[free_axis] = random_uniform(r, -0.8, 0.8) * HALF;
}

/* How long it flies before it hits, s, at most, if that is less than half a metre. */
static const double FLIGHT = 0.15;

static void draw_start(thrown *t, const double aim[3], double start[3]) {
  random_source *r = &t->s->random;
  double reach = 0, direction[3];

  for (int k = 0; k < 3; k++) reach += t->side[k] * t->side[k];
  reach = sqrt(reach);
  bool straight = random_below(r, 3) == 0; /* along the normal, in a room from its middle */
  if (t->kind == UNION_ROOM) {
    double room = HALF - fmin(0.9 * HALF, reach), part = random_uniform(r, 0, room);
    random_numbers(r, -room, room, start, 3);
    for (int k = 0; k < 3 && straight; k++) start[k] = part / HALF * aim[k];
    return;
  }
  do random_direction(r, direction, 3);
  while (!(direction[2] > 0.25));
  if (straight) direction[0] = direction[1] = 0, direction[2] = 1;
  double away = (reach + random_uniform(r, 0.02, 1) * fmin(0.5, t->speed * FLIGHT)) / direction[2];
  for (int k = 0; k < 3; k++) start[k] = aim[k] + away * direction[k];
}

/* Gives the body the axes of the barrier. */
static void align(thrown *t) {
  dMatrix3 matrix = {0};

  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) matrix[4 * k + i] = (dReal)t->turn[i][k];
  }
  dBodySetRotation(t->body, matrix);
}

static void throw_body(thrown *t) {
  random_source *r = &t->s->random;
  double aim[3], start[3], at[3], way[3], length = 0, velocity[3];

  draw_aim(t, aim);
  draw_start(t, aim, start);
  for (int k = 0; k < 3; k++) length += (aim[k] - start[k]) * (aim[k] - start[k]);
  length = sqrt(length);
  for (int k = 0; k < 3; k++) way[k] = t->speed * (aim[k] - start[k]) / length;
  to_world(t, start, at);
  to_world(t, way, velocity);
  t->s->refuses = is_of_barrier;
  t->body = t->s->actor[0] = shape_body(t->s, t->shape, t->side, 1000, at[0], at[1], at[2]);
  if (random_below(r, 3) > 0) {
    scene_turn(t->s, t->body);
  } else {
    align(t);
  }
  scene_throw(t->s, t->body, 0, random_below(r, 3) == 0 ? 0 : fmin(300, t->speed / t->side[0]));
  dBodySetLinearVel(t->body, (dReal)velocity[0], (dReal)velocity[1], (dReal)velocity[2]);
  t->frames = AFTER + (int)fmin(MOST_FRAMES, length / (t->speed * t->s->frame));
}

static void set_rules(thrown *t, const union_choice *c) {
  static const double PULL[3] = {0, 9.81, 200};
  random_source *r = &t->s->random;
  double pull = PULL[random_below(r, 3)], local[3] = {0, 0, -pull}, world[3];

  to_world(t, local, world);
  dWorldSetGravity(t->s->world, (dReal)world[0], (dReal)world[1], (dReal)world[2]);
  t->s->full_step = random_below(r, 2) && c->kind != STEPPING_PLAIN; /* which would end the program */
  t->s->bounce = random_below(r, 2) ? 0 : (dReal)random_uniform(r, 0, 1);
  t->s->mu = (dReal)random_uniform(r, 0, 1);
  t->s->frame = 1 / random_uniform(r, 30, 240);
  if (c->frame > 0) t->s->frame = c->frame;
  t->parts = random_below(r, 2) ? 4 : 1;
  if (c->parts > 0) t->parts = c->parts;
  if (t->kind == UNION_BRICKS || t->kind == UNION_MORTAR) dWorldSetGravity(t->s->world, 0, 0, 0);
}

/* Softens contacts by this part of the body's inverse mass: dWorldStep() fails at redundant contacts of less, and ODE
   then ends the program at numbers that are none. */
static const double SOFTNESS = 1e-6;

static void soften(const thrown *t) {
  dMass mass;

  if (!t->s->full_step) return;
  dBodyGetMass(t->body, &mass);
  dWorldSetCFM(t->s->world, (dReal)SOFTNESS / mass.mass);
}

static thrown new_throw(union_kind kind, const union_choice *c, uint64_t seed) {
  thrown t = {.s = scene_new(seed, SPACE_HASH), .kind = kind, .turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  random_source *r = &t.s->random;
  double least = c->least > 0 ? c->least : 1, most = c->most > 0 ? c->most : 300;

  t.shape = (shape_kind)random_below(r, SHAPE_KINDS);
  if (c->shape > 0) t.shape = (shape_kind)(c->shape - 1);
  t.speed = random_power_of_ten(r, log10(least), log10(most));
  draw_sides(&t);
  bool bricks = kind == UNION_BRICKS || kind == UNION_MORTAR;
  bool thick = bricks || random_below(r, 2);
  t.thickness = t.width * random_power_of_ten(r, thick ? 0 : -1.5, 0.5);
  t.tile = fmax(0.3, 4 * fmax(t.side[1], t.side[2]));
  add_barrier(&t);
  if (random_below(r, 2)) turn_all(&t);
  set_rules(&t, c);
  throw_body(&t);
  soften(&t);
  return t;
}

/* ------------------------------------------------------------------ judge */

static bool inside_extent(const thrown *t, const double at[3]) {
  return fabs(at[0]) < t->half && fabs(at[1]) < t->half;
}

/* Returns true if the middle of the barrier is crossed between two positions of the centre, within its extent. */
static bool crosses(const thrown *t, const double from[3], const double to[3]) {
  double middle = -t->thickness / 2, at[3];

  if (t->kind == UNION_ROOM) {
    for (int k = 0; k < 3; k++) {
      if (!(fabs(to[k]) < HALF + t->thickness / 2)) return true;
    }
    return false;
  }
  if (t->kind == UNION_CYLINDER) middle = sqrt(BIG_RADIUS * BIG_RADIUS - to[1] * to[1]) - BIG_RADIUS;
  if ((t->kind == UNION_MESH || t->kind == UNION_FIELD) && to[0] < 0) middle = MESH_MIDDLE;
  if (!(from[2] > middle) || to[2] > middle) return false;
  double part = (from[2] - middle) / (from[2] - to[2]);
  for (int k = 0; k < 3; k++) at[k] = from[k] + part * (to[k] - from[k]);
  return inside_extent(t, at);
}

/* Returns how far the body reaches out behind the barrier, m. */
static double tip_of(const thrown *t, const double at[3]) {
  double most = 0;

  if (t->kind == UNION_CYLINDER) return 0;
  for (int k = 0; k < 6; k++) {
    double sign = k % 2 ? 1 : -1, direction[3];
    if (t->kind != UNION_ROOM && k != 4) continue;
    for (int i = 0; i < 3; i++) direction[i] = sign * t->turn[k / 2][i];
    double reach = shape_reach(t->shape, t->side, t->body, direction) + sign * at[k / 2];
    most = fmax(most, reach - t->thickness - (t->kind == UNION_ROOM ? HALF : 0));
  }
  return most;
}

/* Returns how far any body of the barrier has gone. */
static double barrier_moved(const thrown *t, const dReal *start) {
  double most = 0;

  for (int i = 0; i < t->s->geom_count; i++) {
    dBodyID body = dGeomGetBody(t->s->geoms[i]);
    if (!body || body == t->body) continue;
    const dReal *x = dBodyGetPosition(body);
    for (int k = 0; k < 3; k++) most = fmax(most, fabs((double)(x[k] - start[3 * i + k])));
  }
  return most;
}

static void run_throw(thrown *t, const union_choice *c, uint64_t seed, union_sum *sum) {
  stepping_function *step = c->step != NULL ? c->step : stepping_frame;
  stepping how = {c->kind, t->parts};
  bool clean = true, refused = false, through = false;
  double from[3], to[3], tip = 0;
  dReal *start = scene_memory(t->s, (size_t)(3 * t->s->geom_count), sizeof *start);

  for (int i = 0; i < t->s->geom_count; i++) {
    memcpy(start + 3 * i, dGeomGetPosition(t->s->geoms[i]), 3 * sizeof *start);
  }
  to_local(t, dBodyGetPosition(t->body), to);
  for (int frame = 0; frame < t->frames && !through; frame++) {
    stepping_report report = step(how, t->s, NULL);
    memcpy(from, to, sizeof from);
    to_local(t, dBodyGetPosition(t->body), to);
    clean = clean && report.clean;
    refused = refused || report.refused > 0;
    through = crosses(t, from, to);
    if (t->kind != UNION_ROOM && !inside_extent(t, to)) break;
    if (!through) tip = fmax(tip, tip_of(t, to));
  }
  if (barrier_moved(t, start) > MOVED * t->width) through = false;
  sum->throws++;
  sum->through += through;
  sum->unclean += !clean;
  sum->refused += refused;
  if (tip > sum->tip * t->width) {
    sum->tip = tip / t->width;
    sum->tip_seed = seed;
  }
  sum->tip_length = fmax(sum->tip_length, tip);
  if (!through || !clean) return;
  sum->through_clean++;
  if (sum->seed > 0) return;
  sum->seed = seed;
  sum->shape = t->shape;
  sum->speed = t->speed;
}

union_sum union_throws(union_kind kind, const union_choice *choice, uint64_t first, int count) {
  union_sum sum = {0};

  for (int i = 0; i < count; i++) {
    thrown t = new_throw(kind, choice, first + (uint64_t)i);
    run_throw(&t, choice, first + (uint64_t)i, &sum);
    scene_free(t.s);
  }
  return sum;
}
