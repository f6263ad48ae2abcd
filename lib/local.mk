# SPDX-License-Identifier: BSD-3-Clause

# libbms: the solver, which needs nothing but libm.

lib_LTLIBRARIES += %reldir%/libbms.la
noinst_LTLIBRARIES += %reldir%/libbms-internal.la
pkgconfig_DATA += %reldir%/bms.pc

include_HEADERS += %reldir%/bms.h
include_HEADERS += %reldir%/bms_batch.h
include_HEADERS += %reldir%/bms_certificate.h
include_HEADERS += %reldir%/bms_chain.h
include_HEADERS += %reldir%/bms_derivative.h
include_HEADERS += %reldir%/bms_mesh.h
include_HEADERS += %reldir%/bms_old_names.h
include_HEADERS += %reldir%/bms_ompl.hpp
include_HEADERS += %reldir%/bms_path.h
include_HEADERS += %reldir%/bms_scene.h
include_HEADERS += %reldir%/bms_sections.h
include_HEADERS += %reldir%/bms_shapes.h
include_HEADERS += %reldir%/bms_tolerance.h

# The rooms, in the order in which they may include each other (check-includes).
bms_sources =
include %reldir%/numeric/local.mk
include %reldir%/motion/local.mk
include %reldir%/planes/local.mk
include %reldir%/sections/local.mk
include %reldir%/exact/local.mk
include %reldir%/validate/local.mk
include %reldir%/certified/local.mk
include %reldir%/answer/local.mk
include %reldir%/fast/local.mk
include %reldir%/bounds/local.mk
include %reldir%/query/local.mk
include %reldir%/certificate/local.mk
include %reldir%/derivative/local.mk
include %reldir%/tolerance/local.mk
include %reldir%/shapes/local.mk
include %reldir%/mesh/local.mk
include %reldir%/path/local.mk
include %reldir%/arm/local.mk
include %reldir%/batch/local.mk
include %reldir%/scene/local.mk

%canon_reldir%_libbms_internal_la_SOURCES = $(bms_sources)
%canon_reldir%_libbms_internal_la_CPPFLAGS = $(lib_cppflags) -DBMS_BUILDING $(THREAD_CPPFLAGS)
%canon_reldir%_libbms_internal_la_CFLAGS = $(AM_CFLAGS) $(HIDDEN_CFLAGS) -Wno-psabi
%canon_reldir%_libbms_internal_la_LIBADD = $(PTHREAD_LIBS)

%canon_reldir%_libbms_la_SOURCES =
%canon_reldir%_libbms_la_LIBADD = %reldir%/libbms-internal.la
%canon_reldir%_libbms_la_LDFLAGS = -no-undefined -version-info $(bms_version_info) $(bms_map)

# Versions of the symbols, if the linker supports them.
EXTRA_DIST += %reldir%/libbms.map
if HAVE_VERSION_SCRIPT
bms_map = -Wl,--version-script=$(srcdir)/%reldir%/libbms.map
endif
EXTRA_%canon_reldir%_libbms_la_DEPENDENCIES = %reldir%/libbms.map libdir.stamp

# For find_package() of CMake.
bmscmakedir = $(libdir)/cmake/bms
bmscmake_DATA = %reldir%/bmsConfig.cmake %reldir%/bmsConfigVersion.cmake
EXTRA_DIST += %reldir%/bmsConfig.cmake.in %reldir%/ConfigVersion.cmake.in
CLEANFILES += $(bmscmake_DATA)

%reldir%/bmsConfig.cmake: %reldir%/bmsConfig.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/%reldir%/bmsConfig.cmake.in >$@
%reldir%/bmsConfigVersion.cmake: %reldir%/ConfigVersion.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/%reldir%/ConfigVersion.cmake.in >$@
