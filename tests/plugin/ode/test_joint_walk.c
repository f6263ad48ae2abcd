/* SPDX-License-Identifier: BSD-3-Clause */

/* The joints of a body: the ones of dBodyGetJoint(), in its order, read from ODE's list; and what joins two. */

#include "loop.h"
#include "ode/body_members.h"

enum { BODIES = 6, JOINTS = 200, ROUNDS = 2000 };

typedef struct joined_world {
  dWorldID world;
  dBodyID body[BODIES];
  dGeomID geom[BODIES];
  dJointID joint[JOINTS];
  random_source random;
} joined_world;

static int below(random_source *random, int count) {
  return (int)uniform(random, 0, count);
}

static dJointID join_any(joined_world *w) {
  static const dContact nothing;
  int one = below(&w->random, BODIES), other = below(&w->random, BODIES + 1);
  bool contact = below(&w->random, 3) > 0;
  dJointID joint = contact ? dJointCreateContact(w->world, 0, &nothing) : dJointCreateHinge(w->world, 0);
  dBodyID second = other == BODIES || other == one ? 0 : w->body[other];
  if (below(&w->random, 2)) {
    dJointAttach(joint, w->body[one], second);
  } else {
    dJointAttach(joint, second, w->body[one]);
  }
  if (below(&w->random, 5) == 0) dJointDisable(joint);
  return joint;
}

static void assert_walk_is_complete(dBodyID body) {
  int count = 0;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    assert_ptr_equal(walk.joint, dBodyGetJoint(body, count++));
  }
  assert_int_equal(count, dBodyGetNumJoints(body));
}

/* Returns what joins two bodies, by all joints of the world. */
static qmboxJointLink link_by_all(const joined_world *w, dBodyID body1, dBodyID body2) {
  qmboxJointLink link = QMBOX_LINK_NONE;
  for (int i = 0; i < JOINTS; i++) {
    dJointID joint = w->joint[i];
    if (!joint || !dJointIsEnabled(joint)) continue;
    dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
    if ((first != body1 || second != body2) && (first != body2 || second != body1)) continue;
    if (dJointGetType(joint) != dJointTypeContact) return QMBOX_LINK_JOINT;
    link = QMBOX_LINK_CONTACT;
  }
  return link;
}

static void make_world(joined_world *w) {
  *w = (joined_world){.world = dWorldCreate(), .random = seeded("joints", 1)};
  for (int i = 0; i < BODIES; i++) {
    w->body[i] = dBodyCreate(w->world);
    w->geom[i] = dCreateSphere(0, 1);
    dGeomSetBody(w->geom[i], w->body[i]);
  }
}

static void walks_and_links_are_those_of_all_joints(void **state) {
  joined_world w;
  (void)state;
  make_world(&w);
  for (int round = 0; round < ROUNDS; round++) {
    int i = below(&w.random, round % 1000 < 500 ? JOINTS : JOINTS / 20); /* many joints, then few that change */
    if (w.joint[i]) dJointDestroy(w.joint[i]);
    w.joint[i] = below(&w.random, 2) ? join_any(&w) : 0;
    int one = below(&w.random, BODIES), other = below(&w.random, BODIES);
    assert_walk_is_complete(w.body[one]);
    if (one == other) continue;
    assert_int_equal(qmboxJointLinkOf(w.geom[one], w.geom[other]), link_by_all(&w, w.body[one], w.body[other]));
  }
  for (int i = 0; i < BODIES; i++) dGeomDestroy(w.geom[i]);
  dWorldDestroy(w.world);
}

/* Else walks over all joints of a body are quadratic. */
static void the_list_of_this_ode_is_read(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  assert_null(qmboxJointsOf(body).joint);
  dJointAttach(dJointCreateHinge(world, 0), body, 0);
  assert_non_null(qmboxJointsOf(body).node);
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(walks_and_links_are_those_of_all_joints),
      CASE(the_list_of_this_ode_is_read),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
