/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Windows of time.
 *
 * A geom that goes far in a step would be near everything, and mostly meets something soon.  So the step is checked
 * window by window, each of which ends four times as late as the one before: a geom that goes far has bounds for each
 * of them, which are much smaller than the whole step's, and are the bounds of its waiting pose once its body has been
 * stopped.
 */

#ifndef QMBOX_GUARDED_WINDOWS_H
#define QMBOX_GUARDED_WINDOWS_H

#include "broad/swept.h"

enum { QMBOX_WINDOWS = 6 };

/* The place of a geom in a window. */
typedef struct qmboxPlaceInWindow {
  qmboxBox bounds;
  bool held; /* `swept` is known: */
  qmboxSweptBox swept;
} qmboxPlaceInWindow;

/* A geom that goes far, or may be near one that does. */
typedef struct qmboxFastGeom {
  double middle[3], half[3]; /* of a box that holds it, in the frame of its solid's motion */
  int last;                  /* its place is the same from this window on: it waits there, or does not go far */
  int known;                 /* number of windows of which places are known ... */
  int place[QMBOX_WINDOWS];  /* ... these */
} qmboxFastGeom;

/* Two geoms that are near each other, by their numbers. */
typedef struct qmboxNearPair {
  int first, second;
} qmboxNearPair;

/* The windows of time that a step is cut into, and the geoms that move far. */
typedef struct qmboxWindows {
  qmboxFastGeom *fast;
  int fastCount, fastCapacity;
  qmboxPlaceInWindow *place; /* of fast geoms */
  int places, placeCapacity;
  qmboxNearPair *nearPair; /* of the window that is searched */
  int nearPairs, nearPairCapacity;
  double farthest; /* what a geom that goes far goes at most, in parts of its arm; 0 if none does */
  int count, now;  /* the number of windows, and the one that is searched */
} qmboxWindows;

/* Makes a geom that has a solid known as what may be near one that goes far, if a box holds it. */
void qmboxAddFastGeom(qmboxBodies *bodies, qmboxWindows *windows, int geom);

/* Decides how many windows there are, from how far the geoms go. */
void qmboxCutWindows(qmboxWindows *windows);

/* When a window begins and ends. */
double qmboxWindowStart(const qmboxBodies *bodies, const qmboxWindows *windows, int window);
double qmboxWindowEnd(const qmboxBodies *bodies, const qmboxWindows *windows, int window);

/* Returns true if a geom moves after this time, as the stop of its body is. */
bool qmboxGoesOn(const qmboxBodies *bodies, int geom, double time);

/* Returns the bounds of all places that a geom comes to in a window, as the stop of its body is or whenever that comes
   earlier in it; of the whole step if it does not go far. */
qmboxBox qmboxBoundsInWindow(qmboxBodies *bodies, qmboxWindows *windows, int geom, int window);

/*
 * Lists in windows->nearPair, once each, the pairs of geoms of different bodies whose bounds in a window overlap, if
 * one of them moves in it and goes far; in the first window also the pairs in which none goes far, for the whole step.
 * Equal scenes are listed in the same order.
 */
void qmboxFindNear(qmboxBodies *bodies, qmboxWindows *windows, int window);

/* Returns true if the cores of two geoms, whose solids are known, can meet in a window, as the stops of their bodies
   are or whenever these come earlier in it. */
bool qmboxNearInWindow(qmboxBodies *bodies, qmboxWindows *windows, int geom1, int geom2, int window);

/* Forgets the bounds of a geom in the windows after that in which its body has been stopped.  Returns that window. */
int qmboxStopFastGeom(qmboxBodies *bodies, qmboxWindows *windows, int geom);

#endif /* QMBOX_GUARDED_WINDOWS_H */
