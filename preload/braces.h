/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Braces: contact joints of the library's own, for the time of a step.
 *
 * If the program's own contacts are so soft that two cores would meet, the guard makes a pair wait, with all that is
 * joined to it: a robot that pushes a wheel into something would stand still for ever.  In the steps that follow such a
 * pair has a hard contact without friction in addition to the program's own, so that ODE's solver takes the push from
 * the whole linkage, which then goes on.  A brace stays for as long as the program makes contacts for the pair, and
 * until it has carried nothing for some steps.
 *
 * The guard relies on no brace: it checks a step with braces as any other.
 */

#ifndef PRELOAD_BRACES_H
#define PRELOAD_BRACES_H

#include "guard/guard.h"

/* Makes the joints for a step of this length that is about to be made, of what this guard knows.  Returns how many
   there are. */
int braces_set(const qmboxGuard *guard, double length);

/* Takes the joints away again, after the step or, if a jump has left that, before the next one of this thread. */
void braces_take(void);

/* Notes the pairs that the guard has stopped in this step although contact joints held them, and that have more bodies
   behind them. */
void braces_note(const qmboxGuard *guard);

#endif /* PRELOAD_BRACES_H */
