/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How deep two cores overlap at one time: the least length by which one has to move for the two to part.
 *
 * The Minkowski difference D = {y - x} holds the origin as deep as the cores overlap.  A polytope of points of D grows
 * towards the face that is nearest to the origin (the expanding polytope algorithm; van den Bergen, "Proximity queries
 * and penetration depth computation on 3D game objects", 2001), from any four points of D, whether they surround the
 * origin or not.  The polytope is inside of D: the distance of its nearest face is a lower bound.  How far D reaches
 * along any direction is an upper bound, whatever the polytope.
 *
 * Rejected: the algorithm's usual start with the last simplex of the closest points, which is flat where shapes touch;
 * and the axes of separating planes, which hulls of points do not have.
 */

#ifndef BMS_CONVEX_DEPTH_H
#define BMS_CONVEX_DEPTH_H

#include "shapes/convex_closest.h"

/* Returns true if the cores are so near to each other that their closest points show no direction; never for a
   half-space, whose closest points are right inside of it. */
bool bms_convex_cores_meet(const bms_convex_instant *instant, const bms_convex_closest *closest);

/* Returns a certain lower bound of the depth of two cores: how deep the point of the one that is nearest to the middle
   of the other, a box or a cylinder, is in that; not positive if this shows none. */
double bms_convex_shown_depth(const bms_convex_instant *instant);

/* Returns true if two cores, neither of them a half-space, are certainly deeper than this.  `normal` is as in the
   next. */
bool bms_convex_is_deeper(const bms_convex_instant *instant, const double normal[3], double depth);

/* Finds the way out, as the last, if it is found at once: through a face of the one below which that point of the
   other, or the deepest one, is as deep as any, as a ball about the point shows; or from a pyramid of points of the
   difference.  The pyramid stands on the face that is farthest along `normal`, a unit vector in the frame of a along
   which the two have come together, or if that is NULL, along an axis of either frame.  Returns false otherwise, and of
   cores that are apart by more than roundings. */
bool bms_convex_leave_at_once(const bms_convex_instant *instant, const double normal[3], bms_convex_closest *closest);

/*
 * Finds the way out of two cores that meet: distance is minus the depth along a unit direction from a to b, or more by
 * rounding; the points are those that are deepest in the other; depth is a certain lower bound for all directions,
 * negative if there is none.  Without a lower bound the distance stays that of the closest points, which *closest holds
 * before; *closest stays as it is if a direction shows that the two are apart.  Otherwise the simplex has three corners
 * of the face.  If cores have flat faces only the two bounds differ by rounding; with curved ones by some 1e-9 of the
 * sizes, up to 1e-3 where many directions lead out equally fast.  `normal` is as above: two that just touch along it,
 * the normal of a triangle or an axis of either frame are answered at once.
 */
void bms_convex_way_out(const bms_convex_instant *instant, const double normal[3], bms_convex_closest *closest);

#endif /* BMS_CONVEX_DEPTH_H */
