/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trimeshes that are bodies, against what is a surface itself: planes and other trimeshes.  They are let into these
 * by a part of their size, so that ODE finds contacts: they fall, slide and come to rest as in plain ODE.  Those that
 * are open or wound inwards are let into planes only, and stop before they touch each other.
 */

#include <math.h>

#include "loop.h"
#include "shapes/mesh_core.h"

enum { FRAMES = 180, CORNERS = 12, TRIANGLES = 20, FALLS = 8 };

/* ------------------------------------------------------------------ meshes */

/* A prism over a polygon of six corners, as high as 0.2, and a vertex that no triangle has. */
typedef struct prism {
  float vertex[3 * (CORNERS + 1)];
  dTriIndex index[3 * TRIANGLES];
  dTriMeshDataID data;
} prism;

static void add_triangle(prism *p, int *count, int a, int b, int c, bool inwards) {
  dTriIndex *to = p->index + 3 * (*count)++;
  to[0] = (dTriIndex)a;
  to[1] = (dTriIndex)(inwards ? c : b);
  to[2] = (dTriIndex)(inwards ? b : c);
}

static void make_prism(const double corner[6][2], const int cap[4][3], bool inwards, prism *p) {
  int count = 0;
  for (int k = 0; k < CORNERS; k++) {
    for (int i = 0; i < 2; i++) p->vertex[3 * k + i] = (float)corner[k % 6][i];
    p->vertex[3 * k + 2] = k < 6 ? -0.1F : 0.1F;
  }
  for (int k = 0; k < 4; k++) {
    add_triangle(p, &count, 6 + cap[k][0], 6 + cap[k][1], 6 + cap[k][2], inwards);
    add_triangle(p, &count, cap[k][0], cap[k][2], cap[k][1], inwards);
  }
  for (int k = 0; k < 6; k++) {
    int next = (k + 1) % 6;
    add_triangle(p, &count, k, next, 6 + next, inwards);
    add_triangle(p, &count, k, 6 + next, 6 + k, inwards);
  }
  for (int i = 0; i < 3; i++) p->vertex[3 * CORNERS + i] = 0;
  p->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(p->data, p->vertex, 12, CORNERS, p->index, 3 * TRIANGLES, 12);
}

static const double L_SHAPE[6][2] = {{-0.15, -0.15}, {0.25, -0.15}, {0.25, 0.05},
                                     {0.05, 0.05},   {0.05, 0.25},  {-0.15, 0.25}};
static const double HEXAGON[6][2] = {{0.2, 0}, {0.1, 0.17}, {-0.1, 0.17}, {-0.2, 0}, {-0.1, -0.17}, {0.1, -0.17}};
static const int L_CAP[4][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
static const int HEXAGON_CAP[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};

/* ------------------------------------------------------------------ cores */

static bool core_of(prism *p, int triangles, qmboxMeshCore *core) {
  dGeomTriMeshDataBuildSingle(p->data, p->vertex, 12, CORNERS, p->index, 3 * triangles, 12);
  dGeomID mesh = dCreateTriMesh(0, p->data, 0, 0, 0);
  dGeomSetPosition(mesh, 5, 6, 7);
  bool found = qmboxFindMeshCore(mesh, core);
  dGeomDestroy(mesh);
  return found;
}

static void closed_meshes_that_are_wound_outwards_have_a_core(void **state) {
  qmboxMeshCore core;
  prism p;
  (void)state;
  make_prism(HEXAGON, HEXAGON_CAP, false, &p);
  assert_true(core_of(&p, TRIANGLES, &core));
  assert_true(fabs(core.inner - 0.1) < 1e-6);
  assert_false(core_of(&p, TRIANGLES - 1, &core)); /* open */
  dTriIndex kept = p.index[0];
  p.index[0] = p.index[1];
  p.index[1] = kept;
  assert_false(core_of(&p, TRIANGLES, &core)); /* one is wound the other way */
  dGeomTriMeshDataDestroy(p.data);
  make_prism(HEXAGON, HEXAGON_CAP, true, &p);
  assert_false(core_of(&p, TRIANGLES, &core)); /* a room */
  dGeomTriMeshDataDestroy(p.data);
  make_prism(L_SHAPE, L_CAP, false, &p);
  assert_true(core_of(&p, TRIANGLES, &core));
  dGeomTriMeshDataDestroy(p.data);
}

/* ------------------------------------------------------------------ falling */

static loop *make_fall(const prism *mesh, dTriMeshDataID floor, dBodyID *body) {
  loop *l = make_loop(SPACE_SIMPLE);
  dMass mass;
  if (floor) {
    dCreateTriMesh(l->space, floor, 0, 0, 0);
  } else {
    dCreatePlane(l->space, 0, 0, 1, 0);
  }
  *body = dBodyCreate(l->world);
  dMassSetBoxTotal(&mass, 10, (dReal)0.4, (dReal)0.4, (dReal)0.2);
  dBodySetMass(*body, &mass);
  dGeomSetBody(dCreateTriMesh(l->space, mesh->data, 0, 0, 0), *body);
  dBodySetPosition(*body, 0, 0, 1);
  dBodySetQuaternion(*body, (dQuaternion){(dReal)0.9, (dReal)0.3, (dReal)0.2, (dReal)0.1});
  dBodySetLinearVel(*body, 2, 0, -3);
  return l;
}

/* Lets a prism fall.  Returns the time that it lost. */
static double let_fall(const prism *mesh, dTriMeshDataID floor, qmboxContinuity continuity, dReal at[3]) {
  dBodyID body;
  loop *l = make_fall(mesh, floor, &body);
  l->options.continuity = continuity;
  double lost = 0;
  for (int k = 0; k < FRAMES; k++) lost += (double)frame(l, (dReal)(1.0 / 60)).lostTime;
  for (int i = 0; i < 3; i++) at[i] = dBodyGetPosition(body)[i];
  free_loop(l);
  return lost;
}

static void a_mesh_falls_on_a_plane_and_on_a_mesh_as_in_plain_ode(void **state) {
  static const float corner[12] = {-50, -50, 0, 50, -50, 0, 50, 50, 0, -50, 50, 0};
  static const dTriIndex index[6] = {0, 1, 2, 0, 2, 3};
  dTriMeshDataID floor = dGeomTriMeshDataCreate();
  (void)state;
  dGeomTriMeshDataBuildSingle(floor, corner, 12, 4, index, 6, 12);
  for (int kind = 0; kind < 4; kind++) {
    dReal plain[3], guarded[3];
    prism p;
    make_prism(kind % 2 ? L_SHAPE : HEXAGON, kind % 2 ? L_CAP : HEXAGON_CAP, false, &p);
    (void)let_fall(&p, kind < 2 ? 0 : floor, QMBOX_CONTINUITY_OFF, plain);
    double lost = let_fall(&p, kind < 2 ? 0 : floor, QMBOX_CONTINUITY_GUARDED, guarded);
    print_message("# kind %d: plain at %.3f %.3f %.3f, guarded at %.3f %.3f %.3f, %.3f s lost\n", kind,
                  (double)plain[0], (double)plain[1], (double)plain[2], (double)guarded[0], (double)guarded[1],
                  (double)guarded[2], lost);
    assert_true(lost < 0.2);
    assert_true(fabs((double)(guarded[2] - plain[2])) < 0.01);
    assert_true(hypot((double)(guarded[0] - plain[0]), (double)(guarded[1] - plain[1])) < 0.2);
    dGeomTriMeshDataDestroy(p.data);
  }
  dGeomTriMeshDataDestroy(floor);
}

/* Lets a prism and another body fall from the same place.  Returns where the prism is after the time in which it falls
   by 5 m. */
static double fall_together(const prism *mesh, const prism *other, qmboxContinuity continuity, unsigned long seed) {
  dBodyID body, second;
  loop *l = make_fall(mesh, 0, &body);
  dMass mass;
  dRandSetSeed(seed); /* dWorldQuickStep() draws from it, and the two are thrown apart in another way by each */
  l->options.continuity = continuity;
  second = dBodyCreate(l->world);
  dMassSetBoxTotal(&mass, 5, (dReal)0.3, (dReal)0.3, (dReal)0.3);
  dBodySetMass(second, &mass);
  dGeomSetBody(
      other ? dCreateTriMesh(l->space, other->data, 0, 0, 0) : dCreateBox(l->space, (dReal)0.3, (dReal)0.3, (dReal)0.3),
      second);
  dBodySetPosition(body, 0, 0, 9);
  dBodySetLinearVel(body, 0, 0, 0);
  dBodySetPosition(second, (dReal)0.1, (dReal)0.05, (dReal)9.05);
  for (int k = 0; k < 60; k++) (void)frame(l, (dReal)(1.0 / 60));
  double height = (double)dBodyGetPosition(body)[2];
  free_loop(l);
  return height;
}

static double mean_fall(const prism *mesh, const prism *other, qmboxContinuity continuity) {
  double sum = 0;
  for (int k = 0; k < FALLS; k++) sum += fall_together(mesh, other, continuity, (unsigned long)k + 1);
  return sum / FALLS;
}

static void what_is_made_in_each_other_falls_as_in_plain_ode(void **state) {
  prism p, other;
  (void)state;
  make_prism(L_SHAPE, L_CAP, false, &p);
  make_prism(HEXAGON, HEXAGON_CAP, false, &other);
  for (int kind = 0; kind < 2; kind++) {
    const prism *second = kind ? &other : 0;
    double plain = mean_fall(&p, second, QMBOX_CONTINUITY_OFF);
    double guarded = mean_fall(&p, second, QMBOX_CONTINUITY_GUARDED);
    print_message("# into %s: plain to %.3f, guarded to %.3f\n", second ? "a mesh" : "a box", plain, guarded);
    assert_true(guarded < 9 - 4);
    assert_true(fabs(guarded - plain) < 0.7);
  }
  dGeomTriMeshDataDestroy(p.data);
  dGeomTriMeshDataDestroy(other.data);
}

/* Presses one prism into another by a part of what their cores leave between them, or lets the cores overlap. */
static int count_deep(double apart) {
  loop *l = make_loop(SPACE_SIMPLE);
  prism p;
  make_prism(HEXAGON, HEXAGON_CAP, false, &p);
  dWorldSetGravity(l->world, 0, 0, 0);
  for (int k = 0; k < 2; k++) {
    dBodyID body = dBodyCreate(l->world);
    dGeomSetBody(dCreateTriMesh(l->space, p.data, 0, 0, 0), body);
    dBodySetPosition(body, (dReal)0.03 * k, (dReal)0.02 * k, (dReal)apart * k);
  }
  int deep = frame(l, (dReal)(1.0 / 60)).deepPairs;
  free_loop(l);
  dGeomTriMeshDataDestroy(p.data);
  return deep;
}

static void meshes_pressed_together_by_less_than_their_cores_are_not_deep(void **state) {
  (void)state;
  for (int k = 0; k < 10; k++) {
    assert_int_equal(count_deep(0.1999 - 0.0011 * k), 0);
    assert_true(count_deep(0.186 - 0.001 * k) > 0);
  }
}

/* ------------------------------------------------------------------ kept trees */

enum { SHAKEN = 6 };

/* Lets prisms fall on each other and on a mesh that stands still, and grow on the way.  If they are `fresh` a vertex of
   no triangle changes in each frame, so that no tree is kept. */
static void shake(bool fresh, dReal place[SHAKEN][3]) {
  loop *l = make_loop(SPACE_SIMPLE);
  random_source source = {7};
  dBodyID body[SHAKEN];
  prism p;
  dRandSetSeed(1);
  make_prism(L_SHAPE, L_CAP, false, &p);
  dCreateTriMesh(l->space, p.data, 0, 0, 0);
  for (int k = 0; k < SHAKEN; k++) {
    body[k] = random_body(&source, l->world, 1, 1, 3);
    dBodySetPosition(body[k], (dReal)0.02 * k, (dReal)0.01, (dReal)(0.6 + 0.55 * k));
    dGeomSetBody(dCreateTriMesh(l->space, p.data, 0, 0, 0), body[k]);
  }
  for (int n = 0; n < 60; n++) {
    p.vertex[3 * CORNERS] = fresh ? 0.001F * (float)n : 0;
    if (n == 30) p.vertex[0] *= 1.25F;
    dGeomTriMeshDataBuildSingle(p.data, p.vertex, 12, CORNERS + 1, p.index, 3 * TRIANGLES, 12);
    (void)frame(l, (dReal)(1.0 / 60));
  }
  for (int k = 0; k < 3 * SHAKEN; k++) place[k / 3][k % 3] = dBodyGetPosition(body[k / 3])[k % 3];
  free_loop(l);
  dGeomTriMeshDataDestroy(p.data);
}

static void trees_that_are_kept_change_nothing(void **state) {
  dReal kept[SHAKEN][3], fresh[SHAKEN][3];
  (void)state;
  shake(false, kept);
  shake(true, fresh);
  assert_memory_equal(kept, fresh, sizeof kept);
}

/* ------------------------------------------------------------------ meshes without a core */

enum { FLYING = 8, FLIGHT = 20, WALLS = 6 };

/* Half the room, its thin walls, and how deep in walls a vertex may be: as deep as the cores of planes. */
static const double ROOM = 2, WALL = 0.01, DEEPEST = 0.4 / 64 + 1e-6;

/* The triangles of a prism that a mesh has: this many from this one on, each or every second. */
typedef struct some_of_a_prism {
  const char *name;
  int from, count, step;
  bool inwards;
} some_of_a_prism;

static const some_of_a_prism SOME[] = {{"a sheet", 0, 4, 2, false},
                                       {"two sheets", 0, 8, 1, false},
                                       {"a tube", 8, 12, 1, false},
                                       {"a cup", 1, 18, 1, false},
                                       {"a prism wound inwards", 0, 20, 1, true}};

typedef enum room_kind { ROOM_OF_PLANES, ROOM_OF_BOXES, ROOM_OF_A_MESH, ROOM_THAT_MOVES, ROOM_KINDS } room_kind;

typedef struct flight {
  loop *loop;
  prism prism, room;
  const some_of_a_prism *some;
  dBodyID body[FLYING], mover;
} flight;

/* A prism over a hexagon of two corners in the middle of a side each is a box: the room is one. */
static void add_mesh_room(flight *f) {
  static const double SQUARE[6][2] = {{1, 0}, {1, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {1, -1}};
  make_prism(SQUARE, HEXAGON_CAP, true, &f->room);
  for (int k = 0; k < 3 * CORNERS; k++) f->room.vertex[k] *= (float)(k % 3 == 2 ? 10 * ROOM : ROOM);
  dGeomTriMeshDataBuildSingle(f->room.data, f->room.vertex, 12, CORNERS, f->room.index, 3 * TRIANGLES, 12);
  dGeomSetBody(dCreateTriMesh(f->loop->space, f->room.data, 0, 0, 0), f->mover);
}

static void add_room(flight *f, room_kind kind) {
  if (kind == ROOM_THAT_MOVES) {
    f->mover = dBodyCreate(f->loop->world);
    dBodySetKinematic(f->mover);
    dBodySetLinearVel(f->mover, 2, 1, (dReal)0.5);
    dBodySetAngularVel(f->mover, (dReal)0.3, (dReal)0.2, (dReal)0.1);
  }
  if (kind >= ROOM_OF_A_MESH) add_mesh_room(f);
  for (int k = 0; k < WALLS && kind < ROOM_OF_A_MESH; k++) {
    dReal normal[3] = {0, 0, 0}, side[3], sign = k % 2 ? -1 : 1, away = (dReal)(ROOM + WALL / 2);
    normal[k / 2] = sign;
    for (int i = 0; i < 3; i++) side[i] = (dReal)(i == k / 2 ? WALL : 2 * ROOM + 4 * WALL);
    if (kind == ROOM_OF_PLANES) dCreatePlane(f->loop->space, normal[0], normal[1], normal[2], (dReal)-ROOM);
    if (kind == ROOM_OF_BOXES) {
      dGeomSetPosition(dCreateBox(f->loop->space, side[0], side[1], side[2]), away * normal[0], away * normal[1],
                       away * normal[2]);
    }
  }
}

static void add_flying(flight *f, random_source *source, int k, double speed) {
  dBodyID body = f->body[k] = random_body(source, f->loop->world, 1, 1, 20);
  const dReal *v = dBodyGetLinearVel(body);
  dReal faster = (dReal)(speed / sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
  dBodySetLinearVel(body, faster * v[0], faster * v[1], faster * v[2]);
  dBodySetPosition(body, k % 2 ? 1 : -1, k / 2 % 2 ? 1 : -1, k / 4 ? 1 : -1);
  dGeomSetBody(dCreateTriMesh(f->loop->space, f->prism.data, 0, 0, 0), body);
}

static void begin_flight(flight *f, room_kind kind, const some_of_a_prism *some, double speed, uint64_t seed) {
  random_source source = {seed};
  *f = (flight){.loop = make_loop(SPACE_SIMPLE), .some = some};
  dRandSetSeed((unsigned long)seed);
  dWorldSetGravity(f->loop->world, 0, 0, 0);
  make_prism(HEXAGON, HEXAGON_CAP, some->inwards, &f->prism);
  dGeomTriMeshDataBuildSingle(f->prism.data, f->prism.vertex, 12, CORNERS, f->prism.index + 3 * some->from,
                              3 * some->count, 12 * some->step);
  add_room(f, kind);
  for (int k = 0; k < FLYING; k++) add_flying(f, &source, k, speed);
}

static void end_flight(flight *f) {
  free_loop(f->loop);
  dGeomTriMeshDataDestroy(f->prism.data);
  if (f->room.data) dGeomTriMeshDataDestroy(f->room.data);
}

/* Writes where a corner of one of a flying mesh's triangles is: as the room has it. */
static void place_corner(const flight *f, int body, int triangle, int corner, dVector3 at) {
  const dTriIndex *index = f->prism.index + 3 * (f->some->from + f->some->step * triangle);
  const float *vertex = f->prism.vertex + 3 * index[corner];
  dBodyGetRelPointPos(f->body[body], (dReal)vertex[0], (dReal)vertex[1], (dReal)vertex[2], at);
  if (f->mover) dBodyGetPosRelPoint(f->mover, at[0], at[1], at[2], at);
}

static int count_outside(const flight *f) {
  int outside = 0;
  for (int k = 0; k < FLYING; k++) {
    bool inside = true;
    for (int c = 0; c < 3 * f->some->count; c++) {
      dVector3 at;
      place_corner(f, k, c / 3, c % 3, at);
      for (int i = 0; i < 3; i++) inside = inside && fabs((double)at[i]) <= ROOM + DEEPEST;
    }
    outside += !inside;
  }
  return outside;
}

/* Six times the volume of a tetrahedron. */
static double volume_of(const dReal *a, const dReal *b, const dReal *c, const dReal *d) {
  dVector3 u, v, w, across;
  dSubtractVectors3(u, b, a);
  dSubtractVectors3(v, c, a);
  dSubtractVectors3(w, d, a);
  dCalcVectorCross3(across, u, v);
  return (double)dCalcVectorDot3(across, w);
}

/* Returns true if the edge from p to q goes through the triangle: the tetrahedra that they make are wound alike. */
static bool goes_through(const dReal *p, const dReal *q, dVector3 corner[3]) {
  double side[3];
  if (volume_of(corner[0], corner[1], corner[2], p) * volume_of(corner[0], corner[1], corner[2], q) >= 0) return false;
  for (int k = 0; k < 3; k++) side[k] = volume_of(p, q, corner[k], corner[(k + 1) % 3]);
  return (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

static bool are_through(const flight *f, int body1, int t1, int body2, int t2) {
  dVector3 one[3], other[3];
  for (int k = 0; k < 3; k++) {
    place_corner(f, body1, t1, k, one[k]);
    place_corner(f, body2, t2, k, other[k]);
  }
  for (int k = 0; k < 3; k++) {
    if (goes_through(one[k], one[(k + 1) % 3], other)) return true;
  }
  return false;
}

/* Counts pairs of flying meshes of which an edge of one goes through a triangle of the other. */
static int count_through(const flight *f) {
  int through = 0, count = f->some->count;
  for (int i = 0; i < FLYING * FLYING; i++) {
    int one = i / FLYING, other = i % FLYING;
    const dReal *x = dBodyGetPosition(f->body[one]), *y = dBodyGetPosition(f->body[other]);
    bool found =
        one == other || hypot(hypot((double)(x[0] - y[0]), (double)(x[1] - y[1])), (double)(x[2] - y[2])) > 0.5;
    for (int t = 0; t < count * count && !found; t++) {
      found = are_through(f, one, t / count, other, t % count);
      through += found;
    }
  }
  return through;
}

static void fly(room_kind kind, const some_of_a_prism *some, double speed, uint64_t seed, int *lost_by_ode) {
  flight f;
  double lost = 0;
  begin_flight(&f, kind, some, speed, seed);
  for (int k = 0; k < FLIGHT; k++) {
    qmboxSimulateReport report = frame(f.loop, (dReal)(1.0 / 60));
    assert_int_equal(report.unguarded, 0);
    assert_int_equal(count_outside(&f), 0);
    assert_int_equal(count_through(&f), 0);
    lost += (double)report.lostTime * 60 / FLYING / FLIGHT;
  }
  end_flight(&f);
  begin_flight(&f, kind, some, speed, seed);
  for (int k = 0; k < FLIGHT; k++) plain_frame(f.loop, (dReal)(1.0 / 60));
  *lost_by_ode += count_outside(&f);
  end_flight(&f);
  print_message("# room %d, %s at %.0f m/s: %.0f %% of the time lost\n", (int)kind, some->name, speed, 100 * lost);
  assert_true(lost < 0.95); /* they do not hang in the air */
}

static void meshes_without_a_core_stay_in_their_room(void **state) {
  for (int kind = 0; kind < ROOM_KINDS; kind++) {
    int lost_by_ode = 0;
    (void)state;
    for (int k = 0; k < (int)(sizeof SOME / sizeof *SOME); k++) {
      fly((room_kind)kind, &SOME[k], 60, (uint64_t)k + 1, &lost_by_ode);
      fly((room_kind)kind, &SOME[k], 300, (uint64_t)k + 101, &lost_by_ode);
    }
    assert_true(kind == ROOM_OF_PLANES || lost_by_ode > 5 * FLYING);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(closed_meshes_that_are_wound_outwards_have_a_core),
      CASE(a_mesh_falls_on_a_plane_and_on_a_mesh_as_in_plain_ode),
      CASE(what_is_made_in_each_other_falls_as_in_plain_ode),
      CASE(meshes_pressed_together_by_less_than_their_cores_are_not_deep),
      CASE(trees_that_are_kept_change_nothing),
      CASE(meshes_without_a_core_stay_in_their_room),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
