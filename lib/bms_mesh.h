/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_mesh.h: when does a moving mesh of triangles first touch a moving convex shape, or another mesh?
 *
 * A mesh is built once from vertices and indices and then never changes: any number of bodies and threads may share it.
 * It is a surface: its triangles may be wound and joined in any way, and a shape inside of a closed mesh does not touch
 * it.  For the arms of bms_chain.h a mesh may be made solid.  A tree of boxes leads to the triangles that are near.
 *
 * Conventions and guarantees as in bms_shapes.h: no contact is late or missed, and at a contact the two touch or are at
 * most `nearness` apart.  Queries allocate nothing.  Their price grows with the number of triangles that are met at
 * nearly the time of the first, and with the logarithm of the number of all.
 *
 * Two meshes of equal cross-section that meet face on are BMS_UNRESOLVED without a nearness: the triangles of flush
 * faces, and of side walls, lie in common planes, so doubles decide no pair.  The two are apart up to t_lower, which is
 * at the contact.  A nearness of 1e-9 of their sizes decides such queries.
 */

#ifndef BMS_MESH_H
#define BMS_MESH_H

#include <stdbool.h>
#include <stddef.h>

#include "bms_shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bms_mesh bms_mesh;

/* Vertices and triangles as the caller has them; both are copied. */
typedef struct bms_mesh_source {
  const void *vertex;   /* x, y, z of the first, as doubles or floats */
  bool vertices_single; /* they are floats */
  size_t vertex_stride; /* bytes from one to the next; 0: they follow each other */
  int vertex_count;
  const int *index;    /* the three vertices of the first triangle, from 0 */
  size_t index_stride; /* bytes from one triangle to the next; 0: they follow each other */
  int triangle_count;  /* at least 1 */
  bool solid;          /* the mesh has an inside: see bms_mesh_encloses() */
} bms_mesh_source;

typedef enum bms_mesh_fault {
  BMS_MESH_VALID,
  BMS_MESH_EMPTY,  /* no vertices or no triangles */
  BMS_MESH_INDEX,  /* a triangle has a vertex that is not there */
  BMS_MESH_VERTEX, /* a vertex is not finite, or beyond 1e30 */
  BMS_MESH_MEMORY  /* malloc() gave nothing */
} bms_mesh_fault;

/* Builds a mesh.  About 84 bytes per triangle and 24 per vertex stay allocated, and 56 more per triangle while it is
   built.  For a solid mesh 89 per triangle stay, and for some time after the tree has been built 36 per triangle and 41
   per vertex more are needed.  On failure returns NULL and sets *fault, and *which to the number of the triangle or
   vertex at fault; both pointers may be NULL. */
BMS_API bms_mesh *bms_mesh_create(const bms_mesh_source *source, bms_mesh_fault *fault, int *which);

/* Frees a mesh, or NULL. */
BMS_API void bms_mesh_destroy(bms_mesh *mesh);

BMS_API int bms_mesh_triangle_count(const bms_mesh *mesh);

/* The three vertices of a triangle, by its number in the source. */
BMS_API void bms_mesh_triangle(const bms_mesh *mesh, int triangle, double vertex[9]);

/* The box around all of the triangles, in the mesh's frame. */
BMS_API bms_box bms_mesh_bounds(const bms_mesh *mesh);

/* The number of edges at which an odd number of triangles meet; edges between the same two places count as one.  0 if
   the mesh is closed, -1 if it was not made solid. */
BMS_API int bms_mesh_open_edges(const bms_mesh *mesh);

/*
 * Returns true if a point, in the mesh's frame, is inside; always false if the mesh was not made solid.
 *
 * Triangles that share a vertex, or have vertices at one place, are a part.  A part without open edges is closed.  A
 * closed part is wound if as many of its triangles go along each edge one way as the other.  A point is inside if the
 * winding numbers of the wound parts around it have a sum other than 0, or if a ray from it meets the other closed
 * parts an odd number of times.  So a hollow whose surface is wound the other way round is outside, and the space that
 * two parts share is inside.  Open parts have no inside.  For points nearer to the surface than some 1e-14 of the size
 * the answer may be wrong, and is mostly true.
 */
BMS_API bool bms_mesh_encloses(const bms_mesh *mesh, const double point[3]);

/* Called with a triangle's number and vertices; returns false to end the visit. */
typedef bool bms_mesh_visitor(void *data, int triangle, const double vertex[9]);

/* Visits all triangles whose bounds touch a box in the mesh's frame, and perhaps some more near it, in any order. */
BMS_API void bms_mesh_visit(const bms_mesh *mesh, const bms_box *box, bms_mesh_visitor *visitor, void *data);

/* A moving mesh and a moving convex shape. */
typedef struct bms_mesh_query {
  double t0, t1; /* the closed interval, t0 <= t1 */
  const bms_mesh *mesh;
  double mesh_radius; /* >= 0: every triangle is grown by it */
  bms_motion mesh_motion;
  bms_convex shape;
  bms_motion shape_motion;
  double nearness; /* as in bms_convex_query */
} bms_mesh_query;

/* Two moving meshes. */
typedef struct bms_meshes_query {
  double t0, t1;
  const bms_mesh *a, *b;
  double radius_a, radius_b; /* >= 0 */
  bms_motion motion_a, motion_b;
  double nearness;
} bms_meshes_query;

/* The answer: as in bms_convex_contact; a is the mesh (the first of two).  t_lower and t_upper bound the first contact.
   The triangle is the first one; if rounding does not tell several apart, it is one of these. */
typedef struct bms_mesh_contact {
  bms_convex_contact contact;
  int triangle_a, triangle_b; /* -1 if there is none */
  int asked;                  /* pairs, of boxes of the trees too, that took a query */
} bms_mesh_contact;

/* The first contact of a mesh and a convex shape.  Returns contact->contact.status. */
BMS_API bms_status bms_mesh_first_contact(const bms_mesh_query *query, bms_mesh_contact *contact);

/* The first contact of two meshes. */
BMS_API bms_status bms_meshes_first_contact(const bms_meshes_query *query, bms_mesh_contact *contact);

/* A box, in the mesh's frame, that certainly contains the shape, grown by its radius and by `grow`, at all times of the
   interval: a box for bms_mesh_visit().  Returns BMS_VALID, or what is wrong with the query; `mesh` and `nearness` of
   the query are not read. */
BMS_API bms_reason bms_mesh_sweep(const bms_mesh_query *query, double grow, bms_box *box);

#ifdef __cplusplus
}
#endif

#endif /* BMS_MESH_H */
