/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two bodies at the time of contact, and the normals that their contact may have.
 *
 * The normal of a pair of features is the axis vector of axis.h.  At t, which is a double near the time of contact, it
 * may be no contact's any more: edges that are nearly parallel turn their product by an angle that grows with the
 * inverse of theirs, and where they are parallel there is none.  So the property that is wanted is checked itself:
 * along the normal no vertex of b lies before one of a.  By the separating-axis theorem the best of the 15 axes has it.
 */

#ifndef BMS_CONTACT_VIEW_H
#define BMS_CONTACT_VIEW_H

#include <stdbool.h>

#include "answer/precise_pose.h"
#include "bms.h"
#include "motion/axis.h"

/* Groups of axes: faces of a, faces of b, and products of each column of a with each of b, in the lanes. */
enum { BMS_AXIS_GROUPS = 5 };

typedef struct bms_contact_view {
  bms_precise_pose a, b;
  lanes half_edge[2][3]; /* in the world: of a and of b, by coordinates, one in each of the first three lanes */
  double way[3];         /* from the centre of a to the centre of b */
  double size;           /* the lengths of all half-edges, summed */
  lanes n[BMS_AXIS_GROUPS][3], sine[BMS_AXIS_GROUPS];   /* vectors of unit length, by coordinates */
  lanes along[BMS_AXIS_GROUPS], radii[BMS_AXIS_GROUPS]; /* the way along them, and how far both boxes extend */
  double least_sine;                                    /* axes whose sine is not above this are none */
} bms_contact_view;

enum { BMS_CONTACT_NORMALS = 7 };

/* A normal, of unit length and from a to b. */
typedef struct bms_contact_normal {
  double n[3];
  bool own;  /* it belongs to the wanted axis, and edges are far from parallel */
  bool flat; /* neither box extends along it, to 16 roundings of the size */
} bms_contact_normal;

void bms_contact_view_of(const bms_body *a, const bms_body *b, double t, bms_contact_view *view);

/* The unit normals of the faces of a and of b. */
void bms_view_faces(const bms_contact_view *view, double normal[2][3][3]);

/*
 * The normals that a contact along the axis with these signs may have.  That is the axis' own, but for edges that
 * enclose a sine below 1/8; else the axes of the faces along which the vertices of b lie behind a's as far as along any
 * of the 15 axes, to 16 roundings of the size, and after them the axis' own if it is as good; if there is no such face,
 * the axis' own, or the best of all if it has none.  Returns their number, 1 or more.
 */
int bms_contact_normals(const bms_contact_view *view, const bms_axis_signs *signs,
                        bms_contact_normal normal[BMS_CONTACT_NORMALS]);

/* The signs along the axis with the greatest gap, a face's if its gap is that to 16 roundings of the size. */
void bms_contact_deepest(const bms_contact_view *view, bms_axis_signs *signs);

/* To unit length, by way of a largest component of 1: squares neither overflow nor vanish.  Zero stays. */
void bms_normalise(double v[3]);

#endif /* BMS_CONTACT_VIEW_H */
