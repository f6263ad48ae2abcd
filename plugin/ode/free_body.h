/* SPDX-License-Identifier: BSD-3-Clause */

/* Predicts what ODE's next step does to a body, as far as that can be known beforehand. */

#ifndef QMBOX_FREE_BODY_H
#define QMBOX_FREE_BODY_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Returns true if the body is going to move: it is enabled, and has speed or acceleration. */
bool qmboxBodyMoves(dBodyID body);

/* The acceleration that gravity and the accumulated force give the body. */
void qmboxAcceleration(dBodyID body, double acceleration[3]);

/* The angular velocity that the step turns the body with: the body's own, cut down to its limit. */
void qmboxSteppedAngularVelocity(dBodyID body, double angular[3]);

#endif /* QMBOX_FREE_BODY_H */
