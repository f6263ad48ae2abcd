/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * qmbox.h: continuous collision for the Open Dynamics Engine.
 *
 * The loop.  Three lines of ODE's usual loop become one; near callback, contact group and geoms stay what they are:
 *
 *   dSpaceCollide(space, data, &near);              qmboxSimulateOptions options = {.size = sizeof options};
 *   dWorldQuickStep(world, h);                      options.nearCallback = &near;  options.nearData = data;
 *   dJointGroupEmpty(contacts);                     options.contacts = contacts;
 *                                                   qmboxWorldSimulate(world, space, h, &options, &report);
 *
 * ODE makes its own step; then a guard puts back what would have passed through something, to where the two had just
 * touched.  A frame in which nothing would have is ODE's own to the bit, in ordinary scenes at less than twice its
 * price.
 *
 * The report: unguarded is 0 if the frame is a proof that nothing has passed through anything; else its bits name what
 * could not be guarded.  lostTime is the time that bodies had to wait for the next frame: if it is large, the frame is
 * too long for their speed or their thickness, and a heap of cards settles slowly.
 * options.parts cuts it; options.parts = report.advisedParts after each frame cuts it as finely as it takes
 * (examples/heap_of_cards.c).  A bullet that waits where it has touched bounces in the next frame.
 *
 * The modes (options.continuity, or for one body options.bodyContinuity): OFF is ODE alone, GUARDED the above and the
 * default, EXACT stops the world at every first contact, for those who measure or play billiards.
 *
 * Besides: sensors (options.sensor), casts of a geom or a body (qmboxSpaceCast, qmboxSpaceCastBody), moving platforms
 * (qmboxBodyMoveTo), the first contact of two geoms (qmboxFirstContact) and of a space (qmboxSpaceFirstContact), single
 * exact steps (qmboxWorldStep), and a geom class with a motion of its own, the qmbox.  examples/shooting_range.c uses
 * the first three.
 *
 * Conventions
 *   lengths     the world's own units
 *   time        in the units of the world's step; 0 is now, the poses and velocities that ODE holds
 *   normals     unit, world coordinates, pointing into g1, as in dContactGeom: moving g1 along it ends the contact
 *   quaternions (w, x, y, z), as in ODE
 *   matrices    dMatrix3, rows of four
 *   intervals   closed; touching counts as contact
 *
 * Shapes: boxes, qmboxes, spheres, capsules, cylinders, convex hulls, planes, trimeshes and heightfields are continuous
 * with each other, and geoms of a program's own class that has set its support function (qmboxSetSupport()); also with
 * an offset, or held by ODE's geom transforms.  Other classes are collided by ODE alone, and reports say when such a
 * pair came near each other.  Boxes meet boxes and planes exactly; all other pairs meet as bms_shapes.h has it:
 * certified not late, enclosed less closely.
 *
 * A trimesh and a heightfield are their triangles, not what is behind or below them; ODE keeps a trimesh's vertices
 * in single precision, and these are taken.  A heightfield and a convex hull are read from ODE's own structures: in an
 * ODE that lays these out in another way they are not continuous.
 *
 * Errors: a bad argument (null, wrong class, not a number, negative length, h <= 0 ...) is reported through
 * dMessage() with the name of the function and the reason, and the function returns what its comment says for that
 * case.  Nothing here calls dDebug() or dError(), which end the program.  As with ODE itself, dInitODE() comes first,
 * and a geom that has been destroyed is not recognised as such.
 *
 * Threads: as ODE's own colliders.  The only static state is the number of the geom class, whether heightfields, convex
 * hulls, meshes, contacts and the lists of joints are readable, what has been found out about convex hulls and meshes,
 * trees of moving ones among it (64 MiB at most), memory for the next frame (32 MiB at most), what qmboxSetSupport()
 * has set, and which of that has been warned of; first use is thread-safe.  Of worlds that are stepped on several
 * threads at once each needs a threading implementation of its own, as in plain ODE (doc/worlds.md).
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
 * The number of the qmbox geom class; registers the class at the first call, and again after dCloseODE() and
 * dInitODE().  Returns -1 if ODE has no room for the class: it has dMaxUserClasses (4) in all, for everybody in the
 * process.
 */
QMBOX_API int qmboxClassNumber(void);

/*
 * A box with these side lengths at the origin of its frame, in `space` or, if that is 0, in none.  All of ODE's geom
 * functions apply to it: position, rotation, body, offsets, data, category and collide bits, dGeomDestroy().  Returns
 * 0 if a length is negative or not finite, or if the class cannot be registered.
 */
QMBOX_API dGeomID qmboxCreate(dSpaceID space, dReal lx, dReal ly, dReal lz);

/* 1 if the geom is a qmbox, 0 if it is of another class or null. */
QMBOX_API int qmboxIsQmbox(dGeomID geom);

/* The side lengths, as dGeomBoxSetLengths() and dGeomBoxGetLengths().  A motion stays, and sweeps the box of the
   new size.  Bad lengths leave the geom as it is; for a geom that is not a qmbox the result is all zero. */
QMBOX_API void qmboxSetLengths(dGeomID geom, dReal lx, dReal ly, dReal lz);
QMBOX_API void qmboxGetLengths(dGeomID geom, dVector3 result);

/* How deep a point in world coordinates lies in the box at its present pose, as dGeomBoxPointDepth(): the distance
   to the nearest side inside, negative outside (how far, depends on ODE's version).  For a geom that is not a
   qmbox, 0. */
QMBOX_API dReal qmboxPointDepth(dGeomID geom, dReal x, dReal y, dReal z);

/* ------------------------------------------------------------------ shapes of a program's own */

/*
 * Tells the library what it has to know of the geoms of a class that a program has made with dCreateGeomClass(), for
 * them to be guarded, cast, and met by exact steps like all others.  They are convex; their colliders stay the
 * program's own.
 *
 * Directions and points are those of the geom's own frame.  The functions may be called at any time and from any thread
 * that steps a world, and must not change anything.
 *
 * Before a geom is guarded, the library asks them along the axes of the frame: where a point is not finite, beyond the
 * reach or on the wrong side, or the inner length more than half a width, the geom is not continuous, reports say so
 * (QMBOX_UNGUARDED_SHAPE, QMBOX_INEXACT_SHAPE), and dMessage() the first time.  A point beyond the reach, or not
 * finite, that comes later is taken to be at the reach: the geom is met early then, never late.
 * doc/own-geom-class.md has an example.
 */
typedef struct qmboxSupport {
  size_t size; /* sizeof(qmboxSupport) */
  /* Writes the point of the geom that is farthest along a direction, which is of any length but zero: right to a few
     roundings of `reach`. */
  void (*farthest)(dGeomID geom, const double direction[3], double point[3]);
  /* Returns the distance from the origin of the frame beyond which there is no point of the geom. */
  double (*reach)(dGeomID geom);
  /* Returns how deep inside of the geom the core lies to which it can shrink: every point of the core is at least that
     far from the surface.  (The guard keeps cores from meeting, which are the geoms less a part on every side.)  The
     core is the origin of the frame or, for what is much longer than it is thick, whatever coreFarthest describes in
     the same way.  Null: the geom is its own core, and is stopped where it touches. */
  double (*inner)(dGeomID geom);
  void (*coreFarthest)(dGeomID geom, const double direction[3], double point[3]); /* may be null */
} qmboxSupport;

/*
 * Sets the support functions of a geom class, the number that dCreateGeomClass() has returned; null takes them back.
 * *support is not copied and has to last.  It is to be set again after dCloseODE() and dInitODE(), as the number may be
 * another's then.  Returns 1, or 0 for bad arguments.
 */
QMBOX_API int qmboxSetSupport(int geomClass, const qmboxSupport *support);

/* ------------------------------------------------------------------ motions */

/*
 * Tells what in a body's next step cannot be known beforehand: 0, or several of these.  A body is known exactly if it
 * is free: gravity, forces, damping, a limit of its angular speed and being kinematic are all taken into account.  The
 * first contact of two geoms (qmboxFirstContact() and others) is then that of a free body, and inexact; the steps of
 * the world below look at what ODE has done and check that.
 */
enum {
  QMBOX_INEXACT_JOINT = 1,           /* an enabled joint holds it, contact joints among them */
  QMBOX_INEXACT_TORQUE = 2,          /* a torque acts: its angular velocity depends on the length of the step */
  QMBOX_INEXACT_GYROSCOPIC = 4,      /* it precesses: gyroscopic mode, and its spin is not about a principal axis */
  QMBOX_INEXACT_FINITE_ROTATION = 8, /* it spins in finite rotation mode: its quaternion is not linear in time */
  QMBOX_INEXACT_SHAPE = 16,          /* a shape may be met that is not continuous with the other: see below */
  QMBOX_INEXACT_NUMBERS = 32,        /* numbers that the solver cannot take, NaN or too large */
  QMBOX_INEXACT_UNRESOLVED = 64,     /* the solver could not tell closely enough when, or whether, a pair meets */
  QMBOX_INEXACT_PATH = 128           /* after the step a body was elsewhere: a moved callback moved it, perhaps */
};

/* The above of one body, 0 for a disabled or null one: the bits from JOINT to FINITE_ROTATION. */
QMBOX_API unsigned qmboxBodyInexact(dBodyID body);

/*
 * Gives the geom a motion of its own on the closed interval [t0, t1], which replaces its pose wherever first contacts
 * are computed: a point x of the geom's frame, in which the box is centred, stands where motion puts it at t.  The AABB
 * becomes that of the sweep, and the geom is marked as moved.  The geom's position and rotation are not touched: shapes
 * that are collided discretely meet the box at its present pose, so that a motion should start there.
 * A motion with another origin than 0 is shifted to 0, in doubles: its times are those of the step.
 * Returns 1, or 0 and leaves the geom alone if the motion is not valid on the interval (see bms_reason).
 * Not to be called while the geom's space is locked, that is, from a near callback; likewise the next two.
 */
QMBOX_API int qmboxSetMotion(dGeomID geom, const bms_motion *motion, dReal t0, dReal t1);

/*
 * Sets the motion on [0, h] to that which ODE would give the geom's body if dWorldStep() were called with any t <= h
 * now: the position x + t (v + t f / m), gravity included, and the quaternion q + t/2 w q, normalised.  An offset of
 * the geom from the body is followed exactly.  A geom without a body, or whose body is disabled, stands still.  It is
 * a snapshot: call it again after a step or after a change of velocity or force.  Returns 1, or 0 for bad arguments.
 * Where qmboxBodyInexact() is not 0 the motion is that of a free body all the same.
 */
QMBOX_API int qmboxSetMotionFromBody(dGeomID geom, dReal h);

/* Takes the motion away: the geom is an ordinary box again. */
QMBOX_API void qmboxClearMotion(dGeomID geom);

/* Returns 1 and the motion with its interval, or 0 if the geom has none.  Null pointers are passed over. */
QMBOX_API int qmboxGetMotion(dGeomID geom, bms_motion *motion, dReal *t0, dReal *t1);

/* ------------------------------------------------------------------ first contact */

/*
 * The first contact of two geoms.
 *
 * status, time and the enclosure [timeLower, timeUpper] are those of bms_contact.  The rest is meaningful for
 * BMS_CONTACT, BMS_TOUCHING and BMS_OVERLAPPING.
 */
typedef struct qmboxContact {
  bms_status status;
  unsigned inexact; /* what of the two paths is not exact: QMBOX_INEXACT_ bits */
  dGeomID g1, g2;
  double time;      /* the first contact */
  double timeLower; /* certified apart from the start of the interval to here */
  double timeUpper;
  bms_pair pair;       /* the feature of g1 (in a) and that of g2 (in b) that meet; a plane is the face X'.
                          BMS_PAIR_NONE where not both are boxes or planes */
  dReal normal[3];     /* unit, into g1; 0 where none is known: of two that overlap and are not both boxes or planes */
  dReal approachSpeed; /* length per time at which the gap closes; negative where the boxes part */
  int pointCount;
  dReal point[BMS_MAX_POINTS][3]; /* the contact patch at `time`, world coordinates */
  int side[2]; /* the triangle of g1 and of g2 that meets: its number in a trimesh; in a heightfield twice the number of
                  its cell, counted along x and then z, and 1 more for the triangle at greater x and z; -1: no mesh */
} qmboxContact;

/*
 * The first contact on [0, h] of two geoms that are continuous with each other (see the top of this file).
 *
 * A qmbox with a motion follows it, where it is defined: the interval searched is what [0, h] and the intervals of
 * the motions have in common.  Any other geom moves as its body would in a step of ODE (qmboxSetMotionFromBody()), and
 * stands still without a body.  Returns contact->status: BMS_INVALID for bad arguments, for two geoms on one body, or
 * if the intervals have nothing in common.
 */
QMBOX_API bms_status qmboxFirstContact(dGeomID o1, dGeomID o2, dReal h, qmboxContact *contact);

/*
 * dCollide(), with the time.  Two geoms that are continuous with each other, one of them a qmbox with a motion:
 * contacts at the first contact of the motions' common interval (a geom without a motion of its own moves as its body
 * would, t >= 0), all with depth 0, the outermost points first; if they overlap at the start, the contacts that ODE's
 * box has there.  Any other pair: what dCollide() returns, and a time of 0.  dCollide() itself gives the same
 * contacts for such pairs, so that an ordinary near callback finds contacts that are still to come.  Returns the
 * number of contacts; time may be null, and is not written where there is none.
 */
QMBOX_API int qmboxCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip, double *time);

/* For qmboxSpaceFirstContact(): leave out the pairs that touch or overlap at the start. */
#define QMBOX_APART 1

/*
 * The earliest first contact on [0, h] of all pairs in a space and the spaces nested in it, each pair once; geoms
 * move as in qmboxFirstContact().  Only pairs in which something moves count, and of these the pairs that
 * dSpaceCollide() would report: enabled geoms of different bodies whose category and collide bits match.  (Bits of
 * nested spaces are asked only where one of the pair stands still.)  Every type of space works.  flags: 0 or
 * QMBOX_APART.  contact->inexact covers all that was looked at, not only the pair that meets first.  Returns
 * contact->status: BMS_SEPARATED if nothing meets, BMS_INVALID for bad arguments or want of memory.
 */
QMBOX_API bms_status qmboxSpaceFirstContact(dSpaceID space, dReal h, int flags, qmboxContact *contact);

/* ------------------------------------------------------------------ casts and platforms */

/* A query of a cast: what is cast, and what it may hit.  Zero is the usual choice for all but the interval. */
typedef struct qmboxCast {
  double t0, t1;            /* the closed interval; a body's next step begins at 0 */
  const bms_motion *motion; /* rigid; where it takes the geom's own frame; 0: the next step of the geom's body */
  int (*filter)(void *data, dGeomID geom); /* returns 0 for geoms that are passed through; may be 0.  It must leave the
                                              space, and what is cast, as they are */
  void *filterData;
  int *unsure;       /* set to 1 if the solver could not take, or not decide, some pair that came near; may be 0 */
  int approaching;   /* 1: hits only if the motion goes deeper: see below */
  double slack;      /* length, for `approaching`: no deeper than this is not into; 0: 1e-5 of the caster's size */
  double distance;   /* length: a hit is when the distance has come down to this; 0: contact */
  int moving;        /* 1: targets move as in qmboxFirstContact(); 0: it stands still */
  int everyTriangle; /* 1: each triangle of a mesh or heightfield that is hit is a hit, with its number in `side` */
} qmboxCast;

/*
 * Finds what a geom would hit in the space if it went its way and everything else stood still: any geom but a plane, in
 * the space or not.  It moves and changes nothing, makes no joints and calls no near callback.  Writes the first
 * `capacity` hits in the order of their times, and returns the number of all; with a capacity of 1, the first.  g1 of
 * a hit is the geom that is cast; status and time are those of its first contact.  Own geom, geoms of the same body,
 * rays, and geoms whose category and collide bits do not match are passed over.  Returns -1 for bad arguments.
 *
 * A geom that touches or overlaps at t0 is a hit at t0, whatever the motion: with `approaching` it is one only if the
 * motion leads deeper into it, by more than the slack.  Before the time of a hit, and without one in all of [t0, t1],
 * the geom is no deeper in the other than at t0, and than the slack; of a mesh counts the triangle that it is deepest
 * in.  So a box that stands on a floor, as deep as contacts leave it, and goes along it hits the wall, and not the
 * floor, nor the seams between its triangles, even if floor and wall are one mesh; a contact that parts and comes back
 * is a hit when it does.  Contacts no deeper than the slack are passed over too.  A hit at t0
 * has its normal and point here.  Seams between geoms that the other rests in deeper than the slack are hits:
 * floors of several geoms want a slack as large as that.
 *
 * With `distance` as well the depths count from there: a geom that is nearer than it at t0 hits what it comes nearer
 * to.  With `distance`, and from contact with `approaching`, boxes and planes meet as bms_shapes.h has it, not exactly.
 * With `moving` the bounds of all bodies' next steps are compared, and hit->inexact has what of them is not known.
 *
 * ODE's spaces go by AABBs that are wrong where a hull has been changed or a heightfield is turned; so a cast looks at
 * each geom of the space, whatever its kind.  ODE does so itself but in quadtrees, and where spaces hold others; of
 * 10,000 boxes it takes 0.2 ms, in a quadtree 0.7.
 */
QMBOX_API int qmboxSpaceCast(dSpaceID space, dGeomID geom, const qmboxCast *cast, qmboxContact *hit, int capacity);

/*
 * Finds what a body would hit: qmboxSpaceCast() with all of its enabled geoms, as they are on it.  cast->motion takes
 * the body's frame, and g1 of a hit is the geom of the body that hits.  Two geoms that hit the same are two hits.  A
 * body with a geom that cannot be cast is a bad argument.
 */
QMBOX_API int qmboxSpaceCastBody(dSpaceID space, dBodyID body, const qmboxCast *cast, qmboxContact *hit, int capacity);

/* How deep two geoms overlap, where they are now. */
typedef struct qmboxOverlap {
  dGeomID g1, g2;
  double depth;       /* certified: g1 moved along the normal by this, or more, has no point in the inside of g2 */
  double least;       /* certified: no move by less parts the two; of a mesh: parts it from the triangle */
  double normal[3];   /* unit, into g1: the shortest way out for it, as far as known */
  double point[2][3]; /* of g1 and of g2: the ones that are deepest in the other along the normal */
  int side[2];        /* as in qmboxContact; of a mesh the triangle that is deepest */
} qmboxOverlap;

/*
 * Finds all geoms of a space that overlap a geom at its present pose, the deepest first: any geom but a plane, in the
 * space or not; a box without a space finds what overlaps a box.  Writes the first `capacity` of them and returns the
 * number of all.  g1 is the geom.  Depth and bounds are those of bms_convex_overlap_at().  It passes over the same geoms as
 * qmboxSpaceCast(), and filter returns 0 for more; it may be 0.  Touching is none.  A mesh
 * is its triangles: a geom inside of it that meets none does not overlap.  Returns -1 for bad arguments.
 */
QMBOX_API int qmboxSpaceOverlaps(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom),
                                 void *filterData, qmboxOverlap *overlap, int capacity);

/*
 * Finds a way out of all overlaps, for what is put into a world and for characters: the move of a geom's position
 * after which it overlaps nothing in the space, by steps along the normal of the deepest overlap, of which `steps` are
 * made at most; 0: 32.  It is the shortest for one overlap, and near to that for few.  Returns 1 and the move; 0 if the
 * geom still overlaps something after the last step, with the move so far; -1 and nothing for bad arguments.
 */
QMBOX_API int qmboxSpaceWayOut(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom), void *filterData,
                               int steps, double move[3]);

/*
 * Mends the contacts of a geom that slides over flush tiles or triangles, for near callbacks: call it right after
 * dCollide(), with its geoms and contacts.  `space` has the tiles.  ODE collides each tile as if it were alone: at a
 * seam it may find the side or the edge of the next one, and its contact stops or throws what slides.  Such contacts
 * get the normal of the surface that goes on there, and the depth along it.  (examples/seams.c)
 *
 * A contact is mended if one geom has a dynamic body and the other none, or a kinematic one; if it is on a face of a
 * neighbour, a geom of that kind other than its own, or a triangle of the same mesh; and if what it is of, the geom or
 * the triangle, stands out above the plane of that face by no more than `slack`, a length; 0: 1e-4 of the least side of
 * the slider's AABB.  All others stay as they are: at steps, walls, ramps that rise, and where a floor ends.
 *
 * Neighbours are boxes, qmboxes, planes, convex hulls of up to 128 planes, trimeshes and heightfields, enabled, with
 * bits that match those of the slider; they stand still, or move alike.  Contacts of the slider with tiles that are
 * flush but lean to each other so that they form a trough are not mended.  It looks at all geoms of the space, for
 * contacts near the edges of what they are of only.
 * Returns `count`; for bad arguments, too, and then changes nothing.
 */
QMBOX_API int qmboxMendContacts(dSpaceID space, dGeomID o1, dGeomID o2, double slack, dContactGeom *contact, int count,
                                int skip);

/*
 * Gives a body the velocities by which `parts` equal steps, together of length h, take it to this pose: for platforms,
 * doors and whatever a program moves by itself.  Make the body kinematic (dBodySetKinematic()), and call this before
 * each frame in place of dBodySetPosition() and dBodySetQuaternion(): what stands on it is carried along, and what
 * stands in the way is pushed, not skipped.  `parts` is that of qmboxSimulateOptions; 0: 1.  A turn goes the shorter
 * way; per part it must be less than half a turn.  The nearer it comes to that, the faster the turn begins, without
 * bound, and it strikes as hard: a platform that the guard has held up has farther to turn next time.  Returns 1, or 0
 * and leaves the body alone for bad arguments.
 */
QMBOX_API int qmboxBodyMoveTo(dBodyID body, const dReal position[3], const dReal quaternion[4], dReal h, int parts);

/* ------------------------------------------------------------------ the world */

/* A report on a step of the world. */
typedef struct qmboxStep {
  dReal advanced;       /* the time that the world has advanced, 0 if the step failed */
  int stopped;          /* 1 if it stopped at a first contact before the end */
  unsigned inexact;     /* 0: nothing that was apart has passed into or through another.  Else why that is not sure */
  unsigned assumed;     /* what is known of the bodies' paths only by where they started and ended: see below */
  qmboxContact contact; /* the contact that it stopped at, if stopped; its time counts from the start of the step */
  dReal gap;            /* of that pair, at the poses after the step; positive when apart */
} qmboxStep;

/*
 * Advances the world by dWorldStep(), by at most h, and stops at the first contact of two geoms of the space that are
 * continuous with each other and were apart.  Returns the time advanced: h if nothing met.  (With joints it may also
 * end early, step->stopped 0, where no length of the step leads just to a contact.)
 *
 * Guarantee: if step->inexact is 0, no pair that was apart at the start has met on the way or overlaps after the step,
 * and the pair at which it stopped is at its contact: to within 1e-12 of its size if step->assumed is 0 and it is a box
 * with a box or plane, else to within 1e-9 (in single precision: a few thousand units in the last place).  "Size" is
 * the largest coordinate that the two boxes' sweep reaches, their distance to the origin included.
 *
 * The path of a body is the one that ODE would put it on if the step were shorter: x + t (v + t a) and q + t/2 w q,
 * where all bodies are free (qmboxBodyInexact()); then the contact is known beforehand and the world steps once.
 * Otherwise the step is tried, checked, and if something met taken back and tried again with a length nearer to the
 * contact, usually once.  Joints, torques and precession make the path of a step depend on its length.  What is checked
 * for such a body is a path from where it started to where the step has put it:
 *
 *   held by a joint      the straight line between the two positions; the quaternion linear between the two rotations
 *   torque, precession   the exact position x + t (v + t a); the quaternion linear between the two rotations
 *   finite rotation      the exact position and the exact turn, at constant angular velocity; contacts are found at
 *                        most 1e-11 of the box's size too early
 *   moved by a callback  the quadratic that starts with its velocity and ends where it is, and the linear quaternion
 *                        (QMBOX_INEXACT_PATH, where it is noticed: else the body is free, or in finite rotation mode)
 *
 * and step->assumed has the bits of qmboxBodyInexact().  step->inexact has only QMBOX_INEXACT_SHAPE, _NUMBERS and
 * _UNRESOLVED.
 *
 * A trimesh with a trimesh, a heightfield or a plane does not stop the step: neither of the two can be made larger and
 * smaller, as the search for its length asks (QMBOX_INEXACT_SHAPE).  qmboxWorldSimulate() guards such pairs.
 *
 * Pairs that touch or overlap at the start, to within a tenth of those 1e-12 or 1e-9, are left to contact joints:
 * stepping again without doing anything about the contact passes through it.  So a step never has length zero.
 *
 * dWorldStep() moves the bodies, nothing else: forces are zeroed and moved callbacks run, for tries too.  A step that
 * stops at a part of h damps, and corrects the errors of joints, by its part only.  Motions set with qmboxSetMotion()
 * play no part; geoms on bodies of other worlds stand still.  A step can only be taken back for bodies that are known:
 * those that have a geom in the space (in a quadtree, one that is enabled), or that joints lead to from there.  Others
 * go as far as all tries together.
 *
 * qmboxWorldStep() is the same without the report.  Both return 0, without a step, for bad arguments, want of memory,
 * or if a call of this library is stepping the world, from whose callback they are called.
 */
QMBOX_API dReal qmboxWorldStepReport(dWorldID world, dSpaceID space, dReal h, qmboxStep *step);
QMBOX_API dReal qmboxWorldStep(dWorldID world, dSpaceID space, dReal h);

/* ------------------------------------------------------------------ the usual loop */

/* How much is done against bodies passing through each other. */
typedef enum qmboxContinuity {
  QMBOX_CONTINUITY_DEFAULT, /* the world's, or GUARDED where the world has none */
  QMBOX_CONTINUITY_OFF,     /* nothing: ODE's own step */
  QMBOX_CONTINUITY_GUARDED, /* ODE's own step, after which no two cores have met */
  QMBOX_CONTINUITY_EXACT    /* the world stops at every first contact, and is guarded as well */
} qmboxContinuity;

/* A piece of a body's path.  From `from` on the body goes straight from position[0], and turns by the linear quaternion
   from quaternion[0], towards where it would be after `length`, in position[1] and quaternion[1]; from `until` on it
   stays where it is then.  Times count from the start of the frame, in s. */
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
 * The program makes a log for a world and its space, passes it to each frame as options.contactLog, and reads the
 * events of a frame after the call.  (examples/contact_events.c)
 *
 * Two geoms touch in a frame if the near callback has made an enabled contact joint for them in it, in any of its parts
 * and slices, or if they were stopped in it.  A sensor (options.sensor) touches a geom in a frame if the two overlap at
 * the beginning of a part, or meet in it.
 *
 *   in each frame in which they touch   one event: BEGINS in the first, PERSISTS in all others
 *   in the first in which they do not   one ENDS
 *
 * Sleep: two geoms neither of whose bodies is enabled still touch, whether or not the near callback makes a joint for
 * them, until their AABBs are apart.
 *
 * Destruction: a geom that is no longer in the space, or no longer enabled, ends its contacts in the next part.  ODE
 * puts new geoms to the addresses of old ones: a geom counts as another one if its class, body, data or space are
 * others, if it is farther from where it was after the last frame than its AABB is wide, or if since then its body has
 * been moved and woken or, if it is dynamic, moved and given other velocities by the program.  A program that makes a
 * geom just where it has destroyed one calls qmboxContactLogForget() for the old one.
 *
 * A log needs an ODE that keeps the contacts of contact joints as 0.16 does; in another there are events of stops and
 * sensors only.
 */
typedef struct qmboxContactLog qmboxContactLog;

typedef enum qmboxContactEventKind {
  QMBOX_CONTACT_BEGINS,
  QMBOX_CONTACT_PERSISTS,
  QMBOX_CONTACT_ENDS,
  QMBOX_CONTACT_JAM /* a kinematic body presses g2 against another geom (report.jams), and overlaps it */
} qmboxContactEventKind;

/* An event of a frame.  Callbacks that came after it, and the program since, may have destroyed the geoms. */
typedef struct qmboxContactEvent {
  qmboxContactEventKind kind;
  dGeomID g1, g2;  /* of a jam g1 is on the kinematic body */
  dGeomID against; /* of a jam what g2 is pressed against, if it is known; else null */
  unsigned gone;   /* of ENDS: 1 if g1, 2 if g2 is no longer enabled in the space: perhaps it has been destroyed */
  int sensor;      /* 1 if one of the two is a sensor */
  /* Time in the frame.  BEGINS: the first contact, if the two were stopped or one is a sensor; else the beginning of
     the part or slice in which the near callback made the joint.  ENDS: the beginning of the frame, or of a part if
     one is gone.  JAM: from when on the two may overlap.  PERSISTS: 0. */
  dReal time;
  /* Sum of the impulses, in world coordinates, that the contact joints of the two gave the body of g1 in this frame;
     the body of g2 got the opposite.  0 unless the log measures impulses.  Pushes of the guard are not in it. */
  dReal impulse[3];
  int points; /* contact joints of the two when they were made last; the rest is of the deepest of them ... */
  dReal point[3], normal[3]; /* ... or, of stops and sensors, of the first contact; the normal points into g1 */
  dReal depth;
} qmboxContactEvent;

/* Returns a new log, null for want of memory. */
QMBOX_API qmboxContactLog *qmboxContactLogCreate(void);

/* Destroys a log; null is passed over.  Not to be called in a frame. */
QMBOX_API void qmboxContactLogDestroy(qmboxContactLog *log);

/* Lets a log measure impulses from the next frame on, or no longer: by dJointSetFeedback(), which changes the last bits
   of dWorldStep() (not of dWorldQuickStep()).  A feedback that the program has set gets its numbers as ever.  Impulses
   are dearer than all other events together (doc/worlds.md): a new log does not measure them. */
QMBOX_API void qmboxContactLogMeasure(qmboxContactLog *log, int impulses);

/* Returns the events of the last frame, of each pair in the order of time, and their number; they last until the next
   frame.  The number is -1 if no memory was left for all: some contacts are missing then. */
QMBOX_API const qmboxContactEvent *qmboxContactLogEvents(const qmboxContactLog *log, int *count);

/* Notes that a geom is about to be destroyed, or has been: its contacts end in the next frame.  Returns how many. */
QMBOX_API int qmboxContactLogForget(qmboxContactLog *log, dGeomID geom);

/* ------------------------------------------------------------------ settings that stay */

/*
 * Settings of a world, its bodies and geoms that stay from frame to frame: the program makes them once and passes them
 * to each frame as options.settings.  (examples/contact_events.c)  What options say goes before them:
 * options.continuity unless it is DEFAULT, options.checks unless it is 0, and what options.bodyContinuity returns
 * unless that is DEFAULT.  They must not be changed by callbacks that a frame calls while it is under way.
 *
 * Bodies and geoms are known by their addresses.  A setting stays until it is taken back, or forgotten: forget a body
 * before dBodyDestroy(), a geom before dGeomDestroy(), as ODE may put another one at its address.
 *
 * Functions that set return 1, or 0 for bad arguments, or if no memory is left; then nothing has changed.
 */
typedef struct qmboxSettings qmboxSettings;

/* Returns new settings, in which everything is as without them; null for want of memory. */
QMBOX_API qmboxSettings *qmboxSettingsCreate(void);

/* Destroys settings; null is passed over. */
QMBOX_API void qmboxSettingsDestroy(qmboxSettings *settings);

/* Sets the continuity of a body, or of the world (body null).  DEFAULT takes it back. */
QMBOX_API int qmboxSettingsSetContinuity(qmboxSettings *settings, dBodyID body, qmboxContinuity continuity);

/*
 * Sets the speed, in lengths per time, below which a body is not guarded; of all bodies without one of their own: body
 * null.  0, the usual one: all are guarded.  A body is slow in a step of ODE if none of its points goes as far in it as
 * that speed would take it.  Two of which each is slow or stands still are not kept apart in that step, by the guard;
 * nothing is promised of them, and reports do not mention them.  A slow body is guarded against fast ones, and sensors
 * sense it.  Bodies whose continuity is EXACT are stopped at contacts whatever their speed.
 */
QMBOX_API int qmboxSettingsSetLeastSpeed(qmboxSettings *settings, dBodyID body, dReal speed);

/*
 * Sets the most, a length > 0, by which two geoms are smaller together for the guard than they are, or a geom and any
 * other (other null); dInfinity takes it back.  The least of what is set for the two, for each alone, and the usual
 * allowance counts (see the guarantee of qmboxWorldSimulate(), which stays true: cores are only ever larger).  So a
 * geom is in the other by no more than this where faces meet, 1.42 times where rims and edges do, 1.75 times where a
 * corner of a box does.  A pair that is deeper at the start counts in report.deepPairs, and is kept by its usual
 * cores.  Allowances that are less than ODE's contacts sink in let bodies wait.  Two moving meshes without cores have
 * none.
 */
QMBOX_API int qmboxSettingsSetAllowance(qmboxSettings *settings, dGeomID geom, dGeomID other, dReal length);

/* Sets the budget of options.checks; 0: the usual one. */
QMBOX_API int qmboxSettingsSetChecks(qmboxSettings *settings, int checks);

/* Forget all that is set for a body, or for a geom with others, and return how many settings that were. */
QMBOX_API int qmboxSettingsForgetBody(qmboxSettings *settings, dBodyID body);
QMBOX_API int qmboxSettingsForgetGeom(qmboxSettings *settings, dGeomID geom);

/* ------------------------------------------------------------------ debug drawing */

typedef enum qmboxDrawKind {
  QMBOX_DRAW_CORE,    /* of each convex geom, against what cannot move, where it is after the frame: lines */
  QMBOX_DRAW_STOP,    /* first contacts of pairs that were stopped: points, and lines along the normals */
  QMBOX_DRAW_SENSOR,  /* first contacts with sensors, likewise */
  QMBOX_DRAW_CONTACT, /* contact joints as the near callback made them for a part, likewise */
  QMBOX_DRAW_ISLAND,  /* lines between the positions of two dynamic bodies that a joint connects: ODE's islands */
  QMBOX_DRAW_CAST     /* qmboxDrawCast() */
} qmboxDrawKind;

/* Functions that draw, in world coordinates, what a frame has done (options.draw).  They are called while the frame is
   under way, and must change nothing of the world.  (examples/contact_events.c) */
typedef struct qmboxDraw {
  size_t size;                                                                          /* sizeof(qmboxDraw) */
  void (*line)(void *data, qmboxDrawKind kind, const dReal from[3], const dReal to[3]); /* may be 0 */
  void (*point)(void *data, qmboxDrawKind kind, const dReal at[3]);                     /* may be 0 */
  void *data;
  unsigned kinds;     /* the sum of 1 << kind; 0: all */
  dReal normalLength; /* of lines along normals; 0: 0.1 */
} qmboxDraw;

/* Draws a cast of a geom with the hits that were found: the way of its centre and its outline, up to the first hit or
   to t1, and the points and normals of all.  Returns 1, or 0 for bad arguments. */
QMBOX_API int qmboxDrawCast(const qmboxDraw *draw, dGeomID geom, const qmboxCast *cast, const qmboxContact *hit,
                            int count);

/* ------------------------------------------------------------------ options and report */

/* How a frame is simulated.  Zero is the usual choice for all members but `size`, `nearCallback` and
   `contacts`. */
typedef struct qmboxSimulateOptions {
  size_t size; /* sizeof(qmboxSimulateOptions): tells which version of this struct the program was compiled with */
  dNearCallback *nearCallback; /* the loop's own: makes contact joints for pairs that dCollide() finds in contact */
  void *nearData;
  dJointGroupID contacts;                         /* the group it makes them in; emptied after every part.  0: the
                                                     program empties it itself */
  int (*stepper)(dWorldID world, dReal stepsize); /* dWorldQuickStep (also if 0) or dWorldStep */
  int parts; /* the frame is cut into so many equal parts, each with its own contacts; 0: 1.  More parts, better piles
              */
  qmboxContinuity continuity;
  int slices; /* bodies that are stopped go on in shorter steps, which begin at multiples of 1 / slices of a part; 0:
                 16; 1: they wait for the rest of the part */
  int checks; /* budget: their paths are checked at most so often in a part, then they wait for the rest of it; 0:
                256 */

  /* Callbacks; each may be 0, and its data comes first. */
  qmboxContinuity (*bodyContinuity)(void *data, dBodyID body); /* that of one body, if it is not the world's */
  void *bodyContinuityData;
  int (*sensor)(void *data, dGeomID geom); /* 1 for geoms that are only sensors: see `sense` */
  void *sensorData;
  void (*stop)(void *data, const qmboxContact *contact); /* told of each pair that is stopped */
  void *stopData;
  void (*sense)(void *data, const qmboxContact *contact); /* told of what begins to touch a sensor, and when */
  void *senseData;
  void (*held)(void *data, dBodyID body, dReal lost); /* told of each body that lost so much time */
  void *heldData;
  void (*path)(void *data,
               const qmboxPathPiece *piece); /* told of the path of each body that has moved, piece by piece */
  void *pathData;

  qmboxContactLog *contactLog;   /* gets the contact events of the frame; may be 0 */
  const qmboxSettings *settings; /* settings that stay; may be 0 */
  const qmboxDraw *draw;         /* draws what the frame does; may be 0 */

  /* The rest is for QMBOX_CONTINUITY_EXACT. */
  int maxSubSteps; /* a part is cut into no more pieces than this at contacts; 0: 64 */
  dReal slop; /* length: how deep a pair that contact joints hold may turn into itself before they are made anew; 0:
                 0.003 of the boxes' shortest side */
  dReal minAdvance;      /* time: no piece is shorter; 0: none is too short */
  const dBodyID *bodies; /* bodies of the world that have no geom in the space and no joint to one that has: see
                            qmboxWorldStepReport() about steps that are taken back */
  int bodyCount;
  int slowStops; /* how often a pair may stop a part slowly before it counts as bouncing; 0: 4 */
} qmboxSimulateOptions;

/* A report on a frame.  If `unguarded` is 0, nothing has passed through anything; else doc/faq.md has remedies. */
typedef struct qmboxSimulateReport {
  dReal advanced;     /* h; 0 if nothing was done, less than h if a step of ODE failed */
  unsigned unguarded; /* 0, or QMBOX_UNGUARDED_ bits: what could not be guarded */
  int subSteps;       /* steps of ODE that were kept */
  int stops;          /* pairs that were stopped */
  int heldBodies;     /* bodies that lost time, counted once in each part */
  dReal lostTime;     /* the time that they lost, added up */
  dReal longestLost;  /* the most that one body lost in one part */
  int advisedParts;   /* options.parts for the next frame: one more if bodies lost more than a twentieth of the time in
                         which they moved and parts are fewer than 8, one less if they lost less than a hundredth */
  int deepPairs;      /* pairs that were deeper in each other than their allowance at the start */
  int unguardedPairs; /* pairs whose shapes or numbers the solver cannot take, and bodies whose path is not known */
  int refusedPairs;   /* pairs that would have been stopped, had the near callback made a joint for them */
  int jams;           /* pairs that a kinematic body has pressed into each other */
  /* of QMBOX_CONTINUITY_EXACT */
  int trials;       /* steps that were made besides, and taken back */
  int limited;      /* 1 if a part had as many pieces as allowed: the last of them was guarded only */
  dReal unchecked;  /* time in which a first contact may have been overlooked: the guard alone watched over it */
  unsigned inexact; /* as in qmboxStep, of all pieces */
  unsigned assumed;
} qmboxSimulateReport;

/* Bits of qmboxSimulateReport.unguarded: reasons why a frame is no proof. */
enum {
  /* A pair was deeper in each other than its allowance at the start: see deepPairs. */
  QMBOX_UNGUARDED_DEEP = 1,
  /* A pair came near each other that is not continuous: see unguardedPairs.  Or a body was put where there are no
     numbers, or its turn in finite rotation mode is not known, as a moved callback has changed its spin. */
  QMBOX_UNGUARDED_SHAPE = 2,
  /* No memory was left: all bodies are where they were at the start of a part, or of a piece of one that is exact.  Or
     none to find out whether a callback has destroyed what only joints lead to: the frame ends there. */
  QMBOX_UNGUARDED_MEMORY = 4,
  /* A callback has made, moved, changed or destroyed a body or a geom: the frame ends there. */
  QMBOX_UNGUARDED_CALLBACK = 8,
  /* A kinematic body has pressed another body into something: see jams. */
  QMBOX_UNGUARDED_JAM = 16
};

/*
 * One frame of the usual loop,
 *
 *   dSpaceCollide(space, data, &near);  dWorldQuickStep(world, h);  dJointGroupEmpty(contacts);
 *
 * in options->parts equal parts, in which nothing passes through anything.  Returns report->advanced, which is h;
 * report may be null.  Returns 0, without a step, for bad arguments, or if the world is being stepped.
 *
 * Guarantee.  If report->unguarded is 0, no two cores have shared a point at any time of the frame, on the paths that
 * the bodies took: from pose to pose along a straight line, and by the linear quaternion between the rotations, as ODE
 * moves them (in finite rotation mode by the exact turn).  The core of a geom is the geom less an allowance on every
 * side.  d is its thickness, the diameter of the largest ball in it; of a box its shortest side.
 *
 *   what cannot move            (no dynamic body: static, kinematic, planes) is its own core
 *   what can, against that      the geom less d/4
 *   two that can move           each less an eighth of the thickness of the thinner one
 *   meshes that can move        against what cannot move, and other meshes: scaled about the middle of their bounds by
 *                               up to a sixteenth less; against a convex geom that can move: as they are, and the
 *                               convex geom less a quarter of the thickness of the thinner one
 *
 * A mesh is scaled only if it is closed, wound outwards and of no more than 4096 triangles; against convex geoms that
 * cannot move, only if its middle is on the inner side of all triangles as well.  Against others, a plane or a convex
 * geom that cannot move is smaller: by a 64th of the mesh's longest side, and no more than a quarter of its own
 * thickness.
 *
 * Unions.  Geoms whose cores stay apart have not passed through each other, nor through what several of them make up:
 * a ball of diameter d/2 in the middle of each convex geom stays out of all that cannot move.  So nothing gets through
 * seams, edges and corners of tiles, through cracks up to d/2 wide, or where two cracks up to 0.35 d wide cross.
 * Between geoms that can move and are D thick it is cracks up to d less half of the lesser of d and D, at least d/2,
 * and crosses of cracks up to 0.28 d.  Of a mesh, half of d is the distance of the middle of its bounds from the
 * nearest plane of a triangle; nothing is said of unions where that middle is not on the inner side of all.
 *
 * Behind walls.  A geom may sink into something thinner than its allowance, and stand out behind it.  It is in what
 * cannot move by no more than 0.25 d (spheres, capsules, all faces), 0.36 d (rims of cylinders, edges of boxes), 0.44 d
 * (corners of boxes); the tip of a hull by d/4 divided by the sine of half its angle, that of a mesh by a sixteenth of
 * its distance from the middle.  The thickness of the wall is to be taken off that.  Two that can move are in each
 * other by no more than 0.25 of the thinner one's d where faces meet, 0.36 where corners or edges do, and 0.125 more
 * than half of the above at the tip of a hull.
 *
 * So
 *
 *   - what is deeper than that at the start of a part, and held by contact joints, is in report->deepPairs, if one of
 *     the two moves in it; against what cannot move it is kept from getting much deeper, but nothing is promised of it;
 *     two bodies that can both move are left alone;
 *   - a kinematic body does not wait: what keeps it from moving for a quarter of a part passes through it, until their
 *     cores are apart again, and is in report->jams; others of its linkage wait without it.  (With slices 1 it waits.)
 *   - pairs whose shapes the solver does not know are in report->unguardedPairs, if they came near each other;
 *   - pairs for which the near callback makes no contact joint may pass through each other, as in ODE.  It is called
 *     once more for a pair that is about to be stopped and has no contact joint yet, with the two where they touch, and
 *     where they go on to if ODE finds no contact there.
 *     Geoms of one nested space may do so, too, where it does not collide what is in that space: in a step in which two
 *     of them would be stopped, it is called with the space and an empty one, or what is beside it, while only the two
 *     are enabled.  Bodies that another joint connects are left alone in the same way;
 *   - geoms that are not in the space, not enabled, or of which neither has a dynamic body are left alone; so is a
 *     sphere, box, capsule or cylinder that has a size of 0, or below the least normal number.  ODE's spaces pass over
 *     what has a size of 0.  A message names each such geom once.
 *
 * The guard puts back what would meet.  The two whose cores would meet first are put back to where they had just
 * touched (one that is much faster is put back alone), with all bodies that joints other than contacts connect them
 * with; then all pairs of these are checked again.
 *
 * Bodies that are put back go on in shorter steps, which begin at multiples of 1 / options->slices of the part:
 * nearCallback is called for them again, and stepper steps them, and those that they are in contact with, while all
 * other bodies of the world are disabled.  These steps are checked likewise, so the path of such a body is one of
 * several pieces.  In them overlaps are corrected no faster than in a step of the part's length, and a body in finite
 * rotation mode turns by the linear quaternion.  A body waits for the rest of a slice if it is stopped in a step of a
 * single slice, and for the rest of the part if options->checks are used up, if slices is 1 or contacts is 0, or if
 * a quadtree is nested in the space or the space is one that has nested spaces.
 *
 * Velocities of bodies that wait stay what ODE made them, so that the contact joints of the next frame see the impact.
 * A pair that is in contact and would press its cores
 * together gets an impulse by which the two part slowly where they would meet; a body that what it is in contact with
 * has not let move at all, and that has not hit any of it head on, loses half of its speed, with all that other joints
 * connect it with, so that what is wedged in comes to rest; a spin is cut down only where such an impulse has left it
 * more energy than it would have in the rotation at the start.  No body ever waits longer than the part: whatever
 * happens, time is lost and never a body.
 *
 * A part in which no cores would meet is ODE's own to the bit, and so are in every part the bodies that meet nothing.
 * subSteps counts ODE's steps of the whole world.
 *
 * Bodies that are moved by the program between frames, not by their velocity, do not sweep: see qmboxBodyMoveTo().
 * Callbacks may change velocities, forces and joints, and cast.  They may enable and disable geoms, and change bits and
 * what is kinematic: what is enabled, and which bodies joints connect, is taken from the start of a part, the rest when
 * the guard comes to it.  They may step another world.  This function, qmboxWorldStep() and qmboxWorldStepReport()
 * refuse the world that is being stepped: they say so, return 0, and the frame goes on.
 *
 * A body that has no geom in the space counts as destroyed where nearCallback or a moved callback takes away, or
 * disables, the joints that alone lead to it: nobody can tell then whether it is still there.
 *
 * stop, sense and held are called when a part is over and all bodies are where they stay: they may also create, change
 * and destroy what they like, and are not called for what one of them has destroyed.  (ODE may put what they create to
 * the address of what they have destroyed: then it is taken for that.)  nearCallback, bodyContinuity and sensor are
 * called while the guard works: they must not create, move or destroy bodies or geoms of the space, change sizes,
 * offsets, shape data, whose body a geom is on or (nearCallback) the finite rotation mode, call dWorldStep(), or
 * disable geoms of a quadtree space.  ODE's moved callbacks must not either, but may move what they like.  Where one
 * has, dMessage() says so, the frame ends there unguarded (QMBOX_UNGUARDED_CALLBACK), and what comes back is the time
 * of the parts before.  The report then counts what was stopped and who was held up to ODE's last step, which is not
 * taken back.  Only vertices that are changed in the arrays of a trimesh, and a user's geom that changes but for its
 * reach and inner length, are not noticed.  An ODE that has its assertions ends the program itself where nearCallback,
 * called from within dSpaceCollide(), changes the locked space.
 *
 * A callback should not be left by longjmp() or an exception.  The frame is not guarded then: bodies are where ODE's
 * step, or the question that the callback was asked, has put them, and geoms may be disabled that were so for a
 * question about a nested space; contact joints stay, and memory is lost.  The next frame of the world is one as ever,
 * unless it is called from deeper in the stack than the one that was left: it is refused there.  From within
 * dSpaceCollide() and ODE's step, where the first call of nearCallback and moved callbacks come from, ODE itself does
 * not recover: its spaces stay locked.
 *
 * QMBOX_CONTINUITY_EXACT cuts each part at every first contact of a pair that was apart, so that the near callback sees
 * it when it happens and the contact joints act from then on; no time is lost to it.  Its paths, and what inexact and
 * assumed mean, are those of qmboxWorldStepReport().  A pair stops the world when it overlaps by 1e-10 of its size, not
 * when it touches: ODE's colliders find no contact between boxes that are apart by a rounding error.  Pairs in contact
 * belong to the contact joints; the world stops again when such a pair gets deeper than the slop, or than twice its
 * depth.  Pairs that bounce to rest (slowStops), pairs deeper than 0.15 of their shortest side, and what is left when
 * maxSubSteps are used up are guarded as above.  Forces accumulated before the call act over the whole of it; pieces
 * damp, correct the errors of joints, and are softened by cfm as pieces of the part.  Where only some bodies are exact,
 * the others' contacts do not stop the world.
 */
QMBOX_API dReal qmboxWorldSimulate(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options,
                                   qmboxSimulateReport *report);

#ifdef __cplusplus
}
#endif

#endif /* QMBOX_H */
