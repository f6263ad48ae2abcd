/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How a geom moves, as the solver wants it.
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

#ifndef QMBOX_PATH_H
#define QMBOX_PATH_H

#include <stdbool.h>

#include "qmbox.h"
#include "shapes/figure.h"
#include "shapes/shape.h"
#include "ode/finite_rotation.h"
#include "ode/world_state.h"

/* Which motion a path follows. */
typedef enum qmboxFollow {
  QMBOX_FOLLOW_OWN,    /* qmboxSetMotion()'s if the geom has one, else its body's */
  QMBOX_FOLLOW_BODY,   /* its body's */
  QMBOX_FOLLOW_NOTHING /* none: it stands still at its present pose */
} qmboxFollow;

typedef struct qmboxPath {
  dGeomID geom;
  qmboxShape shape;
  bool moves;               /* false if it stands still for good */
  unsigned inexact;         /* QMBOX_INEXACT_ bits */
  double t0, t1;            /* where the path is known, perhaps infinite */
  double reach;             /* the largest coordinate that it comes to, if a sweep has found it; else 0 */
  bms_body body;            /* of a box; of a convex shape or a mesh its motion and the box that holds it */
  qmboxFigure figure;       /* of a convex shape */
  double centre[3];         /* of a mesh with a body: its geom's centre in the frame that the motion moves */
  double growth;            /* of a convex shape or a mesh: how much larger it is than that, or smaller if negative */
  bms_half_space halfSpace; /* of a plane */
  bool turns;               /* true: it rotates by `turn`, and the quaternion of body is only that at 0 */
  qmboxFiniteRotation turn;
} qmboxPath;

/* The path of a geom from now on.  Of QMBOX_SHAPE_OTHER only geom, shape, moves and inexact are set; a mesh that stands
   still has no body but its geom. */
void qmboxPathOf(dGeomID geom, int qmboxClass, qmboxFollow follow, qmboxPath *path);

/*
 * The path that a geom of a body has taken in a step of this length: from the saved state to the present.  A body that
 * nothing but ODE's integration has moved took it exactly.  See qmboxWorldStepReport() in qmbox.h for the others.
 */
void qmboxPathTaken(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, double length, qmboxPath *path);

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

/* How the frame of a geom has gone (see above for the frame). */
typedef struct qmboxMotionTaken {
  bms_motion motion;
  bool turns; /* as in qmboxPath */
  qmboxFiniteRotation turn;
  unsigned inexact;
} qmboxMotionTaken;

/* The motion that a step has given a geom's body, from the saved state to `end`. */
void qmboxMotionBetween(dGeomID geom, const qmboxSavedBody *start, const qmboxPose *end, double length,
                        qmboxMotionTaken *taken);

/* The path of a geom whose body a step has put at `end`, wherever it is now. */
void qmboxPathBetween(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end, double length,
                      qmboxPath *path);

/* Returns true if it is known how a body in finite rotation mode has turned.  It is not if something else than ODE's
   step has turned it since, or has changed its angular velocity. */
bool qmboxTurnIsKnown(const qmboxSavedBody *start, const qmboxPose *end, double length);

/* The quaternion of the body on that path at this time, of any length. */
void qmboxQuaternionTaken(const qmboxSavedBody *start, const qmboxPose *end, double length, double time,
                          dQuaternion quaternion);

/* The box of a path whose shape has a body, or its figure and the box around that, with the geom's centre there in the
   frame; of a mesh its centre, too. */
void qmboxShapeOfPath(dGeomID geom, const double centre[3], qmboxPath *path);

/* The body of a path whose shape has one, and its motion by the geom's body if it moves. */
void qmboxPathByBody(dGeomID geom, qmboxPath *path);

/* The quaternion of the frame that the motion moves, for this one of the body. */
void qmboxFrameOn(dGeomID geom, const dReal bodyQuaternion[4], double quaternion[4]);

/* Writes the geom's centre in the frame that its body's motion moves, R(r)^-1 o. */
void qmboxCentreOfGeom(dGeomID geom, double centre[3]);

/* The next step of the geom's body as a motion, and the geom's centre in the frame that it moves.  With moves ==
   0, no step: the present pose, in the same frame. */
void qmboxStepOfGeom(dGeomID geom, int moves, double centre[3], bms_motion *motion);

/* The box that holds a box's path on [t0, t1].  Returns the largest coordinate in it, infinite or NaN if the
   numbers do not go. */
double qmboxPathBounds(const qmboxPath *path, double t0, double t1, double min[3], double max[3]);

/* Finds a larger box at a fraction of the price: the box of the ball around the motion's origin that holds the box
   however it is turned.  Infinite for motions by matrices, too. */
double qmboxBallBounds(const qmboxPath *path, double t0, double t1, double min[3], double max[3]);

#endif /* QMBOX_PATH_H */
