/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * hops: runs one query or one frame and prints how many functions it calls, and how deep (bench/extra/hops.sh).
 *
 *     hops query   bms_first_contact() of two boxes that tumble and meet
 *     hops rest    a frame of qmboxWorldSimulate() of a cube that rests on a plate
 *     hops stop    the frame in which a cube that tumbles is stopped at a plate, and goes on from there
 *
 * It is linked with a build of lib/ and plugin/ by -finstrument-functions, which calls the two functions below.  Prints
 * "depth N", then the address of each function that was called.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qmbox.h>

enum { MOST = 4096, FRAMES = 60, CONTACTS = 8 };

static bool counting;
static int depth, deepest, count;
static uintptr_t called[MOST];

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  if (!counting) return;
  if (++depth > deepest) deepest = depth;
  for (int i = 0; i < count; i++)
    if (called[i] == (uintptr_t)function) return;
  if (count < MOST) called[count++] = (uintptr_t)function;
}

void __cyg_profile_func_exit(void *function, void *site) {
  (void)function;
  (void)site;
  if (counting) depth--;
}

static void run_query(void) {
  const double from[2][3] = {{0, 0, 0}, {3, 0.3, 0.2}}, to[2][3] = {{1.5, 0, 0}, {1, 0.3, 0.2}};
  const double first[4] = {1, 0, 0, 0}, last[2][4] = {{0.9, 0.1, 0.4, 0}, {0.9, 0.3, 0, 0.3}};
  const bms_query query = {.t1 = 1,
                           .a = {bms_box_centred(1, 1, 1), bms_motion_between(0, from[0], first, 1, to[0], last[0])},
                           .b = {bms_box_centred(1, 1, 1), bms_motion_between(0, from[1], first, 1, to[1], last[1])}};
  bms_contact contact;
  (void)bms_first_contact(&query, &contact); /* asks the processor what it can do */
  counting = true;
  (void)bms_first_contact(&query, &contact);
  counting = false;
  if (contact.status != BMS_CONTACT) exit(2);
}

typedef struct world {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
} world;

static void make_contacts(void *data, dGeomID o1, dGeomID o2) {
  const world *w = data;
  dContact contact[CONTACTS];
  memset(contact, 0, sizeof contact);
  int found = dCollide(o1, o2, CONTACTS, &contact[0].geom, (int)sizeof *contact);
  for (int i = 0; i < found; i++) {
    contact[i].surface.mu = 1;
    dJointAttach(dJointCreateContact(w->world, w->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

/* Counts the calls of a frame: the last of many in which the cube rests, or that in which it is stopped, as its contact
   joints do not keep it out of the plate. */
static void run_frame(bool rests) {
  dInitODE();
  world w = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0)};
  dGeomSetPosition(dCreateBox(w.space, 2, 2, (dReal)0.1), 0, 0, (dReal)-0.05);
  dBodyID body = dBodyCreate(w.world);
  dGeomSetBody(dCreateBox(w.space, (dReal)0.5, (dReal)0.5, (dReal)0.5), body);
  dWorldSetGravity(w.world, 0, 0, (dReal)-9.81);
  dBodySetPosition(body, 0, 0, rests ? (dReal)0.25 : 3);
  if (!rests) dBodySetLinearVel(body, 0, 0, -30);
  if (!rests) dBodySetAngularVel(body, 1, 2, 3);
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = make_contacts, .nearData = &w, .contacts = w.contacts};
  qmboxSimulateReport report = {0};
  for (int frame = 0; frame < FRAMES && report.stops == 0; frame++) {
    depth = deepest = count = 0;
    counting = true;
    (void)qmboxWorldSimulate(w.world, w.space, (dReal)(1.0 / 60), &options, &report);
    counting = false;
    dJointGroupEmpty(w.contacts);
  }
  if ((report.stops == 0) != rests) exit(2);
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "query") == 0)
    run_query();
  else if (argc == 2 && (strcmp(argv[1], "rest") == 0 || strcmp(argv[1], "stop") == 0))
    run_frame(strcmp(argv[1], "rest") == 0);
  else
    return 2;
  printf("depth %d\n", deepest);
  for (int i = 0; i < count; i++) printf("%#" PRIxPTR "\n", called[i]);
  return 0;
}
