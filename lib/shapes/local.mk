# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/clip.c %reldir%/clip.h
bms_sources += %reldir%/convex.c %reldir%/convex.h
bms_sources += %reldir%/convex_answer.c %reldir%/convex_answer.h
bms_sources += %reldir%/convex_approach.c
bms_sources += %reldir%/convex_closest.c %reldir%/convex_closest.h
bms_sources += %reldir%/convex_contact.c
bms_sources += %reldir%/convex_depth.c %reldir%/convex_depth.h
bms_sources += %reldir%/convex_moment.c %reldir%/convex_moment.h
bms_sources += %reldir%/convex_overlap.c
bms_sources += %reldir%/convex_pair.c %reldir%/convex_pair.h
bms_sources += %reldir%/convex_separation.c
bms_sources += %reldir%/convex_stretch.c %reldir%/convex_stretch.h
bms_sources += %reldir%/convex_walk.c %reldir%/convex_walk.h
bms_sources += %reldir%/convex_world.c %reldir%/convex_world.h
bms_sources += %reldir%/plane_candidates.c %reldir%/plane_candidates.h
bms_sources += %reldir%/round_closest.c %reldir%/round_closest.h
bms_sources += %reldir%/separating_plane.c %reldir%/separating_plane.h
bms_sources += %reldir%/simplex.c %reldir%/simplex.h
