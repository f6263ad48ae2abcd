/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Geom transforms against geoms with the same offset, as they are such: both meet others at the same times,
 * are hit by casts alike, and are guarded.
 */

#include <math.h>

#include "loop.h"
#include "own_shapes.h"

/* Transforms are deprecated, and tested as long as ODE has them. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

enum { PAIRS = 200, SHOTS = 60, FRAMES = 40 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-3)

/* ------------------------------------------------------------------ shapes */

enum { BOX, SPHERE, CAPSULE, CYLINDER, HULL, TRIMESH, ELLIPSOID, SHAPES };

static dTriMeshDataID roof;

static void make_roof(void) {
  static const float vertex[15] = {-0.4F, -0.4F, 0, 0.4F, -0.4F, 0, 0.4F, 0.4F, 0, -0.4F, 0.4F, 0, 0, 0, 0.5F};
  static const dTriIndex index[18] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 2, 1, 0, 3, 2};
  roof = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(roof, vertex, 12, 5, index, 18, 12);
  (void)dGeomTriMeshDataPreprocess2(roof, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0);
}

/* Makes the shape of this number, of the same size again for the same state of the source. */
static dGeomID make_shape(random_source *source, int kind) {
  dReal a = uniform(source, 0.2, 1), b = uniform(source, 0.2, 1), c = uniform(source, 0.2, 1);
  switch (kind) {
    case BOX:
      return dCreateBox(0, a, b, c);
    case SPHERE:
      return dCreateSphere(0, a / 2);
    case CAPSULE:
      return dCreateCapsule(0, a / 3, b);
    case CYLINDER:
      return dCreateCylinder(0, a / 2, b);
    case HULL:
      return slanted_box(source, 0, (double)a, (double)b, (double)c);
    case TRIMESH:
      return dCreateTriMesh(0, roof, 0, 0, 0);
    default:
      return ellipsoid(0, (double)a / 2, (double)b / 2, (double)c / 2);
  }
}

/* Puts a geom into a transform or, of every other one, into two. */
static dGeomID wrap(dSpaceID space, dGeomID held, const dReal at[3], const dQuaternion turn, bool twice) {
  dGeomID outer = dCreateGeomTransform(space), inner = twice ? dCreateGeomTransform(0) : outer;
  dGeomSetPosition(held, at[0], at[1], at[2]);
  dGeomSetQuaternion(held, turn);
  dGeomTransformSetGeom(inner, held);
  dGeomTransformSetCleanup(inner, 1);
  if (!twice) return outer;
  dGeomTransformSetGeom(outer, inner);
  dGeomTransformSetCleanup(outer, 1);
  return outer;
}

/* A shape twice: in a transform on one body, and with an offset on another that is at the same place. */
typedef struct twins {
  dGeomID wrapped, offset;
  dBodyID body[2];
} twins;

static twins make_twins(random_source *source, dWorldID world, int kind, bool twice) {
  random_source again = *source;
  dReal at[3], x[3];
  dQuaternion turn, q;
  twins t;
  dGeomID held = make_shape(source, kind);
  t.offset = make_shape(&again, kind);
  random_vector(source, 0.5, at);
  random_quaternion(source, turn);
  random_vector(source, 3, x);
  random_quaternion(source, q);
  t.wrapped = wrap(0, held, at, turn, twice);
  for (int k = 0; k < 2; k++) {
    t.body[k] = dBodyCreate(world);
    dGeomSetBody(k == 0 ? t.wrapped : t.offset, t.body[k]);
    dBodySetPosition(t.body[k], x[0], x[1], x[2]);
    dBodySetQuaternion(t.body[k], q);
    dBodySetLinearVel(t.body[k], (dReal)-1.1 * x[0], (dReal)-1.1 * x[1], (dReal)-1.1 * x[2]);
    dBodySetAngularVel(t.body[k], x[1], x[2], x[0]);
  }
  dGeomSetOffsetPosition(t.offset, at[0], at[1], at[2]);
  dGeomSetOffsetQuaternion(t.offset, turn);
  return t;
}

static void destroy_twins(const twins *t) {
  dGeomDestroy(t->wrapped);
  dGeomDestroy(t->offset);
}

/* ------------------------------------------------------------------ first contacts and casts */

static bool is_met(bms_status status) {
  return status == BMS_CONTACT;
}

static int compare(const twins *one, const twins *other) {
  qmboxContact contact[2];
  bms_status status = qmboxFirstContact(one->wrapped, other->wrapped, 2, &contact[0]);
  assert_int_equal(qmboxFirstContact(one->offset, other->offset, 2, &contact[1]), status);
  if (is_met(status)) assert_true(fabs(contact[0].time - contact[1].time) < CLOSE);
  return is_met(status);
}

static void a_transform_meets_others_when_a_geom_with_its_offset_does(void **state) {
  random_source source = seeded("transforms", 0x91);
  int met = 0;
  (void)state;
  make_roof();
  register_ellipsoids();
  for (int n = 0; n < PAIRS * soak(); n++) {
    dWorldID world = dWorldCreate();
    twins one = make_twins(&source, world, n % SHAPES, n % 3 == 0);
    twins other = make_twins(&source, world, n / SHAPES % SHAPES, n % 5 == 0);
    met += compare(&one, &other);
    destroy_twins(&one);
    destroy_twins(&other);
    dWorldDestroy(world);
  }
  dGeomTriMeshDataDestroy(roof);
  printf("# transforms: %d met\n", met);
  assert_true(met > PAIRS * soak() / 5);
}

static void a_cast_of_a_transform_and_onto_one_hits_as_with_an_offset(void **state) {
  random_source source = seeded("casts of transforms", 0x92);
  int hits = 0;
  (void)state;
  make_roof();
  for (int n = 0; n < PAIRS * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    twins one = make_twins(&source, world, n % ELLIPSOID, false);
    twins other = make_twins(&source, world, n / ELLIPSOID % ELLIPSOID, true);
    qmboxCast cast = {.t0 = 0, .t1 = 2};
    for (int k = 0; k < 2; k++) dBodySetPosition(other.body[k], 0, 0, 0);
    qmboxContact hit[2];
    int count[2];
    for (int k = 0; k < 2; k++) {
      dGeomID target = k == 0 ? other.wrapped : other.offset;
      dSpaceAdd(space, target);
      count[k] = qmboxSpaceCast(space, k == 0 ? one.wrapped : one.offset, &cast, &hit[k], 1);
      dSpaceRemove(space, target);
    }
    assert_int_equal(count[0], count[1]);
    if (count[0] > 0) assert_true(fabs(hit[0].time - hit[1].time) < CLOSE);
    hits += count[0];
    destroy_twins(&one);
    destroy_twins(&other);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  dGeomTriMeshDataDestroy(roof);
  printf("# casts: %d hits\n", hits);
  assert_true(hits > PAIRS * soak() / 10);
}

static void a_qmbox_collides_with_a_box_in_a_transform_as_with_an_offset(void **state) {
  random_source source = seeded("qmboxes and transforms", 0x94);
  int met = 0;
  (void)state;
  for (int n = 0; n < PAIRS; n++) {
    dWorldID world = dWorldCreate();
    twins other = make_twins(&source, world, BOX, n % 2 == 0);
    dGeomID qmbox = qmboxCreate(0, 4, 3, 2);
    dContactGeom contact[2][8];
    int count[2];
    for (int k = 0; k < 2; k++)
      count[k] =
          qmboxCollide(qmbox, k == 0 ? other.wrapped : other.offset, 8, contact[k], (int)sizeof(dContactGeom), NULL);
    assert_int_equal(count[0], count[1]);
    for (int i = 0; i < count[0]; i++) assert_true(fabs((double)(contact[0][i].depth - contact[1][i].depth)) < CLOSE);
    met += count[0] > 0;
    dGeomDestroy(qmbox);
    destroy_twins(&other);
    dWorldDestroy(world);
  }
  assert_int_in_range(met, PAIRS / 10, PAIRS - PAIRS / 10);
}

/* ------------------------------------------------------------------ the guard */

/* Shoots a wrapped shape at a thin wall in a transform.  Returns true if it is behind the wall in the end. */
static bool passes(random_source *source, int kind, qmboxContinuity continuity, int *clean) {
  loop *l = make_loop(SPACE_SIMPLE);
  const dReal ahead[3] = {0, 0, (dReal)0.1}, aside[3] = {0, (dReal)0.2, 0};
  dQuaternion turn;
  random_quaternion(source, turn);
  dGeomID wall = wrap(l->space, dCreateBox(0, 20, 20, (dReal)0.002), ahead, (dQuaternion){1, 0, 0, 0}, kind % 2 == 0);
  dGeomID bullet = wrap(l->space, make_shape(source, kind), aside, turn, kind % 3 == 0);
  dBodyID body = random_body(source, l->world, 1, 0, 20);
  dGeomSetBody(bullet, body);
  dGeomSetPosition(wall, 0, 0, -3);
  dBodySetLinearVel(body, 0, 0, -300);
  l->options.continuity = continuity;
  for (int k = 0; k < FRAMES; k++) *clean += frame(l, (dReal)(1.0 / 60)).unguarded == 0;
  bool behind = dBodyGetPosition(body)[2] < -4;
  free_loop(l);
  return behind;
}

/* Returns how many shots pass. */
static int shoot(qmboxContinuity continuity, int shots) {
  random_source source = seeded("shots of transforms", 0x93);
  int through = 0, clean = 0;
  make_roof();
  for (int n = 0; n < shots; n++) through += passes(&source, n % ELLIPSOID, continuity, &clean);
  dGeomTriMeshDataDestroy(roof);
  printf("# through: %d of %d\n", through, shots);
  if (continuity != QMBOX_CONTINUITY_OFF) assert_int_equal(clean, shots * FRAMES);
  return through;
}

static void no_transform_flies_through_a_wall(void **state) {
  int shots = SHOTS * soak();
  (void)state;
  assert_int_equal(shoot(QMBOX_CONTINUITY_GUARDED, shots), 0);
  assert_int_equal(shoot(QMBOX_CONTINUITY_EXACT, shots / 4), 0);
  assert_true(shoot(QMBOX_CONTINUITY_OFF, shots) > shots / 2);
}

static void empty_transforms_and_rays_in_one_are_nothing(void **state) {
  loop *l = make_loop(SPACE_SIMPLE);
  const dReal here[3] = {0, 0, 0};
  (void)state;
  l->refused = ~0UL;
  dWorldSetGravity(l->world, 0, 0, 0);
  (void)dCreateGeomTransform(l->space);
  (void)wrap(l->space, dCreateRay(0, 5), here, (dQuaternion){1, 0, 0, 0}, true);
  dBodyID body = dBodyCreate(l->world);
  dGeomSetBody(dCreateSphere(l->space, 1), body);
  dBodySetLinearVel(body, 60, 0, 0);
  assert_int_equal(frame(l, (dReal)(1.0 / 60)).unguarded, 0);
  assert_true(fabs((double)dBodyGetPosition(body)[0] - 1) < 1e-6);
  assert_int_equal(messages(), 0);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_transform_meets_others_when_a_geom_with_its_offset_does),
      CASE(a_cast_of_a_transform_and_onto_one_hits_as_with_an_offset),
      CASE(a_qmbox_collides_with_a_box_in_a_transform_as_with_an_offset),
      CASE(no_transform_flies_through_a_wall),
      CASE(empty_transforms_and_rays_in_one_are_nothing),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
