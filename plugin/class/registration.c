/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The registration of the geom class: a number, and a mark in ODE's table of colliders that shows whether it still is
 * valid.
 *
 * The mark is a collider for plane against plane, a pair for which ODE has none.  It finds no contacts, as before;
 * only when it is called by the probe below does it answer.
 *
 * With all its user classes taken dCreateGeomClass() calls dDebug(), which ends the program when its handler returns.
 * The handler is replaced for that one call by one that jumps back here.  The only frames passed over are the ones of
 * dDebug() and dCreateGeomClass(), which hold nothing at that point.
 */

#include "class/registration.h"

#include <setjmp.h>
#include <stdatomic.h>

#include "util/arithmetic.h"
#include "util/warning.h"
#include "util/real.h"

/* The number of the class, 0 before the first registration; the lock is held while it is found out. */
static atomic_int rememberedClass;
static atomic_flag registrationLock = ATOMIC_FLAG_INIT;

/* The contact buffer of a probe under way on this thread. */
static _Thread_local const dContactGeom *probeBuffer;

/* The way back out of dDebug() on this thread, and what to do with other threads' calls meanwhile. */
static _Thread_local jmp_buf *trapReturn;
static dMessageFunction *ordinaryDebugHandler;

static int markCollider(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  (void)o1;
  (void)o2;
  (void)flags;
  (void)skip;
  if (!probeBuffer || contact != probeBuffer) return 0;
  /* dCollide() may turn the contact round, so it has to be one. */
  *contact = (dContactGeom){.depth = 0};
  return 1;
}

/* Returns true if the mark is in the table: the class has been registered since the last dInitODE(). */
static bool markIsThere(void) {
  dContactGeom contact;
  dGeomID plane1 = dCreatePlane(0, 0, 0, 1, 0);
  dGeomID plane2 = dCreatePlane(0, 0, 0, 1, 0);
  probeBuffer = &contact;
  int found = dCollide(plane1, plane2, 1, &contact, (int)sizeof contact);
  probeBuffer = 0;
  dGeomDestroy(plane2);
  dGeomDestroy(plane1);
  return found;
}

static void trapDebug(int number, const char *message, va_list arguments) {
  if (trapReturn) longjmp(*trapReturn, 1);
  if (ordinaryDebugHandler) ordinaryDebugHandler(number, message, arguments);
}

/* dCreateGeomClass(), but -1 where that ends the program.  Called with the lock held. */
static int createClass(const dGeomClass *class) {
  jmp_buf back;
  volatile int number = -1; /* volatile: read after the jump */
  ordinaryDebugHandler = dGetDebugHandler();
  trapReturn = &back;
  dSetDebugHandler(trapDebug);
  if (setjmp(back) == 0) number = dCreateGeomClass(class);
  dSetDebugHandler(ordinaryDebugHandler);
  trapReturn = 0;
  return number;
}

int qmboxRegisteredClass(void) {
  int number = atomic_load(&rememberedClass);
  return number > 0 && markIsThere() ? number : -1;
}

bms_box qmboxBoxAround(const double centre[3], const dReal length[3]) {
  bms_box box = bms_box_centred((double)length[0], (double)length[1], (double)length[2]);
  for (int i = 0; i < 3; i++) {
    box.min[i] += centre[i];
    box.max[i] += centre[i];
  }
  return box;
}

bms_body qmboxOwnBody(const qmboxData *data) {
  bms_body body;
  body.box = qmboxBoxAround(data->centre, data->length);
  body.motion = data->motion;
  return body;
}

/* As ODE's box computes it, to the last bit. */
static void boundsOfPose(dGeomID geom, const qmboxData *data, dReal aabb[6]) {
  const dReal *position = dGeomGetPosition(geom);
  const dReal *rotation = dGeomGetRotation(geom);
  for (int i = 0; i < 3; i++) {
    dReal range = 0;
    for (int j = 0; j < 3; j++) {
      dReal side = rotation[4 * i + j] * data->length[j];
      range += side < 0 ? -side : side;
    }
    range *= (dReal)0.5;
    aabb[2 * i] = position[i] - range;
    aabb[2 * i + 1] = position[i] + range;
  }
}

/* The aabb callback of the class: of the sweep where there is a motion, else of the present pose. */
static void geomBounds(dGeomID geom, dReal aabb[6]) {
  const qmboxData *data = dGeomGetClassData(geom);
  double min[3], max[3];
  qmboxArithmetic arithmetic;
  if (!data->moves) {
    boundsOfPose(geom, data, aabb);
    return;
  }
  bms_body body = qmboxOwnBody(data);
  qmboxSetArithmetic(&arithmetic);
  bms_swept_bounds(&body, data->t0, data->t1, min, max);
  qmboxRestoreArithmetic(&arithmetic);
  for (int i = 0; i < 3; i++) {
    aabb[2 * i] = qmboxRoundedDown(min[i]);
    aabb[2 * i + 1] = qmboxRoundedUp(max[i]);
  }
}

int qmboxRegisterClass(dGetColliderFnFn *colliderFor) {
  const dGeomClass class = {(int)sizeof(qmboxData), colliderFor, geomBounds, 0, 0};
  /* Held for some microseconds, once per dInitODE() that matters: a mutex would buy nothing. */
  while (atomic_flag_test_and_set(&registrationLock)) {
  }
  int number = qmboxRegisteredClass();
  if (number < 0) {
    qmboxArithmetic arithmetic;
    qmboxSetArithmetic(&arithmetic);
    int found = bms_self_test();
    qmboxRestoreArithmetic(&arithmetic);
    if (found != 0)
      dMessage(0, "qmbox: no answer is certain: %s (doc/troubleshooting.md)", bms_self_test_message(found));
    number = createClass(&class);
    if (number > 0) {
      dSetColliderOverride(dPlaneClass, dPlaneClass, markCollider);
      atomic_store(&rememberedClass, number);
    }
  }
  atomic_flag_clear(&registrationLock);
  return number;
}

/* ------------------------------------------------------------------ data of a qmbox */

int qmboxIsQmbox(dGeomID geom) {
  return geom && dGeomGetClass(geom) >= dFirstUserClass && dGeomGetClass(geom) == qmboxRegisteredClass();
}

bool qmboxRequire(dGeomID geom, const char *function) {
  if (!geom) {
    qmboxWarn(function, "the geom is null");
    return false;
  }
  if (!qmboxIsQmbox(geom)) {
    qmboxWarn(function, "the geom is not a qmbox");
    return false;
  }
  return true;
}

void qmboxMarkMoved(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  /* ODE has no public function for this alone.  Setting the same body again marks the geom and does nothing else;
     dGeomSetPosition() would recompute, and round, the body's position where the geom is offset. */
  if (body) {
    dGeomSetBody(geom, body);
  } else {
    const dReal *position = dGeomGetPosition(geom);
    dGeomSetPosition(geom, position[0], position[1], position[2]);
  }
}

void qmboxLengthsOf(dGeomID geom, dVector3 length) {
  length[3] = 0;
  if (dGeomGetClass(geom) == dBoxClass) {
    dGeomBoxGetLengths(geom, length);
  } else {
    const qmboxData *data = dGeomGetClassData(geom);
    for (int i = 0; i < 3; i++) length[i] = data->length[i];
  }
}
