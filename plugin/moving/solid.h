/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Solids: the shape of a geom, smaller by any length on every side, and how it moves in a step.
 */

#ifndef QMBOX_SOLID_H
#define QMBOX_SOLID_H

#include <bms_shapes.h>
#include <stdbool.h>

#include "moving/path.h"
#include "moving/start_pose.h"

typedef enum qmboxSolidKind {
  QMBOX_SOLID_NONE,   /* a shape that the solver cannot take */
  QMBOX_SOLID_CONVEX, /* all but meshes, and each triangle of a mesh */
  QMBOX_SOLID_MESH    /* a trimesh or heightfield, which is asked triangle by triangle */
} qmboxSolidKind;

struct qmboxSolid {
  dGeomID geom;
  qmboxSolidKind kind;
  bool moves;
  bool dynamic;       /* it has a body that contacts can move: else it is its own core */
  qmboxFigure figure; /* of a convex one, in the frame of `taken` */
  double centre[3];   /* of the geom in that frame */
  double thickness;   /* its least extent; HUGE_VAL of planes and meshes, which have none */
  double extent;      /* the longest side of a mesh; HUGE_VAL where that has not been needed, and of what is none */
  double radius;      /* of the farthest point from the body's position, of the solid and of its cores */
  bool coreKnown;     /* the core of a mesh has been searched for: figure.core */
  double pose[3][4];  /* of that frame at the start, as bms_motion_at() has it */
  double reach;       /* the largest coordinate of that position */
  qmboxMotionTaken taken;
  const qmboxSavedBody *start; /* what qmboxMakeSolid() was given */
  const qmboxPose *end;
  double length;
  int qmboxClass;
  qmboxStartPose startPose;      /* where it is at the start */
  const qmboxSettings *settings; /* its allowances are set there; null: they are the usual ones */
};

/* Fills in the solid of a geom whose body went from `start` to `end` in a step of this length; both are null if it
 * stands still. */
void qmboxMakeSolid(qmboxSolid *solid, dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end,
                    double length);

/* Returns the box that holds a solid, in the frame of its motion; not of a half-space. */
bms_box qmboxSolidBox(const qmboxSolid *solid);

/* Finds the core of a mesh, if it has one and its triangles are to be asked for it. */
void qmboxFindCoreOfSolid(qmboxSolid *mesh, qmboxKnownCores *known);

/* Measures the extent of a mesh, if it is one. */
void qmboxMeasureExtent(qmboxSolid *mesh);

/* Writes where a triangle of a mesh is in the frame that the mesh moves with, in world coordinates if it stands still,
   where the mesh is smaller by this length. */
void qmboxPlaceTriangle(const qmboxSolid *mesh, double less, const double vertex[9], double placed[9]);

/* Fills in the solid of one triangle of a mesh, in the frame that the mesh moves with; in world coordinates if it
 * stands still. */
void qmboxMakeTriangle(qmboxSolid *solid, const qmboxSolid *mesh, const double vertex[9]);

/* Writes the unit quaternion of a solid that moves at a time.  Returns false if doubles cannot hold it well, or if it
   turns in finite mode. */
bool qmboxQuaternionOfSolid(const qmboxSolid *solid, double time, double q[4]);

/* Writes the rotation of a unit quaternion. */
void qmboxRotationBy(const double q[4], double r[3][3]);

/* Writes the pose at a time of the frame that a solid moves with; the world's if it rests. */
void qmboxPoseOfSolidAt(const qmboxSolid *solid, double time, double pose[3][4]);

/* A convex solid, smaller than it is, as the solver takes it.  It points into itself and into the solid: it is not to
 * be copied. */
typedef struct qmboxShell {
  qmboxFigureShape figure;
  bms_motion motion;
} qmboxShell;

/* Writes the shell of a convex solid that is smaller by this length on every side, and moves as the solid does on [t0,
   t1]; of one in finite rotation mode, grown by what its motion is off.  With t0 == t1 it stands still where it is at
   that time. */
void qmboxMakeShell(const qmboxSolid *solid, double less, double t0, double t1, qmboxShell *shell);

/* Writes the path of a solid in the same way. */
void qmboxMakeShellPath(const qmboxSolid *solid, double t0, double t1, qmboxPath *path);

#endif /* QMBOX_SOLID_H */
