/* SPDX-License-Identifier: BSD-3-Clause */

/* Checks the boxes of a kept tree: how far outside of a place or of bounds one is. */

#include "guard/add_pairs.c"

#include "bounds.h"

/* The inputs are the axes of the place, as a quaternion (4), its middle (3) and halves (3), and the box of a node
   (6). */
enum { INPUTS = 16 };

typedef struct scene {
  qmboxTreeLook look;
  qmboxTreeNode node;
  double size;
} scene;

static bool make_scene(const double *x, scene *s) {
  *s = (scene){.size = qmboxLength(x + 4)};
  double square = qmboxDot(x, x) + x[3] * x[3], q[4], rotation[3][3];
  for (int i = 0; i < 4; i++) q[i] = x[i] / sqrt(square);
  qmboxRotationBy(q, rotation);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) s->look.place.axis[k][i] = rotation[i][k];
    s->look.place.middle[i] = x[4 + i];
    s->look.place.half[i] = fabs(x[7 + i]);
    s->node.middle[i] = x[10 + i];
    s->node.half[i] = fabs(x[13 + i]);
  }
  s->size += qmboxLength(x + 10) + qmboxLength(x + 13);
  return square > 0.1;
}

/* Returns how far the node is outside of the place, along the axis along which that is most. */
static precise distance_from_place(const scene *s) {
  precise most = NULL;
  for (int k = 0; k < 3; k++) {
    precise_vector way, axis = precise_vector_of(s->look.place.axis[k]);
    precise reach = precise_of(s->look.place.half[k]);
    for (int i = 0; i < 3; i++) {
      way.x[i] = precise_minus(precise_of(s->node.middle[i]), precise_of(s->look.place.middle[i]));
      reach = precise_plus(reach, precise_times(precise_absolute(axis.x[i]), precise_of(s->node.half[i])));
    }
    precise gap = precise_minus(precise_absolute(precise_dot(axis, way)), reach);
    if (!most || precise_double(precise_minus(gap, most)) > 0) most = gap;
  }
  return most;
}

/* Returns by how much a look takes a node to be farther outside than it is, in parts of its margin. */
static double share_of_a_look(const double *x, const void *context) {
  scene s;
  (void)context;
  if (!make_scene(x, &s)) return 0;
  double outside = -8 * s.size, met = 8 * s.size;
  while (met - outside > 1e-18 * s.size && outside < outside / 2 + met / 2 && outside / 2 + met / 2 < met) {
    s.look.rounding = outside / 2 + met / 2;
    *(isOutside(&s.look, &s.node) ? &outside : &met) = s.look.rounding;
  }
  return precise_double(precise_minus(precise_of(outside), distance_from_place(&s))) / (LOOK_ERROR * s.size);
}

static void looks_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("LOOK_ERROR", share_of_a_look, NULL, INPUTS, 1);
}

BOUNDS_MAIN(cmocka_unit_test(looks_are_as_good_as_counted))
