/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_sections.h: the algorithm of the description, step by step, and what it finds at every step.
 *
 * bms_first_contact() visits sections and planes lazily and gives the answer alone.  bms_sections_walk() follows the
 * description (Albocher, Sarel: "BMS collision detection", 2005) and shows it:
 *
 *   1. The octant equations: times at which a vertex of one normal sphere changes its octant on the other.  They divide
 *      the route into homogeneous sections.
 *   2. The relative topology in the middle of each section: 6 VO, 6 OV and 18 EE pairs of compatible features.
 *   3. The 30 planes of these pairs, as polynomials of t that are valid throughout the section, and their roots.
 *   4. The first root at which the origin is inside all the other planes: the first contact.
 *
 * The walk is in doubles.  In addition to the root it gives bounds that its error bounds justify, `earliest` and
 * `latest`.  If these leave open whether there is a contact (a graze, a contact that begins by sliding, boxes without
 * volume) the status is BMS_UNRESOLVED.  Every call compares the result with bms_first_contact(), which is certified
 * and decides such cases too.
 *
 * The functions here are re-entrant, allocate nothing and keep no state, and need no more stack than
 * bms_first_contact().  A walk costs 100 to 200 microseconds for tumbling boxes, a hundred times and more as much.
 */

#ifndef BMS_SECTIONS_H
#define BMS_SECTIONS_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BMS_SECTION_PAIRS 30        /* compatible pairs: 6 VO, 6 OV, 18 EE, in this order */
#define BMS_SECTION_PLANE_DEGREE 10 /* the greatest degree of a plane */

/* The side of the 29 other planes that the origin is on at a root of one plane. */
typedef enum bms_root_place {
  BMS_ROOT_OUTSIDE,  /* outside at least one of them: no contact here */
  BMS_ROOT_INSIDE,   /* inside all of them: a contact */
  BMS_ROOT_UNDECIDED /* on one of them, to rounding: several planes at once, or a graze */
} bms_root_place;

/* A time at which a plane holds the origin. */
typedef struct bms_plane_root {
  double t; /* accurate to rounding if the plane passes through the origin squarely */
  bms_root_place place;
  int outside; /* the plane that the origin is farthest outside of; -1 unless place is BMS_ROOT_OUTSIDE */
} bms_plane_root;

/*
 * The plane of one compatible pair over a section, [start, end].
 *
 * With s = (t - start) / (end - start), its value is sum_i binomial(degree, i) coefficient[i] s^i (1 - s)^(degree - i):
 * the coefficients of Bernstein's form.  It is the distance of the origin from the plane, times the length of the
 * normal and the positive denominators of the motions: positive if the origin is on the plane's outer side (then the
 * boxes are apart), zero if the plane holds the origin.
 */
typedef struct bms_section_plane {
  bms_pair pair; /* the features; bms_pair_names() writes them */
  int degree;
  double coefficient[BMS_SECTION_PLANE_DEGREE + 1];
  double error;   /* bounds the error of the polynomial's values on the section */
  int vanishes;   /* 1 if the plane is zero to rounding throughout: parallel edges, or faces that slide */
  int implied;    /* 1 if the edges are known to be parallel for all t: the others are complete without this plane.
                       Is recognised of two rigid motions */
  int root_count; /* 0 if the plane vanishes */
  bms_plane_root root[BMS_SECTION_PLANE_DEGREE]; /* in order of time */
} bms_section_plane;

/*
 * Steps 1 to 6 of the description, as they are written, in the middle of a section: the octants of b in which the
 * normals of a reside, and the compatible pairs that follow from these alone.
 *
 * The signs of nine products, normal i of a . edge j of b, are the whole input.  Two rectangular boxes get the 30 pairs
 * of the section, unless a sign is rounding noise.  Skewed boxes get its 6 VO pairs; the rest may differ,
 * as the description takes edges for normals, and there are no EE pairs if two normals reside in one octant.
 */
typedef struct bms_section_steps {
  int octant[3];  /* of the normals of the faces X', Y', Z' of a, named as the vertex of b that each of them meets */
  unsigned noise; /* bit 3 i + j: that product is within its rounding error, so octant[i] may be another one */
  int crowded;    /* 1 if two normals reside in one octant or in opposite ones: steps 4 to 6 do not apply */
  int count;      /* pairs found: 30, or fewer if crowded */
  int common;     /* how many of these are pairs of the section */
  bms_pair pair[BMS_SECTION_PAIRS];
} bms_section_steps;

/*
 * A homogeneous section of the route: no spherical vertex changes its octant within it.
 *
 * Octant equation 3 i + j of two rigid motions is n_i . m_j = 0, with n_i the normal of face i of a and m_j of face j
 * of b.  Of other motions, number 3 i + j is the product of edge i of a and normal j of b, and 9 + 3 i + j the product
 * of normal i of a and edge j of b; the description has the latter nine only.
 */
typedef struct bms_section {
  int number, sections;                       /* from 0, and how many there are */
  double start, middle, end;                  /* the topology is sampled in the middle */
  unsigned switches;                          /* bit k: a root of octant equation k divides the route at `start` */
  int equations;                              /* 9 for two rigid motions, else 18 */
  int contact;                                /* 1 if the first contact is in this section */
  bms_section_plane plane[BMS_SECTION_PAIRS]; /* one for each compatible pair */
  bms_section_steps steps;                    /* for comparison; no plane is made of these */
} bms_section;

/* The relation of the walk through the sections to the certified answer. */
typedef enum bms_agreement {
  BMS_SECTIONS_AGREE,     /* both find a contact within common bounds, or both none */
  BMS_SECTIONS_UNDECIDED, /* one of them leaves open whether there is a contact, and nothing contradicts the other */
  BMS_SECTIONS_CONTRADICT /* never: one of them is wrong; worth a report */
} bms_agreement;

/* The answer of the walk. */
typedef struct bms_sections_answer {
  bms_status status;     /* BMS_CONTACT (at t0 or later), BMS_SEPARATED, BMS_UNRESOLVED, or BMS_INVALID */
  int sections;          /* how many the route has; 0 for an invalid query, for motions with different
                        origins and where numbers leave the range of the walk */
  int section;           /* in which the root is; -1 if there is none */
  double t;              /* the first root inside all other planes, to the error bounds; only if section >= 0 */
  bms_pair pair;         /* of the plane that holds the origin then, or comes nearest to it */
  double earliest;       /* no contact is before this; INFINITY if the status is BMS_SEPARATED */
  double latest;         /* a contact is no later than this; INFINITY unless the status is BMS_CONTACT */
  bms_contact certified; /* the answer of bms_first_contact() to the same query */
  bms_agreement agreement;
} bms_sections_answer;

/* Is called for each section, in order.  The section is valid during the call. */
typedef void bms_section_report(const bms_section *section, void *context);

/*
 * Walks the whole route of a query, section by section.
 *
 * Calls report(section, context) for each section, also for those after the contact; report may be NULL.  Returns
 * answer->status: BMS_CONTACT only if the error bounds prove a contact by `latest`, BMS_SEPARATED only if they exclude
 * one on [t0, t1], BMS_UNRESOLVED if they leave it open or if the query's magnitudes are outside of the walk's range,
 * BMS_INVALID for a query that bms_first_contact() calls invalid (answer->certified has the reason).
 */
BMS_API bms_status bms_sections_walk(const bms_query *query, bms_section_report *report, void *context,
                                     bms_sections_answer *answer);

/* "agree", "undecided" or "contradict". */
BMS_API const char *bms_agreement_name(bms_agreement agreement);

#ifdef __cplusplus
}
#endif

#endif /* BMS_SECTIONS_H */
