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

#endif /* JOINTS_H */
