# SPDX-License-Identifier: BSD-3-Clause

# Built on demand only, as OMPL's headers take long.
%canon_reldir%_arm_plan_SOURCES = %reldir%/arm_plan.cpp %reldir%/planning.hpp
%canon_reldir%_arm_plan_CPPFLAGS = $(lib_cppflags) -I$(top_srcdir)/robot $(OMPL_CFLAGS)
%canon_reldir%_arm_plan_LDADD = robot/libbms-robot.la lib/libbms.la $(OMPL_LIBS)
if HAVE_ROBOT
if HAVE_OMPL
EXTRA_PROGRAMS += %reldir%/arm_plan
endif
endif

installed_files += %reldir%/edges_array.sh
installed_files += %reldir%/cell.yaml
installed_files += %reldir%/thin.yaml
installed_files += %reldir%/panda_spheres.urdf
installed_files += %reldir%/ur5_boxes.urdf
installed_files += %reldir%/ur5_spheres.urdf
