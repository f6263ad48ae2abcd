/* SPDX-License-Identifier: BSD-3-Clause */

/* Files of meshes (STL, OBJ, COLLADA and what else assimp knows) as triangles. */

#ifndef ARM_ROBOT_MESH_H
#define ARM_ROBOT_MESH_H

#include "robot.h"
#include "robot_package.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ROBOT_MOST_MESH_TRIANGLES = 4000000, ROBOT_MOST_MESH_BYTES = 1 << 28 };

/*
 * Reads the mesh that `uri` names in the file `from`, with its coordinates times scale, as URDF and MoveIt have it: the
 * nodes of the file one in the other, COLLADA's unit metres, and its axis that points up not turned.  On failure
 * returns false with an empty mesh and a reason; points and lines in the file are a reason, too large a file as well.
 */
bool robot_mesh_read(robot_mesh *mesh, const robot_packages *packages, const char *from, const char *uri,
                     const double scale[3], char *reason, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_MESH_H */
