# SPDX-License-Identifier: BSD-3-Clause

# The library of robots.
script_tests += %reldir%/test_page.sh
test_work += %reldir%/page_work
%canon_reldir%_test_robot_SOURCES = %reldir%/test_robot.c
%canon_reldir%_test_robot_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/robot
%canon_reldir%_test_robot_LDADD = robot/libbms-robot.la tests/libsupport.la lib/libbms.la $(CMOCKA_LIBS) -lm
# The boxes of an octomap, with or without the library.
plain_tests += %reldir%/test_octomap_boxes
%canon_reldir%_test_octomap_boxes_SOURCES = %reldir%/test_octomap_boxes.c robot/files/octomap_boxes.c
%canon_reldir%_test_octomap_boxes_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/robot
%canon_reldir%_test_octomap_boxes_LDADD = tests/libsupport.la lib/libbms.la $(CMOCKA_LIBS) -lm
# In planners.
%canon_reldir%_test_robot_ompl_SOURCES = %reldir%/test_robot_ompl.cpp
%canon_reldir%_test_robot_ompl_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/robot $(OMPL_CFLAGS)
%canon_reldir%_test_robot_ompl_LDADD = robot/libbms-robot.la lib/libbms.la $(OMPL_LIBS)
if HAVE_ROBOT
plain_tests += %reldir%/test_robot
if HAVE_OMPL
plain_tests += %reldir%/test_robot_ompl
endif
endif
