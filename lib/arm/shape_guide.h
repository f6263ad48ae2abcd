/* SPDX-License-Identifier: BSD-3-Clause */

/* The last direction that kept two parts of a pair apart, tried on boxes and nodes of both trees. */

#ifndef BMS_ARM_SHAPE_GUIDE_H
#define BMS_ARM_SHAPE_GUIDE_H

#include "arm/shape_gap.h"

/* Nodes of one shape whose extents along the guide are kept, by their numbers modulo this. */
enum { BMS_GUIDE_NODES = 128 };

/* How far a node reaches along the guide: some vertex as far as `low`, none farther than `high`. */
typedef struct bms_guide_extent {
  int node; /* -1: none */
  double low, high;
} bms_guide_extent;

typedef struct bms_shape_guide {
  const bms_shape_pair *pair;
  bool known;
  int number;                             /* of directions so far */
  double direction[3];                    /* of length 1, in the frame of a */
  double along[3][4];                     /* [pose]: its products with the columns of a control pose */
  double shift;                           /* the least of the shifts along it */
  bms_guide_extent of_a[BMS_GUIDE_NODES]; /* of nodes of a, along the direction */
  bms_guide_extent of_b[BMS_GUIDE_NODES]; /* of nodes of b, back, over all control poses, shifts not counted */
} bms_shape_guide;

/* Makes a guide without a direction. */
void bms_shape_guide_begin(const bms_shape_pair *pair, bms_shape_guide *guide);

/* Sets the direction.  A guide of a half-space gets none: its boxes are infinite. */
void bms_shape_guide_set(bms_shape_guide *guide, const double direction[3]);

/* Returns true if the direction keeps two boxes farther apart than the limit all over the piece. */
bool bms_shape_guide_parts_boxes(const bms_shape_guide *guide, const bms_part_box *a, const bms_part_box *b,
                                 double limit);

/* Returns true if the direction keeps all vertices of two nodes, or a convex shape, farther apart than the limit all
   over the piece. */
bool bms_shape_guide_parts_nodes(bms_shape_guide *guide, int node_a, int node_b, double limit);

#endif /* BMS_ARM_SHAPE_GUIDE_H */
