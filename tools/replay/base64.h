/* SPDX-License-Identifier: BSD-3-Clause */

/* Bytes as text: base64 (RFC 4648), in a data URI. */

#ifndef BASE64_H
#define BASE64_H

#include <stddef.h>

/* Returns "data:application/octet-stream;base64," and the encoded bytes. The caller frees the text, which is never
   null. */
char *base64_data_uri(const unsigned char *byte, size_t length);

#endif /* BASE64_H */
