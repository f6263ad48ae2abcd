# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/body_move_to.c
qmbox_sources += %reldir%/collider.c %reldir%/collider.h
qmbox_sources += %reldir%/contact_log.c
qmbox_sources += %reldir%/draw_cast.c
qmbox_sources += %reldir%/first_contact.c
qmbox_sources += %reldir%/geom.c
qmbox_sources += %reldir%/mend_contacts.c
qmbox_sources += %reldir%/settings.c
qmbox_sources += %reldir%/simulate.c
qmbox_sources += %reldir%/space_cast.c
qmbox_sources += %reldir%/space_overlaps.c
qmbox_sources += %reldir%/world_step.c
