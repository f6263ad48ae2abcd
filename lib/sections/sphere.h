/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The spherical orientation representation of a box, and the small algebra of its features.
 *
 * On the normal (Gaussian) sphere a face of the box is a vertex (its outward normal), a vertex of the box an octant
 * (all directions between the normals of its three faces), and an edge an arc between the normals of its two faces.
 * Codes and notation are as in bms.h:
 *
 *     face    2 * axis + side                     X X' Y Y' Z Z'   = 0 ... 5
 *     octant  side_x + 2 side_y + 4 side_z        XYZ, X'YZ ...    = 0 ... 7
 *     edge    4 * direction + side + 2 side       Y-Z, Y'-Z ...    = 0 ... 11
 *
 * with side 0 at the minimum and 1 at the maximum.  The algebra is combinatorial: it holds for every parallelepiped, at
 * whatever orientation.  Codes passed in must be valid; a function whose answer may not exist returns BMS_NO_FEATURE.
 */

#ifndef BMS_SPHERE_H
#define BMS_SPHERE_H

#include "bms.h"

enum { BMS_FACES = 6, BMS_OCTANTS = 8, BMS_EDGES = 12, BMS_NO_FEATURE = -1 };

/* ------------------------------------------------------------------ opposites: F', v', and the antipode of an arc */

bms_face bms_face_opposite(bms_face face);
bms_octant bms_octant_opposite(bms_octant octant);
bms_edge bms_edge_opposite(bms_edge edge);

/* Returns the antipode of a pair: the pair of the opposite features.  The Minkowski sum's boundary has both or neither
   of them. */
bms_pair bms_pair_opposite(bms_pair pair);

/* ------------------------------------------------------------------ faces, vertices and edges from each other */

/* Returns the face of this axis that the vertex lies on: the component of its name. */
bms_face bms_octant_face(bms_octant octant, int axis);

/* Returns the face that three different vertices share, by the common component of their names; BMS_NO_FEATURE if there
   is none. */
bms_face bms_face_of_octants(bms_octant first, bms_octant second, bms_octant third);

/* Returns the edge between two faces; BMS_NO_FEATURE if they are equal or opposite. */
bms_edge bms_edge_between(bms_face first, bms_face second);

/* ------------------------------------------------------------------ what lies next to what */

/* Finds the two octants on either side of an arc, which are the two ends of the box's edge; the one at the minimum is
   the first. */
void bms_edge_octants(bms_edge edge, bms_octant octant[2]);

/* Returns the border edge of an octant that has this direction (the edge of the box that leaves the vertex along this
   axis). */
bms_edge bms_octant_border(bms_octant octant, int direction);

/* Returns the octant on the other side of that border edge. */
bms_octant bms_octant_neighbour(bms_octant octant, int direction);

/* ------------------------------------------------------------------ names */

/* Writes the name of a feature: "X'", "XY'Z", "X-Y'". */
void bms_face_name(bms_face face, char name[BMS_NAME_SIZE]);
void bms_octant_name(bms_octant octant, char name[BMS_NAME_SIZE]);
void bms_edge_name(bms_edge edge, char name[BMS_NAME_SIZE]);

#endif /* BMS_SPHERE_H */
