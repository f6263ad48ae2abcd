/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * qmbox.h: continuous collision for the Open Dynamics Engine (ODE): bodies do not pass through each other between the
 * steps of a world.
 *
 * Loop
 *
 * One call replaces three lines of ODE's usual loop; near callback, contact group and geoms stay as they are:
 *
 *   dSpaceCollide(space, data, &near);              qmboxSimulateOptions options = {.size = sizeof options};
 *   dWorldQuickStep(world, h);                      options.nearCallback = &near;  options.nearData = data;
 *   dJointGroupEmpty(contacts);                     options.contacts = contacts;
 *                                                   qmboxWorldSimulate(world, space, h, &options, &report);
 *
 * ODE makes its own step; then a guard puts bodies that would have passed through something back to where the two had
 * just touched.  A frame without such bodies and torn joints is ODE's own to the bit.  Ordinary scenes take 1.2 to 2
 * times as long as in plain ODE.
 *
 * Report: three fields to check after each frame
 *
 *   unguarded   0: the frame is a proof that nothing has passed through anything; else bits that name what could not be
 *               guarded
 *   lostTime    the time that bodies waited for the next frame.  If it is large, as for a heap of cards, the frame is
 *               too long for their speed or their thickness: set options.parts, or after each frame
 *               options.parts = report.advisedParts (examples/heap_of_cards.c).  A bullet that waits where it has
 *               touched bounces in the next frame.
 *   jams        pairs that a kinematic body has pressed together
 *
 * Modes (options.continuity, for one body options.bodyContinuity)
 *
 *   OFF         ODE alone
 *   GUARDED     the above; the default
 *   EXACT       the world stops at every first contact: for measurements and billiards
 *
 * More: sensors (options.sensor), casts of a geom or a body (qmboxSpaceCast, qmboxSpaceCastBody), moving platforms
 * (qmboxBodyMoveTo): examples/shooting_range.c uses these three; the first contact of two geoms (qmboxFirstContact) and
 * of a space (qmboxSpaceFirstContact); single exact steps (qmboxWorldStep); the qmbox, a geom class with a motion of
 * its own.
 *
 * Conventions
 *
 *   lengths     the world's own units
 *   time        in the units of the world's step; 0 is now, the poses and velocities that ODE holds
 *   normals     unit, world coordinates, pointing into g1, as in dContactGeom: moving g1 along it ends the contact
 *   quaternions (w, x, y, z), as in ODE
 *   matrices    dMatrix3, rows of four
 *   intervals   closed; touching counts as contact
 *
 * Shapes
 *
 * Boxes, qmboxes, spheres, capsules, cylinders, convex hulls, planes, trimeshes, heightfields, and geoms of a program's
 * own class with a support function (qmboxSetSupport()) are continuous with each other; also with an offset, or in
 * ODE's geom transforms.  Other classes are collided by ODE alone; reports count their pairs that came near each other.
 * Boxes meet boxes and planes exactly; all other pairs meet as in bms_shapes.h: certified not late, enclosed less
 * closely.
 *
 * A trimesh and a heightfield are their triangles, without any volume behind or below them.  The vertices of a trimesh
 * are ODE's, in single precision.  A space must hold no trimesh without data: ODE crashes when it computes its AABB.
 * Heightfields and convex hulls are read from ODE's own structures; they are not continuous in an ODE with another
 * layout of these.
 *
 * Errors
 *
 * A bad argument (null, wrong class, not a number, negative length, h <= 0 ...) is reported through dMessage() with the
 * name of the function and the reason; the function's comment has its return value for that case.  Nothing here calls
 * dDebug() or dError(), which end the program.  As with ODE itself, dInitODE() comes first, and a destroyed geom is not
 * recognised as such.
 *
 * Threads
 *
 * The functions are as thread-safe as ODE's own colliders, at first use too.  Static state: the number of the geom
 * class; whether heightfields, convex hulls, meshes, contacts and the lists of joints are readable; facts about convex
 * hulls and meshes, with trees of moving meshes (64 MiB at most); memory for the next frame (32 MiB at most); support
 * functions; and which warnings have been printed.  Worlds that are stepped on several threads at once need a threading
 * implementation each, as in plain ODE (doc/worlds.md).
 *
 * doc/worlds.md has the guard's argument in full.
 */

#ifndef QMBOX_H
#define QMBOX_H

#include <bms.h>
#include <qmbox_ode.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(QMBOX_BUILDING) && defined(__GNUC__)
#define QMBOX_API __attribute__((visibility("default")))
#else
#define QMBOX_API
#endif

/* The version of this header. */
#define QMBOX_VERSION BMS_VERSION

/* Returns the version of the library that the program runs with, a string like QMBOX_VERSION; it may be a newer one. */
QMBOX_API const char *qmboxVersion(void);

/* The number that every dMessage() of this library carries. */
#define QMBOX_MESSAGE 2006

/* ------------------------------------------------------------------ the geom */

/*
 * Returns the number of the qmbox geom class; registers the class at the first call, and again after dCloseODE() and
 * dInitODE().  Returns -1 if ODE has no number left: it has dMaxUserClasses (4) in all for a process.
 */
QMBOX_API int qmboxClassNumber(void);

/*
 * Creates a box with these side lengths, centred at the origin of its frame, in `space`, or in none if that is 0.  All
 * of ODE's geom functions apply to it: position, rotation, body, offsets, data, category and collide bits,
 * dGeomDestroy().  Returns 0 if a length is negative or not finite, or if the class cannot be registered.
 */
QMBOX_API dGeomID qmboxCreate(dSpaceID space, dReal lx, dReal ly, dReal lz);

/* 1 if the geom is a qmbox, 0 if it is of another class or null. */
QMBOX_API int qmboxIsQmbox(dGeomID geom);

/* Set and get the side lengths, as dGeomBoxSetLengths() and dGeomBoxGetLengths().  A motion stays, and sweeps the box
   of the new size.  Bad lengths change nothing; the result for a geom that is not a qmbox is all zero. */
QMBOX_API void qmboxSetLengths(dGeomID geom, dReal lx, dReal ly, dReal lz);
QMBOX_API void qmboxGetLengths(dGeomID geom, dVector3 result);

/* Returns how deep a point in world coordinates lies in the box at its present pose, as dGeomBoxPointDepth(): inside
   the distance to the nearest side, outside a negative number that depends on ODE's version; 0 if the geom is not a
   qmbox. */
QMBOX_API dReal qmboxPointDepth(dGeomID geom, dReal x, dReal y, dReal z);

/* ------------------------------------------------------------------ shapes of a program's own */

/*
 * Functions that describe the geoms of a class that a program has made with dCreateGeomClass(), so that these are
 * guarded, cast, and met by exact steps like all others.  The geoms are convex; their colliders stay the program's own.
 *
 * Directions and points are in the geom's own frame.  The library calls the functions at any time and from any thread
 * that steps a world; they must not change anything.
 *
 * Before a geom is guarded, the library checks the functions along the axes of the frame.  If a point is not finite,
 * beyond the reach or on the wrong side, or the inner length is more than half a width, the geom is not continuous:
 * reports have QMBOX_UNGUARDED_SHAPE or QMBOX_INEXACT_SHAPE, and dMessage() names the geom the first time.  A later
 * point that is beyond the reach, or not finite, is moved to the reach: contacts are then early, never late.
 * (doc/own-geom-class.md)
 */
typedef struct qmboxSupport {
  size_t size; /* sizeof(qmboxSupport) */
  /* Writes the point of the geom that is farthest along a direction of any length except zero: right to a few roundings
     of `reach`. */
  void (*farthest)(dGeomID geom, const double direction[3], double point[3]);
  /* Returns a distance from the origin of the frame that no point of the geom exceeds. */
  double (*reach)(dGeomID geom);
  /* Returns a distance that every point of the geom's smallest core has at least from the surface.  (The guard keeps
     cores apart: geoms less an allowance on every side.)  The smallest core is the origin of the frame or, for a geom
     much longer than thick, the shape that coreFarthest describes in the same way.  Null: the geom is its own core, and
     is stopped when it touches. */
  double (*inner)(dGeomID geom);
  void (*coreFarthest)(dGeomID geom, const double direction[3], double point[3]); /* may be null */
} qmboxSupport;

/*
 * Sets the support functions of a geom class, the number that dCreateGeomClass() has returned; null removes them.
 * *support is not copied: it has to exist as long as it is set.  Set it again after dCloseODE() and dInitODE(): the
 * number may then belong to another class.  Returns 1, or 0 for bad arguments.
 */
QMBOX_API int qmboxSetSupport(int geomClass, const qmboxSupport *support);

/* ------------------------------------------------------------------ motions */

/*
 * Reasons why a body's next step is not known exactly beforehand, as bits.  0: the body is free, and its step is known,
 * with gravity, forces, damping, a limit of angular speed, and as a kinematic body.  Otherwise first contacts
 * (qmboxFirstContact() and others) are computed as for a free body, and are inexact; the steps of the world below check
 * the path that ODE has made.
 */
enum {
  QMBOX_INEXACT_JOINT = 1,           /* an enabled joint holds it, contact joints among them */
  QMBOX_INEXACT_TORQUE = 2,          /* a torque acts: its angular velocity depends on the length of the step */
  QMBOX_INEXACT_GYROSCOPIC = 4,      /* it precesses: gyroscopic mode, and its spin is not about a principal axis */
  QMBOX_INEXACT_FINITE_ROTATION = 8, /* it spins in finite rotation mode: its quaternion is not linear in time */
  QMBOX_INEXACT_SHAPE = 16,          /* two shapes came near each other that are not continuous with each other */
  QMBOX_INEXACT_NUMBERS = 32,        /* numbers that the solver cannot take, NaN or too large */
  QMBOX_INEXACT_UNRESOLVED = 64,     /* the solver could not decide when, or whether, a pair meets */
  QMBOX_INEXACT_PATH = 128           /* after the step a body was elsewhere: a moved callback moved it, perhaps */
};

/* Returns the bits from JOINT to FINITE_ROTATION of one body, 0 for a disabled or null one. */
QMBOX_API unsigned qmboxBodyInexact(dBodyID body);

/*
 * Gives the geom a motion of its own on the closed interval [t0, t1], which replaces its pose in first contacts: at t a
 * point x of the geom's frame, in which the box is centred, is where motion puts it.  The AABB becomes the sweep's, and
 * the geom is marked as moved.  Its position and rotation stay: ODE's own colliders meet the box at its present pose,
 * so a motion should start there.  A motion with an origin other than 0 is shifted to 0, in doubles: its times are
 * times of the step.  Returns 1, or 0 without a change if the motion is not valid on the interval (see bms_reason).
 * This and the next two must not be called while the geom's space is locked, that is, from a near callback.
 */
QMBOX_API int qmboxSetMotion(dGeomID geom, const bms_motion *motion, dReal t0, dReal t1);

/*
 * Sets the motion on [0, h] to the one that ODE would give the geom's body if dWorldStep() were called with any t <= h
 * now: the position x + t (v + t f / m), gravity included, and the quaternion q + t/2 w q, normalised.  An offset of
 * the geom from the body is followed exactly.  A geom without a body, or with a disabled one, does not move.  The
 * motion is a snapshot: call this again after a step or after a change of velocity or force.  If qmboxBodyInexact() is
 * not 0, the motion is still a free body's.  Returns 1, or 0 for bad arguments.
 */
QMBOX_API int qmboxSetMotionFromBody(dGeomID geom, dReal h);

/* Removes the motion: the geom is an ordinary box again. */
QMBOX_API void qmboxClearMotion(dGeomID geom);

/* Returns 1 and the motion with its interval, or 0 if the geom has none.  Null pointers are ignored. */
QMBOX_API int qmboxGetMotion(dGeomID geom, bms_motion *motion, dReal *t0, dReal *t1);

/* ------------------------------------------------------------------ first contact */

/*
 * The first contact of two geoms.
 *
 * status, time and the enclosure [timeLower, timeUpper] are as in bms_contact.  The rest is meaningful for BMS_CONTACT,
 * BMS_TOUCHING and BMS_OVERLAPPING.
 */
typedef struct qmboxContact {
  bms_status status;
  unsigned inexact; /* why the two paths are not exact: QMBOX_INEXACT_ bits */
  dGeomID g1, g2;
  double time;      /* the first contact */
  double timeLower; /* certified apart from the start of the interval to here */
  double timeUpper;
  bms_pair pair;       /* the features that meet, of g1 (in a) and of g2 (in b); a plane is the face X'.  BMS_PAIR_NONE
                          unless both are boxes or planes */
  dReal normal[3];     /* unit, into g1; 0 if unknown: the two overlap and are not both boxes or planes */
  dReal approachSpeed; /* length per time at which the gap closes; negative if the boxes part */
  int pointCount;
  dReal point[BMS_MAX_POINTS][3]; /* the contact patch at `time`, world coordinates */
  int side[2]; /* the triangle of g1 and of g2 that meets: its number in a trimesh; in a heightfield twice the number of
                  its cell, counted along x and then z, and 1 more for the triangle at greater x and z; -1: no mesh */
} qmboxContact;

/*
 * The first contact on [0, h] of two geoms that are continuous with each other (see the top of this file).
 *
 * A qmbox with a motion follows it; the interval searched is the intersection of [0, h] and the intervals of the
 * motions.  Any other geom moves as its body would in a step of ODE (qmboxSetMotionFromBody()), and does not move
 * without a body.  Returns contact->status: BMS_INVALID for bad arguments, for two geoms on one body, or if the
 * intersection is empty.
 */
QMBOX_API bms_status qmboxFirstContact(dGeomID o1, dGeomID o2, dReal h, qmboxContact *contact);

/*
 * As dCollide(), with the time.  If two geoms are continuous with each other and one is a qmbox with a motion, the
 * contacts are those at the first contact in the motions' common interval, all with depth 0, the outermost points
 * first.  (A geom without a motion of its own moves as its body would, t >= 0.) If the two overlap at the start, they
 * have the contacts of ODE's box there.  Any other pair has the contacts of dCollide(), and a time of 0.  dCollide()
 * itself gives the same contacts for such pairs, so an ordinary near callback finds contacts that are still to come.
 * Returns the number of contacts; time may be null, and is not written without a contact.
 */
QMBOX_API int qmboxCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip, double *time);

/* For qmboxSpaceFirstContact(): omit the pairs that touch or overlap at the start. */
#define QMBOX_APART 1

/*
 * Finds the earliest first contact on [0, h] of all pairs in a space of any type and the spaces nested in it, each pair
 * once; geoms move as in qmboxFirstContact().  A pair counts if one of the two moves and dSpaceCollide() would report
 * it: enabled geoms of different bodies whose category and collide bits match.  (Bits of nested spaces count only if
 * one of the pair does not move.)  flags: 0 or QMBOX_APART.  contact->inexact covers all pairs checked, not only the
 * one that meets first.  Returns contact->status: BMS_SEPARATED if nothing meets, BMS_INVALID for bad arguments or if
 * no memory is left.
 */
QMBOX_API bms_status qmboxSpaceFirstContact(dSpaceID space, dReal h, int flags, qmboxContact *contact);

/* ------------------------------------------------------------------ casts and platforms */

/* A query of a cast.  Zero is the usual choice for all members except the interval. */
typedef struct qmboxCast {
  double t0, t1;                           /* the closed interval; a body's next step begins at 0 */
  const bms_motion *motion;                /* rigid, of the geom's own frame; 0: the next step of the geom's body */
  int (*filter)(void *data, dGeomID geom); /* returns 0 for geoms to ignore; may be 0.  It must change neither the space
                                              nor the caster */
  void *filterData;
  int *unsure;       /* set to 1 if the solver could not take, or not decide, a pair that came near; may be 0 */
  int approaching;   /* 1: hits only if the motion goes deeper: see below */
  double slack;      /* length, for `approaching`: the depth up to which nothing is hit; 0: 1e-4 of the caster's size */
  double distance;   /* length: the distance that makes a hit; 0: contact */
  int moving;        /* 1: targets move as in qmboxFirstContact(); 0: they do not move */
  int everyTriangle; /* 1: each triangle of a mesh or heightfield that is hit is a hit, with its number in `side` */
} qmboxCast;

/*
 * Casts a geom: finds the geoms of the space that it would hit on its motion if no other moved.  The caster is any geom
 * except a plane, in the space or not.  Changes nothing, makes no joints and calls no near callback.  Writes the first
 * `capacity` hits in the order of their times, and returns the number of all hits.  g1 of a hit is the caster;
 * status and time describe its first contact.  Ignores the geom itself, geoms of the same body, rays, and geoms whose
 * category and collide bits do not match.  Returns -1 for bad arguments.
 *
 * A geom that touches or overlaps the caster at t0 is a hit at t0 for every motion.  With `approaching` it is a hit
 * only if the motion leads deeper into it by more than the slack: before a hit, or in all of [t0, t1] without one, the
 * caster gets no deeper into another geom than at t0 plus the slack; in a mesh the deepest triangle counts.  So a box
 * that slides on a floor, as deep as contacts leave it, hits the wall and no floor or seam, even if floor and wall are
 * one mesh.  A contact that parts and returns is a hit when it returns.  A hit at t0 has a normal and a point.  If the
 * caster rests deeper than the slack in a floor of several geoms, their seams are hits: choose a larger slack.
 *
 * With `approaching` and `distance`, depths count from that distance: a geom nearer than that at t0 is a hit if the
 * caster comes nearer to it.  With `distance`, and from contact with `approaching`, boxes and planes meet as in
 * bms_shapes.h, not exactly.  With `moving` the bounds of all bodies' next steps are compared, and hit->inexact names
 * the steps that are not known.
 *
 * A cast checks each geom of the space, of any kind, as ODE's AABBs are wrong for a changed hull or a turned
 * heightfield.  ODE does the same except in quadtrees and nested spaces; 10,000 boxes take 0.2 ms, in a quadtree 0.7.
 */
QMBOX_API int qmboxSpaceCast(dSpaceID space, dGeomID geom, const qmboxCast *cast, qmboxContact *hit, int capacity);

/*
 * Casts a body: qmboxSpaceCast() with all of its enabled geoms, at their offsets.  cast->motion is of the body's frame;
 * g1 of a hit is the geom of the body that hits.  Two geoms that hit the same one are two hits.  A body with a geom
 * that cannot be cast is a bad argument.
 */
QMBOX_API int qmboxSpaceCastBody(dSpaceID space, dBodyID body, const qmboxCast *cast, qmboxContact *hit, int capacity);

/* An overlap of two geoms at their present poses. */
typedef struct qmboxOverlap {
  dGeomID g1, g2;
  double depth;       /* certified: g1 moved along the normal by this, or more, has no point in the inside of g2 */
  double least;       /* certified: no shorter move parts the two; of a mesh: parts it from the triangle */
  double normal[3];   /* unit, into g1: its shortest displacement out, as far as known */
  double point[2][3]; /* of g1 and of g2: deepest in the other along the normal */
  int side[2];        /* as in qmboxContact; of a mesh the deepest triangle */
} qmboxOverlap;

/*
 * Finds all geoms of a space that overlap a geom at its present pose, the deepest first: any geom except a plane, in
 * the space or not (a box without a space finds the geoms in a box).  Writes the first `capacity` overlaps and returns
 * the number of all.  g1 is the geom.  Depth and bounds are as in bms_convex_overlap_at().  Ignores the same geoms as
 * qmboxSpaceCast(), and the ones for which filter, which may be 0, returns 0.  Touching is no overlap.  A mesh is its
 * triangles: a geom inside of it that meets none does not overlap.  Returns -1 for bad arguments.
 */
QMBOX_API int qmboxSpaceOverlaps(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom),
                                 void *filterData, qmboxOverlap *overlap, int capacity);

/*
 * Finds a displacement of a geom after which it overlaps nothing in the space, for spawning and for characters: by at
 * most `steps` steps (0: 32), each along the normal of the deepest overlap.  It is the shortest for one overlap, and
 * near to the shortest for few.  Returns 1 and the move; 0 and the move so far if the geom still overlaps something
 * after the last step; -1 and nothing for bad arguments.
 */
QMBOX_API int qmboxSpaceWayOut(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom), void *filterData,
                               int steps, double move[3]);

/*
 * Mends the contacts of a geom that slides over flush tiles or triangles, for near callbacks: call it right after
 * dCollide(), with its geoms and contacts.  `space` has the tiles.  ODE collides each tile as if it were alone: at a
 * seam it may find the side or the edge of the next one, and its contact stops or throws what slides.  Such contacts
 * get the normal of the surface that goes on there, and the depth along it.  (examples/seams.c)
 *
 * A contact is mended if three conditions hold.  One geom has a dynamic body, the other none or a kinematic one.  The
 * contact is on a face of a neighbour, which is another geom of the latter kind or another triangle of the same mesh.
 * The contact's own geom or triangle stands out above the plane of that face by no more than `slack`, a length; 0: 1e-4
 * of the least side of the slider's AABB.  All other contacts stay as they are: at steps, walls, ramps that rise, and
 * the end of a floor.
 *
 * Neighbours are boxes, qmboxes, planes, convex hulls of up to 128 planes, trimeshes and heightfields, enabled, with
 * bits that match those of the slider; they stand still, or move alike.  Contacts of the slider with tiles that are
 * flush but lean to each other so that they form a trough are not mended.  Contacts near the edges of their geom or
 * triangle take a search of all geoms of the space; others take none.  Returns `count`; for bad arguments, too, and
 * then changes nothing.
 */
QMBOX_API int qmboxMendContacts(dSpaceID space, dGeomID o1, dGeomID o2, double slack, dContactGeom *contact, int count,
                                int skip);

/*
 * Gives a body the velocities by which `parts` equal steps, together of length h, take it to this pose: for platforms,
 * doors and whatever a program moves by itself.  Make the body kinematic (dBodySetKinematic()), and call this before
 * each frame in place of dBodySetPosition() and dBodySetQuaternion(): bodies on it are carried along, and bodies in its
 * way are pushed, not skipped.  `parts` is as in qmboxSimulateOptions; 0: 1.  The body turns through the smaller angle,
 * which must be less than half a turn per part.  Near that limit the turn begins without a bound on its speed, and
 * strikes as hard; a platform that the guard has held up has farther to turn next time.  Returns 1, or 0 and changes
 * nothing for bad arguments.
 */
QMBOX_API int qmboxBodyMoveTo(dBodyID body, const dReal position[3], const dReal quaternion[4], dReal h, int parts);

/* ------------------------------------------------------------------ the world */

/* A report on a step of the world. */
typedef struct qmboxStep {
  dReal advanced;       /* the time that the world has advanced, 0 if the step failed */
  int stopped;          /* 1 if it stopped at a first contact before the end */
  unsigned inexact;     /* 0: no pair that was apart has met unnoticed.  Else why that is not sure */
  unsigned assumed;     /* bits of bodies whose paths are known only by start and end: see below */
  qmboxContact contact; /* the contact at which it stopped, if stopped; time from the start of the step */
  dReal gap;            /* of that pair, at the poses after the step; positive when apart */
} qmboxStep;

/*
 * Advances the world by dWorldStep(), by at most h, and stops at the first contact of two geoms of the space that are
 * continuous with each other and were apart.  Returns the time advanced: h if nothing met.  (With joints it may also
 * end early, with step->stopped 0, if no length of the step ends at a contact.)
 *
 * Guarantee: if step->inexact is 0, no pair that was apart at the start has met before the end or overlaps after the
 * step, and the pair at which it stopped is at its contact: to within 1e-12 of its size if step->assumed is 0 and it is
 * a box with a box or plane, else to within 1e-9 (in single precision: a few thousand units in the last place).  "Size"
 * is the largest coordinate that the two boxes' sweep reaches, their distance to the origin included.
 *
 * The path of a body is the one on which ODE would put it if the step were shorter.  If all bodies are free
 * (qmboxBodyInexact()), it is x + t (v + t a) and q + t/2 w q; then the contact is known beforehand and the world steps
 * once.  Otherwise the step is tried and checked; if something met, it is undone and tried again with a length nearer
 * to the contact, usually once.  Joints, torques and precession make the path of a step depend on its length.  For such
 * a body, the path checked is one from its start to where the step has put it:
 *
 *   held by a joint      the straight line between the two positions; the quaternion linear between the two rotations
 *   torque, precession   the exact position x + t (v + t a); the quaternion linear between the two rotations
 *   finite rotation      the exact position and the exact turn, at constant angular velocity; contacts are found at
 *                        most 1e-11 of the box's size too early
 *   moved by a callback  the quadratic that starts with its velocity and ends where it is, and the linear quaternion
 *                        (QMBOX_INEXACT_PATH, if it is noticed: else the body is free, or in finite rotation mode)
 *
 * and step->assumed has the bits of qmboxBodyInexact().  step->inexact has only QMBOX_INEXACT_SHAPE, _NUMBERS and
 * _UNRESOLVED.
 *
 * A trimesh with a trimesh, a heightfield or a plane does not stop the step: the search for its length has to grow or
 * shrink one of the two, which is impossible for these (QMBOX_INEXACT_SHAPE).  qmboxWorldSimulate() guards such pairs.
 *
 * Pairs that touch or overlap at the start, to within a tenth of that 1e-12 or 1e-9, are left to contact joints:
 * without these the next step passes through the contact.  So a step never has length zero.
 *
 * dWorldStep() moves the bodies, nothing else: forces are zeroed and moved callbacks run, for tries too.  A step that
 * stops at a part of h damps, and corrects the errors of joints, by its part only.  Motions set with qmboxSetMotion()
 * are ignored; geoms on bodies of other worlds do not move.  A step can be undone only for bodies that are known: they
 * have a geom in the space (in a quadtree, an enabled one), or joints lead to them from one that has.  Others move as
 * far as all tries together.
 *
 * qmboxWorldStep() is the same without the report.  Both return 0, without a step, for bad arguments, if no memory is
 * left, or if they are called from a callback while this library steps the world.
 */
QMBOX_API dReal qmboxWorldStepReport(dWorldID world, dSpaceID space, dReal h, qmboxStep *step);
QMBOX_API dReal qmboxWorldStep(dWorldID world, dSpaceID space, dReal h);

/* ------------------------------------------------------------------ the usual loop */

/* Measures against bodies passing through each other. */
typedef enum qmboxContinuity {
  QMBOX_CONTINUITY_DEFAULT, /* the world's, or GUARDED if the world has none */
  QMBOX_CONTINUITY_OFF,     /* nothing: ODE's own step */
  QMBOX_CONTINUITY_GUARDED, /* ODE's own step, after which no two cores have met */
  QMBOX_CONTINUITY_EXACT    /* the world stops at every first contact, and is guarded as well */
} qmboxContinuity;

/* A piece of a body's path.  From `from` to `until` the body moves straight from position[0], and turns by the linear
   quaternion from quaternion[0], such that it would reach position[1] and quaternion[1] after `length`; from `until` on
   it does not move.  Times count from the start of the frame. */
typedef struct qmboxPathPiece {
  dBodyID body;
  dReal from, until, length;
  dVector3 position[2];
  dQuaternion quaternion[2]; /* w, x, y, z; of bodies in finite rotation mode the turn may be ODE's own */
} qmboxPathPiece;

/* ------------------------------------------------------------------ contact events */

/*
 * A log of contacts: which geoms have begun to touch, still touch and no longer touch, frame by frame.
 *
 * Make a log for a world and its space, pass it to each frame as options.contactLog, and read the events of a frame
 * after the call.  (examples/contact_events.c)
 *
 * Two geoms touch in a frame if the near callback has made an enabled contact joint for them in it, in any of its parts
 * and slices, or if they were stopped in it.  A sensor (options.sensor) touches a geom in a frame if the two overlap at
 * the beginning of a part, or meet in it.
 *
 *   in each frame in which they touch   one event: BEGINS in the first, PERSISTS in all others
 *   in the first in which they do not   one ENDS
 *
 * Two geoms of which neither has a body never touch in this sense.
 *
 * Sleep: two geoms without an enabled body still touch, with or without a joint, until their AABBs are apart.
 *
 * Destruction: the contacts of a geom that is no longer in the space, or no longer enabled, end in the next part.  ODE
 * reuses addresses of geoms: a geom counts as a new one if its class, body, data or space has changed, if it has moved
 * by more than the width of its AABB since the last frame, or if since then the program has moved its body and woken it
 * or, if it is dynamic, changed its velocities.  A program that makes a geom just where it has destroyed one calls
 * qmboxContactLogForget() for the old one.
 *
 * In an ODE that keeps the contacts of contact joints in another way than 0.16, there are events of stops and sensors
 * only.
 */
typedef struct qmboxContactLog qmboxContactLog;

typedef enum qmboxContactEventKind {
  QMBOX_CONTACT_BEGINS,
  QMBOX_CONTACT_PERSISTS,
  QMBOX_CONTACT_ENDS,
  QMBOX_CONTACT_JAM /* a kinematic body presses g2 against another geom (report.jams), and overlaps it */
} qmboxContactEventKind;

/* An event of a frame.  Later callbacks, and the program, may have destroyed the geoms. */
typedef struct qmboxContactEvent {
  qmboxContactEventKind kind;
  dGeomID g1, g2;  /* of a jam g1 is on the kinematic body */
  dGeomID against; /* of a jam the geom that g2 is pressed against, if known; else null */
  unsigned gone;   /* of ENDS: 1 if g1, 2 if g2 is no longer enabled in the space, or is destroyed */
  int sensor;      /* 1 if one of the two is a sensor */
  /* Time in the frame.  BEGINS: the first contact, if the two were stopped or one is a sensor; else the beginning of
     the part or slice in which the near callback made the joint.  ENDS: the beginning of the frame, from which on the
     two are known to be apart (they parted in the frame before), or of a part if one is gone.  JAM: the time from
     which the two may overlap.  PERSISTS: 0. */
  dReal time;
  /* Sum of the impulses, in world coordinates, that the contact joints of the two gave the body of g1 in this frame;
     the body of g2 got the opposite.  0 unless the log measures impulses.  Pushes of the guard are not in it. */
  dReal impulse[3];
  int points; /* contact joints of the two when they were made last; point, normal and depth are of the deepest */
  dReal point[3], normal[3]; /* stops and sensors: of the first contact; the normal points into g1 */
  dReal depth;
} qmboxContactEvent;

/* Returns a new log, null if no memory is left. */
QMBOX_API qmboxContactLog *qmboxContactLogCreate(void);

/* Destroys a log; null is ignored.  Must not be called in a frame. */
QMBOX_API void qmboxContactLogDestroy(qmboxContactLog *log);

/* Sets whether a log measures impulses from the next frame on; a new log does not.  They are measured by
   dJointSetFeedback(), which changes the last bits of dWorldStep() (not of dWorldQuickStep()).  A feedback that the
   program has set gets its numbers as ever.  Impulses cost more than all other events together (doc/worlds.md). */
QMBOX_API void qmboxContactLogMeasure(qmboxContactLog *log, int impulses);

/* Returns the events of the last frame, of each pair in the order of time, and their number; they last until the next
   frame.  The number is -1 if no memory was left for all: some contacts are missing then. */
QMBOX_API const qmboxContactEvent *qmboxContactLogEvents(const qmboxContactLog *log, int *count);

/* Ends the contacts of a geom that is about to be destroyed, or has been, in the next frame.  Returns their number. */
QMBOX_API int qmboxContactLogForget(qmboxContactLog *log, dGeomID geom);

/* ------------------------------------------------------------------ settings that stay */

/*
 * Settings of a world, its bodies and geoms that stay from frame to frame: made once, passed to each frame as
 * options.settings.  (examples/contact_events.c)  Options override them: options.continuity and the result of
 * options.bodyContinuity unless they are DEFAULT, options.checks unless it is 0.  Callbacks must not change them during
 * a frame.
 *
 * Bodies and geoms are known by their addresses.  A setting stays until it is removed, or forgotten: forget a body
 * before dBodyDestroy(), a geom before dGeomDestroy(), as ODE may reuse the address.
 *
 * Functions that set return 1, or 0 for bad arguments, or if no memory is left; then nothing has changed.
 */
typedef struct qmboxSettings qmboxSettings;

/* Returns new settings, which change nothing; null if no memory is left. */
QMBOX_API qmboxSettings *qmboxSettingsCreate(void);

/* Destroys settings; null is ignored. */
QMBOX_API void qmboxSettingsDestroy(qmboxSettings *settings);

/* Sets the continuity of a body, or of the world (body null).  DEFAULT removes it. */
QMBOX_API int qmboxSettingsSetContinuity(qmboxSettings *settings, dBodyID body, qmboxContinuity continuity);

/*
 * Sets the speed, in lengths per time, below which a body is not guarded; body null: of all bodies without one of their
 * own.  0, the default: all are guarded.  A body is slow in a step of ODE if none of its points moves as far in it as
 * that speed would take it.  The guard does not keep two apart if each is slow or does not move in that step; they have
 * no guarantee, and reports do not mention them.  A slow body is guarded against fast ones, and sensors sense it.
 * Bodies whose continuity is EXACT are stopped at contacts at any speed.
 */
QMBOX_API int qmboxSettingsSetLeastSpeed(qmboxSettings *settings, dBodyID body, dReal speed);

/*
 * Sets the largest allowance, a length > 0, of two geoms together, or of a geom and any other (other null); dInfinity
 * removes it.  The least of the settings for the two, for each alone, and the usual allowance counts (see the guarantee
 * of qmboxWorldSimulate(), which stays true: cores only become larger).  So a geom overlaps the other by no more than
 * this at faces, 1.42 times this at rims and edges, 1.75 times at a corner of a box.  A pair that is deeper at the
 * start counts in report.deepPairs, and is kept apart by its usual cores.  With allowances less than the depth of ODE's
 * contacts, bodies wait.  Two moving meshes without cores have none.
 */
QMBOX_API int qmboxSettingsSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, dReal length);

/* Sets the budget of options.checks; 0: the default. */
QMBOX_API int qmboxSettingsSetChecks(qmboxSettings *settings, int checks);

/* Forget all settings of a body, or of a geom with others, and return their number. */
QMBOX_API int qmboxSettingsForgetBody(qmboxSettings *settings, dBodyID body);
QMBOX_API int qmboxSettingsForgetGeom(qmboxSettings *settings, dGeomID geom);

/* ------------------------------------------------------------------ debug drawing */

typedef enum qmboxDrawKind {
  QMBOX_DRAW_CORE,    /* cores of convex geoms against geoms that cannot move, after the frame: lines */
  QMBOX_DRAW_STOP,    /* first contacts of pairs that were stopped: points, and lines along the normals */
  QMBOX_DRAW_SENSOR,  /* first contacts with sensors: the same */
  QMBOX_DRAW_CONTACT, /* contact joints as the near callback made them for a part: the same */
  QMBOX_DRAW_ISLAND,  /* lines between the positions of two dynamic bodies that a joint connects: ODE's islands */
  QMBOX_DRAW_CAST     /* qmboxDrawCast() */
} qmboxDrawKind;

/* Functions that draw a frame in world coordinates (options.draw).  They are called during the frame, and must change
   nothing of the world.  (examples/contact_events.c) */
typedef struct qmboxDraw {
  size_t size;                                                                          /* sizeof(qmboxDraw) */
  void (*line)(void *data, qmboxDrawKind kind, const dReal from[3], const dReal to[3]); /* may be 0 */
  void (*point)(void *data, qmboxDrawKind kind, const dReal at[3]);                     /* may be 0 */
  void *data;
  unsigned kinds;     /* the sum of 1 << kind; 0: all */
  dReal normalLength; /* of lines along normals; 0: 0.1 */
} qmboxDraw;

/* Draws a cast of a geom with its hits: the path of its centre and its outline, up to the first hit or to t1, and the
   points and normals of all hits.  Returns 1, or 0 for bad arguments. */
QMBOX_API int qmboxDrawCast(const qmboxDraw *draw, dGeomID geom, const qmboxCast *cast, const qmboxContact *hit,
                            int count);

/* ------------------------------------------------------------------ options and report */

/* How a frame is simulated.  Zero is the usual choice for all members except `size`, `nearCallback` and `contacts`. */
typedef struct qmboxSimulateOptions {
  size_t size; /* sizeof(qmboxSimulateOptions), by which later versions of the library recognise this struct */
  dNearCallback *nearCallback; /* the loop's own: makes contact joints for pairs that dCollide() finds in contact */
  void *nearData;
  dJointGroupID contacts;                         /* the group it makes them in; emptied after every part.  0: the
                                                     program empties it after each frame */
  int (*stepper)(dWorldID world, dReal stepsize); /* dWorldQuickStep (also if 0) or dWorldStep */
  int parts; /* number of equal parts of the frame, each with its own contacts; 0: 1.  More parts, better piles */
  qmboxContinuity continuity;
  int slices; /* stopped bodies go on in shorter steps, which begin at multiples of 1 / slices of a part; 0: 16, or up
                 to 64 if they go far for their thickness; 1: they wait for the rest of the part */
  int checks; /* budget of checks of their paths in a part; when it is used up they wait for the rest of the part; 0:
                 256, or 16 for each slice if there are more than 16 slices */
  int linkageParts; /* the most such steps in a part for bodies whose joints ODE's step has torn; 0: 16, or as slices
                       is set; 1: none */

  /* Callbacks; each may be 0, and its data comes first. */
  qmboxContinuity (*bodyContinuity)(void *data, dBodyID body); /* of one body, if not the world's */
  void *bodyContinuityData;
  int (*sensor)(void *data, dGeomID geom); /* returns 1 for sensors: see `sense` */
  void *sensorData;
  void (*stop)(void *data, const qmboxContact *contact); /* called for each pair stopped */
  void *stopData;
  void (*sense)(void *data, const qmboxContact *contact); /* called for each geom that begins to touch a sensor */
  void *senseData;
  void (*held)(void *data, dBodyID body, dReal lost); /* called for each body that lost time */
  void *heldData;
  void (*path)(void *data,
               const qmboxPathPiece *piece); /* called for each piece of the path of each body that has moved */
  void *pathData;

  qmboxContactLog *contactLog;   /* gets the contact events of the frame; may be 0 */
  const qmboxSettings *settings; /* settings that stay; may be 0 */
  const qmboxDraw *draw;         /* draws what the frame does; may be 0 */
  int mendSeams; /* 1: the contacts that nearCallback makes are mended by qmboxMendContacts(), with its usual slack */

  /* The rest is for QMBOX_CONTINUITY_EXACT. */
  int maxSubSteps; /* a part is cut into no more pieces than this at contacts; 0: 64 */
  dReal slop; /* length: depth up to which a pair in contact joints may turn before these are made again; 0: 0.003 of
                 the boxes' shortest side */
  dReal minAdvance;      /* time: no piece is shorter; 0: none is too short */
  const dBodyID *bodies; /* bodies of the world without a geom in the space and without a joint to one that has: see
                            qmboxWorldStepReport() about steps that are undone */
  int bodyCount;
  int slowStops; /* slow stops of a part after which a pair counts as bouncing; 0: 4 */
} qmboxSimulateOptions;

/* A report on a frame.  If `unguarded` is 0, nothing has passed through anything; else doc/faq.md has remedies. */
typedef struct qmboxSimulateReport {
  dReal advanced;     /* h; 0 if nothing was done, less than h if a step of ODE failed */
  unsigned unguarded; /* 0, or QMBOX_UNGUARDED_ bits: why the frame is no proof */
  int subSteps;       /* steps of ODE that were kept */
  int stops;          /* pairs that were stopped */
  int heldBodies;     /* bodies that lost time, counted once in each part */
  dReal lostTime;     /* sum of the time that they lost */
  dReal longestLost;  /* the most that one body lost in one part */
  int advisedParts;   /* options.parts for the next frame: one more if a body lost more than half of a part and parts
                         are fewer than 8, one less if none lost more than a quarter of one */
  int deepPairs;      /* pairs deeper than their allowance at the start */
  int unguardedPairs; /* pairs whose shapes or numbers the solver cannot take, and bodies on unknown paths */
  int refusedPairs;   /* pairs that would have been stopped, had the near callback made a joint for them */
  int jams;           /* pairs that a kinematic body has pressed together */
  /* of QMBOX_CONTINUITY_EXACT */
  int trials;       /* further steps, which were undone */
  int limited;      /* 1 if a part had as many pieces as allowed: the last of them was guarded only */
  dReal unchecked;  /* time in which a first contact may have been missed: only guarded */
  unsigned inexact; /* as in qmboxStep, of all pieces */
  unsigned assumed;
} qmboxSimulateReport;

/* Bits of qmboxSimulateReport.unguarded: reasons why a frame is no proof. */
enum {
  /* A pair was deeper than its allowance at the start: see deepPairs. */
  QMBOX_UNGUARDED_DEEP = 1,
  /* A pair that is not continuous came near each other: see unguardedPairs.  Or a body's position is not a number, or
     its turn in finite rotation mode is unknown, as a moved callback has changed its spin. */
  QMBOX_UNGUARDED_SHAPE = 2,
  /* No memory was left: all bodies are at their poses at the start of a part, or of a piece of an exact one.  Or none
     was left to find out whether a callback has destroyed bodies to which only joints lead: the frame ends there. */
  QMBOX_UNGUARDED_MEMORY = 4,
  /* A callback has made, moved, changed or destroyed a body or a geom: the frame ends there. */
  QMBOX_UNGUARDED_CALLBACK = 8,
  /* A kinematic body has pressed another body into something: see jams. */
  QMBOX_UNGUARDED_JAM = 16
};

/*
 * Simulates one frame of the usual loop,
 *
 *   dSpaceCollide(space, data, &near);  dWorldQuickStep(world, h);  dJointGroupEmpty(contacts);
 *
 * in options->parts equal parts, in which nothing passes through anything.  Returns report->advanced, which is h;
 * report may be null.  Returns 0, without a step, for bad arguments, or if the world is being stepped.
 *
 * A part in which no cores would meet and no joint is torn is ODE's own to the bit; in every other part, so are the
 * bodies that meet nothing, except those whose joints are torn ("Bodies that are stopped").
 *
 * Guarantee
 *
 * If report->unguarded is 0, no two cores have shared a point at any time of the frame, on the paths of the bodies:
 * from pose to pose along a straight line, and by the linear quaternion between the rotations, as ODE moves them (in
 * finite rotation mode by the exact turn).  The core of a geom is the geom less an allowance on every side.  d is its
 * thickness, the diameter of the largest ball in it; of a box its shortest side.
 *
 *   a geom that cannot move     (no dynamic body: static, kinematic, planes) is its own core
 *   a geom that can, against it the geom less d/4
 *   two that can move           each less an eighth of the thickness of the thinner one
 *   meshes that can move        against geoms that cannot move, and other meshes: scaled about the middle of their
 *                               bounds by up to a sixteenth less; against a convex geom that can move: as they are, and
 *                               the convex geom less a quarter of the thickness of the thinner one
 *
 * A mesh is scaled only if it is closed, wound outwards and of at most 4096 triangles; against convex geoms that cannot
 * move, only if its middle is also on the inner side of all triangles.  Against unscaled meshes, a plane or a convex
 * geom that cannot move is smaller: by a 64th of the mesh's longest side, and at most a quarter of its own thickness.
 *
 * Unions
 *
 * Geoms whose cores stay apart have not passed through each other, nor through the union of several: a ball of diameter
 * d/2 in the middle of each convex geom stays out of all geoms that cannot move.  So nothing gets through seams, edges
 * and corners of tiles, through cracks up to d/2 wide, or through the cross of two cracks up to 0.35 d wide.
 *
 * Between geoms that can move and are D thick, the cracks are up to d less half of the lesser of d and D, at least d/2,
 * and crossing ones up to 0.28 d.  For a mesh, half of d is the distance of the middle of its bounds from the nearest
 * plane of a triangle; a mesh whose middle is not on the inner side of all has no guarantee for unions.
 *
 * Behind walls
 *
 * A geom may sink into a wall thinner than its allowance, and protrude behind it.  It overlaps a geom that cannot move
 * by no more than 0.25 d (spheres, capsules, all faces), 0.36 d (rims of cylinders, edges of boxes), 0.44 d (corners of
 * boxes); the tip of a hull by d/4 divided by the sine of half its angle, the tip of a mesh by a sixteenth of its
 * distance from the middle.  Subtract the thickness of the wall.  Two that can move overlap by no more than 0.25 of the
 * thinner one's d at faces, 0.36 at corners and edges, and 0.125 more than half of the above at the tip of a hull.
 *
 * Not guarded
 *
 *   - Deep pairs (report->deepPairs): pairs in contact joints that are deeper than that at the start of a part, one of
 *     which moves in the other.  Against a geom that cannot move, such a body is kept from getting much deeper, without
 *     a guarantee; two bodies that can both move are left alone.
 *   - Jams (report->jams): a kinematic body does not wait.  If a body keeps it from moving for a quarter of a part, the
 *     two pass through each other until their cores are apart again; others of its linkage wait without it.  (With
 *     slices 1 it waits.)  If something hits it from behind as it recedes, it waits for the rest of that slice.
 *   - Pairs of shapes that the solver does not know, if they came near each other (report->unguardedPairs).
 *   - Pairs for which the near callback makes no contact joint: they may pass through each other, as in ODE.  It is
 *     called once more for a pair that is about to be stopped and has no contact joint yet, with the two where they
 *     touch, and where they go on to if ODE finds no contact there.
 *   - Geoms of one nested space that the near callback does not collide.  In a step in which two of them would be
 *     stopped, it is called with their space and an empty one, or a geom near that space, while only the two are
 *     enabled.
 *   - Bodies that a joint other than a contact connects.
 *   - Geoms that are not in the space, not enabled, or of which neither has a dynamic body; a sphere, box, capsule or
 *     cylinder with a size of 0, or below the least normal number.  ODE's spaces ignore geoms with a size of 0.  A
 *     message names each such geom once.
 *
 * Bodies that are stopped
 *
 * The two whose cores would meet first are put back to the poses at which they had just touched, with all bodies that
 * joints other than contacts connect to them.  A much faster body is put back alone if the two are then still in
 * contact.  All pairs of these bodies are checked again.
 *
 * They go on in shorter steps, which begin at multiples of 1 / options->slices of the part: nearCallback is called for
 * them again, and stepper steps them and the bodies in contact with them, while all other bodies of the world are
 * disabled.  These steps are checked as well, so the path of such a body has several pieces.  These steps correct
 * errors of joints and contacts no faster than a step of the part's length corrects an error of two allowances; a joint
 * that is off by more closes at the speed that closes it in the time of the part.  A body in finite rotation mode turns
 * by the linear quaternion.  If two bodies hit each other in such a step and one of them touches others, both may stop
 * where they touch and keep the velocities of the impact.  lostTime does not count that.
 *
 * Bodies that joints other than contacts connect make such steps from the beginning of the part on if ODE's step has
 * torn one of these joints: if the points that it holds together are apart by more than 0.5 % of the root mean square
 * of a coordinate of the smaller body's points.  options->linkageParts limits the number of these steps.
 *
 * A body waits for the rest of a slice if it is stopped in a step of a single slice.  It waits for the rest of the part
 * if options->checks are used up, if slices is 1, if contacts is 0, or if the space has nested spaces and it or one of
 * them is a quadtree.  No body waits longer than the part: time may be lost, a body never.
 *
 * Velocities of bodies that wait stay as ODE made them, so the contact joints of the next frame see the impact.
 * A pair in contact that would press its cores together gets an impulse by which the two part slowly where they would
 * meet.  If bodies wait at once (slices is 1 or contacts is 0),
 *
 *   - a body that its contacts have blocked completely loses half of its speed, with all bodies that other joints
 *     connect to it, unless it has hit one of them head on: so a wedged body comes to rest;
 *   - a spin is reduced if such an impulse has left it more energy than it would have in the rotation at the start.
 *
 * subSteps counts ODE's steps of the whole world.  Bodies that the program moves between frames do not sweep: see
 * qmboxBodyMoveTo().
 *
 * Callbacks
 *
 * All callbacks may change velocities, forces and joints, cast, enable and disable geoms, and change bits and which
 * bodies are kinematic.  Enabled geoms, and connections by joints, are read at the start of a part, the rest when the
 * guard comes to it.  They may step another world.  This function, qmboxWorldStep() and qmboxWorldStepReport() refuse
 * the world that is being stepped: they report so, return 0, and the frame goes on.
 *
 * stop, sense and held are called when a part is over and all bodies are in their final poses.  They may also create,
 * change and destroy anything, and are not called for objects that one of them has destroyed.  (ODE may reuse the
 * address of a destroyed object for a new one: the two are taken for the same.)
 *
 * nearCallback, bodyContinuity and sensor are called while the guard works.  They must not create, move or destroy
 * bodies or geoms of the space, change sizes, offsets, shape data, whose body a geom is on or (nearCallback) the finite
 * rotation mode, call dWorldStep(), or disable geoms of a quadtree space.  Nor must ODE's moved callbacks, except that
 * they may move anything.  If one has, dMessage() reports it, the frame ends there unguarded
 * (QMBOX_UNGUARDED_CALLBACK), and the function returns the time of the parts before; the report then counts stops and
 * held bodies up to ODE's last step, which is not undone.  Two changes are not noticed: of vertices in the arrays of a
 * trimesh, and of a user's geom other than of its reach and inner length.  An ODE with assertions ends the program
 * itself if nearCallback, called from within dSpaceCollide(), changes the locked space.
 *
 * A body without a geom in the space counts as destroyed if nearCallback or a moved callback removes, or disables, the
 * joints that alone lead to it: whether it still exists is then unknown.
 *
 * A callback should not be left by longjmp() or an exception.  The frame is then not guarded: bodies are where ODE's
 * step, or the query that called the callback, has put them; geoms that were disabled for a query about a nested space
 * may stay so; contact joints stay, and memory is lost.  The next frame of the world is as usual, but refused if it is
 * called from deeper in the stack than the abandoned one.  ODE itself does not recover from within dSpaceCollide() and
 * its step, which make the first calls of nearCallback and the calls of moved callbacks: its spaces stay locked.
 *
 * Exact
 *
 * QMBOX_CONTINUITY_EXACT cuts each part at every first contact of a pair that was apart, so the near callback sees the
 * contact when it happens and the contact joints act from then on; no time is lost to it.  Paths, inexact and assumed
 * are as in qmboxWorldStepReport().
 *
 * A pair stops the world when it overlaps by 1e-10 of its size, not when it touches: ODE's colliders find no contact
 * between boxes that are apart by a rounding error.  Pairs in contact belong to the contact joints; the world stops
 * again when such a pair gets deeper than the slop, or than twice its depth.  Guarded as above are pairs that bounce to
 * rest (slowStops), pairs deeper than 0.15 of their shortest side, and the rest of a part when maxSubSteps are used up.
 *
 * Forces accumulated before the call act over the whole of it; pieces damp, correct the errors of joints, and are
 * softened by cfm as pieces of the part.  If only some bodies are exact, the others' contacts do not stop the world.
 */
QMBOX_API dReal qmboxWorldSimulate(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options,
                                   qmboxSimulateReport *report);

#ifdef __cplusplus
}
#endif

#endif /* QMBOX_H */
