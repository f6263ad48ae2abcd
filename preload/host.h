/* SPDX-License-Identifier: BSD-3-Clause */

/* The program that the library was loaded into. */

#ifndef PRELOAD_HOST_H
#define PRELOAD_HOST_H

#include <stdbool.h>

/* Returns true if the program is to be left alone: its ODE is linked into it, so that its calls cannot be seen, or is
   of another precision, or it uses qmbox itself.  The first two are said. */
bool host_is_left_alone(void);

#endif /* PRELOAD_HOST_H */
