/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One geom that moves: its shape, its motion, and how much larger or smaller it is than the geom.
 *
 * ODE's step of length t takes a free body to (velocity first, then position with the new velocity)
 *
 *     p(t) = p + t (v + t f/m)        q(t) = normalise(q + t/2 (0, w) q)
 *
 * which is the solver's rigid motion as it stands: "where would ODE put this body if it stepped by t?" is a
 * quadratic with a linear quaternion.  f includes gravity.  w is constant unless a torque acts or the body precesses.
 *
 * A geom with the offset (o, r) from its body, o a point of the body's frame and r a rotation, stands at p(t) +
 * R(q(t)) (o + R(r) x).  The geom's own centre does not move along a quadratic, but with x' = x + R(r)^-1 o its points
 * stand at p(t) + R(q(t) r) x': the body's position, a quaternion that is still linear, (q + t/2 w q) r, and a box
 * that is not centred in its frame.
 */

#ifndef QMBOX_MOVING_H
#define QMBOX_MOVING_H

#include <stdbool.h>

#include "qmbox.h"
#include "shapes/figure.h"
#include "shapes/shape.h"
#include "ode/finite_rotation.h"
#include "ode/world_state.h"
#include "moving/start_pose.h"
#include "util/settings.h"

/* Which motion a geom follows. */
typedef enum qmboxFollow {
  QMBOX_FOLLOW_OWN,    /* qmboxSetMotion()'s if the geom has one, else its body's */
  QMBOX_FOLLOW_BODY,   /* its body's */
  QMBOX_FOLLOW_NOTHING /* none: it stands still at its present pose */
} qmboxFollow;

typedef struct qmboxMoving {
  dGeomID geom;
  qmboxShape shape;
  bool moves;               /* false if it stands still for good */
  unsigned inexact;         /* QMBOX_INEXACT_ bits */
  double t0, t1;            /* where the motion is known, perhaps infinite */
  bms_body body;            /* the motion, and of all but planes the box that holds the shape in the motion's frame */
  qmboxFigure figure;       /* of a convex shape */
  double centre[3];         /* of a mesh that moves, and of what is guarded: the geom's centre in that frame */
  double growth;            /* how much larger it is than that, or smaller if negative; a box is so already */
  bms_half_space halfSpace; /* of a plane */
  bool turns;               /* true: it rotates by `turn`, and the quaternion of body is only that at 0 */
  qmboxFiniteRotation turn;
  double sweptReach; /* the largest coordinate that it comes to, if a sweep has found it; else 0 */

  /* Members of guarded geoms, set by qmboxMakeGuarded(): these have boxes and planes in the figure as well, and neither
     body.box nor growth nor halfSpace. */
  bool dynamic;      /* it has a body that contacts can move: else it is its own core */
  bool coreKnown;    /* the core of a mesh has been searched for: figure.core */
  double extent;     /* the longest side of a mesh; HUGE_VAL if that has not been needed, and of what is none */
  double radius;     /* of the farthest point from the body's position, of the solid and of its core */
  double pose[3][4]; /* of the frame at the start, as bms_motion_at() has it */
  double reach;      /* the largest coordinate of that position */
  qmboxStartPose startPose;
  const qmboxSettings *settings; /* its allowances are set there; null: they are the usual ones */
} qmboxMoving;

/* Returns true for shapes that the solver takes whole: all but meshes, and each triangle of a mesh. */
static inline bool qmboxIsConvex(const qmboxMoving *moving) {
  return moving->shape < QMBOX_SHAPE_MESH;
}

/* ------------------------------------------------------------------ from now on, or in a step that was taken */

/* The motion of a geom from now on.  Of QMBOX_SHAPE_OTHER only geom, shape, moves and inexact are set; a mesh that
   stands still has no body but its geom. */
void qmboxMovingOf(dGeomID geom, int qmboxClass, qmboxFollow follow, qmboxMoving *path);

/*
 * The path that a geom of a body has taken in a step of this length: from the saved state to the present.  A body that
 * nothing but ODE's integration has moved took it exactly.  See qmboxWorldStepReport() in qmbox.h for the others.
 */
void qmboxMovingTaken(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, double length, qmboxMoving *path);

/* A body's pose, and the turn that led there: its angular velocity may be changed before its path is asked
 * for. */
typedef struct qmboxPose {
  dVector3 position, angular;
  dQuaternion quaternion;
  double damping; /* the factor by which damping may have reduced that velocity after the turn */
  double pace;    /* the turn is along (1 - s) q0 + s pace q1, s from 0 to 1; 0: by ODE's law, 1 / (q0 . q1) */
} qmboxPose;

qmboxPose qmboxPresentPose(dBodyID body);

/* Returns a program's motion with an origin of 0, from which all times of a step count: its coefficients are shifted in
   doubles. */
bms_motion qmboxMotionFromZero(const bms_motion *motion);

/* Sets the motion that a step has given a geom's body, from the saved state to `end`, the turn and `inexact`. */
void qmboxMotionBetween(dGeomID geom, const qmboxSavedBody *start, const qmboxPose *end, double length,
                        qmboxMoving *moving);

/* The path of a geom whose body a step has put at `end`, wherever it is now. */
void qmboxMovingBetween(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end, double length,
                        qmboxMoving *path);

/* Returns true if it is known how a body in finite rotation mode has turned.  It is not if something else than ODE's
   step has turned it since, or has changed its angular velocity. */
bool qmboxTurnIsKnown(const qmboxSavedBody *start, const qmboxPose *end, double length);

/* Writes how fast the quaternion of a body changes on its way by the linear quaternion. */
void qmboxTurnRate(const qmboxSavedBody *start, const qmboxPose *end, double length, double rate[4]);

/* The quaternion of the body on that path at this time, of any length. */
void qmboxQuaternionTaken(const qmboxSavedBody *start, const qmboxPose *end, double length, double time,
                          dQuaternion quaternion);

/* The box of a path whose shape has a body, or its figure and the box around that, with the geom's centre there in the
   frame; of a mesh its centre, too. */
void qmboxShapeOfMoving(dGeomID geom, const double centre[3], qmboxMoving *path);

/* The body of a path whose shape has one, and its motion by the geom's body if it moves. */
void qmboxMovingByBody(dGeomID geom, qmboxMoving *path);

/* The quaternion of the frame that the motion moves, for this one of the body. */
void qmboxFrameOn(dGeomID geom, const dReal bodyQuaternion[4], double quaternion[4]);

/* The next step of the geom's body as a motion, and the geom's centre in the frame that it moves.  With moves ==
   0, no step: the present pose, in the same frame. */
void qmboxStepOfGeom(dGeomID geom, int moves, double centre[3], bms_motion *motion);

/* ------------------------------------------------------------------ guarded: smaller, in a part of a step */

/* Makes the solid of a geom whose body went from `start` to `end` in a step of this length; both are null if it stands
   still. */
void qmboxMakeGuarded(qmboxMoving *solid, dGeomID geom, int qmboxClass, const qmboxSavedBody *start,
                      const qmboxPose *end, double length);

/* Returns the box that holds a solid, in the frame of its motion; not of a half-space. */
bms_box qmboxBoxOfMoving(const qmboxMoving *solid);

/* Finds the core of a mesh, if it has one and its triangles are to be asked for it. */
void qmboxFindCoreOfMesh(qmboxMoving *mesh, qmboxKnownCores *known);

/* Measures the extent of a mesh, if it is one. */
void qmboxMeasureExtent(qmboxMoving *mesh);

/* Writes where a triangle of a mesh is in the frame that the mesh moves with, in world coordinates if it stands still;
   the mesh is smaller by this length. */
void qmboxPlaceTriangle(const qmboxMoving *mesh, double less, const double vertex[9], double placed[9]);

/* Fills in the solid of one triangle of a mesh, in the frame that the mesh moves with; in world coordinates if it
 * stands still. */
void qmboxMakeTriangle(qmboxMoving *solid, const qmboxMoving *mesh, const double vertex[9]);

/* Writes the unit quaternion of a solid that moves at a time.  Returns false if doubles cannot hold it well, or if it
   turns in finite mode. */
bool qmboxQuaternionOfMoving(const qmboxMoving *solid, double time, double q[4]);

/* Writes the rotation of a unit quaternion. */
void qmboxRotationBy(const double q[4], double r[3][3]);

/* Writes the pose at a time of the frame that a solid moves with; the world's if it rests. */
void qmboxPoseOfMovingAt(const qmboxMoving *solid, double time, double pose[3][4]);

/* Lets a geom that moves as this solid does stand still where that is at a time. */
void qmboxHoldAt(const qmboxMoving *solid, double time, qmboxMoving *held);

/* A query of two convex shapes, larger or smaller than they are.  It points into itself and into the two: it is not to
   be copied. */
typedef struct qmboxConvexQuery {
  bms_convex_query query;
  qmboxFigureShape figure[2];
} qmboxConvexQuery;

/* Sets a side of a query, 0 for a, to a convex solid that is smaller by this length on every side and moves as it does
   on [t0, t1]; one in finite rotation mode grows by what its motion is off.  With t0 == t1 it stands still where it is
   at that time. */
void qmboxSetSolid(qmboxConvexQuery *q, int side, const qmboxMoving *solid, double less, double t0, double t1);

/* Writes the shape of what is no mesh and no guarded solid, smaller by this length on every side.  It points to itself
   and into the other. */
void qmboxShapeMoving(const qmboxMoving *moving, double less, qmboxFigureShape *shape);

/* Sets a side to a convex shape that is no guarded solid, with its motion as it is. */
void qmboxSetSide(qmboxConvexQuery *q, int side, const qmboxMoving *moving, double less);

#endif /* QMBOX_MOVING_H */
