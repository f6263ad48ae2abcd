/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A bullet through a light barrier at a box that rides on a lift: queries of the usual loop.
 *
 *   cc shooting_range.c $(pkg-config --cflags --libs ode-qmbox) -o shooting_range && ./shooting_range
 *
 * The bullet flies 1 m in a frame of 1/60 s.  A cast finds beforehand what it would hit, and another one how far the
 * box, which rests on the lift, can be pushed along it; a sensor reports when it passes the barrier; `stop` is called
 * with the hit and its time, and destroys the bullet; the lift is moved by its pose.
 */

#include <stdio.h>
#include <stdlib.h>

#include <qmbox.h>

#define FRAME ((dReal)(1.0 / 60))

typedef struct range {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dGeomID barrier;
  dBodyID bullet, box, lift;
  double time; /* at which the frame began */
} range;

static void near(void *data, dGeomID o1, dGeomID o2) {
  range *r = data;
  dContact contact[4];
  if (o1 == r->barrier || o2 == r->barrier) return;
  int count = dCollide(o1, o2, 4, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    contact[i].surface.mode = dContactApprox1; /* mu is a coefficient, not a force */
    contact[i].surface.mu = 1;
    dJointAttach(dJointCreateContact(r->world, r->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static dBodyID makeBody(range *r, dReal lx, dReal ly, dReal lz, dReal x, dReal z) {
  dBodyID body = dBodyCreate(r->world);
  dMass mass;
  dMassSetBox(&mass, 1000, lx, ly, lz);
  dBodySetMass(body, &mass);
  dGeomSetBody(dCreateBox(r->space, lx, ly, lz), body);
  dBodySetPosition(body, x, 0, z);
  return body;
}

static range makeRange(void) {
  range r = {.world = dWorldCreate(), .space = dHashSpaceCreate(0), .contacts = dJointGroupCreate(0)};
  dWorldSetGravity(r.world, 0, 0, (dReal)-9.81);
  r.barrier = dCreateBox(r.space, (dReal)0.001, 1, 4);
  dGeomSetPosition(r.barrier, -2, 0, 2);
  r.bullet = makeBody(&r, (dReal)0.02, (dReal)0.02, (dReal)0.02, (dReal)-4.25, (dReal)1.25);
  dBodySetLinearVel(r.bullet, 60, 0, 0);
  r.box = makeBody(&r, (dReal)0.5, (dReal)0.5, (dReal)0.5, 0, (dReal)1.3);
  r.lift = makeBody(&r, 1, 1, (dReal)0.1, 0, 1);
  dBodySetKinematic(r.lift);
  return r;
}

/* ------------------------------------------------------------------ callbacks */

static int isBarrier(void *data, dGeomID geom) {
  return geom == ((range *)data)->barrier;
}

static int isNoBarrier(void *data, dGeomID geom) {
  return !isBarrier(data, geom);
}

static void passes(void *data, const qmboxContact *contact) {
  const range *r = data;
  printf("the barrier is passed after %.4f s\n", r->time + contact->time);
}

static void hits(void *data, const qmboxContact *contact) {
  range *r = data;
  dGeomID geom = r->bullet ? dBodyGetFirstGeom(r->bullet) : 0;
  if (!geom || (contact->g1 != geom && contact->g2 != geom)) return;
  printf("the bullet hits after %.4f s, at %.1f m/s, and breaks\n", r->time + contact->time,
         (double)contact->approachSpeed);
  dGeomDestroy(geom);
  dBodyDestroy(r->bullet);
  r->bullet = 0;
}

/* Bullets stop the frame at what they hit; for all others the guard will do. */
static qmboxContinuity continuityOf(void *data, dBodyID body) {
  return body == ((range *)data)->bullet ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_DEFAULT;
}

/* ------------------------------------------------------------------ */

/* Checks along the bullet's way for the next tenth of a second. */
static void aim(range *r) {
  qmboxContact hit[8];
  qmboxCast cast = {.t0 = 0, .t1 = 0.1};
  int all = qmboxSpaceCastBody(r->space, r->bullet, &cast, hit, 8);
  cast.filter = isNoBarrier;
  cast.filterData = r;
  int solid = qmboxSpaceCastBody(r->space, r->bullet, &cast, hit, 1); /* room for one: the first */
  printf("the bullet will meet %d geoms, of these %d solid, the first after %.4f s\n", all, solid, hit[0].time);
}

/* Casts the box as it stands on the lift, 1 m/s to one side: the lift is in contact, but not on its way. */
static void push(range *r) {
  const dReal *at = dBodyGetPosition(r->box), *turn = dBodyGetQuaternion(r->box);
  double from[3] = {at[0], at[1], at[2]}, quaternion[4] = {turn[0], turn[1], turn[2], turn[3]};
  const double velocity[3] = {-1, 0, 0}, none[3] = {0, 0, 0};
  bms_motion motion = bms_motion_step(from, quaternion, velocity, none, none);
  qmboxCast cast = {.t0 = 0, .t1 = 4, .motion = &motion, .approaching = 1, .slack = 0.001};
  qmboxContact hit;
  int hits = qmboxSpaceCastBody(r->space, r->box, &cast, &hit, 1);
  if (hits > 0) printf("the box can be pushed %.2f m along the lift, up to the barrier\n", hit.time);
  qmboxOverlap overlap;
  double move[3];
  dGeomID geom = dBodyGetFirstGeom(r->box);
  if (qmboxSpaceOverlaps(r->space, geom, isNoBarrier, r, &overlap, 1) > 0 && overlap.depth < 0.01 &&
      qmboxSpaceWayOut(r->space, geom, isNoBarrier, r, 0, move) == 1 && move[2] > 0)
    printf("it rests in the lift by less than 1 cm, and the way out is upwards\n");
}

int main(void) {
  dInitODE();
  range r = makeRange();
  qmboxSimulateOptions options = {.size = sizeof options, .nearCallback = near, .contacts = r.contacts, .parts = 2};
  options.bodyContinuity = continuityOf;
  options.sensor = isBarrier;
  options.sense = passes;
  options.stop = hits;
  options.nearData = options.bodyContinuityData = options.sensorData = options.senseData = options.stopData = &r;
  unsigned unguarded = 0;
  aim(&r);
  for (int i = 0; i < 60; i++) {
    qmboxSimulateReport report;
    dReal up[3] = {0, 0, (dReal)(1 + 0.01 * (i + 1))}, upright[4] = {1, 0, 0, 0};
    r.time = i / 60.0;
    qmboxBodyMoveTo(r.lift, up, upright, FRAME, options.parts);
    if (qmboxWorldSimulate(r.world, r.space, FRAME, &options, &report) <= 0) return 1; /* a message gives the reason */
    unguarded |= report.unguarded;
  }
  push(&r);
  printf("the lift is at %.2f m, and the box on it at %.2f m\n", (double)dBodyGetPosition(r.lift)[2],
         (double)dBodyGetPosition(r.box)[2]);
  printf("%s\n", unguarded ? "something could not be guarded" : "nothing has passed through anything");
  dJointGroupDestroy(r.contacts);
  dSpaceDestroy(r.space);
  dWorldDestroy(r.world);
  dCloseODE();
  return unguarded ? 1 : 0;
}
