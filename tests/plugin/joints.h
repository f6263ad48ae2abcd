/* SPDX-License-Identifier: BSD-3-Clause */

/* Joints of tests, between two bodies, or one and the world if the other is null. */

#ifndef JOINTS_H
#define JOINTS_H

#include <ode/ode.h>

/* Returns a ball joint, or a hinge about the x axis, at this point. */
dJointID join_by_ball(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z);
dJointID join_by_hinge(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z);

/* Returns a slider along this axis. */
dJointID join_by_slider(dWorldID world, dBodyID one, dBodyID other, double x, double y, double z);

/* Return joints at (1, 0, 0): a universal one about x and y, a hinge 2 about z and y, a fixed one, a piston along x,
   a PR along x and about z, a PU along x and about y and z, and a DBall and a DHinge from the origin to (2, 0, 0). */
dJointID join_by_universal(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_hinge2(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_fixed(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_piston(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_pr(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_pu(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_dball(dWorldID world, dBodyID one, dBodyID other);
dJointID join_by_dhinge(dWorldID world, dBodyID one, dBodyID other);

#endif /* JOINTS_H */
