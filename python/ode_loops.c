/* SPDX-License-Identifier: BSD-3-Clause */

/* The near callback of worlds that Python makes, in C, as it is called for each pair. */

/* How contacts of a world are made. */
typedef struct bms_ode_contacts {
  dWorldID world;
  dJointGroupID joints;
  int most;             /* contacts of a pair */
  int asks;             /* not 0: Python is asked whether a pair collides */
  double friction;      /* of Coulomb */
  double bounce;        /* the part of the speed that is given back, from 0 to 1 */
  double bounce_speed;  /* slower contacts do not bounce */
  double erp, cfm;      /* of contacts; negative: the world's */
  void *handle;         /* of the object of Python */
} bms_ode_contacts;

enum { BMS_ODE_MOST_CONTACTS = 64 };

static int bms_ode_collides(void *handle, dGeomID a, dGeomID b);

static void bms_ode_make_joint(const bms_ode_contacts *how, dContact *contact, dBodyID a, dBodyID b) {
  contact->surface.mode = dContactApprox1;
  contact->surface.mu = (dReal)how->friction;
  if (how->bounce > 0) contact->surface.mode |= dContactBounce;
  contact->surface.bounce = (dReal)how->bounce;
  contact->surface.bounce_vel = (dReal)how->bounce_speed;
  if (how->erp >= 0) contact->surface.mode |= dContactSoftERP;
  contact->surface.soft_erp = (dReal)how->erp;
  if (how->cfm >= 0) contact->surface.mode |= dContactSoftCFM;
  contact->surface.soft_cfm = (dReal)how->cfm;
  dJointAttach(dJointCreateContact(how->world, how->joints, contact), a, b);
}

static void bms_ode_near(void *data, dGeomID a, dGeomID b) {
  const bms_ode_contacts *how = (const bms_ode_contacts *)data;
  dContact contact[BMS_ODE_MOST_CONTACTS];
  dBodyID body[2] = {dGeomGetBody(a), dGeomGetBody(b)};
  if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
    dSpaceCollide2(a, b, data, bms_ode_near);
    return;
  }
  if (body[0] != 0 && body[1] != 0 && dAreConnectedExcluding(body[0], body[1], dJointTypeContact)) return;
  if (how->asks && !bms_ode_collides(how->handle, a, b)) return;
  int count = dCollide(a, b, how->most, &contact[0].geom, (int)sizeof *contact);
  for (int i = 0; i < count; i++) bms_ode_make_joint(how, &contact[i], body[0], body[1]);
}

static dNearCallback *bms_ode_near_callback(void) { /* for Python */
  return bms_ode_near;
}

/* A frame of the usual loop of ODE, in parts. */
static void bms_ode_step(dWorldID world, dSpaceID space, double h, int parts, bms_ode_contacts *how) { /* for Python */
  for (int i = 0; i < parts; i++) {
    dSpaceCollide(space, how, bms_ode_near);
    dWorldQuickStep(world, (dReal)(h / parts));
    dJointGroupEmpty(how->joints);
  }
}
