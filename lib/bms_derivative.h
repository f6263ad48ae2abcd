/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_derivative.h: how the first contact moves when the numbers of a query do.
 *
 * The first contact is a root t of one plane, g(t, p) = 0, with p the numbers of the query: dt/dp = -(dg/dp) / (dg/dt).
 * At the contact, a point of both boxes, g is the distance along the plane's normal between the two material points
 * there: both derivatives of g are how fast these two points move apart along the normal, with their box coordinates
 * held.
 */

#ifndef BMS_DERIVATIVE_H
#define BMS_DERIVATIVE_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bms_derivative_status {
  BMS_DERIVATIVE_EXISTS,    /* `below` and `above` are the same */
  BMS_DERIVATIVE_ONE_SIDED, /* several planes hold the contact: faces or edges are flush, corners meet */
  BMS_DERIVATIVE_GRAZE,     /* the boxes do not close in along such a plane, to rounding: they graze, slide
                               or rest.  A change may make the contact jump, or end it */
  BMS_DERIVATIVE_START,     /* they touch at t0: a change may part them, or make them overlap */
  BMS_DERIVATIVE_NO_CONTACT,
  BMS_DERIVATIVE_UNKNOWN, /* the contact is unresolved, or magnitudes are such that doubles hold no derivative */
  BMS_DERIVATIVE_INVALID  /* the query is; see the contact's reason */
} bms_derivative_status;

/*
 * The derivatives of the first contact t, in the shape of a query: below.a.box.max[0] is dt / d query.a.box.max[0],
 * and so on for every number, in units of t per unit of the number.
 *
 * above        if that number alone grows
 * below        if it alone shrinks: t then moves by `below` times the change, which is negative, to first order
 * sensitivity  the sum over all numbers p of |p| times the greater of |below| and |above|: if each changes by at most r
 *              times itself, t moves by at most r times this, to first order; r is 2^-53 for a rounding of each, 1e-6
 *              for a millionth
 *
 * They hold for the numbers as given.  Planes whose roots differ by roundings, as of faces and edges that are flush
 * except for rounding, count as different: the derivatives then hold for smaller changes only.
 *
 * There are none with respect to origins.  If a box has no extent in a direction, its ends there count as moving
 * outwards.  If t is t1, they are the derivatives of the root, which may leave the interval.  For boxes that overlap at
 * t0, t is t0: its derivative with respect to t0 is 1, all others are 0.  All are 0 for the other statuses.  They are
 * computed in doubles at the contact's t, with an error of some roundings of the terms, for two edges divided by the
 * sine of their angle.
 */
typedef struct bms_derivative {
  bms_derivative_status status;
  bms_query below, above;
  double sensitivity;
} bms_derivative;

/*
 * The first contact of a query, as bms_first_contact() has it, and its derivatives.  Returns the derivative's status.
 *
 * Takes a microsecond or two if doubles prove that one plane alone holds the contact, else the time of exact
 * arithmetic.
 */
BMS_API bms_derivative_status bms_first_contact_derivative(const bms_query *query, bms_contact *contact,
                                                           bms_derivative *derivative);

/* "exists", "one-sided", "graze", "start", "no contact", "unknown", "invalid". */
BMS_API const char *bms_derivative_status_name(bms_derivative_status status);

#ifdef __cplusplus
}
#endif

#endif /* BMS_DERIVATIVE_H */
