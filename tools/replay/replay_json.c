/* SPDX-License-Identifier: BSD-3-Clause */

/* Puts a lane into JSON values; parts that cannot be allocated are missing there, and jansson reports so when it is
   dumped. */

#include "replay_json.h"

#include <math.h>
#include <stdio.h>

json_t *replay_numbers_json(const double *x, int count) {
  json_t *list = json_array();
  for (int k = 0; k < count; k++) json_array_append_new(list, isfinite(x[k]) ? json_real(x[k]) : json_null());
  return list;
}

static json_t *poses_json(const replay_lane *lane, int box) {
  json_t *list = json_array();
  int samples = lane->box[box].moves ? lane->samples : 1;
  for (int i = 0; i < samples; i++) {
    const replay_pose *p = &lane->pose[i * lane->boxes + box];
    for (int c = 0; c < 3; c++) json_array_append_new(list, json_real(p->position[c]));
    for (int c = 0; c < 4; c++) json_array_append_new(list, json_real(p->turn[c]));
  }
  return list;
}

static json_t *box_json(const replay_lane *lane, int box) {
  const replay_box *x = &lane->box[box];
  char color[16];
  snprintf(color, sizeof color, "#%06x", x->color & 0xffffff);
  return json_pack("{s:s, s:o, s:s, s:b, s:o}", "name", x->name, "side", replay_numbers_json(x->side, 3), "color",
                   color, "moves", x->moves, "poses", poses_json(lane, box));
}

json_t *replay_lane_json(const replay_lane *lane) {
  json_t *boxes = json_array();
  for (int k = 0; k < lane->boxes; k++) json_array_append_new(boxes, box_json(lane, k));
  return json_pack("{s:s, s:o, s:o}", "title", lane->title, "times", replay_numbers_json(lane->time, lane->samples),
                   "boxes", boxes);
}
