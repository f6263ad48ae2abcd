/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Box against box is dBoxBox(), which is public and is what ODE's box collider calls.  Everything else goes through
 * dCollide() with a dBox that stands in for the qmbox.  The stand-in lives for one call, which costs two allocations
 * (about 50 ns in addition to the 15 ns of box against sphere).  Rejected: a stand-in kept with the geom, because two
 * threads that collide one qmbox with different geoms would share its pose.
 */

#include "pairs/box_collider.h"

#include <string.h>

#include "class/registration.h"

static dContactGeom *contactAt(dContactGeom *contact, int skip, int i) {
  return (dContactGeom *)(void *)((char *)contact + (size_t)i * (size_t)skip);
}

bool qmboxPlaceNow(dGeomID geom, qmboxPlaced *placed) {
  if (dGeomGetClass(geom) != dBoxClass && !qmboxIsQmbox(geom)) return false;
  qmboxLengthsOf(geom, placed->length);
  memcpy(placed->position, dGeomGetPosition(geom), sizeof placed->position);
  memcpy(placed->rotation, dGeomGetRotation(geom), sizeof placed->rotation);
  return true;
}

static int collideBoxes(dGeomID o1, const qmboxPlaced *box1, dGeomID o2, const qmboxPlaced *box2, int flags,
                        dContactGeom *contact, int skip) {
  dVector3 normal;
  dReal depth;
  int code;
  int count = dBoxBox(box1->position, box1->rotation, box1->length, box2->position, box2->rotation, box2->length,
                      normal, &depth, &code, flags, contact, skip);
  for (int i = 0; i < count; i++) {
    dContactGeom *c = contactAt(contact, skip, i);
    c->normal[0] = -normal[0];
    c->normal[1] = -normal[1];
    c->normal[2] = -normal[2];
    c->g1 = o1;
    c->g2 = o2;
    c->side1 = c->side2 = -1;
  }
  return count;
}

int qmboxCollidePlaced(dGeomID o1, const qmboxPlaced *box1, dGeomID o2, const qmboxPlaced *box2, int flags,
                       dContactGeom *contact, int skip) {
  if (box2) return collideBoxes(o1, box1, o2, box2, flags, contact, skip);
  dGeomID standIn = dCreateBox(0, box1->length[0], box1->length[1], box1->length[2]);
  dGeomSetPosition(standIn, box1->position[0], box1->position[1], box1->position[2]);
  dGeomSetRotation(standIn, box1->rotation);
  /* A trimesh hands the other geom to its user's callbacks: let them find the user's data there. */
  dGeomSetData(standIn, dGeomGetData(o1));
  int count = dCollide(standIn, o2, flags, contact, skip);
  dGeomDestroy(standIn);
  for (int i = 0; i < count; i++) contactAt(contact, skip, i)->g1 = o1;
  return count;
}
