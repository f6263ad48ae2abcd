# SPDX-License-Identifier: BSD-3-Clause

EXTRA_PROGRAMS += %reldir%/soak %reldir%/geometry

# New random queries for SOAK_SECONDS, seeded with the time unless SOAK_SEED is given.  The first wrong answer ends it,
# printed as a line for tests/data/regressions.jsonl.  Then the symmetries, once, with the same seed, and worlds (see
# SOAK_WORLDS).
SOAK_SECONDS = 60
SOAK_SEED =

# Normals, points and speeds of SOAK_QUERIES new queries over all families: no exact time is computed, so a million take
# some twenty minutes.
SOAK_QUERIES = 20000

.PHONY: soak soak-geometry
if HAVE_FLINT
soak: %reldir%/soak$(EXEEXT) tests/lib/query/test_symmetry$(EXEEXT)
	@seed=$(SOAK_SEED); seed=$${seed:-`date +%s`}; \
	%reldir%/soak$(EXEEXT) $(SOAK_SECONDS) $$seed && BMS_SEED=$$seed tests/lib/query/test_symmetry$(EXEEXT)
	@$(MAKE) soak-geometry SOAK_SEED=$(SOAK_SEED)
	@$(MAKE) soak-worlds

soak-geometry: %reldir%/geometry$(EXEEXT)
	@seed=$(SOAK_SEED); %reldir%/geometry$(EXEEXT) $(SOAK_QUERIES) $${seed:-`date +%s`}
else
soak soak-geometry:
	@echo 'the oracle needs FLINT, MPFR and GMP: libflint-dev libmpfr-dev libgmp-dev' >&2; exit 1
endif
