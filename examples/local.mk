# SPDX-License-Identifier: BSD-3-Clause

# Programs that show how to use both libraries; not installed.

ode_examples =
if HAVE_PLUGIN
noinst_PROGRAMS += $(ode_examples)
endif
example_ode_libs = plugin/libode-qmbox.la lib/libbms.la $(ODE_LIBS)

ode_examples += %reldir%/hello
%canon_reldir%_hello_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_hello_LDADD = $(example_ode_libs)

ode_examples += %reldir%/bullet_through_wall
%canon_reldir%_bullet_through_wall_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_bullet_through_wall_LDADD = $(example_ode_libs)

ode_examples += %reldir%/heap_of_cards
%canon_reldir%_heap_of_cards_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_heap_of_cards_LDADD = $(example_ode_libs)

ode_examples += %reldir%/shooting_range
%canon_reldir%_shooting_range_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_shooting_range_LDADD = $(example_ode_libs)

ode_examples += %reldir%/own_class
%canon_reldir%_own_class_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_own_class_LDADD = $(example_ode_libs) -lm

ode_examples += %reldir%/contact_events
%canon_reldir%_contact_events_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_contact_events_LDADD = $(example_ode_libs)

ode_examples += %reldir%/seams
%canon_reldir%_seams_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_seams_LDADD = $(example_ode_libs)

# Knows nothing of qmbox.
ode_examples += %reldir%/plain_ode
%canon_reldir%_plain_ode_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_plain_ode_LDADD = $(ODE_LIBS)

noinst_PROGRAMS += %reldir%/calibration
%canon_reldir%_calibration_CPPFLAGS = $(lib_cppflags)
%canon_reldir%_calibration_LDADD = lib/libbms.la

noinst_PROGRAMS += %reldir%/miss_by_a_centimetre
%canon_reldir%_miss_by_a_centimetre_CPPFLAGS = $(lib_cppflags)
%canon_reldir%_miss_by_a_centimetre_LDADD = lib/libbms.la -lm

.PHONY: demo
demo: %reldir%/bullet_through_wall$(EXEEXT)
	./%reldir%/bullet_through_wall$(EXEEXT)

# A plugin for Webots, which has an ODE of its own: without $(ODE_LIBS).  The rpath makes libtool build a shared library,
# though it is not installed.
if HAVE_PLUGIN
noinst_LTLIBRARIES += %reldir%/webots_plugin.la
endif
%canon_reldir%_webots_plugin_la_SOURCES = %reldir%/webots_callbacks.h %reldir%/webots_plugin.c
%canon_reldir%_webots_plugin_la_CPPFLAGS = $(plugin_cppflags)
%canon_reldir%_webots_plugin_la_LIBADD = plugin/libqmbox-internal.la lib/libbms-internal.la $(PTHREAD_LIBS)
%canon_reldir%_webots_plugin_la_LDFLAGS = -module -avoid-version -rpath /not/installed -export-symbols-regex '^webots_physics_'

# Scenes that are run twice, with ODE's own steps and with exact ones, and written as replays: glTF and a film strip.
shows =
show_parts = $(replay_parts) %reldir%/show.c %reldir%/show.h
show_cppflags = $(plugin_cppflags) -I$(top_srcdir)/tools $(JANSSON_CFLAGS)
show_libs = tools/page/libpage.la plugin/libode-qmbox.la lib/libbms.la $(JANSSON_LIBS) $(ODE_LIBS)
if HAVE_PLUGIN
if HAVE_TOOLS
noinst_PROGRAMS += $(shows)
endif
endif

shows += %reldir%/falling_tower
%canon_reldir%_falling_tower_SOURCES = %reldir%/falling_tower.c $(show_parts)
%canon_reldir%_falling_tower_CPPFLAGS = $(show_cppflags)
%canon_reldir%_falling_tower_LDADD = $(show_libs)

shows += %reldir%/bullet_and_wall
%canon_reldir%_bullet_and_wall_SOURCES = %reldir%/bullet_and_wall.c $(show_parts)
%canon_reldir%_bullet_and_wall_CPPFLAGS = $(show_cppflags)
%canon_reldir%_bullet_and_wall_LDADD = $(show_libs)

shows += %reldir%/spinning_plank
%canon_reldir%_spinning_plank_SOURCES = %reldir%/spinning_plank.c $(show_parts)
%canon_reldir%_spinning_plank_CPPFLAGS = $(show_cppflags)
%canon_reldir%_spinning_plank_LDADD = $(show_libs)

shows += %reldir%/domino_row
%canon_reldir%_domino_row_SOURCES = %reldir%/domino_row.c $(show_parts)
%canon_reldir%_domino_row_CPPFLAGS = $(show_cppflags)
%canon_reldir%_domino_row_LDADD = $(show_libs)

# In replays/ of the build directory.  The film strips in doc/ are copies.
.PHONY: replays
replays: $(shows)
	$(MKDIR_P) replays
	for show in $(shows); do ./$$show$(EXEEXT) replays || exit 1; done

# A page of instructive queries, in gallery/ of the build directory.  The id of each has a name and a note.
.PHONY: gallery
gallery: tools/bms-first-contact$(EXEEXT)
	$(MKDIR_P) gallery
	./tools/bms-first-contact$(EXEEXT) --html gallery/index.html $(srcdir)/%reldir%/gallery.jsonl >gallery/answers.jsonl
	@echo see gallery/index.html


include %reldir%/arm/local.mk

# What compiles and runs with an installation, which has it among its documents.
installed_files += %reldir%/bullet_through_wall.c
installed_files += %reldir%/calibration.c
installed_files += %reldir%/contact_events.c
installed_files += %reldir%/gallery.jsonl
installed_files += %reldir%/heap_of_cards.c
installed_files += %reldir%/hello.c
installed_files += %reldir%/miss_by_a_centimetre.c
installed_files += %reldir%/own_class.c
installed_files += %reldir%/plain_ode.c
installed_files += %reldir%/python/bullet_and_wall.py
installed_files += %reldir%/seams.c
installed_files += %reldir%/shooting_range.c
installed_files += %reldir%/webots_callbacks.h
installed_files += %reldir%/webots_plugin.c
