# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/consent.c %reldir%/consent.h
qmbox_sources += %reldir%/contact_joints.c %reldir%/contact_joints.h
qmbox_sources += %reldir%/contact_log.c %reldir%/contact_log.h
qmbox_sources += %reldir%/draw.c %reldir%/draw.h
qmbox_sources += %reldir%/events.c %reldir%/events.h
qmbox_sources += %reldir%/false_contacts.c %reldir%/false_contacts.h
qmbox_sources += %reldir%/integrity.c %reldir%/integrity.h
qmbox_sources += %reldir%/logged_geoms.c %reldir%/logged_geoms.h
