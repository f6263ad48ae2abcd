/* SPDX-License-Identifier: BSD-3-Clause */

/* Texts of strangers: files, and names and messages that reach a terminal or JSON. */

#ifndef ARM_ROBOT_TEXT_H
#define ARM_ROBOT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text that is read in place of the file of this name. */
typedef struct robot_named_text {
  const char *name, *text;
} robot_named_text;

typedef struct robot_texts {
  const robot_named_text *one;
  int count;
} robot_texts;

/* Returns the text that is given in place of a file, or NULL; texts may be NULL. */
const char *robot_given_text(const robot_texts *texts, const char *file);

/* Returns the text of a file or a pipe, with a zero behind it, which the caller frees; or NULL with an error. */
char *robot_text_of_file(const char *file, size_t *length, char *error, size_t size);

/* Returns a copy of the text that is given in place of the file, else robot_text_of_file(). */
char *robot_text_of(const robot_texts *texts, const char *file, size_t *length, char *error, size_t size);

/* Puts '?' in place of what is not UTF-8, would break a line of text, or do something to a terminal: names may have it,
   and messages may end within a character. */
void robot_one_line(char *text);

/* Returns true if `word` is one of `words`, which have spaces between. */
bool robot_is_among(const char *word, const char *words);

/* Returns the number of the first line that is not UTF-8 (RFC 3629), counted from 1; 0 if all are. */
int robot_line_without_utf8(const char *text);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_TEXT_H */
