# SPDX-License-Identifier: BSD-3-Clause

support_sources += %reldir%/answer_text.c %reldir%/answer_text.h
support_sources += %reldir%/any_query.c %reldir%/any_query.h
support_sources += %reldir%/cmocka_names.h
support_sources += %reldir%/effort.c %reldir%/effort.h
support_sources += %reldir%/facing.c %reldir%/facing.h
support_sources += %reldir%/families.c %reldir%/families.h
support_sources += %reldir%/family_degenerate.c
support_sources += %reldir%/family_exact.c
support_sources += %reldir%/family_features.c
support_sources += %reldir%/family_generic.c
support_sources += %reldir%/family_geometry.c
support_sources += %reldir%/family_hostile.c
support_sources += %reldir%/family_list.h
support_sources += %reldir%/family_nearly.c
support_sources += %reldir%/family_parts.c %reldir%/family_parts.h
support_sources += %reldir%/family_units.c
support_sources += %reldir%/geometry.c %reldir%/geometry.h
support_sources += %reldir%/invariants.c %reldir%/invariants.h
support_sources += %reldir%/long_convex.c %reldir%/long_convex.h
support_sources += %reldir%/long_pose.c %reldir%/long_pose.h
support_sources += %reldir%/matrix_forms.c %reldir%/matrix_forms.h
support_sources += %reldir%/passing.c %reldir%/passing.h
support_sources += %reldir%/plausible.c
support_sources += %reldir%/posed_boxes.c %reldir%/posed_boxes.h
support_sources += %reldir%/query_symmetry.c %reldir%/query_symmetry.h
if HAVE_TOOLS
support_sources += %reldir%/query_reading.c
endif
support_sources += %reldir%/query_text.c %reldir%/query_text.h
support_sources += %reldir%/random.c %reldir%/random.h
support_sources += %reldir%/random_arm.c %reldir%/random_arm.h
support_sources += %reldir%/random_solids.c %reldir%/random_solids.h
support_sources += %reldir%/repetitions.c %reldir%/repetitions.h
support_sources += %reldir%/solid.c %reldir%/solid.h
support_sources += %reldir%/two_ways.c %reldir%/two_ways.h

# On top of exact arithmetic.
oracle_sources += %reldir%/exact_gap.c %reldir%/exact_gap.h
oracle_sources += %reldir%/exact_libraries.h
oracle_sources += %reldir%/exact_pose.c %reldir%/exact_pose.h
oracle_sources += %reldir%/exact_rational.c %reldir%/exact_rational.h
oracle_sources += %reldir%/look.c %reldir%/look.h
oracle_sources += %reldir%/look_piece.h
oracle_sources += %reldir%/precise.c %reldir%/precise.h
oracle_sources += %reldir%/rational_pose.c %reldir%/rational_pose.h
oracle_sources += %reldir%/share.c %reldir%/share.h
oracle_sources += %reldir%/trial.c %reldir%/trial.h

EXTRA_DIST += %reldir%/exact_boxes.py
EXTRA_DIST += %reldir%/page.awk
EXTRA_DIST += %reldir%/page.sh
EXTRA_DIST += %reldir%/static_ode.sh
EXTRA_DIST += %reldir%/tap.sh
