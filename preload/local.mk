# SPDX-License-Identifier: BSD-3-Clause

# libode-qmbox-preload: the world step for ODE programs that cannot be recompiled.  Contains the plugin, so LD_PRELOAD needs
# one path; exports ODE's own functions only.
if HAVE_PRELOAD
lib_LTLIBRARIES += %reldir%/libode-qmbox-preload.la
endif
%canon_reldir%_libode_qmbox_preload_la_SOURCES = $(preload_sources)
%canon_reldir%_libode_qmbox_preload_la_CPPFLAGS = $(plugin_cppflags)
# Loaded when the program starts, so that its thread-local variables have fixed places.
%canon_reldir%_libode_qmbox_preload_la_CFLAGS = $(AM_CFLAGS) $(HIDDEN_CFLAGS) -ftls-model=initial-exec
%canon_reldir%_libode_qmbox_preload_la_LIBADD = plugin/libqmbox-internal.la lib/libbms-internal.la $(ODE_LIBS) \
  $(PTHREAD_LIBS) $(DL_LIBS)
%canon_reldir%_libode_qmbox_preload_la_LDFLAGS = -shared -no-undefined -module -avoid-version -export-symbols-regex '^d[A-Z]'
EXTRA_%canon_reldir%_libode_qmbox_preload_la_DEPENDENCIES = libdir.stamp

preload_sources =
preload_sources += %reldir%/address_table.c %reldir%/address_table.h
preload_sources += %reldir%/brace_points.c %reldir%/brace_points.h
preload_sources += %reldir%/braces.c %reldir%/braces.h
preload_sources += %reldir%/collided_roots.c %reldir%/collided_roots.h
preload_sources += %reldir%/collision.c %reldir%/collision.h
preload_sources += %reldir%/declined_pairs.c %reldir%/declined_pairs.h
preload_sources += %reldir%/entry_points.c
preload_sources += %reldir%/free_hook.c %reldir%/free_hook.h
preload_sources += %reldir%/heights.c %reldir%/heights.h
preload_sources += %reldir%/joints.c %reldir%/joints.h
preload_sources += %reldir%/lock.c %reldir%/lock.h
preload_sources += %reldir%/moved_callbacks.c %reldir%/moved_callbacks.h
preload_sources += %reldir%/ode_detect.c %reldir%/ode_detect.h
preload_sources += %reldir%/real_ode.c %reldir%/real_ode.h
preload_sources += %reldir%/report.c %reldir%/report.h
preload_sources += %reldir%/scope.c %reldir%/scope.h
preload_sources += %reldir%/step.c %reldir%/step.h
