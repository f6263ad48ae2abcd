/* SPDX-License-Identifier: BSD-3-Clause */

#include "joints.h"

dJointID join_by_ball(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z) {
  dJointID joint = dJointCreateBall(world, 0);
  dJointAttach(joint, one, other);
  dJointSetBallAnchor(joint, (dReal)x, (dReal)y, (dReal)z);
  return joint;
}

dJointID join_by_hinge(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z) {
  dJointID joint = dJointCreateHinge(world, 0);
  dJointAttach(joint, one, other);
  dJointSetHingeAnchor(joint, (dReal)x, (dReal)y, (dReal)z);
  return joint;
}

dJointID join_by_slider(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z) {
  dJointID joint = dJointCreateSlider(world, 0);
  dJointAttach(joint, one, other);
  dJointSetSliderAxis(joint, (dReal)x, (dReal)y, (dReal)z);
  return joint;
}

static dJointID attached(dJointID joint, dBodyID one, dBodyID other) {
  dJointAttach(joint, one, other);
  return joint;
}

dJointID join_by_universal(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreateUniversal(world, 0), one, other);
  dJointSetUniversalAnchor(joint, 1, 0, 0);
  dJointSetUniversalAxis1(joint, 1, 0, 0);
  dJointSetUniversalAxis2(joint, 0, 1, 0);
  return joint;
}

dJointID join_by_hinge2(dWorldID world, dBodyID one, dBodyID other) {
  static const dReal FIRST[4] = {0, 0, 1, 0}, SECOND[4] = {0, 1, 0, 0};
  dJointID joint = attached(dJointCreateHinge2(world, 0), one, other);
  dJointSetHinge2Anchor(joint, 1, 0, 0);
  dJointSetHinge2Axes(joint, FIRST, SECOND);
  return joint;
}

dJointID join_by_fixed(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreateFixed(world, 0), one, other);
  dJointSetFixed(joint);
  return joint;
}

dJointID join_by_piston(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreatePiston(world, 0), one, other);
  dJointSetPistonAnchor(joint, 1, 0, 0);
  dJointSetPistonAxis(joint, 1, 0, 0);
  return joint;
}

dJointID join_by_pr(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreatePR(world, 0), one, other);
  dJointSetPRAnchor(joint, 1, 0, 0);
  dJointSetPRAxis1(joint, 1, 0, 0);
  dJointSetPRAxis2(joint, 0, 0, 1);
  return joint;
}

dJointID join_by_pu(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreatePU(world, 0), one, other);
  dJointSetPUAnchor(joint, 1, 0, 0);
  dJointSetPUAxis1(joint, 0, 1, 0);
  dJointSetPUAxis2(joint, 0, 0, 1);
  dJointSetPUAxis3(joint, 1, 0, 0);
  return joint;
}

dJointID join_by_dball(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreateDBall(world, 0), one, other);
  dJointSetDBallAnchor1(joint, 0, 0, 0);
  dJointSetDBallAnchor2(joint, 2, 0, 0);
  return joint;
}

dJointID join_by_dhinge(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreateDHinge(world, 0), one, other);
  dJointSetDHingeAxis(joint, 0, 0, 1);
  dJointSetDHingeAnchor1(joint, 0, 0, 0);
  dJointSetDHingeAnchor2(joint, 2, 0, 0);
  return joint;
}
