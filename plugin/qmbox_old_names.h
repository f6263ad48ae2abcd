/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * qmbox_old_names.h: the names of 0.1.0 as macros, for programs that were written for it.  It defines `near` and
 * `unkept`: include it in the program's own sources only, after all other headers.  The next release removes it.
 */

#ifndef QMBOX_OLD_NAMES_H
#define QMBOX_OLD_NAMES_H

#include "qmbox.h"

#define near nearCallback
#define unkept unguarded
#define QMBOX_UNKEPT_DEEP QMBOX_UNGUARDED_DEEP
#define QMBOX_UNKEPT_SHAPE QMBOX_UNGUARDED_SHAPE
#define QMBOX_UNKEPT_MEMORY QMBOX_UNGUARDED_MEMORY
#define QMBOX_UNKEPT_CALLBACK QMBOX_UNGUARDED_CALLBACK
#define QMBOX_CONTINUITY_USUAL QMBOX_CONTINUITY_DEFAULT

#endif /* QMBOX_OLD_NAMES_H */
