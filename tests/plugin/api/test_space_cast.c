/* SPDX-License-Identifier: BSD-3-Clause */

/* qmboxSpaceCast() against qmboxFirstContact() with every geom by itself, and against ODE's colliders on the way. */

#include <math.h>
#include <string.h>

#include "fixture.h"

enum { GEOMS = 40, TESTS = 60 };

typedef struct cast_world {
  dWorldID world;
  dSpaceID space;
  int kind;
  dGeomID other[GEOMS], caster;
  dBodyID body;
} cast_world;

static void put(random_source *r, dGeomID geom) {
  dQuaternion q;
  dVector3 x;
  random_quaternion(r, q);
  random_vector(r, 2.5, x);
  dGeomSetPosition(geom, x[0], x[1], x[2]);
  dGeomSetQuaternion(geom, q);
}

/* qmboxFirstContact() knows what is round with boxes only, and no cylinders. */
enum { BOXES = 2, ALL_BUT_CYLINDERS = 4, ALL = 5 };

static dGeomID any_geom(random_source *r, dSpaceID space, int shapes) {
  dReal a = uniform(r, 0.1, 1.2), b = uniform(r, 0.1, 1.2), c = uniform(r, 0.1, 1.2);
  switch ((int)uniform(r, 0, shapes)) {
    case 0:
      return dCreateBox(space, a, b, c);
    case 1:
      return qmboxCreate(space, a, b, c);
    case 2:
      return dCreateSphere(space, a / 2);
    case 3:
      return dCreateCapsule(space, a / 4, b);
    default:
      return dCreateCylinder(space, a / 2, b);
  }
}

static dGeomID a_caster(random_source *r, int round) {
  dReal a = uniform(r, 0.05, 0.6), b = uniform(r, 0.05, 0.6);
  if (!round) return dCreateBox(0, a, b, uniform(r, 0.05, 0.6));
  if (uniform(r, 0, 1) < 0.5) return dCreateSphere(0, a / 2);
  return dCreateCapsule(0, a / 4, b);
}

/* Returns a caster on a body, with an offset, that flies at the middle of a crowd of geoms. */
static cast_world make_world(random_source *r, int kind, int round, int shapes) {
  cast_world w = {.world = dWorldCreate(), .space = make_space(kind), .kind = kind};
  dVector3 x;
  dQuaternion q;
  for (int i = 0; i < GEOMS; i++) put(r, w.other[i] = any_geom(r, space_for(w.space, kind, i), shapes));
  w.body = dBodyCreate(w.world);
  w.caster = a_caster(r, round);
  dGeomSetBody(w.caster, w.body);
  random_vector(r, 1, x);
  dBodySetPosition(w.body, x[0] - 6, x[1], x[2]);
  dReal forward = uniform(r, 5, 12), aside = uniform(r, -1, 1);
  dBodySetLinearVel(w.body, forward, aside, uniform(r, -1, 1));
  random_vector(r, 3, x);
  dBodySetAngularVel(w.body, x[0], x[1], x[2]);
  random_quaternion(r, q);
  dGeomSetOffsetQuaternion(w.caster, q);
  random_vector(r, 0.3, x);
  dGeomSetOffsetPosition(w.caster, x[0], x[1], x[2]);
  return w;
}

static void free_world(cast_world *w) {
  dGeomDestroy(w->caster);
  dSpaceDestroy(w->space);
  dWorldDestroy(w->world);
}

static int is_hit(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* Compares the hits, which are all, with the first contact of the caster and every geom. */
static void compare(const cast_world *w, const qmboxContact *hit, int count) {
  int expected = 0;
  for (int i = 0; i + 1 < count; i++) assert_true(hit[i].time <= hit[i + 1].time);
  for (int i = 0; i < GEOMS; i++) {
    qmboxContact one;
    int found = -1;
    (void)qmboxFirstContact(w->caster, w->other[i], 1, &one);
    for (int k = 0; k < count; k++) {
      if (hit[k].g2 == w->other[i]) found = k;
    }
    assert_int_equal(found >= 0, is_hit(one.status));
    if (found < 0) continue;
    expected++;
    assert_ptr_equal(hit[found].g1, w->caster);
    assert_true(fabs(hit[found].time - one.time) < 1e-7);
    assert_true(hit[found].timeLower <= one.timeUpper + 1e-12 && one.timeLower <= hit[found].timeUpper + 1e-12);
    if (one.status == BMS_CONTACT) {
      for (int k = 0; k < 3; k++) assert_true(fabs((double)(hit[found].normal[k] - one.normal[k])) < 1e-3);
    }
  }
  assert_int_equal(expected, count);
}

static void all_hits_are_those_of_every_geom_by_itself(void **state) {
  random_source r = seeded("cast", 1);
  int hits = 0;
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    int round = i % 2;
    cast_world w = make_world(&r, i % SPACE_KINDS, round, round ? BOXES : ALL_BUT_CYLINDERS);
    qmboxContact hit[GEOMS];
    int unsure = 0;
    qmboxCast cast = {.t0 = 0, .t1 = 1, .unsure = &unsure};
    int count = qmboxSpaceCast(w.space, w.caster, &cast, hit, GEOMS);
    assert_true(count >= 0 && count <= GEOMS);
    assert_int_equal(unsure, 0);
    compare(&w, hit, count);
    hits += count;
    free_world(&w);
  }
  assert_true(hits > TESTS);
  print_message("# %d hits\n", hits);
}

/* With room for fewer hits, the first are written and all are counted; with none, all are counted. */
static void a_small_capacity_keeps_the_first(void **state) {
  random_source r = seeded("capacity", 2);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    cast_world w = make_world(&r, i % SPACE_KINDS, 0, BOXES);
    qmboxCast cast = {.t0 = 0, .t1 = 1};
    qmboxContact all[GEOMS], few[GEOMS];
    int count = qmboxSpaceCast(w.space, w.caster, &cast, all, GEOMS);
    assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, 0, 0), count);
    for (int capacity = 1; capacity <= count; capacity++) {
      memset(few, 0, sizeof few);
      assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, few, capacity), count);
      for (int k = 0; k < capacity; k++) assert_true(few[k].time == all[k].time);
      for (int k = capacity; k < GEOMS; k++) assert_null(few[k].g1);
    }
    free_world(&w);
  }
}

static int only_spheres(void *data, dGeomID geom) {
  ++*(int *)data;
  return dGeomGetClass(geom) == dSphereClass;
}

static void what_is_filtered_or_does_not_match_is_passed_over(void **state) {
  random_source r = seeded("filter", 3);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    cast_world w = make_world(&r, i % SPACE_KINDS, 0, ALL);
    int asked = 0;
    qmboxCast cast = {.t0 = 0, .t1 = 1};
    qmboxContact all[GEOMS], some[GEOMS];
    int count = qmboxSpaceCast(w.space, w.caster, &cast, all, GEOMS), spheres = 0, dropped = 0;
    for (int k = 0; k < count; k++) spheres += dGeomGetClass(all[k].g2) == dSphereClass;
    cast.filter = only_spheres;
    cast.filterData = &asked;
    assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, some, GEOMS), spheres);
    assert_true(asked >= count);
    cast.filter = 0;
    for (int k = 0; k < count; k += 3, dropped++) dGeomDisable(all[k].g2);
    for (int k = 1; k < count; k += 3, dropped++) {
      dGeomSetCategoryBits(all[k].g2, 2);
      dGeomSetCollideBits(all[k].g2, 2);
    }
    dGeomSetCategoryBits(w.caster, 1);
    dGeomSetCollideBits(w.caster, 1);
    assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, some, GEOMS), count - dropped);
    free_world(&w);
  }
}

/* Nothing is changed: poses, velocities, joints, and the space's geoms. */
static void nothing_is_changed(void **state) {
  random_source r = seeded("unchanged", 4);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    cast_world w = make_world(&r, i % SPACE_KINDS, 0, ALL);
    qmboxCast cast = {.t0 = 0, .t1 = 1};
    qmboxContact first[GEOMS], second[GEOMS];
    dVector3 before, after;
    int geoms = dSpaceGetNumGeoms(w.space);
    memset(first, 0, sizeof first);
    memset(second, 0, sizeof second);
    memcpy(before, dBodyGetPosition(w.body), sizeof before);
    int count = qmboxSpaceCast(w.space, w.caster, &cast, first, GEOMS);
    memcpy(after, dBodyGetPosition(w.body), sizeof after);
    assert_memory_equal(before, after, 3 * sizeof(dReal));
    assert_int_equal(dSpaceGetNumGeoms(w.space), geoms);
    assert_int_equal(dBodyGetNumJoints(w.body), 0);
    assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, second, GEOMS), count);
    for (int k = 0; k < count; k++) assert_true(first[k].time == second[k].time && first[k].g2 == second[k].g2);
    free_world(&w);
  }
}

/* The caster is of any class, a cylinder too, and has a motion of its own frame: at each hit the geoms touch, before it
   they are apart. */
static void a_motion_takes_the_geoms_own_frame_along(void **state) {
  random_source r = seeded("motion", 5);
  int hits = 0;
  (void)state;
  for (int i = 0; i < 4 * TESTS; i++) {
    dSpaceID space = make_space(i % SPACE_KINDS);
    dGeomID wall = dCreateBox(space_for(space, i % SPACE_KINDS, i), 1, 10, 10), caster;
    dReal size = uniform(&r, 0.1, 1);
    double start[3] = {-5, 0, 0}, extent;
    for (int k = 1; k < 3; k++) start[k] = (double)uniform(&r, -1, 1);
    const double velocity[3] = {10, 0, 0}, still[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
    if (i % 4 == 0) caster = dCreateBox(0, size, size / 2, size / 3);
    if (i % 4 == 1) caster = dCreateSphere(0, size / 2);
    if (i % 4 == 2) caster = dCreateCapsule(0, size / 2, 1);
    if (i % 4 == 3) caster = dCreateCylinder(0, size / 2, 1);
    extent = (double)size / 2;
    dGeomSetPosition(caster, 77, 77, 77); /* its own pose does not matter */
    bms_motion motion = bms_motion_step(start, unturned, velocity, still, still);
    qmboxCast cast = {.t0 = 0, .t1 = 1, .motion = &motion};
    qmboxContact hit;
    assert_int_equal(qmboxSpaceCast(space, caster, &cast, &hit, 1), 1);
    assert_true(fabs(hit.time - (4.5 - extent) / 10) < 1e-9);
    assert_true(fabs((double)hit.normal[0] + 1) < 1e-6);
    cast.t1 = hit.time - 1e-6;
    assert_int_equal(qmboxSpaceCast(space, caster, &cast, &hit, 1), 0);
    hits++;
    dGeomDestroy(caster);
    (void)wall;
    dSpaceDestroy(space);
  }
  assert_int_equal(hits, 4 * TESTS);
}

/* The trimesh has two triangles, the nearer of which hangs below the other. */
static void meshes_are_hit_by_all_casters(void **state) {
  static const float VERTEX[] = {-5, -5, 0, 0, 5, -5, 0, 0, 0, 5, 0, 0, -5, -5, -1, 0, 5, -5, -1, 0, 0, 5, -1, 0};
  static const dTriIndex TRIANGLE[] = {0, 1, 2, 3, 4, 5};
  const double start[3] = {0, 0, -5}, unturned[4] = {1, 0, 0, 0}, up[3] = {0, 0, 10}, still[3] = {0, 0, 0};
  bms_motion motion = bms_motion_step(start, unturned, up, still, still);
  (void)state;
  dSpaceID space = dHashSpaceCreate(0);
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, VERTEX, 4 * sizeof(float), 6, TRIANGLE, 6, 3 * sizeof(dTriIndex));
  dGeomID mesh = dCreateTriMesh(space, data, 0, 0, 0);
  for (int i = 0; i < 4; i++) {
    dGeomID caster = i == 0   ? dCreateBox(0, 1, 1, 1)
                     : i == 1 ? dCreateSphere(0, (dReal)0.5)
                     : i == 2 ? dCreateCapsule(0, (dReal)0.25, (dReal)0.5)
                              : dCreateCylinder(0, (dReal)0.5, 1);
    int unsure = 0;
    qmboxCast cast = {.t0 = 0, .t1 = 1, .motion = &motion, .unsure = &unsure};
    qmboxContact hit;
    assert_int_equal(qmboxSpaceCast(space, caster, &cast, &hit, 1), 1);
    assert_int_equal(unsure, 0);
    assert_ptr_equal(hit.g2, mesh);
    assert_true(fabs(hit.time - 0.35) < 1e-6);
    cast.t1 = 0.34;
    assert_int_equal(qmboxSpaceCast(space, caster, &cast, &hit, 1), 0);
    dGeomDestroy(caster);
  }
  dSpaceDestroy(space);
  dGeomTriMeshDataDestroy(data);
}

enum { SQUARES = 4, CORNERS = SQUARES + 1 };

/* A floor of squares, 8 m wide. */
typedef struct floor_mesh {
  double vertex[CORNERS * CORNERS][3];
  dTriIndex index[SQUARES * SQUARES][2][3];
  dTriMeshDataID data;
} floor_mesh;

static void make_floor(floor_mesh *f, int spoilt, double by) {
  for (int k = 0; k < CORNERS * CORNERS; k++) {
    double place[3] = {8.0 * (k / CORNERS) / SQUARES - 4, 8.0 * (k % CORNERS) / SQUARES - 4, 0};
    for (int i = 0; i < 3; i++) f->vertex[k][i] = place[i];
  }
  for (int k = 0; k < SQUARES * SQUARES; k++) {
    int a = k / SQUARES * CORNERS + k % SQUARES,
        corner[6] = {a, a + CORNERS, a + CORNERS + 1, a, a + CORNERS + 1, a + 1};
    for (int i = 0; i < 6; i++) f->index[k][i / 3][i % 3] = (dTriIndex)corner[i];
  }
  if (spoilt >= 0) f->vertex[spoilt / 3][spoilt % 3] = by;
  f->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(f->data, f->vertex[0], sizeof f->vertex[0], CORNERS * CORNERS, f->index[0][0],
                              6 * SQUARES * SQUARES, 3 * sizeof(dTriIndex));
}

/* Asks for the first contact of a falling geom with a floor in all ways: it is there, after this time, and sure only if
   the floor is whole.  A first contact is either reported or refused. */
static void ask_of_floor(dSpaceID space, dGeomID falling, dGeomID mesh, double time, bool whole) {
  int unsure = 0;
  qmboxContact first, earliest, hit;
  qmboxCast cast = {.t0 = 0, .t1 = 1, .unsure = &unsure};
  (void)messages();
  bms_status status = qmboxFirstContact(falling, mesh, 1, &first);
  int said = messages();
  bms_status inSpace = qmboxSpaceFirstContact(space, 1, 0, &earliest);
  int hits = qmboxSpaceCast(space, falling, &cast, &hit, 1);
  if (status == BMS_CONTACT) assert_true(fabs(first.time - time) < 1e-6);
  if (inSpace == BMS_CONTACT) assert_true(fabs(earliest.time - time) < 1e-6);
  if (hits > 0) assert_true(fabs(hit.time - 0.19) < 1e-6); /* what moves stands still for a cast */
  assert_true(status == BMS_CONTACT || (!whole && status == BMS_INVALID && said > 0));
  assert_true(inSpace == BMS_CONTACT || !whole);
  assert_true(hits == 1 || !whole);
  assert_int_equal(unsure, !whole);
  assert_int_equal(earliest.inexact, whole ? 0 : QMBOX_INEXACT_NUMBERS);
  if (status == BMS_CONTACT) assert_int_equal(first.inexact, earliest.inexact);
}

static void triangles_that_are_nowhere_make_answers_unsure(void **state) {
  const double values[] = {0, NAN, INFINITY, 1e30};
  enum { VALUES = sizeof values / sizeof *values };
  (void)state;
  for (int n = 0; n < 8 * VALUES; n++) {
    double value = values[n % VALUES];
    int kind = n / VALUES;
    floor_mesh f;
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(kind % 2 ? SPACE_HASH : SPACE_SIMPLE);
    make_floor(&f, n % VALUES == 0 ? -1 : kind & 4 ? 0 : CORNERS * CORNERS / 2 * 3 + 2, value);
    dGeomID mesh = dCreateTriMesh(space, f.data, 0, 0, 0);
    dGeomID falling =
        kind & 1 ? dCreateSphere(space, (dReal)0.1) : dCreateBox(space, (dReal)0.2, (dReal)0.2, (dReal)0.2);
    dGeomSetBody(falling, dBodyCreate(world));
    dBodySetPosition(dGeomGetBody(falling), (dReal)2.9, (dReal)2.2, 2);
    dBodySetLinearVel(dGeomGetBody(falling), 0, 0, -10);
    if (kind & 2) {
      dGeomSetBody(mesh, dBodyCreate(world));
      dBodySetLinearVel(dGeomGetBody(mesh), 0, 0, 1);
    }
    ask_of_floor(space, falling, mesh, 1.9 / (kind & 2 ? 11 : 10), n % VALUES == 0);
    dSpaceDestroy(space);
    dWorldDestroy(world);
    dGeomTriMeshDataDestroy(f.data);
  }
}

/* Gives the caster's body two more geoms. */
static void add_to_body(random_source *r, const cast_world *w, dGeomID part[3]) {
  part[0] = w->caster;
  for (int i = 1; i < 3; i++) {
    dVector3 x;
    dQuaternion q;
    part[i] = a_caster(r, i == 2);
    dGeomSetBody(part[i], w->body);
    random_vector(r, 1, x);
    random_quaternion(r, q);
    dGeomSetOffsetPosition(part[i], x[0], x[1], x[2]);
    dGeomSetOffsetQuaternion(part[i], q);
  }
}

static bms_motion step_of(dBodyID body) {
  double position[3], quaternion[4], linear[3], angular[3], acceleration[3] = {0, 0, 0};
  for (int i = 0; i < 4; i++) quaternion[i] = (double)dBodyGetQuaternion(body)[i];
  for (int i = 0; i < 3; i++) {
    position[i] = (double)dBodyGetPosition(body)[i];
    linear[i] = (double)dBodyGetLinearVel(body)[i];
    angular[i] = (double)dBodyGetAngularVel(body)[i];
  }
  return bms_motion_step(position, quaternion, linear, angular, acceleration);
}

/* A body's hits are its geoms', in order, whether it goes on by itself or by a motion that is the same. */
static void a_body_is_cast_with_all_its_geoms(void **state) {
  random_source r = seeded("body", 4);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    cast_world w = make_world(&r, i % SPACE_KINDS, 0, ALL_BUT_CYLINDERS);
    qmboxCast cast = {.t0 = 0, .t1 = 1};
    qmboxContact all[3 * GEOMS], one[GEOMS], again[3 * GEOMS];
    dGeomID part[3];
    int sum = 0;
    add_to_body(&r, &w, part);
    int count = qmboxSpaceCastBody(w.space, w.body, &cast, all, 3 * GEOMS);
    for (int k = 0; k + 1 < count; k++) assert_true(all[k].time <= all[k + 1].time);
    for (int p = 0; p < 3; p++) {
      int hits = qmboxSpaceCast(w.space, part[p], &cast, one, GEOMS), found = 0;
      for (int n = 0; n < hits; n++) {
        for (int k = 0; k < count; k++)
          found += all[k].g1 == part[p] && all[k].g2 == one[n].g2 && all[k].time == one[n].time;
      }
      assert_int_equal(found, hits);
      sum += hits;
    }
    assert_int_equal(sum, count);
    bms_motion motion = step_of(w.body);
    cast.motion = &motion;
    assert_int_equal(qmboxSpaceCastBody(w.space, w.body, &cast, again, 3 * GEOMS), count);
    for (int k = 0; k < count; k++) assert_true(fabs(again[k].time - all[k].time) < 1e-6);
    for (int p = 1; p < 3; p++) dGeomDestroy(part[p]);
    free_world(&w);
  }
}

static void bad_arguments_are_told(void **state) {
  random_source r = seeded("bad", 6);
  cast_world w = make_world(&r, SPACE_HASH, 0, BOXES);
  qmboxCast cast = {.t0 = 0, .t1 = 1}, bad;
  qmboxContact hit;
  dGeomID loose = dCreateBox(0, 1, 1, 1), plane = dCreatePlane(0, 0, 0, 1, 0);
  (void)state;
  (void)messages();
  assert_int_equal(qmboxSpaceCast(0, w.caster, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCast((dSpaceID)loose, w.caster, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, 0, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, 0, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, 0, 1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, &hit, -1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, loose, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCast(w.space, plane, &cast, &hit, 1), -1);
  bad = (qmboxCast){.t0 = 1, .t1 = 0};
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, &bad, &hit, 1), -1);
  bad = (qmboxCast){.t0 = 0, .t1 = (double)NAN};
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, &bad, &hit, 1), -1);
  dBodySetLinearVel(w.body, (dReal)INFINITY, 0, 0);
  assert_int_equal(qmboxSpaceCast(w.space, w.caster, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCastBody(w.space, w.body, &cast, &hit, 1), -1);
  assert_int_equal(qmboxSpaceCastBody(w.space, 0, &cast, &hit, 1), -1);
  dBodyID bare = dBodyCreate(w.world);
  assert_int_equal(qmboxSpaceCastBody(w.space, bare, &cast, &hit, 1), -1);
  assert_int_equal(messages(), 14);
  dGeomDestroy(loose);
  dGeomDestroy(plane);
  free_world(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_hits_are_those_of_every_geom_by_itself, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_small_capacity_keeps_the_first, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_filtered_or_does_not_match_is_passed_over, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(nothing_is_changed, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_motion_takes_the_geoms_own_frame_along, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(meshes_are_hit_by_all_casters, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(triangles_that_are_nowhere_make_answers_unsure, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_body_is_cast_with_all_its_geoms, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_are_told, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("space cast", tests, 0, 0);
}
