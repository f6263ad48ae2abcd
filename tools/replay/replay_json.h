/* SPDX-License-Identifier: BSD-3-Clause */

/* A recorded world as the data of a page. */

#ifndef REPLAY_JSON_H
#define REPLAY_JSON_H

#include <jansson.h>

#include "replay.h"

/*
 * Returns {"title": .., "times": [..], "boxes": [{"name": .., "side": [x, y, z], "color": "#rrggbb", "moves": true,
 * "poses": [x, y, z, w, x, y, z, ..]}, ..]}: seven numbers for each sample, or once for a box that does not move.
 */
json_t *replay_lane_json(const replay_lane *lane);

/* Returns a list of `count` numbers; those that are not finite are null. */
json_t *replay_numbers_json(const double *x, int count);

#endif /* REPLAY_JSON_H */
