/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A heap: boxes that tumble to the ground, layer on layer, and come to lie there.
 *
 *   plain    dSpaceCollide() with contact joints and dWorldQuickStep(), once for each part: what ODE's manual does
 *   guarded  qmboxWorldSimulate() with the same near callback and as many parts
 *   exact    the same, stopping at every first contact
 *
 * All begin with the same boxes.  The guarded heap stays equal to plain ODE's to the bit as long as no cores meet; the
 * exact one is another after the first contact.  Processor time of one thread, of all frames together; the mean over
 * some heaps.
 */

#include <math.h>
#include <ode/ode.h>
#include <qmbox.h>
#include <string.h>

#include "growth.h"
#include "random.h"

enum { FRAMES = 180, FRAMES_QUICK = 60, HEAPS = 6, MOST_CONTACTS = 8 };

static const int SIZES[] = {10, 30, 60};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

static const double FRAME = 1.0 / 60.0;
/* Between the middles of boxes with edges of 0.2 to 0.8. */
static const double ROOM = 1.2;

typedef struct heap {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dReal friction;
} heap;

typedef enum way { PLAIN, GUARDED, EXACT } way;

static const char *const WAY_NAME[] = {"plain", "guarded", "exact"};

/* A way to simulate, and how many parts a frame is cut into. */
typedef struct method {
  way how;
  int parts;
} method;

static const method METHODS[] = {{PLAIN, 1}, {GUARDED, 1}, {PLAIN, 4}, {GUARDED, 4}, {EXACT, 1}};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

/* Sums over all frames of some heaps. */
typedef struct tally {
  double time, sub_steps, stops, trials, lost;
} tally;

static void add_box(random_source *r, heap *h, int number, int row) {
  double place[3] = {number % row - 0.5 * (row - 1), number / row % row - 0.5 * (row - 1), number / (row * row) + 1},
         q[4];
  dBodyID body = dBodyCreate(h->world);
  dReal side[3];
  dQuaternion unit;
  dMass mass;
  dGeomID box;

  for (int k = 0; k < 3; k++) side[k] = (dReal)random_uniform(r, 0.2, 0.8);
  for (int k = 0; k < 3; k++) place[k] = ROOM * place[k] + random_uniform(r, -0.1, 0.1);
  random_direction(r, q, 4);
  for (int k = 0; k < 4; k++) unit[k] = (dReal)q[k];
  dMassSetBox(&mass, 1000, side[0], side[1], side[2]);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, (dReal)place[0], (dReal)place[1], (dReal)place[2]);
  dBodySetQuaternion(body, unit);
  box = dCreateBox(h->space, side[0], side[1], side[2]);
  dGeomSetBody(box, body);
}

static heap new_heap(uint64_t seed, int boxes, double friction) {
  heap h = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0), (dReal)friction};
  random_source r = random_from(seed);

  dRandSetSeed(1); /* dWorldQuickStep() draws from it */
  dWorldSetGravity(h.world, 0, 0, (dReal)-9.81);
  dCreatePlane(h.space, 0, 0, 1, 0);
  for (int i = 0; i < boxes; i++) add_box(&r, &h, i, boxes > 40 ? 3 : 2);
  return h;
}

static void free_heap(heap *h) {
  dJointGroupDestroy(h->contacts);
  dSpaceDestroy(h->space);
  dWorldDestroy(h->world);
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  heap *h = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, (int)sizeof *contact);

  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = h->friction;
    dJointAttach(dJointCreateContact(h->world, h->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static void plain_frame(heap *h, int parts) {
  for (int k = 0; k < parts; k++) {
    dSpaceCollide(h->space, h, near);
    dWorldQuickStep(h->world, (dReal)(FRAME / parts));
    dJointGroupEmpty(h->contacts);
  }
}

static void run(heap *h, int frames, method m, tally *t) {
  qmboxSimulateOptions options = {.size = sizeof options,
                                  .nearCallback = near,
                                  .nearData = h,
                                  .contacts = h->contacts,
                                  .parts = m.parts,
                                  .continuity = m.how == EXACT ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_GUARDED};
  qmboxSimulateReport report = {.subSteps = m.parts};
  double start = growth_processor_clock();

  for (int i = 0; i < frames; i++) {
    if (m.how == PLAIN) {
      plain_frame(h, m.parts);
    } else {
      qmboxWorldSimulate(h->world, h->space, (dReal)FRAME, &options, &report);
    }
    t->sub_steps += report.subSteps;
    t->stops += report.stops;
    t->trials += report.trials;
    t->lost += (double)report.lostTime;
  }
  t->time += growth_processor_clock() - start;
}

static tally run_heaps(const growth *g, int boxes, double friction, int frames, method m) {
  tally t = {0, 0, 0, 0, 0};

  for (uint64_t i = 0; i < HEAPS; i++) {
    heap h = new_heap(g->seed + i, boxes, friction);
    run(&h, frames, m, &t);
    free_heap(&h);
  }
  return t;
}

/* Compares all ways for heaps of one kind, in times of plain ODE without parts. */
static void compare_heaps(const growth *g, int boxes, double friction, int frames, FILE *out) {
  double all = (double)frames * HEAPS, plain = 0;

  for (int k = 0; k < METHOD_COUNT; k++) {
    method m = METHODS[k];
    tally t = run_heaps(g, boxes, friction, frames, m);
    if (k == 0) plain = t.time;
    fprintf(out, "%d\t%g\t%s\t%d\t%.2f\t%.1f\t%.2f\t%.1f\t%.2g\n", boxes, friction, WAY_NAME[m.how], m.parts,
            t.time / plain, t.sub_steps / all, t.stops / all, t.trials / all, t.lost / (all * FRAME * boxes));
    fflush(out);
  }
}

void growth_heap(const growth *g, FILE *out) {
  int frames = g->quick ? FRAMES_QUICK : FRAMES;

  fputs("boxes\tfriction\tway\tparts\tof_plain\tsub_steps\tstops\ttrials\tlost\n", out);
  for (int i = 0; i < 2 * SIZE_COUNT; i++)
    compare_heaps(g, SIZES[i % SIZE_COUNT], i < SIZE_COUNT ? 0.5 : dInfinity, frames, out);
}
