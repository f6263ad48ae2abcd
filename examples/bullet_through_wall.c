/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A spinning cube of 5 cm flies at 20 m/s towards a plate of 1 cm, and the world steps at 1/60 s.
 *
 * In one step the cube travels 33 cm.  ODE checks the poses before and after, finds no overlap and makes no contact, so
 * that the cube passes through. qmboxWorldStepReport() makes the step end at the moment when cube and plate touch.  The
 * same scene is run both ways.
 *
 *   cc bullet_through_wall.c $(pkg-config --cflags --libs ode-qmbox) -o bullet_through_wall && ./bullet_through_wall
 */

#include <stdio.h>
#include <stdlib.h>

#include <qmbox.h>

#define STEP ((dReal)(1.0 / 60))
#define STEPS 4
#define CUBE ((dReal)0.05)
#define PLATE ((dReal)0.01)

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dBodyID bullet;
  int contacts; /* the number that dCollide() has found so far */
} scene;

/* Makes the scene: the plate stands in the plane x = 0.5, and the cube starts at the origin. */
static scene makeScene(int withQmbox) {
  scene s = {0};
  dGeomID cube, plate;
  dMass mass;

  s.world = dWorldCreate();
  s.space = dHashSpaceCreate(0);
  plate = dCreateBox(s.space, PLATE, 1, 1);
  dGeomSetPosition(plate, (dReal)0.5, 0, 0);

  s.bullet = dBodyCreate(s.world);
  dMassSetBoxTotal(&mass, 1, CUBE, CUBE, CUBE);
  dBodySetMass(s.bullet, &mass);
  dBodySetLinearVel(s.bullet, 20, 0, 0);
  dBodySetAngularVel(s.bullet, 7, 11, 13);
  cube = withQmbox ? qmboxCreate(s.space, CUBE, CUBE, CUBE) : dCreateBox(s.space, CUBE, CUBE, CUBE);
  if (!cube) exit(1); /* a message gives the reason */
  dGeomSetBody(cube, s.bullet);
  return s;
}

static void freeScene(scene *s) {
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  dContactGeom contact[8];

  s->contacts += dCollide(o1, o2, 8, contact, (int)sizeof *contact);
}

static void printContact(const qmboxStep *step, double start) {
  const qmboxContact *c = &step->contact;
  char feature1[BMS_NAME_SIZE], feature2[BMS_NAME_SIZE];

  bms_pair_names(&c->pair, feature1, feature2);
  printf("\nqmbox stopped at the first contact:\n");
  printf("  time            %.17g s, enclosed by [%.17g, %.17g]\n", start + c->time, start + c->timeLower,
         start + c->timeUpper);
  printf("  features        %s of the cube, %s of the plate (%s)\n", feature1, feature2,
         bms_pair_kind_name(c->pair.kind));
  printf("  point           (%.6f, %.6f, %.6f), one of %d\n", (double)c->point[0][0], (double)c->point[0][1],
         (double)c->point[0][2], c->pointCount);
  printf("  normal          (%g, %g, %g) into the cube\n", (double)c->normal[0], (double)c->normal[1],
         (double)c->normal[2]);
  printf("  approach speed  %.6f m/s\n", (double)c->approachSpeed);
  printf("  gap after step  %.3g m\n", (double)step->gap);
}

int main(void) {
  scene plain, exact;
  qmboxStep step = {0};
  double time = 0;
  int i;

  dInitODE();
  plain = makeScene(0);
  exact = makeScene(1);
  printf("The plate is at x = 0.495 ... 0.505 m, the step 1/60 s.\n\n");
  printf("      plain ODE                        with qmbox\n");
  printf("  t [s]   x [m]  contacts        t [s]   x [m]  stopped\n");
  for (i = 1; i <= STEPS; i++) {
    dWorldStep(plain.world, STEP);
    dSpaceCollide(plain.space, &plain, near);
    printf("%7.4f %7.4f %9d", i / 60.0, (double)dBodyGetPosition(plain.bullet)[0], plain.contacts);
    if (!step.stopped) {
      time += (double)qmboxWorldStepReport(exact.world, exact.space, STEP, &step);
      printf("      %7.4f %7.4f %8s", time, (double)dBodyGetPosition(exact.bullet)[0], step.stopped ? "yes" : "no");
    }
    printf("\n");
  }
  if (step.stopped) printContact(&step, time - (double)step.advanced);
  printf("\nplain ODE found %d contacts: the cube %s.\n", plain.contacts,
         dBodyGetPosition(plain.bullet)[0] > (dReal)0.53 ? "is through the plate" : "is not through the plate");

  freeScene(&plain);
  freeScene(&exact);
  dCloseODE();
  return step.stopped ? 0 : 1;
}
