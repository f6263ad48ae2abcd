/* SPDX-License-Identifier: BSD-3-Clause */

/* What ODE's next step does to a body, as far as that can be told beforehand. */

#ifndef QMBOX_FREE_BODY_H
#define QMBOX_FREE_BODY_H

#include "qmbox_ode.h"

/* 1 if the body is going to move: it is enabled, and has speed or acceleration. */
int qmboxBodyMoves(dBodyID body);

/* The acceleration that gravity and the accumulated force give the body. */
void qmboxAcceleration(dBodyID body, double acceleration[3]);

/* The angular velocity that the step turns the body with: the body's own, cut down to its limit. */
void qmboxSteppedAngularVelocity(dBodyID body, double angular[3]);

#endif /* QMBOX_FREE_BODY_H */
