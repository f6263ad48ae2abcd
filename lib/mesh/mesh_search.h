/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts that searches for first contacts of meshes share.
 *
 * The interval is cut in pieces on which the two neither travel nor turn far, so that boxes around their sweeps are
 * tight.  Pairs that such boxes and the planes of the triangles do not keep apart over a piece are asked from the start
 * of the interval to the end of the piece, or to the earliest contact found so far, which also cuts the piece short.
 * If that is too many, the boxes of the trees are asked as well (node_descent.h).  A piece with a contact is the last.
 */

#ifndef BMS_MESH_SEARCH_H
#define BMS_MESH_SEARCH_H

#include <stdbool.h>

#include "mesh/mesh.h"
#include "mesh/sight.h"

typedef struct bms_mesh_search bms_mesh_search;

/* Asks all pairs that may meet over the piece. */
typedef void bms_mesh_pass(bms_mesh_search *search);

/* Asks all pairs of a leaf of a with one of b, or with the shape. */
typedef void bms_mesh_ask_leaves(bms_mesh_search *search, int node_a, int node_b);

struct bms_mesh_search {
  bms_convex whole_a, whole_b; /* the two as wholes, which the pair is of */
  const bms_mesh *mesh_a, *mesh_b;
  bms_convex_query query; /* of two triangles, or a triangle and a shape; its t1 is where the search has come to */
  bms_convex_pair pair;
  bms_mesh_pass *pass;
  bms_mesh_ask_leaves *ask_leaves;
  double from, to;            /* the piece */
  bms_convex_stretch stretch; /* over it */
  bms_sight a, b;             /* the frames of the two, each seen from the other */
  bms_box bounds;             /* of the whole b, in the frame of a */
  int left;                   /* how many pairs may still be asked on the piece */
  bms_mesh_contact *best;     /* so far */
};

/* Searches with search->query, whose shapes are the two as wholes, their meshes, and how these are asked; `size` is the
   smaller of the two's.  Returns the status of the contact. */
bms_status bms_mesh_search_run(bms_mesh_search *search, double size, bms_mesh_contact *contact);

/* Returns true if the pass has to end: too much had to be asked, or it is known that the two overlap at the start. */
bool bms_mesh_search_ends(const bms_mesh_search *search);

/* Asks search->query and keeps the answer if it is earlier: then the piece ends there. */
void bms_mesh_search_ask(bms_mesh_search *search, int triangle_a, int triangle_b);

/* Returns true if the plane of a triangle keeps it apart from a core over the piece, both grown by radii that sum up to
   `radius`.  The core is seen from the triangle's frame. */
bool bms_mesh_plane_separates(const double vertex[9], const bms_sight *sight, const bms_convex *core, double radius);

#endif /* BMS_MESH_SEARCH_H */
