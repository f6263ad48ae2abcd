# SPDX-License-Identifier: BSD-3-Clause

# bms-arm-sweep.
if HAVE_ARM_FILES
bin_PROGRAMS += tools/bms-arm-sweep
dist_bashcompletion_DATA += completion/bms-arm-sweep
dist_fishcompletion_DATA += completion/bms-arm-sweep.fish
dist_zshcompletion_DATA += completion/_bms-arm-sweep
dist_man_MANS += man/bms-arm-sweep.1
else
EXTRA_DIST += completion/bms-arm-sweep completion/bms-arm-sweep.fish completion/_bms-arm-sweep man/bms-arm-sweep.1
endif
tools_bms_arm_sweep_SOURCES = $(arm_sweep_sources) $(json_parts) $(option_parts) $(robot_text_parts) \
  $(replay_gltf_parts) $(replay_page_parts)
tools_bms_arm_sweep_CPPFLAGS = $(tools_cppflags) -I$(top_srcdir)/robot $(YAML_CFLAGS) $(JANSSON_CFLAGS)
tools_bms_arm_sweep_LDADD = tools/page/libpage.la robot/libbms-robot.la lib/libbms.la $(YAML_LIBS) $(JANSSON_LIBS) \
  $(PTHREAD_LIBS)

arm_sweep_sources =
arm_sweep_sources += %reldir%/arguments.c %reldir%/arguments.h
arm_sweep_sources += %reldir%/arm.c %reldir%/arm.h
arm_sweep_sources += %reldir%/arm_sweep.c
arm_sweep_sources += %reldir%/edge.c %reldir%/edge.h
arm_sweep_sources += %reldir%/edges.c %reldir%/edges.h
arm_sweep_sources += %reldir%/json_text.c %reldir%/json_text.h
arm_sweep_sources += %reldir%/sweep.c %reldir%/sweep.h
arm_sweep_sources += %reldir%/sweep_form.c %reldir%/sweep_form.h
arm_sweep_sources += %reldir%/sweep_gltf.c
arm_sweep_sources += %reldir%/sweep_lane.c %reldir%/sweep_lane.h
arm_sweep_sources += %reldir%/sweep_page.c %reldir%/sweep_page.h
arm_sweep_sources += %reldir%/sweep_report.c
arm_sweep_sources += %reldir%/sweep_svg.c
arm_sweep_sources += %reldir%/waypoints.c %reldir%/waypoints.h
