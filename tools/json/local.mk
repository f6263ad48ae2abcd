# SPDX-License-Identifier: BSD-3-Clause

# Lines of JSON, which both programs answer.
json_parts =
json_parts += %reldir%/json_line.c %reldir%/json_line.h
json_parts += %reldir%/number_text.c %reldir%/number_text.h
