/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A Webots physics plugin by which the Solid BULLET does not fly through the Solid WALL.  Both have a Box as bounding
 * object, the wall may have a Plane.
 *
 * The world is stepped by Webots, so that the step cannot end at the contact.  But before the step it is known when
 * they will meet, and after it the bullet is put where it was then, without the speed at which it came at the wall.
 * From there on Webots sees them in contact.
 *
 * It is linked with static libraries and without -lode: it finds ODE's functions in the program that loads it.
 *
 *   ./configure --enable-static --with-pic && make install
 *   cc -shared -fPIC webots_plugin.c $(pkg-config --cflags ode-qmbox) -L/usr/local/lib -l:libode-qmbox.a -l:libbms.a \
 *     -lm -o webots_plugin.so
 */

#include "webots_callbacks.h"

#include <qmbox.h>
#include <string.h>

static dGeomID bullet, wall;
static double last_time = -1; /* the time in seconds */

/* The present step: its length, the contact in it, and the state of the bullet's body before it. */
static dReal length;
static qmboxContact contact;
static dVector3 position, linear, angular;
static dQuaternion turn;

void webots_physics_init(void) {
  bullet = dWebotsGetGeomFromDEF("BULLET");
  wall = dWebotsGetGeomFromDEF("WALL");
  last_time = -1;
  contact.status = BMS_SEPARATED;
  if (bullet && wall && dGeomGetClass(bullet) == dBoxClass && dGeomGetBody(bullet)) return;
  dWebotsConsolePrintf("webots_plugin: there is no BULLET that is a box with physics, or no WALL\n");
  bullet = 0;
}

int webots_physics_collide(dGeomID g1, dGeomID g2) {
  (void)g1;
  (void)g2;
  return 0;
}

/* Returns the length of the step. Webots does not pass it, so it is the time since the last one. */
void webots_physics_step(void) {
  double now = dWebotsGetTime() / 1000;
  dBodyID body = bullet ? dGeomGetBody(bullet) : 0;

  length = last_time >= 0 ? (dReal)(now - last_time) : 0;
  last_time = now;
  contact.status = BMS_SEPARATED;
  if (!body || !(length > 0)) return;
  qmboxFirstContact(bullet, wall, length, &contact);
  memcpy(position, dBodyGetPosition(body), sizeof position);
  memcpy(linear, dBodyGetLinearVel(body), sizeof linear);
  memcpy(angular, dBodyGetAngularVel(body), sizeof angular);
  memcpy(turn, dBodyGetQuaternion(body), sizeof turn);
}

/* Moves a body to where ODE puts a free body in a step of length t: x + t (v + t a), and q + t/2 w q, which ODE
   normalises. */
static void move_to(dBodyID body, dReal t) {
  const dReal *after = dBodyGetLinearVel(body);
  dReal w = -angular[0] * turn[1] - angular[1] * turn[2] - angular[2] * turn[3];
  dReal x = angular[0] * turn[0] + angular[1] * turn[3] - angular[2] * turn[2];
  dReal y = angular[1] * turn[0] + angular[2] * turn[1] - angular[0] * turn[3];
  dReal z = angular[2] * turn[0] + angular[0] * turn[2] - angular[1] * turn[1];
  dQuaternion turned = {turn[0] + t / 2 * w, turn[1] + t / 2 * x, turn[2] + t / 2 * y, turn[3] + t / 2 * z};
  dReal towards = 0;

  for (int i = 0; i < 3; i++) {
    linear[i] += t / length * (after[i] - linear[i]);
    position[i] += t * linear[i];
    towards += linear[i] * contact.normal[i]; /* the normal points into the bullet, so this is negative while the bullet
                                                 comes nearer */
  }
  for (int i = 0; i < 3 && towards < 0; i++) linear[i] -= towards * contact.normal[i];
  dBodySetPosition(body, position[0], position[1], position[2]);
  dBodySetQuaternion(body, turned);
  dBodySetLinearVel(body, linear[0], linear[1], linear[2]);
}

void webots_physics_step_end(void) {
  if (contact.status != BMS_CONTACT) return;
  move_to(dGeomGetBody(bullet), (dReal)contact.time);
  dWebotsConsolePrintf("webots_plugin: BULLET has met WALL %g s into the step, at %g m/s\n", contact.time,
                       (double)contact.approachSpeed);
}

void webots_physics_cleanup(void) {
  bullet = 0;
}
