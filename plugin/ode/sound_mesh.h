/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trimeshes all of whose triangles are somewhere.
 *
 * A vertex that is not a number, or farther out than ODE can compute, spoils ODE's tree of the whole mesh, which then
 * leads to no triangle any more.  So the vertices themselves are checked: all of them when a mesh is new, and then in
 * each step as many as check meshes of up to 1024 vertices completely, and larger ones in as many steps as they have
 * thousands.  Within these steps it is noticed whatever the program has done in between: rebuilt the data, updated it,
 * put a new one at the same address, or changed vertices in place without a notice, which ODE notices in part.
 */

#ifndef QMBOX_SOUND_MESH_H
#define QMBOX_SOUND_MESH_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Returns true if all triangles of a trimesh are somewhere, as far as has been looked; and for what is none, and where
   ODE's data cannot be read.  To be called between qmboxBeginCall() and qmboxEndCall(). */
bool qmboxMeshIsSound(dGeomID mesh);

#endif /* QMBOX_SOUND_MESH_H */
