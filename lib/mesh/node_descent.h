/* SPDX-License-Identifier: BSD-3-Clause */

/* A search that asks the boxes of trees themselves when they meet, and goes down first where that is earliest. */

#ifndef BMS_NODE_DESCENT_H
#define BMS_NODE_DESCENT_H

#include "mesh/mesh_search.h"

/* Asks all pairs of triangles, or triangles and the shape, that may meet over the piece before the best contact. */
void bms_mesh_descend(bms_mesh_search *search);

#endif /* BMS_NODE_DESCENT_H */
