/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_chain.h: jointed arms of boxes, spheres, capsules, other convex shapes, and meshes.
 *
 * Links joined by fixed, revolute and prismatic joints carry shapes; all joints move at once.  When does a shape first
 * meet an obstacle or a shape of another link, or how far does it stay away?  The path of each shape relative to the
 * other is cut into pieces with proved bounds (bms_path.h), only as fine as the answer needs; so nothing is missed,
 * however thin.  If only one joint moves between two boxes, at a constant rate, the path is not fitted but exact to
 * rounding.
 *
 * Shapes are exact: no other shape replaces a cylinder, a rounded box or a mesh.  A mesh is searched by its tree of
 * boxes, down to the triangles that come near.  A mesh that has been made solid (bms_mesh_source) is in contact with
 * anything wholly inside of it; any other mesh is a surface.
 *
 * Conventions as in bms.h; angles are in radians.  Nothing is allocated, no state is kept.
 */

#ifndef BMS_CHAIN_H
#define BMS_CHAIN_H

#include "bms_mesh.h"
#include "bms_path.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ the arm and its surroundings */

/* A frame in another: a point x of it is at R(quaternion) x + position.  The quaternion is (w, x, y, z), not zero. */
typedef struct bms_pose {
  double position[3];
  double quaternion[4];
} bms_pose;

/* Transforms the pose b, which is given in the frame a, to the frame in which a is given. */
BMS_API bms_pose bms_pose_product(const bms_pose *a, const bms_pose *b);

typedef enum bms_joint_kind {
  BMS_JOINT_FIXED,
  BMS_JOINT_REVOLUTE, /* or continuous: limits are the caller's */
  BMS_JOINT_PRISMATIC
} bms_joint_kind;

#define BMS_WORLD (-1)

/* A link and the joint that carries it. */
typedef struct bms_link {
  int parent; /* the link that carries this one, of a lower index; or BMS_WORLD */
  bms_joint_kind joint;
  bms_pose frame; /* of the joint, in the parent's; with the joint at 0 also the link's own frame */
  double axis[3]; /* in the joint's frame, of any length but 0; not read if the joint is fixed */
  int variable;   /* which joint value moves it; not read if the joint is fixed */
} bms_link;

/*
 * A shape fixed to a link; an obstacle if the link is BMS_WORLD.
 *
 * A half-space can only be an obstacle.  Each shape names the object that it belongs to, a number from 0: a link, a
 * thing in the room, or any other group of shapes.  Pairs of objects may be allowed to touch.
 */
typedef struct bms_placed_shape {
  int link;
  int object;
  bms_pose pose;        /* of the shape's frame, in the link's */
  bms_convex convex;    /* the shape, if `mesh` is NULL; else only its radius counts, by which the mesh is grown */
  const bms_mesh *mesh; /* owned by the caller; or NULL */
} bms_placed_shape;

/* A convex shape, or a mesh grown by a radius, on a link; object 0. */
BMS_API bms_placed_shape bms_placed_convex(int link, const bms_convex *convex, const bms_pose *pose);
BMS_API bms_placed_shape bms_placed_mesh(int link, const bms_mesh *mesh, double radius, const bms_pose *pose);

/* A box, in the shape's frame, that holds the shape with its radius; infinite for a half-space. */
BMS_API bms_box bms_placed_bounds(const bms_placed_shape *shape);

/*
 * An arm in its surroundings.
 *
 * These pairs are checked: an obstacle and a shape of a link that joints can move; two shapes of links with at least
 * two joints that are not fixed between them, or with one if `neighbours` is set.  So neighbours may overlap, as they
 * do at a joint, unless `neighbours` is set; shapes that cannot move relative to each other may overlap.  Shapes of
 * objects that are allowed to touch are left out as well.
 */
typedef struct bms_chain {
  int link_count;
  const bms_link *link;
  int variable_count;
  int shape_count;
  const bms_placed_shape *shape;
  int object_count;             /* shapes' objects are below it; not read if `allowed` is NULL */
  const unsigned char *allowed; /* which pairs of objects may touch (bms_allow()), or NULL: none */
  double margin;                /* >= 0: shapes that are no farther apart count as touching */
  bool neighbours;              /* check shapes of links with one joint between them, too */
} bms_chain;

/* The number of bytes of a matrix of allowed pairs, one bit a pair; all 0 to begin with. */
BMS_API size_t bms_allowed_size(int object_count);

/* Allows the objects a and b to touch each other. */
BMS_API void bms_allow(unsigned char *allowed, int object_count, int a, int b);

/* Returns 1 if the objects are allowed to touch, else 0. */
BMS_API int bms_is_allowed(const unsigned char *allowed, int object_count, int a, int b);

/* The coefficients of a joint's polynomial. */
#define BMS_MOVE_TERMS 6

/* Joint values over [t0, t1]: variable v has the value sum_k value[v][k] (t - t0)^k, of degree 5 at most.  A revolute
   joint turns by it (radians), a prismatic one moves by it along its axis. */
typedef struct bms_move {
  double t0, t1;
  const double (*value)[BMS_MOVE_TERMS];
} bms_move;

/* All joints at constant rates from one configuration to another: fills in value[count].  t0 < t1. */
BMS_API void bms_move_linear(int count, double t0, const double *from, double t1, const double *to,
                             double (*value)[BMS_MOVE_TERMS]);

/* The cubics with these values and rates at both ends (Hermite). */
BMS_API void bms_move_cubic(int count, double t0, const double *from, const double *from_rate, double t1,
                            const double *to, const double *to_rate, double (*value)[BMS_MOVE_TERMS]);

/* The quintics with these values, rates and accelerations at both ends. */
BMS_API void bms_move_quintic(int count, double t0, const double *from, const double *from_rate,
                              const double *from_acceleration, double t1, const double *to, const double *to_rate,
                              const double *to_acceleration, double (*value)[BMS_MOVE_TERMS]);

/* The values at t. */
BMS_API void bms_move_at(const bms_move *move, int count, double t, double *value);

/* The pose of a link in the world at t; the world's own frame if it is BMS_WORLD. */
BMS_API bms_pose bms_chain_pose(const bms_chain *chain, const bms_move *move, double t, int link);

/* The pose of a shape in the world at t. */
BMS_API bms_pose bms_chain_shape_pose(const bms_chain *chain, const bms_move *move, double t, int shape);

/* Returns 1 if the two shapes are checked, else 0. */
BMS_API int bms_chain_looks_at(const bms_chain *chain, int a, int b);

/* Checks that the chain and the move are valid.  Returns 0; or -1 with the reason in text ("link 3: ..."), at most size
   bytes with the final zero.  text may be NULL if size is 0. */
BMS_API int bms_chain_check(const bms_chain *chain, const bms_move *move, char *text, int size);

/* ------------------------------------------------------------------ questions */

/* The least tolerance of a question, a length: its square is a double. */
#define BMS_LEAST_TOLERANCE 1e-140

typedef struct bms_chain_contact {
  bms_status status;               /* TOUCHING and OVERLAPPING: already at t0 */
  double t;                        /* never after the first real contact */
  double slack;                    /* at t the shapes are at most this far apart; at most the tolerance */
  int a, b;                        /* the shapes, by their indices; an obstacle is a */
  double normal[3];                /* unit, from a to b, in world coordinates */
  int point_count;                 /* 0 if no point is known: of a shape that is wholly inside of a mesh */
  double point[BMS_MAX_POINTS][3]; /* where they are about to meet, in world coordinates */
} bms_chain_contact;

/*
 * The first contact on the way.
 *
 * tolerance >= BMS_LEAST_TOLERANCE, a length: shapes that stay farther apart than that are never called in contact.
 * Returns contact->status: BMS_SEPARATED only if no two shapes share a point on all of [t0, t1]; else they are apart
 * on [t0, t).  BMS_UNRESOLVED if the tolerance is below the rounding of doubles for an arm of this size, or a shape
 * turns for more than some 10^5 radians near something: apart on [t0, t), and what follows is not known.  BMS_INVALID
 * if bms_chain_check() fails.
 *
 * bms_first_contact_near() answers for two boxes without a radius, and no margin.  Other pairs count as in contact
 * from the first time on at which two parts of them are known to be at most the tolerance apart; so their slack is
 * mostly a good part of the tolerance.
 */
BMS_API bms_status bms_chain_first_contact(const bms_chain *chain, const bms_move *move, double tolerance,
                                           bms_chain_contact *contact);

typedef struct bms_link_clearance {
  bms_clearance least; /* INFINITY both if there is no pair to check */
  int a, b;            /* the shapes that are at most least.upper apart at least.t; -1 if there are none */
} bms_link_clearance;

/*
 * The least distance between any two shapes that are checked, over the whole move, enclosed to within about twice the
 * tolerance (>= BMS_LEAST_TOLERANCE).  If the tolerance is below the rounding of doubles for an arm of this size at
 * these times, or shapes turn for more than some 10^5 radians altogether, the bounds are wider, and a lower bound of 0
 * does not mean contact.  The chain's margin is not read.  Returns BMS_SEPARATED (lower > 0), BMS_CONTACT (lower == 0)
 * or BMS_INVALID.
 */
BMS_API bms_status bms_chain_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                                       bms_link_clearance *clearance);

#ifdef __cplusplus
}
#endif

#endif /* BMS_CHAIN_H */
