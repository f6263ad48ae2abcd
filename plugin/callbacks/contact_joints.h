/* SPDX-License-Identifier: BSD-3-Clause */

/* The contact joints of a step of ODE, and the impulses that they give. */

#ifndef QMBOX_CONTACT_JOINTS_H
#define QMBOX_CONTACT_JOINTS_H

#include "callbacks/contact_log.h"

/* Notes the pairs for which there are contact joints before a step that begins at `time` in the part, and at `before`
   plus that in the frame, and has ODE measure what they do. */
void qmboxBeginLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double before, double time);

/* Reads what they have done in a step of this length.  If callbacks may have been called since, joints that these have
   destroyed have done nothing. */
void qmboxEndLoggedStep(qmboxContactLog *log, const qmboxBodies *bodies, double length, bool called);

/* Takes back the impulses of the steps that a body has begun at `time`: it makes another one from there. */
void qmboxTakeBackLoggedStep(qmboxContactLog *log, dBodyID body, double time);

/* Adds the impulses of all steps of a part to their pairs'. */
void qmboxAddLoggedImpulses(qmboxContactLog *log);

#endif /* QMBOX_CONTACT_JOINTS_H */
