/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_scene.h: an arm in its surroundings, prepared once for many edges.
 *
 * A scene holds a copy of a bms_chain (bms_chain.h) with a tree of its obstacles and bounds of how far its links can
 * move.  An edge is checked in four or eight configurations at once.  A pair that is farther apart in two consecutive
 * configurations than it can move in between is free there; the rest is divided further, in the end by the method of
 * bms_chain_first_contact().  So a free answer is a proof, at about the price of samples.
 *
 * Queries only read a scene, so any number of threads may use it at once, each with a workspace of its own.  Queries
 * allocate nothing.  Their answers depend on the scene, the edge and the tolerance alone, to the bit: not on the
 * workspace, earlier queries, the number of threads, the compiler or the processor.
 *
 * Conventions as in bms_chain.h.
 */

#ifndef BMS_SCENE_H
#define BMS_SCENE_H

#include <stddef.h>

#include "bms_chain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bms_scene bms_scene;

/* Prepares a scene.  The chain's arrays are copied, except the meshes, hulls and support functions of its shapes,
   which must live as long.  It takes about 700 bytes for each shape, some 200 for each pair of moving shapes that is
   checked, and a bit for each obstacle and moving shape.  Returns NULL if the chain is not valid (bms_chain_check()) or
   memory is short, with the reason in text, at most size bytes with the final zero; text may be
   NULL if size is 0. */
BMS_API bms_scene *bms_scene_create(const bms_chain *chain, char *text, int size);

/* Frees a scene, or NULL; its workspaces must not be used any more. */
BMS_API void bms_scene_destroy(bms_scene *scene);

/*
 * Puts an obstacle in the place of another, whose index among the chain's shapes is `shape`; both have the link
 * BMS_WORLD or another that no joint moves, the new one BMS_WORLD.  Takes about a microsecond and some ten nanoseconds
 * for each moving shape.  To take an obstacle away, give it an object that is allowed to touch all others.  A
 * half-space may take the place of any obstacle; the place of a half-space that the scene was made with may only be
 * taken by half-spaces.
 *
 * No other thread may use the scene meanwhile; workspaces stay valid.  Answers are right wherever obstacles go, but the
 * tree keeps its form: if many of them have gone far, a new scene answers faster.  Returns 0; or -1 and leaves the
 * scene as it was, if the shape is no obstacle or the new one is not valid or may not be there.
 */
BMS_API int bms_scene_set_obstacle(bms_scene *scene, int shape, const bms_placed_shape *obstacle);

/* Returns the number of variables of a configuration, which is the chain's. */
BMS_API int bms_scene_variable_count(const bms_scene *scene);

/* The memory that one thread needs for queries of a scene. */
typedef struct bms_scene_workspace bms_scene_workspace;

/* Makes a workspace for a scene, of about 2 KB for each moving shape and 100 KB besides.  Returns NULL if memory is
   short. */
BMS_API bms_scene_workspace *bms_scene_workspace_create(const bms_scene *scene);

/* Frees a workspace, or NULL. */
BMS_API void bms_scene_workspace_destroy(bms_scene_workspace *workspace);

/*
 * Puts `count` shapes, placed[i], in the place of others, whose indices among the chain's shapes are shape[i], each
 * once.  The new ones may be on other links: an obstacle may become part of the arm, and an obstacle again.  But a
 * shape on a moving link of the scene as it was made has to stay on one that moves.  Takes less time than a scene of
 * the arm alone, and a few nanoseconds for each obstacle: a small part of the time of a new scene.
 *
 * `allowed`, unless NULL, is a matrix of object_count objects that replaces the chain's.  The chain must have one, of
 * no more objects; shapes that are not listed may touch the same objects as before.  The listed workspaces are fitted
 * to the scene; others must not be used any more.  No other thread may use the scene meanwhile.  Returns 0; or -1 and
 * leaves scene and workspaces as they were, if a shape is not valid or may not be there, or memory is short.
 */
BMS_API int bms_scene_set_shapes(bms_scene *scene, const int *shape, const bms_placed_shape *placed, int count,
                                 int object_count, const unsigned char *allowed, bms_scene_workspace *const *workspace,
                                 int workspace_count);

/* ------------------------------------------------------------------ questions */

typedef enum bms_edge_answer {
  BMS_EDGE_INVALID = -1, /* the move is not valid (bms_chain_check()), or the tolerance is below BMS_LEAST_TOLERANCE */
  BMS_EDGE_NOT_FREE = 0, /* two shapes meet, or come closer than the tolerance, or neither is proved */
  BMS_EDGE_FREE = 1      /* no two shapes that are checked touch on all of [t0, t1] */
} bms_edge_answer;

/* Answers whether a move is free.  Shapes that stay farther apart than the tolerance, a length, are never called in
   contact, unless the tolerance is below the rounding of doubles for an arm of this size. */
BMS_API bms_edge_answer bms_scene_is_free(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move,
                                          double tolerance);

/* Answers whether the edge between two configurations is free: all joints at constant rates (bms_move_linear()). */
BMS_API bms_edge_answer bms_scene_edge_is_free(const bms_scene *scene, bms_scene_workspace *workspace,
                                               const double *from, const double *to, double tolerance);

/* Finds the first contact, with the guarantees of bms_chain_first_contact().  Its time may differ from that function's:
   before both times nothing meets, and at each of them two shapes are at most the tolerance apart. */
BMS_API bms_status bms_scene_first_contact(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move,
                                           double tolerance, bms_chain_contact *contact);

/* Encloses the least distance between any two shapes that are checked, over the whole move, with the guarantees of
   bms_chain_clearance(); among many obstacles it measures only those that may be the nearest. */
BMS_API bms_status bms_scene_clearance(const bms_scene *scene, const bms_move *move, double tolerance,
                                       bms_link_clearance *clearance);

/* Answers bms_scene_edge_is_free() for each of `count` edges: edge i goes from configuration[pair[i][0]] to
   configuration[pair[i][1]], rows with a double for each variable of the chain.  As many threads share the work as
   there are workspaces, at least 1 and at most BMS_MAX_THREADS (bms_batch.h). */
BMS_API void bms_scene_edges_are_free(const bms_scene *scene, bms_scene_workspace *const *workspace,
                                      int workspace_count, const double *configuration, const int (*pair)[2],
                                      size_t count, double tolerance, bms_edge_answer *answer);

#ifdef __cplusplus
}
#endif

#endif /* BMS_SCENE_H */
