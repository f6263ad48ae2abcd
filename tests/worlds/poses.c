/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * poses: hashes of worlds.
 *
 *     poses                    prints the names of the worlds (pose_worlds.c)
 *     poses plain              prints "libm HASH", "colliders HASH", and "NAME HASH" for each, stepped by plain ODE
 *     poses qmbox              stepped by qmboxWorldSimulate()
 *     poses NAME COUNT PASSES  steps COUNT * PASSES frames by qmboxWorldSimulate(), for callgrind to count
 *     poses NAME COUNT PASSES log       the same, with a log of contacts
 *     poses NAME COUNT PASSES impulses  and with impulses
 *
 * A hash is FNV-1a over the bits of all positions, quaternions and velocities after each frame.  With qmbox it has also
 * the reports, the contacts and bodies of all events, and the casts and first contacts of some frames.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facets.h"
#include "pose_worlds.h"

/* Casts and first contacts are made after every frame whose number is a multiple of this. */
enum { QUERY_FRAMES = 60, CAST_BODIES = 3, HITS = 4, LIBM_ARGUMENTS = 2000, COLLIDED_HULLS = 40 };

static const uint64_t FNV_START = 0xcbf29ce484222325u, FNV_PRIME = 0x100000001b3u;

/* ------------------------------------------------------------------ hash */

static void add_bits(uint64_t *hash, uint64_t bits) {
  for (int i = 0; i < 64; i += 8) *hash = (*hash ^ (bits >> i & 0xff)) * FNV_PRIME;
}

static void add_numbers(uint64_t *hash, const dReal *number, int count) {
  for (int i = 0; i < count; i++) {
    double value = (double)number[i];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_bits(hash, bits);
  }
}

static void add_int(uint64_t *hash, long value) {
  add_bits(hash, (uint64_t)value);
}

static void add_double(uint64_t *hash, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  add_bits(hash, bits);
}

static void add_poses(uint64_t *hash, const scene *s) {
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body || dBodyGetFirstGeom(body) != s->geoms[i]) continue;
    add_numbers(hash, dBodyGetPosition(body), 3);
    add_numbers(hash, dBodyGetQuaternion(body), 4);
    add_numbers(hash, dBodyGetLinearVel(body), 3);
    add_numbers(hash, dBodyGetAngularVel(body), 3);
  }
}

/* ------------------------------------------------------------------ events and queries */

typedef struct run {
  const pose_world *world;
  scene *s;
  uint64_t hash;
  qmboxContactLog *log;
} run;

static int number_of(const scene *s, dGeomID geom) {
  for (int i = 0; i < s->geom_count; i++)
    if (s->geoms[i] == geom) return i;
  return -1;
}

static void add_contact(run *r, const qmboxContact *contact) {
  add_int(&r->hash, (long)contact->status);
  add_int(&r->hash, (long)contact->inexact);
  if (contact->status != BMS_CONTACT && contact->status != BMS_TOUCHING && contact->status != BMS_OVERLAPPING) return;
  add_int(&r->hash, number_of(r->s, contact->g1));
  add_int(&r->hash, number_of(r->s, contact->g2));
  add_double(&r->hash, contact->time);
  add_numbers(&r->hash, contact->normal, 3);
  add_double(&r->hash, contact->approachSpeed);
  for (int i = 0; i < contact->pointCount; i++) add_numbers(&r->hash, contact->point[i], 3);
}

static void note_contact(void *data, const qmboxContact *contact) {
  add_contact(data, contact);
}

static void note_held(void *data, dBodyID body, dReal lost) {
  run *r = data;
  add_int(&r->hash, number_of(r->s, dBodyGetFirstGeom(body)));
  add_numbers(&r->hash, &lost, 1);
}

/* Every eleventh geom is a sensor. */
static int is_sensor(void *data, dGeomID geom) {
  const run *r = data;
  return number_of(r->s, geom) % 11 == 10;
}

static void add_casts(run *r) {
  qmboxCast cast = {.t0 = 0, .t1 = 10 * r->s->frame};
  int casts = 0;
  for (int i = 0; i < r->s->geom_count && casts < CAST_BODIES; i++) {
    qmboxContact hit[HITS];
    dBodyID body = dGeomGetBody(r->s->geoms[i]);
    if (!body || dGeomGetClass(r->s->geoms[i]) == dTriMeshClass) continue;
    int hits = qmboxSpaceCast(r->s->space, r->s->geoms[i], &cast, hit, HITS);
    add_int(&r->hash, hits);
    for (int k = 0; k < hits && k < HITS; k++) add_contact(r, &hit[k]);
    casts++;
  }
}

static void add_queries(run *r) {
  qmboxContact contact;
  (void)qmboxSpaceFirstContact(r->s->space, (dReal)r->s->frame, QMBOX_APART, &contact);
  add_contact(r, &contact);
  add_casts(r);
}

static void add_report(run *r, const qmboxSimulateReport *report) {
  add_int(&r->hash, (long)report->unguarded);
  add_int(&r->hash, report->subSteps);
  add_int(&r->hash, report->stops);
  add_int(&r->hash, report->heldBodies);
  add_numbers(&r->hash, &report->lostTime, 1);
  add_int(&r->hash, report->deepPairs);
  add_int(&r->hash, report->unguardedPairs);
  add_int(&r->hash, report->refusedPairs);
  add_int(&r->hash, report->trials);
}

/* ------------------------------------------------------------------ frames */

static int (*stepper_of(const scene *s))(dWorldID world, dReal length) {
  return s->full_step ? dWorldStep : dWorldQuickStep;
}

static void plain_frame(run *r) {
  for (int part = 0; part < r->world->parts; part++) {
    dSpaceCollide(r->s->space, r->s, scene_near);
    stepper_of(r->s)(r->s->world, (dReal)(r->s->frame / r->world->parts));
    dJointGroupEmpty(r->s->contacts);
  }
}

static void qmbox_frame(run *r, bool told) {
  qmboxSimulateOptions options = {.size = sizeof options,
                                  .nearCallback = scene_near,
                                  .nearData = r->s,
                                  .contacts = r->s->contacts,
                                  .stepper = stepper_of(r->s),
                                  .parts = r->world->parts,
                                  .contactLog = r->log,
                                  .continuity = r->world->continuity};
  if (told) {
    options.sensor = is_sensor;
    options.stop = options.sense = note_contact;
    options.held = note_held;
    options.sensorData = options.stopData = options.senseData = options.heldData = r;
  }
  qmboxSimulateReport report;
  if (!(qmboxWorldSimulate(r->s->world, r->s->space, (dReal)r->s->frame, &options, &report) > 0)) {
    fputs("qmboxWorldSimulate() has failed\n", stderr);
    exit(2);
  }
  if (told) add_report(r, &report);
}

static uint64_t hash_of(const pose_world *world, bool plain) {
  run r = {world, pose_world_new(world), FNV_START, NULL};
  for (int frame = 0; frame < world->frames; frame++) {
    if (r.s->drive) r.s->drive(r.s, frame);
    if (plain)
      plain_frame(&r);
    else
      qmbox_frame(&r, true);
    add_poses(&r.hash, r.s);
    if (!plain && frame % QUERY_FRAMES == 0) add_queries(&r);
  }
  pose_world_free(r.s);
  return r.hash;
}

/* Hashes functions of the C library that shapes with functions of their own call.  If these round otherwise, so may
   worlds with such shapes. */
static uint64_t hash_of_libm(void) {
  uint64_t hash = FNV_START;
  for (int i = 1; i <= LIBM_ARGUMENTS; i++) {
    double x = 0.0137 * i,
           value[] = {sin(x), cos(x), exp(-x), log(x), pow(x, 0.7), atan2(x, 3), acos(1 / (1 + x)), cbrt(x)};
    for (size_t k = 0; k < sizeof value / sizeof *value; k++) {
      uint64_t bits;
      memcpy(&bits, &value[k], sizeof bits);
      add_bits(&hash, bits);
    }
  }
  return hash;
}

/* Hashes ODE's contacts of hulls with meshes.  ODE 0.16.2 returns other numbers of triangles there (side2) than 0.16.6,
   and sometimes other points.  If these differ, so may worlds with hulls and triangles. */
static uint64_t hash_of_colliders(void) {
  uint64_t hash = FNV_START;
  random_source random = random_from(1);
  for (int i = 0; i < COLLIDED_HULLS; i++) {
    dGeomID hull = facets_new(&random, NULL, 1, 2, false), mesh = facets_new(&random, NULL, 1, 2, true);
    double position[3];
    random_numbers(&random, -1, 1, position, 3);
    dGeomSetPosition(hull, (dReal)position[0], (dReal)position[1], (dReal)position[2]);
    dContactGeom contact[HITS];
    int count = dCollide(hull, mesh, HITS, contact, (int)sizeof *contact);
    add_int(&hash, count);
    for (int k = 0; k < count; k++) {
      add_numbers(&hash, contact[k].pos, 3);
      add_numbers(&hash, contact[k].normal, 3);
      add_numbers(&hash, &contact[k].depth, 1);
      add_int(&hash, contact[k].side2);
    }
    dGeomDestroy(hull);
    dGeomDestroy(mesh);
    facets_free();
  }
  return hash;
}

static void print_hashes(bool plain) {
  printf("libm %016llx\n", (unsigned long long)hash_of_libm());
  printf("colliders %016llx\n", (unsigned long long)hash_of_colliders());
  for (const pose_world *world = POSE_WORLDS; world->name; world++)
    printf("%s %016llx\n", world->name, (unsigned long long)hash_of(world, plain));
}

static void step_frames(const pose_world *world, int frames, qmboxContactLog *log) {
  run r = {world, pose_world_new(world), FNV_START, log};
  for (int frame = 0; frame < frames; frame++) {
    if (r.s->drive) r.s->drive(r.s, frame);
    qmbox_frame(&r, false);
  }
  pose_world_free(r.s);
}

int main(int argc, char **argv) {
  bool impulses = argc == 5 && strcmp(argv[4], "impulses") == 0;
  bool logs = impulses || (argc == 5 && strcmp(argv[4], "log") == 0);
  const pose_world *world = argc == 4 || logs ? pose_world_called(argv[1]) : NULL;

  dInitODE();
  if (argc == 1) {
    for (world = POSE_WORLDS; world->name; world++) puts(world->name);
  } else if (argc == 2 && (strcmp(argv[1], "plain") == 0 || strcmp(argv[1], "qmbox") == 0)) {
    print_hashes(strcmp(argv[1], "plain") == 0);
  } else if (world && atoi(argv[2]) > 0 && atoi(argv[3]) > 0) {
    qmboxContactLog *log = logs ? qmboxContactLogCreate() : NULL;
    if (impulses) qmboxContactLogMeasure(log, 1);
    step_frames(world, atoi(argv[2]) * atoi(argv[3]), log);
    qmboxContactLogDestroy(log);
  } else {
    fputs("Usage: poses [plain | qmbox | NAME COUNT PASSES]\n", stderr);
    return 2;
  }
  dCloseODE();
  return 0;
}
