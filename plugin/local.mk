# SPDX-License-Identifier: BSD-3-Clause

# libode-qmbox: the geom class and the world step for ODE, on top of libbms.

if HAVE_PLUGIN
lib_LTLIBRARIES += %reldir%/libode-qmbox.la
noinst_LTLIBRARIES += %reldir%/libqmbox-internal.la
pkgconfig_DATA += %reldir%/ode-qmbox.pc
include_HEADERS += %reldir%/qmbox.h
include_HEADERS += %reldir%/qmbox_old_names.h
nodist_include_HEADERS += %reldir%/qmbox_ode.h
else
EXTRA_DIST += %reldir%/qmbox.h
endif

qmbox_sources =
include %reldir%/util/local.mk
include %reldir%/ode/local.mk
include %reldir%/class/local.mk
include %reldir%/shapes/local.mk
include %reldir%/moving/local.mk
include %reldir%/pairs/local.mk
include %reldir%/meshes/local.mk
include %reldir%/broad/local.mk
include %reldir%/guard/local.mk
include %reldir%/callbacks/local.mk
include %reldir%/exact/local.mk
include %reldir%/api/local.mk

%canon_reldir%_libqmbox_internal_la_SOURCES = $(qmbox_sources)
%canon_reldir%_libqmbox_internal_la_CPPFLAGS = $(plugin_cppflags) -DQMBOX_BUILDING
%canon_reldir%_libqmbox_internal_la_CFLAGS = $(AM_CFLAGS) $(HIDDEN_CFLAGS)

%canon_reldir%_libode_qmbox_la_SOURCES =
%canon_reldir%_libode_qmbox_la_LIBADD = %reldir%/libqmbox-internal.la lib/libbms.la $(ODE_LIBS)
%canon_reldir%_libode_qmbox_la_LDFLAGS = -no-undefined -version-info $(qmbox_version_info) $(qmbox_map)

EXTRA_DIST += %reldir%/libode-qmbox.map
if HAVE_VERSION_SCRIPT
qmbox_map = -Wl,--version-script=$(srcdir)/%reldir%/libode-qmbox.map
endif
EXTRA_%canon_reldir%_libode_qmbox_la_DEPENDENCIES = %reldir%/libode-qmbox.map libdir.stamp

qmboxcmakedir = $(libdir)/cmake/ode-qmbox
qmboxcmake_DATA =
if HAVE_PLUGIN
qmboxcmake_DATA += %reldir%/ode-qmboxConfig.cmake %reldir%/ode-qmboxConfigVersion.cmake
endif
EXTRA_DIST += %reldir%/ode-qmboxConfig.cmake.in
CLEANFILES += $(qmboxcmake_DATA)

%reldir%/ode-qmboxConfig.cmake: %reldir%/ode-qmboxConfig.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/%reldir%/ode-qmboxConfig.cmake.in >$@
%reldir%/ode-qmboxConfigVersion.cmake: lib/ConfigVersion.cmake.in Makefile
	$(AM_V_GEN)$(for_cmake) $(srcdir)/lib/ConfigVersion.cmake.in >$@
