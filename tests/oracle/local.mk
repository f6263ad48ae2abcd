# SPDX-License-Identifier: BSD-3-Clause

oracle_sources += %reldir%/algebraic.c %reldir%/algebraic.h
oracle_sources += %reldir%/apart.c %reldir%/apart.h
oracle_sources += %reldir%/approach.c %reldir%/approach.h
oracle_sources += %reldir%/body.c %reldir%/body.h
oracle_sources += %reldir%/check.c %reldir%/check.h
oracle_sources += %reldir%/check_geometry.c %reldir%/check_geometry.h
oracle_sources += %reldir%/check_half_space.c %reldir%/check_half_space.h
oracle_sources += %reldir%/check_intervals.c %reldir%/check_intervals.h
oracle_sources += %reldir%/descartes.c %reldir%/descartes.h
oracle_sources += %reldir%/geometry.c %reldir%/geometry.h
oracle_sources += %reldir%/half_space.c %reldir%/half_space.h
oracle_sources += %reldir%/judged.c %reldir%/judged.h
oracle_sources += %reldir%/oracle.c %reldir%/oracle.h
oracle_sources += %reldir%/scene.c %reldir%/scene.h
oracle_sources += %reldir%/snapshot.c %reldir%/snapshot.h
oracle_sources += %reldir%/snapshot_gap.c
oracle_sources += %reldir%/vector.c %reldir%/vector.h

exact_json_tests += %reldir%/test_truth
if HAVE_FLINT
json_test_programs += %reldir%/truth
endif
