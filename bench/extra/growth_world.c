/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A world of boxes that tumble without gravity, at constant density, in a space that they may leave.
 *
 *   plain   dSpaceCollide() with contact joints and dWorldQuickStep(), a frame at once: what ODE's manual does
 *   qmbox   qmboxWorldStepReport() until the frame is over; at each stop, the two boxes bounce off along the normal.
 *           Boxes that touch at the start of a step are left alone, as nobody makes contact joints here
 *
 * Both begin with the same boxes.  Processor time of one thread; the median over frames.  (By the clock on the wall
 * long frames, which other work on the machine interrupts, seem longer than they are, and short ones do not.)
 */

#include <math.h>
#include <ode/ode.h>
#include <qmbox.h>
#include <stdlib.h>
#include <string.h>

#include "growth.h"
#include "random.h"
#include "room.h"

enum { FRAMES = 12, FRAMES_QUICK = 3, MOST_CONTACTS = 4 };

static const int SIZES[] = {10, 30, 100, 300, 1000, 3000, 5000};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES, SIZE_COUNT_QUICK = 4 };

static const double FRAME = 1.0 / 60.0;
/* No more frames once they have taken so long, ns. */
static const double ENOUGH = 4e9;
/* Room for each box, in lengths of its cube; a box has edges of 0.2 to 1 and a speed of 2 or so. */
static const double ROOM = 2.5;

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
} scene;

static void draw(random_source *r, double most, dReal v[3]) {
  for (int k = 0; k < 3; k++) v[k] = (dReal)random_uniform(r, -most, most);
}

static void add_box(random_source *r, scene *s, double half) {
  dReal side[3], v[3];
  dQuaternion unit;
  double q[4];
  dMass mass;
  dBodyID body = dBodyCreate(s->world);
  dGeomID box;

  for (int k = 0; k < 3; k++) side[k] = (dReal)random_uniform(r, 0.2, 1);
  random_direction(r, q, 4);
  for (int k = 0; k < 4; k++) unit[k] = (dReal)q[k];
  dMassSetBox(&mass, 1, side[0], side[1], side[2]);
  dBodySetMass(body, &mass);
  dBodySetGyroscopicMode(body, 0); /* followed exactly then */
  draw(r, half, v);
  dBodySetPosition(body, v[0], v[1], v[2]);
  dBodySetQuaternion(body, unit);
  draw(r, 2, v);
  dBodySetLinearVel(body, v[0], v[1], v[2]);
  draw(r, 3, v);
  dBodySetAngularVel(body, v[0], v[1], v[2]);
  box = dCreateBox(s->space, side[0], side[1], side[2]);
  dGeomSetBody(box, body);
}

static scene new_scene(uint64_t seed, int boxes) {
  scene s = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0)};
  random_source r = random_from(seed);

  for (int i = 0; i < boxes; i++) add_box(&r, &s, 0.5 * ROOM * cbrt(boxes));
  return s;
}

static void free_scene(scene *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

/* ------------------------------------------------------------------ frames */

static void near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, (int)sizeof *contact);

  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactBounce;
    contact[i].surface.bounce = 1;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static int plain_frame(scene *s) {
  dSpaceCollide(s->space, s, near);
  dWorldQuickStep(s->world, (dReal)FRAME);
  dJointGroupEmpty(s->contacts);
  return 1;
}

/* Makes the two part by an impulse that ignores their spin, which is mostly enough. */
static void bounce(const qmboxContact *contact) {
  dBodyID body1 = dGeomGetBody(contact->g1), body2 = dGeomGetBody(contact->g2);
  const dReal *v1 = dBodyGetLinearVel(body1), *v2 = dBodyGetLinearVel(body2), *n = contact->normal;
  dReal closing = 0, to1[3], to2[3];

  for (int k = 0; k < 3; k++) closing += (v2[k] - v1[k]) * n[k];
  if (closing <= 0) return;
  for (int k = 0; k < 3; k++) {
    to1[k] = v1[k] + closing * n[k];
    to2[k] = v2[k] - closing * n[k];
  }
  dBodySetLinearVel(body1, to1[0], to1[1], to1[2]);
  dBodySetLinearVel(body2, to2[0], to2[1], to2[2]);
}

/* Returns the number of steps that the frame took. */
static int qmbox_frame(scene *s) {
  qmboxStep step;
  int steps = 0;

  for (dReal left = (dReal)FRAME; left > 0; left -= step.advanced, steps++) {
    if (qmboxWorldStepReport(s->world, s->space, left, &step) <= 0) exit(2); /* it has printed the reason */
    if (step.stopped) bounce(&step.contact);
  }
  return steps;
}

/* ------------------------------------------------------------------ all */

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Returns the median over frames of what one takes, in ns; *steps is set to the number of steps that it took, on
   average. */
static double time_frames(uint64_t seed, int boxes, int most, int (*frame)(scene *s), double *steps) {
  scene s = new_scene(seed, boxes);
  double taken[FRAMES], start = growth_processor_clock();
  int frames = 0, all = 0;

  while (frames < most && growth_processor_clock() - start < ENOUGH) {
    double begin = growth_processor_clock();
    all += frame(&s);
    taken[frames++] = growth_processor_clock() - begin;
  }
  free_scene(&s);
  qsort(taken, (size_t)frames, sizeof *taken, ascending);
  *steps = (double)all / frames;
  return taken[frames / 2];
}

void growth_world(const growth *g, FILE *out) {
  int frames = g->quick ? FRAMES_QUICK : FRAMES;
  double steps, one;

  fputs("boxes\tplain\tqmbox\tqmbox_step\tsteps_in_a_frame\n", out);
  for (int i = 0; i < (g->quick ? SIZE_COUNT_QUICK : SIZE_COUNT); i++) {
    double unit = g->test * SIZES[i], plain = time_frames(g->seed, SIZES[i], frames, plain_frame, &one);
    double qmbox = time_frames(g->seed, SIZES[i], frames, qmbox_frame, &steps);
    fprintf(out, "%d\t%.1f\t%.1f\t%.1f\t%.1f\n", SIZES[i], plain / unit, qmbox / unit, qmbox / steps / unit, steps);
    fflush(out);
  }
}
