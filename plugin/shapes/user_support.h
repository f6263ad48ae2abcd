/* SPDX-License-Identifier: BSD-3-Clause */

/* The support functions that users have set for their geom classes. */

#ifndef QMBOX_USER_SUPPORT_H
#define QMBOX_USER_SUPPORT_H

#include <stdbool.h>

#include "qmbox.h"

/* Roundings of points and lengths that a user's functions return, in parts of the reach. */
#define QMBOX_USER_ERROR 1e-6

/* The support functions of a geom's class, null if it is none of a user's, or has none. */
const qmboxSupport *qmboxSupportOf(dGeomID geom);

/* Returns false if the functions of its class give impossible results for a geom along the axes of its frame; reports
   so the first time for each class. */
bool qmboxSupportIsSound(dGeomID geom);

#endif /* QMBOX_USER_SUPPORT_H */
