/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers lines of text by lines of text, in their order. */

#ifndef ANSWER_LINES_H
#define ANSWER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "page/page.h"
#include "tolerance.h"

/* The form in which every step of the algorithm is shown with an answer, if it is. */
typedef enum trace_form { TRACE_NONE, TRACE_JSON, TRACE_TEXT } trace_form;

typedef struct answer_options {
  trace_form trace;
  bool approach;    /* the first approach, not the first contact; without a trace */
  bool intervals;   /* all contact intervals as well */
  bool certificate; /* a proof of the answer as well, and of the intervals if there are any */
  bool derivative;  /* the derivatives of the contact by the numbers of the query are written too; not with an
                       approach */
  tolerance within; /* of queries that have none of their own; not with an approach */
  int threads;      /* the number of threads, from 1 to MOST_THREADS */
  html_page *page;  /* NULL, or a page that shows the answers to the first MOST_PAGE_LINES lines, too */
} answer_options;

/* A page shows the answers to lines up to MOST_PAGE_LINES: browsers get slow with more. */
enum { MOST_PAGE_LINES = 1024 };

typedef enum answer_outcome {
  ALL_ANSWERED,
  SOME_REFUSED,  /* some line got an error for an answer, or the trace contradicts it, or a certificate is not
                   complete */
  OUT_OF_MEMORY, /* some answers are missing */
  CANNOT_WRITE   /* ferror() reports a failure */
} answer_outcome;

/*
 * Answers all lines of a text, each ended by a newline, or the last one by a zero at lines[length].
 *
 * `number` is the first line's, counted from 1 (where a byte order mark may stand), and is moved on past the last.  The
 * answers do not depend on the number of threads; they are not written if `out` is null.
 */
answer_outcome answer_lines(const char *lines, size_t length, unsigned long *number, answer_options wanted, FILE *out);

#endif /* ANSWER_LINES_H */
