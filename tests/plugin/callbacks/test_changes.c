/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Callbacks that change things that the guard has read: sizes, data, offsets, whose body a geom is on.
 *
 * A bullet flies at an obstacle that is off its way until a callback makes it grow into it.  The bullet's place shows
 * whether it has come through.  It may only be there if the report names a callback that has spoilt the frame.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "ode/body_members.h"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* transforms are deprecated */
#endif

#define H ((dReal)0.02)
#define SPEED 100
#define LARGE ((dReal)30)

/* ------------------------------------------------------------------ obstacles */

enum { CORNERS = 8, SIDES = 6 };

/* A hull or a mesh, and the arrays that it is made of. */
typedef struct arrays {
  dReal *point, *plane;
  dTriMeshDataID mesh;
  dHeightfieldDataID field;
} arrays;

typedef struct hostile {
  loop *l;
  dGeomID obstacle, held;
  dBodyID bullet, other, onto;
  arrays own;
  const struct change *change;
  bool stepped; /* the world has: spaces are not locked any more */
  bool done;
  int asked;
} hostile;

static const unsigned FACES[] = {4, 0, 1, 3, 2, 4, 4, 6, 7, 5, 4, 0, 4, 5, 1,
                                 4, 2, 3, 7, 6, 4, 0, 2, 6, 4, 4, 1, 5, 7, 3};

static arrays cube_arrays(dReal half) {
  arrays a = {.point = calloc(3 * CORNERS, sizeof *a.point), .plane = calloc(4 * SIDES, sizeof *a.plane)};
  for (int i = 0; i < 3 * CORNERS; i++) a.point[i] = i / 3 >> i % 3 & 1 ? half : -half;
  for (int i = 0; i < SIDES; i++) {
    a.plane[4 * i + i / 2] = i % 2 ? 1 : -1;
    a.plane[4 * i + 3] = half;
  }
  return a;
}

/* A square at this height in the frame of the mesh. */
static arrays square_arrays(dReal half) {
  static const dTriIndex index[] = {0, 1, 2, 0, 2, 3};
  const dReal corner[] = {-1, -1, 1, -1, 1, 1, -1, 1};
  arrays a = {.point = calloc(12, sizeof *a.point), .mesh = dGeomTriMeshDataCreate()};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 2; k++) a.point[3 * i + k] = half * corner[2 * i + k];
    a.point[3 * i + 2] = LARGE;
  }
  int stride = (int)(3 * sizeof(dReal));
  if (sizeof(dReal) == sizeof(double)) {
    dGeomTriMeshDataBuildDouble(a.mesh, a.point, stride, 4, index, 6, (int)(3 * sizeof(dTriIndex)));
  } else {
    dGeomTriMeshDataBuildSingle(a.mesh, a.point, stride, 4, index, 6, (int)(3 * sizeof(dTriIndex)));
  }
  return a;
}

static arrays field_arrays(dReal half) {
  static const double height[] = {30, 30, 30, 30};
  arrays a = {.field = dGeomHeightfieldDataCreate()};
  dGeomHeightfieldDataBuildDouble(a.field, height, 1, 2 * half, 2 * half, 2, 2, 1, 0, 0, 0);
  return a;
}

static void free_arrays(arrays *a) {
  if (a->plane) memset(a->point, 0x7f, 3 * CORNERS * sizeof *a->point);
  free(a->point);
  free(a->plane);
  if (a->mesh) dGeomTriMeshDataDestroy(a->mesh);
  if (a->field) dGeomHeightfieldDataDestroy(a->field);
  *a = (arrays){0};
}

static dGeomID make_box(hostile *h) {
  return dCreateBox(h->l->space, 1, 1, 1);
}

static void grow_box(hostile *h) {
  dGeomBoxSetLengths(h->obstacle, 2 * LARGE, 2 * LARGE, 2 * LARGE);
}

static dGeomID make_qmbox(hostile *h) {
  return qmboxCreate(h->l->space, 1, 1, 1);
}

static void grow_qmbox(hostile *h) {
  qmboxSetLengths(h->obstacle, 2 * LARGE, 2 * LARGE, 2 * LARGE);
}

static dGeomID make_sphere(hostile *h) {
  return dCreateSphere(h->l->space, 1);
}

static void grow_sphere(hostile *h) {
  dGeomSphereSetRadius(h->obstacle, LARGE);
}

static dGeomID make_capsule(hostile *h) {
  return dCreateCapsule(h->l->space, 1, 1);
}

static void grow_capsule(hostile *h) {
  dGeomCapsuleSetParams(h->obstacle, LARGE / 2, LARGE);
}

static dGeomID make_cylinder(hostile *h) {
  return dCreateCylinder(h->l->space, 1, 1);
}

static void grow_cylinder(hostile *h) {
  dGeomCylinderSetParams(h->obstacle, LARGE, 2 * LARGE);
}

static dGeomID make_hull(hostile *h) {
  h->own = cube_arrays(1);
  return dCreateConvex(h->l->space, h->own.plane, SIDES, h->own.point, CORNERS, FACES);
}

static void grow_hull(hostile *h) {
  arrays old = h->own;
  h->own = cube_arrays(LARGE);
  dGeomSetConvex(h->obstacle, h->own.plane, SIDES, h->own.point, CORNERS, FACES);
  free_arrays(&old);
}

static dGeomID make_mesh(hostile *h) {
  h->own = square_arrays(1);
  return dCreateTriMesh(h->l->space, h->own.mesh, 0, 0, 0);
}

static void grow_mesh(hostile *h) {
  arrays old = h->own;
  dSpaceID space = dGeomGetSpace(h->obstacle); /* in a space ODE would lose its bounds, and end the program */
  dSpaceRemove(space, h->obstacle);
  h->own = square_arrays(LARGE);
  dGeomTriMeshSetData(h->obstacle, h->own.mesh);
  dSpaceAdd(space, h->obstacle);
  free_arrays(&old);
}

static dGeomID make_field(hostile *h) {
  h->own = field_arrays(1);
  return dCreateHeightfield(h->l->space, h->own.field, 1);
}

static void grow_field(hostile *h) {
  arrays old = h->own;
  h->own = field_arrays(LARGE);
  dGeomHeightfieldSetHeightfieldData(h->obstacle, h->own.field);
  free_arrays(&old);
}

static dGeomID make_transform(hostile *h) {
  dGeomID transform = dCreateGeomTransform(h->l->space);
  h->held = dCreateBox(0, 1, 1, 1);
  dGeomTransformSetCleanup(transform, 1);
  dGeomTransformSetGeom(transform, h->held);
  return transform;
}

static void grow_held(hostile *h) {
  dGeomBoxSetLengths(h->held, 2 * LARGE, 2 * LARGE, 2 * LARGE);
}

static dGeomID make_offset(hostile *h) {
  dGeomID box = dCreateBox(h->l->space, 2 * LARGE, 2 * LARGE, 2 * LARGE);
  h->other = dBodyCreate(h->l->world);
  dBodySetKinematic(h->other);
  dGeomSetBody(box, h->other);
  dGeomSetOffsetPosition(box, 3 * LARGE, 0, 0);
  return box;
}

static void take_offset_back(hostile *h) {
  dGeomClearOffset(h->obstacle);
}

static void turn_offset(hostile *h) {
  dQuaternion half = {0, 0, 0, 1};
  dGeomSetOffsetPosition(h->obstacle, 0, 0, 0);
  dGeomSetOffsetQuaternion(h->obstacle, half);
}

static dGeomID make_aside(hostile *h) {
  dGeomID box = dCreateBox(h->l->space, 2 * LARGE, 2 * LARGE, 2 * LARGE);
  dGeomSetPosition(box, 100, 0, 0);
  return box;
}

/* The bullet itself grows. */
static void grow_bullet(hostile *h) {
  dGeomBoxSetLengths(dBodyGetFirstGeom(h->bullet), 150, (dReal)0.1, (dReal)0.1);
}

/* The obstacle is below, and comes up with a body that it has been put on. */
static void put_on_body(hostile *h) {
  const dReal *at = dGeomGetPosition(h->obstacle);
  h->onto = dBodyCreate(h->l->world);
  dBodySetPosition(h->onto, at[0], at[1], at[2]);
  dBodySetLinearVel(h->onto, 0, 0, SPEED);
  dGeomSetBody(h->obstacle, h->onto);
}

static void destroy_obstacle(hostile *h) {
  dGeomDestroy(h->obstacle);
  h->obstacle = 0;
}

/* Another one takes its place in all numbers. */
static void exchange_obstacle(hostile *h) {
  dGeomDestroy(h->obstacle);
  h->obstacle = dCreateBox(h->l->space, 2 * LARGE, 2 * LARGE, 2 * LARGE);
  dGeomSetPosition(h->obstacle, 0, 0, -LARGE);
}

typedef struct change {
  const char *name;
  dGeomID (*make)(hostile *h);
  void (*grow)(hostile *h);
} change;

static const change CHANGES[] = {
    {"box", make_box, grow_box},
    {"qmbox", make_qmbox, grow_qmbox},
    {"sphere", make_sphere, grow_sphere},
    {"capsule", make_capsule, grow_capsule},
    {"cylinder", make_cylinder, grow_cylinder},
    {"hull", make_hull, grow_hull},
    {"mesh", make_mesh, grow_mesh},
    {"heightfield", make_field, grow_field},
    {"transform", make_transform, grow_held},
    {"offset cleared", make_offset, take_offset_back},
    {"offset", make_offset, turn_offset},
    {"bullet", make_aside, grow_bullet},
    {"put on a body", make_box, put_on_body},
    {"destroyed", make_box, destroy_obstacle},
    {"exchanged", make_box, exchange_obstacle},
};
enum { CHANGE_COUNT = sizeof CHANGES / sizeof *CHANGES };

/* ------------------------------------------------------------------ callbacks */

typedef enum caller { IN_CONTINUITY, IN_SENSOR, IN_NEAR, IN_MOVED, PLACES } caller;
static const char *const PLACE[] = {"continuity", "sensor", "near", "moved"};

static hostile *acting; /* a stepper and a moved callback have no data */

static void act(hostile *h) {
  if (h->done) return;
  h->done = true;
  h->change->grow(h);
}

static qmboxContinuity act_in_continuity(void *data, dBodyID body) {
  hostile *h = data;
  h->asked += body == h->bullet;
  if (h->asked > 1) act(h); /* it is asked at the beginning of the frame, and of each part */
  return QMBOX_CONTINUITY_DEFAULT;
}

static int act_in_sensor(void *data, dGeomID geom) {
  (void)geom;
  act(data);
  return 0;
}

static void act_in_near(void *data, dGeomID o1, dGeomID o2) {
  hostile *h = data;
  if (h->stepped) act(h);
  h->l->options.nearCallback(h->l, o1, o2);
}

static void act_in_moved(dBodyID body) {
  (void)body;
  act(acting);
}

static int note_step(dWorldID world, dReal length) {
  int good = dWorldQuickStep(world, length);
  acting->stepped = true;
  return good;
}

/* Adds a bullet that a wall elsewhere stops, so that the guard calls the near callback. */
static void add_other_shot(hostile *h) {
  dBodyID shot = add_box(h->l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 500, 0, (dReal)0.3);
  add_tile(h->l, 2, 2, (dReal)0.01, 500, 0, 0);
  dBodySetLinearVel(shot, 0, 0, -SPEED);
}

static hostile make_hostile(int space, const change *c) {
  hostile h = {.l = make_loop(space), .change = c};
  dWorldSetGravity(h.l->world, 0, 0, 0);
  add_other_shot(&h);
  h.bullet = add_box(h.l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 1);
  if (c->grow != put_on_body) dBodySetLinearVel(h.bullet, 0, 0, -SPEED);
  h.obstacle = c->make(&h);
  dQuaternion upright = {(dReal)sqrt(0.5), (dReal)sqrt(0.5), 0, 0}; /* y of a heightfield is up */
  if (c->make == make_field) dGeomSetQuaternion(h.obstacle, upright);
  bool flat = c->make == make_mesh || c->make == make_field, aside = c->make == make_aside;
  dGeomSetPosition(h.obstacle,
                   aside  ? 2 * LARGE
                   : flat ? LARGE / 2
                          : 0,
                   0, c->grow == put_on_body ? (dReal)-0.6 : -LARGE);
  return h;
}

static void free_hostile(hostile *h) {
  loop *l = h->l;
  arrays own = h->own;
  free_loop(l);
  free_arrays(&own);
}

/* Returns true if the bullet is where the obstacle has kept it from, or it has come through the bullet. */
static bool is_through(const hostile *h) {
  double z = (double)dBodyGetPosition(h->bullet)[2];
  if (h->change->grow == put_on_body) return (double)dBodyGetPosition(h->onto)[2] > z;
  return z < -0.1;
}

static qmboxSimulateOptions options_of(hostile *h, caller place) {
  qmboxSimulateOptions o = h->l->options;
  if (place == IN_CONTINUITY) o.bodyContinuity = act_in_continuity;
  if (place == IN_SENSOR) o.sensor = act_in_sensor;
  if (place == IN_NEAR) o.nearCallback = act_in_near;
  if (place == IN_MOVED) dBodySetMovedCallback(h->bullet, act_in_moved);
  o.bodyContinuityData = o.sensorData = h;
  o.nearData = place == IN_NEAR ? (void *)h : h->l;
  o.stepper = note_step;
  acting = h;
  return o;
}

/* Returns true if the bullet has come through. */
static bool try_to_change(int space, const change *c, caller place, qmboxContinuity continuity) {
  hostile h = make_hostile(space, c);
  qmboxSimulateOptions o = options_of(&h, place);
  o.continuity = continuity;
  qmboxSimulateReport report;
  (void)messages();
  dReal advanced = qmboxWorldSimulate(h.l->world, h.l->space, H, &o, &report);
  bool through = is_through(&h);
  if (!h.done || advanced != 0 || report.unguarded != QMBOX_UNGUARDED_CALLBACK)
    print_message("# %s, in %s\n", c->name, PLACE[place]);
  assert_true(h.done && advanced == 0);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_CALLBACK);
  assert_int_equal(messages(), 1);
  assert_true(qmboxWorldSimulate(h.l->world, h.l->space, H, &h.l->options, &report) == H);
  assert_int_equal(messages(), 0);
  free_hostile(&h);
  return through;
}

static void who_changes_what_the_guard_has_looked_at_gets_a_message(void **state) {
  int through = 0;
  (void)state;
  for (int space = 0; space < SPACE_KINDS; space++) {
    for (int i = 0; i < PLACES * CHANGE_COUNT; i++) {
      const change *c = &CHANGES[i % CHANGE_COUNT];
      caller place = (caller)(i / CHANGE_COUNT);
      through += try_to_change(space, c, place, QMBOX_CONTINUITY_GUARDED);
      /* when an exact frame calls the near callback after a step, the space is locked */
      if (place != IN_NEAR) (void)try_to_change(space, c, place, QMBOX_CONTINUITY_EXACT);
    }
  }
  print_message("# %d bullets have come through, of %d\n", through, SPACE_KINDS * PLACES * CHANGE_COUNT);
  assert_true(through > SPACE_KINDS * CHANGE_COUNT);
}

/* A hull that is hit three times, and whose arrays go when the callback is asked about the first. */
static void the_arrays_of_a_hull_may_go_while_it_is_looked_at(void **state) {
  const change grows = {"hull", make_hull, grow_hull};
  hostile h = make_hostile(SPACE_SIMPLE, &grows);
  qmboxSimulateOptions o = options_of(&h, IN_NEAR);
  qmboxSimulateReport report;
  (void)state;
  dGeomSetPosition(h.obstacle, 0, 0, -1);
  for (int i = -1; i <= 1; i += 2) {
    dBodyID shot = add_box(h.l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(0.5 * i), 0, 1);
    dBodySetLinearVel(shot, 0, 0, -SPEED);
  }
  assert_true(qmboxWorldSimulate(h.l->world, h.l->space, H, &o, &report) == 0);
  assert_true(h.done);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_CALLBACK);
  free_hostile(&h);
}

static void turn_finitely(hostile *h) {
  dBodySetFiniteRotationMode(h->bullet, 1);
}

/* How a body turns is for the guard to know when the step has been made. */
static void who_changes_how_a_body_turns_gets_a_message_after_the_step(void **state) {
  const change turns = {"turns", make_aside, turn_finitely};
  (void)state;
  for (int place = IN_CONTINUITY; place <= IN_NEAR; place++) {
    hostile h = make_hostile(SPACE_SIMPLE, &turns);
    qmboxSimulateOptions o = options_of(&h, (caller)place);
    qmboxSimulateReport report;
    (void)messages();
    (void)qmboxWorldSimulate(h.l->world, h.l->space, H, &o, &report);
    assert_true(h.done);
    assert_int_equal(report.unguarded, place == IN_NEAR ? QMBOX_UNGUARDED_CALLBACK : 0);
    assert_int_equal(messages(), place == IN_NEAR);
    free_hostile(&h);
  }
}

/* ------------------------------------------------------------------ what may be changed */

static dGeomID make_large(hostile *h) {
  h->held = add_tile(h->l, 1, 1, 1, 200, 0, 0);
  h->other = add_box(h->l, 1, 1, 1, 300, 0, 0);
  h->onto = add_box(h->l, 1, 1, 1, 300, 0, 2);
  return dCreateBox(h->l->space, 2 * LARGE, 2 * LARGE, 2 * LARGE);
}

static void change_bits(hostile *h) {
  dGeomSetCategoryBits(h->held, 2);
  dGeomSetCollideBits(dBodyGetFirstGeom(h->other), 4);
}

static void change_kinds(hostile *h) {
  dBodySetKinematic(h->other);
  dBodyDisable(h->onto);
}

static void change_speeds(hostile *h) {
  dBodySetLinearVel(h->other, 1, 2, 3);
  dBodyAddForce(h->onto, 1, 2, 3);
}

static void join(hostile *h) {
  dJointAttach(dJointCreateBall(h->l->world, 0), h->other, h->onto);
}

static void make_body(hostile *h) {
  dJointAttach(dJointCreateHinge(h->l->world, 0), h->other, dBodyCreate(h->l->world));
}

/* The bullet is kept from the obstacle by a frame that has nothing to report. */
static void expect_kept(int space, const change *c, caller place) {
  hostile h = make_hostile(space, c);
  qmboxSimulateOptions o = options_of(&h, place);
  qmboxSimulateReport report;
  assert_true(qmboxWorldSimulate(h.l->world, h.l->space, H, &o, &report) == H);
  assert_true(h.done);
  assert_int_equal(report.unguarded, 0);
  assert_false(is_through(&h));
  free_hostile(&h);
}

static void what_may_be_changed_spoils_nothing(void **state) {
  static const change ALLOWED[] = {{"bits", make_large, change_bits},
                                   {"kinds", make_large, change_kinds},
                                   {"speeds", make_large, change_speeds},
                                   {"joint", make_large, join},
                                   {"body", make_large, make_body}};
  enum { ALLOWED_COUNT = sizeof ALLOWED / sizeof *ALLOWED };
  (void)state;
  for (int i = 0; i < SPACE_KINDS * PLACES * ALLOWED_COUNT; i++) {
    int space = i / (PLACES * ALLOWED_COUNT), place = i / ALLOWED_COUNT % PLACES;
    expect_kept(space, &ALLOWED[i % ALLOWED_COUNT], (caller)place);
  }
}

static void put_in_the_way(hostile *h) {
  dGeomSetPosition(h->obstacle, 0, 0, -LARGE);
}

/* A static geom is where a moved callback has put it, and stops what comes there. */
static void what_a_moved_callback_moves_is_guarded_where_it_is(void **state) {
  const change moves = {"moved", make_aside, put_in_the_way};
  (void)state;
  for (int space = 0; space < SPACE_KINDS; space++) expect_kept(space, &moves, IN_MOVED);
}

/* A coin that the near callback takes away, while it is asked about two limbs in a space of their own. */
typedef struct purse {
  loop *l;
  dGeomID coin, limb[2];
  bool stepped;
  bool asked, askedSpace; /* about the limbs, and about their space, since the step */
} purse;

static purse *stepping;

static int note_step_of_purse(dWorldID world, dReal length) {
  int good = dWorldQuickStep(world, length);
  stepping->stepped = true;
  return good;
}

static void take_coin(void *data, dGeomID o1, dGeomID o2) {
  purse *p = data;
  bool space = dGeomIsSpace(o1) || dGeomIsSpace(o2);
  if (p->stepped && !space) dGeomDisable(p->coin);
  p->asked = p->asked || (p->stepped && !space);
  p->askedSpace = p->askedSpace || (p->stepped && space);
  p->l->options.nearCallback(p->l, o1, o2);
}

static void what_a_callback_disables_stays_disabled(void **state) {
  loop *l = make_loop(SPACE_SIMPLE);
  purse p = {.l = l, .coin = add_tile(l, 1, 1, 1, 50, 50, 50)};
  dSpaceID doll = dSimpleSpaceCreate(l->space);
  qmboxSimulateReport report;
  (void)state;
  for (int i = 0; i < 2; i++) {
    dBodyID body = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, (dReal)(i - 0.5));
    dBodySetLinearVel(body, 0, 0, i == 0 ? SPEED : -SPEED);
    dSpaceRemove(l->space, dBodyGetFirstGeom(body));
    dSpaceAdd(doll, dBodyGetFirstGeom(body));
  }
  qmboxSimulateOptions o = l->options;
  o.nearCallback = take_coin;
  o.nearData = stepping = &p;
  o.stepper = note_step_of_purse;
  assert_true(qmboxWorldSimulate(l->world, l->space, H, &o, &report) == H);
  assert_true(p.asked && p.askedSpace);
  assert_false(dGeomIsEnabled(p.coin));
  assert_int_equal(report.unguarded, 0);
  free_loop(l);
}

/* ------------------------------------------------------------------ meshes that go while they are read */

enum { GRID = 24 };

typedef struct grid {
  dVector3 vertex[(GRID + 1) * (GRID + 1)];
  dTriIndex index[6 * GRID * GRID];
  dTriMeshDataID data;
} grid;

static grid *make_grid(void) {
  grid *g = calloc(1, sizeof *g);
  for (int i = 0; i <= GRID; i++) {
    for (int k = 0; k <= GRID; k++) {
      dReal *vertex = g->vertex[i * (GRID + 1) + k];
      vertex[0] = (dReal)(i - GRID / 2) / GRID;
      vertex[1] = (dReal)(k - GRID / 2) / GRID;
    }
  }
  for (int i = 0; i < GRID * GRID; i++) {
    const int corner = i / GRID * (GRID + 1) + i % GRID, step[] = {0, GRID + 1, 1, 1, GRID + 1, GRID + 2};
    for (int k = 0; k < 6; k++) g->index[6 * i + k] = (dTriIndex)(corner + step[k]);
  }
  g->data = dGeomTriMeshDataCreate();
  int stride = (int)sizeof(dVector3), triangle = (int)(3 * sizeof(dTriIndex));
  if (sizeof(dReal) == sizeof(double)) {
    dGeomTriMeshDataBuildDouble(g->data, g->vertex, stride, (GRID + 1) * (GRID + 1), g->index, 6 * GRID * GRID,
                                triangle);
  } else {
    dGeomTriMeshDataBuildSingle(g->data, g->vertex, stride, (GRID + 1) * (GRID + 1), g->index, 6 * GRID * GRID,
                                triangle);
  }
  return g;
}

typedef struct vanishing {
  loop *l;
  dGeomID mesh;
  grid *grid;
} vanishing;

static void destroy_mesh(void *data, dGeomID o1, dGeomID o2) {
  vanishing *v = data;
  (void)o1;
  (void)o2;
  if (!v->mesh || !acting->stepped) return;
  dGeomDestroy(v->mesh);
  dGeomTriMeshDataDestroy(v->grid->data);
  memset(v->grid, 0x7f, sizeof *v->grid);
  free(v->grid);
  v->mesh = 0;
}

/* The near callback is called for overlaps from the start while the triangles are searched. */
static void a_mesh_may_vanish_while_its_triangles_are_looked_through(void **state) {
  loop *l = make_loop(SPACE_SIMPLE);
  hostile h = {.l = l};
  vanishing v = {.l = l, .grid = make_grid()};
  dBodyID body = add_box(l, (dReal)0.3, (dReal)0.3, (dReal)0.3, (dReal)0.03, (dReal)0.02, 0);
  qmboxSimulateOptions o = l->options;
  qmboxSimulateReport report;
  (void)state;
  dBodySetLinearVel(body, 1, 0, 0);
  v.mesh = dCreateTriMesh(l->space, v.grid->data, 0, 0, 0);
  acting = &h;
  o.nearCallback = destroy_mesh;
  o.nearData = &v;
  o.stepper = note_step;
  (void)messages();
  assert_true(qmboxWorldSimulate(l->world, l->space, H, &o, &report) == 0);
  assert_null(v.mesh);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_CALLBACK);
  assert_int_equal(messages(), 1);
  free_loop(l);
}

/* ------------------------------------------------------------------ moved callbacks */

static void a_moved_callback_is_found(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID with = dBodyCreate(world), without = dBodyCreate(world);
  int place = qmboxPlaceOfMovedCallback();
  (void)state;
  dBodySetMovedCallback(with, act_in_moved);
  dBodySetTorque(without, 1, 2, 3);
  dBodySetAutoDisableFlag(without, 1);
  dBodySetFiniteRotationAxis(without, 1, 0, 0);
  assert_true(place > 0);
  assert_true(qmboxMayCallBack(with, place));
  assert_false(qmboxMayCallBack(without, place));
  assert_true(qmboxMayCallBack(without, -1));
  dBodySetMovedCallback(with, 0);
  assert_false(qmboxMayCallBack(with, place));
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(who_changes_what_the_guard_has_looked_at_gets_a_message),
      CASE(who_changes_how_a_body_turns_gets_a_message_after_the_step),
      CASE(the_arrays_of_a_hull_may_go_while_it_is_looked_at),
      CASE(what_may_be_changed_spoils_nothing),
      CASE(what_a_moved_callback_moves_is_guarded_where_it_is),
      CASE(what_a_callback_disables_stays_disabled),
      CASE(a_mesh_may_vanish_while_its_triangles_are_looked_through),
      CASE(a_moved_callback_is_found),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
