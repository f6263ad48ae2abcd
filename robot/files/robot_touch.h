/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which objects may touch, by their numbers, as MoveIt's allowed collision matrix does.
 *
 * Two objects may touch if a pair allows it, and may not if a pair forbids it; else the default decides: they may if
 * one of them may touch everything.
 */

#ifndef ARM_ROBOT_TOUCH_H
#define ARM_ROBOT_TOUCH_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reason why two objects are not checked. */
typedef enum robot_reason {
  ROBOT_RIGID,    /* no joint moves one against the other */
  ROBOT_ADJACENT, /* one moving joint joins the two links, and no file has rules for touching */
  ROBOT_SRDF,     /* disable_collisions of an SRDF */
  ROBOT_MATRIX,   /* the allowed collision matrix of a scene */
  ROBOT_ATTACHED, /* a link and what is attached to it, or one of its touch_links */
  ROBOT_CALLER,   /* the program's user allows it: --allow */
  ROBOT_USUAL,    /* one of the two usually may touch everything: disable_default_collisions, or a matrix's defaults */
  ROBOT_REASONS   /* the number of reasons */
} robot_reason;

/* Two objects, and why they are not checked. */
typedef struct robot_pair {
  int object[2];
  robot_reason reason;
} robot_pair;

typedef struct robot_pairs {
  int count;
  robot_pair *pair;
} robot_pairs;

typedef struct robot_touching {
  bool is_told;           /* an SRDF or a matrix decides which links may touch; otherwise neighbours may */
  robot_pairs may, apart; /* those that may, and those that may not whatever is usual */
  int free_count;
  int *free; /* objects that usually may touch everything */
} robot_touching;

/* Each of these returns false if memory is short: a may touch b; a may not touch b, but for what allows it; a may
   usually touch everything. */
bool robot_touching_allow(robot_touching *touching, int a, int b, robot_reason reason);
bool robot_touching_forbid(robot_touching *touching, int a, int b);
bool robot_touching_allow_all(robot_touching *touching, int a);

/* Forgets all rules, and frees their memory. */
void robot_touching_free(robot_touching *touching);

/* Gives objects numbers from 1, and 0 to all without a rule; the caller frees number[object_count].  Returns
   the matrix of bms_allow() by these numbers, of which there are *count; the caller frees it.  NULL if memory is
 short. */
unsigned char *robot_touching_matrix(const robot_touching *touching, int object_count, int **number, int *count);

/* Returns the matrix by numbers that are given: each object with a rule has one of its own in [1, count), all others
   0.  The caller frees it.  NULL if memory is short. */
unsigned char *robot_touching_fill(const robot_touching *touching, const int *number, int count);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_TOUCH_H */
