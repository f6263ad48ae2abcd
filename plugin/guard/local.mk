# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/add_pairs.c %reldir%/add_pairs.h
qmbox_sources += %reldir%/candidates.c %reldir%/candidates.h
qmbox_sources += %reldir%/guard.c %reldir%/guard.h
qmbox_sources += %reldir%/impulses.c %reldir%/impulses.h
qmbox_sources += %reldir%/jams.c %reldir%/jams.h
qmbox_sources += %reldir%/known_rows.c %reldir%/known_rows.h
qmbox_sources += %reldir%/linkage_parts.c %reldir%/linkage_parts.h
qmbox_sources += %reldir%/meeting_queue.c %reldir%/meeting_queue.h
qmbox_sources += %reldir%/memory_pool.c %reldir%/memory_pool.h
qmbox_sources += %reldir%/nearby.c %reldir%/nearby.h
qmbox_sources += %reldir%/pairs.c %reldir%/pairs.h
qmbox_sources += %reldir%/push.c %reldir%/push.h
qmbox_sources += %reldir%/resume.c %reldir%/resume.h
qmbox_sources += %reldir%/resume_check.c
qmbox_sources += %reldir%/resume_step.c
qmbox_sources += %reldir%/resuming.h
qmbox_sources += %reldir%/stops.c %reldir%/stops.h
qmbox_sources += %reldir%/track.c %reldir%/track.h
qmbox_sources += %reldir%/two_meshes.c %reldir%/two_meshes.h
