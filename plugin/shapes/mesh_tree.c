/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/mesh_tree.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/real.h"

/* Boxes and balls are larger by this part: middles and halves are rounded. */
#define NODE_ERROR (8 * DBL_EPSILON)
#define OUTWARDS (1 + NODE_ERROR)

/* Finds the bounds of a triangle. A node's are found from them: it has as many triangles as all below it. */
static void boundTriangle(qmboxTreeTriangle *triangle) {
  const double *vertex = triangle->vertex;
  double sum = 0;
  for (int i = 0; i < 9; i++) sum += fabs(vertex[i]);
  qmboxBoundPoints(vertex, triangle->low, triangle->high);
  for (int i = 0; i < 3 && !isfinite(sum); i++) {
    triangle->low[i] = -HUGE_VAL;
    triangle->high[i] = HUGE_VAL;
  }
}

bool qmboxAddTreeTriangle(qmboxForest *forest, const double vertex[9]) {
  qmboxTreeTriangle *added = QMBOX_ADD(forest->triangle, forest->triangles, forest->triangleCapacity);
  if (!added) return false;
  for (int i = 0; i < 9; i++) added->vertex[i] = vertex[i];
  boundTriangle(added);
  return true;
}

/* Returns the radius of the ball around the middle of a node that holds its triangles, all of which are finite. */
static double radiusOf(const qmboxForest *forest, const qmboxTreeNode *node) {
  double farthest = 0;
  for (int i = node->from; i < node->to; i++) {
    for (int k = 0; k < 9; k += 3) {
      const double *vertex = forest->triangle[i].vertex + k;
      double x = vertex[0] - node->middle[0], y = vertex[1] - node->middle[1], z = vertex[2] - node->middle[2];
      farthest = qmboxMax(farthest, x * x + y * y + z * z);
    }
  }
  return OUTWARDS * sqrt(farthest);
}

static void boundNode(const qmboxForest *forest, qmboxTreeNode *node) {
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double middle = 0;
  for (const qmboxTreeTriangle *t = forest->triangle + node->from; t < forest->triangle + node->to; t++) {
    for (int i = 0; i < 3; i++) {
      low[i] = qmboxMin(low[i], t->low[i]);
      high[i] = qmboxMax(high[i], t->high[i]);
    }
  }
  bool finite = high[0] < HUGE_VAL;
  node->axis = 0;
  for (int i = 0; i < 3; i++) {
    node->middle[i] = finite ? low[i] + (high[i] - low[i]) / 2 : 0;
    node->half[i] = finite ? OUTWARDS * qmboxMax(high[i] - node->middle[i], node->middle[i] - low[i]) : HUGE_VAL;
    middle += node->middle[i] * node->middle[i];
    if (node->half[i] > node->half[node->axis]) node->axis = i;
  }
  node->aside = OUTWARDS * sqrt(middle);
  node->radius = finite ? radiusOf(forest, node) : HUGE_VAL;
}

/* Returns three times the middle of a triangle along an axis. */
static double placeOf(const qmboxForest *forest, int triangle, int axis) {
  const double *vertex = forest->triangle[triangle].vertex;
  return vertex[axis] + vertex[3 + axis] + vertex[6 + axis];
}

static void exchange(qmboxForest *forest, int one, int other) {
  qmboxTreeTriangle kept = forest->triangle[one];
  forest->triangle[one] = forest->triangle[other];
  forest->triangle[other] = kept;
}

/* Puts triangles from ... to - 1 in such an order that those before `middle` are not farther along the axis than those
   after it (C. Hoare, "Algorithm 65: find", Communications of the ACM 1961). */
static void halve(qmboxForest *forest, int from, int to, int middle, int axis) {
  for (int low = from, high = to - 1; low < high;) {
    double pivot = placeOf(forest, low + (high - low) / 2, axis);
    int i = low, j = high;
    while (i <= j) {
      while (placeOf(forest, i, axis) < pivot) i++;
      while (pivot < placeOf(forest, j, axis)) j--;
      if (i <= j) exchange(forest, i++, j--);
    }
    if (middle <= j) {
      high = j;
    } else if (middle >= i) {
      low = i;
    } else {
      return;
    }
  }
}

/* Adds the node over triangles from ... to - 1.  Returns its number, -1 if no memory is left. */
static int addNode(qmboxForest *forest, int from, int to) {
  qmboxTreeNode *added = QMBOX_ADD(forest->node, forest->nodes, forest->nodeCapacity);
  if (!added) return -1;
  added->from = from;
  added->to = to;
  added->child = -1;
  boundNode(forest, added);
  return forest->nodes - 1;
}

int qmboxPlantTree(qmboxForest *forest, int firstTriangle) {
  return addNode(forest, firstTriangle, forest->triangles);
}

int qmboxOpenNode(qmboxForest *forest, int number) {
  int child = forest->node[number].child, from = forest->node[number].from, to = forest->node[number].to;
  int middle = from + (to - from) / 2;
  if (child >= 0) return child;
  halve(forest, from, to, middle, forest->node[number].axis);
  child = addNode(forest, from, middle);
  if (child < 0 || addNode(forest, middle, to) < 0) return -1;
  forest->node[number].child = child;
  return child;
}

bool qmboxOpenTree(qmboxForest *forest, int root) {
  bool open = true;
  for (int i = root; i < forest->nodes && open; i++) {
    open = qmboxIsLeaf(&forest->node[i]) || qmboxOpenNode(forest, i) >= 0;
  }
  return open;
}

void qmboxClearForest(qmboxForest *forest) {
  forest->triangles = forest->nodes = 0;
}

void qmboxFreeForest(qmboxForest *forest) {
  free(forest->triangle);
  free(forest->node);
}
