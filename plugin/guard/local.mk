# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/add_pairs.c %reldir%/add_pairs.h
qmbox_sources += %reldir%/candidates.c %reldir%/candidates.h
qmbox_sources += %reldir%/guard.c %reldir%/guard.h
qmbox_sources += %reldir%/meeting_queue.c %reldir%/meeting_queue.h
qmbox_sources += %reldir%/memory_pool.c %reldir%/memory_pool.h
qmbox_sources += %reldir%/pairs.c %reldir%/pairs.h
qmbox_sources += %reldir%/push.c %reldir%/push.h
qmbox_sources += %reldir%/stops.c %reldir%/stops.h
qmbox_sources += %reldir%/two_meshes.c %reldir%/two_meshes.h
