# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/candidates.c %reldir%/candidates.h
qmbox_sources += %reldir%/expect.c %reldir%/expect.h
qmbox_sources += %reldir%/guard.c %reldir%/guard.h
qmbox_sources += %reldir%/guarded.h
qmbox_sources += %reldir%/pairs.c %reldir%/pairs.h
qmbox_sources += %reldir%/push.c %reldir%/push.h
qmbox_sources += %reldir%/queue.c %reldir%/queue.h
qmbox_sources += %reldir%/spare.c %reldir%/spare.h
qmbox_sources += %reldir%/stops.c %reldir%/stops.h
qmbox_sources += %reldir%/take_up.c %reldir%/take_up.h
qmbox_sources += %reldir%/two_meshes.c %reldir%/two_meshes.h
