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

/* Returns the distance from the origin and the turn that a body can have after h seconds, whichever is more; NaN or
   infinity if one of its numbers is not finite. */
static double bms_ode_reach(dBodyID body, const dReal *gravity, double h) {
  const dReal *at = dBodyGetPosition(body), *speed = dBodyGetLinearVel(body), *spin = dBodyGetAngularVel(body);
  const dReal *force = dBodyGetForce(body), *torque = dBodyGetTorque(body);
  double far = 0, turn = 0;
  dMass mass;
  dBodyGetMass(body, &mass);
  double least = fmin(mass.I[0], fmin(mass.I[5], mass.I[10]));
  for (int i = 0; i < 3; i++) {
    far += fabs(at[i]) + h * (fabs(speed[i]) + h * (fabs(gravity[i]) + fabs(force[i]) / mass.mass));
    turn += h * (fabs(spin[i]) + h * fabs(torque[i]) / least);
  }
  return far > turn ? far : far <= turn ? turn : NAN;
}

/* Returns a body that can be farther away or turn by more than `most` after h seconds, or NULL. */
static dGeomID bms_ode_wild(dWorldID world, dSpaceID space, double h, double most) { /* for Python */
  dVector3 gravity;
  dWorldGetGravity(world, gravity);
  for (int i = 0; i < dSpaceGetNumGeoms(space); i++) {
    dGeomID geom = dSpaceGetGeom(space, i);
    if (dGeomGetBody(geom) != 0 && !(bms_ode_reach(dGeomGetBody(geom), gravity, h) <= most)) return geom;
  }
  return 0;
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
