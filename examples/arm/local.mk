# SPDX-License-Identifier: BSD-3-Clause

# Built on demand only, as OMPL's headers take long.
%canon_reldir%_arm_plan_SOURCES = %reldir%/arm_plan.cpp %reldir%/planning.hpp $(robot_parts)
%canon_reldir%_arm_plan_CPPFLAGS = $(robot_cppflags) $(OMPL_CFLAGS)
%canon_reldir%_arm_plan_LDADD = lib/libbms.la $(OMPL_LIBS) $(robot_libs)
if HAVE_ARM_FILES
if HAVE_OMPL
EXTRA_PROGRAMS += %reldir%/arm_plan
endif
endif

EXTRA_DIST += %reldir%/edges_array.sh
EXTRA_DIST += %reldir%/cell.yaml
EXTRA_DIST += %reldir%/thin.yaml
EXTRA_DIST += %reldir%/panda_spheres.urdf
EXTRA_DIST += %reldir%/ur5_boxes.urdf
EXTRA_DIST += %reldir%/ur5_spheres.urdf
