/* SPDX-License-Identifier: BSD-3-Clause */

/* Questions about the program that the library was loaded into. */

#ifndef PRELOAD_HOST_H
#define PRELOAD_HOST_H

#include <stdbool.h>

/* Returns true if the program must be left alone: ODE is linked into it, so that its calls cannot be seen, or its ODE
   has another precision, or it uses qmbox itself. The first two are reported on stderr. */
bool host_is_left_alone(void);

#endif /* PRELOAD_HOST_H */
