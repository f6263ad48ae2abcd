/* SPDX-License-Identifier: BSD-3-Clause */

/* read() and poll() rather than stdio, which has no test for more input.  Windows has no poll(): the lines of one
   read() are answered before the next. */

#define _POSIX_C_SOURCE 200809L /* poll(), read(); must precede the first include */

#include "line_block.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if !defined(_WIN32)
#include <poll.h>
#endif

enum { BLOCK_SIZE = 1 << 22 };

void line_block_open(line_block *block, int descriptor) {
  *block = (line_block){.descriptor = descriptor};
}

/* Makes room for another read: a line longer than the buffer doubles it. */
static bool make_room(line_block *block) {
  size_t capacity = block->capacity > 0 ? 2 * block->capacity : BLOCK_SIZE;
  if (block->capacity - block->filled > 1) return true;
  char *start = realloc(block->start, capacity);
  if (start == NULL) return false; /* errno is ENOMEM */
  block->start = start;
  block->capacity = capacity;
  return true;
}

#if defined(_WIN32)

static bool more_is_there(const line_block *block) {
  (void)block;
  return false;
}

#else

/* Returns true if there is something to read now, the end of the input included. */
static bool more_is_there(const line_block *block) {
  struct pollfd poll_for = {.fd = block->descriptor, .events = POLLIN};
  return poll(&poll_for, 1, 0) == 1;
}

#endif

static bool read_more(line_block *block) {
  ssize_t count;
  do count = read(block->descriptor, block->start + block->filled, block->capacity - block->filled - 1);
  while (count < 0 && errno == EINTR);
  if (count < 0) return false;
  block->filled += (size_t)count;
  block->at_end = count == 0;
  return true;
}

/* Returns where the complete lines end among what has been read from position `from` on; 0 if there are none. */
static size_t end_of_lines(const line_block *block, size_t from) {
  for (size_t i = block->filled; i > from; i--)
    if (block->start[i - 1] == '\n') return i;
  return 0;
}

int line_block_next(line_block *block) {
  block->filled -= block->length;
  if (block->filled > 0) memmove(block->start, block->start + block->length, block->filled);
  block->length = 0;
  while (!block->at_end) {
    size_t before = block->filled, end;
    if (!make_room(block) || !read_more(block)) return -1;
    if ((end = end_of_lines(block, before)) > 0) block->length = end;
    if (block->length > 0 && (block->filled >= BLOCK_SIZE / 2 || !more_is_there(block))) return 1;
  }
  block->length = block->filled;
  if (block->length > 0) block->start[block->length] = 0;
  return block->length > 0;
}

void line_block_close(line_block *block) {
  free(block->start);
}
