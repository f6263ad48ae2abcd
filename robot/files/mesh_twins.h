/* SPDX-License-Identifier: BSD-3-Clause */

/* Triangles that a mesh has more than once. */

#ifndef ARM_MESH_TWINS_H
#define ARM_MESH_TWINS_H

#include "robot.h"

/*
 * Leaves each triangle of the mesh once, whichever way round it goes.  Programs that draw both sides of a face write it
 * in both directions; such a mesh winds around what it encloses once forwards and once backwards, and would have no
 * inside.  False if no memory is left.
 */
bool mesh_drop_twins(robot_mesh *mesh);

#endif /* ARM_MESH_TWINS_H */
