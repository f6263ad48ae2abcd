/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lines from a file descriptor, in blocks: as many as are there, up to a few mebibytes.
 *
 * A pipe that pauses ends a block, so that whoever answers block by block answers all that has been asked so far; and a
 * file or a fast pipe comes in blocks that are worth sharing among threads.  One block is in memory at a time.
 */

#ifndef LINE_BLOCK_H
#define LINE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line_block {
  int descriptor;
  char *start;             /* the start of the buffer and of the first line */
  size_t length;           /* the length of the complete lines, newlines included */
  size_t filled, capacity; /* more has been read; the buffer has a byte to spare */
  bool at_end;
} line_block;

/* Begins to read at the present position of a descriptor. */
void line_block_open(line_block *block, int descriptor);

/* Reads the next block in place of the present one: lines that each end with a newline, or the input's last one with a
   zero at start[length].  Returns 1; 0 if nothing is left; -1 if reading failed, with errno. */
int line_block_next(line_block *block);

void line_block_close(line_block *block);

#endif /* LINE_BLOCK_H */
