/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Prints when a falling box will hit the ground.
 *
 *   cc hello.c $(pkg-config --cflags --libs ode-qmbox) -o hello && ./hello
 */

#include <stdio.h>

#include <qmbox.h>

int main(void) {
  dWorldID world;
  dBodyID body;
  dGeomID box, ground;
  qmboxContact contact;

  dInitODE();
  world = dWorldCreate();
  dWorldSetGravity(world, 0, 0, (dReal)-9.81);
  body = dBodyCreate(world);
  dBodySetPosition(body, 0, 0, 2);
  dBodySetAngularVel(body, 1, 2, 3);
  box = qmboxCreate(0, 1, 1, 1);
  dGeomSetBody(box, body);
  ground = dCreatePlane(0, 0, 0, 1, 0);

  if (qmboxFirstContact(box, ground, 1, &contact) == BMS_CONTACT) {
    printf("first contact after %.15f s, at %.3f m/s\n", contact.time, (double)contact.approachSpeed);
  }

  dGeomDestroy(box);
  dGeomDestroy(ground);
  dWorldDestroy(world);
  dCloseODE();
  return 0;
}
