/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The geoms of a space, and the bodies that they and joints lead to, with the poses that they start a step from.
 *
 * Time runs from 0 to `length`, the length of the step.  Every body moves along a straight line from where it starts to
 * where ODE has put it, as ODE moves it, and turns by the linear quaternion between the two rotations (taken.c).
 */

#ifndef QMBOX_GUARDED_BODIES_H
#define QMBOX_GUARDED_BODIES_H

#include <stdbool.h>
#include <stdint.h>

#include "moving/moving.h"
#include "shapes/mesh_tree.h"

/* A space whose geoms are guarded, or a geom that is in none. */
typedef struct qmboxGuardedRoot {
  dGeomID geom;
  uint64_t is;    /* one bit, perhaps shared with other roots */
  uint64_t meets; /* the bits of those with whose geoms its geoms collide */
  bool foreign;   /* other threads may be colliding it: the caller sees to that, nothing here depends on it */
} qmboxGuardedRoot;

/* Reasons why a body is not guarded. */
enum {
  QMBOX_OFF = 1, /* it is set so */
  /* These two count only against bodies that have one of them, too: */
  QMBOX_IDLE = 2, /* the world is off, and it has no continuity of its own */
  QMBOX_SLOW = 4  /* it moves slower than its least speed in this step */
};

/* A body, or the place of all that has none (number 0). */
typedef struct qmboxGuardedBody {
  qmboxSavedBody start; /* body, position, quaternion; the rest serves taken.c */
  qmboxPose end;        /* where the step has put it */
  double shift[3];      /* from the position at the start to that after the step ... */
  double way;           /* ... and its length */
  double chord; /* how far a point at distance 1 from the body's position is turned away from where it was, at most */
  double spin;  /* how fast, at most */
  bool changed; /* its pairs are to be checked; pairs of two unchanged bodies have been */
  bool moves;   /* the step has moved it ... */
  bool finite;  /* ... in finite rotation mode */
  qmboxContinuity continuity; /* as the program has set it */
  unsigned char unguarded;    /* QMBOX_OFF, QMBOX_IDLE, QMBOX_SLOW */
  int next, root;             /* the next body of its linkage, in a ring, and the one that stands for it: bodies that
                     joints other than contacts connect */
  bool jointed;               /* such joints hold it, to another body or to the world */
  bool torn;                  /* a joint of its linkage is after the step (guard/linkage_parts.h) */
  int firstGeom;              /* -1 if none */
  double stop;                /* the time at which it waits for the rest of the step; `length` if it does not */
  int stops;                  /* how often it has been stopped ... */
  int stopper[2];             /* ... the last time by these two geoms */
  bool loose;                 /* it is kinematic, and does not wait with the others of its linkage */
  bool blocked;               /* what it is in contact with keeps it where it started */
  bool hits;                  /* it has hit one of these, and an impulse has taken its speed towards it */
} qmboxGuardedBody;

/* A part [first, last] of the step. */
typedef struct qmboxSpan {
  double first, last;
} qmboxSpan;

typedef struct qmboxBox {
  double min[3], max[3];
} qmboxBox;

/* The soundness of a mesh: all of its triangles are somewhere, or not (sound_mesh.h). */
typedef enum qmboxSoundness { QMBOX_SOUND_UNKNOWN, QMBOX_SOUND, QMBOX_UNSOUND } qmboxSoundness;

typedef struct qmboxGuardedGeom {
  dGeomID geom;
  int body;     /* its number, 0 if it has none */
  int root;     /* the number of the root that it is in, or is */
  int subspace; /* the nested space that it is in, -1 if none */
  int nextOfBody;
  bool forgotten;           /* it has been destroyed, and meets nothing */
  bool trimesh;             /* it is a trimesh, or a transform that holds one */
  int firstPair;            /* twice the number of a pair, plus its place in it; -1 if none */
  qmboxBox start;           /* its AABB at the start ... */
  double arm, rounding;     /* ... and of what moves how far its farthest corner is from the body's position ... */
  qmboxBox bounds;          /* ... and the bounds of all places it comes to, which are rounded by so much */
  int outer;                /* in a guard of a few bodies of a step: its number in the step's */
  int solid;                /* the number of its solid, -1 if it has not been needed yet */
  qmboxTree tree;           /* of a mesh: of all of its triangles, none if it has not been needed yet ... */
  bool treeSought;          /* ... or is not kept, as has been found */
  qmboxSoundness soundness; /* of a mesh */
  int fast;                 /* its number among the fast geoms, -1 if it is none: its bounds are the whole step's */
  bool far;                 /* it goes so far that it has bounds for each window */
  bool sought;              /* it is searched for in each window: it goes far, or is near the ways of those that do */
  int firstCandidate;       /* as firstPair */
  bool sensor;
  bool disabled; /* by the guard, for the time of a question */
} qmboxGuardedGeom;

typedef enum qmboxConsent {
  QMBOX_CONSENT_UNKNOWN,
  QMBOX_CONSENT_GIVEN,  /* the near callback makes contact joints for the pair */
  QMBOX_CONSENT_REFUSED /* it does not: the two may pass through each other */
} qmboxConsent;

/* A mark of what a space holds (callbacks/integrity.c). */
typedef struct qmboxSpaceMark {
  int count;
  dGeomID first;
} qmboxSpaceMark;

typedef struct qmboxGuardedSubspace {
  dGeomID space;
  int outer;            /* -1 for one in the space itself */
  qmboxSpaceMark mark;  /* before the last callback */
  qmboxConsent consent; /* the near callback collides its geoms with each other, or does not */
} qmboxGuardedSubspace;

/* The bodies, geoms and nested spaces of a step, and the solids of the geoms. */
typedef struct qmboxBodies {
  dWorldID world;
  const qmboxGuardedRoot *root;
  int rootCount;
  int qmboxClass;
  double length; /* of the step */
  qmboxGuardedBody *body;
  int bodyCount, bodyCapacity;
  int *table; /* of bodies by address; see bodies.c */
  int tableSize;
  qmboxGuardedGeom *geom;
  int geomCount, geomCapacity, sensors, hulls;
  qmboxMoving *solid;
  int solidCount, solidCapacity;
  qmboxGuardedSubspace *subspace;
  int subspaceCount, subspaceCapacity;
  int unguarded; /* bodies and triangles without numbers, or whose path is not known */
  bool failed;   /* no memory was left, or the guard is broken */
} qmboxBodies;

/* Collects the geoms, nested spaces and bodies of the roots, all poses as they are now. */
void qmboxCollectBodies(qmboxBodies *bodies);

/* Returns the number of geoms and spaces directly in the roots. */
int qmboxCountInRoots(const qmboxBodies *bodies);

/* Sets the bounds of a geom at the start to its present ones. */
void qmboxBoundGeom(qmboxGuardedGeom *geom);

/* Returns the number of a body, 0 for one that is not guarded. */
int qmboxFindBody(const qmboxBodies *bodies, dBodyID body);

/* Returns the number of a geom, -1 for one that is not guarded. */
int qmboxFindGeom(const qmboxBodies *bodies, dGeomID geom);

/* Returns true for a geom whose solid goes with its body, not with the world: its body moves in the step, or it is a
   trimesh that can, which is as much smaller about its middle while it waits or sleeps (mesh_core.h). */
bool qmboxGoesWithBody(const qmboxBodies *bodies, const qmboxGuardedGeom *geom);

/* Returns true if joints other than contacts connect two bodies, perhaps by way of others. */
bool qmboxAreLinked(const qmboxBodies *bodies, int number, int other);

/* Marks a geom, or all geoms in a space, as about to be destroyed; between the beginning and the end of a guard. */
void qmboxForgetGeom(qmboxBodies *bodies, dGeomID geom);

#endif /* QMBOX_GUARDED_BODIES_H */
