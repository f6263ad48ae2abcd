/* SPDX-License-Identifier: BSD-3-Clause */

/* Questions about the program that the library was loaded into. */

#ifndef PRELOAD_ODE_DETECT_H
#define PRELOAD_ODE_DETECT_H

#include <stdbool.h>

/* Returns true if the program must be left alone: ODE is linked into it, so that its calls cannot be seen, or its ODE
   has another precision, or it uses qmbox itself. The first two are reported on stderr. */
bool ode_detect_is_unusable(void);

#endif /* PRELOAD_ODE_DETECT_H */
