/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A page that shows what a program has found: one HTML file that opens from disk, with a drawing that moves.
 *
 * The page is a template, page.html, that holds all scripts and styles; the programs carry it, so that no file has to
 * be found and no network is needed.  In its middle stands the data as JSON (tools/page/README.md).  The template is
 * built of src/ by `make page`.
 */

#ifndef PAGE_H
#define PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "output_file.h"

/* The significant digits of numbers of recordings, as many as a drawing needs. */
enum { PAGE_DIGITS = 9 };

/* A page that is being written. */
typedef struct html_page {
  output_file out;
  bool failed; /* something could not be written */
} html_page;

/* Begins a page, in a file that has its name when it is whole (output_file.h), or on standard output for "-".  Returns
   false if the file cannot be opened: errno has the reason. */
bool page_open(html_page *p, const char *name);

/* Adds a piece of the data: JSON text in UTF-8, cut anywhere. */
void page_add(html_page *p, const char *json, size_t length);
void page_add_string(html_page *p, const char *json);

/* Ends the page.  Returns false if anything could not be written: errno has the reason of the last failure. */
bool page_close(html_page *p);

/* Writes a page whose data is this value; takes the reference.  Returns false if it could not be written: errno has the
   reason. */
bool page_write(const char *name, json_t *data);

#endif /* PAGE_H */
