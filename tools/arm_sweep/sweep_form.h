/* SPDX-License-Identifier: BSD-3-Clause */

/* The form of a shape for the page, if it is not the box that the recording has. */

#ifndef SWEEP_FORM_H
#define SWEEP_FORM_H

#include <bms_chain.h>
#include <jansson.h>

/*
 * Returns, in coordinates from the centre of the shape's bounds,
 *
 *   {"radius": r, "length": l}   a sphere, or a capsule about z whose axis has this length
 *   {"cylinder": [r, l]}         a cylinder about z of this length
 *   {"points": [x, y, z, ..]}    the convex hull of points
 *   {"triangles": [..]}          a mesh, nine numbers a triangle
 *   {"plane": [x, y, z, d]}      a half-space, in its own frame
 *
 * and null for a box, a shape with rounded corners, and a mesh of more than SWEEP_FORM_TRIANGLES triangles: those are
 * drawn as their bounds.
 */
enum { SWEEP_FORM_TRIANGLES = 20000 };
json_t *sweep_form_json(const bms_placed_shape *shape);

#endif /* SWEEP_FORM_H */
