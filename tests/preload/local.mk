# SPDX-License-Identifier: BSD-3-Clause

preload_scripts += %reldir%/test_preload.sh
test_work += %reldir%/work

# Programs that know nothing of qmbox.
thrown_box = %reldir%/thrown_box.c %reldir%/thrown_box.h

plugin_test_programs += %reldir%/odd_callbacks
%canon_reldir%_odd_callbacks_SOURCES = %reldir%/odd_callbacks.c $(thrown_box)
%canon_reldir%_odd_callbacks_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_callbacks_LDADD = $(ODE_LIBS) -lm

plugin_test_programs += %reldir%/odd_lives
%canon_reldir%_odd_lives_SOURCES = %reldir%/odd_lives.c $(thrown_box)
%canon_reldir%_odd_lives_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_lives_LDADD = $(ODE_LIBS) $(DL_LIBS)

plugin_test_programs += %reldir%/odd_loops
%canon_reldir%_odd_loops_SOURCES = %reldir%/odd_loops.c $(thrown_box)
%canon_reldir%_odd_loops_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_loops_LDADD = $(ODE_LIBS)

plugin_test_programs += %reldir%/odd_programs
%canon_reldir%_odd_programs_SOURCES = %reldir%/odd_programs.c $(thrown_box)
%canon_reldir%_odd_programs_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_programs_LDADD = $(ODE_LIBS) $(DL_LIBS) -lm

plugin_test_programs += %reldir%/odd_robots
%canon_reldir%_odd_robots_SOURCES = %reldir%/odd_robots.c $(thrown_box)
%canon_reldir%_odd_robots_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_robots_LDADD = $(ODE_LIBS)

plugin_test_programs += %reldir%/odd_threads
%canon_reldir%_odd_threads_SOURCES = %reldir%/odd_threads.c $(thrown_box)
%canon_reldir%_odd_threads_CPPFLAGS = $(ODE_CFLAGS)
%canon_reldir%_odd_threads_LDADD = $(ODE_LIBS) $(PTHREAD_LIBS)
