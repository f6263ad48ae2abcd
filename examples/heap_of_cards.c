/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sixty cards of 5 mm fall onto the ground, once in whole frames of 1/60 s and once in as many parts as each frame's
 * report advises for the next.
 *
 * A card that falls onto others sinks deeper into them in a frame than it may, so it has to wait, and those that lie on
 * it wait for it.  In parts the same heap loses little time.
 *
 *   cc heap_of_cards.c $(pkg-config --cflags --libs ode-qmbox) -o heap_of_cards && ./heap_of_cards
 */

#include <stdio.h>

#include <qmbox.h>

enum { CARDS = 60, FRAMES = 240, MOST_CONTACTS = 8 };

static const dReal FRAME = (dReal)(1.0 / 60), CELL = (dReal)0.4, CARD[3] = {(dReal)0.3, (dReal)0.2, (dReal)0.005};

typedef struct heap {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
} heap;

static void makeContacts(void *data, dGeomID o1, dGeomID o2) {
  const heap *h = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof *contact);
  for (int i = 0; i < count; i++) {
    contact[i].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = (dReal)0.5};
    dJointID joint = dJointCreateContact(h->world, h->contacts, &contact[i]);
    dJointAttach(joint, dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static void addCard(const heap *h, int number) {
  dBodyID body = dBodyCreate(h->world);
  dGeomID geom = dCreateBox(h->space, CARD[0], CARD[1], CARD[2]);
  dMatrix3 turned;
  dMass mass;
  dMassSetBox(&mass, 1000, CARD[0], CARD[1], CARD[2]);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  dRFromAxisAndAngle(turned, 1, (dReal)(number % 7), (dReal)(number % 5), (dReal)number);
  dBodySetRotation(body, turned);
  dBodySetPosition(body, CELL * (dReal)(number % 3), CELL * (dReal)(number / 3 % 3), CELL * (dReal)(1 + number / 9));
}

static heap makeHeap(void) {
  heap h = {dWorldCreate(), dHashSpaceCreate(0), dJointGroupCreate(0)};
  dWorldSetGravity(h.world, 0, 0, (dReal)-9.81);
  dCreatePlane(h.space, 0, 0, 1, 0);
  for (int i = 0; i < CARDS; i++) addCard(&h, i);
  return h;
}

static void freeHeap(heap *h) {
  dJointGroupDestroy(h->contacts);
  dSpaceDestroy(h->space);
  dWorldDestroy(h->world);
}

/* Prints how much of the cards' time is lost; the same on every machine. */
static const char *inWords(double lost) {
  if (lost > 0.5) return "more than half";
  return lost < 0.1 ? "less than a tenth" : "a tenth to a half";
}

/* Simulates the heap; `advised`: in as many parts as the reports advise. */
static void simulate(int advised) {
  heap h = makeHeap();
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = makeContacts, .nearData = &h, .contacts = h.contacts};
  qmboxSimulateReport report;
  double lost = 0;
  int unguarded = 0;
  dRandSetSeed(1);
  for (int i = 0; i < FRAMES; i++) {
    qmboxWorldSimulate(h.world, h.space, FRAME, &options, &report);
    if (advised) options.parts = report.advisedParts;
    lost += (double)(report.lostTime / (CARDS * FRAMES * FRAME));
    unguarded += report.unguarded != 0;
  }
  printf("%s: %s of the time is lost, and %s\n", advised ? "in advised parts" : "in whole frames", inWords(lost),
         unguarded ? "something may have passed through" : "nothing has passed through");
  freeHeap(&h);
}

int main(void) {
  dInitODE();
  simulate(0);
  simulate(1);
  dCloseODE();
  return 0;
}
