/* SPDX-License-Identifier: BSD-3-Clause */

/* The bytes of page.html; page_template.c is made of that file by the build. */

#ifndef PAGE_TEMPLATE_H
#define PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char PAGE_TEMPLATE[];
extern const size_t PAGE_TEMPLATE_SIZE;

#endif /* PAGE_TEMPLATE_H */
