# SPDX-License-Identifier: BSD-3-Clause

# tests/lib/ROOM/test_UNIT.c proves lib/ROOM/UNIT.c.
include %reldir%/numeric/local.mk
include %reldir%/motion/local.mk
include %reldir%/planes/local.mk
include %reldir%/sections/local.mk
include %reldir%/exact/local.mk
include %reldir%/validate/local.mk
include %reldir%/certified/local.mk
include %reldir%/answer/local.mk
include %reldir%/fast/rigid/local.mk
include %reldir%/fast/homogeneous/local.mk
include %reldir%/bounds/local.mk
include %reldir%/query/local.mk
include %reldir%/derivative/local.mk
include %reldir%/tolerance/local.mk
include %reldir%/shapes/local.mk
include %reldir%/mesh/local.mk
include %reldir%/path/local.mk
include %reldir%/arm/local.mk
include %reldir%/batch/local.mk
include %reldir%/scene/local.mk
