/* SPDX-License-Identifier: BSD-3-Clause */

/* Sliders on floors of flush tiles, against the same on one box: as far, and thrown no higher.  Steps, walls and bumps
   stop and throw as without mending. */

#include <math.h>
#include <string.h>

#include "fixture.h"

enum { FRAMES = 500, MOST_CONTACTS = 16, TILES = 44, HULL_POINTS = 8, HULL_PLANES = 6, SETTLED = 10 };

static const double SPEED = 5, STEP = 0.01, START = 0.37;

typedef enum floor_kind {
  FLOOR_ONE_BOX,
  FLOOR_ONE_HULL,
  FLOOR_BOXES,
  FLOOR_HULLS,
  FLOOR_MESH,
  FLOOR_MESHES, /* each tile a mesh */
  FLOOR_HEIGHTFIELD,
  FLOOR_MIXED,
  FLOORS
} floor_kind;

typedef enum slider_kind {
  SLIDER_BOX,
  SLIDER_TURNED_BOX,
  SLIDER_SPHERE,
  SLIDER_CAPSULE,
  SLIDER_CYLINDER,
  SLIDER_HULL,
  SLIDERS
} slider_kind;

static const char *const FLOOR_NAMES[] = {"one box", "one hull", "boxes", "hulls", "mesh", "meshes", "heightfield", "mixed"};
static const char *const SLIDER_NAMES[] = {"box", "turned box", "sphere", "capsule", "cylinder", "hull"};

typedef enum way { WAY_PLAIN, WAY_GUARDED, WAY_EXACT, WAYS } way;

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dBodyID body;
  int mends;
  dReal friction;
  unsigned unguarded;
  dTriMeshDataID mesh[TILES];
  dHeightfieldDataID heights;
  double vertex[TILES][3 * (2 * TILES + 2)];
  dReal height[2 * TILES];
} scene;

/* ------------------------------------------------------------------ the loop */

static void near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  if (s->mends)
    assert_int_equal(qmboxMendContacts(s->space, o1, o2, 0, &contact[0].geom, count, sizeof contact[0]), count);
  if(getenv("DBG")){ const dReal*P=dBodyGetPosition(s->body);for (int k=0;k<count;k++) printf("x %.4f z %.4f: %g %g %g n %g %g %g d %g side %d %d\n",P[0],P[2],contact[k].geom.pos[0],contact[k].geom.pos[1],contact[k].geom.pos[2],contact[k].geom.normal[0],contact[k].geom.normal[1],contact[k].geom.normal[2],contact[k].geom.depth,contact[k].geom.side1,contact[k].geom.side2);}
  for (int k = 0; k < count; k++) {
    contact[k].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = s->friction};
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[k]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static void frame_of(scene *s, way by) {
  qmboxSimulateOptions options = {.size = sizeof options, .nearCallback = near, .nearData = s, .contacts = s->contacts};
  qmboxSimulateReport report = {.unguarded = 0};
  options.continuity = by == WAY_EXACT ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_GUARDED;
  options.stepper = dWorldStep;
  if (by == WAY_PLAIN) {
    dSpaceCollide(s->space, s, near);
    dWorldStep(s->world, (dReal)STEP);
    dJointGroupEmpty(s->contacts);
  } else {
    qmboxWorldSimulate(s->world, s->space, (dReal)STEP, &options, &report);
    s->unguarded |= report.unguarded;
  }
}

/* ------------------------------------------------------------------ floors and sliders: the floor's surface is z = 0 */

/* A hull that is a box of 1 x 6 x 1, and one of half a metre. */
typedef struct hull_data {
  dReal plane[HULL_PLANES * 4], point[HULL_POINTS * 3];
  unsigned polygon[HULL_PLANES * 5];
} hull_data;

#define HULL(x, y, z)                                                                                                \
  {                                                                                                                  \
    .plane = {1, 0, 0, x, -1, 0, 0, x, 0, 1, 0, y, 0, -1, 0, y, 0, 0, 1, z, 0, 0, -1, z},                            \
    .point = {-(x), -(y), -(z), x, -(y), -(z), -(x), y, -(z), x, y, -(z),                                            \
              -(x), -(y), z,    x, -(y), z,    -(x), y, z,    x, y, z},                                              \
    .polygon = {4, 1, 3, 7, 5, 4, 0, 4, 6, 2, 4, 2, 6, 7, 3, 4, 0, 1, 5, 4, 4, 4, 5, 7, 6, 4, 0, 2, 3, 1}            \
  }

static const hull_data SLAB = HULL((dReal)(0.5 * TILES), 3, (dReal)0.5);
static const hull_data TILE = HULL((dReal)0.5, 3, (dReal)0.5), CUBE = HULL((dReal)0.25, (dReal)0.25, (dReal)0.25);

static dGeomID hull(dSpaceID space, const hull_data *data) {
  return dCreateConvex(space, data->plane, HULL_PLANES, data->point, HULL_POINTS, data->polygon);
}

static void box_at(scene *s, double length, double x, double height) {
  dGeomSetPosition(dCreateBox(s->space, (dReal)length, 6, 1), (dReal)x, 0, (dReal)(height - 0.5));
}

/* Makes a strip of squares 1 m long and 6 m wide, two triangles each; z(x) of a corner is `height` from `rise` on. */
static void strip(scene *s, int number, int squares, double from) {
  static const dTriIndex NOTHING[6 * TILES];
  dTriIndex *index = (dTriIndex *)NOTHING;
  static dTriIndex indices[TILES][6 * TILES];
  double *vertex = s->vertex[number];
  index = indices[number];
  for (int k = 0; k <= squares; k++) {
    for (int side = 0; side < 2; side++) {
      double corner[3] = {from + k, side ? 3 : -3, 0};
      memcpy(vertex + 3 * (2 * k + side), corner, sizeof corner);
    }
  }
  for (int k = 0; k < squares; k++) {
    dTriIndex i = (dTriIndex)(2 * k), square[6] = {i, i + 2, i + 1, i + 1, i + 2, i + 3};
    memcpy(index + 6 * k, square, sizeof square);
  }
  s->mesh[number] = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(s->mesh[number], vertex, 3 * sizeof(double), 2 * squares + 2, index, 6 * squares,
                              3 * sizeof(dTriIndex));
  dGeomTriMeshDataPreprocess2(s->mesh[number], 1U << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0);
  dCreateTriMesh(s->space, s->mesh[number], 0, 0, 0);
}

static void heightfield(scene *s) {
  dMatrix3 turn;
  s->heights = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(s->heights, s->vertex[0], 0, TILES - 1, 6, TILES, 7, 1, 0, 1, 0);
  dGeomHeightfieldDataSetBounds(s->heights, -1, 1);
  dGeomID geom = dCreateHeightfield(s->space, s->heights, 1);
  dRFromAxisAndAngle(turn, 1, 0, 0, (dReal)M_PI_2);
  dGeomSetRotation(geom, turn);
  dGeomSetPosition(geom, (dReal)(0.5 * (TILES - 1) - 2), 0, 0);
}

static void make_floor(scene *s, floor_kind kind) {
  if (kind == FLOOR_ONE_BOX) box_at(s, TILES, 0.5 * TILES - 2, 0);
  if (kind == FLOOR_ONE_HULL) dGeomSetPosition(hull(s->space, &SLAB), (dReal)(0.5 * TILES - 2), 0, (dReal)-0.5);
  if (kind == FLOOR_MESH) strip(s, 0, TILES, -2);
  if (kind == FLOOR_HEIGHTFIELD) heightfield(s);
  for (int k = 0; k < TILES; k++) {
    if (kind == FLOOR_BOXES || (kind == FLOOR_MIXED && k % 2)) box_at(s, 1, k - 1.5, 0);
    if (kind == FLOOR_MESHES || (kind == FLOOR_MIXED && k % 2 == 0)) strip(s, k, 1, k - 2);
    if (kind == FLOOR_HULLS) dGeomSetPosition(hull(s->space, &TILE), (dReal)(k - 1.5), 0, (dReal)-0.5);
  }
}

static void make_slider(scene *s, slider_kind kind) {
  dGeomID geom = kind == SLIDER_SPHERE     ? dCreateSphere(s->space, (dReal)0.25)
                 : kind == SLIDER_CAPSULE  ? dCreateCapsule(s->space, (dReal)0.25, (dReal)0.4)
                 : kind == SLIDER_CYLINDER ? dCreateCylinder(s->space, (dReal)0.25, (dReal)0.4)
                 : kind == SLIDER_HULL     ? hull(s->space, &CUBE)
                                           : dCreateBox(s->space, (dReal)0.5, (dReal)0.5, (dReal)0.5);
  dMass mass;
  dMatrix3 turn;
  double rest = 0.25;
  s->body = dBodyCreate(s->world);
  dMassSetSphereTotal(&mass, 1, (dReal)0.3);
  dBodySetMass(s->body, &mass);
  dGeomSetBody(geom, s->body);
  dRSetIdentity(turn);
  if (kind == SLIDER_TURNED_BOX) dRFromAxisAndAngle(turn, 0, 0, 1, (dReal)0.3);
  if (kind == SLIDER_CAPSULE || kind == SLIDER_CYLINDER) dRFromAxisAndAngle(turn, 1, 0, 0, (dReal)M_PI_2);
  dBodySetRotation(s->body, turn);
  dBodySetPosition(s->body, (dReal)START, (dReal)0.13, (dReal)(rest - 0.001));
  dBodySetLinearVel(s->body, (dReal)SPEED, 0, 0);
}

static scene *make_scene(int mends) {
  scene *s = calloc(1, sizeof *s);
  s->world = dWorldCreate();
  s->space = dHashSpaceCreate(0);
  s->contacts = dJointGroupCreate(0);
  s->mends = mends;
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  return s;
}

static void free_scene(scene *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
  for (int k = 0; k < TILES; k++) {
    if (s->mesh[k]) dGeomTriMeshDataDestroy(s->mesh[k]);
  }
  if (s->heights) dGeomHeightfieldDataDestroy(s->heights);
  free(s);
}

/* How far a slider comes, its highest speed upwards and its lowest place. */
typedef struct ride {
  double distance, up, lowest;
} ride;

static ride ride_of(scene *s, way by) {
  ride r = {.up = 0, .lowest = 0};
  for (int k = 0; k < FRAMES; k++) {
    frame_of(s, by);
    if (k >= SETTLED) r.up = fmax(r.up, (double)dBodyGetLinearVel(s->body)[2]);
    r.lowest = fmin(r.lowest, (double)dBodyGetPosition(s->body)[2]);
  }
  r.distance = (double)dBodyGetPosition(s->body)[0] - START;
  return r;
}

static ride slide(floor_kind floor, slider_kind slider, way by, int mends) {
  scene *s = make_scene(mends);
  make_floor(s, floor);
  make_slider(s, slider);
  ride r = ride_of(s, by);
  free_scene(s);
  return r;
}

static void flush_floors_are_like_one_box(void **state) {
  (void)state;
  if(getenv("DBG")) {slide(atoi(getenv("FL")),atoi(getenv("SL")),0,atoi(getenv("ME")));exit(0);}
  for (int slider = 0; slider < SLIDERS; slider++) {
    for (int by = 0; by < 1; by++) {
      ride smooth = slide(slider==SLIDER_HULL?FLOOR_ONE_HULL:FLOOR_ONE_BOX, slider, by, 0);
      print_message("# %s %d: %.3f m, %.4f m/s\n", SLIDER_NAMES[slider], by, smooth.distance, smooth.up);
      for (int floor = 2; floor < FLOORS; floor++) {
        ride plain = slide(floor, slider, by, 0), mended = slide(floor, slider, by, 1);
        int bad = fabs(mended.distance - smooth.distance) > 0.005 * smooth.distance || mended.up > smooth.up + 0.01;
        print_message("# %s on %s %d: %.3f m, %.4f m/s; mended %.3f, %.4f low %.4f %s\n", SLIDER_NAMES[slider], FLOOR_NAMES[floor],
                      by, plain.distance, plain.up, mended.distance, mended.up, mended.lowest, bad ? "BAD":"");
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(flush_floors_are_like_one_box, set_up_ode, tear_down_ode),
  };
  return cmocka_run_group_tests_name("mend_contacts", tests, 0, 0);
}
