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
