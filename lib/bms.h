/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms.h: when do two moving boxes first touch?
 *
 * Two solid boxes move; each motion is a matrix of quadratic polynomials of a parameter t, so rotation is exact.
 * bms_first_contact() returns the first t of a closed interval at which the boxes share a point: the first root of one
 * of the planes that bound the Minkowski sum B1 (+) -B2(t), the "BMS", that is inside all the others (Albocher, Sarel,
 * Choi, Elber, Wang, "Efficient continuous collision detection for bounding boxes under rational motion", ICRA 2006).
 *
 * The planes are polynomials, which gaps at eight or twelve times of the interval determine.  A sign counts only beyond
 * a bound of all rounding, at these times and between them; neighbouring doubles enclose the root; exact arithmetic
 * decides the rest.  doc/algorithm.md has the steps and the proof; bms_sections.h shows them for a query.
 *
 * Conventions
 *   lengths      any unit, the same throughout a query; answers scale with it
 *   vectors      columns; a point x of a box stands at A x + T
 *   quaternions  (w, x, y, z), as in ODE; never assumed to be of unit length
 *   polynomials  coefficients, lowest degree first, of t less the motion's origin
 *   times        counted from the query's origin, or from 0 where there is no query
 *   intervals    closed
 *   inputs       the exact values of the doubles given; no tolerance is applied to them
 *   pointers     not null, unless a comment allows it
 *
 * Every function here is re-entrant, allocates nothing and keeps no state.  Exact arithmetic has its numbers on
 * the stack: a call may need about 240 KiB of it.
 */

#ifndef BMS_H
#define BMS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(BMS_BUILDING) && defined(__GNUC__)
#define BMS_API __attribute__((visibility("default")))
#else
#define BMS_API
#endif

/* C99 knows anonymous unions, and C++ types that are defined in one, as extensions only. */
#if defined(__GNUC__)
#define BMS_EXTENSION __extension__
#else
#define BMS_EXTENSION
#endif

/* The version of this header. */
#define BMS_VERSION "0.2.0"

/* Returns the version of the library that the program runs with, a string like BMS_VERSION; it may be a newer one. */
BMS_API const char *bms_version(void);

/* ------------------------------------------------------------------ arithmetic */

/*
 * Checks the arithmetic that all guarantees here rest on, as this library was compiled and as the calling thread is set
 * up: doubles rounded to nearest, once in each operation, small ones included.
 *
 * Returns 0, or a number that bms_self_test_message() explains.  It takes about a microsecond.  A program that
 * changes the rounding mode, or links with -ffast-math (which makes processors flush small numbers to zero), can call
 * this in the thread that will call the solver.  In any other mode than rounding to nearest (FE_TONEAREST) the answers
 * are undefined.
 *
 * Queries raise floating-point flags: they divide by zero and compare with NaN if that is cheaper than a check
 * beforehand.  A thread that traps such operations (feenableexcept()) has to switch its traps off during a query:
 * feholdexcept() before, fesetenv() after.  The plugin for ODE does this itself.
 */
BMS_API int bms_self_test(void);

/* Returns what a result of bms_self_test() means and what to do, in one sentence. */
BMS_API const char *bms_self_test_message(int result);

/* ------------------------------------------------------------------ boxes and motions */

/* A solid box in its own frame, min[i] <= max[i].  A flat box (min[i] == max[i]), a segment and a point are legal. */
typedef struct bms_box {
  double min[3];
  double max[3];
} bms_box;

typedef enum bms_motion_form {
  BMS_MOTION_MATRIX, /* homogeneous 4x4 matrix, every entry quadratic */
  BMS_MOTION_RIGID   /* quadratic position and linear quaternion */
} bms_motion_form;

/*
 * A motion: the position of a point x of the box at time t.
 *
 * BMS_MOTION_MATRIX   (A(t) x + T(t)) / w(t).  entry[i][j] are the coefficients of row i, column j of A (j < 3) and of
 *                     T (j == 3); weight has the coefficients of w.  On the whole interval w > 0 and det A != 0.  A/w
 *                     need not be a rotation: a sheared box is a parallelepiped and is treated as exactly that.
 * BMS_MOTION_RIGID    R(q(t)/|q(t)|) x + p(t); q does not vanish on the interval.
 *
 * All coefficients are of t - origin.  At times such as seconds since 1970 the terms of polynomials of t cancel to
 * nothing; doubles of t - origin are as good as at 0.  An origin of 0 is none.
 */
typedef struct bms_motion {
  bms_motion_form form;
  BMS_EXTENSION union {
    struct {
      double entry[3][4][3];
      double weight[3];
    } matrix;
    struct {
      double position[3][3];   /* [coordinate][power of t] */
      double quaternion[4][2]; /* [w, x, y, z][power of t] */
    } rigid;
  };
  double origin; /* any finite double */
} bms_motion;

/* A box and its motion. */
typedef struct bms_body {
  bms_box box;
  bms_motion motion;
} bms_body;

/* A closed half-space { x : normal . x <= offset }, as a dPlane of ODE.  The normal need not be of unit length. */
typedef struct bms_half_space {
  double normal[3];
  double offset;
} bms_half_space;

/* The box [-x/2, x/2] x [-y/2, y/2] x [-z/2, z/2]. */
BMS_API bms_box bms_box_centred(double x, double y, double z);

/* The homogeneous motion with these coefficients of t, m[row][column][power of t]; the last row is (0, 0, 0, w(t)).
   Returns 0, or -1 and leaves *motion alone if the last row's first three entries are not zero. */
BMS_API int bms_motion_from_matrix(const double m[4][4][3], bms_motion *motion);

/* Positions and other vectors of these functions have 3 numbers, quaternions 4 (w, x, y, z).  They are pointers because
   gcc 11 takes the length of one array for the next one's in a function that returns a struct, and warns.

   Stands still at this pose. */
BMS_API bms_motion bms_motion_fixed(const double *position, const double *quaternion);

/* From one pose at t0 to another at t1: position and quaternion are linear between the two.  The second quaternion is
   negated if that makes the turn the shorter one (at most 180 degrees).  The turn has the axis of the spherical
   interpolation and meets it at both ends (and half-way if both quaternions have the same length), to some roundings of
   the poses; its speed is not constant.  t0 < t1.  The origin is 0 if |t0| <= t1 - t0, else t0. */
BMS_API bms_motion bms_motion_between(double t0, const double *position0, const double *quaternion0, double t1,
                                      const double *position1, const double *quaternion1);

/* The free step of ODE, as a function of its length t: position + t v + t^2 a and the direction of q + t/2 (0, w) q,
   where w is the angular velocity in world coordinates after the step's velocity update.  The factor of a is 1, not
   1/2, because ODE moves a body with the velocity that it has at the end of the step. */
BMS_API bms_motion bms_motion_step(const double *position, const double *quaternion, const double *linear_velocity,
                                   const double *angular_velocity, const double *acceleration);

/* A box at a pose (position, quaternion), turned about the axis through `point` along `direction` by angle0 at t0 to
   angle1 at t1, |angle1 - angle0| < 2 pi (radians).  The path is an exact circle in homogeneous form, w(t) = |q(t)|^2;
   the angle is monotone, not linear, in t.  t0 < t1.  The origin is 0 if |t0| <= t1 - t0, else t0. */
BMS_API bms_motion bms_motion_revolute(const double *position, const double *quaternion, const double *point,
                                       const double *direction, double t0, double angle0, double t1, double angle1);

/* The pose at t, which counts from 0, as a 3x4 matrix: pose[i][j], j < 3, is the linear part, pose[i][3] the
   translation. */
BMS_API void bms_motion_at(const bms_motion *motion, double t, double pose[3][4]);

/* ------------------------------------------------------------------ the normal sphere */

/*
 * Faces, vertices and edges of a box, and what stands for them on the normal (Gaussian) sphere:
 *
 *   box     normal sphere  written    code
 *   face    vertex         X, X' ...  2 * axis + (1 if at the maximum)
 *   vertex  octant         XY'Z       bit i set if at the maximum of axis i
 *   edge    edge           X-Y'       4 * axis of its direction + bit 0, bit 1 for the two other axes, in order, each
 *                                     set if at their maximum
 *
 * X is the face in the plane x = min, X' the one in x = max.
 */
typedef int bms_face;
typedef int bms_octant;
typedef int bms_edge;

typedef enum bms_pair_kind {
  BMS_PAIR_NONE,
  BMS_PAIR_VO, /* vertex-octant of the normal sphere: a face of a, a vertex of b */
  BMS_PAIR_OV, /* octant-vertex: a vertex of a, a face of b */
  BMS_PAIR_EE  /* edge-edge */
} bms_pair_kind;

/* Two compatible features, one of each box; together they make one face of the Minkowski sum's boundary. */
typedef struct bms_pair {
  bms_pair_kind kind;
  int a; /* bms_face, bms_octant or bms_edge, by kind */
  int b;
} bms_pair;

#define BMS_NAME_SIZE 8

/* The kind as "VO", "OV", "EE" or "none". */
BMS_API const char *bms_pair_kind_name(bms_pair_kind kind);
/* The features of a pair in the notation above; "" if the kind is BMS_PAIR_NONE. */
BMS_API void bms_pair_names(const bms_pair *pair, char a[BMS_NAME_SIZE], char b[BMS_NAME_SIZE]);

/* ------------------------------------------------------------------ first contact */

/*
 * Times of a query and of its answer count from `origin`: t0 = 0.25 with an origin of 1.7e9 is the time 1.7e9 + 0.25 of
 * motions.  An origin at the interval gives times to the last digit of seconds since 1970; with an origin of 0 they are
 * doubles near 1.7e9, 2.4e-7 apart.
 *
 * Nothing is rounded between origins.  It costs least if both motions have one origin or stand still, and doubles hold
 * its difference from the query's; then it is the price of a query at 0.  Other pairs take exact arithmetic.  If
 * doubles hold no differences of the query's times and an origin from another, the query is BMS_OUT_OF_RANGE.
 */
typedef struct bms_query {
  double t0, t1; /* the closed interval, t0 <= t1 */
  bms_body a, b;
  double origin; /* any finite double */
} bms_query;

typedef enum bms_status {
  BMS_SEPARATED,   /* the boxes share no point on [t0, t1] */
  BMS_CONTACT,     /* apart at t0, first contact after it */
  BMS_TOUCHING,    /* they share a point at t0 but do not overlap there (the interiors are disjoint) */
  BMS_OVERLAPPING, /* they overlap at t0: by some length along every axis (so may a flat box, if it is crossed) */
  BMS_UNRESOLVED,  /* apart on [t0, t_lower); unknown after it: the exact arithmetic has a fixed capacity */
  BMS_INVALID      /* the query has no answer; see reason */
} bms_status;

/* The reasons why a query is invalid.  `where` of the answer is the part of the query that is. */
typedef enum bms_reason {
  BMS_VALID,
  BMS_INTERVAL_NOT_FINITE,
  BMS_INTERVAL_REVERSED, /* t0 > t1 */
  BMS_BOX_NOT_FINITE,
  BMS_BOX_REVERSED, /* min > max */
  BMS_MOTION_NOT_FINITE,
  BMS_MOTION_FORM,         /* form is neither of the two */
  BMS_WEIGHT_NOT_POSITIVE, /* w(t) <= 0 for some t of the interval */
  BMS_MATRIX_SINGULAR,     /* det A(t) = 0 for some t of the interval */
  BMS_QUATERNION_VANISHES, /* q(t) = 0 for some t of the interval */
  BMS_HALF_SPACE_NOT_FINITE,
  BMS_NORMAL_ZERO,       /* a half-space without a normal */
  BMS_OUT_OF_RANGE,      /* magnitudes so large or so small that products of them leave the range of a double */
  BMS_PATH_BROKEN,       /* a path (bms_path.h) does not cover the interval, or its pieces do not follow each other */
  BMS_PIECE_BOUNDS,      /* a piece of a path has a radius below 0, a stretch below 1, or one that is not finite */
  BMS_NEARNESS_NEGATIVE, /* a nearness, or a tolerance, is below 0 or not a number */
  /* Comes with BMS_UNRESOLVED: exact arithmetic finds an overlap where doubles had proved the boxes apart.  The
     arithmetic is not what this library needs (bms_self_test), and nothing is known: t_lower is t0. */
  BMS_CONTRADICTION,
  BMS_REASONS /* the number of the values above; no answer has it */
} bms_reason;

typedef enum bms_part { BMS_PART_QUERY, BMS_PART_A, BMS_PART_B } bms_part;

#define BMS_MAX_POINTS 8

/*
 * The answer to a query.
 *
 * t is meaningful for CONTACT, TOUCHING and OVERLAPPING (where it is t0).  The exact time t* of the first contact lies
 * in [t_lower, t_upper], the boxes are apart on [t0, t_lower), and t is the double nearest to t*; of two that are
 * equally near, the one whose last bit is 0.  If a motion that moves has another origin than the query, the bounds are
 * doubles next to each other of t* less that motion's origin, rounded outwards, and t is at most as far from t* as
 * these and half an ulp.
 *
 * The rest holds at t.  With u = 2^-53, S the sum of the lengths of three edges of each box, one along each axis, and
 * W how far vertices of one box go as seen from the other while t_lower turns into t_upper:
 *
 * pair            the pair of features whose plane of the Minkowski sum's boundary passes through the origin at t*;
 *                 for OVERLAPPING the plane nearest to it.  Several planes may pass through it at t* (a tie).  The tie
 *                 rule decides which one is named:
 *                 1. Axes are in order: the faces of a (x, y, z), the faces of b, two edges: x of a with x, y, z of
 *                    b, y of a, z of a.  The first one is named, also if the boxes slide along it, except by 2 and 3.
 *                 2. CONTACT: an axis along which the boxes part comes after all along which they do not.
 *                 3. TOUCHING: an axis along which the boxes part comes before all along which they do not.
 *                 Boxes part along an axis if its gap opens at a rate above 0, by more than 2^-40 of the speeds along
 *                 it; not if the rate is 0, as at the apex of a throw, though the gap may be positive right after t*.
 * normal          of unit length to 16 u, in world coordinates, from a to b.  Along it no vertex of b lies before one
 *                 of a by more than 128 u S + 2 W beyond the depth at t: that is 0 except for OVERLAPPING and for boxes
 *                 that turn far within an ulp of t.  It is the normal of the pair, with one exception: if the pair is
 *                 two edges that enclose a sine below 1/8, their product has no certain direction.  Then, if a face's
 *                 normal has the same property to 16 u S, it is that face's; or, if the boxes part along that, the one
 *                 of the two along which they part more slowly or not at all.  (For TOUCHING it is the pair's if they
 *                 part along that alone.)
 * point           the contact patch: one point for a vertex on a face and for crossing edges, two for an edge on a
 *                 face and for parallel edges, the corners of the common polygon in order for a face on a face; for
 *                 OVERLAPPING one point of both boxes.  The distance of each from the slabs of both boxes is at most
 *                 128 u (S + P) + 2 W, or the least double if that is more, plus twice that depth.  P is the sum of the
 *                 distances of the origins of both frames from the world's, and of the farthest corners from those.
 * approach_speed  the rate at which the gap along the normal closes, in length per t; negative if the boxes part, never
 *                 negative for CONTACT.  Its error is at most 128 u times the sum over both bodies of |p'| + 2 |q'| /
 *                 |q| P for a rigid one, (|T'| + (|A'| w / |A| + |w'|) P) / w for a matrix; all at t, so that nothing
 *                 is lost far from t = 0.  If the normal is not the pair's, it is the greatest of the rates at the
 *                 points.  If the gap has a kink at t (faces or edges flush) it is one of its rates.
 */
typedef struct bms_contact {
  bms_status status;
  bms_reason reason; /* BMS_VALID unless status is BMS_INVALID, or BMS_UNRESOLVED by a BMS_CONTRADICTION */
  bms_part where;    /* the part that reason speaks of */
  double t, t_lower, t_upper;
  bms_pair pair;
  double normal[3];
  double approach_speed;
  int point_count;
  double point[BMS_MAX_POINTS][3];
} bms_contact;

/*
 * The first contact of two moving boxes.
 *
 * Returns contact->status.  Touching counts as contact.  t_lower <= t* <= t_upper always; BMS_SEPARATED only when the
 * boxes are apart at every t of the interval.
 */
BMS_API bms_status bms_first_contact(const bms_query *query, bms_contact *contact);

/*
 * Keeps what a caller knows of a pair of boxes from query to query: the plane that separated them last time.  Zeroed,
 * it names none.  It is a guess to begin with and never changes an answer.
 */
typedef struct bms_hint {
  int plane;
} bms_hint;

/* bms_first_contact() with a hint, which is brought up to date.  If the plane of the hint still separates the boxes, no
   other plane is checked. */
BMS_API bms_status bms_first_contact_hinted(const bms_query *query, bms_hint *hint, bms_contact *contact);

/* The time of the first contact, for callers that need no more.  status, reason and where are those of
   bms_first_contact(), t_lower <= t <= t_upper, and t_lower <= t* <= t_upper.  The bounds of a contact may be wider
   than there: up to 2^-30 of t1 - t0 apart, usually 1e-12 of it; t need not be the nearest double.  The other members
   of *contact mean nothing.  A contact takes about three quarters of the time of bms_first_contact(), with matrices
   five sixths.  `hint` may be null. */
BMS_API bms_status bms_first_contact_time(const bms_query *query, bms_hint *hint, bms_contact *contact);

/*
 * The first contact with a tolerance in length: do the boxes touch, or come within `nearness` of it?
 *
 * The work is bounded, by the same bound on every machine: at most 16 walks of 64 steps, with 12 pieces between two
 * walks; a step computes at most 34 gaps and 14 comparisons of planes without rounding, with a fixed capacity of digits
 * (some 20 us each).  There is no walk in exact arithmetic.  Boxes that rest on each other, slide, or have edges that
 * are parallel except for rounding usually take a few microseconds; over all kinds of near coincidences every query
 * took less than 0.5 ms.
 *
 * If doubles, double-double numbers and these values decide, the answer is the same as of bms_first_contact().  If not,
 * boxes that are at most `nearness` apart count as touching; with a nearness of 0 none do, and the answer is
 * UNRESOLVED: bms_first_contact() goes on from there.  Returns
 *
 *   BMS_SEPARATED    they share no point on [t0, t1]; they may have come within `nearness`
 *   BMS_CONTACT      they share no point on [t0, t_lower), and are at most *apart <= nearness from each other at
 *                    t_lower; with *apart == 0 they touch for certain, at a time of [t_lower, t_upper]
 *   BMS_TOUCHING     they are at most *apart <= nearness from each other at t0, and doubles do not decide whether they
 *                    overlap
 *   BMS_OVERLAPPING  they overlap at t0
 *   BMS_UNRESOLVED   they share no point on [t0, t_lower); doubles do not decide what follows, and the boxes are
 *                    not known to be that near.  This is rare unless the nearness is less than about 1e-13 of the
 *                    greatest length of the query (positions included), or magnitudes are outside of 1e-20 ... 1e20
 *   BMS_INVALID      as bms_first_contact(); BMS_NEARNESS_NEGATIVE if nearness is below 0 or not a number
 *
 * Motions with different origins are an exception: exact arithmetic answers them, as if nearness were 0.
 *
 * `apart` may be NULL.  If nearness is INFINITY and doubles do not decide, only status, t and the two bounds are set.
 */
BMS_API bms_status bms_first_contact_near(const bms_query *query, double nearness, bms_contact *contact, double *apart);

/*
 * The first contact of a moving box with a half-space that stands still.  The half-space takes the place of a (its
 * normal points to b) and is written as the face X' in the pair; the body is b.
 */
BMS_API bms_status bms_half_space_first_contact(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                                bms_contact *contact);

/*
 * The first approaching contact: the first time from which on the boxes overlap, by any depth.  Contacts that slide,
 * part or graze without an overlap are passed over: a pair that touches at t0 and parts or slides has none until it
 * comes back.
 *
 * Returns contact->status: BMS_CONTACT (t* > t0), BMS_TOUCHING (they touch at t0 and overlap right after),
 * BMS_OVERLAPPING (at t0), BMS_SEPARATED (the interiors do not meet on [t0, t1); touching is possible), BMS_UNRESOLVED,
 * BMS_INVALID.  Enclosure and the rest as in bms_contact.
 */
BMS_API bms_status bms_first_approach(const bms_query *query, bms_contact *contact);

/* The first approaching contact with a half-space in the place of a, as in bms_half_space_first_contact(): the first
   time from which on some corner of the box is inside, not on the surface.  A flat box may be, too. */
BMS_API bms_status bms_half_space_first_approach(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                                 bms_contact *contact);

/* A maximal stretch of time over which two boxes share a point: the closed interval [enter, exit]; enter == exit if
   they only graze. */
typedef struct bms_contact_interval {
  double enter_lower, enter_upper; /* enter_lower <= enter <= enter_upper; t0 if they touch at t0 */
  double exit_lower, exit_upper;   /* exit_lower <= exit <= exit_upper; t1 if they touch at t1 */
} bms_contact_interval;

/*
 * All contact intervals on [t0, t1], in order.  Writes the first `capacity` of them and their total number to *count.
 *
 * Returns BMS_CONTACT if there is one, BMS_SEPARATED if there is none, BMS_INVALID (see bms_first_contact for the
 * reason; *count is 0), or BMS_UNRESOLVED: the intervals counted are right, more may follow the last.
 */
BMS_API bms_status bms_contact_intervals(const bms_query *query, int capacity, bms_contact_interval *interval,
                                         int *count);

/* All contact intervals with a half-space in the place of a. */
BMS_API bms_status bms_half_space_contact_intervals(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                                    int capacity, bms_contact_interval *interval, int *count);

/* "contact", "touching", "overlapping", "separated", "unresolved", "invalid". */
BMS_API const char *bms_status_name(bms_status status);

/* A reason in words, as "w(t) is not positive on the interval"; for every kind of answer that has one. */
BMS_API const char *bms_reason_name(bms_reason reason);

/* Why a query is invalid, as "a.matrix: w(t) is not positive on the interval"; `contact` is an answer with status
   BMS_INVALID; `query` may be NULL, as for a half-space: then the motion's form is not named.  Writes at most size
   bytes with the final zero; returns the length of the whole text. */
BMS_API int bms_explain(const bms_query *query, const bms_contact *contact, char *text, int size);

/* ------------------------------------------------------------------ at one time, and over all */

/* The separation of two boxes at one time. */
typedef struct bms_separation {
  double gap;       /* the greatest gap over the 15 axes, in length: positive when apart, else minus the depth */
  bms_pair pair;    /* the features between which it is measured */
  double normal[3]; /* unit, from a to b */
} bms_separation;

/* The separating-axis test of two boxes at t, in doubles: the gap is exact to a few ulps of the boxes' sizes and
   distance.  Both motions have to be defined at t, as they are for a query that bms_first_contact() accepts. */
BMS_API void bms_separation_at(const bms_body *a, const bms_body *b, double t, bms_separation *separation);

/* The tightest axis-aligned box in world coordinates that holds the body at every t of [t0, t1], rounded outwards by
   about 1e-14 of its size and travel.  Infinite if the motion has no bounds that doubles hold. */
BMS_API void bms_swept_bounds(const bms_body *body, double t0, double t1, double min[3], double max[3]);

#ifdef __cplusplus
}
#endif

#endif /* BMS_H */
