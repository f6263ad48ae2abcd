/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The guard's records of a step of the world: the bodies with the poses that they started from, their geoms, and the
 * pairs of geoms whose cores may come near each other.
 *
 * Time runs from 0 to `length`, the length of the step.  Every body goes along a straight line from where it started to
 * where ODE has put it, as ODE moves it, and turns by the linear quaternion between the two rotations (path_taken.c).
 */

#ifndef QMBOX_GUARDED_H
#define QMBOX_GUARDED_H

#include <stdbool.h>
#include <stdint.h>

#include "meshes/mesh_tree.h"
#include "moving/path.h"
#include "ode/world_state.h"

/* A space whose geoms are guarded, or a geom that is in none. */
typedef struct qmboxGuardedRoot {
  dGeomID geom;
  uint64_t is;    /* one bit, perhaps shared with other roots */
  uint64_t meets; /* the bits of those with whose geoms its geoms collide */
  bool foreign;   /* other threads may be colliding it: the caller sees to that, nothing here depends on it */
} qmboxGuardedRoot;

/* A body, or the place of all that has none (number 0). */
typedef struct qmboxGuardedBody {
  qmboxSavedBody start; /* body, position, quaternion; the rest serves path_taken.c */
  qmboxPose end;        /* where the step has put it */
  double shift[3];      /* from the position at the start to that after the step ... */
  double way;           /* ... and its length */
  double chord; /* how far a point at distance 1 from the body's position is turned away from where it was, at most */
  double spin;  /* how fast, at most */
  bool moves;   /* the step has moved it ... */
  bool finite;  /* ... in finite rotation mode */
  qmboxContinuity continuity; /* as the program has said */
  bool off;                   /* it is not guarded ... */
  bool idle;                  /* ... against what is not by its own wish */
  int next, root;             /* the next body of its linkage, in a ring, and the one that stands for it: bodies that
                     joints other than contacts connect */
  int firstGeom;              /* -1 if none */
  double stop;                /* the time at which it waits for the rest of the step; `length` if it does not */
  int stops;                  /* how often it has been stopped */
  bool blocked;               /* what it is in contact with keeps it where it started */
  bool hits;                  /* it has hit one of these, and an impulse has taken its speed towards it */
} qmboxGuardedBody;

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
  int solid;                /* the number of its solid, -1 if it has not been needed yet */
  qmboxTree tree;           /* of a mesh: that of all of its triangles, none if it has not been needed yet ... */
  bool treeSought;          /* ... or is not kept, as has been found */
  qmboxSoundness soundness; /* of a mesh */
  int traveller;      /* its number among the travellers, -1 if it is none: its bounds are those of the whole step */
  bool far;           /* it goes so far that it has bounds for each window */
  bool sought;        /* it is looked for in each window: it goes far, or is near the ways of those that do */
  int firstCandidate; /* as firstPair */
  bool sensor;
  bool disabled; /* by the guard, for the time of a question */
} qmboxGuardedGeom;

typedef enum qmboxConsent {
  QMBOX_CONSENT_UNKNOWN,
  QMBOX_CONSENT_GIVEN,  /* the near callback makes contact joints for the pair */
  QMBOX_CONSENT_REFUSED /* it does not: the two may pass through each other */
} qmboxConsent;

enum { QMBOX_WINDOWS = 6 };

/* The moves of a swept box, by number: its edges, what a turn adds to each, to the centre, and the way. */
enum { QMBOX_EDGE = 0, QMBOX_TURN = 3, QMBOX_ASIDE = 6, QMBOX_WAY = 7, QMBOX_MOVES = 8 };

/* A box that holds a geom in a stretch of time, and how it moves (swept.h). */
typedef struct qmboxSweptBox {
  double centre[3], half[3];   /* in the middle of that time */
  double move[3][QMBOX_MOVES]; /* by coordinate; those of edges and turns are for a length of 1 */
  double aside[3];             /* how far it moves along each of its edges at most, ... */
  double turned[3];            /* ... and by how much less if each of its halves is less by 1 */
  double ball;                 /* everything moves by so much more in any direction, rounding included */
  int longest;                 /* the number of the longest edge */
} qmboxSweptBox;

/* The place of a geom in a window. */
typedef struct qmboxPlaceInWindow {
  qmboxBox bounds;
  bool held; /* `swept` is known: */
  qmboxSweptBox swept;
} qmboxPlaceInWindow;

/* A geom that goes far, or may be near one that does. */
typedef struct qmboxTraveller {
  double middle[3], half[3]; /* of a box that holds it, in the frame of its solid's motion */
  int last;                  /* its place is the same from this window on: it waits there, or does not go far */
  int known;                 /* places are known of so many windows ... */
  int place[QMBOX_WINDOWS];  /* ... these */
} qmboxTraveller;

/* Two geoms, one of which goes far, whose bounds overlap in a window. */
typedef struct qmboxCandidatePair {
  int geom[2];
  int next[2];              /* as of a guarded pair */
  bool taken;               /* they have been near each other in some window: */
  int firstPair, pairCount; /* what was taken up then */
} qmboxCandidatePair;

/* The part [first, last] of the step in which two geoms are near each other, as far as that has been looked at. */
typedef struct qmboxSpan {
  double first, last;
} qmboxSpan;

/* Two geoms whose cores may meet. */
typedef struct qmboxGuardedPair {
  int geom[2];
  int solid[2];                 /* those of the geoms, or of a triangle of a mesh ... */
  int meshes;                   /* ... which are those that meet first of these two meshes; -1 for other pairs */
  int next[2];                  /* the next pair of either geom, as firstPair */
  double gap;                   /* of the cores at the start ... */
  double normal[3];             /* ... along this unit normal, from the first to the second; zero where none is known */
  double allowances;            /* the sum of the two */
  double ahead[2];              /* how fast that gap shrinks at most by the way of each ... */
  double across[2];             /* ... and by its turn, and by how much in all: */
  double turned[2];             /* of what can still reach farther by a turn */
  double core;                  /* the level of the pair's cores: 1, or more if these overlap at the start */
  double aim;                   /* the level at which a pair is stopped that would meet with its cores */
  double nearness, aimNearness; /* how near the two may be called meeting, at these levels */
  bool pressed;                 /* it is so near its cores at the start that it is stopped there ... */
  bool aimed;                   /* aim, aimNearness, pressed and touches are known */
  bool touches;                 /* it is in contact at the start */
  bool pushed;                  /* its contact joints have not kept it apart: it is to be pushed apart ... */
  double arm[2][3];             /* ... where its cores would meet, that is there from the body's position */
  double pushNormal[3];         /* and along this normal, from the first to the second */
  bool sensor;                  /* one of the two is a sensor: nothing is stopped */
  qmboxSpan span;
  bool known;        /* `meeting` is, not only a time before which the cores do not meet */
  double both;       /* the time at which the cores meet while neither waits, HUGE_VAL if none is known */
  double clear;      /* up to this time they do not meet so ... */
  double clearAfter; /* ... and up to this with the stops as they are, ... */
  double early;      /* ... the earlier of which is this one */
  double meeting;    /* the time at which they meet, as the bodies' stops are now ... */
  bool placed;       /* ... and if that is known, where: */
  double point[3], meetingNormal[3];
  int place; /* in the queue, -1 if it is not there */
  qmboxConsent consent;
} qmboxGuardedPair;

/* A tree of all triangles of a mesh that moves. */
typedef struct qmboxSharedTree {
  dTriMeshDataID data;
  qmboxTree tree;
} qmboxSharedTree;

/* Two triangles by their numbers. */
typedef struct qmboxStartingPair {
  int triangle[2];
} qmboxStartingPair;

/* Two meshes that are guarded as one pair: all of their triangles but those that are in each other at the start. */
typedef struct qmboxMeshPair {
  qmboxTree tree[2];
  int firstStarting, startings; /* these, which are pairs of their own or are let be */
} qmboxMeshPair;

/* An answer that stands for all triangles of two geoms, one of which is a mesh. */
typedef struct qmboxGeomConsent {
  int geom[2];
  qmboxConsent consent;
} qmboxGeomConsent;

typedef enum qmboxEventKind { QMBOX_EVENT_STOP, QMBOX_EVENT_SENSE, QMBOX_EVENT_HELD } qmboxEventKind;

/* An event that the program is told of. */
typedef struct qmboxEvent {
  qmboxEventKind kind;
  int geom[2]; /* of the contact, in any order; -1 for one that is not guarded */
  qmboxContact contact;
  int body; /* that has lost so much time */
  double lost;
} qmboxEvent;

/* A mark of what a space holds (whole.c). */
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

/* ------------------------------------------------------------------ what the rooms own */

typedef struct qmboxSolid qmboxSolid;

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
  int geomCount, geomCapacity, sensors;
  qmboxSolid *solid;
  int solidCount, solidCapacity;
  qmboxGuardedSubspace *subspace;
  int subspaceCount, subspaceCapacity;
  bool failed; /* no memory was left, or the guard is broken */
} qmboxBodies;

/* The pairs whose cores may meet, and the queue of their meetings. */
typedef struct qmboxPairs {
  qmboxGuardedPair *pair;
  int pairCount, pairCapacity;
  qmboxCandidatePair *candidate;
  int candidates, candidateCapacity;
  int *queue; /* pairs that meet, a heap by time */
  int queued, queueCapacity;
} qmboxPairs;

/* The windows of time that a step is cut into, and the geoms that move far. */
typedef struct qmboxWindows {
  qmboxTraveller *traveller;
  int travellers, travellerCapacity;
  qmboxPlaceInWindow *place; /* of travellers */
  int places, placeCapacity;
  double farthest; /* what a geom that goes far goes at most, in parts of its arm; 0 if none does */
  int count, now;  /* the number of windows, and the one that is searched */
} qmboxWindows;

/* The trees of meshes in a step, and pairs of meshes. */
typedef struct qmboxMeshes {
  qmboxForest forest;
  qmboxSharedTree *sharedTree;
  int sharedTrees, sharedTreeCapacity;
  qmboxMeshPair *meshPair;
  int meshPairs, meshPairCapacity;
  qmboxStartingPair *starting; /* triangles of two meshes that overlap at the start */
  int startings, startingCapacity;
  qmboxKnownCores cores; /* of meshes, from this step and earlier ones */
} qmboxMeshes;

/* The answers of the program on pairs. */
typedef struct qmboxConsents {
  qmboxGeomConsent *consent;
  int consentCount, consentCapacity;
  int deepPair[2]; /* the last two geoms that overlapped from the start and that the program was asked about ... */
  qmboxConsent deepConsent; /* ... and its answer */
} qmboxConsents;

/* The events that the program is told of after the step. */
typedef struct qmboxEvents {
  qmboxEvent *event;
  int eventCount, eventCapacity;
} qmboxEvents;

/* The marks by which a change by a callback is noticed (whole.c). */
typedef struct qmboxIntegrity {
  qmboxSpaceMark rootMark; /* before the last callback */
  uint64_t geomSum;        /* over the addresses of all geoms, before the first callback */
  uint64_t placeSum;       /* over the poses of geoms without a body */
  uint64_t shapeSum;       /* over their sizes, and offsets from bodies */
  bool called;             /* a callback has been called in this step, or may be */
  bool broken;             /* a callback has made, changed or destroyed a body or geom */
  bool unseen;             /* a callback may have, and there was no memory to check */
} qmboxIntegrity;

#endif /* QMBOX_GUARDED_H */
