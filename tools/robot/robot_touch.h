/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tells which objects may touch, by their numbers, as MoveIt's allowed collision matrix does.
 *
 * Two objects may touch if a pair says so.  Otherwise they may not if a pair says that; else what is usual decides:
 * they may if one of them may touch everything.
 */

#ifndef ARM_ROBOT_TOUCH_H
#define ARM_ROBOT_TOUCH_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pairs of objects. */
typedef struct robot_pairs {
  int count;
  int (*pair)[2];
} robot_pairs;

typedef struct robot_touching {
  bool is_told;           /* files say which links may touch; otherwise neighbours may */
  robot_pairs may, apart; /* those that may, and those that may not whatever is usual */
  int free_count;
  int *free; /* objects that usually may touch everything */
} robot_touching;

/* Each of these returns false for want of memory: a may touch b; a may not touch b, but for what allows it; a may
   usually touch everything. */
bool robot_touching_allow(robot_touching *touching, int a, int b);
bool robot_touching_forbid(robot_touching *touching, int a, int b);
bool robot_touching_allow_all(robot_touching *touching, int a);

/* Forgets all that has been said, and frees its memory. */
void robot_touching_free(robot_touching *touching);

/* Gives objects numbers from 1, and 0 to all of which nothing is said; the caller frees number[object_count].  Returns
   the matrix of bms_allow() by these numbers, of which there are *count; the caller frees it.  NULL for want of memory.
 */
unsigned char *robot_touching_matrix(const robot_touching *touching, int object_count, int **number, int *count);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_TOUCH_H */
