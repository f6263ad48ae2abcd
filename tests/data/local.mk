# SPDX-License-Identifier: BSD-3-Clause

EXTRA_DIST += %reldir%/public.jsonl
EXTRA_DIST += %reldir%/public.truth.jsonl
EXTRA_DIST += %reldir%/regressions.jsonl

EXTRA_DIST += %reldir%/motion_bench_maker/LICENSE %reldir%/motion_bench_maker/README.md $(motion_bench_maker)
motion_bench_maker =
motion_bench_maker += %reldir%/motion_bench_maker/bookshelf_small.yaml
motion_bench_maker += %reldir%/motion_bench_maker/bookshelf_tall.yaml
motion_bench_maker += %reldir%/motion_bench_maker/bookshelf_thin.yaml
motion_bench_maker += %reldir%/motion_bench_maker/box.yaml
motion_bench_maker += %reldir%/motion_bench_maker/cage.yaml
motion_bench_maker += %reldir%/motion_bench_maker/table.yaml
