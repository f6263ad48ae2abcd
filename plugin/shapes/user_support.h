/* SPDX-License-Identifier: BSD-3-Clause */

/* The support functions that users have set for their geom classes. */

#ifndef QMBOX_USER_SUPPORT_H
#define QMBOX_USER_SUPPORT_H

#include "qmbox.h"

/* The support functions of a geom's class, null if it is none of a user's, or has none. */
const qmboxSupport *qmboxSupportOf(dGeomID geom);

#endif /* QMBOX_USER_SUPPORT_H */
