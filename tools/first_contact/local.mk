# SPDX-License-Identifier: BSD-3-Clause

# bms-first-contact.
if HAVE_TOOLS
bin_PROGRAMS += tools/bms-first-contact
dist_bashcompletion_DATA += completion/bms-first-contact
dist_fishcompletion_DATA += completion/bms-first-contact.fish
dist_zshcompletion_DATA += completion/_bms-first-contact
dist_man_MANS += man/bms-first-contact.1
else
EXTRA_DIST += completion/bms-first-contact completion/bms-first-contact.fish completion/_bms-first-contact man/bms-first-contact.1
endif
tools_bms_first_contact_SOURCES = $(first_contact_sources) $(first_contact_parts) $(trace_parts) $(option_parts)
tools_bms_first_contact_CPPFLAGS = $(tools_cppflags) $(JANSSON_CFLAGS) $(THREAD_CPPFLAGS)
tools_bms_first_contact_LDADD = tools/page/libpage.la lib/libbms.la $(JANSSON_LIBS) $(PTHREAD_LIBS)

# Shared with tests and bench.
first_contact_parts = $(json_parts)
first_contact_parts += %reldir%/answer_json.c %reldir%/answer_json.h
first_contact_parts += %reldir%/query_json.c %reldir%/query_json.h
first_contact_parts += %reldir%/query_plain.c %reldir%/query_plain.h
first_contact_parts += %reldir%/read_line.c %reldir%/read_line.h
first_contact_parts += %reldir%/text.c %reldir%/text.h

trace_parts =
trace_parts += %reldir%/trace_json.c %reldir%/trace_json.h
trace_parts += %reldir%/trace_text.c %reldir%/trace_text.h

first_contact_sources =
first_contact_sources += %reldir%/answer_lines.c %reldir%/answer_lines.h
first_contact_sources += %reldir%/answer_page.c %reldir%/answer_page.h
first_contact_sources += %reldir%/arguments.c %reldir%/arguments.h
first_contact_sources += %reldir%/certificate_json.c %reldir%/certificate_json.h
first_contact_sources += %reldir%/derivative_json.c %reldir%/derivative_json.h
first_contact_sources += %reldir%/first_contact.c
first_contact_sources += %reldir%/line_block.c %reldir%/line_block.h
first_contact_sources += %reldir%/query_members.c %reldir%/query_members.h
first_contact_sources += %reldir%/tolerance.c %reldir%/tolerance.h
first_contact_sources += %reldir%/within_json.c %reldir%/within_json.h
