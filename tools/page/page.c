/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes the template up to its marker, the data, and the rest of the template.
 *
 * In an HTML script nothing is escaped, and "</script" or "<!--" would end or change it.  All of these begin with "<",
 * which stands in JSON in strings only, in which it may be written as an escape.
 */

#include "page.h"

#include <errno.h>
#include <string.h>

#include "page_template.h"

static const char MARKER[] = "/*DATA*/";

static void put(html_page *p, const char *bytes, size_t length) {
  if (fwrite(bytes, 1, length, p->out.file) < length) p->failed = true;
}

/* Returns the place of the marker in the template. */
static size_t marker_place(void) {
  size_t i = 0;
  while (i + sizeof MARKER <= PAGE_TEMPLATE_SIZE && memcmp(PAGE_TEMPLATE + i, MARKER, sizeof MARKER - 1) != 0) i++;
  return i;
}

bool page_open(html_page *p, const char *name) {
  *p = (html_page){.failed = false};
  if (!output_open(&p->out, name)) return false;
  put(p, (const char *)PAGE_TEMPLATE, marker_place());
  return true;
}

void page_add(html_page *p, const char *json, size_t length) {
  while (length > 0) {
    const char *less = memchr(json, '<', length);
    size_t plain = less == NULL ? length : (size_t)(less - json);
    put(p, json, plain);
    if (less == NULL) return;
    put(p, "\\u003c", 6);
    json += plain + 1;
    length -= plain + 1;
  }
}

void page_add_string(html_page *p, const char *json) {
  page_add(p, json, strlen(json));
}

static int add_piece(const char *json, size_t length, void *data) {
  page_add(data, json, length);
  return 0;
}

/* Adds a value; takes the reference. */
static void add_value(html_page *p, json_t *value) {
  const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(PAGE_DIGITS);
  if (value == NULL || json_dump_callback(value, add_piece, p, flags) != 0) {
    p->failed = true;
    errno = ENOMEM;
  }
  json_decref(value);
}

bool page_close(html_page *p) {
  size_t rest = marker_place() + sizeof MARKER - 1;
  put(p, (const char *)PAGE_TEMPLATE + rest, PAGE_TEMPLATE_SIZE - rest);
  return output_close(&p->out, !p->failed);
}

bool page_write(const char *name, json_t *data) {
  html_page out;
  if (!page_open(&out, name)) {
    json_decref(data);
    return false;
  }
  add_value(&out, data);
  return page_close(&out);
}
