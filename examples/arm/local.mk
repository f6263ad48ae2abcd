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

# The desk arm: a way with a contact that samples miss, a trajectory that is free, four edges, as pages in demo-arm/.
.PHONY: demo-arm
demo-arm: tools/bms-arm-sweep$(EXEEXT)
	@$(MKDIR_P) demo-arm
	cd $(srcdir)/%reldir% && { $(abs_builddir)/tools/bms-arm-sweep$(EXEEXT) desk_arm.urdf desk_arm.srdf desk.yaml \
	  --from ready --to place --samples 10 --html $(abs_builddir)/demo-arm/desk.html --svg $(abs_builddir)/demo-arm/desk.svg; \
	  test $$? -eq 1; }
	cd $(srcdir)/%reldir% && $(abs_builddir)/tools/bms-arm-sweep$(EXEEXT) desk_arm.urdf desk_arm.srdf desk.yaml \
	  --trajectory desk_planned.yaml --html $(abs_builddir)/demo-arm/trajectory.html
	cd $(srcdir)/%reldir% && { $(abs_builddir)/tools/bms-arm-sweep$(EXEEXT) desk_arm.urdf desk_arm.srdf desk.yaml \
	  --group arm --edges desk_edges.jsonl --no-joints --html $(abs_builddir)/demo-arm/edges.html; test $$? -eq 1; }
	@echo 'see desk.html, desk.svg, trajectory.html and edges.html in demo-arm/'

clean-local: clean-shown
clean-shown:
	rm -rf demo-arm site

installed_files += %reldir%/desk.yaml
installed_files += %reldir%/desk_arm.srdf
installed_files += %reldir%/desk_arm.urdf
installed_files += %reldir%/desk_edges.jsonl
installed_files += %reldir%/desk_meshes/base.stl
installed_files += %reldir%/desk_meshes/forearm.obj
installed_files += %reldir%/desk_meshes/hand.stl
installed_files += %reldir%/desk_meshes/turret.obj
installed_files += %reldir%/desk_meshes/upper_arm.stl
installed_files += %reldir%/desk_planned.yaml
installed_files += %reldir%/draw_desk_arm.py
installed_files += %reldir%/edges_array.sh
installed_files += %reldir%/cell.yaml
installed_files += %reldir%/thin.yaml
installed_files += %reldir%/panda_spheres.urdf
installed_files += %reldir%/ur5_boxes.urdf
installed_files += %reldir%/ur5_spheres.urdf
