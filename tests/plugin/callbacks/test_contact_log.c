/* SPDX-License-Identifier: BSD-3-Clause */

/* The log of contacts, judged by bookkeeping of its own: all pairs of geoms by dCollide() at the beginning of each
   frame, and the momentum of bodies. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

enum { MOST_GEOMS = 48, MOST_IDS = 4096 };

/* ------------------------------------------------------------------ a judge */

/* A geom that the judge knows, by a number that is never given twice. */
typedef struct known_geom {
  dGeomID geom;
  int id;
  int gone; /* destroyed since the last frame */
} known_geom;

/* Pairs by the numbers of their geoms. */
typedef struct pair_set {
  int count;
  struct {
    int id[2];
    dGeomID geom[2];
  } pair[MOST_GEOMS * MOST_GEOMS];
} pair_set;

typedef struct judge {
  loop *l;
  qmboxContactLog *log;
  known_geom geom[MOST_GEOMS];
  int geoms, ids;
  pair_set before, now; /* pairs that touched in the last frame, and in this one */
  pair_set maybe;       /* pairs that the near callback has found in contact in this one, perhaps when it was asked */
  bool lazy;            /* the near callback makes no joints for two that sleep */
  dNearCallback *near;
  dGeomID sensor;
  int began, persisted, ended;
} judge;

static int find_pair(const pair_set *set, int id1, int id2) {
  for (int i = 0; i < set->count; i++) {
    const int *id = set->pair[i].id;
    if ((id[0] == id1 && id[1] == id2) || (id[0] == id2 && id[1] == id1)) return i;
  }
  return -1;
}

static void add_pair(pair_set *set, const known_geom *one, const known_geom *other) {
  if (find_pair(set, one->id, other->id) >= 0) return;
  int at = set->count++;
  set->pair[at].id[0] = one->id;
  set->pair[at].id[1] = other->id;
  set->pair[at].geom[0] = one->geom;
  set->pair[at].geom[1] = other->geom;
}

static const known_geom *known(const judge *j, dGeomID geom) {
  for (int i = 0; i < j->geoms; i++) {
    if (j->geom[i].geom == geom) return &j->geom[i];
  }
  return 0;
}

static void note_stopped(void *data, const qmboxContact *contact) {
  judge *j = data;
  const known_geom *one = known(j, contact->g1), *other = known(j, contact->g2);
  assert_true(one && other);
  add_pair(&j->now, one, other);
}

static bool is_asleep(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  return !body || !dBodyIsEnabled(body);
}

/* Returns true if the two touch now, as ODE sees it. */
static bool touch(dGeomID o1, dGeomID o2) {
  dContactGeom contact;
  if (dGeomGetBody(o1) == dGeomGetBody(o2) || !dGeomIsEnabled(o1) || !dGeomIsEnabled(o2)) return false;
  return dCollide(o1, o2, 1, &contact, sizeof contact) > 0;
}

static void near_lazily(void *data, dGeomID o1, dGeomID o2) {
  judge *j = data;
  if (!dGeomIsSpace(o1) && !dGeomIsSpace(o2) && j->lazy && is_asleep(o1) && is_asleep(o2)) return;
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, near_lazily);
    if (dGeomIsSpace(o1)) dSpaceCollide((dSpaceID)o1, data, near_lazily);
    if (dGeomIsSpace(o2)) dSpaceCollide((dSpaceID)o2, data, near_lazily);
    return;
  }
  if (touch(o1, o2) && known(j, o1) && known(j, o2)) add_pair(&j->maybe, known(j, o1), known(j, o2));
  j->near(j->l, o1, o2);
}

static void begin_judge(judge *j, loop *l) {
  memset(j, 0, sizeof *j);
  j->l = l;
  j->log = qmboxContactLogCreate();
  qmboxContactLogMeasure(j->log, 1);
  j->near = l->options.nearCallback;
  l->options.nearCallback = near_lazily;
  l->options.nearData = j;
  l->options.stop = note_stopped;
  l->options.stopData = j;
  l->options.held = 0;
  l->options.contactLog = j->log;
}

static void end_judge(judge *j) {
  qmboxContactLogDestroy(j->log);
  free_loop(j->l);
}

static void add_known(judge *j, dGeomID geom) {
  assert_true(j->geoms < MOST_GEOMS);
  j->geom[j->geoms++] = (known_geom){geom, j->ids++, 0};
}

static bool bounds_overlap(dGeomID o1, dGeomID o2) {
  dReal a[6], b[6];
  dGeomGetAABB(o1, a);
  dGeomGetAABB(o2, b);
  return a[0] <= b[1] && b[0] <= a[1] && a[2] <= b[3] && b[2] <= a[3] && a[4] <= b[5] && b[4] <= a[5];
}

/* Finds the pairs that the near callback will make joints for, or that sleep on. */
static void collide_all(judge *j) {
  j->before = j->now;
  j->now.count = j->maybe.count = 0;
  for (int a = 0; a < j->geoms; a++) {
    for (int b = 0; b < a; b++) {
      const known_geom *one = &j->geom[a], *other = &j->geom[b];
      bool asleep = is_asleep(one->geom) && is_asleep(other->geom);
      bool stays = asleep && find_pair(&j->before, one->id, other->id) >= 0 && dGeomIsEnabled(one->geom) &&
                   dGeomIsEnabled(other->geom) && bounds_overlap(one->geom, other->geom);
      if (stays || (!(asleep && j->lazy) && touch(one->geom, other->geom))) add_pair(&j->now, one, other);
    }
  }
}

/* Returns how many events of a kind there are of the pair; -1 for any. */
static int count_events(const judge *j, int kind, const dGeomID geom[2]) {
  int count, found = 0;
  const qmboxContactEvent *event = qmboxContactLogEvents(j->log, &count);
  for (int i = 0; i < count; i++) {
    bool same =
        (event[i].g1 == geom[0] && event[i].g2 == geom[1]) || (event[i].g1 == geom[1] && event[i].g2 == geom[0]);
    found += same && (kind < 0 || (int)event[i].kind == kind);
  }
  return found;
}

/* Adds pairs of which the log has found a contact in a slice of the frame: the judge does not know which slices are
   kept. */
static void add_late(judge *j) {
  for (int i = 0; i < j->maybe.count; i++) {
    const known_geom *one = known(j, j->maybe.pair[i].geom[0]), *other = known(j, j->maybe.pair[i].geom[1]);
    bool logged = count_events(j, QMBOX_CONTACT_BEGINS, j->maybe.pair[i].geom) ||
                  count_events(j, QMBOX_CONTACT_PERSISTS, j->maybe.pair[i].geom);
    if (logged) add_pair(&j->now, one, other);
  }
}

/* Compares the events of a frame with the two sets.  Only their numbers distinguish the old and the new geom at an
   address: then there are an end and a beginning. */
static void compare(judge *j) {
  int count, expected = 0;
  (void)qmboxContactLogEvents(j->log, &count);
  for (int i = 0; i < j->now.count; i++) {
    int was = find_pair(&j->before, j->now.pair[i].id[0], j->now.pair[i].id[1]) >= 0;
    assert_int_equal(count_events(j, was ? QMBOX_CONTACT_PERSISTS : QMBOX_CONTACT_BEGINS, j->now.pair[i].geom), 1);
    j->began += !was;
    j->persisted += was;
    expected++;
  }
  for (int i = 0; i < j->before.count; i++) {
    if (find_pair(&j->now, j->before.pair[i].id[0], j->before.pair[i].id[1]) >= 0) continue;
    assert_int_equal(count_events(j, QMBOX_CONTACT_ENDS, j->before.pair[i].geom), 1);
    j->ended++;
    expected++;
  }
  assert_int_equal(count, expected);
}

static void judged_frame(judge *j, dReal h) {
  collide_all(j);
  assert_true(qmboxWorldSimulate(j->l->world, j->l->space, h, &j->l->options, 0) == h);
  add_late(j);
  compare(j);
}

/* ------------------------------------------------------------------ a heap in which things come and go */

static dGeomID drop(judge *j, random_source *r) {
  dBodyID body = dBodyCreate(j->l->world);
  dReal size = uniform(r, 0.2, 0.5);
  int kind = (int)uniform(r, 0, 2.999);
  dGeomID geom = kind == 0   ? dCreateBox(j->l->space, size, size, size)
                 : kind == 1 ? dCreateSphere(j->l->space, size / 2)
                             : dCreateCapsule(j->l->space, size / 3, size / 2);
  dMass mass;
  dMassSetBoxTotal(&mass, 1, size, size, size);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  dBodySetPosition(body, uniform(r, -0.6, 0.6), uniform(r, -0.6, 0.6), uniform(r, 0.3, 3));
  dBodySetAutoDisableFlag(body, 1);
  dBodySetAutoDisableLinearThreshold(body, (dReal)0.05);
  dBodySetAutoDisableAngularThreshold(body, (dReal)0.2);
  dBodySetAutoDisableSteps(body, 5);
  add_known(j, geom);
  return geom;
}

static void take_away(judge *j, int number) {
  dGeomID geom = j->geom[number].geom;
  dBodyID body = dGeomGetBody(geom);
  j->geom[number] = j->geom[--j->geoms];
  dGeomDestroy(geom);
  if (body) dBodyDestroy(body);
}

/* Between frames something may be destroyed, and something made, perhaps at its address; a geom disabled or enabled. */
static void meddle(judge *j, random_source *r, int walls) {
  int number = walls + (int)uniform(r, 0, j->geoms - walls - 0.001);
  double what = (double)uniform(r, 0, 1);
  if (what < 0.1 && j->geoms > walls + 8) take_away(j, number);
  if (what < 0.15 && j->geoms < MOST_GEOMS - 1) (void)drop(j, r);
  if (what > 0.95) dGeomDisable(j->geom[number].geom);
  if (what > 0.85 && what < 0.95) dGeomEnable(j->geom[number].geom);
}

/* Things fall into a room, in all modes: with `lazy`, the near callback passes over pairs that sleep. */
static void heap(int space, qmboxContinuity continuity, bool lazy, int parts, int number) {
  random_source r = seeded("heap of events", (uint64_t)number);
  judge j;
  begin_judge(&j, make_loop(space));
  j.lazy = lazy;
  j.l->options.continuity = continuity;
  j.l->options.parts = parts;
  add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
  for (int i = 0; i < 4; i++) {
    dGeomID wall = dCreateBox(j.l->space, i < 2 ? (dReal)0.5 : 4, i < 2 ? 4 : (dReal)0.5, 8);
    dGeomSetPosition(wall,
                     i == 0   ? (dReal)1.25
                     : i == 1 ? (dReal)-1.25
                              : 0,
                     i == 2   ? (dReal)1.25
                     : i == 3 ? (dReal)-1.25
                              : 0,
                     4);
    add_known(&j, wall);
  }
  for (int i = 0; i < 12; i++) (void)drop(&j, &r);
  for (int i = 0; i < 150; i++) {
    judged_frame(&j, (dReal)(1.0 / 60));
    meddle(&j, &r, 5);
  }
  assert_true(j.began > 20 && j.persisted > 200 && j.ended > 20);
  end_judge(&j);
}

/* Hash spaces lose pairs, so that the judge would expect more than ODE finds. */
static void each_contact_begins_persists_and_ends_once(void **state) {
  static const int SPACE[] = {SPACE_SIMPLE, SPACE_SWEEP};
  (void)state;
  for (int i = 0; i < 24 * soak(); i++) {
    qmboxContinuity continuity = i % 8 == 6 ? QMBOX_CONTINUITY_EXACT
                                 : i & 2    ? QMBOX_CONTINUITY_GUARDED
                                            : QMBOX_CONTINUITY_OFF;
    heap(SPACE[i % 2], continuity, i & 4, 1 + i / 8 % 3, i);
  }
}

/* ------------------------------------------------------------------ impulses */

static const qmboxContactEvent *event_at(const judge *j, int number) {
  int count;
  const qmboxContactEvent *event = qmboxContactLogEvents(j->log, &count);
  assert_true(number < count);
  return &event[number];
}

/* Adds up the impulses that a body got in the last frame. */
static void impulse_on(const judge *j, dBodyID body, double sum[3]) {
  int count;
  const qmboxContactEvent *event = qmboxContactLogEvents(j->log, &count);
  memset(sum, 0, 3 * sizeof *sum);
  for (int i = 0; i < count; i++) {
    double sign = dGeomGetBody(event[i].g1) == body ? 1 : dGeomGetBody(event[i].g2) == body ? -1 : 0;
    for (int k = 0; k < 3; k++) sum[k] += sign * (double)event[i].impulse[k];
  }
}

/* Asserts for each body that its momentum has changed by gravity and these impulses alone, if no time was lost. */
static void momentum(int parts, qmboxContinuity continuity, int (*stepper)(dWorldID, dReal)) {
  random_source r = seeded("momentum", (uint64_t)parts);
  const dReal h = (dReal)(1.0 / 60);
  judge j;
  int frames = 0, bodies = 0;
  begin_judge(&j, make_waiting_loop(SPACE_SIMPLE));
  j.l->options.parts = parts;
  j.l->options.continuity = continuity;
  j.l->options.stepper = stepper;
  add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
  for (int i = 0; i < 12; i++) dBodySetAutoDisableFlag(dGeomGetBody(drop(&j, &r)), 0);
  for (int i = 0; i < 90; i++) {
    double before[MOST_GEOMS][3];
    for (int n = 1; n < j.geoms; n++) {
      for (int k = 0; k < 3; k++) before[n][k] = (double)dBodyGetLinearVel(dGeomGetBody(j.geom[n].geom))[k];
    }
    qmboxSimulateReport report;
    j.now.count = 0;
    assert_true(qmboxWorldSimulate(j.l->world, j.l->space, h, &j.l->options, &report) == h);
    if (report.heldBodies > 0) continue; /* the guard changes velocities then */
    frames++;
    for (int n = 1; n < j.geoms; n++) {
      dBodyID body = dGeomGetBody(j.geom[n].geom);
      double sum[3], largest = 1e-9;
      dMass mass;
      dBodyGetMass(body, &mass);
      impulse_on(&j, body, sum);
      for (int k = 0; k < 3; k++) largest = fmax(largest, fabs(sum[k]));
      bodies += largest > 1e-3;
      for (int k = 0; k < 3; k++) {
        double gravity = k == 2 ? -9.81 * (double)(h * mass.mass) : 0;
        double change = (double)mass.mass * ((double)dBodyGetLinearVel(body)[k] - before[n][k]);
        assert_true(fabs(change - gravity - sum[k]) < 1e-9 * (1 + largest));
      }
    }
  }
  assert_true(frames > 30 && bodies > 100);
  end_judge(&j);
}

static void impulses_are_the_change_of_momentum(void **state) {
  (void)state;
  momentum(1, QMBOX_CONTINUITY_GUARDED, dWorldQuickStep);
  momentum(4, QMBOX_CONTINUITY_GUARDED, dWorldQuickStep);
  momentum(1, QMBOX_CONTINUITY_OFF, dWorldStep);
  momentum(2, QMBOX_CONTINUITY_EXACT, dWorldStep);
}

/* A ball flies at a wall: it is stopped, and goes on in slices, in which the contact joint takes its speed and bounces
   it.  There is no gravity, and the wall takes what the ball loses. */
static void a_bullet_begins_at_its_first_contact_and_is_bounced_by_its_impulse(void **state) {
  (void)state;
  for (int i = 0; i < 40; i++) {
    random_source r = seeded("bullet", (uint64_t)i);
    const dReal h = (dReal)(1.0 / 60), speed = uniform(&r, 20, 100), x = uniform(&r, -1, 0);
    double contact = (1 - 0.05 - (double)x) / (double)speed;
    judge j;
    begin_judge(&j, make_loop(SPACE_SIMPLE));
    dWorldSetGravity(j.l->world, 0, 0, 0);
    j.l->friction = 0;
    j.l->bounce = i & 1 ? (dReal)0.5 : 0;
    j.l->options.continuity = i & 2 ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_GUARDED;
    add_known(&j, dCreatePlane(j.l->space, -1, 0, 0, -1)); /* x = 1 */
    dBodyID body = dGeomGetBody(drop(&j, &r));
    dGeomDestroy(dBodyGetFirstGeom(body));
    dGeomID ball = dCreateSphere(j.l->space, (dReal)0.05);
    j.geom[1].geom = ball;
    dGeomSetBody(ball, body);
    dBodySetPosition(body, x, 0, 0);
    dBodySetLinearVel(body, speed, 0, 0);
    dBodySetAutoDisableFlag(body, 0); /* falling asleep takes the last of the speed */
    double impulse = 0;
    int began = 0, ended = 0; /* one that does not bounce may part from the wall, and touch it again */
    for (int frame = 0; frame < 12; frame++) {
      int count;
      assert_true(qmboxWorldSimulate(j.l->world, j.l->space, h, &j.l->options, 0) == h);
      const qmboxContactEvent *event = qmboxContactLogEvents(j.log, &count);
      for (int k = 0; k < count; k++) {
        if (event[k].kind == QMBOX_CONTACT_BEGINS) {
          if (began++ > 0) continue;
          assert_true(fabs(frame * (double)h + (double)event[k].time - contact) < 1e-6 * contact);
        }
        ended += event[k].kind == QMBOX_CONTACT_ENDS;
      }
      double sum[3];
      impulse_on(&j, body, sum);
      impulse += sum[0];
    }
    assert_true(i & 1 ? began == 1 && ended == 1 : ended == began || ended == began - 1);
    dMass mass;
    dBodyGetMass(body, &mass);
    double change = (double)(mass.mass * (dBodyGetLinearVel(body)[0] - speed));
    assert_true(fabs(impulse - change) < 1e-9 * fabs(change));
    end_judge(&j);
  }
}

/* The program's own feedback gets its numbers, and stays set. */
static void a_feedback_of_the_program_stays(void **state) {
  (void)state;
  judge j;
  begin_judge(&j, make_loop(SPACE_SIMPLE));
  add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
  dBodyID body = add_box(j.l, 1, 1, 1, 0, 0, (dReal)0.499);
  dContact contact = {.surface = {.mode = dContactApprox1, .mu = 1}};
  dJointFeedback feedback = {.f1 = {0}};
  contact.geom.normal[2] = 1;
  contact.geom.depth = (dReal)0.001;
  contact.geom.pos[2] = 0;
  contact.geom.g1 = dBodyGetFirstGeom(body);
  contact.geom.g2 = j.geom[0].geom;
  dJointID joint = dJointCreateContact(j.l->world, 0, &contact);
  dJointAttach(joint, 0, body); /* and the other way round: ODE turns it */
  dJointSetFeedback(joint, &feedback);
  j.l->options.continuity = QMBOX_CONTINUITY_OFF;
  for (int i = 0; i < 3; i++) {
    feedback.f1[2] = 0;
    assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)0.01, &j.l->options, 0) > 0);
    assert_ptr_equal(dJointGetFeedback(joint), &feedback);
    assert_true(fabs((double)feedback.f1[2]) > 0);
  }
  dJointDestroy(joint);
  end_judge(&j);
}

/* ------------------------------------------------------------------ sensors */

static int is_sensor(void *data, dGeomID geom) {
  return geom == ((judge *)data)->sensor;
}

/* A ball passes through a box that is a sensor, or stands in it for a while: at the beginning of each frame the two
   overlap or do not, by the distance of the ball's centre, and it comes in at a time that is known. */
static void a_sensor_tells_ends_as_well_as_beginnings(void **state) {
  (void)state;
  for (int i = 0; i < 200 * soak(); i++) {
    random_source r = seeded("sensor", (uint64_t)i);
    const dReal h = (dReal)(1.0 / 60), speed = log_uniform(&r, 1, 200), radius = uniform(&r, 0.02, 0.3);
    judge j;
    begin_judge(&j, make_loop(i % SPACE_QUADTREE));
    dWorldSetGravity(j.l->world, 0, 0, 0);
    j.sensor = dCreateBox(j.l->space, (dReal)0.5, 3, 3);
    j.l->options.sensor = is_sensor;
    j.l->options.sensorData = &j;
    j.l->options.parts = 1 + i / 3 % 3;
    j.l->refused = 2;
    dGeomSetCategoryBits(j.sensor, 2);
    dBodyID body = dBodyCreate(j.l->world);
    dGeomID ball = dCreateSphere(j.l->space, radius);
    dGeomSetBody(ball, body);
    double x = (double)uniform(&r, -2, -0.6), reach = 0.25 + (double)radius;
    dBodySetPosition(body, (dReal)x, 0, 0);
    dBodySetLinearVel(body, speed, 0, 0);
    double came = (-reach - x) / (double)speed;
    int began = 0, ended = 0, was = 0;
    for (int frame = 0; frame < 1000 && (double)dBodyGetPosition(body)[0] < 1; frame++) {
      double from = (double)dBodyGetPosition(body)[0];
      int count, pause = frame == 3 && i % 2;
      if (pause) dBodyDisable(body); /* it sleeps for a frame, in or out */
      assert_true(qmboxWorldSimulate(j.l->world, j.l->space, h, &j.l->options, 0) == h);
      double to = (double)dBodyGetPosition(body)[0];
      if (pause) dBodyEnable(body);
      if (pause) came += (double)h;
      const qmboxContactEvent *event = qmboxContactLogEvents(j.log, &count);
      int is = fabs(from) < reach || (from < -reach && to > -reach);
      assert_int_equal(count, is || was ? 1 : 0);
      if (count > 0) {
        assert_true((event->g1 == j.sensor && event->g2 == ball) || (event->g2 == j.sensor && event->g1 == ball));
        assert_int_equal(event->sensor, 1);
        assert_int_equal(event->kind, !is ? QMBOX_CONTACT_ENDS : was ? QMBOX_CONTACT_PERSISTS : QMBOX_CONTACT_BEGINS);
        began += event->kind == QMBOX_CONTACT_BEGINS;
        ended += event->kind == QMBOX_CONTACT_ENDS;
        if (event->kind == QMBOX_CONTACT_BEGINS) {
          assert_true(fabs(frame * (double)h + (double)event->time - came) < 1e-9 + 1e-6 * came);
        }
      }
      was = is;
    }
    if (was) {
      assert_true(qmboxWorldSimulate(j.l->world, j.l->space, h, &j.l->options, 0) == h);
      ended += event_at(&j, 0)->kind == QMBOX_CONTACT_ENDS;
    }
    assert_int_equal(began, 1);
    assert_int_equal(ended, 1);
    end_judge(&j);
  }
}

/* ------------------------------------------------------------------ destruction, jams, errors */

/* A box on the ground is destroyed, and another one made just there, at the same address if ODE has it so. */
static void what_is_destroyed_ends_and_what_is_made_there_begins(void **state) {
  (void)state;
  int reused = 0;
  for (int i = 0; i < 2; i++) {
    judge j;
    begin_judge(&j, make_loop(SPACE_SIMPLE));
    add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
    dBodyID body = add_box(j.l, 1, 1, 1, 0, 0, (dReal)0.5);
    for (int k = 0; k < 20; k++) {
      assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)0.01, &j.l->options, 0) > 0);
    }
    dGeomID old = dBodyGetFirstGeom(body);
    if (i == 1) assert_int_equal(qmboxContactLogForget(j.log, old), 1);
    dVector3 place, velocity;
    memcpy(place, dBodyGetPosition(body), sizeof place);
    memcpy(velocity, dBodyGetLinearVel(body), sizeof velocity);
    dGeomDestroy(old);
    dBodyDestroy(body);
    body = add_box(j.l, 1, 1, 1, 0, 0, (dReal)0.499);
    if (i == 1) { /* nothing but the program's word distinguishes the two */
      dBodySetPosition(body, place[0], place[1], place[2]);
      dBodySetLinearVel(body, velocity[0], velocity[1], velocity[2]);
    }
    reused += dBodyGetFirstGeom(body) == old;
    assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)0.01, &j.l->options, 0) > 0);
    assert_int_equal(event_at(&j, 0)->kind, QMBOX_CONTACT_ENDS);
    assert_ptr_equal(event_at(&j, 0)->g1 == j.geom[0].geom ? event_at(&j, 0)->g2 : event_at(&j, 0)->g1, old);
    assert_int_equal(event_at(&j, 0)->gone, event_at(&j, 0)->g1 == j.geom[0].geom ? 2 : 1);
    assert_int_equal(event_at(&j, 1)->kind, QMBOX_CONTACT_BEGINS);
    end_judge(&j);
  }
  printf("# addresses used again: %d of 2\n", reused);
}

static dJointGroupID group_of_program;

/* Destroys the bullet that was stopped, and makes a splinter, at its address if ODE has it so. */
static void shatter(void *data, const qmboxContact *contact) {
  judge *j = data;
  dGeomID geom = dGeomGetBody(contact->g1) ? contact->g1 : contact->g2;
  dBodyID body = dGeomGetBody(geom);
  if (!body || geom == j->sensor) return;
  dReal x = dBodyGetPosition(body)[0];
  dGeomDestroy(geom);
  dBodyDestroy(body);
  body = add_box(j->l, (dReal)0.05, (dReal)0.05, (dReal)0.05, x, 0, 0);
  dBodySetLinearVel(body, (dReal)-0.1, 0, 0);
  j->sensor = dBodyGetFirstGeom(body);
}

/* A bullet that `stop` destroys has begun to touch the wall, and ends in the next part or frame; its splinter begins
   and ends as well. */
static void a_bullet_that_is_destroyed_where_it_hits_begins_and_ends(void **state) {
  (void)state;
  for (int parts = 1; parts < 5; parts++) {
    judge j;
    int begins = 0, ends = 0, gone = 0;
    begin_judge(&j, make_loop(SPACE_SIMPLE));
    j.l->options.stop = shatter;
    j.l->options.parts = parts;
    dWorldSetGravity(j.l->world, 0, 0, 0);
    add_known(&j, dCreatePlane(j.l->space, -1, 0, 0, -1));
    dBodyID bullet = add_box(j.l, (dReal)0.05, (dReal)0.05, (dReal)0.05, 0, 0, 0);
    dGeomID old = dBodyGetFirstGeom(bullet);
    dBodySetLinearVel(bullet, 100, 0, 0);
    for (int frame = 0; frame < 60; frame++) {
      int count;
      assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)(1.0 / 60), &j.l->options, 0) > 0);
      const qmboxContactEvent *event = qmboxContactLogEvents(j.log, &count);
      for (int i = 0; i < count; i++) {
        begins += event[i].kind == QMBOX_CONTACT_BEGINS;
        ends += event[i].kind == QMBOX_CONTACT_ENDS;
        gone += event[i].gone > 0;
        assert_true(begins >= ends);
        if (begins == 1 && event[i].kind == QMBOX_CONTACT_BEGINS) assert_true(event[i].g1 == old || event[i].g2 == old);
      }
    }
    assert_ptr_not_equal(j.sensor, 0);
    assert_true(begins >= 1 && ends == begins);
    assert_int_equal(gone, 1);
    end_judge(&j);
  }
}

/* A moved callback that destroys the joints of the step. */
static void empty_group(dBodyID body) {
  (void)body;
  dJointGroupEmpty(group_of_program);
}

static void a_moved_callback_may_destroy_the_joints(void **state) {
  (void)state;
  judge j;
  int count;
  begin_judge(&j, make_loop(SPACE_SIMPLE));
  add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
  dBodyID body = add_box(j.l, 1, 1, 1, 0, 0, (dReal)0.499);
  dBodySetMovedCallback(body, empty_group);
  group_of_program = j.l->contacts;
  for (int i = 0; i < 3; i++) {
    assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)0.01, &j.l->options, 0) > 0);
    (void)qmboxContactLogEvents(j.log, &count);
    assert_int_equal(count, 1);
    assert_int_equal(event_at(&j, 0)->kind, i == 0 ? QMBOX_CONTACT_BEGINS : QMBOX_CONTACT_PERSISTS);
  }
  end_judge(&j);
}

/* A kinematic plate comes down on a box on the ground: the jam names both, and the ground. */
static void a_jam_names_both_and_what_is_behind(void **state) {
  (void)state;
  judge j;
  int jams = 0, count;
  begin_judge(&j, make_loop(SPACE_SIMPLE));
  add_known(&j, dCreatePlane(j.l->space, 0, 0, 1, 0));
  dBodyID box = add_box(j.l, 1, 1, 1, 0, 0, (dReal)0.5), plate = add_box(j.l, 4, 4, (dReal)0.2, 0, 0, (dReal)1.15);
  add_known(&j, dBodyGetFirstGeom(box));
  add_known(&j, dBodyGetFirstGeom(plate));
  dBodySetKinematic(plate);
  dBodySetLinearVel(plate, 0, 0, -2);
  for (int i = 0; i < 30; i++) {
    qmboxSimulateReport report;
    int found = 0;
    assert_true(qmboxWorldSimulate(j.l->world, j.l->space, (dReal)(1.0 / 60), &j.l->options, &report) > 0);
    const qmboxContactEvent *event = qmboxContactLogEvents(j.log, &count);
    for (int k = 0; k < count; k++) {
      if (event[k].kind != QMBOX_CONTACT_JAM) continue;
      found++;
      assert_ptr_equal(event[k].g1, j.geom[2].geom);
      assert_ptr_equal(event[k].g2, j.geom[1].geom);
      assert_true(event[k].against == j.geom[0].geom || (jams > 0 && !event[k].against));
    }
    assert_int_equal(found > 0, report.jams > 0);
    jams += found;
  }
  assert_true(jams > 0);
  end_judge(&j);
}

static void bad_arguments_get_a_message(void **state) {
  int count = 7;
  (void)state;
  qmboxContactLog *log = qmboxContactLogCreate();
  (void)messages();
  assert_null(qmboxContactLogEvents(0, &count));
  assert_int_equal(count, 0);
  assert_null(qmboxContactLogEvents(log, 0));
  assert_int_equal(qmboxContactLogForget(0, 0), 0);
  assert_int_equal(qmboxContactLogForget(log, 0), 0);
  qmboxContactLogMeasure(0, 1);
  assert_int_equal(messages(), 5);
  assert_null(qmboxContactLogEvents(log, &count));
  assert_int_equal(count, 0);
  qmboxContactLogDestroy(log);
  qmboxContactLogDestroy(0);
  assert_int_equal(messages(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(each_contact_begins_persists_and_ends_once, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(impulses_are_the_change_of_momentum, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_bullet_begins_at_its_first_contact_and_is_bounced_by_its_impulse, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(a_feedback_of_the_program_stays, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_sensor_tells_ends_as_well_as_beginnings, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_destroyed_ends_and_what_is_made_there_begins, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_bullet_that_is_destroyed_where_it_hits_begins_and_ends, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(a_moved_callback_may_destroy_the_joints, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_jam_names_both_and_what_is_behind, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_get_a_message, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("contact log", tests, 0, 0);
}
