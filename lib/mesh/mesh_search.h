/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the searches for first contacts of meshes share.
 *
 * The interval is cut in pieces on which the two neither travel nor turn far, so that boxes around their sweeps are tight.
 * Pairs that such boxes and the planes of the triangles do not keep apart over a piece are asked from the start of the
 * interval to the end of the piece, or to the earliest contact found so far; a piece with a contact is the last.
 */

#ifndef BMS_MESH_SEARCH_H
#define BMS_MESH_SEARCH_H

#include <stdbool.h>

#include "mesh/mesh.h"
#include "mesh/sight.h"

/* A search: the pair of the two as wholes, and the earliest contact so far. */
typedef struct bms_mesh_search {
  bms_convex whole_a, whole_b; /* which the pair is of */
  bms_convex_query query;      /* of two triangles, or a triangle and a shape; its t1 is where the search has come to */
  bms_convex_pair pair;
  bms_convex_stretch stretch;
  bms_sight a, b; /* the frames of the two, each seen from the other */
  bms_mesh_contact *best;
} bms_mesh_search;

/* Begins a search with search->query, whose shapes are the two as wholes.  Returns false if the query is not valid, or
   the two are certainly apart: then the contact says so. */
bool bms_mesh_search_begin(bms_mesh_search *search, bms_mesh_contact *contact);

/* The number of pieces, for shapes of a size. */
int bms_mesh_search_pieces(const bms_mesh_search *search, double size);

/* Looks at piece k; returns false if there has been a contact before it. */
bool bms_mesh_search_piece(bms_mesh_search *search, int k, int pieces);

/* Asks search->query and keeps the answer if it is earlier. */
void bms_mesh_search_ask(bms_mesh_search *search, int triangle_a, int triangle_b);

/* Returns true if the plane of a triangle keeps it apart from a core over the piece, both grown by radii that sum up to
   `radius`.  The core is seen from the triangle's frame. */
bool bms_mesh_plane_separates(const double vertex[9], const bms_sight *sight, const bms_convex *core, double radius);

#endif /* BMS_MESH_SEARCH_H */
