/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Casts that begin in contact, at a distance, at every triangle, and at what moves.
 *
 * Judges: rooms whose walls are met at times known beforehand; each triangle as a mesh of its own; balls that are
 * larger by the distance; qmboxFirstContact(), which moves both.
 */

#include <math.h>
#include <string.h>

#include "fixture.h"

enum { SQUARES = 6, CORNERS = SQUARES + 1, VERTICES = CORNERS * CORNERS + 8, TESTS = 200 };
enum { FLOOR = 2 * SQUARES * SQUARES, TRIANGLES = FLOOR + 8 };

static const double still[3] = {0, 0, 0};

/* A room: a floor of squares, 6 m wide, and four walls 2 m high, one mesh with a pose of its own. */
typedef struct room {
  dSpaceID space;
  dGeomID mesh;
  dTriMeshDataID data;
  double vertex[VERTICES][3];
  dTriIndex index[TRIANGLES][3];
  dVector3 at;
  dMatrix3 turn;
} room;

static void put_triangle(room *m, int number, int a, int b, int c) {
  m->index[number][0] = (dTriIndex)a;
  m->index[number][1] = (dTriIndex)b;
  m->index[number][2] = (dTriIndex)c;
}

static void fill_room(room *m) {
  for (int k = 0; k < CORNERS * CORNERS; k++) {
    m->vertex[k][0] = k / CORNERS - 3;
    m->vertex[k][1] = k % CORNERS - 3;
  }
  for (int k = 0; k < 8; k++) {
    m->vertex[CORNERS * CORNERS + k][0] = (k + 1) / 2 % 2 ? 3 : -3;
    m->vertex[CORNERS * CORNERS + k][1] = k / 2 % 2 ? 3 : -3;
    m->vertex[CORNERS * CORNERS + k][2] = k < 4 ? 0 : 2;
  }
  for (int k = 0; k < SQUARES * SQUARES; k++) {
    int a = k / SQUARES * CORNERS + k % SQUARES;
    put_triangle(m, 2 * k, a, a + CORNERS, a + CORNERS + 1);
    put_triangle(m, 2 * k + 1, a, a + CORNERS + 1, a + 1);
  }
  for (int k = 0; k < 4; k++) {
    int a = CORNERS * CORNERS + k, b = CORNERS * CORNERS + (k + 1) % 4;
    put_triangle(m, FLOOR + 2 * k, a, b, b + 4);
    put_triangle(m, FLOOR + 2 * k + 1, a, b + 4, a + 4);
  }
}

static void make_room(random_source *r, room *m) {
  dQuaternion q;
  memset(m, 0, sizeof *m);
  fill_room(m);
  m->space = make_space(SPACE_HASH);
  m->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(m->data, m->vertex[0], sizeof m->vertex[0], VERTICES, m->index[0], 3 * TRIANGLES,
                              sizeof m->index[0]);
  m->mesh = dCreateTriMesh(m->space, m->data, 0, 0, 0);
  random_quaternion(r, q);
  random_vector(r, 3, m->at);
  dGeomSetPosition(m->mesh, m->at[0], m->at[1], m->at[2]);
  dGeomSetQuaternion(m->mesh, q);
  memcpy(m->turn, dGeomGetRotation(m->mesh), sizeof m->turn);
}

static void free_room(room *m) {
  dSpaceDestroy(m->space);
  dGeomTriMeshDataDestroy(m->data);
}

/* Writes a vector of the room's frame as the world sees it; a point if `placed`. */
static void to_world(const room *m, const double x[3], int placed, double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = placed ? (double)m->at[i] : 0;
    for (int j = 0; j < 3; j++) out[i] += (double)m->turn[4 * i + j] * x[j];
  }
}

/* Returns a motion of the room's frame: without a turn in that. */
static bms_motion motion_in(const room *m, double x, double y, double z, const double velocity[3],
                            const double acceleration[3]) {
  double at[3] = {x, y, z}, place[3], speed[3], pull[3], q[4];
  for (int i = 0; i < 4; i++) q[i] = 0;
  dQuaternion turn;
  dGeomGetQuaternion(m->mesh, turn);
  for (int i = 0; i < 4; i++) q[i] = (double)turn[i];
  to_world(m, at, 1, place);
  to_world(m, velocity, 0, speed);
  to_world(m, acceleration, 0, pull);
  return bms_motion_step(place, q, speed, still, pull);
}

enum { CASTERS = 4 };

/* Makes a caster and writes how far it reaches down and to the side from its middle. */
static dGeomID a_caster(random_source *r, int kind, double *down, double *side) {
  dReal a = uniform(r, 0.1, 0.5), b = uniform(r, 0.1, 0.8);
  *side = (double)a / 2;
  *down = (double)b / 2;
  if (kind == 0) return dCreateBox(0, a, a, b);
  if (kind == 1) return dCreateCylinder(0, a / 2, b);
  if (kind == 2) {
    *down = (double)(a / 2 + b / 2);
    return dCreateCapsule(0, a / 2, b);
  }
  *down = (double)a / 2;
  return dCreateSphere(0, a / 2);
}

static double some_depth(random_source *r) {
  return uniform(r, 0, 1) < 0.3 ? 0 : pow(10, (double)uniform(r, -9, -3));
}

/* In single precision places and motions are rounded to some 1e-6. */
static double tolerance(void) {
  return sizeof(dReal) == sizeof(float) ? 1e-4 : 1e-7;
}

/* ------------------------------------------------------------------ in contact */

/* A geom that stands on the floor and goes along it hits the wall, and nothing else. */
static void the_floor_does_not_hide_the_wall(void **state) {
  random_source r = seeded("wall", 1);
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    room m;
    double down, side, deep = some_depth(&r), speed = (double)uniform(&r, 2, 20);
    const double velocity[3] = {speed, 0, 0};
    make_room(&r, &m);
    dGeomID caster = a_caster(&r, i % CASTERS, &down, &side);
    double x = (double)uniform(&r, -2, 2), y = (double)uniform(&r, -2, 2);
    bms_motion motion = motion_in(&m, x, y, down - deep, velocity, still);
    int unsure = 0;
    qmboxCast cast = {.t1 = 10 / speed, .motion = &motion, .unsure = &unsure};
    qmboxContact hit;
    double wall = (3 - side - x) / speed, normal[3], along[3] = {-1, 0, 0};
    if (deep > 1e-6) {
      assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 1);
      assert_true(hit.time == 0);
    }
    cast.approaching = 1;
    assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 1);
    assert_true(fabs(hit.time - wall) < tolerance() && hit.side[0] == -1 && hit.side[1] >= FLOOR);
    to_world(&m, along, 0, normal);
    for (int k = 0; k < 3; k++) assert_true(fabs((double)hit.normal[k] - normal[k]) < 1e-4);
    assert_int_equal(unsure, 0);
    cast.t1 = wall - 10 * tolerance();
    assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 0);
    dGeomDestroy(caster);
    free_room(&m);
  }
}

/* Two standing capsules that meet a wall where two of its triangles meet: at one of them first, which the other, met
   soon after, must not hide. */
static void a_triangle_does_not_hide_the_one_beside_it(void **state) {
  static const double AT[2][3] = {{-0x1.30a09a88e9693p+0, -0x1.1e4a8e4bbb00dp+1, 0x1.40175f5741e4ap-1},
                                  {0x1.ed9ee01e824a4p+0, -0x1.e3aeeb650fe22p-1, 0x1.9d312aa15ffc2p+0}};
  static const double TURN[2][4] = {
      {0x1.a9b6b21622411p-3, 0x1.5d29a7be5b5acp-2, 0x1.d51f12e763aefp-1, -0x1.03b568cb51bd3p-5},
      {0x1.bfc0d38b5a031p-2, -0x1.2ccda0c25a0bbp-1, 0x1.5a174da5858fcp-1, 0x1.4fc751a5c07b6p-4}};
  static const double DOWN[2] = {0x1.21146b4ae90cdp-1, 0x1.70c624c16f834p-2},
                      SIDE[2] = {0x1.c8eac18f78802p-3, 0x1.f6dc89820357ap-5}, DEEP[2] = {0x1.37d5fd7c6215fp-19, 0},
                      SPEED[2] = {0x1.17a9eb3bfd112p+1, 0x1.d73df0ece74e4p+3},
                      X[2] = {-0x1.87d28819e72eep+0, 0x1.6fb3e4a87718cp-1},
                      Y[2] = {-0x1.0dd54b36487d8p-2, -0x1.04fefc1e144cp+0};
  random_source r = seeded("beside", 9);
  (void)state;
  for (int k = 0; k < 2; k++) {
    room m;
    make_room(&r, &m);
    for (int i = 0; i < 3; i++) m.at[i] = (dReal)AT[k][i];
    dQuaternion q = {(dReal)TURN[k][0], (dReal)TURN[k][1], (dReal)TURN[k][2], (dReal)TURN[k][3]};
    dGeomSetPosition(m.mesh, m.at[0], m.at[1], m.at[2]);
    dGeomSetQuaternion(m.mesh, q);
    memcpy(m.turn, dGeomGetRotation(m.mesh), sizeof m.turn);
    dGeomID caster = dCreateCapsule(0, (dReal)SIDE[k], (dReal)(2 * (DOWN[k] - SIDE[k])));
    const double velocity[3] = {SPEED[k], 0, 0};
    bms_motion motion = motion_in(&m, X[k], Y[k], DOWN[k] - DEEP[k], velocity, still);
    qmboxCast cast = {.t1 = 10 / SPEED[k], .motion = &motion, .approaching = 1};
    qmboxContact hit;
    assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 1);
    assert_true(fabs(hit.time - (3 - SIDE[k] - X[k]) / SPEED[k]) < tolerance());
    dGeomDestroy(caster);
    free_room(&m);
  }
}

/* A geom that presses into the floor hits it at once, with its normal; one that jumps hits it where it lands. */
static void what_presses_or_lands_is_a_hit(void **state) {
  random_source r = seeded("land", 2);
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    room m;
    double down, side, deep = some_depth(&r), up = (double)uniform(&r, 1, 2), normal[3], upwards[3] = {0, 0, 1};
    const double pressing[3] = {0.3, 0, -up}, jumping[3] = {0.3, 0, up}, pull[3] = {0, 0, -2 * up};
    make_room(&r, &m);
    dGeomID caster = a_caster(&r, i % CASTERS, &down, &side);
    bms_motion press = motion_in(&m, 0.2, 0.1, down - deep, pressing, still);
    bms_motion jump = motion_in(&m, 0.2, 0.1, down - deep, jumping, pull);
    qmboxCast cast = {.t1 = 1.1, .motion = &press, .approaching = 1};
    qmboxContact hit;
    assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 1);
    assert_true(hit.time < tolerance() && hit.side[1] < FLOOR);
    to_world(&m, upwards, 0, normal);
    for (int k = 0; k < 3; k++) assert_true(fabs((double)hit.normal[k] - normal[k]) < 1e-4);
    cast.motion = &jump; /* the height is up t - 2 up t^2 */
    assert_int_equal(qmboxSpaceCast(m.space, caster, &cast, &hit, 1), 1);
    double back = (up + sqrt(up * up - 8 * up * deep)) / (4 * up);
    bool high = 2 * tolerance() < up / 8 - deep;
    if (high) assert_true(fabs(hit.time - back) < 10 * tolerance());
    dGeomDestroy(caster);
    free_room(&m);
  }
}

/* Floors of boxes that the geom is in no deeper than the slack have no seams for it; deeper ones have. */
static void a_slack_passes_over_the_seams_of_tiles(void **state) {
  random_source r = seeded("tiles", 3);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    double down, side, deep = pow(10, (double)uniform(&r, -5, -3));
    dGeomID caster = a_caster(&r, i % CASTERS, &down, &side), wall;
    const double from[3] = {0, 0, down - deep}, unturned[4] = {1, 0, 0, 0}, velocity[3] = {1, 0, 0};
    bms_motion motion = bms_motion_step(from, unturned, velocity, still, still);
    qmboxCast cast = {.t1 = 10, .motion = &motion, .approaching = 1, .slack = 2 * deep};
    qmboxContact hit;
    for (int k = -1; k < 6; k++) dGeomSetPosition(dCreateBox(space, 1, 2, 1), (dReal)k, 0, (dReal)-0.5);
    wall = dCreateBox(space, 1, 2, 2);
    dGeomSetPosition(wall, 4, 0, 1);
    assert_int_equal(qmboxSpaceCast(space, caster, &cast, &hit, 1), 1);
    assert_true(hit.g2 == wall && fabs(hit.time - (3.5 - side)) < tolerance() + 2 * deep);
    cast.slack = deep / 2;
    assert_true(qmboxSpaceCast(space, caster, &cast, &hit, 1) > 1 && hit.g2 != wall);
    dGeomDestroy(caster);
    dSpaceDestroy(space);
  }
}

static void heightfields_and_moving_meshes_are_no_exception(void **state) {
  static const double height[16] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
  random_source r = seeded("field", 4);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    dHeightfieldDataID data = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildDouble(data, height, 0, 3, 3, 4, 4, 1, 0, 1, 0);
    dGeomID field = dCreateHeightfield(space, data, 1), ball = dCreateSphere(0, (dReal)0.125);
    double deep = some_depth(&r), x = (double)uniform(&r, -1, 0);
    const double from[3] = {x, 0.125 - deep, 0.1}, unturned[4] = {1, 0, 0, 0}, velocity[3] = {1, 0, 0};
    bms_motion motion = bms_motion_step(from, unturned, velocity, still, still);
    qmboxCast cast = {.t1 = 2, .motion = &motion, .approaching = 1};
    qmboxContact hit;
    double slope = 0.125 * (sqrt(5) - 1) / 2; /* of the plane up to height 2 from x = 0.5 */
    assert_int_equal(qmboxSpaceCast(space, ball, &cast, &hit, 1), 1);
    assert_true(hit.g2 == field && fabs(hit.time - (0.5 - slope - x)) < 2 * deep + tolerance());
    assert_true(hit.side[1] >= 0 && hit.side[1] < 18 && hit.side[1] / 2 % 3 == 2);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
    dGeomHeightfieldDataDestroy(data);
  }
}

/* A box that jumps off a floor, spinning, and the height of its lowest corner. */
typedef struct jump {
  double half[3], from[3], q[4], velocity[3], spin[3], pull[3];
} jump;

static double lowest_at(const bms_motion *motion, const double half[3], double t) {
  double pose[3][4], down = 0;
  bms_motion_at(motion, t, pose);
  for (int k = 0; k < 3; k++) down += fabs(pose[2][k]) * half[k];
  return pose[2][3] - down;
}

static jump a_jump(random_source *r, double deep) {
  jump j = {.pull = {0, 0, -(double)uniform(r, 0, 8)}};
  dQuaternion q;
  dVector3 v, w;
  random_quaternion(r, q);
  random_vector(r, 1, v);
  random_vector(r, uniform(r, 0, 1) < 0.3 ? 20 : 1, w);
  for (int i = 0; i < 3; i++) {
    j.half[i] = (double)uniform(r, 0.05, 0.5);
    j.velocity[i] = (double)v[i];
    j.spin[i] = (double)w[i];
  }
  for (int i = 0; i < 4; i++) j.q[i] = (double)q[i];
  j.velocity[2] = (double)uniform(r, -0.1, 4);
  bms_motion still_there = bms_motion_fixed(j.from, j.q);
  j.from[2] = -deep - lowest_at(&still_there, j.half, 0);
  return j;
}

/* Boxes on a box or plane that part are hit where their lowest corner lands, however they spin; the corner is no deeper
   before than at first and the slack. */
static void boxes_that_jump_land_on_their_lowest_corner(void **state) {
  enum { SAMPLES = 2000 };
  random_source r = seeded("jumps", 8);
  int landed = 0, clear = 0, pressed = 0;
  (void)state;
  for (int i = 0; i < 2 * TESTS * soak(); i++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    double deep = some_depth(&r), slack = 1e-4, error = tolerance(), after = INFINITY;
    jump j = a_jump(&r, deep);
    dGeomID box = dCreateBox(0, (dReal)(2 * j.half[0]), (dReal)(2 * j.half[1]), (dReal)(2 * j.half[2]));
    for (int k = 0; k < 3; k++) j.half[k] = (double)(dReal)(2 * j.half[k]) / 2;
    bms_motion motion = bms_motion_step(j.from, j.q, j.velocity, j.spin, j.pull);
    qmboxCast cast = {.t1 = 1, .motion = &motion, .approaching = 1, .slack = slack};
    qmboxContact hit = {.time = 1};
    bool parted = false;
    if (i % 2)
      dGeomSetPosition(dCreateBox(space, 20, 20, 1), 0, 0, (dReal)-0.5);
    else
      dCreatePlane(space, 0, 0, 1, 0);
    int count = qmboxSpaceCast(space, box, &cast, &hit, 1);
    for (int k = 0; k <= SAMPLES; k++) {
      double t = (double)k / SAMPLES, low = lowest_at(&motion, j.half, t);
      if (t < hit.time || count == 0) assert_true(low >= -deep - slack - error);
      if (t < hit.time) parted = parted || low > 10 * slack;
      if (t >= hit.time) after = fmin(after, low);
    }
    if (count > 0 && parted) assert_true(fabs(lowest_at(&motion, j.half, hit.time)) < error);
    if (count > 0 && hit.time < 0.9) assert_true(after < -slack / 2);
    landed += count > 0 && parted;
    pressed += count > 0 && !parted;
    clear += count == 0;
    dGeomDestroy(box);
    dSpaceDestroy(space);
  }
  print_message("# %d landed, %d pressed, %d clear\n", landed, pressed, clear);
  assert_true(landed > TESTS / 2 && clear > TESTS / 8 && pressed > TESTS / 8);
}

/* ------------------------------------------------------------------ triangles, distances, moving targets */

/* Every triangle that is hit is a hit at the time of the triangle by itself. */
static void every_triangle_is_a_hit(void **state) {
  random_source r = seeded("triangles", 5);
  int hits = 0;
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    room m;
    double down, side;
    const double velocity[3] = {(double)uniform(&r, -6, 6), (double)uniform(&r, -6, 6), (double)uniform(&r, -4, 1)};
    make_room(&r, &m);
    dGeomID caster = a_caster(&r, i % CASTERS, &down, &side);
    bms_motion motion = motion_in(&m, 0, 0, 1.2, velocity, still);
    qmboxCast cast = {.t1 = 1, .motion = &motion, .everyTriangle = 1};
    if (i % 3 == 0) cast.distance = 0.1;
    qmboxContact hit[TRIANGLES], one;
    int count = qmboxSpaceCast(m.space, caster, &cast, hit, TRIANGLES), found = 0;
    for (int k = 0; k < TRIANGLES; k++) {
      dSpaceID space = make_space(SPACE_SIMPLE);
      dTriMeshDataID data = dGeomTriMeshDataCreate();
      dGeomTriMeshDataBuildDouble(data, m.vertex[0], sizeof m.vertex[0], VERTICES, m.index[k], 3, sizeof m.index[0]);
      dGeomID mesh = dCreateTriMesh(space, data, 0, 0, 0);
      dGeomSetPosition(mesh, m.at[0], m.at[1], m.at[2]);
      dGeomSetRotation(mesh, m.turn);
      cast.everyTriangle = 0;
      int alone = qmboxSpaceCast(space, caster, &cast, &one, 1), listed = 0;
      for (int n = 0; n < count; n++) {
        if (hit[n].side[1] != k) continue;
        listed++;
        assert_true(fabs(hit[n].time - one.time) < 1e-9 && hit[n].g2 == m.mesh);
      }
      assert_int_equal(listed, alone);
      found += listed;
      dSpaceDestroy(space);
      dGeomTriMeshDataDestroy(data);
    }
    assert_int_equal(found, count);
    for (int n = 0; n + 1 < count; n++) assert_true(hit[n].time <= hit[n + 1].time);
    hits += count;
    dGeomDestroy(caster);
    free_room(&m);
  }
  assert_true(hits > TESTS);
}

enum { GEOMS = 12 };

static dGeomID any_geom(random_source *r, dSpaceID space) {
  dReal a = uniform(r, 0.1, 1.2), b = uniform(r, 0.1, 1.2), c = uniform(r, 0.1, 1.2);
  int kind = (int)uniform(r, 0, 5);
  dGeomID geom = kind == 0   ? dCreateBox(space, a, b, c)
                 : kind == 1 ? dCreateSphere(space, a / 2)
                 : kind == 2 ? dCreateCapsule(space, a / 4, b)
                 : kind == 3 ? dCreateCylinder(space, a / 2, b)
                             : qmboxCreate(space, a, b, c);
  dQuaternion q;
  dVector3 x;
  random_quaternion(r, q);
  random_vector(r, 2, x);
  dGeomSetPosition(geom, x[0], x[1], x[2]);
  dGeomSetQuaternion(geom, q);
  return geom;
}

/* A ball at a distance is a larger ball. */
static void a_distance_is_that_of_a_larger_ball(void **state) {
  random_source r = seeded("distance", 6);
  int hits = 0;
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    dSpaceID space = make_space(i % SPACE_KINDS);
    for (int k = 0; k < GEOMS; k++) (void)any_geom(&r, space_for(space, i % SPACE_KINDS, k));
    double distance = (double)uniform(&r, 0, 1), radius = (double)uniform(&r, 0.05, 0.5);
    dGeomID ball = dCreateSphere(0, (dReal)radius), larger = dCreateSphere(0, (dReal)(radius + distance));
    const double from[3] = {-4, (double)uniform(&r, -1, 1), 0}, unturned[4] = {1, 0, 0, 0}, velocity[3] = {8, 1, 0};
    bms_motion motion = bms_motion_step(from, unturned, velocity, still, still);
    qmboxCast cast = {.t1 = 1, .motion = &motion};
    qmboxContact hit[GEOMS], expected[GEOMS];
    int count = qmboxSpaceCast(space, larger, &cast, expected, GEOMS);
    cast.distance = distance;
    assert_int_equal(qmboxSpaceCast(space, ball, &cast, hit, GEOMS), count);
    for (int k = 0; k < count; k++) assert_true(fabs(hit[k].time - expected[k].time) < 1e-6);
    cast.approaching = i % 2;
    assert_true(qmboxSpaceCast(space, ball, &cast, hit, GEOMS) <= count);
    hits += count;
    dGeomDestroy(ball);
    dGeomDestroy(larger);
    dSpaceDestroy(space);
  }
  assert_true(hits > TESTS);
}

/* Bodies that move are met as by qmboxFirstContact(), also by approaches of what is apart at first. */
static void what_moves_is_met_on_its_way(void **state) {
  random_source r = seeded("moving", 7);
  int hits = 0, sure = 0;
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(i % SPACE_KINDS);
    dGeomID geom[GEOMS];
    for (int k = 0; k < GEOMS; k++) {
      dVector3 v;
      geom[k] = any_geom(&r, space_for(space, i % SPACE_KINDS, k));
      if (k % 3 == 0) continue;
      const dReal *at = dGeomGetPosition(geom[k]);
      dBodyID body = dBodyCreate(world);
      dBodySetPosition(body, at[0] * 3, at[1] * 3, at[2] * 3);
      dGeomSetBody(geom[k], body);
      random_vector(&r, 5, v);
      dBodySetLinearVel(body, v[0] - at[0] * 3, v[1] - at[1] * 3, v[2] - at[2] * 3);
      dBodySetAngularVel(body, v[1], v[2], v[0]);
    }
    qmboxCast cast = {.t1 = 1, .moving = 1, .approaching = i % 2, .slack = 1e-12};
    dGeomID caster = geom[1];
    qmboxContact hit[GEOMS], one;
    int count = qmboxSpaceCast(space, caster, &cast, hit, GEOMS);
    for (int k = 0; k < GEOMS; k++) {
      const qmboxContact *found = 0;
      if (geom[k] == caster) continue;
      bms_status status = qmboxFirstContact(caster, geom[k], 1, &one);
      for (int n = 0; n < count; n++) found = hit[n].g2 == geom[k] ? &hit[n] : found;
      if (status == BMS_SEPARATED) assert_null(found);
      if (status != BMS_CONTACT) continue;
      hits++;
      sure += found != 0;
      if (found) assert_true(fabs(found->time - one.time) < 1e-7 && found->timeLower <= one.timeUpper + 1e-12);
      if (!cast.approaching) assert_non_null(found);
    }
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  print_message("# %d of %d met\n", sure, hits);
  assert_true(hits > TESTS / 4 && 50 * (hits - sure) < hits);
}

static void a_body_in_contact_is_cast_with_all_its_geoms(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = make_space(SPACE_SIMPLE);
  dBodyID body = dBodyCreate(world);
  dGeomID foot = dCreateBox(space, 1, 1, (dReal)0.2), head = dCreateSphere(space, (dReal)0.3);
  dGeomID ground = dCreatePlane(space, 0, 0, 1, 0), beam = dCreateBox(space, 1, 4, (dReal)0.2);
  qmboxCast cast = {.t1 = 10, .approaching = 1};
  qmboxContact hit[4];
  (void)state, (void)ground;
  dGeomSetBody(foot, body);
  dGeomSetBody(head, body);
  dGeomSetOffsetPosition(head, 0, 0, 2);
  dBodySetPosition(body, 0, 0, (dReal)0.0999);
  dBodySetLinearVel(body, 1, 0, 0);
  dBodySetGravityMode(body, 0);
  dGeomSetPosition(beam, 5, 0, (dReal)2.0999);
  assert_int_equal(qmboxSpaceCastBody(space, body, &cast, hit, 4), 1);
  assert_true(hit[0].g1 == head && hit[0].g2 == beam && fabs(hit[0].time - 4.2) < 1e-3);
  cast.approaching = 0;
  assert_int_equal(qmboxSpaceCastBody(space, body, &cast, hit, 4), 2);
  assert_true(hit[0].g1 == foot && hit[0].g2 == ground && hit[0].time == 0);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static void bad_options_are_refused(void **state) {
  dSpaceID space = make_space(SPACE_SIMPLE);
  dGeomID ball = dCreateSphere(0, 1);
  const double unturned[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_step(still, unturned, still, still, still);
  const qmboxCast bad[] = {{.t1 = 1, .motion = &motion, .distance = -1},
                           {.t1 = 1, .motion = &motion, .distance = (double)INFINITY},
                           {.t1 = 1, .motion = &motion, .slack = -1},
                           {.t1 = 1, .motion = &motion, .slack = (double)NAN}};
  qmboxContact hit;
  (void)state;
  (void)messages();
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_int_equal(qmboxSpaceCast(space, ball, &bad[k], &hit, 1), -1);
  assert_int_equal(messages(), 4);
  dGeomDestroy(ball);
  dSpaceDestroy(space);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(the_floor_does_not_hide_the_wall),
      CASE(a_triangle_does_not_hide_the_one_beside_it),
      CASE(what_presses_or_lands_is_a_hit),
      CASE(a_slack_passes_over_the_seams_of_tiles),
      CASE(boxes_that_jump_land_on_their_lowest_corner),
      CASE(heightfields_and_moving_meshes_are_no_exception),
      CASE(every_triangle_is_a_hit),
      CASE(a_distance_is_that_of_a_larger_ball),
      CASE(what_moves_is_met_on_its_way),
      CASE(a_body_in_contact_is_cast_with_all_its_geoms),
      CASE(bad_options_are_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("cast contact", tests, 0, 0);
}
