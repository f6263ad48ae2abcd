/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contact events, settings that stay and debug drawing: a ball falls through a light gate onto a bell of sheet metal.
 *
 *   cc contact_events.c $(pkg-config --cflags --libs ode-qmbox) -o contact_events && ./contact_events
 *
 * The log has an event when the ball comes into the gate, leaves it, strikes the bell (with the impulse) and parts from
 * it.  By the settings nothing sinks deeper into the bell than a millimetre.  Lines and points are only counted here;
 * a program with a window draws them.
 */

#include <stdio.h>

#include <qmbox.h>

#define FRAME ((dReal)(1.0 / 60))

typedef struct tower {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  dGeomID gate, bell, ball;
  int lines, points;
} tower;

static void near(void *data, dGeomID o1, dGeomID o2) {
  tower *t = data;
  dContact contact[4];
  if (o1 == t->gate || o2 == t->gate) return;
  int count = dCollide(o1, o2, 4, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    contact[i].surface.mode = dContactApprox1 | dContactBounce;
    contact[i].surface.mu = 1;
    contact[i].surface.bounce = (dReal)0.6;
    contact[i].surface.bounce_vel = (dReal)0.1;
    dJointAttach(dJointCreateContact(t->world, t->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static int isGate(void *data, dGeomID geom) {
  return geom == ((tower *)data)->gate;
}

static void drawLine(void *data, qmboxDrawKind kind, const dReal from[3], const dReal to[3]) {
  (void)kind, (void)from, (void)to;
  ((tower *)data)->lines++;
}

static void drawPoint(void *data, qmboxDrawKind kind, const dReal at[3]) {
  (void)kind, (void)at;
  ((tower *)data)->points++;
}

static tower makeTower(void) {
  tower t = {.world = dWorldCreate(), .space = dHashSpaceCreate(0), .contacts = dJointGroupCreate(0)};
  dBodyID body = dBodyCreate(t.world);
  dMass mass;
  dWorldSetGravity(t.world, 0, 0, (dReal)-9.81);
  t.gate = dCreateBox(t.space, 1, 1, (dReal)0.2);
  dGeomSetPosition(t.gate, 0, 0, 2);
  t.bell = dCreateBox(t.space, 1, 1, (dReal)0.002);
  t.ball = dCreateSphere(t.space, (dReal)0.05);
  dMassSetSphereTotal(&mass, (dReal)0.5, (dReal)0.05);
  dBodySetMass(body, &mass);
  dGeomSetBody(t.ball, body);
  dBodySetPosition(body, 0, 0, 3);
  return t;
}

static void printEvent(const tower *t, const qmboxContactEvent *event, double before) {
  const char *what = event->sensor ? "the gate" : "the bell";
  if (event->kind == QMBOX_CONTACT_BEGINS) {
    printf("after %.3f s the ball comes to %s\n", before + (double)event->time, what);
  } else if (event->kind == QMBOX_CONTACT_ENDS) {
    printf("after %.3f s it is no longer at %s\n", before + (double)event->time, what);
  }
  double up = (double)(event->g1 == t->ball ? event->impulse[2] : -event->impulse[2]);
  if (up > 0.5) printf("the bell rings: it has given the ball an impulse of %.2f\n", up);
}

int main(void) {
  dInitODE();
  tower t = makeTower();
  qmboxContactLog *log = qmboxContactLogCreate();
  qmboxContactLogMeasure(log, 1);
  qmboxSettings *settings = qmboxSettingsCreate();
  qmboxSettingsSetAllowance(settings, t.bell, 0, (dReal)0.001);
  qmboxDraw draw = {.size = sizeof draw, .line = drawLine, .point = drawPoint, .data = &t};
  qmboxSimulateOptions options = {.size = sizeof options, .nearCallback = near, .nearData = &t, .contacts = t.contacts};
  options.sensor = isGate;
  options.sensorData = &t;
  options.contactLog = log;
  options.settings = settings;
  options.draw = &draw;
  for (int frame = 0; frame < 54; frame++) {
    int count;
    qmboxWorldSimulate(t.world, t.space, FRAME, &options, 0);
    const qmboxContactEvent *event = qmboxContactLogEvents(log, &count);
    for (int i = 0; i < count; i++) printEvent(&t, &event[i], frame * (double)FRAME);
  }
  printf("lines have been drawn: %s, points: %s\n", t.lines > 0 ? "yes" : "no", t.points > 0 ? "yes" : "no");
  qmboxSettingsDestroy(settings);
  qmboxContactLogDestroy(log);
  dJointGroupDestroy(t.contacts);
  dSpaceDestroy(t.space);
  dWorldDestroy(t.world);
  dCloseODE();
  return 0;
}
