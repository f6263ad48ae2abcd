/* SPDX-License-Identifier: BSD-3-Clause */

/* Base64, RFC 4648, section 4: three bytes are four digits of six bits, the greatest first; "=" fills the last four. */

#include "base64.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char scheme[] = "data:application/octet-stream;base64,";

static void encode_three(const unsigned char *byte, size_t count, char out[4]) {
  unsigned bits = (unsigned)byte[0] << 16 | (count > 1 ? (unsigned)byte[1] << 8 : 0) | (count > 2 ? byte[2] : 0);

  out[0] = digit[bits >> 18];
  out[1] = digit[bits >> 12 & 63];
  out[2] = '=';
  out[3] = '=';
  if (count > 1) out[2] = digit[bits >> 6 & 63];
  if (count > 2) out[3] = digit[bits & 63];
}

char *base64_data_uri(const unsigned char *byte, size_t length) {
  size_t start = sizeof scheme - 1;
  char *text = malloc(start + (length + 2) / 3 * 4 + 1), *end;

  if (!text) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  memcpy(text, scheme, start);
  end = text + start;
  for (size_t i = 0; i < length; i += 3, end += 4) encode_three(byte + i, length - i, end);
  *end = 0;
  return text;
}
