/* SPDX-License-Identifier: BSD-3-Clause */

/* Draws what a frame has done by the program's callbacks (qmboxDraw). */

#ifndef QMBOX_CALLBACKS_DRAW_H
#define QMBOX_CALLBACKS_DRAW_H

#include "guard/guard.h"

/* Returns true if a kind is drawn. */
bool qmboxDraws(const qmboxDraw *draw, qmboxDrawKind kind);

/* Writes where a point of a shape is in the world. */
void qmboxPlacePoint(double pose[3][4], const double point[3], dReal at[3]);

/* Draws a point with a line along a normal. */
void qmboxDrawPoint(const qmboxDraw *draw, qmboxDrawKind kind, const dReal at[3], const dReal normal[3]);

/* Draws the outline of a shape in this pose: the edges of a box, of others three lines around. */
void qmboxDrawShape(const qmboxDraw *draw, qmboxDrawKind kind, const bms_convex *shape, double pose[3][4]);

/* Draws the contact joints of the bodies, and what joints connect. */
void qmboxDrawJoints(const qmboxDraw *draw, const qmboxBodies *bodies);

/* Draws the stops and the contacts with sensors of which the program hears next. */
void qmboxDrawNotices(const qmboxDraw *draw, const qmboxEvents *notices);

/* Draws the cores of the geoms that have just been collected. */
void qmboxDrawCores(const qmboxDraw *draw, const qmboxBodies *bodies, const qmboxSettings *settings);

#endif /* QMBOX_CALLBACKS_DRAW_H */
