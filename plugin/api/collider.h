/* SPDX-License-Identifier: BSD-3-Clause */

/* The collider of the qmbox class. */

#ifndef QMBOX_COLLIDER_H
#define QMBOX_COLLIDER_H

#include "qmbox_ode.h"

/* The collider callback of the class: the function that collides a qmbox with a geom of class `other`. */
dColliderFn *qmboxColliderFor(int other);

#endif /* QMBOX_COLLIDER_H */
