# SPDX-License-Identifier: BSD-3-Clause

# The library of robots.
%canon_reldir%_test_robot_SOURCES = %reldir%/test_robot.c
%canon_reldir%_test_robot_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/robot
%canon_reldir%_test_robot_LDADD = robot/libbms-robot.la tests/libsupport.la lib/libbms.la $(CMOCKA_LIBS) -lm
if HAVE_ROBOT
plain_tests += %reldir%/test_robot
endif
