# SPDX-License-Identifier: BSD-3-Clause

# libbms-robot: robots and scenes from files, for planners; on top of libbms.
include %reldir%/files/local.mk

if HAVE_ROBOT
lib_LTLIBRARIES += %reldir%/libbms-robot.la
noinst_LTLIBRARIES += %reldir%/libbms-robot-internal.la
pkgconfig_DATA += %reldir%/bms-robot.pc
include_HEADERS += %reldir%/bms_robot.h
include_HEADERS += %reldir%/bms_robot_ompl.hpp
else
EXTRA_DIST += %reldir%/bms_robot.h
EXTRA_DIST += %reldir%/bms_robot_ompl.hpp
endif

if HAVE_ROBOT
dist_man_MANS += man/bms_robot.3
else
EXTRA_DIST += man/bms_robot.3
endif

robot_library_sources =
robot_library_sources += %reldir%/asker.c
robot_library_sources += %reldir%/batch.c
robot_library_sources += %reldir%/edit.c
robot_library_sources += %reldir%/group.c
robot_library_sources += %reldir%/load.c
robot_library_sources += %reldir%/loaded.h
robot_library_sources += %reldir%/names.c
robot_library_sources += %reldir%/pairs.c
robot_library_sources += %reldir%/prepare.c
robot_library_sources += %reldir%/query.c
robot_library_sources += %reldir%/segment.c %reldir%/segment.h
robot_library_sources += %reldir%/trajectory.c %reldir%/trajectory.h
robot_library_sources += %reldir%/trajectory_limits.c
robot_library_sources += %reldir%/trajectory_read.c
robot_library_sources += %reldir%/way.c

# Threads are shared out as libbms does it, by a copy of its own, as libbms does not export that.
robot_library_sources += lib/batch/parallel_for.c lib/batch/parallel_for.h

%canon_reldir%_libbms_robot_internal_la_SOURCES = $(robot_library_sources) $(robot_parts)
%canon_reldir%_libbms_robot_internal_la_CPPFLAGS = $(robot_cppflags) -DBMS_ROBOT_BUILDING $(THREAD_CPPFLAGS)
%canon_reldir%_libbms_robot_internal_la_CFLAGS = $(AM_CFLAGS) $(HIDDEN_CFLAGS)
%canon_reldir%_libbms_robot_internal_la_CXXFLAGS = $(AM_CXXFLAGS) $(HIDDEN_CFLAGS)
%canon_reldir%_libbms_robot_internal_la_LIBADD = $(robot_libs) $(PTHREAD_LIBS)

%canon_reldir%_libbms_robot_la_SOURCES =
nodist_EXTRA_%canon_reldir%_libbms_robot_la_SOURCES = linked-as-C++.cpp
%canon_reldir%_libbms_robot_la_LIBADD = %reldir%/libbms-robot-internal.la lib/libbms.la
%canon_reldir%_libbms_robot_la_LDFLAGS = -no-undefined -version-info $(robot_version_info) $(robot_map)

EXTRA_DIST += %reldir%/libbms-robot.map
if HAVE_VERSION_SCRIPT
robot_map = -Wl,--version-script=$(srcdir)/%reldir%/libbms-robot.map
endif
EXTRA_%canon_reldir%_libbms_robot_la_DEPENDENCIES = %reldir%/libbms-robot.map libdir.stamp

# For find_package() of CMake.
robotcmakedir = $(libdir)/cmake/bms-robot
robotcmake_DATA =
if HAVE_ROBOT
robotcmake_DATA += %reldir%/bms-robotConfig.cmake %reldir%/bms-robotConfigVersion.cmake
endif
EXTRA_DIST += %reldir%/bms-robotConfig.cmake.in
CLEANFILES += $(robotcmake_DATA)

%reldir%/bms-robotConfig.cmake: %reldir%/bms-robotConfig.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/%reldir%/bms-robotConfig.cmake.in >$@
%reldir%/bms-robotConfigVersion.cmake: lib/ConfigVersion.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/lib/ConfigVersion.cmake.in >$@
