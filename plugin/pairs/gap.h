/* SPDX-License-Identifier: BSD-3-Clause */

/* How far apart two paths are at a time. */

#ifndef QMBOX_GAP_H
#define QMBOX_GAP_H

#include "motion/path.h"

/* The gap of two paths at t: positive when apart, else minus the depth. */
double qmboxGap(const qmboxPath *path1, const qmboxPath *path2, double t);

#endif /* QMBOX_GAP_H */
