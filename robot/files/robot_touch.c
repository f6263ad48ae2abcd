/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_touch.h"

#include <bms_chain.h>
#include <stdlib.h>
#include <string.h>

#include "robot_array.h"

static bool add_pair(robot_pairs *pairs, int a, int b, robot_reason reason) {
  const robot_pair pair = {{a, b}, reason};
  return robot_append(&pairs->pair, &pairs->count, &pair, sizeof pair) >= 0;
}

bool robot_touching_allow(robot_touching *touching, int a, int b, robot_reason reason) {
  return add_pair(&touching->may, a, b, reason);
}

bool robot_touching_forbid(robot_touching *touching, int a, int b) {
  return add_pair(&touching->apart, a, b, ROBOT_SRDF);
}

bool robot_touching_allow_all(robot_touching *touching, int a) {
  return robot_append(&touching->free, &touching->free_count, &a, sizeof a) >= 0;
}

void robot_touching_free(robot_touching *touching) {
  free(touching->may.pair);
  free(touching->apart.pair);
  free(touching->free);
  memset(touching, 0, sizeof *touching);
}

/* ------------------------------------------------------------------ the matrix */

static void give_number(int object, int *number, int *count) {
  if (number[object] == 0) number[object] = (*count)++;
}

/* The objects without a rule share 0, so that the matrix is no larger than needed. */
static void give_numbers(const robot_touching *touching, int *number, int *count) {
  *count = 1;
  for (int i = 0; i < touching->free_count; i++) give_number(touching->free[i], number, count);
  for (int i = 0; i < touching->may.count; i++)
    for (int k = 0; k < 2; k++) give_number(touching->may.pair[i].object[k], number, count);
  for (int i = 0; touching->free_count > 0 && i < touching->apart.count; i++)
    for (int k = 0; k < 2; k++) give_number(touching->apart.pair[i].object[k], number, count);
}

/* Lets an object touch all but those that it is to be kept apart from; apart[count] is used. */
static void fill_row(const robot_touching *touching, int object, const int *number, int count, bool *apart,
                     unsigned char *matrix) {
  memset(apart, 0, (size_t)count * sizeof *apart);
  for (int i = 0; i < touching->apart.count; i++) {
    const int *pair = touching->apart.pair[i].object;
    if (pair[0] == object) apart[number[pair[1]]] = true;
    if (pair[1] == object) apart[number[pair[0]]] = true;
  }
  for (int k = 0; k < count; k++)
    if (!apart[k]) bms_allow(matrix, count, number[object], k);
}

unsigned char *robot_touching_fill(const robot_touching *touching, const int *number, int count) {
  unsigned char *matrix = calloc(bms_allowed_size(count) + 1, 1);
  bool *apart = malloc((size_t)count * sizeof *apart);
  for (int i = 0; matrix != NULL && apart != NULL && i < touching->free_count; i++)
    fill_row(touching, touching->free[i], number, count, apart, matrix);
  for (int i = 0; matrix != NULL && i < touching->may.count; i++)
    bms_allow(matrix, count, number[touching->may.pair[i].object[0]], number[touching->may.pair[i].object[1]]);
  bool good = matrix != NULL && apart != NULL;
  free(apart);
  if (good) return matrix;
  free(matrix);
  return NULL;
}

unsigned char *robot_touching_matrix(const robot_touching *touching, int object_count, int **number, int *count) {
  *number = calloc((size_t)object_count + 1, sizeof **number);
  if (*number == NULL) return NULL;
  give_numbers(touching, *number, count);
  return robot_touching_fill(touching, *number, *count);
}
