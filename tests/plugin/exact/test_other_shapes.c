/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes thrown at spheres, capsules, trimeshes and heightfields, and these at boxes.
 *
 * Judge: the poses and velocities that ODE holds before a step give each body's path in the step; along it the gap in
 * long double by the methods of long_convex.h, at times so close that nothing can come in between: the next look is no
 * later than the present gap allows at the greatest speed of any point.  A pair has tunnelled if it was apart before
 * the step and comes to overlap in it.  With plain ODE it has if it is apart again, or ODE does not notice, when the
 * step is over.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "ode/heightfield.h"
#include "long_convex.h"
#include "loop.h"
#include "ode/mesh_triangles.h"
#include "own_shapes.h"

enum { LOOKS = 4000, MOST_TRIANGLES = 512, GRID = 9 };

/* ------------------------------------------------------------------ scenes */

typedef enum target { SPHERE, CAPSULE, WALL, TERRAIN, HEIGHTFIELD, FALLING_MESH, TARGETS } target;

static const char *const target_name[TARGETS] = {"sphere", "capsule", "wall", "terrain", "heightfield", "falling mesh"};

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dGeomID box, other;
  dTriMeshDataID mesh;
  dHeightfieldDataID field;
  dVector3 vertex[GRID * GRID];
  dTriIndex index[6 * (GRID - 1) * (GRID - 1)];
  double height[GRID * GRID];
  /* The judge's view of it, in the other's own frame. */
  double corner[9 * MOST_TRIANGLES];
  int pieces, corners; /* shapes and points in each */
  double radius;
} scene;

/* Makes a grid of vertices over [-2, 2] x [-2, 2], up to `rough` high. */
static void make_grid(random_source *source, scene *s, double rough) {
  int i, k, n = 0;

  for (i = 0; i < GRID; i++) {
    for (k = 0; k < GRID; k++) {
      dReal *v = s->vertex[GRID * i + k];
      v[0] = (dReal)(4.0 * i / (GRID - 1) - 2);
      v[1] = (dReal)(4.0 * k / (GRID - 1) - 2);
      v[2] = (dReal)(float)uniform(source, 0, rough); /* ODE keeps a trimesh's vertices in single precision */
    }
  }
  for (i = 0; i + 1 < GRID; i++) {
    for (k = 0; k + 1 < GRID; k++) {
      dTriIndex a = (dTriIndex)(GRID * i + k), b = a + GRID;
      dTriIndex cell[6] = {a, b, a + 1, a + 1, b, b + 1};
      memcpy(s->index + n, cell, sizeof cell);
      n += 6;
    }
  }
  s->mesh = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSimple(s->mesh, &s->vertex[0][0], GRID * GRID, s->index, n);
}

static void add_piece(void *data, const double vertex[9], int number) {
  scene *s = data;
  (void)number;

  assert_true(s->pieces < MOST_TRIANGLES);
  memcpy(s->corner + 9 * s->pieces++, vertex, 9 * sizeof *vertex);
}

/* Notes the triangles as they were made, not as the library enumerates them. */
static void note_mesh(scene *s, int triangles) {
  double vertex[9];
  int t, k, i;

  for (t = 0; t < triangles; t++) {
    for (k = 0; k < 3; k++) {
      for (i = 0; i < 3; i++) vertex[3 * k + i] = (double)s->vertex[s->index[3 * t + k]][i];
    }
    add_piece(s, vertex, -1);
  }
}

static void note_field(scene *s) {
  int x, z, k;

  for (x = 0; x + 1 < GRID; x++) {
    for (z = 0; z + 1 < GRID; z++) {
      for (k = 0; k < 2; k++) { /* (x, z) or (x + 1, z + 1), and the diagonal */
        int px[3] = {x + k, x + 1, x}, pz[3] = {z + k, z, z + 1}, m;
        double vertex[9];
        for (m = 0; m < 3; m++) {
          vertex[3 * m] = 4.0 * px[m] / (GRID - 1) - 2;
          vertex[3 * m + 1] = s->height[px[m] + GRID * pz[m]];
          vertex[3 * m + 2] = 4.0 * pz[m] / (GRID - 1) - 2;
        }
        add_piece(s, vertex, -1);
      }
    }
  }
}

static void make_round(random_source *source, scene *s, target what) {
  double length = what == CAPSULE ? (double)log_uniform(source, 0.01, 2) : 0;
  int k;

  s->radius = (double)log_uniform(source, 1e-4, 0.5);
  s->other = what == SPHERE ? dCreateSphere(s->space, (dReal)s->radius)
                            : dCreateCapsule(s->space, (dReal)s->radius, (dReal)length);
  s->pieces = 1;
  s->corners = what == SPHERE ? 1 : 2;
  for (k = 0; k < 2; k++) s->corner[3 * k + 2] = k ? length / 2 : -length / 2;
}

/* Makes a box ten thousandths to half a length large, one step of time before the other, more or less. */
static void make_target(random_source *source, scene *s, target what) {
  dQuaternion q;
  int i, triangles = what == WALL ? 2 : 2 * (GRID - 1) * (GRID - 1);

  s->corners = 3;
  if (what == SPHERE || what == CAPSULE) {
    make_round(source, s, what);
  } else if (what == HEIGHTFIELD) {
    for (i = 0; i < GRID * GRID; i++) s->height[i] = (double)uniform(source, 0, 0.5);
    s->field = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildDouble(s->field, s->height, 0, 4, 4, GRID, GRID, 1, 0, 1, 0);
    s->other = dCreateHeightfield(s->space, s->field, 1);
    note_field(s);
  } else {
    make_grid(source, s, what == WALL ? 0 : 0.5);
    if (what == WALL) { /* two large triangles */
      static const dTriIndex corners[6] = {0,        GRID * (GRID - 1), GRID - 1,
                                           GRID - 1, GRID * (GRID - 1), GRID * GRID - 1};
      memcpy(s->index, corners, sizeof corners);
      dGeomTriMeshDataBuildSimple(s->mesh, &s->vertex[0][0], GRID * GRID, s->index, 6);
    }
    s->other = dCreateTriMesh(s->space, s->mesh, 0, 0, 0);
    note_mesh(s, triangles);
  }
  random_quaternion(source, q);
  dGeomSetQuaternion(s->other, q);
}

static scene *make_scene(random_source *source, target what, double speed, double h) {
  scene *s = calloc(1, sizeof *s);
  dReal from[3], to[3], spin[3], side[3];
  dBodyID body, carrier;
  int i;

  assert_non_null(s);
  s->world = dWorldCreate();
  s->space = dHashSpaceCreate(0);
  for (i = 0; i < 3; i++) side[i] = log_uniform(source, 1e-4, 0.5);
  s->box = (uniform(source, 0, 1) < (dReal)0.5 ? dCreateBox : qmboxCreate)(s->space, side[0], side[1], side[2]);
  body = random_body(source, s->world, 0, 0, 0);
  dGeomSetBody(s->box, body);
  make_target(source, s, what);
  random_vector(source, what == SPHERE || what == CAPSULE ? 1.5 * s->radius + 0.2 : 1, to);
  random_vector(source, 1, from);
  random_vector(source, 100, spin);
  dBodySetAngularVel(body, spin[0], spin[1], spin[2]);
  for (i = 0; i < 3; i++) from[i] *= (dReal)(speed * h); /* as a rule it is at `to` within the step */
  dBodySetPosition(body, to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  dBodySetLinearVel(body, (dReal)1.5 * from[0] / (dReal)h, (dReal)1.5 * from[1] / (dReal)h,
                    (dReal)1.5 * from[2] / (dReal)h);
  if (what == FALLING_MESH || ((what == SPHERE || what == CAPSULE) && uniform(source, 0, 1) < (dReal)0.5)) {
    dQuaternion q;
    dGeomGetQuaternion(s->other, q);
    carrier = random_body(source, s->world, 0.1, 1, 5);
    dBodySetQuaternion(carrier, q);
    dGeomSetBody(s->other, carrier);
  }
  return s;
}

static void free_scene(scene *s) {
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
  if (s->mesh) dGeomTriMeshDataDestroy(s->mesh);
  if (s->field) dGeomHeightfieldDataDestroy(s->field);
  free(s);
}

/* ------------------------------------------------------------------ the judge */

static void to_double(const dReal *from, double *to, int n) {
  int i;
  for (i = 0; i < n; i++) to[i] = (double)from[i];
}

/* Returns the path of a geom without offset in the next step, from ODE's state of it: no force acts. */
static bms_motion path_of(dGeomID geom) {
  double position[3], quaternion[4], linear[3] = {0}, angular[3] = {0}, acceleration[3] = {0};
  dBodyID body = dGeomGetBody(geom);
  dQuaternion q;

  dGeomGetQuaternion(geom, q);
  to_double(dGeomGetPosition(geom), position, 3);
  to_double(q, quaternion, 4);
  if (body) {
    to_double(dBodyGetLinearVel(body), linear, 3);
    to_double(dBodyGetAngularVel(body), angular, 3);
  }
  return bms_motion_step(position, quaternion, linear, angular, acceleration);
}

typedef struct paths {
  bms_convex_query query;
  double speed; /* bounds the speed of any point against any other */
} paths;

static double norm(const double *v) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static paths paths_of(const scene *s) {
  paths p = {.query = {.t0 = 0, .t1 = 1}};
  dReal side[3] = {0};
  dVector3 length;
  double reach = 0;
  int i, k;

  if (qmboxIsQmbox(s->box)) {
    qmboxGetLengths(s->box, length);
  } else {
    dGeomBoxGetLengths(s->box, length);
  }
  for (i = 0; i < 3; i++) side[i] = length[i];
  bms_box box = bms_box_centred((double)side[0], (double)side[1], (double)side[2]);
  p.query.a = bms_convex_box(&box, 0);
  p.query.b = bms_convex_points(s->corner, s->corners, s->radius);
  p.query.motion_a = path_of(s->box);
  p.query.motion_b = path_of(s->other);
  for (k = 0; k < s->pieces * s->corners; k++) reach = fmax(reach, norm(s->corner + 3 * k));
  for (k = 0; k < 2; k++) {
    const bms_motion *m = k ? &p.query.motion_b : &p.query.motion_a;
    double v[3], w = 0;
    for (i = 0; i < 3; i++) v[i] = m->rigid.position[i][1];
    for (i = 0; i < 4; i++) w += m->rigid.quaternion[i][1] * m->rigid.quaternion[i][1];
    /* |q'| = w / 2 for a unit quaternion, and the linear one turns fastest there. */
    p.speed += norm(v) + 2 * sqrt(w) * (k ? reach + s->radius : norm(box.max));
  }
  return p;
}

/* Returns a lower bound of the gap to a piece: of the balls around the box and the piece. */
static double gap_of_balls(const bms_convex_query *q, double t) {
  double pose_a[3][4], pose_b[3][4], away[3], reach = 0, square = 0;
  const double *first = q->b.points.vertex;
  bms_motion_at(&q->motion_a, t, pose_a);
  bms_motion_at(&q->motion_b, t, pose_b);
  for (int i = 0; i < 3; i++) {
    away[i] = pose_b[i][3] - pose_a[i][3];
    for (int k = 0; k < 3; k++) away[i] += pose_b[i][k] * first[k];
  }
  for (int k = 1; k < q->b.points.count; k++) {
    for (int i = 0; i < 3; i++) square += (first[3 * k + i] - first[i]) * (first[3 * k + i] - first[i]);
    reach = fmax(reach, square);
    square = 0;
  }
  return norm(away) - sqrt(reach) - norm(q->a.box.max) - q->b.radius - 1e-9;
}

/* Returns the least gap of all pieces at t. */
static double gap_at(const scene *s, paths *p, double t) {
  double least = INFINITY;
  int k;

  for (k = 0; k < s->pieces; k++) {
    p->query.b.points.vertex = s->corner + 3 * s->corners * k;
    if (gap_of_balls(&p->query, t) < least) least = fmin(least, (double)long_convex_gap(&p->query, NULL, t));
  }
  return least;
}

/* Returns the first time at which the two overlap by more than `depth` on [0, h]; infinite if they do not. */
static double overlap_on(const scene *s, paths *p, double h, double depth) {
  double t = 0;
  int look;

  for (look = 0; look < LOOKS && t < h; look++) {
    double gap = gap_at(s, p, t) + depth;
    if (gap < 0) return t;
    t += fmax(gap / p->speed, h / LOOKS / 16);
  }
  return gap_at(s, p, h) < -depth ? h : INFINITY;
}

static int ode_notices(const scene *s) {
  dContactGeom contact[4];
  return dCollide(s->box, s->other, 4, contact, (int)sizeof *contact) > 0;
}

/* ------------------------------------------------------------------ nothing tunnels */

typedef struct tally {
  int scenes, meet, theirs, ours, stops, inexact;
} tally;

static void throw_one(random_source *source, target what, tally *count) {
  uint64_t seed = source->state;
  double speed = (double)log_uniform(source, 1, 1000), h = (double)log_uniform(source, 1e-3, 0.1), meet;
  random_source own = *source;
  scene *s = make_scene(&own, what, speed, h);
  paths p = paths_of(s);
  qmboxStep step;

  (void)uniform(source, 0, 1);
  if (gap_at(s, &p, 0) > 1e-3) {
    scene *plain;
    random_source again = {seed};
    count->scenes++;
    meet = overlap_on(s, &p, h, 1e-9);
    count->meet += meet < INFINITY;
    (void)log_uniform(&again, 1, 1000);
    (void)log_uniform(&again, 1e-3, 0.1);
    plain = make_scene(&again, what, speed, h);
    dWorldStep(plain->world, (dReal)h);
    count->theirs += meet < INFINITY && !ode_notices(plain);
    free_scene(plain);

    qmboxWorldStepReport(s->world, s->space, (dReal)h, &step);
    count->stops += step.stopped;
    count->inexact += step.inexact != 0;
    if (overlap_on(s, &p, (double)step.advanced, 1e-9) < INFINITY) {
      print_message("# %s: tunnelled, scene %llu, advanced %a of %a, meet %a\n", target_name[what],
                    (unsigned long long)seed, (double)step.advanced, h, meet);
      count->ours++;
    }
    if (step.stopped && !(fabs(gap_at(s, &p, (double)step.advanced)) < 1e-9)) {
      print_message("# %s: stopped at no contact, scene %llu, gap %g, step.gap %g\n", target_name[what],
                    (unsigned long long)seed, gap_at(s, &p, (double)step.advanced), (double)step.gap);
      count->ours++;
    }
  }
  free_scene(s);
}

static void no_box_passes_through_any_shape(void **state) {
  static const int rounds[TARGETS] = {2000, 1000, 1000, 200, 200, 100};
  int what, i;

  (void)state;
  for (what = 0; what < TARGETS; what++) {
    random_source source = seeded(target_name[what], (uint64_t)(811 + what));
    tally count = {0};
    for (i = 0; i < rounds[what] * soak(); i++) throw_one(&source, (target)what, &count);
    print_message("# %s: %d scenes, %d meet, tunnelled: plain ODE %d, qmbox %d; %d stops, %d inexact\n",
                  target_name[what], count.scenes, count.meet, count.theirs, count.ours, count.stops, count.inexact);
    assert_int_equal(count.ours, 0);
    assert_true(count.meet > 0 && count.stops >= count.meet);
    assert_true(count.inexact * 50 <= count.scenes);
  }
}

/* ------------------------------------------------------------------ the usual loop */

static dTriMeshDataID make_floor(float vertex[12], dTriIndex index[6]) {
  static const dTriIndex corners[6] = {0, 1, 2, 2, 1, 3};
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  int k;

  for (k = 0; k < 4; k++) {
    vertex[3 * k] = k & 1 ? 50 : -50;
    vertex[3 * k + 1] = k & 2 ? 50 : -50;
    vertex[3 * k + 2] = 0;
  }
  memcpy(index, corners, sizeof corners);
  dGeomTriMeshDataBuildSingle(data, vertex, 3 * (int)sizeof *vertex, 4, index, 6, 3 * (int)sizeof *index);
  return data;
}

/* Small boxes that are shot down at hundreds of metres a second in frames of a sixtieth end on the floor, not below
   it. */
static void boxes_shot_at_a_mesh_a_heightfield_and_a_sphere_stay_on_top(void **state) {
  const char *const floor_name[3] = {"mesh", "heightfield", "sphere"};
  random_source source = seeded("floor", 5);
  float vertex[12];
  dTriIndex index[6];
  dTriMeshDataID mesh = make_floor(vertex, index);
  dHeightfieldDataID field = dGeomHeightfieldDataCreate();
  double flat[4] = {0, 0, 0, 0};
  int floor, i, f;

  (void)state;
  dGeomHeightfieldDataBuildDouble(field, flat, 0, 100, 100, 2, 2, 1, 0, 1, 0);
  for (floor = 0; floor < 3; floor++) {
    int below[2] = {0, 0}, exact;
    for (exact = 0; exact < 2; exact++) {
      random_source own = source;
      for (i = 0; i < 20; i++) {
        loop *l = make_loop(SPACE_HASH);
        dReal side = log_uniform(&own, 0.02, 0.2), speed = log_uniform(&own, 30, 500);
        dReal x = uniform(&own, -20, 0), y = uniform(&own, -20, 0);
        dBodyID body =
            add_box(l, side, side / 2, side / 3, floor == 2 ? 0 : x, floor == 2 ? 0 : y, uniform(&own, 2, 4));
        dReal v[3];
        if (floor == 0) dCreateTriMesh(l->space, mesh, 0, 0, 0);
        if (floor == 1) {
          dGeomID ground = dCreateHeightfield(l->space, field, 1);
          dMatrix3 r;
          dRFromAxisAndAngle(r, 1, 0, 0, (dReal)(M_PI / 2)); /* its y is up */
          dGeomSetRotation(ground, r);
        }
        if (floor == 2) dGeomSetPosition(dCreateSphere(l->space, 1000), 0, 0, -1000);
        random_vector(&own, 20, v);
        dBodySetAngularVel(body, v[0], v[1], v[2]);
        dBodySetLinearVel(body, v[1] / 4, v[2] / 4, -speed);
        for (f = 0; f < 20; f++) {
          if (exact) {
            (void)frame(l, (dReal)(1.0 / 60));
          } else {
            plain_frame(l, (dReal)(1.0 / 60));
          }
        }
        below[exact] += dBodyGetPosition(body)[2] < (dReal)-0.5; /* it is far below, not only pressed in */
        free_loop(l);
      }
    }
    print_message("# on a %s: below the floor with plain ODE %d of 20, with qmbox %d\n", floor_name[floor], below[0],
                  below[1]);
    assert_int_equal(below[1], 0);
    assert_true(below[0] > 0 || floor == 2); /* ODE throws out of a sphere what is deep in it */
  }
  dGeomTriMeshDataDestroy(mesh);
  dGeomHeightfieldDataDestroy(field);
}

/* ------------------------------------------------------------------ the answers */

static void falling(dBodyID body, dReal z, dReal speed) {
  dBodySetPosition(body, 0, 0, z);
  dBodySetLinearVel(body, 0, 0, -speed);
}

static void a_box_falls_on_a_sphere_and_a_sphere_on_a_box(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID box = qmboxCreate(0, 2, 2, 2), sphere = dCreateSphere(0, (dReal)0.5);
  qmboxContact contact;
  int turn;

  (void)state;
  for (turn = 0; turn < 2; turn++) {
    dGeomID mover = turn ? sphere : box, still = turn ? box : sphere;
    dGeomSetBody(still, 0);
    dGeomSetPosition(still, 0, 0, 0);
    dGeomSetBody(mover, body);
    falling(body, (dReal)3.5, 2);
    assert_int_equal(qmboxFirstContact(mover, still, 2, &contact), BMS_CONTACT);
    assert_true(fabs(contact.time - 1) < 1e-9 && contact.timeLower <= 1 && contact.timeUpper >= 1);
    assert_true(contact.g1 == mover && contact.normal[2] > (dReal)0.999999 && contact.pointCount == 1);
    assert_true(fabs((double)contact.point[0][2] - (turn ? 1 : 0.5)) < 1e-9);
    assert_true(fabs((double)contact.approachSpeed - 2) < 1e-9);
    assert_int_equal(contact.inexact, 0);
    assert_int_equal(qmboxFirstContact(still, mover, 2, &contact), BMS_CONTACT);
    assert_true(contact.g1 == still && contact.normal[2] < (dReal)-0.999999);
  }
  dGeomDestroy(box);
  dGeomDestroy(sphere);
  dWorldDestroy(world);
}

static void the_near_callback_finds_contacts_still_to_come(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID box = qmboxCreate(0, 2, 2, 2), capsule = dCreateCapsule(0, (dReal)0.5, 3);
  dContactGeom contact[4];
  double time = -1;

  (void)state;
  dGeomSetBody(box, body);
  falling(body, 5, 2);
  assert_int_equal(dCollide(box, capsule, 4, contact, (int)sizeof *contact), 0);
  assert_true(qmboxSetMotionFromBody(box, 2));
  assert_int_equal(dCollide(box, capsule, 4, contact, (int)sizeof *contact), 1);
  assert_true(contact[0].depth == 0 && contact[0].normal[2] > (dReal)0.999999 && contact[0].g1 == box);
  assert_int_equal(qmboxCollide(capsule, box, 4, contact, (int)sizeof *contact, &time), 1);
  assert_true(fabs(time - 1) < 1e-9 && contact[0].normal[2] < (dReal)-0.999999);
  falling(body, 2, 2); /* they overlap: what ODE's box has */
  assert_true(qmboxSetMotionFromBody(box, 2));
  assert_true(qmboxCollide(box, capsule, 4, contact, (int)sizeof *contact, &time) > 0);
  assert_true(time == 0 && contact[0].depth > 0);
  dGeomDestroy(box);
  dGeomDestroy(capsule);
  dWorldDestroy(world);
}

/* All shapes are in one space: its contact is the earliest of all pairs, as asked one by one. */
static void a_space_finds_the_earliest_of_all_shapes(void **state) {
  random_source source = seeded("space", 31);
  int round, i, k, found = 0;

  (void)state;
  for (round = 0; round < 60 * soak(); round++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(round % SPACE_KINDS);
    dGeomID geom[8];
    qmboxContact contact, one;
    double earliest = 1;

    for (i = 0; i < 8; i++) {
      dSpaceID in = space_for(space, round % SPACE_KINDS, i);
      dReal size[3];
      for (k = 0; k < 3; k++) size[k] = uniform(&source, 0.1, k < 2 ? 0.5 : 1);
      geom[i] = i < 4   ? qmboxCreate(in, 2 * size[0], 2 * size[1], size[2])
                : i < 5 ? dCreateSphere(in, size[0])
                : i < 6 ? dCreateCylinder(in, size[0], size[2])
                : i < 7 ? slanted_box(&source, in, 0.8, 0.5, 0.3)
                        : dCreateCapsule(in, size[0] / 2, size[2]);
      dGeomSetBody(geom[i], random_body(&source, world, 3, 10, 10));
    }
    for (i = 0; i < 8; i++) {
      for (k = i + 1; k < 8; k++) {
        if (qmboxFirstContact(geom[i], geom[k], 1, &one) == BMS_CONTACT) earliest = fmin(earliest, one.timeLower);
      }
    }
    if (qmboxSpaceFirstContact(space, 1, QMBOX_APART, &contact) == BMS_CONTACT) {
      /* Asked over a shorter time the bounds of rounding are closer. */
      assert_true(fabs(contact.timeLower - earliest) < 1e-10);
      found++;
    } else {
      assert_true(earliest == 1);
    }
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  assert_true(found > 10);
}

/* ------------------------------------------------------------------ triangles */

typedef struct triangle_list {
  double vertex[2048][9];
  int count;
} triangle_list;

static void note_triangle(void *data, const double vertex[9], int number) {
  triangle_list *list = data;
  (void)number;

  assert_true(list->count < 2048);
  memcpy(list->vertex[list->count++], vertex, sizeof *list->vertex);
}

/* Rays from above, ODE's own, meet the surface where the triangles have it. */
static void heightfields_are_read_as_ode_collides_them(void **state) {
  static triangle_list list;
  random_source source = seeded("heightfield", 7);
  double samples[5 * 4];
  int round, i, k, wraps;

  (void)state;
  assert_true(qmboxHeightfieldsAreReadable());
  for (wraps = 0; wraps < 2; wraps++) {
    dHeightfieldDataID data = dGeomHeightfieldDataCreate(); /* built twice, ODE would lose its first copy */
    for (i = 0; i < 20; i++) samples[i] = (double)uniform(&source, 0, 1);
    dGeomHeightfieldDataBuildDouble(data, samples, 1, 8, 3, 5, 4, 2, (dReal)-0.5, 1, wraps);
    for (round = 0; round < 200; round++) {
      dGeomID field = dCreateHeightfield(0, data, round % 2), ray = dCreateRay(0, 10);
      double x = (double)uniform(&source, -3.9, 3.9), z = (double)uniform(&source, -1.4, 1.4), height = 0;
      double min[3] = {x, -10, z}, max[3] = {x, 10, z};
      dContactGeom contact;
      int found = 0;

      dGeomRaySet(ray, (dReal)x, 5, (dReal)z, 0, -1, 0);
      list.count = 0;
      qmboxTrianglesNear(field, true, min, max, note_triangle, &list);
      for (k = 0; k < list.count; k++) { /* barycentric, from above */
        const double *a = list.vertex[k], *b = a + 3, *c = a + 6;
        double d = (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]);
        double v = ((x - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (z - a[2])) / d;
        double w = ((b[0] - a[0]) * (z - a[2]) - (x - a[0]) * (b[2] - a[2])) / d;
        if (v < 0 || w < 0 || v + w > 1) continue;
        height = a[1] + v * (b[1] - a[1]) + w * (c[1] - a[1]);
        found = 1;
      }
      assert_true(found);
      if (dCollide(ray, field, 1, &contact, (int)sizeof contact) == 1)
        assert_true(fabs((double)contact.pos[1] - height) < 1e-5);
      dGeomDestroy(ray);
      dGeomDestroy(field);
    }
    dGeomHeightfieldDataDestroy(data);
  }
}

static int listed(const triangle_list *list, const double vertex[9]) {
  int k, i, same;

  for (k = 0; k < list->count; k++) {
    for (i = 0, same = 1; i < 9; i++) same = same && list->vertex[k][i] == vertex[i];
    if (same) return 1;
  }
  return 0;
}

static void no_triangle_near_is_left_out(void **state) {
  static triangle_list list;
  random_source source = seeded("trimesh", 13);
  scene s = {0};
  int round, t, k, i;

  (void)state;
  make_grid(&source, &s, 0.5);
  for (round = 0; round < 300; round++) {
    dGeomID mesh = dCreateTriMesh(0, s.mesh, 0, 0, 0);
    dReal at[3], centre[3];
    dQuaternion q;
    double min[3], max[3];

    if (round == 150) { /* the tree follows the vertices */
      for (i = 0; i < GRID * GRID; i++) s.vertex[i][2] += 3;
      dGeomTriMeshDataUpdate(s.mesh);
    }
    random_quaternion(&source, q);
    random_vector(&source, round % 3 ? 10 : 1e5, at);
    random_vector(&source, 2, centre);
    dGeomSetPosition(mesh, at[0], at[1], at[2]);
    dGeomSetQuaternion(mesh, q);
    for (i = 0; i < 3; i++) {
      double half = (double)log_uniform(&source, 1e-6, 2);
      min[i] = (double)at[i] + (double)centre[i] - half;
      max[i] = (double)at[i] + (double)centre[i] + half;
    }
    list.count = 0;
    qmboxTrianglesNear(mesh, true, min, max, note_triangle, &list);
    for (t = 0; t < dGeomTriMeshGetTriangleCount(mesh); t++) {
      dVector3 v[3];
      double vertex[9];
      bms_convex_query query = {.t0 = 0, .t1 = 0};
      bms_box box;
      const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
      dGeomTriMeshGetTriangle(mesh, t, &v[0], &v[1], &v[2]);
      for (k = 0; k < 9; k++) vertex[k] = (double)v[k / 3][k % 3];
      memcpy(box.min, min, sizeof min);
      memcpy(box.max, max, sizeof max);
      query.motion_a = query.motion_b = bms_motion_fixed(origin, one);
      query.a = bms_convex_box(&box, 0);
      query.b = bms_convex_points(vertex, 3, 0);
      if (long_convex_gap(&query, NULL, 0) <= 0) assert_true(listed(&list, vertex));
    }
    dGeomDestroy(mesh);
  }
  dGeomTriMeshDataDestroy(s.mesh);
}

/* ------------------------------------------------------------------ heightfields that repeat */

static long heights_read;

static dReal count_heights(void *data, int x, int z) {
  (void)data;
  (void)x;
  (void)z;
  heights_read++;
  return (dReal)0.1;
}

/* A box flies across too many cells, or too far out, for them to be checked; casts check the way in pieces, for
   which they may be few enough. */
static void fly_across(dReal from, dReal speed, bool in_pieces) {
  loop *l = make_loop(SPACE_SIMPLE);
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildCallback(data, NULL, count_heights, 10, 10, 21, 21, 1, 0, 0, 1);
  dGeomHeightfieldDataSetBounds(data, 0, 1);
  dGeomID ground = dCreateHeightfield(l->space, data, 1), box;
  dBodyID body = add_box(l, (dReal)0.5, (dReal)0.5, (dReal)0.5, from, (dReal)0.8, -from);
  box = dBodyGetFirstGeom(body);
  dBodySetLinearVel(body, speed, 0, -speed);
  int unsure = 0;
  qmboxCast cast = {.t1 = 0.05, .unsure = &unsure};
  qmboxContact contact;
  heights_read = 0;
  assert_int_equal(qmboxSpaceCast(l->space, box, &cast, &contact, 1), 0);
  assert_int_equal(unsure, !in_pieces);
  bms_status status = qmboxFirstContact(box, ground, (dReal)0.05, &contact);
  assert_int_equal(messages(), !in_pieces);
  assert_int_equal(status, in_pieces ? BMS_SEPARATED : BMS_INVALID);
  assert_int_equal(contact.inexact & QMBOX_INEXACT_NUMBERS, in_pieces ? 0 : QMBOX_INEXACT_NUMBERS);
  qmboxSimulateReport report = frame(l, (dReal)0.05);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_SHAPE);
  assert_int_equal(report.unguardedPairs, 1);
  assert_true(heights_read < 10000000); /* of 2e8 in the step at 1e5 alone */
  free_loop(l);
  dGeomHeightfieldDataDestroy(data);
}

static void who_flies_across_a_heightfield_without_end_is_reported_at_once(void **state) {
  (void)state;
  fly_across(0, (dReal)1e5, true);
  fly_across(0, (dReal)1e9, false);
  fly_across((dReal)1e10, (dReal)100, false);
  fly_across((dReal)-1e10, (dReal)100, false);
}

/* ------------------------------------------------------------------ */

static int set_up(void **state) {
  (void)state;
  dInitODE2(0);
  dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
  catch_messages();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  assert_int_equal(messages(), 0);
  dCloseODE();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_box_falls_on_a_sphere_and_a_sphere_on_a_box, set_up, tear_down),
      cmocka_unit_test_setup_teardown(the_near_callback_finds_contacts_still_to_come, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_space_finds_the_earliest_of_all_shapes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(heightfields_are_read_as_ode_collides_them, set_up, tear_down),
      cmocka_unit_test_setup_teardown(who_flies_across_a_heightfield_without_end_is_reported_at_once, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(no_triangle_near_is_left_out, set_up, tear_down),
      cmocka_unit_test_setup_teardown(no_box_passes_through_any_shape, set_up, tear_down),
      cmocka_unit_test_setup_teardown(boxes_shot_at_a_mesh_a_heightfield_and_a_sphere_stay_on_top, set_up, tear_down),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
